"""The games that dealers' exercises are tried with, with options at random: all that are installed, and both examples
of the documentation, for which no line is written anywhere."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.train.player_games import GAMES as WITH_DUEL
from tests.train.player_games import class_of as class_with_duel

from houseway.cards import DECK, JOKERS
from houseway.contract import samples
from houseway.rules.game import Game
from houseway.table import events as ev
from houseway.train.exercise import Exercise
from houseway.train.registry import key_of, resume

BOARD = "three-to-the-board"
SOURCE = Path(__file__).parents[2] / "docs" / "example-board-game" / "src"
GAMES = (BOARD, *(name for name in WITH_DUEL if name != BOARD))
every_game = pytest.mark.parametrize("name", GAMES)
CARDS = [*DECK, *JOKERS]
TEXTS = {card.text: card for card in CARDS}
PRETTY = {card.pretty: card for card in CARDS}


def class_of(name: str) -> type[Game[Any]]:
    if name != BOARD:
        return class_with_duel(name)
    if str(SOURCE) not in sys.path:
        sys.path.append(str(SOURCE))
    found: type[Game[Any]] = import_module("three_to_the_board").ThreeToTheBoard
    return found


def sampled(name: str, count: int) -> Iterator[tuple[int, Game[Any]]]:
    """So many exercises' numbers, each with a game: every edition first, then options at random, over and over."""
    kind = class_of(name)
    games = list(islice(samples.games(kind), 40))
    yield from ((number, games[number % len(games)]) for number in range(count))


def resumed(exercise: Exercise, answers: list[object], monkeypatch: pytest.MonkeyPatch) -> Exercise:
    """The exercise of the key with these answers, as it is kept: through JSON. Examples are not installed."""
    kind = type(exercise.game)
    monkeypatch.setattr("houseway.train.registry.any_game_class", lambda _: kind)
    return resume(key_of(exercise), json.loads(json.dumps(answers)))


def cards_in(data: Any) -> set[Any]:
    """Every card that can be read anywhere in what is sent, by itself or within a sentence."""
    if isinstance(data, dict):
        return cards_in([*data, *data.values()])
    if isinstance(data, list | tuple):
        return {card for item in data for card in cards_in(item)}
    if not isinstance(data, str):
        return set()
    found = {TEXTS[data]} if data in TEXTS else set()
    return found | {card for word in re.split(r"[\s,;:()]+", data) if (card := PRETTY.get(word)) is not None}


def cards_seen(events: Iterator[ev.Event] | list[ev.Event] | tuple[ev.Event, ...]) -> set[Any]:
    """The cards that a spectator has seen in these events."""
    return {card for event in events for card in _cards_of(ev.seen_by(event, None))}


def _cards_of(event: ev.Event) -> set[Any]:
    cards = list(getattr(event, "cards", ())) + list(event.hand if isinstance(event, ev.Arranged) else ())
    cards += list((getattr(event, "positions", None) or {}).values())
    return {card for card in cards if card is not None}
