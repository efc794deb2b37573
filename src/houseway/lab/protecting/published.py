"""What others have published about a game's protection, held against the count."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from houseway.lab.protecting.estimates import Estimate
from houseway.lab.protecting.words import signed
from houseway.odds.sheet import modules_beside
from houseway.rules.game import Game


class Published(NamedTuple):
    """A player's edge as published: to the last digit that is printed, for perfect use or for a simpler strategy."""

    edge: Fraction
    digit: Fraction
    perfect: bool
    source: str


def published_of(game: Game[Any]) -> dict[str, Published]:
    """By study, from the module `published` next to the game's rules; they are about the usual rules alone."""
    if game.fingerprint != type(game).make().fingerprint:
        return {}
    return {
        key: Published(*row)
        for module in modules_beside(game, "published")
        for key, row in getattr(module, "PROTECTION", {}).items()
    }


def verdict(printed: Published, plain: Fraction, estimate: Estimate) -> str:
    """Whether the count agrees."""
    low, high = (float(plain) + end for end in estimate.interval)
    half = float(printed.digit) / 2
    ours = f"the count gives {signed(plain + estimate.gain)}"
    if not estimate.exact:
        ours += f" (95% interval {signed(low)} to {signed(high)})"
    said = f"Published is {signed(printed.edge, 1)} ({printed.source}); {ours}"
    if printed.perfect:
        agrees = low <= float(printed.edge) + half and high >= float(printed.edge) - half
        return f"{said}: they {'agree' if agrees else 'do not agree'}."
    if high >= float(printed.edge) - half:
        return f"{said} for perfect use, which can only be worth more: they do not contradict each other."
    return f"{said} for perfect use, which cannot be worth less: they do not agree."
