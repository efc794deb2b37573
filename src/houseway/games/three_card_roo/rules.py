"""3 Card Roo: the rules of play.

A Roo straight is three cards in ascending order: low, middle, high. Players place two cards and leave one position
open for the third; so does the dealer, by the house way. King is high, ace is low.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from houseway.cards import RANK_NAMES, Card
from houseway.games.three_card_roo import procedure
from houseway.rankings import plural
from houseway.rules.documents import ManualExample
from houseway.rules.game import Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, pays, whole
from houseway.rules.pay_tables import PaidHand, Pays, PayTable
from houseway.rules.procedure import Layout, Step
from houseway.rules.showing import CardDisplay, HandNames
from houseway.rules.wagers import Kind, Wager, side_wager

LOW, MIDDLE, HIGH = "low", "middle", "high"
POSITIONS = (LOW, MIDDLE, HIGH)
OFFERS = tuple(Offer(Decision(position, key="open")) for position in POSITIONS)

ROYAL = "ace low, 7 in the middle, king high"
SEVEN_ROO_BONUS = PayTable(
    (
        PaidHand(
            "Royal Roo Bonus",
            f"the Royal Roo: {ROYAL}",
            "Ac 7d Kh",
            on_felt="Royal Roo (A-7-K)",
        ),
        PaidHand("Seven Roo Bonus", "any other Roo straight with a 7 in it", "3h 7s Tc", on_felt="Any 7 Roo"),
    ),
    {"10-1": "10/1", "8-1": "8/1", "5-1": "5/1"},
)
POCKET_ROO = PayTable(
    (
        PaidHand(
            "Royal Flush Roo",
            f"{ROYAL}, all of one suit",
            "As 7s Ks",
            on_felt="Royal Roo Flush",
        ),
        PaidHand(
            "Royal Roo",
            f"{ROYAL}, not all of one suit",
            "Ac 7d Kh",
            on_felt="Royal Roo (A-7-K)",
        ),
        PaidHand("4 & 10 Roo", "a Roo straight with a 4 and a 10", "4h Ts Qc", on_felt="4-10 Roo"),
        PaidHand("10 Roo", "a Roo straight with a 10 and no 4", "8d Tc Kh"),
        PaidHand("4 Roo", "a Roo straight with a 4 and no 10", "2d 4s 9h"),
    ),
    {"50-40": "50/40/9/2/2", "100-45": "100/45/8/2/2", "70-45": "70/45/8/2/2"},
)
PAIRS_PAY = PayTable(
    (
        PaidHand("Dealt Pair of 7's", "the two cards dealt are 7s", "7h 7c", on_felt="2 Card Pair of 7s"),
        PaidHand("Dealt Pair, Other", "the two cards dealt are of one rank, not 7s", "Jh Jc", on_felt="2 Card Pair"),
        PaidHand(
            "Non Dealt Pair of 7's",
            "the third card is a 7, and so is one of the two dealt",
            "7d 4s 7c",
            on_felt="3 Card Pair of 7s",
        ),
        PaidHand(
            "Non Dealt Pair, Other",
            "the third card pairs one of the two dealt, other than a 7",
            "Qd 4s 4h",
            on_felt="3 Card Pair",
        ),
    ),
    {"12-7": "12/7/6/3", "10-7": "10/7/6/3"},
)


@dataclass(frozen=True)
class ThreeCardRooOptions(Options):
    seven_roo_bonus: Pays = pays(
        SEVEN_ROO_BONUS, help="what a Roo with a seven pays on the play bet", optional=False, name="seven-roo-bonus"
    )
    pocket_roo: Pays | None = pays(POCKET_ROO, help="what Pocket Roo pays", name="pocket-roo")
    pairs_pay: Pays | None = pays(PAIRS_PAY, help="what Pairs Pay pays", name="pairs-pay")
    house_way: int = whole(
        9, least=1, most=13, help="with both cards at or below this rank the dealer leaves high open (ace 1, king 13)"
    )


# The felt of the manual, then its odds sheets: those print Pocket Roo at 100/45/8/2/2 first.
EDITIONS = (
    Edition("layout", "The printed felt: Royal Roo 10 to 1, Pocket Roo 50/40/9/2/2", {}),
    Edition("royal-10", "Royal Roo pays 10 to 1", {"seven-roo-bonus": "10-1", "pocket-roo": "100-45"}),
    Edition("royal-8", "Royal Roo pays 8 to 1", {"seven-roo-bonus": "8-1", "pocket-roo": "100-45"}),
    Edition("royal-5", "Royal Roo pays 5 to 1", {"seven-roo-bonus": "5-1", "pocket-roo": "100-45"}),
)

# The manual's examples: as printed, the two cards dealt, the position left open and the card dealt to it.
VALID = (("2-3-4", "2c 3d", HIGH, "4h"), ("6-9-K", "6c Kd", MIDDLE, "9h"))
INVALID = (
    ("4-3-9", "4c 9d", MIDDLE, "3h"),
    ("A-K-J", "As Kd", HIGH, "Jh"),
    ("5-5-9, with the pair made by the third card,", "5c 9d", MIDDLE, "5h"),
)

# --- hands: ranks with the ace low, in position order ---

Roo = tuple[int, int, int]


def placed(first: int, second: int, third: int, open_position: str) -> tuple[int, int, int]:
    """Three ranks in low, middle, high: the two dealt ones in order, the third in the open position."""
    low, high = (first, second) if first < second else (second, first)
    if open_position == LOW:
        return third, low, high
    return (low, third, high) if open_position == MIDDLE else (low, high, third)


@cache
def roo(first: int, second: int, third: int, open_position: str) -> Roo | None:
    """The three ranks in position order if they ascend: a Roo straight."""
    low, middle, high = placed(first, second, third, open_position)
    return (low, middle, high) if low < middle < high else None


def completing(first: int, second: int) -> dict[str, int]:
    """How many ranks complete a Roo straight in each position left open."""
    low, high = sorted((first, second))
    return {LOW: low - 1, MIDDLE: high - low - 1, HIGH: 13 - high}


def house_way(limit: int, first: int, second: int) -> str:
    """The position the dealer leaves open: high with two low cards, else where most ranks complete, higher if equal."""
    if max(first, second) <= limit:
        return HIGH
    ranks = completing(first, second)
    return max(reversed(POSITIONS), key=ranks.__getitem__)


# --- settlement ---


def compare(player: Roo, dealer: Roo) -> int:
    """Two Roo straights, high card first, then middle, then low: 1 the player's is higher, 0 equal, -1 lower."""
    return (player[::-1] > dealer[::-1]) - (player[::-1] < dealer[::-1])


