"""Mini-Tex simulated: a round is the number of a board, of the player's and of the dealer's hole cards, of the river.

Suits are renamed as for counting, so a table of 1,755 boards by 1,326 hole hands says where every hand stands and
whether the play bet is made; the choices in the hole and on the flop are bits of their own.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK
from houseway.counting.game_odds import Strategy
from houseway.counting.three_card_hands import (
    RENAMINGS,
    Flags,
    Indices,
    SuitClasses,
    key_of,
    pairs,
    renaming,
    suit_classes,
)
from houseway.games.mini_tex.counting import FOLD_FLOP, FOLD_HOLE, FOLD_RIVER, HOLES, NOT_QUALIFIED, WINS
from houseway.games.mini_tex.odds import Odds
from houseway.games.mini_tex.rules import MiniTex
from houseway.games.mini_tex.solving import counting_of, hole_classes
from houseway.jit import njit
from houseway.kernels.dealing import BATCH, draw_cards
from houseway.kernels.philox import HALF, Word, fill_words, round_block
from houseway.kernels.sim_kernel import DealtRound, JointOutcome, SimKernel
from houseway.rules.procedure import PLAYERS, Burn, Deal

Bits = NDArray[np.uint64]
Codes = NDArray[np.uint16]

WORD = np.uint64
BOARDS, HOLES_LEFT, DEALERS_LEFT, RIVERS = 22_100, 1_176, 1_081, 3  # two of 49 cards, two of 47, one of the board
BOARDS_UNFAIR, HOLES_UNFAIR, DEALERS_UNFAIR, RIVERS_UNFAIR = (
    np.uint32(2**32 % bound) for bound in (BOARDS, HOLES_LEFT, DEALERS_LEFT, RIVERS)
)
CARD, CLASS, NAMES = (
    6,
    18,
    29,
)  # a board in one number: three cards of six bits, its class, the renaming that makes it so
BET, QUALIFIES = 1, 2  # of a hand on a board: the play bet is made, the dealer would qualify with it
POSITION = 2  # its position in the order of hands is above these bits


class Kernel(SimKernel[MiniTex]):
    """A code is a line of the odds table, and the lines of all side wagers for some hole cards."""

    main: ClassVar[str] = "ante"

    def __init__(self, game: MiniTex, strategy: Strategy) -> None:
        super().__init__(game, strategy)
        odds = Odds(game)
        choices, count, self._probed = odds.choices(strategy), odds.counting, odds.probed
        self._rows = sorted(set(self._probed.rows))
        self.codes = len(self._probed.nets) * len(self._rows)
        row = np.array([self._rows.index(rows) for rows in self._probed.rows], np.uint16)[hole_classes()]
        self._betting = BetTables(
            sides=len(self._rows),
            # The bit above all codes: whether a hand is bet in the hole.
            holes=row | choices.hole.astype(np.uint16) << np.uint16(15),
            flops=flop_bits(choices.flop, count.flops),
            hands=hands_on_boards(self._probed.qualifies) | choices.river,
        )
        self._board_tables = board_tables()

    def outcome(self, code: int) -> JointOutcome:
        line, row = divmod(code, len(self._rows))
        net = Fraction(self._probed.nets[line], self._probed.unit)
        return JointOutcome(net, self._probed.bets[line], (line,), self._rows[row])

    def fill(self, key: int, first: int, codes: Codes) -> None:
        fill = _fill_one if codes.shape[1] == 1 else _fill_seats
        fill(np.uint64(key), np.uint64(first), codes, self._betting, self._board_tables)

    def sets(self, seats: int) -> tuple[int, ...]:
        """The sizes of the sets in which the cards of a round are drawn."""
        return (*((2,) * seats), 2, 2, 1)

    def cards(self, key: int, first: int, rounds: int, seats: int) -> Codes:
        """The cards of rounds in the order dealt, but for burnt ones: each player's two, the dealer's, flop, river."""
        found = np.empty((rounds, 2 * seats + 5), np.uint16)
        if seats == 1:
            _deal_one(np.uint64(key), np.uint64(first), found, self._board_tables)
        else:
            deck, room = np.arange(52).astype(np.uint16), np.empty(52, np.uint16)
            for number, cards in enumerate(found, start=first):
                draw_cards(np.uint64(key), np.uint64(number), deck, room, cards)
        return found

    def play_one(self, key: int, round_number: int, seats: int) -> DealtRound:
        codes = np.empty((1, seats), np.uint16)
        self.fill(key, round_number, codes)
        cards = self.cards(key, round_number, 1, seats)[0].tolist()
        burnt = [card for card in range(52) if card not in cards]  # any of the others
        order: list[int] = []
        for step in self.game.procedure:
            if isinstance(step, Burn | Deal):
                count = step.count * (seats if isinstance(step, Deal) and step.to == PLAYERS else 1)
                pile = burnt if isinstance(step, Burn) else cards
                order += [pile.pop(0) for _ in range(count)]
        return DealtRound(tuple(DECK[card] for card in order), tuple(codes[0].tolist()))


# --- tables ---


class BetTables(NamedTuple):
    """How the game is played with these options and this strategy."""

    sides: int  # how many ends of the side wagers codes tell apart
    holes: Codes  # for each hole hand how its side wagers end, and whether it is bet
    flops: Bits  # whether a hand is bet on a flop: 1,326 times the flop's number, plus the hand's
    hands: NDArray[np.uint16]  # for each class of boards and hole hand its position, with the bits below it


class BoardTables(NamedTuple):
    """What does not depend on options and strategy."""

    boards: Bits  # all sets of three cards, in the order of their numbers, each with its class and renaming
    numbers: NDArray[np.uint16]  # the index of three cards among them, by 2,704 times the lowest, 52 times the next
    holes: NDArray[np.uint16]  # all pairs of 49 cards: the lower one, and 64 times the other
    renamed: Indices  # the number of each hole hand after each renaming


@cache
def board_tables() -> BoardTables:
    # In the order of the higher card: the pairs of the first 47 cards come before those with another one.
    holes = [low | high << CARD for high in range(49) for low in range(high)]
    boards, numbers = _boards(suit_classes(3).numbers, RENAMINGS)
    return BoardTables(boards, numbers, np.array(holes, np.uint16), pairs().renamed)


@njit(cache=True)
def _boards(classes: Indices, renamings: NDArray[np.int64]) -> tuple[Bits, NDArray[np.uint16]]:
    boards, numbers = np.empty(BOARDS, np.uint64), np.zeros(52**3, np.uint16)
    cards = np.empty(3, np.int64)
    at = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                cards[0], cards[1], cards[2] = a, b, c
                names = renaming(cards)
                number = np.int64(classes[key_of(cards, renamings[names])])
                boards[at] = a | b << CARD | c << 2 * CARD | number << CLASS | names << NAMES
                numbers[(a * 52 + b) * 52 + c] = at
                at += 1
    return boards, numbers


@lru_cache(maxsize=8)
def hands_on_boards(qualifies: bytes) -> NDArray[np.uint16]:
    """The position of every hole hand on every class of boards, and whether the dealer would qualify."""
    count = counting_of(qualifies)
    marks = np.append(count.flags, False).astype(np.uint16) * np.uint16(QUALIFIES)
    return count.positions.astype(np.uint16) << np.uint16(POSITION) | marks[count.positions]


def flop_bits(bets: Flags, classes: SuitClasses) -> Bits:
    """Whether each hole hand is bet on each of 1,326 flops, from the choices for the classes of flops."""
    found = np.zeros(-(-HOLES * HOLES // 64) * 64, np.bool_)
    for flop, cards in enumerate(pairs().cards):
        names = renaming(cards)
        row = bets[classes.numbers[key_of(cards, RENAMINGS[names])]]
        found[flop * HOLES : (flop + 1) * HOLES] = row[pairs().renamed[names]]
    return np.packbits(found, bitorder="little").view(np.uint64)


# --- rounds ---


@njit(inline="always")
def _fair(one: Word, two: Word, three: Word, four: Word) -> Word:
    """Whether no number is favoured: the low halves of the products that `below` looks at, for all four at once."""
    board, hole = np.uint32(one * WORD(BOARDS)), np.uint32(two * WORD(HOLES_LEFT))
    dealer, river = np.uint32(three * WORD(DEALERS_LEFT)), np.uint32(four * WORD(RIVERS))
    return board >= BOARDS_UNFAIR and hole >= HOLES_UNFAIR and dealer >= DEALERS_UNFAIR and river >= RIVERS_UNFAIR


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _another(key: Word, number: Word) -> tuple[Word, Word, Word, Word]:
    """The words of a round whose first block is unfair: those of the first block that is not."""
    block = 0
    while True:
        block += 1
        a, b, c, d = round_block(key, number, block)
        if _fair(WORD(a), WORD(b), WORD(c), WORD(d)):
            return WORD(a), WORD(b), WORD(c), WORD(d)


@njit(inline="always")
def _past(card: Word, a: Word, b: Word, c: Word) -> Word:
    """The card of this number among those that are left when three, in order, are gone."""
    card += 1 if card >= a else 0
    card += 1 if card >= b else 0
    card += 1 if card >= c else 0
    return card


@njit(inline="always")
def _deal(board: Word, hole: Word, dealer: Word) -> tuple[Word, Word, Word, Word, Word, Word, Word]:
    """The cards of a round from three packed sets: the board, the player's two of 49, the dealer's two of 47."""
    a, b, c = board & 63, board >> CARD & 63, board >> 2 * CARD & 63
    low, high = hole & 63, hole >> CARD
    one, two = dealer & 63, dealer >> CARD
    one, two = _past(one, low, high, 63), _past(two, low, high, 63)  # now of 49
    return a, b, c, _past(low, a, b, c), _past(high, a, b, c), _past(one, a, b, c), _past(two, a, b, c)


@njit(inline="always")
def _pair(low: Word, high: Word) -> Word:
    """The number of two cards, the lower one first."""
    return (low * (101 - low) >> 1) + high - 1


@njit(inline="always")
def _end(hole: Word, hand: Word, dealer: Word, flop: Word, sides: Word) -> Word:
    """The code of a hole hand, from what it and the dealer's are on the board, and the bit of its flop bet."""
    position, against = hand >> POSITION, dealer >> POSITION
    line = WINS + (1 if position <= against else 0) + (1 if position < against else 0)
    line = line if dealer & QUALIFIES else NOT_QUALIFIED
    line = line if hand & BET else FOLD_RIVER
    line = line if flop else FOLD_FLOP
    line = line if hole >> 15 else FOLD_HOLE
    return line * sides + (hole & 0x7FFF)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _fill_one(key: Word, first: Word, codes: Codes, betting: BetTables, board_tables: BoardTables) -> None:
    words = np.empty((4, BATCH), np.uint32)
    sides, holes, flops, hands = betting
    boards, _, pairs_left, renamed = board_tables
    for start in range(0, len(codes), BATCH):
        size = min(BATCH, len(codes) - start)
        fill_words(key, first + WORD(start), 0, words)  # all of them: a part would not be vector code
        for i in range(size):
            one, two, three, four = WORD(words[0, i]), WORD(words[1, i]), WORD(words[2, i]), WORD(words[3, i])
            if not _fair(one, two, three, four):
                one, two, three, four = _another(key, first + WORD(start + i))
            board = np.int64(boards[one * WORD(BOARDS) >> HALF])
            mine, theirs = (
                np.int64(pairs_left[two * WORD(HOLES_LEFT) >> HALF]),
                np.int64(pairs_left[three * WORD(DEALERS_LEFT) >> HALF]),
            )
            river = np.int64(four * WORD(RIVERS) >> HALF)
            a, b, c, low, high, dealer_low, dealer_high = _deal(board, mine, theirs)
            hole, dealer = _pair(low, high), _pair(dealer_low, dealer_high)
            flop = _pair(a if river else b, b if river == 2 else c) * HOLES + hole
            bet = flops[flop >> 6] >> WORD(flop & 63) & WORD(1)
            kind, names = board >> CLASS & 2047, board >> NAMES
            hand, against = hands[kind, renamed[names, hole]], hands[kind, renamed[names, dealer]]
            codes[start + i, 0] = _end(np.int64(holes[hole]), np.int64(hand), np.int64(against), np.int64(bet), sides)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _deal_one(key: Word, first: Word, cards: Codes, board_tables: BoardTables) -> None:
    """The cards of rounds as `_fill_one` deals them."""
    boards, _, pairs_left, _ = board_tables
    for i in range(len(cards)):
        p, q, r, s = round_block(key, first + WORD(i), 0)
        one, two, three, four = WORD(p), WORD(q), WORD(r), WORD(s)
        if not _fair(one, two, three, four):
            one, two, three, four = _another(key, first + WORD(i))
        a, b, c, low, high, dealer_low, dealer_high = _deal(
            np.int64(boards[one * WORD(BOARDS) >> HALF]),
            np.int64(pairs_left[two * WORD(HOLES_LEFT) >> HALF]),
            np.int64(pairs_left[three * WORD(DEALERS_LEFT) >> HALF]),
        )
        river = np.int64(four * WORD(RIVERS) >> HALF)
        flop = (b, c, a) if river == 0 else (a, c, b) if river == 1 else (a, b, c)
        for position, card in enumerate((low, high, dealer_low, dealer_high, *flop)):
            cards[i, position] = card


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _fill_seats(key: Word, first: Word, codes: Codes, betting: BetTables, board_tables: BoardTables) -> None:
    sides, holes, flops, hands = betting
    boards, numbers, _, renamed = board_tables
    rounds, seats = codes.shape
    deck, room, drawn = np.arange(52).astype(np.uint16), np.empty(52, np.uint16), np.empty(2 * seats + 5, np.uint16)
    cards = np.empty(2 * seats + 5, np.int64)
    for row in range(rounds):
        draw_cards(key, first + WORD(row), deck, room, drawn)
        cards[:] = drawn
        x, y, z = cards[2 * seats + 2], cards[2 * seats + 3], cards[2 * seats + 4]
        low, high = min(x, y, z), max(x, y, z)
        board = np.int64(boards[numbers[(low * 52 + x + y + z - low - high) * 52 + high]])
        kind, names = board >> CLASS & 2047, board >> NAMES
        flop = _pair(min(x, y), max(x, y)) * HOLES
        one, two = cards[2 * seats], cards[2 * seats + 1]
        dealer = np.int64(hands[kind, renamed[names, _pair(min(one, two), max(one, two))]])
        for seat in range(seats):
            one, two = cards[2 * seat], cards[2 * seat + 1]
            hole = _pair(min(one, two), max(one, two))
            bet = np.int64(flops[(flop + hole) >> 6] >> WORD((flop + hole) & 63) & WORD(1))
            hand = np.int64(hands[kind, renamed[names, hole]])
            codes[row, seat] = _end(np.int64(holes[hole]), hand, dealer, bet, sides)
