"""2 Card Roo: the rules of play.

One card, placed high or low, then a card to the open position: a Roo when the high card is high and the low card low.
An ace is 14 in the high position and 1 in the low one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from houseway.cards import DECK, RANK_NAMES, Card
from houseway.games.two_card_roo import procedure
from houseway.rankings import plural
from houseway.rules.game import Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.kept_shoe import KeptShoe
from houseway.rules.options import Options, choice, pays, ratio, whole
from houseway.rules.pay_tables import PaidHand, Pays, PayTable
from houseway.rules.procedure import Layout, Step
from houseway.rules.showing import CardDisplay, HandNames
from houseway.rules.wagers import Kind, Wager, side_wager

LOW, HIGH = "low", "high"
OFFERS = tuple(Offer(Decision(position, key="position")) for position in (LOW, HIGH))
ACE = 14
SEATS = 7
ROUND = 2 * (SEATS + 1)  # the cards of a full table's round
BURIED = 2  # before the next game, with several decks

FLUSH_ROO = PayTable(
    (
        PaidHand(
            "2-Card Straight Flush",
            "a Roo of one suit with the high card one above the low card; A-2 with the ace low and K-A with the ace "
            "high are two of them",
            "7h 8h",
            on_felt="Straight Flush",
        ),
        PaidHand("2-Card Roo Flush", "any other Roo of one suit", "5s Js", on_felt="Flush"),
    ),
    {"15-3": "15/3"},
)
PAIRS_PAY = PayTable((PaidHand("Any pair", "two cards of one rank, aces included", "9h 9c"),), {"15": "15"})


@dataclass(frozen=True)
class TwoCardRooOptions(Options):
    decks: int = whole(1, values=(1, 2, 4, 6, 8), help="how many decks")
    shoe: str = choice(
        "kept",
        "fresh",
        help="whether a shoe of several decks goes on from game to game, with two cards buried before the next one, or "
        "is shuffled for every game; one deck always is",
    )
    cut_card: int = whole(
        52,
        least=ROUND + BURIED,
        most=8 * 52 - ROUND - BURIED,
        help="how many cards lie behind the cut card of a shoe that is kept; when it comes, the decks are shuffled",
    )
    ties: str = choice("player", "push", "dealer", help="who wins equal Roos")
    aces: str = choice("roo", "push", help="what a player's A-A is: a Roo (14 over 1), or a pair that pushes")
    pairs_push: str = choice(
        "yes",
        "no",
        help="whether a player's pair of 2 to K pushes; otherwise it loses, as any hand without a Roo",
        added=True,
    )
    flush_wins_pay: Fraction = ratio(
        "1", least="1/2", most="100", help="what a win with a Roo of one suit pays to 1", added=True
    )
    dealer_pair: str = choice("push", "loses", help="what a dealer's pair does against a Roo")
    house_way: int = whole(8, least=2, most=13, help="the highest rank that the dealer places low; aces go high")
    flush_roo: Pays | None = pays(FLUSH_ROO, help="what Flush Roo pays", name="flush-roo")
    pairs_pay: Pays | None = pays(PAIRS_PAY, help="what Pairs Pay pays", name="pairs-pay")

    @property
    def kept_shoe(self) -> KeptShoe | None:
        if self.decks == 1 or self.shoe == "fresh":
            return None
        return KeptShoe(bury=BURIED, cut=self.cut_card)

    def check(self) -> None:
        if self.kept_shoe is not None:
            self.kept_shoe.check(52 * self.decks, ROUND)


# The printed odds follow from `odds` alone; the written rules (`text`) give the player the edge.
EDITIONS = (
    Edition("odds", "The rules behind the printed odds: A-A is a Roo, a dealer's pair pushes", {}),
    Edition(
        "text",
        "The rules as written: A-A pushes, a dealer's pair loses (the player has the edge)",
        {"aces": "push", "dealer_pair": "loses"},
    ),
)

# --- hands: card ranks are 2 to 14, a pair of values is (low, high) by position ---


def values(first: int, second: int, position: str) -> tuple[int, int]:
    """The low and the high value when the first card lies in `position`; an ace is worth its position."""
    low, high = (first, second) if position == LOW else (second, first)
    return 1 if low == ACE else low, high


def is_roo(low: int, high: int) -> bool:
    """Whether the high card is above the low one; an ace over an ace is 14 over 1."""
    return high > low


def house_way(limit: int, rank: int) -> str:
    """Where the dealer places the first card: 8 or lower goes low, 9 or higher and the ace go high."""
    return LOW if rank <= limit else HIGH


# --- settlement ---


def player_roo(options: TwoCardRooOptions, first: int, second: int, position: str) -> str:
    """What the player's two ranks are in the main game: a Roo, a pair that pushes, or nothing."""
    if first == second and (options.aces == "push" if first == ACE else options.pairs_push == "yes"):
        return "pair"
    return "roo" if is_roo(*values(first, second, position)) else "none"


