"""Supervisors and players for tests of what the pit does at running tables."""

from __future__ import annotations

import itertools
import time
from typing import Any

import httpx
import sqlalchemy as sa
from tests.server.player import Player
from tests.server.server_process import Guest, ServerProcess

from houseway.server.storage.schema import accounts, entries, pit_log

_NUMBERS = itertools.count(1)


class Crew:
    """The admin of a house and one more supervisor."""

    def __init__(self, house: ServerProcess) -> None:
        self.house = house
        self.ida = house.admin()
        self.otto = supervisor(house, self.ida, f"Otto {next(_NUMBERS)}")

    def open_table(self, game: str, **facts: Any) -> int:
        answer = self.ida.post("/api/pit/tables", {"game": game, **facts})
        assert answer.status_code == 201, answer.text
        return int(answer.json()["id"])

    def void(self, table: int, round_id: int, reason: str = "misdeal", key: str | None = None) -> httpx.Response:
        return void(self.ida, table, round_id, reason, key)

    def table(self, number: int) -> dict[str, Any]:
        """A table as the pit sees it."""
        tables = self.ida.get("/api/pit/tables").json()["tables"]
        found: dict[str, Any] = next(table for table in tables if table["id"] == number)
        return found


def supervisor(house: ServerProcess, admin: Guest, name: str) -> Guest:
    """Somebody else with the pit's right, signed in themselves."""
    found = house.guest()
    answer = found.post("/api/register", {"name": name, "password": "a long password"})
    assert answer.status_code == 200, answer.text
    number = found.me()["person"]["id"]
    admin.post(f"/api/pit/people/{number}/role", {"role": "pit"}).raise_for_status()
    return found


def new_key() -> str:
    return f"pit {next(_NUMBERS)} {time.time_ns()}"


def void(who: Guest, table: int, round_id: int, reason: str = "misdeal", key: str | None = None) -> httpx.Response:
    body = {"id": key or new_key(), "round": round_id, "reason": reason}
    return who.post(f"/api/pit/tables/{table}/void", body)


def person_id(who: Guest) -> int:
    return int(who.me()["person"]["id"])


class Seated(Player):
    """A player who remembers the events that were told."""

    def __init__(self, house: ServerProcess, guest: Guest | None = None) -> None:
        super().__init__(house, guest)
        self.events: list[dict[str, Any]] = []

    def _next(self) -> dict[str, Any]:
        message = super()._next()
        if message["type"] == "update":
            self.events += message["events"]
        return message

    def take(self, table: int, seat: int, **facts: Any) -> None:
        self.table = table
        self.do("watch")
        answer = self.do("sit", seat=seat, **facts)
        assert answer["type"] == "ack", answer

    def voided(self, round_id: int) -> dict[str, Any]:
        """Wait until the table says that a round is void; gives what it says."""
        state = self.until(lambda state: state["voided"] and state["voided"]["round"] == round_id)
        told: dict[str, Any] = state["voided"]
        [event] = [event for event in self.events if event["event"] == "RoundVoided" and event["round"] == round_id]
        assert {name: event[name] for name in told} == told
        return told


def balances(house: ServerProcess, *left_out: str) -> dict[str, int]:
    """Every account that holds something."""
    with house.engine() as connection:
        rows = connection.execute(sa.select(accounts.c.key, accounts.c.balance, accounts.c.kind))
        return {key: balance for key, balance, kind in rows if balance and kind not in left_out}


def void_entries(house: ServerProcess, round_id: int) -> list[Any]:
    with house.engine() as connection:
        query = sa.select(entries).where(entries.c.round_id == round_id, entries.c.made_by.is_not(None))
        return list(connection.execute(query).all())


def logged(house: ServerProcess, round_id: int) -> list[Any]:
    with house.engine() as connection:
        return list(connection.execute(sa.select(pit_log).where(pit_log.c.round_id == round_id)).all())
