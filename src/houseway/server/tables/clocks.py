"""The decision clock: so many seconds, then the seat's time bank, then the game's safe default."""

from __future__ import annotations

import time
from collections.abc import Mapping

from houseway.server.protocol.table_state import Clock


def now() -> float:
    """Seconds that only ever go forward."""
    return time.monotonic()


def epoch_ms(moment: float) -> int:
    """A moment of that clock as milliseconds since 1970, for pages to count down to."""
    return round((time.time() + moment - now()) * 1000)


def shown(ends: float, seconds: float, *, bank: bool = False, seats: tuple[int, ...] = ()) -> Clock:
    return {"ends_ms": epoch_ms(ends), "seconds": seconds, "bank": bank, "seats": list(seats)}


def soonest(*moments: float | None) -> float | None:
    """The first of several moments, of which some may never come."""
    return min((moment for moment in moments if moment is not None), default=None)


class DecisionClock:
    """Runs for every seat that the table waits for; all of them start at once."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._key: object = None
        self._started = 0.0
        self._banks: dict[int, float] = {}

    def wait_for(self, key: object, banks: Mapping[int, float], moment: float) -> None:
        """Wait for these seats, with what their time banks hold; a new key starts the clock anew."""
        if key != self._key:
            self._key, self._started = key, moment
            self._banks = dict(banks)
        else:
            self._banks = {seat: self._banks.get(seat, bank) for seat, bank in banks.items()}

    def stop(self) -> None:
        self._key, self._banks = None, {}

    @property
    def _free(self) -> float:
        """When the time banks begin to be used."""
        return self._started + self.seconds

    def due(self, moment: float) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat, bank in self._banks.items() if moment >= self._free + bank]

    def used(self, seat: int, moment: float) -> float:
        """How much of the time bank a seat has used."""
        return min(max(0.0, moment - self._free), self._banks.get(seat, 0.0))

    def ends(self, seat: int, moment: float) -> float | None:
        """When a seat's time is up, or its time bank begins; None for one that has no clock."""
        if seat not in self._banks:
            return None
        return self._free if moment < self._free else self._free + self._banks[seat]

    def next_time(self, moment: float) -> float | None:
        """When something happens next: the time banks begin, or one of them ends."""
        if not self._banks:
            return None
        if moment < self._free:
            return self._free
        return min(self._free + bank for bank in self._banks.values())

    def shown(self, seat: int | None, moment: float) -> Clock | None:
        """The clock as a viewer sees it: their own, or the longest of those that the table waits for."""
        if not self._banks:
            return None
        seats = tuple(sorted(self._banks))
        if moment < self._free:
            return shown(self._free, self.seconds, seats=seats)
        bank = self._banks[seat] if seat in self._banks else max(self._banks.values())
        return shown(self._free + bank, bank, bank=True, seats=seats)
