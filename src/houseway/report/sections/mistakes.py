"""What dealer errors cost the house, and what an exposed card is worth to a player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from houseway.document.blocks import Block, Commands, Facts, Heading, Paragraph
from houseway.lab.protecting.protection import DealerErrors, Protection
from houseway.report.study import Study


def blocks(study: Study) -> Iterator[Block]:
    protection = study.protection
    if protection is None:
        return
    yield Heading("What errors cost")
    yield Paragraph(_introduction(study, protection))
    yield Commands((f"houseway lab protect {study.game.id}",))
    for block in protection.blocks():
        if isinstance(block, Heading):
            yield replace(block, level=block.level + 1)
        elif not isinstance(block, Facts):  # the edge is in an earlier chapter
            yield block


def _introduction(study: Study, protection: Protection | DealerErrors) -> str:
    errors = (
        "A hand that is settled in the wrong way, or paid by the wrong row, costs the house the difference on all its "
        f"bets. Hands are played with {study.unit}'s best strategy."
    )
    if isinstance(protection, DealerErrors):
        return (
            f"{errors} This is counted from the same rules. What an exposed card is worth to a player takes longer to "
            "count. This command does it:"
        )
    exposed = "A card that is seen too early is worth something to a player who uses it perfectly."
    both = f" {errors} Both are counted from the same rules." if protection.dealer_errors.errors else ""
    return (
        f"{exposed}{both} This chapter has the studies that take little time. This command has all of them, and "
        "what players gain by telling each other their cards:"
    )
