"""A table against the house: the betting window, the decision clock, and what the books get from a round."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar

from houseway.rules.game import Decision, Game, find_offer
from houseway.rules.procedure import Decide
from houseway.server.money import takings
from houseway.server.money.ledger import BONUS, bank, felt, pool, wallet
from houseway.server.people.people import Person
from houseway.server.protocol import messages as msg
from houseway.server.refusals import Refusal
from houseway.server.storage import round_records as records
from houseway.server.storage import schema
from houseway.server.storage.journal import Change
from houseway.server.storage.round_records import StoredRound
from houseway.server.tables import banked_view as facts
from houseway.server.tables import clocks
from houseway.server.tables.clocks import DecisionClock
from houseway.server.tables.house import House, meter_key
from houseway.server.tables.live_table import LiveTable, Seat, TableFacts
from houseway.server.tables.round_log import RoundLog
from houseway.table import events as ev
from houseway.table.round import Round

MISSED = 3  # rounds in a row without a wager: the seat sits out


class BankedTable(LiveTable):
    kind: ClassVar[str] = "banked"

    def __init__(self, facts: TableFacts, house: House) -> None:
        super().__init__(facts, house)
        assert isinstance(facts.game, Game)
        self.game: Game[Any] = facts.game
        self._meter_key = meter_key(self.game)
        self._clock = DecisionClock(house.settings.decision_seconds)
        self._betting_ends: float | None = None
        self._showing_ends: float | None = None
        self._stored = False  # whether the round is in the database
        self._actions_stored = 0
        self._staked: dict[int, int] = {}  # on the felt, by seat, as the books have it

    @property
    def round(self) -> Round | None:
        return self.log.played if self.log is not None and isinstance(self.log.played, Round) else None

    @property
    def phase(self) -> str:
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
        return self.house.meter(self._meter_key) if self._meter_key else None

    # --- commands ---

    def commands(self) -> dict[type[msg.Command], Callable[[Person, Any, Change], dict[str, Any]]]:
        return {msg.PlaceWager: self._wager, msg.Ready: self._ready, msg.Act: self._act}

    def looked_at(self) -> None:
        """Nothing has to be got ready."""

    def check_sit(self, person: Person, message: msg.Sit) -> None:
        if message.buy_in:
            raise Refusal("not_now", "At a table against the house you bet from your wallet: there is no buy-in.")

    def sat(self, number: int, message: msg.Sit, change: Change) -> None:
        """A new round is opened for the first at the table, when the table settles down."""

    def _current(self, round_id: int) -> Round:
        round_ = self.round
        if round_ is None or self.log is None or self.log.round_id != round_id:
            under_way = f"round {self.log.round_id} is" if self.log else "no round is"
            raise Refusal("stale_round", f"Round {round_id} is not under way here: {under_way}.")
        return round_

    def _wager(self, person: Person, message: msg.PlaceWager, change: Change) -> dict[str, Any]:
        number, seat = self.own_seat(person)
        round_ = self._current(message.round)
        if not round_.taking_wagers:
            raise Refusal("not_now", "Wagers are closed: bets are made before the cards are dealt.")
        if seat.leaving:
            raise Refusal("not_now", "You are about to leave: sit in again to bet.")
        if not message.stakes and number in self._staked:
            self._take_back(number, round_, change)
            return {}
        stakes = self.game.opening_stakes(message.stakes, round_.limits)
        self.check_chips(person.id, sum(stakes.values()) - self._staked.get(number, 0))
        round_.wager(number, stakes, player_seed=message.player_seed)
        assert self.log is not None
        self.log.people[number] = person.id
        if seat.last_stakes != stakes or seat.sitting_out:
            seat.last_stakes, seat.sitting_out = stakes, False
            self.save_seat(number, change)
        seat.missed = 0
        if self._betting_ends is None:
            self._betting_ends = clocks.now() + self.house.settings.betting_seconds
        self._store(change, person.id)
        return {}

    def _take_back(self, number: int, round_: Round, change: Change) -> None:
        """The seat's wagers are back in the wallet, and the table as it was before them."""
        assert self.log is not None
        person_id, seat = self.seats[number].person_id, self.seats[number]
        round_.wager(number, {})
        self._store(change, person_id)
        self._post_stakes(number, 0, change)
        del self._staked[number]
        del self.log.people[number]
        seat.ready = False
        if not round_.spots:  # nobody waits any more, so nobody need say that they do not bet
            self._betting_ends = None
            for other in self.seats.values():
                other.ready = False

    def _ready(self, person: Person, message: msg.Ready, change: Change) -> dict[str, Any]:
        _, seat = self.own_seat(person)
        if message.round is not None:
            self._current(message.round)
        round_ = self.round
        if round_ is None or not round_.taking_wagers or round_.spots:  # before the first wager nobody waits
            seat.ready = True
        return {}

    def is_ready(self, number: int) -> bool:
        round_ = self.round
        wagered = round_ is not None and round_.taking_wagers and number in self._staked
        return self.seats[number].ready or wagered

    def _act(self, person: Person, message: msg.Act, change: Change) -> dict[str, Any]:
        number, seat = self.own_seat(person)
        round_ = self._current(message.round)
        step = round_.step
        if number not in round_.to_act:
            raise Refusal("not_your_turn", "The table does not wait for you now.")
        if not isinstance(step, Decide) or step.at != message.at:
            at = step.at if isinstance(step, Decide) else "nothing"
            raise Refusal("stale_turn", f"The decision now is {at}, not {message.at}.")
        decision = Decision.from_json(message.decision)
        self.check_chips(person.id, self._price(round_, number, decision))
        used = self._clock.used(number, clocks.now())
        round_.act(number, decision)
        seat.time_bank -= used
        self._store(change, person.id)
        return self._cost(seat, message.at, round_, number)

    def _price(self, round_: Round, number: int, decision: Decision) -> int:
        """What a decision puts on the felt, less what it takes back; an illegal one is refused here."""
        spot = round_.spot(number)
        offer = find_offer(round_.legal_actions(number), decision)
        returns = spot.stakes[offer.takes_back] if offer.takes_back else 0
        return sum(self.game.stake(offer, decision, spot).values()) - returns

    def _cost(self, seat: Seat, at: str, round_: Round, number: int) -> dict[str, Any]:
        """What the decision cost, where its value was asked for in this round."""
        told = seat.coached.get(at)
        decided = round_.spot(number).decisions[-1][1]
        if told is None or decided not in told.values:
            return {}
        cost: Fraction = max(told.values.values()) - told.values[decided]
        return {"cost": str(cost), "unit": told.unit}

    # --- going on ---

    def in_play(self, number: int) -> bool:
        round_ = self.round
        return round_ is not None and not round_.over and any(spot.seat == number for spot in round_.spots)

    def gone(self, number: int, seat: Seat, change: Change) -> None:
        """Chips against the house are in the wallet already."""

    def settle_down(self, change: Change) -> None:
        round_ = self.round
        if round_ is not None and round_.taking_wagers and self._all_have_bet(round_):
            self._deal(round_, change)
        self._decide_for_leavers(change)
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
        if self._meter_key is not None and self.house.meter(self._meter_key) != round_.meter:
            round_.set_meter(self.house.meter(self._meter_key))
            records.set_header(change, self.log)
        round_.deal()
        self._betting_ends = None
        bet = {spot.seat for spot in round_.spots}
        for number, seat in self.seats.items():
            seat.ready = False
            if number not in bet and not seat.sitting_out:
                seat.missed += 1
                if seat.missed >= MISSED:
                    seat.sitting_out = True
                    self.save_seat(number, change)
        self._feed_meter(round_, change)
        self._store(change, None)

    def _feed_meter(self, round_: Round, change: Change) -> None:
        fed = sum(event.after - event.before for event in round_.events if isinstance(event, ev.MeterFed))
        if fed and self._meter_key is not None:
            postings = ((bank(self.id), -fed), (pool(self._meter_key), fed))
            change.entry(self.round_entry("fed", "a share of progressive wagers", postings))

    def _decide_for_leavers(self, change: Change) -> None:
        """Who leaves is not waited for."""
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
        self._close_undealt(change)
        self._betting_ends = self._showing_ends = None
        self._stored, self._actions_stored, self._staked = False, 0, {}
        for seat in self.seats.values():
            seat.ready = False
            seat.coached = {}
        if self.closing:
            self.close_now(change)
        self._open_round()

    def _close_undealt(self, change: Change) -> None:
        """A round whose wagers were all taken back is stored: it ends in the record before another is opened."""
        round_ = self.round
        if self._stored and round_ is not None and round_.taking_wagers:
            assert self.log is not None
            round_.close()
            records.add_actions(change, self.log, self._actions_stored, None)
            records.end(change, self.log, {"seats": {}})

    def _open_round(self) -> None:
        """A round for everybody at the table; it is stored with the first wager."""
        if not self.seats:
            self.log = None
            return
        meter = self.house.meter(self._meter_key) if self._meter_key else None
        round_ = Round(self.game, seats=range(1, self.size + 1), limits=self.facts.limits, meter=meter)
        self.log = RoundLog(round_, self.house.journal.next_id("rounds"), self.rounds_played + 1, {})

    # --- what the books and the record get ---

    def _store(self, change: Change, person_id: int | None) -> None:
        """Put what has been done since into the change: the round itself, its actions, its chips, its end."""
        round_, log = self.round, self.log
        assert round_ is not None
        assert log is not None
        if not self._stored:
            self._stored = True
            self.rounds_played = log.number
            records.begin(change, log, self.id)
        records.add_actions(change, log, self._actions_stored, person_id)
        self._actions_stored = len(round_.actions)
        for spot in round_.spots:
            self._post_stakes(spot.seat, sum(spot.stakes.values()), change)
        if round_.over:
            self._finish(round_, change)

    def _post_stakes(self, number: int, total: int, change: Change) -> None:
        """What a seat has on the felt now: the difference comes out of the wallet, or goes back."""
        assert self.log is not None
        more = total - self._staked.get(number, 0)
        if more:
            person_id = self.log.people[number]
            postings = ((wallet(person_id), -more), (felt(self.id), more))
            reason = "wagers" if more > 0 else "wagers taken back"
            change.entry(self.round_entry(f"stake:{number}:{self._actions_stored}", reason, postings))
            self.touch(person_id)
        self._staked[number] = total

    def _finish(self, round_: Round, change: Change) -> None:
        assert self.log is not None
        settled = [event for event in round_.events if isinstance(event, ev.Settled)]
        for spot in round_.spots:
            person_id, staked = self.log.people[spot.seat], self._staked[spot.seat]
            returned = sum(event.returned for event in settled if event.seat == spot.seat)
            postings = ((felt(self.id), -staked), (wallet(person_id), returned), (bank(self.id), staked - returned))
            change.entry(self.round_entry(f"settled:{spot.seat}", "wagers settled", postings))
            self.touch(person_id)
            change.insert(
                schema.round_people,
                {
                    "round_id": self.log.round_id,
                    "seat": spot.seat,
                    "person_id": person_id,
                    "staked": staked,
                    "returned": returned,
                    "words": self.log.view(spot.seat).words(spot.seat)[:200],
                },
            )
        self._pay_meter(round_, change)
        takings.add(change, self.id, [(event.wager, event.amount, event.returned) for event in settled])
        records.end(change, self.log, facts.summary(round_, settled))
        self._staked = {}
        self._showing_ends = clocks.now() + self.house.settings.showing_seconds
        settings = self.house.settings
        for number, seat in list(self.seats.items()):
            seat.ready = False
            seat.time_bank = min(settings.time_bank_seconds, seat.time_bank + settings.time_bank_refill)
            if seat.leaving:
                self.give_up(number, change)

    def _pay_meter(self, round_: Round, change: Change) -> None:
        """Shares of the meter come out of its pool; the bonus bank makes up what is lacking, and seeds it anew."""
        if self._meter_key is None:
            return
        key, prizes = pool(self._meter_key), 0
        fed = sum(amount for entry in change.entries for account, amount in entry.postings if account == key)
        before = held = self.house.meter(self._meter_key) + fed
        for event in round_.events:
            if isinstance(event, ev.MeterPaid):
                prizes += event.prize
                held += event.seeded - min(event.prize, held)
        if prizes:
            postings = ((key, held - before), (BONUS, before - held - prizes), (bank(self.id), prizes))
            change.entry(self.round_entry("prizes", "progressive prizes", postings))

    def restore(self, stored: StoredRound | None) -> None:
        self._betting_ends = self._showing_ends = None
        self._clock.stop()
        self._stored, self._actions_stored, self._staked = False, 0, {}
        if stored is None:
            self._open_round()
            return
        played = stored.play()
        assert isinstance(played, Round)
        self.log = RoundLog(played, stored.id, stored.number, {})
        self.log.people = {spot.seat: self.seats[spot.seat].person_id for spot in played.spots}
        self._stored, self._actions_stored = True, len(played.actions)
        self._staked = {spot.seat: sum(spot.stakes.values()) for spot in played.spots}
        if played.taking_wagers and played.spots:
            self._betting_ends = clocks.now() + self.house.settings.betting_seconds
        self._watch_clock()

    # --- what viewers see ---

    def chips_of(self, number: int) -> int:
        return self._staked.get(number, 0)

    def limit_facts(self) -> dict[str, Any]:
        opening = self.game.opening_limits(self.facts.limits)
        return {name: facts.limit(self.game.wager[name], item) for name, item in opening.items()}

    def revealed_seed(self) -> str | None:
        round_ = self.round
        return round_.server_seed.hex() if round_ is not None and round_.over else None

    def _clock_facts(self, seat: int | None) -> dict[str, Any] | None:
        settings, phase = self.house.settings, self.phase
        if phase == "betting" and self._betting_ends is not None:
            return clocks.facts(self._betting_ends, settings.betting_seconds)
        if phase == "showing" and self._showing_ends is not None:
            return clocks.facts(self._showing_ends, settings.showing_seconds)
        return self._clock.facts(seat, clocks.now()) if phase == "deciding" else None

    def facts_of_round(self, seat: int | None, person_id: int | None) -> dict[str, Any]:
        round_, log = self.round, self.log
        if round_ is None or log is None:
            return {"clock": None, "view": None, "legal": None, "words": {}, "counts": {}, "result": None}
        viewer = log.viewer(seat, person_id)
        view = log.view(viewer)
        own = viewer is not None and viewer in view.places and viewer in log.people
        felt = log.felt(viewer)
        words = view.words(viewer) if own and viewer is not None else ""
        return {
            "clock": self._clock_facts(seat),
            "view": felt,
            "legal": facts.legal(round_, view, viewer) if own and viewer is not None else None,
            "words": {"you": words, "dealer": felt.pop("dealer_words")},
            "counts": facts.counts(self.game, view) if round_.over else {},
            "result": facts.result(self.game, view, viewer) if own and round_.over and viewer is not None else None,
        }
