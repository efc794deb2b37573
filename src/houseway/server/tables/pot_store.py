"""What a hand among players puts into the ledger and the record: bets and pots, side wagers, rake, its actions."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from houseway.server.money import takings
from houseway.server.money.ledger import Entry, bank, felt, pot, stack, wallet
from houseway.server.money.transfers import BETS_AND_POTS
from houseway.server.storage import round_records, schema
from houseway.server.storage.journal import Change
from houseway.server.tables import pot_view
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.store import TableStore
from houseway.table.pot_round import PotRound


class PotStore:
    """One hand at a time: how many of its actions are stored, and the stacks as the ledger has them."""

    def __init__(
        self, table_id: int, store: TableStore, chips_moved: Callable[[int], None], *, rabbit_hunt: bool
    ) -> None:
        self._table_id = table_id
        self._store = store
        self._chips_moved = chips_moved
        self._rabbit_hunt = rabbit_hunt
        self._actions = 0
        self._stacks: dict[int, int] = {}  # of everybody in the hand

    # --- chips that come to the table and go ---

    def bring(self, change: Change, number: int, person_id: int, amount: int, reason: str) -> None:
        """Chips from the wallet to a stack."""
        postings = ((wallet(person_id), -amount), (stack(self._table_id, number), amount))
        change.entry(self._entry(f"{reason}:{self._table_id}:{number}", reason, postings))
        self._chips_moved(person_id)

    def take_away(self, change: Change, number: int, person_id: int, amount: int) -> None:
        """A stack back to the wallet."""
        postings = ((stack(self._table_id, number), -amount), (wallet(person_id), amount))
        change.entry(self._entry(f"leave:{self._table_id}:{number}", "chips taken from the table", postings))

    def _entry(self, what: str, reason: str, postings: tuple[tuple[str, int], ...]) -> Entry:
        """An entry that belongs to no hand."""
        return Entry(fresh_key(what), reason, postings, None, self._table_id)

    # --- a hand ---

    def begin(self, hand: PotRound, log: RoundLog, side: Mapping[int, int], change: Change) -> None:
        self._actions, self._stacks = 0, dict(hand.start)
        round_records.begin(change, log, self._table_id)
        if not side:
            return
        postings = tuple((stack(self._table_id, number), -amount) for number, amount in side.items())
        postings = (*postings, (felt(self._table_id), sum(side.values())))
        change.entry(self._store.round_entry(log, "side", "wagers against the house", postings))
        for number, amount in side.items():
            self._stacks[number] -= amount

    def restore(self, hand: PotRound) -> None:
        self._actions, self._stacks = len(hand.actions), hand.stacks

    def save(self, hand: PotRound, log: RoundLog, change: Change, person_id: int | None) -> None:
        """Put what has been done since into the change: actions, chips, and the end of the hand."""
        table = self._table_id
        round_records.add_actions(change, log, self._actions, person_id)
        self._actions = len(hand.actions)
        backs = {number: back for number, (_, back) in hand.side_results.items()} if hand.over else {}
        rake = sum(item["rake"] for item in hand.pots) if hand.over else 0
        now = {number: chips - backs.get(number, 0) for number, chips in hand.stacks.items()}
        moves = [(stack(table, n), chips - self._stacks[n]) for n, chips in now.items() if chips != self._stacks[n]]
        if rake:
            moves.append((bank(table), rake))
        if moves:
            total = sum(amount for _, amount in moves)
            if total:
                moves.append((pot(table), -total))
            change.entry(self._store.round_entry(log, f"bets:{self._actions}", BETS_AND_POTS, tuple(moves)))
        self._stacks = now
        for number in hand.start:
            self._chips_moved(log.people[number])
        if hand.over:
            self._settle(hand, log, change)

    def _settle(self, hand: PotRound, log: RoundLog, change: Change) -> None:
        table = self._table_id
        for number, (amount, back) in hand.side_results.items():
            moves = ((felt(table), -amount), (stack(table, number), back), (bank(table), amount - back))
            change.entry(self._store.round_entry(log, f"side:{number}", "wager against the house settled", moves))
        put_in = pot_view.put_in(hand)
        won = dict.fromkeys(hand.start, 0)
        for item in hand.pots:
            for number, amount in item["paid"].items():
                won[number] += amount
        for number in hand.start:
            amount, back = hand.side_results.get(number, (0, 0))
            change.insert(
                schema.round_people,
                {
                    "round_id": log.round_id,
                    "seat": number,
                    "person_id": log.people[number],
                    "staked": put_in[number] + amount,
                    "returned": won[number] + back,
                    "words": hand.view(number).words(number)[:200],
                },
            )
        settled = [(hand.game.side_wager, amount, back) for amount, back in hand.side_results.values()]
        takings.add(change, table, settled)
        summary = pot_view.summary(hand) | round_records.played_for(log)
        if self._rabbit_hunt and hand.undealt:
            summary |= round_records.showed_undealt(hand)
        round_records.end(change, log, summary)


def fresh_key(what: str) -> str:
    """A key for an entry that no round's number names."""
    return f"{what}:{secrets.token_hex(10)}"
