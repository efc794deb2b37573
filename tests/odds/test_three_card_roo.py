"""3 Card Roo: the count against the table's own settlement, card by card. Its printed tables are the audit's."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest
from tests.odds.reading import Nets, advised, check_joint, mean, only_these, side_rows
from tests.sizes import sized

from houseway.cards import DECK, Card, parse_cards
from houseway.games.three_card_roo.charts import TwoCards, two_cards
from houseway.games.three_card_roo.odds import ANTE_COLUMN, POCKET_COLUMN, printed
from houseway.games.three_card_roo.rules import EDITIONS, POSITIONS, ThreeCardRoo, compare, house_way, roo
from houseway.odds import Odds
from houseway.odds.game_odds import OPTIMAL, BestFor, Decider, Known
from houseway.odds.walk import settle_each
from houseway.rules.game import Decision, HouseCards, Spot

TOTAL = 3_664_533_600  # C(52,2) x 50 x C(49,2) x 47

OPTIONS: list[dict[str, object]] = [
    {},
    {"house_way": 1, "pocket-roo": "70-45", "pairs-pay": "10-7", "seven-roo-bonus": "25:2/1:3"},
    {"house_way": 13, "pocket-roo": "1000/0/1:2/3/50", "pairs-pay": "off"},
    {"house_way": 6, "pocket-roo": "off", "seven-roo-bonus": "100/0"},
]
# Small decks, cards by rank from the ace; each rank in the first suits.
SMALL = [
    (2, 0, 0, 1, 0, 0, 2, 0, 0, 1, 0, 0, 2),
    (1, 0, 1, 1, 0, 0, 2, 0, 1, 0, 0, 1, 1),
    (3, 0, 0, 0, 0, 0, 2, 0, 1, 1, 0, 0, 2),
]


def made(edition: str | None = None, **changes: object) -> Any:
    return Odds(ThreeCardRoo.make(edition, {name.replace("_", "-"): value for name, value in changes.items()}))


def percent(value: Fraction) -> str:
    return f"{float(value * 100):.4f}"


# --- the manual ---


@pytest.mark.parametrize("edition", [edition.name for edition in EDITIONS])
def test_the_printed_column_plays_the_optimum(edition: str) -> None:
    """Of all editions, for Play and for Pocket Roo, line by line; what the lines are is the audit's."""
    odds = made(edition)
    printed, optimal = (odds.count(strategy) for strategy in ("printed", "optimal"))
    assert printed == optimal
    assert optimal.total == TOTAL
    assert [row.bonus for row in optimal.rows] == [False] * 7 + [True] * 3
    printed_rows, optimal_rows = (
        side_rows(odds, "pocket-roo", strategy, played_for="pocket-roo") for strategy in ("printed-pocket", "optimal")
    )
    assert printed_rows == optimal_rows
    assert odds.side_total("pocket-roo") == sum(optimal_rows.values()) == 66_300


def test_pairs_pay_does_not_depend_on_what_is_left_open() -> None:
    odds = made()
    rows = [side_rows(odds, "pairs-pay", strategy, played_for="pairs-pay") for strategy in odds.strategies()]
    assert all(one == rows[0] for one in rows)
    assert odds.decided_sides == {"pocket-roo"}


def worth(odds: Any, wager: str) -> dict[TwoCards, dict[str, int]]:
    """What each position is worth to a wager, in some unit, for every hand."""
    (choice,) = odds.choices
    rows, _ = odds.solved({wager: 1}).rows(choice)
    by_position = {
        option.template.choice: part
        for option, part in zip(choice.options, rows.reshape(len(choice.options), -1).tolist(), strict=True)
    }
    hands = [two_cards(spot.dealt) for spot, _, _ in odds.played(OPTIMAL, "place")]
    return {hand: {name: values[index] for name, values in by_position.items()} for index, hand in enumerate(hands)}


