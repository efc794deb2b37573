"""What a change of rules does: the figures of every wager side by side, and the strategy where it differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.document.blocks import Axis, BarChart, Block, Cell, Column, Mark, Paragraph, Table
from houseway.errors import OptionError
from houseway.lab.comparing.difference_words import difference_blocks, difference_json
from houseway.lab.comparing.strategy_differences import StrategyDifferences, differences
from houseway.lab.figures import EDGE, FIGURES, Figure, figures_json, figures_of
from houseway.lab.result import Result
from houseway.odds.cache import solved
from houseway.odds.game_odds import OPTIMAL
from houseway.odds.labels import odds_label
from houseway.odds.solution import Solution, WagerOdds
from houseway.odds.solver import odds_of
from houseway.rules.game import Game
from houseway.rules.options import meaning
from houseway.rules.wagers import listed

Progress = Callable[[str], None]
SIDE_BY_SIDE = 3  # games whose figures have columns of their own; more have rows


@dataclass(frozen=True)
class Exchange:
    """The strategies of the first rules and of others, each played in the other's game."""

    there: StrategyDifferences  # the first's in the other game
    back: StrategyDifferences


@dataclass(frozen=True)
class Comparison(Result):
    """Several rules of one game, held against the first of them."""

    games: tuple[Game[Any], ...]
    names: tuple[str, ...]
    strategy: str
    solutions: tuple[Solution, ...]
    exchanges: tuple[Exchange, ...]  # of each but the first
    hands: int  # how many hands of each exchange are shown

    @property
    def game(self) -> Game[Any]:  # type: ignore[override]
        return self.games[0]

    @property
    def title(self) -> str:
        return f"Rules compared: {listed(self.names)}"

    @property
    def options(self) -> dict[str, tuple[str, ...]]:
        """The options that are not the same everywhere, with their values."""
        values = [game.options.values() for game in self.games]
        return {
            name: tuple(str(each[name]) for each in values)
            for name in values[0]
            if len({each[name] for each in values}) > 1
        }

    @property
    def wagers(self) -> dict[str, tuple[WagerOdds | None, ...]]:
        """The odds of every wager that any of the rules offer; None where they do not."""
        names = dict.fromkeys(odds.wager for solution in self.solutions for odds in solution.wagers)
        return {
            name: tuple(
                next((odds for odds in solution.wagers if odds.wager == name), None) for solution in self.solutions
            )
            for name in names
        }

    def blocks(self) -> Sequence[Block]:
        found: list[Block] = [self._options_table()]
        changed, same = self._changed_wagers()
        found += [self._wager_table(wager, odds) for wager, odds in changed.items()]
        if same:
            edges = [f"{self._label(wager)} (house edge {EDGE.text(odds)})" for wager, odds in same.items()]
            found.append(Paragraph(f"Unchanged: {listed(edges)}."))
        if len(self.games) > 2:
            found.append(self._chart())
        if any(solution.estimated for solution in self.solutions):
            found.append(Paragraph("Odds marked “about” are estimated from a sample of deals.", note=True))
        for game, name, exchange in zip(self.games[1:], self.names[1:], self.exchanges, strict=True):
            names = self.names[0], name
            found += difference_blocks(game, names, exchange.there, exchange.back, self.hands)
        return found

    def _changed_wagers(self) -> tuple[dict[str, tuple[WagerOdds | None, ...]], dict[str, WagerOdds]]:
        """The wagers whose odds change, and those that are the same by all rules."""
        changed, same = {}, {}
        for wager, odds in self.wagers.items():
            first = odds[0]
            if first is not None and all(item is not None and _figures(item) == _figures(first) for item in odds):
                same[wager] = first
            else:
                changed[wager] = odds
        return changed, same

    def _label(self, wager: str) -> str:
        """The wager's name, with how it is played where it depends on a decision by some of the rules."""
        labels = [
            odds_label(game, solution, item)
            for game, solution, item in zip(self.games, self.solutions, self.wagers[wager], strict=True)
            if item is not None
        ]
        return max(labels, key=len)

    def _options_table(self) -> Table:
        caption = "Rules that differ"
        if len(self.games) > SIDE_BY_SIDE:
            rows = tuple(zip(self.names, *self.options.values(), strict=True))
            return Table(caption, (Column("Rules"), *(Column(name) for name in self.options)), rows)
        help_of = {row["name"]: meaning(row) for row in type(self.game.options).described()}
        rows = tuple((name, *values, help_of[name]) for name, values in self.options.items())
        columns = (Column("Option"), *(Column(name) for name in self.names), Column("What it is"))
        return Table(caption, columns, rows)

    def _wager_table(self, wager: str, odds: tuple[WagerOdds | None, ...]) -> Table:
        shown = figures_of([item for item in odds if item is not None])
        decided = any(wager in solution.own_plays for solution in self.solutions)
        caption = self._label(wager) if decided else f"{self._label(wager)}, strategy {self.strategy}"
        notes = ("Differences to the first; those of percentages are in percentage points.",)
        if len(self.games) > SIDE_BY_SIDE:
            return self._in_rows(caption, shown, odds)
        columns = [Column(""), Column(self.names[0], number=True)]
        for other in self.names[1:]:
            columns += [Column(other, number=True), Column("Difference", number=True)]
        rows = []
        for figure in shown:
            row: list[str | Cell] = [figure.title, figure.text(odds[0])]
            for item in odds[1:]:
                row += [figure.text(item), _marked(figure, figure.difference(item, odds[0]))]
            rows.append(tuple(row))
        return Table(caption, tuple(columns), tuple(rows), notes=notes)

    def _in_rows(self, caption: str, shown: Sequence[Figure], odds: tuple[WagerOdds | None, ...]) -> Table:
        columns = (Column("Rules"), Column(shown[0].title, number=True), Column("Difference", number=True))
        others = tuple(Column(figure.title, number=True) for figure in shown[1:])
        rows = tuple(
            (
                name,
                shown[0].text(item),
                _marked(shown[0], shown[0].difference(item, odds[0])) if number else "",
                *(figure.text(item) for figure in shown[1:]),
            )
            for number, (name, item) in enumerate(zip(self.names, odds, strict=True))
        )
        return Table(caption, (*columns, *others), rows, notes=("The difference is in percentage points.",))

    def _chart(self) -> BarChart:
        main = self.solutions[0].main.wager
        bars = tuple(
            (name, float(solution.main.house_edge)) for name, solution in zip(self.names, self.solutions, strict=True)
        )
        caption = f"House edge of {self.game.wager[main].name}"
        return BarChart(caption, Axis("Rules"), Axis("House edge", percent=True), bars)

    def to_json(self) -> dict[str, Any]:
        rules = [
            {
                "name": name,
                "edition": game.edition,
                "options": game.options.values(),
                "fingerprint": game.fingerprint,
                "estimated": solution.estimated,
            }
            for name, game, solution in zip(self.names, self.games, self.solutions, strict=True)
        ]
        return {
            "game": self.game.id,
            "edition": self.game.edition,
            "options": self.game.options.values(),
            "fingerprint": self.game.fingerprint,
            "strategy": self.strategy,
            "rules": rules,
            "differing_options": {name: list(values) for name, values in self.options.items()},
            "wagers": {
                wager: [
                    None if item is None else figures_json(solution, wager)
                    for solution, item in zip(self.solutions, odds, strict=True)
                ]
                for wager, odds in self.wagers.items()
            },
            "strategies": [
                {
                    "first": self.names[0],
                    "other": name,
                    "first_in_other": difference_json(exchange.there),
                    "other_in_first": difference_json(exchange.back),
                }
                for name, exchange in zip(self.names[1:], self.exchanges, strict=True)
            ],
        }


