"""Three Card Draw Poker simulated: a round is the number of a hand, the number of the dealer's four, a draw card.

All sets of three and of four cards are in tables: which cards they are and the class that the rules put them in. How
every hand is played is in a table too, so a round is a few random words and a few lookups.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from houseway.cards import DECK
from houseway.games.three_card_draw_poker.kernel_tables import (
    CARD,
    FACT,
    KEEPS,
    KIND,
    PAIR,
    RESULTS,
    Indices,
    Ints,
    PlayTables,
    Words,
    all_sets,
    packed,
)
from houseway.games.three_card_draw_poker.rules import ThreeCardDrawPoker
from houseway.jit import njit
from houseway.odds.game_odds import Strategy
from houseway.odds.solver import odds_of
from houseway.simulation.dealing import BATCH, draw_cards
from houseway.simulation.philox import HALF, Word, fill_words, round_block
from houseway.simulation.sim_kernel import DealtRound, JointOutcome, SimKernel

WORD = np.uint64
HANDS, LEFT, FOURS_LEFT = 22_100, 49, 194_580  # sets of three of 52 cards, cards left then, sets of four of 48
HANDS_UNFAIR, LEFT_UNFAIR, FOURS_UNFAIR = (np.uint32(2**32 % bound) for bound in (HANDS, LEFT, FOURS_LEFT))
STRENGTH = (1 << FACT) - 1
AT_ONCE = 64  # rounds of several seats that are dealt before the first of them is looked at


class LookupTables(NamedTuple):
    """What a round looks up."""

    plays: Words  # how each set of three cards is played, in the order of their numbers
    hands: Words  # their cards, and their class if all are kept
    dealt: Words  # all sets of four of the 48 cards that are left, counted without the others
    fours: Indices  # the class of four cards of the dealer's, by the number of the four
    draws: Indices  # the class of two cards with a third: 52 times the number of the two, plus the third
    kinds: Words  # of each class of player's hands: the index of its strength, and what it adds to a code
    pairs: Ints  # how many sets of two, of three, of four cards are below each card
    threes: Ints
    quads: Ints


@cache
def fours_left() -> Words:
    return packed(all_sets(48, 4))


class Kernel(SimKernel[ThreeCardDrawPoker]):
    """A code is a line of the side wagers, and how a hand was played with its fact, the dealer's fact and the result.

    `odds` may be given where the game has been counted before.
    """

    def __init__(self, game: ThreeCardDrawPoker, strategy: Strategy, odds: Any = None) -> None:
        super().__init__(game, strategy)
        tables = PlayTables(game, strategy, odds or odds_of(game))
        self.codes = tables.codes
        self._lines, self._sides, self._outcomes = tables.lines, tables.sides, tables.outcomes
        below = (np.array([comb(card, size) for card in range(52)]) for size in (2, 3, 4))
        self._tables = LookupTables(
            tables.plays, tables.hands, fours_left(), tables.fours, tables.draws, tables.kinds, *below
        )

    def outcome(self, code: int) -> JointOutcome:
        end, line = divmod(code, self._lines)
        return self._outcomes[end]._replace(side_rows=self._sides[line])

    def fill(self, key: int, first: int, codes: Indices) -> None:
        fill = _fill_one if codes.shape[1] == 1 else _fill_seats
        fill(np.uint64(key), np.uint64(first), codes, self._lines, self._tables)

    def sets(self, seats: int) -> tuple[int, ...]:
        """The sizes of the sets in which the cards of a round are drawn."""
        return (*((3, 1) * seats), 4)

    def cards(self, key: int, first: int, rounds: int, seats: int) -> Indices:
        """The cards of rounds in the order dealt: each player's three and the draw card, then the dealer's four."""
        found = np.empty((rounds, 4 * seats + 4), np.uint16)
        if seats == 1:
            _deal_one(np.uint64(key), np.uint64(first), found, self._tables.hands, self._tables.dealt)
        else:
            deck, room = np.arange(52).astype(np.uint16), np.empty(52, np.uint16)
            for number, cards in enumerate(found, start=first):
                draw_cards(np.uint64(key), np.uint64(number), deck, room, cards)
        return found

    def play_one(self, key: int, round_number: int, seats: int) -> DealtRound:
        codes = np.empty((1, seats), np.uint16)
        self.fill(key, round_number, codes)
        cards = self.cards(key, round_number, 1, seats)[0].tolist()
        return DealtRound(tuple(DECK[card] for card in cards), tuple(codes[0].tolist()))


# --- rounds ---


@njit(inline="always")
def _fair(one: Word, two: Word, three: Word) -> Word:
    """Whether no number is favoured: the low halves of the products that `below` looks at, for all three at once."""
    hand, card, four = np.uint32(one * WORD(HANDS)), np.uint32(two * WORD(LEFT)), np.uint32(three * WORD(FOURS_LEFT))
    return hand >= HANDS_UNFAIR and card >= LEFT_UNFAIR and four >= FOURS_UNFAIR


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _another(key: Word, number: Word) -> tuple[Word, Word, Word]:
    """The words of a round whose first block is unfair: those of the first block that is not."""
    block = 0
    while True:
        block += 1
        one, two, three, _ = round_block(key, number, block)
        if _fair(WORD(one), WORD(two), WORD(three)):
            return WORD(one), WORD(two), WORD(three)


@njit(inline="always")
def _past(card: Word, a: Word, b: Word, c: Word, d: Word) -> Word:
    """The card of this number among those that are left when four, in order, are gone."""
    card += 1 if card >= a else 0
    card += 1 if card >= b else 0
    card += 1 if card >= c else 0
    card += 1 if card >= d else 0
    return card


@njit(inline="always")
def _deal(hand: Word, card: Word, four: Word) -> tuple[Word, Word, Word, Word, Word, Word, Word, Word]:
    """The cards of a round: three of the hand, the draw card, the dealer's four; hand and four are packed."""
    a, b, c = hand & 63, hand >> CARD & 63, hand >> 2 * CARD & 63
    x = _past(card, a, b, c, 63)
    # The four that are gone, in order.
    p, q, r, s = min(a, x), max(a, min(b, x)), max(b, min(c, x)), max(c, x)
    return (
        a,
        b,
        c,
        x,
        _past(four & 63, p, q, r, s),
        _past(four >> CARD & 63, p, q, r, s),
        _past(four >> 2 * CARD & 63, p, q, r, s),
        _past(four >> 3 * CARD & 63, p, q, r, s),
    )


