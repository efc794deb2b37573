"""High Card Draw: how it is dealt, and its felt. The manual numbers no steps: references name its sections."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from houseway.rules.pay_tables import ratio_text
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    PLAYERS,
    Area,
    Arrange,
    Case,
    Collect,
    Deal,
    Decide,
    Face,
    Layout,
    Settle,
    Step,
    Take,
    TakeWagers,
    Turn,
)

TIES = {
    "push": "Play pushes.",
    "dealer": "The house wins: collect Play.",
    "player": "The player wins: pay as for a higher hand.",
}


def steps(
    *, pat: str, high_cards: str, tensup: bool, qualifier: str, draw: str, ties: str, three_tensup_pays: Fraction
) -> Iterator[Step]:
    """The steps; `pat` says what a Pat Hand is, and `high_cards` what 10, J, Q and K are called."""
    community = draw != "deck"
    yield TakeWagers(ref="Betting", text="")
    yield Deal(
        ref="Dealing",
        to=PLAYERS,
        count=3,
        face=Face.DOWN,
        text="From the left (house's choice), deal three cards face down to each player.",
    )
    yield Deal(ref="Dealing", to=DEALER, count=5, face=Face.DOWN, text="Deal five cards face down to the house.")
    if community:
        yield Deal(
            ref="Playing",
            to=COMMUNITY,
            count=2,
            face=Face.DOWN,
            text="Lay two community replacement cards face down (house's choice).",
        )
    yield Decide(
        ref="Playing",
        at="draw",
        shows_held=True,
        text="Players lay the cards they hold face up in the Hold area and one or two discards face down in the "
        f"Discard area. A Pat Hand ({pat}) may be kept without a discard.",
    )
    yield Turn(ref="Playing", whose=DEALER, first=0, count=3, text="Turn over the first three house cards.")
    if tensup:
        yield Turn(
            ref="Playing",
            whose=PLAYERS,
            cards="discards",
            when="tensup bet",
            condition="If the player has a TensUp bet",
            text="From the right, turn over the discards (house's choice) to check TensUp, which the three cards dealt "
            "decide.",
        )
    yield Settle(
        ref="Playing",
        wagers=("tensup",),
        text="From the right, pay TensUp by its pay table or collect it; only the three cards dealt count.",
    )
    yield Collect(
        ref="Playing",
        what="discards",
        hand=False,
        when="discarded",
        condition="If the player discarded",
        text="Collect the discards.",
    )
    if community:
        yield Turn(ref="Playing", whose=COMMUNITY, text="Turn over both community replacement cards.")
        one = "the better of the two community cards" if draw == "community-best" else "the first community card"
        yield Take(
            ref="Playing",
            text=f"Players who discarded one card take {one}; players who discarded two take both (house's choice).",
        )
    else:
        yield Deal(
            ref="Playing",
            to=PLAYERS,
            area="drawn",
            face=Face.UP,
            text="From the left, deal each player as many replacement cards, face up (house's choice), as were "
            "discarded.",
        )
    yield Settle(
        ref="Playing",
        wagers=("play",),
        when="does not qualify",
        condition=f"If the final hand has no card of {qualifier} or higher after pairs cancel",
        text="From the right (house's choice), collect Play: the player loses.",
    )
    yield Turn(ref="Playing", whose=DEALER, first=3, count=2, text="Turn over the fourth and fifth house cards.")
    yield Arrange(
        ref="Playing",
        text="Remove pairs from the house's five cards (three of a kind leaves one card, four of a kind none) and set "
        "the three highest of what is left, or what there is if fewer are left.",
    )
    won = "Pay Play 1 to 1."
    if three_tensup_pays != 1:
        won = (
            f"Pay Play {ratio_text(three_tensup_pays)} if the player's final hand is three different {high_cards} "
            "(10, J, Q, K), 1 to 1 if it is not."
        )
    yield Settle(
        ref="Playing",
        wagers=("play",),
        condition="If the player qualifies",
        text="From the right, remove pairs and compare with the house: highest card first, then the second, then the "
        "third. A missing card is lower than any.",
        cases=(
            Case("If the player's hand is higher", won),
            Case("If the house's hand is higher", "Collect Play."),
            Case("If they are equal", TIES[ties]),
        ),
    )
    yield Collect(ref="Playing", what="all cards", text="Collect all cards.")


def layout(qualifier: str, *, community: bool, tensup: bool) -> Layout:
    shared = (Area(id="community", label="Community", kind="cards", x=6, y=0, cards=2, width=3),) if community else ()
    return Layout(
        dealer=(Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=5, width=6), *shared),
        player=(
            Area(id="hold", label="Hold", kind="cards", x=0, y=0, cards=3, width=4),
            Area(id="discard", label="Discard", kind="cards", x=4, y=0, cards=2, width=3),
            Area(id="tensup", label="TensUp", kind="bet", x=0, y=1, width=3),
            Area(id="play", label="Play", kind="bet", x=3, y=1, width=3),
        ),
        inscriptions=(
            "King is high, ace is low, pairs have no value.",
            f"Player qualifies with {qualifier} or higher to play.",
            *(["TensUp is played with the three dealt cards."] if tensup else []),
        ),
    )
