"""A game made up for tests, with all that a layout can have: wagers that go together, one that can be taken back, a
raise of any size, half of a stake back, jokers. Its six cards are all dealt, so both jokers are on the felt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import ClassVar
from unittest.mock import patch

from houseway import catalog
from houseway.cards import DECK, JOKERS, Card
from houseway.rules import HandNames
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options
from houseway.rules.procedure import (
    DEALER,
    EQUAL,
    FOLDED,
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
    TakeWagers,
    Turn,
    When,
)
from houseway.rules.wagers import Kind, Wager

ID = "every-way"
SURRENDERED = When("surrendered", "the player has surrendered")
RAISED = When("raised", "the player has raised")
FIRST = ("ante", "blind", "let")


@dataclass(frozen=True)
class EveryWayOptions(Options):
    pass


class JokerNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return f"{_jokers(spot.dealt)} jokers"

    def dealer(self, house: HouseCards) -> str:
        return f"{_jokers(house.dealer)} jokers"


class EveryWay(Game[EveryWayOptions]):
    id: ClassVar[str] = ID
    name: ClassVar[str] = "Every Way"
    blurb: ClassVar[str] = "Three cards each; who has more jokers wins."
    manual: ClassVar[str] = "Made up for tests"
    names_type = JokerNames
    options_type = EveryWayOptions
    editions = (Edition("only", "The only one", {}),)

    @property
    def seats(self) -> int:
        return 1

    @property
    def deck(self) -> tuple[Card, ...]:
        return (*DECK[-4:], *JOKERS)

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="more jokers than the house")
        yield Wager(id="blind", name="Blind", kind=Kind.FIRST, on="ante", text="as the ante")
        yield Wager(id="let", name="Let", kind=Kind.FIRST, on="ante", most=2, text="as the ante; may be taken back")
        yield Wager(id="raise", name="Raise", kind=Kind.RAISE, on="ante", most=3, text="one to three times the ante")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers(text="Players bet.")
        yield Deal(to=PLAYERS, count=3, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=1, face=Face.UP, text="Deal the house a card face up,")
        yield Deal(to=DEALER, count=2, face=Face.DOWN, text="and two face down.")
        yield Decide(at="let", side=Side.LEFT, text="Take the Let bet back, or let it ride.")
        yield Decide(at="play", side=Side.LEFT, text="Fold, surrender, or raise.")
        yield Turn(whose=DEALER, text="Turn the house's cards.")
        yield Arrange(text="Announce the house's hand.")
        yield Turn(whose=PLAYERS, side=Side.RIGHT)
        bets = (*FIRST, "raise")
        yield Settle(
            wagers=FIRST,
            when=FOLDED,
            side=Side.RIGHT,
            cases=(Case(id="folded", pays=dict.fromkeys(FIRST, -1)),),
        )
        yield Settle(
            wagers=FIRST,
            when=SURRENDERED,
            side=Side.RIGHT,
            cases=(Case(id="surrendered", pays=dict.fromkeys(FIRST, Fraction(-1, 2))),),
        )
        yield Settle(
            wagers=bets,
            when=RAISED,
            side=Side.RIGHT,
            cases=tuple(
                Case(id=when.key, when=(when,), pays=dict.fromkeys(bets, odds))
                for when, odds in ((HIGHER, 1), (EQUAL, 0), (LOWER, -1))
            ),
        )
        yield Collect(what="all cards", text="Collect all cards.")

    def make_layout(self) -> Layout:
        house = Area(id="dealer", label="House", kind="cards", x=1, y=0, width=6, cards=3)
        own = Area(id="hand", label="Your hand", kind="cards", x=1, y=0, width=6, cards=3)
        bets = (Area(id=w.id, label=w.name, kind="bet", x=2 * place, y=1) for place, w in enumerate(self.wagers))
        return Layout(dealer=(house,), player=(own, *bets))

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        if at == "let":
            return Offer(Decision("pull"), takes_back="let"), Offer(Decision("ride"))
        return Offer(Decision("raise", 1), "raise", 3), Offer(Decision("surrender")), Offer(Decision(FOLD))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when in (SURRENDERED.key, RAISED.key):
            return not spot.folded and (spot.choice == "surrender") == (when == SURRENDERED.key)
        more = _jokers(spot.dealt) - _jokers(house.dealer)
        return {"higher": more > 0, "equal": more == 0, "lower": more < 0}[when]


def _jokers(cards: tuple[Card, ...]) -> int:
    return sum(card.joker for card in cards)


@contextmanager
def installed() -> Iterator[None]:
    """The game is among those of this process."""
    own = EntryPoint(ID, f"{__name__}:EveryWay", catalog.GROUP)
    entries = {**catalog._entries(), ID: own}
    with patch.object(catalog, "_entries", lambda: entries):
        yield


def install(folder: Path) -> None:
    """The game is among those of processes that look for packages in this folder."""
    about = folder / "every_way-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: every-way\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[{catalog.GROUP}]\n{ID} = {__name__}:EveryWay\n")
