"""A table that people sit at: what games against the house and among players have in common.

Everything that changes a table happens under its lock, in this order: check, do it in memory, commit the change, then
answer and publish. A change that cannot be committed is undone by building the table again from what is stored. What
visitors are sent is put together while nobody holds the lock, so that nothing is ever shown before it is durable.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

import orjson
import sqlalchemy as sa
import structlog

from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.rules.game import Decision, TableGame
from houseway.rules.limits import Limits
from houseway.server.money.ledger import Entry
from houseway.server.people.people import Person
from houseway.server.protocol import messages as msg
from houseway.server.refusals import Refusal
from houseway.server.storage import schema
from houseway.server.storage.idempotency import Answer
from houseway.server.storage.journal import Change, JournalStopped, now_ms
from houseway.server.storage.round_records import StoredRound, load_rounds
from houseway.server.tables import clocks
from houseway.server.tables import table_view as table_facts
from houseway.server.tables.house import House
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.updates import News
from houseway.server.web.connections import Connection

PAUSE = 0.2  # seconds until a table that was built again goes on
DROP_SEAT = sa.delete(schema.seats).where(
    schema.seats.c.table_id == sa.bindparam("b_table"), schema.seats.c.seat == sa.bindparam("b_seat")
)
SET_SEAT = (
    sa.update(schema.seats)
    .where(schema.seats.c.table_id == sa.bindparam("b_table"), schema.seats.c.seat == sa.bindparam("b_seat"))
    .values(state=sa.bindparam("b_state", type_=schema.Json))
)
CLOSE_TABLE = (
    sa.update(schema.tables)
    .where(schema.tables.c.id == sa.bindparam("b_id"))
    .values(closed=sa.bindparam("b_closed"), settings=sa.bindparam("b_settings", type_=schema.Json))
)
log = structlog.get_logger("tables")


class Coached(NamedTuple):
    """What the coach said of a decision: the value of each choice, in units of so many cents."""

    values: Mapping[Decision, Fraction]
    unit: int


@dataclass
class Seat:
    """Somebody at the table. What `stored` names survives a restart."""

    person_id: int
    program: str = ""  # the kind of opponent, for those by the program
    sitting_out: bool = False
    leaving: bool = False
    last_stakes: dict[str, int] = field(default_factory=dict)
    side: int = 0
    ready: bool = False
    missed: int = 0
    time_bank: float = 0
    away_since: float | None = None
    coached: dict[str, Coached] = field(default_factory=dict)  # what the coach was asked, by the point of the round

    def stored(self) -> dict[str, Any]:
        return {
            "program": self.program,
            "sitting_out": self.sitting_out,
            "leaving": self.leaving,
            "last_stakes": self.last_stakes,
            "side": self.side,
        }


@dataclass(frozen=True)
class TableFacts:
    """A table's row: what it was opened with."""

    id: int
    name: str
    game: TableGame[Any]
    limits: Limits
    locked: bool
    settings: Mapping[str, Any]  # seats, opponents, buy_in, house (opened by the house itself)


