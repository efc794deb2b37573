"""What is examined, by the names that coverage, wishes and progress use: steps of the procedure, rows of pay tables."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from houseway.errors import OptionError
from houseway.rules.game import TableGame
from houseway.rules.pay_tables import PaidHand
from houseway.rules.procedure import Deal, EachSeat, Step, step_number


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
        manual = f" (manual {self.ref})" if self.ref else ""
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


def row_name(wager: str, hand: str) -> str:
    """What coverage calls a row of a pay table."""
    return f"row {wager}: {hand}"


def row_of_case(game: TableGame[Any], case: str) -> str:
    """The row of a pay table that a case is, by its name in coverage; empty where it is none."""
    declared = game.case(case)
    return "" if declared.row is None else row_name(declared.wager, declared.reason)


def all_steps(game: TableGame[Any]) -> dict[str, Step]:
    """Every step of the procedure that is something to do, by its name in coverage."""
    found: dict[str, Step] = {}
    for index, step in enumerate(game.procedure):
        if isinstance(step, EachSeat):
            found |= {step_name((index, number)): inner for number, inner in enumerate(step.steps)}
        else:
            found[step_name((index,))] = step
    return found


def all_rows(game: TableGame[Any]) -> dict[str, tuple[str, PaidHand]]:
    """Every row of every pay table with its wager, by its name in coverage."""
    found: dict[str, tuple[str, PaidHand]] = {}
    for wager in game.wagers:
        for row in wager.paid_hands:
            found.setdefault(row_name(wager.id, row.name), (wager.id, row))
    return found


def all_items(game: TableGame[Any]) -> tuple[str, ...]:
    """Everything that a dealer of this game is examined in, steps first."""
    return (*all_steps(game), *all_rows(game))


def printed_item(item: str) -> str:
    """An item as people read and type it: a step by the number that `houseway rules` prints, `step 6`, `step 13b`."""
    if not item.startswith("step "):
        return item
    return f"step {step_number(step_path(item))}"


def typed_item(game: TableGame[Any], text: str) -> str:
    """The item that people call so (see `printed_item`)."""
    for item in all_items(game):
        if printed_item(item) == text:
            return item
    raise unknown_item(game, text)


def unknown_item(game: TableGame[Any], text: str) -> OptionError:
    return OptionError(
        f"{text!r} is not a step or pay-table row of {game.name}: `houseway train coverage {game.id}` lists them."
    )


def item_words(game: TableGame[Any], item: str) -> str:
    """What `printed_item` stands for: the order with its reference in the manual, or the wager and the hand."""
    if item in all_steps(game):
        step = StepRef.of(game, step_path(item))
        return f"Manual {step.ref}: {step.text}" if step.ref else step.text
    row = all_rows(game).get(item)
    return item if row is None else f"{game.wager[row[0]].name}: {row[1].name}"
