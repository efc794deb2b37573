"""Three Card Draw Poker: how it is dealt from a shuffler, and its felt."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.rules.procedure import (
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
    IN_PLAY,
    LOWER,
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
    When,
)

HAS_ANTE = When("has-ante", "the player has an ante")
HAS_PAIR_PLUS = When("has-pair-plus", "the player has a Pair Plus bet")
PLAYS = IN_PLAY._replace(words="the player plays")
PLAYS_WITHOUT_PAIR_PLUS = When("plays-without-pair-plus", "the player plays and has no Pair Plus bet")
MINI_ROYAL = "Mini Royal is A-K-Q suited."
BEST = "best three of four"
DISCARDED = When("discarded", "the player discarded")
TIE = Case(id="tie", when=(EQUAL,), pays={"ante": 0, "play": 0}, ref="10c")


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
        side=Side.LEFT,
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
    yield Deal(ref="4", to=DEALER, count=4, face=Face.DOWN)
    yield Collect(
        ref="5",
        what="the rest of the deck",
        hand=False,
        text="Press the shuffler's green button: it dispenses the remaining cards, which are out of play.",
    )
    yield Decide(
        ref="6",
        at="play",
        side=Side.LEFT,
        when=HAS_ANTE if pair_plus else None,
        text="The player looks at the three cards and folds or plays.",
        cases=(
            Case(
                id="fold",
                when=(FOLDED._replace(words="the player folds"),),
                text="The ante is lost.",
                ref="6a",
            ),
            Case(
                id="play",
                when=(PLAYS,),
                text=f"The player makes a Play bet of {size(play_most)} the ante and lays the cards held face down "
                "(house's choice) in the area marked Hold. One card may be discarded in the area marked X; the draw "
                "card then completes the hand.",
                ref="6b",
            ),
        ),
    )
    yield Settle(
        ref="6a",
        wagers=("ante",),
        side=Side.RIGHT,
        when=FOLDED,
        cases=(Case(id="folded", pays={"ante": -1}),),
        house_choice="the side",
        note="The cards stay face down to the end of the round (house's choice).",
    )
    yield Turn(ref="7", whose=DEALER)
    yield Arrange(ref="7", text=f"Set the dealer's {BEST}. The dealer needs no qualifying hand.")
    yield EachSeat(
        ref="8",
        side=Side.RIGHT,
        text="Counter-clockwise from the right, settle one player after the other.",
        steps=tuple(_settlement(pair_plus=pair_plus)),
    )
    yield Collect(what="all cards", house_choice=True)


def _settlement(*, pair_plus: bool) -> Iterator[Turn | Take | Settle]:
    if pair_plus:
        yield Turn(
            whose=PLAYERS,
            when=HAS_PAIR_PLUS,
            text="Turn over the three cards dealt, the discard in the area marked X among them.",
        )
    yield Turn(
        whose=PLAYERS,
        cards="held",
        when=PLAYS_WITHOUT_PAIR_PLUS if pair_plus else PLAYS,
        text="Turn over the cards in the area marked Hold.",
    )
    yield Settle(
        ref="9",
        wagers=("pair-plus",),
        when=HAS_PAIR_PLUS,
        note="The three cards dealt decide, discard included (house's choice: the manual says the held cards).",
    )
    yield Take(
        ref="10",
        when=DISCARDED,
        text="Turn over the draw card; it completes the player's hand. An unused draw card stays face down (house's "
        "choice).",
    )
    yield Settle(
        ref="10",
        wagers=("ante", "play"),
        when=PLAYS,
        cases=(
            Case(id="win", when=(HIGHER,), pays={"ante": 1, "play": 1}, ref="10a"),
            Case(id="loss", when=(LOWER,), pays={"ante": -1, "play": -1}, ref="10b"),
            TIE,
        ),
        note="Compare the player's three cards with the dealer's.",
    )
    yield Settle(ref="11", wagers=("ante-bonus",), when=PLAYS)


def size(play_most: int) -> str:
    """How large a Play bet may be, in antes."""
    return "1x" if play_most == 1 else f"any amount from 1x to {play_most}x"


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
        inscriptions=(
            MINI_ROYAL,
            f"The dealer plays the {BEST}; ties {'push' if not any(TIE.pays.values()) else 'do not push'}.",
        ),
    )
