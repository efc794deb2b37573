"""For the pit: chips that went from player to player through pots."""

from __future__ import annotations

from fastapi import APIRouter, Request

from houseway.server.money import transfers as counted
from houseway.server.people.people import People
from houseway.server.protocol.transfers import Transfer, TransferPerson, Transfers, TransferSign
from houseway.server.storage.journal import now_ms
from houseway.server.web.api.dependencies import (
    PROBLEMS,
    LimitQuery,
    PitStaff,
    TimeQuery,
    journal_of,
    people_of,
    sent_as_built,
    settings_of,
)

router = APIRouter(prefix="/api/pit", tags=["pit"], responses=PROBLEMS)
WEEK = 7 * 24 * 3600 * 1000
_WORTH_A_LOOK = 10  # a newcomer's chips over this: less moves nothing that a new guest would not have for the asking


@router.get("/transfers")
@sent_as_built
async def transfers(request: Request, person: PitStaff, since: TimeQuery = None, limit: LimitQuery = 50) -> Transfers:
    """Who has won from whom among players, in the hands that ended since then, or in the last seven days."""
    from_ = now_ms() - WEEK if since is None else since
    found = await counted.transfers(journal_of(request).database, from_)
    least = settings_of(request).guest_chips // _WORTH_A_LOOK
    lines = [
        _line(found, loser, winner, least, people_of(request))
        for loser, winner in found.flows
        if found.net(loser, winner) > 0 and _both_people(people_of(request), loser, winner)
    ]
    lines.sort(key=lambda line: (not line["signs"], -line["net"], line["loser"]["id"], line["winner"]["id"]))
    return {"since": from_, "hands": found.hands, "complete": found.complete, "transfers": lines[:limit]}


def _both_people(people: People, *persons: int) -> bool:
    """Whether neither is a program of the house: what is lost to those went to nobody."""
    return not any((known := people.person(person)) is not None and known.program for person in persons)


def _line(found: counted.Transfers, loser: int, winner: int, least: int, people: People) -> Transfer:
    flow, net = found.flows[loser, winner], found.net(loser, winner)
    signs: list[TransferSign] = []
    if net >= least and found.one_way(loser, winner):
        signs.append("one_way")
    if flow.given_up and flow.given >= least:
        signs.append("given_up")
    return {
        "loser": _person(people, loser),
        "winner": _person(people, winner),
        "hands": flow.hands,
        "lost": flow.lost,
        "back": found.back(loser, winner),
        "net": net,
        "share_percent": 100 * found.share(loser, winner),
        "given_up": flow.given_up,
        "signs": signs,
        "last_round": flow.last_round,
    }


def _person(people: People, person_id: int) -> TransferPerson:
    known = people.person(person_id)
    return {"id": person_id, "name": people.name(person_id), "guest": known is not None and known.guest}
