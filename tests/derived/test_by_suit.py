"""Counting and simulating suit by suit, on an outside game written in rules alone, beside dealing every deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb
from typing import Any, ClassVar

import numpy as np
import pytest
from tests.simulation.kernel_proof import check_cutting, check_on_the_table, nets_of_codes, worst_z

from houseway.cards import DECK, Card
from houseway.contract.law import ContractError
from houseway.odds.by_suit_odds import BySuit, SuitStrategy
from houseway.odds.game_odds import OPTIMAL, Decider, Hand, Known
from houseway.odds.sheet import Named, OddsSheet
from houseway.odds.solver import odds_of
from houseway.odds.walk import UNIT, Piles, Walker, in_order, net_of
from houseway.rules import HandNames
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, whole
from houseway.rules.procedure import (
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
    IN_PLAY,
    LOWER,
    NOT_QUALIFIED,
    PLAYERS,
    QUALIFIES,
    Area,
    Case,
    Deal,
    Decide,
    Face,
    Layout,
    Settle,
    Side,
    Step,
    TakeWagers,
    Turn,
    When,
)
from houseway.rules.wagers import Kind, Wager
from houseway.simulation.kernel import derived_kernel
from houseway.simulation.kernel_by_suit import SuitKernel

ROYAL, PLAIN = When("royal", "the dealer's points are tens"), When("plain", "the dealer's points are not tens")


@dataclass(frozen=True)
class PointsOptions(Options):
    lowest: int = whole(2, least=2, most=11, help="the lowest rank in the deck")
    player: int = whole(4, least=1, most=7, help="cards to the player")
    dealer: int = whole(5, least=1, most=7, help="cards to the dealer")
    needed: int = whole(24, least=0, most=99, help="points with which the dealer plays")


def points(ranks: Iterable[int]) -> int:
    """Aces are eleven, court cards ten: sets of different sizes and ranks may be equal."""
    return sum({14: 11, 13: 10, 12: 10, 11: 10}.get(rank, rank) for rank in ranks)


def suits(cards: Iterable[Card]) -> list[tuple[int, ...]]:
    held = sorted(cards, reverse=True)
    return [tuple([card.rank for card in held if card.suit == suit]) for suit in range(4)]


class PointsNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return f"{self.game.player_class(spot, house)[0]} points"

    def dealer(self, house: HouseCards) -> str:
        return f"{self.game.dealer_class(house)[0]} points"


class SuitOfPoints(Game[PointsOptions]):
    """The points of one suit count. Fold, or bet once, up to three times with a long suit or a gap in one.

    A side wager is on the longest suit and the largest gap in one suit, which need not be the suit that plays.
    """

    id: ClassVar[str] = "suit-of-points"
    name: ClassVar[str] = "Suit of Points"
    blurb: ClassVar[str] = "The suit with the most points plays."
    manual: ClassVar[str] = "Made up for houseway's tests"
    names_type = PointsNames
    options_type = PointsOptions
    editions = (Edition("plain", "As it is", {}),)
    by_suit = True

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank >= self.options.lowest)

    @property
    def seats(self) -> int:
        return min(4, (len(self.deck) - self.options.dealer) // self.options.player)

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="more points")
        yield Wager(id="bet", name="Bet", kind=Kind.RAISE, on="ante", most=3, text="more points")
        yield Wager(id="shape", name="Shape", kind=Kind.SIDE, text="a long suit and a wide gap")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers(text="Bets.")
        yield Deal(to=PLAYERS, count=self.options.player, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=self.options.dealer, face=Face.DOWN)
        yield Decide(at="bet", side=Side.LEFT, text="Fold or bet.")
        yield Turn(whose=DEALER)
        both = ("ante", "bet")
        yield Settle(
            wagers=both,
            side=Side.RIGHT,
            cases=(
                Case(id="folded", when=(FOLDED,), pays={"ante": Fraction(-1, 2)}),
                Case(id="not-qualified", when=(IN_PLAY, NOT_QUALIFIED), pays={"ante": 1, "bet": 0}),
                *(
                    Case(id=f"royal-{when.key}", when=(IN_PLAY, ROYAL, when), pays=dict.fromkeys(both, pays))
                    for when, pays in ((HIGHER, 2), (EQUAL, -1), (LOWER, -1))
                ),
                *(
                    Case(id=when.key, when=(IN_PLAY, QUALIFIES, PLAIN, when), pays=dict.fromkeys(both, pays))
                    for when, pays in ((HIGHER, 1), (EQUAL, 0), (LOWER, -1))
                ),
            ),
        )
        yield Settle(
            wagers=("shape",),
            side=Side.RIGHT,
            cases=(
                Case(id="long", when=(When("long", "three cards of a suit or more"),), pays={"shape": 4}),
                Case(id="wide", when=(When("wide", "only two cards of a suit and a gap"),), pays={"shape": 1}),
                Case(id="neither", pays={"shape": -1}),
            ),
        )

    def make_layout(self) -> Layout:
        areas = tuple(Area(id=wager.id, label=wager.name, kind="bet", x=0, y=0) for wager in self.wagers)
        return Layout(dealer=(), player=areas)

    def suit_class(self, ranks: tuple[int, ...]) -> tuple[int, int, int]:
        gaps = [high - low for high, low in pairwise(ranks)]
        return points(ranks), len(ranks), max(gaps, default=0)

    def _best(self, cards: tuple[Card, ...]) -> tuple[int, ...]:
        return tuple(max(values) for values in zip(*map(self.suit_class, suits(cards)), strict=True))

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, tuple[int, ...]]:
        strength, *shape = self._best(spot.dealt)
        return strength, tuple(shape)

    def dealer_class(self, house: HouseCards) -> tuple[int, Hashable]:
        strength = self._best(house.dealer)[0]
        return strength, "royal" if strength % 10 == 0 else strength >= self.options.needed

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        _, (size, gap) = self.player_class(spot, spot.seen)
        return Offer(Decision(FOLD)), Offer(Decision("bet", 1), "bet", 3 if size > 2 or gap > 2 else 1)

    def dealer_qualifies(self, house: HouseCards) -> bool:
        return self.dealer_class(house)[1] is not False

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when in ("royal", "plain"):
            return (self.dealer_class(house)[1] == "royal") == (when == "royal")
        _, (size, gap) = self.player_class(spot, house)
        return size > 2 if when == "long" else size == 2 and gap > 1


class PointsSheet(OddsSheet[SuitOfPoints]):
    strategies: ClassVar[Any] = {
        OPTIMAL: Named("the best decision"),
        "from-nine": SuitStrategy(
            "from an ace", high=12, bet_from=((14,), (12,)), most_from=((14, 13), (14, 12), (12,))
        ),
        "counted": SuitStrategy("from the best points", high=12),
    }


def points_odds(game: SuitOfPoints) -> BySuit[SuitOfPoints]:
    return BySuit(game, sheet=PointsSheet(game))


SHORT = {"lowest": 11, "player": 3, "dealer": 4, "needed": 21}
SHORTER = {"lowest": 10, "player": 2, "dealer": 3, "needed": 0}


class Deals:
    """Every deal of a short deck, dealt and settled one by one, up to the names of suits."""

    def __init__(self, game: SuitOfPoints) -> None:
        self.game, self.walker = game, Walker(game)
        self.hands = Counter(tuple(sorted(suits(cards))) for cards in combinations(game.deck, game.options.player))
        self._settled: dict[Any, list[Hand]] = {}

    def cards(self, hand: tuple[tuple[int, ...], ...]) -> tuple[Card, ...]:
        return tuple(Card(4 * (rank - 2) + suit) for suit, ranks in enumerate(hand) for rank in ranks)

    def legal(self, cards: tuple[Card, ...]) -> list[Decision]:
        offers = self.game.offers("bet", Spot(1, {}, cards))
        return [
            offer.decision._replace(multiple=multiple)
            for offer in offers
            for multiple in range(int(offer.decision.multiple), int(offer.most or offer.decision.multiple) + 1)
        ]

    def settled(self, cards: tuple[Card, ...], decision: Decision) -> list[Hand]:
        if (cards, decision) not in self._settled:
            left = [card for card in self.game.deck if card not in cards]
            self._settled[cards, decision] = [
                self.walker.play(Piles(dealt=cards, dealer=dealer), in_order([decision]))
                for dealer in combinations(left, self.game.options.dealer)
            ]
        return self._settled[cards, decision]

    def net(self, hand: Hand) -> Fraction:
        return net_of(self.game, hand, self.game.wagers.main_group) / UNIT

    def value(self, cards: tuple[Card, ...], decision: Decision) -> Fraction:
        hands = self.settled(cards, decision)
        return sum(map(self.net, hands), Fraction()) / len(hands)

    def best(self, known: Known) -> Decision:
        return max(
            self.legal(known.cards), key=lambda decision: (self.value(known.cards, decision), -decision.multiple)
        )

    def joint(self, decide: Decider) -> Counter[tuple[Fraction, Fraction, Fraction]]:
        """Deals by what the main wager nets, all that was bet on it, and what the side wager pays."""
        found: Counter[tuple[Fraction, Fraction, Fraction]] = Counter()
        for hand, weight in self.hands.items():
            cards = self.cards(hand)
            for played in self.settled(cards, decide(Known("bet", cards))):
                bet = Fraction(sum(played.spot.stakes.get(wager, 0) for wager in ("ante", "bet")), UNIT)
                pay = played.pay("shape")
                assert pay is not None
                found[self.net(played), bet, Fraction(pay.odds)] += weight
        return found


@cache
def dealt(options: tuple[tuple[str, int], ...]) -> Deals:
    return Deals(SuitOfPoints.make(changes=dict(options)))


def by_gap(known: Known) -> Decision:
    """No good strategy, and one that looks at all suits."""
    total = sum(rank * (1 + index) for index, rank in enumerate(sorted(card.rank for card in known.cards)))
    return Decision(FOLD) if total % 3 == 0 else Decision("bet", 1)


def by_points(lowest: Callable[[int], tuple[int, int]]) -> Decider:
    """A strategy by the best suit's points and the queens or better in the other suits."""

    def decide(known: Known) -> Decision:
        ordered = sorted(suits(known.cards), key=lambda ranks: (points(ranks), sum(1 << rank for rank in ranks)))
        bet, most = lowest(sum(rank >= 12 for ranks in ordered[:3] for rank in ranks))
        if points(ordered[3]) < bet:
            return Decision(FOLD)
        _, (size, gap) = SuitOfPoints.make().player_class(Spot(1, {}, known.cards), HouseCards())
        return Decision("bet", 3 if (size > 2 or gap > 2) and points(ordered[3]) >= most else 1)

    return decide


