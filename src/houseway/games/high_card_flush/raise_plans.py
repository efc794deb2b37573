"""High Card Flush: from a strategy, by name or as a function, to the tally of all its deals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.counting.game_odds import OPTIMAL, Decider, Known, Strategy
from houseway.derived.walk import UNIT
from houseway.errors import OptionError
from houseway.games.high_card_flush.counting import (
    BEST_PLAN,
    HIGH_CARDS,
    MORE,
    ONCE,
    WHOLE,
    RaisePlan,
    Sizes,
    Tally,
    decisions,
    distinct_hands,
    flush_index,
    flush_plan,
    given_plan,
    shapes,
    tally,
)
from houseway.games.high_card_flush.dealer import FULL, Deal, bits, cards_of, ranks_of
from houseway.games.high_card_flush.probed_rules import ProbedRules, probe_rules
from houseway.games.high_card_flush.rules import RAISE, HighCardFlush
from houseway.games.high_card_flush.strategies import BY_HIGH_CARDS, RULES, Flush
from houseway.rules.game import Decision, Offer, Spot, find_offer
from houseway.rules.pay_tables import Ratio

FOUR_SUITED = (5, 4, 3, 2)  # the lowest flush of four cards
MOST_SIZES = 100  # of raises beside whole multiples: all are numbered in one byte


@lru_cache(maxsize=32)
def named(name: str, probed: ProbedRules) -> Tally:
    """All deals under a named strategy."""
    return tally(named_plan(name, probed), probed)


def named_plan(name: str, probed: ProbedRules) -> RaisePlan:
    if name == OPTIMAL:
        return BEST_PLAN
    if name == BY_HIGH_CARDS:
        return high_cards_plan(named(OPTIMAL, probed))
    return flush_plan([flush_index(bits(flush)) for flush in RULES[name].raise_from], [flush_index(bits(FOUR_SUITED))])


def size_of(plan: RaisePlan, suits: Sequence[int], legal: Sequence[int]) -> int:
    """What a plan by flushes raises with a hand whose first suit plays: one of the legal sizes, smallest first."""
    flush, *others = suits
    outside = sum((suit & HIGH_CARDS).bit_count() for suit in others)
    index = flush_index(flush)
    if index < plan.raise_from[outside]:
        return legal[0]
    return legal[-1] if index >= plan.most_from[outside] else legal[min(1, len(legal) - 1)]


def raises(strategy: Strategy, game: HighCardFlush) -> tuple[NDArray[np.int8], Sizes]:
    """What a strategy decides for each hand in the order of `distinct_hands`: a size, 0 for a fold."""
    if not isinstance(strategy, str):
        plan, sizes = function_plan(strategy, game)
        return plan.given, sizes
    probed = probe_rules(game)
    return decisions(named_plan(strategy, probed), probed), WHOLE


def high_cards_plan(any_tally: Tally) -> RaisePlan:
    """The best lowest flush to raise, and to raise as much as is allowed, for each number of high cards outside."""
    once, more = (any_tally.flushes[:, :, column].tolist() for column in (ONCE, MORE))
    return flush_plan(best_from(once), best_from(more))


def best_from(gains: list[list[int]]) -> list[int]:
    """For each column the index from which the summed gains are highest; ties go to the previous column's index."""
    best: list[int] = []
    for column in zip(*gains, strict=True):
        sums = [*accumulate(reversed(column), initial=0)][::-1]  # the gains from each index on; past the end, none
        most = max(sums)
        best.append(best[-1] if best and sums[best[-1]] == most else sums.index(most))
    return best


def lowest_flushes(plan: RaisePlan) -> tuple[list[Flush], list[Flush]]:
    """From which flush on the plan raises, and as much as is allowed; no cards where it is the lowest or beyond all."""
    sets = [*shapes().sets.tolist(), 0]
    return [ranks_of(sets[i]) for i in plan.raise_from], [ranks_of(sets[i]) for i in plan.most_from]


def decided(decide: Decider, game: HighCardFlush, deal: Deal = FULL) -> Tally:
    """All deals under a function."""
    plan, sizes = function_plan(decide, game, deal)
    return tally(plan, probe_rules(game), deal, sizes)


def function_plan(decide: Decider, game: HighCardFlush, deal: Deal = FULL) -> tuple[RaisePlan, Sizes]:
    """A function's plan and the sizes of its raises; it is called once for each hand up to suit isomorphism."""
    given = bytearray()
    sets = shapes(deal).sets.tolist()
    spades, hearts, diamonds, clubs = ({chosen: cards_of([0] * i + [chosen]) for chosen in sets} for i in range(4))
    probed = probe_rules(game)
    legal, alike = _legal(probed), _alike(probed)
    sizes: dict[Ratio, int] = {size: size for size in range(len(WHOLE))}
    for first, second, third, fourth in distinct_hands(deal):
        cards = spades[first] + hearts[second] + diamonds[third] + clubs[fourth]
        decision, suited = decide(Known(RAISE, cards)), len(spades[first])
        size = legal[suited].get(decision)
        if size is None:
            size = sizes.setdefault(_multiple(game, cards, decision), len(sizes))
            if len(sizes) > len(WHOLE) + MOST_SIZES:
                raise OptionError(f"A strategy may raise in {MOST_SIZES} sizes beside whole multiples, and no more.")
            if suited in alike:
                legal[suited][decision] = size
        given.append(size)
    return given_plan(given), tuple(sizes)


def _legal(probed: ProbedRules) -> dict[int, dict[Decision, int]]:
    """By the flush's length: the multiples of decisions that are legal whatever else is there."""
    found: dict[int, dict[Decision, int]] = {}
    for (suited, _), by_multiple in probed.decisions.items():
        own = {decision: multiple for multiple, decision in by_multiple.items()}
        found[suited] = dict(found.get(suited, own).items() & own.items())
    return found


def _alike(probed: ProbedRules) -> set[int]:
    """The lengths of flushes with which the same is legal whatever else is there."""
    found: dict[int, set[tuple[Offer, ...]]] = {}
    for (suited, _), offers in probed.offers.items():
        found.setdefault(suited, set()).add(offers)
    return {suited for suited, offers in found.items() if len(offers) == 1}


def _multiple(game: HighCardFlush, cards: tuple[Card, ...], decision: Decision) -> Ratio:
    """Of a decision between whole multiples, or written in another way than the game writes it; refused if it is not
    legal."""
    spot = Spot(1, {game.main_wager: UNIT}, cards)
    offer = find_offer(tuple(game.offers(RAISE, spot)), decision)
    game.stake(offer, decision, spot)
    return decision.multiple
