"""The kinds of exercises, and how one is made from its key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from houseway.catalog import any_game_class
from houseway.errors import OptionError
from houseway.rules.game import Game, TableGame
from houseway.train.exercise import Exercise, Key
from houseway.train.items import current_item

# The module and the class of each kind; modules are loaded when one of theirs is made.
DEALER_KINDS: Mapping[str, tuple[str, str]] = {
    "next": ("next_step", "NextStep"),
    "read": ("read_hand", "ReadHand"),
    "pay": ("pay", "PayWagers"),
    "round": ("deal_round", "DealRound"),
    "error": ("spot_error", "SpotError"),
}
PLAYER_KINDS: Mapping[str, tuple[str, str]] = {"spot": ("player.spots", "Spots"), "hand": ("player.hands", "Hands")}
POT_KINDS: Mapping[str, tuple[str, str]] = {
    "next": ("pot_next", "NextInHand"),
    "read": ("pot_read", "ReadShowdown"),
    "round": ("pot_deal", "DealHand"),
    "pots": ("pots", "Pots"),
}
POT_PLAYER_KINDS: Mapping[str, tuple[str, str]] = {"chances": ("player.chances", "Chances")}


def dealer_kinds(game: TableGame[Any]) -> tuple[str, ...]:
    """The exercises that a dealer of this game has."""
    return tuple(DEALER_KINDS if isinstance(game, Game) else POT_KINDS)


def player_kinds(game: TableGame[Any]) -> tuple[str, ...]:
    """The exercises that a player of this game has."""
    return tuple(PLAYER_KINDS if isinstance(game, Game) else POT_PLAYER_KINDS)


def can_examine(game: TableGame[Any], kind: str, item: str) -> bool:
    """Whether an exercise of a dealer's kind can be about an item of coverage, as far as the rules alone tell."""
    return _class_of(game, kind).examines(game, item)


def make(game: TableGame[Any], kind: str, seed: str, about: str = "") -> Exercise:
    """An exercise; the same arguments make the same one. `about` is what it should be about, as `coverage` names it;
    what cannot be had is refused."""
    return _class_of(game, kind)(game, seed, current_item(game, about))


def _class_of(game: TableGame[Any], kind: str) -> type[Exercise]:
    banked = isinstance(game, Game)
    kinds = {**DEALER_KINDS, **PLAYER_KINDS} if banked else {**POT_KINDS, **POT_PLAYER_KINDS}
    if kind not in kinds:
        raise OptionError(f"{game.name} has no exercise {kind!r}: there are {', '.join(kinds)}.")
    module, name = kinds[kind]
    found: type[Exercise] = getattr(import_module(f"houseway.train.{module}"), name)
    return found


def changed_options(game: TableGame[Any]) -> dict[str, Any]:
    """The options of a game that are not those of its edition."""
    usual = type(game).make(game.edition).options.values()
    return {name: value for name, value in game.options.values().items() if usual[name] != value}


def key_of(exercise: Exercise) -> Key:
    """What makes this exercise again."""
    game, changed = exercise.game, changed_options(exercise.game)
    return Key(game.id, game.edition, changed, game.fingerprint, exercise.kind, exercise.seed, exercise.about)


def resume(key: Key, answers: Iterable[object] = ()) -> Exercise:
    """The exercise of a key, with the answers given so far. Rules that have changed since are refused."""
    game = any_game_class(key.game).make(key.edition, key.options)
    if game.fingerprint != key.fingerprint:
        raise OptionError(f"The rules of {game.name} have changed since this exercise was made: it is retired.")
    exercise = make(game, key.kind, key.seed, key.about)
    for given in answers:
        exercise.answer(given)
    return exercise
