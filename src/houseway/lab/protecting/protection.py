"""What extra knowledge is worth to a player who uses it perfectly, and what dealer errors cost.

>>> import houseway
>>> from houseway import lab
>>> found = lab.protect(houseway.game("two-card-roo"), only="dealer")
>>> [finding.key for finding in found.findings]
['dealer-1-card', 'dealer-2-card']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np

from houseway.document.blocks import Block, Cell, Column, Facts, Heading, Items, Mark, Paragraph, Table
from houseway.errors import CountTooLarge, OptionError
from houseway.lab.protecting.advice import KNOWLEDGE, UP, error_advice
from houseway.lab.protecting.branches import settlement_errors
from houseway.lab.protecting.changed import steps_of
from houseway.lab.protecting.dealer_errors import DealerError
from houseway.lab.protecting.estimates import Estimate, enough, mean_of
from houseway.lab.protecting.misread import misread_errors, misread_seconds
from houseway.lab.protecting.published import published_of, verdict
from houseway.lab.protecting.setting import Setting
from houseway.lab.protecting.studies import Family, Studies, Study
from houseway.lab.protecting.words import (
    MINUS,
    errors_table,
    gain_text,
    gains_chart,
    settlements_table,
    sharing_chart,
    signed,
    spread_text,
)
from houseway.lab.result import Result
from houseway.odds.cost import span
from houseway.rounding import percent
from houseway.rules.game import Game
from houseway.rules.procedure import Decide

SEED = 1
EVERY = 100  # occasions of which a dealer misses one
EXACT_SECONDS = 120.0  # the longest count of one study that is made unasked
SAMPLE_SECONDS = 30.0  # the same for a sample, and for one count of a misread hand
PRECISION = 0.001  # half of the 95% interval that a sample aims at
LEAST_SAMPLES, MOST_SAMPLES = 2, 1_000_000
LONGEST_DEAL = 1.0  # seconds of one deal, where there is less time for all
FEWEST, PART = 50, 10  # deals before the precision is looked at: as many, or this part of all there is time for
MISREAD = "the dealer's or a player's hand misread"
MAX_ERRORS = 12  # that are listed; the JSON has all
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Finding:
    """What one kind of knowledge is worth."""

    key: str
    family: Family
    title: str
    estimate: Estimate
    edge: Fraction  # the player's, with it
    advice: str
    published: str = ""  # whether the count agrees with what others have found

    def to_json(self) -> dict[str, Any]:
        low, high = self.estimate.interval
        exact = self.estimate.exact
        return {
            "knowledge": self.key,
            "kind": str(self.family),
            "title": self.title,
            "player_edge_percent": float(self.edge * 100),
            "gain_percent": float(self.estimate.gain * 100),
            **({"gain": str(self.estimate.gain)} if exact else {"gain_interval_percent": [100 * low, 100 * high]}),
            "exact": exact,
            "deals": self.estimate.deals,
            **({"deals_needed": self.estimate.needed} if self.estimate.needed else {}),
            "advice": self.advice,
            **({"published": self.published} if self.published else {}),
        }


@dataclass(frozen=True)
class DealerErrors(Result):
    """Cost of dealer errors: the likely ones first, each group by what it costs."""

    game: Game[Any]
    errors: tuple[DealerError, ...]
    every: int
    left_out: tuple[str, ...] = ()  # kinds of errors that take too long to count
    stopped: tuple[str, ...] = ()  # kinds of errors still to be counted when Ctrl-C ended it

    @property
    def title(self) -> str:
        return f"{self.game.name}: cost of dealer errors"

    def blocks(self) -> Sequence[Block]:
        return [
            *([Paragraph(stopped_text(self.stopped))] if self.stopped else []),
            *self.tables(),
        ]

    def tables(self) -> Iterator[Block]:
        """The main wager's hands settled as each other, and the errors of all wagers that cost most."""
        main = [error for error in self.errors if error.wager == self.game.wagers.main and error.hand]
        if settlements := settlements_table(main):
            yield settlements
        shown = [error for error in self.errors if error.likely][:MAX_ERRORS]
        if not shown:
            return
        yield errors_table(shown, self.every)
        if len(shown) < len(self.errors):
            text = f"The JSON has all {len(self.errors)} errors, with those that nobody is likely to make"
            yield Paragraph(f"{text}: a hand paid by a distant row of a pay table, for example.", note=True)
        if self.left_out:
            yield Paragraph(f"Not counted, because it takes too long: {'; '.join(self.left_out)}.", note=True)
        yield Items(tuple(error_advice(self.game, kind) for kind in dict.fromkeys(error.mistake for error in shown)))

    def to_json(self) -> dict[str, Any]:
        return {**_identity(self.game), "interrupted": bool(self.stopped), **self.figures_json()}

    def figures_json(self) -> dict[str, Any]:
        return {
            "one_in": self.every,
            "slips": [_error_json(self.game, error) for error in self.errors],
            "errors_not_counted": [*self.left_out, *self.stopped],
        }


