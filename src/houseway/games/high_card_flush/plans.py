"""High Card Flush: from a strategy, by name or as a function, to the tally of all its deals."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.exact import OPTIMAL, Decider, Known, Strategy
from houseway.game import FOLD, Decision, Spot, find_offer
from houseway.games.high_card_flush.counting import (
    BEST_PLAN,
    HANDS,
    IDLE,
    MOST_CARDS,
    SURPLUS,
    Plan,
    Tally,
    decisions,
    distinct_hands,
    flush_plan,
    given_plan,
    place,
    shapes,
    tally,
)
from houseway.games.high_card_flush.dealer import FULL, Deal, below_rank, bits, cards_of, ranks_of
from houseway.games.high_card_flush.rules import QUALIFIERS, RAISE, HighCardFlush, most_raise
from houseway.games.high_card_flush.strategies import BY_HIGH_CARDS, RULES, Flush

FOUR_SUITED = (5, 4, 3, 2)  # the lowest flush of four cards


@lru_cache(maxsize=32)
def named(name: str, qualifier: str, raises: tuple[int, ...]) -> Tally:
    """All deals under a named strategy."""
    return count(named_plan(name, qualifier, raises), qualifier, raises)


def named_plan(name: str, qualifier: str, raises: tuple[int, ...]) -> Plan:
    if name == OPTIMAL:
        return BEST_PLAN
    if name == BY_HIGH_CARDS:
        return high_cards_plan(named(OPTIMAL, qualifier, raises), raises)
    return flush_plan([place(bits(flush)) for flush in RULES[name].raise_from], [place(bits(FOUR_SUITED))])


def count(plan: Plan, qualifier: str, raises: tuple[int, ...], deal: Deal = FULL) -> Tally:
    return tally(plan, unqualified=below_rank(QUALIFIERS[qualifier]), most=_most(raises), deal=deal)


def _most(raises: tuple[int, ...]) -> list[int]:
    return [most_raise(raises, suited) for suited in range(MOST_CARDS + 1)]


def multiples(strategy: Strategy, game: HighCardFlush) -> NDArray[np.int8]:
    """What a strategy decides for each hand in the order of `distinct_hands`: a multiple of the ante, 0 for a fold."""
    if not isinstance(strategy, str):
        return asked_plan(strategy, game).given
    qualifier, raises = game.options.qualifier, game.options.raises
    plan = named_plan(strategy, qualifier, raises)
    return decisions(plan, unqualified=below_rank(QUALIFIERS[qualifier]), most=_most(raises))


def high_cards_plan(any_tally: Tally, raises: tuple[int, ...], deal: Deal = FULL) -> Plan:
    """The best lowest flush to raise, and to raise as much as is allowed, for each number of high cards outside.

    Raising once instead of folding gains the ante where the dealer does not qualify, ante and raise as often as wins
    exceed losses, and the ante that a fold gives up; each further ante in the raise gains that surplus again.
    """
    flushes = any_tally.flushes
    once = flushes[:, :, IDLE] + 2 * flushes[:, :, SURPLUS] + flushes[:, :, HANDS] * deal.dealer_hands
    sizes = shapes(deal).ones[shapes(deal).sets].tolist()
    surplus = flushes[:, :, SURPLUS].tolist()
    further = [
        [(most_raise(raises, size) - 1) * gain for gain in row] for size, row in zip(sizes, surplus, strict=True)
    ]
    return flush_plan(best_from(once.tolist()), best_from(further))


def best_from(gains: list[list[int]]) -> list[int]:
    """For each column the place from which all gains, added up, come to most; the column before decides if it can."""
    best: list[int] = []
    for column in zip(*gains, strict=True):
        sums = [*accumulate(reversed(column), initial=0)][::-1]  # the gains from each place on; beyond all, none
        most = max(sums)
        best.append(best[-1] if best and sums[best[-1]] == most else sums.index(most))
    return best


def lowest_flushes(plan: Plan) -> tuple[list[Flush], list[Flush]]:
    """From which flush on the plan raises, and as much as is allowed; no cards where it is the lowest or beyond all."""
    sets = [*shapes().sets.tolist(), 0]
    return [ranks_of(sets[i]) for i in plan.raise_from], [ranks_of(sets[i]) for i in plan.most_from]


def decided(decide: Decider, game: HighCardFlush, deal: Deal = FULL) -> Tally:
    """All deals under a function."""
    return count(asked_plan(decide, game, deal), game.options.qualifier, game.options.raises, deal)


def asked_plan(decide: Decider, game: HighCardFlush, deal: Deal = FULL) -> Plan:
    """A function's plan, asked once for each hand that is not another one with the suits renamed."""
    given = bytearray()
    sets = shapes(deal).sets.tolist()
    spades, hearts, diamonds, clubs = ({chosen: cards_of([0] * i + [chosen]) for chosen in sets} for i in range(4))
    raises = game.options.raises
    legal = [_legal(most_raise(raises, suited)) for suited in range(MOST_CARDS + 1)]
    for first, second, third, fourth in distinct_hands(deal):
        cards = spades[first] + hearts[second] + diamonds[third] + clubs[fourth]
        decision = decide(Known("raise", cards))
        multiple = legal[len(spades[first])].get(decision)
        given.append(_multiple(game, cards, decision) if multiple is None else multiple)
    return given_plan(given)


def _legal(most: int) -> dict[Decision, int]:
    return {Decision(FOLD): 0, **{Decision(RAISE, multiple): multiple for multiple in range(1, most + 1)}}


def _multiple(game: HighCardFlush, cards: tuple[Card, ...], decision: Decision) -> int:
    """Of a decision written in another way than the game writes it; refused if it is not legal."""
    offers = tuple(game.offers("raise", Spot(1, {}, cards)))
    return int(find_offer(offers, decision).decision.multiple)
