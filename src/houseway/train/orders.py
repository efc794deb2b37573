"""Which acts may come next: the one that the engine does, and others of its step where the rules give no order.

Players are served from the side that the step names; they decide as they like. The wagers of one hand may be settled in
any order within a step.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.rules.procedure import Deal, Decide, Settle
from houseway.table import events as ev
from houseway.train.acts import DealerAct, Menu, step_at


def may_come_next(menu: Menu, acts: Sequence[DealerAct], number: int) -> list[int]:
    """The numbers of the acts any of which may be done now, the engine's first."""
    found = [number]
    for index in range(number + 1, len(acts)):
        if acts[index].step != acts[number].step:
            break
        if all(either_first(menu, acts[earlier], acts[index]) for earlier in range(number, index)):
            found.append(index)
    return found


def either_first(menu: Menu, one: DealerAct, other: DealerAct) -> bool:
    """Whether two acts may be done in either order."""
    step = step_at(menu.game, one.step)
    if one.step != other.step or isinstance(step, Deal):
        return False
    seats = one.answer.get("seat", one.answer.get("whose")), other.answer.get("seat", other.answer.get("whose"))
    if seats[0] == seats[1]:
        return isinstance(step, Settle)
    return isinstance(step, Decide)


def done_earlier(
    events: Sequence[ev.Event], acts: Sequence[DealerAct], number: int, chosen: int
) -> tuple[tuple[ev.Event, ...], tuple[DealerAct, ...]]:
    """The round with a later act, and what happened with it, done before the one of that number."""
    edges = [*(act.before for act in acts), len(events)]
    order = [*range(number), chosen, *range(number, chosen), *range(chosen + 1, len(acts))]
    moved, left = list(events[: edges[0]]), []
    for index in order:
        left.append(acts[index]._replace(before=len(moved)))
        moved += events[edges[index] : edges[index + 1]]
    return tuple(moved), tuple(left)
