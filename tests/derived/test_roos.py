"""Both Roo games with small decks: what is derived, against every deal played one by one, also under changed rules."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, NamedTuple

import pytest
from tests.odds.reading import mean, only_these
from tests.odds.test_both_roos import three_card_options, two_card_options
from tests.sizes import sized

from houseway.cards import DECK, Card
from houseway.games.three_card_roo import ThreeCardRoo
from houseway.games.three_card_roo.rules import MIDDLE, Roo
from houseway.games.two_card_roo import TwoCardRoo
from houseway.games.two_card_roo.rules import LOW
from houseway.odds import Odds, odds_of
from houseway.odds.game_odds import OPTIMAL, BestFor, Decider, Hand, Known
from houseway.odds.walk import UNIT, Piles, Walker, net_of
from houseway.rules.game import Decision, Game, HouseCards, Pay, Spot
from houseway.rules.procedure import Settle
from houseway.table import events as ev
from houseway.table.round import Round

Cards = tuple[Card, ...]
SETS = sized(quick=10, test=10, thorough=120)  # random options of each game
AT = "place"


# --- every deal, one by one ---


class End(NamedTuple):
    """How one deal ends for every wager."""

    label: str
    net: Fraction
    bonuses: tuple[tuple[str, Fraction], ...]
    sides: tuple[tuple[str, Fraction], ...]


Ends = dict[tuple[Cards, str], Counter[End]]  # by the cards held and what is decided, nothing where nothing is


def three_card_deals(deck: list[Card]) -> Iterator[Piles]:
    for dealt in combinations(deck, 2):
        for third in deck:
            rest = [card for card in deck if card not in (*dealt, third)]
            if third in dealt:
                continue
            for pair in combinations(rest, 2):
                for last in rest:
                    if last not in pair:
                        yield Piles(dealt=dealt, drawn=(third,), dealer=(*pair, last))


def two_card_deals(deck: list[Card]) -> Iterator[Piles]:
    for first, second, one, other in permutations(deck, 4):
        yield Piles(dealt=(first,), drawn=(second,), dealer=(one, other))


def every_end(odds: Odds[Any], deals: Iterable[Piles], positions: Iterable[str], key: str) -> Ends:
    """Through the procedure and `settle` alone."""
    walker = Walker(odds.game)
    found: Ends = defaultdict(Counter)
    for piles in deals:
        for position in positions:
            asked: list[str] = []
            hand = walker.play(piles, answer(Decision(position, key=key), asked))
            found[tuple(sorted(piles.dealt)), position if asked else ""][end_of(odds, hand)] += 1
            if not asked:
                break
    return found


def answer(decision: Decision, asked: list[str]) -> Callable[[str, Spot], Decision]:
    """Always the same decision; where it was asked for is written down."""

    def decide(at: str, spot: Spot) -> Decision:
        asked.append(at)
        return decision

    return decide


def end_of(odds: Odds[Any], hand: Hand) -> End:
    game = odds.game

    def net(wagers: Iterable[str]) -> Fraction:
        return net_of(game, hand, frozenset(wagers)) / UNIT

    sides = tuple((odds.sheet.side_label(side, hand), net([side])) for side in odds.sides)
    bonuses = tuple((label, net([wager])) for wager, label in odds.sheet.bonuses(hand))
    return End(odds.sheet.label(hand), net(game.wagers.main_group), bonuses, sides)


# --- what is compared ---


def check(odds: Odds[Any], ends: Ends, strategies: Iterable[str | Decider]) -> None:
    hands = {cards for cards, position in ends if position}
    for cards in hands:
        at, advice = odds.advise(Known("", cards))
        assert at == AT
        values = {item.decision.choice: item.value for item in advice}
        assert values == {position: value(ends[held, position]) for held, position in ends if held == cards}
        assert advice == sorted(advice, key=lambda item: (-item.value, odds.sheet.preference(at, item.decision)))
    for strategy in strategies:
        check_strategy(odds, ends, strategy)


def value(ends: Counter[End]) -> Fraction:
    return sum((end.net * deals for end, deals in ends.items()), Fraction()) / ends.total()


def check_strategy(odds: Odds[Any], ends: Ends, strategy: str | Decider) -> None:
    """All wagers and all rows under a strategy, and under what it is for each side wager."""
    played = taken(odds, ends, odds.main, strategy)
    rows: Counter[tuple[str, Fraction, bool]] = Counter()
    nets: Counter[Fraction] = Counter()
    for end, deals in played.items():
        nets[end.net] += deals
        rows[end.label, end.net - sum(net for _, net in end.bonuses), False] += deals
        for label, net in end.bonuses:
            rows[label, net, True] += deals
    count = odds.count(strategy)
    assert count.total == played.total()
    assert count.distribution == nets
    assert count.average_bet == 1
    assert {(row.label, row.net, row.bonus): row.count for row in count.rows if row.count} == rows
    for wager in (odds.main, *odds.sides):
        joint: dict[Any, list[Fraction | int]] = defaultdict(lambda: [0, 0])
        for end, deals in taken(odds, ends, wager, strategy).items():
            joint[end.sides][0] += deals
            joint[end.sides][1] += end.net * deals
        found = {
            tuple(
                (outcome.label, Fraction(outcome.odds))
                for side, row in zip(odds.sides, joint_count.rows, strict=True)
                for outcome in [odds.side_outcomes(side)[row]]
            ): [joint_count.weight, joint_count.main]
            for joint_count in odds.joint_counts(BestFor.of({wager: 1}) if strategy == OPTIMAL else strategy)
        }
        assert found == joint


def taken(odds: Odds[Any], ends: Ends, wager: str, strategy: str | Decider) -> Counter[End]:
    """All deals when every hand is played by a strategy, as it is for a wager."""
    decide: Decider | None = None
    if strategy != OPTIMAL:
        decide = (lambda known: odds.decision(strategy, known)) if isinstance(strategy, str) else strategy
    found: Counter[End] = Counter()
    for cards in {cards for cards, _ in ends}:
        if (cards, "") in ends:
            found += ends[cards, ""]
        elif decide is not None:
            found += ends[cards, decide(Known(AT, cards)).choice]
        else:
            found += ends[cards, best(odds, ends, cards, wager)]
    return found


def best(odds: Odds[Any], ends: Ends, cards: Cards, wager: str) -> str:
    """The best position for a wager; among equals for the main wager, then as the game prefers."""

    def worth(position: str) -> tuple[Fraction, Fraction, int]:
        mine = ends[cards, position]
        main = value(mine)
        if wager == odds.main:
            own = main
        else:
            index = odds.sides.index(wager)
            own = sum((end.sides[index][1] * deals for end, deals in mine.items()), Fraction()) / mine.total()
        return own, main, -odds.sheet.preference(AT, Decision(position))

    return max((position for held, position in ends if held == cards), key=worth)


def by_chance(seed: int, positions: tuple[str, ...], key: str) -> Decider:
    def choose(known: Known) -> Decision:
        ranks = sorted(card.rank for card in known.cards)
        return Decision(random.Random(f"{seed} {ranks}").choice(positions), key=key)

    return choose


# --- the two games ---


class Kind(NamedTuple):
    rules: type[Game[Any]]
    odds: Callable[..., Odds[Any]]
    options: Callable[[random.Random], dict[str, object]]
    deck: Callable[[random.Random, Game[Any]], list[Card]]
    deals: Callable[[list[Card]], Iterator[Piles]]
    positions: tuple[str, ...]
    key: str


def seven_cards(rng: random.Random, game: Game[Any]) -> list[Card]:
    """Of few ranks and suits, so that pairs, Royals, ties and the rows of all tables come."""
    ranks = rng.sample(["A7K", "47T", "A4T", "79K", "7TK", "A8Q", "35J"], 2)
    suits = rng.sample("cdhs", rng.randint(2, 4))
    cards = [card for card in DECK if card.text[0] in "".join(ranks) and card.text[1] in suits]
    return rng.sample(cards, 7)


def few_cards(rng: random.Random, game: Game[Any]) -> list[Card]:
    """No more of any than the game's decks hold."""
    ranks = [*rng.sample("23456789TJQK", 3), "A"]
    suits = rng.sample("cdhs", rng.randint(2, 3))
    cards = [card for card in game.deck if card.text[0] in ranks and card.text[1] in suits]
    return rng.sample(cards, 8)


