"""Opening a table: what is asked for becomes rules, limits and settings, or is refused."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from houseway.catalog import any_game_class
from houseway.errors import WagerError
from houseway.rules.game import TableGame
from houseway.rules.limits import Limits
from houseway.rules.payouts import check_payouts
from houseway.rules.pot_game import PotGame
from houseway.server.money import takings
from houseway.server.refusals import Refusal
from houseway.server.storage import schema
from houseway.server.storage.journal import Change, now_ms
from houseway.server.storage.stored_tables import limits_of
from houseway.server.tables.setup import TableSetup
from houseway.table.room import BuyIn

NAME_LENGTH = 80


class Opening(NamedTuple):
    """A table that may be opened."""

    name: str
    game: TableGame[Any]
    stated_limits: Mapping[str, Any]
    jurisdiction: str
    limits: Limits
    locked: bool
    settings: Mapping[str, Any]

    def setup(self, table_id: int) -> TableSetup:
        return TableSetup(table_id, self.name, self.game, self.limits, self.locked, self.settings)

    def store(self, table_id: int, change: Change) -> None:
        game = self.game
        change.insert(
            schema.tables,
            {
                "id": table_id,
                "name": self.name,
                "game": game.id,
                "edition": game.edition,
                "options": game.options.values(),
                "limits": self.stated_limits,
                "jurisdiction": self.jurisdiction,
                "fingerprint": game.fingerprint,
                "locked": self.locked,
                "settings": self.settings,
                "room": None,
                "opened": now_ms(),
                "closed": None,
            },
        )
        takings.begin(change, table_id, [wager.id for wager in game.wagers])


def checked(
    request: Mapping[str, Any], taken_names: Collection[str], *, house: str = "", opened_by: int | None = None
) -> Opening:
    """The table that a request asks for; its settings say why the house opened it, or who did.

    An `approved_fingerprint` locks it to the rules that were approved.
    """
    kind = any_game_class(str(request["game"]))
    game = kind.make(request.get("edition") or None, request.get("options") or {})
    approved = request.get("approved_fingerprint") or ""
    if approved and approved != game.fingerprint:
        raise Refusal(
            "fingerprint_differs",
            f"These rules have the fingerprint {game.fingerprint}, not the approved {approved}.",
        )
    law = str(request.get("jurisdiction") or "none")
    stated = {name: dict(bounds) for name, bounds in (request.get("limits") or {}).items()}
    limits = limits_of(stated, law)
    settings = _settings(request, game)
    check_payouts(game, limits, settings.get("seats", game.seats))
    origin = {"house": house} if house else {"opened_by": opened_by}
    name = free_name(" ".join(str(request.get("name") or game.name).split()), taken_names)
    return Opening(name, game, stated, law, limits, bool(approved), settings | origin)


def free_name(wanted: str, taken: Collection[str]) -> str:
    """Return the wanted name, or with the next free number at its end if an open table has it."""
    used, name = {other.casefold() for other in taken}, wanted[:NAME_LENGTH]
    match = re.fullmatch(r"(.*?) (\d{1,6})", name)
    base, number = (match[1], int(match[2])) if match else (name, 1)
    while name.casefold() in used:
        number += 1
        name = f"{base[: NAME_LENGTH - 1 - len(str(number))]} {number}"
    return name


def _settings(request: Mapping[str, Any], game: TableGame[Any]) -> dict[str, Any]:
    """What a table has besides its rules: seats, and among players the buy-in and programs."""
    found: dict[str, Any] = {}
    seats = request.get("seats")
    least = 2 if isinstance(game, PotGame) else 1
    if seats is not None:
        if type(seats) is not int or not least <= seats <= game.seats:
            raise WagerError(f"{game.name} has {least} to {game.seats} seats, not {seats}.")
        found["seats"] = seats
    buy_in = request.get("buy_in")
    if not isinstance(game, PotGame):
        if buy_in or request.get("opponents"):
            raise WagerError("A buy-in and opponents are for games among players.")
        return found
    found["opponents"] = bool(request.get("opponents"))
    if buy_in:
        with contextlib.suppress(KeyError, TypeError):
            bounds = BuyIn(buy_in["least"], buy_in["most"])
            if bounds.least < game.options.big_blind:
                raise WagerError("The smallest buy-in must be a big blind at least.")
            return {**found, "buy_in": {"least": bounds.least, "most": bounds.most}}
        raise WagerError("A buy-in has least and most, in cents.")
    return found
