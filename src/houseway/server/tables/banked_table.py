"""A table against the house: the betting window, decisions and their clock, and when the next round begins."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, Unpack

from houseway.rules.game import Decision, Game
from houseway.rules.procedure import Decide
from houseway.server.money.meters import Meters, meter_key
from houseway.server.people.people import Person
from houseway.server.protocol import commands as msg
from houseway.server.protocol.socket_messages import Done
from houseway.server.protocol.table_state import BankedRoundState, Clock, WagerLimit
from houseway.server.protocol.values import Phase, TableKind
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.storage import round_records
from houseway.server.storage.journal import Change
from houseway.server.storage.round_records import StoredRound
from houseway.server.tables import banked_view, clocks
from houseway.server.tables.banked_store import BankedStore
from houseway.server.tables.clocks import DecisionClock
from houseway.server.tables.live_table import LiveTable, Services
from houseway.server.tables.mailbox import Handler
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.seats import Seat
from houseway.server.tables.setup import TableSetup
from houseway.table.round import Round

MOST_CHANGES = 200  # of a seat's wagers in one round: each is kept in the record
MISSED = 3  # rounds in a row without a wager: the seat sits out


class BankedTable(LiveTable):
    kind: ClassVar[TableKind] = "banked"

    def __init__(self, setup: TableSetup, settings: Settings, *, meters: Meters, **services: Unpack[Services]) -> None:
        super().__init__(setup, settings, **services)
        assert isinstance(setup.game, Game)
        self.game: Game[Any] = setup.game
        self._meters = meters
        self._meter_key = meter_key(self.game)
        self._clock = DecisionClock(settings.decision_seconds)
        self._betting_ends: float | None = None
        self._showing_ends: float | None = None
        self._round_store = BankedStore(setup.id, self.store, meters, self._meter_key, self.chips_moved)

    @property
    def round(self) -> Round | None:
        return self.log.played if self.log is not None and isinstance(self.log.played, Round) else None

    @property
    def phase(self) -> Phase:
        round_ = self.round
        if self.closed:
            return "closed"
        if round_ is None:
            return "waiting"
        return "betting" if round_.taking_wagers else "showing" if round_.over else "deciding"

    @property
    def meter_key(self) -> str | None:
        return self._meter_key

    @property
    def meter(self) -> int | None:
        return self._meters.amount(self._meter_key) if self._meter_key else None

    # --- commands ---

    def round_handlers(self) -> Mapping[type[msg.Command], Handler]:
        return {msg.PlaceWager: self._wager, msg.Ready: self._ready, msg.Act: self._act}

    def check_sit(self, person: Person, command: msg.Sit) -> None:
        if command.buy_in:
            raise Refusal("not_now", "At a table against the house you bet from your wallet: there is no buy-in.")

    def sat(self, number: int, command: msg.Sit, change: Change) -> None:
        """The first at the table gets a new round when the table goes on."""

    def prepare(self) -> None:
        """Nothing has to be prepared."""

    def _current(self, round_id: int) -> Round:
        round_ = self.round
        if round_ is None or self.log is None or self.log.round_id != round_id:
            under_way = f"round {self.log.round_id} is" if self.log else "no round is"
            raise Refusal("stale_round", f"Round {round_id} is not under way here: {under_way}.")
        return round_

    def _wager(self, person: Person, command: msg.PlaceWager, change: Change) -> Done:
        number, seat = self.seats.own(person)
        round_ = self._current(command.round)
        if not round_.taking_wagers:
            raise Refusal("not_now", "Wagers are closed: bets are made before the cards are dealt.")
        if seat.leaving:
            raise Refusal("not_now", "You are about to leave: sit in again to bet.")
        if command.stakes and sum(action[:2] == ("wager", number) for action in round_.actions) >= MOST_CHANGES:
            raise Refusal("not_now", f"Wagers can be changed {MOST_CHANGES} times in a round: bet in the next one.")
        assert self.log is not None
        if not command.stakes and number in self._round_store.staked:
            self._take_back(number, round_, self.log, change)
            return {}
        self.chips.check(person.id, round_.wager_price(number, command.stakes))
        stakes = dict(round_.check_wager(number, command.stakes))
        round_.wager(number, stakes, player_seed=command.player_seed)
        self.log.people[number] = person.id
        if seat.last_stakes != stakes or seat.sitting_out:
            seat.last_stakes, seat.sitting_out = stakes, False
            self.seats.save(number, change)
        seat.missed = 0
        if self._betting_ends is None:
            self._betting_ends = clocks.now() + self.settings.betting_seconds
        self._store(change, person.id)
        return {}

    def _take_back(self, number: int, round_: Round, log: RoundLog, change: Change) -> None:
        """The seat's wagers are back in the wallet, and the table is as it was before them."""
        seat = self.seats[number]
        round_.wager(number, {})
        self._round_store.take_back(number, round_, log, change, seat.person_id)
        seat.ready = False
        if not round_.spots:  # nobody waits any more, so nobody need say that they do not bet
            self._betting_ends = None
            for other in self.seats.values():
                other.ready = False

    def _ready(self, person: Person, command: msg.Ready, change: Change) -> Done:
        _, seat = self.seats.own(person)
        if command.round is not None:
            self._current(command.round)
        round_ = self.round
        if round_ is None or not round_.taking_wagers or round_.spots:  # before the first wager nobody waits
            seat.ready = True
        return {}

    def is_ready(self, number: int) -> bool:
        round_ = self.round
        wagered = round_ is not None and round_.taking_wagers and number in self._round_store.staked
        return self.seats[number].ready or wagered

    def _act(self, person: Person, command: msg.Act, change: Change) -> Done:
        number, seat = self.seats.own(person)
        round_ = self._current(command.round)
        step = round_.step
        if number not in round_.to_act:
            raise Refusal("not_your_turn", "The table does not wait for you now.")
        if not isinstance(step, Decide) or step.at != command.at:
            at = step.at if isinstance(step, Decide) else "nothing"
            raise Refusal("stale_turn", f"The decision now is {at}, not {command.at}.")
        decision = Decision.from_json(command.decision)
        if command.stake is not None:
            decision = round_.sized(number, decision, command.stake)
        self.chips.check(person.id, round_.price(number, decision))
        used = self._clock.used(number, clocks.now())
        round_.act(number, decision)
        seat.time_bank -= used
        self._store(change, person.id)
        return self._cost(seat, command.at, round_, number)

    def _cost(self, seat: Seat, at: str, round_: Round, number: int) -> Done:
        """What the decision cost, where its value was asked for in this round."""
        told = seat.coached.get(at)
        decided = round_.spot(number).decisions[-1][1]
        value = None if told is None else told.value(decided)
        if told is None or value is None:
            return {}
        cost: Fraction = max(told.values.values()) - value
        return {"cost": str(cost), "unit": told.unit}

    # --- going on ---

    def in_play(self, number: int) -> bool:
        round_ = self.round
        return round_ is not None and not round_.over and any(spot.seat == number for spot in round_.spots)

    def seat_freed(self, number: int, seat: Seat, change: Change) -> None:
        """Chips against the house are in the wallet already."""

    def restore_room(self, room: Mapping[str, Any] | None) -> None:
        """A table against the house has no room."""

    def advance(self, change: Change) -> None:
        round_ = self.round
        if round_ is not None and round_.taking_wagers and self._all_have_bet(round_):
            self._deal(round_, change)
        self._decide_for_leaving(change)
        if self._goes_on():
            self._next_round(change)
        self._watch_clock()

    def _goes_on(self) -> bool:
        """Whether the table need not wait to open another round, or to close."""
        round_ = self.round
        if round_ is None:
            return bool(self.seats) or self.closing
        if round_.taking_wagers:
            return not round_.spots and (self.closing or not self.seats)
        if not round_.over or self.log is None:
            return False
        played = [seat for number, seat in self.seats.items() if self.log.people.get(number) == seat.person_id]
        if not played:
            return bool(self.seats) or self.closing  # with nobody there at all, the result stays for its time
        looked = all(seat.ready or seat.sitting_out or seat.away_since is not None for seat in played)
        return looked and any(seat.ready for seat in self.seats.values())

    def _all_have_bet(self, round_: Round) -> bool:
        if not round_.spots:
            return False
        if self.closing:
            return True
        bet = {spot.seat for spot in round_.spots}
        return all(
            number in bet or seat.ready or seat.sitting_out or seat.leaving for number, seat in self.seats.items()
        )

    def _deal(self, round_: Round, change: Change) -> None:
        assert self.log is not None
        if self._meter_key is not None and self._meters.amount(self._meter_key) != round_.meter:
            round_.set_meter(self._meters.amount(self._meter_key))
            round_records.set_header(change, self.log)
        round_.deal()
        self._betting_ends = self.voided = None
        bet = {spot.seat for spot in round_.spots}
        for number, seat in self.seats.items():
            seat.ready = False
            if number not in bet and not seat.sitting_out:
                seat.missed += 1
                if seat.missed >= MISSED:
                    self.sit_out(number, change)
        self._round_store.feed_meter(round_, self.log, change)
        self._store(change, None)

    def _decide_for_leaving(self, change: Change) -> None:
        """Nobody waits for people who are leaving."""
        round_ = self.round
        while round_ is not None and not round_.over and not round_.taking_wagers:
            leaving = [n for n in round_.to_act if n not in self.seats or self.seats[n].leaving]
            if not leaving:
                return
            for number in leaving:
                self._default(round_, number, change)

    def _default(self, round_: Round, number: int, change: Change) -> None:
        step = round_.step
        assert isinstance(step, Decide)
        round_.act(number, self.game.safe_default(step.at, round_.spot(number)))
        self._store(change, None)

    def _watch_clock(self) -> None:
        round_ = self.round
        if round_ is None or round_.over or round_.taking_wagers or self.log is None:
            self._clock.stop()
            return
        banks = {number: self.seats[number].time_bank for number in round_.to_act if number in self.seats}
        self._clock.wait_for((self.log.round_id, round_.step), banks, clocks.now())

    def on_time(self, moment: float, change: Change) -> bool:
        round_ = self.round
        if round_ is None:
            return False
        if round_.taking_wagers:
            if self._betting_ends is None or moment < self._betting_ends or not round_.spots:
                return False
            self._deal(round_, change)
            return True
        if round_.over:
            if self._showing_ends is None or moment < self._showing_ends:
                return False
            self._next_round(change)
            return True
        for number in self._clock.due(moment):
            if number in round_.to_act:
                self.seats[number].time_bank = 0
                self._default(round_, number, change)
        return True  # at least the clock shows the time bank now

    def next_time(self, moment: float) -> float | None:
        round_ = self.round
        if round_ is None:
            return None
        if round_.taking_wagers:
            return self._betting_ends
        return self._showing_ends if round_.over else self._clock.next_time(moment)

    def _next_round(self, change: Change) -> None:
        round_ = self.round
        if round_ is not None and self.log is not None and round_.taking_wagers:
            self._round_store.close_undealt(round_, self.log, change)
        self._round_store.new_round()
        self._betting_ends = self._showing_ends = None
        for seat in self.seats.values():
            seat.ready = False
            seat.coached = {}
        if self.closing:
            self.close_now(change)
        self._open_round()

    def end_as_void(self, change: Change) -> None:
        """Here alone a round ends without a result. The next one has a deck of its own, or a new shoe."""
        round_ = self.round
        if round_ is not None and round_.shoe is not None:
            self.shoe = round_.shoe.shuffled()  # nobody was shown all that has left the old one
        self.log = None  # nothing of it is left to be closed or shown
        for number in [number for number, seat in self.seats.items() if seat.leaving]:
            self.free_seat(number, change)
        self._next_round(change)

    def _open_round(self) -> None:
        """A round for everybody at the table; it is stored with the first wager."""
        if not self.seats:
            self.log = None
            return
        limits, meter = self.setup.limits, self.meter
        round_ = Round(self.game, seats=self.seats.numbers, limits=limits, meter=meter, shoe=self.shoe)
        self.log = RoundLog(round_, self.store.next_round_id(), self.rounds_played + 1, {})

    def _store(self, change: Change, person_id: int | None) -> None:
        """Put what has been done since into the change, and look after the seats if that ended the round."""
        round_, log = self.round, self.log
        assert round_ is not None
        assert log is not None
        self.rounds_played = log.number
        self._round_store.save(round_, log, change, person_id)
        if round_.over:
            self.shoe = round_.shoe_after
            self._showing_ends = clocks.now() + self.settings.showing_seconds
            self.seats.refill(self.settings.time_bank_refill)
            for number in [number for number, seat in self.seats.items() if seat.leaving]:
                self.free_seat(number, change)

    def restore(self, stored: StoredRound | None) -> None:
        self._betting_ends = self._showing_ends = None
        self._clock.stop()
        self._round_store.new_round()
        if stored is None:
            self._open_round()
            return
        played = stored.play()
        assert isinstance(played, Round)
        self.log = RoundLog(played, stored.id, stored.number, {})
        self.log.people = {spot.seat: self.seats[spot.seat].person_id for spot in played.spots}
        self._round_store.restore(played)
        if played.taking_wagers and played.spots:
            self._betting_ends = clocks.now() + self.settings.betting_seconds
        self._watch_clock()

    # --- what viewers see ---

    def chips_of(self, number: int) -> int:
        return self._round_store.staked.get(number, 0)

    def limits_shown(self) -> dict[str, WagerLimit]:
        opening = self.game.opening_limits(self.setup.limits)
        return {name: banked_view.limit(self.game.wager[name], item) for name, item in opening.items()}

    def revealed_seed(self) -> str | None:
        round_ = self.round
        return round_.server_seed.hex() if round_ is not None and round_.over else None

    def _clock_shown(self, seat: int | None) -> Clock | None:
        settings, phase = self.settings, self.phase
        if phase == "betting" and self._betting_ends is not None:
            return clocks.shown(self._betting_ends, settings.betting_seconds)
        if phase == "showing" and self._showing_ends is not None:
            return clocks.shown(self._showing_ends, settings.showing_seconds)
        return self._clock.shown(seat, clocks.now()) if phase == "deciding" else None

    def round_shown(self, seat: int | None, person_id: int | None) -> BankedRoundState:
        round_, log = self.round, self.log
        if round_ is None or log is None:
            return {"clock": None, "view": None, "legal": None, "words": {}, "counts": {}, "result": None}
        viewer = log.viewer(seat, person_id)
        view = log.view(viewer)
        own = viewer is not None and viewer in view.seats and viewer in log.people
        words = view.words(viewer) if own and viewer is not None else ""
        return {
            "clock": self._clock_shown(seat),
            "view": log.felt(viewer),
            "legal": log.legal(viewer) if own and viewer is not None else None,
            "words": {"you": words, "dealer": log.dealer_words()},
            "counts": banked_view.counts(self.game, view) if round_.over else {},
            "result": banked_view.result(self.game, view, viewer)
            if own and round_.over and viewer is not None
            else None,
        }
