"""Both Roo games, counted over every deal against the printed columns of the Roo manual."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from houseway.cards import DECK, Card
from houseway.games.three_card_roo.rules import house_way, pairs_pay_row, pocket_roo_row, roo
from houseway.games.two_card_roo.rules import HIGH, LOW, flush_roo_row, is_roo, values

# 3 Card Roo, "Player Optimal Playing Strategy": the two ranks, and what the columns ANTE, POCKET, DEALER leave open.
STRATEGY = """
K,Q  L L L    Q,J  L L L    J,10 L L L    10,9 L L L    9,8 L L H    8,7 H H H    7,6 H H H    6,5 H H H    5,4 H H H
K,J  L L L    Q,10 L L L    J,9  L L L    10,8 L L L    9,7 L L H    8,6 H H H    7,5 H H H    6,4 H H H    5,3 H H H
K,10 L L L    Q,9  L L L    J,8  L L L    10,7 L L L    9,6 H H H    8,5 H H H    7,4 H H H    6,3 H H H    5,2 H H H
K,9  L L L    Q,8  L L L    J,7  L L L    10,6 L L L    9,5 H H H    8,4 H H H    7,3 H H H    6,2 H H H    5,A H H H
K,8  L L L    Q,7  L L L    J,6  L L L    10,5 M L M    9,4 H H H    8,3 H H H    7,2 H H H    6,A H H H    4,3 H H H
K,7  L L L    Q,6  M M M    J,5  M M M    10,4 M M M    9,3 M M H    8,2 H H H    7,A H H H    3,2 H H H    4,2 H H H
K,6  M M M    Q,5  M M M    J,4  M M M    10,3 M M M    9,2 M M H    8,A H H H    3,A H H H    2,A H H H    4,A H H H
K,5  M M M    Q,4  M M M    J,3  M M M    10,2 M M M    9,A M M H
K,4  M M M    Q,3  M M M    J,2  M M M    10,A M M M
K,3  M M M    Q,2  M M M    J,A  M M M
K,2  M M M    Q,A  M M M
K,A  M M M
"""
RANKS = {"A": 1, **{str(rank): rank for rank in range(2, 11)}, "J": 11, "Q": 12, "K": 13}
OPEN = {"L": "low", "M": "middle", "H": "high"}
ANTE, POCKET, DEALER = range(3)


def printed_column(column: int) -> dict[tuple[int, int], str]:
    """(lower rank, higher rank) -> the position that the column leaves open."""
    words = iter(STRATEGY.split())
    rows = [(hand.split(","), marks) for hand, *marks in zip(words, words, words, words, strict=True)]
    return {(RANKS[low], RANKS[high]): OPEN[marks[column]] for (high, low), marks in rows}


def test_every_hand_is_in_the_printed_columns() -> None:
    """Two different ranks of thirteen: 78 hands."""
    assert set(printed_column(DEALER)) == set(combinations(range(1, 14), 2))


def test_house_way_is_the_dealer_column() -> None:
    """78 of 78, whichever of the two cards was dealt first."""
    for (low, high), position in printed_column(DEALER).items():
        assert house_way(9, low, high) == position, (low, high)
        assert house_way(9, high, low) == position, (high, low)


def test_pocket_roo_rows_with_the_pocket_column() -> None:
    """All 66,300 deals of two cards and a third; 38 hands tie in value, so the printed counts need this column."""
    column = printed_column(POCKET)
    rows: Counter[str] = Counter()
    names = ("Royal Flush Roo", "Royal Roo", "4 & 10 Roo", "10 Roo", "4 Roo")
    for first, second in combinations(DECK, 2):
        low, high = sorted((first.low_rank, second.low_rank))
        for third in DECK:
            if third in (first, second):
                continue
            made = None if low == high else roo(low, high, third.low_rank, column[low, high])
            if made is None:
                rows["other"] += 1
                continue
            row = pocket_roo_row(made, suited=first.suit == second.suit == third.suit)
            rows["Seven Roo" if row is None and 7 in made else "other" if row is None else names[row]] += 1
    assert rows == {
        "Royal Flush Roo": 12,
        "Royal Roo": 180,
        "4 & 10 Roo": 1_728,
        "10 Roo": 6_848,
        "4 Roo": 6_208,
        "Seven Roo": 5_312,
        "other": 46_012,
    }
    assert rows.total() == 1_326 * 50


def test_pairs_pay_rows_of_three_cards() -> None:
    """Dealt pairs: 6 x 50 of sevens, 12 times that of others; third-card pairs: 4 x 48 x 3 of sevens, 12 times that."""
    rows: Counter[int | None] = Counter()
    for first, second in combinations(DECK, 2):
        for third in DECK:
            if third not in (first, second):
                rows[pairs_pay_row(first.low_rank, second.low_rank, third.low_rank)] += 1
    assert rows == {0: 300, 1: 3_600, 2: 576, 3: 6_912, None: 54_912}


def test_a_roo_straight_never_holds_a_pair() -> None:
    """The procedure collects Pairs Pay of Roo straights unseen; this is why it may."""
    ranks = range(1, 14)
    for first, second in combinations(ranks, 2):
        for third in (first, second):
            assert all(roo(first, second, third, position) is None for position in OPEN.values())


@pytest.mark.parametrize(
    ("highest_low", "printed"),
    [
        (9, {"straight flush": 52, "straight": 156, "flush": 436, "roo": 1_320, "invalid": 688}),
        (7, {"straight flush": 52, "straight": 156, "flush": 452, "roo": 1_368, "invalid": 624}),
    ],
    ids=["2-9 low", "2-7 low"],
)
def test_flush_roo_rows_as_printed(highest_low: int, printed: dict[str, int]) -> None:
    """2 Card Roo prints 2,652 ordered deals for two ways to place the first card; the ace goes high in both."""
    rows: Counter[str] = Counter()
    for first, second in permutations(DECK, 2):
        position = LOW if first.rank <= highest_low else HIGH
        low, high = values(first.rank, second.rank, position)
        row = flush_roo_row(first, second, position)
        if not is_roo(low, high):
            assert row is None
            rows["invalid"] += 1
        elif high - low == 1:
            assert row == (0 if first.suit == second.suit else None)
            rows["straight" if row is None else "straight flush"] += 1
        else:
            assert row == (1 if first.suit == second.suit else None)
            rows["roo" if row is None else "flush"] += 1
    assert rows == printed
    assert rows.total() == 52 * 51


def test_two_card_pairs_are_twelve_a_rank() -> None:
    """The Pairs Pay table of 2 Card Roo prints 12 ordered deals for each of 13 ranks, 2,496 without a pair."""
    pairs = Counter(first.text[0] for first, second in permutations(DECK, 2) if first.rank == second.rank)
    assert pairs == dict.fromkeys("23456789TJQKA", 12)
    assert 52 * 51 - pairs.total() == 2_496


def test_ace_is_worth_its_position() -> None:
    """14 over 1 with two aces, 1 under any card, 14 over any card."""
    ace = Card.parse("Ah").rank
    assert values(ace, ace, LOW) == values(ace, ace, HIGH) == (1, 14)
    for rank in range(2, 14):
        assert values(ace, rank, LOW) == (1, rank)
        assert values(ace, rank, HIGH) == (rank, 14)


def test_suited_aces_of_two_decks_are_a_flush() -> None:
    """14 over 1 is a Roo but no straight, so suited aces of a shoe pay 3 to 1, not 15."""
    ace = Card.parse("Ah")
    assert flush_roo_row(ace, ace, LOW) == flush_roo_row(ace, ace, HIGH) == 1
