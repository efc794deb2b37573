"""A table that people sit at: what games against the house and among players have in common.

The parts have names of their own: `Mailbox` puts changes in order, `Seats` knows who sits where, `TableStore` reads
and writes, `Publisher` tells viewers, `Absence` watches for people who are away, `Company` knows whom the table waits
for, `Chat` has what people say. This class joins them, and knows how people come and go.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, ClassVar, TypedDict, Unpack

from houseway.server.background import BackgroundTasks
from houseway.server.money.chips import Chips
from houseway.server.money.ledger import LedgerRefused
from houseway.server.people.people import Person
from houseway.server.protocol import commands as msg
from houseway.server.protocol.socket_messages import Done
from houseway.server.protocol.table_state import BankedRoundState, PotRoundState, ShuffleToCome, WagerLimit
from houseway.server.protocol.values import Phase, TableKind
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.storage.damage import reading
from houseway.server.storage.idempotency import Replies
from houseway.server.storage.journal import Change, Journal, JournalStopped
from houseway.server.storage.round_records import StoredRound
from houseway.server.tables import clocks
from houseway.server.tables.absence import Absence
from houseway.server.tables.chat import Chat, Manners
from houseway.server.tables.company import Company
from houseway.server.tables.mailbox import Handler, Mailbox
from houseway.server.tables.publisher import Audience, Publisher, Viewer
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.seats import Seat, Seats
from houseway.server.tables.setup import TableSetup
from houseway.server.tables.store import TableStore
from houseway.server.tables.table_view import RoomShown
from houseway.server.tables.voided import RoundVoided
from houseway.table.kept_shoe import ShoeState
from houseway.table.shuffle import deck_digest
from houseway.table.words import Words


class Services(TypedDict):
    """What a table of any kind works with."""

    journal: Journal
    replies: Replies
    chips: Chips
    audience: Audience
    tasks: BackgroundTasks
    manners: Manners


class LiveTable(ABC):
    """One table."""

    kind: ClassVar[TableKind]

    def __init__(self, setup: TableSetup, settings: Settings, **services: Unpack[Services]) -> None:
        self.setup = setup
        self.game: Any = setup.game
        self.settings = settings
        self.deck = deck_digest(setup.game.deck)
        self.chips = services["chips"]
        self.seats = Seats(setup.id, setup.size, full_bank=settings.time_bank_seconds)
        self._absence = Absence(self.seats, settings, lambda number: self.chips_of(number))
        self.company = Company(self.seats, settings, lambda number: self.in_play(number))
        self.store = TableStore(setup, services["journal"])
        self.mailbox = Mailbox(self, services["replies"], services["tasks"])
        self.publisher = Publisher(self, services["audience"])
        self.chat = Chat(setup.id, self.seats, self.publisher, services["manners"])
        self.handlers: Mapping[type[msg.Command], Handler] = {**self._common_handlers(), **self.round_handlers()}
        self.log: RoundLog | None = None  # of the round under way or on show
        self.voided: RoundVoided | None = None  # the round before, until the next one's cards are dealt
        self.rounds_played = 0  # the number of the last round
        self.shoe: ShoeState | None = None  # the next round's, where it is kept from round to round; None: a full one
        self.closing = bool(setup.settings.get("closing"))
        self.closed = False
        self.empty_since: float | None = clocks.now()
        self.on_publish: Callable[[LiveTable], None] = lambda table: None
        self._audience = services["audience"]
        self._tasks = services["tasks"]
        self._moved: set[int] = set()  # people whose chips the change under way moves
        self._reseated: set[int] = set()  # people who have another seat now, or none
        self._unsettled: int | None = None  # the round whose end the books have refused

    @property
    def id(self) -> int:
        return self.setup.id

    @property
    def number(self) -> int:
        """Of the newest update."""
        return self.publisher.number

    @property
    def busy(self) -> bool:
        return self.mailbox.busy

    @property
    def joinable(self) -> bool:
        """Whether no player who is away or leaving has chips in a round, so that a newcomer waits for nobody."""
        return not any(
            (seat.away_since is not None or seat.leaving) and self.in_play(number)
            for number, seat in self.seats.items()
        )

    @property
    def takes_bets(self) -> bool:
        """Whether somebody who sits down now need not wait for a round under way."""
        return self.phase in ("waiting", "betting")

    # --- what each kind of table does ---

    @property
    @abstractmethod
    def phase(self) -> Phase: ...

    @abstractmethod
    def round_handlers(self) -> Mapping[type[msg.Command], Handler]:
        """The commands that this kind of table takes, besides coming and going."""

    @abstractmethod
    def check_sit(self, person: Person, command: msg.Sit) -> None:
        """Refuse somebody who cannot sit down."""

    @abstractmethod
    def sat(self, number: int, command: msg.Sit, change: Change) -> None:
        """Somebody has sat down."""

    @abstractmethod
    def in_play(self, number: int) -> bool:
        """Whether a seat has chips in a round under way."""

    @abstractmethod
    def at_stake(self, number: int) -> int:
        """What a seat would leave behind in the round under way, in cents."""

    @abstractmethod
    def seat_freed(self, number: int, seat: Seat, change: Change) -> None:
        """A seat was given up between rounds."""

    @abstractmethod
    def advance(self, change: Change) -> None:
        """Go on as far as possible without waiting: defaults for people who leave, the deal, the end of a round."""

    @abstractmethod
    def on_time(self, moment: float, change: Change) -> bool:
        """Do what is due; False if nothing was."""

    @abstractmethod
    def next_time(self, moment: float) -> float | None:
        """When something is due next."""

    @abstractmethod
    def restore(self, stored: StoredRound | None) -> None:
        """Take up the stored round that is under way; the seats are restored already."""

    @abstractmethod
    def restore_room(self, room: Mapping[str, Any] | None) -> None:
        """Among players: what is stored of the room."""

    @abstractmethod
    def end_as_void(self, change: Change) -> None:
        """The round under way is void and its chips are back: clear the layout, and let the next one begin."""

    @abstractmethod
    def chips_of(self, number: int) -> int:
        """What a seat has at the table."""

    # --- what each kind shows ---

    @abstractmethod
    def round_shown(self, seat: int | None, person_id: int | None) -> BankedRoundState | PotRoundState:
        """What the round on the table shows a viewer."""

    @abstractmethod
    def to_come(self) -> ShuffleToCome | None:
        """The shuffle that nobody has seen a card of."""

    @abstractmethod
    def limits_shown(self) -> dict[str, WagerLimit]:
        """The least and the most that each opening wager takes."""

    def room_shown(self) -> RoomShown:
        """Among players: the blinds and the buy-in."""
        return {"buy_in": None, "blinds": None}

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

    @abstractmethod
    def waited_for(self, moment: float) -> dict[int, float | None]:
        """The seats that keep others waiting now, each with the moment at which the table goes on without it;
        None for one that has all the time it wants."""

    def waits_for_words(self, words: Words, ends: float | None) -> bool:
        """Whether a deal that is fixed waits until somebody who is there opens the words that they have promised."""
        moment = clocks.now()
        there = [n for n in words.unopened if n in self.seats and not self.company.absent(self.seats[n], moment)]
        return bool(there) and ends is not None and moment < ends

    # --- coming and going ---

    def _common_handlers(self) -> dict[type[msg.Command], Handler]:
        return {
            msg.Sit: self._sit,
            msg.Leave: self._leave,
            msg.SitOut: self._sit_out,
            msg.SitIn: self._sit_in,
            msg.VoidRound: self._void,
        }

    def _sit(self, person: Person, command: msg.Sit, change: Change) -> Done:
        if self.closing:
            raise Refusal("table_closed", "This table is about to close.")
        self.seats.check_free(command.seat, person)
        self.check_sit(person, command)
        self.take_seat(command.seat, Seat(person.id), change)
        self.sat(command.seat, command, change)
        return {"seat": command.seat}

    def take_seat(self, number: int, seat: Seat, change: Change) -> None:
        here = bool(seat.program) or self.publisher.watched_by(seat.person_id)
        self.seats.take(number, seat, change, here=here)
        self.chips_moved(seat.person_id)
        self._reseated.add(seat.person_id)

    def _leave(self, person: Person, command: msg.Leave, change: Change) -> Done:
        number, seat = self.seats.own(person)
        if command.when == "stay":
            seat.last_round = False
            self.seats.save(number, change)
            return {"leaving": False}
        if self.in_play(number):
            seat.last_round = command.when == "after_round"
            seat.leaving = not seat.last_round
            self.seats.save(number, change)
            return {"leaving": True}
        self.free_seat(number, change)
        return {"leaving": False}

    def free_seat(self, number: int, change: Change) -> None:
        seat = self.seats.free(number, change)
        self.chips_moved(seat.person_id)
        self._reseated.add(seat.person_id)
        self.seat_freed(number, seat, change)

    def _sit_out(self, person: Person, command: msg.SitOut, change: Change) -> Done:
        number, _ = self.seats.own(person)
        self.sit_out(number, change)
        return {}

    def sit_out(self, number: int, change: Change) -> None:
        self.seats[number].sitting_out = True
        self.seats.save(number, change)

    def _sit_in(self, person: Person, command: msg.SitIn, change: Change) -> Done:
        if self.closing:
            raise Refusal("table_closed", "This table is about to close.")
        number, seat = self.seats.own(person)
        seat.sitting_out = seat.leaving = seat.last_round = False
        seat.missed = 0
        self.seats.save(number, change)
        return {}

    async def pass_over_absent(self) -> None:
        """People who have been away for a while sit out; after a long while their seat is given up."""
        if self._absence.noticed(clocks.now()):
            await self.mailbox.run(self._pass_over_absent)

    def _pass_over_absent(self, change: Change) -> bool:
        return self._absence.act(
            clocks.now(),
            in_play=self.in_play,
            free=lambda number: self.free_seat(number, change),
            sit_out=lambda number: self.sit_out(number, change),
        )

    # --- irregularities ---

    @property
    def round_to_void(self) -> RoundLog | None:
        """The round under way, where somebody has chips in it: one that the pit could make void."""
        log = self.log
        return log if log is not None and log.people and not log.played.over else None

    async def make_void(self, person: Person, command: msg.VoidRound) -> Done:
        """The command in its turn. Another table's prize may empty a pool after the reckoning and before the commit:
        then it is reckoned once more, with what the pool holds now."""
        try:
            return await self.mailbox.do(person, command)
        except LedgerRefused as refusal:
            if refusal.code != "not_enough_chips":
                raise
        return await self.mailbox.do(person, command)

    async def _void(self, person: Person, command: msg.VoidRound, change: Change) -> Done:
        """The pit makes the round under way void: everybody has back what they staked, in one entry."""
        log = self.round_to_void
        stored = await self.store.stored_round(command.round)
        if log is None or stored is None or log.round_id != command.round:
            raise self._not_under_way(command.round, stored)
        if person.id in log.people.values():
            raise Refusal("not_allowed", "You play in this round yourself: another supervisor has to void it.", 403)
        await self._give_back(log, stored, command.reason, person.id, change)
        return {}

    async def _give_back(self, log: RoundLog, stored: StoredRound, reason: str, by: int | None, change: Change) -> None:
        moved = await self.store.moved_by(stored)
        self.store.make_void(change, moved, log.people, reason, by)
        for person_id in log.people.values():
            self.chips_moved(person_id)
        log.void = self.voided = RoundVoided(log.round_id, log.number, reason, by_pit=by is not None)
        self.seats.refill(self.settings.time_bank_refill)
        self.end_as_void(change)

    def _not_under_way(self, round_id: int, stored: StoredRound | None) -> Refusal:
        """Why a round cannot be made void, and what to do instead."""
        if stored is not None and stored.void is not None:
            return Refusal("already_done", f"Round {stored.number} is void already.")
        if stored is not None and stored.over:
            return Refusal(
                "round_over",
                f"Round {stored.number} is settled and can no longer be voided: propose a correction for it instead.",
            )
        if self.log is not None and self.log.round_id == round_id:
            return Refusal("not_now", f"Nobody has a wager in round {self.log.number}: there is nothing to give back.")
        return Refusal("stale_round", f"Round {round_id} is not under way at this table.")

    # --- watching ---

    @contextlib.asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Nothing changes meanwhile."""
        async with self.mailbox.held():
            yield

    def change_finished(self) -> None:
        """Viewers who asked meanwhile can be told now."""
        self.publisher.mark_waiting()

    async def join(self, viewer: Viewer, after: int | None, epoch: str | None) -> int:
        """Begin to tell a viewer what happens: what they missed since `after`, or the table as it stands."""
        async with self.mailbox.held():
            if viewer.gone:  # while it waited here
                return self.number
            self.publisher.watchers.add(viewer)
            self.prepare()
            known = after if after is not None and self.publisher.knows(after, epoch) else -1
            viewer.watch(self, known)
            number = self.seats.of(viewer.person_id)
            if number is not None and self.seats[number].away_since is not None:  # they have come back
                self.seats[number].away_since = None
                self.publish()
            if known != self.number:
                viewer.mark(self.id)
            return self.number

    @abstractmethod
    def prepare(self) -> None:
        """Somebody begins to watch, and may soon play."""

    def part(self, viewer: Viewer) -> None:
        """A viewer looks away, or is gone."""
        self.publisher.watchers.discard(viewer)
        viewer.unwatch(self.id)
        person_id = viewer.person_id
        number = self.seats.of(person_id)
        if number is not None and person_id is not None and not self.publisher.watched_by(person_id):
            self.seats[number].away_since = clocks.now()
            self._tasks.spawn(self.show_again())

    async def show_again(self) -> None:
        async with self.mailbox.held():
            if not self.closed:
                self.publish()

    def text_for(self, viewer: Viewer, sent: int) -> tuple[int, str | None]:
        return self.publisher.text_for(viewer, sent)

    # --- changes ---

    def begin(self, person_id: int | None) -> Change:
        self._moved = set() if person_id is None else {person_id}
        return Change()

    def chips_moved(self, person_id: int) -> None:
        """The change under way moves this person's chips."""
        self._moved.add(person_id)

    async def commit(self, change: Change) -> None:
        try:
            await self.store.commit(change)
        except JournalStopped:
            self.closed = True  # in memory alone: what is stored is taken up at the next start
            raise
        except Refusal as refusal:
            await self.reload()
            if refusal.code == "books_refused" and self.log is not None:
                self._unsettled = self.log.round_id
            raise

    async def reload(self) -> None:
        """Build the table again from what is stored."""
        stored = await self.store.load()
        with reading("who sits there"):
            self.seats.restore(stored.seats, self.publisher.people)
        self.closing, self.closed = stored.closing, stored.closed
        self.rounds_played = stored.rounds_played
        with reading("what is kept of it from hand to hand"):
            self.restore_room(stored.room)
        self.shoe = stored.shoe
        with reading("its round under way"):
            self.restore(stored.round)
        self.voided = None if self.phase == "deciding" else stored.voided
        self.publisher.start_over()
        self.publish()  # a round that was not stored yet is another one now

    def publish(self) -> None:
        """Everything is durable: tell everybody who watches."""
        if self.seats:
            self.empty_since = None
        elif self.empty_since is None:
            self.empty_since = clocks.now()
        self.mailbox.schedule()
        self.chips.publish(self.id, [(seat.person_id, self.chips_of(n)) for n, seat in self.seats.items()])
        self.publisher.update()
        for person_id in self._moved:
            self._audience.balance_changed(person_id)
        for person_id in self._reseated:
            self._audience.seats_changed(person_id)
        self._moved, self._reseated = set(), set()
        self.on_publish(self)

    # --- closing ---

    async def close(self, *, if_empty: bool = False) -> None:
        """Take no more people; close when the round under way is over, or cannot be."""

        def closing(change: Change) -> bool:
            if if_empty and self.seats:  # somebody sat down before this had its turn
                return False
            self.closing = True
            self.store.close(change, now=False)
            return True

        try:
            await self.mailbox.run(closing)
        except LedgerRefused as refusal:  # the deal or the last decision that comes of it
            if refusal.code != "books_refused":
                raise
        await self.void_unsettled()

    async def void_unsettled(self) -> None:
        """A round whose end the books have refused would keep a table open for ever: what was staked goes back."""
        if self._unsettled is not None and not self.closed:
            await self.mailbox.run(self._void_unsettled)

    async def _void_unsettled(self, change: Change) -> bool:
        log = self.round_to_void
        stored = await self.store.stored_round(log.round_id) if log is not None else None
        if log is None or stored is None or log.round_id != self._unsettled:
            return False
        self.closing = True
        await self._give_back(log, stored, "the books cannot hold what it would pay", None, change)
        return True

    def close_now(self, change: Change) -> None:
        """Nothing is under way: everybody gets their chips, and the table is gone."""
        for number in list(self.seats):
            self.free_seat(number, change)
        self.closed = True
        self.store.close(change, now=True)

    async def stop(self) -> None:
        """The server stops: nothing more happens at this table, and everything stays as it is stored."""
        async with self.mailbox.held():
            self.closed = True
            self.mailbox.schedule()
