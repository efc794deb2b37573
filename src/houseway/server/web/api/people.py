"""Coming in, signing in, chips."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, StringConstraints

from houseway.server.people.people import COOKIE, LONGEST_NAME, LONGEST_PASSWORD, SHORTEST_PASSWORD, Entered, name_key
from houseway.server.settings import Settings
from houseway.server.web.api.dependencies import (
    NO_NUL,
    PROBLEMS,
    AnyVisitor,
    Asked,
    PersonAnswer,
    SignedIn,
    floor_of,
    people_of,
    person_answer,
    settings_of,
)
from houseway.server.web.security import VISITOR_COOKIE, Limiter, new_visitor, visitor_csrf

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)
Name = Annotated[str, StringConstraints(max_length=100, pattern=NO_NUL)]
Password = Annotated[str, StringConstraints(max_length=LONGEST_PASSWORD, pattern=NO_NUL)]


class Guest(Asked):
    name: Name = ""


class Credentials(Asked):
    name: Name
    password: Password


class Claim(Credentials):
    token: Annotated[str, StringConstraints(max_length=100, pattern=NO_NUL)]


class Me(BaseModel):
    """Who you are here, and the token that requests which change something must carry."""

    person: PersonAnswer | None
    csrf: str
    settings: dict[str, Any]


class Chips(BaseModel):
    added: int
    person: PersonAnswer


def shown_settings(settings: Settings) -> dict[str, Any]:
    """What the page needs to know of how the house is run."""
    names = ("guest_chips", "betting_seconds", "decision_seconds", "time_bank_seconds", "showing_seconds")
    return {name: getattr(settings, name) for name in names} | {
        "longest_name": LONGEST_NAME,
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


def _me(request: Request, csrf: str, entered: Entered | None = None, person: Any = None) -> Me:
    who = entered.person if entered else person
    return Me(
        person=person_answer(request, who) if who else None, csrf=csrf, settings=shown_settings(settings_of(request))
    )


def _come_in(request: Request, response: Response, entered: Entered) -> Me:
    _cookie(request, response, COOKIE, entered.token)
    return _me(request, entered.session.csrf, entered)


def _limit(request: Request, name: str, address: str, *keys: str) -> None:
    """Attempts count by address, and by the name that is tried."""
    state, settings = request.app.state, settings_of(request)
    if not hasattr(state, "limiters"):
        state.limiters = {
            "log-in": Limiter(settings.login_attempts, 300),
            "come-in": Limiter(settings.new_guests, 300),
        }
    state.limiters[name].check(f"address {address}", *keys)


@router.get("/me")
async def me(request: Request, response: Response, who: AnyVisitor) -> Me:
    """Who you are; a visitor gets a token of its own."""
    csrf = who.csrf
    if csrf is None:
        visiting = new_visitor()
        _cookie(request, response, VISITOR_COOKIE, visiting)
        csrf = visitor_csrf(visiting)
    return _me(request, csrf, person=who.person)


@router.post("/guest")
async def guest(request: Request, response: Response, who: AnyVisitor, asked: Guest) -> Me:
    """Play at once; whoever is signed in already stays who they are."""
    if who.person is not None and who.session is not None:
        return _me(request, who.session.csrf, person=who.person)
    _limit(request, "come-in", who.address)
    return _come_in(request, response, await people_of(request).make_guest(asked.name))


@router.post("/register")
async def register(request: Request, response: Response, who: AnyVisitor, asked: Credentials) -> Me:
    """Make an account; a guest keeps chips, seat and history."""
    _limit(request, "come-in", who.address)
    return _come_in(request, response, await people_of(request).register(asked.name, asked.password, who.session))


@router.post("/login")
async def login(request: Request, response: Response, who: AnyVisitor, asked: Credentials) -> Me:
    _limit(request, "log-in", who.address, f"name {name_key(asked.name)}")
    return _come_in(request, response, await people_of(request).log_in(asked.name, asked.password, who.session))


@router.post("/logout")
async def logout(request: Request, response: Response, who: AnyVisitor) -> Me:
    if who.session is not None:
        await people_of(request).log_out(who.session)
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    visiting = new_visitor()
    _cookie(request, response, VISITOR_COOKIE, visiting)
    return _me(request, visitor_csrf(visiting))


@router.post("/claim")
async def claim(request: Request, response: Response, who: AnyVisitor, asked: Claim) -> Me:
    """Become the first admin, by the link that was printed when the server started."""
    _limit(request, "log-in", who.address)
    entered = await people_of(request).claim(asked.token, asked.name, asked.password, who.session)
    return _come_in(request, response, entered)


@router.post("/chips")
async def chips(request: Request, person: SignedIn) -> Chips:
    """More play money for whoever is running out."""
    added = await people_of(request).top_up(person.id, floor_of(request).at_tables)
    return Chips(added=added, person=person_answer(request, person))
