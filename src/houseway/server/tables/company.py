"""Company at a table: who is there, whom nobody waits for any longer, and whether anybody has to hurry.

Who is alone is not hurried: there is nobody to keep waiting. Who is disconnected is waited for only for a moment, once
there is somebody who waits; their seat stays theirs for as long as `Absence` leaves it to them.
"""

from __future__ import annotations

from collections.abc import Callable

from houseway.server.settings import Settings
from houseway.server.tables.seats import Seat, Seats


class Company:
    """The people at one table, as the table's clocks see them. Programs keep nobody waiting, and hurry nobody."""

    def __init__(self, seats: Seats, settings: Settings, in_play: Callable[[int], bool]) -> None:
        self._seats = seats
        self._settings = settings
        self._in_play = in_play
        self._phase: object = None
        self._running = False  # whether the phase under way began with clocks, and still has them
        self._since: float | None = None  # when the second person came
        self._seen: object = None  # what was found when the table looked last

    # --- who is there ---

    def absent(self, seat: Seat, moment: float) -> bool:
        """Whether somebody is not just for a moment without a connection."""
        return seat.away_since is not None and moment >= seat.away_since + self._settings.grace_seconds

    def here(self, moment: float) -> list[int]:
        """The people who are there and play: who sits out is passed over, but for a round that they are still in."""
        return [
            number
            for number, seat in self._seats.items()
            if not seat.program
            and not seat.leaving
            and not self.absent(seat, moment)
            and (not seat.sitting_out or self._in_play(number))
        ]

    def passed_at(self, number: int, moment: float) -> float | None:
        """When a round goes on without this seat, None while the person is connected: soon where somebody waits for it;
        where nobody does, the round is kept for them until they sit out."""
        seat = self._seats[number]
        if seat.away_since is None:
            return None
        grace, away = self._settings.grace_seconds, self._settings.away_seconds
        return seat.away_since + (grace if self.waits_for(number, moment) else max(grace, away))

    def waits_for(self, number: int, moment: float) -> bool:
        """Return whether anybody else is connected and playing, so that they wait when this seat does not act."""
        return any(other != number and self._seats[other].away_since is None for other in self.here(moment))

    def passed(self, number: int, moment: float) -> bool:
        """Whether nobody waits for this seat any longer."""
        at = self.passed_at(number, moment)
        return at is not None and moment >= at

    # --- whether anybody has to hurry ---

    def look(self, phase: object, moment: float) -> None:
        """The table has changed: clocks begin with the phase that begins while somebody is kept waiting."""
        together = len(self.here(moment)) > 1
        self._since = (moment if self._since is None else self._since) if together else None
        self._running = together and (self._running or phase != self._phase)
        self._phase = phase
        self._seen = self._found(moment)

    def hurried(self, moment: float) -> bool:
        """Whether clocks run. Who was alone when the phase began has time; but not for ever, if they do nothing at all
        while somebody has come and waits."""
        if len(self.here(moment)) < 2:
            return not self.here(moment)
        return self._running or (self._since is not None and moment >= self._since + self._settings.away_seconds)

    # --- when that changes by itself ---

    def noticed(self, moment: float) -> bool:
        """Whether time alone has changed something since the table looked last."""
        return self._found(moment) != self._seen

    def next_time(self, moment: float) -> float | None:
        """When time alone changes something next."""
        if self.noticed(moment):
            return moment
        grace, away = self._settings.grace_seconds, self._settings.away_seconds
        since = [seat.away_since for seat in self._seats.values() if seat.away_since is not None]
        times = [start + wait for start in since for wait in (grace, max(grace, away))]
        if self._since is not None and not self._running:
            times.append(self._since + away)
        return min((time for time in times if time > moment), default=None)

    def _found(self, moment: float) -> object:
        passed = [number for number in self._seats if self.passed(number, moment)]
        return self.here(moment), passed, self.hurried(moment)
