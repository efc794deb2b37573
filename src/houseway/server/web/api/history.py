"""A person's own rounds: what happened, as their seat saw it, and what proves that it was fair."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import sqlalchemy as sa
from fastapi import APIRouter, Request
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.catalog import any_game_class
from houseway.errors import HousewayError
from houseway.server.money.voids import sentence
from houseway.server.people.people import Person
from houseway.server.protocol.events import BankedEvent, PotEvent
from houseway.server.protocol.felt import BankedView, PotView
from houseway.server.protocol.rounds import (
    BankedReplay,
    PlayedRound,
    PotReplay,
    ReplayHead,
    RoundCorrection,
    RoundHistory,
    RoundRecord,
    RoundReplay,
    SealProof,
)
from houseway.server.protocol.values import CardText, ShoeBefore
from houseway.server.refusals import Refusal
from houseway.server.storage.round_records import VOIDED_BY, WHY_VOID, StoredRound, load_round
from houseway.server.storage.schema import pit_log, round_people, rounds
from houseway.server.web.api.dependencies import (
    PROBLEMS,
    CurrentPerson,
    GameQuery,
    IdPath,
    IdQuery,
    LimitQuery,
    journal_of,
    sent_as_built,
)
from houseway.table import events as ev
from houseway.table.frames import Frame, frames
from houseway.table.pot_round import PotRound
from houseway.table.record import to_record
from houseway.table.round import Round
from houseway.table.seals import deck_seal, proof

router = APIRouter(prefix="/api/history", tags=["history"], responses=PROBLEMS)


_LINE = (
    sa.select(
        rounds.c.id,
        rounds.c.table_id,
        rounds.c.game,
        rounds.c.number,
        rounds.c.started,
        rounds.c.ended,
        round_people.c.seat,
        round_people.c.staked,
        round_people.c.returned,
        round_people.c.words,
        WHY_VOID,
        VOIDED_BY,
    )
    .join_from(round_people, rounds)
    .where(rounds.c.over)
)


def game_name(game_id: str) -> str:
    """A game's name; its id when it is no longer installed."""
    try:
        return any_game_class(game_id).name
    except HousewayError:
        return game_id


def _line(row: Any, corrections: list[RoundCorrection]) -> PlayedRound:
    return {
        "id": row.id,
        "table": row.table_id,
        "game": row.game,
        "game_name": game_name(row.game),
        "number": row.number,
        "started": row.started,
        "ended": row.ended,
        "seat": row.seat,
        "staked": row.staked,
        "returned": row.returned,
        "net": row.returned - row.staked,
        "words": row.words,
        "void": row.void is not None,
        "void_text": sentence(row.number, row.void, by_pit=row.voided_by is not None) if row.void is not None else None,
        "corrections": corrections,
    }


async def _lines(connection: AsyncConnection, person: Person, query: sa.Select[Any]) -> list[PlayedRound]:
    """Rounds with what was corrected of them for this person."""
    found = (await connection.execute(query)).all()
    made = await connection.execute(
        sa.select(pit_log)
        .where(
            pit_log.c.round_id.in_([row.id for row in found]),
            pit_log.c.person_id == person.id,
            pit_log.c.kind == "correction",
        )
        .order_by(pit_log.c.id)
    )
    by_round: dict[int, list[RoundCorrection]] = {}
    for row in made:
        told: RoundCorrection = {"amount": row.amount, "reason": row.reason, "made": row.made}
        by_round.setdefault(row.round_id, []).append(told)
    return [_line(row, by_round.get(row.id, [])) for row in found]


@router.get("")
@sent_as_built
async def history(
    request: Request, person: CurrentPerson, before: IdQuery = None, game: GameQuery = None, limit: LimitQuery = 50
) -> RoundHistory:
    """Your rounds, newest first; `next` is the `before` of the following page."""
    query = _LINE.where(round_people.c.person_id == person.id)
    if before is not None:
        query = query.where(round_people.c.round_id < before)
    if game is not None:
        query = query.where(rounds.c.game == game)
    query = query.order_by(round_people.c.round_id.desc()).limit(limit + 1)
    async with journal_of(request).database.read() as connection:
        found = await _lines(connection, person, query)
    more = len(found) > limit
    return {"rounds": found[:limit], "next": found[limit - 1]["id"] if more else None}


