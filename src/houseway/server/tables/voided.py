"""A round that the pit or the house has made void, as everybody at the table is told of it."""

from __future__ import annotations

from typing import NamedTuple

from houseway.server.money.voids import sentence
from houseway.server.protocol.table_state import VoidedRound


class RoundVoided(NamedTuple):
    """The last event of a void round. It shows no card: who has seen what stays as it is."""

    round: int
    number: int
    reason: str
    by_pit: bool = True  # or by the house, whose books cannot hold what the round would pay

    @property
    def text(self) -> str:
        return sentence(self.number, self.reason, by_pit=self.by_pit)

    def shown(self) -> VoidedRound:
        return {"round": self.round, "number": self.number, "reason": self.reason, "text": self.text}
