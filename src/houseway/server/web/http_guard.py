"""Every HTTP connection has limits: bytes of headers, seconds for a request, neighbours from the same address.

The parser is h11: it refuses headers and addresses above its limit at once. What it does not know, time and neighbours,
is watched here. A connection that becomes a socket is let go: sockets have limits of their own.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from ipaddress import ip_network
from typing import Any

import h11
import structlog
from uvicorn.protocols.http.h11_impl import H11Protocol

from houseway.server.settings import Settings
from houseway.server.web.security import address_of

HEADER_BYTES = 16 * 1024
LOG_SECONDS = 60.0  # between two lines about refused connections
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 10\r\n"
    b"connection: close\r\n\r\nThere are too many connections just now: try again in a few seconds.\n"
)
log = structlog.get_logger("connections")


class Doorkeeper:
    """Counts connections, all of them and those of each address; a proxy that is trusted brings many people."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.connections
        self._most_each = settings.connections_per_address
        trusted = settings.trusted_proxies.split(",") if settings.public_url else []
        self._proxies = [ip_network(part) for part in trusted if part]
        self._from: Counter[str] = Counter()
        self._refused = 0  # since the last line in the log
        self._logged = -LOG_SECONDS

    def enter(self, address: str) -> bool:
        """Count a connection, unless there are too many."""
        if self._from.total() >= self._most or (self._from[address] >= self._most_each and not self._is_proxy(address)):
            self._log_refusal()
            return False
        self._from[address] += 1
        return True

    def _log_refusal(self) -> None:
        """Write one line now and then: under a flood even a line that the log leaves out costs too much."""
        self._refused += 1
        now = time.monotonic()
        if now - self._logged >= LOG_SECONDS:
            log.warning("connections refused", refused=self._refused, open=self._from.total(), most=self._most)
            self._logged, self._refused = now, 0

    def leave(self, address: str) -> None:
        self._from[address] -= 1
        if self._from[address] <= 0:
            del self._from[address]

    def _is_proxy(self, address: str) -> bool:
        try:
            known = ip_network(address)  # of IPv6, the visitor's whole network
        except ValueError:  # a socket of the file system has none
            return False
        return any(known.overlaps(network) for network in self._proxies if network.version == known.version)


class GuardedHttp(H11Protocol):
    """A connection that must send its headers, and then its body, in time."""

    def __init__(self, *, door: Doorkeeper, settings: Settings, **given: Any) -> None:
        super().__init__(**given)
        self._door = door
        self._seconds = {h11.IDLE: settings.header_seconds, h11.SEND_BODY: settings.body_seconds}
        self._deadline: asyncio.TimerHandle | None = None
        self._waiting_for: Any = None
        self._inside = False

    @property
    def _address(self) -> str:
        return address_of(self.client[0]) if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._inside = self._door.enter(self._address)
        if self._inside:
            self._expect(h11.IDLE)
        else:
            transport.write(BUSY)
            transport.close()

    def data_received(self, data: bytes) -> None:
        if not self._inside:
            return
        super().data_received(data)
        if self._inside and not self.transport.is_closing():
            self._expect(self.conn.their_state)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self._expect(None)  # the usual wait for the next request has a deadline already

    def connection_lost(self, exc: Exception | None) -> None:
        self._go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._go()
        super().handle_websocket_upgrade(event)

    def _go(self) -> None:
        self._expect(None)
        if self._inside:
            self._inside = False
            self._door.leave(self._address)

    def _expect(self, state: Any) -> None:
        """Give the visitor so long for what comes next: the clock runs on while it comes byte by byte."""
        if state is self._waiting_for:
            return
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self._waiting_for = state
        seconds = self._seconds.get(state)
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        log.info("request not sent in time", sent="headers" if self._waiting_for is h11.SEND_BODY else "nothing")
        self.transport.abort()


def guarded_http(settings: Settings) -> Callable[..., GuardedHttp]:
    """What the web server makes for each connection."""
    return partial(GuardedHttp, door=Doorkeeper(settings), settings=settings)
