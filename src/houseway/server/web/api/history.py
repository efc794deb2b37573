"""A person's own rounds: what happened, as their seat saw it, and what proves that it was fair."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, Request
from pydantic import BaseModel

from houseway.cards import texts
from houseway.catalog import any_game_class
from houseway.errors import HousewayError
from houseway.server.people.people import Person
from houseway.server.refusals import Refusal
from houseway.server.storage.round_records import WHY_VOID, StoredRound, load_round
from houseway.server.storage.schema import round_people, rounds
from houseway.server.web.api.dependencies import PROBLEMS, GameQuery, IdPath, IdQuery, LimitQuery, SignedIn, journal_of
from houseway.table import events as ev
from houseway.table.pot_round import PotRound
from houseway.table.pot_transcript import tell_hand
from houseway.table.record import to_record
from houseway.table.round import Round
from houseway.table.seals import deck_seal, proof
from houseway.table.transcript import Teller

router = APIRouter(prefix="/api/history", tags=["history"], responses=PROBLEMS)


class PlayedRound(BaseModel):
    """One line of somebody's history; times are milliseconds since 1970."""

    id: int
    table: int
    game: str
    game_name: str
    number: int
    started: int
    ended: int | None
    seat: int
    staked: int
    returned: int
    net: int
    words: str | None
    void: bool = False  # the house gave everything staked back, and the round has no result


class Rounds(BaseModel):
    rounds: list[PlayedRound]
    next: int | None


class RoundInFull(BaseModel):
    """A round step by step, as the person's seat may see it."""

    round: PlayedRound
    events: list[dict[str, Any]]
    view_at_end: dict[str, Any]
    net: int
    commitment: str
    server_seed: str | None
    deck_order: list[str | None]
    player_seeds: list[tuple[int, str]]
    dealing: list[str | None] | None
    can_verify: bool
    seal: str | None
    proof: dict[str, Any] | None


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


def _line(row: Any) -> PlayedRound:
    return PlayedRound(
        id=row.id,
        table=row.table_id,
        game=row.game,
        game_name=game_name(row.game),
        number=row.number,
        started=row.started,
        ended=row.ended,
        seat=row.seat,
        staked=row.staked,
        returned=row.returned,
        net=row.returned - row.staked,
        words=row.words,
        void=row.void is not None,
    )


@router.get("")
async def history(
    request: Request, person: SignedIn, before: IdQuery = None, game: GameQuery = None, limit: LimitQuery = 50
) -> Rounds:
    """Your rounds, newest first; `next` is the `before` of the following page."""
    query = _LINE.where(round_people.c.person_id == person.id)
    if before is not None:
        query = query.where(round_people.c.round_id < before)
    if game is not None:
        query = query.where(rounds.c.game == game)
    query = query.order_by(round_people.c.round_id.desc()).limit(limit + 1)
    async with journal_of(request).database.read() as connection:
        found = [_line(row) for row in await connection.execute(query)]
    more = len(found) > limit
    return Rounds(rounds=found[:limit], next=found[limit - 1].id if more else None)


async def _own(request: Request, person: Person, round_id: int) -> tuple[PlayedRound, StoredRound]:
    query = _LINE.where(round_people.c.round_id == round_id, round_people.c.person_id == person.id)
    async with journal_of(request).database.read() as connection:
        row = (await connection.execute(query)).first()
        stored = await load_round(connection, round_id) if row else None
    if row is None or stored is None:
        raise Refusal("unknown_round", "You have played no such round, or it is not over.", 404)
    return _line(row), stored


@router.get("/{round_id}")
async def one_round(request: Request, person: SignedIn, round_id: IdPath) -> RoundInFull:
    """One of your rounds, step by step."""
    line, stored = await _own(request, person, round_id)
    played = stored.play()
    banked = isinstance(played, Round)
    dealing = _dealing(played) if banked else None
    return RoundInFull(
        round=line,
        events=told_events(played, line.seat),
        view_at_end=played.view(line.seat).to_json(),
        net=line.net,
        commitment=played.commitment,
        server_seed=played.server_seed.hex() if banked else None,
        deck_order=texts(played.game.deck),
        player_seeds=_player_seeds(played),
        dealing=dealing,
        can_verify=bool(dealing) and not played.stacked,
        seal=None if isinstance(played, Round) else deck_seal(played),
        proof=proof(played, line.seat) if isinstance(played, PotRound) and played.over else None,
    )


@router.get("/{round_id}/record")
async def record(request: Request, person: SignedIn, round_id: IdPath) -> dict[str, Any]:
    """The record for `houseway verify`; of hands among players it shows every card, so the house keeps it."""
    _, stored = await _own(request, person, round_id)
    played = stored.play()
    if isinstance(played, PotRound) and person.role == "player":
        raise Refusal(
            "record_is_the_houses", "The record of a hand among players shows the hands that were thrown away.", 403
        )
    return to_record(played)


def told_events(played: Round | PotRound, viewer: ev.Viewer) -> list[dict[str, Any]]:
    """Every event as the viewer may see it, with a sentence that tells it."""
    if isinstance(played, Round):
        teller = Teller(played.game)
        seen = [ev.seen_by(event, viewer) for event in played.events]
        return [{**ev.to_json(event), "text": teller.tell(event)} for event in seen]
    told, before = [], 0
    hand = [ev.seen_by(event, viewer) for event in played.events]
    for count, event in enumerate(hand, start=1):
        lines = list(tell_hand(hand[:count], played.game))
        told.append({**ev.to_json(event), "text": ". ".join(line.strip() for line in lines[before:])})
        before = len(lines)
    return told


def _player_seeds(played: Round | PotRound) -> list[tuple[int, str]]:
    """The words that went into the shuffle, by seat."""
    if isinstance(played, PotRound):
        return sorted(played.player_seeds.items())
    words: dict[int, str] = {}
    for action in played.actions:
        if action[0] == "wager":
            words[action[1]] = action[3]
    return [(seat, text) for seat, text in sorted(words.items()) if text]


def _dealing(played: Round | PotRound) -> list[str | None]:
    """The cards in the order they left the deck, burned ones too."""
    drawn: list[str | None] = []
    for event in played.events:
        if isinstance(event, ev.Burned | ev.Dealt):
            drawn.extend(texts(event.cards))
    return drawn
