"""The situations of a game that is counted suit by suit: one decision, on millions of hands.

A search looks at some hands spread over all of them; what a card nets is counted over all, a part at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.lab.searching_cards.decisions import LEAST, MOST, Play
from houseway.lab.searching_cards.player import CardPlayer, straight_size
from houseway.lab.searching_cards.rules import (
    AT_LEAST,
    AT_MOST,
    EITHER,
    HAND,
    POINTS,
    Condition,
    PointRules,
    Rule,
    StrategyCard,
)
from houseway.lab.searching_cards.sight import add_up
from houseway.lab.searching_cards.situations import NOT_LEGAL, Floats, Point, hand_strengths, measured, ranked_hands
from houseway.odds import odds_of
from houseway.odds.by_suit import Block, part_of
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.game_odds import OPTIMAL, MainCount
from houseway.odds.measures import COLUMN, Cards
from houseway.odds.universe import Ints
from houseway.odds.walk import flat
from houseway.rules.game import Decision, Game, Spot
from houseway.rules.procedure import Decide

HANDS = 30_000  # that are looked at
PART = 200_000  # hands that are measured at a time
Flags = NDArray[np.bool_]


class SuitSituations:
    """One decision point; some hands are its situations, and a plan is made for every hand there is."""

    def __init__(self, game: Game[Any], odds: BySuit[Any]) -> None:
        self.game, self.odds, self.own = game, odds, odds_of(game)
        self.size, self.suits = straight_size(game), odds.suits
        blocks = [(block.states.sets.astype(np.int16), block.kinds) for block in self.suits.blocks(grouped=False)]
        self.rows, self.kinds = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
        at = next((step.at for step in flat(game.procedure) if isinstance(step, Decide)), "")
        self.at = at
        self.plays, self.options = self._options()
        self.points: Mapping[str, Point] = {at: self._point()} if at else {}

    # --- all hands ---

    def _options(self) -> tuple[tuple[Play, ...], Ints]:
        """The plays, and the number of each play's decision for every kind of hands."""
        by_kind = [_plays([decision for _, decision in kind.legal]) for kind in self.suits.kinds]
        plays = tuple(dict.fromkeys(play for found in by_kind for play in found))
        return plays, np.array([[found.get(play, NOT_LEGAL) for play in plays] for found in by_kind], np.int64)

    # --- some hands ---

    def _point(self) -> Point:
        mixed = (np.arange(len(self.rows), dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
        self.sample = np.flatnonzero(mixed < np.uint64(min(1, HANDS / len(self.rows)) * 2**32))
        rows = self.rows[self.sample]
        hands = [self.suits.cards(tuple(row)) for row in rows.tolist()]
        strengths = hand_strengths(self.game, [Spot(1, self.suits.walker.stakes, cards) for cards in hands])
        numbers, borders = ranked_hands(strengths)
        cards = np.array(hands, np.int8)
        none = np.zeros((len(hands), 0), np.int8)
        options = self.options[self.kinds[self.sample]]
        nothing = np.zeros(0, np.int16)
        measures = measured(self.size, cards, none, none)
        return Point(self.at, measures, numbers, borders, nothing, [], self.plays, options != NOT_LEGAL, options)

    def worths(self, plan: Any) -> dict[str, Floats]:
        point, parts = self.points[self.at], []
        for block in self.suits.blocks(grouped=False):
            first, last = np.searchsorted(self.sample, [block.start, block.start + len(block.kinds)])
            picked = self.sample[first:last] - block.start
            part = Block(part_of(block.states, picked), block.kinds[picked], 0)
            parts.append(self.suits.values(part, self.odds.pays()) * part.states.weight[:, None])
        values = np.concatenate(parts)
        found = np.where(point.legal, np.take_along_axis(values, np.maximum(point.rows, 0), axis=1), 0)
        best = np.where(point.legal, found, -np.inf).max(axis=1).sum()
        return {self.at: found * abs(float(self.optimal()[1]) / best) if best else found}

    # --- what a card nets ---

    def optimal(self) -> tuple[Any, Fraction]:
        return None, _mean(self.own.count(OPTIMAL))

    def counted(self, played: Mapping[str, Ints], rules: Mapping[str, PointRules]) -> tuple[Any, Fraction]:
        point = rules[self.at]
        player = CardPlayer(self.game, StrategyCard(rules))
        plan = np.empty(len(self.rows), np.int8)
        for start in range(0, len(self.rows), PART):
            span = slice(start, start + PART)
            plays = self._played(point, player, span)
            plan[span] = self.options[self.kinds[span], plays]
        assert (plan >= 0).all(), "a card names a legal decision for every hand"
        counts = self.suits.tally(
            self.odds.pays(),
            lambda block: plan[block.start : block.start + len(block.kinds)],
            self.suits.blocks(grouped=False),
        )
        total = Fraction()
        for kind, option, column in np.argwhere(counts).tolist():
            total += int(counts[kind, option, column]) * self.suits.outcomes[kind, option, column].net
        return None, total / self.suits.total

    def _played(self, point: PointRules, player: CardPlayer, span: slice) -> Ints:
        """What the lines of a card play with each hand."""
        rows, options = self.rows[span], self.options[self.kinds[span]]
        none = np.zeros((len(rows), 0), np.int8)
        found = measured(self.size, self._cards_of(rows), none, none)
        values: dict[str, NDArray[Any]] = {name: found[:, column] for name, column in COLUMN.items()}
        values[HAND] = self.suits.strength[rows[:, 0]]
        if point.points:
            values[POINTS] = add_up(values, point.points)
        plays = np.full(len(rows), NOT_LEGAL, np.int64)
        for rule in point.rules:
            number = self.plays.index(rule.play)
            holds = self._holds(rule, values, player)
            plays[(plays < 0) & (options[:, number] >= 0) & holds] = number
        for play in point.otherwise:
            number = self.plays.index(play)
            plays[(plays < 0) & (options[:, number] >= 0)] = number
        return plays

    def _cards_of(self, rows: NDArray[np.int16]) -> Cards:
        """The cards of hands, which are sets of ranks, suit by suit."""
        masks = np.array(self.suits.masks)[rows]  # (hands, suits)
        ranks = np.array(self.suits.ranks)
        bits = (masks[:, :, None] >> np.arange(len(ranks))) & 1  # (hands, suits, ranks)
        numbers = (ranks[None, :] - 2) * 4 + np.arange(masks.shape[1])[:, None]
        chosen = np.broadcast_to(numbers, bits.shape)[bits.astype(bool)]
        return np.ascontiguousarray(chosen.reshape(len(rows), -1).astype(np.int8))

    def _holds(self, rule: Rule, values: Mapping[str, NDArray[Any]], player: CardPlayer) -> Flags:
        answers = [self._met(condition, values, player) for condition in rule.conditions]
        if not answers:
            return np.ones(len(next(iter(values.values()))), np.bool_)
        found: Flags = (np.logical_or if rule.join == EITHER else np.logical_and).reduce(answers)
        return found

    def _met(self, condition: Condition, values: Mapping[str, NDArray[Any]], player: CardPlayer) -> Flags:
        border = condition.value
        if condition.example is not None:
            border = self.suits.strengths.index(player.border(condition.example))
        value = values[condition.measure]
        found: Flags = (
            value >= border
            if condition.compare == AT_LEAST
            else value <= border
            if condition.compare == AT_MOST
            else value == border
        )
        return found


def _plays(legal: Sequence[Decision]) -> dict[Play, int]:
    """The number of the decision that is meant by each play."""
    found: dict[Play, int] = {}
    for choice, key in dict.fromkeys((decision.choice, decision.key) for decision in legal):
        sized = any(decision.multiple for decision in legal if (decision.choice, decision.key) == (choice, key))
        for size in (LEAST, MOST) if sized else ("",):
            play = Play(choice, key, size)
            decision = play.made(legal, ())
            if decision is not None:
                found[play] = legal.index(decision)
    return found


def _mean(count: MainCount) -> Fraction:
    return sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total
