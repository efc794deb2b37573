"""Deal a round: the trainee does every act of a whole round.

Each slip is noted, with the step that it breaks and what it would have cost; then the round goes on as the supervisor
would have it, as if the act had been done rightly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from houseway.rules.game import Game, TableGame
from houseway.table import events as ev
from houseway.train.acts import Menu, acts_to_ask, covered_by, may_be_an_act
from houseway.train.exercise import Exercise, Grade, Judged, Part, Question
from houseway.train.items import all_steps, step_name
from houseway.train.moments import Frozen, Moment, Moments
from houseway.train.orders import done_earlier
from houseway.train.rounds import round_about
from houseway.train.verdict import judge_act, meant

PROMPT = "What do you do next?"


class RoundSummary(NamedTuple):
    """How a round was dealt; cents are those that the slips would have cost."""

    acts: int  # of the whole round
    done: int
    slips: tuple[Judged, ...]
    by_step: Mapping[str, int]  # slips by the step's name
    house_lost: int
    guests_lost: int
    net: Mapping[int, int]  # what each seat wins when all is done rightly

    def to_json(self) -> dict[str, Any]:
        return {
            **self._asdict(),
            "slips": [slip.to_json() for slip in self.slips],
            "by_step": dict(self.by_step),
            "net": {str(seat): cents for seat, cents in self.net.items()},
        }


class DealRound(Exercise):
    """One question for each act of the dealer. `seconds` are for each, where a front end keeps a clock."""

    kind = "round"

    def __init__(self, game: TableGame[Any], seed: str, about: str = "", *, seconds: int | None = None) -> None:
        super().__init__(game, seed, about)
        self._net: Mapping[int, int] = {}
        frozen = self._frozen()
        if frozen is None:
            raise self.unmet()
        self.menu, self.acts, self._moments = frozen
        self.seconds = seconds
        self._question: tuple[int, Question] | None = None

    def _frozen(self) -> Frozen | None:
        """A round that has what the exercise should be about."""
        assert isinstance(self.game, Game)
        round_ = round_about(self.game, self.seed, self.about)
        if round_ is None:
            return None
        self.round, self._events = round_, round_.events
        closed = self._events[-1]
        assert isinstance(closed, ev.RoundClosed)
        self._net = closed.net
        menu = Menu(self.game, round_.seats)
        return Frozen(menu, acts_to_ask(round_, menu, self.about), Moments(self.game, self._events))

    @classmethod
    def examines(cls, game: TableGame[Any], item: str) -> bool:
        return item in all_steps(game) or may_be_an_act(game, item)

    @property
    def covers(self) -> tuple[str, ...]:
        return covered_by(self.acts)

    @property
    def _number(self) -> int:
        return len(self.grades)

    @property
    def _moment(self) -> Moment:
        return self._moments.before(self.acts[self._number].before)

    @property
    def question(self) -> Question | None:
        number = self._number
        if number == len(self.acts):
            return None
        if self._question is None or self._question[0] != number:
            moment = self._moment
            part = Part("act", PROMPT, self.menu.form(moment.house))
            self._question = number, Question(PROMPT, (part,), moment.felt, moment.told, self.seconds)
        return self._question[1]

    def key_answer(self) -> dict[str, Any]:
        return {"act": self.acts[self._number].answer}

    def judge(self, given: Mapping[str, Any]) -> Grade:
        number, act = self._number, given["act"]
        grade = Grade((judge_act(self.menu, act, self.acts, number, self._moment.house),))
        chosen = meant(self.menu, act, self.acts, number)
        if chosen != number:  # the rules give no order here, so it goes on in the trainee's
            self._events, self.acts = done_earlier(self._events, self.acts, number, chosen)
            self._moments = Moments(self.menu.game, self._events)
        return grade

    def summary(self) -> RoundSummary:
        """The slips so far, by step, and what they would have cost."""
        slips = tuple(part for grade in self.grades for part in grade.parts if not part.right)
        by_step: dict[str, int] = {}
        for slip in slips:
            assert slip.step is not None
            name = step_name(slip.step.path)
            by_step[name] = by_step.get(name, 0) + 1
        return RoundSummary(
            len(self.acts),
            self._number,
            slips,
            by_step,
            sum(slip.cost for slip in slips if slip.cost > 0),
            -sum(slip.cost for slip in slips if slip.cost < 0),
            dict(self._net),
        )
