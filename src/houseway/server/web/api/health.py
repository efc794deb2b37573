"""Whether the server is well, and what it has done."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from houseway import __version__
from houseway.server.metrics import IMBALANCE, SEATED, SOCKETS, TABLES
from houseway.server.protocol.health import Health
from houseway.server.web.api.dependencies import floor_of, journal_of

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz(request: Request) -> Health:
    """Whether the server is well."""
    counts = floor_of(request).counts()
    return {
        "status": "ok",
        "version": __version__,
        "database": journal_of(request).database.name,
        "tables": counts["tables"],
        "sockets": counts["sockets"],
    }


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(request: Request) -> Response:
    """For Prometheus."""
    counts = floor_of(request).counts()
    TABLES.set(counts["tables"])
    SOCKETS.set(counts["sockets"])
    SEATED.set(counts["seated"])
    IMBALANCE.set(request.app.state.ledger.imbalance)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
