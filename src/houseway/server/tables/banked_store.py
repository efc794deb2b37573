"""What a round against the house puts into the ledger and the record: stakes, settlements, the meter, its actions."""

from __future__ import annotations

from collections.abc import Callable

from houseway.server.money import takings
from houseway.server.money.ledger import BONUS, bank, felt, pool, wallet
from houseway.server.money.meters import Meters
from houseway.server.storage import round_records, schema
from houseway.server.storage.journal import Change
from houseway.server.tables import banked_view
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.store import TableStore
from houseway.table import events as ev
from houseway.table.round import Round


class BankedStore:
    """One round at a time: what of it is stored already, and what each seat has on the felt as the ledger has it."""

    def __init__(
        self,
        table_id: int,
        store: TableStore,
        meters: Meters,
        meter_key: str | None,
        chips_moved: Callable[[int], None],
    ) -> None:
        self._table_id = table_id
        self._store = store
        self._meters = meters
        self._meter_key = meter_key
        self._chips_moved = chips_moved
        self.begun = False  # whether the round is in the database
        self.staked: dict[int, int] = {}  # by seat
        self._actions = 0  # how many of its actions are

    def new_round(self) -> None:
        self.begun, self.staked, self._actions = False, {}, 0

    def restore(self, round_: Round) -> None:
        self.begun, self._actions = True, len(round_.actions)
        self.staked = {spot.seat: sum(spot.stakes.values()) for spot in round_.spots}

    def save(self, round_: Round, log: RoundLog, change: Change, person_id: int | None) -> None:
        """Put what has been done since into the change: the round itself, its actions, its chips, its end."""
        if not self.begun:
            self.begun = True
            round_records.begin(change, log, self._table_id)
        round_records.add_actions(change, log, self._actions, person_id)
        self._actions = len(round_.actions)
        for spot in round_.spots:
            self._post_stakes(log, spot.seat, sum(spot.stakes.values()), change)
        if round_.over:
            self._settle(round_, log, change)

    def take_back(self, number: int, round_: Round, log: RoundLog, change: Change, person_id: int) -> None:
        """The seat's wagers go back to the wallet."""
        self.save(round_, log, change, person_id)
        self._post_stakes(log, number, 0, change)
        del self.staked[number]
        del log.people[number]

    def close_undealt(self, round_: Round, log: RoundLog, change: Change) -> None:
        """A stored round whose wagers were all taken back ends in the record before another is opened."""
        if self.begun:
            round_.close()
            round_records.add_actions(change, log, self._actions, None)
            round_records.end(change, log, {"seats": {}})

    def _post_stakes(self, log: RoundLog, number: int, total: int, change: Change) -> None:
        """What a seat has on the felt now: the difference comes out of the wallet, or goes back."""
        more = total - self.staked.get(number, 0)
        if more:
            person_id = log.people[number]
            postings = ((wallet(person_id), -more), (felt(self._table_id), more))
            reason = "wagers" if more > 0 else "wagers taken back"
            change.entry(self._store.round_entry(log, f"stake:{number}:{self._actions}", reason, postings))
            self._chips_moved(person_id)
        self.staked[number] = total

    def _settle(self, round_: Round, log: RoundLog, change: Change) -> None:
        settled = [event for event in round_.events if isinstance(event, ev.Settled)]
        for spot in round_.spots:
            person_id, staked = log.people[spot.seat], self.staked[spot.seat]
            returned = sum(event.returned for event in settled if event.seat == spot.seat)
            table = self._table_id
            postings = ((felt(table), -staked), (wallet(person_id), returned), (bank(table), staked - returned))
            change.entry(self._store.round_entry(log, f"settled:{spot.seat}", "wagers settled", postings))
            self._chips_moved(person_id)
            change.insert(
                schema.round_people,
                {
                    "round_id": log.round_id,
                    "seat": spot.seat,
                    "person_id": person_id,
                    "staked": staked,
                    "returned": returned,
                    "words": log.view(spot.seat).words(spot.seat)[:200],
                },
            )
        self._pay_from_meter(round_, log, change)
        takings.add(change, self._table_id, [(event.wager, event.amount, event.returned) for event in settled])
        round_records.end(change, log, banked_view.summary(round_, settled) | round_records.played_for(log))
        self.staked = {}

    # --- the progressive meter ---

    def feed_meter(self, round_: Round, log: RoundLog, change: Change) -> None:
        fed = sum(event.after - event.before for event in round_.events if isinstance(event, ev.MeterFed))
        if fed and self._meter_key is not None:
            postings = ((bank(self._table_id), -fed), (pool(self._meter_key), fed))
            change.entry(self._store.round_entry(log, "fed", "a share of progressive wagers", postings))

    def _pay_from_meter(self, round_: Round, log: RoundLog, change: Change) -> None:
        """Prizes come out of the meter's pool; the bonus bank makes up for what it lacks, and seeds it again."""
        if self._meter_key is None:
            return
        key, prizes = pool(self._meter_key), 0
        fed = sum(amount for entry in change.entries for account, amount in entry.postings if account == key)
        before = held = self._meters.amount(self._meter_key) + fed
        for event in round_.events:
            if isinstance(event, ev.MeterPaid):
                prizes += event.prize
                held += event.seeded - min(event.prize, held)
        if prizes:
            postings = ((key, held - before), (BONUS, before - held - prizes), (bank(self._table_id), prizes))
            change.entry(self._store.round_entry(log, "prizes", "progressive prizes", postings))
