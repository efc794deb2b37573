"""Which exercises a drill is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count, islice
from secrets import token_hex
from typing import Any, NamedTuple

from houseway.errors import OptionError
from houseway.rules.game import TableGame
from houseway.train.drill import Wanted, next_for_dealer, next_for_player, retried
from houseway.train.exercise import Exercise
from houseway.train.items import all_items
from houseway.train.profile import Profile
from houseway.train.registry import can_examine, dealer_kinds, make, player_kinds


class Drill(NamedTuple):
    """What was asked for. With a seed the exercises are the same for everybody; without one they are chosen by what the
    person got wrong."""

    game: TableGame[Any]
    kind: str | None = None
    seed: str | None = None
    about: str = ""
    by: str = ""  # a player's target, where it is not the optimum
    retry: bool = False

    def kinds(self, all_kinds: Sequence[str], who: str) -> Sequence[str]:
        """The kinds of exercises to choose from; one that this person does not have is refused."""
        if self.kind is None:
            return all_kinds
        if self.kind not in all_kinds:
            there = f"there are {', '.join(all_kinds)}" if len(all_kinds) > 1 else f"there is {all_kinds[0]}"
            raise OptionError(f"{self.game.name} has no exercise {self.kind!r} for a {who}: {there}.")
        return (self.kind,)

    def again(self, profile: Profile, kinds: Sequence[str]) -> Iterator[Wanted]:
        """The mistakes that were not put right, the most costly first."""
        done: set[Wanted] = set()
        for attempt in profile.to_retry(self.game.fingerprint, kind=self.kind or ""):
            wanted = retried(attempt)
            if attempt.key.kind in kinds and wanted not in done:
                done.add(wanted)
                yield wanted


def dealer_drill(drill: Drill, profile: Profile, most: int | None) -> Iterator[Exercise]:
    """A dealer's exercises; the kinds in turn where there is a seed or a wish."""
    kinds = drill.kinds(dealer_kinds(drill.game), "dealer")
    if drill.about in all_items(drill.game):  # what is nothing to examine is refused by whoever makes the exercise
        kinds = [kind for kind in kinds if can_examine(drill.game, kind, drill.about)] or kinds
    if drill.retry:
        return _made(drill, _some(drill.again(profile, kinds)), most)
    seed = drill.seed if drill.seed is not None else token_hex(4)

    def wanted() -> Iterator[Wanted]:
        for number in count(1):
            own = f"{seed}/{number}"
            if drill.seed is not None or drill.about:
                yield Wanted(kinds[(number - 1) % len(kinds)], own, drill.about)
            else:
                yield next_for_dealer(drill.game, profile, own, datetime.now(UTC), kinds)

    return _made(drill, wanted(), most)


def player_drill(drill: Drill, profile: Profile, most: int | None) -> Iterator[Exercise]:
    """A player's exercises."""
    kinds = drill.kinds(player_kinds(drill.game), "player")
    if drill.retry:
        return _made(drill, _some(drill.again(profile, kinds)), most)
    seed = drill.seed if drill.seed is not None else token_hex(4)
    target = f"by {drill.by}" if drill.by else ""
    about = "; ".join(filter(None, (drill.about, target)))

    def wanted() -> Iterator[Wanted]:
        for number in count(1):
            own = f"{seed}/{number}"
            if drill.seed is not None or drill.about:
                yield Wanted(kinds[0], own, about)
            else:
                yield next_for_player(drill.game, profile, kinds[0], own, datetime.now(UTC), by=drill.by)

    return _made(drill, wanted(), most)


def _made(drill: Drill, wanted: Iterator[Wanted], most: int | None) -> Iterator[Exercise]:
    return (make(drill.game, kind, seed, about) for kind, seed, about in islice(wanted, most))


def _some(wanted: Iterator[Wanted]) -> Iterator[Wanted]:
    found = list(wanted)
    if not found:
        raise OptionError("There is no mistake to try again: everything that went wrong was put right since.")
    return iter(found)