@dataclass(frozen=True)
class Protection(Result):
    """What knowledge is worth, the most dangerous first, and what dealer errors cost."""

    game: Game[Any]
    plain: Fraction  # the player's edge without knowledge
    findings: tuple[Finding, ...]
    dealer_errors: DealerErrors
    left_out: tuple[tuple[str, float], ...]  # what takes too long to count, and how many seconds
    seed: int
    stopped: tuple[str, ...] = ()  # what was still to be counted when Ctrl-C ended it

    @property
    def title(self) -> str:
        return f"{self.game.name}: what exposed cards are worth, and what dealer errors cost"

    def blocks(self) -> Sequence[Block]:
        found: list[Block] = [Facts((("House edge in plain play", percent(-self.plain, 4).replace("-", MINUS)),))]
        if self.stopped:
            found.insert(0, Paragraph(stopped_text(self.stopped)))
        if self.findings:
            found += [self._table(), gains_chart((item.title, float(item.estimate.gain)) for item in self.findings)]
            found += self._sharing()
            found += [Paragraph(item.published) for item in self.findings if item.published]
            found.append(Items(tuple(dict.fromkeys(item.advice for item in self.findings if item.estimate.gain))))
            found.append(Paragraph(self._assumed(), note=True))
        elif not self.stopped:
            found.append(Paragraph(self._nothing_studied()))
        if self.left_out:
            names = "; ".join(f"{title} (about {span(seconds)})" for title, seconds in self.left_out)
            found.append(Paragraph(f"Not counted, because it takes too long: {names}.", note=True))
        if self.dealer_errors.errors:
            found += [Heading("Dealer errors"), *self.dealer_errors.tables()]
        return found

    def _table(self) -> Table:
        rows = []
        for item in self.findings:
            edge = signed(item.edge)
            rows.append(
                (
                    item.title,
                    Cell(edge, Mark.BAD) if item.edge > 0 else edge,
                    gain_text(item.estimate),
                    spread_text(item.estimate),
                )
            )
        columns = (
            Column("The player knows"),
            Column("Player's edge", number=True),
            Column("Gain", number=True),
            Column("95% interval", number=True),
        )
        main = self.game.wager[self.game.wagers.main].name
        notes = (f"In percent of the {main} wager. Half of the 95% interval is given as ±; exact gains have none.",)
        return Table("What knowledge is worth", columns, tuple(rows), notes=notes)

    def _sharing(self) -> list[Block]:
        names = {Family.OTHERS: "all their cards", Family.SUITS: "suits alone"}
        series = []
        for family, name in names.items():
            points = sorted(
                (int(item.key.rpartition("-")[2]), float(item.edge)) for item in self.findings if item.family is family
            )
            if len(points) > 1:
                series.append((name, points))
        return [sharing_chart(series, float(self.plain))] if series else []

    def _nothing_studied(self) -> str:
        if self.left_out:
            return "No study of exposed cards was quick enough to count."
        if not any(isinstance(step, Decide) for step in steps_of(self.game)):
            return (
                "Players decide nothing in this game once the bets are down, so an exposed card is of no use to them."
            )
        return "No card that is dealt in every round is still unseen when a player first decides."

    def _assumed(self) -> str:
        """What a reader has to know to compare these figures with others'."""
        sampled = max((item.estimate.deals for item in self.findings), default=0)
        text = (
            "A player who knows is taken to make the best decision everywhere, bets of every legal size included, and "
            "to have no wager but the main one; the gain is against the best play by one's own cards alone."
        )
        if sampled:
            text += (
                f" Where it is not exact, at most {sampled:,} deals of seed {self.seed} were drawn; of each, all "
                "that is still unknown was counted."
            )
        needed = ceil(max((item.estimate.seconds for item in self.findings), default=0.0))
        if needed:
            text += (
                f" The widest interval is wider than was wanted: raise --seconds to {_round_up(needed)} to narrow it."
            )
        return text

    def to_json(self) -> dict[str, Any]:
        return {
            **_identity(self.game),
            "seed": self.seed,
            "interrupted": bool(self.stopped),
            "plain_edge": str(self.plain),
            "plain_edge_percent": float(self.plain * 100),
            "findings": [item.to_json() for item in self.findings],
            "not_counted": [{"title": title, "seconds": seconds} for title, seconds in self.left_out],
            **self.dealer_errors.figures_json(),
        }


