"""What odds are called: a wager and how its hand is played, so that one label always carries one figure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.odds.solution import BestPlay, Solution, WagerOdds
from houseway.rules.game import Game
from houseway.rules.wagers import listed

FOR_ITSELF = "played for itself"


def with_main(game: Game[Any]) -> str:
    """How a side wager is played beside the main wager."""
    return f"played with {game.wager[game.wagers.main].name}'s best strategy"


def odds_label(game: Game[Any], solution: Solution, odds: WagerOdds) -> str:
    """The wager's name, and how the hand is played where the wager depends on that."""
    name, own = game.wager[odds.wager].name, solution.own_plays.get(odds.wager)
    if own is None:
        return name
    return f"{name}, {FOR_ITSELF if odds is own.odds else with_main(game)}"


def table_title(game: Game[Any], solution: Solution, odds: WagerOdds) -> str:
    """As `odds_label`; the strategy's name where that says how the hand is played."""
    label = odds_label(game, solution, odds)
    return label if odds.wager in solution.own_plays else f"{label}, strategy {odds.strategy}"


def stakes_text(game: Game[Any], play: BestPlay) -> str:
    """`1 on Play and 2 on Pocket Roo`."""
    return listed([f"{stake} on {game.wager[wager].name}" for wager, stake in play.stakes.items()])


def compared_plays(game: Game[Any], solution: Solution, joint: BestPlay) -> Iterator[tuple[str, BestPlay]]:
    """The plays of a hand, each with what it is called and with what it is worth to the stakes of the joint play."""
    main = {odds.wager: odds.expected_value for odds in solution.wagers}
    yield f"{game.wager[solution.main.wager].name} alone", BestPlay(joint.stakes, main)
    for side, own in solution.own_plays.items():
        yield f"{game.wager[side].name} alone", BestPlay(joint.stakes, {**main, **own.means})
    yield "all stakes together", joint
