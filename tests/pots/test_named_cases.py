"""A hand names the case that ends a betting round or decides the showdown, and says at which step it happened."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.wider.games import JokerPot

from houseway.catalog import pot_game
from houseway.errors import RecordError
from houseway.games.mini_tex import MiniTexPvp
from houseway.table import events as ev
from houseway.table.frames import frames
from houseway.table.pot_round import PotRound
from houseway.table.pot_transcript import tell_hand
from houseway.table.record import to_record, verify


def hand(*actions: str, stack: int = 20_000, game: MiniTexPvp | None = None) -> PotRound:
    """A hand of two with these actions, then checked and called to its end."""
    played = PotRound(game or MiniTexPvp.make("no-limit"), {1: stack, 2: stack}, button=1, seed="cases")
    left = list(actions)
    while played.turn is not None:
        bounds = played.legal(played.turn)
        assert bounds is not None
        do = left.pop(0) if left else "call" if bounds.call else "check"
        played.act(played.turn, do, bounds.most if do in ("bet", "raise") else 0)
    return played


def named(played: PotRound) -> list[tuple[str, str]]:
    """The cases, each with the step at which it was named."""
    return [
        (getattr(played.game.procedure[played.step_of(number)[0]], "at", "showdown"), event.case)
        for number, event in enumerate(played.events)
        if isinstance(event, ev.CaseMet)
    ]


@pytest.mark.parametrize(
    ("actions", "stack", "cases"),
    [
        (["fold"], 20_000, [("hole", "one-left"), ("showdown", "one-left")]),
        (["call", "check", "bet", "fold"], 20_000, [("flop", "one-left"), ("showdown", "one-left")]),
        (["call", "check", "bet", "call"], 20_000, [("flop", "nobody-can-bet"), ("showdown", "showdown")]),
        ([], 200, [("hole", "nobody-can-bet"), ("showdown", "showdown")]),
        ([], 20_000, [("showdown", "showdown")]),
    ],
)
def test_the_case_and_its_step_are_named(actions: list[str], stack: int, cases: list[tuple[str, str]]) -> None:
    played = hand(*actions, stack=stack)
    assert named(played) == cases
    lines = list(tell_hand(played.events, played.game))
    early = cases[0][1] if len(cases) > 1 else ""
    assert lines.count("One player is left") == (early == "one-left")
    assert lines.count("Nobody can bet any more") == (early == "nobody-can-bet")
    steps = [frame.to_json()["step"] for frame in frames(played)]
    assert steps == [list(played.step_of(number)) for number in range(len(played.events))]
    assert steps == sorted(steps)


def test_a_record_without_cases_is_still_verified() -> None:
    played = hand("fold")
    record: dict[str, Any] = json.loads(json.dumps(to_record(played)))
    older = {**record, "events": [event for event in record["events"] if event["event"] != "CaseMet"]}
    assert named(verify(older)) == named(played)  # type: ignore[arg-type]
    other = [{**event, "case": "showdown"} if event["event"] == "CaseMet" else event for event in record["events"]]
    with pytest.raises(RecordError, match=r"Event \d+ differs"):
        verify({**record, "events": other})


def test_a_game_may_declare_no_cases() -> None:
    assert not any(isinstance(event, ev.CaseMet) for event in hand("fold", game=JokerPot.make()).events)  # type: ignore[arg-type]
    assert pot_game("mini-tex-pvp").case("one-left").paths == ((2,), (5,), (8,), (9,))
