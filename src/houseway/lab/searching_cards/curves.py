"""What more lines bring at one decision point, and which point should get the lines of a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from operator import itemgetter

import numpy as np

from houseway.lab.searching_cards.conditions import AND, ANY, LEAST, meets
from houseway.lab.searching_cards.fitting import Fitting, Floats, Lines
from houseway.lab.searching_cards.points import best_points
from houseway.lab.searching_cards.rules import DANGER, POINTS, PointRules, Terms
from houseway.lab.searching_cards.sight import SAMPLED, View
from houseway.lab.searching_cards.situations import Point

FEW, ROUNDS = 3, 2  # points are judged by what so many lines cost, and weighed so often
Told = Callable[[str], None]


@dataclass(eq=False)
class Choice:
    """Some lines for one point: how it is looked at, what was found, and what that costs while all else is best."""

    view: View
    found: Lines
    rules: PointRules
    cost: float

    @property
    def lines(self) -> int:
        """Without the explanation of danger cards, which points share."""
        return len(self.found.lines) + bool(self.rules.points)

    @property
    def danger(self) -> bool:
        return DANGER in self.rules.measures

    @property
    def always(self) -> str:
        """What is always played, where there are no lines."""
        return "" if self.found.lines else self.rules.otherwise_words()


def curve(point: Point, worths: Floats, *, suits: bool, most: int, told: Told, found: list[Choice]) -> list[Choice]:
    """The best lines found for every number of lines up to the most, with and without danger cards and points.

    What is found on the way goes into `found`: a search that is stopped has it.
    """
    best = float(np.where(point.legal, worths, -np.inf).max(axis=1).sum())
    danger = len(point.danger) > 0
    richest = View(point, suits=suits, danger=danger)
    views = [(richest, most - danger)]
    if danger:
        views.append((View(point, suits=suits), most))
    pointed = _best_points_view(richest, worths, best, told) if most > 1 + danger else None
    if pointed is not None:
        views.insert(0, (pointed, most - 1 - danger))
    for view, lines in views:
        for choice in _grown(view, worths, best, lines, told):
            beside = (other for other in found if other.lines + other.danger <= choice.lines + choice.danger)
            hopeless = bool(choice.found.lines) and any(other.cost <= choice.cost for other in beside)
            if hopeless and len(point) > SAMPLED:
                break  # what has to be explained is worth its line, and there is much to look at
            found.append(choice)
    return not_dominated(found)


def only_always(point: Point, worths: Floats, *, suits: bool) -> Choice:
    """The choice of no line: the play that is best when the same is always done."""
    best = float(np.where(point.legal, worths, -np.inf).max(axis=1).sum())
    return next(_grown(View(point, suits=suits), worths, best, 0, lambda text: None))


def _best_points_view(view: View, worths: Floats, best: float, told: Told) -> View | None:
    """With the points that cost least in a few lines; they are weighed again for the line in which they are used."""
    tried: list[tuple[float, int, View]] = []
    for first in point_terms(view, worths):
        terms = first
        for _ in range(ROUNDS):
            seen = view.with_points(terms)
            *_, choice = _grown(seen, worths, best, FEW, told)
            tried.append((choice.cost, len(tried), seen))
            terms = _weighed_again(seen, worths, choice.found)
            if not terms:
                break
    return min(tried, key=itemgetter(0, 1))[2] if tried else None


def _weighed_again(view: View, worths: Floats, found: Lines) -> Terms:
    """Better points for the first line that uses them, while the other lines stay; nothing where none does."""
    search = Fitting(view.sampled, worths[view.sample])
    names = [column.name for column in view.columns]
    measured = [(name, values[view.sample]) for name, values in view.measured_apart()]
    for number, line in enumerate(found.lines):
        (one, one_compare, _), (two, two_compare, two_code) = line.condition.parts()
        if two_compare != ANY and names[two] == POINTS:
            (one, one_compare, _), (two, two_compare, two_code) = line.condition.parts()[::-1]
        if one_compare == ANY or names[one] != POINTS:
            continue
        gains = search.gains(found, number)
        if two_compare != ANY:
            holds = meets(view.sampled.codes, two, two_compare, two_code)
            gains = np.where(holds == (line.condition.join == AND), gains, 0.0)
        sign = 1 if one_compare == LEAST else -1
        numbers = {name: index for index, (name, _) in enumerate(measured)}
        start = {numbers[name]: sign * weight for name, weight in view.points}
        better = best_points([values for _, values in measured], gains, start)
        return _named({index: sign * weight for index, weight in better.items()}, measured)
    return ()


def _grown(view: View, worths: Floats, best: float, most: int, told: Told) -> Iterator[Choice]:
    """Lists of no line, one line, and so on, as long as another brings something."""
    search, every = Fitting(view.sampled, worths[view.sample]), Fitting(view.sight, worths)
    found = search.always()
    for number in range(most + 1):
        told(f"{view.point.at}: {number} {'line' if number == 1 else 'lines'}")
        yield Choice(view, found, view.rules(found), best - every.value(found))
        more = search.grown(found) if number < most else found
        if more is found:
            return
        found = more


def point_terms(view: View, worths: Floats) -> list[Terms]:
    """Points that tell the best two plays apart: over all hands, and over those without a pair."""
    if not view.columns or worths.shape[1] < 2:
        return []
    worths = worths[view.sample]
    search = Fitting(view.sampled, worths)
    first = search.resort(search.always().otherwise)
    gains = [np.where(view.sampled.legal[:, play], worths[:, play] - first, 0.0) for play in range(worths.shape[1])]
    second = max(gains, key=lambda gain: float(gain[gain > 0].sum()))
    measured = [(name, values[view.sample]) for name, values in view.measured_apart()]
    values = [some for _, some in measured]
    found: list[Terms] = []
    for pairless in (some == 1 for name, some in measured if name in ("made", "same")):
        if 0 < pairless.sum() < len(pairless):
            found.append(_named(best_points(values, np.where(pairless, -second, 0.0)), measured))
            break
    found.append(_named(best_points(values, second), measured))
    return [terms for terms in dict.fromkeys(found) if len(terms) > 1]


def _named(weights: Mapping[int, int], measured: Sequence[tuple[str, object]]) -> Terms:
    return tuple((measured[number][0], weight) for number, weight in weights.items())


def not_dominated(found: Sequence[Choice]) -> list[Choice]:
    """Without choices beside which another takes no more lines, no more explanations, and costs less."""
    kept: list[Choice] = []
    for choice in sorted(found, key=lambda one: (one.lines + one.danger, one.danger, one.cost)):
        if not any(
            other.lines <= choice.lines
            and other.danger <= choice.danger
            and other.cost <= choice.cost
            and (other.always == choice.always or not choice.always)
            for other in kept
        ):
            kept.append(choice)
    return kept


def counted(choices: Sequence[Choice]) -> int:
    """The lines of a card."""
    always = {choice.always for choice in choices if choice.always}
    return sum(choice.lines for choice in choices) + len(always) + any(choice.danger for choice in choices)


def shared_out(curves: Mapping[str, Sequence[Choice]], most: int) -> dict[int, dict[str, Choice]]:
    """For every number of lines, the choices of all points that together cost least."""
    best: dict[int, tuple[float, tuple[Choice, ...]]] = {}
    for choices in product(*curves.values()):
        lines, cost = counted(choices), sum(choice.cost for choice in choices)
        if lines <= most and (lines not in best or cost < best[lines][0]):
            best[lines] = cost, choices
    return {lines: dict(zip(curves, choices, strict=True)) for lines, (_, choices) in sorted(best.items())}
