"""Every situation in which a game asks for a decision: what is seen, what can be played, and what that is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.lab.searching_cards.danger import REFUSALS, Dangers, can_count
from houseway.lab.searching_cards.decisions import LEAST, MOST, Play, plays_of
from houseway.lab.searching_cards.player import straight_size
from houseway.lab.searching_cards.rules import Example, PointRules
from houseway.odds.backward_induction import Plan, Solver
from houseway.odds.by_situation import BySituation
from houseway.odds.measures import NAMES, Cards, Measures, measure
from houseway.odds.nodes import Chance, Choice, Node, Split
from houseway.odds.situations import SpotBuilder, without_collecting
from houseway.odds.universe import Ints
from houseway.rules.game import Decision, Game, HouseCards, Spot

Floats = NDArray[np.float64]
Seen = tuple[Cards, Cards, Cards]  # own, shared, the dealer's
NOT_LEGAL = -1
NAMEABLE = 500  # hands: where there are more, none is named


@dataclass(eq=False)
class Point:
    """All situations of one decision point."""

    at: str
    measures: Measures
    hands: Ints  # the number of what the hand is, in rising order; nothing where the game does not say
    borders: list[tuple[Example, Example]]  # of each number: a weakest and a strongest hand
    danger: Measures  # danger cards; nothing where they cannot be counted
    names: list[str]  # what each hand is called; nothing where there are too many to name
    plays: tuple[Play, ...]
    legal: NDArray[np.bool_]  # for each situation and play
    rows: Ints  # the decision's own number in the source, for each situation and play
    spans: list[tuple[Any, slice]] = field(default_factory=list)  # where each node of the source has its situations
    mixed: frozenset[str] = frozenset()  # names that mean cards of different suits only

    def __len__(self) -> int:
        return len(self.measures)


class Situations(Protocol):
    """All situations of a game, and what a plan of all decisions is worth."""

    @property
    def points(self) -> Mapping[str, Point]:
        """The decision points, in the order of play."""

    def optimal(self) -> tuple[Any, Fraction]:
        """The best plan and what the first wager nets by it."""

    def counted(self, played: Mapping[str, Ints], rules: Mapping[str, PointRules]) -> tuple[Any, Fraction]:
        """The plan of a card, given as the play of every situation and in words, and what the first wager nets by it,
        over all deals."""

    def worths(self, plan: Any) -> Mapping[str, Floats]:
        """For every point, situation and play: its share of the first wager's value, if a plan is followed before and
        after."""


class TreeSituations:
    """The situations of a game that is counted as a tree."""

    def __init__(self, game: Game[Any], odds: BySituation[Any]) -> None:
        self.game, self.odds = game, odds
        odds.outcomes()  # every ending is asked for, and proved
        self.solver = Solver(odds.tree, odds.endings)
        self.size = straight_size(game)
        nodes: dict[str, list[Choice]] = {}
        for choice in odds.choices:
            nodes.setdefault(choice.at, []).append(choice)
        self.points = {at: self._point(at, found) for at, found in nodes.items()}

    # --- what is seen and what can be played ---

    def _point(self, at: str, nodes: Sequence[Choice]) -> Point:
        parts = [self._playable(node) for node in nodes]
        plays = tuple(dict.fromkeys(play for part in parts for play in part))
        starts = np.cumsum([0, *(len(node.level) for node in nodes)]).tolist()
        rows = np.full((starts[-1], len(plays)), NOT_LEGAL, np.int64)
        for part, start in zip(parts, starts, strict=False):
            for play, numbers in part.items():
                rows[start : start + len(numbers), plays.index(play)] = numbers
        spans = [(node, slice(start, start + len(node.level))) for node, start in zip(nodes, starts, strict=False)]
        seen = [self._seen(node) for node in nodes]
        with without_collecting():
            spots = [spot for node in nodes for spot in self._spots(node)]
            strengths = hand_strengths(self.game, spots)
            hands, borders = ranked_hands(strengths)
            names = hand_names(self.game, spots) if len(spots) <= NAMEABLE else []
        measures = np.concatenate([measured(self.size, *cards) for cards in seen])
        danger = self._danger(seen, [strength for strength, _ in strengths])
        mixed = names_of_mixed_suits(spots, names) if names else frozenset()
        return Point(at, measures, hands, borders, danger, names, plays, rows != NOT_LEGAL, rows, spans, mixed)

    def _danger(self, seen: Sequence[Seen], strengths: Sequence[Any]) -> Measures:
        """The danger cards of every situation; nothing where they cannot be counted."""
        own, board, dealer = seen[0]
        if len(seen) != 1 or not strengths or not can_count(self.game, board.shape[1], dealer.shape[1]):
            return np.zeros(0, np.int16)
        try:
            return Dangers(self.game).counts(own, board, strengths)
        except REFUSALS:
            return np.zeros(0, np.int16)

    def _spots(self, node: Choice) -> list[Spot]:
        builder = SpotBuilder(self.game, node.level, node.situation)
        return [spot for spot, _ in builder.many(node.level.rows.tolist())]

    def _seen(self, node: Choice) -> Seen:
        """The player's own, the shared and the dealer's cards of every situation."""
        faces = np.array([copies[0] for copies in node.level.universe.cards], np.int8)
        cards = faces[node.level.rows] if node.level.width else np.zeros((len(node.level), 0), np.int8)
        groups = [(group.where.split()[0], group.where) for group in node.level.groups]

        def pile(*kinds: str) -> Cards:
            columns = node.level.columns([where for kind, where in groups if kind in kinds])
            return np.ascontiguousarray(cards[:, columns])

        return pile("dealt", "held", "thrown"), pile("community"), pile("dealer")

    def _playable(self, node: Choice) -> dict[Play, Ints]:
        """For each play, the number of its decision in every situation."""
        if any(option.thrown is not None for option in node.options):
            return self._playable_by_cards(node)
        least: dict[tuple[str, str], tuple[Ints, Floats]] = {}
        most: dict[tuple[str, str], tuple[Ints, Floats]] = {}
        start = 0
        for option in node.options:
            name = option.template.choice, option.template.key
            size, numbers = float(option.template.multiple), np.arange(start, start + len(option.states))
            start += len(option.states)
            for kept, sign in ((least, 1), (most, -1)):
                rows, sizes = kept.setdefault(
                    name, (np.full(len(node.level), NOT_LEGAL, np.int64), np.full(len(node.level), np.inf))
                )
                better = sign * size < sizes[option.states]
                rows[option.states[better]], sizes[option.states[better]] = numbers[better], sign * size
        found: dict[Play, Ints] = {}
        for name, (rows, _) in least.items():
            if (rows == most[name][0]).all():
                found[Play(*name)] = rows
            else:
                found |= {Play(*name, LEAST): rows, Play(*name, MOST): most[name][0]}
        return found

    def _playable_by_cards(self, node: Choice) -> dict[Play, Ints]:
        builder = SpotBuilder(self.game, node.level, node.situation)
        legal: list[dict[Decision, int]] = [{} for _ in range(len(node.level))]
        hands = [builder.cards(row) for row in node.level.rows.tolist()]
        start = 0
        for option in node.options:
            for index, state in enumerate(option.states.tolist()):
                thrown = option.thrown[index] if option.thrown is not None else None
                cards = None if thrown is None else tuple(hands[state][column] for column in thrown)
                legal[state][option.template._replace(discard=cards)] = start + index
            start += len(option.states)
        own = node.level.columns([group.where for group in node.level.groups if group.where.startswith("dealt")])
        found: dict[Play, Ints] = {}
        for state, decisions in enumerate(legal):
            dealt = tuple(hands[state][column] for column in own)
            for play, decision in plays_of(decisions, dealt, suits=self.game.suits_count).items():
                rows = found.setdefault(play, np.full(len(node.level), NOT_LEGAL, np.int64))
                rows[state] = decisions[decision]
        return _without_equals(found)

    # --- what it is worth ---

    def _plan(self, played: Mapping[str, Ints]) -> Plan:
        """A plan of the tree, from the play of every situation."""
        found: Plan = {}
        for at, plays in played.items():
            point = self.points[at]
            rows = point.rows[np.arange(len(point)), plays]
            for node, span in point.spans:
                found[node] = rows[span]
        return found

    def optimal(self) -> tuple[Plan, Fraction]:
        solved = self.solver.values(lambda outcome: outcome.net)
        plan = {node: solved.best(node) for point in self.points.values() for node, _ in point.spans}
        return plan, solved.mean(self.odds.tree.root, 0)

    def counted(self, played: Mapping[str, Ints], rules: Mapping[str, PointRules]) -> tuple[Plan, Fraction]:
        plan = self._plan(played)
        return plan, self.solver.values(lambda outcome: outcome.net, plan).mean(self.odds.tree.root, 0)

    def worths(self, plan: Plan) -> dict[str, Floats]:
        solved = self.solver.values(lambda outcome: outcome.net, plan)
        reach: dict[Node, Floats] = {}
        _reached(self.odds.tree.root, np.ones(1), plan, reach)
        found = {}
        for at, point in self.points.items():
            parts = []
            for node, span in point.spans:
                rows, ways = solved.rows(node)
                values = rows.astype(np.float64) / (float(ways) * solved.scale)
                parts.append(values[point.rows[span]] * reach[node][:, None])
            found[at] = np.concatenate(parts)
        return found


def _reached(node: Node, weights: Floats, plan: Plan, found: dict[Node, Floats]) -> None:
    """How likely each situation is to come about when a plan is followed."""
    if isinstance(node, Chance):
        link = node.link
        parents = np.repeat(np.arange(len(weights)), np.diff(link.starts))
        moved = weights[parents] * link.ways / link.each
        _reached(node.child, _added(link.children, moved, len(node.child.level)), plan, found)
    elif isinstance(node, Split):
        for states, child in node.parts:
            _reached(child, weights[states], plan, found)
    elif isinstance(node, Choice):
        found[node] = weights
        start = 0
        for option in node.options:
            rows = np.arange(start, start + len(option.states))
            start += len(option.states)
            moved = np.where(plan[node][option.states] == rows, weights[option.states], 0)
            _reached(option.node, _added(option.children, moved, len(option.node.level)), plan, found)


def _added(numbers: Ints, weights: Floats, size: int) -> Floats:
    """Weights that have the same number, added up."""
    return np.bincount(numbers, weights, size).astype(np.float64)


def _without_equals(found: dict[Play, Ints]) -> dict[Play, Ints]:
    """Of plays that mean the same everywhere, the one that comes first; sizes that make no difference have no name."""
    kept: dict[bytes, Play] = {}
    for play, rows in found.items():
        key = rows.tobytes()
        if key not in kept:
            kept[key] = play
        elif kept[key].size and kept[key]._replace(size="") == play._replace(size=""):
            kept[key] = play._replace(size="")
    return {play: np.frombuffer(key, np.int64) for key, play in kept.items()}


def measured(size: int, own: Cards, board: Cards, dealer: Cards) -> Measures:
    out = np.zeros((len(own), len(NAMES)), np.int16)
    measure(own, board, dealer, size, out)
    return out


def hand_strengths(game: Game[Any], spots: Sequence[Spot]) -> list[tuple[Any, Example]]:
    """What each hand is, as the game ranks and calls it; nothing where it does not say."""
    if not game.has_classes:
        return []
    known: dict[Any, Example] = {}
    found = []
    try:
        for spot in spots:
            strength = game.player_class(spot, spot.seen)[0]
            example = known.get(strength)
            if example is None:
                words = game.names.hand(spot, spot.seen)
                example = known[strength] = Example(spot.dealt, spot.seen.community, spot.seen.dealer, words)
            found.append((strength, example))
        assert sorted(known) is not None  # they can be put in order
    except REFUSALS:
        return []
    return found


def hand_names(game: Game[Any], spots: Sequence[Spot]) -> list[str]:
    """What each hand is called, where that does not depend on which suit is which."""
    try:
        found = [game.names.hand(spot, spot.seen) for spot in spots]
        turned = [game.names.hand(other, other.seen) for other in map(_other_suits, spots)]
    except REFUSALS:
        return []
    return found if found == turned and all(found) else []


def names_of_mixed_suits(spots: Sequence[Spot], names: Sequence[str]) -> frozenset[str]:
    """The names that no hand of one suit has, though its ranks would fit: such a hand is called something else."""
    by_ranks: dict[tuple[int, ...], set[tuple[bool, str]]] = {}
    for spot, name in zip(spots, names, strict=True):
        one_suit = len({card.suit for card in spot.dealt}) == 1
        by_ranks.setdefault(tuple(sorted(card.rank for card in spot.dealt)), set()).add((one_suit, name))
    of_one_suit = {name for found in by_ranks.values() for one_suit, name in found if one_suit}
    ambiguous = (found for found in by_ranks.values() if any(one_suit for one_suit, _ in found))
    return frozenset(name for found in ambiguous for _, name in found if name not in of_one_suit)


def _other_suits(spot: Spot) -> Spot:
    """The same hand with every suit exchanged for the next."""

    def turned(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card if card.joker else Card(card // 4 * 4 + (card + 1) % 4) for card in cards)

    seen = HouseCards(turned(spot.seen.dealer), turned(spot.seen.community))
    return spot._replace(dealt=turned(spot.dealt), seen=seen)


def ranked_hands(strengths: Sequence[tuple[Any, Example]]) -> tuple[Ints, list[tuple[Example, Example]]]:
    """Hands as numbers in rising order, those with the same words as one, and the weakest and the strongest of each."""
    numbers: dict[Any, int] = {}
    borders: list[tuple[Example, Example]] = []
    for strength, example in sorted(dict(strengths).items(), key=itemgetter(0)):
        if borders and borders[-1][1].words == example.words:
            borders[-1] = borders[-1][0], example
        else:
            borders.append((example, example))
        numbers[strength] = len(borders) - 1
    return np.array([numbers[strength] for strength, _ in strengths], np.int64), borders
