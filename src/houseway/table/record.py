"""A round as a record: everything needed to play it again, byte for byte, on any machine.

The record holds the rules, the seed and the actions, and the events they led to. Reading one plays the actions again;
`verify` compares every event with the ones recorded. A record knows every card: it is the house's, not a player's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from houseway.cards import Card, texts
from houseway.catalog import game_class
from houseway.errors import HousewayError, RecordError
from houseway.game import Decision
from houseway.limits import Limit, Limits, jurisdiction
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.table.shuffle import commitment, seed_from_hex

FORMAT = "houseway round 1"


def to_record(round_: Round) -> dict[str, Any]:
    """The round as a JSON object, at any point of it."""
    game = round_.game
    return {
        "format": FORMAT,
        "game": game.id,
        "edition": game.edition,
        "rules_version": game.rules_version,
        "options": game.options.values(),
        "fingerprint": game.fingerprint,
        "limits": {
            "jurisdiction": round_.limits.jurisdiction.name,
            "wagers": {name: [item.least, item.most, item.step] for name, item in round_.limits.wagers.items()},
        },
        "seats": list(round_.seats),
        "meter": round_.meter_before,
        "stacked": texts(round_.stacked),
        "commitment": round_.commitment,
        "server_seed": round_.server_seed.hex(),
        "actions": [_action_json(action) for action in round_.actions],
        "events": [ev.to_json(event) for event in round_.events],
    }


def _action_json(action: tuple[Any, ...]) -> dict[str, Any]:
    match action:
        case ("wager", seat, stakes, player_seed):
            return {"do": "wager", "seat": seat, "stakes": dict(stakes), "player_seed": player_seed}
        case ("act", seat, decision):
            return {"do": "act", "seat": seat, "decision": decision.to_json()}
    return {"do": "deal"}


def from_record(record: Mapping[str, Any]) -> Round:
    """Play a record again, as far as its actions go."""
    try:
        return _replay(record)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise RecordError(f"This is not the record of a round: {error!s} is missing or not as it should be.") from None


def _replay(record: Mapping[str, Any]) -> Round:
    if record["format"] != FORMAT:
        raise RecordError(f"This record's format is {record['format']!r}; only {FORMAT!r} can be read.")
    game = game_class(record["game"]).make(record["edition"], record["options"])
    if game.rules_version != record["rules_version"]:
        raise RecordError(
            f"This round was played by version {record['rules_version']} of the rules; here is version "
            f"{game.rules_version}."
        )
    limits = Limits(
        {name: Limit(*bounds) for name, bounds in record["limits"]["wagers"].items()},
        jurisdiction(record["limits"]["jurisdiction"]),
    )
    seed = seed_from_hex(record["server_seed"])
    stacked = [Card.parse(text) for text in record["stacked"]]
    round_ = Round(game, seats=record["seats"], seed=seed, limits=limits, meter=record["meter"], stacked=stacked)
    for action in record["actions"]:
        if action["do"] == "wager":
            round_.wager(action["seat"], action["stakes"], player_seed=action["player_seed"])
        elif action["do"] == "deal":
            round_.deal()
        else:
            round_.act(action["seat"], Decision.from_json(action["decision"]))
    return round_


def verify(record: Mapping[str, Any]) -> Round:
    """Play the record again and compare: the commitment, the fingerprint and every event, card by card."""
    try:
        round_ = from_record(record)
        if commitment(seed_from_hex(record["server_seed"])) != record["commitment"]:
            raise RecordError("The server seed is not the one that was committed to before the deal.")
        if round_.game.fingerprint != record["fingerprint"]:
            raise RecordError("The fingerprint is not that of the recorded options.")
        played, recorded = [ev.to_json(event) for event in round_.events], record["events"]
    except RecordError:
        raise
    except (HousewayError, KeyError) as error:
        raise RecordError(f"The recorded actions cannot be played: {error}") from None
    for place, (ours, theirs) in enumerate(zip(played, recorded, strict=False), start=1):
        if ours != theirs:
            raise RecordError(
                f"Event {place} differs: recorded is {json.dumps(theirs)}, but seed and rules give {json.dumps(ours)}."
            )
    if len(played) != len(recorded):
        raise RecordError(f"{len(recorded)} events are recorded, but the actions lead to {len(played)}.")
    return round_
