"""2 Card Roo, fast: two small tables say what the player's and the dealer's two cards are, a third how they stand.

Cards are places in the shoe, so that several decks are dealt as one is. At a table with one player four places are
drawn at once, two from each word; where two of them are the same the round tries its next words. With more players the
shoe is dealt card by card.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK, Card
from houseway.compiled import njit
from houseway.exact import Strategy
from houseway.games.two_card_roo.chances import (
    LOSS,
    NO_PAIR,
    NO_ROO,
    PLAYER_PAIR,
    TIE,
    WIN,
    End,
    event_odds,
    event_of,
    flush_line,
)
from houseway.games.two_card_roo.odds import FLUSH, ROO, Odds, Plan
from houseway.games.two_card_roo.rules import ACE, TwoCardRoo, dealer_roo, player_roo, values
from houseway.kernels import DealtRound, JointOutcome, SimKernel
from houseway.philox import HALF, LOW, Word, round_block
from houseway.shoes import BATCH, draw_cards, words_of

Table = NDArray[np.uint16]
DEALER_KINDS = ("pair", "none", "roo")


class Kernel(SimKernel[TwoCardRoo]):
    """How 2 Card Roo is simulated."""

    main = ROO

    def __init__(self, game: TwoCardRoo, strategy: Strategy) -> None:
        super().__init__(game, strategy)
        self._ends, self._tables = make_tables(game, Odds(game).plan(strategy, ROO))
        self._odds = [Fraction(odds) for odds in event_odds(game.options)]
        self._shoe = np.array([int(card) for card in game.deck], np.uint16)
        self.codes = len(self._ends)

    def cell(self, code: int) -> JointOutcome:
        end = self._ends[code]
        sides = tuple(end.flush if side == FLUSH else end.pairs for side in self.sides)
        return JointOutcome(self._odds[end.event], Fraction(1), (end.event,), sides)

    def fill(self, key: int, first: int, codes: NDArray[np.uint16]) -> None:
        play = play_one_seat if codes.shape[1] == 1 else play_seats
        play(np.uint64(key), np.uint64(first), codes, self._shoe, *self._tables)

    def cards(self, key: int, first: int, rounds: int, seats: int) -> NDArray[np.uint16]:
        """The cards of many rounds, a row for each: the first cards from the left, the dealer's, then the second."""
        dealt = np.empty((rounds, 2 * seats + 2), np.uint16)
        deal = deal_one_seat if seats == 1 else deal_seats
        deal(np.uint64(key), np.uint64(first), self._shoe, dealt)
        return dealt

    def play_one(self, key: int, round_number: int, seats: int) -> DealtRound:
        codes = np.empty((1, seats), np.uint16)
        self.fill(key, round_number, codes)
        dealt = tuple(Card(int(card)) for card in self.cards(key, round_number, 1, seats)[0])
        buried: tuple[Card, ...] = ()
        if self.game.options.decks > 1:  # two cards that nobody sees: any that the shoe has left will do
            left = list(self.game.deck)
            for card in dealt:
                left.remove(card)
            buried = tuple(left[:2])
        return DealtRound(buried + dealt, tuple(codes[0].tolist()))


# --- tables, from the rules ---


def make_tables(game: TwoCardRoo, plan: Plan) -> tuple[list[End], tuple[Table, Table, Table]]:
    """How hands can end, and three tables: the player's two cards, the dealer's two, and both together.

    Two cards are 52 times the first plus the second. A Roo has a strength, 16 times the high value plus the low one.
    A player's entry is 256 times the kind of hand plus the strength; so is a dealer's, with three kinds.
    """
    options = game.options
    kinds: dict[tuple[str, int, int], int] = {}
    player, dealer = np.zeros(52 * 52, np.uint16), np.zeros(52 * 52, np.uint16)
    for one in DECK:
        for two in DECK:
            place = 52 * one + two
            position = plan[one.rank]
            made = player_roo(options, one.rank, two.rank, position)
            flush = flush_line(one.rank, two.rank, position, suited=one.suit == two.suit)
            pairs = NO_PAIR if one.rank != two.rank else 0 if one.rank == ACE else one.rank - 1
            kind = kinds.setdefault((made, flush, pairs), len(kinds))
            player[place] = 256 * kind + strength(values(one.rank, two.rank, position))
            name, placed = dealer_roo(options.house_way, one.rank, two.rank)
            dealer[place] = 256 * DEALER_KINDS.index(name) + strength(placed)
    ends: dict[End, int] = {}
    both = np.zeros(9 * len(kinds), np.uint16)
    for (made, flush, pairs), kind in kinds.items():
        for dealer_kind, name in enumerate(DEALER_KINDS):
            for stands, met in enumerate((LOSS, TIE, WIN)):  # as the strengths compare, should it come to that
                if made == "roo":
                    event = met if name == "roo" else event_of((0, 0), name, (0, 0))
                else:
                    event = PLAYER_PAIR if made == "pair" else NO_ROO
                both[9 * kind + 3 * dealer_kind + stands] = ends.setdefault(End(event, flush, pairs), len(ends))
    return list(ends), (player, dealer, both)


