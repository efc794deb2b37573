"""The audit: every printed figure is there, every one is counted again, and only the known misprints differ."""

from __future__ import annotations

import doctest
import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from houseway.audit import Audit, Figure, Finding, Verdict, audit, document_ids, documents, printed, read_figures
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
        "House Odds with a pat hand of 2 TensUp cards (no pairs) + a 7 to 10 value card": 4 * 4 + 2 + 1,
        "House Edge, always keeps a dealt qualifying hand": 1,
        "House Odds with a pat hand of 3 TensUp cards (no pairs) and dealer wins all ties": 4 * 4 + 2 + 1,
        "Bonus Wager Odds - TensUp, pays": 5,
        "Bonus Wager Odds - TensUp": 4 * 5 + 3 + 1,
        "New Versions of High Card Draw": 5,
        "Table 3": 5 * 4 + 2 + 1,
        "Table 4": 5 * 4 + 2 + 1,
        "Table 5": 5 * 4 + 2 + 1,
        "Table 6": 5 * 4 + 2 + 1,
    },
    "001": {
        "Betting and Dealing Procedure": 3,
        "Player vs. Player Version": 1,
        "Table 1": 7 * 5 + 3,
        "Table 2": 7 * 5 + 3,
        "Pocket Poker 30-20": 7 * 5 + 3 + 1,
        "Pocket Poker 35-15": 7 * 5 + 3 + 1,
        "Pocket Poker 25-20": 7 * 5 + 3 + 1,
        "Dealing Procedures": 3,
    },
    "002": {
        "Recommended Dealing Procedures": 2,
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
        "2 Card Roo, layout": 4,
        "Table 1": 2 * 6,
        "Flush Roo Side Bet, play 2-9 as low": 5 * 5 + 3 + 1,
        "Flush Roo Side Bet, play 2-7 as low": 5 * 5 + 4 + 1,  # its total has a frequency too
        "Flush Roo Side Bet, cards to play as low": 2,
        "Pairs Insurance": 14 * 5 + 3 + 1,
    },
}

# document, table, row, column, printed: everything that is printed wrong, or that this transcript has garbled.
MISPRINTS = {
    ("000", f"Layout, TensUp payout ({side})", row, column, printed)
    for side in ("left", "right")
    for row, column, printed in (
        ("3 TENSUP CARDS", "Pays", "2 to 1"),
        ("2 TENSUP CARDS + 7-8", "Third card", "7-8"),
        ("2 TENSUP CARDS + 7-8", "Pays", "2 to 1"),
    )
} | {
    ("002", "TCDPPP-01", "House edge:", "Pair Plus", "2.41%"),
    ("002", "TCDPPP-01", "House edge:", "Ante Bonus", "0.20%"),
    ("002", "TCDPPP-02", "House edge:", "Ante Bonus", "0.20%"),
    ("002", "TCDPPP-03", "House edge:", "Ante Bonus", "0.20%"),
    ("003", "Pocket Roo 70-45", "House Edge", "EV", "3.70%"),
}
UNDERIVABLE = {
    ("002", "TCDPPP-01", "Expected hold", "Pair Plus", "23%"),
    ("002", "TCDPPP-02", "Expected hold", "Bonus", "26%"),
    ("002", "TCDPPP-03", "Expected hold", "Bonus", "29%"),
}


@pytest.fixture(scope="module")
def run() -> Audit:
    return Audit()


@pytest.fixture(scope="module")
def findings(run: Audit) -> list[Finding]:
    return [run.check(figure) for figure in read_figures()]


def place(figure: Figure) -> tuple[str, str, str, str, str]:
    return figure.document, figure.table, figure.row, figure.column, figure.printed


def find(findings: list[Finding], document: str, table: str, row: str, column: str) -> Finding:
    (found,) = [item for item in findings if place(item.figure)[:4] == (document, table, row, column)]
    return found


# --- the transcription ---