THREE = Kind(ThreeCardRoo, Odds, three_card_options, seven_cards, three_card_deals, ("low", "middle", "high"), "open")
TWO = Kind(TwoCardRoo, Odds, two_card_options, few_cards, two_card_deals, ("low", "high"), "position")
both = pytest.mark.parametrize("kind", [THREE, TWO], ids=["three", "two"])


def check_small(kind: Kind, game: Game[Any], rng: random.Random) -> None:
    deck = kind.deck(rng, game)
    odds = kind.odds(game, known=only_these(deck))
    ends = every_end(odds, kind.deals(deck), kind.positions, kind.key)
    check(odds, ends, [*odds.strategies(), by_chance(rng.randrange(100), kind.positions, kind.key)])


@both
@pytest.mark.parametrize("seed", range(SETS))
def test_random_options_on_small_decks(kind: Kind, seed: int) -> None:
    rng = random.Random(seed)
    edition = kind.rules.editions[seed % len(kind.rules.editions)].name
    check_small(kind, kind.rules.make(edition, kind.options(rng)), rng)


# --- changed rules ---


class EqualRoosPay(ThreeCardRoo):
    """A tie pays 2 to 1."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield pay._replace(odds=2) if (pay.wager, pay.case) == ("play", "tie") else pay


class MiddleOpen(ThreeCardRoo):
    """The dealer always leaves the middle open."""

    def house_way(self, first: int, second: int) -> str:
        return MIDDLE


class KingQualifies(ThreeCardRoo):
    """The dealer's Roo straight counts with a king or a queen alone."""

    def dealer_roo(self, house: HouseCards) -> Roo | None:
        made = super().dealer_roo(house)
        return made if made is not None and made[2] >= 12 else None


