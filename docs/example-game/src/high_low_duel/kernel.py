"""How High-Low Duel is simulated: two cards by number, and a code for how ante and Court end."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from high_low_duel import COURT, HighLowDuel
from houseway.cards import DECK
from houseway.compiled import njit
from houseway.errors import OptionError
from houseway.exact import OPTIMAL, Known, Strategy
from houseway.game import Decision
from houseway.kernels import DealtRound, JointOutcome, Line, SimKernel
from houseway.philox import below, round_block

FOLD, WIN, TIE, LOSE = range(4)  # a code is four times the Court row plus one of these
RAISE = Decision("raise")


@njit(cache=True, nogil=True)
def deal(key: Any, number: Any, seats: int, cards: Any) -> None:
    """A round's cards, seat by seat and the house's last: a number that is taken or would favour a card is redrawn."""
    block, place = 0, 0
    while True:
        for word in round_block(key, number, block):
            card = below(word, 52)
            if card >= 0 and card not in cards[:place]:
                cards[place] = card
                place += 1
                if place > seats:
                    return
        block += 1


@njit(cache=True, nogil=True)
def play(key: Any, first: Any, raises: Any, court: Any, codes: Any) -> None:
    rounds, seats = codes.shape
    cards = np.empty(seats + 1, np.int64)
    for i in range(rounds):
        deal(key, first + i, seats, cards)
        house = cards[seats] % 13
        for seat in range(seats):
            rank = cards[seat] % 13
            end = FOLD if not raises[rank] else WIN if rank > house else TIE if rank == house else LOSE
            codes[i, seat] = 4 * court[rank] + end


class Kernel(SimKernel[HighLowDuel]):
    main = "ante"
    codes = 12

    def __init__(self, game: HighLowDuel, strategy: Strategy) -> None:
        super().__init__(game, strategy)
        if isinstance(strategy, str) and strategy != OPTIMAL:
            raise OptionError(f"High-Low Duel has no strategy {strategy!r}: the strategy is {OPTIMAL}.")
        self._cards = sorted(DECK, key=lambda card: (card.suit, card.rank))  # card n has the rank n % 13 + 2
        self._raises = np.array([self._raised(rank) for rank in range(2, 15)])
        self._court = np.array([0 if rank == 14 else 1 if rank > 10 else 2 for rank in range(2, 15)])

    def _raised(self, rank: int) -> bool:
        if callable(self.strategy):
            card = next(card for card in DECK if card.rank == rank)
            return not self.strategy(Known("duel", (card,))).folds
        lost = 4 * (14 - rank) + (3 if self.game.options.ties == "dealer" else 0)
        return 2 * (4 * (rank - 2) - lost) > -51  # two bets at even chances against one given up

    def cell(self, code: int) -> JointOutcome:
        row, end = divmod(code, 4)
        tie = 0 if self.game.options.ties == "push" else -2
        net = {FOLD: -1, WIN: 2, TIE: tie, LOSE: -2}[end]
        return JointOutcome(Fraction(net), Fraction(1 if end == FOLD else 2), (end,), (row,) if self.sides else ())

    def lines(self, wager: str) -> tuple[Line, ...]:
        if wager == self.main:
            cells = [self.cell(end) for end in range(4)]
            return tuple(
                Line(label, cell.main_net)
                for label, cell in zip(("Fold", "Wins", "Ties", "Losses"), cells, strict=True)
            )
        pays = self.game.options.court or ()
        return tuple(self._court_lines(pays))

    def _court_lines(self, pays: Iterable[Any]) -> Iterable[Line]:
        for hand, net in zip((*COURT.hands, "Other"), (*pays, -1), strict=True):
            yield Line(hand, Fraction(net))

    def fill(self, key: int, first: int, codes: Any) -> None:
        play(np.uint64(key), np.uint64(first), self._raises, self._court, codes)

    def play_one(self, key: int, round_number: int, seats: int) -> DealtRound:
        cards, codes = np.empty(seats + 1, np.int64), np.empty((1, seats), np.uint16)
        deal(np.uint64(key), np.uint64(round_number), seats, cards)
        self.fill(key, round_number, codes)
        return DealtRound(tuple(self._cards[card] for card in cards), tuple(int(code) for code in codes[0]))
