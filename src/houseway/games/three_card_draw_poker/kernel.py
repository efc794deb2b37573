"""Three Card Draw Poker simulated: a round is the number of a hand, the number of the dealer's four, a draw card.

All sets of three and of four cards are in tables: which cards they are and where they stand in the order of hands. The
best bet and swap of every hand are in a table too, so a round is a few words and a few places to look up.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK
from houseway.compiled import njit
from houseway.errors import OptionError
from houseway.exact import Strategy
from houseway.games.three_card_draw_poker.counting import KEEP
from houseway.games.three_card_draw_poker.odds import Odds
from houseway.games.three_card_draw_poker.rules import ThreeCardDrawPoker
from houseway.games.three_card_draw_poker.solving import FOLDED, NO_BONUS, NO_PAIR, Play, bonus_rows, counting_of
from houseway.kernels import MOST_CODES, DealtRound, JointOutcome, SimKernel
from houseway.pay_tables import Odds as Multiple
from houseway.philox import HALF, Word, fill_words, round_block
from houseway.shoes import BATCH, draw_cards
from houseway.three_cards import RENAMINGS, key_of, pairs, ranking, renaming

Sets = NDArray[np.uint32]
Places = NDArray[np.uint16]

WORD = np.uint64
HANDS, LEFT, FOURS_LEFT = 22_100, 49, 194_580  # sets of three of 52 cards, cards left then, sets of four of 48
HANDS_UNFAIR, LEFT_UNFAIR, FOURS_UNFAIR = (np.uint32(2**32 % bound) for bound in (HANDS, LEFT, FOURS_LEFT))
CARD, PLACE = 6, 18  # a set of cards in one number: the lowest card first, each so many bits; the place of three behind
SIGNS = (1, 0, -1)  # won, tied, lost: the results of a code
ENDS = (NO_BONUS + 1) * len(SIGNS)  # how a hand that is played may end

# How a hand is played, in one number: the code it begins from, the two cards that are kept, whether all three are.
PAIR, KEEPS, PLAYS = 16, 27, 28


class Kernel(SimKernel[ThreeCardDrawPoker]):
    """A code is a line of Pair Plus, and a fold or a bet with its row of the Ante Bonus and its result."""

    main: ClassVar[str] = "ante"

    def __init__(self, game: ThreeCardDrawPoker, strategy: Strategy) -> None:
        super().__init__(game, strategy)
        plan = Odds(game).plan(strategy)
        # In the order of the lines: the smallest and the largest bet are always among them.
        self.multiples: list[Multiple] = sorted(
            {1, game.options.play_most, *(play.multiple for play in plan)} - {FOLDED}
        )
        self._lines = NO_PAIR + 1 if self.sides else 1
        self.codes = self._lines * (1 + ENDS * len(self.multiples))
        if self.codes > MOST_CODES:
            raise OptionError(
                f"A strategy can be simulated with at most {(MOST_CODES // self._lines - 1) // ENDS} different bets, "
                f"not {len(self.multiples)}."
            )
        self._plays = how_played(plan, self.multiples, self._lines)
        self._ends = bonus_rows().astype(np.uint16) * np.uint16(self._lines * len(SIGNS))
        self._tables = tables()

    def cell(self, code: int) -> JointOutcome:
        end, line = divmod(code, self._lines)
        side_rows = (line,) if self.sides else ()
        if end == 0:
            return JointOutcome(Fraction(-1), Fraction(1), (0,), side_rows)
        bet, end = divmod(end - 1, ENDS)
        bonus, result = divmod(end, len(SIGNS))
        multiple, count = self.multiples[bet], len(self.multiples)
        net = Fraction(SIGNS[result] * (1 + multiple))
        rows: tuple[int, ...] = (1 + result * count + bet,)
        if bonus < NO_BONUS:
            net += self.game.options.ante_bonus[bonus]
            rows += (1 + len(SIGNS) * count + bonus,)
        return JointOutcome(net, Fraction(1 + multiple), rows, side_rows)

    def fill(self, key: int, first: int, codes: Places) -> None:
        seats = codes.shape[1]
        fill = _fill_one if seats == 1 else _fill_seats
        fill(np.uint64(key), np.uint64(first), codes, self._lines, self._plays, self._ends, self._tables)

    def sets(self, seats: int) -> tuple[int, ...]:
        """The sizes of the sets in which the cards of a round are drawn."""
        return (*((3, 1) * seats), 4)

    def cards(self, key: int, first: int, rounds: int, seats: int) -> Places:
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


# --- tables ---


class Tables(NamedTuple):
    """What does not depend on options and strategy."""

    hands: Sets  # all sets of three cards with their places, in the order of their numbers
    dealt: Sets  # all sets of four of the 48 cards that are left, counted without the others
    fours: Places  # the place of the best three of four cards, by the number of the four
    draws: Places  # the place of two cards with a third: 52 times the number of the two, plus the third
    pairs: NDArray[np.int64]  # how many sets of two, of three, of four cards are below each card
    threes: NDArray[np.int64]
    quads: NDArray[np.int64]


@cache
def tables() -> Tables:
    table = ranking().table
    threes, fours = (_all_sets(52, size) for size in (3, 4))
    places = table[tuple(threes.T)]
    best = np.max([table[tuple(np.delete(fours, out, axis=1).T)] for out in range(4)], axis=0)
    return Tables(
        _packed(threes) | places.astype(np.uint32) << np.uint32(PLACE),
        _packed(_all_sets(48, 4)),
        best.astype(np.uint16),
        table[tuple(pairs().cards.T)].astype(np.uint16).ravel(),
        *(np.array([comb(card, size) for card in range(52)]) for size in (2, 3, 4)),
    )


def _all_sets(cards: int, size: int) -> NDArray[np.int64]:
    """Sets of so many cards, each in order; sets in the order of their highest card, then the next."""
    return np.array(sorted(combinations(range(cards), size), key=lambda chosen: chosen[::-1]))


def _packed(cards: NDArray[np.int64]) -> Sets:
    shifts = np.arange(cards.shape[1], dtype=np.uint32) * np.uint32(CARD)
    packed: Sets = (cards.astype(np.uint32) << shifts).sum(axis=1, dtype=np.uint32)
    return packed


def how_played(plan: tuple[Play, ...], multiples: list[Multiple], lines: int) -> Sets:
    """How each of the 22,100 hands is played, from the plan for the classes of hands."""
    count = counting_of()
    ways = np.array([play.way for play in plan])
    bets = np.array([multiples.index(play.multiple) if play.multiple else -1 for play in plan])
    starts = count.pair_plus_lines * (lines > 1) + lines * np.where(bets < 0, 0, 1 + ENDS * bets)
    return _how_played(starts, bets, ways, count.classes.sets, count.classes.numbers, RENAMINGS, pairs().numbers)


@njit(cache=True)
def _how_played(
    starts: NDArray[np.int64],
    bets: NDArray[np.int64],
    ways: NDArray[np.int64],
    sets: NDArray[np.int64],
    numbers: NDArray[np.int16],
    renamings: NDArray[np.int64],
    duos: NDArray[np.int16],
) -> Sets:
    found = np.empty(HANDS, np.uint32)
    cards, kept = np.empty(3, np.int64), np.empty(3, np.int64)
    at = 0
    for c in range(52):
        for b in range(c):
            for a in range(b):
                cards[0], cards[1], cards[2] = a, b, c
                names = renamings[renaming(cards)]
                number = numbers[key_of(cards, names)]
                size = 0
                for card in cards:
                    # The card that is swapped is the one that the class's example has in its place.
                    if ways[number] == KEEP or (card & ~3) + names[card & 3] != sets[number, ways[number] - 1]:
                        kept[size] = card
                        size += 1
                found[at] = (
                    starts[number]
                    | np.int64(duos[kept[0], kept[1]]) << PAIR
                    | (size == 3) << KEEPS
                    | (bets[number] >= 0) << PLAYS
                )
                at += 1
    return found


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
def _end(
    play: Word,
    kept: Word,
    card: Word,
    dealer: Word,
    lines: Word,
    draws: Places,
    ends: Places,
) -> Word:
    """The code of a hand that stands in the place `kept` if it is kept, against a dealer's hand of a place."""
    drawn = np.int64(draws[(play >> PAIR & 2047) * 52 + card])
    place = kept if play >> KEEPS & 1 else drawn
    result = (1 if place <= dealer else 0) + (1 if place < dealer else 0)
    ended = np.int64(ends[place]) + lines * result
    return (play & 0xFFFF) + (ended if play >> PLAYS else 0)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _fill_one(key: Word, first: Word, codes: Places, lines: Word, plays: Sets, ends: Places, tables: Tables) -> None:
    words = np.empty((4, BATCH), np.uint32)
    hands, dealt, fours, draws, twos, threes, quads = tables
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
            codes[start + i, 0] = _end(np.int64(plays[hand]), cards >> PLACE, x, dealer, lines, draws, ends)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _deal_one(key: Word, first: Word, cards: Places, hands: Sets, dealt: Sets) -> None:
    """The cards of rounds as `_fill_one` deals them."""
    for i in range(len(cards)):
        a, b, c, _ = round_block(key, first + WORD(i), 0)
        one, two, three = WORD(a), WORD(b), WORD(c)
        if not _fair(one, two, three):
            one, two, three = _another(key, first + WORD(i))
        hand, four = hands[one * WORD(HANDS) >> HALF], dealt[three * WORD(FOURS_LEFT) >> HALF]
        for place, card in enumerate(_deal(np.int64(hand), np.int64(two * WORD(LEFT) >> HALF), np.int64(four))):
            cards[i, place] = card


