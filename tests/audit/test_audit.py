"""The audit: every printed figure is counted again, and only the known misprints differ."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from tests.calling import houseway
from tests.sizes import sized

from houseway.audit import Audit, Figure, Finding, Verdict, audit, documents, read_figures
from houseway.errors import HousewayError

pytestmark = pytest.mark.xdist_group("audit")  # one worker counts all figures once

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
    (
        "000",
        "House Odds with a pat hand, third card",
        "2 TensUp cards (no pairs) + a value card",
        "Third card",
        "7 to 10",
    ),
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


FRESH = sized(quick=False, test=False, thorough=True)  # where `run` has just counted it


@pytest.fixture(scope="module")
def run() -> Audit:
    return Audit(fresh=sized(quick=False, test=True, thorough=True))


@pytest.fixture(scope="module")
def findings(run: Audit) -> list[Finding]:
    return [run.check(figure) for figure in read_figures()]


def location(figure: Figure) -> tuple[str, str, str, str, str]:
    return figure.document, figure.table, figure.row, figure.column, figure.printed


def find(findings: list[Finding], document: str, table: str, row: str, column: str) -> Finding:
    (found,) = [item for item in findings if location(item.figure)[:4] == (document, table, row, column)]
    return found


# --- the verdicts ---


def test_verdicts_are_those_of_the_digits(findings: list[Finding]) -> None:
    """Judged again without the audit's own reading of numbers: within half of the last printed digit, or not."""
    assert len(findings) == 189 + 210 + 39 + 751 + 26
    judged = 0
    for finding in findings:
        if finding.figure.print != "legible":
            assert finding.verdict is Verdict.NOT_DERIVABLE  # whatever is computed, it is not compared
            continue
        assert bool(finding.computed) == (finding.verdict is not Verdict.NOT_DERIVABLE)
        number = re.fullmatch(r"([+-]?[\d,]*\.?(\d+))(%?)", finding.figure.printed)
        if number is None or finding.exact is None:
            continue
        text, last_digits, percent = number.groups()
        decimals = len(last_digits) if "." in text else 0
        off = abs(finding.exact * (100 if percent else 1) - Fraction(text.replace(",", "")))
        right = off <= (Fraction(1, 2 * 10**decimals) if decimals else 0)
        assert right == (finding.verdict is Verdict.MATCH), finding
        judged += 1
    assert judged > 700


