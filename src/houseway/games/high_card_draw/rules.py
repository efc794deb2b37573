"""High Card Draw: the rules of play.

Three cards each, one draw of up to two; the dealer plays the best three of five. Rank is all that counts, king high
and ace low, and pairs cancel: what is left is compared highest card first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from houseway.cards import RANK_NAMES, Card, parse_cards
from houseway.games.high_card_draw import procedure
from houseway.rules.documents import ManualExample
from houseway.rules.game import Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.limits import WASHINGTON
from houseway.rules.options import Options, choice, pays, ratio
from houseway.rules.pay_tables import PaidHand, Pays, PayTable
from houseway.rules.procedure import Layout, Step
from houseway.rules.showing import CardDisplay, HandNames
from houseway.rules.wagers import Kind, Wager, side_wager

TEN, SEVEN = 10, 7  # TensUp cards are 10, J, Q, K: ten or more with the ace low

TENSUP = PayTable(
    (
        PaidHand("3 TensUp cards (no pairs)", "three different ranks of 10, J, Q and K", "Kh Jd Tc"),
        PaidHand(
            "2 TensUp cards (no pairs) + 7-9",
            "two different ranks of 10, J, Q and K, and a 7, 8 or 9",
            "Qs Td 8c",
        ),
        PaidHand(
            "2 TensUp cards (no pairs) + A-6",
            "two different ranks of 10, J, Q and K, and an ace, 2, 3, 4, 5 or 6",
            "Kc Jh 4d",
        ),
    ),
    {"20-5": "20/5/3"},
)


@dataclass(frozen=True)
class HighCardDrawOptions(Options):
    qualifier: str = choice("10", "J", help="the lowest card that may head a player's final hand")
    pat: str = choice(
        "three-tensup", "two-tensup-and-seven", "any", help="which dealt hands may be kept without drawing"
    )
    ties: str = choice("push", "dealer", "player", help="who wins equal hands")
    three_tensup_pays: Fraction = ratio(
        "1", least="0", most="100", help="what a win with three different cards of 10, J, Q and K pays to 1"
    )
    draw: str = choice(
        "deck",
        "community",
        "community-best",
        help="where replacement cards come from: the deck, two shared cards in order, or the better of the two",
    )
    tensup: Pays | None = pays(TENSUP, help="what TensUp pays")


# The rules pages of the manual print no odds for what they describe; the six versions are its odds tables.
EDITIONS = (
    Edition("rules-of-play", "Ten qualifies, three TensUp to stand pat, ties push", {}),
    Edition("v1", "Ten qualifies, two TensUp and a seven to stand pat, ties push", {"pat": "two-tensup-and-seven"}),
    Edition("v2", "Ten qualifies, three TensUp to stand pat, dealer wins ties", {"ties": "dealer"}),
    Edition("v3", "Jack qualifies, three TensUp win 3 to 2, ties push", {"qualifier": "J", "three_tensup_pays": "3/2"}),
    Edition(
        "v4",
        "Jack qualifies, three TensUp win 3 to 2, dealer wins ties",
        {"qualifier": "J", "three_tensup_pays": "3/2", "ties": "dealer"},
    ),
    Edition(
        "v5",
        "Jack qualifies, any hand may stand pat, three TensUp win 3 to 2, ties push",
        {"qualifier": "J", "three_tensup_pays": "3/2", "pat": "any"},
    ),
    Edition(
        "v6",
        "Jack qualifies, any hand may stand pat, three TensUp win 3 to 2, dealer wins ties",
        {"qualifier": "J", "three_tensup_pays": "3/2", "pat": "any", "ties": "dealer"},
    ),
)

# --- hands ---


def without_pairs(ranks: Iterable[int]) -> tuple[int, ...]:
    """The ranks left when pairs cancel, highest first: three of a kind leaves one, four of a kind none."""
    ranks = tuple(ranks)
    return tuple(sorted([rank for rank in set(ranks) if ranks.count(rank) % 2], reverse=True))


@lru_cache(maxsize=256)
def final_ranks(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """What a hand plays: its best three ranks after pairs cancel. Compared as tuples, a missing card loses to any."""
    return without_pairs([card.low_rank for card in cards])[:3]


QUALIFIERS = {"10": "10", "J": "jack"}
PAT_HANDS = {
    "three-tensup": "three different {high}",
    "two-tensup-and-seven": "a hand without a pair, with two or three {high} and nothing lower than a 7",
    "any": "any three cards",
}


def three_different_tensup(ranks: Sequence[int]) -> bool:
    """Whether a hand of three dealt or final ranks is three different cards of 10, J, Q, K."""
    return len(set(ranks)) == 3 and min(ranks) >= TEN


def may_stand_pat(pat: str, ranks: Sequence[int]) -> bool:
    """Whether three dealt ranks may be kept without drawing."""
    low, middle, _ = sorted(ranks)
    if pat == "any":
        return True
    if len(set(ranks)) < 3:
        return False
    return low >= TEN if pat == "three-tensup" else middle >= TEN and low >= SEVEN


# --- settlement ---


def tensup_row(ranks: Sequence[int]) -> int | None:
    """The row of the TensUp table for three dealt ranks: different TensUp cards, no pair among the three."""
    low, middle, _ = sorted(ranks)
    if len(set(ranks)) < 3 or middle < TEN:
        return None
    return 0 if low >= TEN else 1 if low >= SEVEN else 2


def community_draw(options: HighCardDrawOptions, held: Sequence[Card], community: Sequence[Card]) -> tuple[Card, ...]:
    """What a hand takes of the two shared cards: one discard takes the first, two take both."""
    wanted = 3 - len(held)
    if wanted == 1 and options.draw == "community-best":
        return (max(community, key=lambda card: final_ranks((*held, card))),)
    return tuple(community[:wanted])


class DrawNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return high_words(final_ranks(spot.held + spot.drawn))

    def kind(self, spot: Spot, house: HouseCards) -> str:
        return high_words(final_ranks(spot.held + spot.drawn)[:1])

    def dealer(self, house: HouseCards) -> str:
        return high_words(final_ranks(house.dealer))

    def offer(self, at: str, offer: Offer, spot: Spot) -> tuple[str, str]:
        key, label = super().offer(at, offer, spot)
        return ("p", "Stand pat") if not offer.decision.discard else (key, label[:1].upper() + label[1:])


class DrawDisplay(CardDisplay):
    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return counting_cards(spot.held + spot.drawn)

    def winning(self, wager: str, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        row = tensup_row([card.low_rank for card in spot.dealt])
        return spot.dealt if row in (0, 1) else tuple(card for card in spot.dealt if card.low_rank >= TEN)

    def dealer_hand(self, house: HouseCards) -> tuple[Card, ...]:
        return counting_cards(house.dealer)


class HighCardDraw(Game[HighCardDrawOptions]):
    id: ClassVar[str] = "high-card-draw"
    name: ClassVar[str] = "High Card Draw"
    blurb: ClassVar[str] = "Draw to a three-card hand of high cards; pairs cancel and count for nothing."
    manual: ClassVar[str] = "High Card Draw training manual, SquareJack Gaming"
    rules_version: ClassVar[int] = 2  # 1: other names of the TensUp hands, which records tell
    options_type = HighCardDrawOptions
    editions = EDITIONS
    law = WASHINGTON
    enters_with = ("play",)
    names_type: ClassVar[type[HandNames]] = DrawNames
    display_type: ClassVar[type[CardDisplay]] = DrawDisplay
    suits_count = False

    @property
    def seats(self) -> int:
        return 7  # 5 cards a hand at most, with the dealer's 5 and 2 shared: 42 of 52

    @property
    def high_cards(self) -> str:
        """What 10, J, Q and K are called: by the name of the bet on them, where it is offered."""
        return "high cards" if self.options.tensup is None else "TensUp cards"

    @property
    def _pat_hands(self) -> str:
        return PAT_HANDS[self.options.pat].format(high=self.high_cards)

    def own_rules(self) -> Iterable[str]:
        options = self.options
        yield (
            f"One deck, at most {self.seats} players (house's choice). Only rank counts: king is high, ace is low; "
            f"10, J, Q and K are {self.high_cards}."
        )
        yield "The dealer is the house, and needs no qualifying card."
        yield "With a dealt pair, one or both cards should be discarded; with three of a kind, two."
        if options.draw != "deck":
            yield f"Replacements are two community cards. {procedure.replacement(options.draw)}."
        yield f"Pairs cancel on both sides: {procedure.CANCEL}."

    def make_wagers(self) -> Iterable[Wager]:
        text = "beat the dealer's best three cards; pairs cancel"
        yield Wager(id="play", name="Play", kind=Kind.FIRST, text=text)
        yield from side_wager(
            "tensup",
            "TensUp",
            TENSUP,
            self.options.tensup,
            text="two or three different TensUp cards (10, J, Q, K) among the three dealt, no pair",
        )

    def make_procedure(self) -> Iterable[Step]:
        options = self.options
        return procedure.steps(
            pat=self._pat_hands,
            high_cards=self.high_cards,
            tensup=options.tensup is not None,
            qualifier=QUALIFIERS[options.qualifier],
            draw=options.draw,
            ties=options.ties,
            three_tensup_pays=options.three_tensup_pays,
        )

    def make_layout(self) -> Layout:
        options = self.options
        return procedure.layout(options.qualifier, community=options.draw != "deck", tensup=options.tensup is not None)

    def examples(self) -> Iterable[ManualExample]:
        eight_drawn = {"drawn": "8c"} if self.options.draw == "deck" else {"community": "8c 4h"}
        yield ManualExample(
            "Q J 8 against the dealer's K 8 5: K 8 5 wins, because K ranks above Q.",
            "play",
            -1,
            "Qs Jd 2c",
            "Kh 8d 5s 3c 3d",
            decisions=(Decision(discard=parse_cards(["2c"])),),
            **eight_drawn,
        )

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        pat = may_stand_pat(self.options.pat, [card.low_rank for card in spot.dealt])
        counts = (0, 1, 2) if pat else (1, 2)
        return [Offer(Decision(discard=discard)) for count in counts for discard in combinations(spot.dealt, count)]

    def safe_default(self, at: str, spot: Spot) -> Decision:
        if may_stand_pat(self.options.pat, [card.low_rank for card in spot.dealt]):
            return Decision(discard=())
        return Decision(discard=(min(spot.dealt, key=lambda card: card.low_rank),))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        match when:
            case "tensup-bet":
                return "tensup" in spot.stakes
            case "discarded":
                return bool(spot.discards)
            case "qualified" | "too-low":
                return self.qualifies(final_ranks(spot.held + spot.drawn)) == (when == "qualified")
            case "three-tensup" | "not-three-tensup":
                player = final_ranks(spot.held + spot.drawn)
                return three_different_tensup(player) == (when == "three-tensup")
        return super().applies(when, spot, house)

    def takes(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return community_draw(self.options, spot.held, house.community)

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        return tensup_row([card.low_rank for card in spot.dealt])

    def qualifies(self, ranks: tuple[int, ...]) -> bool:
        """Whether what is left after pairs cancel is headed by a ten (or a jack)."""
        return bool(ranks) and ranks[0] >= (10 if self.options.qualifier == "10" else 11)

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[tuple[int, ...], tuple[bool, bool]]:
        player = final_ranks(spot.held + spot.drawn)
        return player, (self.qualifies(player), three_different_tensup(player))

    def dealer_class(self, house: HouseCards) -> tuple[tuple[int, ...], None]:
        return final_ranks(house.dealer), None


def counting_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards behind `final_ranks`, highest first."""
    by_rank = {card.low_rank: card for card in cards}
    return tuple(by_rank[rank] for rank in final_ranks(cards))


def high_words(ranks: tuple[int, ...]) -> str:
    """`king-jack-four high`, or what pairs have left."""
    return "-".join(RANK_NAMES[rank] for rank in ranks) + " high" if ranks else "nothing"
