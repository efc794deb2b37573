"""Rounds decided suit by suit in compiled code: a hand is a whole number, each suit a few of its bits."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.by_suit_loops import Classes, Sets, Tables, classify, raise_cuts
from houseway.simulation.dealing import AT_ONCE, draw_rounds
from houseway.simulation.philox import Word, fill_words, round_block

Codes = NDArray[np.uint16]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]
Bits = NDArray[np.uint64]
Words = NDArray[np.uint32]

WORD = np.uint64
BATCH = 256  # rounds that are dealt together: what they need stays in the nearest cache
OPEN = 255  # in place of a play: the other suits decide


class Dealing(NamedTuple):
    """What is dealt to the player and the dealer, from a deck of so many ranks in each suit."""

    player: int
    dealer: int
    ranks: int
    deck: int
    blocks: int  # of words that are drawn for every round at first
    shoe: Codes


class Hands(NamedTuple):
    """What sets of ranks are worth."""

    sets: Words  # for each set of ranks its index, then its further features
    strengths: Codes  # for each set of ranks
    flag_bits: int
    info: Words  # by index: the strength, its group, and the play, or OPEN
    digits: Numbers  # of combinations of features


class Others(NamedTuple):
    """Decisions that depend on the other suits, by a row for each best set."""

    row: Numbers  # by index
    position: Numbers  # by index: the place among all sets by size
    size: Numbers  # by index
    number: Codes  # by row and position: the set's class
    counts: Numbers  # by row and size: how many classes
    firsts: Numbers  # by row, the two smaller sizes and the first class: the number of the first state
    start: Ints  # by row: where its states begin
    plays: Bytes  # of all states


class Settling(NamedTuple):
    """How hands end."""

    facts: Bytes  # by the dealer's strength: three times the fact
    codes: NDArray[np.uint16]  # by play, column, group of strengths and digit


# --- decisions ---


@njit(cache=True)
def number_others(best: Ints, grouped: bool, sets: Sets, tables: Tables, classes: Classes, others: Others) -> None:
    """Number the states of some best sets, ascending, as `list_states` lists them."""
    for row in range(len(best)):
        raise_cuts(best[row], sets, tables)
        classify(best[row], grouped, sets, tables, classes)
        count, left = classes.counts, sets.player - sets.size[best[row]]
        for position in range(others.number.shape[1]):
            others.number[row, position] = max(0, classes.number[sets.by_size[position]])
        others.counts[row] = count[: others.counts.shape[1]]
        number = 0
        for s1 in range(left // 3 + 1):
            for s2 in range(s1, (left - s1) // 2 + 1):
                s3 = left - s1 - s2
                if s3 < len(count):
                    for x in range(count[s1]):
                        others.firsts[row, s1, s2, x] = number
                        y = x + 1 if s2 == s1 else count[s2]
                        number += y * (y + 1) // 2 if s3 == s2 else y * count[s3]


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def state_number(row: Word, one: Word, two: Word, three: Word, others: Others) -> Word:
    """The number of a hand among the states of its best set, from the indices of its other sets."""
    # The smaller first, those of one size in descending order of their classes.
    a = others.size[one] << 16 | 65_535 - np.int64(others.number[row, others.position[one]])
    b = others.size[two] << 16 | 65_535 - np.int64(others.number[row, others.position[two]])
    c = others.size[three] << 16 | 65_535 - np.int64(others.number[row, others.position[three]])
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    s1, s2, s3 = a >> 16, b >> 16, c >> 16
    x, y, z = 65_535 - (a & 65_535), 65_535 - (b & 65_535), 65_535 - (c & 65_535)
    before = y * (y + 1) >> 1 if s3 == s2 else y * others.counts[row, s3]
    return others.firsts[row, s1, s2, x] + before + z


# --- dealing ---


@njit(inline="always")
def drawn(
    half: Word, player: Word, dealer: Word, count: Word, deck: Word, unfair: Word, first: Word, both: Word
) -> tuple[Word, Word, Word]:
    """Draw a card with half a word: the first that were not drawn before are the player's, the next the dealer's.

    A half that would favour some cards draws none.
    """
    product = half * deck
    card = WORD(1) << (product >> WORD(16))
    new = (card if product & WORD(0xFFFF) >= unfair else WORD(0)) & ~(player | dealer)
    player |= new if count < first else WORD(0)
    dealer |= new if first <= count < both else WORD(0)
    count += WORD(1) if new else WORD(0)
    return player, dealer, count


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def draw_batch(
    key: Word, first: Word, dealing: Dealing, words: Words, players: Bits, dealers: Bits, counts: Bits
) -> None:
    """The hands of many rounds from their first blocks, and how many cards each came to: hardly ever too few.

    Word by word for all rounds, so that the loop becomes vector code.
    """
    deck, own, both = WORD(dealing.deck), WORD(dealing.player), WORD(dealing.player + dealing.dealer)
    unfair = WORD(65_536) % deck
    players[:], dealers[:], counts[:] = 0, 0, 0
    for block in range(dealing.blocks):
        fill_words(key, first, block, words)
        for row in range(4):
            line = words[row]
            for i in range(BATCH):
                word, player, dealer, count = WORD(line[i]), players[i], dealers[i], counts[i]
                player, dealer, count = drawn(word & WORD(0xFFFF), player, dealer, count, deck, unfair, own, both)
                player, dealer, count = drawn(word >> WORD(16), player, dealer, count, deck, unfair, own, both)
                players[i], dealers[i], counts[i] = player, dealer, count


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def draw_round(key: Word, number: Word, dealing: Dealing) -> tuple[Word, Word]:
    """The same for one round, from as many blocks as it needs."""
    deck, own, both = WORD(dealing.deck), WORD(dealing.player), WORD(dealing.player + dealing.dealer)
    unfair = WORD(65_536) % deck
    player, dealer, count = WORD(0), WORD(0), WORD(0)
    block = 0
    while count < both:
        for one in round_block(key, number, block):
            word = WORD(one)
            player, dealer, count = drawn(word & WORD(0xFFFF), player, dealer, count, deck, unfair, own, both)
            player, dealer, count = drawn(word >> WORD(16), player, dealer, count, deck, unfair, own, both)
        block += 1
    return player, dealer


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def deal_one(key: Word, number: Word, dealing: Dealing, dealt: Codes) -> None:
    """The cards of a round as `fill_one` deals them."""
    size = 0
    for hand in draw_round(key, number, dealing):
        for position in range(dealing.deck):
            if hand >> WORD(position) & WORD(1):
                dealt[size] = position
                size += 1


# --- rounds ---


@njit(inline="always")
def suits_of(hand: Word, ranks: Word, table: NDArray[Any]) -> tuple[Word, Word, Word, Word]:
    """What the table says of each suit."""
    whole = (WORD(1) << ranks) - WORD(1)
    return (
        np.int64(table[hand & whole]),
        np.int64(table[hand >> ranks & whole]),
        np.int64(table[hand >> WORD(2) * ranks & whole]),
        np.int64(table[hand >> WORD(3) * ranks]),
    )


@njit(inline="always")
def settled(info: Word, flags: Word, play: Word, dealer: Word, digits: Numbers, settling: Settling) -> Word:
    """The code of a hand with a play, against the dealer's strength."""
    mine = info >> 16
    column = settling.facts[dealer] + (1 if mine <= dealer else 0) + (1 if mine < dealer else 0)
    return settling.codes[play, column, info >> 8 & 255, digits[flags]]


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def settle_hands(
    players: Bits, dealers: Bits, codes: Codes, undecided: Ints, ranks: Word, hands: Hands, settling: Settling
) -> Word:
    """The codes of hands that their best suit decides; the others are noted in `undecided`, and how many these are."""
    bits, noted = hands.flag_bits, 0
    for i in range(len(codes)):
        a, b, c, d = suits_of(players[i], ranks, hands.sets)
        info = np.int64(hands.info[max(max(a, b), max(c, d)) >> bits])
        flags = (a | b | c | d) & ((1 << bits) - 1)
        p, q, r, s = suits_of(dealers[i], ranks, hands.strengths)
        dealer = max(max(p, q), max(r, s))
        play = info & 255
        undecided[noted] = i
        is_open = play == OPEN
        noted += 1 if is_open else 0
        codes[i] = settled(info, flags, 0 if is_open else play, dealer, hands.digits, settling)
    return noted


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def look_up_hand(hand: Word, dealt: Word, ranks: Word, hands: Hands, others: Others, settling: Settling) -> Word:
    """The code of a hand whose best suit alone does not decide."""
    a, b, c, d = suits_of(hand, ranks, hands.sets)
    p, q, r, s = suits_of(dealt, ranks, hands.strengths)
    flags = (a | b | c | d) & ((1 << hands.flag_bits) - 1)
    a, b, c, d = a >> hands.flag_bits, b >> hands.flag_bits, c >> hands.flag_bits, d >> hands.flag_bits
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    row = np.int64(others.row[a])
    play = np.int64(others.plays[others.start[row] + state_number(row, b, c, d, others)])
    dealer = max(max(p, q), max(r, s))
    return settled(np.int64(hands.info[a]), flags, play, dealer, hands.digits, settling)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def fill_one(
    key: Word, first: Word, codes: Codes, dealing: Dealing, hands: Hands, others: Others, settling: Settling
) -> None:
    words, undecided = np.empty((4, BATCH), np.uint32), np.empty(BATCH + 1, np.int64)
    players, dealers, counts = np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint64)
    ranks, both = WORD(dealing.ranks), WORD(dealing.player + dealing.dealer)
    for start in range(0, len(codes), BATCH):
        size = min(BATCH, len(codes) - start)
        draw_batch(key, first + WORD(start), dealing, words, players, dealers, counts)
        for i in range(size):
            if counts[i] < both:
                players[i], dealers[i] = draw_round(key, first + WORD(start + i), dealing)
        part = codes[start : start + size, 0]
        noted = settle_hands(players, dealers, part, undecided, ranks, hands, settling)
        for i in undecided[:noted]:
            part[i] = look_up_hand(players[i], dealers[i], ranks, hands, others, settling)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def fill_seats(
    key: Word, first: Word, codes: Codes, dealing: Dealing, hands: Hands, others: Others, settling: Settling
) -> None:
    rounds, seats = codes.shape
    own, ranks = dealing.player, WORD(dealing.ranks)
    cards, undecided = np.empty((AT_ONCE, own * seats + dealing.dealer), np.uint16), np.empty(seats + 1, np.int64)
    players, dealers = np.empty(seats + 1, np.uint64), np.empty(seats, np.uint64)
    for row in range(rounds):
        if row % AT_ONCE == 0:
            draw_rounds(key, first + WORD(row), dealing.shoe, cards)
        dealt = cards[row % AT_ONCE]
        players[:] = 0
        for i in range(len(dealt)):
            players[min(i // own, seats)] |= WORD(1) << WORD(dealt[i])
        dealers[:] = players[seats]
        noted = settle_hands(players, dealers, codes[row], undecided, ranks, hands, settling)
        for i in undecided[:noted]:
            codes[row, i] = look_up_hand(players[i], dealers[i], ranks, hands, others, settling)