@pytest.mark.parametrize("options", [SHORT, SHORTER], ids=["three against four", "two against three"])
@pytest.mark.parametrize("strategy", [OPTIMAL, "from-nine", "counted", by_gap])
def test_the_count_is_every_deal_of_a_short_deck(options: dict[str, int], strategy: Any) -> None:
    deals = dealt(tuple(options.items()))
    odds = points_odds(deals.game)
    decide: Decider
    if strategy == OPTIMAL:
        decide = deals.best
    elif strategy == "from-nine":
        decide = by_points(lambda high: ((11, 10)[min(high, 1)], (21, 21, 10)[min(high, 2)]))
    elif strategy == "counted":
        lowest, strengths = odds.lowest(strategy), [*odds.suits.strengths, 99]
        decide = by_points(lambda high: (strengths[lowest.bet[high]], strengths[lowest.most[high]]))
    else:
        decide = strategy
    expected = deals.joint(decide)
    count = odds.count(strategy)
    assert count.total == expected.total() == comb(len(deals.game.deck), options["player"]) * odds.suits.ways
    nets: Counter[Fraction] = Counter()
    for (net, _, _), deals_of_net in expected.items():
        nets[net] += deals_of_net
    assert count.distribution == nets
    assert count.average_bet == sum(bet * number for (_, bet, _), number in expected.items()) / count.total
    lines = odds.side_outcomes("shape")
    joint = {
        Fraction(lines[counted.rows[0]].odds): (counted.weight, counted.main) for counted in odds.joint_counts(strategy)
    }
    wanted: dict[Any, tuple[int, Fraction]] = {}
    for (net, _, paid), number in expected.items():
        weight, main = wanted.get(paid, (0, Fraction()))
        wanted[paid] = weight + number, main + net * number
    assert joint == wanted


