"""2 Card Roo: how it is dealt, and its felt.

The manual names no side; cards come from the left and bets are settled from the right, as in its maker's other games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.cards import RANK_NAMES
from houseway.rules.procedure import (
    DEALER,
    PLAYERS,
    Area,
    Arrange,
    Case,
    Collect,
    Deal,
    Decide,
    Face,
    KeepShoe,
    Layout,
    Settle,
    Step,
    TakeWagers,
    Turn,
)
from houseway.rules.wagers import listed

MANUAL = "What is a Roo?"  # its one section


def steps(
    house_way: int,
    *,
    aces_push: bool,
    pairs_push: bool,
    win: str,
    dealer_pair: str,
    ties: str,
    sides: Sequence[str],
    kept_shoe: bool,
) -> Iterator[Step]:
    """The steps; `win` is what a win pays in words, and `sides` are the names of the side wagers that are offered."""
    pushes, paid, lost = "The Roo bet pushes.", f"Pay the Roo bet {win}.", "Collect the Roo bet."
    roo = "If the player has a Roo and no pair" if aces_push else "If the player has a Roo"
    no_roo = "If the player has a pair or no Roo" if aces_push else "If the player has no Roo"
    yield TakeWagers(text="")
    yield Deal(
        ref=MANUAL,
        to=PLAYERS,
        count=1,
        face=Face.DOWN,
        text="From the left (house's choice), deal one card face down to each player.",
    )
    yield Deal(ref=MANUAL, to=DEALER, count=1, face=Face.DOWN, text="Deal one card face down to the house.")
    yield Decide(
        ref=MANUAL,
        at="place",
        text="Players look at their card and place it face down on the high or the low card position.",
    )
    yield Deal(
        ref=MANUAL,
        to=PLAYERS,
        count=1,
        face=Face.UP,
        area="drawn",
        text="From the left, deal a card face up to each open position (side and face up are the house's choice).",
    )
    yield Turn(ref=MANUAL, whose=PLAYERS, text="Turn over the players' face-down cards.")
    if pairs_push:
        pair = "a pair, aces included" if aces_push else "a pair, other than aces"
    else:
        pair = "aces" if aces_push else ""
    settle_sides = f" Pay {listed(sides)} by the pay table or collect." if sides else ""
    yield Settle(
        ref=MANUAL,
        wagers=("roo", "flush-roo", "pairs-pay"),
        when="no roo",
        condition=no_roo,
        text=f"From the right (house's choice), settle the hand.{'' if pair else ' ' + lost}{settle_sides}",
        cases=(
            Case(f"If the two cards are {pair}", pushes),
            Case("If they are not", lost),
        )
        if pair
        else (),
    )
    yield Collect(what="settled hands", when="no roo", condition=no_roo, text="Collect the player's cards.")
    yield Settle(
        ref=MANUAL,
        wagers=("flush-roo", "pairs-pay"),
        condition=roo,
        text=f"From the right (house's choice), pay {listed(sides)} by the pay table or collect.",
    )
    yield Turn(ref=MANUAL, whose=DEALER, text="Turn over the house's card.")
    rank = RANK_NAMES[house_way]
    yield Arrange(
        ref=MANUAL,
        text="Place it by the house way.",
        cases=(
            Case(f"If it is {rank} or lower, and no ace", "It goes to the low card position."),
            Case(
                f"If it is higher than {rank}, or an ace",
                "It goes to the high card position (for an ace the house's choice).",
            ),
        ),
    )
    yield Deal(
        ref=MANUAL,
        to=DEALER,
        count=1,
        face=Face.UP,
        text="Deal a card face up (house's choice) to the house's open position.",
    )
    yield Arrange(ref=MANUAL, text="See whether the house has a pair or a Roo.")
    yield Settle(
        ref=MANUAL,
        wagers=("roo",),
        condition=roo,
        text="From the right (house's choice), settle the Roo bet. Two Roos are compared by the high card, then the "
        "low card.",
        cases=(
            Case("If the house has a pair, aces included", pushes if dealer_pair == "push" else paid),
            Case("If the house has neither a pair nor a Roo", paid),
            Case("If the player's Roo is higher", paid),
            Case("If the house's Roo is higher", lost),
            Case("If the Roos are equal", {"push": pushes, "dealer": lost, "player": paid}[ties]),
        ),
    )
    yield Collect(what="all cards", text="Collect all cards (house's choice).")
    if kept_shoe:
        yield KeepShoe(
            text="See whether the cut card has come.",
            cases=(
                Case("If the cut card has come", "Shuffle all decks for a new shoe (house's choice)."),
                Case(
                    "If it has not come",
                    "Bury two cards unseen before dealing the next game; if the cut card comes with them, shuffle.",
                    MANUAL,
                ),
            ),
        )


def layout() -> Layout:
    position_areas = (
        Area(id="low", label="Low", kind="cards", x=0, y=0, cards=1, width=2),
        Area(id="high", label="High", kind="cards", x=2, y=0, cards=1, width=2),
    )
    return Layout(
        dealer=position_areas,
        player=(
            *position_areas,
            Area(id="roo", label="Roo", kind="bet", x=0, y=1, width=2),
            Area(id="flush-roo", label="Flush Roo", kind="bet", x=2, y=1, width=3),
            Area(id="pairs-pay", label="Pairs Pay", kind="bet", x=5, y=1, width=3),
        ),
        inscriptions=("Ace plays as high or low.", "Beat the dealer: 1 to 1."),
    )
