"""Ante and Blind: the blind equals the ante and goes with it; so does the boost, at one to three times the ante."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from houseway.cards import RANK_NAMES, Card
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Pay, Spot
from houseway.rules.options import Options, choice
from houseway.rules.procedure import (
    DEALER,
    PLAYERS,
    Area,
    Arrange,
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
from houseway.rules.wagers import Kind, Wager


@dataclass(frozen=True)
class AnteAndBlindOptions(Options):
    boost: str = choice("yes", "no", help="whether a boost goes with the ante, too")
    suited: str = choice("yes", "no", help="whether Suited is offered")


class AnteAndBlind(Game[AnteAndBlindOptions]):
    id: ClassVar[str] = "ante-and-blind"
    name: ClassVar[str] = "Ante and Blind"
    blurb: ClassVar[str] = "Two cards each: fold or play; the blind pays more for a pair."
    manual: ClassVar[str] = "Made up for houseway's tests"
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
        yield Deal(to=PLAYERS, count=2, face=Face.DOWN, text="Deal two cards face down to each player.")
        yield Deal(to=DEALER, count=2, face=Face.DOWN, text="Deal two cards face down to the house.")
        yield Decide(
            at="play",
            when="has an ante",
            condition="If the player has an ante",
            text="Players fold, or play twice the ante.",
        )
        yield Turn(whose=DEALER, text="Turn over the house's cards.")
        yield Arrange(text="Announce the house's hand.")
        yield Turn(
            whose=PLAYERS,
            when="plays or has suited",
            condition="If the player is in or has a suited bet",
            text="Turn over the players' cards.",
        )
        yield Settle(
            wagers=("ante", "blind", "boost", "play", "pair-bonus", "suited"), text="Settle all wagers of each player."
        )
        yield Collect(what="all cards", text="Collect all cards.")

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
            case "has an ante":
                return "ante" in spot.stakes
            case "plays or has suited":
                return not spot.folded or "suited" in spot.stakes
        return super().applies(when, spot, house)

    def settle(self, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        mine, theirs = value(spot.dealt), value(house.dealer)
        for wager in wagers:
            if wager == "suited":
                suited = spot.dealt[0].suit == spot.dealt[1].suit
                yield Pay(wager, 2 if suited else -1, "one suit" if suited else "two suits")
            elif spot.folded:
                if wager != "pair-bonus":
                    yield Pay(wager, -1, "folded")
            elif wager == "pair-bonus":
                if mine[:2] == (True, 14):
                    yield Pay(wager, 1, "a pair of aces")
            elif mine == theirs:
                yield Pay(wager, 0, "equal hands")
            elif mine < theirs:
                yield Pay(wager, -1, "the dealer's hand is better")
            else:
                yield Pay(wager, Fraction(3, 2) if wager == "blind" and mine[0] else 1, "beats the dealer")

    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return () if spot.folded or "ante" not in spot.stakes else spot.dealt

    def dealer_hand(self, house: HouseCards) -> tuple[Card, ...]:
        return house.dealer

    def words(self, spot: Spot, house: HouseCards) -> str:
        return hand_words(spot.dealt)

    def dealer_words(self, house: HouseCards) -> str:
        return hand_words(house.dealer)


def value(cards: tuple[Card, ...]) -> tuple[bool, int, int]:
    high, low = sorted((card.rank for card in cards), reverse=True)
    return high == low, high, low


def hand_words(cards: tuple[Card, ...]) -> str:
    pair, high, low = value(cards)
    return f"a pair, {RANK_NAMES[high]}" if pair else f"{RANK_NAMES[high]} and {RANK_NAMES[low]}"
