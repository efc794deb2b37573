"""High Card Flush: from a strategy, by name or as a function, to the tally of all its deals."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.counting.game_odds import OPTIMAL, Decider, Known, Strategy
from houseway.games.high_card_flush.counting import (
    BEST_PLAN,
    MORE,
    ONCE,
    RaisePlan,
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
from houseway.rules.game import Decision, Spot, find_offer

FOUR_SUITED = (5, 4, 3, 2)  # the lowest flush of four cards


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


def multiples(strategy: Strategy, game: HighCardFlush) -> NDArray[np.int8]:
    """What a strategy decides for each hand in the order of `distinct_hands`: a multiple of the ante, 0 for a fold."""
    if not isinstance(strategy, str):
        return function_plan(strategy, game).given
    probed = probe_rules(game)
    return decisions(named_plan(strategy, probed), probed)


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
    return tally(function_plan(decide, game, deal), probe_rules(game), deal)


def function_plan(decide: Decider, game: HighCardFlush, deal: Deal = FULL) -> RaisePlan:
    """A function's plan; it is called once for each hand up to suit isomorphism."""
    given = bytearray()
    sets = shapes(deal).sets.tolist()
    spades, hearts, diamonds, clubs = ({chosen: cards_of([0] * i + [chosen]) for chosen in sets} for i in range(4))
    legal = _legal(probe_rules(game))
    for first, second, third, fourth in distinct_hands(deal):
        cards = spades[first] + hearts[second] + diamonds[third] + clubs[fourth]
        decision = decide(Known(RAISE, cards))
        multiple = legal[len(spades[first])].get(decision)
        given.append(_multiple(game, cards, decision) if multiple is None else multiple)
    return given_plan(given)


def _legal(probed: ProbedRules) -> dict[int, dict[Decision, int]]:
    """By the flush's length: the multiples of decisions that are legal whatever else is there."""
    found: dict[int, dict[Decision, int]] = {}
    for (suited, _), by_multiple in probed.decisions.items():
        own = {decision: multiple for multiple, decision in by_multiple.items()}
        found[suited] = dict(found.get(suited, own).items() & own.items())
    return found


def _multiple(game: HighCardFlush, cards: tuple[Card, ...], decision: Decision) -> int:
    """Of a decision written in another way than the game writes it; refused if it is not legal."""
    offers = tuple(game.offers(RAISE, Spot(1, {}, cards)))
    return int(find_offer(offers, decision).decision.multiple)