@njit(inline="always")
def _number(one: Word, two: Word, three: Word, twos: NDArray[np.int64], threes: NDArray[np.int64]) -> Word:
    """The number of three cards in any order."""
    low, high = min(one, two, three), max(one, two, three)
    return low + twos[one + two + three - low - high] + threes[high]


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _fill_seats(key: Word, first: Word, codes: Places, lines: Word, plays: Sets, ends: Places, tables: Tables) -> None:
    hands, _, _, draws, twos, threes, _ = tables
    rounds, seats = codes.shape
    deck, room, drawn = np.arange(52).astype(np.uint16), np.empty(52, np.uint16), np.empty(4 * seats + 4, np.uint16)
    cards = np.empty(4 * seats + 4, np.int64)
    for row in range(rounds):
        draw_cards(key, first + WORD(row), deck, room, drawn)
        cards[:] = drawn
        a, b, c, d = cards[4 * seats], cards[4 * seats + 1], cards[4 * seats + 2], cards[4 * seats + 3]
        dealer = max(
            np.int64(hands[_number(a, b, c, twos, threes)]) >> PLACE,
            np.int64(hands[_number(a, b, d, twos, threes)]) >> PLACE,
            np.int64(hands[_number(a, c, d, twos, threes)]) >> PLACE,
            np.int64(hands[_number(b, c, d, twos, threes)]) >> PLACE,
        )
        for seat in range(seats):
            hand = _number(cards[4 * seat], cards[4 * seat + 1], cards[4 * seat + 2], twos, threes)
            kept = np.int64(hands[hand]) >> PLACE
            codes[row, seat] = _end(np.int64(plays[hand]), kept, cards[4 * seat + 3], dealer, lines, draws, ends)
