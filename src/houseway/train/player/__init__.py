"""The player's training: decisions against the house and chances among players, graded by the exact odds."""

from __future__ import annotations

from typing import Any

from houseway.rules.game import Game


def prepare(game: Game[Any]) -> None:
    """Work out what the first exercise would have to wait for: counting a game may take seconds, once."""
    from houseway.train.player.hands import Hands

    exercise = Hands(game, "prepare")
    while not exercise.over:
        exercise.answer(exercise.key_answer())