def test_advice_and_outlook_are_every_deal_of_a_hand() -> None:
    deals = dealt(tuple(SHORT.items()))
    odds = BySuit(deals.game)
    for hand in list(deals.hands)[::3]:
        cards = deals.cards(hand)
        _, advice = odds.advise(Known("", cards))
        assert dict(advice) == {decision: deals.value(cards, decision) for decision in deals.legal(cards)}
        assert [item.value for item in advice] == sorted((item.value for item in advice), reverse=True)
        for decision, found in odds.outlook(Known("bet", cards)).items():
            nets = [deals.net(played) for played in deals.settled(cards, decision)]
            assert found[:3] == (len(nets), sum(net > 0 for net in nets), sum(net < 0 for net in nets))


def test_states_stand_for_all_hands() -> None:
    """Seven cards of a short deck, where a suit may come twice: as many hands and ways to deal them as there are."""
    game = SuitOfPoints.make(changes={"lowest": 9, "player": 7, "dealer": 3, "needed": 30})
    odds = BySuit(game)
    grouped = sum(int(block.states.weight.sum()) for block in odds.suits.states)
    hands = {tuple(sorted(suits(cards))) for cards in combinations(game.deck, 7)}
    listed = [tuple(sorted(suits(odds.suits.cards(sets)))) for sets in odds.suits.hands()]
    assert grouped == comb(24, 7)
    assert len(listed) == len(set(listed))
    assert set(listed) == hands
    assert sum(len(block.kinds) for block in odds.suits.states) < len(hands) / 2


