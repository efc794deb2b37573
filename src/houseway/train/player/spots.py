"""Spots: one decision, chosen for how much there is to learn from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.rules.game import Game
from houseway.table.round import Round
from houseway.train.exercise import Grade, Question
from houseway.train.player.deals import MOST_DEALS, Candidate, at_decision, candidates, of_group
from houseway.train.player.decision import ACT, Decisions
from houseway.train.player.groups import group_of
from houseway.train.player.table import SEAT
from houseway.train.streams import stream, weighted

LOOKED_AT = 8  # deals of which one is chosen


class Spots(Decisions):
    """One decision. `about` is what `Wish` reads."""

    kind = "spot"

    def __init__(self, game: Game[Any], seed: str, about: str = "") -> None:
        super().__init__(game, seed, about)
        self._round = self._found()
        self._valued = self.take_up(self._round)

    def _found(self) -> Round:
        game, seed, wish = self.game, self.seed, self.wish
        if wish.given is not None:
            return wish.given.round(game, seed)
        number, at = wish.number, wish.at
        if number is None:
            number, at, *_ = self._chosen()
        return at_decision(game, seed, number, at)

    def _chosen(self) -> Candidate:
        """One of several deals, by what there is to learn from it; of the kind of hand that is asked for."""
        if self.wish.group:
            found = of_group(self.game, self.seed, self.wish, range(MOST_DEALS))
        else:
            found = candidates(self.game, self.seed, LOOKED_AT)
        if not found:
            raise self.unmet()
        return found[weighted(stream("spot", self.seed), [item.interest for item in found])]

    @property
    def covers(self) -> tuple[str, ...]:
        return (f"hand {group_of(self._round, SEAT)}",)

    @property
    def question(self) -> Question | None:
        return None if self.grades else self.ask(self._round, self._valued)

    def judge(self, given: Mapping[str, Any]) -> Grade:
        return self.grade(self._valued, given)

    def key_answer(self) -> dict[str, Any]:
        return {ACT: self.expected(self._valued).id}
