"""Strategy cards in files: written by `houseway lab card --save`, read wherever a strategy is named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from houseway.cards import parse_cards, texts
from houseway.document.files import check_file
from houseway.errors import HousewayError, OptionError
from houseway.lab.searching_cards.decisions import KEPT, LEAST, MOST, Play, to_json
from houseway.lab.searching_cards.player import CardPlayer
from houseway.lab.searching_cards.rules import (
    BOTH,
    COMPARISONS,
    DANGER,
    EITHER,
    HAND,
    NAME,
    POINTS,
    Condition,
    Example,
    PointRules,
    Rule,
    StrategyCard,
    Terms,
)
from houseway.odds.measures import NAMES
from houseway.rules.game import Game

FORMAT, VERSION, SUFFIX = "houseway strategy card", 1, ".json"
MOST_LINES = 20


def card_json(game: Game[Any], card: StrategyCard) -> dict[str, Any]:
    """A card as a file holds it: for exactly these rules."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.id,
        "edition": game.edition,
        "fingerprint": game.fingerprint,
        "lines": list(card.lines),
        "qualifies": card.qualifies,
        "points": {
            at: {
                "points": dict(point.points),
                "rules": [
                    {
                        "if": [_condition_json(condition) for condition in rule.conditions],
                        "join": rule.join,
                        "play": to_json(rule.play),
                    }
                    for rule in point.rules
                ],
                "otherwise": [to_json(play) for play in point.otherwise],
            }
            for at, point in card.points.items()
        },
    }


def _condition_json(condition: Condition) -> dict[str, Any]:
    data: dict[str, Any] = {"measure": condition.measure, "compare": condition.compare}
    if condition.names:
        return {**data, "names": list(condition.names), "different_suits": list(condition.mixed)}
    if condition.example is None:
        return {**data, "value": condition.value}
    cards, board, dealer, words = condition.example
    return {**data, "hand": {"cards": texts(cards), "board": texts(board), "dealer": texts(dealer), "words": words}}


def write_card(game: Game[Any], card: StrategyCard, path: Path) -> None:
    """Write a card; either the whole file is there or none."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(json.dumps(card_json(game, card), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OptionError(f"The card cannot be written to {path}: {error.strerror or error}.") from None


def check_card_file(path: Path) -> None:
    """Refuse, before anything is searched, a file that a card could not be written to."""
    if path.suffix != SUFFIX:
        raise OptionError(f"A strategy card is kept in a {SUFFIX} file, not in {path.name}.")
    check_file(path)


def check_lines(lines: int) -> None:
    if not 1 <= lines <= MOST_LINES:
        raise OptionError(f"A strategy card has from 1 to {MOST_LINES} lines, not {lines}.")


def read_card(game: Game[Any], path: Path) -> CardPlayer:
    """The card of a file as a strategy for a game; refused where it was made for other rules."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OptionError(f"The strategy card {path} cannot be read: {error.strerror or error}.") from None
    except ValueError:
        raise OptionError(f"{path} is not a strategy card: it is not JSON.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise OptionError(f"{path} is not a strategy card: `houseway lab card --save` writes them.")
    if data.get("version") != VERSION:
        raise OptionError(f"{path} is a strategy card of version {data.get('version')!r}; this reads {VERSION}.")
    if data.get("fingerprint") != game.fingerprint:
        made = f"{data.get('game')}, edition {data.get('edition')}"
        raise OptionError(f"{path} was made for {made}, not for {game.id}, edition {game.edition} with these options.")
    try:
        card = StrategyCard(
            {str(at): _point(point) for at, point in data["points"].items()}, bool(data.get("qualifies"))
        )
    except HousewayError as error:
        raise OptionError(f"{path} is a damaged strategy card: {error}") from None
    except (LookupError, TypeError, ValueError, AttributeError):
        raise OptionError(f"{path} is a damaged strategy card: it does not say what to play.") from None
    return CardPlayer(game, card, path.name)


def _point(data: Mapping[str, Any]) -> PointRules:
    terms: Terms = tuple((_known(name, NAMES, DANGER), int(weight)) for name, weight in data["points"].items())
    rules = tuple(
        Rule(
            tuple(_condition(condition) for condition in rule["if"]),
            _known(rule["join"], (BOTH, EITHER)),
            _play(rule["play"]),
        )
        for rule in data["rules"]
    )
    otherwise = tuple(_play(play) for play in data["otherwise"])
    if not otherwise:
        raise ValueError
    return PointRules(rules, otherwise, terms)


def _known(name: Any, names: tuple[str, ...], *others: str) -> str:
    if name not in (*names, *others):
        raise ValueError
    return str(name)


def _condition(data: Mapping[str, Any]) -> Condition:
    measure = _known(data["measure"], NAMES, HAND, NAME, DANGER, POINTS)
    compare = _known(data["compare"], COMPARISONS)
    if "names" in data:
        names, mixed = (tuple(str(name) for name in data.get(key, ())) for key in ("names", "different_suits"))
        return Condition(measure, compare, names=names, mixed=mixed)
    if "hand" in data:
        hand = data["hand"]
        cards, board, dealer = (parse_cards(list(hand[pile])) for pile in ("cards", "board", "dealer"))
        return Condition(measure, compare, example=Example(cards, board, dealer, str(hand["words"])))
    return Condition(measure, compare, int(data["value"]))


def _play(data: Mapping[str, Any]) -> Play:
    play = Play(**{name: str(value) for name, value in data.items()})
    if play.size not in ("", LEAST, MOST) or play.keep not in ("", *KEPT):
        raise ValueError
    return play
