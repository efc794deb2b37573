"""Hole cards on shared boards as a pot game's ranking orders them; a declared ranking in compiled code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import RANKS, Card
from houseway.errors import CardError, HousewayError
from houseway.odds import board_loops as loops
from houseway.odds.board_shape import MOST_BOARD, MOST_HOLE
from houseway.odds.boards import bits_of, deck_of, geometry_of
from houseway.odds.compiled_rankings import BoardTable, board_table, ranks
from houseway.odds.universe import Faces, Ints, subsets
from houseway.rankings import BestOf, Ranking, SetRanking
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import COMMUNITY, Deal

RANKED = 2_000_000  # holes on boards that are ranked together
BY_PYTHON, BY_ROWS = 3_000, 10  # looked up holes that take as long as one ranked by a Python function, or by its cards
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven")


class RankedHoles:
    """All hole cards (holes) of a pot game by number, and their order on boards. A face is a place in the deck."""

    def __init__(self, game: PotGame[Any]) -> None:
        self.game, self.deck, self.hole = game, tuple(sorted(game.deck)), game.hole_cards
        if len(set(self.deck)) < len(self.deck):
            raise HousewayError(f"{game.name} is dealt from several decks: its chances are not counted.")
        dealt = [step.count for step in game.procedure if isinstance(step, Deal) and step.to == COMMUNITY]
        self.streets = tuple(accumulate(dealt, initial=0))
        self.board = self.streets[-1]
        self.cards = np.array(self.deck, np.uint8)
        self.holes = subsets(len(self.deck), self.hole)
        self.bits = bits_of(self.holes)
        self.ranking, self.looked_up = _compiled(game, self.deck, self.board)
        self.slowness = 1 if self.looked_up else BY_PYTHON if self.ranking is None else BY_ROWS

    @property
    def counts_starting_hands(self) -> bool:
        if not self.looked_up or self.hole != 2:
            return False
        universe = geometry_of(self.deck, 2).universe
        return len(set(universe.alike[universe.suit].tolist())) == 1

    def check(self, hole: Sequence[Card], community: Sequence[Card]) -> None:
        """Refuse cards that cannot be a hand and a board of the game."""
        cards = (*hole, *community)
        if len(hole) == self.hole and len(community) in self.streets and len(set(cards) & {*self.deck}) == len(cards):
            return
        *some, last = (NUMBERS[count] for count in self.streets)
        streets = f"{', '.join(some)} or {last}" if some else last
        raise CardError(
            f"Chances need {NUMBERS[self.hole]} hole cards and {streets} community cards, all different and of the "
            f"deck: not {len(hole)} and {len(community)}, {' '.join(str(card) for card in cards) or 'no cards'}."
        )

    def faces(self, cards: Sequence[Card]) -> list[int]:
        return [self.deck.index(card) for card in cards]

    def number(self, hole: Sequence[Card]) -> int:
        """The number of hole cards."""
        bits = sum(1 << face for face in self.faces(hole))
        return int(np.flatnonzero(self.bits == np.uint64(bits))[0])

    def positions(self, boards: Faces, holes: Ints) -> Iterator[NDArray[np.uint16]]:
        """The order of some holes on each of some boards [board, hole], some boards at a time; BLOCKED where both share
        a card."""
        step = max(1, RANKED // len(holes))
        for start in range(0, len(boards), step):
            part = boards[start : start + step]
            found = np.full((len(part), len(holes)), loops.BLOCKED, np.uint16)
            if self.looked_up:
                deck, table = _looked_up(self.deck, self.hole, self.board, self.ranking)
                loops.rank_boards(part, holes, deck, table, found)
            else:
                for bits, board, row in zip(bits_of(part), part, found, strict=True):
                    free = np.flatnonzero(bits & self.bits[holes] == 0)
                    ranks = self._ranks(self.holes[holes[free]], np.broadcast_to(board, (len(free), self.board)))
                    row[free] = np.unique(ranks, return_inverse=True)[1].reshape(-1)
            yield found

    def deals(self, holes: Faces, boards: Faces) -> NDArray[Any]:
        """The order of holes [board, seat], of which each board has its own."""
        if self.looked_up:
            deck, table = _looked_up(self.deck, self.hole, self.board, self.ranking)
            found = np.empty(holes.shape[:2], np.uint16)
            loops.rank_deals(boards, geometry_of(self.deck, self.hole).hole_numbers(holes), deck, table, found)
            return found
        shared = boards.repeat(holes.shape[1], axis=0)
        return self._ranks(holes.reshape(-1, self.hole), shared).reshape(holes.shape[:2])

    def _ranks(self, holes: Faces, boards: Faces) -> Ints:
        own, shared = self.cards[holes], self.cards[boards]
        if self.ranking is not None:
            return ranks(self.ranking, own, shared)
        hands = zip(own.tolist(), shared.tolist(), strict=True)
        rank = self.game.rank
        return np.array([rank(tuple(map(Card, mine)), tuple(map(Card, others))) for mine, others in hands], np.int64)

    def starting(self) -> dict[str, Ints]:
        """By name, how often a starting hand is above, equal to and below one unknown hand."""
        return _starting(self.deck, self.board, self.ranking)

    def name(self, hole: int) -> str:
        """`AA`, `KQs` or `KQo`: two hole cards up to suits."""
        return _name([self.deck[face] for face in self.holes[hole].tolist()])


def _name(cards: Sequence[Card]) -> str:
    low, high = sorted(cards)
    name = RANKS[high.rank - 2] + RANKS[low.rank - 2]
    return name + ("" if low.rank == high.rank else "s" if low.suit == high.suit else "o")


def _compiled(game: PotGame[Any], deck: Sequence[Card], board: int) -> tuple[Ranking | None, bool]:
    """The game's ranking, if it has a compiled form that ranks the hands, and whether holes on boards are looked up."""
    ranking = game.ranking if type(game).rank is PotGame.rank else None
    if isinstance(ranking, SetRanking):
        ranking = BestOf(ranking)
    few = 0 < board <= MOST_BOARD and game.hole_cards <= MOST_HOLE
    if isinstance(ranking, BestOf) and few and not any(card.joker for card in deck):
        return ranking, True
    try:
        cards = np.array(deck[: game.hole_cards + board], np.uint8)[None]
        if ranking is not None:
            ranks(ranking, cards[:, : game.hole_cards], cards[:, game.hole_cards :])
    except HousewayError:
        return None, False
    return ranking, False


@lru_cache(maxsize=4)
def _looked_up(deck: tuple[Card, ...], hole: int, board: int, ranking: Any) -> tuple[loops.Deck, BoardTable]:
    geometry, table = geometry_of(deck, hole), board_table(ranking, hole, board)
    return deck_of(geometry, table, geometry.hole_class), table


@lru_cache(maxsize=4)
def _starting(deck: tuple[Card, ...], board: int, ranking: Any) -> dict[str, Ints]:
    """On every board up to suits, every hole is compared with all others."""
    faces, table = _looked_up(deck, 2, board, ranking)
    nothing = np.zeros(len(table.ranks), np.int64)
    facts = loops.Facts(nothing, nothing, np.ones(2, np.int64))
    street = geometry_of(deck, 2).street(board)
    tally = np.zeros((faces.kinds.max() + 1, loops.STANDS), np.int64)
    loops.tally_holes(street.boards, street.weights, faces, table, facts, loops.make_room(faces, table, facts), tally)
    _, first, alike = np.unique(faces.kinds, return_index=True, return_counts=True)
    names = [_name([deck[face] for face in hole]) for hole in faces.holes[first].tolist()]
    return dict(zip(names, tally // alike[:, None], strict=True))
