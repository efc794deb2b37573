"""High Card Flush with other rules: a subclass changes them, and odds, advice and simulation follow."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.odds.reading import mean
from tests.odds.test_high_card_flush_brute_force import (
    FLUSH_NUMBERS,
    _all_dealer_hands,
    card_bit,
    flush_number,
    flushes,
)
from tests.sizes import sized

from houseway.cards import DECK, Card, parse_cards
from houseway.errors import HousewayError
from houseway.games.high_card_flush.odds import NO_FLUSH
from houseway.games.high_card_flush.rules import RAISE, HighCardFlush, best_suit
from houseway.odds import Odds
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.game_odds import Known
from houseway.odds.walk import UNIT, Piles, Walker, in_order, net_of, settle_each
from houseway.rules.game import FOLD, Decision, HouseCards, Offer, Pay, Spot
from houseway.rules.procedure import Settle
from houseway.simulation.kernel_by_suit import SuitKernel


class Paid(HighCardFlush):
    """Some pays are others."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            if spot.folded or pay.wager not in ("ante", "raise"):
                yield pay
            else:
                yield pay._replace(odds=self.pays(pay, pay.case, spot, house))

    def pays(self, pay: Pay, outcome: str, spot: Spot, house: HouseCards) -> Any:
        raise NotImplementedError


class TiesLose(Paid):
    def pays(self, pay: Pay, outcome: str, spot: Spot, house: HouseCards) -> Any:
        return -1 if outcome == "tie" else pay.odds


class IdleDealerPushes(Paid):
    """The ante is not paid when the dealer does not qualify."""

    def pays(self, pay: Pay, outcome: str, spot: Spot, house: HouseCards) -> Any:
        return 0 if outcome == "not-qualified" else pay.odds


class RaisePaysDouble(Paid):
    def pays(self, pay: Pay, outcome: str, spot: Spot, house: HouseCards) -> Any:
        return 2 if pay.wager == "raise" and pay.odds > 0 else pay.odds


class IdleDealerIsCompared(Paid):
    """A dealer who does not qualify pays 3 to 2 to a better hand, and takes half the ante of a lower one."""

    def pays(self, pay: Pay, outcome: str, spot: Spot, house: HouseCards) -> Any:
        if outcome != "not-qualified" or pay.wager == "raise":
            return pay.odds
        ours, theirs = self.player_class(spot, house)[0], self.dealer_class(house)[0]
        return Fraction(3, 2) if ours > theirs else 0 if ours == theirs else Fraction(-1, 2)


class StraightFlushSaves(Paid):
    """Three suited cards in sequence lose no raise, and the raise on five pays 3 to 1."""

    def pays(self, pay: Pay, outcome: str, spot: Spot, house: HouseCards) -> Any:
        _, (_, run) = self.player_class(spot, house)
        if pay.wager == "raise" and outcome == "loss" and run >= 3:
            return 0
        return 3 if pay.wager == "raise" and pay.odds > 0 and run >= 5 else pay.odds


class EveryDealerQualifies(HighCardFlush):
    def dealer_qualifies(self, house: HouseCards) -> bool:
        return True


class NoDealerQualifies(HighCardFlush):
    def dealer_qualifies(self, house: HouseCards) -> bool:
        return False


class AceKingQualifies(HighCardFlush):
    def dealer_qualifies(self, house: HouseCards) -> bool:
        return self.dealer_class(house)[1]

    def dealer_class(self, house: HouseCards) -> tuple[tuple[int, ...], bool]:
        strength = (len(best_suit(house.dealer)), *best_suit(house.dealer))
        return strength, strength >= (2, 14, 13)


class RaiseTwoOrFour(HighCardFlush):
    """Three suited cards in sequence may be raised four times, other hands twice; nobody raises once."""

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        _, (_, run) = self.player_class(spot, spot.seen)
        yield Offer(Decision(FOLD))
        for multiple in (2, 4) if run >= 3 else (2,):
            yield Offer(Decision(RAISE, multiple), "raise", multiple)

    def make_wagers(self) -> Iterable[Any]:
        from dataclasses import replace

        for wager in super().make_wagers():
            yield replace(wager, most=4) if wager.id == "raise" else wager


class FoldKeepsHalf(HighCardFlush):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield pay._replace(odds=Fraction(-1, 2)) if spot.folded and pay.wager == "ante" else pay


