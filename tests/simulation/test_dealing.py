"""Dealing in compiled code: the words are the rounds' own, and every order of cards is as likely as any other."""

from __future__ import annotations

from collections import Counter

import numpy as np

from houseway.simulation.dealing import draw_cards, words_of
from houseway.simulation.philox import round_block

KEY = np.uint64(2**64 - 3)
FAR = np.uint64(2**32 - 2)  # the rounds that follow need the counter's high word


def test_words_are_those_of_the_rounds_asked_for() -> None:
    rounds = np.array([0, 1, 2, 3, 500, 7], np.uint32)
    words = np.zeros((4, 6), np.uint32)
    words_of(KEY, FAR, 9, rounds, 5, words)
    for index, number in enumerate(rounds[:5].tolist()):
        assert tuple(words[:, index].tolist()) == round_block(KEY, FAR + np.uint64(number), 9)
    assert not words[:, 5].any()  # only so many as were asked for


def drawn(shoe: list[int], count: int, number: int) -> tuple[int, ...]:
    cards = np.empty(count, np.uint16)
    whole = np.array(shoe, np.uint16)
    draw_cards(KEY, np.uint64(number), whole, np.empty(count, np.uint16), cards)
    assert whole.tolist() == shoe  # as it was
    return tuple(cards.tolist())


def test_a_whole_shoe_comes_out_once() -> None:
    shoe = list(range(52)) * 8
    assert sorted(drawn(shoe, len(shoe), 1)) == sorted(shoe)
    assert drawn(shoe, 9, 1) == drawn(shoe, 40, 1)[:9]  # more cards do not change the first ones
    assert drawn(shoe, 40, 1) != drawn(shoe, 40, 2)


def test_every_order_is_as_likely_as_any_other() -> None:
    rounds = 24_000
    found = Counter(drawn([3, 5, 8, 13], 4, number) for number in range(rounds))
    assert len(found) == 24
    expected = rounds / 24
    chi_square = sum((count - expected) ** 2 / expected for count in found.values())
    assert 5 < chi_square < 60  # 23 degrees of freedom: each end about once in a hundred thousand
