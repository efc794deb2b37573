"""The dealing procedure, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.document.blocks import Block, Column, Heading, Paragraph, Table
from houseway.report.study import Study
from houseway.rules.procedure import SIDES, Step, StepPath, step_number, with_paths


def blocks(study: Study) -> Iterator[Block]:
    game = study.game
    rows = [row for path, step in with_paths(game.procedure) for row in _rows(path, step)]
    told = any(ref for _, _, ref in rows)
    columns = (Column("Step"), Column("What the dealer does"), *([Column("Manual")] if told else []))
    yield Heading("Dealing procedure")
    yield Paragraph(
        f"Up to {game.seats} players are dealt to. {SIDES} The table that deals the game, the "
        "count of its odds and this page follow the same steps."
    )
    yield Table("Steps of a round", columns, tuple(row if told else row[:2] for row in rows))
    yield Paragraph(f"Source of the rules: {game.manual}.", note=True)


def _rows(path: StepPath, step: Step) -> Iterator[tuple[str, str, str]]:
    yield step_number(path), step.words, step.ref
    for case in step.alternatives:
        yield "", f"• {case.sentence}", case.ref
