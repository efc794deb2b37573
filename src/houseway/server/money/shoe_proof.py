"""Proving that a kept shoe went on from round to round: each round began with what the one before had left."""

from __future__ import annotations

from collections import Counter

from houseway.errors import HousewayError
from houseway.server.money.proved import Proof
from houseway.server.storage.round_records import StoredRound
from houseway.table.kept_shoe import ShoeState
from houseway.table.pot_round import PotRound
from houseway.table.round import Round

TITLE = "Every round of a kept shoe began with the shoe that the round before had left"


class ShoeChains:
    """Every table's rounds, looked at in their order."""

    def __init__(self) -> None:
        self.proof = Proof(TITLE)
        self._left: dict[int, ShoeState] = {}  # by table: what the round before left
        self._unknown: dict[int, ShoeState] = {}  # or what it began with, where it cannot be played again
        self._lost: set[int] = set()  # tables whose round before cannot be read at all

    def look(self, stored: StoredRound, played: Round | PotRound | None) -> None:
        """The next round of a table; `played` is None where it is void or cannot be played again."""
        if stored.damage:  # told elsewhere; what it has left nobody knows
            self._left.pop(stored.table_id, None)
            self._unknown.pop(stored.table_id, None)
            self._lost.add(stored.table_id)
            return
        try:
            began = stored.shoe_before
        except HousewayError as error:
            self.proof.looked_at += 1
            self.proof.found(f"Round {stored.id} began with no shoe that can be read: {error}")
            return
        if began is None:
            return
        self.proof.looked_at += 1
        if stored.table_id not in self._lost and not self._follows(stored.table_id, began):
            self.proof.found(
                f"Round {stored.id} began with another shoe than the round before it left at table {stored.table_id}."
            )
        self._left.pop(stored.table_id, None)
        self._unknown.pop(stored.table_id, None)
        self._lost.discard(stored.table_id)
        left = self._after(stored, played)
        if left is not None:
            self._left[stored.table_id] = left
        else:
            self._unknown[stored.table_id] = began

    def _after(self, stored: StoredRound, played: Round | PotRound | None) -> ShoeState | None:
        if isinstance(played, Round) and played.over:
            return played.shoe_after
        return stored.shoe_after() if stored.void is not None else None

    def _follows(self, table_id: int, began: ShoeState) -> bool:
        left, before = self._left.get(table_id), self._unknown.get(table_id)
        if left is not None:
            return began == left
        if before is None:
            return began == ShoeState(began.cut)
        if began.number != before.number:  # it was shuffled, or begun anew by a server that could not go on with it
            return began == ShoeState(began.cut, before.number + 1)
        goes_on = began.round == before.round + 1 and not Counter(before.gone) - Counter(began.gone)
        return goes_on or began == before
