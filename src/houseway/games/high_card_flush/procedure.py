"""High Card Flush: how it is dealt, and its felt.

The manual names no side for the settlement; it goes from the right, against the deal, as is usual.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.rules.procedure import (
    DEALER,
    PLAYERS,
    Area,
    Arrange,
    Case,
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
from houseway.rules.wagers import listed

PROGRESSIVE = "Progressive"


def steps(qualifier: str, raises: Sequence[int], sides: Sequence[str]) -> Iterator[Step]:
    """The steps; `raises` are the largest ones, and `sides` the names of the side wagers that are offered."""
    yield TakeWagers(ref="1", text="")
    yield Deal(
        ref="1", to=PLAYERS, count=7, face=Face.DOWN, text="From the left, deal seven cards face down to each player."
    )
    yield Deal(ref="1", to=DEALER, count=7, face=Face.DOWN, text="Deal seven cards face down to the house.")
    stay = " Side wagers stay in action." if sides else ""
    yield Decide(
        ref="2",
        at="raise",
        text="Players look at their cards and fold or raise.",
        cases=(
            Case("If the player folds", f"The ante is lost.{stay}"),
            *(
                Case(f"If the player raises with {suited} suited cards", f"The raise is {size(most)}.")
                for suited, most in zip(("up to four", "five", "six or seven"), raises, strict=True)
            ),
        ),
    )
    yield Settle(ref="2", wagers=("ante",), when="folded", text="Collect the ante.")
    yield Collect(
        ref="2",
        what="folded hands",
        when="folded without side wagers",
        condition="If the player folded",
        text="Collect the cards (house's choice); with a side wager they stay, face down."
        if sides
        else "Collect the cards (house's choice).",
    )
    yield Turn(ref="3", whose=DEALER, text="Turn over the house's cards.")
    yield Arrange(
        ref="3",
        text="Set the house's longest suit; of two of one length the higher one.",
        cases=(
            Case(
                f"If it is three cards with a {qualifier} or higher on top, or four cards or more",
                "The house qualifies.",
            ),
            Case("If it is less", "The house does not qualify."),
        ),
    )
    yield EachSeat(
        ref="4",
        start=Side.RIGHT,
        text="From the right, the main bets before the side wagers (house's choice), settle one player after the other."
        if sides
        else "From the right (house's choice), settle one player after the other.",
        steps=(
            Turn(
                whose=PLAYERS,
                when="plays or has a side wager",
                condition="If the player raised or has a side wager" if sides else "If the player raised",
                text="Turn over the player's cards.",
            ),
            Settle(
                wagers=("ante", "raise"),
                condition="If the player raised",
                text="Settle ante and raise: more suited cards win; of equally many the highest card, then the next.",
                cases=(
                    Case(
                        "If the house does not qualify",
                        "Pay the ante 1 to 1, whatever the player holds; the raise pushes.",
                        "3",
                    ),
                    Case("If the house qualifies and the player's hand is higher", "Pay ante and raise 1 to 1.", "4a"),
                    Case("If the house qualifies and its hand is higher", "Collect ante and raise.", "4b"),
                    Case("If the house qualifies and the hands are equal", "Ante and raise push.", "4c"),
                ),
            ),
            Settle(
                wagers=("flush", "straight-flush", "progressive"),
                text=" ".join(_side_orders(sides)),
            ),
        ),
    )
    yield Collect(what="all cards", text="Collect all cards (house's choice).")


def _side_orders(sides: Sequence[str]) -> Iterator[str]:
    paid = [name for name in sides if name != PROGRESSIVE]
    if paid:
        yield f"Pay {listed(paid)} by the pay table or collect, whether the player folded or not."
    if PROGRESSIVE in sides:
        yield "The Progressive stake is always collected; pay its prize, if any."


def size(most: int) -> str:
    """How large a raise may be."""
    return "exactly the ante" if most == 1 else f"any amount from 1x to {most}x the ante"


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
        inscriptions=(f"Dealer qualifies with a three-card flush, {qualifier} high, or better.",),
    )
