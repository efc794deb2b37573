"""For the pit: who may not write to others at any table."""

from __future__ import annotations

import structlog
from fastapi import APIRouter, Request

from houseway.server.protocol.people import PersonWithChips
from houseway.server.web.api.dependencies import (
    PROBLEMS,
    IdPath,
    PitStaff,
    RequestBody,
    mutes_of,
    person_with_chips,
)
from houseway.server.web.api.irregularities import Reason

router = APIRouter(prefix="/api/pit", tags=["pit"], responses=PROBLEMS)
logger = structlog.get_logger("pit")


class NewMute(RequestBody):
    """Why somebody is muted."""

    reason: Reason


@router.post("/people/{person_id}/mute")
async def mute(request: Request, person: PitStaff, person_id: IdPath, body: NewMute) -> PersonWithChips:
    """Mute somebody in the chat of every table, until they are unmuted; what they wrote is taken away."""
    muted = await mutes_of(request).mute(person.id, person_id, body.reason)
    logger.info("somebody was muted", person=person_id, by=person.id)
    return person_with_chips(request, muted)


@router.post("/people/{person_id}/unmute")
async def unmute(request: Request, person: PitStaff, person_id: IdPath) -> PersonWithChips:
    """Let somebody write again."""
    unmuted = await mutes_of(request).unmute(person.id, person_id)
    logger.info("somebody was unmuted", person=person_id, by=person.id)
    return person_with_chips(request, unmuted)
