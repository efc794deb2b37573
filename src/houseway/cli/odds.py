"""`houseway odds`: the exact odds of every wager, as a manual prints them."""

from __future__ import annotations

import csv
import json
import re
import sys
import time
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import Edition, GameId, Sets, make_game, title, width
from houseway.errors import OptionError
from houseway.money import parse_dollars
from houseway.rounding import fixed, one_in, percent, short
from houseway.rules.game import Game

if TYPE_CHECKING:
    from houseway.lab.searching_cards.player import CardPlayer
    from houseway.odds.solution import BestPlay, Solution, WagerOdds

PROGRESS = 5.0  # seconds between two lines about the progress of a count
LONG = 3.0  # seconds from which a count is announced
EXAMPLES = (
    "Examples: houseway odds mini-tex · houseway odds high-card-draw --edition v5 --wager play · "
    "houseway odds high-card-flush --strategy t-8-6 --json · houseway odds mini-tex --set pocket-poker=40/20/5/3/2 · "
    "houseway odds three-card-roo --stakes play=2,pocket-roo=1"
)


def command(
    game: GameId,
    wager: Annotated[str | None, typer.Option(help="One wager only.")] = None,
    strategy: Annotated[
        str,
        typer.Option(
            help="How the hand is played: every wager is valued under this strategy. `houseway strategy GAME` lists "
            "the names; the file of a `houseway lab card` is a strategy too."
        ),
    ] = "optimal",
    stakes: Annotated[
        str | None,
        typer.Option(
            help="Stakes for the best joint play of several wagers, such as play=2,pocket-roo=1; 1 on the main wager "
            "and on each side wager that depends on a decision when left out."
        ),
    ] = None,
    edition: Edition = None,
    set_: Sets = None,
    meter: Annotated[
        str | None, typer.Option(help="A progressive's meter, in dollars; its seed when left out.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the tables as CSV.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Count again instead of reading what was kept.")] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Count every deal, with no time limit, instead of a sample.")
    ] = False,
) -> None:
    """Print the exact odds of every wager: combinations, probability, return, house edge."""
    from houseway.odds import odds_of, solve
    from houseway.odds.as_json import odds_json
    from houseway.odds.cache import solved
    from houseway.odds.labels import odds_label

    rules = make_game(game, edition, set_)
    if as_json and as_csv:
        raise OptionError("--json and --csv print different things: take one.")
    cents = None if meter is None else parse_dollars(meter)
    if cents is not None and (rules.wagers.progressive is None or cents < 0):
        raise OptionError(
            f"--meter takes a progressive's meter, in dollars and $0 or more; {rules.name} as given has none."
        )
    card, joint = read_card_file(rules, strategy), None if stakes is None else parse_stakes(stakes)
    counted = odds_of(rules, exact=exact)
    counted.check_strategy(card or strategy)
    counted.check_joint_stakes(card or strategy, joint)
    with counting(rules, exact=exact):
        if card is None:
            solution = solved(rules, strategy, meter=cents, stakes=joint, fresh=fresh, exact=exact)
        else:
            solution = solve(rules, card, meter=cents, exact=exact)
    shown = (solution.wager(wager),) if wager else solution.wagers
    for odds in _every_play(solution, shown):
        if odds.expected_value > 0:
            print(f"Warning: the player has the edge on {odds_label(rules, solution, odds)}.", file=sys.stderr)
    if as_json:
        print(json.dumps(odds_json(rules, solution, shown), indent=1))
    elif as_csv:
        write_csv(solution, shown)
    else:
        show(rules, solution, shown)


STAKE = re.compile(r"-?[0-9]{1,9}(/[0-9]{1,9}|\.[0-9]{1,6})?")  # up to a billion, in millionths or as a fraction


def parse_stakes(text: str) -> dict[str, Fraction]:
    """Read `play=2,pocket-roo=1`."""
    found: dict[str, Fraction] = {}
    for part in text.split(","):
        wager, _, stake = (piece.strip() for piece in part.partition("="))
        try:
            if wager in found or not STAKE.fullmatch(stake):
                raise ValueError
            found[wager] = Fraction(stake)
        except (ValueError, ZeroDivisionError):
            raise OptionError(f"--stakes takes WAGER=NUMBER,..., such as play=2,pocket-roo=1, not {text!r}.") from None
    return found


def _every_play(solution: Solution, shown: tuple[WagerOdds, ...]) -> list[WagerOdds]:
    """The odds of these wagers; those that depend on a decision twice: with the main wager, then played for itself."""
    own = solution.own_plays
    return [odds for one in shown for odds in ((one, own[one.wager].odds) if one.wager in own else (one,))]


def read_card_file(game: Game[Any], strategy: str) -> CardPlayer | None:
    """The strategy of a card that was kept in a file; None where a strategy is given by name."""
    if not strategy.endswith(".json"):
        return None
    from houseway.lab.searching_cards.files import read_card

    return read_card(game, Path(strategy))


