"""Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw (2011), compiled.

A block of four 32-bit words is a pure function of counter and key: the counter here is a round's number and a block
number within the round, so that a round's cards do not depend on who deals the rounds before it. The test proves it on
the published test vectors.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit

Word = Any  # a whole number of compiled code; from Python a key goes in as np.uint64, for it may have all 64 bits

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
MULTIPLY_0, MULTIPLY_1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
# The key grows by these every round of the cipher; the sums for all ten rounds are written out once.
WEYL_0, WEYL_1 = 0x9E3779B9, 0xBB67AE85
X1, X2, X3, X4, X5, X6, X7, X8, X9 = (np.uint64(WEYL_0 * turn % 2**32) for turn in range(1, 10))
Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9 = (np.uint64(WEYL_1 * turn % 2**32) for turn in range(1, 10))


def key_of(seed: str) -> int:
    """The 64-bit key that a seed's text stands for."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")


@njit(inline="always")
def _turn(a: Word, b: Word, c: Word, d: Word, x: Word, y: Word) -> tuple[Word, Word, Word, Word]:
    """One round of the cipher."""
    p, q = MULTIPLY_0 * a, MULTIPLY_1 * c
    return (q >> HALF) ^ b ^ (x & LOW), q & LOW, (p >> HALF) ^ d ^ (y & LOW), p & LOW


@njit(inline="always")
def philox_block(c0: Word, c1: Word, c2: Word, c3: Word, k0: Word, k1: Word) -> tuple[Word, Word, Word, Word]:
    """Four 32-bit words for a counter of four words and a key of two; the words come as uint32.

    Written out without a loop, in 64-bit lanes that hold 32-bit values: so the loops around it become vector code.
    """
    a, b, c, d = np.uint64(c0) & LOW, np.uint64(c1) & LOW, np.uint64(c2) & LOW, np.uint64(c3) & LOW
    x, y = np.uint64(k0), np.uint64(k1)
    a, b, c, d = _turn(a, b, c, d, x, y)
    a, b, c, d = _turn(a, b, c, d, x + X1, y + Y1)
    a, b, c, d = _turn(a, b, c, d, x + X2, y + Y2)
    a, b, c, d = _turn(a, b, c, d, x + X3, y + Y3)
    a, b, c, d = _turn(a, b, c, d, x + X4, y + Y4)
    a, b, c, d = _turn(a, b, c, d, x + X5, y + Y5)
    a, b, c, d = _turn(a, b, c, d, x + X6, y + Y6)
    a, b, c, d = _turn(a, b, c, d, x + X7, y + Y7)
    a, b, c, d = _turn(a, b, c, d, x + X8, y + Y8)
    a, b, c, d = _turn(a, b, c, d, x + X9, y + Y9)
    return np.uint32(a), np.uint32(b), np.uint32(c), np.uint32(d)


@njit(cache=True, nogil=True, error_model="numpy")
def round_block(key: Word, round_number: Word, block: Word) -> tuple[Word, Word, Word, Word]:
    """The words of one block of a round: the counter is (round low, round high, block, 0), the key (low, high)."""
    number, whole = np.uint64(round_number), np.uint64(key)
    return philox_block(number & LOW, number >> HALF, np.uint64(block), np.uint64(0), whole & LOW, whole >> HALF)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def fill_words(key: Word, first: Word, block: Word, words: NDArray[np.uint32]) -> None:
    """The same block for many rounds, the fast way: column i of the (4, n) array `words` is that of round `first` + i.

    The words of one kind lie side by side, as vector code needs them: several times the speed of rows of four.
    """
    whole, start, number = np.uint64(key), np.uint64(first), np.uint64(block)
    k0, k1 = whole & LOW, whole >> HALF
    one, two, three, four = words[0], words[1], words[2], words[3]
    for i in range(words.shape[1]):
        at = start + np.uint64(i)
        a, b, c, d = philox_block(at & LOW, at >> HALF, number, np.uint64(0), k0, k1)
        one[i] = a
        two[i] = b
        three[i] = c
        four[i] = d


@njit(cache=True, nogil=True, error_model="numpy")
def below(word: Word, bound: Word) -> Word:
    """A number from 0 to bound - 1 out of one 32-bit word, or -1 where the word would favour some numbers.

    Lemire's multiplication: the words whose low half falls below 2**32 mod bound are thrown away, and of the others
    just as many lead to each number. The remainder is worked out only in the rare case that it can matter.
    """
    product = np.uint64(word) * np.uint64(bound)
    low = product & LOW
    if low < np.uint64(bound) and low < (np.uint64(1) << HALF) % np.uint64(bound):
        return np.int64(-1)
    return np.int64(product >> HALF)  # signed and unsigned together would become a float


def stream(key: int, first: int, blocks: int) -> NDArray[np.uint32]:
    """Block 0 of many rounds, one after the other, as the kernels see them; for outside batteries of tests."""
    words = np.empty((4, blocks), np.uint32)
    fill_words(np.uint64(key), np.uint64(first), 0, words)
    return np.ascontiguousarray(words.T)