@njit(inline="always")
def _end(play: Word, kept: Word, card: Word, dealer: Word, lines: Word, draws: Indices, kinds: Words) -> Word:
    """The code of a hand that is of the class `kept` if it is kept, against a dealer's four of a class."""
    drawn = np.int64(draws[(play >> PAIR & 2047) * 52 + card])
    kind = np.int64(kinds[kept if play >> KEEPS & 1 else drawn])
    strength, other = kind >> 16, dealer & STRENGTH
    result = (1 if strength <= other else 0) + (1 if strength < other else 0)
    return (play & 0xFFFF) + (kind & 0xFFFF) + lines * (RESULTS * (dealer >> FACT) + result)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _fill_one(key: Word, first: Word, codes: Indices, lines: Word, tables: LookupTables) -> None:
    words = np.empty((4, BATCH), np.uint32)
    plays, hands, dealt, fours, draws, kinds, twos, threes, quads = tables
    for start in range(0, len(codes), BATCH):
        size = min(BATCH, len(codes) - start)
        fill_words(key, first + WORD(start), 0, words)  # all of them: a part would not be vector code
        for i in range(size):
            one, two, three = WORD(words[0, i]), WORD(words[1, i]), WORD(words[2, i])
            if not _fair(one, two, three):
                one, two, three = _another(key, first + WORD(start + i))
            hand = one * WORD(HANDS) >> HALF
            four = three * WORD(FOURS_LEFT) >> HALF
            cards = np.int64(hands[hand])
            _, _, _, x, a, b, c, d = _deal(cards, np.int64(two * WORD(LEFT) >> HALF), np.int64(dealt[four]))
            dealer = np.int64(fours[a + twos[b] + threes[c] + quads[d]])
            codes[start + i, 0] = _end(np.int64(plays[hand]), cards >> KIND, x, dealer, lines, draws, kinds)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _deal_one(key: Word, first: Word, cards: Indices, hands: Words, dealt: Words) -> None:
    """The cards of rounds as `_fill_one` deals them."""
    for i in range(len(cards)):
        a, b, c, _ = round_block(key, first + WORD(i), 0)
        one, two, three = WORD(a), WORD(b), WORD(c)
        if not _fair(one, two, three):
            one, two, three = _another(key, first + WORD(i))
        hand, four = hands[one * WORD(HANDS) >> HALF], dealt[three * WORD(FOURS_LEFT) >> HALF]
        for strength, card in enumerate(_deal(np.int64(hand), np.int64(two * WORD(LEFT) >> HALF), np.int64(four))):
            cards[i, strength] = card


@njit(inline="always")
def _number(one: Word, two: Word, three: Word, twos: Ints, threes: Ints) -> Word:
    """The number of three cards in any order."""
    low, high = min(one, two, three), max(one, two, three)
    return low + twos[one + two + three - low - high] + threes[high]


@njit(inline="always")
def _number_of_four(one: Word, two: Word, three: Word, four: Word, twos: Ints, threes: Ints, quads: Ints) -> Word:
    """The number of four cards in any order."""
    a, b, c, d = min(one, two), max(one, two), min(three, four), max(three, four)
    low, high, between, other = min(a, c), max(b, d), max(a, c), min(b, d)
    return low + twos[min(between, other)] + threes[max(between, other)] + quads[high]


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _fill_seats(key: Word, first: Word, codes: Indices, lines: Word, tables: LookupTables) -> None:
    plays, hands, _, fours, draws, kinds, twos, threes, quads = tables
    rounds, seats = codes.shape
    deck, room = np.arange(52).astype(np.uint16), np.empty(52, np.uint16)
    drawn, cards = np.empty((AT_ONCE, 4 * seats + 4), np.uint16), np.empty(4 * seats + 4, np.int64)
    for start in range(0, rounds, AT_ONCE):
        size = min(AT_ONCE, rounds - start)
        for i in range(size):  # first the cards of some rounds: what they look up then comes in meanwhile
            draw_cards(key, first + WORD(start + i), deck, room, drawn[i])
        for i in range(size):
            cards[:] = drawn[i]
            a, b, c, d = cards[4 * seats], cards[4 * seats + 1], cards[4 * seats + 2], cards[4 * seats + 3]
            dealer = np.int64(fours[_number_of_four(a, b, c, d, twos, threes, quads)])
            for seat in range(seats):
                hand = _number(cards[4 * seat], cards[4 * seat + 1], cards[4 * seat + 2], twos, threes)
                play, kept = np.int64(plays[hand]), np.int64(hands[hand]) >> KIND
                codes[start + i, seat] = _end(play, kept, cards[4 * seat + 3], dealer, lines, draws, kinds)
