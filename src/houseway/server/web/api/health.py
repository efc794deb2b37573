"""Health checks and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from houseway import __version__
from houseway.server.metrics import IMBALANCE, SEATED, SOCKETS, TABLES
from houseway.server.protocol.health import DatabaseReady, Health
from houseway.server.storage.readiness import Readiness
from houseway.server.web.api.dependencies import PROBLEMS, floor_of, journal_of

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz(request: Request) -> Health:
    """Liveness: the process answers requests. It says nothing about the database."""
    counts = floor_of(request).counts()
    return {
        "status": "ok",
        "version": __version__,
        "database": journal_of(request).database.name,
        "tables": counts["tables"],
        "sockets": counts["sockets"],
    }


@router.get("/readyz", responses={503: PROBLEMS[503]})
async def readyz(request: Request) -> DatabaseReady:
    """Readiness: a change was committed to the database within the last second. 503 while the disk is full, the
    database doesn't answer in time, or the server is closing."""
    readiness: Readiness = request.app.state.readiness
    await readiness.check()
    return {"status": "ready"}


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(request: Request) -> Response:
    """For Prometheus."""
    counts = floor_of(request).counts()
    TABLES.set(counts["tables"])
    SOCKETS.set(counts["sockets"])
    SEATED.set(counts["seated"])
    IMBALANCE.set(request.app.state.ledger.imbalance)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
