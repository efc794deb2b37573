"""What a player can see in the cards, measured as small whole numbers; compiled, for many situations at once.

The same loop measures a million situations for a search and the one hand that a strategy is asked about.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit

Cards = NDArray[np.int8]  # a row for each situation, a column for each card
Measures = NDArray[np.int16]  # a row for each situation, a column for each measure

ACE, JOKER, COURT = 14, 15, 11
HIGHEST, LOW_HIGHEST, FLUSH_CARDS = 5, 3, 3  # so many of the highest cards are measured one by one

NAMES = (
    *(f"high-{number + 1}" for number in range(HIGHEST)),
    *(f"low-ace-high-{number + 1}" for number in range(LOW_HIGHEST)),
    "same",
    "pair",
    "suited",
    *(f"suit-high-{number + 1}" for number in range(FLUSH_CARDS)),
    "court-outside",
    "nearest",
    "span",
    "own-straights",
    "own-fit",
    "two-highest",
    "made",
    "made-pair",
    "over-pair",
    "kicker",
    "one-suit",
    "flush-draws",
    "flush-card",
    "straights",
    "draws",
    "over-board",
    "above",
    "board-suits",
    "board-suited",
    "board-high",
    "board-low",
    "board-pair",
    "board-straights",
    "dealer-high",
    "dealer-low",
    "over-dealer",
    "dealer-twins",
)
COLUMN = {name: number for number, name in enumerate(NAMES)}
(FIRST_HIGH, FIRST_LOW, SAME, PAIR, SUITED, FIRST_SUIT) = (
    COLUMN[name] for name in ("high-1", "low-ace-high-1", "same", "pair", "suited", "suit-high-1")
)
(OUTSIDE, NEAREST, SPAN, OWN_STRAIGHTS, OWN_FIT, TWO_HIGHEST) = (
    COLUMN[name] for name in ("court-outside", "nearest", "span", "own-straights", "own-fit", "two-highest")
)
(MADE, MADE_PAIR, OVER_PAIR, KICKER, ONE_SUIT, FLUSH_DRAWS, FLUSH_CARD, STRAIGHTS, DRAWS) = (
    COLUMN[name]
    for name in (
        *("made", "made-pair", "over-pair", "kicker", "one-suit"),
        *("flush-draws", "flush-card", "straights", "draws"),
    )
)
(OVER_BOARD, ABOVE, BOARD_SUITS, BOARD_SUITED, BOARD_HIGH, BOARD_LOW, BOARD_PAIR, BOARD_STRAIGHTS) = (
    COLUMN[name]
    for name in (
        *("over-board", "above", "board-suits", "board-suited"),
        *("board-high", "board-low", "board-pair", "board-straights"),
    )
)
(DEALER_HIGH, DEALER_LOW, OVER_DEALER, DEALER_TWINS) = (
    COLUMN[name] for name in ("dealer-high", "dealer-low", "over-dealer", "dealer-twins")
)


@njit(cache=True)
def rank_of(card: int) -> int:
    return JOKER if card >= 52 else card // 4 + 2


@njit(cache=True)
def _sorted_ranks(cards: Cards, low_ace: bool, ranks: NDArray[np.int64]) -> None:
    """The ranks, highest first."""
    for i in range(len(cards)):
        rank = rank_of(cards[i])
        if low_ace and rank == ACE:
            rank = 1
        j = i
        while j > 0 and ranks[j - 1] < rank:
            ranks[j] = ranks[j - 1]
            j -= 1
        ranks[j] = rank


@njit(cache=True)
def _bits(cards: Cards) -> int:
    """A bit for each rank held; the ace has two, for it is next to the king and to the two."""
    found = 0
    for i in range(len(cards)):
        rank = rank_of(cards[i])
        if rank <= ACE:
            found |= 1 << rank
            if rank == ACE:
                found |= 2
    return found


@njit(cache=True)
def _completing(own: int, every: int, size: int) -> int:
    """How many ranks that are not there complete a straight in which one of `own` plays."""
    found = 0
    for rank in range(2, ACE + 1):
        bit = (1 << rank) | (2 if rank == ACE else 0)
        if every & bit:
            continue
        for low in range(1, ACE + 2 - size):
            window = ((1 << size) - 1) << low
            if window & bit and window & own and window & (every | bit) == window:
                found += 1
                break
    return found


@njit(cache=True)
def _fitting(bits: int, size: int) -> int:
    """The most ranks that fit into one straight."""
    best = 0
    for low in range(1, ACE + 2 - size):
        held, count = bits & (((1 << size) - 1) << low), 0
        while held:
            held &= held - 1
            count += 1
        best = max(best, count)
    return best


@njit(cache=True)
def _own_cards(own: Cards, size: int, out: Measures) -> None:
    count = len(own)
    ranks, low = np.zeros(count, np.int64), np.zeros(count, np.int64)
    _sorted_ranks(own, False, ranks)
    _sorted_ranks(own, True, low)
    for i in range(min(count, HIGHEST)):
        out[FIRST_HIGH + i] = ranks[i]
    for i in range(min(count, LOW_HIGHEST)):
        out[FIRST_LOW + i] = low[i]
    same, pair, run = 1, 0, 1
    nearest, span = 13, ranks[0] - ranks[count - 1]
    for i in range(1, count):
        run = run + 1 if ranks[i] == ranks[i - 1] else 1
        same = max(same, run)
        if run >= 2:
            pair = max(pair, ranks[i])
        nearest = min(nearest, ranks[i - 1] - ranks[i], low[i - 1] - low[i])
    out[SAME], out[PAIR] = same, pair
    if count > 1:
        out[NEAREST], out[SPAN] = nearest, min(span, low[0] - low[count - 1])
        out[TWO_HIGHEST] = ranks[0] + ranks[1]
    bits = _bits(own)
    out[OWN_STRAIGHTS], out[OWN_FIT] = _completing(bits, bits, size), _fitting(bits, size)
    _own_suits(own, out)


@njit(cache=True)
def _own_suits(own: Cards, out: Measures) -> None:
    """The longest suit; of two equally long, the one with the higher cards."""
    best, length, mask = -1, 0, 0
    for suit in range(4):
        held, bits = 0, 0
        for i in range(len(own)):
            if own[i] < 52 and own[i] % 4 == suit:
                held += 1
                bits |= 1 << rank_of(own[i])
        if held > length or (held == length and bits > mask):
            best, length, mask = suit, held, bits
    out[SUITED] = length
    shown = 0
    for rank in range(ACE, 1, -1):
        if mask >> rank & 1 and shown < FLUSH_CARDS:
            out[FIRST_SUIT + shown] = rank
            shown += 1
    outside = 0
    for i in range(len(own)):
        if own[i] < 52 and own[i] % 4 != best and rank_of(own[i]) >= COURT:
            outside += 1
    out[OUTSIDE] = outside


@njit(cache=True)
def _with_board(own: Cards, board: Cards, size: int, out: Measures) -> None:
    made, rank_made = 1, 0
    for i in range(len(own)):
        rank, same = rank_of(own[i]), 0
        for j in range(len(own)):
            same += rank_of(own[j]) == rank
        for j in range(len(board)):
            same += rank_of(board[j]) == rank
        if same > made or (same == made and same > 1 and rank > rank_made):
            made, rank_made = same, rank
    out[MADE], out[MADE_PAIR] = made, rank_made
    kicker = 0
    for i in range(len(own)):
        if rank_of(own[i]) != rank_made:
            kicker = max(kicker, rank_of(own[i]))
    out[KICKER] = kicker
    out[OVER_PAIR] = len(board) + 1
    if rank_made:
        over = 0
        for j in range(len(board)):
            over += rank_of(board[j]) > rank_made
        out[OVER_PAIR] = over
    own_bits, board_bits = _bits(own), _bits(board)
    out[STRAIGHTS] = _completing(own_bits, own_bits | board_bits, size)
    out[BOARD_STRAIGHTS] = _completing(board_bits, board_bits, size)
    _suits_with_board(own, board, size, out)
    out[DRAWS] = out[STRAIGHTS] + out[FLUSH_DRAWS]


@njit(cache=True)
def _suits_with_board(own: Cards, board: Cards, size: int, out: Measures) -> None:
    draws, card, longest, suits, board_longest = 0, 0, 0, 0, 0
    for suit in range(4):
        held, there, high = 0, 0, 0
        for i in range(len(own)):
            if own[i] < 52 and own[i] % 4 == suit:
                held += 1
                high = max(high, rank_of(own[i]))
        for j in range(len(board)):
            there += board[j] < 52 and board[j] % 4 == suit
        suits += there > 0
        board_longest = max(board_longest, there)
        if held:
            longest = max(longest, held + there)
            if held + there >= size - 1:
                draws += 1
                card = max(card, high)
    out[ONE_SUIT], out[FLUSH_DRAWS], out[FLUSH_CARD] = longest, draws, card
    out[BOARD_SUITS], out[BOARD_SUITED] = suits, board_longest


@njit(cache=True)
def _board(own: Cards, board: Cards, out: Measures) -> None:
    high, low, pair, over, above = 0, JOKER, 0, 0, 0
    for i in range(len(board)):
        rank = rank_of(board[i])
        high, low = max(high, rank), min(low, rank)
        for j in range(i):
            if rank_of(board[j]) == rank:
                pair = max(pair, rank)
    for i in range(len(own)):
        over += rank_of(own[i]) > high
        for j in range(len(board)):
            above += rank_of(own[i]) > rank_of(board[j])
    out[BOARD_HIGH], out[BOARD_LOW], out[BOARD_PAIR] = high, low, pair
    out[OVER_BOARD], out[ABOVE] = over, above


@njit(cache=True)
def _dealer(own: Cards, dealer: Cards, out: Measures) -> None:
    high, low, over, twins = 0, JOKER, 0, 0
    for i in range(len(dealer)):
        high, low = max(high, rank_of(dealer[i])), min(low, rank_of(dealer[i]))
    for i in range(len(own)):
        over += rank_of(own[i]) > high
        for j in range(len(dealer)):
            twins += rank_of(own[i]) == rank_of(dealer[j])
    out[DEALER_HIGH], out[DEALER_LOW], out[OVER_DEALER], out[DEALER_TWINS] = high, low, over, twins


@njit(cache=True)
def measure(own: Cards, board: Cards, dealer: Cards, size: int, out: Measures) -> None:
    """Measure every situation; `size` is the number of cards that make a hand, and so a straight."""
    for row in range(len(own)):
        if own.shape[1]:
            _own_cards(own[row], size, out[row])
        if board.shape[1]:
            _with_board(own[row], board[row], size, out[row])
            _board(own[row], board[row], out[row])
        if dealer.shape[1]:
            _dealer(own[row], dealer[row], out[row])
