"""Pay tables that meet an edge, a hit frequency, a deviation: all of them counted, the nearest to a wish listed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from houseway.errors import HousewayError, OptionError
from houseway.lab.repricing import PayCounts, counts_of, free_options, price
from houseway.lab.searching_pays.decided import Decided, Sorted, all_tables, sort_out
from houseway.lab.searching_pays.linear import Limits, Nearest, Rates, count_tables, rates_of
from houseway.lab.searching_pays.options import with_pays
from houseway.lab.searching_pays.question import Between, Question, ask
from houseway.lab.searching_pays.refusal import why_none, why_none_decided
from houseway.lab.searching_pays.result import FoundTable, PayTables
from houseway.lab.searching_pays.space import SCALE, distance
from houseway.odds.solution import WagerOdds
from houseway.odds.solver import solve
from houseway.rules.game import Game
from houseway.rules.pay_tables import Pays

MOST_TRIED = 200  # tables that are solved for their deviation or hit frequency, where these depend on decisions

Progress = Callable[[str], None]


def pay_tables(
    game: Game[Any],
    wager: str,
    *,
    edge: Between,
    hit: Between | None = None,
    sd: Between | None = None,
    top: Between | None = None,
    like: str | Pays | None = None,
    low: str | int | None = None,
    high: str | int | None = None,
    most: int = 20,
    progress: Progress = lambda text: None,
) -> PayTables:
    """All pay tables of a wager whose house edge, and what else is asked for, lie within limits; the nearest first.

    `edge` and `hit` are shares (0.04 is 4%), `sd` is in units of the wager, `top` is the pay of the best row; an end
    that is None is open. Pays are whole numbers from half to double of those `like` which they are to be (the table in
    use), or from `low` to `high`, one for all rows or one for each as in "20/10/5/2/1". No row pays more than a better
    one. Where pays change what players decide, every listed table has been solved.

    >>> import houseway
    >>> found = pay_tables(houseway.game("mini-tex"), "pocket-poker", edge=(0.025, 0.04))
    >>> print(found.tables[0].pays)
    """
    question = ask(game, wager, edge=edge, hit=hit, sd=sd, top=top, like=like, low=low, high=high, most=most)
    progress("counting the game")
    if question.option in free_options(game):
        return _of_free_wager(question)
    return _of_decided_wager(question, progress)


# --- rows come up as often whatever they pay ---


def _of_free_wager(question: Question) -> PayTables:
    counts = counts_of(question.game)
    assert counts is not None
    rates = free_rates(question, counts)
    parts = [space for unpaid, space in question.parts if _within(rates.hit(unpaid), question.hit)]
    nearest, meeting = Nearest(question.ranked, question.most), 0
    for space in parts:
        number = count_tables(rates, space, question.edge)
        if number:  # otherwise there is nothing to look for
            seen = nearest.look_into(rates, space, question.edge, question.variance)
            meeting += number if seen is None else seen
    if not meeting:
        raise OptionError(why_none(question, rates))
    found = [
        FoundTable(pays, _priced(question, counts, pays, rates.edge(ranked)), Fraction(cost, SCALE))
        for cost, ranked, pays in ((cost, ranked, question.printed(ranked)) for cost, ranked in nearest.found())
    ]
    return PayTables(question, tuple(found), (meeting, meeting), 0)


def free_rates(question: Question, counts: PayCounts) -> Rates:
    """How often the rows come up."""
    odds = counts.marked.wager(question.wager.id)
    rows = [None if source is None else source.row for source in counts.sources[question.wager.id]]
    return rates_of(odds, rows, question.order)


def _within(value: Fraction, limits: Limits | None) -> bool:
    return limits is None or limits[0] <= value <= limits[1]


def _priced(question: Question, counts: PayCounts, pays: Pays, edge: Fraction) -> WagerOdds:
    game = with_pays(question.game, {question.option: pays})
    solution = price(counts, game) or solve(game)
    odds = solution.wager(question.wager.id)
    if odds.house_edge != edge:
        raise HousewayError(f"{game.name} does not take a pay of 0 as a push: search with --min 1.")
    return odds


# --- pays change what is decided ---


def _of_decided_wager(question: Question, progress: Progress) -> PayTables:
    decided = Decided(question.game, question.wager.id, question.option, question.order)
    tables = all_tables([space for _, space in question.parts])
    bounded = sort_out(decided, tables, question.edge, lambda solved: progress(f"{solved} pay tables solved"))
    candidates, costs = _by_distance(question, bounded)
    asks_more = question.hit is not None or question.sd is not None
    listed: list[FoundTable] = []
    tried = 0
    for one, cost in zip(candidates.tolist(), costs.tolist(), strict=True):
        enough = len(listed) >= question.most and (not asks_more or len(candidates) > MOST_TRIED)
        if enough or (asks_more and tried == MOST_TRIED):
            break
        tried += 1
        progress(f"{len(listed)} of the nearest pay tables confirmed")
        ranked = tuple(tables[one].tolist())
        if (plays := _confirmed(question, decided, ranked, sure=bool(bounded.within[one]))) is not None:
            odds, beside = plays
            listed.append(FoundTable(question.printed(ranked), odds, Fraction(cost, SCALE), beside))
    left = candidates[tried:]
    if not listed:
        raise OptionError(why_none_decided(question, decided, bounded, tried=tried, left=len(left)))
    sure = 0 if asks_more else int(bounded.within[left].sum())
    meeting = len(listed) + sure, len(listed) + len(left)
    return PayTables(question, tuple(listed[: question.most]), meeting, decided.solved)


def _by_distance(question: Question, bounded: Sorted) -> tuple[Any, Any]:
    """The tables that may meet the edge, the nearest to what is wanted first, and their distances."""
    candidates = np.flatnonzero(bounded.within | bounded.open_)
    tables = bounded.tables[candidates]
    costs = np.zeros(len(tables), np.int64)
    for row, wanted in enumerate(question.ranked):
        pays, places = np.unique(tables[:, row], return_inverse=True)
        costs += np.array([distance(pay, wanted) for pay in pays.tolist()], np.int64)[places]
    ranks = np.lexsort((*(-tables.T[::-1]), costs))
    return candidates[ranks], costs[ranks]


def _confirmed(
    question: Question, decided: Decided, ranked: tuple[int, ...], *, sure: bool
) -> tuple[WagerOdds, WagerOdds | None] | None:
    """The odds of a table from a whole solution of the game with it; of a side wager played for itself, and then with
    the main wager. None if it does not meet what is asked for."""
    value = decided.at(ranked).value
    if not sure and not _within(-value, question.edge):
        return None
    solution = solve(with_pays(question.game, {question.option: question.printed(ranked)}))
    odds = solution.played_for_itself(question.measured)
    if odds.expected_value != value:
        raise HousewayError(f"{question.game.name} does not take a pay of 0 as a push: search with --min 1.")
    meets = _within(odds.hit_frequency, question.hit) and _within(odds.variance, question.variance)
    if not meets:
        return None
    return odds, solution.wager(question.measured) if question.measured in solution.own_plays else None
