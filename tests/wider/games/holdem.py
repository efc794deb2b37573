"""Hold'em against the house, in rules alone: two cards each and five shared ones; a raise before the flop, on it or
with the whole board, the sooner the larger; the dealer qualifies with a pair."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from houseway.rankings import BestOf, FiveCard, FiveCardCategory
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, choice
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
    IN_PLAY,
    LOWER,
    NOT_QUALIFIED,
    PLAYERS,
    QUALIFIES,
    Arrange,
    Case,
    Collect,
    Deal,
    Decide,
    Face,
    Settle,
    Side,
    Step,
    TakeWagers,
    Turn,
    When,
)
from houseway.rules.wagers import Kind, Wager

HANDS = BestOf(FiveCard())
ROYAL = FiveCard().set_rank([14, 13, 12, 11, 10], True)
BLIND = {
    FiveCardCategory.STRAIGHT: Fraction(1),
    FiveCardCategory.FLUSH: Fraction(3, 2),
    FiveCardCategory.FULL_HOUSE: Fraction(3),
    FiveCardCategory.FOUR_OF_A_KIND: Fraction(10),
    FiveCardCategory.STRAIGHT_FLUSH: Fraction(50),
}


CHECKED = When("checked", "the player has checked")
ONE_SUIT = When("one-suit", "the hole cards are of one suit")
TWO_SUITS = When("two-suits", "the hole cards are of two suits")
COMPARED = ((HIGHER, 1), (EQUAL, 0), (LOWER, -1))


@dataclass(frozen=True)
class HoldemOptions(Options):
    suited: str = choice("no", "yes", help="whether a side wager on two cards of one suit is offered")


class Holdem(Game[HoldemOptions]):
    id: ClassVar[str] = "holdem-against-the-house"
    name: ClassVar[str] = "Hold'em against the House"
    blurb: ClassVar[str] = "The best five of seven cards; raise four times, twice or once."
    manual: ClassVar[str] = "Made up for houseway's tests"
    options_type = HoldemOptions
    editions = (Edition("plain", "Without side wagers", {}), Edition("suited", "With Suited", {"suited": "yes"}))
    ranking = HANDS

    @property
    def seats(self) -> int:
        return 6

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="a better hand than the dealer's")
        yield Wager(id="blind", name="Blind", kind=Kind.FIRST, on="ante", text="a straight or better that wins")
        yield Wager(id="play", name="Play", kind=Kind.RAISE, on="ante", most=4, text="the raise")
        if self.options.suited == "yes":
            yield Wager(id="suited", name="Suited", kind=Kind.SIDE, text="two hole cards of one suit")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers()
        yield Deal(to=PLAYERS, count=2, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=2, face=Face.DOWN)
        yield Decide(at="hole", side=Side.LEFT, text="Players raise three or four times the ante, or check.")
        yield Deal(to=COMMUNITY, count=3, face=Face.UP, text="Deal the flop.")
        yield Decide(at="flop", side=Side.LEFT, when=CHECKED, text="They raise twice the ante, or check.")
        yield Deal(to=COMMUNITY, count=2, face=Face.UP, text="Deal turn and river.")
        yield Decide(at="river", side=Side.LEFT, when=CHECKED, text="They raise once the ante, or fold.")
        yield Turn(whose=DEALER, text="Turn over the dealer's cards.")
        yield Arrange(text="Announce the dealer's hand.")
        yield Turn(whose=PLAYERS, side=Side.RIGHT, when=IN_PLAY)
        yield Settle(wagers=("ante", "play"), side=Side.RIGHT, cases=tuple(self._cases()))
        yield Settle(wagers=("blind",), side=Side.RIGHT, cases=tuple(self._blind_cases()))
        suited = Case(id="suited", when=(ONE_SUIT,), pays={"suited": 3})
        other = Case(id="not-suited", when=(TWO_SUITS,), pays={"suited": -1})
        yield Settle(wagers=("suited",), side=Side.RIGHT, cases=(suited, other))
        yield Collect(what="all cards", text="Collect all cards.")

    def _cases(self) -> Iterable[Case]:
        yield Case(id="folded", when=(FOLDED,), pays={"ante": -1, "play": -1})
        for when, odds in COMPARED:
            idle = (IN_PLAY, NOT_QUALIFIED, when)
            yield Case(id=f"not-qualified-{when.key}", when=idle, pays={"ante": 0, "play": odds})
            yield Case(id=when.key, when=(IN_PLAY, QUALIFIES, when), pays={"ante": odds, "play": odds})

    def _blind_cases(self) -> Iterable[Case]:
        yield Case(id="blind-folded", when=(FOLDED,), pays={"blind": -1})
        yield Case(id="blind-lower", when=(IN_PLAY, LOWER), pays={"blind": -1})
        yield Case(id="blind-equal", when=(IN_PLAY, EQUAL), pays={"blind": 0})
        for pays in (Fraction(0), *BLIND.values(), Fraction(500)):
            made = When(f"pays {pays}", f"the blind pays {pays} for the hand")
            yield Case(id=f"blind-{pays}", when=(IN_PLAY, HIGHER, made), pays={"blind": pays})

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        if at == "hole":
            return Offer(Decision("raise", 3), "play", 4), Offer(Decision("check"))
        if at == "flop":
            return Offer(Decision("raise", 2), "play"), Offer(Decision("check"))
        return Offer(Decision("raise", 1), "play"), Offer(Decision(FOLD))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when == CHECKED.key:
            return "play" not in spot.stakes
        if when in (ONE_SUIT.key, TWO_SUITS.key):
            return (spot.dealt[0].suit == spot.dealt[1].suit) == (when == ONE_SUIT.key)
        return when == f"pays {self.blind(self.player_class(spot, house)[0])}"

    def player_fact(self, rank: int) -> Hashable:
        return self.blind(rank)

    def dealer_fact(self, rank: int) -> Hashable:
        return FiveCard.category(rank) > FiveCardCategory.HIGH_CARD

    def blind(self, rank: int) -> Fraction:
        """What the blind pays for a hand of this rank that wins."""
        return Fraction(500) if rank == ROYAL else BLIND.get(FiveCard.category(rank), Fraction())

    def dealer_qualifies(self, house: HouseCards) -> bool:
        return bool(self.dealer_class(house)[1])
