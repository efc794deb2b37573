"""Training as a whole: what a request needs, in one place."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Literal

from houseway.server.lab.lab import Lab
from houseway.server.lab.line import Asker as JobAsker
from houseway.server.protocol.rounds import PlayedRound
from houseway.server.protocol.training import Mistakes, ProfileImported, RoundMistakes, TrainingProgress
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.storage.journal import Journal
from houseway.server.storage.round_records import StoredRound
from houseway.server.training.exams import Exams
from houseway.server.training.exercises import Asker, Exercises, Judgement, Kept, Wanted
from houseway.server.training.live import Live
from houseway.server.training.mistakes import mistakes
from houseway.server.training.profiles import Profiles
from houseway.server.training.progress import Pace, checked_attempts, profile_of, progress
from houseway.server.training.workers import Workers
from houseway.train.profile import Profile

MOST_IMPORTS = 4  # that are parsed, or wait for that: each holds a file of up to 8 MiB
AT_ONCE = 10  # rounds that are reviewed before somebody else has a turn


class Training:
    """The exercises under way, everybody's progress, the exams."""

    def __init__(self, settings: Settings, journal: Journal, lab: Lab) -> None:
        self.journal = journal
        self._lab = lab
        self._importing: set[str] = set()
        self._parsing = 0
        self.workers = Workers()
        self.live = Live()
        self.exercises = Exercises(self.workers, self.live, settings.exercises, settings.exercises_per_address)
        self.exams = Exams(journal, self.workers, self.live)
        self.profiles = Profiles(journal)

    def stop(self) -> None:
        self.workers.stop()

    async def begin(self, asker: Asker, wanted: Wanted) -> Kept:
        """A new exercise, by what this person got wrong before; of somebody who is not known, nothing is."""
        if asker.person_id is None:
            return await self.exercises.begin(asker, wanted, Profile())
        kept = await self.profiles.of(asker.person_id)
        async with kept.lock:
            return await self.exercises.begin(asker, wanted, kept.profile)

    async def answer(self, asker: Asker, kept: Kept, number: int, given: object) -> Judgement:
        """Judge an answer. What a person answers is stored before they are told."""
        person_id = asker.person_id

        async def store(found: Judgement) -> None:
            if person_id is not None and found.judged is not None:
                await self.profiles.record(
                    person_id, kept.key, found.items, found.judged, found.number, found.seconds, found.again
                )

        return await self.exercises.answer(kept, asker.whose, number, given, store)

    async def progress(self, person_id: int, pace: Pace) -> TrainingProgress:
        kept = await self.profiles.of(person_id)
        async with kept.lock:
            work = (progress, kept.profile, datetime.now(UTC), pace)
            rules = await self.workers.run("dealer", f"person {person_id}", *work)
            return {"attempts": len(kept.profile.attempts), "rules": rules, "bet": pace.bet, "pace": pace.hands}

    async def export(self, person_id: int) -> bytes:
        kept = await self.profiles.of(person_id)
        async with kept.lock:
            return await self.workers.run("dealer", f"person {person_id}", _written, kept.profile)

    @contextlib.contextmanager
    def importing(self, person_id: int, address: str) -> Iterator[None]:
        """Hold this person's and this address's one place for an import, from before its file is read."""
        places = {f"person {person_id}", f"address {address}"}
        if places & self._importing:
            raise Refusal("busy", "An import from you or your address is still running. Try again when it ends.", 429)
        self._importing |= places
        try:
            yield
        finally:
            self._importing -= places

    async def take_in(self, asker: Asker, data: bytes, how: Literal["merge", "replace"]) -> ProfileImported:
        """Another profile beside this person's own, or in its place; what is none changes nothing."""
        person_id = asker.person_id
        assert person_id is not None
        if self._parsing >= MOST_IMPORTS:
            raise Refusal("busy", f"{MOST_IMPORTS} imports are already running. Try again in a minute.", 503)
        self._parsing += 1
        try:
            lines = await self._lab.call(checked_attempts, data, JobAsker(asker.address, person_id))
            found = await self.workers.run("dealer", asker.whose, profile_of, lines)
        finally:
            self._parsing -= 1
        kept = await self.profiles.of(person_id)
        async with kept.lock:
            before = len(kept.profile.attempts)
            if how == "merge":
                found = await self.workers.run("dealer", asker.whose, kept.profile.merged, found)
            await self.profiles.replace(kept, found)
            return {"attempts": len(found.attempts), "before": before}

    async def mistakes(
        self, person_id: int, played: Sequence[tuple[PlayedRound, StoredRound]], most: int, *, left_out: bool
    ) -> Mistakes:
        """Where value was lost in these rounds, the worst first. What the table played for somebody is not
        their mistake."""
        own = [(line, stored) for line, stored in played if line["played_for"] is None]
        found: list[RoundMistakes] = []
        decisions, reason = 0, ""
        for first in range(0, len(own), AT_ONCE):
            part = own[first : first + AT_ONCE]
            rounds, asked, why = await self.workers.run("player", f"person {person_id}", mistakes, part)
            found += rounds
            decisions, reason = decisions + asked, reason or why
        found.sort(key=lambda item: (-item["lost"], -item["round"]["id"]))
        return {
            "rounds": found[:most],
            "reviewed": len(own),
            "decisions": decisions,
            "lost": sum(item["lost"] for item in found),
            "left_out": left_out,
            "reason": reason,
        }


def _written(profile: Profile) -> bytes:
    import orjson

    return orjson.dumps(profile.to_json(), option=orjson.OPT_INDENT_2)