def seven_roo_row(made: Roo) -> int | None:
    """The row of the 7 Roo bonus: A-7-K, or any Roo straight with a seven."""
    return 0 if made == (1, 7, 13) else 1 if 7 in made else None


def pocket_roo_row(made: Roo, *, suited: bool) -> int | None:
    """The row of the Pocket Roo table for a Roo straight."""
    if made == (1, 7, 13):
        return 0 if suited else 1
    if 10 in made:
        return 2 if 4 in made else 3
    return 4 if 4 in made else None


def pairs_pay_row(first: int, second: int, third: int | None) -> int | None:
    """The row of the Pairs Pay table: a dealt pair, or the third card pairs one of the two."""
    if first == second:
        return 0 if first == 7 else 1
    if third is not None and third in (first, second):
        return 2 if third == 7 else 3
    return None


class RooNames(HandNames):
    game: ThreeCardRoo

    def hand(self, spot: Spot, house: HouseCards) -> str:
        return _words(spot.dealt, spot.drawn, self.game.roo(spot), spot.choice)

    def kind(self, spot: Spot, house: HouseCards) -> str:
        low, high = sorted(card.low_rank for card in spot.dealt)
        return "a pair" if low == high else f"{RANK_NAMES[low]} and {RANK_NAMES[high]}"

    def dealer(self, house: HouseCards) -> str:
        first, second = house.dealer[:2]
        way = self.game.house_way(first.low_rank, second.low_rank)
        return _words(house.dealer[:2], house.dealer[2:], self.game.dealer_roo(house), way)

    def offer(self, at: str, offer: Offer, spot: Spot) -> tuple[str, str]:
        position = offer.decision.choice
        return position[0], f"Leave {position} open ({self.open_position(at, offer, spot)})"

    def open_position(self, at: str, offer: Offer, spot: Spot) -> str:
        first, second = (card.low_rank for card in spot.dealt)
        ranks = completing(first, second)[offer.decision.choice]
        return f"{ranks or 'no'} {'ranks make' if ranks > 1 else 'rank makes'} a Roo here"