def test_printed_columns_are_the_optimum() -> None:
    """ "Player Optimal Playing Strategy": 78 hands, unique for Play; for Pocket Roo 38 of them tie."""
    odds = made()
    plays, pockets = worth(odds, "play"), worth(odds, "pocket-roo")
    ties = 0
    for low, high in combinations(range(1, 14), 2):
        hand = TwoCards(low, high)
        play, pocket = plays[hand], pockets[hand]
        assert sorted(play.values()).count(max(play.values())) == 1
        assert max(play, key=play.__getitem__) == printed(ANTE_COLUMN, hand)
        assert pocket[printed(POCKET_COLUMN, hand)] == max(pocket.values())
        ties += list(pocket.values()).count(max(pocket.values())) > 1
    assert ties == 38


# --- against the table's settlement ---


def cards_of(deck: tuple[int, ...]) -> list[Card]:
    return [card for card in DECK if card.suit < deck[card.low_rank - 1]]


def settled(game: ThreeCardRoo, cards: list[Card]) -> dict[tuple[tuple[Card, ...], str], Counter[Nets]]:
    """For each two cards and open position: what the table pays on Play with its bonus, and on the side wagers."""
    found: dict[tuple[tuple[Card, ...], str], Counter[Nets]] = defaultdict(Counter)
    sides = [name for name in ("pocket-roo", "pairs-pay") if name in game.wager]
    wagers = ("play", "seven-roo-bonus", *sides)
    for dealt in combinations(cards, 2):
        pair = dealt[0].rank == dealt[1].rank
        for position in POSITIONS:
            spot = Spot(1, dict.fromkeys(wagers, 100), dealt, decisions=(("place", Decision(position, key="open")),))
            if pair:
                spot = spot._replace(decisions=())
            for third in cards:
                rest = [card for card in cards if card != third and card not in dealt]
                if third in dealt:
                    continue
                spot = spot._replace(drawn=() if pair else (third,))
                for two in combinations(rest, 2):
                    no_third = two[0].rank == two[1].rank
                    for last in rest:
                        if last not in two:
                            house = HouseCards(two if no_third else (*two, last))
                            pays = {pay.wager: Fraction(pay.odds) for pay in settle_each(game, wagers, spot, house)}
                            play = pays["play"] + pays.get("seven-roo-bonus", 0)
                            found[dealt, position][play, *(pays[side] for side in sides)] += 1
    return found


@pytest.mark.parametrize(
    ("deck", "changes"), [(SMALL[index % 3], changes) for index, changes in enumerate(OPTIONS)], ids=str
)
def test_small_decks_card_by_card(deck: tuple[int, ...], changes: dict[str, object]) -> None:
    """Every deal of eight cards or so, every position, through `settle`: values, odds and the joint count agree."""
    game = ThreeCardRoo.make(None, changes)
    odds = Odds(game, known=only_these(cards_of(deck)))
    ends = settled(game, cards_of(deck))
    for dealt in combinations(cards_of(deck), 2):
        if dealt[0].rank != dealt[1].rank:
            for decision, value in odds.advise(Known("", dealt))[1]:
                nets = ends[dealt, decision.choice]
                assert sum(net[0] * ways for net, ways in nets.items()) == value * nets.total()
    strategies: list[str | Decider] = [*odds.strategies(), random_strategy(1), random_strategy(2)]
    for strategy in strategies:
        for wager in ("play", *odds.sides):
            decide = decider(odds, strategy, wager)
            expected: Counter[Nets] = Counter()
            for (cards, position), nets in ends.items():
                pair = cards[0].rank == cards[1].rank
                if position == ("low" if pair else decide(Known("place", cards)).choice):
                    expected += nets
            check_joint(odds, strategy, wager, expected)


def decider(odds: Any, strategy: str | Decider, wager: str) -> Decider:
    """What a strategy decides for a wager, asked with the cards themselves."""
    if strategy == OPTIMAL:
        return lambda known: odds.decision(BestFor.of({wager: 1}), known)
    return (lambda known: odds.decision(strategy, known)) if isinstance(strategy, str) else strategy


def random_strategy(seed: int) -> Decider:
    """A position for each two ranks, and another for some suited ones."""

    def choose(known: Known) -> Decision:
        hand = two_cards(known.cards)
        return Decision(random.Random(f"{seed} {hand}").choice(POSITIONS), key="open")

    return choose


