"""Nonsense and malice over the socket: every message gets a clear code, and nothing changes."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.server_process import LONG, ServerProcess
from tests.server.visitors import Gone, Refused, Visitor, stakes
from tests.sizes import sized
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from houseway.server.protocol.refusal_codes import CODES
from houseway.server.storage.schema import accounts, actions, entries, people, rounds, seats, tables

MESSAGES = sized(quick=300, test=1500, thorough=6000)
HUGE = (-1, -(10**6), 0, 10**15, 2**53, 2**53 + 1, 2**63, 2**64, 10**30, -(10**30))
TEXTS = ("", "x", "\x00", "🂡", "' OR 1=1 --", "a" * 65, "null", "../../etc/passwd", "\ud83c")
WRONG: tuple[Any, ...] = (None, True, False, 1.5, -0.0, 1e308, [], {}, [[]], {"a": {"b": {"c": 1}}}, *HUGE, *TEXTS)
COMMANDS: dict[str, dict[str, Any]] = {
    "watch": {"table": 1},
    "unwatch": {"table": 1},
    "sit": {"table": 1, "seat": 1, "buy_in": 1000},
    "leave": {"table": 1},
    "sit_out": {"table": 1},
    "sit_in": {"table": 1, "posts": True},
    "rebuy": {"table": 1, "amount": 100},
    "wager": {"table": 1, "round": 1, "stakes": {"play": 1000}, "player_seed": ""},
    "ready": {"table": 1},
    "act": {"table": 1, "round": 1, "at": "draw", "decision": {"choice": "fold"}},
    "bet": {"table": 1, "round": 1, "turn": 0, "action": "call", "to": 0},
    "side": {"table": 1, "amount": 100},
    "coach": {"table": 1},
}


def books(house: ServerProcess) -> dict[str, Any]:
    """Everything that a command could change."""
    with house.engine() as connection:
        counted = {
            table.name: connection.scalar(sa.select(sa.func.count()).select_from(table))
            for table in (people, tables, seats, rounds, actions, entries)
        }
        balances = connection.execute(sa.select(accounts.c.key, accounts.c.balance).order_by(accounts.c.key))
        return {**counted, "balances": [tuple(row) for row in balances]}


def nonsense(chance: random.Random) -> str:
    """A message that is no command, or a command with something wrong in it."""
    name = chance.choice(list(COMMANDS))
    message: dict[str, Any] = {"id": f"fuzz {chance.getrandbits(64)}", "do": name, **COMMANDS[name]}
    match chance.randrange(8):
        case 0:
            return chance.choice(
                ["", "{", "[]", "null", "1e999", '"text"', "[" * 2000, '{"id":1}', "\x00", "NaN", "{}"]
            )
        case 1:
            message["do"] = chance.choice(WRONG)
        case 2:
            message[chance.choice(["seat_of", "person", "admin", "balance", "__proto__", "at_seat"])] = 2
        case 3:
            del message[chance.choice([key for key in message if key not in ("posts", "buy_in", "player_seed", "to")])]
        case 4:
            message["id"] = chance.choice([None, 1, "", "x" * 65, [], {}])
        case 5:
            message[chance.choice([key for key in message if key not in ("id", "do")])] = [{"deep": [[[[1]]]]}]
        case 6:
            message["table"] = chance.choice([99_999, *HUGE, "1", None, 1.0])
        case _:
            text = json.dumps(message)
            place = chance.randrange(len(text))
            return text[:place] + chance.choice('{}[]",:\\x') + text[place + chance.randrange(3) :]
    return json.dumps(message)


async def fuzz(house: ServerProcess) -> None:
    chance = random.Random("nonsense")
    visitor = await Visitor.guest(house.address)
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    before = books(house)
    address = house.address.replace("http", "ws") + "/api/socket"
    headers, origin = {"Cookie": cookie}, Origin(house.address)
    socket = await connect(address, additional_headers=headers, origin=origin, open_timeout=LONG, ping_interval=None)
    assert json.loads(await socket.recv())["type"] == "welcome"
    answered = 0
    for _ in range(MESSAGES):
        message = nonsense(chance)
        try:
            await socket.send(message.encode("utf-8", "surrogatepass").decode("utf-8", "replace"))
            while True:
                answer = json.loads(await asyncio.wait_for(socket.recv(), LONG))
                if answer["type"] in ("ack", "error"):
                    break
        except ConnectionClosed as error:
            if error.rcvd is None or error.rcvd.code not in (1003, 1007, 1008, 1009):
                raise
            socket = await connect(
                address, additional_headers=headers, origin=origin, open_timeout=LONG, ping_interval=None
            )
            await socket.recv()
            continue
        if answer["type"] == "error":
            assert answer["code"] in CODES, answer
            assert answer["code"] != "server_error", (message, answer)
            assert answer["sentence"].endswith("."), answer
            answered += 1
        else:
            assert json.loads(message)["do"] in ("watch", "unwatch"), (message, answer)
    await socket.close()
    assert answered > MESSAGES * 2 // 3
    assert books(house) == before
    assert (await visitor.ask("/healthz"))["status"] == "ok"


def test_nonsense_changes_nothing(live_house: ServerProcess) -> None:
    asyncio.run(fuzz(live_house))


async def refused(visitor: Visitor, do: str, **fields: Any) -> str:
    with pytest.raises(Refused) as error:
        await visitor.do(do, **fields)
    return error.value.code


async def malice(house: ServerProcess) -> None:
    owner, thief = await Visitor.guest(house.address), await Visitor.guest(house.address)
    place = await owner.ask("/api/play-now", {"game": "high-card-flush"})
    table, seat = place["table"], place["seat"]
    for visitor in (owner, thief):
        await visitor.connect()
        await visitor.watch(table)
    await owner.do("sit", table=table, seat=seat)
    state = await owner.until(table, lambda state: state["phase"] == "betting" and state["round"] is not None)
    number, first = state["round"]["id"], next(iter(state["table"]["limits"]))
    before = books(house)

    # wagers that are nobody's to make, or no wagers
    assert await refused(thief, "wager", table=table, round=number, stakes={first: 1000}) == "no_seat"
    assert await refused(thief, "sit", table=table, seat=seat) == "seat_taken"
    for amount in HUGE:
        if amount:
            code = await refused(owner, "wager", table=table, round=number, stakes={first: amount})
            assert code in ("wager_refused", "bad_message"), (amount, code)
    assert await refused(owner, "wager", table=table, round=number, stakes={"jackpot": 1000}) == "wager_refused"
    assert await refused(owner, "wager", table=table, round=number + 1, stakes={first: 1000}) == "stale_round"
    assert await refused(owner, "rebuy", table=table, amount=1000) in ("not_now", "bad_message", "not_allowed")
    assert books(house) == before

    # a true wager, replayed; the same id for something else
    chosen = stakes(state, random.Random(1), sides=False)
    once = await owner.do("wager", id_="mine", table=table, round=number, stakes=chosen)
    state = await owner.until(table, lambda state: state["legal"] is not None)
    before = books(house)
    assert await owner.do("wager", id_="mine", table=table, round=number, stakes=chosen) == once
    assert await refused(owner, "act", id_="mine", table=table, round=number, at="raise", decision={}) == "id_used"

    # decisions out of turn, for another seat, or not legal
    fold = {"choice": "fold"}
    assert await refused(thief, "act", table=table, round=number, at="raise", decision=fold) == "no_seat"
    assert await refused(owner, "act", table=table, round=number, at="raise", decision=fold, seat=seat) == "bad_message"
    assert await refused(owner, "act", table=table, round=number, at="hole", decision=fold) in ("stale_turn", "illegal")
    assert await refused(owner, "act", table=table, round=number - 1, at="raise", decision=fold) == "stale_round"
    for decision in ({}, {"choice": "raise", "multiple": 50}, {"choice": "raise", "multiple": -1}, {"choice": "win"}):
        assert await refused(owner, "act", table=table, round=number, at="raise", decision=decision) == "illegal"
    assert await refused(owner, "bet", table=table, round=number, turn=0, action="raise", to=10**9) in CODES
    assert books(house) == before

    # too large, and the server goes on
    with pytest.raises(Gone):
        await owner.do("act", table=table, round=number, at="a" * 9000, decision={})
    await owner.close()
    await owner.connect()
    await owner.watch(table)
    await owner.do("act", table=table, round=number, at="raise", decision=fold)
    for visitor in (owner, thief):
        await visitor.close()


def test_malice_changes_nothing(live_house: ServerProcess) -> None:
    asyncio.run(malice(live_house))


def test_another_origin_is_turned_away(live_house: ServerProcess) -> None:
    async def strange() -> None:
        address = live_house.address.replace("http", "ws") + "/api/socket"
        with pytest.raises(Exception, match=r"403|1008"):
            async with connect(address, origin=Origin("https://evil.example")) as socket:
                await socket.recv()

    asyncio.run(strange())