class TwoKindsOfDealer(HighCardFlush):
    def dealer_class(self, house: HouseCards) -> tuple[tuple[int, ...], Any]:
        strength, qualifies = super().dealer_class(house)
        return strength, (strength[0] > 4, qualifies)


class HalfRaises(HighCardFlush):
    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return (*super().offers(at, spot), Offer(Decision(RAISE, Fraction(1, 2)), "raise", Fraction(1, 2)))


SUBCLASSES = [
    TiesLose,
    IdleDealerPushes,
    RaisePaysDouble,
    IdleDealerIsCompared,
    StraightFlushSaves,
    EveryDealerQualifies,
    NoDealerQualifies,
    AceKingQualifies,
    RaiseTwoOrFour,
    FoldKeepsHalf,
    TwoKindsOfDealer,
    HalfRaises,
]
every_subclass = pytest.mark.parametrize("rules", SUBCLASSES)
HANDS = [
    "Th 8h 6h Js Ad Qd Jc",
    "Ah Kh Qh 7d 4d 2d 9c",
    "As Kh Ah Ks Qd Jd Qc",  # two suited cards
    "8s 7s 6s 5s 4s 3h 2d",
]


def enumerated(game: HighCardFlush, hand: tuple[Card, ...], decision: Decision) -> Fraction:
    """The value over all 45,379,620 hands of the dealer: each flush that one can have is settled by the rules."""
    staked: dict[str, Any] = {"ante": 1, "raise": decision.multiple} if decision.multiple else {"ante": 1}
    spot = Spot(1, staked, hand, decisions=((RAISE, decision),), folded=decision.folds)
    nets: dict[Any, int] = {}
    ends = np.zeros(1 << 16, np.int64)
    for ranks in flushes()[1:]:
        pays = settle_each(game, tuple(staked), spot, HouseCards(tuple(Card(4 * (rank - 2)) for rank in ranks)))
        net = Fraction(sum(staked[pay.wager] * pay.odds for pay in pays))
        ends[flush_number(ranks)] = nets.setdefault(net, len(nets))
    left = np.array([card_bit(card) for card in DECK if card not in hand])
    counts = [int(count) for count in _all_dealer_hands(left, FLUSH_NUMBERS, ends)]
    return sum((net * counts[index] for net, index in nets.items()), Fraction()) / sum(counts)


@every_subclass
def test_advice_is_the_value_over_all_hands_of_the_dealer(rules: type[HighCardFlush]) -> None:
    game = rules.make()
    for text in HANDS[:: 1 if rules in (IdleDealerIsCompared, EveryDealerQualifies) else 3]:
        hand = parse_cards(text)
        at, advice = Odds(game).advise(Known("", hand))
        legal = [
            offer.decision._replace(multiple=multiple)
            for offer in game.offers(at, Spot(1, {}, hand))
            for multiple in (offer.decision.multiple, *range(int(offer.decision.multiple) + 1, int(offer.most) + 1))
        ]
        assert sorted(item.decision for item in advice) == sorted(legal)
        for decision, value in (advice[0], advice[-1]):
            assert value == enumerated(game, hand, decision)
        assert advice[0].value == max(item.value for item in advice)


@cache
def kernel_of(rules: type[HighCardFlush], strategy: str = "optimal") -> SuitKernel[HighCardFlush]:
    game = rules.make()
    return SuitKernel(game, strategy, BySuit(game))


@every_subclass
def test_kernel_and_count_end_hands_as_the_table_settles_them(rules: type[HighCardFlush]) -> None:
    """Round by round: the net and the row of ante and raise, and what the side wagers pay."""
    kernel = kernel_of(rules)
    game, odds = kernel.game, Odds(kernel.game)
    walker, rows = Walker(game), odds.count("optimal").rows
    codes = np.empty((1_500, 1), np.uint16)
    kernel.fill(4, 0, codes)
    for number, (code, cards) in enumerate(
        zip(codes[:, 0].tolist(), kernel.cards(4, 0, 1_500, 1).tolist(), strict=True)
    ):
        dealt, outcome = tuple(map(Card, cards)), kernel.outcome(code)
        multiple = outcome.main_bet - 1
        decision = Decision(RAISE, multiple) if multiple else Decision(FOLD)
        if number < 150:
            assert odds.advise(Known("", dealt[:7]))[1][0].decision == decision
        hand = walker.play(Piles(dealt=dealt[:7], dealer=dealt[7:]), in_order([decision]))
        assert outcome.main_net == net_of(game, hand, game.wagers.main_group) / UNIT
        (row,) = outcome.main_rows
        assert (rows[row].label, rows[row].net) == (odds.sheet.label(hand), outcome.main_net)
        for side, index in zip(odds.sides, outcome.side_rows, strict=True):
            pay, line = hand.pay(side), odds.side_outcomes(side)[index]
            assert pay is not None
            assert line[:4] == (odds.sheet.side_label(side, hand), pay.odds, pay.percent, pay.cents)