def dealer_roo(first: int, second: int, position: str) -> tuple[str, tuple[int, int]]:
    """What the dealer's two ranks are, aces included among pairs, and the values by position."""
    placed = values(first, second, position)
    return "pair" if first == second else "roo" if is_roo(*placed) else "none", placed


def flush_roo_row(first: Card, second: Card, position: str) -> int | None:
    """The row of the Flush Roo table: a suited Roo, better when high minus low is one. A-A is a Roo here."""
    low, high = values(first.rank, second.rank, position)
    if first.suit != second.suit or not is_roo(low, high):
        return None
    return 0 if high - low == 1 else 1


class RooNames(HandNames):
    game: TwoCardRoo

    def hand(self, spot: Spot, house: HouseCards) -> str:
        if not spot.drawn:
            return RANK_NAMES[spot.dealt[0].rank]
        pair = self.game.player(spot) != "roo"
        return _words(spot.dealt[0].rank, spot.drawn[0].rank, spot.choice, pair=pair)

    def kind(self, spot: Spot, house: HouseCards) -> str:
        return RANK_NAMES[spot.dealt[0].rank]

    def dealer(self, house: HouseCards) -> str:
        first = house.dealer[0].rank
        way = self.game.house_way(first)
        return _words(first, house.dealer[1].rank, way) if len(house.dealer) == 2 else f"{RANK_NAMES[first]} goes {way}"

    def offer(self, at: str, offer: Offer, spot: Spot) -> tuple[str, str]:
        position = offer.decision.choice
        return position[0], f"Place the {RANK_NAMES[spot.dealt[0].rank]} {position}"


