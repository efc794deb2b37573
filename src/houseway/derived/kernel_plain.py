"""Any game simulated slowly: each round is dealt and settled by the rules themselves.

For games whose tables would be too large, or that are sampled instead of counted.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.counting.game_odds import OPTIMAL, G, Hand, Known, Strategy
from houseway.derived.endings import Outcome, Outcomes
from houseway.derived.kernel_cells import Counted, Sampled
from houseway.derived.kernel_felt import Felt
from houseway.derived.odds import Derived, known_of
from houseway.errors import CardError
from houseway.kernels.dealing import draw_cards
from houseway.kernels.sim_kernel import DealtRound, JointOutcome, Line, SimKernel
from houseway.rules.game import Decision, Spot

TRIED = 2_000  # rounds that are played beforehand, to see how hands of a sampled game end
TRIAL_KEY = 1


class PlainKernel(SimKernel[G]):
    """A few thousand rounds a second. A game that is sampled has the codes of its sample and of some trial rounds, the
    same ones in every process; a hand that ends as none of these did is an error, not a guess."""

    def __init__(self, game: G, strategy: Strategy, odds: Derived[G]) -> None:
        super().__init__(game, strategy)
        self.odds = odds
        self._made = Outcomes(game, odds._labels)
        self._known: dict[Known, Decision] = {}
        self._shoe = np.array([int(card) for card in game.deck], np.uint16)
        self._book: Counted | Sampled
        if odds.estimated:
            sample = [*odds.outcomes]  # first of all: advice comes from the sample once that is there
            tried = [outcome for number in range(TRIED) for outcome in self._outcomes(TRIAL_KEY, number, 1)[1]]
            self._book = Sampled(game, [*sample, *tried])
        else:
            self._book = Counted(odds, strategy)
        self.codes = len(self._book.cells)

    def cell(self, code: int) -> JointOutcome:
        return self._book.cells[code]

    def lines(self, wager: str) -> tuple[Line, ...] | None:
        return self._book.lines(wager)

    def fill(self, key: int, first: int, codes: NDArray[np.uint16]) -> None:
        for number, row in enumerate(codes, start=first):
            row[:] = [self._book.code(outcome) for outcome in self._outcomes(key, number, len(row))[1]]

    def play_one(self, key: int, round_number: int, seats: int) -> DealtRound:
        cards, outcomes = self._outcomes(key, round_number, seats)
        return DealtRound(tuple(cards), tuple(self._book.code(outcome) for outcome in outcomes))

    def _outcomes(self, key: int, number: int, seats: int) -> tuple[list[Card], list[Outcome]]:
        shoe = self._dealt(key, number)

        def draw(seat: int, where: str, place: int, count: int) -> tuple[Card, ...]:
            return tuple(card for _, card in zip(range(count), shoe, strict=False))

        felt = Felt(self.game, seats, draw, self._decide)
        felt.play()
        hands = [Hand(spot, felt.house, tuple(paid)) for spot, paid in zip(felt.spots, felt.paid, strict=True)]
        return felt.cards, [self._made.made(hand) for hand in hands]

    def _dealt(self, key: int, number: int) -> Iterator[Card]:
        """The shoe in the order of dealing."""
        count = len(self._shoe)
        cards, places = np.empty(count, np.uint16), np.empty(count, np.uint16)
        draw_cards(np.uint64(key), np.uint64(number), self._shoe.copy(), places, cards)
        return (Card(card) for card in cards.tolist())

    def _decide(self, seat: int, at: str, spot: Spot) -> Decision:
        known = known_of(at, spot)
        if callable(self.strategy):
            return self.strategy(known)
        if self.strategy != OPTIMAL:
            return self.odds.follow(self.strategy, known)
        if known not in self._known:
            self._known[known] = self._best(known)
        return self._known[known]

    def _best(self, known: Known) -> Decision:
        """From the sample where the situation is in it, else from a count of this one hand."""
        samples: list[Derived[G]] = getattr(self.odds, "parts", [])
        for odds in (*samples, self.odds):
            try:
                _, advice = odds.advise(known.cards, known.community, dealer=known.dealer, decisions=known.decisions)
            except CardError:
                continue
            return advice[0].decision
        raise CardError(f"{self.game.name}: there is no advice at {known.at} with {' '.join(map(str, known.cards))}.")
