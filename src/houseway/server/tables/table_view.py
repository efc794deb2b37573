"""A table as viewers and the lobby see it, apart from the round on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

if TYPE_CHECKING:
    from houseway.server.tables.live_table import LiveTable


def shared(table: LiveTable) -> dict[str, Any]:
    """What everybody sees alike, whether they sit there or watch."""
    return {
        "kind": table.kind,
        "table": table.summary(),
        "phase": table.phase,
        "round": _round(table),
        "meter": table.meter,
    }


def own(table: LiveTable, number: int | None) -> dict[str, Any]:
    """The rest of the table's state as seen from a seat, or by a spectator (None)."""
    seat = table.seats.get(number) if number is not None else None
    return {
        "you": _you(table, number),
        "seats": [facts.own if place == number else facts.public for place, facts in table.seats_shown().items()],
        **table.facts_of_round(number, seat.person_id if seat else None),
    }


class SeatShown(NamedTuple):
    """A seat as everybody sees it, and as the person in it does; written already."""

    public: orjson.Fragment
    own: orjson.Fragment


def seats_shown(table: LiveTable) -> dict[int, SeatShown]:
    found = {}
    for place in range(1, table.size + 1):
        facts = _seat(table, place)
        found[place] = SeatShown(
            orjson.Fragment(orjson.dumps(facts)), orjson.Fragment(orjson.dumps({**facts, "you": True}))
        )
    return found


def _round(table: LiveTable) -> dict[str, Any] | None:
    if table.log is None:
        return None
    return {
        "id": table.log.round_id,
        "number": table.log.number,
        "commitment": table.log.played.commitment,
        "server_seed": table.revealed_seed(),
        "seal": table.seal(),
    }


def _you(table: LiveTable, number: int | None) -> dict[str, Any]:
    seat = table.seats.get(number) if number is not None else None
    if seat is None or number is None:
        return {"seat": None, "sitting_out": False, "leaving": False, "ready": False, "time_bank": 0,
                "last_stakes": {}, "stack": None, "side": 0}  # fmt: skip
    return {
        "seat": number,
        "sitting_out": seat.sitting_out,
        "leaving": seat.leaving,
        "ready": table.is_ready(number),
        "time_bank": round(seat.time_bank, 1),
        "last_stakes": seat.last_stakes,
        "stack": table.stack_of(number),
        "side": seat.side,
    }


def _seat(table: LiveTable, place: int) -> dict[str, Any]:
    """A seat as everybody sees it."""
    seat = table.seats.get(place)
    if seat is None:
        return {"seat": place, "name": None, "you": False, "sitting_out": False, "connected": False,
                "ready": False, "leaving": False, "to_act": False, "stack": None, "program": False}  # fmt: skip
    return {
        "seat": place,
        "name": table.house.name(seat.person_id),
        "you": False,
        "sitting_out": seat.sitting_out,
        "connected": seat.away_since is None,
        "ready": table.is_ready(place),
        "leaving": seat.leaving,
        "to_act": table.log is not None and place in table.log.played.to_act,
        "stack": table.stack_of(place),
        "program": bool(seat.program),
    }


def summary(table: LiveTable) -> dict[str, Any]:
    """The table as the lobby shows it."""
    game, people = table.game, table.seats
    return {
        "id": table.id,
        "name": table.facts.name,
        "game": game.id,
        "game_name": game.name,
        "edition": game.edition,
        "edition_title": next(item.title for item in game.editions if item.name == game.edition),
        "kind": table.kind,
        "fingerprint": game.fingerprint,
        "locked": table.facts.locked,
        "jurisdiction": table.facts.limits.jurisdiction.name,
        "limits": table.limit_facts(),
        "seats": [
            {
                "seat": place,
                "name": table.house.name(people[place].person_id) if place in people else None,
                "program": place in people and bool(people[place].program),
            }
            for place in range(1, table.size + 1)
        ],
        "spectators": sum(1 for item in table.watchers if table.seat_of(item.person_id) is None),
        "phase": table.phase,
        "meter": table.meter,
        "meter_key": table.meter_key,
        **_edge(table),
        "buy_in": None,
        "blinds": None,
        "opponents": bool(table.facts.settings.get("opponents")),
        **table.more_summary(),
    }


def _edge(table: LiveTable) -> dict[str, Any]:
    if table.house.edges is None:
        return {"house_edge_percent": None, "odds": {"state": "counting", "reason": "", "estimated": False}}
    return table.house.edges.shown(table.game)
