"""A table among players: buy-ins, hands and their clock, and opponents by the program where the room allows them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar, Unpack, cast

from houseway.errors import IllegalAction
from houseway.money import dollars
from houseway.rules.pot_game import PotGame
from houseway.server.money.ledger import MINT, Entry, wallet
from houseway.server.people.people import Person
from houseway.server.protocol import commands as msg
from houseway.server.protocol.felt import PotView
from houseway.server.protocol.socket_messages import Done
from houseway.server.protocol.table_state import PotRoundState, ShuffleToCome, WagerLimit
from houseway.server.protocol.values import Phase, TableKind, WhyActed
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.storage.damage import DamagedRow
from houseway.server.storage.journal import Change
from houseway.server.storage.round_records import StoredRound
from houseway.server.tables import clocks, pot_view
from houseway.server.tables.acted_for import AWAY, LEFT, TIME_UP, Acted
from houseway.server.tables.clocks import DecisionClock
from houseway.server.tables.live_table import LiveTable, Services
from houseway.server.tables.mailbox import Handler
from houseway.server.tables.pot_store import PotStore, fresh_key
from houseway.server.tables.programs import ProgramPlayers, Programs, kind_of
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.seats import Seat
from houseway.server.tables.setup import TableSetup
from houseway.server.tables.table_view import RoomShown
from houseway.server.tables.to_come import HandToCome
from houseway.table.betting import CHECK, FOLD
from houseway.table.pot_round import PotRound
from houseway.table.room import BuyIn, Room
from houseway.table.seals import deck_seal

NEVER = math.inf
COMPANY = 4  # so many players, programs among them, where a person would be alone


class PotTable(LiveTable):
    kind: ClassVar[TableKind] = "pot"

    def __init__(
        self, setup: TableSetup, settings: Settings, *, programs: Programs, **services: Unpack[Services]
    ) -> None:
        super().__init__(setup, settings, **services)
        assert isinstance(setup.game, PotGame)
        self.game: PotGame[Any] = setup.game
        self.room = self._new_room()
        self._next = HandToCome(self.game)
        self._opening_ends: float | None = None  # when the deal no longer waits for promised words
        self._programs = programs
        self._players = ProgramPlayers()
        self._clock = DecisionClock(settings.decision_seconds)
        self._program_due: float | None = None
        self._program_turn = (0, 0)  # the hand and the turn that a program thinks about
        self._starts: float | None = None  # when the next hand begins
        self._shown_until: float | None = None  # how long the last hand is shown
        self._hand_store = PotStore(setup.id, self.store, self.chips_moved, rabbit_hunt=settings.rabbit_hunt)
        self._seal: str | None = None

    def _new_room(self) -> Room:
        buy_in = self.setup.settings.get("buy_in")
        bounds = BuyIn(buy_in["least"], buy_in["most"]) if buy_in else None
        return Room(self.game, buy_in=bounds, limits=self.setup.limits)

    @property
    def hand(self) -> PotRound | None:
        return self.room.hand

    @property
    def phase(self) -> Phase:
        if self.closed:
            return "closed"
        if self.hand is not None:
            return "deciding"
        return "showing" if self._shown_until is not None else "waiting"

    # --- commands ---

    def round_handlers(self) -> Mapping[type[msg.Command], Handler]:
        return {
            msg.Bet: self._bet,
            msg.PromiseWords: self._promise,
            msg.OpenWords: self._open_words,
            msg.Rebuy: self._rebuy,
            msg.SideWager: self._side,
            msg.Ready: self._ready,
            msg.SitIn: self._sit_in_again,
        }

    def check_sit(self, person: Person, command: msg.Sit) -> None:
        bounds = self.room.buy_in
        if command.buy_in is None or not bounds.least <= command.buy_in <= bounds.most:
            raise Refusal("illegal", f"A buy-in is {dollars(bounds.least)} to {dollars(bounds.most)} here.")
        self.chips.check(person.id, command.buy_in)

    def sat(self, number: int, command: msg.Sit, change: Change) -> None:
        assert command.buy_in is not None
        self._bring(number, command.buy_in, change)

    def _bring(self, number: int, amount: int, change: Change) -> None:
        """Somebody new comes with chips."""
        person_id = self.seats[number].person_id
        self.room.sit(number, self._audience.name(person_id), amount)
        self._hand_store.bring(change, number, person_id, amount, "buy-in")
        self._save_room(change)

    def _rebuy(self, person: Person, command: msg.Rebuy, change: Change) -> Done:
        number, _ = self.seats.own(person)
        try:
            self.room._between_hands(number)  # the sentence that the room itself has for it
        except IllegalAction as error:
            raise Refusal("not_now", str(error)) from None
        if command.amount > 0:
            self.chips.check(person.id, command.amount)
        self._add_chips(number, command.amount, change)
        return {}

    def _add_chips(self, number: int, amount: int, change: Change) -> None:
        self.room.rebuy(number, amount)
        self._hand_store.bring(change, number, self.seats[number].person_id, amount, "rebuy")
        self._save_room(change)

    def _side(self, person: Person, command: msg.SideWager, change: Change) -> Done:
        number, seat = self.seats.own(person)
        if command.amount or not self.game.side_wager:
            self.game.check_side(command.amount, self.room.limits)
        seat.side = command.amount
        self.seats.save(number, change)
        return {}

    def _promise(self, person: Person, command: msg.PromiseWords, change: Change) -> Done:
        number, _ = self.seats.own(person)
        if self._next.words.closed or self._next.commitment != command.commitment:
            raise Refusal("not_now", "No more words are taken for this hand: it is about to be dealt.")
        self._next.words.give(number, promise=command.promise)
        self._save_room(change)
        return {}

    def _open_words(self, person: Person, command: msg.OpenWords, change: Change) -> Done:
        number, _ = self.seats.own(person)
        if self._next.commitment != command.commitment:
            raise Refusal("not_now", "These words come too late: the cards are dealt.")
        if number not in self._next.words.opened:
            self._next.words.open(number, command.words)
            self._save_room(change)
        return {}

    def _side_limit(self) -> WagerLimit:
        limit = self.game.side_limit(self.room.limits)
        return {"least": limit.least, "most": limit.most, "step": limit.step}

    def _ready(self, person: Person, command: msg.Ready, change: Change) -> Done:
        _, seat = self.seats.own(person)
        if command.round is not None and (self.log is None or self.log.round_id != command.round):
            raise Refusal("stale_round", f"Hand {command.round} is past.")
        if self.hand is None:
            seat.ready = True
        return {}

    def sit_out(self, number: int, change: Change) -> None:
        super().sit_out(number, change)
        self.room.sit_out(number)
        self._save_room(change)

    def _sit_in_again(self, person: Person, command: msg.SitIn, change: Change) -> Done:
        number, _ = self.seats.own(person)
        answer = self._sit_in(person, command, change)
        self.room.sit_in(number, posts=command.posts)
        self._save_room(change)
        return answer

    def _bet(self, person: Person, command: msg.Bet, change: Change) -> Done:
        number, seat = self.seats.own(person)
        hand = self.hand
        if hand is None or self.log is None or self.log.round_id != command.round:
            raise Refusal("stale_round", f"Hand {command.round} is not under way here.")
        if len(hand.actions) != command.turn:
            raise Refusal("stale_turn", f"The table is at turn {len(hand.actions)}, not {command.turn}.")
        if hand.turn != number:
            raise Refusal("not_your_turn", f"It is seat {hand.turn}'s turn.")
        used = self._clock.used(number, clocks.now())
        hand.act(number, command.action, command.to)
        seat.time_bank -= used
        self._store(hand, change, person.id)
        return {}

    # --- going on ---

    def in_play(self, number: int) -> bool:
        if self._next.upcoming is not None:  # the deal is fixed, and depends on who plays
            return number in self._next.upcoming.playing
        return self.hand is not None and number in self.hand.start

    def at_stake(self, number: int) -> int:
        hand = self.hand
        if hand is None or number not in hand.start or any(act[:2] == (number, FOLD) for act in hand.actions):
            return 0
        return hand.start[number] - hand.stacks[number]

    def seat_freed(self, number: int, seat: Seat, change: Change) -> None:
        chips = self.room.leave(number)
        self._players.leave(number)
        if not self._next.words.closed:
            self._next.words.give(number)
        if chips:
            self._hand_store.take_away(change, number, seat.person_id, chips)
        self._save_room(change)

    def prepare(self) -> None:
        if self.setup.settings.get("opponents"):
            self._programs.ready(self.game)  # they prepare while the visitor finds a seat

    def advance(self, change: Change) -> None:
        if self._next.upcoming is not None:
            self._deal_when_opened(change)
        self._act_for_gone(change)
        if self.hand is None and self._next.upcoming is None:
            self._between_hands(change)
        self._set_clocks()

    def _act_for_gone(self, change: Change) -> None:
        """Nobody waits for people who are leaving, nor for long for those who are away."""
        hand, moment = self.hand, clocks.now()
        while hand is not None and not hand.over and hand.turn is not None:
            seat = self.seats.get(hand.turn)
            leaving = seat is None or seat.leaving
            if not leaving and not self.company.passed(hand.turn, moment):
                return
            self._check_or_fold(hand, LEFT if leaving else AWAY, change)

    def _check_or_fold(self, hand: PotRound, why: WhyActed, change: Change) -> None:
        number, log, told = hand.turn, self.log, len(hand.events)
        assert number is not None
        assert log is not None
        bounds = hand.legal(number)
        assert bounds is not None
        hand.act(number, CHECK if bounds.check else FOLD)
        did = "the hand was checked" if bounds.check else "the hand was folded"
        waited_for = self.company.waits_for(number, clocks.now())
        log.acts_for(Acted(number, why, self._audience.name(log.people[number]), did, waited_for), told)
        self._store(hand, change, None)

    def _between_hands(self, change: Change) -> None:
        """See who stays, who comes to keep company, and when the next hand begins."""
        if self.closing:
            self.close_now(change)
            self.log = self._starts = self._shown_until = None
            return
        for number in [number for number, seat in self.seats.items() if seat.leaving]:
            self.free_seat(number, change)
        self._last_hand_played(change)
        self._company(change)
        if not self._witnesses():
            self.log = self._seal = self._shown_until = None
        if self._can_deal() and not self._not_ready() and any(seat.ready for seat in self.seats.values()):
            self._close_words(change)

    def _can_deal(self) -> bool:
        """Whether there are players for a hand, and a person among them who is there."""
        players, here = self.room.players(), self.company.here(clocks.now())
        return len(players) > 1 and any(number in here for number in players)

    def _not_ready(self) -> list[int]:
        """The people who have not said that they want the next hand; who is not there is not asked."""
        here = self.company.here(clocks.now())
        return [number for number in self.room.players() if number in here and not self.seats[number].ready]

    def _has_changed_hands(self, number: int) -> bool:
        """Whether somebody else than the player of the hand on the table has this seat now."""
        seat = self.seats.get(number)
        return self.log is not None and seat is not None and self.log.people.get(number) != seat.person_id

    def _witnesses(self) -> list[int]:
        """The seats of people, not programs, who played the hand on the table and still sit there."""
        return [
            number
            for number in (self.log.people if self.log else ())
            if number in self.seats and not self.seats[number].program and not self._has_changed_hands(number)
        ]

    def _last_hand_played(self, change: Change) -> None:
        """Who leaves after this hand is dealt no more of them, and goes when it has been shown."""
        for number in [number for number, seat in self.seats.items() if seat.last_round]:
            if self._shown_until is None:
                self.free_seat(number, change)
            elif not self.seats[number].sitting_out:
                self.sit_out(number, change)

    def _company(self, change: Change) -> None:
        """Programs come while few people play, make room when more come, and leave with the last person."""
        if not self.setup.settings.get("opponents"):
            return
        people = [n for n, s in self.seats.items() if not s.program]
        playing = [n for n in people if self.room.sitters[n].stack and not self.seats[n].sitting_out]
        programs = [n for n, s in self.seats.items() if s.program]
        wanted = max(0, min(COMPANY, self.seats.size) - len(people)) if playing else 0
        if people and not playing:
            wanted = len(programs)  # they wait for people who sit out
        for number in programs[wanted:]:
            self.free_seat(number, change)
        for number in programs[:wanted]:
            if not self.room.sitters[number].stack:
                self._stake_program(self.seats[number].person_id, change)
                self._add_chips(number, self._program_buy_in(), change)
        seated = {seat.person_id for seat in self.seats.values()}
        free = [n for n in self.seats.numbers if n not in self.seats]
        idle = [person for person in self._programs.people if person.id not in seated]
        for number, person in list(zip(free, idle, strict=False))[: max(0, wanted - len(programs))]:
            self.take_seat(number, Seat(person.id, program=kind_of(person)), change)
            self._stake_program(person.id, change)
            self._bring(number, self._program_buy_in(), change)

    def _program_buy_in(self) -> int:
        usual: int = 50 * self.game.options.big_blind
        return min(self.room.buy_in.most, max(self.room.buy_in.least, usual))

    def _stake_program(self, person_id: int, change: Change) -> None:
        """A program plays with the house's play money, as guests do: at several tables at once, each its own."""
        amount = self._program_buy_in()
        postings = ((MINT, -amount), (wallet(person_id), amount))
        change.entry(Entry(fresh_key(f"program:{person_id}"), "chips for a program", postings, None, self.id))

    def _close_words(self, change: Change) -> None:
        """The next hand begins: its players and their words are fixed, and it is dealt when those are opened."""
        self._starts = self._shown_until = None
        self._last_hand_played(change)
        self._next.close(self.room.upcoming())
        self._opening_ends = clocks.now() + self.settings.words_seconds
        self._save_room(change)
        self._deal_when_opened(change)

    def _deal_when_opened(self, change: Change) -> None:
        if not self.waits_for_words(self._next.words, self._opening_ends):
            self._deal(self._next, change)

    def _deal(self, next_: HandToCome, change: Change) -> None:
        side = {}
        floor = self.game.options.big_blind + self.game.options.ante
        assert next_.upcoming is not None
        for number in next_.upcoming.playing:
            amount = self.seats[number].side
            if amount and amount + floor <= self.room.sitters[number].stack:
                side[number] = amount
        words = next_.words
        hand = self.room.deal(
            seed=next_.seed,
            side=side,
            player_seeds=words.in_shuffle(),
            promised=words.promised,
            upcoming=next_.upcoming,
        )
        self._next, self._opening_ends = HandToCome(self.game), None
        self.rounds_played += 1
        log = self._log_of(hand, self.store.next_round_id(), self.rounds_played)
        self._starts = self._shown_until = self.voided = None
        for seat in self.seats.values():
            seat.ready = False
        self._hand_store.begin(hand, log, side, change)
        self._save_room(change)
        self._store(hand, change, None)

    def end_as_void(self, change: Change) -> None:
        """The stacks are as before the hand, and so are the button and what people owe; it is dealt again."""
        self.room.void()
        self._save_room(change)
        self.log = self._seal = self._starts = self._shown_until = None

    def _log_of(self, hand: PotRound, round_id: int, number: int) -> RoundLog:
        people = {seat: self.seats[seat].person_id for seat in hand.start}
        names = {seat: self._audience.name(person_id) for seat, person_id in people.items()}
        self.log = RoundLog(hand, round_id, number, names)
        self.log.people = people
        self._seal = deck_seal(hand)
        return self.log

    def _set_clocks(self) -> None:
        """Clocks run while somebody is kept waiting. Who plays with programs alone has all the time."""
        hand, moment = self.hand, clocks.now()
        if self._next.upcoming is not None:
            wait = max(
                self.settings.words_seconds, self.settings.grace_seconds
            )  # after a restart people have to come back
            self._opening_ends = self._opening_ends or moment + wait
        turn = (self.log.round_id if self.log else 0, len(hand.actions) if hand else -1)
        self.company.look(turn, moment)
        hurried = self.closing or self.company.hurried(moment)
        if hand is None or hand.turn is None:
            self._clock.stop()
            self._program_due = None
            self._set_start(moment, hurried)
            return
        seat = self.seats[hand.turn]
        if not seat.program:
            self._program_due = None
            if hurried and not self.company.passed(hand.turn, moment):
                self._clock.wait_for(turn, {hand.turn: seat.time_bank}, moment)
            else:
                self._clock.stop()
        elif self._program_due is None or self._program_turn != turn:
            self._clock.stop()
            self._program_turn = turn
            self._program_due = moment + self.settings.program_seconds

    def _set_start(self, moment: float, hurried: bool) -> None:
        """Set when the next hand begins. A person alone with programs sees the hand they played for as long as they
        like; somebody who has come since has nothing to look at, and is dealt in."""
        if self._next.upcoming is not None:
            self._starts = None
            return
        soon = moment + self.settings.between_hands_seconds
        if self._shown_until is not None:
            ends = soon if self._shown_until == NEVER else self._shown_until
            saw_it = set(self.company.here(moment)) <= set(self._witnesses())
            self._shown_until = NEVER if saw_it and not hurried else ends
        waits = not self._can_deal() or self._shown_until == NEVER
        self._starts = None if waits else soon if self._starts is None else self._starts

    def on_time(self, moment: float, change: Change) -> bool:
        hand, noticed = self.hand, self.company.noticed(moment)
        if self._next.upcoming is not None:
            return noticed or self._opening_ends is None or moment >= self._opening_ends
        if hand is None:
            shown = self._shown_until is not None and moment >= self._shown_until
            if shown:
                self._shown_until = None
            if self._starts is None or moment < self._starts or not self._can_deal():
                return shown or noticed
            self._close_words(change)
            return True
        if hand.turn is None:
            return noticed
        seat = self.seats[hand.turn]
        if seat.program:
            if self._program_due is None or moment < self._program_due:
                return noticed
            if not self._programs.ready(self.game):
                self._program_due = moment + 0.1
                return noticed
            self._act_for_program(hand, seat, change)
            return True
        if hand.turn in self._clock.due(moment) and not self.company.passed(hand.turn, moment):
            seat.time_bank = 0
            self.sit_out(hand.turn, change)  # until they come back
            self._check_or_fold(hand, TIME_UP, change)
        return True  # at least the clock shows the time bank now

    def _act_for_program(self, hand: PotRound, seat: Seat, change: Change) -> None:
        number = hand.turn
        assert number is not None
        do, to = self._players.decide(number, seat.program, hand.view(number))
        hand.act(number, do, to)
        self._store(hand, change, seat.person_id)

    def next_time(self, moment: float) -> float | None:
        company = self.company.next_time(moment)
        if self._next.upcoming is not None:
            return clocks.soonest(self._opening_ends, company)
        if self.hand is None:
            return clocks.soonest(self._starts, None if self._shown_until == NEVER else self._shown_until, company)
        if self._program_due is not None:
            return clocks.soonest(self._program_due, company)
        return clocks.soonest(self._clock.next_time(moment), company)

    # --- what is stored ---

    def _save_room(self, change: Change) -> None:
        self.store.save_room(change, {**pot_view.room_stored(self.room), "next": self._next.to_json()})

    def _store(self, hand: PotRound, change: Change, person_id: int | None) -> None:
        """Put what has been done since into the change, and go over to the next hand if that ended this one."""
        assert self.log is not None
        self._hand_store.save(hand, self.log, change, person_id)
        if hand.over:
            self.room.finish()
            self._save_room(change)
            self.seats.refill(self.settings.time_bank_refill)
            self._starts = self._shown_until = clocks.now() + self.settings.between_hands_seconds

    def restore_room(self, room: Mapping[str, Any] | None) -> None:
        self.room = self._new_room()
        self._next, self._opening_ends = HandToCome(self.game), None
        if room is not None:
            pot_view.restore_room(self.room, room)
            if stored := room.get("next"):  # not in rooms stored by older versions
                self._next = HandToCome.from_json(self.game, stored)
        if self.room.sitters.keys() != self.seats.keys():
            raise DamagedRow("its seats and its stacks are not those of the same people")

    def restore(self, stored: StoredRound | None) -> None:
        self._clock.stop()
        self._starts = self._shown_until = self._program_due = self.log = None
        if stored is None:
            self._set_clocks()
            return
        hand = stored.play()
        assert isinstance(hand, PotRound)
        self.room.hand = hand
        self._log_of(hand, stored.id, stored.number)
        self._hand_store.restore(hand)
        self._set_clocks()

    # --- what viewers see ---

    def chips_of(self, number: int) -> int:
        hand = self.hand
        if hand is not None and number in hand.start:
            return hand.start[number]  # what is in the pot is nobody's yet, but it is at the table
        sitter = self.room.sitters.get(number)
        return sitter.stack if sitter else 0

    def stack_of(self, number: int) -> int | None:
        hand = self.hand
        if hand is not None and number in hand.start:
            return hand.stacks[number]
        sitter = self.room.sitters.get(number)
        return sitter.stack if sitter else None

    def waited_for(self, moment: float) -> dict[int, float | None]:
        hand = self.hand
        if hand is None and self._next.upcoming is not None:
            return {}
        if hand is None:
            wanted = any(seat.ready for seat in self.seats.values())
            ends = dict.fromkeys(self._not_ready() if wanted else (), self._starts)
        elif hand.turn is None or self.seats[hand.turn].program:
            return {}
        else:
            ends = {hand.turn: self._clock.ends(hand.turn, moment)}
        return {number: clocks.soonest(at, self.company.passed_at(number, moment)) for number, at in ends.items()}

    def limits_shown(self) -> dict[str, WagerLimit]:
        return {self.game.side_wager: self._side_limit()} if self.game.side_wager else {}

    def room_shown(self) -> RoomShown:
        options = self.game.options
        return {
            "buy_in": {"least": self.room.buy_in.least, "most": self.room.buy_in.most},
            "blinds": {"small": options.small_blind, "big": options.big_blind, "ante": options.ante},
        }

    def seal(self) -> str | None:
        return self._seal

    def to_come(self) -> ShuffleToCome | None:
        return self._next.shown(self.deck) if self.seats else None

    def round_shown(self, seat: int | None, person_id: int | None) -> PotRoundState:
        log = self.log
        starts = clocks.soonest(self._starts, self._shown_until)
        clock = clocks.shown(starts, self.settings.between_hands_seconds) if starts not in (None, NEVER) else None
        if log is None or not isinstance(log.played, PotRound):
            return {"clock": clock, "view": None, "legal": None, "words": {}, "counts": {}, "result": None,
                    "acted_for": [], "undealt": []}  # fmt: skip
        hand = log.played
        viewer = log.viewer(seat, person_id)
        viewer = viewer if viewer in hand.start else None
        view = hand.view(viewer)
        if not hand.over:
            clock = self._clock.shown(seat, clocks.now())
        legal = hand.legal(viewer) if viewer is not None else None
        state: PotRoundState = {
            "clock": clock,
            "view": cast(PotView, view.to_json()),
            "legal": pot_view.legal(hand, view, legal) if legal else None,
            "words": {"you": view.words(viewer) if viewer is not None else "", "dealer": ""},
            "counts": pot_view.counts(self.game, view) if hand.over else {},
            "result": pot_view.result(hand, viewer) if hand.over and viewer is not None else None,
            "acted_for": log.acted_for(viewer),
            "undealt": [card.text for card in hand.undealt] if self.settings.rabbit_hunt else [],
        }
        return pot_view.without_seats(state, {number for number in hand.start if self._has_changed_hands(number)})
