"""What comes next: a felt frozen in mid-round, and the trainee does the dealer's next act."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from houseway.rules.game import Game, TableGame
from houseway.train.acts import Menu, acts_to_ask, covered_by, may_be_an_act
from houseway.train.exercise import Exercise, Grade, Part, Question
from houseway.train.items import all_steps, step_name
from houseway.train.moments import Frozen, Moments
from houseway.train.rounds import round_about
from houseway.train.streams import pick, stream
from houseway.train.verdict import judge_act

PROMPT = "What does the dealer do next?"


class NextStep(Exercise):
    """One question about one act. What a wager is paid is another exercise: here it is enough to say that it is."""

    kind = "next"

    def __init__(self, game: TableGame[Any], seed: str, about: str = "") -> None:
        super().__init__(game, seed, about)
        frozen = self._frozen()
        if frozen is None:
            raise self.unmet()
        self.menu, self.acts, self._moments = frozen
        self._number = self._chosen()

    def _frozen(self) -> Frozen | None:
        """A round that has what the exercise should be about."""
        assert isinstance(self.game, Game)
        round_ = round_about(self.game, self.seed, self.about)
        if round_ is None:
            return None
        menu = Menu(self.game, round_.seats, chips=False)
        return Frozen(menu, acts_to_ask(round_, menu, self.about), Moments(self.game, round_.events))

    @classmethod
    def examines(cls, game: TableGame[Any], item: str) -> bool:
        return item in all_steps(game) or may_be_an_act(game, item)

    def _chosen(self) -> int:
        """The act that is asked for. Every step of the round is as likely as any other: most acts are alike."""
        numbers = stream("act", self.seed, self.about)
        about = self.about or step_name(pick(numbers, sorted({act.step for act in self.acts})))
        return pick(numbers, [number for number, act in enumerate(self.acts) if about in covered_by([act])])

    @property
    def covers(self) -> tuple[str, ...]:
        return covered_by([self.acts[self._number]])

    @cached_property
    def _question(self) -> Question:
        moment = self._moments.before(self.acts[self._number].before)
        part = Part("act", PROMPT, self.menu.form(moment.house))
        return Question(PROMPT, (part,), moment.felt, moment.told)

    @property
    def question(self) -> Question | None:
        return None if self.grades else self._question

    def key_answer(self) -> dict[str, Any]:
        return {"act": self.acts[self._number].answer}

    def judge(self, given: Mapping[str, Any]) -> Grade:
        moment = self._moments.before(self.acts[self._number].before)
        return Grade((judge_act(self.menu, given["act"], self.acts, self._number, moment.house),))
