"""High Card Draw: how it is dealt, and its felt. The manual numbers no steps: references name its sections."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    EQUAL,
    HIGHER,
    LOWER,
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
    Side,
    Step,
    Take,
    TakeWagers,
    Turn,
    When,
)

TENSUP_BET = When("tensup-bet", "the player has a TensUp bet")
DISCARDED = When("discarded", "the player discarded")
QUALIFIED = When("qualified", "the player qualifies")
TIES = {"push": 0, "dealer": -1}


CANCEL = "a pair leaves nothing, three of a kind one card, four of a kind nothing"


def replacement(draw: str) -> str:
    """Which community cards replace discards."""
    return f"One discard takes {'the better' if draw == 'community-best' else 'the first'} of them, two take both"


def steps(
    *, pat: str, high_cards: str, qualifier: str, tensup: bool, draw: str, ties: str, three_tensup_pays: Fraction
) -> Iterator[Step]:
    """The steps; `pat` says what a Pat Hand is, and `high_cards` what 10, J, Q and K are called."""
    community = draw != "deck"
    yield TakeWagers(ref="Betting")
    yield Deal(ref="Dealing", to=PLAYERS, count=3, face=Face.DOWN, side=Side.LEFT, house_choice="the side")
    yield Deal(ref="Dealing", to=DEALER, count=5, face=Face.DOWN)
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
        side=Side.LEFT,
        shows_held=True,
        text="Players lay the cards they hold face up in the Hold area and one or two discards face down in the "
        f"Discard area. A Pat Hand ({pat}) may be kept without a discard.",
    )
    yield Turn(ref="Playing", whose=DEALER, first=0, count=3)
    if tensup:
        yield Turn(
            ref="Playing",
            whose=PLAYERS,
            cards="discards",
            side=Side.RIGHT,
            when=TENSUP_BET,
            text="From the right, turn over the discards (house's choice) to check TensUp, which the three cards "
            "dealt decide.",
        )
    yield Settle(ref="Playing", wagers=("tensup",), side=Side.RIGHT)
    yield Collect(ref="Playing", what="discards", hand=False, when=DISCARDED, text="Collect the discards.")
    if community:
        yield Turn(ref="Playing", whose=COMMUNITY, text="Turn over both community replacement cards.")
        yield Take(
            ref="Playing",
            side=Side.LEFT,
            text=f"From the left, give players their community cards (house's choice). {replacement(draw)}.",
        )
    else:
        yield Deal(ref="Playing", to=PLAYERS, area="drawn", face=Face.UP, side=Side.LEFT, house_choice="face up")
    yield Settle(
        ref="Playing",
        wagers=("play",),
        side=Side.RIGHT,
        when=When("too-low", f"the final hand has no card of {qualifier} or higher after pairs cancel"),
        cases=(Case(id="too-low", pays={"play": -1}),),
        house_choice=True,
    )
    yield Turn(ref="Playing", whose=DEALER, first=3, count=2)
    yield Arrange(
        ref="Playing",
        text=f"Remove pairs from the dealer's five cards ({CANCEL}) and set the three highest cards left, or all of "
        "them if fewer are left.",
    )
    yield Settle(
        ref="Playing",
        wagers=("play",),
        side=Side.RIGHT,
        when=QUALIFIED,
        cases=tuple(_cases(high_cards, ties, three_tensup_pays)),
        note="Compare the highest card first, then the second, then the third; a missing card is lower than any.",
    )
    yield Collect(ref="Playing", what="all cards")


def _cases(high_cards: str, ties: str, three_tensup_pays: Fraction) -> Iterator[Case]:
    tensup = When("three-tensup", f"the player's final hand is three different {high_cards} (10, J, Q, K)")
    other = When("not-three-tensup", f"the player's final hand is not three different {high_cards}")

    def won(id: str, when: When) -> Iterator[Case]:
        if three_tensup_pays == 1:
            yield Case(id=id, when=(when,), pays={"play": 1})
        else:
            yield Case(id=f"{id}-three-tensup", when=(when, tensup), pays={"play": three_tensup_pays})
            yield Case(id=id, when=(when, other), pays={"play": 1})

    yield from won("win", HIGHER)
    yield Case(id="loss", when=(LOWER,), pays={"play": -1})
    if ties == "player":
        yield from won("tie", EQUAL)
    else:
        yield Case(id="tie", when=(EQUAL,), pays={"play": TIES[ties]})


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
