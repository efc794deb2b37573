"""`houseway train`: exercises for dealers and players, exams, progress."""

from __future__ import annotations

import json
import shlex
import sys
from datetime import date
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import Edition, GameId, Sets, make_any_game, title, width
from houseway.cli.odds import counting
from houseway.errors import OptionError
from houseway.rules.game import Game, TableGame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from houseway.cli.training.lines import Lines
    from houseway.cli.training.session import Session
    from houseway.cli.training.terminal import Terminal
    from houseway.train.exercise import Exercise

EXAMPLES = (
    "Examples: houseway train dealer mini-tex · houseway train player high-card-flush · "
    "houseway train exam three-card-roo --seed monday --name Ada · houseway train progress"
)
DEALER_EXAMPLES = (
    "Examples: houseway train dealer mini-tex · houseway train dealer high-card-draw --edition v5 --kind pay · "
    'houseway train dealer mini-tex --about "case pocket-poker/4" · '
    "houseway train dealer mini-tex-pvp --seed monday --json"
)
PLAYER_EXAMPLES = (
    "Examples: houseway train player high-card-flush · houseway train player mini-tex --kind hand --pause-on always · "
    "houseway train player mini-tex --target card --seconds 10 · houseway train player mini-tex-pvp"
)
EXAM_EXAMPLES = (
    "Examples: houseway train exam mini-tex --seed monday --name Ada -o ada.html · "
    "houseway train exam two-card-roo --set decks=6 --seed 7 --pass 90 -o sheet.json"
)
COVERAGE_EXAMPLES = "Examples: houseway train coverage mini-tex · houseway train coverage high-card-flush --json"
PROGRESS_EXAMPLES = "Examples: houseway train progress · houseway train progress mini-tex --json"
EXPORT_EXAMPLES = "Examples: houseway train export ada.json"
IMPORT_EXAMPLES = "Examples: houseway train import ada.json"


class PauseOn(Enum):
    MISTAKES = "mistakes"
    ALWAYS = "always"


Seed = Annotated[str | None, typer.Option(help="The same seed asks the same; without one, what you got wrong decides.")]
Count = Annotated[int | None, typer.Option(min=1, help="How many exercises; without it, until you leave.")]
Seconds = Annotated[int | None, typer.Option(min=1, max=3600, help="A clock for every question.")]
Retry = Annotated[bool, typer.Option("--retry", help="Your mistakes again, the most costly first.")]
ProfileOption = Annotated[
    Path | None,
    typer.Option("--profile", metavar="FILE", help="Where progress is kept, in place of HOUSEWAY_PROFILE."),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="For programs: questions and grades as JSON lines, one answer a line on input.")
]

app = typer.Typer(
    help="Training: exercises for dealers and players, exams, progress.", no_args_is_help=True, epilog=EXAMPLES
)


@app.callback()
def train() -> None:
    """Training: exercises for dealers and players, exams, progress."""


@app.command(epilog=DEALER_EXAMPLES)
def dealer(
    game: GameId,
    kind: Annotated[
        str | None,
        typer.Option(
            help="next, read, pay, round, error; among players next, read, round, pots. All in turn when left out."
        ),
    ] = None,
    edition: Edition = None,
    set_: Sets = None,
    seed: Seed = None,
    about: Annotated[
        str,
        typer.Option(
            metavar="ITEM", help="A step by its number in `houseway rules`, or a case: `train coverage` lists both."
        ),
    ] = "",
    count: Count = None,
    seconds: Seconds = None,
    profile: ProfileOption = None,
    *,
    retry: Retry = False,
    as_json: AsJson = False,
) -> None:
    """Deal, read hands, pay, spot errors: the dealer's exercises, judged by the step of the manual."""
    from houseway.cli.training.drills import Drill, dealer_drill
    from houseway.train.items import typed_item

    rules = make_any_game(game, edition, set_)
    about = typed_item(rules, about) if about else ""
    session = _session(profile, seconds)
    assert session.kept is not None
    drill = Drill(rules, kind, seed, about, retry=retry)
    _train(rules, session, dealer_drill(drill, session.kept.profile, count), as_json=as_json)


@app.command(epilog=PLAYER_EXAMPLES)
def player(
    game: GameId,
    kind: Annotated[str | None, typer.Option(help="spot (the default) or hand; chances among players.")] = None,
    target: Annotated[
        str, typer.Option(metavar="optimal|CARD", help="What is right: the optimum, a strategy's name, or card.")
    ] = "optimal",
    pause_on: Annotated[PauseOn, typer.Option(help="When to wait for Enter.")] = PauseOn.MISTAKES,
    edition: Edition = None,
    set_: Sets = None,
    seed: Seed = None,
    about: Annotated[str, typer.Option(metavar="ITEM", help='A kind of hand, such as "hand flop: pair".')] = "",
    count: Count = None,
    seconds: Seconds = None,
    profile: ProfileOption = None,
    *,
    retry: Retry = False,
    as_json: AsJson = False,
) -> None:
    """Decide, and see what every decision is worth: graded by the exact odds."""
    from houseway.cli.training.drills import Drill, player_drill

    rules = make_any_game(game, edition, set_)
    by = _target(rules, target)
    session = _session(profile, seconds)
    assert session.kept is not None
    exercises = player_drill(Drill(rules, kind, seed, about, by, retry), session.kept.profile, count)
    if isinstance(rules, Game):
        with counting(rules):
            first = next(exercises)
        exercises = chain([first], exercises)
    note = _marks() if isinstance(rules, Game) else ""
    _train(rules, session, exercises, as_json=as_json, pause=pause_on.value, note=note)


