"""What people say to each other at a table: one line of plain text at a time, kept in memory and nowhere else.

Who sits at a table writes, who watches it under a name reads. A line is refused whole or taken whole; what is taken is
text to everybody, and what looks like markup is shown as it was typed.
"""

from __future__ import annotations

import math
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from houseway.server.people.mutes import Mutes
from houseway.server.people.names import can_be_seen
from houseway.server.people.people import Person
from houseway.server.protocol.commands import Say
from houseway.server.protocol.socket_messages import ChatLine, ChatLines, Done
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.storage.journal import now_ms
from houseway.server.tables import clocks
from houseway.server.tables.json_parts import as_text
from houseway.server.tables.publisher import Publisher
from houseway.server.tables.seats import Seats

LONGEST = 200  # characters of a line
KEPT = 50  # lines of a table that whoever comes is told
MOST_MARKS = 4  # accents on one letter: more of them would be written over the lines above
_BREAKS = frozenset("\t\n\v\f\r\x85")


def plain_line(text: str) -> str:
    """A text as one line: without anything that cannot be seen, breaks the line or turns its direction."""
    shown = "".join(map(_shown, unicodedata.normalize("NFC", text)))
    found: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", shown):  # what is gone may have stood between a letter and its accent
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks <= MOST_MARKS:
            found.append(sign)
    return " ".join("".join(found).split())


def _shown(sign: str) -> str:
    """What is left of a sign: itself, a space for whatever is one or breaks the line, or nothing."""
    category = unicodedata.category(sign)
    if category[0] == "Z" or sign in _BREAKS:
        return " "
    return sign if can_be_seen(sign) else ""


def checked_line(text: str) -> str:
    """A line that may be said."""
    line = plain_line(text)
    if not any(unicodedata.category(sign)[0] not in "ZM" for sign in line):
        raise Refusal("bad_text", "There is nothing to read in this message: it was not sent.")
    if len(line) > LONGEST:
        raise Refusal(
            "bad_text", f"A message has at most {LONGEST} characters, and this one {len(line)}: it was not sent."
        )
    return line


class Allowance:
    """So many lines at once, and one more whenever so many seconds have passed."""

    def __init__(self, most: int, seconds: float, moment: float) -> None:
        self._most = most
        self._seconds = seconds
        self._left = float(most)
        self._then = moment

    def _fill(self, moment: float) -> None:
        gained = (moment - self._then) / self._seconds if self._seconds else math.inf
        self._left = min(float(self._most), self._left + gained)
        self._then = moment

    def wait(self, moment: float) -> float:
        """Take one; or the seconds to wait for the next, with none taken."""
        self._fill(moment)
        if self._left < 1:
            return (1 - self._left) * self._seconds
        self._left -= 1
        return 0.0

    def is_full(self, moment: float) -> bool:
        self._fill(moment)
        return self._left >= self._most


class Manners:
    """How the house lets people talk: whether at all, how fast, and who may not."""

    def __init__(self, settings: Settings, mutes: Mutes, now: Callable[[], float] = clocks.now) -> None:
        self.on = settings.chat
        self._settings = settings
        self._mutes = mutes
        self._now = now
        self._allowances: dict[int, Allowance] = {}
        self._look_at = 100  # how many there may be before those that are full again are forgotten

    def check(self, person: Person) -> None:
        """Refuse somebody who may not write."""
        if not self.on:
            raise Refusal("chat_off", "There is no chat in this house.")
        if person.program:
            raise Refusal("not_allowed", "Programs do not write.")
        if self._mutes.muted(person.id):
            raise Refusal("muted", "The pit has muted you: what you write is not sent, here or at any other table.")

    def take(self, person: Person) -> None:
        """Count a line of a person; refuses one too many. However many tables they sit at, they write no faster."""
        moment = self._now()
        self._forget(moment)
        most, seconds = self._settings.chat_burst, self._settings.chat_seconds
        wait = self._allowances.setdefault(person.id, Allowance(most, seconds, moment)).wait(moment)
        if wait:
            whole = math.ceil(wait)
            soon = "in a second" if whole == 1 else f"in {whole} seconds"
            raise Refusal("too_fast", f"You are writing too fast: you can write again {soon}, and this was not sent.")

    def _forget(self, moment: float) -> None:
        """An allowance that is full again is as good as none."""
        if len(self._allowances) >= self._look_at:
            self._allowances = {who: kept for who, kept in self._allowances.items() if not kept.is_full(moment)}
            self._look_at = max(100, 2 * len(self._allowances))


class _Said(NamedTuple):
    """A line that is kept, under the id of its command: sent again, it is not said again."""

    id: str
    line: ChatLine


class Chat:
    """The lines of one table."""

    def __init__(self, table_id: int, seats: Seats, publisher: Publisher, manners: Manners) -> None:
        self._table_id = table_id
        self._seats = seats
        self._publisher = publisher
        self._manners = manners
        self._said: deque[_Said] = deque(maxlen=KEPT)
        self._number = 0  # of the newest line

    @property
    def on(self) -> bool:
        return self._manners.on

    def say(self, person: Person, command: Say) -> Done:
        """Tell everybody who watches under a name; refuses what may not be said."""
        self._manners.check(person)
        seat = self._seats.of(person.id)
        if seat is None:
            raise Refusal("no_seat", "Only people who sit at this table write here: take a seat first.")
        text = checked_line(command.text)
        done: Done = {"table": self._table_id}
        for said in self._said:
            if (said.line["person"], said.id) == (person.id, command.id):
                if said.line["text"] != text:
                    raise Refusal("id_used", "This id was used for another message.")
                return done
        self._manners.take(person)
        self._number += 1
        line: ChatLine = {
            "number": self._number,
            "made": now_ms(),
            "person": person.id,
            "name": person.name,
            "seat": seat,
            "text": text,
        }
        self._said.append(_Said(command.id, line))
        self._tell(self._message([line], whole=False))
        return done

    def take_down(self, person_id: int) -> None:
        """The pit has muted somebody: what they wrote is gone from every page."""
        kept = [said for said in self._said if said.line["person"] != person_id]
        if len(kept) < len(self._said):
            self._said = deque(kept, maxlen=KEPT)
            self._tell(self.whole())

    def whole(self) -> ChatLines:
        """All that is kept, for somebody who comes."""
        return self._message((said.line for said in self._said), whole=True)

    def _message(self, lines: Iterable[ChatLine], *, whole: bool) -> ChatLines:
        return {"type": "chat", "table": self._table_id, "whole": whole, "lines": list(lines)}

    def _tell(self, message: ChatLines) -> None:
        text = as_text(message)
        for viewer in self._publisher.watchers:
            if viewer.person_id is not None:
                viewer.send_text(text)
