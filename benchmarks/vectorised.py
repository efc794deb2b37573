"""Two of the games as one would write them with numpy alone: whole arrays of rounds, no loops over rounds.

They are what the compiled kernels are measured against, so they do no more than they must: cards from numpy's own
generator, tables where a table serves, and the nets of every wager that the kernel resolves too.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import houseway
from houseway.odds import odds_of
from houseway.rules.game import Decision

Ints = NDArray[np.int64]
Means = dict[str, float]


def dealt(chance: np.random.Generator, rounds: int, count: int) -> list[NDArray[np.int8]]:
    """So many different cards a round: each draw skips the places that are taken."""
    cards: list[NDArray[np.int8]] = []
    for number in range(count):
        drawn = chance.integers(0, 52 - number, rounds, dtype=np.int8)
        for taken in np.sort(np.array(cards, np.int8).reshape(number, rounds), axis=0):
            drawn += drawn >= taken
        cards.append(drawn)
    return cards


def two_card_roo() -> Callable[[np.random.Generator, int], Means]:
    """2 Card Roo, edition odds, optimal strategy: Roo, Flush Roo and Pairs Pay."""
    game = houseway.game("two-card-roo")
    odds = odds_of(game)
    low_first = np.zeros(13, bool)  # whether the player's card of this rank is placed low
    for rank in range(13):
        card = next(
            card for card in houseway.parse_cards("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac") if card.rank == rank + 2
        )
        best: Decision = odds.advise((card,), ())[1][0].decision
        low_first[rank] = best.choice == "low"
    house_low = np.arange(13) <= 6  # eight or lower

    def placed(first: NDArray[np.int8], second: NDArray[np.int8], low: NDArray[np.bool_]) -> tuple[Ints, Ints]:
        below, above = np.where(low, first, second) + 2, np.where(low, second, first) + 2
        return np.where(below == 14, 1, below), above.astype(np.int64)

    def play(chance: np.random.Generator, rounds: int) -> Means:
        one, two, three, four = dealt(chance, rounds, 4)
        first, second = one % 13, two % 13
        low, high = placed(first, second, low_first[first])
        pair = (first == second) & (first != 12)
        roo = (high > low) & ~pair
        house_first, house_second = three % 13, four % 13
        house_below, house_above = placed(house_first, house_second, house_low[house_first])
        house_pair = house_first == house_second
        mine, theirs = 16 * high + low, 16 * house_above + house_below
        net = np.where(mine >= theirs, 1, -1)
        net = np.where(house_above > house_below, net, 1)
        net = np.where(house_pair, 0, net)
        net = np.where(roo, net, np.where(pair, 0, -1))
        suited = one // 13 == two // 13
        flush = np.where(suited & (high > low), np.where(high - low == 1, 15, 3), -1)
        pairs = np.where(first == second, 15, -1)
        return {"roo": net.mean(), "flush-roo": flush.mean(), "pairs-pay": pairs.mean()}

    return play


def high_card_flush() -> Callable[[np.random.Generator, int], Means]:
    """High Card Flush by the rule to raise T-8-6 or better: ante and Flush."""
    counts = np.array([bin(mask).count("1") for mask in range(1 << 13)], np.int64)
    sizes = np.array([1, 1, 1, 1, 1, 2, 3, 3])  # the largest raise, by suited cards
    pays = np.array([-1, -1, -1, -1, 1, 10, 100, 300])
    raised_from = (3 << 13) | (1 << 8) | (1 << 6) | (1 << 4)  # T-8-6
    qualifies_from = (3 << 13) | (1 << 7)  # any three suited cards headed by a nine

    def strength(cards: NDArray[np.int64]) -> Ints:
        bits, suits = 1 << (cards % 13), cards // 13
        best = np.zeros(len(cards), np.int64)
        for suit in range(4):
            mask = np.where(suits == suit, bits, 0).sum(axis=1)
            best = np.maximum(best, counts[mask] << 13 | mask)
        return best

    def play(chance: np.random.Generator, rounds: int) -> Means:
        decks = chance.random((rounds, 52), dtype=np.float32).argpartition(14, axis=1)[:, :14]
        player = strength(decks[:, :7])
        dealer = strength(decks[:, 7:])
        size = player >> 13
        raised = sizes[size]
        net = np.where(player > dealer, 1 + raised, np.where(player == dealer, 0, -1 - raised))
        net = np.where(dealer >= qualifies_from, net, 1)
        net = np.where(player >= raised_from, net, -1)
        return {"ante": net.mean(), "flush": pays[size].mean()}

    return play
