"""Security at the web edge: hosts, origins, CSRF, rate limits, and the headers that browsers are told."""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
import socket
import time
from collections import deque
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.server.metrics import REQUEST_SECONDS, REQUESTS
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings

VISITOR_COOKIE = "houseway_visitor"
CSRF_HEADER = "x-houseway-csrf"
LARGEST_BODY = 65_536
LARGER_BODIES = {"/api/train/profile/import": 8 * 1024 * 1024}  # somebody's progress, as it was exported
DRAINED_BODY = 16 * 1024 * 1024
_UNSEEN_ROUTE = "other"

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self' data:; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # a claim link's token stays here
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


def new_visitor() -> str:
    """A visitor's own random token: what its CSRF token is made of until somebody signs in."""
    return secrets.token_urlsafe(24)


def visitor_csrf(visitor: str) -> str:
    return hashlib.sha256(b"houseway csrf " + visitor.encode()).hexdigest()


def check_csrf(given: str | None, expected: str | None) -> None:
    if expected is None or given is None or not hmac.compare_digest(given.encode(), expected.encode()):
        raise Refusal("csrf", "This request did not come from the page: get /api/me and send its csrf again.", 403)


def same_origin(headers: Mapping[str, str], settings: Settings) -> bool:
    """Whether a browser's request comes from our own page; programs that are no browsers send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    ours = {headers.get("host", "").lower()}
    if settings.public_url:
        ours.add(urlsplit(settings.public_url).netloc.lower())
    return parts.netloc.lower() in ours


class KnownHosts:
    """The names this server goes by. A page elsewhere whose name was made to point here (DNS rebinding) has another:
    its requests would be of one origin with ours. An address cannot be made to point anywhere."""

    def __init__(self, settings: Settings) -> None:
        own = socket.gethostname().lower()
        names = {"localhost", settings.host, own, f"{own}.local", *settings.allowed_hosts.split(",")}
        if settings.public_url:
            names.add(urlsplit(settings.public_url).hostname or "")
        self._names = {name.strip().lower() for name in names} - {""}

    def knows(self, host: str) -> bool:
        """Whether a Host header, with or without a port, names this server."""
        name = (urlsplit(f"//{host}").hostname or "") if host.isprintable() else ""
        if name in self._names or name.endswith(".localhost"):
            return True
        try:
            ip_address(name.partition("%")[0])
        except ValueError:
            return False
        return True


def address_of(client: str) -> str:
    """Whose share of a limit an address uses: with IPv6 a visitor has a whole network of them, 64 bits long."""
    try:
        known = ip_address(client.partition("%")[0])
    except ValueError:
        return client
    if known.version == 4:
        return client
    return str(known.ipv4_mapped or ip_network((int(known) >> 64 << 64, 64)))


class Limiter:
    """So many in a window of time, for each key."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._seen: dict[str, deque[float]] = {}

    def take(self, key: str) -> bool:
        """Count one, and say whether it is still within the limit."""
        now = time.monotonic()
        if len(self._seen) > 50_000:
            self._forget(now)
        times = self._seen.setdefault(key, deque())
        while times and times[0] <= now - self._seconds:
            times.popleft()
        if len(times) >= self._most:
            return False
        times.append(now)
        return True

    def check(self, *keys: str) -> None:
        """Count one for each key, up to the first that is over its limit: what is refused uses up nobody else's."""
        if not all(self.take(key) for key in keys):
            raise Refusal("too_fast", "Too many attempts: wait a few minutes and try again.", 429)

    def _forget(self, now: float) -> None:
        self._seen = {key: times for key, times in self._seen.items() if times and times[-1] > now - self._seconds}


class GrowingDelay:
    """After a few failures the next try must wait, each time twice as long; a success ends it."""

    FREE, LONGEST, KEPT = 5, 300.0, 50_000

    def __init__(self) -> None:
        self._failures: dict[str, tuple[int, float]] = {}  # how many, and when the next may be tried

    def check(self, key: str) -> None:
        wait = self._failures.get(key, (0, 0.0))[1] - time.monotonic()
        if wait > 0:
            raise Refusal("too_fast", f"Too many wrong tries: wait {math.ceil(wait)} s and try again.", 429)

    def failed(self, key: str) -> None:
        failures = self._failures.pop(key, (0, 0.0))[0] + 1
        wait = min(self.LONGEST, 2.0 ** (failures - self.FREE)) if failures >= self.FREE else 0.0
        if len(self._failures) >= self.KEPT:
            self._failures.pop(next(iter(self._failures)))
        self._failures[key] = failures, time.monotonic() + wait

    def forget(self, key: str) -> None:
        self._failures.pop(key, None)


class SecurityMiddleware:
    """Around every request: its size, the headers of its answer, and how long it took."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = KnownHosts(settings)
        self._headers = dict(HEADERS)
        if settings.secure:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._hosts.knows(headers.get("host", "localhost")):
            await _misdirected(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status, begun = time.perf_counter(), 500, False
        body = Body(receive, LARGER_BODIES.get(scope["path"], LARGEST_BODY))

        async def answer(message: Message) -> None:
            nonlocal status, begun
            if body.too_large and not begun:
                return  # whatever it was answered as: it is told below
            begun = True
            if message["type"] == "http.response.start":
                status = message["status"]
                sent = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    sent.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    sent.setdefault("cache-control", "no-store")
            await send(message)

        try:
            body.check_announced(headers)
            if not body.too_large:
                await self._app(scope, body.receive, answer)
            if body.too_large and not begun:
                await body.drain()
                problem = {"code": "too_large", "sentence": f"The body is larger than {body.most} bytes."}
                await JSONResponse(problem, 413)(scope, receive, answer)
        finally:
            route = getattr(scope.get("route"), "path", _UNSEEN_ROUTE)  # never the path itself: it may hold a token
            method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
            REQUESTS.labels(method, route, str(status)).inc()
            REQUEST_SECONDS.labels(route).observe(time.perf_counter() - started)


async def _misdirected(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": "This server has another name."})
        return
    sentence = "This server has another name: see allowed_hosts in its settings."
    await PlainTextResponse(sentence + "\n", status_code=421)(scope, receive, send)


class Body:
    """The body of a request, read up to a limit."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.most = most
        self.too_large = False
        self._receive = receive
        self._size = 0
        self._more = True  # whether some of it has still to come: asked for more than all, the server waits for ever

    def check_announced(self, headers: Headers) -> None:
        """Find a body too large by what its headers say, before any of it is read."""
        length = headers.get("content-length", "")
        self.too_large = length.isdecimal() and int(length) > self.most

    async def receive(self) -> Message:
        message = await self._next()
        if self._size > self.most:
            self.too_large = True
            raise Refusal("too_large", "The body is too large.", 413)  # so that nobody reads on
        return message

    async def drain(self) -> None:
        """Throw the rest away, up to a limit: a sender who is still writing would not read the answer."""
        self.too_large = False
        while self._more and self._size <= DRAINED_BODY:
            await self._next()

    async def _next(self) -> Message:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        self._more = bool(message.get("more_body"))
        return message
