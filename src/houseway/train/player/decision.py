"""A decision asked for and graded: what spots and whole hands have in common."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.errors import HousewayError
from houseway.rules.game import Game, TableGame
from houseway.table.round import Round
from houseway.train.exercise import Exercise, Grade, Judged, Part, Question
from houseway.train.forms import Choice, OneOf
from houseway.train.player.deals import Wish
from houseway.train.player.given import Given
from houseway.train.player.marks import RIGHT, mark_of
from houseway.train.player.reasons import reason
from houseway.train.player.table import SEAT, words_of
from houseway.train.player.values import Action, Valued, valued

ACT = "act"


class Decisions(Exercise):
    """An exercise about what a player decides. `about` may name a strategy that is the target: `by card`."""

    game: Game[Any]

    def __init__(self, game: Game[Any], seed: str, about: str = "") -> None:
        super().__init__(game, seed, about)
        self.wish = Wish.parse(about)
        self._again: list[str] = []
        if self.wish.by:
            from houseway.odds import odds_of

            odds_of(game).check_strategy(self.wish.by)

    @classmethod
    def check_about(cls, game: TableGame[Any], about: str) -> None:
        assert isinstance(game, Game)
        Wish.parse(about).check(game)

    def again(self, number: int) -> str:
        return self._again[number]

    def take_up(self, round_: Round) -> Valued:
        """The decision that is asked for now, which is noted for asking it again."""
        given, by = Given.of(round_, SEAT).text, self.wish.by
        self._again.append(f"{given}; by {by}" if by else given)
        return valued(round_, SEAT)

    def ask(self, round_: Round, found: Valued) -> Question:
        step, words = round_.step, words_of(round_)
        assert step is not None
        choices = tuple(Choice(action.id, action.label) for action in found.actions)
        verb = "hold" if found.spot.dealt else "see"
        told = (step.words, *([f"You {verb} {words}."] if words else []))
        return Question(
            "What do you do?",
            (Part(ACT, "Your decision", OneOf(choices)),),
            view=round_.view(SEAT).to_json(),
            told=told,
        )

    def grade(self, found: Valued, given: Mapping[str, Any]) -> Grade:
        """By the value lost; where a strategy is the target, right is what that strategy decides."""
        chosen, expected = found.by_id(given[ACT]), self.expected(found)
        lost = found.lost(chosen)
        mark, why = mark_of(lost), reason(self.game, found, chosen)
        right = mark in RIGHT
        if self.wish.by:
            right = chosen == expected or _alike(chosen, expected)
            why = f"{self.wish.by} says {expected.label}. {why}"
        judged = Judged(ACT, right, chosen.label, expected.label, why)
        values = {action.id: action.value for action in found.actions}
        return Grade((judged,), mark=mark, lost=lost, values=values, why=why)

    def expected(self, found: Valued) -> Action:
        """What is right: the best, or what the strategy decides."""
        if not self.wish.by:
            return found.best
        from houseway.odds import odds_of

        decision = odds_of(self.game).decision(self.wish.by, found.known)
        for action in found.actions:
            legal = action.decision
            if legal == decision or (
                (legal.choice, legal.multiple) == (decision.choice, decision.multiple or legal.multiple)
                and sorted(legal.discard or ()) == sorted(decision.discard or ())
            ):
                return action
        raise HousewayError(f"{self.wish.by} decides {decision.to_json()}, which is not offered here.")


def _alike(chosen: Action, expected: Action) -> bool:
    """Whether two decisions differ only in which of two equal cards is thrown."""

    def thrown(action: Action) -> list[int]:
        return sorted(card.rank for card in action.decision.discard or ())

    plain = [action.decision._replace(discard=None) for action in (chosen, expected)]
    return plain[0] == plain[1] and chosen.value == expected.value and thrown(chosen) == thrown(expected)


def total_lost(grades: list[Grade]) -> Fraction:
    """What all decisions together gave up."""
    return sum((grade.lost for grade in grades if grade.lost is not None), Fraction())