@every_subclass
@pytest.mark.parametrize(
    "strategy", ["optimal", "eleven", *sized(quick=(), test=(), thorough=("high-cards", "never-fold"))]
)
def test_the_count_is_what_the_kernel_plays(rules: type[HighCardFlush], strategy: str) -> None:
    """The exact mean within the error of 400,000 rounds; no strategy is better than the best."""
    game, kernel = rules.make(), kernel_of(rules, strategy)
    codes = np.empty((400_000, 1), np.uint16)
    kernel.fill(8, 0, codes)
    nets = np.array([float(kernel.outcome(code).main_net) for code in range(kernel.codes)])[codes[:, 0]]
    count = Odds(game).count(strategy)
    assert sum(row.count for row in count.rows) == count.total
    exact = mean(count)
    assert abs(nets.mean() - float(exact)) < 4.5 * nets.std() / math.sqrt(len(nets)) + 1e-12
    joint_counts = list(Odds(game).joint_counts(strategy))
    assert sum(joint.main for joint in joint_counts) == exact * count.total
    assert sum(joint.weight for joint in joint_counts) == count.total
    assert exact <= mean(Odds(game).count("optimal"))


def test_a_subclass_does_not_share_the_counts_of_its_base() -> None:
    base = mean(Odds(HighCardFlush.make()).count("optimal"))
    assert mean(Odds(TiesLose.make()).count("optimal")) < base < mean(Odds(RaisePaysDouble.make()).count("optimal"))
    assert mean(Odds(HighCardFlush.make()).count("optimal")) == base
    assert Odds(HighCardFlush.make()).card()[0] == Odds(HighCardFlush.make(changes={"raises": "1/5/5"})).card()[0]
    assert Odds(RaisePaysDouble.make()).card()[0] == "high-cards"


class FlushPaysMore(HighCardFlush):
    """Seven suited cards pay 500 to 1, and three push, which no table prints."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            if pay.wager == "flush" and pay.odds == -1 and self.player_class(spot, house)[1][0] == 3:
                yield pay._replace(odds=0)
            else:
                yield pay._replace(odds=500) if pay.wager == "flush" and pay.odds == 300 else pay


def test_a_side_wager_is_paid_by_the_rules() -> None:
    odds = Odds(FlushPaysMore.make())
    lines = [(line.label, line.odds) for line in odds.side_outcomes("flush")]
    assert lines[0] == ("7 Card Flush", 500)
    assert lines[-2:] == [(NO_FLUSH, -1), ("No paid hand", 0)]
    hands = [0] * len(lines)
    for joint in odds.joint_counts("optimal"):
        hands[joint.rows[0]] += joint.weight
    assert [count // math.comb(45, 7) for count in hands[-2:]] == [24_676_704, 78_881_088]


class ShorterIsBetter(HighCardFlush):
    def player_class(self, spot: Spot, house: HouseCards) -> tuple[tuple[int, ...], tuple[int, int]]:
        (length, *ranks), fact = super().player_class(spot, house)
        return (-length, *ranks), fact


def test_a_strength_that_no_suit_has_is_refused() -> None:
    with pytest.raises(HousewayError, match=r"^High Card Flush: the strength of [^.]* is not that of its best suit\.$"):
        Odds(ShorterIsBetter.make()).count("optimal")


def test_classes_are_what_suits_come_to() -> None:
    """The promise of `by_suit`: the strength and the facts are the greatest of the four suits."""
    game, random = HighCardFlush.make(), Random("suits")
    assert game.by_suit
    for _ in range(2_000):
        hand = tuple(random.sample(DECK, 7))
        suits = [tuple(sorted((card.rank for card in hand if card.suit == suit), reverse=True)) for suit in range(4)]
        strengths, runs = zip(*map(game.suit_class, suits), strict=True)
        assert game.player_class(Spot(1, {}, hand), HouseCards()) == (max(strengths), (max(strengths)[0], max(runs)))
        assert game.dealer_class(HouseCards(hand)) == (max(strengths), game.dealer_qualifies(HouseCards(hand)))
