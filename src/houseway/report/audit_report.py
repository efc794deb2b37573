"""The audit as a document: every printed table beside the counted one, with what differs marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from houseway import __version__
from houseway.audit import Figure, Finding, Verdict
from houseway.audit.documents import read_document, titles
from houseway.audit.engine import ILLEGIBLE, NOT_PRINTED
from houseway.audit.printed import Printed
from houseway.catalog import any_game_class
from houseway.document.blocks import (
    Block,
    Cell,
    Column,
    Commands,
    Document,
    Heading,
    Mark,
    Paragraph,
    Table,
)

MORE = 2  # decimals shown beyond those printed
STATES = (str(Verdict.MATCH), str(Verdict.DIFFERS), str(Verdict.NOT_DERIVABLE), ILLEGIBLE, NOT_PRINTED)
FEW = 3  # figures that a note names one by one


def audit_document(found: Sequence[Finding], *, differs: bool = False) -> Document:
    """What the audit has found; `differs` leaves out the tables, and keeps what does not match."""
    totals = Counter(finding.state for finding in found)
    figures = len(found) - totals[NOT_PRINTED]
    blocks: list[Block] = [Heading("Summary"), Paragraph(_summary(figures, totals)), _by_document(found)]
    blocks += _unmatched(found)
    if not differs:
        for document, findings in groupby(found, key=lambda finding: finding.figure.document):
            blocks += _document(document, list(findings))
    blocks += _method(found)
    facts = (
        ("Documents", ", ".join(f"{name} {titles()[name]}" for name in _documents(found))),
        ("Figures", f"{figures:,}"),
        ("Houseway", __version__),
    )
    return Document(
        "Audit of the printed figures",
        "Every figure that the manuals print, counted again from the rules",
        facts,
        tuple(blocks),
        {
            "houseway": __version__,
            "totals": {state: totals[state] for state in STATES},
            "figures": [finding.to_json() for finding in found],
        },
    )


# --- the summary ---


def _documents(found: Iterable[Finding]) -> list[str]:
    return list(dict.fromkeys(finding.figure.document for finding in found))


def _summary(figures: int, totals: Counter[str]) -> str:
    illegible = f", {totals[ILLEGIBLE]} cannot be read" if totals[ILLEGIBLE] else ""
    return (
        f"Of {figures:,} printed figures {totals['match']:,} match what the rules give, {totals['differs']} "
        f"{'differs' if totals['differs'] == 1 else 'differ'}, {totals['not derivable']} cannot be derived{illegible}. "
        "A rounded figure is compared to the digits printed, no more and no fewer; a number of combinations, a pay "
        "or a bet must be equal outright; a printed play must be one of the best."
    )


def _by_document(found: Sequence[Finding]) -> Table:
    seen = {finding.state for finding in found}
    states = [state for state in STATES if state in seen or state in ("match", "differs", "not derivable")]
    columns = (
        Column("Document"),
        Column("Title"),
        *(Column(title, number=True) for title in ("Figures", *(state.capitalize() for state in states))),
    )
    names = titles()
    rows = [
        (document, names[document], *_counts([item for item in found if item.figure.document == document], states))
        for document in _documents(found)
    ]
    total = ("Total", "", *_counts(found, states))
    return Table("Figures by document", columns, (*rows, total), totals=1)


def _counts(found: Iterable[Finding], states: Sequence[str]) -> tuple[str | Cell, ...]:
    counts = Counter(finding.state for finding in found)
    printed = counts.total() - counts[NOT_PRINTED]
    cells = [
        Cell(f"{counts[state]:,}", Mark.BAD) if state == "differs" and counts[state] else f"{counts[state]:,}"
        for state in states
    ]
    return (f"{printed:,}", *cells)


def _unmatched(found: Iterable[Finding]) -> Iterator[Block]:
    """Each figure that does not match, with what was counted and why."""
    rows = [
        (
            finding.figure.document,
            finding.figure.table,
            _place(finding.figure),
            _printed(finding),
            _counted(finding),
            finding.note,
        )
        for finding in found
        if finding.verdict is not Verdict.MATCH
    ]
    yield Heading("What does not match")
    if not rows:
        yield Paragraph("Every printed figure matches.")
        return
    columns = (
        Column("Document"),
        Column("Table"),
        Column("Figure"),
        Column("Printed", number=True),
        Column("Counted", number=True),
        Column("Note"),
    )
    yield Table("Figures that differ, cannot be derived or cannot be read", columns, tuple(rows))


# --- a document's tables ---


def _document(document: str, found: list[Finding]) -> Iterator[Block]:
    data = read_document(document)
    layouts = {table["table"]: table for table in data["tables"]}
    yield Heading(f"{document} {data['title']}")
    for name, findings in groupby(found, key=lambda finding: finding.figure.table):
        yield _table(layouts[name], list(findings))


def _table(layout: dict[str, Any], found: list[Finding]) -> Table:
    """A printed table with a column of counted figures beside each of its own."""
    headings = [column["heading"] for column in layout["columns"]]
    numbers = {
        heading: all(_is_number(item) for item in found if item.figure.column == heading) for heading in headings
    }
    columns = [Column("Line")]
    for heading in headings:
        columns += [Column(heading, number=numbers[heading]), Column("counted", number=numbers[heading])]
    rows = []
    for row, findings in groupby(found, key=lambda finding: finding.figure.row):
        cells = {finding.figure.column: finding for finding in findings}
        pairs = [(_printed(cells[name]), _counted(cells[name])) if name in cells else ("", "") for name in headings]
        rows.append((row, *(cell for pair in pairs for cell in pair)))
    caption = ": ".join(part for part in (layout["table"], layout.get("caption", "")) if part)
    return Table(caption, tuple(columns), tuple(rows), notes=tuple(_notes(found)))


def _is_number(finding: Finding) -> bool:
    return finding.exact is not None or not finding.computed


def _printed(finding: Finding) -> str | Cell:
    if finding.state in (ILLEGIBLE, NOT_PRINTED):
        return Cell(finding.state, Mark.WEAK)
    return Cell(finding.figure.printed, Mark.BAD) if finding.verdict is Verdict.DIFFERS else finding.figure.printed


def _counted(finding: Finding) -> str | Cell:
    if not finding.computed:
        return Cell(str(finding.verdict), Mark.WEAK)
    text = _counted_text(finding)
    return Cell(f"≠ {text}", Mark.BAD) if finding.verdict is Verdict.DIFFERS else text


def _counted_text(finding: Finding) -> str:
    """The counted value in the form of print, with a few more digits; all of them are in the annex."""
    if finding.exact is None:
        return finding.computed
    form = Printed.parse(finding.figure.printed or finding.figure.form)
    if form.ratio:
        return form.write(finding.exact)
    text = form.write(finding.exact, form.decimals + MORE)
    digits = form.in_print(finding.exact)
    return text.replace(str(digits), f"{int(digits):,}") if digits.denominator == 1 and abs(digits) >= 1000 else text


def _notes(found: Iterable[Finding]) -> Iterator[str]:
    """What is said about figures, each thing once."""
    said: dict[str, list[str]] = {}
    for finding in found:
        if finding.note:
            said.setdefault(finding.note, []).append(_place(finding.figure))
    for note, places in said.items():
        named = "; ".join(places[:FEW])
        others = f" and {len(places) - FEW} more" if len(places) > FEW else ""
        yield f"{named}{others}: {note}"


def _place(figure: Figure) -> str:
    return f"{figure.row.rstrip(':')}, {figure.column}"


# --- how it was counted ---


def _method(found: Iterable[Finding]) -> Iterator[Block]:
    yield Heading("Rules and method")
    yield Paragraph(
        "Each figure is counted from the rules that deal the game, under the edition and options that its document "
        "describes. The annex of this document has every figure with its exact value as a fraction."
    )
    rules = dict.fromkeys(
        (finding.figure.document, finding.figure.game, finding.figure.edition, tuple(finding.figure.options.items()))
        for finding in found
    )
    rows = []
    for document, game_id, edition, options in rules:
        game = any_game_class(game_id).make(edition, dict(options))
        changed = ", ".join(f"{name}={value}" for name, value in options)
        rows.append((document, game.name, game.edition, changed, game.fingerprint))
    titles_of_columns = ("Document", "Game", "Edition", "Options", "Fingerprint of the rules")
    yield Table("The rules that were counted", tuple(map(Column, titles_of_columns)), tuple(rows))
    yield Paragraph("These commands repeat it; --fresh counts again instead of reading what was kept.")
    documents = " ".join(f"--document {name}" for name in _documents(found))
    yield Commands((f"houseway audit {documents} --fresh", f"houseway audit {documents} --json"))
