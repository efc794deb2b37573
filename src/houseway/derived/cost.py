"""What a count will cost, estimated before it starts."""

from __future__ import annotations

import random
from math import comb
from typing import Any, NamedTuple

from houseway.derived.by_suit import shape_of
from houseway.derived.walk import Walker, choices
from houseway.rules.game import Game, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal, Decide, Face, Take, Turn

CLASS_SECONDS, SETTLE_SECONDS, ROW_SECONDS = 5e-6, 20e-6, 4e-7  # of one question, one settlement, one situation
BY_SUIT_SECONDS = 4.0
RENAMINGS = 24


class Cost(NamedTuple):
    """Situations up to suit isomorphism, questions to the rules, and the estimated time."""

    situations: int
    questions: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.questions:,} questions to the rules, about {span(self.seconds)}"


def span(seconds: float) -> str:
    """`40 seconds`, `3 minutes`, `5 hours`."""
    for unit, size in (("day", 86_400.0), ("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 1.5 * size:
            return f"{seconds / size:,.0f} {unit}s"
    return f"{max(1, round(seconds))} second{'s' if seconds >= 1.5 else ''}"


def cost_of(game: Game[Any]) -> Cost:
    """An estimate from the procedure: cards dealt together form sets, isomorphic suits are merged where possible."""
    if shape_of(game) is not None:
        return Cost(0, 0, BY_SUIT_SECONDS)
    faces = len(set(game.deck)) if game.suits_count else len({card.rank for card in game.deck})
    merges = RENAMINGS if game.suits_count and game.suits_alike else 1

    def sets(left: int, size: int) -> int:
        return comb(max(left, 0) if game.suits_count else faces + size - 1, size)

    left, own, shared, dealers, kept = len(game.deck), 1, 1, 1, 0
    walker = Walker(game)
    last = max((index for index, step in enumerate(walker.steps) if isinstance(step, Decide)), default=-1)
    takes = any(isinstance(step, Take) for step in walker.steps)
    for index, step in enumerate(walker.steps):
        if not isinstance(step, Deal):
            continue
        if step.to == PLAYERS:
            ways = sets(left, step.count) if step.count else drawn_ways(game, walker, left, faces)
            own *= ways
            left -= step.count
        elif step.to == COMMUNITY or (index < last and (step.face is Face.UP or _turned(walker, index, last))):
            shared *= sets(left, step.count)
            left -= step.count
        else:
            kept += step.count
            dealers *= sets(left, step.count)
            left -= step.count
    if takes:
        own *= 3
    situations = max(1, own * shared // merges)
    if game.has_classes:
        questions = situations + max(1, dealers * shared // merges)
        return Cost(situations, questions, questions * CLASS_SECONDS + situations * ROW_SECONDS)
    questions = situations * dealers
    return Cost(situations, questions, questions * SETTLE_SECONDS)


def _turned(walker: Walker, index: int, last: int) -> bool:
    return any(isinstance(step, Turn) and step.whose == DEALER for step in walker.steps[index:last])


def drawn_ways(game: Game[Any], walker: Walker, left: int, faces: int) -> int:
    """The number of possible draws, from the offers made to one random hand."""
    rng = random.Random(1)  # noqa: S311 - any hand will do
    step = next((step for step in walker.steps if isinstance(step, Decide)), None)
    deals = [step for step in walker.steps if isinstance(step, Deal) and step.to == PLAYERS]
    dealt = sum(step.count for step in deals if step.area == "dealt")
    if step is None or not dealt:
        return 1
    spot = Spot(1, walker.stakes, tuple(rng.sample(sorted(game.deck), dealt)))
    thrown: set[tuple[Any, ...]] = set()
    for _, decision in choices(game.offers(step.at, spot)):
        thrown.add(decision.discard or ())
    cards = left if game.suits_count else faces
    return sum(comb(cards, len(cards_thrown)) for cards_thrown in thrown) or 1
