"""High Card Flush: the rules of play.

Seven cards each; the longest suit plays, and between suits of one length the higher cards, ace high. Fold, or raise:
exactly the ante, up to double with five suited cards, up to triple with six or seven.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

from houseway.cards import RANK_NAMES, Card
from houseway.games.high_card_flush import procedure
from houseway.money import dollars
from houseway.rankings.others import LongestSuit
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, choice, multiples, pays, prizes, ratio, whole
from houseway.rules.pay_tables import PaidHand, Pays, PayTable, Prizes
from houseway.rules.procedure import Layout, Step
from houseway.rules.showing import CardDisplay, HandNames
from houseway.rules.wagers import Kind, Wager, side_wager

RAISE = "raise"
QUALIFIERS = {"7": 7, "8": 8, "9": 9, "10": 10, "J": 11, "Q": 12}

# The 6-card flush (100) and the 4-card straight flush (60) are illegible in the manual: the first is what another
# property's sheet prints, the second is inferred. The further tables are in use elsewhere.
FLUSH = PayTable(
    (
        PaidHand("7 Card Flush", "all seven cards of one suit", "Ah Jh Th 8h 6h 4h 2h"),
        PaidHand("6 Card Flush", "six cards of one suit", "Kc Jc Tc 7c 5c 2c 9d"),
        PaidHand("5 Card Flush", "five cards of one suit", "Qs Ts 8s 5s 3s Kd 7h"),
        PaidHand("4 Card Flush", "four cards of one suit", "Ad Td 8d 3d Kc 7s 5h"),
    ),
    {"300-100": "300/100/10/1", "100-20": "100/20/10/2", "200-20": "200/20/10/2"},
    {"300-100": {"6 Card Flush": "inferred: not legible in the manual; another house's sheet prints it"}},
)
STRAIGHT_FLUSH = PayTable(
    tuple(
        PaidHand(
            f"{length} Card Straight Flush",
            f"{words} cards of one suit in sequence, the ace high or low",
            example,
        )
        for length, words, example in (
            (7, "seven", "Tc 9c 8c 7c 6c 5c 4c"),
            (6, "six", "Jh Th 9h 8h 7h 6h 2s"),
            (5, "five", "9d 8d 7d 6d 5d Kh 2c"),
            (4, "four", "8s 7s 6s 5s Kh Jd 2c"),
            (3, "three", "7h 6h 5h Kc Jd 9s 2c"),
        )
    ),
    {
        "1000-500": "1000/500/100/60/8",
        "8000-1000": "8000/1000/100/60/7",
        "500-200": "500/200/100/50/9",
    },
    {"1000-500": {"4 Card Straight Flush": "inferred: not legible in the manual; from tables in use elsewhere"}},
)
PROGRESSIVE = {"100%-10%": "100%/10%/$1250/$250/$15"}


@dataclass(frozen=True)
class HighCardFlushOptions(Options):
    qualifier: str = choice(
        *QUALIFIERS, default="9", help=f"the dealer qualifies with {procedure.qualifying('this rank')}"
    )
    raises: tuple[int, ...] = multiples(
        "1/2/3",
        most=5,
        rising=True,
        help=f"the largest raise with {', with '.join(procedure.SUITED)} suited cards",
    )
    flush: Pays | None = pays(FLUSH, help="what the Flush wager pays")
    straight_flush: Pays | None = pays(STRAIGHT_FLUSH, help="what the Straight Flush wager pays", name="straight-flush")
    progressive: Prizes | None = prizes(
        PROGRESSIVE, rows=5, help="what the Progressive pays, of the meter or in dollars"
    )
    progressive_wager: int = whole(500, least=1, most=100_000, help="the Progressive wager", cents=True)
    progressive_seed: int = whole(1_000_000, least=0, most=10**12, help="what the meter starts from", cents=True)
    progressive_rate: Fraction = ratio(
        "1/5", least="0", most="1", help="the share of each Progressive wager that goes into the meter"
    )


EDITIONS = (Edition("standard", f"Dealer qualifies with {procedure.qualifying('9')}", {}),)

# --- hands ---


@lru_cache(maxsize=256)
def suits(cards: tuple[Card, ...]) -> tuple[tuple[int, ...], ...]:
    """The ranks of each suit, highest first."""
    found: list[list[int]] = [[], [], [], []]
    for card in sorted(cards, reverse=True):
        found[card.suit].append(card.rank)
    return tuple([tuple(ranks) for ranks in found])


@lru_cache(maxsize=256)
def best_suit(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """The ranks of the suit that plays: the longest, then the highest."""
    return max(suits(cards), key=flush_rank)


def flush_rank(ranks: Sequence[int]) -> tuple[int, ...]:
    """Longest first, then the ranks from the top; compared as tuples."""
    return (len(ranks), *ranks)


def dealer_qualifies(qualifier: str, ranks: Sequence[int]) -> bool:
    """Four suited cards or more, or three headed by the qualifying rank."""
    return len(ranks) > 3 or (len(ranks) == 3 and ranks[0] >= QUALIFIERS[qualifier])


def longest_run(ranks: Sequence[int]) -> tuple[int, int]:
    """The highest rank and the length of the longest run in one suit, whose ranks come highest first; the ace is above
    the king or below the two, not both at once."""
    top = longest = run = before = 0
    for rank in (*ranks, 1) if 14 in ranks else ranks:
        run = run + 1 if rank == before - 1 else 1
        before = rank
        if run > longest:
            top, longest = rank + run - 1, run
    return top, longest


@lru_cache(maxsize=256)
def straight_flush_length(cards: tuple[Card, ...]) -> int:
    """The length of the longest run of one suit."""
    return max(longest_run(ranks)[1] for ranks in suits(cards))


# --- settlement ---


def bonus_row(length: int, rows: int) -> int | None:
    """The row for a length: seven cards are the top row, and so down."""
    return 7 - length if 7 - length < rows else None


class FlushNames(HandNames):
    def kind(self, spot: Spot, house: HouseCards) -> str:
        ranks = best_suit(spot.dealt)
        return f"{RANK_NAMES[len(ranks)]}-card flush, {RANK_NAMES[ranks[0]]} high"


class FlushDisplay(CardDisplay):
    def winning(self, wager: str, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return LongestSuit().plays(spot.dealt) if wager == "flush" else straight_flush(spot.dealt)


class HighCardFlush(Game[HighCardFlushOptions]):
    id: ClassVar[str] = "high-card-flush"
    name: ClassVar[str] = "High Card Flush"
    blurb: ClassVar[str] = "Seven cards: the longest suit wins; raise or fold against the dealer."
    manual: ClassVar[str] = "High Card Flush: how to play"
    options_type = HighCardFlushOptions
    editions = EDITIONS
    enters_with = ("ante",)
    by_suit = True
    ranking = LongestSuit()
    names_type: ClassVar[type[HandNames]] = FlushNames
    display_type: ClassVar[type[CardDisplay]] = FlushDisplay

    @property
    def seats(self) -> int:
        return 6  # 49 cards with the dealer

    def own_rules(self) -> Iterable[str]:
        options = self.options
        yield f"One deck, at most {self.seats} players (house's choice), seven cards each. Dealer and house are one."
        yield f"A hand is {procedure.HAND}. Straights mean nothing in the main game."
        yield "If everybody folds, the house's cards are turned over all the same (house's choice)."
        if options.straight_flush is not None or options.progressive is not None:
            yield "In a straight flush the ace is high or low, never both; only the longest straight flush pays."
        if options.progressive is not None:
            yield from self._progressive_rules()

    def _progressive_rules(self) -> Iterator[str]:
        """The manual prints the prizes alone, and says "3-card flush" where it means a straight flush."""
        options = self.options
        yield (
            f"The Progressive takes exactly {dollars(options.progressive_wager)}; {options.progressive_rate} of it "
            f"feeds a meter that starts at {dollars(options.progressive_seed)} (house's choice)."
        )
        yield (
            "The Progressive stake is never returned. Fixed prizes are paid by the house; shares are of the meter with "
            "this round's stakes in it, from the right, each of what the one before has left, and after 100% the meter "
            "starts again (house's choice)."
        )

    def make_wagers(self) -> Iterable[Wager]:
        options = self.options
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="have a longer or higher flush than the dealer")
        yield Wager(
            id="raise",
            name="Raise",
            kind=Kind.RAISE,
            on="ante",
            most=options.raises[-1],
            text=procedure.raise_words(options.raises),
        )
        yield from side_wager("flush", "Flush", FLUSH, options.flush, text="four suited cards or more")
        yield from side_wager(
            "straight-flush",
            "Straight Flush",
            STRAIGHT_FLUSH,
            options.straight_flush,
            text="three suited cards in sequence or more",
        )
        if options.progressive is not None:
            yield Wager(
                id="progressive",
                name="Progressive",
                kind=Kind.PROGRESSIVE,
                text="a straight flush for a prize or a share of the meter; the stake is not returned",
                fixed=options.progressive_wager,
                hands=STRAIGHT_FLUSH.rows,
                prizes=options.progressive,
                meter_seed=options.progressive_seed,
                meter_rate=options.progressive_rate,
            )

    def make_procedure(self) -> Iterable[Step]:
        options = self.options
        return procedure.steps(options.qualifier, options.raises, sides=bool(self.wagers.sides))

    def make_layout(self) -> Layout:
        return procedure.layout(self.options.qualifier)

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision(FOLD)), Offer(Decision(RAISE, 1), "raise", self.most_raise(spot))

    def most_raise(self, spot: Spot) -> int:
        """The largest raise, by the number of suited cards."""
        _, (suited, _) = self.player_class(spot, spot.seen)
        return self.options.raises[min(max(suited - 4, 0), 2)]

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when in ("raise-4", "raise-5", "raise-6"):
            _, (suited, _) = self.player_class(spot, house)
            return not spot.folded and min(max(suited, 4), 6) == int(when[-1])
        return super().applies(when, spot, house)

    def suit_class(self, ranks: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        return flush_rank(ranks), longest_run(ranks)[1]

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[tuple[int, ...], tuple[int, int]]:
        """The flush that plays; its length and that of the longest straight flush."""
        ranks = best_suit(spot.dealt)
        return flush_rank(ranks), (len(ranks), straight_flush_length(spot.dealt))

    def dealer_class(self, house: HouseCards) -> tuple[tuple[int, ...], bool]:
        return flush_rank(best_suit(house.dealer)), self.dealer_qualifies(house)

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        _, (suited, run) = self.player_class(spot, house)
        return bonus_row(suited if wager == "flush" else run, len(self.wager[wager].paid_hands))

    def dealer_qualifies(self, house: HouseCards) -> bool:
        return dealer_qualifies(self.options.qualifier, best_suit(house.dealer))


def straight_flush(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of the longest run of one suit, from the top; the ace is high or low."""
    by_suit = [sorted((card for card in cards if card.suit == suit), reverse=True) for suit in range(4)]
    runs = [longest_run([card.rank for card in suited]) for suited in by_suit]
    (top, length), suited = max(zip(runs, by_suit, strict=True), key=lambda found: found[0][1])
    by_rank = {card.rank: card for card in suited}
    return tuple(by_rank[14 if rank == 1 else rank] for rank in range(top, top - length, -1))
