"""What gives an error away: the first act of a dealing that is not the one that the procedure has there.

What kind of error it is follows from the two acts, the one that was done and the one that was due, and from whether the
one that was due is done later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from houseway.rules.game import HouseCards
from houseway.rules.procedure import FOLDED, Arrange, Burn, Step, StepPath
from houseway.table import events as ev
from houseway.table.view import View
from houseway.train.acts import DealerAct, Menu, acts_in
from houseway.train.forms import Paid
from houseway.train.verdict import WHICH, cost, different, read_key, why_wrong

Done = tuple[ev.Event, StepPath]
Dealing = tuple[Done, ...]

KINDS: Mapping[str, str] = {
    "payout": "A winning wager is paid the wrong amount",
    "taken": "A winning wager is not paid",
    "paid": "A losing wager is paid or left",
    "folded": "A folded hand is paid or left",
    "push": "A wager that pushes is taken or paid",
    "order": "Something is done before its turn",
    "face": "A card lies the wrong way up",
    "burn": "A burn is missed",
    "missed": "Something else is left out",
    "count": "It is the wrong number of cards",
    "qualifier": "Whether the dealer qualifies is misread",
    "set": "The dealer's hand is set wrongly",
    "early": "Cards are collected before their wagers are settled",
}


class Found(NamedTuple):
    """What gives a dealing away: the first event that is wrong, and the act that it should have been."""

    at: int
    number: int
    kinds: tuple[str, ...]  # what the error may be called, the best name first
    why: str
    cost: int


def possible_kinds(menu: Menu) -> tuple[str, ...]:
    """The errors that can be made in a game."""
    steps = menu.steps.values()
    hidden = {
        "burn": not any(isinstance(step, Burn) for step in steps),
        "qualifier": not menu.qualifies,
        "set": not any(isinstance(step, Arrange) for step in steps),
        "folded": not any(FOLDED.key in _conditions(step) for step in steps),
    }
    return tuple(kind for kind in KINDS if not hidden.get(kind))


def _conditions(step: Step) -> set[str]:
    """The keys of every condition of a step and its cases."""
    conditions = (step.when, *(when for case in step.cases for when in case.when))
    return {when.key for when in conditions if when is not None}


def find(menu: Menu, acts: Sequence[DealerAct], dealing: Dealing) -> Found | None:
    """The first act of a dealing that is not the one that the procedure has there, None if there is none."""
    right = [act for act in acts if act.event is not None]
    done = list(acts_in(menu.game, dealing, menu))
    for number, act in enumerate(done):
        if act.answer == right[number].answer:
            continue
        at = next(index for index, (event, _) in enumerate(dealing) if event is act.event)
        house = shown(menu, dealing[:at])
        given = menu.form(house).read(act.answer)
        due = right[number]
        if _is_another(given, due.answer):
            later = any((other.step, other.answer) == (due.step, due.answer) for other in done[number + 1 :])
            kinds = _in_its_place(given, due.answer, later=later)
        else:
            kinds = _done_badly(menu, given, read_key(menu, due, house), house, _folded(dealing[:at]))
        why, lost = why_wrong(menu, given, right, number, house), cost(menu, given, right, number)
        return Found(
            at, number, kinds, why, 0 if kinds[0] in ("order", "early") else lost
        )  # what is done later after all costs nothing
    return None


def shown(menu: Menu, dealing: Dealing) -> HouseCards:
    """The house's cards that are face up after these events."""
    return View(menu.game, None, [event for event, _ in dealing]).shown_house()


def _folded(dealing: Dealing) -> set[str]:
    return {f"seat {event.seat}" for event, _ in dealing if isinstance(event, ev.Decided) and event.decision.folds}


def _is_another(given: Mapping[str, Any], due: Mapping[str, Any]) -> bool:
    """Whether it is another act than the one that was due, and not the same one done badly."""
    return given["do"] != due["do"] or any(given.get(name) != due.get(name) for name in WHICH)


def _in_its_place(given: Mapping[str, Any], due: Mapping[str, Any], *, later: bool) -> tuple[str, ...]:
    """Another act is done where one was due, which is done later or not at all."""
    if later:
        if given["do"] == "collect" and due["do"] == "settle":
            return ("early", "order")
        if given["do"] == "turn" and not given["whose"].startswith("seat "):
            return ("order", "face")  # the house's cards are shown too early
        return ("order", "burn") if due["do"] == "burn" else ("order",)
    # What is done in its place comes before its turn, too.
    if due["do"] == "burn":
        return ("burn", "missed", "order")
    return ("missed", "face", "order") if due["do"] == "turn" else ("missed", "order")


def _done_badly(
    menu: Menu, given: Mapping[str, Any], due: Mapping[str, Any], house: HouseCards, folded: set[str]
) -> tuple[str, ...]:
    """The act that was due is done in another way."""
    if due["do"] == "settle":
        return _settled_badly(menu, given["how"], due, folded)
    wrong = different(menu, given, due, house)
    if due["do"] == "set":
        return ("qualifier",) if wrong == ["qualifies"] else ("set",)
    return ("face",) if wrong == ["face"] else ("count",)


def _settled_badly(menu: Menu, how: Paid, due: Mapping[str, Any], folded: set[str]) -> tuple[str, ...]:
    if due["how"].do == "pay":
        return ("payout",) if how.do == "pay" else ("taken",)
    if due["how"].do == "push":
        return ("push",)
    gone = due["seat"] in folded and due["wager"] in menu.game.wagers.main_group
    return ("folded", "paid") if gone else ("paid",)
