"""The shape of games with a board: what is dealt, where hands decide, and the lines of play between the streets.

A street is a number of shared cards that are seen. A line of play (`Root`) is what is still open when the cards of a
street are seen; its paths are the decisions that can be taken there, up to an end or to a line of play that goes on
when further cards are seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import comb, factorial, prod
from typing import Any, NamedTuple

from houseway.odds.endings import Endings
from houseway.odds.game_odds import NOTHING, ExtraKnowledge, WrongShape
from houseway.odds.levels import Level, Link, extend, only, start
from houseway.odds.nodes import Chance, Choice, End, Node
from houseway.odds.sheet import OddsSheet
from houseway.odds.tree import Tree
from houseway.rankings import BestOf, SetRanking
from houseway.rules.game import Game

MOST_BOARD, MOST_HOLE = 5, 3
# CPU seconds for a hole on a board, in all passes: ranked and compared, for each path, for each earlier board.
COUNT_SECONDS, PATH_SECONDS, LINK_SECONDS = 9e-8, 1.6e-8, 7e-9
FIRST_SECONDS = 0.1  # and to try what the rules promise
KNOWN_SHARE = 0.2  # of that, where what the classes are paid is known already


class Skeleton(Tree):
    """The lines of play of a game whose decisions look at no card: the tree with one deal for all."""

    def _started(self, level: Level, now: Any) -> Node:
        return self._build(0, level, now)

    def _dealt_level(
        self, level: Level, now: Any, where: str, size: int, *, valuing: bool = False
    ) -> tuple[Level, Link]:
        key = level, where, size, valuing
        if key not in self._extended:
            held = set(level.rows[0].tolist())
            free = [face for face in range(len(self.universe)) if face not in held]
            self._extended[key] = only(level, where, [free[:size]])
        return self._extended[key]

    def _answer_for_row(self, step: Any, question: Any, builder: Any, row: list[int]) -> Any:
        raise WrongShape(f"{self.game.name} has decisions or conditions that look at the player's cards.")


class Path(NamedTuple):
    """Decisions without cards between them, and where they lead: to an end, or to a line of play that goes on."""

    options: tuple[tuple[Choice, int], ...]
    end: End | None
    root: int


class Root(NamedTuple):
    """A line of play that is open when the cards of a street are seen: all the paths that it may take there."""

    street: int  # how many shared cards are seen
    paths: list[Path]
    parent: tuple[int, int] | None  # the root and the path that lead here


class Shape:
    """What is dealt, and the lines of play, of a game that can be counted by its boards; others are refused."""

    def __init__(self, game: Game[Any], sheet: OddsSheet[Any], known: ExtraKnowledge = NOTHING) -> None:
        self.game, self.known, self._prefer = game, known, sheet.preference
        self.deck = tuple(sorted(known.shoe or game.deck))
        if not game.ranks_by_ranking or not isinstance(game.ranking, BestOf | SetRanking):
            raise self.refuse("it declares no ranking of cards that compares the hands")
        self.ranking = BestOf(game.ranking) if isinstance(game.ranking, SetRanking) else game.ranking
        if len(set(self.deck)) < len(self.deck) or any(card.joker for card in self.deck):
            raise self.refuse("it has jokers, or several copies of a card")
        if not game.suits_count or not game.suits_alike:
            raise self.refuse("its suits are not alike")
        self.tree = Skeleton(game, known=known)
        self.endings = Endings(game, self.tree, sheet)
        root = self.tree.root
        if not isinstance(root, Chance) or [group.where for group in root.child.level.groups] != ["dealt"]:
            raise self.refuse("the player's cards are not dealt first")
        self.hole = root.child.level.width
        self.roots: list[Root] = []
        self._add(root.child, None)
        streets = sorted({root.street for root in self.roots})
        self.streets = streets if streets[0] == 0 else [0, *streets]
        self.board = self.streets[-1]
        ends = [(root.street, path.end) for root in self.roots for path in root.paths if path.end]
        self.ends = [end for _, end in ends]
        self.compared = [end for end in self.ends if not self.is_constant(end)]
        if any(street != self.board for street, end in ends if end in self.compared) or not self.compared:
            raise self.refuse("hands are not compared with all shared cards")
        dealers = {tuple(end.situation.dealer) for end in self.compared}
        atoms = dealers.pop()
        if dealers or len(atoms) > 1 or any(atom.where or atom.when for atom in atoms):
            raise self.refuse("the dealer's cards are not dealt all together and unseen")
        self.dealer = sum(atom.size for atom in atoms)
        if self.dealer and (self.dealer, self.hole) != (2, 2):
            raise self.refuse("player and dealer don't have two cards each")
        if len(known.dealer) > self.dealer or known.ranks_alone:
            raise self.refuse("not as many of the dealer's cards can be known, or not so")
        if not 0 < self.board <= MOST_BOARD or not 0 < self.hole <= MOST_HOLE:
            raise self.refuse("there are too many cards, or none that are shared")
        self.side_rows = [self._rows_of(end) for end in self.ends]
        if any(rows != self.side_rows[0] for rows in self.side_rows):
            raise self.refuse("a side wager depends on decisions")

    def is_constant(self, end: End) -> bool:
        """Whether all hands end alike there, as after a fold."""
        return self.endings.is_blank(end)

    def _rows_of(self, end: End) -> list[list[Any]]:
        """What each side wager pays for each class of hole cards."""
        rows = extend(start(self.tree.universe), "dealt", self.hole)[0].rows
        found = []
        for side in self.game.wagers.sides:
            pays = self.endings.pays_by_dealt_cards(end, side, ["dealt"], rows)
            if pays is None:
                raise self.refuse(f"{side} looks at more than the player's cards")
            found.append(pays)
        return found

    @property
    def seconds(self) -> float:
        """About what counting it takes, of CPU time: by the holes on all boards, the paths that are compared on each of
        them, and the earlier boards that a value is brought back to."""
        finals = [root for root in self.roots if root.street == self.board]
        before = [self.roots[root.parent[0]].street if root.parent else 0 for root in finals]
        links, paths = sum(comb(self.board, street) for street in before), sum(len(root.paths) for root in finals)
        names = prod(map(factorial, Counter(self.tree.universe.alike.tolist()).values()))
        boards = comb(len(self.deck), self.board) // names + 1
        each = COUNT_SECONDS + paths * PATH_SECONDS + links * LINK_SECONDS
        passes = 1.0 if self.known == NOTHING else KNOWN_SHARE
        return FIRST_SECONDS + boards * comb(len(self.deck) - self.board, self.hole) * each * passes

    def refuse(self, why: str) -> WrongShape:
        return WrongShape(f"{self.game.name} cannot be counted by its boards: {why}.")

    def _add(self, node: Node, parent: tuple[int, int] | None) -> int:
        groups = node.level.groups
        while isinstance(node, Chance):
            node = node.child
            groups = node.level.groups
        if [group.where for group in groups] not in (["dealt"], ["dealt", "community"]):
            raise self.refuse("other cards are dealt than the player's and shared ones")
        number = len(self.roots)
        root = Root(sum(group.size for group in groups[1:]), [], parent)
        self.roots.append(root)
        root.paths.extend(self._paths(node, (), number))
        for place, path in enumerate(root.paths):
            if path.end is None:
                node = path.options[-1][0].options[path.options[-1][1]].node
                root.paths[place] = path._replace(root=self._add(node, (number, place)))
        return number

    def _paths(self, node: Node, options: tuple[tuple[Choice, int], ...], root: int) -> Iterator[Path]:
        """All paths, the preferred ones first."""
        if isinstance(node, Choice):
            order = sorted(
                range(len(node.options)),
                key=lambda option: self._prefer(node.at, node.options[option].template),
            )
            for option in order:
                if node.options[option].thrown is not None:
                    raise self.refuse("cards are discarded")
                yield from self._paths(node.options[option].node, (*options, (node, option)), root)
        elif isinstance(node, Chance):
            last: Node = node
            while isinstance(last, Chance):
                last = last.child
            yield Path(options, last if isinstance(last, End) and self.is_constant(last) else None, -1)
        elif isinstance(node, End):
            yield Path(options, node, -1)
        else:
            raise self.refuse("lines of play part by cards")

    # --- how many deals ---

    def orders(self, before: int, after: int) -> int:
        """In how many ways the cards that are dealt from one street to another divide among the streets between."""
        sizes = [high - low for low, high in pairwise(self.streets) if before <= low and high <= after]
        return factorial(after - before) // prod(map(factorial, sizes))

    def ways(self, cards: int, street: int) -> int:
        """How many deals follow when this many shared cards are seen, out of a deck of so many cards."""
        left = cards - len(self.known.dealer) - self.hole - street
        boards = comb(left, self.board - street) * self.orders(street, self.board)
        return boards * comb(left - (self.board - street), self.dealer - len(self.known.dealer))
