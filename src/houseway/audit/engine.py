"""Counting printed figures again: one finding for each figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from houseway.audit.computed import Computed, Number, Ranks, Words
from houseway.audit.counts import Counts
from houseway.audit.derivations import DERIVATIONS, pay_note
from houseway.audit.documents import Figure, read_figures
from houseway.audit.printed import Printed, parse_ranks, ranks_text
from houseway.errors import HousewayError

ILLEGIBLE, NOT_PRINTED = "illegible", "not printed"


class Verdict(StrEnum):
    MATCH = "match"
    DIFFERS = "differs"
    NOT_DERIVABLE = "not derivable"


@dataclass(frozen=True, slots=True)
class Finding:
    """A printed figure, what the rules give, and whether they agree; what cannot be read agrees with nothing."""

    figure: Figure
    computed: str
    verdict: Verdict
    note: str
    exact: Fraction | None = None

    @property
    def state(self) -> str:
        """The verdict, or that there is nothing in print to judge."""
        return {"illegible": ILLEGIBLE, "none": NOT_PRINTED}.get(self.figure.print, str(self.verdict))

    def to_json(self) -> dict[str, Any]:
        figure = self.figure
        return {
            "document": figure.document,
            "table": figure.table,
            "row": figure.row,
            "column": figure.column,
            "printed": figure.printed,
            "computed": self.computed,
            "verdict": str(self.verdict),
            "note": self.note,
            "exact": None if self.exact is None else str(self.exact),
            "print": figure.print,
        }


class Audit:
    """One run of the audit; what several figures need is counted once.

    Counts that the same code has made for the same rules are read from the cache, unless `fresh` is set.
    """

    def __init__(self, *, fresh: bool = False) -> None:
        self.counts = Counts(fresh=fresh)

    def check(self, figure: Figure) -> Finding:
        """Count one figure again and compare."""
        answer = self.answer(figure)
        notes = [figure.note]
        if answer is None:
            return Finding(figure, "", Verdict.NOT_DERIVABLE, _joined(notes))
        if figure.print != "legible":
            assert isinstance(answer, Number)
            computed = Printed.parse(figure.form).write(answer.value)
            notes.append(pay_note(figure, self.counts) if figure.print == "illegible" else "")
            return Finding(figure, computed, Verdict.NOT_DERIVABLE, _joined(notes), answer.value)
        right, computed, remark = _compare(figure.printed, answer)
        notes.append(remark)
        notes += [self._otherwise(figure, rules) for rules in figure.also]
        exact = answer.value if isinstance(answer, Number) else None
        return Finding(figure, computed, Verdict.MATCH if right else Verdict.DIFFERS, _joined(notes), exact)

    def answer(self, figure: Figure) -> Computed | None:
        """What the rules give; None where nothing gives it."""
        if figure.kind not in DERIVATIONS:
            raise HousewayError(
                f"Document {figure.document}, {figure.table}: there is no kind of figure {figure.kind!r}."
            )
        return DERIVATIONS[figure.kind](figure, self.counts)

    def _otherwise(self, figure: Figure, rules: Any) -> str:
        """The same figure by other rules, or what else it could have been, in words."""
        kind, edition = rules.get("kind", figure.kind), rules.get("edition", figure.edition)
        answer = self.answer(replace(figure, kind=kind, edition=edition))
        if answer is None:
            return ""
        right, computed, _ = _compare(figure.printed, answer)
        return f"{rules['says']} it is {computed}{', as printed' if right else ''}."


def audit(
    documents: Iterable[str] | None = None,
    *,
    fresh: bool = False,
    on_table: Callable[[str, str], None] | None = None,
) -> list[Finding]:
    """Count every figure of these documents (of all, when left out) again, in the order of print."""
    run, found, last = Audit(fresh=fresh), [], None
    for figure in read_figures(documents):
        if on_table is not None and (figure.document, figure.table) != last:
            last = figure.document, figure.table
            on_table(*last)
        found.append(run.check(figure))
    return found


def _compare(printed: str, answer: Computed) -> tuple[bool, str, str]:
    """Whether the computed value matches the print, the value as text, and a remark about it."""
    match answer:
        case Number():
            number = Printed.parse(printed)
            right = number.is_rounded(answer.value) if answer.rounded else number.is_equal(answer.value)
            remark = "" if right or not answer.rounded else f"Rounded as printed: {number.write_rounded(answer.value)}."
            return right, number.write(answer.value), remark
        case Words():
            remark = f"One of {len(answer.right)} equally good plays." if len(answer.right) > 1 else ""
            return printed in answer.right, " or ".join(answer.right), remark
        case Ranks():
            ranks = parse_ranks(printed)
            right = answer.must <= ranks <= answer.must | answer.may
            remark = f"Either way is as good with {ranks_text(answer.may)}." if answer.may else ""
            return right, ranks_text(answer.must), remark


def _joined(notes: Iterable[str]) -> str:
    return " ".join(note for note in notes if note)
