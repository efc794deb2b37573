"""A person's own rounds: what happened, as their seat saw it, and what proves that it was fair."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Literal, cast

import sqlalchemy as sa
from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.catalog import any_game_class
from houseway.errors import HousewayError
from houseway.server.money.voids import sentence
from houseway.server.odds.review import review
from houseway.server.people.people import Person
from houseway.server.protocol.coach import RoundReview
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
from houseway.server.storage.round_records import (
    VOIDED_BY,
    WHY_PLAYED_FOR,
    WHY_VOID,
    StoredRound,
    load_round,
    load_rounds,
)
from houseway.server.storage.schema import actions, pit_log, round_people, rounds, seats, tables
from houseway.server.tables import banked_view, pot_view
from houseway.server.tables.acted_for import AWAY, AWAY_WHILE_OTHERS_WAITED, LEFT, TIME_UP
from houseway.server.web.api.dependencies import (
    PROBLEMS,
    CurrentPerson,
    GameQuery,
    IdPath,
    IdQuery,
    LimitQuery,
    TimeQuery,
    journal_of,
    sent_as_built,
    sent_in_pieces,
)
from houseway.server.web.api.games import game_felt, procedure_steps
from houseway.table import events as ev
from houseway.table.frames import Frame, frames
from houseway.table.pot_round import PotRound
from houseway.table.record import to_record
from houseway.table.round import Round
from houseway.table.seals import deck_seal, proof

router = APIRouter(prefix="/api/history", tags=["history"], responses=PROBLEMS)


class OwnRounds:
    """Which of one's own rounds: of a game, a table, a time; only those that were made void, or corrected."""

    def __init__(
        self,
        game: GameQuery = None,
        table: IdQuery = None,
        since: TimeQuery = None,
        until: TimeQuery = None,
        only: Annotated[Literal["void", "corrected"] | None, Query()] = None,
    ) -> None:
        self.game, self.table, self.since, self.until, self.only = game, table, since, until, only

    def conditions(self, person_id: int) -> list[sa.ColumnElement[bool]]:
        found: list[sa.ColumnElement[bool]] = [round_people.c.person_id == person_id]
        if self.game is not None:
            found.append(rounds.c.game == self.game)
        if self.table is not None:
            found.append(rounds.c.table_id == self.table)
        if self.since is not None:
            found.append(rounds.c.started >= self.since)
        if self.until is not None:
            found.append(rounds.c.started < self.until)
        if self.only == "void":
            found.append(WHY_VOID.is_not(None))
        if self.only == "corrected":
            corrected = sa.select(pit_log.c.round_id).where(
                pit_log.c.person_id == person_id, pit_log.c.kind == "correction"
            )
            found.append(rounds.c.id.in_(corrected))
        return found


OwnRoundsQuery = Annotated[OwnRounds, Depends()]

_LINE = (
    sa.select(
        rounds.c.id,
        rounds.c.table_id,
        tables.c.name.label("table_name"),
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
        WHY_PLAYED_FOR,
    )
    .join_from(round_people, rounds)
    .join(tables, tables.c.id == rounds.c.table_id)
    .where(rounds.c.over)
)


def game_name(game_id: str) -> str:
    """A game's name; its id when it is no longer installed."""
    try:
        return any_game_class(game_id).name
    except HousewayError:
        return game_id


PLAYED_FOR = {
    LEFT: "You left, so the table played on for you: by folding where that is possible, else by the house way.",
    TIME_UP: "Your time was up, so the table decided for you.",
    AWAY: "You were away, so the table decided for you.",
    AWAY_WHILE_OTHERS_WAITED: "You were away while others waited, so the table decided for you.",
    "": "The table decided for you.",
}


