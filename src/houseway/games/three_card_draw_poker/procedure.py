"""Three Card Draw Poker: how it is dealt from a shuffler, and its felt."""

from __future__ import annotations

from collections.abc import Iterator

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
    Prepare,
    Settle,
    Side,
    Step,
    Take,
    TakeWagers,
    Turn,
)


def steps(play_most: int, *, pair_plus: bool) -> Iterator[Step]:
    yield Prepare(
        ref="1",
        text='Set the ACE or iDeal shuffler to "Three Card Draw Poker"; it dispenses sets of four cards. If you need '
        "help, contact your Shuffle Master service technician.",
    )
    yield TakeWagers(
        ref="2", text="Before any card is dealt, players bet on Ante, on Pair Plus, or on both." if pair_plus else ""
    )
    yield EachSeat(
        ref="3",
        start=Side.LEFT,
        text="Clockwise from the left, put a set of four cards face down (house's choice) before each player.",
        steps=(
            Deal(
                to=PLAYERS,
                count=3,
                face=Face.DOWN,
                text="Put down the whole set; its lower three cards are the player's hand.",
            ),
            Deal(
                to=PLAYERS,
                count=1,
                face=Face.BLIND,
                area="aside",
                text="Pull the top card of the set, unseen, onto the area marked Draw card.",
            ),
        ),
    )
    yield Deal(ref="4", to=DEALER, count=4, face=Face.DOWN, text="Deal four cards face down to the house.")
    yield Collect(
        ref="5",
        what="the rest of the deck",
        hand=False,
        text="Press the shuffler's green button: it dispenses the remaining cards, which are out of play.",
    )
    yield Decide(
        ref="6",
        at="play",
        when="has an ante" if pair_plus else "",
        condition="If the player has an ante" if pair_plus else "",
        text="The player looks at the three cards and folds or plays.",
        cases=(
            Case("If the player folds", f"The ante is lost{'; Pair Plus stays in action' if pair_plus else ''}.", "6a"),
            Case(
                "If the player plays",
                f"The player makes a Play bet of {'1x' if play_most == 1 else f'any amount from 1x to {play_most}x'} "
                "the ante and lays the cards held face down (house's choice) in the area marked Hold. One card may be "
                "discarded in the area marked X; the draw card then completes the hand.",
                "6b",
            ),
        ),
    )
    yield Settle(
        ref="6a",
        wagers=("ante",),
        when="folded",
        text="Collect the ante. The cards stay face down to the end of the round (house's choice).",
    )
    yield Turn(ref="7", whose=DEALER, text="Turn over the house's four cards.")
    yield Arrange(ref="7", text="Set the house's best three of the four; it needs no qualifying hand.")
    yield EachSeat(
        ref="8",
        start=Side.RIGHT,
        text="Counter-clockwise from the right, settle one player after the other.",
        steps=tuple(_settlement(pair_plus=pair_plus)),
    )
    yield Collect(what="all cards", text="Collect all cards (house's choice).")


def _settlement(*, pair_plus: bool) -> Iterator[Turn | Take | Settle]:
    if pair_plus:
        yield Turn(
            whose=PLAYERS,
            when="has pair plus",
            condition="If the player has a Pair Plus bet",
            text="Turn over the three cards dealt, the discard in the area marked X among them.",
        )
    yield Turn(
        whose=PLAYERS,
        cards="held",
        when="plays without pair plus",
        condition="If the player plays and has no Pair Plus bet" if pair_plus else "If the player plays",
        text="Turn over the cards in the area marked Hold.",
    )
    yield Settle(
        ref="9",
        wagers=("pair-plus",),
        condition="If the player has a Pair Plus bet",
        text="Settle it on the three cards dealt, discard included (house's choice: the manual says the held cards).",
        cases=(
            Case("If they are a pair or better", "Pay Pair Plus by its pay table."),
            Case("If they are less", "Collect Pair Plus."),
        ),
    )
    yield Take(
        ref="10",
        when="discarded",
        condition="If the player discarded",
        text="Turn over the draw card; it completes the player's hand. An unused draw card stays face down (house's "
        "choice).",
    )
    plays = "If the player plays"
    yield Settle(
        ref="10",
        wagers=("ante", "play"),
        condition=plays,
        text="Compare the player's three cards with the house's.",
        cases=(
            Case("If the player's hand is better", "Pay Ante and Play 1 to 1.", "10a"),
            Case("If the house's hand is better", "Collect Ante and Play.", "10b"),
            Case("If the hands are equal", "Ante and Play push.", "10c"),
        ),
    )
    yield Settle(
        ref="11",
        wagers=("ante-bonus",),
        condition=plays,
        text="Pay the Ante Bonus on the ante by its pay table if the final hand is on it, win or lose.",
    )


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
