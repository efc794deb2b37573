"""What must hold of everything that a browser was sent: no card and no seed before its time, no other host, no error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from tests.browser.patron import Patron
from tests.server.leaks import Truth, cards_in, leaks, may_hunt
from tests.server.server_process import ServerProcess

from houseway.server.storage.schema import people, rounds

SERIOUS = ("serious", "critical")


def check(house: ServerProcess, patron: Patron) -> Iterator[str]:
    """Everything that is wrong."""
    yield from patron.complaints
    for host in patron.hosts - {urlsplit(patron.address).netloc}:
        yield f"the page asked another host: {host}"
    truth = Truth(house)
    with house.engine() as connection:
        kept = {row.id: row for row in connection.execute(sa.select(rounds))}
        staff = set(connection.scalars(sa.select(people.c.id).where(people.c.role != "player")))
    for person, heard in groupby(patron.connections, key=person_of):
        yield from leaks(truth, person, [frame for frames in heard for frame in frames])
    yield from _seeds(patron, kept)
    who = {person_of(frames) for frames in patron.connections} - {None}
    for method, path, text in patron.answers:
        for problem in _answer(truth, kept, who, who & staff, path, text):
            yield f"{method} {path}: {problem}"


def person_of(frames: list[dict[str, Any]]) -> int | None:
    """Whom a connection belongs to."""
    welcome = next((frame for frame in frames if frame["type"] == "welcome"), None)
    return welcome["person"]["id"] if welcome and welcome["person"] else None


def _seeds(patron: Patron, kept: dict[int, Any]) -> Iterator[str]:
    """A server seed is told after its round, and among players never."""
    secret = {row.header["server_seed"]: row for row in kept.values()}
    for text in patron.texts:
        for row in (row for seed, row in secret.items() if seed in text):
            frame = json.loads(text)
            state, told = frame.get("state") or {}, frame.get("events") or []
            # A round that nobody plays any more is closed without a deal, and the next one opened with it.
            closed = any(event.get("server_seed") == row.header["server_seed"] for event in told)
            if state.get("kind") != "banked" or not (state["phase"] == "showing" or closed):
                yield f"the seed of round {row.id} was told at the wrong time: {text[:200]}"


def _answer(
    truth: Truth, kept: dict[int, Any], who: set[int | None], staff: set[int | None], path: str, text: str
) -> Iterator[str]:
    """What was told over HTTP: cards only of one's own rounds that are over, or to the pit."""
    parts = path.strip("/").split("/")[1:]
    told = decoded(text)
    if parts[0] == "pit":
        if "server_seed" in text and not staff:
            yield "the pit's own was told to somebody else"
        return
    if parts[0] != "history" or len(parts) < 2:
        for row in kept.values():
            if row.header["server_seed"] in text:
                yield f"the seed of round {row.id}"
        # What exercises and reports show was never dealt at a table; that exercises tell no answers:
        # `tests/server/test_training_leaks.py`.
        if parts[0] not in ("games", "lab", "odds", "tables", "train") and cards_in(told):
            yield f"shows cards: {text[:200]}"
        return
    if is_refusal(told):
        return
    row = kept[int(parts[1])]
    if not row.over:
        yield "a round that is not over"
    known = next((known for person in who if (known := truth.known(row.id, person)) and known.viewer), None)
    if known is None:
        yield "a round of other people"
    elif told.get("seal"):
        if row.header["server_seed"] in text:
            yield "the seed of a hand among players"
        hunted = told["undealt"]
        if hunted and not may_hunt(truth, row.id, known, hunted, over=row.over):
            yield f"{hunted} would not have come, or are not shown in this house"
        proof = {name: part for name, part in told.items() if name != "deck_order"}
        if extra := cards_in(proof) - known.cards(len(known.told)) - cards_in(hunted):
            yield f"cards that were mucked: {sorted(card.text for card in extra)}"


def decoded(text: str) -> Any:
    """What an answer says; a text that is no JSON stands for itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def is_refusal(told: Any) -> bool:
    return isinstance(told, dict) and {"code", "sentence"} <= told.keys()


def accessible(patron: Patron) -> list[str]:
    """What axe-core finds serious or critical on the page as it is now."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    found = Axe().run(patron.page).response["violations"]
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:160]} {node['failureSummary'][:300]}"
        for rule in found
        if rule["impact"] in SERIOUS
        for node in rule["nodes"]
    ]
