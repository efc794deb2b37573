"""Answers for the pit: takings, rounds of everybody."""

from __future__ import annotations

from typing_extensions import TypedDict

from houseway.server.protocol.table_state import SeatState, TableSummary
from houseway.server.protocol.values import (
    Cents,
    Milliseconds,
)


class WagerTakings(TypedDict):
    """What was staked on a wager, how often, and what was returned."""

    wager: str
    made: int
    staked: Cents
    returned: Cents


class CorrectionTakings(TypedDict):
    """What corrections have paid to players and taken back from them, in so many entries."""

    made: int
    paid: Cents
    taken_back: Cents


class TableTakings(TypedDict):
    """`handle` is all that was staked, `win` what the house kept of it, `hold_percent` win over handle; `band` is where
    the win lies 19 times in 20 by theory. Corrections are in none of these: `win_corrected` is the win with them."""

    handle: Cents
    win: Cents
    hold_percent: float | None
    theoretical_win: Cents | None
    band: tuple[Cents, Cents] | None
    wagers: list[WagerTakings]
    corrections: CorrectionTakings
    win_corrected: Cents
    rounds: int


class RoundUnderWay(TypedDict):
    """A round in which somebody has chips: the pit could make it void."""

    id: int
    number: int


class LastRound(TypedDict):
    """The newest round that is over, with all that was staked in it and came back."""

    id: int
    number: int
    ended: Milliseconds | None
    staked: Cents
    returned: Cents
    void: bool


class PitTable(TableSummary, TableTakings):
    """A table as it is now, with its takings. `people` has every seat with how things stand there, `waited_for` the
    seats that keep the table waiting; `round` is the one under way."""

    people: list[SeatState]
    waited_for: list[int]
    round: RoundUnderWay | None
    last_round: LastRound | None


class PitTables(TypedDict):
    """Every open table with its takings. `kept_closed` has a sentence for each stored table that the installed rules
    cannot take up."""

    tables: list[PitTable]
    kept_closed: list[str]


class RoundPerson(TypedDict):
    """Somebody who played a round."""

    seat: int
    person: int
    name: str
    staked: Cents
    returned: Cents


class PitRound(TypedDict):
    """One line of the pit's search."""

    id: int
    table: int
    game: str
    game_name: str
    number: int
    fingerprint: str
    over: bool
    void: bool
    started: Milliseconds
    ended: Milliseconds | None
    people: list[RoundPerson]
    staked: Cents
    returned: Cents


class PitRounds(TypedDict):
    """Rounds, newest first; `next` is the `below` of the following page."""

    rounds: list[PitRound]
    next: int | None
