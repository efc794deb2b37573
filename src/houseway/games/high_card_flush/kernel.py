"""High Card Flush simulated: seven cards each as four sets of ranks, and a table of what each set is worth.

The player's flush decides most hands; where the other suits matter, the decision is looked up by the hand's number
among all 6,009,159 up to suit isomorphism.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK
from houseway.counting.game_odds import Strategy
from houseway.games.high_card_flush import raise_plans
from houseway.games.high_card_flush.counting import flush_index, rule_arrays, shapes
from houseway.games.high_card_flush.dealer import BEYOND_ALL, ENDS, FULL
from houseway.games.high_card_flush.hand_numbers import (
    BY_FLUSH,
    BY_HAND,
    Numbers,
    Raises,
    by_flush,
    hand_number,
    numbers,
)
from houseway.games.high_card_flush.odds import Odds
from houseway.games.high_card_flush.rules import HighCardFlush
from houseway.jit import njit
from houseway.kernels.dealing import draw_cards
from houseway.kernels.philox import Word, fill_words, round_block
from houseway.kernels.sim_kernel import DealtRound, JointOutcome, SimKernel

Codes = NDArray[np.uint16]
Ints = NDArray[np.int64]
Small = NDArray[np.uint8]
Bits = NDArray[np.uint64]
Words = NDArray[np.uint32]

WORD = np.uint64
CARDS = FULL.cards
PLAYS = 3  # ends are higher, equal and lower against an idle dealer, then the same against one who plays
RUN = 3  # bits for the longest straight flush of a set of ranks; its index is above them
SUIT = 13  # in a hand: bits for the ranks of a suit
RANKS = (1 << SUIT) - 1
KINDS = 1 << BY_FLUSH + RUN  # by the lengths of flush and straight flush

BATCH = 256  # rounds that are dealt together: what they need stays in the nearest cache
BLOCKS = 3  # of words for each at first: 24 draws give fewer than 14 cards about once in ten thousand rounds
UNFAIR = WORD(2**16 % 52)  # the halves of words that would favour some cards: the low half of the product is below this


class Kernel(SimKernel[HighCardFlush]):
    """A code stands for all hands that end alike for every wager, as the rules settle one hand of each kind and end."""

    main: ClassVar[str] = "ante"

    def __init__(self, game: HighCardFlush, strategy: Strategy) -> None:
        super().__init__(game, strategy)
        odds = Odds(game)
        odds.check_strategy(strategy)
        raises, sizes = raise_plans.raises(strategy, game)
        self.multiples = sorted(sizes[number] for number in np.unique(raises).tolist() if number)
        probed, known = odds.probed, shapes()
        rows = {line: row for row, line in enumerate(odds.lines(self.multiples))}
        found: dict[JointOutcome, int] = {}
        codes = np.zeros(max(BY_HAND + 1, len(sizes)) * ENDS * KINDS, np.uint16)
        for (suited, run), multiple, end, witness in probed.witnesses(self.multiples):
            if multiple in (0, *self.multiples):
                row = rows[witness.label, witness.net]
                outcome = JointOutcome(witness.net, witness.bet, (row,), probed.side_rows(witness))
                code_index = (sizes.index(multiple) * ENDS + end) * KINDS + (suited << BY_FLUSH) + run
                codes[code_index] = found.setdefault(outcome, len(found))
        self._outcomes = tuple(found)
        self.codes = len(found)
        self._raising = RaiseTables(
            lowest=len(known.sets) if probed.lowest == BEYOND_ALL else flush_index(probed.lowest),
            codes=codes,
            flushes=by_flush(raises, known, numbers()),
            raises=raises,
        )
        sets = np.zeros(RANKS + 1, np.uint16)
        sets[known.sets] = np.arange(len(known.sets)) << RUN | rule_arrays(probed).runs
        self._flush_tables = FlushTables(sets, numbers())

    def outcome(self, code: int) -> JointOutcome:
        return self._outcomes[code]

    def fill(self, key: int, first: int, codes: Codes) -> None:
        fill = _fill_one if codes.shape[1] == 1 else _fill_seats
        fill(np.uint64(key), np.uint64(first), codes, self._raising, self._flush_tables)

    def sets(self, seats: int) -> tuple[int, ...]:
        """The sizes of the sets in which the cards of a round are drawn."""
        return (CARDS,) * (seats + 1)

    def cards(self, key: int, first: int, rounds: int, seats: int) -> Codes:
        """The cards of rounds in the order dealt: each player's seven, then the dealer's."""
        found = np.empty((rounds, CARDS * (seats + 1)), np.uint16)
        if seats == 1:
            _deal_one(np.uint64(key), np.uint64(first), found)
        else:
            deck, room = np.arange(52).astype(np.uint16), np.empty(52, np.uint16)
            for number, cards in enumerate(found, start=first):
                draw_cards(np.uint64(key), np.uint64(number), deck, room, cards)
        ranks, suits = found % SUIT, found // SUIT
        dealt: Codes = 4 * ranks + suits
        return dealt

    def play_one(self, key: int, round_number: int, seats: int) -> DealtRound:
        codes = np.empty((1, seats), np.uint16)
        self.fill(key, round_number, codes)
        cards = self.cards(key, round_number, 1, seats)[0].tolist()
        return DealtRound(tuple(DECK[card] for card in cards), tuple(codes[0].tolist()))


# --- tables ---


class RaiseTables(NamedTuple):
    """How the game is played with these options and this strategy."""

    lowest: int  # the index of the lowest flush with which the dealer qualifies
    codes: Codes  # by size, end and kind
    flushes: Small  # for each flush its length and what it decides
    raises: Raises  # what each hand decides


class FlushTables(NamedTuple):
    """What does not depend on the strategy."""

    sets: Codes  # for each set of ranks, its index in the order of flushes and its longest straight flush
    numbers: Numbers


# --- rounds ---


@njit(inline="always")
def _drawn(half: Word, player: Word, dealer: Word, count: Word) -> tuple[Word, Word, Word]:
    """Draw a card with half a word: the first seven that were not drawn before are the player's, the next the dealer's.

    A half that would favour some cards draws none.
    """
    product = half * WORD(52)
    card = WORD(1) << (product >> WORD(16))
    new = (card if product & WORD(0xFFFF) >= UNFAIR else WORD(0)) & ~(player | dealer)
    player |= new if count < WORD(CARDS) else WORD(0)
    dealer |= new if WORD(CARDS) <= count < WORD(2 * CARDS) else WORD(0)
    count += WORD(1) if new else WORD(0)
    return player, dealer, count


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _draw_batch(key: Word, first: Word, words: Words, players: Bits, dealers: Bits, counts: Bits) -> None:
    """The hands of many rounds from their first blocks, and how many cards each came to: hardly ever too few.

    Word by word for all rounds, so that the loop becomes vector code.
    """
    players[:], dealers[:], counts[:] = 0, 0, 0
    for block in range(BLOCKS):
        fill_words(key, first, block, words)
        for row in range(4):
            line = words[row]
            for i in range(BATCH):
                word, player, dealer, count = WORD(line[i]), players[i], dealers[i], counts[i]
                player, dealer, count = _drawn(word & WORD(0xFFFF), player, dealer, count)
                player, dealer, count = _drawn(word >> WORD(16), player, dealer, count)
                players[i], dealers[i], counts[i] = player, dealer, count


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _draw_round(key: Word, number: Word) -> tuple[Word, Word]:
    """The same for one round, from as many blocks as it needs."""
    player, dealer, count = WORD(0), WORD(0), WORD(0)
    block = 0
    while count < WORD(2 * CARDS):
        for drawn in round_block(key, number, block):
            word = WORD(drawn)
            player, dealer, count = _drawn(word & WORD(0xFFFF), player, dealer, count)
            player, dealer, count = _drawn(word >> WORD(16), player, dealer, count)
        block += 1
    return player, dealer


@njit(inline="always")
def _suits(hand: Word, sets: Codes) -> tuple[Word, Word, Word, Word]:
    """The index and the straight flush of each suit."""
    return (
        np.int64(sets[hand & WORD(RANKS)]),
        np.int64(sets[hand >> WORD(SUIT) & WORD(RANKS)]),
        np.int64(sets[hand >> WORD(2 * SUIT) & WORD(RANKS)]),
        np.int64(sets[hand >> WORD(3 * SUIT)]),
    )


@njit(inline="always")
def _best(hand: Word, sets: Codes) -> Word:
    """The index of the flush that plays."""
    a, b, c, d = _suits(hand, sets)
    return max(a, b, c, d) >> RUN


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _look_up_hand(hand: Word, dealer: Word, raising: RaiseTables, tables: FlushTables) -> Word:
    """The code of a hand whose flush alone does not decide."""
    sets, numbers = tables
    a, b, c, d = _suits(hand, sets)
    number = hand_number(a >> RUN, b >> RUN, c >> RUN, d >> RUN, raising.flushes, numbers)
    return _end(a, b, c, d, np.int64(raising.raises[number]), dealer, raising.lowest, raising.codes, raising.flushes)


@njit(inline="always")
def _end(
    a: Word, b: Word, c: Word, d: Word, size: Word, dealer: Word, lowest: Word, codes: Codes, flushes: Small
) -> Word:
    """The code of four suits with a raise of some size, against the dealer's flush."""
    flush = max(a, b, c, d) >> RUN
    run = max(a & 7, b & 7, c & 7, d & 7)
    end = (1 if flush <= dealer else 0) + (1 if flush < dealer else 0) + (PLAYS if dealer >= lowest else 0)
    kind = (np.int64(flushes[flush]) & ~BY_HAND) + run
    return codes[(size * ENDS + end) * KINDS + kind]


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _fill_hands(
    players: Bits, dealers: Bits, codes: Codes, undecided_rows: Ints, raising: RaiseTables, tables: FlushTables
) -> Word:
    """The codes of hands that their flush decides; the others are noted in `undecided_rows`, and how many these are."""
    lowest, by_end, flushes, _ = raising
    sets, _ = tables
    undecided = 0
    for i in range(len(codes)):
        a, b, c, d = _suits(players[i], sets)
        size = np.int64(flushes[max(a, b, c, d) >> RUN] & BY_HAND)
        dealer = _best(dealers[i], sets)
        codes[i] = _end(a, b, c, d, size, dealer, lowest, by_end, flushes)
        undecided_rows[undecided] = i
        undecided += 1 if size == BY_HAND else 0
    return undecided


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _fill_one(key: Word, first: Word, codes: Codes, raising: RaiseTables, tables: FlushTables) -> None:
    words, undecided_rows = np.empty((4, BATCH), np.uint32), np.empty(BATCH + 1, np.int64)
    players, dealers, counts = np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint64)
    for start in range(0, len(codes), BATCH):
        size = min(BATCH, len(codes) - start)
        _draw_batch(key, first + WORD(start), words, players, dealers, counts)
        for i in range(size):
            if counts[i] < WORD(2 * CARDS):
                players[i], dealers[i] = _draw_round(key, first + WORD(start + i))
        undecided = _fill_hands(players, dealers, codes[start : start + size, 0], undecided_rows, raising, tables)
        for i in undecided_rows[:undecided]:
            codes[start + i, 0] = _look_up_hand(players[i], _best(dealers[i], tables.sets), raising, tables)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _deal_one(key: Word, first: Word, dealt: Codes) -> None:
    """The cards of rounds as `_fill_one` deals them."""
    for i in range(len(dealt)):
        size = 0
        for hand in _draw_round(key, first + WORD(i)):
            for position in range(52):
                if hand >> WORD(position) & WORD(1):
                    dealt[i, size] = position
                    size += 1


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _fill_seats(key: Word, first: Word, codes: Codes, raising: RaiseTables, tables: FlushTables) -> None:
    rounds, seats = codes.shape
    shoe, room = np.arange(52).astype(np.uint16), np.empty(52, np.uint16)
    drawn, undecided_rows = np.empty(CARDS * (seats + 1), np.uint16), np.empty(seats + 1, np.int64)
    hands, dealers = np.empty(seats + 1, np.uint64), np.empty(seats, np.uint64)
    for row in range(rounds):
        draw_cards(key, first + WORD(row), shoe, room, drawn)
        hands[:] = 0
        for i in range(len(drawn)):
            hands[i // CARDS] |= WORD(1) << WORD(drawn[i])
        dealers[:] = hands[seats]
        undecided = _fill_hands(hands, dealers, codes[row], undecided_rows, raising, tables)
        for i in undecided_rows[:undecided]:
            codes[row, i] = _look_up_hand(hands[i], _best(dealers[i], tables.sets), raising, tables)
