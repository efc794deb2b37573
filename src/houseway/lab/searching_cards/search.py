"""The best strategy card of so many lines, found by search over what a player can see, with its exact cost.

For each decision point lines are searched while all other points are played best. Lines are then shared out among the
points, and the lines of each card are searched once more for the values that the card itself leads to. What a card
costs is counted over all deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway import rounding
from houseway.document.blocks import (
    Axis,
    Block,
    Cell,
    Column,
    Commands,
    Facts,
    Heading,
    Items,
    LineChart,
    Mark,
    Paragraph,
    Series,
    Table,
)
from houseway.errors import OptionError
from houseway.lab.result import Result
from houseway.lab.searching_cards.curves import Choice, counted, curve, not_dominated, only_always, shared_out
from houseway.lab.searching_cards.files import card_json, check_lines
from houseway.lab.searching_cards.fitting import Fitting, Lines, played
from houseway.lab.searching_cards.player import CardPlayer
from houseway.lab.searching_cards.rules import StrategyCard
from houseway.lab.searching_cards.situations import Situations, TreeSituations
from houseway.lab.searching_cards.suits import SuitSituations
from houseway.odds import odds_of
from houseway.odds.board_odds import ByBoard
from houseway.odds.by_situation import BySituation
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.game_odds import OPTIMAL
from houseway.odds.walk import flat
from houseway.rules.game import Game
from houseway.rules.procedure import Decide

HOW_LINES_COUNT = (
    "A line is one rule, the last of a decision point saying also what to do otherwise. Points at which the same is "
    "always done share a line, and a word that has to be explained takes one. The first rule that fits a hand counts."
)
STOPPED = "Stopped before the search was done: a better card may exist. The cost of this one is exact."
Told = Callable[[str], None]


class FoundCard:
    """A card, what it nets and what it costs beside the best play."""

    def __init__(self, card: StrategyCard, value: Fraction, cost: Fraction) -> None:
        self.card, self.value, self.cost = card, value, cost
        self.lines = card.lines


@dataclass(frozen=True)
class OwnCard:
    """A card that the game brings."""

    strategy: str
    lines: tuple[str, ...]
    cost: Fraction


def strategy_cards(game: Game[Any], lines: int = 5, *, told: Told = lambda text: None) -> CardSearch:
    """The best cards of one line, two lines, and so on; `told` hears how far the search has come."""
    check_lines(lines)
    if not any(isinstance(step, Decide) for step in flat(game.procedure)):
        raise OptionError(f"There is nothing to decide in {game.name}: it needs no strategy card.")
    odds = odds_of(game)
    if odds.estimated:
        raise OptionError(f"{game.name} is too large to count, so no card's cost would be exact: none is searched.")
    told("counting")
    source: Situations
    if isinstance(odds, BySuit):
        source = SuitSituations(game, odds)
    else:
        tree = odds.by_tree if isinstance(odds, ByBoard) else odds
        assert isinstance(tree, BySituation)
        source = TreeSituations(game, tree)
    search = _Search(game, source, lines, told)
    best, cards = search.found()
    return CardSearch(game, lines, best, cards, _own_card(game), stopped=search.stopped)


class _Search:
    def __init__(self, game: Game[Any], source: Situations, lines: int, told: Told) -> None:
        self.game, self.source, self.most, self.told = game, source, lines, told
        self.stopped = False
        self.qualifies = type(game).dealer_qualifies is not Game.dealer_qualifies

    def found(self) -> tuple[Fraction, tuple[FoundCard, ...]]:
        """What the best play nets, and the best card for each number of lines.

        Ctrl-C ends the search with the cards found so far, or with the best card of the lines found so far.
        """
        plan, best = self.source.optimal()
        worths = self.source.worths(plan)
        suits = self.game.suits_count
        curves: dict[str, list[Choice]] = {at: [] for at in self.source.points}
        cards: list[FoundCard] = []
        try:
            for at, point in self.source.points.items():
                found = curves[at]
                curves[at] = curve(point, worths[at], suits=suits, most=self.most, told=self.told, found=found)
            self._count_cards(shared_out(curves, self.most), best, cards)
        except KeyboardInterrupt:
            self.stopped = True
            if not cards:
                self.told("the best card so far")
                lines = {
                    at: not_dominated(found or [only_always(self.source.points[at], worths[at], suits=suits)])
                    for at, found in curves.items()
                }
                shared = shared_out(lines, self.most)
                self._count_cards({number: shared[number] for number in sorted(shared)[-1:]}, best, cards)
        if not cards:
            raise OptionError(
                f"No card of {self.most} {'line' if self.most == 1 else 'lines'} was found for {self.game.name}, "
                f"which has {len(self.source.points)} decisions: allow more."
            )
        return best, tuple(cards)

    def _count_cards(self, shared: Mapping[int, Mapping[str, Choice]], best: Fraction, cards: list[FoundCard]) -> None:
        """Add the best card for each number of lines, counted over all deals."""
        for number in range(1, self.most + 1):
            tried = cards[-1:]
            if number in shared:
                self.told(f"a card of {number} {'line' if number == 1 else 'lines'}")
                tried += self._cards(shared[number], best)
            if tried:
                cards.append(max(tried, key=lambda card: (card.value, -len(card.lines))))

    def _cards(self, choices: Mapping[str, Choice], best: Fraction) -> list[FoundCard]:
        """The card of these choices, and the one that is better for what the card itself leads to."""
        lists = {at: choice.found for at, choice in choices.items()}
        first, plan = self._counted(choices, lists, best)
        if len(choices) == 1:
            return [first]
        worths = self.source.worths(plan)
        better = {}
        for at, choice in choices.items():
            view = choice.view
            better[at] = Fitting(view.sampled, worths[at][view.sample]).improved(lists[at])
        again = {at: Choice(one.view, better[at], one.view.rules(better[at]), 0) for at, one in choices.items()}
        if counted(list(again.values())) > counted(list(choices.values())):
            return [first]
        return [first, self._counted(choices, better, best)[0]]

    def _counted(
        self, choices: Mapping[str, Choice], lists: Mapping[str, Lines], best: Fraction
    ) -> tuple[FoundCard, Any]:
        rules = {at: choice.view.rules(lists[at]) for at, choice in choices.items()}
        plays = {at: played(choice.view.sight, lists[at]) for at, choice in choices.items()}
        plan, value = self.source.counted(plays, rules)
        return FoundCard(StrategyCard(rules, self.qualifies), value, best - value), plan


def _own_card(game: Game[Any]) -> OwnCard | None:
    """The card that a game has of its own; a game without one says its whole optimum."""
    odds = odds_of(game)
    name, lines = odds.card()
    if name == OPTIMAL:
        return None
    best, own = (
        sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total
        for count in (odds.count(OPTIMAL), odds.count(name))
    )
    return OwnCard(name, tuple(line.text for line in lines), best - own)


@dataclass(frozen=True, eq=False)
class CardSearch(Result):
    """The best cards that were found, from one line up."""

    game: Game[Any]
    most: int
    best: Fraction  # what the first wager nets when it is played best
    cards: tuple[FoundCard, ...]
    own: OwnCard | None
    stopped: bool = False  # by Ctrl-C, before the search was done

    @property
    def found(self) -> FoundCard:
        """The card of the most lines."""
        return self.cards[-1]

    def strategy(self) -> CardPlayer:
        """The card as a strategy that can be counted, simulated and played."""
        return CardPlayer(self.game, self.found.card)

    @property
    def title(self) -> str:
        name = "Strategy card" if self.stopped else "The best strategy card"
        return f"{name} of at most {self.most} {'line' if self.most == 1 else 'lines'}"

    @property
    def better_own(self) -> OwnCard | None:
        """The game's own card, where it fits the lines and costs less than what the search found."""
        own = self.own
        return own if own is not None and len(own.lines) <= self.most and own.cost < self.found.cost else None

    def _by_lines(self) -> dict[int, FoundCard]:
        """Every number of lines at which a better card was found."""
        return {len(found.lines): found for found in self.cards}

    def blocks(self) -> list[Block]:
        found, own = self.better_own or self.found, self.better_own
        facts = [
            ("Costs", percent(found.cost)),
            ("House edge", percent(found.cost - self.best)),
            ("House edge of the best play", percent(-self.best)),
        ]
        notes = [STOPPED] * self.stopped
        if own is not None:
            so_far = " so far" if self.stopped else ""
            notes.append(f"This is the game's own card ({own.strategy}): the search found none better{so_far}.")
        return [
            *map(Paragraph, notes),
            Facts(tuple(facts)),
            Items(found.lines, numbered=True),
            Paragraph(HOW_LINES_COUNT, note=True),
            Heading("Lines against cost"),
            self._chart(),
            self._table(),
            Paragraph("A cost is what is lost beside the best play, as a share of the first wager, over all deals."),
            Paragraph(
                "To use the card, save it with --save card.json; this counts it:"
                if own is None
                else "This counts the card:",
                note=True,
            ),
            Commands((f"houseway odds {_rules_words(self.game)} --strategy {own.strategy if own else 'card.json'}",)),
        ]

    def _chart(self) -> LineChart:
        series = [Series("found", tuple((lines, float(card.cost)) for lines, card in self._by_lines().items()))]
        if self.own is not None:
            series.append(Series("the game's own card", ((len(self.own.lines), float(self.own.cost)),)))
        return LineChart("What more lines bring", Axis("lines"), Axis("cost", percent=True), tuple(series), points=True)

    def _table(self) -> Table:
        rows: list[tuple[str | Cell, ...]] = [
            (str(lines), "found by search", percent(card.cost)) for lines, card in self._by_lines().items()
        ]
        if self.own is not None:
            own = (str(len(self.own.lines)), f"the game's own ({self.own.strategy})", percent(self.own.cost))
            rows.append(tuple(Cell(text, Mark.STRONG) for text in own))
        columns = (Column("Lines", number=True), Column("Card"), Column("Costs", number=True))
        return Table("Strategy cards", columns, tuple(rows))

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "edition": self.game.edition,
            "options": self.game.options.values(),
            "fingerprint": self.game.fingerprint,
            "most_lines": self.most,
            "best_value": str(self.best),
            "interrupted": self.stopped,
            "cards": [
                {
                    "lines": list(card.lines),
                    "value": str(card.value),
                    "cost": str(card.cost),
                    "cost_percent": float(card.cost * 100),
                    "card": card_json(self.game, card.card),
                }
                for card in self._by_lines().values()
            ],
            "own": None
            if self.own is None
            else {"strategy": self.own.strategy, "lines": len(self.own.lines), "cost": str(self.own.cost)},
        }


def _rules_words(game: Game[Any]) -> str:
    """The rules as a command names them: the game, its edition and what was changed."""
    named = type(game).make(game.edition).options.values()
    changed = [f" --set {name}={value}" for name, value in game.options.values().items() if named[name] != value]
    edition = f" --edition {game.edition}" if game.edition != game.editions[0].name else ""
    return f"{game.id}{edition}{''.join(changed)}"


def percent(share: Fraction) -> str:
    return rounding.percent(share, 4)
