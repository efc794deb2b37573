"""The worked hands in the page's replay: its last step shows what the text says of every wager, and every pot."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from tests.web.node import LIB, run
from tests.worked_hands import playing, pots
from tests.worked_hands.reading import Chips, WorkedHand, all_hands, among_players

from houseway.money import dollars
from houseway.table import events as ev
from houseway.table.frames import frames
from houseway.table.record import from_record, to_record

# As the page does it: steps of the replay, the view of each step, and the words below a seat.
DRIVER = f"""
const money = await import({json.dumps((LIB / "display" / "money.ts").as_uri())});
const shown = (view) => ({{
  places: (view.seats ?? []).map(({{ seat, settled }}) => [
    seat,
    settled.map(({{ wager, amount, returned }}) => [wager, amount, returned, money.ended(amount, returned).words]),
  ]),
  net: view.net ?? null,
  stacks: (view.players ?? []).map(({{ seat, stack }}) => [seat, stack]),
  pots: (view.pots ?? []).map(({{ amount, paid }}) => [amount, paid]),
}});
answer = asked.map(({{ events, views }}) => page.stepsOf(events).map(({{ end }}) => shown(views[end])));
"""
SHOWN = ("seats", "net", "players", "pots")  # of a view, what the page takes the amounts from
Json = dict[str, Any]


def viewer_of(hand: WorkedHand) -> int:
    return min(hand.seats)


def told(hand: WorkedHand) -> Json:
    """A round as the history sends it, played again from its record."""
    played = pots.play(hand) if among_players(hand) else playing.play(hand)
    record = json.loads(json.dumps(to_record(played)))
    seen = frames(from_record(record), viewer_of(hand))
    return {
        "events": [{**ev.shown_json(frame.event), "text": frame.text} for frame in seen],
        "views": [{name: frame.view[name] for name in SHOWN if name in frame.view} for frame in seen],
    }


@cache
def replays() -> dict[str, list[Json]]:
    """The steps of every hand's replay, all in one process of Node."""
    hands = all_hands()
    return dict(
        zip((hand.id for hand in hands), run(DRIVER, "replay/replay.ts", [told(hand) for hand in hands]), strict=True)
    )


def words(how: str, returned: int) -> str:
    """What the page says of a wager."""
    return {"pushes": "pushes", "loses": "loses"}.get(how, f"back {dollars(returned)}")


@pytest.mark.parametrize("hand", [hand for hand in all_hands() if not among_players(hand)], ids=lambda hand: hand.id)
def test_a_round_ends_as_the_text_says(hand: WorkedHand) -> None:
    steps, game = replays()[hand.id], playing.game_of(hand)
    last = steps[-1]
    shown = {
        (seat, game.wager[wager].name): (returned, said)
        for seat, settled in last["places"]
        for wager, _, returned, said in settled
    }
    assert shown == {
        wager: (result.returned, words(result.how, result.returned)) for wager, result in hand.results.items()
    }
    lines = [sum(len(settled) for _, settled in step["places"]) for step in steps]
    assert lines == sorted(lines)  # wagers are settled one after the other
    assert lines[0] == 0
    bets = {seat: sum(amount for _, amount, _, _ in settled) for seat, settled in last["places"]}
    back = {seat: sum(returned for _, _, returned, _ in settled) for seat, settled in last["places"]}
    assert last["net"] == {str(seat): back[seat] - bets[seat] for seat in bets}


@pytest.mark.parametrize("hand", [hand for hand in all_hands() if among_players(hand)], ids=lambda hand: hand.id)
def test_a_hand_among_players_ends_as_the_text_says(hand: WorkedHand) -> None:
    last = replays()[hand.id][-1]
    names = ["main pot", *(f"side pot {number}" for number in range(1, len(last["pots"])))]
    shown = {
        Chips(int(seat), "takes", amount, name)
        for name, (_, paid) in zip(names, last["pots"], strict=True)
        for seat, amount in paid.items()
    }
    shown |= {Chips(seat, "ends with", stack, "") for seat, stack in last["stacks"]}
    assert shown == {chips for chips in hand.chips if chips.how != "gets back"}
