"""Dealing in compiled code: every order of cards is as likely as any other, whatever is dealt together."""

from __future__ import annotations

from collections import Counter

import numpy as np

from houseway.simulation.dealing import _draw_round, draw_rounds

KEY = np.uint64(2**64 - 3)
FAR = 2**32 - 2  # the rounds that follow need the counter's high word


def drawn(shoe: list[int], count: int, number: int, rounds: int = 1) -> list[list[int]]:
    cards, whole = np.empty((rounds, count), np.uint16), np.array(shoe, np.uint16)
    draw_rounds(KEY, np.uint64(number), whole, cards)
    assert whole.tolist() == shoe  # as it was
    return cards.tolist()


def test_a_whole_shoe_comes_out_once() -> None:
    shoe = list(range(52)) * 8
    [whole] = drawn(shoe, len(shoe), 1)
    assert sorted(whole) == sorted(shoe)
    assert drawn(shoe, 9, 1) == [whole[:9]]  # more cards do not change the first ones
    assert drawn(shoe, 40, 2) != [whole[:40]]


def test_rounds_dealt_together_are_those_dealt_alone() -> None:
    shoe, rounds = np.arange(52).astype(np.uint16), drawn(list(range(52)), 33, FAR, 150)
    cards, left = np.empty(33, np.uint16), np.empty_like(shoe)
    for number, together in enumerate(rounds, start=FAR):
        assert drawn(list(range(52)), 33, number) == [together]
        _draw_round(KEY, np.uint64(number), shoe, left, cards)  # as a round is dealt that needs more words
        assert cards.tolist() == together


def test_every_order_is_as_likely_as_any_other() -> None:
    rounds = 24_000
    found = Counter(map(tuple, drawn([3, 5, 8, 13], 4, 0, rounds)))
    assert len(found) == 24
    expected = rounds / 24
    chi_square = sum((count - expected) ** 2 / expected for count in found.values())
    assert 5 < chi_square < 60  # 23 degrees of freedom: each end about once in a hundred thousand
