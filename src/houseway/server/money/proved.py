"""One law of the ledger, and what was found against it."""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_TOLD = 20


@dataclass
class Proof:
    """One thing that must hold: how many were looked at, and what was found wrong."""

    title: str
    looked_at: int = 0
    wrong: list[str] = field(default_factory=list)

    def found(self, sentence: str) -> None:
        if len(self.wrong) < MOST_TOLD:
            self.wrong.append(sentence)


class AccountNames(dict[int, str]):
    """The accounts' keys by number; also of one that postings name and that is not there."""

    def __missing__(self, number: int) -> str:
        return f"account {number}, which is gone,"
