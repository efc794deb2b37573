"""Mini-Tex 3 Card Hold'em: how it is dealt against the dealer, and its felt."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
    IN_ACTION,
    IN_PLAY,
    LOWER,
    NOT_QUALIFIED,
    OUT_OF_ACTION,
    PLAYERS,
    QUALIFIES,
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
    When,
)

HOLE_CARD = "At least one hole card must play."
BETS = ("ante", "flop", "river", "play")
# With Pocket Poker on the felt a folded hand stays, too.
FOLDED_FOR_GOOD = OUT_OF_ACTION._replace(words="the player folded")
SHOWN = IN_ACTION._replace(words="the player is in or has a Pocket Poker bet")

CASES = (
    Case(id="not-qualified", when=(NOT_QUALIFIED,), pays={"ante": 1, "flop": 1, "river": 1, "play": 0}, ref="13A"),
    Case(id="win", when=(QUALIFIES, HIGHER), pays=dict.fromkeys(BETS, 1), ref="13B"),
    Case(id="loss", when=(QUALIFIES, LOWER), pays=dict.fromkeys(BETS, -1), ref="13C"),
    Case(id="tie", when=(QUALIFIES, EQUAL), pays=dict.fromkeys(BETS, 0), ref="13D"),
)


def steps(
    bets: tuple[int, ...], *, board: str, folded_cards: str, qualifier: str, pocket_poker: bool
) -> Iterator[Step]:
    """The steps; `qualifier` is the dealer's in words."""
    flop, river, play = bets
    face_down = board == "face-down"
    yield TakeWagers(ref="1")
    yield Deal(ref="2", to=PLAYERS, count=2, face=Face.DOWN, side=Side.LEFT)
    yield Deal(ref="2", to=DEALER, count=2, face=Face.DOWN)
    if face_down:
        yield Deal(
            ref="2",
            to=COMMUNITY,
            count=3,
            face=Face.DOWN,
            text="Lay three community cards face down and put the deck away (house's choice).",
        )
    yield Decide(ref="3", at="hole", side=Side.LEFT, text=f"Players fold, or bet {flop}x the ante to see the flop.")
    yield from _forfeits("4", "hole", 1, folded_cards, pocket_poker=pocket_poker)
    yield from _board("5", 0, 2, "flop", face_down=face_down)
    yield Decide(
        ref="6",
        at="flop",
        side=Side.LEFT,
        text=f"Remaining players fold, or bet {river}x the ante to see the river.",
    )
    yield from _forfeits("7", "flop", 2, folded_cards, pocket_poker=pocket_poker)
    yield from _board("8", 2, 1, "river", face_down=face_down)
    yield Decide(
        ref="9",
        at="river",
        side=Side.LEFT,
        text=f"Remaining players fold, or make the play bet of {play}x the ante to play against the dealer.",
    )
    yield from _forfeits("10", "river", 3, folded_cards, pocket_poker=pocket_poker)
    yield Turn(ref="11", whose=DEALER, text="Turn over the dealer's two hole cards.")
    yield Arrange(
        ref="11",
        text="Form the dealer's best three cards, and lay hole cards and community cards in one row.",
        cases=(
            Case(
                id="both-hole-cards",
                when=(When("both-hole-cards", "both hole cards play"),),
                text="Lay the community card that plays next to them.",
                ref="11A",
            ),
            Case(
                id="one-hole-card",
                when=(When("one-hole-card", "one hole card plays"),),
                text="Lay it next to the community cards, and the two of those that play next to it; turn the other "
                "hole card sideways (house's choice: the manual says only that it is turned).",
                ref="11B",
            ),
        ),
    )
    yield EachSeat(
        ref="12",
        side=Side.RIGHT,
        steps=(
            Turn(whose=PLAYERS, when=SHOWN if pocket_poker else IN_PLAY, text="Turn over the player's hole cards."),
            Settle(ref="12A", wagers=("pocket-poker",)),
            Settle(
                ref="12B",
                wagers=BETS,
                when=IN_PLAY,
                note="Compare the player's best three cards with the dealer's. The dealer qualifies with "
                f"{qualifier} or better.",
                cases=CASES,
            ),
        ),
    )
    yield Collect(what="all cards", house_choice=True)


def _forfeits(ref: str, at: str, bets: int, folded_cards: str, *, pocket_poker: bool) -> Iterator[Step]:
    """What a fold costs: so many of the bets."""
    collect, lost = folded_cards == "collect", BETS[:bets]
    yield Settle(
        ref=ref,
        wagers=lost,
        side=Side.RIGHT,
        when=FOLDED,
        cases=(Case(id=f"folded-{at}", pays=dict.fromkeys(lost, -1)),),
        house_choice="the side",
        note="" if collect else "The cards stay face down to the end of the round (house's choice).",
    )
    if collect:
        yield Collect(
            ref=ref,
            what="folded hands",
            when=FOLDED_FOR_GOOD if pocket_poker else FOLDED,
            text="Collect the cards (house's choice), or leave them face down beside a Pocket Poker bet."
            if pocket_poker
            else "Collect the cards (house's choice).",
        )


def _board(ref: str, first: int, count: int, name: str, *, face_down: bool) -> Iterator[Step]:
    cards = "two cards" if count == 2 else "one card"
    if face_down:
        yield Turn(ref=ref, whose=COMMUNITY, first=first, count=count, text=f"Turn over the {name}, {cards}.")
    else:
        yield Burn(
            ref=ref, count=1, text="Bury one card (house's choice: the board may be laid face down first instead)."
        )
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
        inscriptions=(HOLE_CARD,),
    )
