"""Which option says what a wager pays, and a game with other pays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from houseway.rules.game import Game
from houseway.rules.options import PayTableOption, PrizesOption, option_name
from houseway.rules.pay_tables import Pays, Prizes
from houseway.rules.wagers import Wager

G = TypeVar("G", bound=Game[Any])


def option_of(game: Game[Any], wager: Wager) -> str | None:
    """The option that sets the pays or prizes of a wager; None where the rules fix them, or where there are none."""
    for item in fields(game.options):
        kind, value = item.metadata["kind"], getattr(game.options, item.name)
        if value is None:
            continue
        if isinstance(kind, PayTableOption) and kind.table is wager.table and value == wager.pays:
            return option_name(item)
        if isinstance(kind, PrizesOption) and value == wager.prizes:
            return option_name(item)
    return None


def pays_of(game: Game[Any], option: str) -> Pays | Prizes:
    """The value of such an option."""
    found = next(getattr(game.options, item.name) for item in fields(game.options) if option_name(item) == option)
    assert isinstance(found, Pays | Prizes)
    return found


def with_pays(game: G, changes: Mapping[str, Pays | Prizes]) -> G:
    """The same game but for some pays."""
    return type(game)(game.options.changed(changes), game.edition)
