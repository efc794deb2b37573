"""The compiled loop that compares a hand with the dealer's on every board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.universe import Ints


@njit(cache=True, nogil=True)
def stand_on_boards(
    boards: Ints,
    classes: NDArray[np.int16],
    hands: Ints,
    strength: Ints,
    fact: Ints,
    low: Ints,
    high: Ints,
    found: Ints,
) -> None:
    """For each of these boards: the dealer's hands by fact that the player's beats, ties and loses to."""
    for at in range(len(boards)):
        line = classes[boards[at]]
        for hand in hands:
            number = line[hand]
            if number >= 0:
                stands = 0 if strength[number] < low[at] else 1 if strength[number] < high[at] else 2
                found[at, fact[number], stands] += 1
