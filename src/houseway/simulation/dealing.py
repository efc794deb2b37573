"""Dealing card by card in compiled code, for kernels: the cards of many rounds, from one shoe each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.simulation.philox import HALF, LOW, Word, below, fill_words, round_block

BATCH = 1024  # rounds of one player that are dealt together: their words stay in the nearest cache
AT_ONCE = 64  # rounds of several players


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def draw_rounds(key: Word, first: Word, shoe: NDArray[np.uint16], cards: NDArray[np.uint16]) -> None:
    """Deal rounds `first`, `first` + 1, ..., a row of `cards` each, one word for each card.

    A card drawn is replaced by the last one left: what is left is always in front, as in Fisher and Yates' shuffle.
    """
    count, size = cards.shape[1], len(shoe)
    words = np.empty(((count + 3) // 4 * 4, AT_ONCE), np.uint32)
    unfair = np.empty(count, np.uint64)  # a smaller remainder would favour some cards
    for i in range(count):
        unfair[i] = (np.uint64(1) << HALF) % np.uint64(size - i)
    left = np.empty_like(shoe)
    for row in range(len(cards)):
        place = row % AT_ONCE
        if place == 0:
            for block in range(len(words) // 4):
                fill_words(key, first + np.uint64(row), block, words[4 * block : 4 * block + 4])
        left[:] = shoe
        fair = True
        for i in range(count):
            product = np.uint64(words[i, place]) * np.uint64(size - i)
            fair &= product & LOW >= unfair[i]
            pick = np.int64(product >> HALF)
            cards[row, i] = left[pick]
            left[pick] = left[size - 1 - i]
        if not fair:
            _draw_round(key, first + np.uint64(row), shoe, left, cards[row])


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _draw_round(
    key: Word, number: Word, shoe: NDArray[np.uint16], left: NDArray[np.uint16], cards: NDArray[np.uint16]
) -> None:
    """Deal one round, with as many words as it needs: one that would favour some cards is passed over."""
    left[:] = shoe
    size = len(shoe)
    block, word = 0, 4
    one = two = three = four = np.uint32(0)
    for i in range(len(cards)):
        pick = np.int64(-1)
        while pick < 0:
            if word == 4:
                one, two, three, four = round_block(key, number, block)
                block += 1
                word = 0
            pick = below(one, size - i)
            one, two, three = two, three, four
            word += 1
        cards[i] = left[pick]
        left[pick] = left[size - 1 - i]
