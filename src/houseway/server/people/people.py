"""Who plays: guests and accounts, their sessions, their roles, and the chips they are given."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sa
import structlog

from houseway.server.money.ledger import MINT, Entry, Ledger, LedgerRefused, wallet
from houseway.server.people import passwords
from houseway.server.people.names import checked_name, look_of, name_key
from houseway.server.people.pit_log import log_person
from houseway.server.protocol.values import Role
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.storage import schema
from houseway.server.storage.damage import reading
from houseway.server.storage.journal import Change, Journal, JournalStopped, now_ms

COOKIE = "houseway_session"
USED_CLAIM = "This link has been used, or never was one."
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
_HOUR = 3600.0  # seconds
_DAY = 86_400_000
_DROPPED_AT_ONCE = 100
_QUIET_DAYS = 7  # a house that nobody has come to for longer may have a wrong clock
_KEPT_SESSIONS = 20_000
log = structlog.get_logger("people")

_DROP_SESSION = sa.delete(schema.sessions).where(schema.sessions.c.token_hash == sa.bindparam("b_token"))
_DROP_EXPIRED = sa.delete(schema.sessions).where(schema.sessions.c.expires < sa.bindparam("b_now"))
_DROP_REQUESTS = sa.delete(schema.requests).where(schema.requests.c.made < sa.bindparam("b_before"))
_DROP_REQUEST = sa.delete(schema.requests).where(
    schema.requests.c.person_id == sa.bindparam("b_person"), schema.requests.c.key == sa.bindparam("b_key")
)
_SET_PERSON = (
    sa.update(schema.people)
    .where(schema.people.c.id == sa.bindparam("b_id"))
    .values(
        name=sa.bindparam("b_name"),
        name_key=sa.bindparam("b_key"),
        password_hash=sa.bindparam("b_hash"),
        role=sa.bindparam("b_role"),
        guest=False,
    )
)
_SET_ROLE = (
    sa.update(schema.people).where(schema.people.c.id == sa.bindparam("b_id")).values(role=sa.bindparam("b_role"))
)
_END_CLAIMS = (
    sa.update(schema.claims)
    .where(schema.claims.c.used.is_(None), schema.claims.c.token_hash != sa.bindparam("b_token"))
    .values(used=sa.bindparam("b_now"))
)
_USE_CLAIMS = sa.update(schema.claims).where(schema.claims.c.used.is_(None)).values(used=sa.bindparam("b_now"))


class Person(NamedTuple):
    id: int
    name: str
    role: Role
    guest: bool
    program: bool
    created: int


def _known(person: Person) -> Person:
    """Whoever has a role that there is none of has no more rights than anybody."""
    if person.role in schema.ROLES:
        return person
    log.error("somebody has a role that there is none of: a player's is theirs now", person=person.id)
    return person._replace(role="player")


class Session(NamedTuple):
    token_hash: str
    person_id: int
    csrf: str
    expires: int


class Entered(NamedTuple):
    """Somebody came in: the token goes into the cookie and is kept nowhere else."""

    person: Person
    session: Session
    token: str


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    """Everybody the house knows."""

    def __init__(self, settings: Settings, journal: Journal, ledger: Ledger) -> None:
        self._settings = settings
        self._journal = journal
        self._ledger = ledger
        self._people: dict[int, Person] = {}
        self._keys: dict[str, int] = {}
        self._looks: dict[str, int] = {}  # names as they look: nobody else may look like one
        self._sessions: dict[str, Session] = {}
        self._locks: dict[int, asyncio.Lock] = {}
        self._forgets = True
        self._naming = asyncio.Lock()
        self.on_change: Callable[[int], object] | None = None  # chips or name of this person changed
        self.on_session_end: Callable[[str], object] | None = None  # this session (its token's hash) is over

    async def load(self) -> None:
        """Read who is known."""
        people = schema.people.c
        async with self._journal.database.read() as connection:
            rows = await connection.execute(
                sa.select(
                    people.id, people.name, people.role, people.guest, people.program, people.created, people.name_key
                )
            )
            with reading("The house's list of people"):
                for *facts, key in rows:
                    self._remember(_known(Person(*facts)), key)

    async def start(self) -> None:
        await self.load()
        async with self._journal.database.read() as connection:
            last = await connection.scalar(sa.select(sa.func.max(schema.sessions.c.created)))
        # A guest has nothing but a session. A clock that has leapt ahead would end them all: then nothing is forgotten
        # as long as this server runs, and with the clock set right everybody is there again.
        self._forgets = last is None or now_ms() - last < _QUIET_DAYS * _DAY
        if not self._forgets:
            log.warning(
                "the clock is far ahead of the last visit: no session is forgotten", days=(now_ms() - last) // _DAY
            )
            return
        change = Change()
        change.update(_DROP_EXPIRED, {"b_now": now_ms()})
        change.update(_DROP_REQUESTS, {"b_before": now_ms() - _DAY})
        await self._journal.commit(change)

    async def forget_hourly(self, seconds: float = _HOUR) -> None:
        """What the start forgets, again and again, for a server that runs for months."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await self.forget_old()
            except JournalStopped:
                return
            except Exception:
                log.exception("what is old could not be forgotten")

    async def forget_old(self) -> None:
        """Drop sessions that have ended and keys of commands of a day ago, a few at a time: people are playing."""
        if not self._forgets:
            return
        change = Change()
        change.update(_DROP_EXPIRED, {"b_now": now_ms()})
        await self._journal.commit(change)
        table, before = schema.requests.c, now_ms() - _DAY
        query = (
            sa.select(table.person_id, table.key)
            .where(table.made < before)
            .order_by(table.made)
            .limit(_DROPPED_AT_ONCE)
        )
        while True:
            async with self._journal.database.read() as connection:
                old = (await connection.execute(query)).all()
            if not old:
                return
            change = Change()
            for person_id, key in old:
                change.update(_DROP_REQUEST, {"b_person": person_id, "b_key": key})
            await self._journal.commit(change)

    def _remember(self, person: Person, key: str) -> None:
        self._people[person.id] = person
        self._keys[key] = person.id
        self._looks.setdefault(look_of(key), person.id)

    # --- asking ---

    def person(self, person_id: int) -> Person | None:
        return self._people.get(person_id)

    def name(self, person_id: int) -> str:
        person = self._people.get(person_id)
        return person.name if person else f"Person {person_id}"

    def named(self, name: str) -> Person | None:
        """The person of that name, whatever its case."""
        found = self._keys.get(name_key(name))
        return None if found is None else self._people[found]

    def search(self, text: str, limit: int) -> list[Person]:
        """People, newest first, whose name has that text in it; programs left out."""
        part = unicodedata.normalize("NFKC", text.strip().casefold())
        found = (p for p in reversed(self._people.values()) if not p.program and part in p.name.casefold())
        return [person for person, _ in zip(found, range(limit), strict=False)]

    @property
    def has_admin(self) -> bool:
        return any(person.role == "admin" for person in self._people.values())

    def lock(self, person_id: int) -> asyncio.Lock:
        """Held while a person's chips are checked and moved."""
        return self._locks.setdefault(person_id, asyncio.Lock())

    def changed(self, person_id: int) -> None:
        if self.on_change is not None:
            self.on_change(person_id)

    async def session(self, token: str) -> Session | None:
        """The session that a cookie's token opens, while it lasts."""
        token_hash = hashed(token)
        found = self._sessions.get(token_hash)
        if found is None:
            table = schema.sessions
            async with self._journal.database.read() as connection:
                row = (await connection.execute(sa.select(table).where(table.c.token_hash == token_hash))).first()
            if row is None:
                return None
            found = Session(row.token_hash, row.person_id, row.csrf, row.expires)
            self._keep(found)
        if found.expires < now_ms() or found.person_id not in self._people:
            self._sessions.pop(token_hash, None)
            return None
        return found

    def _keep(self, session: Session) -> None:
        if len(self._sessions) >= _KEPT_SESSIONS:
            self._sessions.pop(next(iter(self._sessions)))
        self._sessions[session.token_hash] = session

    # --- coming in ---

    def _open_session(self, change: Change, person_id: int) -> tuple[Session, str]:
        token, now = secrets.token_urlsafe(32), now_ms()
        session = Session(hashed(token), person_id, secrets.token_urlsafe(24), now + self._settings.session_days * _DAY)
        change.insert(schema.sessions, {**session._asdict(), "created": now})
        return session, token

    def _welcome(self, change: Change, person_id: int) -> None:
        amount = self._settings.guest_chips
        if amount:
            change.entry(
                Entry(f"welcome:{person_id}", "chips for a newcomer", ((MINT, -amount), (wallet(person_id), amount)))
            )

    def _new(self, change: Change, name: str, key: str, role: Role = "player", **facts: object) -> Person:
        person_id, now = self._journal.next_id("people"), now_ms()
        name, key = name or f"Guest {person_id}", key or f"guest {person_id}"
        row = {"role": role, "guest": True, "program": False, "password_hash": None} | facts
        change.insert(schema.people, {"id": person_id, "name": name, "name_key": key, "created": now, **row})
        self._welcome(change, person_id)
        return Person(person_id, name, role, bool(row["guest"]), bool(row["program"]), now)

    async def make_guest(self, name: str = "") -> Entered:
        """Somebody new, with chips, ready to play."""
        shown, key = checked_name(name) if name.strip() else ("", "")
        async with self._naming:
            self._check_free(key)
            change = Change()
            person = self._new(change, shown, key)
            session, token = self._open_session(change, person.id)
            await self._journal.commit(change)
            self._remember(person, key or person.name.casefold())
        self._keep(session)
        return Entered(person, session, token)

    async def make_program(self, name: str) -> Person:
        """An opponent by the program, with a wallet like anybody's."""
        async with self._naming:
            shown = f"{name} (program)"
            found = self.named(shown)
            if found is not None:
                return found
            change = Change()
            person = self._new(change, shown, shown.casefold(), program=True)
            await self._journal.commit(change)
            self._remember(person, shown.casefold())
        return person

    def _check_free(self, key: str, mine: int | None = None) -> None:
        if key and (self._keys.get(key, mine) != mine or self._looks.get(look_of(key), mine) != mine):
            raise Refusal("name_taken", "That name is taken; please choose another.", 409)

    async def register(self, name: str, password: str, by: Session | None, *, role: Role | None = None) -> Entered:
        """An account with a password; a guest who registers keeps chips and history."""
        shown, key = checked_name(name)
        password_hash = await passwords.hash_password(checked_password(password))
        async with self._naming:
            if role == "admin" and self.has_admin:  # another claim was faster
                raise Refusal("no_such_claim", USED_CLAIM, 404)
            before = self._people[by.person_id] if by else None
            change = Change()
            if by is not None and before is not None and before.guest:
                self._check_free(key, before.id)
                person = before._replace(name=shown, guest=False, role=role or before.role)
                change.update(
                    _SET_PERSON,
                    {
                        "b_id": person.id,
                        "b_name": shown,
                        "b_key": key,
                        "b_hash": password_hash,
                        "b_role": person.role,
                    },
                )
            else:
                self._check_free(key)
                person = self._new(change, shown, key, guest=False, password_hash=password_hash, role=role or "player")
            if by is not None:
                change.update(_DROP_SESSION, {"b_token": by.token_hash})
            session, token = self._open_session(change, person.id)
            if role == "admin":
                change.update(_USE_CLAIMS, {"b_now": now_ms()})
                log_person(self._journal, change, "role", None, person.id, "the first admin, by the server's link")
            await self._journal.commit(change)
            for known in (self._keys, self._looks):
                for old in [key for key, number in known.items() if number == person.id]:
                    del known[old]
            self._remember(person, key)
        self._end(by)
        self._keep(session)
        self.changed(person.id)
        return Entered(person, session, token)

    async def log_in(self, name: str, password: str, by: Session | None) -> Entered:
        person = self.named(name)
        stored = None
        if person is not None:
            async with self._journal.database.read() as connection:
                stored = await connection.scalar(
                    sa.select(schema.people.c.password_hash).where(schema.people.c.id == person.id)
                )
        if not await passwords.verify(stored, password) or person is None:
            raise Refusal("wrong_password", "Name and password do not go together.", 401)
        change = Change()
        if by is not None:
            change.update(_DROP_SESSION, {"b_token": by.token_hash})
        session, token = self._open_session(change, person.id)
        await self._journal.commit(change)
        self._end(by)
        self._keep(session)
        return Entered(self._people[person.id], session, token)

    async def log_out(self, session: Session) -> None:
        change = Change()
        change.update(_DROP_SESSION, {"b_token": session.token_hash})
        await self._journal.commit(change)
        self._end(session)

    def _end(self, session: Session | None) -> None:
        if session is None:
            return
        self._sessions.pop(session.token_hash, None)
        if self.on_session_end is not None:
            self.on_session_end(session.token_hash)

    # --- the first admin ---

    async def make_claim(self) -> str:
        """A one-time token that makes its bearer the first admin; those of earlier starts end with it."""
        token = secrets.token_urlsafe(32)
        change = Change()
        change.update(_END_CLAIMS, {"b_token": hashed(token), "b_now": now_ms()})
        change.insert(schema.claims, {"token_hash": hashed(token), "created": now_ms(), "used": None})
        await self._journal.commit(change)
        return token

    async def claim(self, token: str, name: str, password: str, by: Session | None) -> Entered:
        table = schema.claims
        async with self._journal.database.read() as connection:
            row = (await connection.execute(sa.select(table.c.used).where(table.c.token_hash == hashed(token)))).first()
        if row is None or row.used is not None or self.has_admin:
            raise Refusal("no_such_claim", USED_CLAIM, 404)
        return await self.register(name, password, by, role="admin")

    async def set_role(self, person_id: int, role: Role, by: int) -> Person:
        async with self._naming:
            person = await self._set_role(person_id, role, by)
        self.changed(person_id)
        return person

    async def _set_role(self, person_id: int, role: Role, by: int) -> Person:
        person = self._people.get(person_id)
        if person is None or person.program:
            raise Refusal("unknown_person", "There is nobody of that number.", 404)
        if person.guest and role != "player":
            raise Refusal("guest", "A guest has no password: only an account can have a role.", 409)
        if role == person.role:
            return person
        admins = [other.id for other in self._people.values() if other.role == "admin"]
        if admins == [person_id] and role != "admin":
            raise Refusal("last_admin", "The house keeps at least one admin.", 409)
        change = Change()
        change.update(_SET_ROLE, {"b_id": person_id, "b_role": role})
        log_person(self._journal, change, "role", by, person_id, f"{person.role} → {role}")
        await self._journal.commit(change)
        person = self._people[person_id] = person._replace(role=role)
        return person

    # --- chips ---

    async def top_up(self, person_id: int, at_tables: Callable[[int], int]) -> int:
        """More chips, up to what a newcomer gets, for somebody who has less than half of that left."""
        full = self._settings.guest_chips
        async with self.lock(person_id):
            held = self._ledger.balance(wallet(person_id)) + at_tables(person_id)
            if held * 2 >= full:
                raise Refusal("enough_chips", "There are chips for whoever has less than half of a newcomer's.", 409)
            amount, change = full - held, Change()
            postings = ((MINT, -amount), (wallet(person_id), amount))
            change.entry(Entry(f"chips:{person_id}:{secrets.token_hex(8)}", "more chips", postings))
            await self._journal.commit(change)
        self.changed(person_id)
        return amount


def checked_password(text: str) -> str:
    if not SHORTEST_PASSWORD <= len(text) <= LONGEST_PASSWORD:
        raise Refusal("bad_password", f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.", 422)
    return text


__all__ = ["COOKIE", "Entered", "LedgerRefused", "People", "Person", "Session", "hashed"]