class counting:  # noqa: N801 - reads as what is going on
    """Announce long counts on standard error and report progress."""

    def __init__(self, game: Game[Any], *, exact: bool = False) -> None:
        self.game, self.exact = game, exact
        self._reporting, self._reported = ExitStack(), time.monotonic()

    def __enter__(self) -> None:
        from houseway.odds import odds_of
        from houseway.odds.cache import is_kept
        from houseway.odds.limits import reporting
        from houseway.odds.resuming import resumable

        self._say_cost(odds_of(self.game, exact=self.exact))
        self._reporting.enter_context(reporting(self._say_progress))
        self._reporting.enter_context(resumable(self.game))
        if not is_kept(self.game):
            print(f"Compiling the counting of {self.game.name}: the first time takes a while.", file=sys.stderr)

    def _say_cost(self, odds: Any) -> None:
        from houseway.odds.apart import Apart
        from houseway.odds.cost import cost_of
        from houseway.odds.too_long import why_long

        cost = cost_of(self.game)
        if isinstance(odds, Apart):
            apart = ", ".join(self.game.wager[side].name for side in self.game.wagers.sides if side in odds.wide)
            print(
                f"{self.game.name} is counted without {apart}, and {apart} apart; correlations are from a sample.",
                file=sys.stderr,
            )
        elif odds.estimated:
            print(
                f"{self.game.name} is estimated from a sample, except side wagers that can be counted by themselves: "
                f"counting every deal takes {cost}; `houseway odds {self.game.id} --exact` does it. "
                f"{why_long(self.game)}",
                file=sys.stderr,
            )
        elif cost.seconds > LONG:
            print(f"Counting {self.game.name}: {cost}.", file=sys.stderr)

    def _say_progress(self, what: str, share: float, left: float) -> None:
        from houseway.odds.limits import span

        if time.monotonic() - self._reported > PROGRESS:
            self._reported = time.monotonic()
            print(f"{self.game.name}: {what}, {percent(share, 0)} done, about {span(left)} left.", file=sys.stderr)

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        from houseway.odds.cache import noting_compilation

        self._reporting.__exit__(kind, error, trace)
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
            "played",
        ]
    )
    for odds in _every_play(solution, shown):
        own = solution.own_plays.get(odds.wager)
        played = "" if own is None else "for itself" if odds is own.odds else "with main"
        for row in odds.rows:
            probability = Fraction(row.count, odds.total)
            kind = "bonus" if row.bonus else "outcome"
            facts = [solution.game, solution.edition, solution.fingerprint, odds.wager, odds.strategy, kind, row.label]
            table.writerow(
                [*facts, row.net, row.count, odds.total, fixed(probability, 9), fixed(row.net * probability, 9), played]
            )


def show(game: Game[Any], solution: Solution, shown: tuple[WagerOdds, ...]) -> None:
    from rich.console import Console

    console = Console(width=width(110), highlight=False)
    console.rule(title(game))
    for odds in _every_play(solution, shown):
        _show_wager(console, game, solution, odds)
    if solution.joint is not None:
        _show_joint(console, game, solution, solution.joint)
    console.print(f"[dim]Fingerprint {solution.fingerprint}[/]", soft_wrap=True)


def _show_wager(console: Any, game: Game[Any], solution: Solution, odds: WagerOdds) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from houseway.odds import odds_of
    from houseway.odds.as_json import pay_notes
    from houseway.odds.labels import table_title

    table = Table(title=table_title(game, solution, odds), box=SIMPLE_HEAD, title_style="bold", show_footer=True)
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
        found = f"House edge [bold]estimated {percent(odds.house_edge, 2)}[/]"
        own = solution.own_plays.get(odds.wager)
        is_best = odds.strategy == "optimal" and (odds is solution.main or (own is not None and odds is own.odds))
        facts = [f"{found}, {'under the best decisions ' if is_best else ''}{low} to {high} (95%)"]
    if odds.average_bet != 1:
        facts.append(f"average bet {fixed(odds.average_bet, 4)}")
        facts.append(f"element of risk {percent(odds.element_of_risk, 4)}")
    facts.append(f"standard deviation {fixed(odds.standard_deviation, 4)}")
    facts.append(f"wins {percent(odds.hit_frequency, 2)} of the time")
    first, own = solution.main.wager, solution.own_plays.get(odds.wager)
    if odds.wager == first:
        for name, labels in odds_of(game).sheet.sums().items():
            share = Fraction(sum(row.count for row in odds.rows if row.label in labels and not row.bonus), odds.total)
            facts.append(f"{name} {percent(share, 2)}")
    elif own is not None and odds is own.odds:
        facts.append(f"costs {game.wager[first].name} {percent(solution.cost_to_main(odds.wager), 4)}")
    else:
        correlation = fixed(solution.correlation(first, odds.wager), 4, plus=True)
        facts.append(f"correlation with {game.wager[first].name} {correlation}")
    console.print(" · ".join(facts) + "\n")


def _show_joint(console: Any, game: Game[Any], solution: Solution, joint: BestPlay) -> None:
    """What every play of the hand is worth to the stakes: the main wager's best, each side wager's own, the joint."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from houseway.odds.labels import compared_plays, stakes_text

    table = Table(title=f"Best joint play of {stakes_text(game, joint)}", box=SIMPLE_HEAD, title_style="bold")
    table.add_column("The hand is played for")
    for wager in joint.stakes:
        table.add_column(game.wager[wager].name, justify="right", no_wrap=True)
    table.add_column("All stakes", justify="right", no_wrap=True)
    for label, play in compared_plays(game, solution, joint):
        means = (fixed(play.means[wager], 6) for wager in joint.stakes)
        table.add_row(label, *means, fixed(play.expected_value, 6))
    console.print(table)
    console.print('Each wager\'s value is per unit bet on it; "All stakes" is the total for the stakes above.\n')


def _pays(net: Any) -> str:
    return short(net)
