"""`houseway simulate`: rounds by the billion beside the exact odds, and whole sessions with a bankroll."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import Edition, GameId, Sets, make_game
from houseway.cli.odds import counting
from houseway.errors import OptionError, WagerError
from houseway.money import parse_dollars
from houseway.rules.game import Game

if TYPE_CHECKING:
    from houseway.simulation.cluster import Cluster
    from houseway.simulation.plan import SimulationPlan

EXAMPLES = (
    "Examples: houseway simulate mini-tex --rounds 2e9 --checkpoint night.json · "
    "houseway simulate high-card-flush --rounds 1e8 --strategy t-8-6 --seed 7 --json · "
    "houseway simulate two-card-roo --strategy mine.py:decide --seats 3 --bet 10 --side pairs-pay=5 · "
    "houseway simulate high-card-draw --session 300 --sessions 1e6 --bankroll 500 --bet 10 --plot night.svg"
)
COUNT = re.compile(r"([0-9][0-9_,]*(?:\.[0-9]+)?)(?:e\+?([0-9]{1,2}))?([kmb]?)", re.IGNORECASE)
POWERS = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9}
USUAL_ROUNDS, USUAL_SESSIONS, USUAL_BANKROLL = "1e7", "1e5", "500"
USUAL_DECISIONS, USUAL_HOURS = 60, 8


def command(
    game: GameId,
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="How many rounds: 2e9, 100m; 1e7 if left out.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed and rounds give the same counts.")] = None,
    strategy: Annotated[
        str, typer.Option(help="A name that `houseway strategy GAME` lists, or FILE.py:function.")
    ] = "optimal",
    seats: Annotated[int, typer.Option(help="Players at the table, against one dealer hand.")] = 1,
    bet: Annotated[str, typer.Option(metavar="DOLLARS", help="The first bet of every hand.")] = "1",
    side: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=DOLLARS", help="A side wager with every hand; may be given several times."),
    ] = None,
    edition: Edition = None,
    set_: Sets = None,
    meter: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="A progressive's meter; it stands still.")
    ] = None,
    session: Annotated[str | None, typer.Option(metavar="N", help="Play sessions of so many rounds.")] = None,
    sessions: Annotated[
        str | None, typer.Option(metavar="N", help="How many sessions a seat; 1e5 if left out.")
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="What a player brings; 500 if left out.")
    ] = None,
    stop_win: Annotated[str | None, typer.Option(metavar="DOLLARS", help="Leave when so far ahead.")] = None,
    decisions_per_hour: Annotated[
        float | None, typer.Option(metavar="N", help="Rounds that are dealt in an hour; 60 if left out.")
    ] = None,
    hours: Annotated[float | None, typer.Option(metavar="N", help="Hours of an operator's day; 8 if left out.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the sessions into a .png or .svg.")] = None,
    threads: Annotated[int | None, typer.Option(metavar="N", help="Threads; one for each core if left out.")] = None,
    workers: Annotated[int | None, typer.Option(metavar="N", help="Start so many worker processes instead.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Use a running dask scheduler, such as tcp://host:8786.")
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what is counted here, and go on from it if it is there.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Simulate rounds and hold every wager against the exact odds; or sessions with a bankroll."""
    rules = make_game(game, edition, set_)
    given = {
        "session": session,
        "sessions": sessions,
        "bankroll": bankroll,
        "stop_win": stop_win,
        "decisions_per_hour": decisions_per_hour,
        "hours": hours,
        "plot": plot,
    }
    _check_mode(given, rounds)
    length = None if session is None else parse_count(session, "rounds of a session")
    wanted = (rounds or USUAL_ROUNDS, "rounds") if session is None else (sessions or USUAL_SESSIONS, "sessions")
    count = parse_count(*wanted)
    where = _where(threads, workers, cluster)
    plan = _plan(rules, strategy, seed, seats, bet, side, meter)
    if length is None:
        _simulate(plan, count, where, threads, checkpoint, as_json=as_json)
        return
    from houseway.cli import simulation_report
    from houseway.simulation.evening import evening
    from houseway.simulation.sessions import SessionPlan

    sitting = SessionPlan(
        plan=plan,
        length=length,
        bankroll=parse_dollars(bankroll or USUAL_BANKROLL),
        stop_win=None if stop_win is None else parse_dollars(stop_win),
    )
    if plot is not None:
        from houseway.simulation.plot import check_plot

        check_plot(plot)
    with where or nullcontext() as running, simulating(rules), progress_bar(count * sitting.length) as report:
        night = evening(
            sitting,
            count,
            decisions_per_hour=USUAL_DECISIONS if decisions_per_hour is None else decisions_per_hour,
            hours=USUAL_HOURS if hours is None else hours,
            threads=threads,
            cluster=running,
            checkpoint=checkpoint,
            progress=report,
        )
    if plot is not None:
        from houseway.simulation.plot import draw

        draw(night, plot)
    if as_json:
        print(json.dumps(night.to_json(), indent=1))
    else:
        simulation_report.show_evening(night)