def _marks() -> str:
    """What a decision is called by the value that it gives up."""
    from houseway.train.player.marks import shares_lost

    return f"Lost of the first wager: {' · '.join(f'{mark}, {share}' for mark, share in shares_lost())}"


def _target(game: TableGame[Any], target: str) -> str:
    """The strategy that is right, empty for the optimum."""
    if target == "optimal":
        return ""
    if not isinstance(game, Game):
        raise OptionError(f"{game.name} has no strategies: --target is for games against the house.")
    from houseway.odds import odds_of

    odds = odds_of(game)
    name = odds.card()[0] if target == "card" else target
    odds.check_strategy(name)
    return "" if name == "optimal" else name


def _session(profile: Path | None, seconds: int | None) -> Session:
    from houseway.cli.training.keeping import ProfileFile
    from houseway.cli.training.session import Session
    from houseway.train.profile import profile_path

    return Session(ProfileFile(profile or profile_path()), seconds=seconds)


def _train(
    game: TableGame[Any],
    session: Session,
    exercises: Iterator[Exercise],
    *,
    as_json: bool,
    pause: str = "never",
    note: str = "",
) -> None:
    """The exercises, then the summary. The first is made before anything is printed: a wrong call prints nothing."""
    first = next(exercises, None)
    place = _place(as_json=as_json, pause=pause)
    if not as_json:
        _greet(_console(), game, note)
    place.run(session, chain([] if first is None else [first], exercises))
    place.close(session)


def _place(*, as_json: bool, pause: str = "never", feedback: bool = True) -> Terminal | Lines:
    """Where the questions are asked."""
    if as_json:
        from houseway.cli.training.lines import Lines

        return Lines(feedback=feedback)
    from houseway.cli.training.terminal import Terminal

    return Terminal(_console(), pause=pause, feedback=feedback)


def _console() -> Console:
    from rich.console import Console

    return Console(width=width(100), highlight=False)


def _greet(console: Console, game: TableGame[Any], note: str) -> None:
    console.rule(title(game))
    if note:
        console.print(f"[dim]{note}.[/]")
    console.print("[dim]Answer by the keys shown; ? explains, < goes back, q leaves and keeps what is answered.[/]")


# --- exams and coverage ---


@app.command(epilog=EXAM_EXAMPLES)
def exam(
    game: GameId,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same exam.")] = None,
    pass_: Annotated[int, typer.Option("--pass", min=1, max=100, help="The pass mark, in percent.")] = 80,
    name: Annotated[str, typer.Option(help="Whose exam it is.")] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The score sheet: .html, .json or .txt.")
    ] = None,
    kind: Annotated[list[str] | None, typer.Option(help="Only this kind of exercise; may be given again.")] = None,
    edition: Edition = None,
    set_: Sets = None,
    seconds: Seconds = None,
    minutes: Annotated[int | None, typer.Option(min=1, max=600, help="For the whole exam.")] = None,
    profile: ProfileOption = None,
    *,
    as_json: AsJson = False,
) -> None:
    """The table test: every step and every case, rows of pay tables included, a pass mark, a score sheet.

    Nothing is said before the end. An exam that is left is gone on with by the same command. Exit status 1 says that
    it was not passed.
    """
    from secrets import token_hex

    from houseway.cli.training.exams import ExamSession, SittingFile
    from houseway.cli.training.keeping import ProfileFile
    from houseway.cli.training.sheet import check_file, text, write_sheet
    from houseway.train.exam import Exam
    from houseway.train.profile import profile_path
    from houseway.train.score_sheet import ScoreSheet

    if output is not None:
        check_file(output)
    rules = make_any_game(game, edition, set_)
    limit = None if minutes is None else 60 * minutes
    terms = Exam(rules, token_hex(4) if seed is None else seed, pass_, seconds, limit, tuple(kind or ()))
    kept = ProfileFile(profile or profile_path())
    file = SittingFile(kept.path, terms, name)
    session = ExamSession(kept, file.sitting(terms), file)
    place, sitting = _place(as_json=as_json, feedback=False), session.sitting
    if not as_json:
        _greet_exam(_console(), rules, terms.seed, len(sitting.keys), sitting.number)
    place.run(session, session.exercises(), first=sitting.number + 1, of=len(sitting.keys))
    if not (sitting.over or session.time_is_up):
        if not as_json:
            print(f"Not finished: the same command with --seed {shlex.quote(terms.seed)} goes on where you left.")
        return
    sheet = ScoreSheet.of(sitting, name=name, date=date.today().isoformat())
    if output is not None:
        write_sheet(output, sheet)
    file.forget()
    _show_sheet(sheet.to_json(), text(sheet), as_json=as_json)
    if not sheet.passed:
        raise typer.Exit(1)


