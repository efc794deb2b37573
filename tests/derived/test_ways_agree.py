"""Different general ways of counting give the same numbers: with classes and without, by suits and by situations."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from tests.odds.reading import only_these
from tests.sizes import sized
from tests.wider.games.holdem import Holdem
from tests.wider.games.three_card_ante import ThreeCardAnte

from houseway.cards import DECK, Card, parse_cards
from houseway.catalog import game_class
from houseway.odds import odds_of, solve
from houseway.odds.by_situation import BySituation
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.cost import cost_of
from houseway.odds.estimated import Estimated
from houseway.odds.game_odds import OPTIMAL, Decider, Known
from houseway.odds.too_long import why_long
from houseway.odds.walk import UNIT, Piles, Walker, in_order, net_of
from houseway.rules.game import FOLD, Decision, Game, HouseCards, Pay, Spot
from houseway.rules.procedure import Deal, Settle, Step
from houseway.rules.settlement import COMPARED

SMALL = [card for card in DECK if card.rank in (5, 6, 9, 12)]


class Unclassed(ThreeCardAnte):
    """The same game without a word about classes."""

    player_class = Game.player_class  # type: ignore[assignment]
    dealer_class = Game.dealer_class  # type: ignore[assignment]

    def dealer_qualifies(self, house: HouseCards) -> bool:
        return self.qualifies(self.rank(house.dealer))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when not in COMPARED:
            return super().applies(when, spot, house)
        player, dealer = self.rank(spot.dealt), self.rank(house.dealer)
        return (player > dealer) - (player < dealer) == COMPARED[when]


def mean(odds: BySituation[Any], strategy: Any = OPTIMAL) -> Fraction:
    count = odds.count(strategy)
    assert sum(count.distribution.values()) == count.total == sum(row.count for row in count.rows if not row.bonus)
    return sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total


def test_with_and_without_classes() -> None:
    with_classes, without = (BySituation(game.make(), known=only_these(SMALL)) for game in (ThreeCardAnte, Unclassed))
    assert with_classes.count(OPTIMAL) == without.count(OPTIMAL)
    assert list(with_classes.joint_counts(OPTIMAL)) == list(without.joint_counts(OPTIMAL))
    cards = parse_cards("5c 9d Qh")
    assert with_classes.advise(Known("", cards)) == without.advise(Known("", cards))


def enumerated(game: Game[Any], cards: tuple[Card, ...], choice: str, deck: Iterable[Card] = DECK) -> Fraction:
    """The value of a decision with three cards, every hand of the dealer's settled."""
    walker, left = Walker(game), [card for card in deck if card not in cards]
    total, hands = Fraction(), 0
    for dealer in combinations(left, 3):
        hand = walker.play(Piles(dealt=cards, dealer=dealer), in_order([Decision(choice)]))
        total += net_of(game, hand, game.wagers.main_group)
        hands += 1
    return total / hands / UNIT


@pytest.mark.parametrize(
    ("cards", "ties"),
    [
        ("Qc 6d 4h", "push"),
        ("9c 9d 2s", "dealer"),
        *sized(quick=(), test=(), thorough=(("Qc 6d 4h", "dealer"), ("9c 9d 2s", "push"))),
    ],
)
def test_advice_equals_enumeration(ties: str, cards: str) -> None:
    game = ThreeCardAnte.make(changes={"ties": ties})
    held = parse_cards(cards)
    _, advice = odds_of(game).advise(Known("", held))
    values = {item.decision.choice: item.value for item in advice}
    assert values == {"raise": enumerated(game, held, "raise"), FOLD: Fraction(-1)}


def test_a_rule_that_changes_is_followed_everywhere() -> None:
    class TiesPay(ThreeCardAnte):
        def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
            return [
                pay._replace(odds=1) if pay.case == "equal" else pay
                for pay in super().settle(step, wagers, spot, house)
            ]

    class AceQualifies(ThreeCardAnte):
        def qualifies(self, rank: int) -> bool:
            return rank >> 12 > 0 or rank >> 8 >= 14

    plain = mean(BySituation(ThreeCardAnte.make(), known=only_these(SMALL)))
    assert mean(BySituation(TiesPay.make(), known=only_these(SMALL))) > plain
    assert mean(BySituation(AceQualifies.make())) != mean(BySituation(ThreeCardAnte.make()))


def test_a_strategy_is_counted_as_it_plays() -> None:
    deck = sized(quick=SMALL[:12], test=SMALL[:12], thorough=SMALL)
    odds = BySituation(ThreeCardAnte.make(), known=only_these(deck))

    def never_fold(known: Known) -> Decision:
        return Decision("raise")

    walker, total, deals = Walker(odds.game), Fraction(), 0
    for cards in combinations(deck, 3):
        for dealer in combinations([card for card in deck if card not in cards], 3):
            hand = walker.play(Piles(dealt=cards, dealer=dealer), in_order([Decision("raise")]))
            total += net_of(odds.game, hand, odds.game.wagers.main_group)
            deals += 1
    assert mean(odds, never_fold) == total / deals / UNIT <= mean(odds)


# --- by suits ---


class FewCards(game_class("high-card-flush")):  # type: ignore[misc]
    """High Card Flush with three cards each: within reach of both ways of counting."""

    id = "few-cards"

    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            yield replace(step, count=3) if isinstance(step, Deal) else step


class TiesLose(FewCards):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            tied = pay.wager in ("ante", "raise") and not spot.folded and pay.case == "tie"
            yield pay._replace(odds=-1) if tied else pay


