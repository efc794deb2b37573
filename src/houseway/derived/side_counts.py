"""Side wagers counted by themselves: over every set of the cards that they look at, whatever the main game is."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from houseway.counting.game_odds import Labels
from houseway.derived.levels import extend, start
from houseway.derived.limits import Meter
from houseway.derived.outcomes import OutcomeRegistry
from houseway.derived.situations import Atom, Situation, SpotBuilder
from houseway.derived.universe import Universe
from houseway.derived.walk import ASIDE, OWN, NeedsCards, flat, opening_stakes
from houseway.rules.game import Game
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal

MOST_SETS = 20_000_000  # larger counts are left to the sample
BLOCK = 10_000  # settlements between two looks at the clock


def count_side(game: Game[Any], labels: Labels[Any], side: str) -> dict[tuple[Any, ...], int] | None:
    """The number of sets of cards for each line of a side wager's table.

    None if it depends on decisions or on cards that may not be dealt, or if there are too many sets.
    """
    registry = OutcomeRegistry(game, labels)
    deals = _deals(game)
    looks: list[str] = []
    while True:
        chosen = [deal for deal in deals if deal[0] in looks]
        sets, left = 1, len(game.deck)
        for _, size in chosen:
            sets, left = sets * comb(left, size), left - size
        if sets > MOST_SETS:
            return None
        found = _counted(game, registry, side, chosen)
        if not isinstance(found, NeedsCards):
            return found
        kind = {"own": "dealt"}.get(found.args[0], found.args[0])
        if kind in looks or kind not in {where for where, _ in deals}:
            return None
        looks.append(kind)


def _deals(game: Game[Any]) -> list[tuple[str, int]]:
    """Where cards are dealt to, and how many together; a pile that is not always dealt is left out.

    Where a game has classes, the cards of a pile count as one set, as everywhere in the count.
    """
    found: list[tuple[str, int]] = []
    unsure = set()
    for step in flat(game.procedure):
        if isinstance(step, Deal):
            where = step.area if step.to == PLAYERS else step.to
            if step.when or not step.count or where not in ("dealt", COMMUNITY, DEALER):
                unsure.add(where)
            found.append((where, step.count))
    found = [deal for deal in found if deal[0] not in unsure]
    if not game.has_classes:
        return found
    return [(where, sum(size for other, size in found if other == where)) for where in dict(found)]


def _counted(
    game: Game[Any], registry: OutcomeRegistry, side: str, deals: list[tuple[str, int]]
) -> dict[tuple[Any, ...], int] | NeedsCards:
    level, weights, atoms = start(Universe(game.deck, suits=game.suits_count, alike=game.suits_alike)), None, []
    weights = np.ones(1, np.int64)
    looks = {where for where, _ in deals}
    laid = 0
    for where, size in deals:
        group = f"{where} {level.width:02}"
        if where == DEALER:
            atoms.append(Atom(size, where=group))
        laid += size if where == COMMUNITY else 0
        child, link = extend(level, group, size)
        after = np.zeros(len(child), np.int64)
        parents = np.repeat(np.arange(len(level)), np.diff(link.starts))
        np.add.at(after, link.children, weights[parents] * link.ways)
        level, weights = child, after
    if DEALER not in looks:
        atoms.append(Atom(1))  # unseen
    situation = Situation(
        opening_stakes(game), dealer=tuple(atoms), community=0 if COMMUNITY in looks else 1, laid=laid
    )
    builder = SpotBuilder(game, level, situation)
    found: dict[tuple[Any, ...], int] = {}
    meter = Meter(f"counting {side}", len(level))
    for index, row in enumerate(level.rows.tolist()):
        if not index % BLOCK:
            meter.done(index)
        spot, house = builder(row)
        spot = spot._replace(drawn=OWN, aside=ASIDE, decisions=OWN)
        if "dealt" not in looks:
            spot = spot._replace(dealt=OWN)
        answers = [registry.side_pay(side, spot._replace(folded=folded), house) for folded in (False, True)]
        for answer in answers:
            if isinstance(answer, NeedsCards):
                return answer
        if answers[0] != answers[1]:
            return NeedsCards("decisions")
        found[answers[0]] = found.get(answers[0], 0) + int(weights[index])
    return found