@pytest.mark.parametrize("seed", range(sized(quick=3, test=3, thorough=6)))
def test_whole_deck_by_ranks(seed: int) -> None:
    """With a full deck: a hand and a position against every third card and dealer's hand, by the rules' functions."""
    rng = random.Random(seed)
    limit, position = rng.randint(1, 13), rng.choice(POSITIONS)
    low, high = sorted(rng.sample(range(1, 14), 2))
    left = [0, *[4] * 13]
    left[low] -= 1
    left[high] -= 1
    value = 0
    for third in range(1, 14):
        made_roo = roo(low, high, third, position)
        if made_roo is None:
            value -= left[third] * comb(49, 2) * 47
            continue
        rest = left.copy()
        rest[third] -= 1
        for one in range(1, 14):
            for two in range(one, 14):
                if one == two:  # a dealer's pair pays 1 to 1 and no bonus
                    value += left[third] * comb(rest[one], 2) * 47
                    continue
                way = house_way(limit, one, two)
                for last in range(1, 14):
                    ways = left[third] * rest[one] * rest[two] * (rest[last] - (last in (one, two)))
                    dealer = roo(one, two, last, way)
                    value += ways * (1 if dealer is None else compare(made_roo, dealer))
                    value += ways * (10 if made_roo == (1, 7, 13) else 7 in made_roo)
    advice = dict(made(house_way=limit).advise(Known("", parse_cards(f"{text(low)}c {text(high)}d")))[1])
    assert advice[Decision(position, key="open")] == Fraction(value, 50 * comb(49, 2) * 47)


def text(rank: int) -> str:
    return "_A23456789TJQK"[rank]


# --- consistency ---


def test_suited_hands_are_placed_for_the_royal_flush_where_it_pays_enough() -> None:
    """A function is asked for 78 hands, suited and not."""
    asked: list[Known] = []

    def low(known: Known) -> Decision:
        asked.append(known)
        return Decision("low", key="open")

    made().count(low)
    assert len(asked) == 156
    odds = made(pocket_roo="1000/0/0/0/50")
    suited, other = (odds.decision(BestFor.of({"pocket-roo": 1}), known_hand(text)) for text in ("Ac 7c", "Ac 7d"))
    assert (suited.choice, other.choice) == ("high", "middle")
    assert "M (suited H)" in odds.charts(BestFor.of({"pocket-roo": 1}))[0].rows[6]


def known_hand(text: str) -> Known:
    return Known("place", parse_cards(text))


# --- strategies ---


def test_simple_strategies() -> None:
    """What the simple ways to play cost, in percent of the Play wager."""
    odds = made()
    best = mean(odds.count("optimal"))
    cost = {name: percent(best - mean(odds.count(name))) for name in odds.strategies()}
    assert cost == {
        "optimal": "0.0000",
        "printed": "0.0000",
        "printed-pocket": "0.1166",
        "copy-the-dealer": "0.7521",
        "most-ranks": "0.1049",
        "card": "0.0000",
    }


def test_the_card_in_words() -> None:
    """Four lines that are the printed column in full."""
    name, lines = made().card()
    assert name == "card"
    assert [line.text for line in lines] == [
        "Higher card king or queen: with a seven or higher, leave low open; with a six or lower, leave middle open.",
        "Higher card jack or ten: with a six or higher, leave low open; with a five or lower, leave middle open.",
        "Higher card nine: with a seven or higher, leave low open; with a four to a six, leave high open; "
        "with a three or lower, leave middle open.",
        "Higher card eight or lower: leave high open.",
    ]


@pytest.mark.parametrize("limit", range(1, 14, sized(quick=3, test=3, thorough=1)))
def test_the_card_stays_short(limit: int) -> None:
    assert len(made(house_way=limit).card()[1]) <= 8


