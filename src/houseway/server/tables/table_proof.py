"""Proving that the server would take up every open table: `houseway ledger check`.

The tables are taken up by the server's own code, from one state of the database that nothing is written to, so the
check finds whatever the server would refuse.
"""

from __future__ import annotations

from typing import Any

from houseway.errors import HousewayError
from houseway.server.background import BackgroundTasks
from houseway.server.money.ledger import Ledger
from houseway.server.money.proof import ledger_proofs
from houseway.server.money.proved import Proof
from houseway.server.people.mutes import Mutes
from houseway.server.people.people import People
from houseway.server.protocol.table_state import EdgeShown
from houseway.server.settings import Settings
from houseway.server.storage.database import Database, Snapshot
from houseway.server.storage.journal import Journal
from houseway.server.storage.migrations import is_current, missing_columns
from houseway.server.tables.floor import Floor

TITLE = "Every open table can be taken up by the server"


async def prove_house(database: Database) -> list[Proof]:
    """Every proof about the ledger and the tables, over one state of the database; none where it has no ledger."""
    async with database.snapshot() as snapshot:
        proofs = await ledger_proofs(snapshot)
        return [*proofs, *await _tables_proof(snapshot)] if proofs else []


async def _tables_proof(snapshot: Snapshot) -> list[Proof]:
    """No proof where the schema is too old for the tables to be read: the next start brings it up to date."""
    proof = Proof(TITLE)
    try:
        async with snapshot.read() as connection:
            current, missing = await connection.run_sync(is_current), await connection.run_sync(missing_columns)
            if missing and not current:
                return []
        floor = await _floor(snapshot)
    except HousewayError as error:
        proof.found(str(error))
        return [proof]
    for row in await floor.stored_tables():
        proof.looked_at += 1
        try:
            await floor.take_up(row.id)
        except HousewayError as error:
            proof.found(f"Table {row.id} ({row.name}) would stay closed: {str(error).rstrip('.')}.")
    await floor.stop()
    return [proof]


async def _floor(snapshot: Snapshot) -> Floor:
    """A floor that nobody visits and that cannot write."""
    settings, ledger = Settings(), Ledger()
    journal = Journal(snapshot, ledger)
    await journal.load()
    people = People(settings, journal, ledger)
    await people.load()
    return Floor(
        settings,
        journal,
        ledger,
        people,
        Mutes(journal, people),
        BackgroundTasks(),
        edge=_no_edge,
        viewers=tuple,
        balance_changed=_nobody_to_tell,
        seats_changed=_nobody_to_tell,
    )


def _no_edge(_game: Any) -> EdgeShown:
    return {"house_edge_percent": None, "odds": {"state": "none", "reason": "", "estimated": False}}


def _nobody_to_tell(_person_id: int) -> None:
    pass
