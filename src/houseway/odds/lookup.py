"""Finds the decision node and the situation that given cards belong to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from houseway.cards import Card
from houseway.errors import CardError
from houseway.odds.game_odds import History, Known
from houseway.odds.levels import merged
from houseway.odds.nodes import Choice
from houseway.odds.situations import SpotBuilder
from houseway.odds.universe import Universe, keys
from houseway.rules.game import Game, Spot

Sizes = tuple[int, int, int]  # of the player's own cards, the shared ones, the dealer's


class FoundSituation(NamedTuple):
    """A situation at a decision node, the spot as the player sees it, and how faces are renamed to canonical form."""

    choice: Choice
    state: int
    spot: Spot
    renaming: dict[int, int]

    def own_cards(self) -> dict[int, Card]:
        """The player's own card behind each column of the situation."""
        universe, level = self.choice.level.universe, self.choice.level
        dealt = level.columns([group.where for group in level.groups if group.where.startswith("dealt")])
        left = list(self.spot.dealt)
        found = {}
        for column in dealt:
            face = int(level.rows[self.state][column])
            card = next(card for card in left if self.renamed(universe.number[card]) == face)
            left.remove(card)
            found[column] = card
        return found

    def renamed(self, face: int) -> int:
        return self.renaming.get(face, face)


def find_situation(game: Game[Any], choices: Sequence[Choice], known: Known) -> FoundSituation:
    """The first node that fits what a player knows; cards that fit none are refused."""
    sizes = sizes_known(known)
    for choice in choices:
        if sizes_of(choice) != sizes or not fits(choice, known):
            continue
        state, renaming = _state(choice, known.cards, known.community, known.dealer)
        if state is not None:
            spot, _ = SpotBuilder(game, choice.level, choice.situation)(choice.level.rows[state].tolist())
            seen = spot.seen._replace(dealer=known.dealer, community=known.community)
            own = spot._replace(dealt=known.cards, seen=seen, decisions=known.decisions or spot.decisions)
            return FoundSituation(choice, state, own, renaming)
    raise CardError(no_decision(game, sizes, map(sizes_of, choices)))


def fits(choice: Choice, known: Known) -> bool:
    """Whether a hand decides here that knows of a decision point or of earlier decisions."""
    if known.at or known.decisions:
        same_point = not known.at or known.at == choice.at
        return same_point and same_history(choice.situation.decisions, known.decisions)
    return True


def sizes_known(known: Known) -> Sizes:
    return len(known.cards), len(known.community), len(known.dealer)


def check_cards(game: Game[Any], deck: Iterable[Card], cards: Iterable[Card]) -> None:
    """Refuse cards that the shoe does not hold."""
    left = list(deck)
    for card in cards:
        if card not in left:
            raise CardError(f"{card} is given more often than the shoe of {game.name} holds it.")
        left.remove(card)


def no_decision(game: Game[Any], given: Sizes, legal_sizes: Iterable[Sizes]) -> str:
    """Why there is no decision with so many cards."""

    def words(sizes: Sizes) -> str:
        names = ("of your own", "shared", "of the dealer's")
        return ", ".join(f"{size} {name}" for size, name in zip(sizes, names, strict=True) if size) or "no cards"

    expected = list(legal_sizes)
    if given in expected:
        return f"There is nothing to decide in {game.name} with these cards."
    legal = "; or ".join(dict.fromkeys(words(sizes) for sizes in expected))
    return f"{game.name} is decided with {legal}; given: {words(given)}."


def _state(
    choice: Choice, cards: tuple[Card, ...], community: tuple[Card, ...], dealer: tuple[Card, ...]
) -> tuple[int | None, dict[int, int]]:
    piles = {"dealt": list(cards), "community": list(community), "dealer": list(dealer)}
    row = []
    for group in choice.level.groups:
        pile = piles[group.where.split()[0]]
        row += [pile.pop(0) for _ in range(group.size)]
    universe: Universe = choice.level.universe
    faces = np.array([universe.faces(row)], np.uint8)
    before = faces[0].tolist()
    found, _, perms = merged(universe, choice.level.groups, faces)
    renaming = {
        face: int(universe.face_of[universe.rank[face], perms[0, universe.suit[face]]])
        if universe.suit[face] >= 0
        else face
        for face in before
    }
    match = np.flatnonzero(keys(choice.level.rows) == keys(found)[0])
    return int(match[0]) if len(match) else None, renaming


def sizes_of(choice: Choice) -> Sizes:
    sizes = {"dealt": 0, "community": 0, "dealer": 0}
    for group in choice.level.groups:
        kind = group.where.split()[0]
        sizes[kind] = sizes.get(kind, 0) + group.size
    return sizes["dealt"], sizes["community"], sizes["dealer"]


def same_history(one: History, other: History) -> bool:
    def plain(history: History) -> list[Any]:
        return [(at, decision.choice, decision.multiple, len(decision.discard or ())) for at, decision in history]

    return plain(one) == plain(other)