def test_no_short_strategy_beats_the_counted_one() -> None:
    """By points and queens or better outside, every pair of borders for one number of them."""
    deals = dealt(tuple(SHORTER.items()))
    odds = points_odds(deals.game)
    borders = [*odds.suits.strengths, 99]
    counted = odds.lowest("counted")
    bets = [borders[number] for number in counted.bet]
    mosts = [borders[number] for number in counted.most]

    def value(bet: list[int], most: list[int]) -> Fraction:
        joint = deals.joint(by_points(lambda high: (bet[high], most[high])))
        return sum((net * number for (net, _, _), number in joint.items()), Fraction())

    best = value(bets, mosts)
    for high in range(2):
        for border in borders:
            assert value([*bets[:high], border, *bets[high + 1 :]], mosts) <= best


# --- simulation ---


@cache
def kernel_of(strategy: Any, options: tuple[tuple[str, int], ...] = ()) -> SuitKernel[Any]:
    game = SuitOfPoints.make(changes=dict(options))
    assert isinstance(odds_of(game), BySuit)
    kernel = derived_kernel(game, strategy, BySuit(game))
    assert isinstance(kernel, SuitKernel)
    return kernel


LARGER = (("lowest", 7), ("needed", 25))


@pytest.mark.parametrize("strategy", [OPTIMAL, by_gap])
@pytest.mark.parametrize("seats", [1, 3])
def test_rounds_are_those_of_the_table_and_of_the_count(strategy: Any, seats: int) -> None:
    kernel = kernel_of(strategy, LARGER)
    decide = odds_of(kernel.game).decider(strategy)
    assert check_on_the_table(kernel, decide, seats=seats, rounds=range(60), key=5) == 60 * seats
    assert worst_z(kernel, nets_of_codes(kernel), rounds=200_000 // seats, seats=seats, key=2024) < 4.5
    check_cutting(kernel, seats=seats)
    assert len(kernel.others.plays) > 1  # there are hands that their best suit does not decide


def test_a_wrong_decision_is_caught() -> None:
    kernel = SuitKernel(game := SuitOfPoints.make(changes=dict(LARGER)), by_gap, BySuit(game))
    kernel.others = kernel.others._replace(plays=kernel.others.plays[::-1].copy())
    with pytest.raises(ContractError):
        check_on_the_table(kernel, by_gap, seats=1, rounds=range(200), key=5)


def test_a_whole_deck_is_counted_as_it_is_dealt() -> None:
    """Seven cards each, strengths that many sets share, against random deals."""
    game = SuitOfPoints.make(changes={"player": 7, "dealer": 7, "needed": 40})
    kernel = derived_kernel(game, OPTIMAL, BySuit(game))
    assert worst_z(kernel, nets_of_codes(kernel), rounds=200_000, seats=1, key=7) < 4.5
    codes = np.empty((1000, 2), np.uint16)
    kernel.fill(3, 0, codes)
    assert codes[17].tolist() == list(kernel.play_one(3, 17, 2).codes)
