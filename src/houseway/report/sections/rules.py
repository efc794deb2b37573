"""How the game is played and what it pays."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.document.blocks import Block, Column, Heading, Items, Paragraph, Table
from houseway.report.study import Study
from houseway.rules.options import meaning
from houseway.rules.wagers import Kind, Wager

KINDS = {
    Kind.FIRST: "to play",
    Kind.RAISE: "during the round",
    Kind.SIDE: "optional, before the deal",
    Kind.BONUS: "a bonus without a bet of its own",
    Kind.PROGRESSIVE: "optional, before the deal",
}


def blocks(study: Study) -> Iterator[Block]:
    game = study.game
    yield Heading("Rules of play")
    sentences = tuple(game.rules_of_play())
    if sentences != (game.blurb,):
        yield Paragraph(game.blurb)
    yield Items(sentences)
    for warning in game.warnings():
        yield Paragraph(f"Warning: {warning}")
    if examples := list(game.examples()):
        yield Paragraph("The manual's examples:")
        yield Items(tuple(example.sentence(game) for example in examples))
    if notices := game.notices():
        yield Paragraph("Law and approval, as the manual states them:")
        yield Items(tuple(notices))
    yield Table(
        "The wagers",
        (Column("Wager"), Column("When it is made"), Column("What wins")),
        tuple((wager.name, KINDS[wager.kind], wager.text) for wager in game.wagers),
    )
    yield from _options(study)


def _options(study: Study) -> Iterator[Block]:
    values = study.game.options.values()
    rows = [(row["name"], str(values[row["name"]]), meaning(row)) for row in study.game.options.described()]
    if rows:
        yield Table(
            "The options of these rules",
            (Column("Option"), Column("Value"), Column("Meaning")),
            tuple(rows),
            notes=("The fingerprint on the first page is a hash of the game, its version and these values.",),
        )


def pay_tables(study: Study) -> Iterator[Block]:
    """What each wager pays, and for which cards."""
    paying = [wager for wager in study.game.wagers if wager.rows()]
    if not paying:
        return
    yield Heading("Pay tables")
    for wager in paying:
        yield pay_table(wager)


def pay_table(wager: Wager) -> Table:
    rows = wager.rows()
    return Table(
        wager.name,
        (Column("Hand"), Column("Pays", number=True), Column("What it is"), Column("For example, as dealt")),
        tuple(
            (
                row.hand,
                f"{row.pays}*" if row.note else row.pays,
                row.meaning_with_name,
                " ".join(card.pretty for card in row.example),
            )
            for row in rows
        ),
        notes=tuple(f"* {row.hand}: {row.note}." for row in rows if row.note),
    )
