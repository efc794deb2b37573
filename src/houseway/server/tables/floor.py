"""The floor: all tables, how they are opened, found and closed, and how they are taken up again after a restart."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import DBAPIError

from houseway.catalog import any_game_class, game_ids
from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.rules.game import Game, TableGame
from houseway.rules.pot_game import PotGame
from houseway.server.background import BackgroundTasks
from houseway.server.metrics import SEATED, TABLES
from houseway.server.money.chips import Chips
from houseway.server.money.ledger import Ledger
from houseway.server.money.meters import Meters
from houseway.server.money.owed import chips_owed
from houseway.server.people.mutes import Mutes
from houseway.server.people.people import People
from houseway.server.protocol.socket_messages import OwnSeat
from houseway.server.protocol.table_state import EdgeShown, TableSummary
from houseway.server.refusals import Refusal, ServerError
from houseway.server.settings import Settings
from houseway.server.storage import schema
from houseway.server.storage.damage import DamagedRow, reading
from houseway.server.storage.idempotency import Replies
from houseway.server.storage.journal import Change, Journal
from houseway.server.storage.stored_tables import KeptClosed, chips_on, kept_closed, rules_of
from houseway.server.storage.table_rows import RENAME_TABLE
from houseway.server.tables import clocks, opening
from houseway.server.tables.banked_table import BankedTable
from houseway.server.tables.chat import Manners
from houseway.server.tables.crowd import Crowd
from houseway.server.tables.live_table import LiveTable, Services
from houseway.server.tables.lobby import SECONDS, Lobby, LobbyViewer
from houseway.server.tables.pot_table import PotTable
from houseway.server.tables.programs import Programs
from houseway.server.tables.publisher import Audience
from houseway.server.tables.setup import TableSetup

WATCHED = 10  # an empty table that somebody watches closes this many times later
MOST_TABLES = 1000
FOR_THE_PIT = 50  # of those: the house does not open them by itself
MOST_OF_A_GAME = 50  # with so many tables open, "play now" leads to any free seat
log = structlog.get_logger("floor")


class Floor:
    """Every open table, by id."""

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        ledger: Ledger,
        people: People,
        mutes: Mutes,
        tasks: BackgroundTasks,
        *,
        edge: Callable[[TableGame[Any]], EdgeShown],
        viewers: Callable[[], Collection[LobbyViewer]],
        balance_changed: Callable[[int], None],
        seats_changed: Callable[[int], None],
    ) -> None:
        self.tables: dict[int, LiveTable] = {}
        self.kept_closed: list[KeptClosed] = []  # stored tables that the installed rules cannot take up
        self.chips = Chips(ledger)
        self.meters = Meters(ledger)
        self.lobby = Lobby(self.tables.values, viewers)
        self.crowd = Crowd(self.tables, settings)
        self._settings = settings
        self._journal = journal
        self._ledger = ledger
        self._viewers = viewers
        self._balance_changed = balance_changed
        self._tasks = tasks
        self._people = people
        self._programs = Programs(people, tasks)
        self._services: Services = {
            "journal": journal,
            "replies": Replies(journal),
            "chips": self.chips,
            "audience": Audience(secrets.token_hex(6), people.name, edge, balance_changed, seats_changed),
            "tasks": tasks,
            "manners": Manners(settings, mutes),
        }
        self._opening = asyncio.Lock()
        self._sweeper: asyncio.Task[None] | None = None
        people.on_change = self._person_changed
        mutes.on_mute = self._person_muted

    # --- start and stop ---

    async def start(self) -> None:
        """Take up every stored table, and open the house's own; a table that cannot be taken up stays as it is."""
        await self._rename_duplicates()
        rows = await self.stored_tables()
        # A round that was shown but never wagered on is not stored: its number must not come again with other cards.
        for _ in range(len(rows) + 1):
            self._journal.next_id("rounds")
        for row in rows:
            try:
                table = await self.take_up(row.id)
            except HousewayError as error:
                await self._keep_closed(row, error)
                continue
            if table.setup.settings.get("opponents"):
                await self._programs.register()
            await self._go_on(table)
        if self._settings.house_tables:
            await self._open_house_tables()
        self.lobby.refresh()
        self._sweeper = asyncio.create_task(self._sweep(), name="floor")

    async def _rename_duplicates(self) -> None:
        """Give every stored table a name of its own: older versions could give two tables the same name."""
        names: list[str] = []
        change = Change()
        for row in await self.stored_tables():
            if not isinstance(row.name, str):  # damaged: the table is kept closed below
                continue
            name = opening.free_name(row.name, names)
            names.append(name)
            if name != row.name:
                change.update(RENAME_TABLE, {"b_id": row.id, "b_name": name})
        if change.writes:
            await self._journal.commit(change)

    async def _go_on(self, table: LiveTable) -> None:
        """What a table had still to do when the server stopped."""
        try:
            await table.mailbox.run(lambda change: True)
        except HousewayError as error:
            log.error("a table could not go on by itself", table=table.id, reason=str(error))

    async def _keep_closed(self, row: Any, why: HousewayError) -> None:
        """Say why, and remember whose chips lie there: they count when somebody asks for more."""
        if (table := self.tables.pop(row.id, None)) is not None:
            await table.stop()
        kept = kept_closed(row, why, self._ledger, self._settings)
        self.kept_closed.append(kept)
        log.error(f"{kept.told} {kept.remedy}", table=row.id)
        try:
            async with self._journal.database.read() as connection:
                owed = await chips_owed(connection, self._ledger, row.id)
        except ServerError as error:
            log.error(str(error), table=row.id)
            return
        self.chips.publish(row.id, [(item.person_id, item.wagers + item.stack) for item in owed])

    async def stored_tables(self) -> Sequence[Any]:
        """The id and name of every table that is not closed."""
        tables = schema.tables.c
        async with self._journal.database.read() as connection:
            stored = sa.select(tables.id, tables.name).where(tables.closed.is_(None)).order_by(tables.id)
            return (await connection.execute(stored)).all()

    async def take_up(self, table_id: int) -> LiveTable:
        """A stored table as it was left, writing nothing; refused in a sentence where anything of it cannot be read."""
        try:
            return await self._read_table(table_id)
        except HousewayError:
            raise
        except Exception as error:  # whatever is wrong with one table, everybody else plays
            if isinstance(error, DBAPIError) and error.connection_invalidated:
                raise
            log.error("a table cannot be taken up", table=table_id, error=repr(error), exc_info=error)
            raise DamagedRow("what is stored of it cannot be read") from error

    async def _read_table(self, table_id: int) -> LiveTable:
        async with self._journal.database.read() as connection:
            row = (await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table_id))).one()
        game, limits = rules_of(row)
        with reading("what it was opened with"):
            table = self._make(TableSetup(row.id, row.name, game, limits, row.locked, row.settings))
        self.tables[table.id] = table
        await table.reload()
        self._check_taken_up(table)
        return table

    def _check_taken_up(self, table: LiveTable) -> None:
        """Everybody who sits there is known, and has what the ledger says."""
        for number, seat in table.seats.items():
            if self._people.person(seat.person_id) is None:
                raise DamagedRow(f"on its seat {number} is person {seat.person_id}, whom nobody knows")
        held = sum(table.chips_of(number) for number in table.seats)
        lies = sum(chips_on(self._ledger, table.id).values())
        if held != lies:
            raise DamagedRow(f"those who sit there should have {dollars(held)}")

    async def _open_house_tables(self) -> None:
        there = {table.game.id for table in self.tables.values() if table.setup.settings.get("house")}
        for game_id in game_ids():
            if game_id not in there:
                await self._open(_usual(game_id), house="first")

    async def stop(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
        for table in list(self.tables.values()):
            await table.stop()

    # --- finding ---

    def table(self, table_id: int) -> LiveTable:
        found = self.tables.get(table_id)
        if found is None:
            raise Refusal("unknown_table", f"There is no table {table_id}.", 404)
        return found

    def summaries(self) -> list[TableSummary]:
        return self.lobby.summaries()

    def summary(self, table_id: int) -> TableSummary | None:
        table = self.tables.get(table_id)
        return table.publisher.summary() if table is not None else None

    def game_of(self, table_id: int) -> TableGame[Any] | None:
        table = self.tables.get(table_id)
        return table.game if table is not None else None

    def at_tables(self, person_id: int) -> int:
        """A person's chips on layouts and in stacks."""
        return self.chips.at_tables(person_id)

    def balance_of(self, person_id: int) -> tuple[int, int]:
        """A person's chips in the wallet, and at tables."""
        return self.chips.in_wallet(person_id), self.chips.at_tables(person_id)

    def seats_of(self, person_id: int) -> list[OwnSeat]:
        """Where a person has a seat."""
        found = ((table.id, table.seats.of(person_id)) for table in self.tables.values() if not table.closed)
        return [{"table": table_id, "seat": seat} for table_id, seat in found if seat is not None]

    def counts(self) -> dict[str, int]:
        seated = sum(len(table.seats) for table in self.tables.values())
        return {"tables": len(self.tables), "sockets": len(self._viewers()), "seated": seated}

    async def play_now(self, game_id: str, person_id: int | None, address: str = "") -> dict[str, int]:
        """Return the person's own seat, or a free one where nobody holds up the round: beside people who are there,
        at an empty table, beside people who are away, or at a new table, in this order."""
        kind, person = any_game_class(game_id), None if person_id is None else self._people.person(person_id)
        async with self._opening:
            of_game = [t for t in self.tables.values() if t.game.id == game_id and not t.closing and not t.closed]
            for table in of_game:
                seat = table.seats.of(person_id)
                if seat is not None:
                    return {"table": table.id, "seat": seat}
            self.crowd.check(person, address)
            usual = kind.make().fingerprint
            fits = [t for t in of_game if len(t.seats) < t.seats.size]
            moment = clocks.now()
            fits.sort(
                key=lambda t: (
                    t.game.fingerprint != usual,
                    not t.joinable,
                    not t.takes_bets,
                    -len(t.company.here(moment)),
                    len(t.seats),
                    t.id,
                )
            )
            opens = len(self.tables) < MOST_TABLES - FOR_THE_PIT and self.crowd.may_open(person, address)
            if fits and (fits[0].joinable or len(of_game) >= MOST_OF_A_GAME or not opens):
                table = fits[0]
            elif not opens:
                raise Refusal("too_many", f"All seats at {kind.name} are taken: try again in a few minutes.")
            else:
                table = await self._open(_usual(game_id), house="extra")
                self.crowd.opened(table.id, address)
            if not table.seats:
                table.empty_since = moment  # it stays open until the person is there
            seat = next(number for number in table.seats.numbers if number not in table.seats)
            return {"table": table.id, "seat": seat}

    # --- opening and closing ---

    async def open_table(self, request: Mapping[str, Any], person_id: int) -> TableSummary:
        """A table as the pit wants it."""
        async with self._opening:
            table = await self._open(request, opened_by=person_id)
        return table.publisher.summary()

    async def _open(self, request: Mapping[str, Any], *, house: str = "", opened_by: int | None = None) -> LiveTable:
        if len(self.tables) >= MOST_TABLES:
            raise Refusal("too_many", f"There are {MOST_TABLES} tables open: close one first.")
        names = [table.setup.name for table in self.tables.values()]
        opened = opening.checked(request, names, house=house, opened_by=opened_by)
        setup = opened.setup(self._journal.next_id("tables"))
        if setup.settings.get("opponents"):
            await self._programs.register()
        table = self._make(setup)
        change = Change()
        opened.store(setup.id, change)
        if isinstance(setup.game, Game):
            self.meters.seed(change, setup.game)
        await self._journal.commit(change)
        self.tables[table.id] = table
        await table.show_again()
        return table

    def _make(self, setup: TableSetup) -> LiveTable:
        table: LiveTable
        if isinstance(setup.game, Game):
            table = BankedTable(setup, self._settings, meters=self.meters, **self._services)
        else:
            table = PotTable(setup, self._settings, programs=self._programs, **self._services)
        table.on_publish = self._published
        return table

    async def close_table(self, table_id: int, person_id: int) -> None:
        """Take no more people there; the round under way is finished first."""
        table = self.table(table_id)
        log.info("closing a table", table=table_id, by=person_id)
        await table.close()

    # --- what changes ---

    def _published(self, table: LiveTable) -> None:
        if table.closed:
            self.tables.pop(table.id, None)
        if table.meter_key is not None:
            self.lobby.meter_moved(table.meter_key, self.meters.amount(table.meter_key))
        self.lobby.changed()

    def _person_changed(self, person_id: int) -> None:
        self._balance_changed(person_id)
        for table in self.tables.values():
            if table.seats.of(person_id) is not None:  # they may have another name now
                self._tasks.spawn(table.show_again())

    def odds_answered(self, game: TableGame[Any]) -> None:
        """The tables with these rules have odds to show now, or the reason why there are none."""
        for table in self.tables.values():
            if table.game.fingerprint == game.fingerprint:
                self._tasks.spawn(table.show_again())

    def _person_muted(self, person_id: int) -> None:
        for table in self.tables.values():
            table.chat.take_down(person_id)

    async def _sweep(self) -> None:
        """Once a second: the lobby, people who are away, tables that nobody needs."""
        while True:
            await asyncio.sleep(SECONDS)
            try:
                self.lobby.refresh_if_stale()
                counts = self.counts()
                TABLES.set(counts["tables"])
                SEATED.set(counts["seated"])
            except Exception as error:
                log.error("the lobby could not be put together", error=repr(error), exc_info=error)
            for table in list(self.tables.values()):
                try:
                    await self._look_after(table)
                except Exception as error:  # the other tables need care all the same
                    log.error("a table could not be looked after", table=table.id, error=repr(error), exc_info=error)

    async def _look_after(self, table: LiveTable) -> None:
        if table.closing:
            await table.void_unsettled()
        await table.pass_over_absent()
        if table.setup.settings.get("house") != "extra" or table.empty_since is None:
            return  # only tables opened for visitors close by themselves
        patience = self._settings.empty_table_seconds * (WATCHED if table.publisher.watchers else 1)
        if clocks.now() - table.empty_since >= patience:
            await table.close(if_empty=True)


def _usual(game_id: str) -> dict[str, Any]:
    """A request for one more table of a game with its default rules; opening it finds a free number for the name."""
    kind = any_game_class(game_id)
    return {"game": game_id, "name": f"{kind.name} 1", "opponents": issubclass(kind, PotGame)}