def _simulate(
    plan: SimulationPlan,
    rounds: int,
    where: Cluster | None,
    threads: int | None,
    checkpoint: Path | None,
    *,
    as_json: bool,
) -> None:
    from houseway.cli import simulation_report
    from houseway.simulation.run import run

    with where or nullcontext() as running, simulating(plan.game), progress_bar(rounds) as report:
        result = run(plan, rounds, threads=threads, cluster=running, checkpoint=checkpoint, progress=report)
    if as_json:
        print(json.dumps(result.to_json(), indent=1))
    else:
        simulation_report.show_result(result)


def _check_mode(given: dict[str, Any], rounds: str | None) -> None:
    if given["session"] is None:
        for name, value in given.items():
            if value is not None:
                raise OptionError(f"--{name.replace('_', '-')} goes with --session N, the rounds of a session.")
    elif rounds is not None:
        raise OptionError("--rounds and --session ask for different things: --sessions N says how many sessions.")


def _where(threads: int | None, workers: int | None, address: str | None) -> Cluster | None:
    chosen = [name for name, value in (("--threads", threads), ("--workers", workers), ("--cluster", address)) if value]
    if len(chosen) > 1:
        raise OptionError(f"{' and '.join(chosen)} cannot be combined: take one.")
    if threads is not None and not 1 <= threads <= 1024:
        raise OptionError(f"There may be 1 to 1024 threads, not {threads}.")
    if workers is None and address is None:
        return None
    from houseway.simulation.cluster import Cluster

    return Cluster(address=address, workers=workers or 0)


def _plan(
    game: Game[Any],
    strategy: str,
    seed: str | None,
    seats: int,
    bet: str,
    side: list[str] | None,
    meter: str | None,
) -> SimulationPlan:
    from houseway.simulation.run import plan_of
    from houseway.simulation.strategies import read_strategy

    sides = {}
    for text in side or []:
        name, equals, amount = text.partition("=")
        if not equals:
            raise WagerError(f"--side takes WAGER=DOLLARS, such as pair-plus=5, not {text!r}.")
        if name.strip() in sides:
            raise WagerError(f"--side {name.strip()} is given twice: a hand has one such wager.")
        sides[name.strip()] = parse_dollars(amount)
    with compiling(game):
        return plan_of(
            game,
            strategy=read_strategy(strategy),
            seed=seed,
            seats=seats,
            bet=parse_dollars(bet),
            sides=sides,
            meter=None if meter is None else parse_dollars(meter),
        )


def parse_count(text: str, what: str) -> int:
    """A number of things as people write large ones: 2e9, 100m, 1_000_000."""
    found = COUNT.fullmatch(text.strip())
    number = Fraction(0)
    if found:
        digits, power, letter = found.groups()
        number = Fraction(re.sub("[_,]", "", digits)) * 10 ** int(power or 0) * POWERS[letter.lower()]
    if number < 1 or number.denominator != 1:
        raise OptionError(
            f"{text!r} is no number of {what}: write a whole number from 1, such as 1000000, 2e9 or 100m."
        )
    return int(number)


@contextmanager
def compiling(game: Game[Any]) -> Iterator[None]:
    """Say on standard error what takes long the first time."""
    from houseway.jit import cache_folder
    from houseway.odds.cache import code_digest

    marker = cache_folder() / f"{game.id}-{code_digest(game)[:32]}.simulated"
    shown = _notice_shown.get(game.id, marker.exists())
    if not shown:
        print(f"Compiling the simulation of {game.name}: the first time takes a while.", file=sys.stderr)
        _notice_shown[game.id] = True
    yield
    try:
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
    except OSError:
        pass  # a read-only home is no reason not to answer


_notice_shown: dict[str, bool] = {}


@contextmanager
def simulating(game: Game[Any]) -> Iterator[None]:
    """Say what takes long: a game is counted before it is simulated."""
    with compiling(game), counting(game):
        yield


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error with rate and time left; nothing where nobody watches."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("Rounds"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total, rate="")

        def report(done: int) -> None:
            speed = progress.tasks[0].speed
            progress.update(task, completed=done, rate=f"{speed / 1e6:,.1f} million/s" if speed else "")

        yield report