class AceBonus(ThreeCardRoo):
    """A Roo straight with an ace pays 3 to 2 as a bonus: the class of a hand says so too."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        pays = list(super().settle(step, wagers, spot, house))
        made = self.roo(spot)
        paid = any(pay.wager == "seven-roo-bonus" for pay in pays)
        if "seven-roo-bonus" in wagers and made and made[0] == 1 and len(house.dealer) == 3 and not paid:
            pays.append(Pay("seven-roo-bonus", Fraction(3, 2), "seven-roo-bonus/2"))
        return pays

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[tuple[int, ...], Hashable]:
        strength, fact = super().player_class(spot, house)
        return strength, (fact, strength[-1:] == (1,))


class TiesPay(TwoCardRoo):
    """A tie pays 3 to 1."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield pay._replace(odds=3) if pay.case == "tie" else pay


class DealerLow(TwoCardRoo):
    """The dealer places every card low."""

    def house_way(self, rank: int) -> str:
        return LOW


class TenQualifies(TwoCardRoo):
    """The dealer's Roo counts with a ten or higher on top alone."""

    def dealer(self, house: HouseCards) -> tuple[str, tuple[int, int]]:
        kind, placed = super().dealer(house)
        return "none" if kind == "roo" and placed[1] < 10 else kind, placed


class LongFlush(TwoCardRoo):
    """Flush Roo pays 7 to 2 where the two cards are far apart."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        far = abs(spot.dealt[0].rank - spot.drawn[0].rank) > 5
        for pay in super().settle(step, wagers, spot, house):
            row = pay.case == "flush-roo/2" and far
            yield pay._replace(odds=Fraction(7, 2)) if row else pay


CHANGED = [
    *((THREE, rules) for rules in (EqualRoosPay, MiddleOpen, KingQualifies, AceBonus)),
    *((TWO, rules) for rules in (TiesPay, DealerLow, TenQualifies, LongFlush)),
]
changed = pytest.mark.parametrize(("kind", "rules"), CHANGED, ids=[rules.__name__ for _, rules in CHANGED])


@changed
@pytest.mark.parametrize("seed", range(3))
def test_changed_rules_on_small_decks(kind: Kind, rules: type[Game[Any]], seed: int) -> None:
    check_small(kind, rules.make(None, {}), random.Random(seed))


@changed
def test_changed_rules_change_the_odds(kind: Kind, rules: type[Game[Any]]) -> None:
    """With whole decks, found by the name of the game that the rules are made from."""
    made, plain = (odds_of(game.make(None, {})) for game in (rules, kind.rules))
    assert isinstance(made, type(plain))
    side = "flush-roo" if rules is LongFlush else None
    if side is None:
        assert mean(made.count(OPTIMAL)) != mean(plain.count(OPTIMAL))
        assert made.side_outcomes("pairs-pay") == plain.side_outcomes("pairs-pay")
    else:
        assert made.count(OPTIMAL) == plain.count(OPTIMAL)
        assert made.side_outcomes(side) != plain.side_outcomes(side)


@changed
def test_changed_rules_at_the_table(kind: Kind, rules: type[Game[Any]]) -> None:
    """Rounds played as advised are paid as the hands are that were counted."""
    game = rules.make(None, {})
    odds, walker = odds_of(game), Walker(game)
    stakes = dict.fromkeys((odds.main, *odds.sides), 1000)
    for number in range(40):
        round_ = Round(game, seed=f"changed {number}")
        round_.wager(1, stakes)
        round_.deal()
        while round_.to_act:
            round_.act(1, odds.advise(Known("", round_.spot(1).dealt))[1][0].decision)
        spot = round_.spot(1)
        decisions = iter([decision for _, decision in spot.decisions])
        hand = walker.play(
            Piles(dealt=spot.dealt, drawn=spot.drawn, dealer=round_.house.dealer),
            lambda at, spot, left=decisions: next(left),
        )
        paid = {event.wager: event.returned for event in round_.events if isinstance(event, ev.Settled)}
        expected = {pay.wager: 1000 * (pay.odds + (pay.wager not in game.wagers.bonuses)) for pay in hand.pays}
        assert paid == expected
