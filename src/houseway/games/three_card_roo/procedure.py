"""3 Card Roo: how it is dealt, and its felt.

The manual names a side only for the third card (the left); bets are settled from the right, as in its maker's other
games.
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
    Face,
    Layout,
    Settle,
    Step,
    TakeWagers,
    Turn,
)


def steps() -> Iterator[Step]:
    yield TakeWagers(text="")
    yield Deal(to=PLAYERS, count=2, face=Face.UP, text="From the left, deal two cards face up to each player.")
    yield Deal(to=DEALER, count=2, face=Face.DOWN, text="Deal two cards face down to the house.")
    yield Decide(
        at="place",
        when="no dealt pair",
        text="Players place their cards on two of low, middle and high; a pair goes on the middle.",
    )
    yield Settle(
        wagers=("play", "pocket-roo", "pairs-pay"),
        when="dealt pair",
        text="A dealt pair pushes Play, loses Pocket Roo and wins Pairs Pay.",
    )
    yield Collect(what="settled pairs", when="dealt pair", text="Collect the settled pair hands.")
    yield Deal(
        to=PLAYERS,
        count=1,
        face=Face.UP,
        area="drawn",
        when="no dealt pair",
        text="From the left, deal the third card to each open position.",
    )
    yield Settle(
        wagers=("play", "pocket-roo", "pairs-pay"),
        when="no roo",
        text="Hands without a Roo straight lose Play and Pocket Roo; Pairs Pay wins with a pair and loses without.",
    )
    yield Settle(wagers=("pairs-pay",), when="roo", text="A Roo straight has no pair: collect its Pairs Pay wager.")
    yield Settle(wagers=("pocket-roo",), when="roo without pocket", text="Collect losing Pocket Roo wagers.")
    yield Collect(what="unqualified hands", when="no roo", text="Collect the settled hands.")
    yield Turn(whose=DEALER, text="Turn over the house's two cards.")
    yield Arrange(text="Place the house's cards by the house way; a pair ends the game.")
    yield Deal(
        to=DEALER, count=1, face=Face.UP, when="no pair", text="Deal the house's third card to the open position."
    )
    yield Arrange(when="no pair", text="See whether the house has a Roo straight.")
    yield Settle(
        wagers=("play", "seven-roo-bonus", "pocket-roo"),
        when="roo",
        text="Settle Play against the house, pay the 7 Roo bonus (not on a dealer's pair) and Pocket Roo.",
    )
    yield Collect(what="all cards", text="Collect all cards.")


def layout() -> Layout:
    def position_areas(y: int) -> tuple[Area, ...]:
        return tuple(
            Area(id=position, label=position.capitalize(), kind="cards", x=2 * column, y=y, cards=1, width=2)
            for column, position in enumerate(("low", "middle", "high"))
        )

    return Layout(
        dealer=position_areas(0),
        player=(
            *position_areas(0),
            Area(id="play", label="Play", kind="bet", x=0, y=1, width=2),
            Area(id="pocket-roo", label="Pocket Roo", kind="bet", x=2, y=1, width=3),
            Area(id="pairs-pay", label="Pairs Pay", kind="bet", x=5, y=1, width=3),
        ),
        inscriptions=(
            "A two-card pair pushes the Play bet and loses the Pocket bet.",
            "Kings are high, aces are low.",
        ),
    )
