"""What the exercises examine: every step of the procedure and every row of every pay table, with the kinds that can.

Nothing is listed by hand: an exercise of the kind is made about each item, and it says itself what it examines.
"""

from __future__ import annotations

from typing import Any

from houseway.rules.game import TableGame
from houseway.train.exercise import UnmetWish
from houseway.train.items import all_items
from houseway.train.registry import dealer_kinds, make

SEED = "coverage"


def coverage(game: TableGame[Any], kinds: tuple[str, ...] = ()) -> dict[str, tuple[str, ...]]:
    """Every item with the kinds of exercises that examine it: none where nothing does."""
    found: dict[str, list[str]] = {item: [] for item in all_items(game)}
    for kind in kinds or dealer_kinds(game):
        for item, known in found.items():
            if kind not in known:
                try:
                    examined = make(game, kind, SEED, item).covers
                except UnmetWish:
                    continue
                for covered in examined:
                    if covered in found and kind not in found[covered]:
                        found[covered].append(kind)
    return {item: tuple(known) for item, known in found.items()}
