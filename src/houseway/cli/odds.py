"""`houseway odds`: the exact odds of every wager, as a manual prints them."""

from __future__ import annotations

import csv
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import Edition, GameId, Sets, make_game, title, width
from houseway.errors import OptionError
from houseway.money import parse_dollars
from houseway.rounding import fixed, one_in, percent
from houseway.rules.game import Game

if TYPE_CHECKING:
    from houseway.lab.searching_cards.player import CardPlayer
    from houseway.odds.solution import Solution, WagerOdds

LONG = 3.0  # seconds from which a count is announced
EXAMPLES = (
    "Examples: houseway odds mini-tex · houseway odds high-card-draw --edition v5 --wager play · "
    "houseway odds high-card-flush --strategy t-8-6 --json · houseway odds mini-tex --set pocket-poker=40/20/5/3/2 · "
    "houseway odds high-card-flush --derived"
)


def command(
    game: GameId,
    wager: Annotated[str | None, typer.Option(help="One wager only.")] = None,
    strategy: Annotated[
        str,
        typer.Option(
            help="How the hand is played; `houseway strategy GAME` lists them. Or the file of a `houseway lab card`."
        ),
    ] = "optimal",
    edition: Edition = None,
    set_: Sets = None,
    meter: Annotated[
        str | None, typer.Option(help="A progressive's meter, in dollars; its seed when left out.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the tables as CSV.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Count again instead of reading what was kept.")] = False,
    derived: Annotated[
        bool, typer.Option("--derived", help="Count from the rules alone, though the game brings a faster way.")
    ] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Count every deal, however long it takes, instead of a sample.")
    ] = False,
) -> None:
    """Print the exact odds of every wager: combinations, probability, return, house edge."""
    from houseway.odds import odds_of, solve
    from houseway.odds.as_json import odds_json
    from houseway.odds.cache import solved

    rules = make_game(game, edition, set_)
    if as_json and as_csv:
        raise OptionError("--json and --csv print different things: take one.")
    cents = None if meter is None else parse_dollars(meter)
    if cents is not None and (rules.progressive is None or cents < 0):
        raise OptionError(
            f"--meter takes a progressive's meter, in dollars and $0 or more; {rules.name} as given has none."
        )
    card = read_card_file(rules, strategy)
    odds_of(rules, derived=derived, exact=exact).check_strategy(card or strategy)
    with counting(rules, derived=derived, exact=exact):
        if card is None:
            solution = solved(rules, strategy, meter=cents, fresh=fresh, derived=derived, exact=exact)
        else:
            solution = solve(rules, card, meter=cents, derived=derived, exact=exact)
    shown = (solution.wager(wager),) if wager else solution.wagers
    for odds in shown:
        if odds.expected_value > 0:
            print(f"Warning: the player has the edge on {rules.wager[odds.wager].name}.", file=sys.stderr)
    if as_json:
        print(json.dumps(odds_json(rules, solution, shown), indent=1))
    elif as_csv:
        write_csv(solution, shown)
    else:
        show(rules, solution, shown)


def read_card_file(game: Game[Any], strategy: str) -> CardPlayer | None:
    """The strategy of a card that was kept in a file; None where a strategy is given by name."""
    if not strategy.endswith(".json"):
        return None
    from houseway.lab.searching_cards.files import read_card

    return read_card(game, Path(strategy))


class counting:  # noqa: N801 - reads as what is going on
    """Says on standard error what takes long the first time."""

    def __init__(self, game: Game[Any], *, derived: bool = False, exact: bool = False) -> None:
        self.game, self.derived, self.exact = game, derived, exact

    def __enter__(self) -> None:
        from houseway.derived.odds import Derived
        from houseway.odds import odds_of
        from houseway.odds.cache import is_kept

        odds = odds_of(self.game, derived=self.derived, exact=self.exact)
        if isinstance(odds, Derived):
            self._say_cost(odds)
        if not is_kept(self.game):
            print(f"Compiling the counting of {self.game.name}: the first time takes a while.", file=sys.stderr)

    def _say_cost(self, odds: Any) -> None:
        from houseway.derived.cost import cost_of

        cost = cost_of(self.game)
        if odds.estimated:
            print(
                f"{self.game.name} is estimated from a sample: counting every deal takes {cost}; --exact does it.",
                file=sys.stderr,
            )
        elif cost.seconds > LONG:
            print(f"Counting {self.game.name}: {cost}.", file=sys.stderr)

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        from houseway.odds.cache import noting_compilation

        if error is None:
            with noting_compilation(self.game):
                pass


