"""The shuffle under test: where cards land, what follows what, and runs, each against its exact distribution.

Every statistic is over shuffles that are independent of each other, and is asymptotically chi-square with the degrees
that are given; p-values come from scipy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from importlib import import_module
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK
from houseway.errors import HousewayError, OptionError
from houseway.jit import njit
from houseway.simulation.philox import below, key_of, round_block, stream
from houseway.table.shuffle import Shoe, Stream, mixed, seed_from

CARDS = 52
BATCH = 4_096  # shuffles
LEAST_SHUFFLES, MOST_SHUFFLES = 20_000, 10**9
SUSPICIOUS = 1e-6
LEAST_EXPECTED = 5.0
BLOCK = 2**16  # bytes of a stream written at a time

Decks = NDArray[np.uint8]  # (shuffles, 52): the number of the card at each position


class Source(StrEnum):
    TABLE = "table"
    SIMULATION = "simulation"


@dataclass(frozen=True)
class RandomnessTest:
    """One statistic of many shuffles."""

    name: str
    text: str
    statistic: float
    degrees: int
    p_value: float

    @property
    def suspicious(self) -> bool:
        """Too far from chance, or too near to it, for any fair shuffle."""
        return not SUSPICIOUS <= self.p_value <= 1 - SUSPICIOUS

    def to_json(self) -> dict[str, Any]:
        return {
            "test": self.name,
            "text": self.text,
            "statistic": self.statistic,
            "degrees_of_freedom": self.degrees,
            "p_value": self.p_value,
            "suspicious": self.suspicious,
        }


# --- shuffles ---


def table_decks(seed: str, first: int, count: int) -> Decks:
    """Decks as the table shuffles them: a seed of its own for every round."""
    numbers = {card: position for position, card in enumerate(DECK)}
    decks = np.empty((count, CARDS), np.uint8)
    for position in range(count):
        shoe = Shoe(DECK, Stream(seed_from(f"{seed} {first + position}"), mixed({})))
        decks[position] = [numbers[card] for card in shoe.draw(CARDS)]
    return decks


@njit(cache=True, nogil=True)
def _shuffle_all(key: Any, first: int, decks: Decks) -> None:
    for i in range(decks.shape[0]):
        deck = decks[i]
        for position in range(CARDS):
            deck[position] = position
        block, position = 0, 0
        while position < CARDS - 1:
            for word in round_block(key, np.uint64(first) + np.uint64(i), block):
                other = below(word, CARDS - position)
                if other >= 0 and position < CARDS - 1:
                    deck[position], deck[position + other] = deck[position + other], deck[position]
                    position += 1
            block += 1


def simulation_decks(seed: str, first: int, count: int) -> Decks:
    """Whole decks from the simulation's generator and its bounded numbers, by Fisher and Yates' shuffle."""
    decks = np.empty((count, CARDS), np.uint8)
    _shuffle_all(np.uint64(key_of(seed)), first, decks)
    return decks


SHUFFLES: dict[Source, Callable[[str, int, int], Decks]] = {
    Source.TABLE: table_decks,
    Source.SIMULATION: simulation_decks,
}

# --- statistics ---


def examine(
    shuffles: int,
    seed: str,
    source: Source = Source.TABLE,
    *,
    progress: Callable[[int], None] = lambda done: None,
    decks: Callable[[str, int, int], Decks] | None = None,
) -> list[RandomnessTest]:
    """Shuffle so many decks and test them."""
    if not LEAST_SHUFFLES <= shuffles <= MOST_SHUFFLES:
        raise OptionError(
            f"The number of shuffles is from {LEAST_SHUFFLES:,}, below which the statistics say nothing, to "
            f"{MOST_SHUFFLES:,}, not {shuffles:,}."
        )
    tail = _tail()
    shuffled = decks or SHUFFLES[source]
    counts = _Counts()
    for first in range(0, shuffles, BATCH):
        counts.add(shuffled(seed, first, min(BATCH, shuffles - first)), first)
        progress(min(shuffles, first + BATCH))
    return [
        RandomnessTest(name, text, value, free, tail(value, free)) for name, text, value, free in counts.statistics()
    ]


def _tail() -> Callable[[float, int], float]:
    try:
        chi2: Any = import_module("scipy.stats").chi2
    except ImportError:
        raise HousewayError(
            'The p-values come from scipy, which is not installed: pip install "houseway[statistics]".'
        ) from None
    return lambda statistic, degrees: float(chi2.sf(statistic, degrees))


class _Counts:
    def __init__(self) -> None:
        self.shuffles = 0
        self.positions = np.zeros((CARDS, CARDS), np.int64)
        self.pairs = np.zeros((CARDS, CARDS), np.int64)
        self.descents = np.zeros(CARDS, np.int64)
        self.colours = np.zeros(CARDS + 1, np.int64)
        self._red = np.array([card.text[1] in "hd" for card in DECK])

    def add(self, decks: Decks, first: int) -> None:
        count = len(decks)
        self.shuffles += count
        for position in range(CARDS):
            self.positions[position] += np.bincount(decks[:, position], minlength=CARDS)
        # Pairs within one shuffle are not independent: take one pair from each shuffle, at each position in turn.
        rows = np.arange(count)
        at = (first + rows) % (CARDS - 1)
        np.add.at(self.pairs, (decks[rows, at], decks[rows, at + 1]), 1)
        falls = (np.diff(decks.astype(np.int16), axis=1) < 0).sum(axis=1)
        self.descents += np.bincount(falls, minlength=CARDS)
        red = self._red[decks]
        self.colours += np.bincount(1 + (red[:, 1:] != red[:, :-1]).sum(axis=1), minlength=CARDS + 1)

    def statistics(self) -> Iterator[tuple[str, str, float, int]]:
        even = self.shuffles / CARDS
        # A shuffle puts one card at each position, so a cell varies less than in an unconstrained table: by 51/52.
        value = float(((self.positions - even) ** 2).sum() / even) * (CARDS - 1) / CARDS
        yield "position by card", "every card equally often in every position", value, (CARDS - 1) ** 2
        apart = ~np.eye(CARDS, dtype=bool)
        even = self.shuffles / (CARDS * (CARDS - 1))
        value = float(((self.pairs[apart] - even) ** 2).sum() / even)
        yield "serial pairs", "every card as often after every other", value, CARDS * (CARDS - 1) - 1
        yield "runs up", "how often the next card is lower: Eulerian numbers", *_chi(self.descents, eulerian(CARDS))
        yield "runs of colour", "spells of red and black", *_chi(self.colours, colour_runs(CARDS // 2))


def _chi(counts: NDArray[np.int64], chances: list[Fraction]) -> tuple[float, int]:
    """Chi-square and its degrees; the rare ends are put together."""
    total = int(counts.sum())
    bins: list[list[float]] = []
    for count, chance in zip(counts, chances, strict=True):
        if bins and bins[-1][1] < LEAST_EXPECTED:
            bins[-1][0] += int(count)
            bins[-1][1] += float(chance * total)
        else:
            bins.append([int(count), float(chance * total)])
    if bins[-1][1] < LEAST_EXPECTED:
        count, expected = bins.pop()
        bins[-1][0] += count
        bins[-1][1] += expected
    return sum((count - expected) ** 2 / expected for count, expected in bins), len(bins) - 1


def eulerian(size: int) -> list[Fraction]:
    """The probability of each number of descents in a permutation."""
    row = [1]
    for length in range(2, size + 1):
        before = [0, *row, 0]
        row = [
            (position + 1) * before[position + 1] + (length - position) * before[position] for position in range(length)
        ]
    return [Fraction(count, factorial(size)) for count in row]


def colour_runs(half: int) -> list[Fraction]:
    """The probability of each number of runs of one colour among `half` red and `half` black cards."""
    found = [Fraction()] * (2 * half + 1)
    for runs in range(2, 2 * half + 1):
        low, high = runs // 2, runs - runs // 2  # runs of either colour
        ways = 2 * comb(half - 1, low - 1) * comb(half - 1, high - 1)
        found[runs] = Fraction(ways, comb(2 * half, half))
    return found


# --- raw bytes ---


def raw_bytes(seed: str, source: Source) -> Iterator[bytes]:
    """The generator's own bytes without end, in the order in which they are used."""
    if source is Source.SIMULATION:
        key, done = key_of(seed), 0
        while True:
            yield stream(key, done, BLOCK // 16).astype("<u4").tobytes()
            done += BLOCK // 16
    numbers = Stream(seed_from(seed), mixed({}))
    while True:
        for _ in range(BLOCK // 64):  # each block lies in its list with the first number last
            numbers.refill()
        blocks = [numbers.numbers[at : at + 32][::-1] for at in range(0, len(numbers.numbers), 32)]
        numbers.numbers.clear()
        yield np.array(blocks, ">u2").tobytes()