class LiveTable(ABC):
    """One table."""

    kind: ClassVar[str]

    def __init__(self, facts: TableFacts, house: House) -> None:
        self.facts = facts
        self.id = facts.id
        self.game: Any = facts.game
        self.house = house
        self.size = min(int(facts.settings.get("seats") or facts.game.seats), facts.game.seats)
        self.lock = asyncio.Lock()
        self.seats: dict[int, Seat] = {}
        self.log: RoundLog | None = None
        self.rounds_played = 0  # the number of the last round
        self.closing = bool(facts.settings.get("closing"))
        self.closed = False
        self.empty_since: float | None = clocks.now()
        self.watchers: set[Connection] = set()
        self._chips_told: list[tuple[int, int]] = []  # whose chips are at the table, as published
        self.on_publish: Callable[[LiveTable], None] = lambda table: None
        self._news = News(self)
        self._summary: dict[str, Any] | None = None
        self._seats_shown: dict[int, table_facts.SeatShown] | None = None
        self._waiting: set[Connection] = set()  # who could not be told while the table was changing
        self._timer: asyncio.TimerHandle | None = None
        self._touched: set[int] = set()  # whose chips a change moves

    # --- what each kind does ---

    @property
    @abstractmethod
    def phase(self) -> str: ...

    @abstractmethod
    def commands(self) -> dict[type[msg.Command], Callable[[Person, Any, Change], dict[str, Any]]]:
        """What this kind of table does beside what all tables do."""

    @abstractmethod
    def looked_at(self) -> None:
        """Somebody begins to watch."""

    @abstractmethod
    def check_sit(self, person: Person, message: msg.Sit) -> None:
        """Refuse somebody who cannot sit down."""

    @abstractmethod
    def sat(self, number: int, message: msg.Sit, change: Change) -> None:
        """Somebody has sat down."""

    @abstractmethod
    def in_play(self, number: int) -> bool:
        """Whether a seat has chips in a round under way."""

    @abstractmethod
    def gone(self, number: int, seat: Seat, change: Change) -> None:
        """A seat is given up between rounds."""

    @abstractmethod
    def settle_down(self, change: Change) -> None:
        """Go on as far as the table can without waiting: defaults for who leaves, the deal, the end of a round."""

    @abstractmethod
    def on_time(self, moment: float, change: Change) -> bool:
        """Do what is due; False when nothing was."""

    @abstractmethod
    def next_time(self, moment: float) -> float | None:
        """When something is due next."""

    @abstractmethod
    def restore(self, stored: StoredRound | None) -> None:
        """Take up the open round that is stored, once the seats are restored."""

    @abstractmethod
    def chips_of(self, number: int) -> int:
        """What a seat has at the table."""

    @abstractmethod
    def facts_of_round(self, seat: int | None, person_id: int | None) -> dict[str, Any]:
        """`view`, `legal`, `words`, `counts`, `result` and `clock` for a viewer."""

    @contextlib.asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """The lock; whoever had to be told something meanwhile is told after it."""
        async with self.lock:
            try:
                yield
            finally:
                for connection in self._waiting:
                    connection.mark(self)
                self._waiting.clear()

    # --- commands ---

    def seat_of(self, person_id: int | None) -> int | None:
        if person_id is None:
            return None
        return next((number for number, seat in self.seats.items() if seat.person_id == person_id), None)

    def own_seat(self, person: Person) -> tuple[int, Seat]:
        number = self.seat_of(person.id)
        if number is None:
            raise Refusal("no_seat", "Only who sits at this table can do that.")
        return number, self.seats[number]

    async def do(self, person: Person, message: msg.Command) -> dict[str, Any]:
        """Do a person's command and give the answer, which is durable then; refusals are raised."""
        command = digest(message)
        await self.house.answers.load(person.id)
        async with self.held():
            known = self.house.answers.known(person.id, message.id, command)
            if known is not None:
                return known
            if self.closed:
                raise Refusal("table_closed", "This table is closed.")
            change = Change()
            self._touched = {person.id}
            handle = {**self._common(), **self.commands()}.get(type(message))
            if handle is None:
                raise Refusal("not_now", "There is nothing like that at this table.")
            done = False
            try:
                answer = {"table": self.id, "number": self.number + 1, **handle(person, message, change)}
                done = True
                self.settle_down(change)
            except Exception as error:
                if done or not isinstance(error, HousewayError):  # a refusal comes before anything is done
                    await self.reload()
                    self._settle_later()
                raise
            stored = Answer(command, answer)
            self.house.answers.store(change, person.id, message.id, stored)
            try:
                await self._commit(change)
            except Refusal as refusal:
                self._settle_later()
                if refusal.code != "already_done":
                    raise
                found = await self.house.answers.stored(person.id, message.id, command)
                if found is None:
                    raise
                return found
            self.house.answers.remember(person.id, message.id, stored)
            self.publish()
            return answer

    def _common(self) -> dict[type[msg.Command], Callable[[Person, Any, Change], dict[str, Any]]]:
        return {msg.Sit: self._sit, msg.Leave: self._leave, msg.SitOut: self._sit_out, msg.SitIn: self._sit_in}

    def _sit(self, person: Person, message: msg.Sit, change: Change) -> dict[str, Any]:
        if self.closing:
            raise Refusal("table_closed", "This table is about to close.")
        if self.seat_of(person.id) is not None:
            raise Refusal("already_seated", "You sit at this table already.")
        if message.seat > self.size:
            raise Refusal("no_seat", f"There is no seat {message.seat}: the seats are 1 to {self.size}.")
        if message.seat in self.seats:
            raise Refusal("seat_taken", f"Seat {message.seat} is taken.")
        self.check_sit(person, message)
        self.add_seat(message.seat, Seat(person.id), change)
        self.sat(message.seat, message, change)
        return {"seat": message.seat}

    def add_seat(self, number: int, seat: Seat, change: Change) -> None:
        seat.time_bank = self.house.settings.time_bank_seconds
        seat.away_since = None if seat.program or self._watched_by(seat.person_id) else clocks.now()
        self.seats[number] = seat
        self._touched.add(seat.person_id)
        row = {"table_id": self.id, "seat": number, "person_id": seat.person_id, "state": seat.stored()}
        change.insert(schema.seats, row)

    def _leave(self, person: Person, message: msg.Leave, change: Change) -> dict[str, Any]:
        number, seat = self.own_seat(person)
        if self.in_play(number):
            seat.leaving = True
            self.save_seat(number, change)
            return {"leaving": True}
        self.give_up(number, change)
        return {"leaving": False}

    def give_up(self, number: int, change: Change) -> None:
        """The seat is free again."""
        seat = self.seats.pop(number)
        self._touched.add(seat.person_id)
        change.update(DROP_SEAT, {"b_table": self.id, "b_seat": number})
        self.gone(number, seat, change)

    def _sit_out(self, person: Person, message: msg.SitOut, change: Change) -> dict[str, Any]:
        number, seat = self.own_seat(person)
        seat.sitting_out = True
        self.save_seat(number, change)
        return {}

    def _sit_in(self, person: Person, message: msg.SitIn, change: Change) -> dict[str, Any]:
        if self.closing:
            raise Refusal("table_closed", "This table is about to close.")
        number, seat = self.own_seat(person)
        seat.sitting_out = seat.leaving = False
        seat.missed = 0
        self.save_seat(number, change)
        return {}

    def save_seat(self, number: int, change: Change) -> None:
        change.update(SET_SEAT, {"b_table": self.id, "b_seat": number, "b_state": self.seats[number].stored()})

    def pass_over_absent(self, change: Change) -> bool:
        """Who has been away for long sits out; for very long, and with nothing in play, the seat is given up."""
        settings, moment, done = self.house.settings, clocks.now(), False
        for number, seat in list(self.seats.items()):
            away = 0.0 if seat.away_since is None else moment - seat.away_since
            if seat.away_since is None:
                continue
            if away >= settings.leave_seconds and not self.in_play(number):
                self.give_up(number, change)
                done = True
            elif away >= settings.away_seconds and not seat.sitting_out:
                self.sit_out_absent(number, change)
                done = True
        return done

    def sit_out_absent(self, number: int, change: Change) -> None:
        self.seats[number].sitting_out = True
        self.save_seat(number, change)

    def check_chips(self, person_id: int, price: int) -> None:
        held = self.house.wallet(person_id)
        if price > held:
            raise Refusal("not_enough_chips", f"That takes {dollars(price)}, and you have {dollars(held)}.")

    def round_entry(self, what: str, reason: str, postings: tuple[tuple[str, int], ...]) -> Entry:
        """An entry that the round under way makes; its key can be used once."""
        assert self.log is not None
        return Entry(f"round:{self.log.round_id}:{what}", reason, postings, self.log.round_id, self.id)

    def touch(self, person_id: int) -> None:
        """This person's chips have moved."""
        self._touched.add(person_id)

    # --- by itself ---

    async def tick(self) -> None:
        """The clock has come to a moment that the table waits for."""
        async with self.held():
            if self.closed:
                return
            change = Change()
            self._touched = set()
            try:
                if self.on_time(clocks.now(), change):
                    self.settle_down(change)
                    await self._commit(change)
                    self.publish()
            except JournalStopped:
                return
            except Exception as error:
                log.error("a table could not go on by itself", table=self.id, error=repr(error), exc_info=error)
                await self.reload()
                await asyncio.sleep(PAUSE)
                self._settle_later()
            self.schedule()

    async def change_by_itself(self, work: Callable[[Change], bool]) -> None:
        """Something that the house does at the table, under the lock; False from it: nothing was done."""
        async with self.held():
            if self.closed:
                return
            change = Change()
            self._touched = set()
            try:
                if work(change):
                    self.settle_down(change)
                    await self._commit(change)
                    self.publish()
            except JournalStopped:
                return
            except Exception:
                await self.reload()
                raise

    def _settle_later(self) -> None:
        """What the table was about to do by itself was undone with what it was built again from: see to it again."""
        loop = asyncio.get_running_loop()
        loop.call_later(PAUSE, lambda: self.house.spawn(self.change_by_itself(lambda change: True)))

    def schedule(self) -> None:
        """Set the clock to the next moment that something is due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        moment = clocks.now()
        due = None if self.closed else self.next_time(moment)
        if due is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, due - moment), lambda: self.house.spawn(self.tick()))

    async def close(self) -> None:
        """Take no more people; close when the round under way is over."""

        def closing(change: Change) -> bool:
            self.closing = True
            settings = {**self.facts.settings, "closing": True}
            change.update(CLOSE_TABLE, {"b_id": self.id, "b_closed": None, "b_settings": settings})
            return True

        await self.change_by_itself(closing)

    def close_now(self, change: Change) -> None:
        """Nothing is under way: everybody gets their chips, and the table is gone."""
        for number in list(self.seats):
            self.give_up(number, change)
        self.closed = True
        settings = {**self.facts.settings, "closing": True}
        change.update(CLOSE_TABLE, {"b_id": self.id, "b_closed": now_ms(), "b_settings": settings})

    # --- what is stored ---

    async def _commit(self, change: Change) -> None:
        if not (change.entries or change.writes):
            return
        try:
            await self.house.journal.commit(change)
        except JournalStopped:
            self.closed = True  # in memory alone: what is stored is taken up at the next start
            raise
        except Refusal:
            await self.reload()
            raise

    async def reload(self) -> None:
        """Build the table again from what is stored."""
        async with self.house.journal.database.read() as connection:
            seats = (await connection.execute(sa.select(schema.seats).where(schema.seats.c.table_id == self.id))).all()
            rounds = schema.rounds.c
            row = (await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == self.id))).one()
            last = await connection.scalar(sa.select(sa.func.max(rounds.number)).where(rounds.table_id == self.id))
            open_ids = (
                await connection.scalars(sa.select(rounds.id).where(rounds.table_id == self.id, sa.not_(rounds.over)))
            ).all()
            stored = [found async for found in load_rounds(connection, open_ids)] if open_ids else []
        before = self.seats
        self.seats = {}
        for seat in seats:
            kept = before.get(seat.seat)
            self.seats[seat.seat] = made = Seat(seat.person_id, **seat.state)
            made.time_bank = kept.time_bank if kept else self.house.settings.time_bank_seconds
            if not made.program and not self._watched_by(made.person_id):
                made.away_since = kept.away_since if kept and kept.away_since else clocks.now()
        self.closing, self.closed = bool(row.settings.get("closing")), row.closed is not None
        self.rounds_played = last or 0
        self.room_restored(row.room)
        self.restore(stored[-1] if stored else None)
        self._news.begin_anew()
        self.publish()  # a round that was not stored yet is another one now

    def room_restored(self, room: Mapping[str, Any] | None) -> None:
        """Among players: what is stored of the room."""
        assert room is None

    # --- who watches ---

    @property
    def number(self) -> int:
        """Of the newest update."""
        return self._news.number

    def _watched_by(self, person_id: int) -> bool:
        return any(connection.person_id == person_id for connection in self.watchers)

    async def join(self, connection: Connection, after: int | None, epoch: str | None) -> int:
        """Begin to tell a connection; what it missed since `after`, or the table as it stands."""
        async with self.held():
            if connection.gone:  # while it waited here
                return self.number
            self.watchers.add(connection)
            self.looked_at()
            known = after is not None and epoch == self.house.epoch and self._news.reaches(after)
            connection.watching[self.id] = self, after if known and after is not None else -1
            number = self.seat_of(connection.person_id)
            came_back = number is not None and self.seats[number].away_since is not None
            if came_back and number is not None:
                self.seats[number].away_since = None
                self.publish()
            if not (known and after == self.number):
                connection.mark(self)
            return self.number

    def part(self, connection: Connection) -> None:
        """A connection looks away, or is gone."""
        self.watchers.discard(connection)
        connection.watching.pop(self.id, None)
        person_id = connection.person_id
        number = self.seat_of(person_id)
        if number is not None and person_id is not None and not self._watched_by(person_id):
            self.seats[number].away_since = clocks.now()
            self.house.spawn(self.show_again())

    async def show_again(self) -> None:
        async with self.held():
            if not self.closed:
                self.publish()

    # --- what is sent ---

    def publish(self) -> None:
        """Everything is durable: number it, and tell who watches."""
        self._news.update()
        if self.seats:
            self.empty_since = None
        elif self.empty_since is None:
            self.empty_since = clocks.now()
        self.schedule()
        self._refresh()
        for connection in self.watchers:
            connection.mark(self)
        for person_id in self._touched:
            self.house.hub.balance_changed(person_id)
        self._touched = set()
        self.on_publish(self)

    def _refresh(self) -> None:
        for person_id, cents in self._chips_told:
            self.house.at_tables[person_id] -= cents
        self._chips_told = [(seat.person_id, self.chips_of(number)) for number, seat in self.seats.items()]
        for person_id, cents in self._chips_told:
            self.house.at_tables[person_id] += cents
        self._summary = None
        self._seats_shown = None

    def news(self, connection: Connection, sent: int) -> tuple[int, str | None]:
        """The newest update's number, and what brings a viewer there from the update sent last."""
        if sent == self.number:
            return sent, None
        seat = self.seat_of(connection.person_id)
        text = self._news.written(sent, seat)
        if text is None:
            if self.lock.locked():  # what is in memory may not be durable yet
                self._waiting.add(connection)
                return sent, None
            text = self._news.write(sent, seat)
        return self.number, text

    # --- what is shown of the table; each kind adds its own ---

    def summary(self) -> dict[str, Any]:
        """The table as the lobby shows it."""
        if self._summary is None:
            self._summary = table_facts.summary(self)
        return self._summary

    def forget_summary(self) -> None:
        """Something that the lobby shows has changed without an update."""
        self._summary = None
        self._news.forget()

    def seats_shown(self) -> dict[int, table_facts.SeatShown]:
        """Every seat as it is shown, made once an update."""
        if self._seats_shown is None:
            self._seats_shown = table_facts.seats_shown(self)
        return self._seats_shown

    @property
    def meter(self) -> int | None:
        return None

    @property
    def meter_key(self) -> str | None:
        return None

    def revealed_seed(self) -> str | None:
        return None

    def seal(self) -> str | None:
        return None

    def is_ready(self, number: int) -> bool:
        return self.seats[number].ready

    def stack_of(self, number: int) -> int | None:
        return None

    def limit_facts(self) -> dict[str, Any]:
        return {}

    def more_summary(self) -> dict[str, Any]:
        return {}


def digest(message: msg.Command) -> str:
    """Tells one command from another with the same id."""
    return hashlib.sha256(orjson.dumps(message.model_dump(), option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]


def fresh_key(what: str) -> str:
    """A key for an entry that no round's number names."""
    return f"{what}:{secrets.token_hex(10)}"
