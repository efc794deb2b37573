"""Why a count would take long: the step that multiplies the deals most, and what a game may declare against it."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

from houseway.errors import HousewayError
from houseway.odds.apart import with_members
from houseway.odds.board_shape import Shape
from houseway.odds.cost import cost_of, discards_of
from houseway.odds.sheet import OddsSheet
from houseway.odds.walk import Walker
from houseway.rules.game import Game
from houseway.rules.procedure import COMMUNITY, Deal, Decide, StepPath, step_number, with_paths


def why_long(game: Game[Any]) -> str:
    """The reason in sentences."""
    path, ways = max(_multiplied(game), key=lambda found: found[1])
    return " ".join([f"Step {step_number(path)} multiplies the deals most, by {ways:,}.", *_declarations(game)])


def _multiplied(game: Game[Any]) -> Iterator[tuple[StepPath, int]]:
    """Every step that deals cards, or lets a player throw some, and by how much the deals are more with it."""
    left, discards = len(game.deck), discards_of(game, Walker(game))
    thrown = max(discards)
    for path, step in with_paths(game.procedure):
        if isinstance(step, Deal):
            count = min(step.count or thrown, left)
            yield path, comb(left, count)
            left -= count
        elif isinstance(step, Decide):
            yield path, sum(discards.values())


def _declarations(game: Game[Any]) -> Iterator[str]:
    """What would help, as sentences; one that there is none if so."""
    helps = []
    if not game.has_classes:
        helps.append(
            "A ranking, or player_class and dealer_class, would ask about each hand once, not each against each."
        )
    if any(isinstance(step, Deal) and step.to == COMMUNITY for step in game.procedure):
        try:
            Shape(game, OddsSheet(game))
        except HousewayError as error:
            helps.append(str(error))
    if game.suits_count:
        cost, plain = cost_of(game), cost_of(with_members(game, suits_count=False))
        if 2 * plain.seconds < cost.seconds:
            helps.append(f"If no wager and no offer looks at suits, suits_count = False makes it {plain}.")
    yield from helps or ["Nothing that a game can declare would make it shorter."]