def strength(placed: tuple[int, int]) -> int:
    """Roos in order, high card first; something for what is none."""
    low, high = placed
    return 16 * high + low


# --- compiled ---


@njit(inline="always")
def settle(mine: Word, house: Word, both: Table) -> Word:
    """The code of a player's entry against a dealer's."""
    mine_strength, house_strength = mine & 255, house & 255
    stands = np.int64(mine_strength > house_strength) + np.int64(mine_strength >= house_strength)
    return both[9 * np.int64(mine >> 8) + 3 * np.int64(house >> 8) + stands]


@njit(inline="always")
def two_places(word: Word, size: Word) -> Word:
    """Two places of a shoe out of one word, each pair as likely as any other, and what is left of the word.

    Lemire's multiplication, twice. A word that leaves less than 2**32 mod size**2 must be thrown away.
    """
    first = np.uint64(word) * size
    second = (first & LOW) * size
    return first >> HALF, second >> HALF, second & LOW


@njit(inline="always")
def four_places(one: Word, two: Word, size: Word, least: Word) -> Word:
    """The player's two places and the dealer's two, and whether that is a legal deal."""
    a, b, left = two_places(one, size)
    c, d, also_left = two_places(two, size)
    legal = (left >= least) & (also_left >= least) & (a != b) & (a != c) & (a != d) & (b != c) & (b != d) & (c != d)
    return a, b, c, d, legal


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def play_one_seat(
    key: Word, first: Word, codes: NDArray[np.uint16], shoe: Table, player: Table, dealer: Table, both: Table
) -> None:
    size = np.uint64(shoe.shape[0])
    least = (np.uint64(1) << HALF) % (size * size)
    words = np.empty((4, BATCH), np.uint32)
    rounds = np.empty(BATCH, np.uint32)
    for start in range(0, codes.shape[0], BATCH):
        left = min(BATCH, codes.shape[0] - start)
        for i in range(left):
            rounds[i] = i
        block = 0
        while left:
            words_of(key, first + np.uint64(start), block, rounds, left, words)
            again = 0
            for i in range(left):
                number = rounds[i]
                a, b, c, d, legal = four_places(words[0, i], words[1, i], size, least)
                e, f, g, h, also_legal = four_places(words[2, i], words[3, i], size, least)
                mine = player[52 * shoe[a if legal else e] + shoe[b if legal else f]]
                house = dealer[52 * shoe[c if legal else g] + shoe[d if legal else h]]
                codes[start + number, 0] = settle(mine, house, both)
                rounds[again] = number  # kept only if no deal was legal
                again += not (legal | also_legal)
            left = again
            block += 1


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def deal_one_seat(key: Word, first: Word, shoe: Table, dealt: NDArray[np.uint16]) -> None:
    """The cards behind `play_one_seat`, in the table's order: player, dealer, player, dealer."""
    size = np.uint64(shoe.shape[0])
    least = (np.uint64(1) << HALF) % (size * size)
    for i in range(dealt.shape[0]):
        block, legal = 0, False
        while not legal:
            one, two, three, four = round_block(key, first + np.uint64(i), block)
            a, b, c, d, legal = four_places(one, two, size, least)
            if not legal:
                a, b, c, d, legal = four_places(three, four, size, least)
            block += 1
            dealt[i, 0], dealt[i, 1], dealt[i, 2], dealt[i, 3] = shoe[a], shoe[c], shoe[b], shoe[d]


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def play_seats(
    key: Word, first: Word, codes: NDArray[np.uint16], shoe: Table, player: Table, dealer: Table, both: Table
) -> None:
    seats = codes.shape[1]
    cards = np.empty(2 * seats + 2, np.uint16)
    places = np.empty_like(cards)
    whole = shoe.copy()
    for i in range(codes.shape[0]):
        draw_cards(key, first + np.uint64(i), whole, places, cards)
        house = dealer[52 * cards[seats] + cards[2 * seats + 1]]
        for seat in range(seats):
            codes[i, seat] = settle(player[52 * cards[seat] + cards[seats + 1 + seat]], house, both)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def deal_seats(key: Word, first: Word, shoe: Table, dealt: NDArray[np.uint16]) -> None:
    """The cards behind `play_seats`."""
    places = np.empty(dealt.shape[1], np.uint16)
    whole = shoe.copy()
    for i in range(dealt.shape[0]):
        draw_cards(key, first + np.uint64(i), whole, places, dealt[i])
