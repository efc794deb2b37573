"""People who are away: a seat without chips is given up after a while; one with chips sits out first, and is given up
after a long while."""

from __future__ import annotations

from collections.abc import Callable

from houseway.server.settings import Settings
from houseway.server.tables.seats import Seat, Seats


class Absence:
    """Watches the seats of one table."""

    def __init__(self, seats: Seats, settings: Settings, chips_of: Callable[[int], int]) -> None:
        self._seats = seats
        self._settings = settings
        self._chips_of = chips_of

    def noticed(self, moment: float) -> bool:
        """Whether somebody has been away for so long that something must be done."""
        return any(self._leaves(number, moment) or self._sits_out(seat, moment) for number, seat in self._seats.items())

    def act(
        self,
        moment: float,
        *,
        in_play: Callable[[int], bool],
        free: Callable[[int], None],
        sit_out: Callable[[int], None],
    ) -> bool:
        """Free seats and let people sit out, as it is time; False if nothing was to be done. A seat with chips in a
        round under way is kept."""
        done = False
        for number, seat in list(self._seats.items()):
            if self._leaves(number, moment) and not in_play(number):
                free(number)
                done = True
            elif self._sits_out(seat, moment):
                sit_out(number)
                done = True
        return done

    def _leaves(self, number: int, moment: float) -> bool:
        away, settings = self._seats[number].away(moment), self._settings
        patience = settings.leave_seconds
        if not self._chips_of(number):
            patience = min(settings.away_seconds, patience)
        return away is not None and away >= patience

    def _sits_out(self, seat: Seat, moment: float) -> bool:
        away = seat.away(moment)
        return away is not None and away >= self._settings.away_seconds and not seat.sitting_out
