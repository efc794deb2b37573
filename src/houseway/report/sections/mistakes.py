"""What a dealer's slips cost the house, and what a glimpse of a card is worth to a player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from houseway.document.blocks import Block, Facts, Heading, Paragraph
from houseway.report.study import Study


def blocks(study: Study) -> Iterator[Block]:
    protection = study.protection
    if protection is None:
        return
    yield Heading("What errors cost")
    yield Paragraph(
        "A card that is seen too early is worth something to a player who uses it perfectly; a hand that is paid by "
        "the wrong row costs the house what the row pays too much. Both are counted from the same rules. Here are "
        f"the studies that take little time; houseway lab protect {study.game.id} has all of them, and what players "
        "gain who tell each other their cards."
    )
    for block in protection.blocks():
        if isinstance(block, Heading):
            yield replace(block, level=block.level + 1)
        elif not isinstance(block, Facts):  # the edge was told before
            yield block
