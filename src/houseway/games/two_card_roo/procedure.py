"""2 Card Roo: how it is dealt, and its felt.

The manual names no side; cards come from the left and bets are settled from the right, as in its maker's other games.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from houseway.cards import RANK_NAMES
from houseway.rules.pay_tables import Ratio, ratio_text
from houseway.rules.procedure import (
    CUT_CARD,
    DEALER,
    EQUAL,
    HIGHER,
    LOWER,
    NO_CUT_CARD,
    PLAYERS,
    QUALIFIES,
    Area,
    Arrange,
    Case,
    Collect,
    Deal,
    Decide,
    Face,
    KeepShoe,
    Layout,
    Settle,
    Side,
    Step,
    TakeWagers,
    Turn,
    When,
)

MANUAL = "What is a Roo?"  # its one section
SUITED = When("one-suit", "the player's Roo is of one suit")
MIXED = When("two-suits", "the player's Roo is of two suits")
DEALER_PAIR = When("dealer-pair", "the dealer has a pair, aces included")
DEALER_NO_ROO = When("dealer-no-roo", "the dealer has neither a pair nor a Roo")
DEALER_ROO = QUALIFIES._replace(words="the dealer has a Roo")
TIES: dict[str, Ratio] = {"push": 0, "dealer": -1}


def steps(
    house_way: int,
    *,
    aces_push: bool,
    pairs_push: bool,
    flush_wins_pay: Fraction,
    dealer_pair: str,
    ties: str,
    kept_shoe: bool,
) -> Iterator[Step]:
    roo = When("roo", "the player has a Roo and no pair" if aces_push else "the player has a Roo")
    no_roo = When("no-roo", "the player has a pair or no Roo" if aces_push else "the player has no Roo")
    yield TakeWagers()
    yield Deal(ref=MANUAL, to=PLAYERS, count=1, face=Face.DOWN, side=Side.LEFT, house_choice="the side")
    yield Deal(ref=MANUAL, to=DEALER, count=1, face=Face.DOWN)
    yield Decide(
        ref=MANUAL,
        at="place",
        side=Side.LEFT,
        text="Players look at their card and place it face down on the high or the low card position.",
    )
    yield Deal(
        ref=MANUAL,
        to=PLAYERS,
        count=1,
        face=Face.UP,
        area="drawn",
        side=Side.LEFT,
        text="From the left, deal a card face up to each open position (side and face up are the house's choice).",
    )
    yield Turn(
        ref=MANUAL,
        whose=PLAYERS,
        side=Side.RIGHT,
        text="From the right (house's choice), turn over the players' face-down cards.",
    )
    yield Settle(
        ref=MANUAL,
        wagers=("roo", "flush-roo", "pairs-pay"),
        side=Side.RIGHT,
        when=no_roo,
        cases=tuple(_without_roo(aces_push=aces_push, pairs_push=pairs_push)),
        house_choice="the side",
    )
    yield Collect(what="settled hands", when=no_roo, text="Collect the player's cards.")
    yield Settle(ref=MANUAL, wagers=("flush-roo", "pairs-pay"), side=Side.RIGHT, when=roo, house_choice="the side")
    yield Turn(ref=MANUAL, whose=DEALER, text="Turn over the dealer's card.")
    yield Arrange(ref=MANUAL, text="Place the dealer's card by the house way.", cases=_way(RANK_NAMES[house_way]))
    yield Deal(
        ref=MANUAL,
        to=DEALER,
        count=1,
        face=Face.UP,
        text="Deal a card face up (house's choice) to the dealer's open position.",
    )
    yield Arrange(ref=MANUAL, text="See whether the dealer has a pair or a Roo.")
    yield Settle(
        ref=MANUAL,
        wagers=("roo",),
        side=Side.RIGHT,
        when=roo,
        cases=tuple(_with_roo(dealer_pair, ties, flush_wins_pay)),
        house_choice="the side",
        note="Two Roos are compared by the high card, then the low card.",
    )
    yield Collect(what="all cards", house_choice=True)
    if kept_shoe:
        yield KeepShoe(
            cases=(
                Case(
                    id="cut-card",
                    when=(CUT_CARD,),
                    text="Shuffle all decks for a new shoe (house's choice).",
                ),
                Case(
                    id="no-cut-card",
                    when=(NO_CUT_CARD,),
                    text="Bury two cards unseen before dealing the next game; if the cut card comes with them, "
                    "shuffle.",
                    ref=MANUAL,
                ),
            ),
        )


def _without_roo(*, aces_push: bool, pairs_push: bool) -> Iterator[Case]:
    if not aces_push and not pairs_push:
        yield Case(id="no-roo", pays={"roo": -1})
        return
    pair = "two aces" if not pairs_push else "a pair, aces included" if aces_push else "a pair other than aces"
    neither = "neither a Roo nor two aces" if not pairs_push else "neither a Roo nor a pair"
    yield Case(id="player-pair", when=(When("pair", f"the player has {pair}"),), pays={"roo": 0})
    yield Case(id="no-roo", when=(When("no-pair", f"the player has {neither}"),), pays={"roo": -1})


def _with_roo(dealer_pair: str, ties: str, flush_wins_pay: Fraction) -> Iterator[Case]:
    def won(id: str, *when: When) -> Iterator[Case]:
        if flush_wins_pay == 1:
            yield Case(id=id, when=when, pays={"roo": 1})
        else:
            yield Case(id=f"{id}-one-suit", when=(*when, SUITED), pays={"roo": flush_wins_pay})
            yield Case(id=id, when=(*when, MIXED), pays={"roo": 1})

    if dealer_pair == "push":
        yield Case(id="dealer-pair", when=(DEALER_PAIR,), pays={"roo": 0})
    else:
        yield from won("dealer-pair", DEALER_PAIR)
    yield from won("dealer-no-roo", DEALER_NO_ROO)
    yield from won("win", DEALER_ROO, HIGHER._replace(words="the player's Roo is higher"))
    yield Case(id="loss", when=(DEALER_ROO, LOWER._replace(words="the dealer's Roo is higher")), pays={"roo": -1})
    equal = EQUAL._replace(words="the Roos are equal")
    if ties == "player":
        yield from won("tie", DEALER_ROO, equal)
    else:
        yield Case(id="tie", when=(DEALER_ROO, equal), pays={"roo": TIES[ties]})


def _way(rank: str) -> tuple[Case, ...]:
    """Where the dealer places the first card."""
    return (
        Case(
            id="house-way-low",
            when=(When("dealer-low", f"it is {rank} or lower, but not an ace"),),
            text="It goes to the low card position.",
        ),
        Case(
            id="house-way-high",
            when=(When("dealer-high", f"it is higher than {rank}, or an ace"),),
            text="It goes to the high card position (house's choice for an ace, of which the manual says nothing).",
        ),
    )


def layout(flush_wins_pay: Fraction) -> Layout:
    one_suit = "" if flush_wins_pay == 1 else f"; with a Roo of one suit, {ratio_text(flush_wins_pay)}"
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
        inscriptions=("Ace plays as high or low.", f"Beat the dealer: 1 to 1{one_suit}."),
    )