async def _own(request: Request, person: Person, round_id: int) -> tuple[PlayedRound, StoredRound]:
    query = _LINE.where(round_people.c.round_id == round_id, round_people.c.person_id == person.id)
    async with journal_of(request).database.read() as connection:
        lines = await _lines(connection, person, query)
        stored = await load_round(connection, round_id) if lines else None
    if not lines or stored is None:
        raise Refusal("unknown_round", "You have played no such round, or it is not over.", 404)
    return lines[0], stored


@router.get("/{round_id}")
@sent_as_built
async def one_round(request: Request, person: CurrentPerson, round_id: IdPath) -> RoundReplay:
    """One of your rounds, step by step."""
    line, stored = await _own(request, person, round_id)
    return await asyncio.to_thread(_replay, stored, line)  # the tables go on meanwhile


def _replay(stored: StoredRound, line: PlayedRound) -> RoundReplay:
    played = stored.play()
    return _banked_replay(played, line) if isinstance(played, Round) else _pot_replay(played, line)


def _banked_replay(played: Round, line: PlayedRound) -> BankedReplay:
    dealing: list[CardText] = [card.text for card in played.dealing]
    seen = frames(played, line["seat"])
    return {
        "kind": "banked",
        **_replay_head(played, line, can_verify=bool(dealing) and not played.stacked),
        "events": cast("list[BankedEvent]", [_event(frame) for frame in seen]),
        "views": cast("list[BankedView]", [frame.view for frame in seen]),
        "view_at_end": cast("BankedView", played.view(line["seat"]).to_json()),
        "server_seed": played.server_seed.hex(),
        "dealing": dealing,
        "shoe": None if played.shoe is None else cast("ShoeBefore", played.shoe.to_json()),
        "seal": None,
        "proof": None,
    }


def _pot_replay(played: PotRound, line: PlayedRound) -> PotReplay:
    seen = frames(played, line["seat"])
    return {
        "kind": "pot",
        **_replay_head(played, line, can_verify=False),
        "events": cast("list[PotEvent]", [_event(frame) for frame in seen]),
        "views": cast("list[PotView]", [frame.view for frame in seen]),
        "view_at_end": cast("PotView", played.view(line["seat"]).to_json()),
        "server_seed": None,
        "dealing": None,
        "seal": deck_seal(played),
        "proof": cast("SealProof", proof(played, line["seat"])) if played.over else None,
    }


def _replay_head(played: Round | PotRound, line: PlayedRound, *, can_verify: bool) -> ReplayHead:
    return {
        "round": line,
        "net": line["net"],
        "commitment": played.commitment,
        "deck_order": [card.text for card in played.game.deck],
        "player_seeds": _player_seeds(played),
        "can_verify": can_verify,
    }


@router.get("/{round_id}/record")
@sent_as_built
async def record(request: Request, person: CurrentPerson, round_id: IdPath) -> RoundRecord:
    """The record for `houseway verify`; of hands among players it shows every card, so the house keeps it."""
    _, stored = await _own(request, person, round_id)
    played = stored.play()
    if isinstance(played, PotRound) and person.role == "player":
        raise Refusal(
            "record_is_the_houses", "The record of a hand among players shows the hands that were thrown away.", 403
        )
    return cast("RoundRecord", to_record(played))


def _event(frame: Frame) -> dict[str, Any]:
    return {**ev.to_json(frame.event), "text": frame.text}


def _player_seeds(played: Round | PotRound) -> list[tuple[int, str]]:
    """The words that went into the shuffle, by seat."""
    if isinstance(played, PotRound):
        return sorted(played.player_seeds.items())
    words: dict[int, str] = {}
    for action in played.actions:
        if action[0] == "wager":
            words[action[1]] = action[3]
    return [(seat, text) for seat, text in sorted(words.items()) if text]
