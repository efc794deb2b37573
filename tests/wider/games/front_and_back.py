"""Front and Back: set three cards into one in front and two behind; the dealer sets by the house way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from houseway.cards import DECK, RANK_NAMES, Card
from houseway.rules import CardDisplay, HandNames
from houseway.rules.game import Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, whole
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
    Side,
    Step,
    TakeWagers,
    Turn,
    When,
)
from houseway.rules.wagers import Kind, Wager

HIGH, MIDDLE, LOW = "high", "middle", "low"  # the card that goes in front
BOTH = When("both", "both of the player's hands win")
ONE = When("one", "one of them wins")
NEITHER = When("neither", "neither wins")
PAIR = When("dealer-pair", "two of the cards are a pair")
NO_PAIR = When("dealer-no-pair", "no two of them are a pair")


@dataclass(frozen=True)
class FrontAndBackOptions(Options):
    commission: int = whole(5, values=(0, 5), help="what the house keeps of a win, in percent")


class FrontAndBackNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return hands_words(*set_by(spot)) if spot.decisions else dashed(highest_first(spot.dealt))

    def dealer(self, house: HouseCards) -> str:
        return hands_words(*house_way(house.dealer))


class FrontAndBackDisplay(CardDisplay):
    def placed(self, spot: Spot) -> Mapping[str, tuple[Card, ...]]:
        if not spot.decisions:
            return {"front": (), "back": ()}
        front, back = set_by(spot)
        return {"front": (front,), "back": back}

    def dealer_lay(self, house: HouseCards) -> Mapping[str, tuple[Card, ...]]:
        front, back = house_way(house.dealer)
        return {"front": (front,), "back": back}


class FrontAndBack(Game[FrontAndBackOptions]):
    id: ClassVar[str] = "front-and-back"
    name: ClassVar[str] = "Front and Back"
    blurb: ClassVar[str] = "Three cards, one in front and two behind: win with both."
    manual: ClassVar[str] = "Made up for houseway's tests"
    names_type = FrontAndBackNames
    display_type = FrontAndBackDisplay
    options_type = FrontAndBackOptions
    suits_count: ClassVar[bool] = False
    editions = (
        Edition("five", "Five percent commission", {}),
        Edition("free", "No commission", {"commission": 0}),
    )

    @property
    def seats(self) -> int:
        return 6

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank >= 9)

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="bet", name="Bet", kind=Kind.FIRST, text="both hands beat the dealer's; equal ones lose")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers()
        yield Deal(to=PLAYERS, count=3, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=3, face=Face.DOWN)
        yield Decide(at="set", side=Side.LEFT, text="Players set one card in front and two behind.")
        yield Turn(whose=DEALER)
        yield Arrange(
            text="Set the dealer's hands by the house way.",
            cases=(
                Case(id="house-pair", when=(PAIR,), text="Set the pair behind."),
                Case(id="house-high", when=(NO_PAIR,), text="Set the highest card in front."),
            ),
        )
        yield Turn(whose=PLAYERS, side=Side.RIGHT)
        won = 1 - Fraction(self.options.commission, 100)
        results = ((BOTH, won), (ONE, 0), (NEITHER, -1))
        cases = tuple(Case(id=when.key, when=(when,), pays={"bet": odds}) for when, odds in results)
        yield Settle(wagers=("bet",), side=Side.RIGHT, cases=cases)
        yield Collect(what="all cards")

    def make_layout(self) -> Layout:
        hands = (
            Area(id="front", label="Front", kind="cards", x=0, y=0, cards=1),
            Area(id="back", label="Back", kind="cards", x=2, y=0, cards=2, width=3),
        )
        return Layout(dealer=hands, player=(*hands, Area(id="bet", label="Bet", kind="bet", x=0, y=1)))

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        """The card in front; of two equal ones the first."""
        ranks = [card.rank for card in highest_first(spot.dealt)]
        for place, name in enumerate((HIGH, MIDDLE, LOW)):
            if ranks.index(ranks[place]) == place:
                yield Offer(Decision(name))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        player, dealer = strengths(*set_by(spot)), strengths(*house_way(house.dealer))
        wins = sum(mine > other for mine, other in zip(player, dealer, strict=True))
        return when == (NEITHER.key, ONE.key, BOTH.key)[wins]

    def dealer_applies(self, when: str, house: HouseCards) -> bool:
        return (len({card.rank for card in house.dealer}) < 3) == (when == PAIR.key)


def highest_first(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: card.rank, reverse=True))


def in_front(cards: tuple[Card, ...], place: int) -> tuple[Card, tuple[Card, ...]]:
    """The front and the back when the card of this place, from the highest down, goes in front."""
    ordered = highest_first(cards)
    return ordered[place], ordered[:place] + ordered[place + 1 :]


def set_by(spot: Spot) -> tuple[Card, tuple[Card, ...]]:
    """The front and the back as the player has set them."""
    return in_front(spot.dealt, (HIGH, MIDDLE, LOW).index(spot.choice))


def house_way(cards: tuple[Card, ...]) -> tuple[Card, tuple[Card, ...]]:
    """A pair goes behind; without one, the highest card goes in front."""
    high, middle, _ = (card.rank for card in highest_first(cards))
    return in_front(cards, 2 if high == middle else 0)


def strengths(front: Card, back: tuple[Card, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    high, low = (card.rank for card in back)
    return (front.rank,), (int(high == low), high, low)


def dashed(cards: tuple[Card, ...]) -> str:
    return "-".join(RANK_NAMES[card.rank] for card in cards)


def hands_words(front: Card, back: tuple[Card, ...]) -> str:
    return f"{dashed((front,))} in front of {dashed(back)}"
