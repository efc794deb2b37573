"""Dealing in compiled code, for kernels: the words of many rounds at once, and a shoe that is dealt card by card.

A kernel that deals whole hands at once may find that two of them hold the same card. Such a deal is thrown away and the
round tries its next words, so every legal deal stays as likely as any other. To keep the processor busy, all rounds of
a batch try together, then those that failed try again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.simulation.philox import HALF, LOW, Word, below, philox_block, round_block

BATCH = 1024  # rounds that try together: their words stay in the nearest cache


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def words_of(
    key: Word, first: Word, block: Word, rounds: NDArray[np.uint32], count: int, words: NDArray[np.uint32]
) -> None:
    """One block for some rounds: column i of the (4, n) array `words` is that of round `first` + `rounds[i]`."""
    whole, start, number = np.uint64(key), np.uint64(first), np.uint64(block)
    k0, k1 = whole & LOW, whole >> HALF
    one, two, three, four = words[0], words[1], words[2], words[3]
    for i in range(count):
        at = start + np.uint64(rounds[i])
        a, b, c, d = philox_block(at & LOW, at >> HALF, number, np.uint64(0), k0, k1)
        one[i] = a
        two[i] = b
        three[i] = c
        four[i] = d


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def draw_cards(
    key: Word, round_number: Word, shoe: NDArray[np.uint16], picks: NDArray[np.uint16], drawn: NDArray[np.uint16]
) -> None:
    """Draw as many cards as `drawn` holds, one word for each, and leave the shoe as it was.

    A card drawn is replaced by the last one left: what is left is always in front, as in Fisher and Yates' shuffle.
    """
    left = shoe.shape[0]
    block, word = 0, 4
    one = two = three = four = np.uint32(0)
    for i in range(drawn.shape[0]):
        pick = np.int64(-1)
        while pick < 0:
            if word == 4:
                one, two, three, four = round_block(key, round_number, block)
                block += 1
                word = 0
            pick = below(one, left)
            one, two, three = two, three, four
            word += 1
        left -= 1
        picks[i] = pick
        drawn[i] = shoe[pick]
        shoe[pick] = shoe[left]
    for i in range(drawn.shape[0] - 1, -1, -1):
        shoe[picks[i]] = drawn[i]
