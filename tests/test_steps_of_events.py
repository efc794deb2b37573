"""Every event of a round says which step of the procedure it belongs to."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.catalog import banked_ids, game
from houseway.rules.procedure import (
    Arrange,
    Burn,
    Collect,
    Deal,
    Decide,
    EachSeat,
    Settle,
    Step,
    Take,
    TakeWagers,
    Turn,
)
from houseway.table import events as ev
from houseway.table.frames import frames
from houseway.table.round import Round

STEPS: dict[type[Any], tuple[type[Step], ...]] = {
    ev.WagersPlaced: (TakeWagers,),
    ev.WagersClosed: (TakeWagers,),
    ev.Burned: (Burn,),
    ev.Dealt: (Deal,),
    ev.Decided: (Decide,),
    ev.Turned: (Turn, Decide),  # held cards are shown with the decision
    ev.Took: (Take,),
    ev.Arranged: (Arrange,),
    ev.Settled: (Settle,),
    ev.Collected: (Collect,),
}


def played(name: str, seed: str) -> Round:
    round_ = Round(game(name), seats=3, seed=seed)
    for seat in round_.seats:
        limits = round_.game.wagers.opening_limits(round_.limits)
        round_.wager(seat, {wager: bounds.least for wager, bounds in limits.items()})
    round_.deal()
    while not round_.over:
        for seat in round_.to_act:
            offers = round_.legal_actions(seat)
            round_.act(seat, offers[0 if seat == 2 else -1].decision)
    return round_


@pytest.mark.parametrize("name", banked_ids())
def test_every_event_is_of_a_step_of_its_kind(name: str) -> None:
    seen = set()
    for seed in ("one", "two", "three"):
        round_ = played(name, seed)
        before: tuple[int, ...] = (0,)
        for number, event in enumerate(round_.events):
            path = round_.step_of(number)
            step = round_.game.procedure[path[0]]
            if len(path) > 1:
                assert isinstance(step, EachSeat)
                step = step.steps[path[1]]
            if type(event) in STEPS:
                assert isinstance(step, STEPS[type(event)]), (event, step)
                seen.add(type(event))
            if isinstance(event, ev.Settled):
                assert isinstance(step, Settle)
                assert event.wager in step.wagers
            assert before[0] <= path[0]  # the procedure goes forward
            before = path
        assert [frame.step for frame in frames(round_)] == [round_.step_of(at) for at in range(len(round_.events))]
    assert {ev.Dealt, ev.Settled, ev.WagersPlaced} <= seen


def test_the_number_in_the_manual() -> None:
    """Mini-Tex: the house's hand is arranged in step 11, bets are compared in 12B."""
    round_ = played("mini-tex", "one")
    refs = {}
    for number, event in enumerate(round_.events):
        step = round_.game.procedure[(path := round_.step_of(number))[0]]
        if isinstance(step, EachSeat) and len(path) > 1:
            step = step.steps[path[1]]
        if isinstance(event, ev.Arranged) or (isinstance(event, ev.Settled) and event.seat == 2):
            refs[type(event).__name__, getattr(event, "wager", "")] = step.ref
    assert refs["Arranged", ""].startswith("11")
    assert refs["Settled", "pocket-poker"] == "12A"
    assert refs["Settled", "ante"] == "12B"