class RooDisplay(CardDisplay):
    game: ThreeCardRoo

    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        if self.game.roo(spot) is None:
            return ()
        return tuple(sorted((*spot.dealt, *spot.drawn), key=lambda card: card.low_rank))

    def winning(self, wager: str, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        cards = (*spot.dealt, *spot.drawn)
        if wager != "pairs-pay":
            return cards
        ranks = [card.rank for card in cards]
        return tuple(card for card in cards if ranks.count(card.rank) > 1)

    def dealer_hand(self, house: HouseCards) -> tuple[Card, ...]:
        if self.game.dealer_roo(house) is None:
            return ()
        return tuple(sorted(house.dealer, key=lambda card: card.low_rank))

    def positions(self, spot: Spot) -> dict[str, Card | None]:
        return _positions(spot.dealt, spot.drawn, spot.choice)

    def placed(self, spot: Spot) -> Mapping[str, tuple[Card, ...]] | None:
        """A dealt pair lies on the middle position, both cards of it."""
        if self.game.applies("dealt-pair", spot, HouseCards()):
            return {position: spot.dealt if position == MIDDLE else () for position in POSITIONS}
        return super().placed(spot)

    def dealer_positions(self, house: HouseCards) -> dict[str, Card | None]:
        first, second = house.dealer[:2]
        pair = first.rank == second.rank
        way = "" if pair else self.game.house_way(first.low_rank, second.low_rank)
        return _positions(house.dealer[:2], house.dealer[2:], way)


class ThreeCardRoo(Game[ThreeCardRooOptions]):
    id: ClassVar[str] = "three-card-roo"
    name: ClassVar[str] = "3 Card Roo"
    blurb: ClassVar[str] = "Place two cards, leave one position open, and hope the third makes them ascend."
    manual: ClassVar[str] = "Roo training manual, SquareJack Gaming"
    options_type = ThreeCardRooOptions
    editions = EDITIONS
    enters_with = ("play",)
    names_type: ClassVar[type[HandNames]] = RooNames
    display_type: ClassVar[type[CardDisplay]] = RooDisplay

    @property
    def seats(self) -> int:
        return 7

    def own_rules(self) -> Iterable[str]:
        yield (
            f"One deck, at most {self.seats} players (house's choice). Dealer and house are one. King is high and ace "
            "is low."
        )
        yield (
            "A Roo straight, short for Kangaroo Straight, is three cards in ascending order from left to right: low, "
            "middle, high."
        )
        yield "If no player has a Roo straight, the house's hand is played all the same (house's choice)."
        yield f"A Royal Roo is A-7-K: {ROYAL}."

    def examples(self) -> Iterable[ManualExample]:
        no_roo = "Qh Jd Kc"  # the dealer leaves low open and gets no lower card
        for cards, dealt, open_position, drawn in VALID:
            yield ManualExample(
                f"{cards} is a Roo straight. Against a dealer without one,",
                "play",
                1,
                dealt,
                no_roo,
                drawn,
                decisions=(Decision(open_position, key="open"),),
            )
        for cards, dealt, open_position, drawn in INVALID:
            yield ManualExample(
                f"{cards} is not a Roo straight.",
                "play",
                -1,
                dealt,
                no_roo,
                drawn,
                decisions=(Decision(open_position, key="open"),),
            )

    def make_wagers(self) -> Iterable[Wager]:
        options = self.options
        text = "make a Roo straight and beat the dealer's"
        yield Wager(id="play", name="Play", kind=Kind.FIRST, text=text)
        yield Wager(
            id="seven-roo-bonus",
            name="7 Roo Bonus",
            kind=Kind.BONUS,
            on="play",
            text="a Roo straight with a seven, win or lose, unless the dealer is dealt a pair",
            table=SEVEN_ROO_BONUS,
            pays=options.seven_roo_bonus,
        )
        yield from side_wager(
            "pocket-roo",
            "Pocket Roo",
            POCKET_ROO,
            options.pocket_roo,
            text="a Royal Roo, or a Roo straight with a 4 or a 10, whatever the dealer has",
        )
        yield from side_wager(
            "pairs-pay", "Pairs Pay", PAIRS_PAY, options.pairs_pay, text="a pair dealt, or made by the third card"
        )

    def make_procedure(self) -> Iterable[Step]:
        return procedure.steps(self.options.house_way)

    def make_layout(self) -> Layout:
        return procedure.layout(pocket_roo=self.options.pocket_roo is not None)

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return OFFERS

    def safe_default(self, at: str, spot: Spot) -> Decision:
        first, second = (card.low_rank for card in spot.dealt)
        return Decision(self.house_way(first, second), key="open")

    def house_way(self, first: int, second: int) -> str:
        """The position that the dealer leaves open with these ranks."""
        return house_way(self.options.house_way, first, second)

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        pair = spot.dealt[0].rank == spot.dealt[1].rank if spot.dealt else False
        match when:
            case "dealt-pair":
                return pair
            case "no-dealt-pair":
                return not pair
            case "no-roo":
                return not pair and self.roo(spot) is None
            case "roo":
                return self.roo(spot) is not None
            case "dealer-pair":
                return len(house.dealer) == 2  # a dealt pair gets no third card
            case "dealer-no-roo":
                return len(house.dealer) == 3 and self.dealer_roo(house) is None
            case "unpaid-roo":
                made = self.roo(spot)
                return made is not None and pocket_roo_row(made, suited=False) is None
        return super().applies(when, spot, house)

    def dealer_applies(self, when: str, house: HouseCards) -> bool:
        first, second = (card.low_rank for card in house.dealer[:2])
        low = max(first, second) <= self.options.house_way
        match when:
            case "dealer-pair" | "dealer-no-pair":
                return (first == second) == (when == "dealer-pair")
            case "dealer-low" | "dealer-high":
                return first != second and low == (when == "dealer-low")
        return super().dealer_applies(when, house)

    def roo(self, spot: Spot) -> Roo | None:
        """The player's Roo straight, if it is one."""
        if not spot.drawn:
            return None
        first, second = spot.dealt
        return roo(first.low_rank, second.low_rank, spot.drawn[0].low_rank, spot.choice)

    def dealer_roo(self, house: HouseCards) -> Roo | None:
        if len(house.dealer) < 3:
            return None
        first, second, third = (card.low_rank for card in house.dealer)
        return roo(first, second, third, self.house_way(first, second))

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        if wager == "pairs-pay":
            first, second = (card.low_rank for card in spot.dealt)
            return pairs_pay_row(first, second, spot.drawn[0].low_rank if spot.drawn else None)
        made = self.roo(spot)
        if made is None:
            return None
        if wager == "seven-roo-bonus":
            return seven_roo_row(made)
        return pocket_roo_row(made, suited=len({card.suit for card in (*spot.dealt, *spot.drawn)}) == 1)

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[tuple[int, ...], Hashable]:
        made = self.roo(spot)
        if made is not None:
            return made[::-1], seven_roo_row(made)
        return (), "pair" if spot.dealt[0].rank == spot.dealt[1].rank else "no roo"

    def dealer_class(self, house: HouseCards) -> tuple[tuple[int, ...], Hashable]:
        made = self.dealer_roo(house)
        return (made[::-1], "roo") if made is not None else ((), "pair" if len(house.dealer) == 2 else "no roo")

    def dealer_qualifies(self, house: HouseCards) -> bool | None:
        first, second = house.dealer[:2]
        if len(house.dealer) == 2 and first.rank != second.rank:
            return None  # the third card is to come
        return self.dealer_roo(house) is not None


def _positions(two: tuple[Card, ...], third: tuple[Card, ...], open_position: str) -> dict[str, Card | None]:
    """Which card lies where; nothing is placed for a pair, or before the player has decided."""
    if not open_position:
        return dict.fromkeys(POSITIONS)
    low, high = sorted(two, key=lambda card: card.low_rank)
    rest = iter((low, high))
    return {p: (third[0] if third else None) if p == open_position else next(rest) for p in POSITIONS}


def _words(two: tuple[Card, ...], third: tuple[Card, ...], made: Roo | None, way: str) -> str:
    low, high = sorted(card.low_rank for card in two)
    if low == high:
        return f"a pair of {plural(two[0].rank)}"
    if made is not None:
        return f"Roo straight {'-'.join(RANK_NAMES[rank] for rank in made)}"
    if third:
        return "no Roo straight"
    return f"{RANK_NAMES[low]} and {RANK_NAMES[high]}" + (f", {way} open" if way else "")