def protect(
    game: Game[Any],
    *,
    seed: int = SEED,
    precision: float = PRECISION,
    seconds: float | None = None,
    only: str | Iterable[str] | None = None,
    progress: Progress | None = None,
) -> Protection:
    """What each kind of knowledge is worth, and what dealer errors cost.

    What takes too long to count is estimated from as many deals of the seed as bring half of the 95% interval down to
    `precision`, in first wagers. `seconds` is about how long one study may take, by an estimate that does not depend on
    the machine: it decides what is counted exactly and the most deals that are drawn. `only` names kinds of knowledge
    or single studies. `progress` is called with the title of each study. Ctrl-C ends it with what is counted.
    """
    _check(seed, precision, seconds)
    setting = Setting(game, seed)
    studies = _wanted(list(Studies(setting)), only)
    tell = progress or (lambda text: None)
    printed, plain = published_of(game), setting.plain
    findings: list[Finding] = []
    left_out: list[tuple[str, float]] = []
    errors, stopped = DealerErrors(game, (), EVERY), list[str]()
    try:
        for study in studies:
            tell(study.title)
            estimate = estimated_gain(setting, study, seconds, precision)
            if estimate is None:
                left_out.append((study.title, study.cost or study.each))
                continue
            said = verdict(printed[study.key], plain, estimate) if study.key in printed else ""
            findings.append(_found(setting, study, estimate, said))
        if only is None:
            errors = dealer_errors(game, seconds=seconds, progress=progress)
            stopped = list(errors.stopped)
    except KeyboardInterrupt:
        done = {*(item.title for item in findings), *(title for title, _ in left_out)}
        stopped = [study.title for study in studies if study.title not in done]
        stopped += ["dealer errors"] if only is None else []
    findings.sort(key=lambda item: -item.estimate.gain)
    return Protection(game, plain, tuple(findings), errors, tuple(left_out), seed, tuple(stopped))


def dealer_errors(
    game: Game[Any], *, every: int = EVERY, seconds: float | None = None, progress: Progress | None = None
) -> DealerErrors:
    """Cost of dealer errors, the likely ones first, by what they cost; one error is made in `every` chances.

    Hands misread are counted where one such count takes no more than `seconds`; all else follows from the odds.
    Ctrl-C during those counts ends them and keeps the errors already counted.
    """
    if every < 1:
        raise OptionError(f"A dealer cannot err once in {every} times: take 1 or more.")
    setting = Setting(game, SEED)
    if progress:
        progress("Dealer errors")
    limit = SAMPLE_SECONDS if seconds is None else seconds
    found = list(settlement_errors(game, setting.odds, setting.solution))
    left_out, stopped = list[str](), list[str]()
    if (needed := misread_seconds(setting)) <= limit:
        try:
            found.extend(misread_errors(setting))  # keeps those that came before an interruption
        except KeyboardInterrupt:
            stopped.append(MISREAD)
    else:
        left_out.append(f"{MISREAD} (each count takes about {span(needed)}, and about {span(limit)} may be taken)")
    found.sort(key=lambda error: (not error.likely, -error.always, error.key))
    return DealerErrors(game, tuple(found), every, tuple(left_out), tuple(stopped))


