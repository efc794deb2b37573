"""3 Card Roo: how it is dealt, and its felt. The manual numbers no steps: references name its sections.

The manual names a side only for the third card (the left); bets are settled from the right, as in its maker's other
games.
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.cards import RANK_NAMES
from houseway.rules.procedure import (
    BY_TABLE,
    DEALER,
    EQUAL,
    HIGHER,
    LOWER,
    PLAYERS,
    QUALIFIES,
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
    TakeWagers,
    Turn,
    When,
)

PAIR = When("dealt-pair", "the player's two cards are a pair")
NO_PAIR = When("no-dealt-pair", "the player's two cards are not a pair")
ROO = When("roo", "the player has a Roo straight")
NO_ROO = When("no-roo", "the third card makes no Roo straight")
UNPAID_ROO = When("unpaid-roo", "the player has a Roo straight that is not on Pocket Roo's pay table")
DEALER_PAIR = When("dealer-pair", "the dealer was dealt a pair")
DEALER_NO_PAIR = When("dealer-no-pair", "the dealer's two cards are not a pair")
DEALER_NO_ROO = When("dealer-no-roo", "the dealer has no pair and no Roo straight")
DEALER_ROO = QUALIFIES._replace(words="the dealer has a Roo straight")
BETTER = HIGHER._replace(words="the player's Roo straight is higher")
ALIKE = EQUAL._replace(words="the Roo straights are equal")
WORSE = LOWER._replace(words="the dealer's Roo straight is higher")
PLAY, BONUS, POCKET, PAIRS_PAY = "play", "seven-roo-bonus", "pocket-roo", "pairs-pay"
PLAYER_PAIR = Case(id="player-pair", pays={PLAY: 0, POCKET: -1})


def steps(house_way: int) -> Iterator[Step]:
    """The steps; `house_way` is the rank up to which the dealer leaves high open, ace 1 and king 13."""
    yield TakeWagers(ref="Betting")
    yield Deal(ref="Dealing", to=PLAYERS, count=2, face=Face.UP, side=Side.LEFT, house_choice="the side")
    yield Deal(ref="Dealing", to=DEALER, count=2, face=Face.DOWN)
    yield Decide(
        ref="Dealing",
        at="place",
        side=Side.LEFT,
        when=NO_PAIR,
        text="The player places them face up in ascending order on two of the positions low, middle and high, and "
        "leaves the third open.",
    )
    yield Settle(
        ref="Dealing",
        wagers=(PLAY, POCKET, PAIRS_PAY),
        side=Side.RIGHT,
        when=PAIR,
        cases=(PLAYER_PAIR,),
        house_choice="the side",
        note="Both cards lie face up on the middle position and get no third card.",
    )
    yield Collect(ref="Dealing", what="settled pairs", when=PAIR, text="Collect the player's cards.")
    yield Deal(
        ref="Dealing",
        to=PLAYERS,
        count=1,
        face=Face.UP,
        area="drawn",
        side=Side.LEFT,
        when=NO_PAIR,
        text="From the left, deal a third card face up (house's choice) to the open position.",
    )
    yield Settle(
        ref="Dealing",
        wagers=(PLAY, POCKET, PAIRS_PAY),
        side=Side.RIGHT,
        when=NO_ROO,
        cases=(Case(id="no-roo", pays={PLAY: -1, POCKET: -1}),),
        house_choice="the side",
    )
    yield Settle(
        ref="Dealing",
        wagers=(PAIRS_PAY,),
        side=Side.RIGHT,
        when=ROO,
        cases=(Case(id="pairs-pay-roo", pays={PAIRS_PAY: -1}),),
        house_choice="the side",
        note="There is no pair in a Roo straight.",
    )
    yield Settle(
        ref="Dealing",
        wagers=(POCKET,),
        side=Side.RIGHT,
        when=UNPAID_ROO,
        cases=(Case(id="pocket-roo-unpaid", pays={POCKET: -1}),),
        house_choice="the side",
    )
    yield Collect(ref="Dealing", what="unqualified hands", when=NO_ROO, text="Collect the player's cards.")
    yield Turn(ref="Dealing", whose=DEALER)
    yield Arrange(
        ref="House rules",
        text="Place the dealer's cards by the house way, in ascending order.",
        cases=tuple(_way(house_way)),
    )
    yield Deal(
        ref="Dealing",
        to=DEALER,
        count=1,
        face=Face.UP,
        when=DEALER_NO_PAIR,
        text="Deal the dealer's third card face up (house's choice) to the open position.",
    )
    yield Arrange(ref="Dealing", when=DEALER_NO_PAIR, text="See whether the dealer has a Roo straight.")
    yield Settle(
        ref="Dealing",
        wagers=(PLAY, BONUS, POCKET),
        side=Side.RIGHT,
        when=ROO,
        cases=(
            Case(id="dealer-pair", when=(DEALER_PAIR,), pays={PLAY: 1, BONUS: 0}),
            Case(id="dealer-no-roo", when=(DEALER_NO_ROO,), pays={PLAY: 1, BONUS: BY_TABLE}),
            Case(id="win", when=(DEALER_ROO, BETTER), pays={PLAY: 1, BONUS: BY_TABLE}),
            Case(id="tie", when=(DEALER_ROO, ALIKE), pays={PLAY: 0, BONUS: BY_TABLE}),
            Case(id="loss", when=(DEALER_ROO, WORSE), pays={PLAY: -1, BONUS: BY_TABLE}),
        ),
        house_choice="the side",
        note="Two Roo straights are compared by the high card, then the middle, then the low.",
    )
    yield Collect(what="all cards", house_choice=True)


def _way(house_way: int) -> Iterator[Case]:
    """Which position the dealer leaves open; two cards of different ranks are never both aces, nor above a king."""
    rank = RANK_NAMES[house_way]
    low = When("dealer-low", f"they are not a pair and both are {rank} or lower")
    high = When("dealer-high", f"they are not a pair and at least one is higher than {rank}")
    yield Case(
        id="house-way-pair",
        when=(When("dealer-pair", "they are a pair"),),
        text="Leave them side by side on no position (house's choice); the dealer gets no third card.",
    )
    if house_way > 1:
        yield Case(id="house-way-low", when=(low,) if house_way < 13 else (), text="Leave high open.")
    if house_way < 13:
        yield Case(
            id="house-way-most",
            when=(high,) if house_way > 1 else (),
            text="Leave open the position that the most ranks complete (below the lower card, between the two, or "
            "above the higher); if two have the same number, the higher of them.",
        )


def layout(*, pocket_roo: bool) -> Layout:
    def position_areas(y: int) -> tuple[Area, ...]:
        return tuple(
            Area(id=position, label=position.capitalize(), kind="cards", x=2 * column, y=y, cards=1, width=2)
            for column, position in enumerate(("low", "middle", "high"))
        )

    verbs = {wager: "pushes" if pay == 0 else "loses" for wager, pay in PLAYER_PAIR.pays.items()}
    pair = f"A two-card pair {verbs[PLAY]} the Play bet{f' and {verbs[POCKET]} the Pocket bet' if pocket_roo else ''}."
    return Layout(
        dealer=position_areas(0),
        player=(
            *position_areas(0),
            Area(id="play", label="Play", kind="bet", x=0, y=1, width=2),
            Area(id="pocket-roo", label="Pocket Roo", kind="bet", x=2, y=1, width=3),
            Area(id="pairs-pay", label="Pairs Pay", kind="bet", x=5, y=1, width=3),
        ),
        inscriptions=(
            pair,
            "Kings are high, aces are low.",
        ),
    )
