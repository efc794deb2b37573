"""The web application: what is started and stopped, and what answers where."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from houseway import __version__
from houseway.errors import HousewayError, UnknownGame
from houseway.server.background import BackgroundTasks
from houseway.server.lab.lab import Lab
from houseway.server.money.corrections import Corrections
from houseway.server.money.ledger import Ledger
from houseway.server.odds.house_edges import Edges
from houseway.server.people.mutes import Mutes
from houseway.server.people.people import People
from houseway.server.refusals import Refusal, ServerError
from houseway.server.settings import Settings
from houseway.server.storage.database import Database, parse_url, reason
from houseway.server.storage.journal import Journal
from houseway.server.storage.readiness import Readiness
from houseway.server.tables.floor import Floor
from houseway.server.training.training import Training
from houseway.server.web.api import (
    exams,
    games,
    health,
    history,
    irregularities,
    lab,
    mutes,
    odds,
    people,
    pit,
    results,
    training,
    transfers,
)
from houseway.server.web.connections import Connections
from houseway.server.web.pages import pages
from houseway.server.web.security import Limiter, SecurityMiddleware
from houseway.server.web.socket import router as socket_router

COMPRESSED_FROM = 1024  # bytes: below, what is saved fits into the same packet anyway
log = structlog.get_logger("server")


def create_app(
    settings: Settings,
    *,
    on_claim: Callable[[str], object] | None = None,
    on_failure: Callable[[BaseException], object] | None = None,
) -> FastAPI:
    """The application; it opens its database when it starts.

    `on_claim` is told the first admin's one-time token, `on_failure` why the start failed.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            async with _running(app, settings, on_claim, on_failure):
                yield
        except (HousewayError, SQLAlchemyError, OSError) as error:
            if on_failure is not None:
                on_failure(_told(error))
            raise

    app = FastAPI(
        title="Houseway",
        version=__version__,
        summary="The casino in the browser: live tables, a ledger that balances, exact odds. Play money only.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED_FROM, compresslevel=5)  # requests alone, no sockets
    app.add_middleware(SecurityMiddleware, settings=settings)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(HousewayError, _not_legal)
    app.add_exception_handler(SQLAlchemyError, _no_database)
    for module in (
        *(people, games, odds, lab, history, results),
        *(pit, irregularities, mutes, transfers),
        *(training, exams, health),
    ):
        app.include_router(module.router)
    app.include_router(socket_router)
    app.include_router(pages())
    return app


@contextlib.asynccontextmanager
async def _running(
    app: FastAPI,
    settings: Settings,
    on_claim: Callable[[str], object] | None,
    on_failure: Callable[[BaseException], object] | None,
) -> AsyncIterator[None]:
    """Everything behind the web edge, opened in the order in which one needs the other and closed the other way."""
    database = Database(parse_url(settings.database_url))
    await database.open()
    try:
        ledger = Ledger()
        journal = Journal(database, ledger)
        await journal.start()
        journal.lost = lambda: _stop(app, on_failure)
        try:
            people_ = People(settings, journal, ledger)
            await people_.start()
            mutes_ = Mutes(journal, people_)
            await mutes_.start()
            if not people_.has_admin and on_claim is not None:
                on_claim(await people_.make_claim())
            lab_ = Lab(settings)
            counts = Limiter(settings.new_counts, 300)
            edges = Edges(partial(lab_.edges, check_rate=counts.check), enabled=settings.count_odds)
            tasks = BackgroundTasks()
            connections = Connections(settings.sockets, settings.sockets_per_address, 1 / settings.updates_per_second)
            floor = Floor(
                settings,
                journal,
                ledger,
                people_,
                mutes_,
                tasks,
                edge=edges.shown,
                viewers=lambda: connections.all,
                balance_changed=connections.balance_changed,
                seats_changed=connections.seats_changed,
            )
            connections.balance_of = floor.balance_of
            connections.seats_of = floor.seats_of
            connections.lobby_text = lambda: floor.lobby.text
            people_.on_session_end = connections.close_session
            edges.on_answer = floor.odds_answered
            app.state.settings = settings
            app.state.journal = journal
            app.state.readiness = Readiness(journal)
            app.state.ledger = ledger
            app.state.people = people_
            app.state.mutes = mutes_
            app.state.edges = edges
            app.state.lab = lab_
            app.state.lab_limiters = {
                "counts": counts,
                "reports": Limiter(settings.new_reports, 300),
            }
            app.state.tasks = tasks
            app.state.connections = connections
            app.state.floor = floor
            app.state.corrections = Corrections(
                journal, people_.name, connections.balance_changed, appointment_hours=settings.appointment_hours
            )
            training_ = Training(settings, journal, lab_)
            app.state.training = training_
            app.state.training_limiters = {
                "exercises": Limiter(settings.new_exercises, 300),
                "exams": Limiter(settings.new_exams, 300),
                "imports": Limiter(settings.new_imports, 300),
            }
            await floor.start()
            edges.start()
            periodic = [
                asyncio.create_task(people_.forget_hourly(), name="forgetting"),
                asyncio.create_task(connections.drop_stuck(), name="connections"),
            ]
            log.info("open", database=database.name, version=__version__)
            try:
                yield
            finally:
                for task in periodic:
                    task.cancel()
                await stop_serving(app.state)
                await floor.stop()
                await tasks.drain()
        finally:
            await journal.stop()
    finally:
        await database.close()
        log.info("closed")


async def stop_serving(state: State) -> None:
    """Answer everybody who waits: nothing more is counted, and sockets are told why they close."""
    state.edges.stop()
    await state.lab.stop()
    state.training.stop()
    await state.connections.close_all("The house is closing; your seat and your chips are kept.")


def _stop(app: FastAPI, on_failure: Callable[[BaseException], object] | None) -> None:
    """The database is gone: what is in memory must not go on without it. A restart reads what was committed."""
    if on_failure is not None:
        on_failure(ServerError("The database is gone; start the server again when it is back."))
    stop: Callable[[], object] | None = getattr(app.state, "stop", None)
    if stop is not None:
        stop()


def _told(error: Exception) -> ServerError:
    """Why the house cannot be opened, in a sentence."""
    if isinstance(error, ServerError):
        return error
    return ServerError(f"The house cannot be opened: {reason(error)}.")


def _error(status: int, code: str, sentence: str) -> JSONResponse:
    return JSONResponse({"code": code, "sentence": sentence}, status)


async def _refused(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refusal)
    return _error(error.status, error.code, error.sentence)


async def _not_legal(_request: Request, error: Exception) -> JSONResponse:
    """The rules refused it: an unknown game or option, an invalid limit."""
    if isinstance(error, UnknownGame):
        return _error(404, "unknown_game", str(error))
    return _error(422, "illegal", str(error))


async def _no_database(_request: Request, error: Exception) -> JSONResponse:
    log.error("the database did not answer", kind=type(error).__name__)
    return _error(503, "database", "The database does not answer just now; please try again.")


async def _bad_request(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = dict(error.errors()[0])
    field = ".".join(str(part) for part in first["loc"][1:]) or "the request"
    return _error(422, "bad_request", f"{field[:80]}: {first['msg']}.")


async def _http(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "not_allowed", 400: "bad_request"}.get(error.status_code, "refused")
    response = _error(error.status_code, code, f"{str(error.detail).rstrip('.')}.")
    response.headers.update(error.headers or {})
    return response
