"""A table as viewers and the lobby see it, apart from the round on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple, Protocol, TypedDict

from houseway.server.protocol.table_state import (
    BankedRoundState,
    Blinds,
    BuyInBounds,
    EdgeShown,
    PotRoundState,
    RoundOnTable,
    SeatState,
    SharedState,
    ShuffleToCome,
    TableSummary,
    ViewerState,
    WagerLimit,
    WaitedFor,
    You,
)
from houseway.server.protocol.values import Phase, TableKind
from houseway.server.tables import clocks
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.seats import Seats
from houseway.server.tables.setup import TableSetup
from houseway.server.tables.voided import RoundVoided


class ShownTable(Protocol):
    """What a table tells of itself."""

    kind: ClassVar[TableKind]
    setup: TableSetup
    seats: Seats
    log: RoundLog | None
    voided: RoundVoided | None

    @property
    def id(self) -> int: ...
    @property
    def busy(self) -> bool: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def meter(self) -> int | None: ...
    @property
    def meter_key(self) -> str | None: ...
    def is_ready(self, number: int) -> bool: ...
    def waited_for(self, moment: float) -> dict[int, float | None]: ...
    def stack_of(self, number: int) -> int | None: ...
    def at_stake(self, number: int) -> int: ...
    def revealed_seed(self) -> str | None: ...
    def seal(self) -> str | None: ...
    def to_come(self) -> ShuffleToCome | None: ...
    def limits_shown(self) -> dict[str, WagerLimit]: ...
    def room_shown(self) -> RoomShown: ...
    def round_shown(self, seat: int | None, person_id: int | None) -> BankedRoundState | PotRoundState: ...


class SeatShown(NamedTuple):
    """A seat as everybody sees it, and as the person in it does."""

    public: SeatState
    own: SeatState


class RoomShown(TypedDict):
    """What a summary has of a table among players."""

    buy_in: BuyInBounds | None
    blinds: Blinds | None


def shared(table: ShownTable, summary: TableSummary) -> SharedState:
    """What everybody sees alike, whether they sit there or watch."""
    return {
        "table": summary,
        "phase": table.phase,
        "round": _round(table),
        "to_come": table.to_come(),
        "voided": table.voided.shown() if table.voided is not None else None,
        "meter": table.meter,
        "waits_for": _waits_for(table),
    }


def _waits_for(table: ShownTable) -> list[WaitedFor]:
    return [
        {
            "seat": number,
            "away": table.seats[number].away_since is not None,
            "ends_ms": None if ends is None else clocks.epoch_ms(ends),
        }
        for number, ends in sorted(table.waited_for(clocks.now()).items())
    ]


def viewer(table: ShownTable, seats: Mapping[int, SeatShown], number: int | None) -> ViewerState:
    """The seats as seen from one of them, or by a spectator (None)."""
    return {
        "you": _you(table, number),
        "seats": [shown.own if seat == number else shown.public for seat, shown in seats.items()],
    }


def seats(table: ShownTable, name: Callable[[int], str]) -> dict[int, SeatState]:
    """Every seat as everybody sees it."""
    return {number: _seat(table, number, name) for number in table.seats.numbers}


def _round(table: ShownTable) -> RoundOnTable | None:
    if table.log is None:
        return None
    return {
        "id": table.log.round_id,
        "number": table.log.number,
        "commitment": table.log.played.commitment,
        "server_seed": table.revealed_seed(),
        "seal": table.seal(),
    }


def _you(table: ShownTable, number: int | None) -> You:
    seat = table.seats.get(number) if number is not None else None
    if seat is None or number is None:
        return {"seat": None, "sitting_out": False, "leaving": False, "last_round": False, "at_stake": 0,
                "ready": False, "time_bank": 0, "last_stakes": {}, "stack": None, "side": 0}  # fmt: skip
    return {
        "seat": number,
        "sitting_out": seat.sitting_out,
        "leaving": seat.leaving,
        "last_round": seat.last_round,
        "at_stake": table.at_stake(number),
        "ready": table.is_ready(number),
        "time_bank": round(seat.time_bank, 1),
        "last_stakes": seat.last_stakes,
        "stack": table.stack_of(number),
        "side": seat.side,
    }


def _seat(table: ShownTable, number: int, name: Callable[[int], str]) -> SeatState:
    seat = table.seats.get(number)
    if seat is None:
        return {"seat": number, "name": None, "you": False, "sitting_out": False, "connected": False,
                "ready": False, "leaving": False, "to_act": False, "stack": None, "program": False}  # fmt: skip
    return {
        "seat": number,
        "name": name(seat.person_id),
        "you": False,
        "sitting_out": seat.sitting_out,
        "connected": seat.away_since is None,
        "ready": table.is_ready(number),
        "leaving": seat.leaving,
        "to_act": table.log is not None and number in table.log.played.to_act,
        "stack": table.stack_of(number),
        "program": bool(seat.program),
    }


def own(seat: SeatState) -> SeatState:
    """A seat as the person in it sees it."""
    mine = seat.copy()
    mine["you"] = True
    return mine


def summary(
    table: ShownTable, name: Callable[[int], str], edge: Callable[[Any], EdgeShown], spectators: int
) -> TableSummary:
    """The table as the lobby shows it."""
    setup, people = table.setup, table.seats
    game = setup.game
    return {
        "id": setup.id,
        "name": setup.name,
        "game": game.id,
        "game_name": game.name,
        "edition": game.edition,
        "edition_title": game.edition_title,
        "kind": table.kind,
        "fingerprint": game.fingerprint,
        "locked": setup.locked,
        "jurisdiction": setup.limits.jurisdiction.name,
        "limits": table.limits_shown(),
        "seats": [
            {
                "seat": number,
                "name": name(people[number].person_id) if number in people else None,
                "program": number in people and bool(people[number].program),
            }
            for number in people.numbers
        ],
        "spectators": spectators,
        "phase": table.phase,
        "meter": table.meter,
        "meter_key": table.meter_key,
        **edge(game),
        "opponents": bool(setup.settings.get("opponents")),
        **table.room_shown(),
    }
