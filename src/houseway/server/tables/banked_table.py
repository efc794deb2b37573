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
from houseway.server.protocol.table_state import BankedRoundState, Clock, ShuffleToCome, WagerLimit
from houseway.server.protocol.values import Phase, TableKind, WhyActed
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.storage import round_records
from houseway.server.storage.journal import Change
from houseway.server.storage.round_records import StoredRound
from houseway.server.tables import banked_view, clocks, to_come
from houseway.server.tables.acted_for import AWAY, LEFT, TIME_UP, Acted
from houseway.server.tables.banked_store import BankedStore
from houseway.server.tables.clocks import DecisionClock
from houseway.server.tables.live_table import LiveTable, Services
from houseway.server.tables.mailbox import Handler
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.seats import Seat
from houseway.server.tables.setup import TableSetup
from houseway.table.round import Round
from houseway.table.shuffle import new_seed, seed_from_hex

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
        self._opening_ends: float | None = None  # when the deal no longer waits for promised words
        self._next_seed = new_seed()  # of the next round that is opened: everybody knows its commitment
        self._seed_stored = False
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
        return {
            msg.PlaceWager: self._wager,
            msg.OpenWords: self._open_words,
            msg.Ready: self._ready,
            msg.Act: self._act,
        }

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
        if not round_.taking_wagers or round_.words.closed:
            raise Refusal("not_now", "Wagers are closed: bets are made before the cards are dealt.")
        if seat.leaving:
            raise Refusal("not_now", "You are about to leave: sit in again to bet.")
        if command.stakes and _changes(round_, number) >= MOST_CHANGES:
            raise Refusal("not_now", f"Wagers can be changed {MOST_CHANGES} times in a round: bet in the next one.")
        assert self.log is not None
        if not command.stakes and number in self._round_store.staked:
            self._take_back(number, round_, self.log, change)
            return {}
        self.chips.check(person.id, round_.wager_price(number, command.stakes))
        stakes = dict(round_.check_wager(number, command.stakes))
        round_.wager(number, stakes, player_seed=command.player_seed, promise=command.promise)
        self.log.people[number] = person.id
        if seat.last_stakes != stakes or seat.sitting_out:
            seat.last_stakes, seat.sitting_out = stakes, False
            self.seats.save(number, change)
        seat.missed = 0
        self._store(change, person.id)
        return {}

    def _open_words(self, person: Person, command: msg.OpenWords, change: Change) -> Done:
        number, _ = self.seats.own(person)
        round_, log = self.round, self.log
        if round_ is None or log is None or not round_.taking_wagers or round_.commitment != command.commitment:
            raise Refusal("not_now", "These words come too late: the cards are dealt.")
        if log.people.get(number) != person.id:
            raise Refusal("not_now", "You have promised no words for this deal.")
        if number in round_.words.unopened:
            round_.open_words(number, command.words)
            self._store(change, person.id)
        return {}

    def _take_back(self, number: int, round_: Round, log: RoundLog, change: Change) -> None:
        """The seat's wagers are back in the wallet, and the table is as it was before them."""
        seat = self.seats[number]
        round_.wager(number, {})
        self._round_store.take_back(number, round_, log, change, seat.person_id)
        seat.ready = False
        if not round_.spots:  # nobody waits any more, so nobody need say that they do not bet
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

    def at_stake(self, number: int) -> int:
        return self._round_store.staked.get(number, 0) if self.in_play(number) else 0

    def seat_freed(self, number: int, seat: Seat, change: Change) -> None:
        """Chips against the house are in the wallet already."""

    def restore_room(self, room: Mapping[str, Any] | None) -> None:
        """Against the house a room is no more than the seed of the next round."""
        self._seed_stored = room is not None
        if room is not None:
            self._next_seed = seed_from_hex(room.get("next_seed", ""))

    def advance(self, change: Change) -> None:
        round_ = self.round
        if round_ is not None and round_.taking_wagers and (round_.words.closed or self._all_have_bet(round_)):
            self._close_wagers(round_, change)
        self._decide_for_gone(change)
        if self._goes_on():
            self._next_round(change)
        self._set_clocks()

    def _goes_on(self) -> bool:
        """Whether the table need not wait to open another round, or to close."""
        round_ = self.round
        if round_ is None:
            return bool(self.seats) or self.closing
        if round_.taking_wagers:
            return not round_.spots and (self.closing or not self.seats or self._worn_out(round_))
        if not round_.over or self.log is None:
            return False
        played = [seat for number, seat in self.seats.items() if self.log.people.get(number) == seat.person_id]
        if not played:
            return bool(self.seats) or self.closing  # with nobody there at all, the result stays for its time
        moment = clocks.now()
        if all(self.company.absent(seat, moment) for seat in played) and self.company.here(moment):
            return True  # nobody looks at it any more, and somebody else wants to bet
        return all(_has_looked(seat) for seat in played) and any(seat.ready for seat in self.seats.values())

    def _worn_out(self, round_: Round) -> bool:
        """Whether somebody may change nothing more in this round: they can bet in another."""
        return any(_changes(round_, number) >= MOST_CHANGES for number in self.seats)

    def _all_have_bet(self, round_: Round) -> bool:
        if not round_.spots:
            return False
        if self.closing:
            return True
        return not self._still_to_bet(round_, clocks.now())

    def _still_to_bet(self, round_: Round, moment: float) -> list[int]:
        """The seats that the deal waits for."""
        bet = {spot.seat for spot in round_.spots}
        return [
            number
            for number, seat in self.seats.items()
            if not (number in bet or seat.ready or seat.sitting_out or seat.leaving)
            and not self.company.absent(seat, moment)
        ]

    def _close_wagers(self, round_: Round, change: Change) -> None:
        """Deal; where words are promised, take no more wagers, and deal when they are opened or it takes too long."""
        if round_.words.promised and not round_.words.closed:
            round_.shut()
            self._betting_ends, self._opening_ends = None, clocks.now() + self.settings.words_seconds
            self._store(change, None)
        elif not self.waits_for_words(round_.words, self._opening_ends):
            self._deal(round_, change)

    def _deal(self, round_: Round, change: Change) -> None:
        assert self.log is not None
        if self._meter_key is not None and self._meters.amount(self._meter_key) != round_.meter:
            round_.set_meter(self._meters.amount(self._meter_key))
            round_records.set_header(change, self.log)
        round_.deal()
        self._betting_ends = self._opening_ends = self.voided = None
        bet, moment = {spot.seat for spot in round_.spots}, clocks.now()
        for number, seat in self.seats.items():
            seat.ready = False
            if number not in bet and not seat.sitting_out and not self.company.absent(seat, moment):
                seat.missed += 1
                if seat.missed >= MISSED:
                    self.sit_out(number, change)
        self._round_store.feed_meter(round_, self.log, change)
        self._store(change, None)

    def _decide_for_gone(self, change: Change) -> None:
        """Nobody waits for people who are leaving; nor for those who are away, once everybody else has decided."""
        round_, moment = self.round, clocks.now()
        while round_ is not None and not round_.over and not round_.taking_wagers:
            leaving = [n for n in round_.to_act if n not in self.seats or self.seats[n].leaving]
            away = [n for n in round_.to_act if n not in leaving and self.company.passed(n, moment)]
            if not leaving and len(away) < len(round_.to_act):
                return
            for number in leaving or away:
                self._default(round_, number, LEFT if leaving else AWAY, change)

    def _default(self, round_: Round, number: int, why: WhyActed, change: Change) -> None:
        step, log = round_.step, self.log
        assert isinstance(step, Decide)
        assert log is not None
        told = len(round_.events)
        round_.act(number, self.game.safe_default(step.at, round_.spot(number)))
        did = "the hand was folded" if round_.spot(number).folded else "the house way was played"
        waited_for = self.company.waits_for(number, clocks.now())
        log.acts_for(Acted(number, why, self._audience.name(log.people[number]), did, waited_for), told)
        self._store(change, None)

    def _set_clocks(self) -> None:
        """Clocks run while somebody is kept waiting, and on a table that closes. Who is alone has all the time."""
        round_, log, moment = self.round, self.log, clocks.now()
        settings, phase = self.settings, self.phase
        waits = round_ is not None and bool(round_.spots)  # the first wager starts the betting clock
        step = round_.step if round_ is not None and phase == "deciding" else None
        self.company.look((phase, log.round_id if log else 0, waits, step), moment)
        hurried = self.closing or self.company.hurried(moment)
        if round_ is not None and phase == "betting" and round_.words.closed:
            waits = False  # for wagers: the deal comes as soon as promised words are opened
            wait = max(settings.words_seconds, settings.grace_seconds)  # after a restart everybody has to come back
            self._opening_ends = self._opening_ends or moment + wait
        betting, showing = hurried and waits and phase == "betting", hurried and phase == "showing"
        self._betting_ends = (self._betting_ends or moment + settings.betting_seconds) if betting else None
        self._showing_ends = (self._showing_ends or moment + settings.showing_seconds) if showing else None
        if round_ is None or log is None or phase != "deciding" or not hurried:
            self._clock.stop()
            return
        banks = {
            number: self.seats[number].time_bank
            for number in round_.to_act
            if number in self.seats and not self.company.passed(number, moment)
        }
        self._clock.wait_for((log.round_id, step), banks, moment)

    def on_time(self, moment: float, change: Change) -> bool:
        round_, noticed = self.round, self.company.noticed(moment)
        if round_ is None:
            return noticed
        if round_.taking_wagers:
            ends = self._opening_ends if round_.words.closed else self._betting_ends
            if ends is None or moment < ends or not round_.spots:
                return noticed
            self._close_wagers(round_, change)
            return True
        if round_.over:
            if self._showing_ends is None or moment < self._showing_ends:
                return noticed
            self._next_round(change)
            return True
        for number in self._clock.due(moment):
            if number in round_.to_act and not self.company.passed(number, moment):
                self.seats[number].time_bank = 0
                self._default(round_, number, TIME_UP, change)
        return True  # at least the clock shows the time bank now

    def next_time(self, moment: float) -> float | None:
        own = {
            "betting": clocks.soonest(self._betting_ends, self._opening_ends),
            "showing": self._showing_ends,
            "deciding": self._clock.next_time(moment),
        }
        return clocks.soonest(own.get(self.phase), self.company.next_time(moment))

    def _next_round(self, change: Change) -> None:
        round_ = self.round
        if round_ is not None and self.log is not None and round_.taking_wagers:
            self._round_store.close_undealt(round_, self.log, change)
        self._round_store.new_round()
        self._betting_ends = self._opening_ends = self._showing_ends = None
        for number in [number for number, seat in self.seats.items() if seat.last_round]:
            self.free_seat(number, change)  # they have seen how it ended
        for seat in self.seats.values():
            seat.ready = False
            seat.coached = {}
        if self.closing:
            self.close_now(change)
        if not self._seed_stored and not self.closed:
            self._store_seed(change)
        self._open_round()

    def _store_seed(self, change: Change) -> None:
        """What was told of the next round's seed must still be true after a restart."""
        self._seed_stored = True
        self.store.save_room(change, {"next_seed": self._next_seed.hex()})

    def end_as_void(self, change: Change) -> None:
        """Here alone a round ends without a result. The next one has a deck of its own, or what is left of the shoe."""
        round_ = self.round
        if round_ is not None and round_.shoe is not None:
            self.shoe = round_.shoe.after_void(dealt=not round_.taking_wagers)
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
        round_ = Round(
            self.game, seats=self.seats.numbers, seed=self._next_seed, limits=limits, meter=meter, shoe=self.shoe
        )
        self.log = RoundLog(round_, self.store.next_round_id(), self.rounds_played + 1, {})

    def _store(self, change: Change, person_id: int | None) -> None:
        """Put what has been done since into the change, and look after the seats if that ended the round."""
        round_, log = self.round, self.log
        assert round_ is not None
        assert log is not None
        self.rounds_played = log.number
        if not self._round_store.begun:  # from now on the round's record has its seed
            self._next_seed = new_seed()
            self._store_seed(change)
        self._round_store.save(round_, log, change, person_id)
        if round_.over:
            self.shoe = round_.shoe_after
            self.seats.refill(self.settings.time_bank_refill)
            for number in [number for number, seat in self.seats.items() if seat.leaving]:
                self.free_seat(number, change)

    def restore(self, stored: StoredRound | None) -> None:
        self._betting_ends = self._opening_ends = self._showing_ends = None
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
        self._set_clocks()

    # --- what viewers see ---

    def chips_of(self, number: int) -> int:
        return self._round_store.staked.get(number, 0)

    def limits_shown(self) -> dict[str, WagerLimit]:
        game, opening = self.game, self.game.wagers.opening_limits(self.setup.limits)
        return {n: banked_view.limit(game.wager[n], item, game.wagers.later_raises(n)) for n, item in opening.items()}

    def waited_for(self, moment: float) -> dict[int, float | None]:
        round_, log, phase = self.round, self.log, self.phase
        if round_ is None or log is None:
            return {}
        if phase == "betting":
            seats = self._still_to_bet(round_, moment) if round_.spots and not round_.words.closed else []
            ends = dict.fromkeys(seats, self._betting_ends)
        elif phase == "deciding":
            ends = {number: self._clock.ends(number, moment) for number in round_.to_act if number in self.seats}
        else:
            wanted = any(seat.ready for seat in self.seats.values())
            played = [n for n, seat in self.seats.items() if log.people.get(n) == seat.person_id]
            ends = {n: self._showing_ends for n in played if wanted and not _has_looked(self.seats[n])}
        return {number: clocks.soonest(at, self.company.passed_at(number, moment)) for number, at in ends.items()}

    def to_come(self) -> ShuffleToCome | None:
        round_ = self.round
        if round_ is not None and round_.taking_wagers:
            return to_come.of_round(round_, self.deck)
        return to_come.of_next_round(self._next_seed, self.deck) if self._seed_stored else None

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
            return {"clock": None, "view": None, "legal": None, "words": {}, "counts": {}, "won": {}, "result": None,
                    "acted_for": []}  # fmt: skip
        viewer = log.viewer(seat, person_id)
        view = log.view(viewer)
        own = viewer is not None and viewer in view.seats and viewer in log.people
        words = view.words(viewer) if own and viewer is not None else ""
        return {
            "clock": self._clock_shown(seat),
            "view": log.felt(viewer),
            "legal": log.legal(viewer, self.chips.in_wallet(log.people[viewer]))
            if own and viewer is not None
            else None,
            "words": {"you": words, "dealer": log.dealer_words()},
            "counts": banked_view.counts(self.game, view) if round_.over else {},
            "won": banked_view.won(self.game, view) if round_.over else {},
            "result": banked_view.result(self.game, view, viewer)
            if own and round_.over and viewer is not None
            else None,
            "acted_for": log.acted_for(viewer if own else None),
        }


def _changes(round_: Round, number: int) -> int:
    """How often a seat's wagers have been made, changed and taken back."""
    return sum(action[:2] == ("wager", number) for action in round_.actions)


def _has_looked(seat: Seat) -> bool:
    """Whether somebody does not look at the result any more."""
    return seat.ready or seat.sitting_out or seat.away_since is not None
