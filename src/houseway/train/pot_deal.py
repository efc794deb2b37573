"""Deal a hand among players: the trainee does every act of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.rules.game import TableGame
from houseway.train.deal_round import DealRound
from houseway.train.exercise import Grade
from houseway.train.moments import Frozen
from houseway.train.pot_acts import comes_to, frozen_hand, with_case


class DealHand(DealRound):
    """One question for each act of the dealer, from the blinds to the last wager."""

    @classmethod
    def examines(cls, game: TableGame[Any], item: str) -> bool:
        return comes_to(game, item)

    def _frozen(self) -> Frozen | None:
        found = frozen_hand(self.game, f"round {self.seed}", self.about)
        if found is None:
            return None
        hand, frozen = found
        self._net = {seat: chips - hand.start[seat] for seat, chips in hand.stacks.items()}
        return frozen

    def judge(self, given: Mapping[str, Any]) -> Grade:
        act = self.acts[self._number]
        return with_case(super().judge(given), act)
