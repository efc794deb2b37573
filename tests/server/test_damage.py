"""Damaged rows: what they belong to stays closed and is told, everything else opens, and the check finds them."""

from __future__ import annotations

import contextlib
import io
import secrets
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.conftest import damage, fresh_database
from tests.server.damages import ALL, OFTEN, Damage
from tests.server.pit_crew import Crew, Seated, person_id
from tests.server.server_process import PATIENT, ServerProcess, sync_url
from tests.sizes import sized

from houseway.cli.app import run

ROOM = {
    "options": {"small_blind": 100, "big_blind": 200, "pocket-poker": "35-15"},
    "buy_in": {"least": 2000, "most": 50_000},
}
WAGER = {"roo": 500}


KINDS = [kind for kind in ALL if kind.name in sized(quick=OFTEN[:3], test=OFTEN, thorough=[kind.name for kind in ALL])]
IN_SQL = [kind for kind in KINDS if not kind.sqlite_only]
CASES = [
    *(("sqlite", kind) for kind in KINDS),
    *(("postgresql", kind) for kind in sized(quick=[], test=IN_SQL[::4], thorough=IN_SQL)),
]


@dataclass(frozen=True)
class Evening:
    """A house in the middle of an evening, as a power cut left its database; `ids` are what damage names."""

    database: str
    ids: dict[str, int]

    def again(self, folder: Path) -> ServerProcess:
        """The same house once more, on a copy."""
        url = sa.make_url(self.database)
        if url.get_backend_name() == "sqlite":
            shutil.copy(str(url.database), folder / "house.sqlite")
            return _house(f"sqlite:///{folder / 'house.sqlite'}", folder)
        name = f"again_{secrets.token_hex(6)}"
        engine = sa.create_engine(sync_url(self.database).replace(str(url.database), "postgres"))
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(sa.text(f"CREATE DATABASE {name} TEMPLATE {url.database}"))
        engine.dispose()
        return _house(url.set(database=name).render_as_string(hide_password=False), folder)


def _house(database: str, folder: Path) -> ServerProcess:
    alone = {"house_tables": False, "grace_seconds": 0}  # nobody waits for those who do not come back
    found = ServerProcess(database, folder, **PATIENT | alone)
    found.forked = True
    return found


def begin(house: ServerProcess) -> dict[str, int]:
    """An evening as far as the power cut."""
    house.open()
    crew = Crew(house)
    ids = {name: crew.open_table("two-card-roo", options={"decks": 2}, name=name) for name in ("felt", "other")}
    ids["room"] = crew.open_table("mini-tex-pvp", **ROOM, name="room")
    ann, bob, cat, dan = (Seated(house) for _ in range(4))
    ids |= {name: person_id(who.guest) for name, who in (("ann", ann), ("bob", bob), ("cat", cat))}
    ann.take(ids["felt"], 1)
    bob.take(ids["other"], 1)
    cat.take(ids["room"], 4, buy_in=10_000)
    dan.take(ids["room"], 5, buy_in=10_000)
    ids["finished"], ids["played"] = ann.play_round(WAGER), bob.play_round(WAGER)
    ids["open"], ids["void"] = _to_decide(ann, ids["finished"]), _to_decide(bob, ids["played"])
    assert crew.void(ids["other"], ids["void"]).status_code == 200
    assert cat.do("side", amount=500)["type"] == "ack"
    assert cat.do("ready")["type"] == dan.do("ready")["type"] == "ack"
    ids["hand"] = cat.until(lambda state: state["phase"] == "deciding")["round"]["id"]
    house.kill()
    assert house.wrong() == {}
    return ids


def _to_decide(who: Seated, before: int) -> int:
    """Wager on the next round and stop where it asks for a decision; gives the round's id."""
    who.do("ready")
    state = who.until(lambda state: state["phase"] == "betting" and state["round"]["id"] != before)
    number: int = state["round"]["id"]
    assert who.do("wager", round=number, stakes=WAGER)["type"] == "ack"
    who.until(lambda state: state["legal"])
    return number


@pytest.fixture(scope="module")
def evenings(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Evening]:
    @cache
    def of(kind: str) -> Evening:
        folder = tmp_path_factory.mktemp("evening")
        house = _house(fresh_database(kind, folder, request), folder)
        ids = begin(house)
        if kind == "sqlite":
            with house.engine() as connection:
                connection.execute(sa.text("PRAGMA wal_checkpoint(TRUNCATE)"))
        return Evening(house.database, ids)

    return of


def said_by(house: ServerProcess, *command: str) -> tuple[int, str, str]:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = run(["ledger", *command, "--database", house.database])
    return status, out.getvalue(), err.getvalue()


def opens(house: ServerProcess, ids: dict[str, int], kind: Damage) -> None:
    """What is damaged stays closed and is told; at the other tables everybody plays."""
    house.open()
    told = [line for line in house.out.read_text().splitlines() if line.startswith("Table ")]
    assert [line for line in told if f"Table {ids.get(kind.closed)} (" in line] == told, told
    assert len(told) == bool(kind.closed), (house.out.read_text(), house.err.read_text())
    assert all(f"{kind.closed}) stays closed: " in line and kind.why in line for line in told), told
    assert all("houseway ledger refund" in line for line in told), told
    assert "Traceback" not in house.err.read_text()
    guest = Seated(house)
    for name in {"felt", "other", "room"} - {kind.closed}:
        assert guest.guest.get(f"/api/tables/{ids[name]}").status_code == 200, name
    guest.take(ids["other"], 2)
    guest.play_round(WAGER)
    assert house.stop() == 0


def is_found(house: ServerProcess, ids: dict[str, int], kind: Damage) -> None:
    """`ledger check` says in a sentence what is wrong, and that nothing is where it is none of its business."""
    status, out, err = said_by(house, "check")
    sentences = [line for line in out.splitlines() if line.startswith("•")]
    assert (status, err) == (1 if sentences else 0, ""), err
    closed = [line for line in sentences if "would stay closed" in line]
    assert len(closed) == bool(kind.closed), out
    assert all(f"Table {ids[kind.closed]} ({kind.closed}) would" in line and kind.why in line for line in closed), out
    assert not kind.found or any(kind.found % ids in sentence for sentence in sentences), out


def is_given_back(house: ServerProcess, ids: dict[str, int], kind: Damage) -> None:
    """`ledger refund` closes the table for good, or says in a sentence why not."""
    table = str(ids[kind.closed])
    status, _, err = said_by(house, "refund", table, "--yes", "--force")
    assert (status, err) == (0, "") or (status == 2 and err.count("\n") == 1), err
    assert (kind.kept in err) if kind.kept else status == 0, err
    if status == 0:
        assert "is closed and nothing lies on it" in said_by(house, "refund", table, "--yes")[2]


def happens(house: ServerProcess, ids: dict[str, int], kind: Damage) -> None:
    damage(house.database, kind.statement % ids)
    try:
        opens(house, ids, kind)
        is_found(house, ids, kind)
        if kind.closed:
            is_given_back(house, ids, kind)
    finally:
        house.kill()


@pytest.mark.parametrize(("database", "kind"), CASES, ids=[f"{database}, {kind.name}" for database, kind in CASES])
def test_a_damaged_row_closes_no_more_than_its_table(
    database: str, kind: Damage, evenings: Callable[[str], Evening], tmp_path: Path
) -> None:
    evening = evenings(database)
    happens(evening.again(tmp_path), evening.ids, kind)