def _round_up(number: int) -> str:
    digits = 10 ** max(0, len(str(number)) - 2)
    return f"{-(-number // digits) * digits}"


def stopped_text(missing: Iterable[str]) -> str:
    return f"Stopped before it was done. Not counted: {'; '.join(missing)}."


def _check(seed: int, precision: float, seconds: float | None) -> None:
    if seed < 0:
        raise OptionError(f"A seed is 0 or more, not {seed}.")
    if not 0 < precision < float("inf"):
        raise OptionError(f"A precision is more than 0, not {precision}.")
    if seconds is not None and not 0 < seconds < float("inf"):
        raise OptionError(f"{seconds:g} seconds are no time to count in: take more than 0.")


def _wanted(studies: list[Study], only: str | Iterable[str] | None) -> list[Study]:
    """The studies that were asked for, by their own names or that of their kind."""
    if only is None:
        return studies
    names = [only] if isinstance(only, str) else list(only)
    kinds = list(dict.fromkeys(str(family) for study in studies for family in study.families))
    keys = [study.key for study in studies]
    for name in names:
        if name not in (*kinds, *keys):
            raise OptionError(
                f"There is no study {name!r} of this game: take a kind ({', '.join(kinds) or 'there is none'}) or one "
                f"of {', '.join(keys) or 'none'}."
            )
    return [study for study in studies if study.key in names or set(study.families) & set(names)]


def estimated_gain(
    setting: Setting, study: Study, seconds: float | None, precision: float = PRECISION
) -> Estimate | None:
    limit = EXACT_SECONDS if seconds is None else seconds
    if study.exact is not None and study.cost <= limit:
        try:
            return Estimate(study.exact())
        except CountTooLarge:
            pass  # it would fit into the time, but not into memory
    limit = SAMPLE_SECONDS if seconds is None else seconds
    if study.gains is None or study.each > max(limit, LONGEST_DEAL):
        return None
    most = min(MOST_SAMPLES, setting.most_deals, max(LEAST_SAMPLES, int(limit / study.each)))
    gains = study.gains(setting.deals(min(most, max(FEWEST, most // PART))))
    while len(gains) < (more := min(most, enough(mean_of(gains), precision))):
        gains = np.concatenate([gains, study.gains(setting.deals(more)[len(gains) :])])
    estimate = mean_of(gains)
    needed = enough(estimate, precision)
    if needed == estimate.deals:
        return estimate
    return estimate._replace(needed=needed, seconds=needed * study.each)


def _found(setting: Setting, study: Study, estimate: Estimate, said: str) -> Finding:
    advice = KNOWLEDGE[study.family]
    if study.family is Family.OTHERS and setting.cards_up:
        advice = UP
    return Finding(study.key, study.family, study.title, estimate, setting.plain + estimate.gain, advice, said)


def _error_json(game: Game[Any], error: DealerError) -> dict[str, Any]:
    return {
        "slip": error.key,
        "kind": str(error.mistake),
        "wager": error.wager,
        "title": error.title,
        **({"hand": error.hand, "settled_as": list(error.settled_as)} if error.hand else {}),
        "likely": error.likely,
        "chance": str(error.chance),
        "cost": str(error.cost),
        **({"cost_range": [str(cost) for cost in error.span]} if error.span else {}),
        "gain_if_always_percent": float(error.always * 100),
        "advice": error_advice(game, error.mistake),
    }


def _identity(game: Game[Any]) -> dict[str, Any]:
    return {
        "game": game.id,
        "edition": game.edition,
        "options": game.options.values(),
        "fingerprint": game.fingerprint,
    }
