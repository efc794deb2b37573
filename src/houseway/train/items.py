"""What is examined, by the names that coverage, wishes and progress use: steps of the procedure and their cases.

The rows of a pay table are cases too. A name has nothing of the words that people read.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from houseway.errors import OptionError
from houseway.rules.game import Game, HouseCards, Spot, TableGame
from houseway.rules.procedure import (
    Arrange,
    BettingRound,
    Deal,
    Decide,
    EachSeat,
    KeepShoe,
    Settle,
    Showdown,
    Step,
    printed_ref,
    step_number,
)
from houseway.rules.settlement import COMPARED, DeclaredCase, result_words

PLAYERS_HAND = "The player's"  # as dealers are told of a hand
OLD_ROW = "row "  # how the names of rows began that stored profiles may have
EXAMINED = (Settle, Arrange, Decide, KeepShoe, BettingRound, Showdown)  # the steps whose cases are items


class StepRef(NamedTuple):
    """A step of the procedure: its index (and that among the inner steps), its reference in the manual, its words."""

    path: tuple[int, ...]
    ref: str
    text: str

    @classmethod
    def of(cls, game: TableGame[Any], path: tuple[int, ...]) -> StepRef:
        outer = game.procedure[path[0]]
        step = outer.steps[path[1]] if len(path) > 1 and isinstance(outer, EachSeat) else outer
        return cls(path, step.ref or outer.ref, step.words)

    @property
    def number(self) -> str:
        return step_number(self.path)

    @property
    def words(self) -> str:
        """The step for people: "Step 12b (manual 13B): Pay the wagers that win."."""
        manual = f" (manual {printed_ref(self.ref)})" if self.ref else ""
        return f"Step {self.number}{manual}: {self.text}"

    def to_json(self) -> dict[str, Any]:
        return {"path": list(self.path), "number": self.number, "ref": self.ref, "text": self.text}


class DealtSet(NamedTuple):
    """Cards that come before a player as one set, some of which are then put aside."""

    path: tuple[int, ...]  # the step that deals the set
    aside: int  # how many of its cards the next step puts aside


def dealt_set(game: TableGame[Any]) -> DealtSet | None:
    """The set that each player is dealt, where the procedure deals to one player after the other and puts cards aside
    at once."""
    for index, outer in enumerate(game.procedure):
        inner = outer.steps if isinstance(outer, EachSeat) else ()
        for number, (step, after) in enumerate(pairwise(inner)):
            if isinstance(step, Deal) and isinstance(after, Deal) and (step.area, after.area) == ("dealt", "aside"):
                return DealtSet((index, number), after.count)
    return None


def step_name(path: tuple[int, ...]) -> str:
    """What coverage calls a step: `step 5`, `step 12.1`."""
    return f"step {'.'.join(map(str, path))}"


def step_path(name: str) -> tuple[int, ...]:
    """The path of a step by what coverage calls it."""
    return tuple(map(int, name.removeprefix("step ").split(".")))


def case_name(id: str) -> str:
    """What coverage calls a case: `case tie`, `case pocket-poker/3`."""
    return f"case {id}"


def case_of_item(game: TableGame[Any], item: str) -> DeclaredCase | None:
    """The case that an item is, if it is one."""
    return game.cases.get(item.removeprefix("case ")) if item in all_cases(game) else None


def current_item(game: TableGame[Any], item: str) -> str:
    """The item by its name of today: rows of pay tables were once named by what is printed in them."""
    if item.startswith(OLD_ROW):
        for name, case in all_cases(game).items():
            if case.row is not None and item == f"{OLD_ROW}{case.wager}: {case.reason}":
                return name
    return item


def all_steps(game: TableGame[Any]) -> dict[str, Step]:
    """Every step of the procedure that is something to do, by its name in coverage."""
    found: dict[str, Step] = {}
    for index, step in enumerate(game.procedure):
        if isinstance(step, EachSeat):
            found |= {step_name((index, number)): inner for number, inner in enumerate(step.steps)}
        else:
            found[step_name((index,))] = step
    return found


def all_cases(game: TableGame[Any]) -> dict[str, DeclaredCase]:
    """Every case that a hand, a decision or the shoe can come to, and every row of the pay tables, by its name."""
    steps = all_steps(game)
    return {
        case_name(id): case
        for id, case in game.cases.items()
        if (case.case or case.row is not None)
        and any(isinstance(steps[step_name(path)], EXAMINED) for path in case.paths)
    }


def examined_case(game: TableGame[Any], id: str) -> str:
    """The id of a case that is examined; empty where it is none, such as a hand that makes no row of a pay table."""
    return id if case_name(id) in all_cases(game) else ""


def all_items(game: TableGame[Any]) -> tuple[str, ...]:
    """Everything that a dealer of this game is examined in, steps first."""
    return (*all_steps(game), *all_cases(game))


def printed_item(item: str) -> str:
    """An item as people read and type it: a step by the number that `houseway rules` prints, `step 6`, `step 13b`."""
    if not item.startswith("step "):
        return item
    return f"step {step_number(step_path(item))}"


def typed_item(game: TableGame[Any], text: str) -> str:
    """The item that people call so (see `printed_item`)."""
    text = current_item(game, text)
    for item in all_items(game):
        if printed_item(item) == text:
            return item
    raise unknown_item(game, text)


def unknown_item(game: TableGame[Any], text: str) -> OptionError:
    return OptionError(
        f"{text!r} is not a step or case of {game.name}: `houseway train coverage {game.id}` lists them."
    )


def item_words(game: TableGame[Any], item: str) -> str:
    """What `printed_item` stands for: the order with its reference in the manual, or the wager and the hand."""
    if item in all_steps(game):
        step = StepRef.of(game, step_path(item))
        return f"Manual {printed_ref(step.ref)}: {step.text}" if step.ref else step.text
    case = case_of_item(game, item)
    return item if case is None else case_quote(game, case.id)


def case_quote(game: TableGame[Any], id: str) -> str:
    """A case with the manual's number, as feedback quotes it: "13A: If the dealer doesn't qualify: ..." """
    declared = game.case(id)
    number = f"{printed_ref(declared.ref)}: " if declared.ref else ""
    if declared.case is None:
        return f"{number}{game.wager[declared.wager].name}, {declared.reason}."
    step = all_steps(game)[step_name(declared.paths[0])]
    return f"{number}{declared.case.sentence if declared.case.when else step.words}"


def decided(game: Game[Any], id: str, spot: Spot, house: HouseCards) -> str:
    """Why a hand's wager ends as it does: both hands by name, and the case that applies."""
    declared = game.case(id)
    compares = declared.case is not None and any(when.key in COMPARED for when in declared.case.when)
    result = f"{result_words(game, id, spot, house, PLAYERS_HAND)} " if compares else ""
    return f"{result}{case_quote(game, id)}"
