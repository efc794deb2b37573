"""The transcription: no table and no figure of the manuals is lost, and the printed numbers agree with each other."""

from __future__ import annotations

import doctest
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from houseway.audit import document_ids, documents, printed, read_figures
from houseway.audit.printed import Printed, decimal_text, parse_ranks, ranks_text
from houseway.errors import HousewayError

# How many figures each table prints, counted in the manuals by hand: rows times columns, then totals and edges.
TABLES = {
    "000": {
        "Winning and Losing Hands": 1,
        "Playing Procedure, TensUp": 5,
        "Playing Procedure": 1,
        "Layout, TensUp payout (left)": 5,
        "Layout, TensUp payout (right)": 5,
        "Single Player Layout": 5,
        "House Odds with a pat hand, third card": 1,
        "House Odds with a pat hand of 2 TensUp cards (no pairs) + a 7 to 10 value card": 4 * 4 + 2 + 1,
        "House Edge, always keeps a dealt qualifying hand": 1,
        "House Odds with a pat hand of 3 TensUp cards (no pairs) and dealer wins all ties": 4 * 4 + 2 + 1,
        "Bonus Wager Odds - TensUp, pays": 5,
        "Bonus Wager Odds - TensUp": 4 * 5 + 3 + 1,
        "New Versions of High Card Draw, third version": 1,
        "New Versions of High Card Draw": 5,
        "Table 3": 5 * 4 + 2 + 1,
        "Table 4": 5 * 4 + 2 + 1,
        "Table 5": 5 * 4 + 2 + 1,
        "Table 6": 5 * 4 + 2 + 1,
    },
    "001": {
        "Betting and Dealing Procedure": 3,
        "Betting and Dealing Procedure, 13": 2,  # "even money" twice
        "Betting and Dealing Procedure, buried cards": 2,
        "Player vs. Player Version": 1,
        "Player vs. Player Version, buried cards": 2,
        "Table 1": 7 * 5 + 3,
        "Table 2": 7 * 5 + 3,
        "Pocket Poker 30-20": 7 * 5 + 3 + 1,
        "Pocket Poker 35-15": 7 * 5 + 3 + 1,
        "Pocket Poker 25-20": 7 * 5 + 3 + 1,
        "Dealing Procedures": 3,
        "Dealing Procedures, 13": 2,
        "Dealing Procedures, buried cards": 2,
    },
    "002": {
        "Recommended Dealing Procedures": 2,
        "Recommended Dealing Procedures, 10": 1,
        "TCDPPP-01": 6 + 3 + 2 + 1,
        "TCDPPP-02": 6 + 3 + 2 + 1,
        "TCDPPP-03": 6 + 3 + 2 + 1,
    },
    "003": {
        "Winning and Losing Hands": 3,
        "Betting and Dealing Procedures": 1,
        "Layout, 7 Roo Bonus": 2,
        "Layout, Pocket Payout": 5,
        "Layout, Pairs Payout": 4,
        "3 Card Roo, Royal Roo pays 10": 7 * 5 + 3,
        "7 Roo Bonus, Royal Roo pays 10": 3 * 5 + 2 + 1,
        "3 Card Roo, Royal Roo pays 8": 7 * 5 + 3,
        "7 Roo Bonus, Royal Roo pays 8": 3 * 5 + 2 + 1,
        "3 Card Roo, Royal Roo pays 5": 7 * 5 + 3,
        "7 Roo Bonus, Royal Roo pays 5": 3 * 5 + 2 + 1,
        "Player Optimal Playing Strategy": 78 * 3,
        "Some Stats for the Player": 3,
        "Pocket Roo 100-45": 7 * 5 + 3 + 1,
        "Pocket Roo 70-45": 7 * 5 + 3 + 1,
        "Pocket Roo 50-40": 7 * 5 + 3 + 1,
        "Pairs Pay 12-7": 5 * 5 + 3 + 1,
        "Pairs Pay 10-7": 5 * 5 + 3 + 1,
        "2 Card Roo, rules": 4,
        "2 Card Roo, buried cards": 1,
        "2 Card Roo, layout": 4,
        "Table 1": 2 * 6,
        "Flush Roo Side Bet, play 2-9 as low": 5 * 5 + 3 + 1,
        "Flush Roo Side Bet, play 2-7 as low": 5 * 5 + 4 + 1,  # its total has a frequency too
        "Flush Roo Side Bet, cards to play as low": 2,
        "Pairs Insurance": 14 * 5 + 3 + 1,
    },
    "004": {
        "Ante / Raise Wager": 3,
        "Settlement": 2,
        "Qualifying hand": 2,
        "Flush Odds": 4 + 1,  # one of the four cannot be read; the edge is not printed
        "Straight Flush Odds": 5 + 1,  # the same
        "Progressive payouts": 1,
        "Progressive Side Wager": 6 + 1,  # no edge here either
    },
}


