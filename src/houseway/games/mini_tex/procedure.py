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


def steps(bets: tuple[int, ...], *, board: str, folded_cards: str) -> Iterator[Step]:
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
            text="Lay three community cards face down and put the deck away.",
        )
    yield Decide(ref="3", at="hole", when="in play", text=f"Players fold, or bet {flop}x the ante to see the flop.")
    yield from _forfeits("4", folded_cards)
    yield from _board("5", 0, 2, "flop", face_down=face_down)
    yield Decide(ref="6", at="flop", when="in play", text=f"Players fold, or bet {river}x the ante to see the river.")
    yield from _forfeits("7", folded_cards)
    yield from _board("8", 2, 1, "river", face_down=face_down)
    yield Decide(ref="9", at="river", when="in play", text=f"Players fold, or make the play bet of {play}x the ante.")
    yield from _forfeits("10", folded_cards)
    yield Turn(ref="11", whose=DEALER, text="Turn over the house's two hole cards.")
    yield Arrange(
        ref="11",
        text="Set the house's best three with the playing cards closest together; turn an unused hole card.",
    )
    yield EachSeat(
        ref="12",
        start=Side.RIGHT,
        text="From the right, settle each player: Pocket Poker first, then the hand against the house.",
        steps=(
            Turn(whose=PLAYERS, when="plays or has pocket poker", text="Turn over the player's hole cards."),
            Settle(ref="12A", wagers=("pocket-poker",), text="Pay Pocket Poker from its table, or collect it."),
            Settle(
                ref="13", wagers=BETS, text="Pay, push or collect ante, flop, river and play bets against the house."
            ),
        ),
    )
    yield Collect(what="all cards", text="Collect all cards.")


def _forfeits(ref: str, folded_cards: str) -> Iterator[Step]:
    yield Settle(ref=ref, wagers=BETS, when="folded", text="Collect the wagers of folded hands.")
    if folded_cards == "collect":
        yield Collect(
            ref=ref,
            what="folded hands",
            when="folded without pocket poker",
            text="Collect folded cards; those with a Pocket Poker wager stay face down beside it.",
        )


def _board(ref: str, first: int, count: int, name: str, *, face_down: bool) -> Iterator[Step]:
    if face_down:
        yield Turn(ref=ref, whose=COMMUNITY, first=first, count=count, text=f"Turn over the {name}.")
    else:
        yield Burn(ref=ref, count=1, text="Bury one card.")
        yield Deal(ref=ref, to=COMMUNITY, count=count, face=Face.UP, text=f"Deal the {name} face up.")


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
