"""Why no pay table meets what is asked for, in one sentence: what excludes them all, and the nearest that there is."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from houseway.lab.searching_pays.decided import Decided, Sorted
from houseway.lab.searching_pays.linear import Limits, Nearest, Rates, count_tables
from houseway.lab.searching_pays.question import Question
from houseway.lab.searching_pays.space import Space
from houseway.rounding import fixed, short

FINEST = Fraction(1, 1000)  # of a deviation


def why_none(question: Question, rates: Rates) -> str:
    """For a wager whose rows come up as often whatever they pay."""
    hits = {rates.hit(unpaid): unpaid for unpaid, _ in question.parts}
    spaces = [space for unpaid, space in question.parts if _apart(rates.hit(unpaid), question.hit) == 0]
    if not spaces:
        nearest = min(hits, key=lambda hit: _apart(hit, question.hit))
        return f"{_no_table(question)} wins {_percents(question.hit)} of the time: the nearest is {_percent(nearest)}."
    if not any(count_tables(rates, space, question.edge) for space in spaces):
        return _no_edge(question, _nearest_edge(question, rates, spaces))
    sd, pays = _nearest_deviation(question, rates, spaces)
    return (
        f"{_no_table(question)} with such an edge has a standard deviation of {_numbers(question.sd)}: the nearest is "
        f"{fixed(sd, 4)}, with {question.printed(pays)}."
    )


def _nearest_edge(question: Question, rates: Rates, spaces: list[Space]) -> tuple[Fraction, tuple[int, ...]]:
    """The edge next to what is asked for, and a table that has it; limits are widened until one is found."""
    low, high = question.edge
    deal = Fraction(1, rates.deals)  # no two sums are nearer

    def some(steps: int) -> bool:
        wider = low - steps * deal, high + steps * deal
        return any(count_tables(rates, space, wider) for space in spaces)

    steps = _least(some)
    nearest = Nearest(question.ranked, 1)
    for space in spaces:
        nearest.look_into(rates, space, (low - steps * deal, high + steps * deal), None)
    _, pays = nearest.found()[0]
    return rates.edge(pays), pays


def _nearest_deviation(question: Question, rates: Rates, spaces: list[Space]) -> tuple[float, tuple[int, ...]]:
    assert question.sd is not None
    low, high = question.sd

    def look(steps: int) -> Nearest:
        wider = max(Fraction(), low - steps * FINEST) ** 2, (high + steps * FINEST) ** 2
        nearest = Nearest(question.ranked, 1)
        for space in spaces:
            nearest.look_into(rates, space, question.edge, wider)
        return nearest

    _, pays = look(_least(lambda steps: look(steps).number > 0)).found()[0]
    mean = -rates.edge(pays)
    squares = sum(count * pay**2 for count, pay in zip(rates.counts, pays, strict=True)) + rates.squares
    return math.sqrt(squares / rates.deals - mean**2), pays


def _least(found: Callable[[int], bool]) -> int:
    """The smallest number from which on something is found."""
    most = 1
    while not found(most):
        most *= 2
    least = most // 2
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (least, middle) if found(middle) else (middle, most)
    return most


def why_none_decided(question: Question, decided: Decided, bounded: Sorted, *, tried: int, left: int) -> str:
    """For a wager whose rows come up as players decide, given how many that meet the edge were solved or not."""
    if tried:
        asked = [
            text
            for text in (
                question.hit and f"wins {_percents(question.hit)} of the time",
                question.sd and f"has a standard deviation of {_numbers(question.sd)}",
            )
            if text
        ]
        if left:
            return (
                f"None of the {tried} nearest pay tables with such an edge {' and '.join(asked)}, and {left:,} more "
                "are too many to solve: narrow them down by --like, --min and --max."
            )
        return f"{_no_table(question)} with such an edge {' and '.join(asked)}: all {tried} of them were solved."
    # How near each can be at best; the nearest of those solved is the nearest of all once no other can be nearer.
    lowest, highest = -float(question.edge[1]), -float(question.edge[0])
    apart = np.maximum(np.maximum(lowest - bounded.most, bounded.least - highest), 0)
    best: tuple[Fraction, Fraction, tuple[int, ...]] | None = None
    for one in np.argsort(apart, kind="stable").tolist():
        if best is not None and float(best[0]) <= apart[one] - 1e-9:
            break
        pays = tuple(bounded.tables[one].tolist())
        edge = -decided.at(pays).value
        if best is None or _apart(edge, question.edge) < best[0]:
            best = _apart(edge, question.edge), edge, pays
    assert best is not None
    return _no_edge(question, best[1:])


def _no_edge(question: Question, nearest: tuple[Fraction, tuple[int, ...]]) -> str:
    edge, pays = nearest
    return (
        f"{_no_table(question)} has a house edge of {_percents(question.edge)}: the nearest is {_percent(edge)}, with "
        f"{question.printed(pays)}."
    )


def _no_table(question: Question) -> str:
    low, high = question.bounds
    return f"No pay table of {question.wager.name} from {low} to {high}"


def _apart(value: Fraction, limits: Limits | None) -> Fraction:
    return max(Fraction(), limits[0] - value, value - limits[1]) if limits else Fraction()


def _percent(share: Fraction) -> str:
    return f"{short(share * 100, 4)}%"


def _percents(limits: Limits | None) -> str:
    assert limits is not None
    return (
        f"{_percent(limits[0])} to {_percent(limits[1])}" if abs(limits[0]) < 10 else f"{_percent(limits[1])} or less"
    )


def _numbers(limits: Limits | None) -> str:
    assert limits is not None
    low, high = map(short, limits)
    return f"{low} or more" if limits[1] > 10**9 else f"{low} to {high}" if limits[0] else f"{high} or less"
