"""The PDF: whole on its pages, the same each time, with its fonts and its annex inside."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from collections.abc import Iterator
from typing import Any

import pypdf
import pypdfium2  # type: ignore[import-untyped]
import pytest
from tests.document.samples import FINGERPRINT, HOSTILE, outcomes, wide

from houseway.document.blocks import Block, Cell, Column, Commands, Document, Facts, Heading, Items, Paragraph, Table
from houseway.document.extra import MissingExtra
from houseway.document.typst import pdf


@pytest.fixture(scope="module")
def read(pdf_bytes: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(pdf_bytes))


@pytest.fixture(scope="module")
def pages(read: pypdf.PdfReader) -> list[str]:
    return [page.extract_text() for page in read.pages]


def solid(text: str) -> str:
    """A text without spaces: lines are broken where the page is."""
    return re.sub(r"\s+", "", text)


def fonts(page: Any) -> Iterator[Any]:
    """The fonts of a page and of the pictures on it."""
    resources = page["/Resources"].get_object() if "/Resources" in page else {}
    yield from (font.get_object() for font in resources.get("/Font", {}).values())
    for picture in resources.get("/XObject", {}).values():
        if picture.get_object().get("/Subtype") == "/Form":
            yield from fonts(picture.get_object())


def test_the_same_document_gives_the_same_bytes(pdf_bytes: bytes, everything: Document) -> None:
    assert pdf(everything) == pdf_bytes


def test_it_meets_the_standards_for_archives_and_screen_readers(pdf_bytes: bytes) -> None:
    assert b"pdfaid:part>3<" in pdf_bytes
    assert b"pdfuaid:part>1<" in pdf_bytes


def test_every_font_is_inside(read: pypdf.PdfReader) -> None:
    names = set()
    for page in read.pages:
        for font in fonts(page):
            for inner in (item.get_object() for item in font.get("/DescendantFonts", [font])):
                names.add(inner["/BaseFont"].partition("+")[2])
                assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(inner["/FontDescriptor"].get_object()), inner
    assert {name.partition("-")[0] for name in names} == {"LibertinusSerif", "DejaVuSansMono"}  # those of typst


def test_the_annex_is_read_back(read: pypdf.PdfReader, everything: Document) -> None:
    (annex,) = read.attachments["annex.json"]
    assert json.loads(annex) == everything.annex


def test_the_only_date_is_the_document_s(read: pypdf.PdfReader, pdf_bytes: bytes) -> None:
    assert read.metadata is not None
    assert (read.metadata.title, read.metadata.author) == ("Mini-Tex Hold'em: the mathematics", "Houseway")
    assert set(re.findall(rb"D:(\d{8})", pdf_bytes)) == {b"20261116"}
    undated = pdf(Document("T", "", (), (Paragraph("p"),)))
    assert b"/CreationDate" not in undated
    assert b"19700101" not in undated


def test_no_text_leaves_its_page(pdf_bytes: bytes) -> None:
    seen = 0
    for page in pypdfium2.PdfDocument(pdf_bytes):
        width, height = page.get_size()
        text = page.get_textpage()
        for place in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(place)
            if right > left:
                seen += 1
                assert 30 <= left <= right <= width - 30, (text.get_text_range(place, 20), left, right, width)
                assert 20 <= bottom <= top <= height - 20
    assert seen > 10_000


def test_every_cell_of_long_and_wide_tables_is_there(pages: list[str]) -> None:
    whole = solid("".join(pages))
    for table in (outcomes(90), wide(14), wide(40)):
        cells = [cell for row in table.rows for cell in row] + [column.title for column in table.columns]
        for cell in cells:
            text = cell.text if isinstance(cell, Cell) else cell
            assert solid(text) in whole, (table.caption, text)


def test_rows_are_not_torn_and_headers_are_repeated(pages: list[str]) -> None:
    """Every row of the long table is a line of a page that has the headings."""
    for row in outcomes(90).rows[:-1]:
        line = " ".join(str(cell) for cell in row)
        holding = [page for page in pages if line in page]
        assert holding
        assert all("Outcome Pays Combinations Probability Frequency Return" in page for page in holding)


def test_hostile_texts_are_set_as_they_are(pages: list[str]) -> None:
    whole = solid("".join(pages))
    assert whole.count(solid(HOSTILE)) >= 14
    assert "49" not in solid(HOSTILE)  # what {{7*7}} would come to


def test_pages_have_a_running_head_numbers_and_contents(pages: list[str], read: pypdf.PdfReader) -> None:
    for number, page in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in page
        assert (FINGERPRINT[:16] in page and "Mini-Tex Hold'em: the mathematics" in page) or number == 1
    assert "Contents" in pages[0]
    assert [item.title for item in read.outline if not isinstance(item, list)][:3] == [
        "1 Rules of play",
        "2 Odds",
        "3 Charts",
    ]
    whole = "\n".join(pages)
    assert all(f"Table {number}. " in whole for number in range(1, 7))
    assert all(f"Figure {number}. " in whole for number in range(1, 13))


def test_a_heading_goes_with_its_table_to_a_page_on_its_side() -> None:
    table = pdf(Document("T", "", (), (Paragraph("First."), Heading("Wide"), wide(22))))
    first, second = pypdf.PdfReader(io.BytesIO(table)).pages
    assert "Wide" not in first.extract_text()
    assert "1 Wide" in second.extract_text()
    assert second.mediabox.width > second.mediabox.height


def test_printed_commands_can_be_copied() -> None:
    """No line ends inside an option; a shell reads the copied lines as the commands they are."""
    commands = (
        "houseway odds mini-tex --edition pair --json",
        "houseway simulate three-card-draw-poker --edition layout --set 'pair-plus=40/30/6/4/1 to 1' --set ties=dealer "
        "--rounds 2000000 --seed report --bet 10 --side pair-plus=10 --side ante-bonus=5",
        "houseway report mini-tex --edition pair --date 2026-11-16 --rounds 2000000 --set "
        "a-long-option-of-a-long-name=with-a-value-that-hardly-fits-the-line-of-a-page-as-it-is -o mini-tex.pdf",
    )
    (page,) = pypdf.PdfReader(io.BytesIO(pdf(Document("T", "", (), (Commands((*commands, "")),))))).pages
    text = page.extract_text()
    copied = text[text.index("houseway") : text.rindex("1 / 1")].replace("\\\n", " ")
    assert [shlex.split(line) for line in copied.splitlines() if line.strip()] == [shlex.split(one) for one in commands]


def test_headings_cards_and_figures_stay_together() -> None:
    """A heading is on the page of what it introduces, a short list and a chart on one page, facts with their table."""
    column = (Column("Hand"), Column("Play"))
    blocks: list[Block] = []
    for number in range(9):
        items = tuple(f"Line {place} of card {number}." for place in range(20))
        chart = tuple((f"chart {number} row {place}", "fold") for place in range(26))
        blocks += [Heading(f"Head {number}"), Paragraph(f"Intro {number}."), Items(items, numbered=True)]
        blocks += [Table("", column, ((f"short {number}", "1"),)), Facts(((f"Fact {number}", "1"),))]
        blocks += [Table("", column, ((f"noted {number}", "1"),)), Paragraph(f"Legend {number}.", note=True)]
        blocks += [Paragraph("Filler. " * 60 * (number % 7))]
        blocks += [Heading(f"Chart {number}"), Paragraph(f"About {number}."), Table("", column, chart, whole=True)]
    found = [
        page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf(Document("T", "", (), tuple(blocks))))).pages
    ]
    for number in range(9):
        together = [f" Head {number}\n", f"Intro {number}.", f"Line 0 of card {number}.", f"Line 19 of card {number}."]
        chart_page = [f" Chart {number}\n", f"About {number}.", f"chart {number} row 0 ", f"chart {number} row 25 "]
        for texts in (
            together,
            chart_page,
            [f"short {number} ", f"Fact {number}"],
            [f"noted {number} ", f"Legend {number}."],
        ):
            assert any(all(text in page for text in texts) for page in found), texts


def test_a_word_without_an_end_is_broken() -> None:
    word = "x" * 700
    table = Table("", (Column("A"), Column("B", number=True)), ((word, "1"),))
    (page,) = pypdfium2.PdfDocument(pdf(Document("T", word, (("Fact", word),), (Paragraph(word), table))))
    text = page.get_textpage()
    boxes = [text.get_charbox(place) for place in range(text.count_chars())]
    assert max(right for _, _, right, _ in boxes) < page.get_size()[0] - 30
    assert text.get_text_range().count("x") == 4 * 700


def test_a_text_that_the_fonts_do_not_have_still_makes_a_page() -> None:
    assert pdf(Document("德州扑克 \U0001f0a1", "", (), (Paragraph("\x00\u202e\ufeff"),))).startswith(b"%PDF")


def test_a_missing_extra_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(MissingExtra, match=r'^[^.]*typst[^.]*: pip install "houseway\[report\]"\.$'):
        pdf(Document("T", "", (), ()))