def test_only_the_known_misprints_differ(findings: list[Finding]) -> None:
    by_verdict = {
        verdict: {
            location(item.figure) for item in findings if item.verdict is verdict and item.figure.print == "legible"
        }
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
    assert value.computed == "-0.032234702605"


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


def test_what_cannot_be_read_is_told_with_what_is_paid_and_where_that_is_from(findings: list[Finding]) -> None:
    illegible = [item for item in findings if item.figure.print == "illegible"]
    assert [(location(item.figure), item.computed, item.exact) for item in illegible] == [
        (("004", "Flush Odds", "6 Card", "Pays", ""), "100 to 1", Fraction(100)),
        (("004", "Straight Flush Odds", "4 Card", "Pays", ""), "60 to 1", Fraction(60)),
    ]
    flush, straight_flush = (item.note for item in illegible)
    assert "inferred" in flush
    assert "another" in flush  # the same sheet of another property prints it
    assert "inferred" in straight_flush
    assert "another" not in straight_flush


def test_a_pay_without_an_origin_cannot_be_called_illegible(run: Audit) -> None:
    figure = next(item for item in read_figures(["004"]) if item.printed == "300 to 1")
    with pytest.raises(HousewayError, match="nothing says where '7 Card Flush' is from"):
        run.check(replace(figure, printed="", print="illegible", form="1 to 1"))


def test_edges_that_are_not_printed_are_counted_and_not_compared(findings: list[Finding]) -> None:
    counted = {item.figure.wager: item for item in findings if item.figure.print == "none"}
    # 133,784,560 hands; 6,864 of seven suited cards, 267,696 of six, and so on.
    flush = 6_864 * 300 + 267_696 * 100 + 3_814_668 * 10 + 26_137_540 - 103_557_792
    runs = 32 * 1000 + 1_592 * 500 + 39_960 * 100 + 676_196 * 60 + 8_642_932 * 8 - 124_423_848
    prizes = 32 * 10_000 + 1_592 * 1_000 + 39_960 * 1_250 + 676_196 * 250 + 8_642_932 * 15
    assert {wager: item.exact for wager, item in counted.items()} == {
        "flush": Fraction(-flush, 133_784_560),
        "straight-flush": Fraction(-runs, 133_784_560),
        "progressive": 1 - Fraction(prizes, 5 * 133_784_560),
    }
    for item in counted.values():
        assert (item.figure.printed, item.verdict) == ("", Verdict.NOT_DERIVABLE)
        assert item.note.startswith("No edge is printed.")
    assert counted["flush"].to_json()["print"] == "none"


@pytest.mark.parametrize(("document", "game"), [("003", "three-card-roo"), ("003", "two-card-roo"), ("004", "")])
def test_layouts_are_the_pays_of_the_default_edition(run: Audit, document: str, game: str) -> None:
    """Every pay that can be read on a printed layout is what the game pays when nobody chooses anything."""
    pays = [
        figure
        for figure in read_figures([document])
        if figure.kind in ("pay table", "prize")
        and figure.print == "legible"
        and (document == "004" or (figure.game == game and "layout" in figure.table.lower()))
    ]
    assert len(pays) == {"three-card-roo": 2 + 5 + 4, "two-card-roo": 3, "": 3 + 4 + 1 + 6}[game]
    for figure in pays:
        assert run.check(replace(figure, edition=None, options={})).verdict is Verdict.MATCH, figure


# --- a wrong figure is caught ---

LOSES = "The player automatically loses with this or lower"
NOT_QUALIFIED = "A) Dealer doesn't qualify: ante, flop and river bets"
MORE_DECKS = "Before dealing the next game, if multiple decks are used"


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
        ("000", "New Versions of High Card Draw, third version", LOSES, "Final hand", "9-high"),
        ("001", "Betting and Dealing Procedure, 13", NOT_QUALIFIED, "Player wins", "3 to 2"),
        ("001", "Dealing Procedures, buried cards", "Before the RIVER card", "Cards", "2"),
        ("003", "2 Card Roo, buried cards", MORE_DECKS, "Cards", "1"),
        ("003", "Table 1", "Player Win Ties: no", "Flush Wins Pay", "2"),
        ("003", "Table 1", "Player Win Ties: no", "Pairs Push?", "no"),
        ("004", "Ante / Raise Wager", "Five suited cards", "Raise wager", "up to triple"),
        ("004", "Qualifying hand", "4. Does meet or exceed", "Lowest three card flush", "8-high"),
        ("003", "Flush Roo Side Bet, cards to play as low", "Second table", "Play as low", "2-8"),
    ],
)
def test_a_changed_figure_differs(run: Audit, document: str, table: str, row: str, column: str, wrong: str) -> None:
    (figure,) = [item for item in read_figures([document]) if location(item)[:4] == (document, table, row, column)]
    assert run.check(figure).verdict is Verdict.MATCH
    assert run.check(replace(figure, printed=wrong)).verdict is Verdict.DIFFERS


@pytest.mark.usefixtures("findings")  # which are counted
def test_a_changed_document_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    data = documents.read_document("002")
    data["tables"][2]["rows"][3]["printed"][0] = "6 to 1"  # the straight of TCDPPP-01
    monkeypatch.setattr(documents, "read_document", lambda document: data)
    differ = {location(item.figure) for item in audit(["002"], fresh=FRESH) if item.verdict is Verdict.DIFFERS}
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


# --- the command ---


@pytest.mark.slow
def test_the_command_prints_one_row_for_every_figure(
    findings: list[Finding], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same rows whether they are counted now or were kept by the run before."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    held_to = sized(quick=["004"], test=["004"], thorough=[])  # all of them take half a minute
    findings = [finding for finding in findings if not held_to or finding.figure.document in held_to]
    counted, kept = (houseway("audit", "--json", *(f"--document={name}" for name in held_to)) for _ in range(2))
    assert (counted.returncode, kept.returncode) == (0, 0), counted.stderr + kept.stderr
    assert counted.stdout == kept.stdout
    rows = json.loads(counted.stdout)
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
    assert "189 figures: 182 match, 7 differ, 0 cannot be derived." in text


def test_the_command_tells_what_cannot_be_read_apart() -> None:
    text = " ".join(houseway("audit", "--document", "004").stdout.split())
    assert "004 Flush Odds: 6 Card, Pays: illegible in print, here 100 to 1" in text
    assert "004 Straight Flush Odds: 4 Card, Pays: illegible in print, here 60 to 1" in text
    assert "004 Flush Odds: House edge: not printed, counted 7.807158015843%" in text
    assert "23 figures: 21 match, 0 differ, 0 cannot be derived, 2 cannot be read." in text
    rows = json.loads(houseway("audit", "--document", "004", "--differs", "--json").stdout)
    assert [(row["row"], row["printed"], row["print"]) for row in rows] == [
        ("6 Card", "", "illegible"),
        ("4 Card", "", "illegible"),
    ]


def test_an_unknown_document_is_one_sentence_and_status_2() -> None:
    done = houseway("audit", "--document", "7")
    assert (done.returncode, done.stdout) == (2, "")
    assert "000, 001, 002, 003, 004" in done.stderr
