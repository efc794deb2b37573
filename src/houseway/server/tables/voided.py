"""A round that the pit has made void, as everybody at the table is told of it."""

from __future__ import annotations

from typing import NamedTuple

from houseway.server.money.voids import sentence
from houseway.server.protocol.table_state import VoidedRound


class RoundVoided(NamedTuple):
    """The last event of a void round. It shows no card: who has seen what stays as it is."""

    round: int
    number: int
    reason: str

    @property
    def text(self) -> str:
        return sentence(self.number, self.reason, by_pit=True)

    def shown(self) -> VoidedRound:
        return {"round": self.round, "number": self.number, "reason": self.reason, "text": self.text}