def _greet_exam(console: Console, game: TableGame[Any], seed: str, exercises: int, done: int) -> None:
    from rich.markup import escape

    console.rule(f"Table test: {title(game)}")
    console.print(
        f"{exercises} exercises{f', {done} of them done' if done else ''}; seed [bold]{escape(seed)}[/]. "
        "[dim]Nothing is said before the end. ? explains, q leaves; the same command goes on.[/]"
    )


def _show_sheet(facts: dict[str, Any], text: str, *, as_json: bool) -> None:
    if as_json:
        from houseway.cli.training.lines import say

        say("sheet", facts)
        return
    console = _console()
    console.print()
    console.rule()
    console.print(text, markup=False, soft_wrap=True)


@app.command(epilog=COVERAGE_EXAMPLES)
def coverage(
    game: GameId,
    edition: Edition = None,
    set_: Sets = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """Every step of the procedure and every case, rows of pay tables included, with the exercises that examine it."""
    from houseway.train.covering import coverage as covered
    from houseway.train.items import item_words, printed_item

    rules = make_any_game(game, edition, set_)
    found = covered(rules)
    if as_json:
        rows = [
            {"item": printed_item(item), "text": item_words(rules, item), "kinds": kinds}
            for item, kinds in found.items()
        ]
        facts = {"game": rules.id, "edition": rules.edition, "fingerprint": rules.fingerprint}
        print(json.dumps({**facts, "items": rows}, indent=1))
    else:
        _show_coverage(
            _console(), rules, {printed_item(item): (item_words(rules, item), kinds) for item, kinds in found.items()}
        )
    if not all(found.values()):
        raise typer.Exit(1)


def _show_coverage(console: Console, game: TableGame[Any], found: dict[str, tuple[str, tuple[str, ...]]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Item", style="bold")
    table.add_column("What it is", ratio=1)
    table.add_column("Exercises")
    for item, (text, kinds) in found.items():
        table.add_row(escape(item), escape(text), ", ".join(kinds) or "[red]none[/]")
    console.print(title(game))
    console.print(table)


# --- progress ---


@app.command(epilog=PROGRESS_EXAMPLES)
def progress(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game only.")] = None,
    bet: Annotated[str, typer.Option(help="A first wager in dollars, for what is lost an hour.")] = "10",
    pace: Annotated[int, typer.Option(min=1, max=1000, help="Hands an hour.")] = 60,
    profile: ProfileOption = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """What you have answered, what is weak, what is due, and a player's value lost."""
    from houseway.cli.training.keeping import ProfileFile
    from houseway.cli.training.progress import report, show
    from houseway.money import parse_dollars
    from houseway.train.profile import profile_path

    cents = parse_dollars(bet)
    kept = ProfileFile(profile or profile_path())
    found = report(kept.profile, game)
    if as_json:
        print(json.dumps([item.to_json() for item in found], indent=1))
    else:
        show(_console(), found, kept.path, bet=cents, pace=pace)


@app.command(name="export", epilog=EXPORT_EXAMPLES)
def export_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write; - for standard output.")],
    profile: ProfileOption = None,
) -> None:
    """Write your progress to a file (JSON), to take it elsewhere."""
    from houseway.cli.training.keeping import ProfileFile, write_profile
    from houseway.train.profile import profile_path

    found = ProfileFile(profile or profile_path()).profile
    if str(file) == "-":
        print(json.dumps(found.to_json(), indent=1))
        return
    write_profile(file, found)
    print(f"{_answers(len(found.attempts))} written to {file}.", file=sys.stderr)


@app.command(name="import", epilog=IMPORT_EXAMPLES)
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A profile, as `train export` writes it.")],
    profile: ProfileOption = None,
) -> None:
    """Put the progress of a file together with yours; answers that are in both count once."""
    from houseway.cli.training.keeping import ProfileFile, read_profile
    from houseway.train.profile import profile_path

    other = read_profile(file)
    kept = ProfileFile(profile or profile_path())
    before = len(kept.profile.attempts)
    kept.profile = kept.profile.merged(other)
    kept.save()
    print(f"{_answers(len(kept.profile.attempts) - before)} added, {len(kept.profile.attempts)} in all.")


def _answers(count: int) -> str:
    return f"{count} answer{'' if count == 1 else 's'}"
