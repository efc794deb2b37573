"""High Card Flush: a raise may be any amount up to the cap of the hand, and none between is better than the ends.

The ante does not depend on the raise, and the raise pays even money, pushes or loses whatever its size: the value of a
hand is a straight line in the raise. So is the edge of a strategy that raises in between.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.odds.reading import mean
from tests.odds.test_high_card_flush import SevenRanks
from tests.odds.test_high_card_flush_brute_force import (
    FLUSH_NUMBERS,
    _all_dealer_hands,
    card_bit,
    flush_number,
    flushes,
)
from tests.simulation.kernel_proof import check_on_the_table

from houseway.cards import DECK, Card, parse_cards
from houseway.errors import IllegalAction
from houseway.games.high_card_flush.rules import RAISE, HighCardFlush
from houseway.odds import Odds
from houseway.odds.game_odds import Known
from houseway.odds.walk import settle_each
from houseway.rules.game import FOLD, Decision, HouseCards, Spot
from houseway.rules.pay_tables import Ratio
from houseway.simulation.kernel import derived_kernel

HALF = Fraction(1, 2)
SIZES = tuple(1 + step * HALF for step in range(5))  # 1x, 1.5x, 2x, 2.5x, 3x
UNIT = 100  # cents on the ante


def value(game: HighCardFlush, hand: tuple[Card, ...], size: Ratio) -> Fraction:
    """In antes, over all 45,379,620 hands of the dealer: what the rules pay for each flush that one can have."""
    staked = {"ante": UNIT, "raise": int(UNIT * size)}
    spot = Spot(1, staked, hand, decisions=((RAISE, Decision(RAISE, size)),))
    nets: dict[Any, int] = {}
    ends = np.zeros(1 << 16, np.int64)
    for ranks in flushes()[1:]:
        pays = settle_each(game, tuple(staked), spot, HouseCards(tuple(Card(4 * (rank - 2)) for rank in ranks)))
        net = Fraction(sum(staked[pay.wager] * pay.odds for pay in pays))
        ends[flush_number(ranks)] = nets.setdefault(net, len(nets))
    left = np.array([card_bit(card) for card in DECK if card not in hand])
    counts = [int(count) for count in _all_dealer_hands(left, FLUSH_NUMBERS, ends)]
    return sum((net * counts[number] for net, number in nets.items()), Fraction()) / sum(counts) / UNIT


@pytest.mark.parametrize(
    ("raises", "cards", "most"),
    [
        ("1/2/3", "Th 8h 6h Jh Ah Qd Jc", 2),
        ("1/2/3", "6h 5h 4h 3h 2h As Kd", 2),
        ("1/2/3", "9h 6h 5h 4h 3h 2h Kd", 3),
        ("1/2/3", "Ah Kh 9h 6h 5h 3h 2h", 3),
        ("2/3/3", "Jh 8h 3h 7d 4d 2c 9s", 2),  # a house that lets three suited cards raise twice: once is better
        ("2/3/3", "Ah Kh 9h 7d 4d 2c 9s", 2),
    ],
)
def test_the_value_of_a_hand_is_a_line_in_its_raise(raises: str, cards: str, most: int) -> None:
    """Counted at every half: the steps are equal, so that the best raise is once the ante or the most allowed."""
    game, hand = HighCardFlush.make(changes={"raises": raises}), parse_cards(cards)
    sizes = [size for size in SIZES if size <= most]
    values = {size: value(game, hand, size) for size in sizes}
    step = values[sizes[1]] - values[sizes[0]]
    assert step != 0
    assert [values[size] for size in sizes] == [values[sizes[0]] + index * step for index in range(len(sizes))]
    assert max(values, key=lambda size: values[size]) in (1, most)
    told = {
        item.decision.multiple: item.value for item in Odds(game).advise(Known("", hand))[1] if item.decision.multiple
    }
    assert told == {size: values[size] for size in sizes if size.denominator == 1}


# --- strategies that raise in between ---


def between(known: Known) -> Decision:
    """Fold two suited cards; raise three and four once, five 1.5x, six and seven 2.5x."""
    suits = [card.suit for card in known.cards]
    suited = max(map(suits.count, range(4)))
    if suited < 3:
        return Decision(FOLD)
    return Decision(RAISE, 1 if suited < 5 else Fraction(3, 2) if suited == 5 else Fraction(5, 2))


def at_the_cap(known: Known) -> Decision:
    decision = between(known)
    return decision._replace(multiple=decision.multiple + HALF) if decision.multiple > 1 else decision


def test_a_strategy_that_raises_in_between_is_counted_and_simulated() -> None:
    """Seven ranks: the same hands and the same ends as at the cap, under other sizes."""
    odds = Odds(SevenRanks.make())
    count, most = odds.count(between), odds.count(at_the_cap)
    named = {"2x": "1.5x", "3x": "2.5x"}
    wanted = {}
    for row in most.rows:
        size = next((size for size in named if size in row.label), "")
        smaller = HALF * ((row.net > 0) - (row.net < 0)) if size else 0
        wanted[row.label.replace(size, named.get(size, "")) if size else row.label] = row.net - smaller, row.count
    assert {row.label: (row.net, row.count) for row in count.rows} == wanted
    assert mean(count) < mean(most)
    assert sum(joint.main for joint in odds.joint_counts(between)) == mean(count) * count.total
    columns = odds.charts(between)[0].columns
    assert columns == ("Suited cards", "Hands", "Fold", "Raise 1x", "Raise 1.5x", "Raise 2.5x")
    kernel = derived_kernel(odds.game, between, odds)
    assert check_on_the_table(kernel, between, seats=3, rounds=range(40), key=6) == 120


@pytest.mark.parametrize(
    ("size", "why"), [(Fraction(5, 2), "multiple 1 to 2"), (1 + Fraction(1, 1009), "not whole cents")]
)
def test_other_sizes_are_refused(size: Ratio, why: str) -> None:
    def decide(known: Known) -> Decision:
        decision = between(known)
        return decision._replace(multiple=size) if decision.multiple > 1 else decision

    with pytest.raises(IllegalAction, match=why):
        Odds(SevenRanks.make()).count(decide)
