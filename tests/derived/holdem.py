"""Hold'em against the house, in rules alone: two cards each and five shared ones; a raise before the flop, on it or
with the whole board, the sooner the larger; the dealer qualifies with a pair."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from houseway.cards import Card
from houseway.rankings import BestOf, FiveCard, FiveCardCategory
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Pay, Spot
from houseway.rules.options import Options, choice
from houseway.rules.procedure import (
    COMMUNITY,
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

HANDS = BestOf(FiveCard())
ROYAL = FiveCard().set_rank([14, 13, 12, 11, 10], True)
BLIND = {
    FiveCardCategory.STRAIGHT: Fraction(1),
    FiveCardCategory.FLUSH: Fraction(3, 2),
    FiveCardCategory.FULL_HOUSE: Fraction(3),
    FiveCardCategory.FOUR_OF_A_KIND: Fraction(10),
    FiveCardCategory.STRAIGHT_FLUSH: Fraction(50),
}


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
        yield TakeWagers(text="")
        yield Deal(to=PLAYERS, count=2, face=Face.DOWN, text="Deal two cards to each player.")
        yield Deal(to=DEALER, count=2, face=Face.DOWN, text="Deal two cards to the dealer.")
        yield Decide(at="hole", text="Players raise three or four times the ante, or check.")
        yield Deal(to=COMMUNITY, count=3, face=Face.UP, text="Deal the flop.")
        yield Decide(at="flop", when="checked", text="Players who checked raise twice the ante, or check.")
        yield Deal(to=COMMUNITY, count=2, face=Face.UP, text="Deal turn and river.")
        yield Decide(at="river", when="checked", text="Players who checked raise once the ante, or fold.")
        yield Turn(whose=DEALER, text="Turn over the dealer's cards.")
        yield Arrange(text="Announce the dealer's hand.")
        yield Settle(wagers=("ante", "blind", "play", "suited"), text="Settle all bets.")
        yield Collect(what="all cards", text="Collect all cards.")

    def make_layout(self) -> Layout:
        return Layout(
            dealer=(
                Area(id="dealer", label="Dealer", kind="cards", x=0, y=0, cards=2),
                Area(id="community", label="Board", kind="cards", x=3, y=0, cards=5, width=5),
            ),
            player=(
                Area(id="hand", label="Cards", kind="cards", x=0, y=0, cards=2),
                *(
                    Area(id=bet, label=bet.title(), kind="bet", x=2 * place, y=1)
                    for place, bet in enumerate(("ante", "blind", "play", "suited"))
                ),
            ),
        )

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        if at == "hole":
            return Offer(Decision("raise", 3), "play", 4), Offer(Decision("check"))
        if at == "flop":
            return Offer(Decision("raise", 2), "play"), Offer(Decision("check"))
        return Offer(Decision("raise", 1), "play"), Offer(Decision(FOLD))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        return "play" not in spot.stakes if when == "checked" else super().applies(when, spot, house)

    def player_fact(self, rank: int) -> Hashable:
        return self.blind(rank)

    def dealer_fact(self, rank: int) -> Hashable:
        return FiveCard.category(rank) > FiveCardCategory.HIGH_CARD

    def blind(self, rank: int) -> Fraction:
        """What the blind pays for a hand of this rank that wins."""
        return Fraction(500) if rank == ROYAL else BLIND.get(FiveCard.category(rank), Fraction())

    def dealer_qualifies(self, house: HouseCards) -> bool:
        return bool(self.dealer_class(house)[1])

    def settle(self, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for wager in wagers:
            if wager == "suited":
                suited = spot.dealt[0].suit == spot.dealt[1].suit
                yield Pay(wager, 3 if suited else -1, "one suit" if suited else "two suits")
            elif spot.folded:
                yield Pay(wager, -1, "folded")
            else:
                yield self._against(wager, spot, house)

    def _against(self, wager: str, spot: Spot, house: HouseCards) -> Pay:
        (mine, _), (theirs, qualifies) = self.player_class(spot, house), self.dealer_class(house)
        if wager == "ante" and not qualifies:
            return Pay(wager, 0, "the dealer does not qualify")
        if mine <= theirs:
            return Pay(wager, -(mine < theirs), "the dealer's hand is better" if mine < theirs else "equal hands")
        return Pay(wager, self.blind(mine) if wager == "blind" else 1, "beats the dealer")

    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return () if spot.folded else HANDS.plays(spot.dealt, house.community)

    def dealer_hand(self, house: HouseCards) -> tuple[Card, ...]:
        return HANDS.plays(house.dealer, house.community)

    def words(self, spot: Spot, house: HouseCards) -> str:
        rank = HANDS.rank(spot.dealt, house.community)
        return HANDS.words(rank) if rank >= 0 else " and ".join(card.words for card in spot.dealt)

    def dealer_words(self, house: HouseCards) -> str:
        rank = HANDS.rank(house.dealer, house.community)
        return HANDS.words(rank) if rank >= 0 else " and ".join(card.words for card in house.dealer)
