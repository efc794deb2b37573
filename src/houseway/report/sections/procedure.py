"""The dealing procedure, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

from houseway.document.blocks import Block, Column, Heading, Paragraph, Table
from houseway.report.study import Study
from houseway.rules.procedure import SIDES, EachSeat, Step


def blocks(study: Study) -> Iterator[Block]:
    game = study.game
    rows = [row for number, step in enumerate(game.procedure, start=1) for row in _rows(number, step)]
    told = any(ref for _, _, ref in rows)
    columns = (Column("Step"), Column("What the dealer does"), *([Column("Manual")] if told else []))
    yield Heading("Dealing procedure")
    yield Paragraph(
        f"Up to {game.seats} players are dealt to. {SIDES} The table that deals the game, the "
        "count of its odds and this page follow the same steps."
    )
    yield Table("Steps of a round", columns, tuple(row if told else row[:2] for row in rows))
    yield Paragraph(f"Source of the rules: {game.manual}.", note=True)


def _rows(number: int, step: Step) -> Iterator[tuple[str, str, str]]:
    yield str(number), step.words, step.ref
    yield from _cases(step)
    if isinstance(step, EachSeat):
        for letter, inner in zip(ascii_lowercase, step.steps, strict=False):
            yield f"{number}{letter}", inner.words, inner.ref
            yield from _cases(inner)


def _cases(step: Step) -> Iterator[tuple[str, str, str]]:
    for case in step.alternatives:
        yield "", f"• {case.sentence}", case.ref
