"""What a drill asks next, and what an answer in it was about: for every front end alike."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.rules.game import Game, TableGame
from houseway.train.exercise import Exercise, Grade
from houseway.train.items import all_items
from houseway.train.player.choose import need, next_spot
from houseway.train.registry import can_examine, dealer_kinds
from houseway.train.streams import pick, stream, weighted

if TYPE_CHECKING:
    from houseway.train.profile import Attempt, Profile

OFTEN = 3  # of so many of a dealer's exercises, one is about anything: what was never wrong is not forgotten


class Wanted(NamedTuple):
    """What `make` is given."""

    kind: str
    seed: str
    about: str


def retried(attempt: Attempt) -> Wanted:
    """What asks again what was answered then: the decision with the same cards, or else the same exercise."""
    key = attempt.key
    return Wanted("spot", key.seed, attempt.again) if attempt.again else Wanted(key.kind, key.seed, key.about)


def items_of(exercise: Exercise, number: int, grade: Grade) -> tuple[str, ...]:
    """What the answer to one of an exercise's questions was about, as coverage names it."""
    covers = exercise.covers
    if number == 0 and exercise.over:
        return covers
    if exercise.kind not in dealer_kinds(exercise.game):
        return covers[number : number + 1]
    return tuple(dict.fromkeys(item for part in grade.parts for item in part.items))


def next_for_dealer(
    game: TableGame[Any], profile: Profile, seed: str, now: datetime, kinds: Sequence[str] = ()
) -> Wanted:
    """The next exercise for a person: mostly about what was wrong lately or is due again, of a kind that has examined
    it before."""
    kinds = kinds or dealer_kinds(game)
    numbers = stream("drill", seed)
    known: dict[str, set[str]] = {}  # what came up, and the kinds that it came up in
    for attempt in profile.of(game.fingerprint):
        if (kind := attempt.key.kind) in kinds:
            for item in attempt.items:
                if can_examine(game, kind, item):
                    known.setdefault(item, set()).add(kind)
    asked = [item for item in all_items(game) if item in known]
    if not asked or not numbers.below(OFTEN):
        return Wanted(pick(numbers, kinds), seed, "")
    needs = profile.needs(game.fingerprint, now)
    about = asked[weighted(numbers, [need(needs, item) for item in asked])]
    return Wanted(pick(numbers, sorted(known[about])), seed, about)


def next_for_player(
    game: TableGame[Any], profile: Profile, kind: str, seed: str, now: datetime, *, by: str = ""
) -> Wanted:
    """The next exercise for a player; spots are chosen by what the person got wrong before."""
    if kind == "spot" and isinstance(game, Game):
        return Wanted(kind, *next_spot(game, profile, seed, now, by=by))
    return Wanted(kind, seed, f"by {by}" if by else "")