@pytest.mark.parametrize("rules", [FewCards, TiesLose])
@pytest.mark.parametrize("qualifier", ["9", "Q"])
def test_by_suits_equals_by_situations(rules: type[Game[Any]], qualifier: str) -> None:
    game = rules.make(changes={"qualifier": qualifier})
    by_suit, plain = BySuit(game), BySituation(game)
    assert by_suit.count(OPTIMAL) == plain.count(OPTIMAL)
    assert list(by_suit.joint_counts(OPTIMAL)) == list(plain.joint_counts(OPTIMAL))
    for cards in ("Th 8h 6h", "Ah Kh Qd", "2c 3d 4h"):
        assert by_suit.advise(Known("", parse_cards(cards))) == plain.advise(Known("", parse_cards(cards)))


def test_by_suits_a_bet_in_between_is_counted_by_its_size() -> None:
    """Three suited cards may raise up to 3x: every row of 1.5x has the deals of 1x and of 3x, and its own net."""
    odds = BySuit(FewCards.make(changes={"raises": "3/3/3"}))
    asked = []

    def raising(multiple: Fraction | int) -> Decider:
        def decide(known: Known) -> Decision:
            asked.append(known)
            suited = len({card.suit for card in known.cards}) == 1
            return Decision("raise", multiple) if suited else Decision(FOLD)

        return decide

    strategies = [raising(1), raising(Fraction(3, 2)), raising(3)]
    one, half, three = (odds.count(strategy) for strategy in strategies)
    assert sorted(row.count for row in half.rows) == sorted(row.count for row in one.rows)
    for size, count in ((Fraction(1), one), (Fraction(3, 2), half), (Fraction(3), three)):
        assert {row.net for row in count.rows if row.count} == {1 + size, 1, 0, -1, -1 - size}
    assert half.average_bet - one.average_bet == (three.average_bet - one.average_bet) / 4
    hands = len(asked) // 3
    assert sum(joint.weight for joint in odds.joint_counts(strategies[1])) == half.total
    assert len(asked) == 3 * hands == len(strategies) * len(set(asked))


# --- estimates ---


def test_an_estimate_says_so_and_its_interval_holds_the_exact_value() -> None:
    class FewCards(Unclassed):
        @property
        def deck(self) -> tuple[Card, ...]:
            return tuple(SMALL)

    odds = Estimated(FewCards.make(), seconds=0)
    assert odds.estimated
    exact = float(mean(BySituation(ThreeCardAnte.make(), known=only_these(SMALL))))
    low, high = odds.interval("ante") or (0, 0)
    assert low < exact < high
    assert high - low < 0.2
    count = odds.count(OPTIMAL)
    assert sum(count.distribution.values()) == count.total


def test_what_takes_long_is_estimated_and_what_does_not_is_counted() -> None:
    assert isinstance(odds_of(Unclassed.make()), Estimated)
    assert not odds_of(ThreeCardAnte.make()).estimated
    assert not odds_of(Unclassed.make(), exact=True).estimated
    assert cost_of(Unclassed.make()).questions > 1000 * cost_of(ThreeCardAnte.make()).questions
    assert cost_of(Holdem.make()).seconds > cost_of(ThreeCardAnte.make()).seconds


def test_why_a_count_takes_long_and_what_to_declare() -> None:
    class NamesASuit(Holdem):
        suits_alike = False

    deals = "Step 2 multiplies the deals most, by 22,100."
    assert why_long(Unclassed.make()).startswith(f"{deals} A ranking, or player_class and dealer_class, would")
    assert "suits_count = False makes it" in why_long(Unclassed.make())
    assert "cannot be counted by its boards: its suits are not alike" in why_long(NamesASuit.make())


# --- what is dealt is what is counted ---


def test_deals_of_the_tree_are_all_deals() -> None:
    """Every weight adds up to the natural number of deals, for shapes that deal in different ways."""
    totals = {"two-card-roo": 52 * 51 * 50 * 49, "three-card-roo": 1326 * 1225 * 48 * 47}
    for name, total in totals.items():
        count = solve(game_class(name).make()).main
        assert count.total == total == sum(count.distribution.values())


def test_random_deals_come_as_often_as_counted() -> None:
    """Seeded deals by the optimal strategy: each net within five standard errors of its count."""
    game, rng = ThreeCardAnte.make(), random.Random("deals")
    odds, walker = odds_of(game), Walker(game)
    best: dict[frozenset[Card], Decision] = {}
    deals, seen = 4000, Counter[Fraction]()
    for _ in range(deals):
        cards = rng.sample(DECK, 6)
        held = tuple(cards[:3])
        if frozenset(held) not in best:
            best[frozenset(held)] = odds.advise(Known("", held))[1][0].decision
        hand = walker.play(Piles(dealt=held, dealer=tuple(cards[3:])), in_order([best[frozenset(held)]]))
        seen[net_of(game, hand, game.wagers.main_group) / UNIT] += 1
    count = odds.count(OPTIMAL)
    for net, ways in count.distribution.items():
        chance = ways / count.total
        assert abs(seen[net] - deals * chance) < 5 * (deals * chance * (1 - chance)) ** 0.5


def test_by_suits_several_wagers_and_situations() -> None:
    by_suit, plain = (kind(FewCards.make()) for kind in (BySuit, BySituation))
    stakes = {"ante": Fraction(2), "flush": Fraction(1)}
    values = [odds.solve(stakes=stakes).joint for odds in (by_suit, plain)]
    assert values[0] == values[1]
    ways = [asked.weight for odds in (by_suit, plain) for asked in odds.situations("raise")]
    assert sum(ways) == 2 * 22_100
