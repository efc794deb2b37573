"""Markdown: texts are texts, tables are whole, commands can be copied."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.token import Token
from tests.document.samples import FINGERPRINT, HOSTILE, document, hostile

from houseway.document.blocks import Document, Paragraph
from houseway.document.markdown import escaped, text


def tokens(source: str) -> list[Token]:
    """As a forge reads it, with raw HTML allowed."""
    return MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(source)


def words(token: Token) -> str:
    """What a reader sees of a line; the marks of a table are left out."""
    return "".join(child.content for child in token.children or ())


def test_hostile_texts_are_read_as_they_are() -> None:
    found = tokens(text(Document(HOSTILE, HOSTILE, ((HOSTILE, HOSTILE),), hostile(), {})))
    children = [child for token in found for child in token.children or ()]
    assert not [
        token.type
        for token in (*found, *children)
        if "html" in token.type or token.type in ("image", "link_open", "code_inline")
    ]
    lines = [words(token) for token in found if token.type == "inline"]
    assert sum(HOSTILE in line for line in lines) >= 20
    assert all(HOSTILE in line for line in lines if "onerror" in line)
    assert {"1. no list", "- no list", "# no heading", "a|b"} <= set(lines)


def test_commands_are_fenced_by_more_than_they_hold() -> None:
    (code,) = [token for token in tokens(text(Document("T", "", (), (hostile()[5],)))) if token.type == "fence"]
    assert code.content == f"{HOSTILE}\n```\n"


def test_every_block_is_there() -> None:
    written = text(document())
    assert written.startswith("# Mini-Tex Hold'em: the mathematics\n\nReport for a test laboratory\n")
    assert f"**{FINGERPRINT}**" in written
    assert "### 1.1 Worked examples" in written
    assert "**Table 1.** Ante: every outcome" in written
    assert "| **Total** |  | **2,598,960** | **1.000000** |  | **-0.032235** |" in written
    assert "| Pair Plus | **2.41%** | 5.670000% | **differs** |" in written
    assert "**Figure 1.** Hold by number of rounds" in written
    assert "| 100 | 3.22% | −39.03% | 45.47% | −28.92% | 35.36% |" in written
    assert "A half round table with a circle for the Ante" in written
    assert "```sh\nhouseway odds mini-tex --json\n" in written
    assert "data:" not in written


def test_every_row_of_a_table_has_every_cell() -> None:
    count = columns = rows = 0
    for token in tokens(text(document(*hostile()))):
        if token.type == "tr_open":
            count = 0
        elif token.type in ("th_open", "td_open"):
            count += 1
        elif token.type == "thead_close":
            columns = count
        elif token.type == "tbody_close":
            rows += 1
            assert count == columns
    assert rows == 13


def test_a_line_never_begins_something_else() -> None:
    for line in (
        "1. one",
        "- one",
        "+ one",
        "# one",
        "> one",
        "=== one",
        "--- ",
        "* one",
        "    code",
        "| a |",
        "~~~",
        "12.",
    ):
        (paragraph, inline, _) = tokens(text(Document("T", "", (), (Paragraph(line),))))[3:]
        assert (paragraph.type, words(inline)) == ("paragraph_open", line.strip()), line
    assert escaped("3.5% of 12") == "3.5% of 12"