def compare(
    games: Sequence[Game[Any]],
    *,
    strategy: str = OPTIMAL,
    hands: int = 25,
    progress: Progress | None = None,
) -> Comparison:
    """What a change of rules does: each of the games held against the first.

    `hands` says how many hands are shown of those in which strategies differ; programs get more of them.
    """
    games = tuple(games)
    _check(games, hands)
    say = progress or (lambda text: None)
    names = names_of(games)
    for game in games:
        odds_of(game).check_strategy(strategy)
    solutions = []
    for game, name in zip(games, names, strict=True):
        say(f"Counting {name}")
        solutions.append(solved(game, strategy))
    exchanges = []
    for game, name in zip(games[1:], names[1:], strict=True):
        say(f"Comparing the strategies of {names[0]} and {name}")
        exchanges.append(_exchange(games[0], game, strategy))
    return Comparison(games, names, strategy, tuple(solutions), tuple(exchanges), hands)


def _check(games: tuple[Game[Any], ...], hands: int) -> None:
    if len({game.id for game in games}) > 1:
        raise OptionError(f"Rules of one game are compared, not of {' and '.join(sorted({g.id for g in games}))}.")
    if len({game.fingerprint for game in games}) < 2:
        raise OptionError("There is nothing to compare: give at least two editions or options that differ.")
    if hands < 0:
        raise OptionError(f"The number of hands to show is 0 or more, not {hands}.")


def _exchange(first: Game[Any], other: Game[Any], strategy: str) -> Exchange:
    from houseway.lab.comparing.sampled_differences import sampled_differences
    from houseway.lab.comparing.strategy_book import strategy_book

    one = strategy_book(first, strategy)
    two = None if one is None else strategy_book(other, strategy)
    if one is not None and two is not None:
        there, back = differences(one, two), differences(two, one)
        if there is not None and back is not None:
            return Exchange(there, back)
    return Exchange(sampled_differences(first, other, strategy), sampled_differences(other, first, strategy))


def names_of(games: Sequence[Game[Any]]) -> tuple[str, ...]:
    """Short names: the edition; where another has that name already, what is changed beside the first."""
    first = games[0].options.values()
    names: list[str] = []
    for game in games:
        changed = [f"{name}={value}" for name, value in game.options.values().items() if first[name] != value]
        names.append(", ".join(changed) if changed and game.edition in names else game.edition)
    return tuple(names)


def _figures(odds: WagerOdds) -> tuple[Any, ...]:
    return tuple(figure.of(odds) for figure in FIGURES)


def _marked(figure: Figure, text: str) -> str | Cell:
    """A change of the edge catches the eye: a higher one is good for the house."""
    if figure is not EDGE or text[:1] not in ("+", "-"):
        return text
    return Cell(text, Mark.STRONG)
