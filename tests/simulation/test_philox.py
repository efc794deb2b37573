"""The generator of the simulation, proved on the published test vectors of Philox4x32-10."""

from __future__ import annotations

import numpy as np
import pytest

from houseway.simulation.philox import below, fill_words, key_of, philox_block, round_block

# Known answers that the authors publish with Random123 (kat_vectors): counter, key, words.
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN, ids=["zeros", "ones", "pi"])
def test_published_vectors(counter: tuple[int, ...], key: tuple[int, ...], words: tuple[int, ...]) -> None:
    assert tuple(int(word) for word in philox_block(*map(np.uint64, (*counter, *key)))) == words


def test_many_rounds_at_once_are_the_same_words() -> None:
    """Also where the round's number grows beyond 32 bits."""
    key, first = key_of("a seed"), 2**32 - 3
    many = np.empty((4, 6), np.uint32)
    fill_words(np.uint64(key), np.uint64(first), 7, many)
    for index in range(6):
        number = first + index
        one = philox_block(number & 0xFFFFFFFF, number >> 32, 7, 0, key & 0xFFFFFFFF, key >> 32)
        assert tuple(many[:, index]) == one == round_block(np.uint64(key), np.uint64(number), 7)


def test_large_keys_and_rounds() -> None:
    """Keys of all 64 bits and rounds beyond 32 bits do not lose bits on the way."""
    high = round_block(np.uint64(2**64 - 1), np.uint64(2**63 + 5), 0)
    assert high == philox_block(5, 2**31, 0, 0, 0xFFFFFFFF, 0xFFFFFFFF)
    assert key_of("1") != key_of("2")
    assert 0 <= key_of("1") < 2**64


@pytest.mark.parametrize("bound", [1, 3, 52, 22_100, 2**31 + 1])
def test_bounded_numbers_are_even(bound: int) -> None:
    """Of the 2**32 words, exactly as many are accepted for one number as for any other."""
    quota = 2**32 // bound
    for number in {0, 1 % bound, bound // 3, bound // 2, bound - 1}:
        first, last = -(-(number << 32) // bound), -(-((number + 1) << 32) // bound)  # the words that lead to it
        refused = below(first, bound) < 0  # only the first word of a range can have a low half below the bound
        assert last - first - refused == quota
        for word in {first + refused, (first + refused + last) // 2, last - 1}:
            assert isinstance(below(word, bound), int)
            assert below(word, bound) == number
