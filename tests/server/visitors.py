"""Visitors who play by themselves over the real socket: for load, for kills, and to search every frame they get."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Callable, Mapping
from typing import Any, Self

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

State = dict[str, Any]
WAIT = 120.0  # seconds: as long as no machine is too busy


class Refused(Exception):
    """The server's error, with its code."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code


class Gone(Exception):
    """The connection ended before the answer: whether the command was done is not known."""


class Visitor:
    """One person with a session and a socket. `frames` keeps every message the server sent, where asked for."""

    def __init__(self, address: str, cookies: Mapping[str, str], *, keep_frames: bool = False) -> None:
        self.address = address
        self.cookies = dict(cookies)
        self.states: dict[int, State] = {}
        self.places: dict[int, tuple[str, int]] = {}  # epoch and number of what was seen last
        self.frames: list[dict[str, Any]] | None = [] if keep_frames else None
        self.changed = asyncio.Condition()
        self.person: int | None = None
        self.local: str | None = None  # the address that it comes from, where this machine has several
        self.balance: dict[str, int] = {"balance": 0, "at_tables": 0}
        self.over: dict[tuple[int, int], State] = {}  # the first state that showed a round's end, by table and round
        self.heard: Callable[[dict[str, Any]], None] = lambda message: None
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._ids = itertools.count()
        self._name = f"{random.getrandbits(48):x}"

    @classmethod
    async def guest(cls, address: str, *, keep_frames: bool = False, local: str | None = None) -> Self:
        line = httpx.AsyncHTTPTransport(local_address=local)
        async with httpx.AsyncClient(base_url=address, timeout=WAIT, transport=line) as client:
            csrf = (await client.get("/api/me")).json()["csrf"]
            answer = await client.post("/api/guest", json={}, headers={"X-Houseway-CSRF": csrf})
            answer.raise_for_status()
            visitor = cls(address, dict(client.cookies), keep_frames=keep_frames)
            visitor.person = answer.json()["person"]["id"]
            visitor.local = local
            return visitor

    async def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """A question over HTTP; with a body, a command."""
        line = httpx.AsyncHTTPTransport(local_address=self.local)
        async with httpx.AsyncClient(
            base_url=self.address, cookies=self.cookies, timeout=WAIT, transport=line
        ) as client:
            if body is None:
                return (await client.get(path)).json()
            csrf = (await client.get("/api/me")).json()["csrf"]
            answer = await client.post(path, json=body, headers={"X-Houseway-CSRF": csrf})
            if answer.is_error:
                raise Refused(**answer.json())
            return answer.json()

    # --- the connection ---

    @property
    def connected(self) -> bool:
        return self._reader is not None and not self._reader.done()

    async def connect(self) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        address = self.address.replace("http", "ws", 1) + "/api/socket"
        headers = {"Cookie": cookie} if cookie else {}
        self._socket = await connect(
            address,
            additional_headers=headers,
            origin=Origin(self.address),
            max_size=2**22,
            compression=None,
            open_timeout=WAIT,
            ping_interval=None,  # a busy machine is no lost connection
            local_addr=(self.local, 0) if self.local else None,
        )
        self._reader = asyncio.create_task(self._read(self._socket))

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await asyncio.gather(self._reader, return_exceptions=True)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                await self.take(text)
        except ConnectionClosed:
            pass
        finally:
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(Gone())
                    waiting.exception()  # nobody may be waiting any more
            self._waiting.clear()
            async with self.changed:
                self.changed.notify_all()

    async def take(self, text: str | bytes) -> None:
        """A frame has come."""
        await self._hear(orjson.loads(text))

    async def _hear(self, message: dict[str, Any]) -> None:
        if self.frames is not None:
            self.frames.append(message)
        self.heard(message)
        kind = message["type"]
        if kind in ("ack", "error"):
            waiting = self._waiting.pop(message.get("id") or "", None)
            if waiting is not None and not waiting.done():
                if kind == "ack":
                    waiting.set_result(message)
                else:
                    waiting.set_exception(Refused(message["code"], message["sentence"]))
        elif kind in ("snapshot", "update"):
            table = message["table"]
            self.states[table] = message["state"]
            self.places[table] = message["epoch"], message["number"]
            if message["state"]["phase"] == "showing":
                self.over.setdefault((table, message["state"]["round"]["id"]), message["state"])
            async with self.changed:
                self.changed.notify_all()
        elif kind == "balance":
            self.balance = message
            async with self.changed:
                self.changed.notify_all()

    async def get(self, path: str) -> dict[str, Any]:
        """What the web API says to this person."""
        async with httpx.AsyncClient(base_url=self.address, cookies=self.cookies, timeout=WAIT) as client:
            answer = await client.get(path)
            answer.raise_for_status()
            found: dict[str, Any] = answer.json()
            return found

    async def tables(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.get("/api/tables"))["tables"]
        return found

    # --- commands ---

    def new_id(self) -> str:
        return f"{self._name}-{next(self._ids)}"

    async def do(self, command: str, *, id_: str | None = None, wait: float = WAIT, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; a refusal or a lost connection is raised."""
        if self._socket is None or not self.connected:
            raise Gone
        number = id_ or self.new_id()
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            await self._socket.send(_text({"id": number, "do": command, **fields}))
        except ConnectionClosed:
            self._waiting.pop(number, None)
            raise Gone from None
        async with asyncio.timeout(wait):  # wait_for forgets that it was cancelled when the answer comes just then
            return await answer

    async def watch(self, table: int) -> State:
        await self.do("watch", table=table)
        return await self.until(table, lambda state: True)

    async def until_balance(self, condition: Callable[[dict[str, int]], bool], *, wait: float = WAIT) -> None:
        """Wait until the balance that the server told meets the condition."""
        async with asyncio.timeout(wait), self.changed:
            await self.changed.wait_for(lambda: condition(self.balance))

    async def seen_over(self, table: int, round_id: int, *, wait: float = WAIT) -> State:
        """The state in which a round's end was shown."""
        async with asyncio.timeout(wait), self.changed:
            await self.changed.wait_for(lambda: (table, round_id) in self.over)
        return self.over[table, round_id]

    async def until(self, table: int, condition: Callable[[State], bool], *, wait: float = WAIT) -> State:
        """The table's state once it meets the condition."""

        async with asyncio.timeout(wait), self.changed:
            while True:
                state = self.states.get(table)
                if state is not None and condition(state):
                    return state
                if not self.connected:
                    raise Gone
                await self.changed.wait()

    async def told(self, table: int, condition: Callable[[State], bool], *, wait: float = WAIT) -> State:
        """The first state of the table among all frames that meets the condition, however soon the next one came."""
        assert self.frames is not None, "the frames are not kept"
        looked = 0
        async with asyncio.timeout(wait), self.changed:
            while True:
                for frame in itertools.islice(self.frames, looked, None):
                    if (
                        frame["type"] in ("snapshot", "update")
                        and frame["table"] == table
                        and condition(frame["state"])
                    ):
                        state: State = frame["state"]
                        return state
                looked = len(self.frames)
                if not self.connected:
                    raise Gone
                await self.changed.wait()


def _text(message: dict[str, Any]) -> str:
    try:
        return orjson.dumps(message).decode()
    except TypeError:  # a number beyond 64 bits: JSON has no such bound
        return json.dumps(message)


# --- how they play ---


def stakes(state: State, chance: random.Random, *, sides: bool = True) -> dict[str, int]:
    """Wagers within the table's limits: the first wager near its minimum, side wagers now and then."""
    limits: dict[str, dict[str, int]] = state["table"]["limits"]
    chosen = {}
    for place, (wager, limit) in enumerate(limits.items()):
        if place and not (sides and chance.random() < 0.5):
            continue
        steps = min(3, (limit["most"] - limit["least"]) // limit["step"])
        chosen[wager] = limit["least"] + limit["step"] * chance.randint(0, steps)
    return chosen


def decision(state: State, chance: random.Random) -> dict[str, Any]:
    """One of the legal decisions."""
    chosen: dict[str, Any] = chance.choice(state["legal"]["offers"])["decision"]
    return chosen


def bet(state: State, chance: random.Random) -> dict[str, Any]:
    """One of the legal bets among players: mostly checks and calls, all-in now and then."""
    legal = state["legal"]
    ways = ["check"] * 6 if legal["check"] else ["call"] * 6 + ["fold"] * 2
    action = chance.choice(ways + [legal["verb"]] * (3 if legal["most"] else 0))
    if action in ("bet", "raise"):
        return {"action": action, "to": chance.choice([legal["least"], legal["least"], legal["most"]])}
    return {"action": action}


def wanted(state: State) -> str:
    """What the table waits for from this visitor: `wager`, `act`, `bet`, `rebuy`, `ready`, or nothing."""
    you = state["you"]
    if you["seat"] is None or you["sitting_out"]:
        return ""
    if state["phase"] == "betting" and state["kind"] == "banked" and not you["ready"]:
        return "wager"
    if state["legal"] is not None:
        return "act" if state["kind"] == "banked" else "bet"
    if you["stack"] == 0 and state["phase"] in ("showing", "waiting"):
        return "rebuy"
    waits = state["phase"] == "showing" or (state["kind"] == "pot" and state["phase"] == "waiting")
    return "ready" if waits and not you["ready"] else ""


def command(state: State, chance: random.Random) -> dict[str, Any]:
    """The next command of a random player: what the table waits for."""
    table = state["table"]["id"]
    match wanted(state):
        case "wager":
            round_ = state["round"]["id"] if state["round"] else 0
            return {"command": "wager", "table": table, "round": round_, "stakes": stakes(state, chance)}
        case "act":
            at, chosen = state["legal"]["at"], decision(state, chance)
            return {"command": "act", "table": table, "round": state["round"]["id"], "at": at, "decision": chosen}
        case "bet":
            round_, turn = state["round"]["id"], state["legal"]["turn"]
            return {"command": "bet", "table": table, "round": round_, "turn": turn, **bet(state, chance)}
        case "rebuy":
            return {"command": "rebuy", "table": table, "amount": state["table"]["buy_in"]["least"]}
    return {"command": "ready", "table": table} | ({"round": state["round"]["id"]} if state["round"] else {})


PASSED = {"stale_round", "stale_turn", "not_your_turn", "not_now"}  # the table went on before the command came


async def play(visitor: Visitor, table: int, chance: random.Random, *, rounds: int) -> int:
    """Play so many rounds at random from a seat; returns the commands that were acknowledged."""
    done, seen, acknowledged = 0, -1, 0
    while True:
        state = await visitor.until(table, lambda state: bool(wanted(state)))
        if state["phase"] == "showing" and state["round"]["id"] != seen:
            seen, done = state["round"]["id"], done + 1
            if done >= rounds:
                return acknowledged
        place = visitor.places[table]
        try:
            await visitor.do(**command(state, chance))
            acknowledged += 1
        except Refused as error:
            if error.code not in PASSED:
                raise
        if visitor.states[table] is state:  # the answer came before the state that shows it
            await visitor.until(table, lambda _, place=place: visitor.places[table] != place)  # type: ignore[misc]
