"""Rules that differ in their pays alone have the same shape: what is counted for one may serve to price the others."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields
from typing import Any

from houseway.rules.game import Game
from houseway.rules.options import PayTableOption, PrizesOption


def shape_of(game: Game[Any]) -> tuple[Hashable, ...]:
    """Everything about the rules but their pays; whether a wager is offered at all is no matter of pays."""
    found: list[Hashable] = [game.id, game.rules_version]
    for item in fields(game.options):
        kind, value = item.metadata["kind"], getattr(game.options, item.name)
        pays = isinstance(kind, PayTableOption | PrizesOption)
        found.append(value is None if pays else kind.show(value))
    return tuple(found)
