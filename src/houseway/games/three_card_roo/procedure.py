"""3 Card Roo: how it is dealt, and its felt. The manual numbers no steps: references name its sections.

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
    Case,
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

NO_PAIR, PAIR = "If the player's two cards are not a pair", "If the player's two cards are a pair"
ROO, NO_ROO = "If the player has a Roo straight", "If the third card makes no Roo straight"
HOUSE_NO_PAIR = "If the house's two cards are not a pair"


def steps(house_way: str, *, pocket_roo: bool, pairs_pay: bool) -> Iterator[Step]:
    """The steps; `house_way` is the rank up to which the house leaves high open, in words."""
    yield TakeWagers(ref="Betting", text="")
    yield Deal(
        ref="Dealing",
        to=PLAYERS,
        count=2,
        face=Face.UP,
        text="From the left (house's choice), deal two cards face up to each player.",
    )
    yield Deal(ref="Dealing", to=DEALER, count=2, face=Face.DOWN, text="Deal two cards face down to the house.")
    yield Decide(
        ref="Dealing",
        at="place",
        when="no dealt pair",
        condition=NO_PAIR,
        text="The player places them face up in ascending order on two of the positions low, middle and high, and "
        "leaves the third open.",
    )
    sides = (" Collect Pocket Roo." if pocket_roo else "") + (" Pay Pairs Pay by its pay table." if pairs_pay else "")
    yield Settle(
        ref="Dealing",
        wagers=("play", "pocket-roo", "pairs-pay"),
        when="dealt pair",
        condition=PAIR,
        text="Both lie face up on the middle position and get no third card. From the right (house's choice), Play "
        f"pushes.{sides}",
    )
    yield Collect(
        ref="Dealing", what="settled pairs", when="dealt pair", condition=PAIR, text="Collect the player's cards."
    )
    yield Deal(
        ref="Dealing",
        to=PLAYERS,
        count=1,
        face=Face.UP,
        area="drawn",
        when="no dealt pair",
        condition=NO_PAIR,
        text="From the left, deal a third card face up (house's choice) to the open position.",
    )
    lost = "collect Play and Pocket Roo." if pocket_roo else "collect Play."
    pairs = " Pay Pairs Pay if the third card makes a pair, collect it if not." if pairs_pay else ""
    yield Settle(
        ref="Dealing",
        wagers=("play", "pocket-roo", "pairs-pay"),
        when="no roo",
        condition=NO_ROO,
        text=f"From the right (house's choice), {lost}{pairs}",
    )
    yield Settle(
        ref="Dealing",
        wagers=("pairs-pay",),
        when="roo",
        condition=ROO,
        text="From the right (house's choice), collect Pairs Pay: a Roo straight holds no pair.",
    )
    yield Settle(
        ref="Dealing",
        wagers=("pocket-roo",),
        when="roo without pocket",
        condition="If the player has a Roo straight that is not on Pocket Roo's pay table",
        text="From the right (house's choice), collect Pocket Roo.",
    )
    yield Collect(
        ref="Dealing",
        what="unqualified hands",
        when="no roo",
        condition=NO_ROO,
        text="Collect the player's cards.",
    )
    yield Turn(ref="Dealing", whose=DEALER, text="Turn over the house's two cards.")
    yield Arrange(
        ref="House rules",
        text="Place the house's cards by the house way, in ascending order.",
        cases=(
            Case(
                "If they are a pair",
                "Leave them beside each other on no position (house's choice); the house gets no third card.",
            ),
            Case(f"If they are no pair and both {house_way} or lower", "Leave high open."),
            Case(
                f"If they are no pair and at least one is higher than {house_way}",
                "Leave open the position that most ranks complete (below the lower card, between the two, above the "
                "higher), of two with equally many the higher.",
            ),
        ),
    )
    yield Deal(
        ref="Dealing",
        to=DEALER,
        count=1,
        face=Face.UP,
        when="no pair",
        condition=HOUSE_NO_PAIR,
        text="Deal the house's third card face up (house's choice) to the open position.",
    )
    yield Arrange(
        ref="Dealing", when="no pair", condition=HOUSE_NO_PAIR, text="See whether the house has a Roo straight."
    )
    pocket = " Pay a Pocket Roo bet that is still up by its pay table, whatever the case." if pocket_roo else ""
    bonus = "the 7 Roo Bonus by its pay table if the Roo straight has a 7"
    yield Settle(
        ref="Dealing",
        wagers=("play", "seven-roo-bonus", "pocket-roo"),
        when="roo",
        condition=ROO,
        text="From the right (house's choice), settle Play. Two Roo straights are compared by the high card, then the "
        f"middle, then the low.{pocket}",
        cases=(
            Case("If the house was dealt a pair", "Pay Play 1 to 1, and no 7 Roo Bonus."),
            Case("If the house has no pair and no Roo straight", f"Pay Play 1 to 1, and {bonus}."),
            Case("If the player's Roo straight is higher", f"Pay Play 1 to 1, and {bonus}."),
            Case("If the Roo straights are equal", f"Play pushes; pay {bonus}."),
            Case("If the house's Roo straight is higher", f"Collect Play; pay {bonus}."),
        ),
    )
    yield Collect(what="all cards", text="Collect all cards (house's choice).")


def layout(*, pocket_roo: bool) -> Layout:
    def position_areas(y: int) -> tuple[Area, ...]:
        return tuple(
            Area(id=position, label=position.capitalize(), kind="cards", x=2 * column, y=y, cards=1, width=2)
            for column, position in enumerate(("low", "middle", "high"))
        )

    pair = "A two-card pair pushes the Play bet and loses the Pocket bet."
    return Layout(
        dealer=position_areas(0),
        player=(
            *position_areas(0),
            Area(id="play", label="Play", kind="bet", x=0, y=1, width=2),
            Area(id="pocket-roo", label="Pocket Roo", kind="bet", x=2, y=1, width=3),
            Area(id="pairs-pay", label="Pairs Pay", kind="bet", x=5, y=1, width=3),
        ),
        inscriptions=(
            pair if pocket_roo else "A two-card pair pushes the Play bet.",
            "Kings are high, aces are low.",
        ),
    )
