"""Mini-Tex 3 Card Hold'em: how it is dealt against the dealer, and its felt."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    PLAYERS,
    Area,
    Arrange,
    Burn,
    Case,
    Collect,
    Deal,
    Decide,
    EachSeat,
    Face,
    Layout,
    Settle,
    Side,
    Step,
    TakeWagers,
    Turn,
)

BETS = ("ante", "flop", "river", "play")


STILL_IN = "If the player is still in"


def steps(
    bets: tuple[int, ...], *, board: str, folded_cards: str, qualifier: str, pocket_poker: bool
) -> Iterator[Step]:
    """The steps; `qualifier` is the house's in words."""
    flop, river, play = bets
    face_down = board == "face-down"
    yield TakeWagers(ref="1", text="")
    yield Deal(
        ref="2", to=PLAYERS, count=2, face=Face.DOWN, text="From the left, deal two cards face down to each player."
    )
    yield Deal(ref="2", to=DEALER, count=2, face=Face.DOWN, text="Deal two cards face down to the house.")
    if face_down:
        yield Deal(
            ref="2",
            to=COMMUNITY,
            count=3,
            face=Face.DOWN,
            text="Lay three community cards face down and put the deck away (house's choice).",
        )
    yield Decide(ref="3", at="hole", text=f"Players fold, or bet {flop}x the ante to see the flop.")
    yield from _forfeits("4", "the ante", folded_cards, pocket_poker=pocket_poker)
    yield from _board("5", 0, 2, "flop", face_down=face_down)
    yield Decide(
        ref="6",
        at="flop",
        when="in play",
        text=f"The player folds, or bets {river}x the ante to see the river.",
    )
    yield from _forfeits("7", "ante and flop bet", folded_cards, pocket_poker=pocket_poker)
    yield from _board("8", 2, 1, "river", face_down=face_down)
    yield Decide(
        ref="9",
        at="river",
        when="in play",
        text=f"The player folds, or makes the play bet of {play}x the ante to play against the house.",
    )
    yield from _forfeits("10", "ante, flop and river bet", folded_cards, pocket_poker=pocket_poker)
    yield Turn(ref="11", whose=DEALER, text="Turn over the house's two hole cards.")
    yield Arrange(
        ref="11",
        text="Form the house's best three cards with at least one hole card, and lay hole cards and community cards in "
        "one row.",
        cases=(
            Case("If both hole cards play", "Lay the community card that plays next to them.", "11A"),
            Case(
                "If one hole card plays",
                "Lay it next to the community cards, and the two of those that play next to it; turn the other hole "
                "card sideways (house's choice: the manual says only that it is turned).",
                "11B",
            ),
        ),
    )
    shown = "If the player is in or has a Pocket Poker bet" if pocket_poker else STILL_IN
    yield EachSeat(
        ref="12",
        start=Side.RIGHT,
        text="From the right, settle one player after the other.",
        steps=(
            Turn(
                whose=PLAYERS,
                when="plays or has pocket poker",
                condition=shown,
                text="Turn over the player's hole cards.",
            ),
            Settle(
                ref="12A",
                wagers=("pocket-poker",),
                text="Pay Pocket Poker by its pay table or collect it, whether the player folded or not.",
            ),
            Settle(
                ref="12B",
                wagers=BETS,
                condition=STILL_IN,
                text="Compare the player's best three cards with the house's.",
                cases=(
                    Case(
                        f"If the house has less than {qualifier}",
                        "It does not qualify: pay ante, flop and river bet 1 to 1, whatever the player holds; the play "
                        "bet pushes.",
                        "13A",
                    ),
                    Case(
                        "If the house qualifies and the player's hand is better",
                        "Pay ante, flop, river and play bet 1 to 1.",
                        "13B",
                    ),
                    Case("If the house qualifies and its hand is better", "Collect all four bets.", "13C"),
                    Case("If the house qualifies and the hands are equal", "All four bets push.", "13D"),
                ),
            ),
        ),
    )
    yield Collect(what="all cards", text="Collect all cards (house's choice).")


def _forfeits(ref: str, bets: str, folded_cards: str, *, pocket_poker: bool) -> Iterator[Step]:
    folded = "If the player folded"
    collect = folded_cards == "collect"
    live = "; Pocket Poker stays in action" if pocket_poker else ""
    left = "" if collect else " The cards stay face down to the end of the round (house's choice)."
    yield Settle(ref=ref, wagers=BETS, when="folded", text=f"Collect {bets}{live}.{left}")
    if collect:
        yield Collect(
            ref=ref,
            what="folded hands",
            when="folded without pocket poker",
            condition=folded,
            text="Collect the cards (house's choice); beside a Pocket Poker bet they stay, face down."
            if pocket_poker
            else "Collect the cards (house's choice).",
        )


def _board(ref: str, first: int, count: int, name: str, *, face_down: bool) -> Iterator[Step]:
    cards = "two cards" if count == 2 else "one card"
    if face_down:
        yield Turn(ref=ref, whose=COMMUNITY, first=first, count=count, text=f"Turn over the {name}, {cards}.")
    else:
        yield Burn(ref=ref, count=1, text="Bury one card (house's choice: or the board is laid face down first).")
        yield Deal(ref=ref, to=COMMUNITY, count=count, face=Face.UP, text=f"Deal the {name}, {cards} face up.")


def layout(bets: tuple[int, ...]) -> Layout:
    flop, river, play = bets
    return Layout(
        dealer=(
            Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=2, width=3),
            Area(id="community", label="Flop and river", kind="cards", x=3, y=0, cards=3, width=4),
        ),
        player=(
            Area(id="hand", label="Hole cards", kind="cards", x=0, y=0, cards=2, width=3),
            Area(id="pocket-poker", label="Pocket Poker", kind="bet", x=3, y=0, width=3),
            Area(id="ante", label="Ante", kind="bet", x=0, y=1, width=2),
            Area(id="flop", label=f"Flop {flop}x", kind="bet", x=2, y=1, width=2),
            Area(id="river", label=f"River {river}x", kind="bet", x=4, y=1, width=2),
            Area(id="play", label=f"Play {play}x", kind="bet", x=6, y=1, width=2),
        ),
        inscriptions=("At least one hole card must play.",),
    )
