"""Ante and Blind: the blind equals the ante and goes with it; so does the boost, at one to three times the ante."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from houseway.cards import RANK_NAMES, Card
from houseway.rules import CardDisplay, HandNames
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, choice
from houseway.rules.procedure import (
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
    IN_ACTION,
    IN_PLAY,
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

HAS_ANTE = When("has-ante", "the player has an ante")
ONE_SUIT = When("one-suit", "the two cards are of one suit")
TWO_SUITS = When("two-suits", "they are of two suits")
NO_PAIR = When("no-pair", "the player has no pair")
PAIR = When("pair", "the player has a pair below aces")
ACES = When("aces", "the player has a pair of aces")


@dataclass(frozen=True)
class AnteAndBlindOptions(Options):
    boost: str = choice("yes", "no", help="whether a boost goes with the ante, too")
    suited: str = choice("yes", "no", help="whether Suited is offered")


class BlindNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return hand_words(spot.dealt)

    def dealer(self, house: HouseCards) -> str:
        return hand_words(house.dealer)


class BlindDisplay(CardDisplay):
    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return () if spot.folded or "ante" not in spot.stakes else spot.dealt


class AnteAndBlind(Game[AnteAndBlindOptions]):
    id: ClassVar[str] = "ante-and-blind"
    name: ClassVar[str] = "Ante and Blind"
    blurb: ClassVar[str] = "Two cards each: fold or play; the blind pays more for a pair."
    manual: ClassVar[str] = "Made up for houseway's tests"
    names_type = BlindNames
    display_type = BlindDisplay
    options_type = AnteAndBlindOptions
    editions = (
        Edition("boost", "With a boost", {}),
        Edition("plain", "Ante and blind alone", {"boost": "no"}),
    )
    enters_with = ("ante", "suited")  # Suited may be switched off

    @property
    def seats(self) -> int:
        return 5

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="a better hand than the dealer's")
        yield Wager(id="blind", name="Blind", kind=Kind.FIRST, on="ante", text="the same, three to two with a pair")
        if self.options.boost == "yes":
            text = "the same, one to three times the ante"
            yield Wager(id="boost", name="Boost", kind=Kind.FIRST, on="ante", most=3, text=text)
        yield Wager(id="play", name="Play", kind=Kind.RAISE, on="ante", least=2, most=2, text="twice the ante")
        yield Wager(id="pair-bonus", name="Pair Bonus", kind=Kind.BONUS, on="blind", text="a pair of aces, one to one")
        if self.options.suited == "yes":
            yield Wager(id="suited", name="Suited", kind=Kind.SIDE, text="two cards of one suit")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers(text="")
        yield Deal(to=PLAYERS, count=2, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=2, face=Face.DOWN, text="Deal two cards face down to the house.")
        yield Decide(
            at="play",
            side=Side.LEFT,
            when=HAS_ANTE,
            text="Players fold, or play twice the ante.",
        )
        yield Turn(whose=DEALER, text="Turn over the house's cards.")
        yield Arrange(text="Announce the house's hand.")
        yield Turn(
            whose=PLAYERS,
            side=Side.RIGHT,
            when=IN_ACTION,
        )
        yield Settle(
            wagers=("ante", "blind", "boost", "play", "pair-bonus"), side=Side.RIGHT, cases=tuple(self._cases())
        )
        yield Settle(
            wagers=("suited",),
            side=Side.RIGHT,
            cases=(
                Case(id="one-suit", when=(ONE_SUIT,), pays={"suited": 2}),
                Case(id="two-suits", when=(TWO_SUITS,), pays={"suited": -1}),
            ),
        )
        yield Collect(what="all cards", text="Collect all cards.")

    def _cases(self) -> Iterable[Case]:
        bets, won = ("ante", "blind", "boost", "play"), {"ante": 1, "boost": 1, "play": 1}
        yield Case(id="folded", when=(FOLDED,), pays={**dict.fromkeys(bets, -1), "pair-bonus": 0})
        for hand, blind in ((NO_PAIR, Fraction(1)), (PAIR, Fraction(3, 2)), (ACES, Fraction(3, 2))):
            bonus = {"pair-bonus": int(hand is ACES)}
            yield Case(id=f"win-{hand.key}", when=(IN_PLAY, HIGHER, hand), pays={**won, "blind": blind, **bonus})
            yield Case(id=f"tie-{hand.key}", when=(IN_PLAY, EQUAL, hand), pays={**dict.fromkeys(bets, 0), **bonus})
            yield Case(id=f"loss-{hand.key}", when=(IN_PLAY, LOWER, hand), pays={**dict.fromkeys(bets, -1), **bonus})

    def make_layout(self) -> Layout:
        return Layout(
            dealer=(Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=2, width=3),),
            player=(
                Area(id="hand", label="Cards", kind="cards", x=0, y=0, cards=2, width=3),
                Area(id="ante", label="Ante", kind="bet", x=0, y=1),
                Area(id="blind", label="Blind", kind="bet", x=2, y=1),
                Area(id="boost", label="Boost", kind="bet", x=4, y=1),
                Area(id="play", label="Play", kind="bet", x=6, y=1),
                Area(id="suited", label="Suited", kind="bet", x=8, y=1),
            ),
        )

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision("play"), "play"), Offer(Decision(FOLD))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        match when:
            case "has-ante":
                return "ante" in spot.stakes
            case "one-suit" | "two-suits":
                return (spot.dealt[0].suit == spot.dealt[1].suit) == (when == "one-suit")
            case "no-pair" | "pair" | "aces":
                pair, high, _ = value(spot.dealt)
                return when == ("no-pair" if not pair else "aces" if high == 14 else "pair")
            case "higher":
                return value(spot.dealt) > value(house.dealer)
            case "equal":
                return value(spot.dealt) == value(house.dealer)
            case "lower":
                return value(spot.dealt) < value(house.dealer)
        return super().applies(when, spot, house)


def value(cards: tuple[Card, ...]) -> tuple[bool, int, int]:
    high, low = sorted((card.rank for card in cards), reverse=True)
    return high == low, high, low


def hand_words(cards: tuple[Card, ...]) -> str:
    pair, high, low = value(cards)
    return f"a pair, {RANK_NAMES[high]}" if pair else f"{RANK_NAMES[high]} and {RANK_NAMES[low]}"
