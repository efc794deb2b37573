"""Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw (2011), compiled.

A block of four 32-bit words is a pure function of counter and key: the counter here is a round's number and a block
number within the round, so that a round's cards do not depend on who deals the rounds before it. The test proves it on
the published test vectors.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from numba import int64, njit, uint32, uint64

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Word = Any  # a whole number, of Python or of compiled code

LOW = uint64(0xFFFFFFFF)
HALF = uint64(32)
MULTIPLY_0, MULTIPLY_1 = uint64(0xD2511F53), uint64(0xCD9E8D57)
WEYL_0, WEYL_1 = uint64(0x9E3779B9), uint64(0xBB67AE85)


def key_of(seed: str) -> int:
    """The 64-bit key that a seed's text stands for."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")


@njit(cache=True, nogil=True, error_model="numpy")
def philox_block(c0: Word, c1: Word, c2: Word, c3: Word, k0: Word, k1: Word) -> tuple[Word, Word, Word, Word]:
    """Four 32-bit words for a counter of four words and a key of two; the words come as uint32."""
    # 64-bit lanes that hold 32-bit values: the products need 64 bits anyway, and the loops around this vectorise.
    a, b, c, d = uint64(c0) & LOW, uint64(c1) & LOW, uint64(c2) & LOW, uint64(c3) & LOW
    x, y = uint64(k0) & LOW, uint64(k1) & LOW
    for _ in range(10):
        p, q = MULTIPLY_0 * a, MULTIPLY_1 * c
        a, b, c, d = (q >> HALF) ^ b ^ x, q & LOW, (p >> HALF) ^ d ^ y, p & LOW
        x, y = (x + WEYL_0) & LOW, (y + WEYL_1) & LOW
    return uint32(a), uint32(b), uint32(c), uint32(d)


@njit(cache=True, nogil=True, error_model="numpy")
def round_block(key: Word, round_number: Word, block: Word) -> tuple[Word, Word, Word, Word]:
    """The words of one block of a round: the counter is (round low, round high, block, 0), the key (low, high)."""
    number, whole = uint64(round_number), uint64(key)
    return philox_block(number & LOW, number >> HALF, uint64(block), uint64(0), whole & LOW, whole >> HALF)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def fill_blocks(key: Word, first: Word, block: Word, words: NDArray[np.uint32]) -> None:
    """The same block for many rounds: row i of the (n, 4) uint32 array `words` is that of round `first` + i."""
    whole, start, number = uint64(key), uint64(first), uint64(block)
    k0, k1 = whole & LOW, whole >> HALF
    for i in range(words.shape[0]):
        at = start + uint64(i)
        a, b, c, d = philox_block(at & LOW, at >> HALF, number, uint64(0), k0, k1)
        words[i, 0] = a
        words[i, 1] = b
        words[i, 2] = c
        words[i, 3] = d


@njit(cache=True, nogil=True, error_model="numpy")
def below(word: Word, bound: Word) -> Word:
    """A number from 0 to bound - 1 out of one 32-bit word, or -1 where the word would favour some numbers.

    Lemire's multiplication: the words whose low half falls below 2**32 mod bound are thrown away, and of the others
    just as many lead to each number. The remainder is worked out only in the rare case that it can matter.
    """
    product = uint64(word) * uint64(bound)
    low = product & LOW
    if low < uint64(bound) and low < (uint64(1) << HALF) % uint64(bound):
        return int64(-1)
    return int64(product >> HALF)  # signed and unsigned together would become a float


def stream(key: int, first: int, blocks: int) -> NDArray[np.uint32]:
    """Block 0 of many rounds, one after the other, as the kernels see them; for outside batteries of tests."""
    import numpy as np

    words = np.empty((blocks, 4), np.uint32)
    fill_blocks(key, first, 0, words)
    return words
