"""Somebody at a table over the real socket, one step after the other, for tests that read like a story."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable
from typing import Any

from tests.server.server_process import LONG, Guest, ServerProcess
from websockets.sync.client import ClientConnection, connect


class Player:
    """A guest with a socket at one table; `state` is the table as it was last told."""

    def __init__(self, house: ServerProcess, guest: Guest | None = None) -> None:
        self.guest = guest or house.guest()
        cookie = f"houseway_session={self.guest.http.cookies['houseway_session']}"
        address = house.address.replace("http", "ws", 1) + "/api/socket"
        self._connecting = connect(
            address, additional_headers={"Cookie": cookie}, open_timeout=LONG, ping_interval=None
        )
        self.socket: ClientConnection = self._connecting.__enter__()
        self.table = 0
        self.state: dict[str, Any] = {}
        self._ids = itertools.count(1)

    def close(self) -> None:
        self.socket.close()

    def new_id(self, what: str) -> str:
        return f"{what} {next(self._ids)} {time.time_ns()}"

    def send(self, what: str, number: str, **facts: Any) -> None:
        """Send a command and do not wait."""
        self.socket.send(json.dumps({"id": number, "do": what, "table": self.table, **facts}))

    def do(self, what: str, **facts: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self.send(what, number := self.new_id(what), **facts)
        while True:
            message = self._next()
            if message["type"] in ("ack", "error") and message["id"] == number:
                return message

    def _next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(LONG))
        if message["type"] in ("snapshot", "update"):
            self.state = message["state"]
        return message

    def until_told(self, kind: str) -> dict[str, Any]:
        """Wait for a message of this kind."""
        while (message := self._next())["type"] != kind:
            pass
        return message

    def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Wait until the table is as wanted."""
        while not self.state or not wanted(self.state):
            self._next()
        return self.state

    def sit(self, game: str, **facts: Any) -> None:
        found = self.guest.post("/api/play-now", {"game": game}).json()
        self.table = found["table"]
        self.do("watch")
        assert self.do("sit", seat=found["seat"], **facts)["type"] == "ack"

    def play_round(self, stakes: dict[str, int], choose: int = -1) -> int:
        """One round against the house, taking the offer of that place each time; gives its id."""
        if self.state and self.state["phase"] == "showing":
            self.do("ready")
        state = self.until(lambda state: state["phase"] == "betting" and state["round"])
        number: int = state["round"]["id"]
        answer = self.do("wager", round=number, stakes=stakes)
        assert answer["type"] == "ack", answer
        while True:
            state = self.until(lambda state: state["legal"] or state["result"] or state["round"]["id"] != number)
            if not state["legal"] or state["round"]["id"] != number:
                return number
            legal = state["legal"]
            self.do("act", round=number, at=legal["at"], decision=legal["offers"][choose]["decision"])
            self.state = self.state if self.state is not state else {}
