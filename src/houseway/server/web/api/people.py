"""Coming in, signing in, chips."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import StringConstraints

from houseway.server.people.names import LONGEST_NAME, name_key
from houseway.server.people.people import COOKIE, LONGEST_PASSWORD, SHORTEST_PASSWORD, Entered, Person
from houseway.server.protocol.people import ChipsAdded, HouseSettings, Me
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.tables.chat import LONGEST
from houseway.server.web.api.dependencies import (
    NO_NUL,
    PROBLEMS,
    CurrentPerson,
    CurrentVisitor,
    RequestBody,
    floor_of,
    people_of,
    person_with_chips,
    settings_of,
)
from houseway.server.web.security import VISITOR_COOKIE, GrowingDelay, Limiter, new_visitor, visitor_csrf

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)
Name = Annotated[str, StringConstraints(max_length=100, pattern=NO_NUL)]
Password = Annotated[str, StringConstraints(max_length=LONGEST_PASSWORD, pattern=NO_NUL)]


class NewGuest(RequestBody):
    """A name for a guest; when it is left out, the house gives one."""

    name: Name = ""


class Credentials(RequestBody):
    """What somebody signs in with."""

    name: Name
    password: Password


class AdminClaim(Credentials):
    """The first admin's account, with the token that was printed when the server started."""

    token: Annotated[str, StringConstraints(max_length=100, pattern=NO_NUL)]


def house_settings(settings: Settings) -> HouseSettings:
    return {
        "guest_chips": settings.guest_chips,
        "betting_seconds": settings.betting_seconds,
        "decision_seconds": settings.decision_seconds,
        "time_bank_seconds": settings.time_bank_seconds,
        "showing_seconds": settings.showing_seconds,
        "longest_name": LONGEST_NAME,
        "longest_line": LONGEST,
        "shortest_password": SHORTEST_PASSWORD,
    }


def _cookie(request: Request, response: Response, name: str, value: str) -> None:
    settings = settings_of(request)
    response.set_cookie(
        name,
        value,
        max_age=settings.session_days * 86_400,
        httponly=True,
        samesite="strict",
        secure=settings.secure or request.url.scheme == "https",
    )


def _me(request: Request, csrf: str, person: Person | None = None) -> Me:
    return {
        "person": person_with_chips(request, person) if person else None,
        "csrf": csrf,
        "settings": house_settings(settings_of(request)),
    }


def _come_in(request: Request, response: Response, entered: Entered) -> Me:
    _cookie(request, response, COOKIE, entered.token)
    return _me(request, entered.session.csrf, entered.person)


def _limit(request: Request, name: str, address: str, *keys: str) -> None:
    """Attempts count by address, and by whatever else is named."""
    state, settings = request.app.state, settings_of(request)
    if not hasattr(state, "limiters"):
        state.limiters = {
            "log-in": Limiter(settings.login_attempts, 300),
            "come-in": Limiter(settings.new_guests, 300),
            "chips": Limiter(settings.new_chips, 300),
        }
        state.wrong_passwords = GrowingDelay()
    state.limiters[name].check(f"address {address}", *keys)


@router.get("/me")
async def me(request: Request, response: Response, visitor: CurrentVisitor) -> Me:
    """Who you are; a visitor gets a token of its own."""
    csrf = visitor.csrf
    if csrf is None:
        visiting = new_visitor()
        _cookie(request, response, VISITOR_COOKIE, visiting)
        csrf = visitor_csrf(visiting)
    return _me(request, csrf, visitor.person)


@router.post("/guest")
async def guest(request: Request, response: Response, visitor: CurrentVisitor, body: NewGuest) -> Me:
    """Play at once; whoever is signed in already stays who they are."""
    if visitor.person is not None and visitor.session is not None:
        return _me(request, visitor.session.csrf, visitor.person)
    _limit(request, "come-in", visitor.address)
    return _come_in(request, response, await people_of(request).make_guest(body.name))


@router.post("/register")
async def register(request: Request, response: Response, visitor: CurrentVisitor, body: Credentials) -> Me:
    """Make an account; a guest keeps chips, seat and history."""
    _limit(request, "come-in", visitor.address)
    return _come_in(request, response, await people_of(request).register(body.name, body.password, visitor.session))


@router.post("/login")
async def login(request: Request, response: Response, visitor: CurrentVisitor, body: Credentials) -> Me:
    """Wrong passwords cost the one who tries them time, by name and address: nobody can keep somebody else out."""
    _limit(request, "log-in", visitor.address)
    delay: GrowingDelay = request.app.state.wrong_passwords
    who = f"{visitor.address} {name_key(body.name)}"
    delay.check(who)
    try:
        entered = await people_of(request).log_in(body.name, body.password, visitor.session)
    except Refusal:
        delay.failed(who)
        raise
    delay.forget(who)
    return _come_in(request, response, entered)


@router.post("/logout")
async def logout(request: Request, response: Response, visitor: CurrentVisitor) -> Me:
    if visitor.session is not None:
        await people_of(request).log_out(visitor.session)
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    visiting = new_visitor()
    _cookie(request, response, VISITOR_COOKIE, visiting)
    return _me(request, visitor_csrf(visiting))


@router.post("/claim")
async def claim(request: Request, response: Response, visitor: CurrentVisitor, body: AdminClaim) -> Me:
    """Become the first admin, by the link that was printed when the server started."""
    _limit(request, "log-in", visitor.address)
    entered = await people_of(request).claim(body.token, body.name, body.password, visitor.session)
    return _come_in(request, response, entered)


@router.post("/chips")
async def chips(request: Request, visitor: CurrentVisitor, person: CurrentPerson) -> ChipsAdded:
    """More play money for whoever is running out."""
    _limit(request, "chips", visitor.address, f"person {person.id}")
    added = await people_of(request).top_up(person.id, floor_of(request).at_tables)
    return {"added": added, "person": person_with_chips(request, person)}
