"""Chips that are moved by losing on purpose among players: the pit sees who lost to whom, and what looks like a gift."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.pit_crew import Seated, person_id
from tests.server.server_process import Guest, ServerProcess

from houseway.server.money.transfers import Hand, Transfers, shares
from houseway.server.protocol import transfers as sent
from houseway.server.protocol.json_schema import checker
from houseway.server.storage.schema import accounts, entries, postings

ROOM = {
    "game": "mini-tex-pvp",
    "edition": "no-limit",
    "options": {"small_blind": 100, "big_blind": 200},
    "seats": 2,
    "buy_in": {"least": 2000, "most": 50_000},
}


@pytest.fixture(scope="module")
def pit(either_house: ServerProcess) -> Guest:
    return either_house.admin()


def seated(house: ServerProcess, pit: Guest) -> list[Seated]:
    """Two guests with $400 each, alone at a table."""
    table = pit.post("/api/pit/tables", ROOM).json()["id"]
    people = [Seated(house), Seated(house)]
    for seat, person in enumerate(people, start=1):
        person.take(table, seat, buy_in=40_000)
    return people


@pytest.fixture
def pair(either_house: ServerProcess, pit: Guest) -> Iterator[list[Seated]]:
    people = seated(either_house, pit)
    yield people
    for person in people:
        person.do("leave")
        person.close()


def hand(people: list[Seated], choose: Callable[[Seated, dict[str, Any]], dict[str, Any]]) -> int:
    """One hand; `choose` says what somebody does whose turn it is. Gives its id."""
    for person in people:
        person.do("ready")
    state = people[0].until(lambda state: state["phase"] == "deciding")
    while state["phase"] == "deciding":
        actor = people[state["view"]["turn"] - 1]
        asked = actor.until(lambda state: state["legal"])
        turn = asked["legal"]["turn"]
        answer = actor.do("bet", round=asked["round"]["id"], turn=turn, **choose(actor, asked["legal"]))
        assert answer["type"] == "ack", answer
        state = actor.until(partial(_past, turn))
    return int(state["round"]["id"])


def _past(turn: int, state: dict[str, Any]) -> bool:
    """Whether the table has gone on after this turn."""
    return state["legal"] is None or state["legal"]["turn"] != turn


class Giving:
    """Two at a table, of whom one puts in $300 and folds to a raise."""

    def __init__(self, giver: Seated, taker: Seated) -> None:
        self._people = [giver, taker]
        self._raised = False

    def play(self) -> int:
        return hand(self._people, self._choose)

    def _choose(self, person: Seated, legal: dict[str, Any]) -> dict[str, Any]:
        giver = person is self._people[0]
        if not giver and not self._raised:
            return {"action": "call"}
        if giver and self._raised:
            return {"action": "fold"}
        self._raised = True
        return {"action": legal["verb"], "to": 30_000 if giver else legal["most"]}


def lines(pit: Guest, *people: Seated, since: int = 0) -> list[sent.Transfer]:
    """What the pit is told of these people."""
    answer = pit.get("/api/pit/transfers", since=since, limit=200).json()
    checker(sent.Transfers)(answer)
    wanted = {person_id(person.guest) for person in people}
    return [line for line in answer["transfers"] if {line["loser"]["id"], line["winner"]["id"]} == wanted]


def test_losing_on_purpose_is_seen(pit: Guest, pair: list[Seated], either_house: ServerProcess) -> None:
    giver, taker = pair
    number = Giving(giver, taker).play()
    [line] = lines(pit, *pair)
    assert line["loser"] == {"id": person_id(giver.guest), "name": giver.guest.me()["person"]["name"], "guest": True}
    assert line["winner"]["id"] == person_id(taker.guest)
    assert (line["lost"], line["back"], line["hands"]) == (line["net"], 0, 1)
    assert line["net"] == pot_moves(either_house, number)
    assert line["net"] >= 28_000  # less the rake
    assert (line["given_up"], line["signs"], line["last_round"]) == (1, ["given_up"], number)
    assert line["share_percent"] == 100
    assert lines(pit, *pair, since=2**60) == []


def pot_moves(house: ServerProcess, round_id: int) -> int:
    """What the winner of a hand among two has won, out of the ledger."""
    query = (
        sa.select(sa.func.sum(postings.c.amount))
        .join_from(entries, postings, postings.c.entry_id == entries.c.id)
        .join(accounts, accounts.c.id == postings.c.account_id)
        .where(entries.c.round_id == round_id, accounts.c.kind == "stack")
        .group_by(accounts.c.key)
    )
    with house.engine() as connection:
        return int(max(connection.scalars(query)))


def test_ordinary_play_has_no_sign(pit: Guest, pair: list[Seated]) -> None:
    """All chips in, called, and shown down: somebody loses them to the better hand."""

    def play(person: Seated, legal: dict[str, Any]) -> dict[str, Any]:
        return {"action": legal["verb"], "to": legal["most"]} if legal["most"] else {"action": "call"}

    hand(pair, play)
    assert all(line["signs"] == [] and line["net"] > 30_000 for line in lines(pit, *pair))


def test_it_is_for_the_pit_alone(either_house: ServerProcess) -> None:
    assert either_house.guest().get("/api/pit/transfers").json()["code"] == "not_allowed"
    assert either_house.guest().get("/api/pit/transfers").status_code == 403
    assert Guest(either_house.address).get("/api/pit/transfers").status_code == 401


def test_winners_have_it_from_the_losers_in_proportion() -> None:
    assert shares({1: -300, 2: -100, 3: 400}) == {(1, 3): 300, (2, 3): 100}
    assert shares({1: -300, 2: -100, 3: 190, 4: 190}) == {(1, 3): 142, (2, 3): 48, (1, 4): 142, (2, 4): 48}
    assert shares({1: 0, 2: 0}) == {}
    chance = random.Random(1)
    for _ in range(200):
        net = {person: chance.randint(-999, 0) for person in range(5)}
        net |= {9: -sum(net.values()) // 3, 10: -sum(net.values()) // 2}  # the rake has the rest
        found = shares(net)
        assert {winner: sum(part for (_, to), part in found.items() if to == winner) for winner in (9, 10)} == {
            winner: net[winner] for winner in (9, 10)
        }
        for person in range(5):  # each winner's part is rounded to the cent
            assert sum(part for (of, _), part in found.items() if of == person) < -net[person] + 2


def test_one_way_is_several_hands_to_one_person_with_hardly_anything_back() -> None:
    given = Transfers()
    for number in range(3):
        given.add(Hand(number, {1: -5000, 2: 5000, 3: 0}))
    assert given.one_way(1, 2)
    assert (given.net(1, 2), given.share(1, 2), given.flows[1, 2].last_round) == (15_000, 1, 2)
    given.add(Hand(4, {1: 2000, 2: -2000}))
    assert not given.one_way(1, 2)  # some came back
    spread = Transfers()
    for number in range(6):
        spread.add(Hand(number, {1: -5000, 2 + number % 2: 5000}))
    assert not spread.one_way(1, 2)  # to two people
    ordinary, chance = Transfers(), random.Random(2)
    for number in range(200):
        net = dict.fromkeys(range(1, 5), -chance.randint(0, 3000))
        winner = chance.randint(1, 4)
        net[winner] = 0
        net[winner] = -sum(net.values())
        ordinary.add(Hand(number, net))
    assert not any(ordinary.one_way(*pair) for pair in ordinary.flows)
