"""The audit as a document: every printed figure beside the counted one, and what differs is marked."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path

import pypdf
import pytest
from tests.calling import houseway

from houseway.audit import Finding, Verdict, audit, read_figures
from houseway.document.blocks import Cell, Document, Mark, Table
from houseway.document.markdown import text
from houseway.document.typst import pdf
from houseway.report.audit_report import audit_document

pytestmark = pytest.mark.xdist_group("audit")


@pytest.fixture(scope="module")
def found() -> list[Finding]:
    return audit(["002", "003"])


@pytest.fixture(scope="module")
def document(found: list[Finding]) -> Document:
    return audit_document(found)


def tables(document: Document) -> dict[str, Table]:
    return {block.caption: block for block in document.blocks if isinstance(block, Table)}


def words(cell: str | Cell) -> str:
    return cell.text if isinstance(cell, Cell) else cell


def test_every_printed_figure_stands_in_its_table_and_only_differing_ones_are_marked(
    document: Document, found: list[Finding]
) -> None:
    shown = [
        (words(printed), isinstance(printed, Cell) and printed.mark is Mark.BAD)
        for table in list(tables(document).values())[2:-1]  # the summary before, the rules after
        for row in table.rows
        for printed in row[1::2]
        if printed
    ]
    assert shown == [(finding.figure.printed, finding.verdict is Verdict.DIFFERS) for finding in found]


def test_the_counted_figure_stands_beside(document: Document) -> None:
    table = tables(document)["TCDPPP-01"]
    assert [column.title for column in table.columns] == ["Line", "Pair Plus", "counted", "Ante Bonus", "counted"]
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["AKQ Suited"] == ("100 to 1", "100 to 1", "10x", "10x")
    assert rows["House edge:"][:2] == (Cell("2.41%", Mark.BAD), Cell("≠ 5.6652%", Mark.BAD))
    assert rows["Expected hold"][1] == Cell("not derivable", Mark.WEAK)
    assert any("With a straight at 6 to 1 it is 2.4" in note for note in table.notes)
    counts = tables(document)["3 Card Roo, Royal Roo pays 10"].rows[0]
    assert counts[3:5] == ("215,560,800", "215,560,800")


def test_a_note_on_many_figures_is_told_once(document: Document) -> None:
    notes = tables(document)["Player Optimal Playing Strategy"].notes
    assert [note for note in notes if "One of 2 equally good plays." in note] == [notes[0]]
    assert "and 35 more: One of 2" in notes[0]


def test_the_summary_adds_up(document: Document, found: list[Finding]) -> None:
    summary = tables(document)["Figures by document"]
    assert [words(cell) for cell in summary.rows[-1]] == ["Total", "", "790", "782", "5", "3"]
    assert summary.rows[0][4] == Cell("4", Mark.BAD)
    unmatched = tables(document)["Figures that differ, cannot be derived or cannot be read"]
    assert len(unmatched.rows) == 8
    assert document.annex["totals"] == {
        "match": 782,
        "differs": 5,
        "not derivable": 3,
        "illegible": 0,
        "not printed": 0,
    }
    assert document.annex["figures"] == [finding.to_json() for finding in found]


def test_only_what_differs_can_be_shown(found: list[Finding]) -> None:
    assert list(tables(audit_document(found, differs=True))) == [
        "Figures by document",
        "Figures that differ, cannot be derived or cannot be read",
        "The rules that were counted",
    ]
    right = [finding for finding in found if finding.verdict is Verdict.MATCH]
    assert "Every printed figure matches." in text(audit_document(right, differs=True))


def test_what_is_not_in_print_says_so() -> None:
    figures = [figure for figure in read_figures(["004"]) if figure.table == "Flush Odds" and figure.print != "legible"]
    found = [Finding(figure, "x", Verdict.NOT_DERIVABLE, "Why.", Fraction(1, 8)) for figure in figures]
    rows = tables(audit_document(found))["Flush Odds"].rows
    assert [row[1] for row in rows] == [Cell("illegible", Mark.WEAK), Cell("not printed", Mark.WEAK)]
    assert [row[2] for row in rows] == ["1 to 8", "12.5%"]


def test_the_pdf_has_every_printed_figure(document: Document, found: list[Finding]) -> None:
    pages = pypdf.PdfReader(io.BytesIO(pdf(document))).pages
    whole = "".join("".join(page.extract_text().split()) for page in pages)
    assert all("".join(finding.figure.printed.split()) in whole for finding in found)
    assert all(page.mediabox.width < page.mediabox.height for page in pages)  # no table has to lie on its side


def test_the_command_writes_a_file_and_prints_where(tmp_path: Path) -> None:
    path = tmp_path / "audit.json"
    done = houseway("audit", "--document", "002", "-o", str(path))
    assert (done.returncode, done.stdout) == (0, f"Written to {path}.\n")
    annex = json.loads(path.read_text())
    assert annex["figures"] == json.loads(houseway("audit", "--document", "002", "--json").stdout)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("-o", "audit.docx"), "audit.docx is no kind of file that can be written"),
        (("-o", "/nowhere/audit.pdf"), "There is no folder /nowhere to write audit.pdf into."),
        (("--json", "-o", "audit.json"), "--json prints and --output writes: take one"),
    ],
)
def test_a_file_that_cannot_be_written_is_one_sentence_and_status_2(arguments: tuple[str, ...], sentence: str) -> None:
    done = houseway("audit", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
