"""What comes next among players: a felt frozen in mid-hand, and the trainee does the dealer's next act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.rules.game import TableGame
from houseway.train.exercise import Grade
from houseway.train.moments import Frozen
from houseway.train.next_step import NextStep
from houseway.train.pot_acts import comes_to, frozen_hand, with_case


class NextInHand(NextStep):
    """One question about one act. Who wins, and how much, are other exercises."""

    @classmethod
    def examines(cls, game: TableGame[Any], item: str) -> bool:
        return comes_to(game, item)

    def _frozen(self) -> Frozen | None:
        found = frozen_hand(self.game, f"next {self.seed}", self.about)
        return None if found is None else found[1]

    def judge(self, given: Mapping[str, Any]) -> Grade:
        return with_case(super().judge(given), self.acts[self._number])
