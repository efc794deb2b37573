"""High Card Flush: how it is dealt, and its felt.

The manual names no side for the settlement; it goes from the right, against the deal, as is usual.
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.rules.procedure import (
    DEALER,
    PLAYERS,
    Area,
    Arrange,
    Collect,
    Deal,
    Decide,
    EachSeat,
    Face,
    Layout,
    Settle,
    Side,
    Step,
    TakeWagers,
    Turn,
)


def steps(qualifier: str) -> Iterator[Step]:
    yield TakeWagers(ref="1", text="")
    yield Deal(
        ref="1", to=PLAYERS, count=7, face=Face.DOWN, text="From the left, deal seven cards face down to each player."
    )
    yield Deal(ref="1", to=DEALER, count=7, face=Face.DOWN, text="Deal seven cards face down to the house.")
    yield Decide(ref="2", at="raise", text="Players fold and surrender the ante, or raise.")
    yield Settle(ref="2", wagers=("ante",), when="folded", text="Collect the antes of folded hands.")
    yield Collect(
        ref="2",
        what="folded hands",
        when="folded without side wagers",
        text="Collect folded cards without side wagers.",
    )
    yield Turn(ref="3", whose=DEALER, text="Expose the house's cards.")
    yield Arrange(
        ref="3", text=f"Set the house's longest suit; it qualifies with a three-card flush, {qualifier} high."
    )
    yield EachSeat(
        ref="4",
        start=Side.RIGHT,
        text="From the right, settle each player: ante and raise against the house, then the side wagers.",
        steps=(
            Turn(whose=PLAYERS, when="plays or has a side wager", text="Turn over the player's cards."),
            Settle(wagers=("ante", "raise"), text="Pay, push or collect ante and raise."),
            Settle(
                wagers=("flush", "straight-flush", "progressive"),
                text="Settle Flush, Straight Flush and Progressive, folded or not.",
            ),
        ),
    )
    yield Collect(what="all cards", text="Collect all cards.")


def layout(qualifier: str) -> Layout:
    return Layout(
        dealer=(Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=7, width=8),),
        player=(
            Area(id="hand", label="Hand", kind="cards", x=0, y=0, cards=7, width=8),
            Area(id="ante", label="Ante", kind="bet", x=0, y=1, width=2),
            Area(id="raise", label="Raise", kind="bet", x=2, y=1, width=2),
            Area(id="flush", label="Flush", kind="bet", x=0, y=2, width=2),
            Area(id="straight-flush", label="Straight Flush", kind="bet", x=2, y=2, width=4),
            Area(id="progressive", label="Progressive", kind="bet", x=6, y=2, width=3),
        ),
        inscriptions=(f"Dealer qualifies with a three-card flush, {qualifier} high.",),
    )
