"""A round as a record: everything needed to play it again, byte for byte, on any machine.

The record holds the rules, the seed and the actions, and the events they led to. Reading one plays the actions again;
`verify` compares every event with the ones recorded. A record knows every card: it is the house's, not a player's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from houseway.cards import Card, texts
from houseway.catalog import any_game_class
from houseway.errors import HousewayError, RecordError
from houseway.rules.game import Decision, Game, TableGame
from houseway.rules.limits import Limit, Limits, jurisdiction
from houseway.rules.pot_game import PotGame
from houseway.rules.wagers import Kind
from houseway.table import events as ev
from houseway.table.kept_shoe import ShoeState
from houseway.table.pot_round import PotRound
from houseway.table.round import Round
from houseway.table.shuffle import commitment, seed_from_hex

FORMAT = "houseway round 1"
FIRST_ONCE = Limit(500, 50_000, 100)  # what nobody had set, when records did not say so
OPEN = 10**12


def to_record(played: Round | PotRound) -> dict[str, Any]:
    """The round or hand as a JSON object, at any point of it."""
    return {
        **header(played),
        "actions": actions_json(played),
        "events": [ev.to_json(event) for event in played.events],
    }


def header(played: Round | PotRound) -> dict[str, Any]:
    """A record without its actions and events: all that is known before anybody acts."""
    game = played.game
    return {
        "format": FORMAT,
        "game": game.id,
        "edition": game.edition,
        "rules_version": game.rules_version,
        "options": game.options.identity(),
        "fingerprint": game.fingerprint,
        **(_round_facts(played) if isinstance(played, Round) else _hand_facts(played)),
        "stacked": texts(played.stacked),
        "commitment": played.commitment,
        "server_seed": played.server_seed.hex(),
    }


def actions_json(played: Round | PotRound, first: int = 0) -> list[dict[str, Any]]:
    """What was done from outside, in order, from action number `first` on."""
    if isinstance(played, Round):
        return [_action_json(action) for action in played.actions[first:]]
    return [{"do": do, "seat": seat, "to": to} for seat, do, to in played.actions[first:]]


def _round_facts(round_: Round) -> dict[str, Any]:
    return {
        "limits": _limits_json(round_.limits, round_.game),
        "seats": list(round_.seats),
        "meter": round_.meter_before,
        **({} if round_.shoe is None else {"shoe": round_.shoe.to_json()}),
    }


def _hand_facts(hand: PotRound) -> dict[str, Any]:
    return {
        "stacks": _by_text(hand.start),
        "button": hand.button,
        "blinds": list(hand.blinds),
        "owed": _by_text({seat: list(amounts) for seat, amounts in hand.owed.items()}),
        "side": _by_text(hand.side),
        "limits": _limits_json(hand.limits, hand.game),
        "player_seeds": _by_text(hand.player_seeds),
        **({} if hand.promised is None else {"promised": _by_text(hand.promised)}),
    }


def _limits_json(limits: Limits, game: TableGame[Any]) -> dict[str, Any]:
    stated = limits.stated(game.wagers)
    return {
        "jurisdiction": limits.jurisdiction.name,
        "wagers": {name: [item.least, item.most, item.step] for name, item in stated.items()},
    }


def _open_limits(game: TableGame[Any]) -> Limits:
    """Those of the first records among players, which had none."""
    return Limits({wager.id: Limit(1, OPEN, 1) for wager in game.wagers if wager.opening and not wager.fixed})


def _limits(stated: Mapping[str, Any], game: TableGame[Any]) -> Limits:
    """The limits of a record; the first records kept only those that somebody had set."""
    first = {wager.id: FIRST_ONCE for wager in game.wagers if wager.kind is Kind.FIRST and not wager.linked}
    wagers = {name: Limit(*bounds) for name, bounds in stated["wagers"].items()}
    return Limits({**first, **wagers}, jurisdiction(stated["jurisdiction"]))


def _by_text(by_seat: Mapping[int, Any]) -> dict[str, Any]:
    return {str(seat): value for seat, value in by_seat.items()}


def _by_seat(by_text: Mapping[str, Any]) -> dict[int, Any]:
    return {int(seat): value for seat, value in by_text.items()}


def _action_json(action: tuple[Any, ...]) -> dict[str, Any]:
    match action:
        case ("wager", seat, stakes, player_seed, promise):
            promised = {"promise": promise} if promise else {}
            return {"do": "wager", "seat": seat, "stakes": dict(stakes), "player_seed": player_seed, **promised}
        case ("open", seat, words):
            return {"do": "open", "seat": seat, "words": words}
        case ("act", seat, decision):
            return {"do": "act", "seat": seat, "decision": decision.to_json()}
    return {"do": action[0]}  # shut, deal, close


def from_record(record: Mapping[str, Any], *, kind: type[TableGame[Any]] | None = None) -> Round | PotRound:
    """Play a record again, as far as its actions go; `kind` is for a game that is not installed."""
    try:
        return _replay(record, kind)
    except HousewayError:
        raise
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise RecordError(f"This is not the record of a round: {error!s} is missing or not valid.") from None


def _replay(record: Mapping[str, Any], kind: type[TableGame[Any]] | None) -> Round | PotRound:
    if record["format"] != FORMAT:
        raise RecordError(f"This record's format is {record['format']!r}; only {FORMAT!r} can be read.")
    game = (kind or any_game_class(record["game"])).make(record["edition"], record["options"])
    if game.rules_version != record["rules_version"]:
        raise RecordError(
            f"This round was played by version {record['rules_version']} of the rules; here is version "
            f"{game.rules_version}."
        )
    seed = seed_from_hex(record["server_seed"])
    stacked = [Card.parse(text) for text in record["stacked"]]
    if isinstance(game, PotGame):
        return _replay_hand(game, record, seed, stacked)
    assert isinstance(game, Game)
    return _replay_round(game, record, seed, stacked)


def _replay_round(game: Game[Any], record: Mapping[str, Any], seed: bytes, stacked: list[Card]) -> Round:
    limits = _limits(record["limits"], game)
    shoe = ShoeState.from_json(record["shoe"]) if "shoe" in record else None
    round_ = Round(
        game, seats=record["seats"], seed=seed, limits=limits, meter=record["meter"], stacked=stacked, shoe=shoe
    )
    for action in record["actions"]:
        if action["do"] == "wager":
            round_.wager(
                action["seat"], action["stakes"], player_seed=action["player_seed"], promise=action.get("promise", "")
            )
        elif action["do"] == "shut":
            round_.shut()
        elif action["do"] == "open":
            round_.open_words(action["seat"], action["words"])
        elif action["do"] == "deal":
            round_.deal()
        elif action["do"] == "act":
            round_.act(action["seat"], Decision.from_json(action["decision"]))
        elif action["do"] == "close":
            round_.close()
        else:
            raise RecordError(f"{action['do']!r} is nothing that is done at a table: wager, deal, act or close.")
    return round_


def _replay_hand(game: PotGame[Any], record: Mapping[str, Any], seed: bytes, stacked: list[Card]) -> PotRound:
    small, big = record["blinds"]
    hand = PotRound(
        game,
        _by_seat(record["stacks"]),
        button=record["button"],
        seed=seed,
        blinds=(small, big),
        owed={seat: (alive, dead) for seat, (alive, dead) in _by_seat(record["owed"]).items()},
        side=_by_seat(record["side"]),
        limits=_limits(record["limits"], game) if "limits" in record else _open_limits(game),
        player_seeds=_by_seat(record["player_seeds"]),
        promised=_by_seat(record["promised"]) if "promised" in record else None,
        stacked=stacked,
    )
    for action in record["actions"]:
        hand.act(action["seat"], action["do"], action["to"])
    return hand


def _facts(event: Any, recorded: Any) -> Any:
    """An event without the reason given to people, which a new version may word differently, and without the case where
    an older version recorded none."""
    if not isinstance(event, Mapping) or event.get("event") != "Settled":
        return event
    left_out = ("reason",) if isinstance(recorded, Mapping) and "case" in recorded else ("reason", "case")
    return {name: value for name, value in event.items() if name not in left_out}


def verify(record: Mapping[str, Any], *, kind: type[TableGame[Any]] | None = None) -> Round | PotRound:
    """Play the record again and compare: the commitment, the fingerprint and every event, card by card."""
    if "actions" in record and "events" not in record:
        raise RecordError("The record has no events to compare: where it was taken its rules could not play it.")
    try:
        promised, fingerprint, recorded = record["commitment"], record["fingerprint"], list(record["events"])
        seed = seed_from_hex(record["server_seed"])
    except (KeyError, TypeError) as error:
        raise RecordError(f"This is not the record of a round: {error!s} is missing or not valid.") from None
    # Before the replay: with other cards the actions may be illegal, which would not say what is wrong.
    if commitment(seed) != promised:
        raise RecordError("The server seed is not the one that was committed to before the deal.")
    try:
        round_ = from_record(record, kind=kind)
    except RecordError:
        raise
    except HousewayError as error:
        raise RecordError(f"The recorded actions cannot be played: {error}") from None
    if round_.game.fingerprint != fingerprint:
        raise RecordError("The fingerprint is not that of the recorded options.")
    played = [ev.to_json(event) for event in round_.events]
    if not any(isinstance(event, Mapping) and event.get("event") == ev.CaseMet.__name__ for event in recorded):
        played = [event for event in played if event["event"] != ev.CaseMet.__name__]  # older versions named no case
    for number, (ours, theirs) in enumerate(zip(played, recorded, strict=False), start=1):
        if _facts(ours, theirs) != _facts(theirs, theirs):
            raise RecordError(
                f"Event {number} differs: recorded is {json.dumps(theirs)}, but seed and rules give {json.dumps(ours)}."
            )
    if len(played) != len(recorded):
        raise RecordError(f"{len(recorded)} events are recorded, but the actions lead to {len(played)}.")
    again = json.loads(json.dumps(to_record(round_)))
    compared = {"limits": None, "events": None}  # what the limits were, the record alone can tell; events are compared
    if again | compared != dict(record) | compared:
        raise RecordError("The record says more or other than the round that its actions lead to.")
    return round_
