"""How many situations there are up to a renaming of suits, counted without making them.

By Burnside's lemma it is the mean, over all renamings that keep the deck as it is, of the number of deals that a
renaming keeps as they are. Such a deal puts all cards of a cycle of the renaming into the same pile: a cycle of n faces
of which the shoe holds c copies each contributes the sum of x^(n k) over the piles' shares k with at most c in all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.odds.universe import Universe


def count_situations(universe: Universe, sizes: Sequence[int]) -> int:
    """The number of situations with piles of these sizes."""
    piles = tuple(size for size in sizes if size)
    kept = Counter(_cycles(universe, names) for names in permutations(range(4)) if _keeps(universe, names))
    deals = sum(times * _deals(dict(cycles), piles) for cycles, times in kept.items())
    return int(deals) // kept.total()


def _keeps(universe: Universe, names: Sequence[int]) -> bool:
    """Whether a renaming turns every suit into one that is alike; without suits, there is but one."""
    if (universe.suit < 0).all():
        return list(names) == [0, 1, 2, 3]
    return all(universe.alike[suit] == universe.alike[name] for suit, name in enumerate(names))


def _cycles(universe: Universe, names: Sequence[int]) -> frozenset[tuple[tuple[int, int], int]]:
    """How many cycles of faces a renaming has, by their length and the copies of each face."""
    found: Counter[tuple[int, int]] = Counter()
    for suit, copies in zip(universe.suit.tolist(), universe.copies.tolist(), strict=True):
        length, name = 1, suit
        while suit >= 0 and (name := names[name]) != suit:
            length += 1
        found[length, copies] += 1
    return frozenset((cycle, faces // cycle[0]) for cycle, faces in found.items())


def _deals(cycles: dict[tuple[int, int], int], piles: tuple[int, ...]) -> int:
    """The coefficient of all piles in the product over the cycles, whose powers are cut off at the piles' sizes."""
    shape = tuple(size + 1 for size in piles)
    whole: NDArray[Any] = np.zeros(shape, object)
    whole[(0,) * len(piles)] = 1
    for (length, copies), times in cycles.items():
        shares = [
            tuple(length * share for share in shares)
            for shares in product(*(range(min(copies, size // length) + 1) for size in piles))
            if 0 < sum(shares) <= copies
        ]
        for _ in range(times):
            before = whole.copy()
            for share in shares:
                to = tuple(slice(part, None) for part in share)
                whole[to] += before[tuple(slice(0, size - part) for size, part in zip(shape, share, strict=True))]
    return int(whole[tuple(piles)]) if prod(shape) else 0
