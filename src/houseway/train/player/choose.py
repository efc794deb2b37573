"""What is asked next: by how close and how costly a decision is, and by what this person got wrong before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.rules.game import Game
from houseway.train.player.deals import candidates
from houseway.train.streams import stream, weighted

if TYPE_CHECKING:
    from houseway.train.profile import Profile

LOOKED_AT = 14  # deals of which one is chosen
NEW = 0.3  # how likely it is, until it was asked, that a person gets a kind of hand wrong
RETRIED = 3  # earlier mistakes that are looked at beside them


class Chosen(NamedTuple):
    """What `make` is given for the next exercise."""

    seed: str
    about: str


def next_spot(game: Game[Any], profile: Profile, seed: str, now: datetime, *, by: str = "") -> Chosen:
    """The next spot for a person: some fresh deals and some earlier mistakes, drawn by what there is to learn from each
    and by how much its kind of hand is in need of practice. `by` names the strategy that is the target."""
    practice, needs = profile.practice(game.fingerprint), profile.needs(game.fingerprint, now)
    fresh = candidates(game, seed, LOOKED_AT)
    found = [Chosen(seed, f"deal {item.number} {item.at}") for item in fresh]
    weights = []
    for item in fresh:
        name = f"hand {item.group}"
        # What is plain to others is worth asking where this person gets it wrong, or was never asked.
        wrong = practice.errors(name) if name in practice.items else NEW
        weights.append(max(item.interest, wrong) * need(needs, name))
    for attempt in profile.to_retry(game.fingerprint, kind="spot", now=now)[:RETRIED]:
        again = attempt.again or attempt.key.about
        about = "; ".join(part for part in again.split("; ") if not part.startswith("by "))
        found.append(Chosen(attempt.key.seed, about))
        weights.append(max(need(needs, item) for item in attempt.items))
    seed, about = found[weighted(stream("choose", seed), weights)]
    return Chosen(seed, "; ".join(filter(None, (about, by and f"by {by}"))))


def need(needs: Mapping[str, float], item: str) -> float:
    """How much a kind of hand needs practice; 1 for one that has not come up yet."""
    return needs.get(item, 1.0)
