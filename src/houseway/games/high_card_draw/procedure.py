"""High Card Draw: how it is dealt, and its felt."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    PLAYERS,
    Area,
    Arrange,
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


def steps(*, community: bool) -> Iterator[Step]:
    yield TakeWagers(text="")
    yield Deal(to=PLAYERS, count=3, face=Face.DOWN, text="From the left, deal three cards face down to each player.")
    yield Deal(to=DEALER, count=5, face=Face.DOWN, text="Deal five cards face down to the house.")
    if community:
        yield Deal(to=COMMUNITY, count=2, face=Face.DOWN, text="Lay two community replacement cards face down.")
    yield Decide(
        at="draw",
        shows_held=True,
        text="Players lay the cards they hold face up and one or two discards face down; a pat hand may be kept.",
    )
    yield Turn(whose=DEALER, first=0, count=3, text="Turn over the first three house cards.")
    yield Turn(
        whose=PLAYERS, cards="discards", when="tensup bet", text="Show the discards of each hand with a TensUp wager."
    )
    yield Settle(wagers=("tensup",), text="From the right, pay or collect TensUp on the three cards dealt.")
    yield Collect(what="discards", hand=False, when="discarded", text="Collect all discards.")
    if community:
        yield Turn(whose=COMMUNITY, text="Turn over both community replacement cards.")
        yield Take(
            text="One discard takes a community card (the first, or the better where the house says so), two take both."
        )
    else:
        yield Deal(to=PLAYERS, area="drawn", face=Face.UP, text="From the left, deal the replacement cards face up.")
    yield Settle(
        wagers=("play",), when="does not qualify", text="Collect the play wagers of hands that do not qualify."
    )
    yield Turn(whose=DEALER, first=3, count=2, text="Turn over the fourth and fifth house cards.")
    yield Arrange(text="Remove pairs from the house hand and set its three highest cards.")
    yield Settle(wagers=("play",), text="From the right, compare highest card first and settle every play wager.")
    yield Collect(what="all cards", text="Collect all cards.")


def layout(qualifier: str, *, community: bool) -> Layout:
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
        ),
    )
