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
from tests.odds.test_high_card_flush_brute_force import FLUSH_NUMBERS, _all_dealer_hands, card_bit, flush_number
from tests.simulation.kernel_proof import Case, check_on_the_table, differences
from tests.simulation.proofs.high_card_flush import PROOF

from houseway.cards import DECK, Card, parse_cards
from houseway.counting.game_odds import Known
from houseway.derived.by_suit_odds import BySuit
from houseway.derived.walk import settle_each
from houseway.errors import IllegalAction, OptionError
from houseway.games.high_card_flush import raise_plans
from houseway.games.high_card_flush.charts import by_suited_cards
from houseway.games.high_card_flush.counting import HANDS, WHOLE, shapes
from houseway.games.high_card_flush.dealer import Deal, bits, cards_of, ranks_of
from houseway.games.high_card_flush.odds import Odds
from houseway.games.high_card_flush.rules import RAISE, HighCardFlush
from houseway.rules.game import FOLD, Decision, HouseCards, Spot
from houseway.rules.pay_tables import Ratio

HALF = Fraction(1, 2)
SIZES = tuple(1 + step * HALF for step in range(5))  # 1x, 1.5x, 2x, 2.5x, 3x
UNIT = 100  # cents on the ante


def value(game: HighCardFlush, hand: tuple[Card, ...], size: Ratio) -> Fraction:
    """In antes, over all 45,379,620 hands of the dealer: what the rules pay for each flush that one can have."""
    staked = {"ante": UNIT, "raise": int(UNIT * size)}
    spot = Spot(1, staked, hand, decisions=((RAISE, Decision(RAISE, size)),))
    nets: dict[Any, int] = {}
    ends = np.zeros(1 << 16, np.int64)
    for flush in shapes().sets.tolist():
        pays = settle_each(game, tuple(staked), spot, HouseCards(cards_of([flush])))
        net = Fraction(sum(staked[pay.wager] * pay.odds for pay in pays))
        ends[flush_number(ranks_of(flush))] = nets.setdefault(net, len(nets))
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
    told = {item.decision.multiple: item.value for item in Odds(game).advise(hand)[1] if item.decision.multiple}
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


def test_sizes_between_are_counted_apart() -> None:
    """Seven ranks: the same hands and the same ends as at the cap, under other sizes."""
    game, deal = HighCardFlush.make(), Deal(bits([14, 11, 10, 9, 8, 6, 3]))
    found, most = (raise_plans.decided(decide, game, deal) for decide in (between, at_the_cap))
    assert found.sizes == (*WHOLE, Fraction(3, 2), Fraction(5, 2))
    for size, cap in ((0, 0), (1, 1), (Fraction(3, 2), 2), (Fraction(5, 2), 3)):
        assert (found.results[:, :, found.sizes.index(size)] == most.results[:, :, cap]).all()
        assert found.results[:, :, found.sizes.index(size), HANDS].any()
    assert (found.flushes == most.flushes).all()
    assert by_suited_cards(found).columns == ("Suited cards", "Hands", "Fold", "Raise 1x", "Raise 1.5x", "Raise 2.5x")


@pytest.mark.slow
@pytest.mark.thorough
def test_a_strategy_that_raises_in_between_is_counted_and_simulated() -> None:
    """The rows are those at the cap with smaller nets, and the kernel plays what is counted."""
    odds = Odds(HighCardFlush.make())
    count, most = odds.count(between), odds.count(at_the_cap)
    named = {"2x": "1.5x", "3x": "2.5x"}
    wanted = {}
    for row in most.rows:
        size = next((size for size in named if size in row.label), "")
        smaller = HALF * ((row.net > 0) - (row.net < 0)) if size else 0
        wanted[row.label.replace(size, named.get(size, "")) if size else row.label] = row.net - smaller, row.count
    assert {row.label: (row.net, row.count) for row in count.rows} == wanted
    assert [row.label for row in count.rows if "Wins" in row.label] == [
        f"Wins with a {size} raise" for size in ("1x", "1.5x", "2.5x")
    ]
    assert mean(count) < mean(most)
    assert sum(joint.main for joint in odds.joint_counts(between)) == mean(count) * count.total
    kernel = PROOF.make(Case("standard", {}, between))
    assert kernel.multiples == [1, Fraction(3, 2), Fraction(5, 2)]
    assert not differences(kernel, PROOF.hands(kernel), rounds=100_000)
    assert check_on_the_table(kernel, between, seats=3, rounds=range(40), key=6) == 120


@pytest.mark.thorough
def test_the_derived_count_agrees_in_between() -> None:
    """2x with six suited cards is a size in between too: derived counting knows only the ends."""

    def twice(known: Known) -> Decision:
        decision = between(known)
        return decision._replace(multiple=min(2, decision.multiple)) if decision.multiple else decision

    odds = Odds(HighCardFlush.make())
    derived = BySuit(odds.game, labels=odds)
    one, two = derived.count(twice), odds.count(twice)
    rows = [{(row.label, row.net): row.count for row in count.rows if row.count} for count in (one, two)]
    assert rows[0] == rows[1]
    assert (one.total, one.average_bet) == (two.total, two.average_bet)


def test_other_sizes_are_refused() -> None:
    game, deal = HighCardFlush.make(), Deal(bits([14, 11, 10, 9, 8, 6, 3]))
    with pytest.raises(IllegalAction, match="multiple 1 to 2"):
        raise_plans.decided(
            lambda known: (
                decision._replace(multiple=Fraction(5, 2)) if (decision := between(known)).multiple > 1 else decision
            ),
            game,
            deal,
        )
    with pytest.raises(IllegalAction, match="not whole cents"):
        raise_plans.decided(
            lambda known: (
                decision._replace(multiple=1 + Fraction(1, 1009))
                if (decision := between(known)).multiple > 1
                else decision
            ),
            game,
            deal,
        )
    asked = iter(range(10**6))

    def many(known: Known) -> Decision:
        decision = between(known)
        return decision._replace(multiple=1 + Fraction(1 + next(asked), 10**4)) if decision.multiple > 1 else decision

    with pytest.raises(OptionError, match="100 sizes"):
        raise_plans.decided(many, game, deal)
