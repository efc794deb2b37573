"""High Card Flush: how it is dealt, and its felt.

The manual names no side for the settlement; it goes from the right, against the deal, as is usual.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.rules.procedure import (
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
    IN_ACTION,
    IN_PLAY,
    LOWER,
    NOT_QUALIFIED,
    OUT_OF_ACTION,
    PLAYERS,
    QUALIFIES,
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
    When,
)

HAND = "the longest suit, ace high; of two suits of the same length, the higher"
SUITED = ("up to four", "five", "six or seven")  # suited cards, by how large a raise they allow
RAISED = IN_PLAY._replace(words="the player raised")
# A hand with a side wager stays on the felt after a fold.
FOLDED_FOR_GOOD = OUT_OF_ACTION._replace(words="the player folded")
SHOWN = IN_ACTION._replace(words="the player raised or has a side wager")


def steps(qualifier: str, raises: Sequence[int], *, sides: bool) -> Iterator[Step]:
    """The steps; `raises` are the largest ones, and `sides` says whether side wagers are offered."""
    yield TakeWagers(ref="1")
    yield Deal(ref="1", to=PLAYERS, count=7, face=Face.DOWN, side=Side.LEFT)
    yield Deal(ref="1", to=DEALER, count=7, face=Face.DOWN)
    yield Decide(
        ref="2",
        at="raise",
        side=Side.LEFT,
        text="Players look at their cards and fold or raise.",
        cases=(
            Case(id="fold", when=(FOLDED._replace(words="the player folds"),), text="The ante is lost."),
            *(
                Case(
                    id=f"raise-{number}",
                    when=(When(f"raise-{number}", f"the player raises with {suited} suited cards"),),
                    text=f"The raise is {size(most)}.",
                )
                for number, suited, most in zip((4, 5, 6), SUITED, raises, strict=True)
            ),
        ),
    )
    yield Settle(
        ref="2",
        wagers=("ante",),
        side=Side.RIGHT,
        when=FOLDED,
        cases=(Case(id="folded", pays={"ante": -1}),),
        house_choice="the side",
    )
    yield Collect(
        ref="2",
        what="folded hands",
        when=FOLDED_FOR_GOOD if sides else FOLDED,
        text="Collect the cards (house's choice), or leave them face down where there is a side wager."
        if sides
        else "Collect the cards (house's choice).",
    )
    yield Turn(ref="3", whose=DEALER)
    yield Arrange(
        ref="3",
        text=f"Set the dealer's hand: {HAND}.",
        cases=(
            Case(
                id="dealer-qualifies",
                when=(QUALIFIES._replace(words=f"it is {qualifying(qualifier)}"),),
                text="The dealer qualifies.",
            ),
            Case(
                id="dealer-not-qualified",
                when=(NOT_QUALIFIED._replace(words="it is less"),),
                text="The dealer doesn't qualify.",
            ),
        ),
    )
    yield EachSeat(
        ref="4",
        side=Side.RIGHT,
        house_choice="side and order" if sides else "the side",
        steps=(
            Turn(whose=PLAYERS, when=SHOWN if sides else RAISED, text="Turn over the player's cards."),
            Settle(
                wagers=("ante", "raise"),
                when=RAISED,
                cases=(
                    Case(id="not-qualified", when=(NOT_QUALIFIED,), pays={"ante": 1, "raise": 0}, ref="3"),
                    Case(id="win", when=(QUALIFIES, HIGHER), pays={"ante": 1, "raise": 1}, ref="4a"),
                    Case(id="loss", when=(QUALIFIES, LOWER), pays={"ante": -1, "raise": -1}, ref="4b"),
                    Case(id="tie", when=(QUALIFIES, EQUAL), pays={"ante": 0, "raise": 0}, ref="4c"),
                ),
                note="More suited cards win; with the same number, the highest card decides, then the next.",
            ),
            Settle(wagers=("flush", "straight-flush", "progressive")),
        ),
    )
    yield Collect(what="all cards", house_choice=True)


def qualifying(qualifier: str) -> str:
    """The hands with which the dealer qualifies."""
    return f"a three-card flush, {qualifier} high, or better"


def raise_words(raises: Sequence[int]) -> str:
    """How large a raise may be, in one line."""
    sizes = [f"{size(most)} with {suited}" for suited, most in zip(SUITED, raises, strict=True)]
    return f"{'; '.join(sizes)} suited cards"


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
        inscriptions=(f"Dealer qualifies with {qualifying(qualifier)}.",),
    )
