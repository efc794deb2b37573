"""The ledger: double entry in whole cents.

Every entry moves chips between accounts, sums to zero, has a reason and a key that can be used once. Balances are held
in memory, because this process is the only writer, and the database checks them again. The journal writes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.money import dollars
from houseway.server.refusals import Refusal, ServerError
from houseway.server.storage import schema

MINT = "mint"
BONUS = "bonus"
LARGEST = 2**62  # no sum of two such amounts leaves the database's 64 bits
_KINDS = frozenset({"wallet", "bank", "felt", "stack", "pot", "pool", BONUS, MINT})


def wallet(person_id: int) -> str:
    return f"wallet:{person_id}"


def bank(table_id: int) -> str:
    return f"bank:{table_id}"


def felt(table_id: int) -> str:
    """The wagers that lie on a table's layout."""
    return f"felt:{table_id}"


def stack(table_id: int, seat: int) -> str:
    return f"stack:{table_id}:{seat}"


def pot(table_id: int) -> str:
    return f"pot:{table_id}"


def pool(meter: str) -> str:
    """The money behind a progressive meter."""
    return f"pool:{meter}"


class LedgerRefused(Refusal):
    """The ledger does not take this: `not_enough_chips`, `already_done` (a key used before) or `books_refused`."""


class Entry(NamedTuple):
    """Chips that move: (account key, cents) pairs that sum to zero."""

    key: str
    reason: str
    postings: tuple[tuple[str, int], ...]
    round_id: int | None = None
    table_id: int | None = None
    made_by: int | None = None  # whoever of the pit made it, where no rule does
    confirmed_by: int | None = None  # and who else had to agree


class Account:
    __slots__ = ("balance", "id", "key", "kind", "limited")

    def __init__(self, number: int, key: str, balance: int) -> None:
        self.id = number
        self.key = key
        self.kind = key.partition(":")[0]
        self.limited = self.kind in schema.NEVER_BELOW_ZERO
        self.balance = balance


class Staged:
    """What a batch of entries will do to the ledger, before the database has said yes."""

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.deltas: dict[str, int] = {}
        self.opened: dict[str, Account] = {}
        self.entries: list[dict[str, Any]] = []
        self.postings: list[dict[str, Any]] = []


class Ledger:
    """All accounts with their balances as committed."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}
        self._next_account = 1
        self._next_entry = 1

    async def load(self, connection: AsyncConnection) -> None:
        rows = await connection.execute(
            sa.select(schema.accounts.c.id, schema.accounts.c.key, schema.accounts.c.balance)
        )
        self._accounts = {key: Account(number, key, _cents(key, balance)) for number, key, balance in rows}
        self._next_account = 1 + max((account.id for account in self._accounts.values()), default=0)
        last = await connection.scalar(sa.select(sa.func.max(schema.entries.c.id)))
        self._next_entry = 1 + (last or 0)

    def balance(self, key: str) -> int:
        """What the account holds, 0 for one that nothing was ever posted to."""
        account = self._accounts.get(key)
        return account.balance if account else 0

    def balances(self, kind: str) -> dict[str, int]:
        """All accounts of a kind."""
        return {key: account.balance for key, account in self._accounts.items() if account.kind == kind}

    @property
    def imbalance(self) -> int:
        """The sum of all balances: 0, or the ledger is wrong."""
        return sum(account.balance for account in self._accounts.values())

    # --- for the journal alone ---

    def stage(self, staged: Staged, entries: Iterable[Entry], now: int) -> None:
        """Add a change's entries to a batch, or refuse them all and leave the batch as it was."""
        keys: set[str] = set()
        deltas: dict[str, int] = {}
        for entry in entries:
            _check(entry)
            if entry.key in staged.keys or entry.key in keys:
                raise LedgerRefused("already_done", f"The entry {entry.key!r} is in the ledger already.")
            keys.add(entry.key)
            for key, amount in entry.postings:
                deltas[key] = deltas.get(key, 0) + amount
            for key, _ in entry.postings:  # after each entry, not only at the end: the ledger can be replayed
                self._check_balance(key, self.balance(key) + staged.deltas.get(key, 0), deltas[key])
        staged.keys |= keys
        for key, delta in deltas.items():
            staged.deltas[key] = staged.deltas.get(key, 0) + delta
        for entry in entries:
            self._write(staged, entry, now)

    def _check_balance(self, key: str, before: int, delta: int) -> None:
        if abs(before + delta) > LARGEST:
            raise LedgerRefused("books_refused", "No account can hold that much.")
        if before + delta < 0 and delta < 0 and key.partition(":")[0] in schema.NEVER_BELOW_ZERO:
            raise LedgerRefused(
                "not_enough_chips", f"That takes {dollars(-delta)}, and there is {dollars(max(before, 0))}."
            )

    def _write(self, staged: Staged, entry: Entry, now: int) -> None:
        number = self._next_entry
        self._next_entry += 1
        staged.entries.append(
            {
                "id": number,
                "key": entry.key,
                "reason": entry.reason,
                "round_id": entry.round_id,
                "table_id": entry.table_id,
                "made": now,
                "made_by": entry.made_by,
                "confirmed_by": entry.confirmed_by,
            }
        )
        amounts: dict[str, int] = {}
        for key, amount in entry.postings:
            amounts[key] = amounts.get(key, 0) + amount
        staged.postings.extend(
            {"entry_id": number, "account_id": self._account(staged, key).id, "amount": amount}
            for key, amount in amounts.items()
        )

    def _account(self, staged: Staged, key: str) -> Account:
        account = self._accounts.get(key) or staged.opened.get(key)
        if account is None:
            account = staged.opened[key] = Account(self._next_account, key, 0)
            self._next_account += 1
        return account

    def account_id(self, staged: Staged, key: str) -> int:
        return self._account(staged, key).id

    def keep(self, staged: Staged) -> None:
        """The batch is durable: these are the balances now."""
        self._accounts.update(staged.opened)
        for key, delta in staged.deltas.items():
            if key in self._accounts:
                self._accounts[key].balance += delta


def _cents(key: str, balance: Any) -> int:
    if type(balance) is not int:  # SQLite keeps anything
        raise ServerError(f"The ledger cannot be read: the account {key} holds {balance!r}, which is no amount.")
    return balance


def _check(entry: Entry) -> None:
    if not entry.key or len(entry.key) > 200 or not entry.reason or len(entry.reason) > 200:
        raise LedgerRefused("books_refused", "An entry has a key and a reason, of at most 200 characters each.")
    if entry.confirmed_by is not None and entry.made_by in (None, entry.confirmed_by):
        raise LedgerRefused("books_refused", "An entry that somebody confirms was made by somebody else.")
    total = 0
    for key, amount in entry.postings:
        if type(amount) is not int:
            raise LedgerRefused("books_refused", f"A posting is whole cents, not {amount!r}.")
        if abs(amount) > LARGEST:
            raise LedgerRefused("books_refused", "No account can hold that much.")
        if key.partition(":")[0] not in _KINDS or len(key) > 100:
            raise LedgerRefused("books_refused", f"{key!r} is no account.")
        total += amount
    if total or not entry.postings:
        raise LedgerRefused("books_refused", f"An entry sums to zero; {entry.key!r} sums to {total}.")