def test_no_table_and_no_figure_is_lost() -> None:
    printed: dict[str, Counter[str]] = {}
    for figure in read_figures():
        printed.setdefault(figure.document, Counter())[figure.table] += 1
    assert printed == TABLES
    assert [sum(printed[document].values()) for document in document_ids()] == [189, 210, 39, 751, 26]


def test_no_two_figures_are_in_the_same_place() -> None:
    indices = Counter((figure.document, figure.table, figure.row, figure.column) for figure in read_figures())
    assert {key for key, times in indices.items() if times > 1} == set()


def plain(number: Printed) -> Fraction:
    """The number itself where a percentage is printed."""
    return number.value / 100 if number.unit == "%" else number.value


def half_digit(number: Printed) -> Fraction:
    """How far rounding may have moved a printed number."""
    return Fraction(1, 2 * 10 ** (number.decimals + (2 if number.unit == "%" else 0)))


def odds_tables() -> list[Any]:
    """Tables with combinations and a total."""
    return [
        pytest.param(table, id=f"{document} {table['table']}")
        for document in document_ids()
        for table in documents.read_document(document)["tables"]
        if any(row.get("total") for row in table["rows"])
    ]


@pytest.mark.parametrize("table", odds_tables())
def test_printed_lines_add_up_to_the_printed_totals(table: dict[str, Any]) -> None:
    """Combinations to the last one; rounded columns as far as rounding allows."""
    lines = [row["printed"] for row in table["rows"] if "kind" not in row and not row.get("total")]
    (total,) = [row["printed"] for row in table["rows"] if row.get("total")]
    for index, column in enumerate(table["columns"]):
        if not total[index] or column["kind"] == "frequency":
            continue
        printed = Printed.parse(total[index])
        numbers = [Printed.parse(line[index]) for line in lines]
        off = abs(sum(plain(number) for number in numbers) - plain(printed))
        rounding = sum(half_digit(number) for number in (*numbers, printed) if number.decimals)
        assert off <= (0 if column["kind"] == "count" else rounding), column


@pytest.mark.parametrize("table", odds_tables())
def test_printed_returns_are_pays_times_probability(table: dict[str, Any]) -> None:
    """Every line of every table, by its own printed figures, to the digits that rounding leaves."""
    kinds = [column["kind"] for column in table["columns"]]
    for row in table["rows"]:
        if row.get("total") or "kind" in row:
            continue
        pays, probability, returned = (
            Printed.parse(row["printed"][kinds.index(kind)]) for kind in ("pays", "probability", "return")
        )
        off = abs(pays.value * plain(probability) - plain(returned))
        assert off <= abs(pays.value) * half_digit(probability) + half_digit(returned), row


# --- printed numbers ---


@pytest.mark.parametrize(
    ("text", "value", "decimals"),
    [
        ("84,284,272,800", Fraction(84284272800), 0),
        ("-0.013575", Fraction(-13575, 1000000), 6),
        ("+.253%", Fraction(253, 1000), 3),
        ("1 in 3.5", Fraction(7, 2), 1),
        ("5,525.0", Fraction(5525), 1),
        ("20 to 1", Fraction(20), 0),
        ("15 TO 1", Fraction(15), 0),
        ("3-2", Fraction(3, 2), 0),
        ("10x", Fraction(10), 0),
        ("½", Fraction(1, 2), 0),
        ("even money", Fraction(1), 0),
    ],
)
def test_printed_numbers_are_read(text: str, value: Fraction, decimals: int) -> None:
    printed = Printed.parse(text)
    assert (printed.value, printed.decimals) == (value, decimals)


@pytest.mark.parametrize("text", ["", "yes", "1 in", "%", "7-", "1.2.3", "L"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(HousewayError, match="not a printed number"):
        Printed.parse(text)


def test_rounding_is_to_the_digits_printed_and_no_others() -> None:
    printed = Printed.parse("2.41%")
    assert printed.is_rounded(Fraction(24149, 1000000))
    assert printed.is_rounded(Fraction(24050, 1000000))
    assert not printed.is_rounded(Fraction(24150, 1000000))
    assert not printed.is_rounded(Fraction(-24100, 1000000))
    assert not printed.is_equal(Fraction(24149, 1000000))
    assert decimal_text(Fraction(-1, 3)) == "-0.333333333333"


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(printed).failed == 0


def test_ranks_are_read_and_written_with_the_ace_lowest() -> None:
    assert parse_ranks("A-6") == {1, 2, 3, 4, 5, 6}
    assert ranks_text(parse_ranks("7-10")) == "7-10"
    assert ranks_text(frozenset({1, 13})) == "A, K"
    with pytest.raises(HousewayError, match="range of ranks"):
        parse_ranks("0-9")
