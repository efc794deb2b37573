"""Three Card Draw Poker, Pair Plus version: the rules of play.

Three cards in hand and one unseen as draw card. Fold, or play one to two times the ante, keeping the three or swapping
one for the draw card. The dealer plays the best three of four and needs no qualifier.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from houseway.cards import Card
from houseway.games.three_card_draw_poker import procedure
from houseway.rankings import (
    COMPARED,
    HAND_ORDER,
    STRAIGHTS,
    BestOf,
    Category,
    ThreeCard,
    category,
    three_card_kind,
    three_card_rank,
    three_card_words,
)
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, pays, whole
from houseway.rules.pay_tables import PaidHand, Pays, PayTable
from houseway.rules.procedure import Layout, Step
from houseway.rules.showing import CardDisplay, HandNames
from houseway.rules.wagers import Kind, Wager, side_wager

PLAY = "play"

# As printed, 01 does not give its printed edge of 2.41%; with a straight at 6 to 1 it does, hence the corrected table.
HANDS = (
    PaidHand("AKQ Suited", "the Mini Royal: ace, king and queen of one suit", "As Ks Qs"),
    PaidHand("Straight Flush", "three ranks in sequence, of one suit; A-2-3 is the lowest", "7h 6h 5h"),
    PaidHand("Three of a Kind", "three cards of one rank", "9s 9h 9d"),
    PaidHand("Straight", "three ranks in sequence, not of one suit, from A-2-3 up to Q-K-A", "Jc Td 9h"),
    PaidHand("Flush", "three cards of one suit, not in sequence", "Kd 8d 3d"),
    PaidHand("Pair", "two cards of one rank", "Th Tc 4s"),
)
PAIR_PLUS = PayTable(
    HANDS,
    {
        "tcdppp-01": "100/40/25/5/4/1",
        "tcdppp-02": "100/40/30/5/4/1",
        "tcdppp-03": "100/40/30/6/3/1",
        "tcdppp-01-corrected": "100/40/25/6/4/1",
    },
    {"tcdppp-01-corrected": {"Straight": "corrected: the manual prints 5 to 1, and 6 to 1 gives its edge of 2.41%"}},
)
ANTE_BONUS = PayTable(HANDS[:3], {"10-7": "10/7/5"})


@dataclass(frozen=True)
class ThreeCardDrawPokerOptions(Options):
    pair_plus: Pays | None = pays(PAIR_PLUS, help="what Pair Plus pays", name="pair-plus")
    ante_bonus: Pays = pays(ANTE_BONUS, help="what the Ante Bonus pays", optional=False, name="ante-bonus")
    play_most: int = whole(2, least=1, most=5, help="the largest play bet as a multiple of the ante")


# What an operator expects to keep of the money bought in, as the manual labels its tables; it follows from no rule.
EXPECTED_HOLD = {"tcdppp-01": 23, "tcdppp-02": 26, "tcdppp-03": 29}
EDITIONS = tuple(
    Edition(name, f"Pair Plus pays {text}", {"pair-plus": name}, expected_hold=EXPECTED_HOLD.get(name, 0))
    for name, text in PAIR_PLUS.printed.items()
)

# --- hands ---

BEST = BestOf(ThreeCard())  # of the dealer's four cards, the best three
MINI_ROYAL = three_card_rank(*map(Card.parse, ("Ac", "Kc", "Qc")))
_ROWS = {
    Category.STRAIGHT_FLUSH: 1,
    Category.THREE_OF_A_KIND: 2,
    Category.STRAIGHT: 3,
    Category.FLUSH: 4,
    Category.PAIR: 5,
}


def pay_row(rank: int) -> int | None:
    """The row of the Pair Plus table for a hand; the first three rows are the Ante Bonus's."""
    return 0 if rank == MINI_ROYAL else _ROWS.get(category(rank))


class PokerNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return hand_words(_rank(spot))

    def kind(self, spot: Spot, house: HouseCards) -> str:
        rank = _rank(spot)
        return hand_words(rank) if rank == MINI_ROYAL else three_card_kind(rank)

    def dealer(self, house: HouseCards) -> str:
        return hand_words(BEST.rank(house.dealer))


