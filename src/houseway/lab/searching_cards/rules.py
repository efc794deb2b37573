"""Strategy cards as data: the lines that a person has to learn.

A line belongs to one decision point and has one condition, or two of which both or either must hold; or it names a few
hands. It counts for the hands that no line before it counts for, and only where its play is legal. Where no line is
met, the point's last resort is played.

A card's lines are counted as one would number them: a line for each rule, the last of a point saying also what to do
otherwise; one line for all points at which the same is always done; and a line for each word that has to be explained,
danger cards or points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from houseway.cards import Card
from houseway.lab.searching_cards.decisions import Play
from houseway.lab.searching_cards.words import condition_words, is_ace_low, terms_words

AT_LEAST, AT_MOST, EXACTLY, ONE_OF = "at least", "at most", "exactly", "one of"
COMPARISONS = (AT_LEAST, AT_MOST, EXACTLY, ONE_OF)
BOTH, EITHER = "and", "or"
HAND, NAME, DANGER, POINTS = "hand", "name", "danger", "points"  # what is measured beside the cards themselves

Terms = tuple[tuple[str, int], ...]  # what points are made of: measures and their weights


class Example(NamedTuple):
    """Cards that make a hand: the border of a condition on what a hand is."""

    cards: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    words: str = ""


class Condition(NamedTuple):
    """A measure of the cards, compared with a number; the hand, compared with an example; or hands by name."""

    measure: str
    compare: str
    value: int = 0
    example: Example | None = None
    names: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()  # those of the names that mean cards of different suits only

    def words(self, *, ace_high: bool = False) -> str:
        """The condition as one reads it after `if`; `ace_high` says so where others count the ace low."""
        if self.names:
            suits = dict.fromkeys(self.mixed, " of different suits")
            return "your hand is " + " or ".join(f"“{name}”{suits.get(name, '')}" for name in self.names)
        if self.example is not None:
            end = {AT_LEAST: " or better", AT_MOST: " or worse"}.get(self.compare, "")
            return f"your hand is “{self.example.words}”{end}"
        return condition_words(self.measure, self.compare, self.value, ace_high=ace_high)


class Rule(NamedTuple):
    """One line: what to play if its conditions hold; without any, wherever the play is legal."""

    conditions: tuple[Condition, ...]
    join: str
    play: Play

    def words(self, *, ace_high: bool = False) -> str:
        words = f" {self.join} ".join(condition.words(ace_high=ace_high) for condition in self.conditions)
        return f"{self.play.words()} if {words}" if words else f"{self.play.words()} wherever you may"


class PointRules(NamedTuple):
    """The lines of one decision point, and what is played otherwise: the first of these that is legal."""

    rules: tuple[Rule, ...]
    otherwise: tuple[Play, ...]
    points: Terms = ()

    def otherwise_words(self) -> str:
        return ", or where that is not allowed ".join(play.words() for play in self.otherwise)

    @property
    def measures(self) -> set[str]:
        """All that has to be looked at."""
        return {condition.measure for rule in self.rules for condition in rule.conditions} | {
            name for name, _ in self.points
        }


class StrategyCard(NamedTuple):
    """The rules of every decision point, in the order of play."""

    points: Mapping[str, PointRules]
    qualifies: bool = False  # whether the dealer's hand has to: what danger cards are depends on it

    @property
    def lines(self) -> tuple[str, ...]:
        """The card as a person reads it."""
        definitions, rules = [], []
        ace_low = any(is_ace_low(name) for point in self.points.values() for name in point.measures)
        always: dict[str, list[str]] = {}
        if any(DANGER in point.measures for point in self.points.values()):
            definitions.append(
                "Danger cards: unseen cards with which the dealer, whatever else he holds, has a hand that "
                f"{'qualifies and ' if self.qualifies else ''}beats yours."
            )
        for at, point in self.points.items():
            title = at.capitalize()
            if point.points:
                definitions.append(f"{title} points: {terms_words(point.points)}.")
            for number, rule in enumerate(point.rules, start=1):
                last = f"; otherwise {point.otherwise_words()}" if number == len(point.rules) else ""
                rules.append(f"{title}: {rule.words(ace_high=ace_low)}{last}.")
            if not point.rules:
                always.setdefault(point.otherwise_words(), []).append(at)
        shared = [f"{' and '.join(points).capitalize()}: always {play}." for play, points in always.items()]
        return (*definitions, *shared, *rules)
