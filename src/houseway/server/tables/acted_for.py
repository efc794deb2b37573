"""What the table did for somebody who did not decide in time or was not there, and how that is said."""

from __future__ import annotations

from typing import NamedTuple

from houseway.server.protocol.table_state import ActedFor
from houseway.server.protocol.values import WhyActed

LEFT: WhyActed = "left"
TIME_UP: WhyActed = "time"
AWAY: WhyActed = "away"
AWAY_WHILE_OTHERS_WAITED = "away, others waited"  # a reason for the history alone
_OWN: dict[WhyActed, str] = {"time": "Your time was up", "away": "You were away", "left": "You left"}
_OTHERS: dict[WhyActed, str] = {"time": "{}’s time was up", "away": "{} is away", "left": "{} has left"}


class Acted(NamedTuple):
    """A decision that the table made for a seat: why, whose it was, what it came to in words, and whether somebody at
    the table waited for it."""

    seat: int
    why: WhyActed
    name: str
    did: str
    waited_for: bool

    @property
    def stored_reason(self) -> str:
        return AWAY_WHILE_OTHERS_WAITED if self.why == AWAY and self.waited_for else self.why

    def text(self, own: bool) -> str:
        why = _OWN[self.why] if own else _OTHERS[self.why].format(self.name)
        return f"{why}: {self.did}"

    def shown(self, viewer: int | None) -> ActedFor:
        return {"seat": self.seat, "why": self.why, "text": f"{self.text(viewer == self.seat)}."}
