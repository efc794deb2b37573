"""3 Card Roo: the count against the table's own settlement, card by card. Its printed tables are the audit's."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest
from tests.odds.reading import advised, mean, side_rows
from tests.sizes import sized

from houseway.cards import parse_cards
from houseway.games.three_card_roo.charts import TwoCards, two_cards
from houseway.games.three_card_roo.odds import ANTE_COLUMN, POCKET_COLUMN, printed
from houseway.games.three_card_roo.rules import EDITIONS, POSITIONS, ThreeCardRoo, compare, house_way, roo
from houseway.odds import Odds
from houseway.odds.game_odds import OPTIMAL, BestFor, Known
from houseway.rules.game import Decision

TOTAL = 3_664_533_600  # C(52,2) x 50 x C(49,2) x 47


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
