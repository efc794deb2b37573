"""Rounds of any game in compiled code: the shoe is dealt card by card, and every hand is walked through the tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.simulation.dealing import draw_cards
from houseway.simulation.kernel_tables import Targets
from houseway.simulation.philox import Word

Codes = NDArray[np.uint16]
LOW = 2**32 - 1


@njit(inline="always")
def number_of(
    faces: NDArray[np.uint8],
    first: Word,
    size: Word,
    renaming: Word,
    renamed: NDArray[np.uint8],
    choose: NDArray[np.int64],
    row: NDArray[np.int64],
) -> Word:
    """The number of a set of faces among all sets of its size, suits renamed; `row` is scratch space for sorting."""
    found = np.int64(0)
    if size == 1:
        found = np.int64(renamed[renaming, faces[first]])
    elif size == 2:
        one, two = np.int64(renamed[renaming, faces[first]]), np.int64(renamed[renaming, faces[first + 1]])
        found = choose[0, min(one, two)] + choose[1, max(one, two)]
    elif size == 3:
        one, two = np.int64(renamed[renaming, faces[first]]), np.int64(renamed[renaming, faces[first + 1]])
        three = np.int64(renamed[renaming, faces[first + 2]])
        low, high = min(one, two, three), max(one, two, three)
        found = choose[0, low] + choose[1, one + two + three - low - high] + choose[2, high]
    else:
        for i in range(size):
            face = np.int64(renamed[renaming, faces[first + i]])
            j = i
            while j > 0 and row[j - 1] > face:
                row[j] = row[j - 1]
                j -= 1
            row[j] = face
        for i in range(size):
            found += choose[i, row[i]]
    return found


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def play_seats(
    key: Word,
    first: Word,
    codes: Codes,
    whole: Codes,
    count: int,
    shared: int,
    root: int,
    common: int,
    tables: Targets,
) -> None:
    """Shared cards come first, then each seat's in turn.

    `common` are the dealer's cards if all ends look at the same ones, so that the hand is looked up once; -1 otherwise.
    """
    targets, entries, ends, hands, points, atoms, renamed, composed, choose, totals, faces_of = tables
    shoe, cards = whole.copy(), np.empty(count, np.uint16)
    picks, faces, row = np.empty(count, np.uint16), np.empty(count, np.uint8), np.empty(count, np.int64)
    for i in range(codes.shape[0]):
        draw_cards(key, first + np.uint64(i), shoe, picks, cards)
        for j in range(count):
            faces[j] = faces_of[cards[j]]
        used, hand, looked = shared, np.int64(0), False
        for seat in range(codes.shape[1]):
            own = used
            target, names = np.int64(root), np.int64(0)
            point = targets[target, 0]
            while point >= 0:
                size, start = points[point, 0], points[point, 1]
                if start < 0:
                    start = own - 1 - start
                    used = start + size
                number = number_of(faces, start, size, names, renamed, choose, row)
                entry = np.int64(entries[targets[target, 1] + number])
                target, names = entry >> 5, np.int64(composed[entry & 31, names])
                point = targets[target, 0]
            base = targets[target, 1]
            if point == -1:
                codes[i, seat] = ends[base]
                continue
            stand, house = targets[target, 2], targets[target, 3]
            if not looked:
                names = np.int64(composed[house & 31, names])
                hand_index = np.int64(0)
                for j in range(atoms.shape[1]):
                    size = atoms[-2 - point, j, 0]
                    if size:
                        number = number_of(faces, atoms[-2 - point, j, 1], size, names, renamed, choose, row)
                        hand_index = hand_index * totals[size] + number
                hand = np.int64(hands[(house >> 5) + hand_index])
                looked = common >= 0
            if stand < 0:
                codes[i, seat] = hand
                continue
            strength, fact = hand >> 16, hand & 65_535
            stands = np.int64(strength >= stand & LOW) + np.int64(strength >= stand >> 32)
            codes[i, seat] = ends[base + 3 * fact + stands]
