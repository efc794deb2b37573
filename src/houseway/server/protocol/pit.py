"""Answers for the pit: takings, rounds of everybody."""

from __future__ import annotations

from typing_extensions import TypedDict

from houseway.server.protocol.table_state import TableSummary
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
    """`drop` is all that was staked, `win` what the house kept of it, `hold_percent` win over drop; `band` is where
    the win lies 19 times in 20 by theory. Corrections are in none of these: `win_corrected` is the win with them."""

    drop: Cents
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


class PitTable(TableSummary, TableTakings):
    """A table with its takings."""

    round: RoundUnderWay | None


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
