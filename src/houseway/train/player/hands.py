"""Whole hands against the house: every decision is graded as it is made, and the hand goes on with it to its result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.money import dollars
from houseway.rules.game import Game
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.train.exercise import Grade, Question
from houseway.train.player.deals import MOST_DEALS, candidates, numbered, of_group
from houseway.train.player.decision import ACT, Decisions, total_lost
from houseway.train.player.groups import group_of
from houseway.train.player.table import SEAT
from houseway.train.player.values import Valued
from houseway.train.streams import stream, weighted

LOOKED_AT = 4  # deals of which one is chosen


class Hands(Decisions):
    """A hand from its first decision to the end. `about` is what `Wish` reads: with a kind of hand, the hand
    comes to one of that kind when the best is decided before."""

    kind = "hand"

    def __init__(self, game: Game[Any], seed: str, about: str = "") -> None:
        super().__init__(game, seed, about)
        self._round = self._begun()
        self._items: list[str] = []
        self._valued = self._next()

    def _begun(self) -> Round:
        """The hand of the wish, or else one of several deals, by what there is to learn from it."""
        game, seed, wish = self.game, self.seed, self.wish
        if wish.given is not None:
            return wish.given.round(game, seed)
        number = wish.number
        if number is None:
            found = of_group(game, seed, wish, range(MOST_DEALS)) if wish.group else candidates(game, seed, LOOKED_AT)
            if not found:
                raise self.unmet()
            number = found[weighted(stream("hand", seed), [item.interest for item in found])].number
        return numbered(game, seed, number)

    def _next(self) -> Valued | None:
        if SEAT not in self._round.to_act:
            return None
        self._items.append(f"hand {group_of(self._round, SEAT)}")
        return self.take_up(self._round)

    @property
    def covers(self) -> tuple[str, ...]:
        """One for each decision so far, in order."""
        return tuple(self._items)

    @property
    def question(self) -> Question | None:
        return None if self._valued is None else self.ask(self._round, self._valued)

    def judge(self, given: Mapping[str, Any]) -> Grade:
        assert self._valued is not None
        grade = self.grade(self._valued, given)
        self._round.act(SEAT, self._valued.by_id(given[ACT]).decision)
        self._valued = self._next()
        return grade

    def key_answer(self) -> dict[str, Any]:
        assert self._valued is not None
        return {ACT: self.expected(self._valued).id}

    @property
    def ending(self) -> dict[str, Any] | None:
        """The felt when the hand is over, what was won or lost in cents, and how it came about."""
        if not self._round.over:
            return None
        view = self._round.view(SEAT)
        net = (view.net or {}).get(SEAT, 0)
        settled = [event for event in self._round.events if isinstance(event, ev.Settled)]
        told = [f"{self.game.wager[event.wager].name}: {event.reason}." for event in settled]
        sign = "won" if net > 0 else "lost" if net < 0 else "even"
        told.append(f"You {sign} {dollars(abs(net))}." if net else "You are even.")
        return {"view": view.to_json(), "net": net, "told": told, "lost": str(total_lost(self.grades))}
