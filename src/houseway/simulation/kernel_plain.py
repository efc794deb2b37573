"""Any game simulated slowly: the rules themselves deal and settle each round.

For games whose tables would be too large, and for those that are sampled instead of counted.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import CardError
from houseway.odds.by_situation import known_of
from houseway.odds.engine import Odds
from houseway.odds.game_odds import OPTIMAL, G, Hand, Known, Strategy
from houseway.odds.outcomes import Outcome, OutcomeRegistry
from houseway.rules.game import Decision, Spot
from houseway.simulation.dealing import draw_rounds
from houseway.simulation.kernel_codes import CountedCodes, SampledCodes
from houseway.simulation.kernel_felt import Felt
from houseway.simulation.sim_kernel import DealtRound, JointOutcome, Line, SimKernel

TRIED = 2_000  # trial rounds, played in advance to see how hands of a sampled game end
TRIAL_KEY = 1


class PlainKernel(SimKernel[G]):
    """A few thousand rounds a second. A sampled game gets its codes from the sample and some trial rounds, the same in
    every process; a hand that ends in a way not among them raises an error."""

    def __init__(self, game: G, strategy: Strategy, odds: Odds[G]) -> None:
        super().__init__(game, strategy)
        self.odds = odds
        self._registry = OutcomeRegistry(game, odds.sheet)
        self._known: dict[Known, Decision] = {}
        self._shoe = np.array([int(card) for card in game.deck], np.uint16)
        self._book: CountedCodes | SampledCodes
        if odds.estimated:
            sample = [*odds.outcomes()]  # first of all, since advice comes from the sample once there is one
            tried = [outcome for number in range(TRIED) for outcome in self._outcomes(TRIAL_KEY, number, 1)[1]]
            self._book = SampledCodes(game, [*sample, *tried])
        else:
            self._book = CountedCodes(odds, strategy)
        self.codes = len(self._book.outcomes)

    def outcome(self, code: int) -> JointOutcome:
        return self._book.outcomes[code]

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

        def draw(seat: int, where: str, start: int, count: int) -> tuple[Card, ...]:
            return tuple(card for _, card in zip(range(count), shoe, strict=False))

        felt = Felt(self.game, seats, draw, self._decide)
        felt.play()
        hands = [Hand(spot, felt.house, tuple(paid)) for spot, paid in zip(felt.spots, felt.paid, strict=True)]
        return felt.cards, [self._registry.outcome(hand) for hand in hands]

    def _dealt(self, key: int, number: int) -> Iterator[Card]:
        """The shoe in the order of dealing."""
        cards = np.empty((1, len(self._shoe)), np.uint16)
        draw_rounds(np.uint64(key), np.uint64(number), self._shoe, cards)
        return (Card(card) for card in cards[0].tolist())

    def _decide(self, seat: int, at: str, spot: Spot) -> Decision:
        known = known_of(at, spot)
        if callable(self.strategy):
            return self.strategy(known)
        if self.strategy != OPTIMAL:
            return self.odds.decision(self.strategy, known)
        if known not in self._known:
            self._known[known] = self._best(known)
        return self._known[known]

    def _best(self, known: Known) -> Decision:
        """From the sample if it contains the situation, else by counting this one hand."""
        samples: list[Odds[G]] = getattr(self.odds, "parts", [])
        for odds in (*samples, self.odds):
            try:
                _, advice = odds.advise(known)
            except CardError:
                continue
            return advice[0].decision
        raise CardError(f"{self.game.name}: there is no advice at {known.at} with {' '.join(map(str, known.cards))}.")
