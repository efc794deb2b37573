"""The compiled loop that sorts the dealer's possible hands by strength."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.universe import Faces, Ints

Flags = NDArray[np.bool_]


@njit(cache=True, nogil=True)
def possible_hands(hands: Faces, left: Flags, shown: Ints, ranks: Ints, marked: int, found: Flags) -> None:
    """Which hands can be dealt from the cards left, hold those shown and, where they are marked, are of these ranks."""
    size = hands.shape[1]
    for hand in range(hands.shape[0]):
        fits = not marked or ranks[hand] == marked
        for i in range(size):
            fits &= left[hands[hand, i]]
        for card in shown:
            held = False
            for i in range(size):
                held |= hands[hand, i] == card
            fits &= held
        found[hand] = fits


@njit(cache=True, nogil=True)
def sort_hands(hands: Faces, possible: Flags, strength: Ints, fact: Ints, below: Ints, holding: Ints) -> None:
    """The possible hands by fact, cumulated by strength: all of them, and those that hold each card."""
    for hand in range(hands.shape[0]):
        if possible[hand]:
            below[fact[hand], strength[hand] + 1] += 1
            for card in hands[hand]:
                holding[card, fact[hand], strength[hand] + 1] += 1
    for line in range(below.shape[0]):
        for at in range(below.shape[1] - 1):
            below[line, at + 1] += below[line, at]
            for card in range(holding.shape[0]):
                holding[card, line, at + 1] += holding[card, line, at]
