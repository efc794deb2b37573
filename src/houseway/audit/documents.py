"""The printed figures as data: what each document prints, where, and what it is a figure of.

A file holds the tables of one document. A table says which game it is about; a column, a row or a single cell may
override what the table says, the more specific taking precedence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from houseway.errors import HousewayError

# Whether a figure can be read, cannot, though it must have been there, or is none that the document prints: what its
# tables come to, counted for whoever would look for it there.
Print = Literal["legible", "illegible", "none"]

# How a table is laid out: not facts of a figure.
LAYOUT_KEYS = (
    "table",
    "caption",
    "columns",
    "rows",
    "heading",
    "row",
    "printed",
    "cells",
    "total",
)  # not facts of a figure


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed figure, where it is printed, and what it is a figure of."""

    document: str
    table: str
    row: str
    column: str
    printed: str
    kind: str
    game: str
    edition: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    wager: str = ""
    strategy: str = ""
    outcomes: tuple[str, ...] = ()  # the lines of the odds or pay table that it is about
    note: str = ""
    print: Print = "legible"
    form: str = ""  # how a value would be printed, where none can be read
    also: tuple[Mapping[str, Any], ...] = ()  # other rules, or another kind, to count it by for the note
    facts: Mapping[str, Any] = field(default_factory=dict)  # what only its kind needs


@cache
def document_ids() -> tuple[str, ...]:
    """The documents whose figures are here, in order."""
    return tuple(sorted(item.name.removesuffix(".json") for item in _folder().iterdir() if item.name.endswith(".json")))


def _folder() -> Any:
    return files("houseway.audit").joinpath("figures")


def read_document(document: str) -> dict[str, Any]:
    """A document's figures as stored."""
    if document not in document_ids():
        raise HousewayError(f"There is no document {document!r}: the documents are {', '.join(document_ids())}.")
    data: dict[str, Any] = json.loads(_folder().joinpath(f"{document}.json").read_text(encoding="utf-8"))
    return data


def titles() -> dict[str, str]:
    """The documents' titles."""
    return {document: read_document(document)["title"] for document in document_ids()}


def read_figures(documents: Iterable[str] | None = None) -> tuple[Figure, ...]:
    """All figures of these documents, in the order of print."""
    return tuple(
        figure
        for document in (document_ids() if documents is None else documents)
        for figure in figures_of(read_document(document))
    )


def figures_of(data: Mapping[str, Any]) -> Iterator[Figure]:
    """The figures of one document: every cell that is not empty, and those that cannot be read."""
    for table in data["tables"]:
        for row in table["rows"]:
            for column, printed in zip(table["columns"], row["printed"], strict=True):
                if printed or "print" in row:
                    yield _figure(data["document"], table, column, row, printed)


def _figure(
    document: str, table: Mapping[str, Any], column: Mapping[str, Any], row: Mapping[str, Any], printed: str
) -> Figure:
    cell = row.get("cells", {}).get(column["heading"], {})
    options: dict[str, str] = {}
    facts: dict[str, Any] = {}
    for part in (table, column, row, cell):
        options |= part.get("options", {})
        facts |= {name: value for name, value in part.items() if name not in LAYOUT_KEYS}
    facts["options"] = options
    facts["outcomes"] = _outcomes_above(table) if row.get("total") else tuple(facts.get("outcomes", (row["row"],)))
    facts["also"] = tuple(facts.get("also", ()))
    own = {name: facts.pop(name) for name in list(facts) if name in Figure.__dataclass_fields__}
    return Figure(document, table["table"], row["row"], column["heading"], printed, facts=facts, **own)


def _outcomes_above(table: Mapping[str, Any]) -> tuple[str, ...]:
    """What a total sums: the outcomes of the lines that are neither totals nor figures of the wager as a whole."""
    lines = [row for row in table["rows"] if not row.get("total") and "kind" not in row]
    return tuple(outcome for row in lines for outcome in row.get("outcomes", (row["row"],)))