class RooDisplay(CardDisplay):
    game: TwoCardRoo

    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        if not spot.drawn or self.game.player(spot) != "roo":
            return ()
        return (spot.dealt[0], spot.drawn[0]) if spot.choice == LOW else (spot.drawn[0], spot.dealt[0])

    def winning(self, wager: str, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return (*spot.dealt, *spot.drawn)

    def dealer_hand(self, house: HouseCards) -> tuple[Card, ...]:
        if len(house.dealer) < 2 or self.game.dealer(house)[0] != "roo":
            return ()
        first, second = house.dealer
        return (first, second) if self.game.house_way(first.rank) == LOW else (second, first)

    def positions(self, spot: Spot) -> dict[str, Card | None]:
        return _positions(spot.dealt[0] if spot.dealt else None, spot.drawn, spot.choice)

    def dealer_positions(self, house: HouseCards) -> dict[str, Card | None]:
        first = house.dealer[0]
        return _positions(first, house.dealer[1:], self.game.house_way(first.rank))


class TwoCardRoo(Game[TwoCardRooOptions]):
    id: ClassVar[str] = "two-card-roo"
    name: ClassVar[str] = "2 Card Roo"
    blurb: ClassVar[str] = "Place one card high or low, and hope the second falls on the right side of it."
    manual: ClassVar[str] = "Roo training manual, SquareJack Gaming"
    rules_version: ClassVar[int] = 2  # version 1 burned two cards before every deal from several decks
    options_type = TwoCardRooOptions
    editions = EDITIONS
    enters_with = ("roo",)
    names_type: ClassVar[type[HandNames]] = RooNames
    display_type: ClassVar[type[CardDisplay]] = RooDisplay

    @property
    def seats(self) -> int:
        return SEATS

    @property
    def deck(self) -> tuple[Card, ...]:
        return DECK * self.options.decks

    @property
    def kept_shoe(self) -> KeptShoe | None:
        return self.options.kept_shoe

    def warnings(self) -> list[str]:
        options, found = self.options, []
        if options.dealer_pair == "loses":
            found.append(
                "A dealer's pair loses, as the rules are written; the printed odds follow from the edition 'odds', in "
                "which it pushes."
            )
        if options.pairs_pay is not None:
            first, *left = self.deck
            pairing = sum(card.rank == first.rank for card in left)
            if options.pairs_pay[0] * pairing > len(left) - pairing:
                found.append(
                    f"Pairs Pay at {options.pairs_pay} to 1 gives the player an edge with {options.decks} deck"
                    f"{'s' if options.decks > 1 else ''}."
                )
        return found

    def own_rules(self) -> Iterable[str]:
        options = self.options
        decks = "One deck" if options.decks == 1 else f"{options.decks} decks"
        if options.decks > 1 and options.kept_shoe is None:
            decks += ", shuffled for every game (house's choice: the manual buries two cards before the next game)"
        yield f"{decks}; at most {self.seats} players (house's choice). Dealer and house are one."
        if options.kept_shoe is not None:
            yield (
                "The shoe goes on from game to game, and two cards are buried before the next one. When the cut card "
                f"comes, with {options.cut_card} cards behind it, that game is the last before the decks are shuffled."
            )
        yield (
            "A hand is a Roo, short for Kangaroo Straight, when the high card is above the low card. An ace counts 14 "
            "in the high position and 1 in the low."
        )
        yield from self._choices()
        yield "If no player has a Roo, the house's hand is played all the same (house's choice)."
        if options.flush_roo is not None and options.decks > 1:
            yield "For Flush Roo suited aces are a Roo Flush, not a straight flush."
        if options.pairs_pay is not None:
            yield "The manual's odds call Pairs Pay “Pairs Insurance”."

    def _choices(self) -> Iterator[str]:
        """Where the house chose between the manual's rules and its odds."""
        options = self.options
        if options.aces == "roo":
            because = ": the printed odds need it, while the manual says that a pair pushes"
            yield f"A player's A-A is a Roo (house's choice{because if options.pairs_push == 'yes' else ''})."
        if options.pairs_push == "no":
            yield "Other pairs lose (house's choice: the manual says that a pair pushes)."
        if options.dealer_pair == "push":
            yield (
                "That a dealer's pair pushes is the house's choice: the printed odds need it, while the manual says "
                "that it loses."
            )
        if options.flush_wins_pay != 1:
            yield "What a Roo of one suit pays is the house's choice: the manual's odds pay 1 to 1."

    def make_wagers(self) -> Iterable[Wager]:
        options = self.options
        text = "make a Roo and beat the dealer's"
        yield Wager(id="roo", name="Roo", kind=Kind.FIRST, text=text)
        yield from side_wager("flush-roo", "Flush Roo", FLUSH_ROO, options.flush_roo, text="a Roo of one suit")
        yield from side_wager("pairs-pay", "Pairs Pay", PAIRS_PAY, options.pairs_pay, text="any pair")

    def make_procedure(self) -> Iterable[Step]:
        options = self.options
        return procedure.steps(
            options.house_way,
            aces_push=options.aces == "push",
            pairs_push=options.pairs_push == "yes",
            flush_wins_pay=options.flush_wins_pay,
            dealer_pair=options.dealer_pair,
            ties=options.ties,
            kept_shoe=self.kept_shoe is not None,
        )

    def make_layout(self) -> Layout:
        return procedure.layout(self.options.flush_wins_pay)

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return OFFERS

    def safe_default(self, at: str, spot: Spot) -> Decision:
        return Decision(self.house_way(spot.dealt[0].rank), key="position")

    def house_way(self, rank: int) -> str:
        """Where the dealer places a card of this rank."""
        return house_way(self.options.house_way, rank)

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        match when:
            case "roo" | "no-roo":
                return (self.player(spot) == "roo") == (when == "roo")
            case "pair" | "no-pair":
                return (self.player(spot) == "pair") == (when == "pair")
            case "one-suit" | "two-suits":
                return (spot.dealt[0].suit == spot.drawn[0].suit) == (when == "one-suit")
            case "dealer-pair":
                return self.dealer(house)[0] == "pair"
            case "dealer-no-roo":
                return self.dealer(house)[0] == "none"
        return super().applies(when, spot, house)

    def dealer_applies(self, when: str, house: HouseCards) -> bool:
        if when in ("dealer-low", "dealer-high"):
            return (self.house_way(house.dealer[0].rank) == LOW) == (when == "dealer-low")
        return super().dealer_applies(when, house)

    def player(self, spot: Spot) -> str:
        return player_roo(self.options, spot.dealt[0].rank, spot.drawn[0].rank, spot.choice)

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        first, second = spot.dealt[0], spot.drawn[0]
        if wager == "pairs-pay":
            return 0 if first.rank == second.rank else None
        return flush_roo_row(first, second, spot.choice)

    def dealer(self, house: HouseCards) -> tuple[str, tuple[int, int]]:
        first, second = (card.rank for card in house.dealer)
        return dealer_roo(first, second, self.house_way(first))

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[tuple[int, int], tuple[str, bool]]:
        """High card first, then low; a hand without a Roo meets no dealer. Suits count if a flush pays otherwise."""
        first, second = spot.dealt[0], spot.drawn[0]
        flush = self.options.flush_wins_pay != 1 and first.suit == second.suit
        return values(first.rank, second.rank, spot.choice)[::-1], (self.player(spot), flush)

    def dealer_class(self, house: HouseCards) -> tuple[tuple[int, int], str]:
        kind, placed = self.dealer(house)
        return placed[::-1], kind

    def dealer_qualifies(self, house: HouseCards) -> bool | None:
        return self.dealer(house)[0] == "roo" if len(house.dealer) == 2 else None


def _positions(first: Card | None, second: tuple[Card, ...], position: str) -> dict[str, Card | None]:
    other = second[0] if second else None
    if not position:
        return {LOW: None, HIGH: None}
    return {LOW: first, HIGH: other} if position == LOW else {LOW: other, HIGH: first}


def _words(first: int, second: int, position: str, *, pair: bool = True) -> str:
    """Two cards in words; equal ones are a pair unless they count as a Roo, as two aces may."""
    low, high = values(first, second, position)
    if first == second and pair:
        return f"a pair of {plural(first)}"
    return f"Roo, {RANK_NAMES[high]} over {RANK_NAMES[low]}" if is_roo(low, high) else "no Roo"
