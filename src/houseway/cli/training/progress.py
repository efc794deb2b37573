"""What a profile says: answers by kind, weak and due things, retired rules, a player's value lost."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.catalog import any_game_class
from houseway.money import dollars
from houseway.rounding import fixed, percent, rounded
from houseway.rules.game import TableGame
from houseway.train.exercise import Key
from houseway.train.items import StepRef, item_words, printed_item, step_path
from houseway.train.kinds import words
from houseway.train.player.rating import Rating
from houseway.train.player.statistics import Statistics, money_an_hour, statistics
from houseway.train.profile import Attempt, Profile

if TYPE_CHECKING:
    from rich.console import Console

MOST_WEAK = 6
DAYS = 7  # of which the share of right answers is told apart


class KindLine(NamedTuple):
    kind: str
    answers: int
    right: int
    recent: float | None  # share of right answers in the last days
    seconds: float | None  # for an answer, on average


class Weak(NamedTuple):
    """Something that was wrong lately."""

    item: str
    words: str
    errors: float  # the share of wrong answers, the last ones most
    due: bool


class Report(NamedTuple):
    """Of one set of rules."""

    key: Key
    name: str
    retired: str  # why, where these rules are gone
    kinds: tuple[KindLine, ...]
    weak: tuple[Weak, ...]
    player: Statistics | None
    rating: Rating | None

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.key.game,
            "edition": self.key.edition,
            "options": dict(self.key.options),
            "fingerprint": self.key.fingerprint,
            "retired": self.retired or None,
            "kinds": [line._asdict() for line in self.kinds],
            "weak": [line._asdict() for line in self.weak],
            "player": None if self.player is None else self.player.to_json(),
            "rating": None if self.rating is None else self.rating._asdict(),
        }


def report(profile: Profile, game_id: str | None = None) -> list[Report]:
    """Every set of rules that was trained, those of one game or all."""
    if game_id is not None:
        any_game_class(game_id)  # refuses one that is not installed
    games = profile.retire_what_is_gone()
    return [
        _report(profile, key, games.get(key.fingerprint))
        for key in sorted(profile.rules(), key=lambda key: (key.game, key.edition, key.fingerprint))
        if game_id in (None, key.game)
    ]


def _report(profile: Profile, key: Key, game: TableGame[Any] | None) -> Report:
    attempts, now = profile.of(key.fingerprint), datetime.now(UTC)
    graded = [attempt for attempt in attempts if attempt.lost is not None]
    practice = profile.practice(key.fingerprint)
    wrong = sorted(practice.items.items(), key=lambda item: -item[1].wrong)
    weak = [
        Weak(printed_item(name), _words(game, key, name), item.wrong, practice.due(name, now))
        for name, item in wrong
        if item.wrong
    ]
    kinds = dict.fromkeys(attempt.key.kind for attempt in attempts)
    return Report(
        key,
        game.name if game else key.game,
        profile.retired.get(key.fingerprint, ""),
        tuple(_line(kind, [item for item in attempts if item.key.kind == kind], now) for kind in kinds),
        tuple(weak[:MOST_WEAK]),
        statistics(graded) if graded else None,
        practice.player if graded else None,
    )


def _line(kind: str, attempts: list[Attempt], now: datetime) -> KindLine:
    recent = [attempt.right for attempt in attempts if (now - attempt.when).days < DAYS]
    clocked = [attempt.seconds for attempt in attempts if attempt.seconds is not None]
    return KindLine(
        kind,
        len(attempts),
        sum(attempt.right for attempt in attempts),
        sum(recent) / len(recent) if recent else None,
        round(sum(clocked) / len(clocked), 2) if clocked else None,
    )


def _words(game: TableGame[Any] | None, key: Key, item: str) -> str:
    """A step or a case in words, as long as the rules are the same; other things have a name of their own."""
    if game is None or game.fingerprint != key.fingerprint or not item.startswith(("step ", "case ")):
        return item
    if not item.startswith("step "):
        return item_words(game, item)
    with suppress(ValueError, IndexError):
        return StepRef.of(game, step_path(item)).words
    return item


def show(console: Console, found: list[Report], path: Path, *, bet: int, pace: int) -> None:
    if not found:
        console.print(f"Nothing was answered yet. [dim]({path})[/]", soft_wrap=True)
        return
    for item in found:
        options = "".join(f" {name}={value}" for name, value in item.key.options.items())
        console.rule(f"[bold]{item.name}[/], edition {item.key.edition}{options}")
        if item.retired:
            console.print(f"[yellow]Retired: {item.retired}[/]")
        _show_kinds(console, item)
        _show_weak(console, item)
        if item.player is not None:
            _show_player(console, item, bet=bet, pace=pace)
    console.print(f"[dim]Kept in {path}.[/]", soft_wrap=True)


def _show_kinds(console: Console, item: Report) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Exercise")
    for name in ("Answers", "Right", f"Last {DAYS} days", "Seconds"):
        table.add_column(name, justify="right")
    for line in item.kinds:
        recent = "" if line.recent is None else percent(line.recent, 0)
        seconds = "" if line.seconds is None else f"{line.seconds:.1f}"
        title = words(line.kind).title
        table.add_row(title, str(line.answers), percent(Fraction(line.right, line.answers), 0), recent, seconds)
    console.print(table)


def _show_weak(console: Console, item: Report) -> None:
    from rich.markup import escape

    if item.weak:
        console.print("[bold]Weak[/]")
    for line in item.weak:
        due = " [yellow](due)[/]" if line.due else ""
        console.print(f"  [red]{percent(line.errors, 0):>4}[/] wrong lately: {escape(line.words)}{due}", soft_wrap=True)


def _show_player(console: Console, item: Report, *, bet: int, pace: int) -> None:
    assert item.player is not None
    found = item.player
    if item.rating is not None:
        console.print(f"Rating [bold]{fixed(item.rating.rating, 0)}[/] ± {fixed(2 * item.rating.deviation, 0)}.")
    console.print(f"Value lost a decision: {fixed(found.decisions.each, 4)} of the first wager.")
    if found.lost_a_hand is not None:
        hourly = int(rounded(money_an_hour(found.lost_a_hand, bet, pace), 0))
        console.print(
            f"Value lost a hand: {fixed(found.lost_a_hand, 4)}; at {dollars(bet)} and {pace} hands an hour that is "
            f"{dollars(hourly)} an hour."
        )
    for leak in found.leaks[:MOST_WEAK]:
        console.print(f"  Leak: {leak.name}, {fixed(leak.each, 4)} a decision in {leak.answers} answers.")
