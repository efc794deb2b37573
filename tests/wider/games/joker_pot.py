"""Joker Pot: among players, with 54 cards; the highest card in the hole wins, and a joker is highest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from houseway.cards import DECK, JOKERS, Card
from houseway.rules.game import Edition
from houseway.rules.pot_game import PotGame, PotOptions
from houseway.rules.procedure import (
    COMMUNITY,
    PLAYERS,
    Area,
    BettingRound,
    Deal,
    Face,
    FirstToAct,
    Layout,
    PostBlinds,
    Showdown,
    Side,
    Step,
)
from houseway.rules.wagers import Wager


class JokerPot(PotGame[PotOptions]):
    id: ClassVar[str] = "joker-pot"
    name: ClassVar[str] = "Joker Pot"
    blurb: ClassVar[str] = "The highest card in the hole wins, and a joker is highest."
    manual: ClassVar[str] = "Made up for houseway's tests"
    options_type = PotOptions
    phh_code: ClassVar[str] = "JP"
    editions = (
        Edition("fixed-limit", "Fixed limit", {}),
        Edition("no-limit", "No limit", {"structure": "no-limit"}),
    )

    @property
    def seats(self) -> int:
        return 6

    @property
    def deck(self) -> tuple[Card, ...]:
        return DECK + JOKERS

    def own_rules(self) -> Iterable[str]:
        yield "Two hole cards each, two shared cards. The highest hole card plays; a joker is highest."

    def make_wagers(self) -> Iterable[Wager]:
        return ()

    def make_procedure(self) -> Iterable[Step]:
        small, middle, large = (bet * self.options.big_blind for bet in self.options.bets)
        first, later = FirstToAct.AFTER_BIG_BLIND, FirstToAct.AFTER_BUTTON
        yield PostBlinds(text="The two seats left of the button post blinds.")
        yield Deal(to=PLAYERS, count=2, face=Face.DOWN, side=Side.LEFT)
        yield BettingRound(at="hole", size=small, first=first, text="A round of betting.")
        yield Deal(to=COMMUNITY, count=1, face=Face.UP, text="Turn one card.")
        yield BettingRound(at="turn", size=middle, first=later, text="A round of betting.")
        yield Deal(to=COMMUNITY, count=1, face=Face.UP, text="Turn another card.")
        yield BettingRound(at="river", size=large, first=later, text="A round of betting.")
        yield Showdown(text="The highest card takes each pot.")

    def make_layout(self) -> Layout:
        return Layout(
            dealer=(Area(id="community", label="Board", kind="cards", x=0, y=0, cards=2, width=3),),
            player=(Area(id="hand", label="Hole cards", kind="cards", x=0, y=0, cards=2, width=3),),
        )

    def rank(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> int:
        return max(height(card) for card in hole)

    def best(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[Card, ...]:
        return (max(hole, key=height),)

    def describe(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> str:
        return max(hole, key=height).words


def height(card: Card) -> int:
    return 15 if card.joker else card.rank
