"""What tables may ask about a person's chips: how many are in the wallet, and how many lie on tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from houseway.money import dollars
from houseway.server.money.ledger import Ledger, wallet
from houseway.server.refusals import Refusal


class Chips:
    """Wallets as the ledger has them, and the chips on layouts and in stacks as the tables last published them."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._at_tables: Counter[int] = Counter()
        self._published: dict[int, list[tuple[int, int]]] = {}

    def in_wallet(self, person_id: int) -> int:
        return self._ledger.balance(wallet(person_id))

    def check(self, person_id: int, price: int) -> None:
        """Refuse what the wallet cannot pay."""
        held = self.in_wallet(person_id)
        if price > held:
            raise Refusal("not_enough_chips", f"That takes {dollars(price)}, and you have {dollars(held)}.")

    def at_tables(self, person_id: int) -> int:
        return self._at_tables[person_id]

    def publish(self, table_id: int, held: Iterable[tuple[int, int]]) -> None:
        """What each person has at this table now, as (person, cents); it replaces what was published before."""
        for person_id, cents in self._published.pop(table_id, ()):
            self._at_tables[person_id] -= cents
        told = [(person_id, cents) for person_id, cents in held if cents]
        if told:  # a table that nobody has chips at is forgotten: tables come and go
            self._published[table_id] = told
        for person_id, cents in told:
            self._at_tables[person_id] += cents
