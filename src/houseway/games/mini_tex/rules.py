"""Mini-Tex 3 Card Hold'em against the dealer: the rules of play.

Two hole cards each and three community cards; the best three of five play, and at least one of them must be a hole
card. The player bets or folds before the flop, before the river and before the showdown.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from houseway.cards import RANK_NAMES, Card
from houseway.games.mini_tex import procedure
from houseway.rankings import (
    COMPARED,
    HAND_ORDER,
    STRAIGHTS,
    BestOf,
    ThreeCard,
    plural,
    three_card_kind,
    three_card_rank,
)
from houseway.rules.documents import Approval
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.limits import WASHINGTON
from houseway.rules.options import OFF, Options, choice, multiples, pays
from houseway.rules.pay_tables import PaidHand, Pays, PayTable
from houseway.rules.procedure import Layout, Step
from houseway.rules.showing import CardDisplay, HandNames
from houseway.rules.wagers import Kind, Wager, side_wager

POCKET_POKER = PayTable(
    (
        PaidHand("Royal Straight Flush (AK suited)", "an ace and a king of one suit", "As Ks"),
        PaidHand("Pair of Aces", "two aces", "As Ad"),
        PaidHand("Straight Flush (A2-QK suited)", "neighbouring ranks of one suit, from A-2 up to Q-K", "8h 7h"),
        PaidHand("Pair", "two cards of one rank, 2 to K", "9c 9s"),
        PaidHand("Straight (A2-KA not suited)", "neighbouring ranks of two suits, from A-2 up to K-A", "Kd Ac"),
    ),
    {"30-20": "30/20/5/3/2", "35-15": "35/15/5/3/2", "25-20": "25/20/5/3/2"},
    preferred="30-20",
)

BET = "bet"
POINTS = ("hole", "flop", "river")  # where the player bets or folds
BETS = ("flop", "river", "play")  # the wager that is made there
OFFERS = {at: (Offer(Decision(BET), wager), Offer(Decision(FOLD))) for at, wager in zip(POINTS, BETS, strict=True)}


@dataclass(frozen=True)
class MiniTexOptions(Options):
    qualifier: str = choice("pair", "ace-king", help="the lowest hand the dealer qualifies with")
    bets: tuple[int, ...] = multiples("1/1/2", most=5, help="the flop, river and play bets as multiples of the ante")
    board: str = choice(
        "burn", "face-down", help="community cards with a burn before flop and river, or laid face down first"
    )
    folded_cards: str = choice(
        "collect", "leave", help="folded cards that no bet needs: collected at once, or left to the end"
    )
    pocket_poker: Pays | None = pays(POCKET_POKER, help="what Pocket Poker pays", name="pocket-poker")


QUALIFIER_WORDS = {"pair": "a pair", "ace-king": "ace-king high"}
EDITIONS = tuple(
    Edition(name, f"Dealer qualifies with {words}", {"qualifier": name}, preferred=name == "pair")
    for name, words in QUALIFIER_WORDS.items()
)

# The letter names the rules of play but does not repeat them; the choices are those that the manual's rules leave open.
APPROVAL = Approval(
    authority="Washington State Gambling Commission",
    date=datetime.date(2008, 8, 20),
    subject='the "Mini Tex - Rules of Play" that its maker provided',
    conditions=(
        "Card rooms must first submit their internal controls and receive the Commission's approval.",
        "For card rooms, makers and distributors of layouts and other equipment must be licensed by the state before "
        "they sell it.",
        "Each Tribal casino must obtain the approval of its Tribal Gaming Agency, which seeks the Commission's "
        "concurrence before it allows the game.",
        "The Tribal submission must include what the Tribal-State Compact, Appendix A, Section 18, requires.",
        "For Tribal casinos, makers and distributors of layouts and other equipment must be certified by the state and "
        "licensed by the Tribe before they sell it.",
    ),
    choices={
        "qualifier": ("pair", "ace-king"),
        "board": ("burn", "face-down"),
        "folded_cards": ("collect", "leave"),
        "pocket-poker": (*POCKET_POKER.printed.values(), OFF),
    },
)

# --- hands ---

QUALIFIERS = {  # the rank of the lowest hand that qualifies
    "pair": three_card_rank(*map(Card.parse, ("2c", "2d", "3c"))),
    "ace-king": three_card_rank(*map(Card.parse, ("Ac", "Kd", "2c"))),
}

HANDS = BestOf(ThreeCard(), own_least=1)


# --- settlement ---


def pocket_poker_row(first: Card, second: Card) -> int | None:
    """The row of the Pocket Poker table for two hole cards; the ace is next to the king and to the two."""
    if first.rank == second.rank:
        return 1 if first.rank == 14 else 3
    apart = abs(first.rank - second.rank)
    if apart != 1 and {first.rank, second.rank} != {14, 2}:
        return None
    if first.suit != second.suit:
        return 4
    return 0 if first.rank + second.rank == 27 else 2


class HoldemNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return hand_words(spot.dealt, house.community)

    def kind(self, spot: Spot, house: HouseCards) -> str:
        if house.community:
            return three_card_kind(HANDS.rank(spot.dealt, house.community))
        low, high = sorted(card.rank for card in spot.dealt)
        suited = " suited" if spot.dealt[0].suit == spot.dealt[1].suit else ""
        return "pair" if low == high else f"{RANK_NAMES[high]} high{suited}"

    def dealer(self, house: HouseCards) -> str:
        return hand_words(house.dealer, house.community)


class HoldemDisplay(CardDisplay):
    def dealer_lay(self, house: HouseCards) -> dict[str, tuple[Card, ...]]:
        """Hole cards, then community cards, the playing ones next to each other; an unused hole card is turned."""
        plays = HANDS.plays(house.dealer, house.community)
        unused = tuple(card for card in house.dealer if card not in plays)
        return {
            "hole": (*unused, *(card for card in house.dealer if card in plays)),
            "community": tuple(sorted(house.community, key=lambda card: card not in plays)),
            "turned": unused,
        }


class MiniTex(Game[MiniTexOptions]):
    id: ClassVar[str] = "mini-tex"
    name: ClassVar[str] = "Mini-Tex 3 Card Hold'em"
    blurb: ClassVar[str] = "Three-card hold'em against the dealer: bet or fold before flop, river and showdown."
    manual: ClassVar[str] = "Mini-Tex training manual, SquareJack Gaming"
    options_type = MiniTexOptions
    editions = EDITIONS
    ranking = HANDS
    names_type: ClassVar[type[HandNames]] = HoldemNames
    display_type: ClassVar[type[CardDisplay]] = HoldemDisplay
    law = WASHINGTON
    approval = APPROVAL
    enters_with = ("ante",)

    @property
    def seats(self) -> int:
        return 7

    def own_rules(self) -> Iterable[str]:
        yield (
            f"One deck, at most {self.seats} players (house's choice). Each player and the dealer (the house) get two "
            "hole cards; three community cards are shared."
        )
        yield f"The best three cards play. {procedure.HOLE_CARD}"
        yield HAND_ORDER
        yield STRAIGHTS
        yield COMPARED
        yield "If everybody folds, the round is dealt out all the same (house's choice)."

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="beat the dealer's best three cards")
        for wager, multiple, text in zip(
            BETS, self.options.bets, ("to see the flop", "to see the river", "to play against the dealer"), strict=True
        ):
            name = f"{wager.capitalize()} bet"
            yield Wager(id=wager, name=name, kind=Kind.RAISE, on="ante", least=multiple, most=multiple, text=text)
        yield from side_wager(
            "pocket-poker",
            "Pocket Poker",
            POCKET_POKER,
            self.options.pocket_poker,
            text="the two hole cards",
        )

    def make_procedure(self) -> Iterable[Step]:
        options = self.options
        return procedure.steps(
            options.bets,
            board=options.board,
            folded_cards=options.folded_cards,
            qualifier=QUALIFIER_WORDS[options.qualifier],
            pocket_poker=options.pocket_poker is not None,
        )

    def make_layout(self) -> Layout:
        return procedure.layout(self.options.bets)

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return OFFERS[at]

    def dealer_applies(self, when: str, house: HouseCards) -> bool:
        if when in ("both-hole-cards", "one-hole-card"):
            return set(house.dealer).issubset(HANDS.plays(house.dealer, house.community)) == (when == "both-hole-cards")
        return super().dealer_applies(when, house)

    def qualifies(self, rank: int) -> bool:
        """Whether the dealer plays with a hand of this rank."""
        return rank >= QUALIFIERS[self.options.qualifier]

    def dealer_fact(self, rank: int) -> bool:
        return self.qualifies(rank)

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        return pocket_poker_row(*spot.dealt)

    def dealer_qualifies(self, house: HouseCards) -> bool:
        return bool(self.dealer_class(house)[1])


def hand_words(hole: tuple[Card, ...], community: tuple[Card, ...]) -> str:
    """A hand in words, of the cards there are so far."""
    if community:
        return HANDS.words(HANDS.rank(hole, community))
    low, high = sorted(card.rank for card in hole)
    suited = " suited" if hole[0].suit == hole[1].suit else ""
    return f"pair of {plural(low)}" if low == high else f"{RANK_NAMES[high]}-{RANK_NAMES[low]}{suited}"
