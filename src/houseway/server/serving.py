"""Running the server: its port, its browser, and how it stops."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from types import FrameType

import structlog
import uvicorn

from houseway.server.app import create_app, stop_serving
from houseway.server.descriptors import raised_limit, within_limit
from houseway.server.logs import set_up_logs
from houseway.server.refusals import ServerError
from houseway.server.settings import DEFAULT_PORT, Settings
from houseway.server.storage.database import parse_url
from houseway.server.web.http_guard import HEADER_BYTES, guarded_http

PORTS_TRIED = 50
BACKLOG = 2048
CLOSING_SECONDS = 2.5  # from the signal to the end of the process, whatever still runs in it
log = structlog.get_logger("server")


class Casino(uvicorn.Server):
    """A web server that tells its visitors before it closes."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], object]) -> None:
        super().__init__(config)
        self._opened = opened
        self._exit_status: SimpleQueue[int] = SimpleQueue()  # its `put` is safe in a signal handler

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and SIGTERM are the usual ways to close: afterwards the exit status is that of success."""
        threading.Thread(target=self._end_late, daemon=True).start()
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.end_soon(0)
        super().handle_exit(sig, frame)

    def end_soon(self, status: int) -> None:
        """End the process in CLOSING_SECONDS, if it has not ended by itself."""
        self._exit_status.put(status)

    def _end_late(self) -> None:
        status = self._exit_status.get()
        time.sleep(CLOSING_SECONDS)
        try:
            log.warning("closed late", seconds=CLOSING_SECONDS)
        finally:
            end_process(status)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        with asyncio.Runner(loop_factory=self.config.get_loop_factory()) as runner:
            try:
                runner.run(self.serve(sockets))
            finally:  # the runner waits for the threads of its executor: not for those that still count something
                runner.get_loop().set_default_executor(ThreadPoolExecutor(1))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await stop_serving(self.config.app.state)  # type: ignore[union-attr]
        await super().shutdown(sockets)


def serve(settings: Settings, *, say: Callable[[str], object], browser: bool) -> None:
    """Run until a signal comes. `say` prints a line for whoever started the server."""
    parse_url(settings.database_url)  # what is wrong with the call is said before anything is begun
    listening = listen(settings)
    settings, too_few = within_limit(settings, raised_limit())
    set_up_logs(as_json=settings.log_json, level=settings.log_level)
    address = shown_address(settings, listening.getsockname()[1])
    claims: list[str] = []
    failures: list[BaseException] = []
    app = create_app(settings, on_claim=claims.append, on_failure=failures.append)
    logging.getLogger("uvicorn.error").addFilter(lambda line: not failures)  # one sentence tells it, below

    def opened() -> None:
        # What is there now stays: the collector need not look at it again and again while people wait.
        gc.collect()
        gc.freeze()
        gc.set_threshold(5_000, 10, 50)
        say(f"Houseway is open at {address}")
        if claims:
            say(f"To run the house, become its admin (this link works once): {address}/claim/{claims[0]}")
        for kept in app.state.floor.kept_closed:
            say(f"{kept.told} {kept.remedy}")
        if too_few:
            say(too_few)
        say("Ctrl-C closes it.")
        if settings.open_browser and browser:
            webbrowser.open(address)

    config = uvicorn.Config(
        app,
        http=guarded_http(settings),  # type: ignore[arg-type]  # a class would do, but what it shares is not global
        h11_max_incomplete_event_size=HEADER_BYTES,
        log_config=None,
        access_log=False,
        ws_max_size=4 * settings.socket_bytes,  # the socket itself refuses above a quarter of that, with a reason
        ws_per_message_deflate=False,
        ws_max_queue=64,
        ws_ping_interval=5,  # a line that has gone dead is known as such soon, for nobody waits long for who is away
        proxy_headers=bool(settings.public_url),
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        timeout_graceful_shutdown=1,
        backlog=BACKLOG,
        lifespan="on",
    )
    casino = Casino(config, opened)
    app.state.stop = lambda: setattr(casino, "should_exit", True)
    try:
        casino.run(sockets=[listening])
    except SystemExit:
        if not failures:
            raise
    finally:
        listening.close()
    if failures:
        casino.end_soon(2)
        raise failures[0]
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        end_process()  # Python would wait for threads that count for visitors who are gone


def end_process(status: int = 0) -> None:
    """End at once. Everything acknowledged is in the database."""
    try:
        logging.shutdown()
        sys.stdout.flush()
    finally:  # also if nobody reads standard output any more
        os._exit(status)


def listen(settings: Settings) -> socket.socket:
    """A socket on the port that was asked for; on the usual one or the next that is free where none was."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    ports = [settings.port] if settings.port is not None else range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED)
    reason = ""
    for port in ports:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((settings.host, port))
            listening.listen(BACKLOG)  # at once, so that a second server started now sees it taken
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
        else:
            listening.set_inheritable(True)
            return listening
    asked = settings.port if settings.port is not None else DEFAULT_PORT
    raise ServerError(f"Cannot listen on {settings.host} port {asked}: {reason}.")


def shown_address(settings: Settings, port: int) -> str:
    if settings.public_url:
        return settings.public_url.rstrip("/")
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "127.0.0.1": "localhost"}.get(settings.host, settings.host)  # noqa: S104
    return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{port}"
