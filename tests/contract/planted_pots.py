"""A game among players with cases, and the same game with one error each in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tests.wider.games import JokerPot

from houseway.rules.pot_game import NOBODY_CAN_BET, ONE_LEFT, SEVERAL_LEFT
from houseway.rules.procedure import PLAYERS, BettingRound, Burn, Case, Deal, Showdown, Side, Step, When

ALONE = Case(id="alone", when=(ONE_LEFT,), text="That player takes the pots.", ref="7a")
SHOW = Case(id="show", when=(SEVERAL_LEFT,), text="The hands are shown.", ref="7b")
ALL_IN = Case(id="all-in", when=(NOBODY_CAN_BET,), text="Deal the rest.")


class HighCard(JokerPot):
    """Three betting rounds share two cases, and the showdown one of them."""

    id = "planted-pots"
    name = "High Card"
    betting: tuple[Case, ...] = (ALONE, ALL_IN)
    shown: tuple[Case, ...] = (SHOW, ALONE)

    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            cases = self.betting if isinstance(step, BettingRound) else self.shown
            yield replace(step, cases=cases) if isinstance(step, BettingRound | Showdown) else step


class FullMoon(HighCard):
    betting = (ALONE, replace(ALL_IN, when=(When("full-moon", "the moon is full"),)))


class OneIdForTwo(HighCard):
    shown = (SHOW, replace(ALONE, text="Nobody takes anything."))


class OneReferenceForTwo(HighCard):
    shown = (replace(SHOW, ref="7a"), ALONE)


class SaysNothing(HighCard):
    betting = (ALONE, replace(ALL_IN, text=""))


class OtherwiseFirst(HighCard):
    betting = (replace(ALL_IN, when=()), ALONE)


class CaseOfABurn(HighCard):
    def make_procedure(self) -> Iterable[Step]:
        steps = list(super().make_procedure())
        return [*steps[:3], Burn(count=1, cases=(replace(ALONE, id="burned", ref=""),)), *steps[3:]]


class NeverShowsAlone(HighCard):
    shown = (SHOW, replace(ALL_IN, id="both", when=(ONE_LEFT, SEVERAL_LEFT)), ALONE)


class Overlaps(HighCard):
    betting = (ALONE, ALL_IN, replace(SHOW, id="go-on", ref=""))


class LeavesOneOut(HighCard):
    shown = (SHOW,)


class DealsFromTheRight(HighCard):
    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            yield replace(step, side=Side.RIGHT) if isinstance(step, Deal) and step.to == PLAYERS else step
