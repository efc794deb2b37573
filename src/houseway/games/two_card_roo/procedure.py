"""2 Card Roo: how it is dealt, and its felt.

The manual names no side; cards come from the left and bets are settled from the right, as in its maker's other games.
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.cards import RANK_NAMES
from houseway.rules.procedure import (
    DEALER,
    PLAYERS,
    Area,
    Arrange,
    Burn,
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


def steps(house_way: int, *, bury: bool) -> Iterator[Step]:
    yield TakeWagers(text="")
    if bury:
        yield Burn(count=2, text="With more than one deck, bury two cards before the deal.")
    yield Deal(to=PLAYERS, count=1, face=Face.DOWN, text="From the left, deal one card face down to each player.")
    yield Deal(to=DEALER, count=1, face=Face.DOWN, text="Deal one card face down to the house.")
    yield Decide(at="place", text="Players place their card face down on the high or the low position.")
    yield Deal(to=PLAYERS, count=1, face=Face.UP, area="drawn", text="Deal a card to each open position.")
    yield Turn(whose=PLAYERS, text="Turn over the players' face-down cards.")
    yield Settle(
        wagers=("roo", "flush-roo", "pairs-pay"),
        when="no roo",
        text="Without a Roo the bet loses, a pair pushes; settle the side wagers of these hands.",
    )
    yield Collect(what="settled hands", when="no roo", text="Collect the settled hands.")
    yield Settle(wagers=("flush-roo", "pairs-pay"), text="Settle the side wagers of the Roo hands.")
    yield Turn(whose=DEALER, text="Turn over the house's card.")
    yield Arrange(
        text=f"Place it low if it is {RANK_NAMES[house_way]} or lower, high if it is higher or an ace.",
    )
    yield Deal(to=DEALER, count=1, face=Face.UP, text="Deal a card to the house's open position.")
    yield Arrange(text="See whether the house has a Roo.")
    yield Settle(wagers=("roo",), text="Settle the Roo hands against the house: high card first, then the low card.")
    yield Collect(what="all cards", text="Collect all cards.")


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
