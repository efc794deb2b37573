"""The floor: all tables, how they are opened, found and closed, and how they are taken up again after a restart."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
import structlog

from houseway.catalog import any_game_class, game_ids
from houseway.errors import HousewayError, UnknownGame, WagerError
from houseway.rules.game import Game, TableGame
from houseway.rules.pot_game import PotGame
from houseway.server.metrics import SEATED, TABLES
from houseway.server.money import takings
from houseway.server.money.ledger import Ledger
from houseway.server.money.owed import chips_owed
from houseway.server.odds.house_edges import Edges
from houseway.server.people.people import People, Person
from houseway.server.refusals import Refusal, ServerError
from houseway.server.settings import Settings
from houseway.server.storage import schema
from houseway.server.storage.journal import Change, Journal, now_ms
from houseway.server.storage.stored_tables import KeptClosed, kept_closed, limits_of, rules_of
from houseway.server.tables import clocks
from houseway.server.tables.banked_table import BankedTable
from houseway.server.tables.house import House
from houseway.server.tables.live_table import LiveTable, TableFacts
from houseway.server.tables.pot_table import PotTable
from houseway.server.web.connections import GOING_AWAY, Connection, Hub, text_of
from houseway.table.room import BuyIn

PROGRAMS = ("Ada", "Blaise", "Carla", "Dorian", "Emmy", "Felix")
EMPTY_SECONDS = 120.0  # a table that the house opened for the crowd closes when it was empty for so long
MOST_TABLES = 1000
LOBBY_SECONDS = 1.0
log = structlog.get_logger("floor")


class Floor:
    """Every open table, by id."""

    def __init__(self, settings: Settings, journal: Journal, ledger: Ledger, people: People) -> None:
        self.hub = Hub(settings.sockets, settings.sockets_per_address, 1 / settings.updates_per_second)
        self.house = House(settings, journal, ledger, people, self.hub)
        self.tables: dict[int, LiveTable] = {}
        self.kept_closed: list[KeptClosed] = []  # stored tables that the installed rules cannot take up
        self._edges: Edges | None = None
        self._programs: list[Person] = []
        self._opening = asyncio.Lock()
        self._lobby_stale = False
        self._lobby_made = 0.0
        self._meters: dict[str, int] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self.hub.balance_of = lambda person_id: (self.house.wallet(person_id), self.at_tables(person_id))
        people.on_change = self._person_changed
        people.on_session_end = self.hub.close_session

    @property
    def edges(self) -> Edges | None:
        return self._edges

    @edges.setter
    def edges(self, edges: Edges) -> None:
        self._edges = self.house.edges = edges

    # --- start and stop ---

    async def start(self) -> None:
        """Take up every table that is stored, and open the house's own; what cannot be taken up stays as it is."""
        async with self.house.journal.database.read() as connection:
            rows = (
                await connection.execute(
                    sa.select(schema.tables).where(schema.tables.c.closed.is_(None)).order_by(schema.tables.c.id)
                )
            ).all()
        # A round that was shown but never wagered on is not stored: its number must not come again with other cards.
        for _ in range(len(rows) + 1):
            self.house.journal.next_id("rounds")
        for row in rows:
            try:
                table = await self._take_up(row)
            except HousewayError as error:
                await self._keep_closed(row, str(error))
                continue
            try:
                await table.change_by_itself(lambda change: True)
            except HousewayError as error:
                log.error("a table could not go on by itself", table=row.id, reason=str(error))
        if self.house.settings.house_tables:
            await self._open_house_tables()
        self.refresh_lobby()
        self._sweeper = asyncio.create_task(self._sweep(), name="floor")

    async def _keep_closed(self, row: Any, why: str) -> None:
        """Tell why, and remember whose chips lie there: who has them need not ask for more."""
        kept = kept_closed(row, why, self.house.ledger, self.house.settings)
        self.kept_closed.append(kept)
        log.error(f"{kept.told} {kept.remedy}", table=row.id)
        try:
            async with self.house.journal.database.read() as connection:
                owed = await chips_owed(connection, self.house.ledger, row.id)
        except ServerError as error:
            log.error(str(error), table=row.id)
            return
        for item in owed:
            self.house.at_tables[item.person_id] += item.wagers + item.stack

    async def _take_up(self, row: Any) -> LiveTable:
        game, limits = rules_of(row)
        facts = TableFacts(row.id, row.name, game, limits, row.locked, row.settings)
        table = self._make(facts)
        await self._give_programs(table)
        await table.reload()
        self.tables[table.id] = table
        return table

    async def _open_house_tables(self) -> None:
        there = {table.game.id for table in self.tables.values() if table.facts.settings.get("house")}
        for game_id in game_ids():
            if game_id not in there:
                kind = any_game_class(game_id)
                opponents = issubclass(kind, PotGame)
                await self._open({"game": game_id, "name": f"{kind.name} 1", "opponents": opponents}, house="first")

    async def stop(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
        await self.announce_closing("The server is shutting down.")
        for table in list(self.tables.values()):
            async with table.held():
                table.closed = True
                table.schedule()
        await self.house.drain()

    async def announce_closing(self, reason: str) -> None:
        """Tell every visitor, and close their connections."""
        for connection in list(self.hub.connections):
            connection.close(GOING_AWAY, reason)
        for _ in range(20):
            if not self.hub.connections:
                return
            await asyncio.sleep(0.05)

    # --- finding ---

    def table(self, table_id: int) -> LiveTable:
        found = self.tables.get(table_id)
        if found is None:
            raise Refusal("unknown_table", f"There is no table {table_id}.", 404)
        return found

    def summaries(self) -> list[dict[str, Any]]:
        return [table.summary() for table in self.tables.values() if not table.closed]

    def summary(self, table_id: int) -> dict[str, Any] | None:
        table = self.tables.get(table_id)
        return table.summary() if table is not None else None

    def game_of(self, table_id: int) -> TableGame[Any] | None:
        table = self.tables.get(table_id)
        return table.game if table is not None else None

    def at_tables(self, person_id: int) -> int:
        """A person's chips on layouts and in stacks."""
        return self.house.at_tables[person_id]

    def counts(self) -> dict[str, int]:
        seated = sum(len(table.seats) for table in self.tables.values())
        return {"tables": len(self.tables), "sockets": len(self.hub.connections), "seated": seated}

    async def play_now(self, game_id: str, person_id: int | None) -> dict[str, int]:
        """A table of this game with a free seat: the fullest there is, or one more of the house's."""
        kind = any_game_class(game_id)
        async with self._opening:
            own = [t for t in self.tables.values() if t.game.id == game_id and not t.closing and not t.closed]
            for table in own:
                seat = table.seat_of(person_id)
                if seat is not None:
                    return {"table": table.id, "seat": seat}
            usual = kind.make().fingerprint
            fits = [t for t in own if len(t.seats) < t.size]
            fits.sort(key=lambda t: (t.game.fingerprint != usual, -len(t.seats), t.id))
            if fits:
                table = fits[0]
            else:
                name = f"{kind.name} {1 + sum(1 for t in self.tables.values() if t.game.id == game_id)}"
                request = {"game": game_id, "name": name, "opponents": issubclass(kind, PotGame)}
                table = await self._open(request, house="extra")
            seat = next(number for number in range(1, table.size + 1) if number not in table.seats)
            return {"table": table.id, "seat": seat}

    # --- opening and closing ---

    async def open_table(self, request: Mapping[str, Any], person_id: int) -> dict[str, Any]:
        """A table as the pit wants it; `approved_fingerprint` locks it to the rules that were approved."""
        async with self._opening:
            table = await self._open(request, opened_by=person_id)
        return table.summary()

    async def _open(self, request: Mapping[str, Any], *, house: str = "", opened_by: int | None = None) -> LiveTable:
        if len(self.tables) >= MOST_TABLES:
            raise Refusal("too_many", f"There are {MOST_TABLES} tables open: close one first.")
        kind = any_game_class(str(request["game"]))
        game = kind.make(request.get("edition") or None, request.get("options") or {})
        approved = request.get("approved_fingerprint") or ""
        if approved and approved != game.fingerprint:
            raise Refusal(
                "fingerprint_differs",
                f"These rules have the fingerprint {game.fingerprint}, not the approved {approved}.",
            )
        law = str(request.get("jurisdiction") or "none")
        stated = {name: dict(bounds) for name, bounds in (request.get("limits") or {}).items()}
        limits = limits_of(stated, law)
        limits.opening(game.wagers)
        settings = _table_settings(request, game)
        settings |= {"house": house} if house else {"opened_by": opened_by}
        now = now_ms()
        name = " ".join(str(request.get("name") or game.name).split())[:80]
        facts = TableFacts(self.house.journal.next_id("tables"), name, game, limits, bool(approved), settings)
        table = self._make(facts)
        await self._give_programs(table)
        change = Change()
        change.insert(
            schema.tables,
            {
                "id": facts.id,
                "name": name,
                "game": game.id,
                "edition": game.edition,
                "options": game.options.values(),
                "limits": stated,
                "jurisdiction": law,
                "fingerprint": game.fingerprint,
                "locked": facts.locked,
                "settings": settings,
                "room": None,
                "opened": now,
                "closed": None,
            },
        )
        takings.begin(change, facts.id, [wager.id for wager in game.wagers])
        if isinstance(game, Game):
            self.house.seed_meter(change, game)
        await self.house.journal.commit(change)
        self.tables[table.id] = table
        async with table.held():
            table.publish()
        return table

    def _make(self, facts: TableFacts) -> LiveTable:
        table: LiveTable = (
            BankedTable(facts, self.house) if isinstance(facts.game, Game) else PotTable(facts, self.house)
        )
        table.on_publish = self._published
        return table

    async def _give_programs(self, table: LiveTable) -> None:
        if not isinstance(table, PotTable) or not table.facts.settings.get("opponents"):
            return
        if not self._programs:
            self._programs = [await self.house.people.make_program(name) for name in PROGRAMS]
        table.programs = self._programs

    async def close_table(self, table_id: int, person_id: int) -> None:
        """Take no more people there; the round under way is finished first."""
        table = self.table(table_id)
        log.info("closing a table", table=table_id, by=person_id)
        await table.close()

    # --- what changes beside ---

    def _published(self, table: LiveTable) -> None:
        if table.closed:
            self.tables.pop(table.id, None)
        key = table.meter_key
        if key is not None and self._meters.get(key) != (cents := self.house.meter(key)):
            self._meters[key] = cents
            self._tell_meter(key, cents)
        self._lobby_stale = True

    def _tell_meter(self, key: str, cents: int) -> None:
        text = text_of({"type": "meter", "meter_key": key, "cents": cents})
        told = {connection for connection in self.hub.connections if connection.lobby}
        for table in self.tables.values():
            if table.meter_key == key:
                table.forget_summary()
                told |= table.watchers
        for connection in told:
            connection.send_text(text)

    def _person_changed(self, person_id: int) -> None:
        self.hub.balance_changed(person_id)
        for table in self.tables.values():
            if table.seat_of(person_id) is not None:  # they may have another name now
                self.house.spawn(table.show_again())

    def lobby_changed(self) -> None:
        self._lobby_stale = True

    def show_lobby(self, connection: Connection) -> None:
        """The lobby for somebody who comes; one a moment old will do, the next follows soon."""
        connection.lobby = True
        if clocks.now() - self._lobby_made >= LOBBY_SECONDS:
            self.refresh_lobby()
        connection.mark_lobby()

    def refresh_lobby(self) -> None:
        """Put the lobby together anew, and tell everybody in it."""
        self._lobby_stale, self._lobby_made = False, clocks.now()
        for table in self.tables.values():
            table.forget_summary()
        self.hub.tell_lobby(text_of({"type": "lobby", "tables": self.summaries()}))

    async def _sweep(self) -> None:
        """Now and then: the lobby, who is away, and tables that nobody needs."""
        while True:
            await asyncio.sleep(LOBBY_SECONDS)
            for visitor in list(self.hub.connections):
                visitor.drop_if_stuck()
            try:
                if self._lobby_stale and any(connection.lobby for connection in self.hub.connections):
                    self.refresh_lobby()
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
        now, settings = clocks.now(), self.house.settings
        away = {n: now - s.away_since for n, s in table.seats.items() if s.away_since is not None}
        if any(
            seconds >= settings.leave_seconds
            or (seconds >= settings.away_seconds and not table.seats[number].sitting_out)
            for number, seconds in away.items()
        ):
            await table.change_by_itself(table.pass_over_absent)
        extra = table.facts.settings.get("house") == "extra"
        if extra and not table.watchers and table.empty_since is not None and now - table.empty_since > EMPTY_SECONDS:
            await table.close()


def _table_settings(request: Mapping[str, Any], game: TableGame[Any]) -> dict[str, Any]:
    """What a table has beside its rules: seats, and among players the buy-in and programs."""
    found: dict[str, Any] = {}
    seats = request.get("seats")
    least = 2 if isinstance(game, PotGame) else 1
    if seats is not None:
        if type(seats) is not int or not least <= seats <= game.seats:
            raise WagerError(f"{game.name} has {least} to {game.seats} seats, not {seats}.")
        found["seats"] = seats
    buy_in = request.get("buy_in")
    if not isinstance(game, PotGame):
        if buy_in or request.get("opponents"):
            raise WagerError("A buy-in and opponents are for games among players.")
        return found
    found["opponents"] = bool(request.get("opponents"))
    if buy_in:
        with contextlib.suppress(KeyError, TypeError):
            checked = BuyIn(buy_in["least"], buy_in["most"])
            if checked.least < game.options.big_blind:
                raise WagerError("The smallest buy-in must be a big blind at least.")
            return {**found, "buy_in": {"least": checked.least, "most": checked.most}}
        raise WagerError("A buy-in has least and most, in cents.")
    return found


__all__ = ["Floor", "UnknownGame"]