def test_no_table_and_no_figure_is_lost() -> None:
    printed: dict[str, Counter[str]] = {}
    for figure in read_figures():
        printed.setdefault(figure.document, Counter())[figure.table] += 1
    assert printed == TABLES
    assert [sum(printed[document].values()) for document in document_ids()] == [187, 200, 38, 750]


def test_no_two_figures_are_in_the_same_place() -> None:
    places = Counter(place(figure)[:4] for figure in read_figures())
    assert {key for key, times in places.items() if times > 1} == set()


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
    for place, column in enumerate(table["columns"]):
        if not total[place] or column["kind"] == "frequency":
            continue
        printed = Printed.parse(total[place])
        numbers = [Printed.parse(line[place]) for line in lines]
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


# --- the verdicts ---


def test_every_figure_has_a_verdict_and_a_value(findings: list[Finding]) -> None:
    assert len(findings) == 187 + 200 + 38 + 750
    for finding in findings:
        assert finding.verdict in Verdict
        assert finding.computed or finding.verdict is Verdict.NOT_DERIVABLE


def test_only_the_known_misprints_differ(findings: list[Finding]) -> None:
    by_verdict = {
        verdict: {place(item.figure) for item in findings if item.verdict is verdict}
        for verdict in (Verdict.DIFFERS, Verdict.NOT_DERIVABLE)
    }
    assert by_verdict == {Verdict.DIFFERS: MISPRINTS, Verdict.NOT_DERIVABLE: UNDERIVABLE}


def test_whatever_does_not_match_says_why(findings: list[Finding]) -> None:
    assert all(item.note for item in findings if item.verdict is not Verdict.MATCH)


def test_counts_are_whole_and_rounded_figures_have_more_digits_than_print(findings: list[Finding]) -> None:
    wins = find(findings, "001", "Table 1", "Wins", "Combinations")
    assert (wins.figure.printed, wins.computed, str(wins.exact)) == ("24,416,000,664", "24416000664", "24416000664")
    value = find(findings, "001", "Table 1", "Total", "Return")
    assert value.exact == Fraction(-226406539, 7023689400)
    assert value.computed == "-0.032234702606"


def test_pair_plus_01_is_as_printed_with_another_straight(findings: list[Finding]) -> None:
    finding = find(findings, "002", "TCDPPP-01", "House edge:", "Pair Plus")
    # 22,100 hands: 4 + 44 straight flushes, 52 threes of a kind, 720 straights, 1,096 flushes, 3,744 pairs.
    wins = 4 * 101 + 44 * 41 + 52 * 26 + 720 * 6 + 1096 * 5 + 3744 * 2
    assert finding.exact == 1 - Fraction(wins, 22100)
    assert "With a straight at 6 to 1 it is 2.4" in finding.note
    assert "as printed" in finding.note


def test_two_card_roo_as_written_gives_the_player_the_edge(findings: list[Finding]) -> None:
    for ties in ("no", "yes"):
        finding = find(findings, "003", "Table 1", f"Player Win Ties: {ties}", "House Edge")
        assert finding.verdict is Verdict.MATCH
        assert "By the rules as written it is -" in finding.note


def test_38_hands_tie_in_the_pocket_column_and_none_in_the_others(findings: list[Finding]) -> None:
    ties: Counter[str] = Counter()
    for finding in findings:
        if finding.figure.table == "Player Optimal Playing Strategy":
            ties[finding.figure.column] += " or " in finding.computed
    assert ties == {"ANTE": 0, "POCKET": 38, "DEALER": 0}


# --- a wrong figure is caught ---


