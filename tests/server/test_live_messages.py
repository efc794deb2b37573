"""The protocol: both descriptions in the docs are those of the types, every example is a message, and what the table
itself gives, of every game, is what the types promise."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from tests.sizes import sized

from houseway.catalog import banked_ids, game_class, game_ids, pot_game_class
from houseway.contract import pots, samples
from houseway.server.openapi import openapi
from houseway.server.protocol.commands import COMMANDS
from houseway.server.protocol.events import BankedEvent, PotEvent
from houseway.server.protocol.felt import BankedView, PotView
from houseway.server.protocol.json_schema import checker, socket_schema
from houseway.server.protocol.refusal_codes import CODES
from houseway.server.protocol.rounds import RoundRecord, SealProof
from houseway.server.protocol.socket_messages import ServerMessage
from houseway.server.protocol.table_state import TableState
from houseway.table import events as ev
from houseway.table.frames import frames
from houseway.table.pot_round import PotRound
from houseway.table.record import to_record
from houseway.table.round import Round
from houseway.table.seals import proof

DOCS = Path(__file__).parents[2] / "docs"
AGAIN = "write it anew: python -m houseway.server.protocol"
SENT, STATE = checker(ServerMessage), checker(TableState)
ROUNDS = sized(quick=3, test=20, thorough=200)


def _described(name: str) -> Any:
    return json.loads((DOCS / name).read_text(encoding="utf-8"))


def test_the_schema_of_the_socket_is_that_of_the_types() -> None:
    assert _described("socket.schema.json") == socket_schema(), AGAIN


def test_the_description_of_the_api_is_that_of_the_types() -> None:
    assert _described("openapi.json") == json.loads(json.dumps(openapi())), AGAIN


def test_a_name_means_the_same_in_both_descriptions() -> None:
    of_socket = _described("socket.schema.json")["$defs"]
    of_api = _described("openapi.json")["components"]["schemas"]
    both = set(of_socket) & set(of_api)
    assert {"TableSummary", "BankedView", "PotView", "DealtEvent"} <= both
    for name in both:
        there = json.dumps(of_api[name]).replace("#/components/schemas/", "#/$defs/")
        assert json.loads(there) == of_socket[name], name
    for name in {**of_socket, **of_api}:
        assert re.fullmatch("[A-Z][A-Za-z]+", name), f"{name} becomes the name of a type in TypeScript"


def test_every_example_in_the_docs_is_a_message() -> None:
    found: dict[str, list[Any]] = {"do": [], "type": [], "kind": []}
    for example in _examples((DOCS / "socket.md").read_text(encoding="utf-8")):
        found[next(name for name in found if name in example)].append(example)
    for command in found["do"]:
        COMMANDS.validate_python(command)
    for message in found["type"]:
        SENT(message)
    for state in found["kind"]:
        STATE(state)
    commands = socket_schema()["$defs"]["AnyCommand"]["discriminator"]["mapping"]
    assert {command["do"] for command in found["do"]} == set(commands)
    assert {message["type"] for message in found["type"]} >= {"welcome", "ack", "error", "balance", "meter", "closing"}
    assert found["kind"]


def _examples(text: str) -> Iterator[dict[str, Any]]:
    """Every JSON object in the code of a page, one after the other."""
    decoder = json.JSONDecoder()
    for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
        left = block.strip()
        while left:
            example, end = decoder.raw_decode(left)
            yield example
            left = left[end:].strip()


def test_every_code_is_documented() -> None:
    text = (DOCS / "socket.md").read_text(encoding="utf-8")
    for code, meaning in CODES.items():
        assert f"| `{code}` | {meaning} |" in text


@pytest.mark.parametrize("game_id", banked_ids())
def test_rounds_against_the_house_look_as_promised(game_id: str) -> None:
    view, event = checker(BankedView), checker(BankedEvent)
    seen: set[str] = set()
    for number, game in enumerate(samples.games(game_class(game_id), random=ROUNDS)):
        for round_ in samples.points(game, number):
            for seat in (None, *round_.seats):
                view(round_.view(seat).to_json())
        seen |= _check_whole(round_, event, view, round_.seats)
    assert {"RoundOpened", "WagersPlaced", "Dealt", "Settled", "RoundClosed"} <= seen


@pytest.mark.parametrize("game_id", sorted(set(game_ids()) - set(banked_ids())))
def test_hands_among_players_look_as_promised(game_id: str) -> None:
    view, event, seal_proof = checker(PotView), checker(PotEvent), checker(SealProof)
    seen: set[str] = set()
    for number, game in enumerate(pots.pot_games(pot_game_class(game_id))):
        for hand in pots.points(game, number):
            for seat in (None, *hand.start):
                view(hand.view(seat).to_json())
        seal_proof(proof(hand, hand.order[0]))
        seen |= _check_whole(hand, event, view, tuple(hand.start))
    assert {kind.__name__ for kind in (ev.HandOpened, ev.Posted, ev.Bet, ev.PotPaid, ev.HandClosed)} <= seen


def _check_whole(
    played: Round | PotRound,
    event: Callable[[object], None],
    view: Callable[[object], None],
    seats: tuple[int, ...],
) -> set[str]:
    """Hold a finished round's events, views and record to their types; the events that there were."""
    checker(RoundRecord)(to_record(played))
    for seat in (None, *seats):
        for item in frames(played, seat):
            event({**ev.shown_json(item.event), "text": item.text})
            view(item.view)
    return {type(item).__name__ for item in played.events}


def test_every_event_of_the_table_has_a_type() -> None:
    pairs: list[tuple[Any, Any]] = [(ev.Event, BankedEvent), (ev.HandEvent, PotEvent)]
    for kinds, promised in pairs:
        mapping = TypeAdapter(promised).json_schema()["discriminator"]["mapping"]
        assert set(mapping) == {kind.__name__ for kind in kinds.__args__}


def test_an_unknown_field_does_not_pass_unseen() -> None:
    SENT({"type": "ack", "id": "1", "table": 3, "number": 4})
    for message in (
        {"type": "ack", "id": "1", "tabel": 3},
        {"type": "meter", "meter_key": "x", "cents": 1, "more": 2},
        {"type": "lobby", "tables": [{"id": 1}]},
        {"type": "shout"},
    ):
        with pytest.raises(ValidationError):
            SENT(message)


@pytest.mark.parametrize(
    "message",
    [
        {"id": "1", "do": "wager", "table": 1, "round": 1, "stakes": {"a": 1}, "seat": 2},
        {"id": "1", "do": "wager", "table": 1, "round": 1, "stakes": {"a": "1"}},
        {"id": "1", "do": "wager", "table": 1, "round": 1, "stakes": {"a": True}},
        {"id": "", "do": "ping"},
        {"id": "x" * 65, "do": "ping"},
        {"id": "\x00", "do": "ping"},
        {"id": 1, "do": "ping"},
        {"do": "ping"},
        {"id": "1", "do": "shout"},
        {"id": "1", "do": "watch", "table": "bar"},
        {"id": "1", "do": "act", "table": 1, "round": 1, "at": "x", "decision": {"a": {"b": 1}}},
    ],
)
def test_what_is_no_command_is_refused(message: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        COMMANDS.validate_python(message)
