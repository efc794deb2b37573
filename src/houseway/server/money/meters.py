"""Progressive meters: each is a pool in the ledger that tables with the same progressive share."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import orjson

from houseway.rules.game import Game
from houseway.server.money.ledger import BONUS, Entry, Ledger, pool
from houseway.server.storage.journal import Change


class Meters:
    """What every meter stands at."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def amount(self, key: str) -> int:
        return self._ledger.balance(pool(key))

    def seed(self, change: Change, game: Game[Any]) -> None:
        """A meter that has never run starts from its seed, paid by the bonus bank."""
        key = meter_key(game)
        if key is not None and game.wagers.meter_seed and not self.amount(key):
            postings = ((BONUS, -game.wagers.meter_seed), (pool(key), game.wagers.meter_seed))
            change.entry(Entry(f"meter:{key}:{secrets.token_hex(8)}", "a progressive meter starts", postings))


def meter_key(game: Any) -> str | None:
    """Tables with the same game and progressive share a meter; None for a game without one."""
    if not isinstance(game, Game) or game.wagers.progressive is None:
        return None
    wager = game.wagers.progressive
    rate = game.wagers.meter_share(1_000_000)
    hands = [hand.name for hand in wager.hands]
    rules = [game.id, wager.id, wager.fixed, game.wagers.meter_seed, rate, hands, str(wager.prizes)]
    return f"{game.id}:{hashlib.sha256(orjson.dumps(rules)).hexdigest()[:12]}"
