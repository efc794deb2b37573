"""What a dealer's slips cost the house, and what a glimpse of a card is worth to a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from houseway.document.blocks import Block, Facts, Heading, Paragraph
from houseway.lab.protecting.protection import Protection, Slips
from houseway.report.study import Study


def blocks(study: Study) -> Iterator[Block]:
    protection = study.protection
    if protection is None:
        return
    yield Heading("What errors cost")
    yield Paragraph(_told(study, protection))
    for block in _all_slips(protection):
        if isinstance(block, Heading):
            yield replace(block, level=block.level + 1)
        elif not isinstance(block, Facts):  # the edge was told before
            yield block


def _told(study: Study, protection: Protection | Slips) -> str:
    slips = "A hand that is paid by the wrong row costs the house what the row pays too much."
    command = f"houseway lab protect {study.game.id}"
    if isinstance(protection, Slips):
        return (
            f"{slips} It is counted from the same rules. What a card that is seen too early is worth to a player takes "
            f"longer to count: {command} does it."
        )
    glimpses = "A card that is seen too early is worth something to a player who uses it perfectly."
    both = f" {slips} Both are counted from the same rules." if protection.slips.slips else ""
    return (
        f"{glimpses}{both} Here are the studies that take little time; {command} has all of them, and what players "
        "gain who tell each other their cards."
    )


def _all_slips(protection: Protection | Slips) -> Sequence[Block]:
    """What was found, with every slip where the laboratory shows the dearest."""
    if isinstance(protection, Slips) or not protection.slips.slips:
        return protection.blocks()
    glimpses = replace(protection, slips=replace(protection.slips, slips=()))
    return (*glimpses.blocks(), Heading("Dealer's slips"), *protection.slips.blocks())
