"""A table among players: buy-ins, hands, side pots, and opponents by the program where the room allows them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import sqlalchemy as sa

from houseway.errors import IllegalAction
from houseway.money import dollars
from houseway.opponents import KINDS, Opponent, opponent
from houseway.rules.pot_game import PotGame
from houseway.server.money import takings
from houseway.server.money.ledger import MINT, Entry, bank, felt, pot, stack, wallet
from houseway.server.people.people import Person
from houseway.server.protocol import messages as msg
from houseway.server.refusals import Refusal
from houseway.server.storage import round_records as records
from houseway.server.storage import schema
from houseway.server.storage.journal import Change
from houseway.server.storage.round_records import StoredRound
from houseway.server.tables import clocks
from houseway.server.tables import pot_view as facts
from houseway.server.tables.clocks import DecisionClock
from houseway.server.tables.house import House
from houseway.server.tables.live_table import LiveTable, Seat, TableFacts, fresh_key
from houseway.server.tables.round_log import RoundLog
from houseway.table.betting import CHECK, FOLD
from houseway.table.pot_round import PotRound
from houseway.table.room import BuyIn, Room
from houseway.table.seals import deck_seal

COMPANY = 4  # so many players, programs among them, where a person would be alone
SET_ROOM = (
    sa.update(schema.tables)
    .where(schema.tables.c.id == sa.bindparam("b_id"))
    .values(room=sa.bindparam("b_room", type_=schema.Json))
)


class PotTable(LiveTable):
    kind: ClassVar[str] = "pot"

    def __init__(self, facts: TableFacts, house: House) -> None:
        super().__init__(facts, house)
        assert isinstance(facts.game, PotGame)
        self.game: PotGame[Any] = facts.game
        self.room = self._new_room()
        self._clock = DecisionClock(house.settings.decision_seconds)
        self._program_due: float | None = None
        self._program_turn = (0, 0)  # the hand and the turn that a program thinks about
        self._starts: float | None = None  # when the next hand begins
        self._shown_until: float | None = None  # how long the last hand is shown
        self._actions_stored = 0
        self._stacks: dict[int, int] = {}  # of who is in the hand, as the books have them
        self._seal: str | None = None
        self._programs: dict[int, Opponent] = {}
        self.programs: list[Person] = []  # who may be called to keep a person company

    def _new_room(self) -> Room:
        buy_in = self.facts.settings.get("buy_in")
        return Room(self.game, buy_in=BuyIn(buy_in["least"], buy_in["most"]) if buy_in else None)

    @property
    def hand(self) -> PotRound | None:
        return self.room.hand

    @property
    def phase(self) -> str:
        if self.closed:
            return "closed"
        if self.hand is not None:
            return "deciding"
        return "showing" if self._shown_until is not None else "waiting"

    # --- commands ---

    def commands(self) -> dict[type[msg.Command], Callable[[Person, Any, Change], dict[str, Any]]]:
        return {
            msg.Bet: self._bet,
            msg.Rebuy: self._rebuy,
            msg.SideWager: self._side,
            msg.Ready: self._ready,
            msg.SitOut: self._pass_over,
            msg.SitIn: self._play_again,
        }

    def check_sit(self, person: Person, message: msg.Sit) -> None:
        bounds = self.room.buy_in
        if message.buy_in is None or not bounds.least <= message.buy_in <= bounds.most:
            raise Refusal("illegal", f"A buy-in is {dollars(bounds.least)} to {dollars(bounds.most)} here.")
        self.check_chips(person.id, message.buy_in)

    def sat(self, number: int, message: msg.Sit, change: Change) -> None:
        assert message.buy_in is not None
        self._bring(number, message.buy_in, change)

    def _bring(self, number: int, amount: int, change: Change) -> None:
        """Somebody new comes with chips."""
        person_id = self.seats[number].person_id
        self.room.sit(number, self.house.name(person_id), amount)
        postings = ((wallet(person_id), -amount), (stack(self.id, number), amount))
        change.entry(Entry(fresh_key(f"buy-in:{self.id}:{number}"), "buy-in", postings, None, self.id))
        self._save_room(change)

    def _rebuy(self, person: Person, message: msg.Rebuy, change: Change) -> dict[str, Any]:
        number, _ = self.own_seat(person)
        try:
            self.room._between_hands(number)  # the sentence that the room itself has for it
        except IllegalAction as error:
            raise Refusal("not_now", str(error)) from None
        if message.amount > 0:
            self.check_chips(person.id, message.amount)
        self._add_chips(number, message.amount, change)
        return {}

    def _add_chips(self, number: int, amount: int, change: Change) -> None:
        self.room.rebuy(number, amount)
        person_id = self.seats[number].person_id
        postings = ((wallet(person_id), -amount), (stack(self.id, number), amount))
        change.entry(Entry(fresh_key(f"rebuy:{self.id}:{number}"), "rebuy", postings, None, self.id))
        self.touch(person_id)
        self._save_room(change)

    def _side(self, person: Person, message: msg.SideWager, change: Change) -> dict[str, Any]:
        number, seat = self.own_seat(person)
        if not self.game.side_wager:
            raise Refusal("wager_refused", "There is no wager against the house at this table.")
        limits = self._side_limit()
        if message.amount and not (
            limits["least"] <= message.amount <= limits["most"] and not message.amount % limits["step"]
        ):
            raise Refusal(
                "wager_refused",
                f"The wager takes {dollars(limits['least'])} to {dollars(limits['most'])} in steps of "
                f"{dollars(limits['step'])}, or nothing.",
            )
        seat.side = message.amount
        self.save_seat(number, change)
        return {}

    def _side_limit(self) -> dict[str, int]:
        limit = self.facts.limits.of(self.game.wager[self.game.side_wager], self.game.wagers)
        return {"least": limit.least, "most": limit.most, "step": limit.step}

    def _ready(self, person: Person, message: msg.Ready, change: Change) -> dict[str, Any]:
        _, seat = self.own_seat(person)
        if message.round is not None and (self.log is None or self.log.round_id != message.round):
            raise Refusal("stale_round", f"Hand {message.round} is past.")
        if self.hand is None:
            seat.ready = True
        return {}

    def _pass_over(self, person: Person, message: msg.SitOut, change: Change) -> dict[str, Any]:
        number, _ = self.own_seat(person)
        self.room.sit_out(number)
        self._save_room(change)
        return self._sit_out(person, message, change)

    def _play_again(self, person: Person, message: msg.SitIn, change: Change) -> dict[str, Any]:
        number, _ = self.own_seat(person)
        answer = self._sit_in(person, message, change)
        self.room.sit_in(number, posts=message.posts)
        self._save_room(change)
        return answer

    def _bet(self, person: Person, message: msg.Bet, change: Change) -> dict[str, Any]:
        number, seat = self.own_seat(person)
        hand = self.hand
        if hand is None or self.log is None or self.log.round_id != message.round:
            raise Refusal("stale_round", f"Hand {message.round} is not under way here.")
        if len(hand.actions) != message.turn:
            raise Refusal("stale_turn", f"The table is at turn {len(hand.actions)}, not {message.turn}.")
        if hand.turn != number:
            raise Refusal("not_your_turn", f"It is seat {hand.turn}'s turn.")
        used = self._clock.used(number, clocks.now())
        hand.act(number, message.action, message.to)
        seat.time_bank -= used
        self._store(hand, change, person.id)
        return {}

    def sit_out_absent(self, number: int, change: Change) -> None:
        super().sit_out_absent(number, change)
        self.room.sit_out(number)
        self._save_room(change)

    # --- going on ---

    def in_play(self, number: int) -> bool:
        return self.hand is not None and number in self.hand.start

    def gone(self, number: int, seat: Seat, change: Change) -> None:
        chips = self.room.leave(number)
        self._programs.pop(number, None)
        if chips:
            postings = ((stack(self.id, number), -chips), (wallet(seat.person_id), chips))
            change.entry(
                Entry(fresh_key(f"leave:{self.id}:{number}"), "chips taken from the table", postings, None, self.id)
            )
        self._save_room(change)

    def looked_at(self) -> None:
        if self.facts.settings.get("opponents"):
            self.house.programs_are_ready(self.game)  # they get ready while the visitor finds a seat

    def settle_down(self, change: Change) -> None:
        self._act_for_leavers(change)
        if self.hand is None:
            self._between_hands(change)
        self._watch_clock()

    def _act_for_leavers(self, change: Change) -> None:
        hand = self.hand
        while hand is not None and not hand.over and hand.turn is not None:
            seat = self.seats.get(hand.turn)
            if seat is not None and not seat.leaving:
                return
            self._check_or_fold(hand, change)

    def _check_or_fold(self, hand: PotRound, change: Change) -> None:
        assert hand.turn is not None
        bounds = hand.legal(hand.turn)
        assert bounds is not None
        hand.act(hand.turn, CHECK if bounds.check else FOLD)
        self._store(hand, change, None)

    def _between_hands(self, change: Change) -> None:
        """See who stays, who comes to keep company, and when the next hand begins."""
        if self.closing:
            self.close_now(change)
            self.log = self._starts = self._shown_until = None
            return
        for number in [number for number, seat in self.seats.items() if seat.leaving]:
            self.give_up(number, change)
        self._company(change)
        if len(self.room.players()) < 2 or not any(not self.seats[n].program for n in self.room.players()):
            self._starts = None
            return
        if self._starts is None:
            self._starts = clocks.now() + self.house.settings.between_hands_seconds
        people = [self.seats[n] for n in self.room.players() if not self.seats[n].program]
        if all(seat.ready for seat in people):
            self._deal(change)

    def _company(self, change: Change) -> None:
        """Programs come while few people play, make room when more come, and leave with the last person."""
        if not self.facts.settings.get("opponents"):
            return
        people = [n for n, s in self.seats.items() if not s.program]
        playing = [n for n in people if self.room.sitters[n].stack and not self.seats[n].sitting_out]
        programs = [n for n, s in self.seats.items() if s.program]
        wanted = max(0, min(COMPANY, self.size) - len(people)) if playing else 0
        if people and not playing:
            wanted = len(programs)  # they wait for who sits out
        for number in programs[wanted:]:
            self.give_up(number, change)
        for number in programs[:wanted]:
            if not self.room.sitters[number].stack:
                self._stake_program(self.seats[number].person_id, change)
                self._add_chips(number, self._program_buy_in(), change)
        seated = {seat.person_id for seat in self.seats.values()}
        free = [n for n in range(1, self.size + 1) if n not in self.seats]
        idle = [person for person in self.programs if person.id not in seated]
        for number, person in list(zip(free, idle, strict=False))[: max(0, wanted - len(programs))]:
            self.add_seat(number, Seat(person.id, program=list(KINDS)[person.id % len(KINDS)]), change)
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

    def _deal(self, change: Change) -> None:
        side = {}
        floor = self.game.options.big_blind + self.game.options.ante
        for number in self.room.players():
            amount = self.seats[number].side
            if amount and amount + floor <= self.room.sitters[number].stack:
                side[number] = amount
        hand = self.room.deal(seed=secrets.token_bytes(32), side=side)
        names = {number: self.house.name(self.seats[number].person_id) for number in hand.start}
        self.rounds_played += 1
        log = self.log = RoundLog(hand, self.house.journal.next_id("rounds"), self.rounds_played, names)
        log.people = {number: self.seats[number].person_id for number in hand.start}
        self._seal = deck_seal(hand)
        self._starts = self._shown_until = None
        self._actions_stored, self._stacks = 0, dict(hand.start)
        for seat in self.seats.values():
            seat.ready = False
        records.begin(change, log, self.id)
        sides = sum(side.values())
        if sides:
            postings = tuple((stack(self.id, number), -amount) for number, amount in side.items())
            change.entry(self.round_entry("side", "wagers against the house", (*postings, (felt(self.id), sides))))
            for number, amount in side.items():
                self._stacks[number] -= amount
        self._save_room(change)
        self._store(hand, change, None)

    def _watch_clock(self) -> None:
        hand = self.hand
        if hand is None or hand.turn is None or self.log is None:
            self._clock.stop()
            self._program_due = None
            return
        seat, turn = self.seats[hand.turn], (self.log.round_id, len(hand.actions))
        if not seat.program:
            self._program_due = None
            self._clock.wait_for(turn, {hand.turn: seat.time_bank}, clocks.now())
        elif self._program_due is None or self._program_turn != turn:
            self._clock.stop()
            self._program_turn = turn
            self._program_due = clocks.now() + self.house.settings.program_seconds

    def on_time(self, moment: float, change: Change) -> bool:
        hand = self.hand
        if hand is None:
            shown = self._shown_until is not None and moment >= self._shown_until
            if shown:
                self._shown_until = None
                self.log = self.log if self.seats else None
            if self._starts is None or moment < self._starts:
                return shown
            self._deal(change)
            return True
        if hand.turn is None:
            return False
        seat = self.seats[hand.turn]
        if seat.program:
            if self._program_due is None or moment < self._program_due:
                return False
            if not self.house.programs_are_ready(self.game):
                self._program_due = moment + 0.1
                return False
            self._act_for_program(hand, seat, change)
            return True
        if hand.turn in self._clock.due(moment):
            seat.time_bank = 0
            seat.sitting_out = True  # who does not act is passed over until they come back
            self.save_seat(hand.turn, change)
            self.room.sit_out(hand.turn)
            self._save_room(change)
            self._check_or_fold(hand, change)
        return True  # at least the clock shows the time bank now

    def _act_for_program(self, hand: PotRound, seat: Seat, change: Change) -> None:
        number = hand.turn
        assert number is not None
        if number not in self._programs:
            self._programs[number] = opponent(seat.program, secrets.token_hex(16))
        do, to = self._programs[number].decide(hand.view(number))
        hand.act(number, do, to)
        self._store(hand, change, seat.person_id)

    def next_time(self, moment: float) -> float | None:
        if self.hand is None:
            return min((due for due in (self._starts, self._shown_until) if due is not None), default=None)
        return self._program_due if self._program_due is not None else self._clock.next_time(moment)

    # --- what the books and the record get ---

    def _save_room(self, change: Change) -> None:
        change.update(SET_ROOM, {"b_id": self.id, "b_room": facts.room_stored(self.room)})

    def _store(self, hand: PotRound, change: Change, person_id: int | None) -> None:
        """Put what has been done since into the change: actions, chips, and the end of the hand."""
        log = self.log
        assert log is not None
        records.add_actions(change, log, self._actions_stored, person_id)
        self._actions_stored = len(hand.actions)
        backs = {number: back for number, (_, back) in hand.side_results.items()} if hand.over else {}
        rake = sum(item["rake"] for item in hand.pots) if hand.over else 0
        now = {number: chips - backs.get(number, 0) for number, chips in hand.stacks.items()}
        moves = [(stack(self.id, n), chips - self._stacks[n]) for n, chips in now.items() if chips != self._stacks[n]]
        if rake:
            moves.append((bank(self.id), rake))
        if moves:
            total = sum(amount for _, amount in moves)
            if total:
                moves.append((pot(self.id), -total))
            change.entry(self.round_entry(f"bets:{self._actions_stored}", "bets and pots", tuple(moves)))
        self._stacks = now
        for item in hand.start:
            self.touch(log.people[item])
        if hand.over:
            self._finish(hand, change)

    def _finish(self, hand: PotRound, change: Change) -> None:
        assert self.log is not None
        for number, (amount, back) in hand.side_results.items():
            moves = ((felt(self.id), -amount), (stack(self.id, number), back), (bank(self.id), amount - back))
            change.entry(self.round_entry(f"side:{number}", "wager against the house settled", moves))
        put_in = facts.put_in(hand)
        won = dict.fromkeys(hand.start, 0)
        for item in hand.pots:
            for number, amount in item["paid"].items():
                won[number] += amount
        for number in hand.start:
            amount, back = hand.side_results.get(number, (0, 0))
            view = hand.view(number)
            change.insert(
                schema.round_people,
                {
                    "round_id": self.log.round_id,
                    "seat": number,
                    "person_id": self.log.people[number],
                    "staked": put_in[number] + amount,
                    "returned": won[number] + back,
                    "words": view.words(number)[:200],
                },
            )
        settled = [(self.game.side_wager, amount, back) for amount, back in hand.side_results.values()]
        takings.add(change, self.id, settled)
        records.end(change, self.log, facts.summary(hand))
        self.room.finish()
        self._save_room(change)
        settings = self.house.settings
        for seat in self.seats.values():
            seat.ready = False
            seat.time_bank = min(settings.time_bank_seconds, seat.time_bank + settings.time_bank_refill)
        self._starts = self._shown_until = clocks.now() + settings.between_hands_seconds

    def room_restored(self, room: Mapping[str, Any] | None) -> None:
        self.room = self._new_room()
        if room is not None:
            facts.restore_room(self.room, room)

    def restore(self, stored: StoredRound | None) -> None:
        self._clock.stop()
        self._starts = self._shown_until = self._program_due = self.log = None
        if stored is None:
            self._set_start()
            return
        hand = stored.play()
        assert isinstance(hand, PotRound)
        self.room.hand = hand
        names = {number: self.house.name(self.seats[number].person_id) for number in hand.start}
        self.log = RoundLog(hand, stored.id, stored.number, names)
        self.log.people = {number: self.seats[number].person_id for number in hand.start}
        self._seal = deck_seal(hand)
        self._actions_stored, self._stacks = len(hand.actions), hand.stacks
        self._watch_clock()

    def _set_start(self) -> None:
        players = self.room.players()
        if len(players) > 1 and any(not self.seats[number].program for number in players):
            self._starts = clocks.now() + self.house.settings.between_hands_seconds

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

    def limit_facts(self) -> dict[str, Any]:
        return {self.game.side_wager: self._side_limit()} if self.game.side_wager else {}

    def more_summary(self) -> dict[str, Any]:
        options = self.game.options
        return {
            "buy_in": {"least": self.room.buy_in.least, "most": self.room.buy_in.most},
            "blinds": {"small": options.small_blind, "big": options.big_blind, "ante": options.ante},
        }

    def seal(self) -> str | None:
        return self._seal

    def facts_of_round(self, seat: int | None, person_id: int | None) -> dict[str, Any]:
        log = self.log
        starts = self._starts or self._shown_until
        clock = clocks.facts(starts, self.house.settings.between_hands_seconds) if starts is not None else None
        if log is None or not isinstance(log.played, PotRound):
            return {"clock": clock, "view": None, "legal": None, "words": {}, "counts": {}, "result": None}
        hand = log.played
        viewer = log.viewer(seat, person_id)
        viewer = viewer if viewer in hand.start else None
        view = hand.view(viewer)
        if not hand.over:
            clock = self._clock.facts(seat, clocks.now())
        legal = hand.legal(viewer) if viewer is not None else None
        return {
            "clock": clock,
            "view": view.to_json(),
            "legal": facts.legal(hand, view, legal) if legal else None,
            "words": {"you": view.words(viewer) if viewer is not None else "", "dealer": ""},
            "counts": facts.counts(self.game, view) if hand.over else {},
            "result": facts.result(hand, viewer) if hand.over and viewer is not None else None,
        }
