"""Three Card Draw Poker: how every hand can end by how it is played, counted once for all pay tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import comb, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK, Card
from houseway.games.three_card_draw_poker.counting import KEEP, WAYS, dealer_tables, showdowns
from houseway.games.three_card_draw_poker.rules import ANTE_BONUS, PAIR_PLUS, pay_row
from houseway.pay_tables import Odds, Pays
from houseway.rankings import three_card_rank
from houseway.three_cards import RENAMINGS, Ints, SuitClasses, deck_of, key_of, ranking, renaming, suit_classes

RANKS = tuple(range(13))
NO_BONUS = len(ANTE_BONUS.hands)
NO_PAIR = len(PAIR_PLUS.hands)
FOLDED = 0


class Play(NamedTuple):
    """How a hand is played: a multiple of the ante, 0 for a fold, and which card is swapped, 0 for none."""

    multiple: Odds = FOLDED
    way: int = KEEP


@dataclass(frozen=True, eq=False)
class Counting:
    """Every class of hands dealt, and how many deals of each end how: by way to play, row of the Ante Bonus, result.

    The last row is for no bonus; the results are won, tied and lost.
    """

    classes: SuitClasses
    cards: int
    ends: Ints

    @property
    def deals_each(self) -> int:
        """Draw card and dealer's cards, for one hand."""
        return (self.cards - 3) * comb(self.cards - 4, 4)

    @property
    def total(self) -> int:
        return comb(self.cards, 3) * self.deals_each

    @cached_property
    def hands(self) -> list[tuple[Card, ...]]:
        """The hand that stands for each class."""
        return [tuple(DECK[card] for card in hand) for hand in self.classes.sets.tolist()]

    @cached_property
    def balances(self) -> list[list[int]]:
        """Deals won less deals lost, by class and way: what each unit on ante and play brings."""
        balances: list[list[int]] = (self.ends[..., 0] - self.ends[..., 2]).sum(axis=2).tolist()
        return balances

    @cached_property
    def bonuses(self) -> list[list[list[int]]]:
        """Deals that each row of the Ante Bonus is paid on, by class and way."""
        bonuses: list[list[list[int]]] = self.ends.sum(axis=3)[:, :, :NO_BONUS].tolist()
        return bonuses

    @cached_property
    def pair_plus_lines(self) -> Ints:
        """The line of the Pair Plus table that each class falls on; the last for less than a pair."""
        rows = (pay_row(three_card_rank(hand[0], hand[1], hand[2])) for hand in self.hands)
        return np.array([NO_PAIR if row is None else row for row in rows])

    def find(self, hand: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """The number of a hand's class, and for each of its cards the way that swaps it."""
        names = RENAMINGS[renaming(np.array(hand))]
        number = int(self.classes.numbers[key_of(np.array(hand), names)])
        example = self.classes.sets[number].tolist()
        return number, tuple(1 + example.index(card // 4 * 4 + names[card % 4]) for card in hand)

    def value(self, number: int, play: Play, pays: Pays) -> Fraction:
        """What a play of a class is worth in units of the ante, the Ante Bonus included."""
        if not play.multiple:
            return Fraction(-1)
        bonus = sum(pay * paid for pay, paid in zip(pays, self.bonuses[number][play.way], strict=True))
        return Fraction((1 + play.multiple) * self.balances[number][play.way] + bonus) / self.deals_each

    def best_plays(self, pays: Pays, most: int, *, fold: bool = True) -> list[Play]:
        """The best play of every class, the first of equal ones.

        A play's value is linear in its bet, so no bet between the smallest and the largest is better than both.
        """
        unit = lcm(*(pay.denominator for pay in pays))
        balances, paid = (np.array(table, object) for table in (self.balances, self.bonuses))  # numbers of any size
        bonuses = (paid * [int(pay * unit) for pay in pays]).sum(axis=2)
        choices = plays(range(3), most)
        values = np.empty((len(self.hands), len(choices)), object)
        for column, play in enumerate(choices):
            bet = unit * (1 + play.multiple) * balances[:, play.way] + bonuses[:, play.way]
            values[:, column] = bet if play.multiple else -unit * self.deals_each
        first = 0 if fold else 1
        return [choices[first + int(column)] for column in values[:, first:].argmax(axis=1)]

    def tally(self, plan: Sequence[Play]) -> Mapping[tuple[Odds, int], NDArray[np.int64]]:
        """Deals by bet and line of Pair Plus: by row of the Ante Bonus and result, or all together for a fold."""
        members: dict[tuple[Odds, int], list[int]] = defaultdict(list)
        for number, (play, line) in enumerate(zip(plan, self.pair_plus_lines.tolist(), strict=True)):
            members[play.multiple, line].append(number)
        ways = np.array([play.way for play in plan])
        found = {}
        for (multiple, line), numbers in members.items():
            weights = self.classes.weights[numbers]
            if multiple == FOLDED:
                found[multiple, line] = weights.sum() * self.deals_each
            else:
                found[multiple, line] = (weights[:, None, None] * self.ends[numbers, ways[numbers]]).sum(axis=0)
        return found


@cache
def counting_of(*, ranks: tuple[int, ...] = RANKS, suits: int = 4) -> Counting:
    """All deals of a deck of these ranks in the first suits."""
    deck, classes, table = deck_of(ranks=ranks, suits=suits), suit_classes(3, ranks=ranks, suits=suits), ranking().table
    ends = showdowns(classes.sets, deck, table, bonus_rows(), *dealer_tables(deck, table))
    return Counting(classes, int(deck.sum()), ends)


@cache
def bonus_rows() -> NDArray[np.int8]:
    """The row of the Ante Bonus for every place in the order of hands; the last for none."""
    rows = (pay_row(rank) for rank in ranking().ranks.tolist())
    return np.array([NO_BONUS if row is None else min(row, NO_BONUS) for row in rows], np.int8)


def plays(hand: Sequence[int], most: int) -> list[Play]:
    """Every way to play a hand with the smallest or the largest bet: a fold first, then smaller bets first.

    With the same bet, keeping all comes before swapping, and swapping a lower card before a higher one.
    """
    swaps = sorted(range(1, WAYS), key=lambda way: hand[way - 1])
    return [Play(), *(Play(multiple, way) for multiple in sorted({1, most}) for way in (KEEP, *swaps))]


@lru_cache(maxsize=64)
def best_plays(pays: Pays, most: int, *, fold: bool = True) -> tuple[Play, ...]:
    return tuple(counting_of().best_plays(pays, most, fold=fold))


def added(results: Iterable[NDArray[np.int64]]) -> list[list[int]]:
    """Results added up, as whole numbers without a limit."""
    total: list[list[int]] = sum(results, np.zeros((NO_BONUS + 1, 3), np.int64)).tolist()
    return total