def _line(row: Any, corrections: list[RoundCorrection], *, by_table: bool) -> PlayedRound:
    why = json.loads(row.played_for or "{}").get(str(row.seat), "")
    return {
        "id": row.id,
        "table": row.table_id,
        "table_name": row.table_name,
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
        "played_for": PLAYED_FOR.get(why, PLAYED_FOR[""]) if by_table else None,
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
    decided = await connection.execute(
        sa.select(actions.c.round_id, actions.c.seat)
        .where(actions.c.round_id.in_([row.id for row in found]))
        .where(actions.c.person_id.is_(None), actions.c.seat.is_not(None))
        .distinct()
    )
    by_table = {(row.round_id, row.seat) for row in decided}  # what nobody did, the table did
    return [_line(row, by_round.get(row.id, []), by_table=(row.id, row.seat) in by_table) for row in found]


@router.get("")
@sent_as_built
async def history(
    request: Request, person: CurrentPerson, search: OwnRoundsQuery, before: IdQuery = None, limit: LimitQuery = 50
) -> RoundHistory:
    """Your rounds, newest first; `next` is the `before` of the following page."""
    query = _LINE.where(*search.conditions(person.id))
    if before is not None:
        query = query.where(round_people.c.round_id < before)
    query = query.order_by(round_people.c.round_id.desc()).limit(limit + 1)
    async with journal_of(request).database.read() as connection:
        found = await _lines(connection, person, query)
    more = len(found) > limit
    return {"rounds": found[:limit], "next": found[limit - 1]["id"] if more else None}


async def latest_rounds(
    request: Request, person: Person, search: OwnRounds, limit: int
) -> list[tuple[PlayedRound, StoredRound]]:
    """Somebody's latest rounds as they are stored, newest first, without those that are void."""
    query = _LINE.where(*search.conditions(person.id), WHY_VOID.is_(None))
    async with journal_of(request).database.read() as connection:
        lines = await _lines(connection, person, query.order_by(round_people.c.round_id.desc()).limit(limit))
        stored = {item.id: item async for item in load_rounds(connection, [line["id"] for line in lines])}
    return [(line, stored[line["id"]]) for line in lines]


async def _own(request: Request, person: Person, round_id: int) -> tuple[PlayedRound, StoredRound]:
    query = _LINE.where(round_people.c.round_id == round_id, round_people.c.person_id == person.id)
    async with journal_of(request).database.read() as connection:
        lines = await _lines(connection, person, query)
        stored = await load_round(connection, round_id) if lines else None
        elsewhere = None if lines else await _under_way(connection, person, round_id)
    if elsewhere is not None:
        raise Refusal("round_not_over", f"Round {elsewhere} is under way: it can be looked at when it is over.", 409)
    if not lines or stored is None:
        raise Refusal("unknown_round", f"Among the rounds that you have played there is no round {round_id}.", 404)
    return lines[0], stored


async def _under_way(connection: AsyncConnection, person: Person, round_id: int) -> int | None:
    """The round's number at its table, if the person plays in it just now."""
    theirs = sa.select(rounds.c.number).where(rounds.c.id == round_id, ~rounds.c.over)
    theirs = theirs.join(seats, seats.c.table_id == rounds.c.table_id).where(seats.c.person_id == person.id)
    found: int | None = (await connection.execute(theirs)).scalar()
    return found


@router.get("/{round_id}")
@sent_in_pieces
async def one_round(request: Request, person: CurrentPerson, round_id: IdPath) -> RoundReplay:
    """One of your rounds, step by step."""
    line, stored = await _own(request, person, round_id)
    return await asyncio.to_thread(_replay, stored, line)  # the tables go on meanwhile


def _replay(stored: StoredRound, line: PlayedRound) -> RoundReplay:
    played = stored.play()
    if isinstance(played, Round):
        return _banked_replay(played, line)
    return _pot_replay(played, line, undealt=stored.undealt)


def _banked_replay(played: Round, line: PlayedRound) -> BankedReplay:
    dealing: list[CardText] = [card.text for card in played.dealing]
    view = played.view(line["seat"])
    seen = frames(played, line["seat"])
    return {
        "kind": "banked",
        **_replay_head(
            played,
            line,
            banked_view.counts(played.game, view) if played.over else {},
            can_verify=bool(dealing) and not played.stacked,
        ),
        "events": cast("list[BankedEvent]", [_event(frame) for frame in seen]),
        "views": cast("list[BankedView]", [frame.view for frame in seen]),
        "view_at_end": cast("BankedView", view.to_json()),
        "won": banked_view.won(played.game, view) if played.over else {},
        "server_seed": played.server_seed.hex(),
        "dealing": dealing,
        "shoe": None if played.shoe is None else cast("ShoeBefore", played.shoe.to_json()),
        "seal": None,
        "proof": None,
    }


def _pot_replay(played: PotRound, line: PlayedRound, *, undealt: bool) -> PotReplay:
    seen, view = frames(played, line["seat"]), played.view(line["seat"])
    return {
        "kind": "pot",
        **_replay_head(played, line, pot_view.counts(played.game, view) if played.over else {}, can_verify=False),
        "events": cast("list[PotEvent]", [_event(frame) for frame in seen]),
        "views": cast("list[PotView]", [frame.view for frame in seen]),
        "view_at_end": cast("PotView", view.to_json()),
        "undealt": [card.text for card in played.undealt] if undealt else [],
        "server_seed": None,
        "dealing": None,
        "seal": deck_seal(played),
        "cut": played.promised is not None,
        "proof": cast("SealProof", proof(played, line["seat"], undealt=undealt)) if played.over else None,
    }


def _replay_head(
    played: Round | PotRound, line: PlayedRound, counts: dict[str, list[CardText]], *, can_verify: bool
) -> ReplayHead:
    return {
        "round": line,
        "net": line["net"],
        "felt": game_felt(played.game),
        "procedure": procedure_steps(played.game),
        "counts": counts,
        "commitment": played.commitment,
        "deck_order": [card.text for card in played.game.deck],
        "player_seeds": sorted(_words(played).items()),
        "promised": sorted(_promised(played).items()),
        "can_verify": can_verify,
    }


@router.get("/{round_id}/review")
@sent_as_built
async def reviewed(request: Request, person: CurrentPerson, round_id: IdPath) -> RoundReview:
    """What each of your decisions in a finished round was worth, and what it cost against the best one."""
    line, stored = await _own(request, person, round_id)
    return await asyncio.to_thread(lambda: review(stored.play(), round_id, line["seat"]))


@router.get("/{round_id}/record")
@sent_in_pieces
async def record(request: Request, person: CurrentPerson, round_id: IdPath) -> RoundRecord:
    """The record for `houseway verify`; of hands among players it shows every card, so the house keeps it."""
    _, stored = await _own(request, person, round_id)
    return await asyncio.to_thread(_record, stored, person)


def _record(stored: StoredRound, person: Person) -> RoundRecord:
    played = stored.play()
    if isinstance(played, PotRound) and person.role == "player":
        raise Refusal(
            "record_is_the_houses", "The record of a hand among players shows the hands that were thrown away.", 403
        )
    return cast("RoundRecord", to_record(played))


def _event(frame: Frame) -> dict[str, Any]:
    return {**ev.shown_json(frame.event), "text": frame.text, "step": list(frame.step)}


def _words(played: Round | PotRound) -> dict[int, str]:
    """The words that went into the shuffle, by seat."""
    return played.player_seeds if isinstance(played, PotRound) else played.words.in_shuffle()


def _promised(played: Round | PotRound) -> dict[int, str]:
    return played.promised or {} if isinstance(played, PotRound) else played.words.promised
