"""Three Card Draw Poker: how it is dealt from a shuffler, and its felt."""

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
    Take,
    TakeWagers,
    Turn,
)


def steps(play_most: int) -> Iterator[Step]:
    yield TakeWagers(ref="2", text="Players make an ante, a Pair Plus wager, or both.")
    yield EachSeat(
        ref="3",
        start=Side.LEFT,
        text="Clockwise from the left, put a set of four cards before each player.",
        steps=(
            Deal(to=PLAYERS, count=3, face=Face.DOWN, text="Three cards are the player's hand."),
            Deal(
                to=PLAYERS,
                count=1,
                face=Face.BLIND,
                area="aside",
                text="Pull the top card of the set, unseen, onto the area for the draw card.",
            ),
        ),
    )
    yield Deal(ref="4", to=DEALER, count=4, face=Face.DOWN, text="Deal four cards face down to the house.")
    yield Collect(
        ref="5",
        what="the rest of the deck",
        hand=False,
        text="Press the shuffler's button to take out the other cards.",
    )
    yield Decide(
        ref="6",
        at="play",
        when="has an ante",
        text=f"Players fold, or play 1x to {play_most}x the ante and may discard one card.",
    )
    yield Settle(ref="6a", wagers=("ante",), when="folded", text="Collect the antes of folded hands.")
    yield Turn(ref="7", whose=DEALER, text="Turn over the house's four cards.")
    yield Arrange(ref="7", text="Set the house's best three of four.")
    yield EachSeat(
        ref="8",
        start=Side.RIGHT,
        text="Counter-clockwise, reconcile each player: Pair Plus first, then the draw card, ante, play and bonus.",
        steps=(
            Turn(whose=PLAYERS, when="has pair plus", text="Turn over the three cards dealt."),
            Turn(whose=PLAYERS, cards="held", when="plays without pair plus", text="Turn over the cards held."),
            Settle(ref="9", wagers=("pair-plus",), text="Settle Pair Plus on the three cards dealt."),
            Take(ref="10", when="discarded", text="Turn over the draw card of a player who discarded."),
            Settle(ref="10", wagers=("ante", "play"), text="Settle ante and play: even money, ties push."),
            Settle(ref="11", wagers=("ante-bonus",), text="Pay the Ante Bonus on the final hand, win or lose."),
        ),
    )
    yield Collect(what="all cards", text="Collect all cards.")


def layout() -> Layout:
    return Layout(
        dealer=(Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=4, width=5),),
        player=(
            Area(id="hold", label="Hold", kind="cards", x=0, y=0, cards=3, width=4),
            Area(id="discard", label="X", kind="cards", x=4, y=0, cards=1, width=2),
            Area(id="draw-card", label="Draw card", kind="cards", x=6, y=0, cards=1, width=2),
            Area(id="pair-plus", label="Pair Plus", kind="bet", x=0, y=1, width=3),
            Area(id="ante", label="Ante", kind="bet", x=3, y=1, width=2),
            Area(id="play", label="Play", kind="bet", x=5, y=1, width=2),
        ),
        inscriptions=("Mini Royal is A-K-Q suited.", "The dealer plays the best three of four; ties push."),
    )
