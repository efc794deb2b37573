"""The server dies at an exact moment of a command: before its rows are committed, after that, before it is answered.

Whoever sends the command again under the same id gets one answer, and the same one again; what it does is done once;
the chips are right to the cent; and the round goes on to its end.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa
from tests.server.conftest import fresh_database
from tests.server.evenings import leave, sit
from tests.server.faulty import AFTER_COMMIT, BEFORE_ANSWER, BEFORE_COMMIT, MOMENTS, arm
from tests.server.server_process import PATIENT, ServerProcess
from tests.server.visitors import Gone, State, Visitor

from houseway.server.money.ledger import felt, pot, stack, wallet
from houseway.server.storage.schema import accounts, entries, requests, round_people, rounds, seats

CHIPS, BUY_IN = 100_000, 5000
ROOM = {
    "game": "mini-tex-pvp",
    "edition": "no-limit",
    "name": "The back room",
    "options": {"small_blind": 100, "big_blind": 200},
    "opponents": False,
    "buy_in": {"least": 2000, "most": 50_000},
}


class Places(NamedTuple):
    """A server that can be told when to die, a table against the house, and one among players."""

    house: ServerProcess
    flush: dict[str, Any]
    room: dict[str, Any]


@pytest.fixture(scope="module")
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    folder = tmp_path_factory.mktemp("house")
    house = ServerProcess(fresh_database(request.param, folder, request), folder, **PATIENT)
    house.forked, house.fault = True, folder / "fault"
    house.open()
    answer = house.admin().post("/api/pit/tables", ROOM)
    assert answer.status_code == 201, answer.text
    tables = house.guest().get("/api/tables").json()["tables"]
    yield Places(house, next(table for table in tables if table["game"] == "high-card-flush"), answer.json())
    house.kill()
    assert house.check_ledger() == 0


@pytest.fixture
def places(opened: Places) -> Iterator[Places]:
    """The server runs, whatever the test before has come to; afterwards everybody has left and the ledger is right."""
    if opened.house.process is None or opened.house.process.poll() is not None:
        opened.house.process = None
        opened.house.open()
    yield opened
    assert opened.house.fault is not None
    opened.house.fault.unlink(missing_ok=True)
    assert opened.house.wrong() == {}


class Evening:
    """People at one table, whose server dies once."""

    def __init__(self, house: ServerProcess, table: dict[str, Any], people: list[Visitor]) -> None:
        self.house = house
        self.table = table
        self.number: int = table["id"]
        self.people = people

    async def seated(self, buy_in: int = 0) -> State:
        """Everybody sits down, in the first seats."""
        for seat, person in enumerate(self.people, start=1):
            state = await sit(person, self.table, seat, buy_in)
        return state

    async def bets(self, *people: Visitor) -> int:
        """They bet $5 each on the round that is open; gives its id."""
        round_id: int = self.people[0].states[self.number]["round"]["id"]
        for person in people:
            await person.do("wager", table=self.number, round=round_id, stakes={"ante": 500})
        return round_id

    def fold(self, round_id: int) -> dict[str, Any]:
        return {"command": "act", "round": round_id, "at": "raise", "decision": {"choice": "fold"}}

    async def dies(self, moment: str, person: Visitor, command: str, **fields: Any) -> dict[str, Any]:
        """The server dies at this moment of the command; started again, it is asked again. Gives the answer."""
        order: dict[str, Any] = {"command": command, "table": self.number, "id_": person.new_id(), **fields}
        assert self.house.fault is not None
        arm(self.house.fault, moment, order["id_"])
        with pytest.raises(Gone):
            await person.do(**order)
        assert await asyncio.to_thread(self.house.ended) == -signal.SIGKILL
        assert self._stored(order["id_"]) == (moment != BEFORE_COMMIT), "what a transaction has is there, or none of it"
        await self.house.start()
        for visitor in self.people:
            await visitor.close()
            visitor.address = self.house.address
            visitor.states.clear()
            await visitor.connect()
            await visitor.watch(self.number)
        answer = await person.do(**order)
        assert await person.do(**order) == answer, "the same id has the same answer"
        assert self._stored(order["id_"])
        return answer

    def _stored(self, command: str) -> bool:
        with self.house.engine() as connection:
            found = connection.scalar(sa.select(sa.func.count()).where(requests.c.key == command))
        assert found in (0, 1)
        return found == 1

    def chips(self, *accounts_: str) -> list[int]:
        """What accounts hold in the ledger."""
        with self.house.engine() as connection:
            rows = connection.execute(sa.select(accounts.c.key, accounts.c.balance))
            found = {row.key: row.balance for row in rows}
        return [found.get(key, 0) for key in accounts_]

    def wallets(self) -> list[int]:
        return self.chips(*(wallet(person.person or 0) for person in self.people))

    def made(self, reason: str, round_id: int | None = None) -> int:
        """How many entries the ledger has for a reason at this table, or in this round alone."""
        query = sa.select(sa.func.count()).select_from(entries)
        query = query.where(entries.c.reason == reason, entries.c.table_id == self.number)
        if round_id is not None:
            query = query.where(entries.c.round_id == round_id)
        with self.house.engine() as connection:
            return connection.scalar(query) or 0

    def in_seats(self) -> dict[int, int]:
        with self.house.engine() as connection:
            query = sa.select(seats.c.seat, seats.c.person_id).where(seats.c.table_id == self.number)
            return {row.seat: row.person_id for row in connection.execute(query)}

    def ended(self, round_id: int) -> dict[int | None, int]:
        """A round that is over: what each person won or lost."""
        with self.house.engine() as connection:
            assert connection.scalar(sa.select(rounds.c.over).where(rounds.c.id == round_id))
            people = connection.execute(sa.select(round_people).where(round_people.c.round_id == round_id))
            return {row.person_id: row.returned - row.staked for row in people}

    async def left(self) -> None:
        """Everybody leaves; every seat is free, and the table holds nothing of theirs."""
        for person in self.people:
            if person.states[self.number]["you"]["seat"] is not None:
                await leave(person, self.number)
        for person in self.people:
            await person.until(self.number, lambda state: state["you"]["seat"] is None)
        assert self.in_seats() == {}
        assert self.chips(felt(self.number), pot(self.number)) == [0, 0]


async def sits(evening: Evening, moment: str) -> None:
    [ann] = evening.people
    await ann.watch(evening.number)
    answer = await evening.dies(moment, ann, "sit", seat=3)
    assert answer["seat"] == 3
    assert evening.in_seats() == {3: ann.person}
    state = await ann.until(evening.number, lambda state: state["you"]["seat"] == 3)
    await ann.do("wager", table=evening.number, round=state["round"]["id"], stakes={"ante": 500})
    await ann.do(table=evening.number, **evening.fold(state["round"]["id"]))
    assert evening.ended(state["round"]["id"]) == {ann.person: -500}


async def wagers(evening: Evening, moment: str) -> None:
    """The second wager of a round, with which it is dealt."""
    ann, bob = evening.people
    await evening.seated()
    round_id = await evening.bets(bob)
    await evening.dies(moment, ann, "wager", round=round_id, stakes={"ante": 700, "flush": 300})
    assert evening.wallets() == [CHIPS - 1000, CHIPS - 500]
    assert evening.chips(felt(evening.number)) == [1500]
    assert evening.made("wagers", round_id) == 2
    for person in evening.people:
        state = await person.until(evening.number, lambda state: state["legal"] is not None)
        assert state["round"]["id"] == round_id
        await person.do(table=evening.number, **evening.fold(round_id))
    net = evening.ended(round_id)
    assert evening.wallets() == [CHIPS + net[person.person] for person in evening.people]


async def acts(evening: Evening, moment: str) -> None:
    """The last decision of a round, with which it is settled."""
    ann, bob = evening.people
    await evening.seated()
    round_id = await evening.bets(ann, bob)
    await bob.do(table=evening.number, **evening.fold(round_id))
    await evening.dies(moment, ann, **evening.fold(round_id))
    assert evening.ended(round_id) == {ann.person: -500, bob.person: -500}
    assert evening.wallets() == [CHIPS - 500, CHIPS - 500]
    assert evening.made("wagers settled", round_id) == 2
    for person in evening.people:  # and the next round is open
        await person.do("ready", table=evening.number)
    state = await ann.until(evening.number, lambda state: state["phase"] == "betting")
    assert state["round"]["id"] > round_id


async def leaves(evening: Evening, moment: str) -> None:
    """In the middle of a round, which is finished and settled by that."""
    [ann] = evening.people
    await evening.seated()
    round_id = await evening.bets(ann)
    answer = await evening.dies(moment, ann, "leave")
    assert answer["leaving"]
    assert evening.in_seats() == {}
    assert evening.ended(round_id) == {ann.person: -500}
    assert evening.wallets() == [CHIPS - 500]


async def buys_in(evening: Evening, moment: str) -> None:
    [ann] = evening.people
    await ann.watch(evening.number)
    before = evening.made("buy-in")
    await evening.dies(moment, ann, "sit", seat=2, buy_in=BUY_IN)
    assert evening.in_seats() == {2: ann.person}
    assert evening.made("buy-in") == before + 1
    assert (evening.wallets(), evening.chips(stack(evening.number, 2))) == ([CHIPS - BUY_IN], [BUY_IN])


async def buys_more(evening: Evening, moment: str) -> None:
    [ann] = evening.people
    await evening.seated(BUY_IN)
    before = evening.made("rebuy")
    await evening.dies(moment, ann, "rebuy", amount=1500)
    assert evening.made("rebuy") == before + 1
    assert (evening.wallets(), evening.chips(stack(evening.number, 1))) == ([CHIPS - BUY_IN - 1500], [BUY_IN + 1500])
    state = await ann.until(evening.number, lambda state: state["you"]["stack"] is not None)
    assert state["you"]["stack"] == BUY_IN + 1500


async def bets(evening: Evening, moment: str) -> None:
    """The fold that ends a hand: the other one has the pot."""
    await evening.seated(BUY_IN)
    for person in evening.people:
        await person.do("ready", table=evening.number)
    states = [
        await person.until(evening.number, lambda state: state["phase"] == "deciding") for person in evening.people
    ]
    turn = next(place for place, state in enumerate(states) if state["legal"] is not None)
    folds, wins = evening.people[turn], evening.people[1 - turn]
    round_id, legal = states[turn]["round"]["id"], states[turn]["legal"]
    await evening.dies(moment, folds, "bet", round=round_id, turn=legal["turn"], action="fold", to=0)
    assert evening.ended(round_id) == {folds.person: -100, wins.person: 100}
    after = [BUY_IN - 100, BUY_IN + 100] if turn == 0 else [BUY_IN + 100, BUY_IN - 100]
    assert evening.chips(stack(evening.number, 1), stack(evening.number, 2)) == after
    for person in evening.people:  # and the next hand begins
        await person.do("ready", table=evening.number)
    await folds.until(evening.number, lambda state: state["phase"] == "deciding")


async def takes_the_chips(evening: Evening, moment: str) -> None:
    [ann] = evening.people
    await evening.seated(BUY_IN)
    before = evening.made("chips taken from the table")
    answer = await evening.dies(moment, ann, "leave")
    assert not answer["leaving"]
    assert evening.made("chips taken from the table") == before + 1
    assert (evening.wallets(), evening.chips(stack(evening.number, 1))) == ([CHIPS], [0])


Story = Callable[[Evening, str], Awaitable[None]]
STORIES: dict[str, tuple[Story, int]] = {  # with how many people
    "sits": (sits, 1),
    "wagers": (wagers, 2),
    "acts": (acts, 2),
    "leaves": (leaves, 1),
    "buys in": (buys_in, 1),
    "buys more": (buys_more, 1),
    "bets": (bets, 2),
    "takes the chips": (takes_the_chips, 1),
}
AMONG_PLAYERS = ("buys in", "buys more", "bets", "takes the chips")
ALWAYS: dict[str, dict[str, tuple[str, ...]]] = {  # each command at some moment; every one at each when thorough
    "sqlite": {
        "sits": (BEFORE_COMMIT,),
        "wagers": MOMENTS,
        "acts": (BEFORE_COMMIT, AFTER_COMMIT),
        "leaves": (AFTER_COMMIT,),
        "buys more": (BEFORE_ANSWER,),
        "bets": (AFTER_COMMIT, BEFORE_ANSWER),
    },
    "postgresql": {"wagers": (BEFORE_COMMIT,), "acts": (BEFORE_ANSWER,)},
}
IDS = {BEFORE_COMMIT: "before-commit", AFTER_COMMIT: "after-commit", BEFORE_ANSWER: "before-answer"}
CASES = [
    pytest.param(
        kind,
        name,
        moment,
        id=f"{kind}-{name}-{IDS[moment]}",
        marks=() if moment in always.get(name, ()) else pytest.mark.thorough,
    )
    for kind, always in ALWAYS.items()
    for name in STORIES
    for moment in MOMENTS
]


@pytest.mark.parametrize(("opened", "name", "moment"), CASES, indirect=["opened"])
def test_done_once_and_answered_alike(places: Places, name: str, moment: str) -> None:
    house, (story, count) = places.house, STORIES[name]

    async def told() -> None:
        people = [await Visitor.guest(house.address) for _ in range(count)]
        for person in people:
            await person.connect()
        evening = Evening(house, places.room if name in AMONG_PLAYERS else places.flush, people)
        try:
            await story(evening, moment)
            await evening.left()
        finally:
            for person in people:
                await person.close()

    asyncio.run(told())