@pytest.mark.parametrize(
    ("document", "table", "row", "column", "wrong"),
    [
        ("000", "Table 3", "Wins", "Probability", "0.416001"),
        ("000", "Table 3", "Wins", "Frequency", "1 in 2.5"),
        ("000", "Winning and Losing Hands", "If dealer wins ties", "House odds", "+.254%"),
        ("000", "Single Player Layout", "2 TensUp Cards + 7-9", "Third card", "7-10"),
        ("001", "Table 1", "Wins", "Combinations", "24,416,000,665"),
        ("001", "Table 1", "Total", "Return", "-0.032234"),
        ("001", "Pocket Poker 35-15", "Pair", "Pays", "4"),
        ("001", "Dealing Procedures", "PLAY BET", "Times the ante", "3x"),
        ("001", "Player vs. Player Version", "Small blind", "Minimum bets", "⅓"),
        ("002", "TCDPPP-03", "House edge:", "Bonus", "6.18%"),
        ("002", "TCDPPP-02", "AKQ Suited", "Ante Bonus", "11x"),
        ("003", "Player Optimal Playing Strategy", "10,5", "ANTE", "L"),
        ("003", "Player Optimal Playing Strategy", "K,Q", "POCKET", "M"),
        ("003", "Player Optimal Playing Strategy", "Q,6", "DEALER", "L"),
        ("003", "Table 1", "Player Win Ties: no", "Player Win Ties", "yes"),
        ("003", "Flush Roo Side Bet, cards to play as low", "Second table", "Play as low", "2-8"),
    ],
)
def test_a_changed_figure_differs(run: Audit, document: str, table: str, row: str, column: str, wrong: str) -> None:
    (figure,) = [item for item in read_figures([document]) if place(item)[:4] == (document, table, row, column)]
    assert run.check(figure).verdict is Verdict.MATCH
    assert run.check(replace(figure, printed=wrong)).verdict is Verdict.DIFFERS


def test_a_changed_document_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    data = documents.read_document("002")
    data["tables"][1]["rows"][3]["printed"][0] = "6 to 1"  # the straight of TCDPPP-01
    monkeypatch.setattr(documents, "read_document", lambda document: data)
    differ = {place(item.figure) for item in audit(["002"]) if item.verdict is Verdict.DIFFERS}
    assert ("002", "TCDPPP-01", "Straight", "Pair Plus", "6 to 1") in differ


def test_unknown_documents_kinds_and_outcomes_are_refused(run: Audit) -> None:
    with pytest.raises(HousewayError, match="000, 001, 002, 003"):
        audit(["009"])
    figure = read_figures(["000"])[0]
    with pytest.raises(HousewayError, match="no kind of figure"):
        run.check(replace(figure, kind="luck"))
    with pytest.raises(HousewayError, match="no outcome"):
        run.check(replace(figure, kind="count", outcomes=("Luck",)))
    with pytest.raises(HousewayError, match="does not pay"):
        run.check(replace(figure, kind="pay table", outcomes=("Luck",)))
    with pytest.raises(HousewayError, match="among players"):
        run.check(replace(figure, game="mini-tex-pvp", edition=None))


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


# --- the command ---


def houseway(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "houseway", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        encoding="utf-8",
    )


def test_the_command_prints_one_row_for_every_figure(findings: list[Finding]) -> None:
    done = houseway("audit", "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert rows == [finding.to_json() for finding in findings]
    for row in rows:
        assert set(row) >= {"document", "table", "row", "column", "printed", "computed", "verdict", "note"}
        assert all(isinstance(row[name], str) for name in row if name != "exact")


def test_the_command_can_be_held_to_one_document_and_to_what_differs() -> None:
    rows = json.loads(houseway("audit", "--document", "003", "--differs", "--json").stdout)
    assert [(row["table"], row["printed"], row["verdict"]) for row in rows] == [
        ("Pocket Roo 70-45", "3.70%", "differs")
    ]


def test_people_read_counts_by_table_then_what_differs_and_totals() -> None:
    text = houseway("audit", "--document", "000").stdout
    assert "000 High Card Draw Training Manual" in text
    assert "Table 6" in text
    assert "printed 7-8, counted 7-9: differs" in text
    assert "187 figures: 181 match, 6 differ, 0 cannot be derived." in text


def test_an_unknown_document_is_one_sentence_and_status_2() -> None:
    done = houseway("audit", "--document", "7")
    assert (done.returncode, done.stdout) == (2, "")
    assert "000, 001, 002, 003" in done.stderr
