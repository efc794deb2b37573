"""A person's results: by game and wager beside theory, and the balance over time."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, Request
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.catalog import any_game_class
from houseway.errors import HousewayError
from houseway.rules.game import TableGame
from houseway.server.money.ledger import wallet
from houseway.server.money.results import GameSum, total_theory
from houseway.server.odds.house_edges import Edges, Known
from houseway.server.people.people import Person
from houseway.server.protocol.rounds import BalanceHistory, BalancePoint, Results
from houseway.server.storage.damage import object_or_nothing
from houseway.server.storage.round_records import WHY_VOID, looked_into
from houseway.server.storage.schema import accounts, entries, pit_log, postings, round_people, rounds
from houseway.server.web.api.dependencies import (
    PROBLEMS,
    CurrentPerson,
    TimeQuery,
    floor_of,
    journal_of,
    sent_as_built,
)
from houseway.server.web.api.history import OwnRounds, OwnRoundsQuery, game_name

router = APIRouter(prefix="/api/results", tags=["history"], responses=PROBLEMS)
MOST_ROUNDS = 20_000  # that are added up for one answer, the newest
MOST_POINTS = 400  # of a curve
_CHUNK = 500
NOT_INSTALLED = "These rules are not installed any more."
COUNTING = "The odds are still being counted."


class _Rules:
    """The rules that rounds were played by, each made once, with what is known of their odds."""

    def __init__(self, edges: Edges) -> None:
        self._edges = edges
        self._known: dict[str, tuple[TableGame[Any] | None, Known | None, str]] = {}

    def of(self, row: Any) -> tuple[TableGame[Any] | None, Known | None, str]:
        found = self._known.get(row.fingerprint)
        if found is None:
            found = self._known[row.fingerprint] = self._look_up(row)
        return found

    def _look_up(self, row: Any) -> tuple[TableGame[Any] | None, Known | None, str]:
        try:
            game = any_game_class(row.game).make(row.edition, row.options)
        except HousewayError:
            return None, None, NOT_INSTALLED
        known = self._edges.known(game)
        reason = "" if known is not None else self._edges.shown(game)["odds"]["reason"] or COUNTING
        return game, known, reason


@router.get("")
@sent_as_built
async def results(request: Request, person: CurrentPerson, search: OwnRoundsQuery) -> Results:
    """Your rounds added up by game and wager, beside what the house edge says of the stakes; void ones are left out."""
    rules = _Rules(request.app.state.edges)
    games: dict[str, GameSum] = {}
    below, counted = None, 0
    async with journal_of(request).database.read() as connection:
        while counted < MOST_ROUNDS:
            found = await _chunk(connection, person, search, below)
            for row in found:
                _add(games, row, rules)
            counted += len(found)
            if len(found) < _CHUNK:
                below = None
                break
            below = found[-1].id
            await asyncio.sleep(0)  # the tables come first
        corrected = await _corrected(connection, person, search)
    told = [game.to_json() for game in sorted(games.values(), key=lambda game: (-game.rounds, game.name))]
    return {
        "games": told,
        "rounds": sum(game["rounds"] for game in told),
        "staked": sum(game["staked"] for game in told),
        "returned": sum(game["returned"] for game in told),
        "net": sum(game["net"] for game in told),
        "theory": total_theory(told),
        "corrected": corrected,
        "left_out": below is not None,
    }


async def _chunk(connection: AsyncConnection, person: Person, search: OwnRounds, below: int | None) -> list[Any]:
    query = (
        sa.select(
            rounds.c.id,
            rounds.c.game,
            rounds.c.fingerprint,
            looked_into(rounds.c.header, rounds.c.header["edition"].as_string()).label("edition"),
            looked_into(rounds.c.header, rounds.c.header["options"].as_json()).label("options"),
            rounds.c.summary,
            round_people.c.seat,
            round_people.c.staked,
            round_people.c.returned,
        )
        .join_from(round_people, rounds)
        .where(rounds.c.over, WHY_VOID.is_(None), *search.conditions(person.id))
    )
    if below is not None:
        query = query.where(round_people.c.round_id < below)
    return list((await connection.execute(query.order_by(round_people.c.round_id.desc()).limit(_CHUNK))).all())


def _add(games: dict[str, GameSum], row: Any, rules: _Rules) -> None:
    played = games.setdefault(row.game, GameSum(row.game, game_name(row.game)))
    game, known, reason = rules.of(row)
    if game is not None:
        played.name_wagers(game)
    played.reason = played.reason or reason
    place = object_or_nothing(row.summary).get("seats", {}).get(str(row.seat), {})
    played.add(row.staked, row.returned, place.get("wagers", []), known)


async def _corrected(connection: AsyncConnection, person: Person, search: OwnRounds) -> int:
    theirs = (
        sa.select(round_people.c.round_id)
        .join_from(round_people, rounds)
        .where(rounds.c.over, *search.conditions(person.id))
    )
    query = sa.select(sa.func.sum(pit_log.c.amount)).where(
        pit_log.c.person_id == person.id, pit_log.c.kind == "correction", pit_log.c.round_id.in_(theirs)
    )
    return int((await connection.execute(query)).scalar() or 0)


@router.get("/balance")
@sent_as_built
async def balance(
    request: Request, person: CurrentPerson, since: TimeQuery = None, until: TimeQuery = None
) -> BalanceHistory:
    """All your chips over time, from the books: what you were given, what each round brought, what was corrected."""
    now = sum(floor_of(request).balance_of(person.id))
    async with journal_of(request).database.read() as connection:
        changes = await _changes(connection, person)
    points: list[BalancePoint] = []
    for at, amount, round_id in reversed(changes):  # backwards from what is there now
        points.append({"at": at, "balance": now, "round": round_id})
        now -= amount
    points.reverse()
    wanted = [p for p in points if (since is None or p["at"] >= since) and (until is None or p["at"] < until)]
    return {"points": thinned(wanted, MOST_POINTS), "changes": len(wanted)}


async def _changes(connection: AsyncConnection, person: Person) -> list[tuple[int, int, int | None]]:
    """What has changed a person's chips, oldest first: when, by how much, and in which round."""
    played = (
        sa.select(rounds.c.ended, round_people.c.returned - round_people.c.staked, rounds.c.id)
        .join_from(round_people, rounds)
        .where(round_people.c.person_id == person.id, rounds.c.over, WHY_VOID.is_(None))
        .order_by(rounds.c.id.desc())
        .limit(MOST_ROUNDS)
    )
    outside = (  # not in a round: chips given; or of a round, but after it: corrections
        sa.select(entries.c.made, postings.c.amount)
        .join_from(postings, entries)
        .join(accounts, accounts.c.id == postings.c.account_id)
        .where(
            accounts.c.key == wallet(person.id),
            sa.or_(*(entries.c.key.startswith(kind) for kind in ("welcome:", "chips:", "correction:"))),
        )
    )
    found = [(at or 0, amount, round_id) for at, amount, round_id in await connection.execute(played)]
    found += [(at, amount, None) for at, amount in await connection.execute(outside)]
    return sorted(found, key=lambda change: (change[0], change[2] or 0))


def thinned(points: list[BalancePoint], most: int) -> list[BalancePoint]:
    """At most so many of them, with the lowest and the highest of every stretch, so that no swing is lost."""
    if len(points) <= most:
        return points
    stretch = -(-2 * len(points) // (most - 2))
    kept = [points[0]]
    for first in range(1, len(points) - 1, stretch):
        part = range(first, min(first + stretch, len(points) - 1))
        low = min(part, key=lambda at: points[at]["balance"])
        high = max(part, key=lambda at: points[at]["balance"])
        kept += [points[at] for at in sorted({low, high})]
    return [*kept, points[-1]]