class PokerDisplay(CardDisplay):
    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return () if spot.folded or "ante" not in spot.stakes else spot.held + spot.drawn

    def winning(self, wager: str, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        if wager in self.game.wagers.bonuses:
            return self.hand(spot, house)
        ranks = [card.rank for card in spot.dealt]
        paired = tuple(card for card in spot.dealt if ranks.count(card.rank) > 1)
        return paired or spot.dealt

    def dealer_hand(self, house: HouseCards) -> tuple[Card, ...]:
        return BEST.plays(house.dealer)


class ThreeCardDrawPoker(Game[ThreeCardDrawPokerOptions]):
    id: ClassVar[str] = "three-card-draw-poker"
    name: ClassVar[str] = "Three Card Draw Poker"
    blurb: ClassVar[str] = f"Three-card poker with one unseen draw card; the dealer plays the {procedure.BEST}."
    manual: ClassVar[str] = "Three Card Draw Poker training manual, ACE/iDeal"
    options_type = ThreeCardDrawPokerOptions
    editions = EDITIONS
    ranking = BEST
    enters_with = ("ante", "pair-plus")
    names_type: ClassVar[type[HandNames]] = PokerNames
    display_type: ClassVar[type[CardDisplay]] = PokerDisplay

    @property
    def seats(self) -> int:
        return 7

    def own_rules(self) -> Iterable[str]:
        yield (
            f"One deck, at most {self.seats} players (house's choice). Each player gets three cards and one unseen "
            "draw card; the dealer (the house) gets four."
        )
        yield f"{procedure.MINI_ROYAL} It is the highest hand."
        yield HAND_ORDER
        yield STRAIGHTS
        yield COMPARED
        yield "If nobody plays, the house's cards are turned over all the same (house's choice)."

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text=f"beat the dealer's {procedure.BEST}")
        yield Wager(
            id="play",
            name="Play",
            kind=Kind.RAISE,
            on="ante",
            most=self.options.play_most,
            text=f"{procedure.size(self.options.play_most)} the ante to stay in",
        )
        yield Wager(
            id="ante-bonus",
            name="Ante Bonus",
            kind=Kind.BONUS,
            on="ante",
            text="the final hand, win or lose",
            table=ANTE_BONUS,
            pays=self.options.ante_bonus,
        )
        yield from side_wager(
            "pair-plus",
            "Pair Plus",
            PAIR_PLUS,
            self.options.pair_plus,
            text="a pair or better in the three cards dealt",
        )

    def make_procedure(self) -> Iterable[Step]:
        return procedure.steps(self.options.play_most, pair_plus=self.options.pair_plus is not None)

    def make_layout(self) -> Layout:
        return procedure.layout()

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        yield Offer(Decision(FOLD))
        for discard in ((), *((card,) for card in spot.dealt)):
            yield Offer(Decision(PLAY, 1, discard), "play", self.options.play_most)

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        match when:
            case "has-ante":
                return "ante" in spot.stakes
            case "has-pair-plus":
                return "pair-plus" in spot.stakes
            case "plays-without-pair-plus":
                return not spot.folded and "pair-plus" not in spot.stakes
            case "discarded":
                return bool(spot.discards)
        return super().applies(when, spot, house)

    def takes(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return spot.aside

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        row = pay_row(three_card_rank(*(spot.dealt if wager == "pair-plus" else spot.held + spot.drawn)))
        return row if row is not None and row < len(self.wager[wager].paid_hands) else None

    def player_fact(self, rank: int) -> int | None:
        row = pay_row(rank)
        return row if row is not None and row < len(ANTE_BONUS.hands) else None


def _rank(spot: Spot) -> int:
    """Of the cards that the player has, or was dealt before the draw."""
    cards = spot.held + spot.drawn
    return three_card_rank(*(cards if len(cards) == 3 else spot.dealt))


def hand_words(rank: int) -> str:
    """The hand as a dealer announces it."""
    return "mini royal" if rank == MINI_ROYAL else three_card_words(rank)
