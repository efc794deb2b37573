"""A whole report: the chapters in order."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterator
from typing import Any

from houseway import __version__
from houseway.document.blocks import Block, Document
from houseway.errors import OptionError
from houseway.report.annex import annex, unfinished_annex
from houseway.report.figures import percent
from houseway.report.sections import (
    examples,
    felt,
    hold,
    method,
    mistakes,
    options,
    procedure,
    progressive,
    rules,
    simulation,
    strategy,
    wagers,
)
from houseway.report.study import ROUNDS, SEED, Study
from houseway.rules.game import Game, TableGame

Chapter = Callable[[Study], Iterator[Block]]
CHAPTERS: tuple[tuple[str, Chapter], ...] = (
    ("Rules of play", rules.blocks),
    ("Felt", felt.blocks),
    ("Pay tables", rules.pay_tables),
    ("Dealing procedure", procedure.blocks),
    ("Odds", wagers.blocks),
    ("Worked examples", examples.blocks),
    ("Strategy", strategy.blocks),
    ("Options", options.blocks),
    ("The house's win", hold.blocks),
    ("Progressive", progressive.blocks),
    ("Mistakes", mistakes.blocks),
    ("Simulation", simulation.blocks),
    ("Method", method.blocks),
)


def report(
    game: Game[Any],
    *,
    date: datetime.date | None = None,
    rounds: int = ROUNDS,
    seed: str = SEED,
    workers: int | None = 1,
    progress: Callable[[str], None] = lambda chapter: None,
) -> Document:
    """The mathematics of a game as one document. `progress` is called with each chapter before it is written.

    Ctrl-C in the simulation ends that alone, with the rounds that were played. Later or before, it ends the report with
    the chapters that are done.

    The same rules, date, rounds and seed give the same document. Without a date it is today's, or that of the
    environment's SOURCE_DATE_EPOCH. Options are varied on so many `workers`; None: as many as there are cores.
    """
    study = Study(game, date=date or today(), rounds=rounds, seed=seed, workers=workers)
    title, under = f"{game.name}: mathematical report", subtitle(game)
    top = tuple(facts(study))
    chapters: dict[str, list[Block]] = {}
    try:
        for name, chapter in CHAPTERS:
            progress(name)
            chapters[name] = list(chapter(study))
        progress("Annex")
        figures = annex(study)
    except KeyboardInterrupt:
        missing = tuple(name for name, _ in CHAPTERS if name not in chapters)
        figures = unfinished_annex(study, missing)
        top = (*top, ("Not finished", f"stopped before {', '.join([*missing, 'the annex'])}"))
    all_blocks = tuple(block for blocks in chapters.values() for block in blocks)
    return Document(title, under, top, all_blocks, figures, study.date, study.game.fingerprint)


def today() -> datetime.date:
    """The date that SOURCE_DATE_EPOCH says, where it is set, or today's."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        return datetime.datetime.now(tz=datetime.UTC).date()
    try:
        return datetime.datetime.fromtimestamp(int(epoch), tz=datetime.UTC).date()
    except (ValueError, OverflowError, OSError):
        raise OptionError(f"SOURCE_DATE_EPOCH is a number of seconds since 1970, not {epoch!r}.") from None


def subtitle(game: TableGame[Any]) -> str:
    """The edition, and what was changed on top."""
    changed = changes(game)
    return f"Edition {game.edition}: {game.edition_title}" + (f"; with {', '.join(changed)}" if changed else "")


def changes(game: TableGame[Any]) -> list[str]:
    named = type(game).make(game.edition).options.values()
    return [f"{name}={value}" for name, value in game.options.values().items() if named[name] != value]


def facts(study: Study) -> Iterator[tuple[str, str]]:
    game = study.game
    yield "Game", f"{game.name} ({game.id})"
    yield "Edition", game.edition
    yield "Changed options", ", ".join(changes(game)) or "none"
    edges = [
        f"{study.played_name(odds.wager)}: {percent(odds.house_edge)}{' (estimated)' * (odds.interval is not None)}"
        for odds in study.solution.wagers
    ]
    yield "House edge", "; ".join(edges)
    yield "Fingerprint of the rules", game.fingerprint
    yield "Version of the rules", str(game.rules_version)
    yield "Houseway", __version__
    yield "Date", study.date.isoformat()