def test_the_chart_is_the_printed_table() -> None:
    chart = made().charts("printed")[0]
    marks = {row[0]: "".join(row[1:]) for row in chart.rows}
    assert list(marks.values()) == list(ANTE_COLUMN.values())
    assert list(marks) == ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    assert all(len(row) == len(chart.columns) for row in chart.rows)


# "Player Optimal Playing Strategy" of the manual: the two ranks, then the columns ANTE, POCKET and DEALER.
MANUAL = """
    K,Q  L L L   K,J  L L L   K,10 L L L   K,9  L L L   K,8  L L L   K,7  L L L
    K,6  M M M   K,5  M M M   K,4  M M M   K,3  M M M   K,2  M M M   K,A  M M M
    Q,J  L L L   Q,10 L L L   Q,9  L L L   Q,8  L L L   Q,7  L L L   Q,6  M M M
    Q,5  M M M   Q,4  M M M   Q,3  M M M   Q,2  M M M   Q,A  M M M   J,10 L L L
    J,9  L L L   J,8  L L L   J,7  L L L   J,6  L L L   J,5  M M M   J,4  M M M
    J,3  M M M   J,2  M M M   J,A  M M M   10,9 L L L   10,8 L L L   10,7 L L L
    10,6 L L L   10,5 M L M   10,4 M M M   10,3 M M M   10,2 M M M   10,A M M M
    9,8  L L H   9,7  L L H   9,6  H H H   9,5  H H H   9,4  H H H   9,3  M M H
    9,2  M M H   9,A  M M H   8,7  H H H   8,6  H H H   8,5  H H H   8,4  H H H
    8,3  H H H   8,2  H H H   8,A  H H H   7,6  H H H   7,5  H H H   7,4  H H H
    7,3  H H H   7,2  H H H   7,A  H H H   6,5  H H H   6,4  H H H   6,3  H H H
    6,2  H H H   6,A  H H H   5,4  H H H   5,3  H H H   5,2  H H H   5,A  H H H
    4,3  H H H   4,2  H H H   4,A  H H H   3,2  H H H   3,A  H H H   2,A  H H H
"""


@pytest.mark.parametrize("strategy", ["optimal", "printed"])
@pytest.mark.parametrize("edition", [edition.name for edition in EDITIONS])
def test_the_three_columns_are_the_printed_table(edition: str, strategy: str) -> None:
    """Of every edition: what Pocket Roo pays differs, and how it is best played does not."""
    _, chart = made(edition).charts(strategy)
    cells = MANUAL.split()
    assert chart.columns == ("", "Play", "Pocket Roo", "Dealer")
    assert list(chart.rows) == [tuple(cells[start : start + 4]) for start in range(0, len(cells), 4)]
    assert len(chart.rows) == 78


def test_the_columns_follow_the_rules_in_force() -> None:
    """No POCKET where Pocket Roo is not offered; otherwise the pays of Pocket Roo and the house way decide."""
    _, off = made(pocket_roo="off").charts("optimal")
    assert off.columns == ("", "Play", "Dealer")
    assert "Pocket Roo" not in off.title
    _, fours = made(pocket_roo="0/0/0/0/50", house_way=13).charts("optimal")
    table = {row[0]: row[1:] for row in fours.rows}
    assert table["9,3"][1] == "M"  # the 4 fits between them alone
    assert table["3,2"][1] == "H"
    assert {dealer for *_, dealer in table.values()} == {"H"}


def test_playing_as_advised_is_the_optimum() -> None:
    odds = made("royal-5")
    asked: list[Known] = []
    assert odds.count(advised(odds, asked)) == odds.count("optimal")
    assert {known.at for known in asked} == {"place"}


def test_one_placing_for_several_wagers() -> None:
    """10,5 is placed for Play or for Pocket Roo, whichever has more at stake."""
    odds = made()
    low, middle = (Decision(position, key="open") for position in ("low", "middle"))
    even = BestFor.of({"play": 1, "pocket-roo": 1, "pairs-pay": 1})
    large = BestFor.of({"play": 100, "pocket-roo": 1})
    ten_five = known_hand("5c Td")
    assert [odds.decision(stakes, ten_five) for stakes in (even, large)] == [low, middle]