def write_csv(solution: Solution, shown: tuple[WagerOdds, ...]) -> None:
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(
        [
            "game",
            "edition",
            "fingerprint",
            "wager",
            "strategy",
            "kind",
            "outcome",
            "pays",
            "combinations",
            "total",
            "probability",
            "return",
        ]
    )
    for odds in shown:
        for row in odds.rows:
            probability = Fraction(row.count, odds.total)
            kind = "bonus" if row.bonus else "outcome"
            facts = [solution.game, solution.edition, solution.fingerprint, odds.wager, odds.strategy, kind, row.label]
            table.writerow(
                [*facts, row.net, row.count, odds.total, fixed(probability, 9), fixed(row.net * probability, 9)]
            )


def show(game: Game[Any], solution: Solution, shown: tuple[WagerOdds, ...]) -> None:
    from rich.console import Console

    console = Console(width=width(110), highlight=False)
    console.rule(title(game))
    for odds in shown:
        _show_wager(console, game, solution, odds)
    console.print(f"[dim]Fingerprint {solution.fingerprint}[/]", soft_wrap=True)


def _show_wager(console: Any, game: Game[Any], solution: Solution, odds: WagerOdds) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from houseway.odds.as_json import pay_notes

    name = game.wager[odds.wager].name
    table = Table(title=f"{name}, strategy {odds.strategy}", box=SIMPLE_HEAD, title_style="bold", show_footer=True)
    table.add_column("Outcome", "Total")
    wide = console.width >= 100  # the frequency is the probability again: it goes first where there is no room
    columns = [
        ("Pays", ""),
        ("Combinations", f"{odds.total:,}"),
        ("Probability", "1.000000"),
        *([("Frequency", "")] if wide else []),
        ("Return", fixed(odds.expected_value, 6)),
    ]
    for heading, footer in columns:
        table.add_column(heading, footer, justify="right", no_wrap=True, min_width=max(len(footer), len(heading)))
    for row in odds.rows:
        probability = Fraction(row.count, odds.total)
        label = f"  + {row.label}" if row.bonus else row.label
        cells = [
            label,
            _pays(row.net),
            f"{row.count:,}",
            fixed(probability, 6),
            *([one_in(row.count, odds.total)] if wide else []),
            fixed(row.net * probability, 6),
        ]
        table.add_row(*cells)
    console.print(table)
    for note in pay_notes(game, (odds,)):
        console.print(f"{note['hand']} at {note['pays']} is {note['note']}.")
    facts = [f"House edge [bold]{percent(odds.house_edge, 4)}[/]"]
    if odds.interval is not None:
        low, high = (percent(-value, 2) for value in reversed(odds.interval))
        facts = [f"House edge [bold]estimated {percent(odds.house_edge, 2)}[/], {low} to {high} (95%)"]
    if odds.average_bet != 1:
        facts.append(f"average bet {fixed(odds.average_bet, 4)}")
        facts.append(f"element of risk {percent(odds.element_of_risk, 4)}")
    facts.append(f"standard deviation {fixed(odds.standard_deviation, 4)}")
    facts.append(f"wins {percent(odds.hit_frequency, 2)} of the time")
    if odds.wager != solution.main.wager:
        first = solution.main.wager
        facts.append(f"correlation with {game.wager[first].name} {solution.correlation(first, odds.wager):+.4f}")
    console.print(" · ".join(facts) + "\n")


def _pays(net: Any) -> str:
    return f"{float(net):g}"
