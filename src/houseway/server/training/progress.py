"""What a profile says, under each of the rules that there are attempts under. Worked out in a thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, NamedTuple, cast

import orjson

from houseway.errors import HousewayError
from houseway.rules.game import TableGame
from houseway.server.protocol.training import DealerProgress, PlayerProgress, ProgressLine, RulesProgress
from houseway.train.items import StepRef, all_steps, step_path
from houseway.train.kinds import words
from houseway.train.player.statistics import money_an_hour, statistics
from houseway.train.profile import Attempt, Profile, ProfileError

BLOCKS = 10  # points of a trend
MOST_KEPT = 10_000  # attempts of one person; then the oldest go
MOST_RULES, MOST_ITEMS = 200, 60  # in a file that is imported: of all rules, in one answer
OBJECTS_EACH = 4  # JSON objects that an attempt has at most: itself, its key and its options, and one to spare
ZERO_HOUR = datetime.fromisoformat("2000-01-01T00:00:00+00:00")


class Pace(NamedTuple):
    """What a loss is told in money for: the first wager in cents, and hands an hour."""

    bet: int = 1000
    hands: int = 40


def progress(profile: Profile, now: datetime, pace: Pace) -> list[RulesProgress]:
    """Under each of the rules, those used last first."""
    games = profile.retire_what_is_gone()
    found = [_under(profile, key, games.get(key.fingerprint), now, pace) for key in profile.rules()]
    return sorted(found, key=lambda rules: -rules["latest"])


def _under(profile: Profile, key: Any, game: TableGame[Any] | None, now: datetime, pace: Pace) -> RulesProgress:
    attempts = profile.of(key.fingerprint)
    dealt = [attempt for attempt in attempts if attempt.dealer]
    played = [attempt for attempt in attempts if not attempt.dealer]
    return {
        "game": key.game,
        "game_name": game.name if game else key.game,
        "edition": key.edition,
        "options": dict(key.options),
        "fingerprint": key.fingerprint,
        "retired": profile.retired.get(key.fingerprint, ""),
        "latest": int(attempts[-1].when.timestamp() * 1000),
        "dealer": _dealer(dealt, profile.needs(key.fingerprint, now), game) if dealt else None,
        "player": _player(profile, played, pace) if played else None,
    }


def _dealer(attempts: Sequence[Attempt], needs: Mapping[str, float], game: TableGame[Any] | None) -> DealerProgress:
    by_kind: dict[str, list[Attempt]] = {}
    by_thing: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        by_kind.setdefault(attempt.key.kind, []).append(attempt)
        for item in attempt.items:
            by_thing.setdefault(item, []).append(attempt)
    steps = {name: StepRef.of(game, step_path(name)).words for name in all_steps(game)} if game else {}
    things = [
        _line(name, steps.get(name, name), found, sum(item.right_in(name) for item in found), needs.get(name, 1.0))
        for name, found in by_thing.items()
    ]
    return {
        "answers": len(attempts),
        "right": sum(attempt.right for attempt in attempts),
        "seconds": _seconds(attempts),
        "kinds": [
            _line(kind, words(kind).title, found, sum(item.right for item in found)) for kind, found in by_kind.items()
        ],
        "things": sorted(things, key=lambda line: (-line["need"], line["name"])),
        "trend": [sum(attempt.right for attempt in block) / len(block) for block in _blocks(attempts)],
    }


def _line(name: str, title: str, attempts: Sequence[Attempt], right: int, need: float = 1.0) -> ProgressLine:
    return {
        "name": name,
        "title": title,
        "answers": len(attempts),
        "right": right,
        "seconds": _seconds(attempts),
        "need": round(need, 2),
    }


def _player(profile: Profile, attempts: Sequence[Attempt], pace: Pace) -> PlayerProgress:
    fingerprint = attempts[0].key.fingerprint
    found, rating = statistics(attempts), profile.rating(fingerprint)
    lost = found.lost_a_hand
    told = {
        **found.to_json(),
        "an_hour": None if lost is None else float(money_an_hour(lost, pace.bet, pace.hands)),
        "rating": {"rating": round(rating.rating, 1), "deviation": round(rating.deviation, 1)},
        "to_retry": sum(not attempt.dealer for attempt in profile.to_retry(fingerprint)),
    }
    return cast("PlayerProgress", told)


def _seconds(attempts: Sequence[Attempt]) -> float | None:
    clocked = [attempt.seconds for attempt in attempts if attempt.seconds is not None]
    return round(sum(clocked) / len(clocked), 1) if clocked else None


def _blocks(attempts: Sequence[Attempt]) -> list[Sequence[Attempt]]:
    count = min(BLOCKS, len(attempts))
    edges = [len(attempts) * block // count for block in range(count + 1)] if count else []
    return [attempts[first:last] for first, last in pairwise(edges)]


def read_profile(data: bytes, now: datetime) -> Profile:
    """A profile out of a file that may come from anywhere: it must be one, and all that is worked out from it must
    work, before anything is kept."""
    if data.count(b"{") > OBJECTS_EACH * MOST_KEPT:  # before it is parsed: small objects take much memory
        raise ProfileError(f"The profile has too many attempts: the house keeps {MOST_KEPT:,}.")
    try:
        found = Profile.from_json(data)
        latest = now + timedelta(days=1)  # clocks differ
        if len(found.attempts) > MOST_KEPT:
            raise ProfileError(f"The profile has {len(found.attempts):,} attempts: the house keeps {MOST_KEPT:,}.")
        if len(found.rules()) > MOST_RULES or any(len(attempt.items) > MOST_ITEMS for attempt in found.attempts):
            raise ProfileError("The profile is damaged: it has more rules, or more in one answer, than there can be.")
        if any(not ZERO_HOUR <= attempt.when <= latest for attempt in found.attempts):
            raise ProfileError("The profile is damaged: it has answers from another time.")
        stored = [Attempt.from_json(orjson.loads(orjson.dumps(attempt.to_json()))) for attempt in found.attempts]
        again = Profile(stored)
        progress(again, now, Pace())
        for key in again.rules():
            again.to_retry(key.fingerprint, now=now)
    except HousewayError:
        raise
    except Exception as error:
        raise ProfileError(f"The profile is damaged: {type(error).__name__} in its attempts.") from None
    return again


def checked_attempts(data: bytes) -> bytes:
    """The attempts of a profile that may come from anywhere, as JSON, one a line."""
    return b"\n".join(orjson.dumps(attempt.to_json()) for attempt in read_profile(data, datetime.now(UTC)).attempts)


def profile_of(lines: bytes) -> Profile:
    """The profile from `checked_attempts`. Line by line, so that no long parse holds up other threads."""
    return Profile([Attempt.from_json(orjson.loads(line)) for line in lines.splitlines()])
