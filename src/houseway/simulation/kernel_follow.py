"""One hand followed through the tree with real cards: what a plan decides, and which cards it is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.odds.backward_induction import Plan
from houseway.odds.levels import Level
from houseway.odds.nodes import Chance, Choice, End, Node, Split
from houseway.odds.tree import Tree
from houseway.odds.universe import canonical, keys
from houseway.rules.game import Decision
from houseway.simulation.kernel_tables import AREAS, OWN, Point, inserted_at, thrown_order


class Followed(NamedTuple):
    """What a hand was dealt, by pile, what it decided, and how many cards of its own it used."""

    piles: dict[str, list[Card]]
    decisions: list[Decision]
    used: int


class Follower:
    """Walks a tree following a plan; situations are looked up card by card, without the compiled tables."""

    def __init__(self, tree: Tree, plan: Plan, point: Any) -> None:
        self.tree, self.plan = tree, plan
        self._point: Any = point  # from a node that deals to its Point
        self._keys: dict[Level, NDArray[Any]] = {}

    def follow(self, shared: Sequence[Card], own: Sequence[Card]) -> Followed:
        """`shared` are the dealer's and the community cards, `own` those dealt to the hand, as many as it needs."""
        node: Node = self.tree.root
        row: list[Card] = []
        used, decisions = 0, []
        piles: dict[str, list[Card]] = {area: [] for area in AREAS}
        while not isinstance(node, End):
            if isinstance(node, Chance):
                point: Point = self._point(node)
                start = used if point.source == OWN else point.source
                cards = list((own if point.source == OWN else shared)[start : start + point.size])
                if point.source == OWN:
                    used += point.size
                    piles[point.area] += cards
                at = inserted_at(node.level, node.child.level)
                row = [*row[:at], *cards, *row[at:]]
                node = node.child
                row = self._sorted(node.level, row)
            elif isinstance(node, Split):
                state = self._state(node.level, row)
                node = next(child for states, child in node.parts if state in states)
            else:
                assert isinstance(node, Choice)
                node, row, decision = self._chosen(node, row)
                decisions.append(decision)
        return Followed(piles, decisions, used)

    def _chosen(self, node: Choice, row: list[Card]) -> tuple[Node, list[Card], Decision]:
        taken = int(self.plan[node][self._state(node.level, row)])
        for option in node.options:
            if taken < len(option.states):
                break
            taken -= len(option.states)
        decision = option.template
        if option.thrown is not None:
            thrown = option.thrown[taken]
            decision = decision._replace(discard=tuple(row[column] for column in thrown))
            row = self._sorted(option.node.level, [row[column] for column in thrown_order(node.level, thrown)])
        return option.node, row, decision

    def _canonical(self, level: Level, row: list[Card]) -> tuple[NDArray[np.uint8], list[int]]:
        """The situation's row, and each card's face in it."""
        universe = level.universe
        faces = universe.faces(row)
        made, names = np.array([faces], np.uint8).reshape(1, len(row)), np.zeros((1, 4), np.int8)
        canonical(made, level.bounds(), universe.rank, universe.suit, universe.face_of, universe.alike, names)
        return made, [
            int(universe.face_of[universe.rank[face], names[0, universe.suit[face]]])
            if universe.suit[face] >= 0
            else face
            for face in faces
        ]

    def _sorted(self, level: Level, row: list[Card]) -> list[Card]:
        """The cards in the order of the situation's columns."""
        _, faces = self._canonical(level, row)
        found: list[Card] = []
        for group in level.groups:
            part = range(len(found), len(found) + group.size)
            found += [row[column] for column in sorted(part, key=lambda column: faces[column])]
        return found

    def _state(self, level: Level, row: list[Card]) -> int:
        if level not in self._keys:
            self._keys[level] = keys(level.rows)
        made, _ = self._canonical(level, row)
        found = np.flatnonzero(self._keys[level] == keys(made)[0])
        assert len(found) == 1, "every situation is in its level"
        return int(found[0])
