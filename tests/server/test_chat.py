"""Chat over the real socket: who may write and read, what is refused, and what the pit does about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.conftest import open_house
from tests.server.pit_crew import Crew, Seated, person_id
from tests.server.server_process import LONG, ServerProcess
from tests.sizes import databases
from websockets.sync.client import connect

from houseway.server.protocol.json_schema import checker
from houseway.server.protocol.socket_messages import ServerMessage
from houseway.server.storage.schema import metadata
from houseway.server.tables.chat import KEPT, LONGEST

GAME, POT = "high-card-flush", "mini-tex-pvp"
BURST = 5
SENT = checker(ServerMessage)
MARKUP = "<img src=x onerror=alert(1)> & \"quotes\" 'too' </script> {{x}}"


class Talker(Seated):
    """Somebody who remembers what was said, as a page does."""

    def __init__(self, *facts: Any) -> None:
        super().__init__(*facts)
        self.chat: list[dict[str, Any]] | None = None

    def _next(self) -> dict[str, Any]:
        message = super()._next()
        SENT(message)
        if message["type"] == "chat":
            assert message["table"] == self.table
            self.chat = message["lines"] if message["whole"] else [*(self.chat or []), *message["lines"]]
        return message

    def watches(self, table: int) -> None:
        self.table = table
        assert self.do("watch")["type"] == "ack"
        while self.chat is None:
            self._next()

    def say(self, text: str) -> dict[str, Any]:
        return self.do("say", text=text)

    def hears(self, *texts: str) -> None:
        """Wait for these lines to be all that there is."""
        while [line["text"] for line in self.chat or []] != list(texts):
            self._next()

    def heard_nothing_more(self) -> None:
        """Whatever was on its way has come: the answer to a ping comes after it."""
        before = self.chat
        self.do_ping()
        assert self.chat == before

    def do_ping(self) -> None:
        number = self.new_id("ping")
        self.socket.send(json.dumps({"id": number, "do": "ping"}))
        while self._next().get("id") != number:
            pass


@pytest.fixture(scope="module", params=databases())
def talking(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    with open_house(request.param, request, tmp_path_factory, chat_burst=BURST, chat_seconds=3600) as house:
        yield Crew(house)


def seated(crew: Crew, count: int, game: str = GAME) -> list[Talker]:
    """People at a table of their own."""
    facts = {"opponents": False, "seats": 4} if game == POT else {}
    table, people = crew.open_table(game, **facts), []
    for seat in range(1, count + 1):
        person = Talker(crew.house)
        person.take(table, seat, **({"buy_in": 20_000} if game == POT else {}))
        while person.chat is None:
            person._next()
        people.append(person)
    return people


@pytest.mark.parametrize("game", [GAME, POT])
def test_who_sits_writes_and_who_watches_under_a_name_reads(talking: Crew, game: str) -> None:
    ann, bob = seated(talking, 2, game)
    fan = Talker(talking.house)
    fan.watches(ann.table)
    assert ann.say("  good\nluck  ")["type"] == "ack"
    assert bob.say(MARKUP)["type"] == "ack"
    for person in (ann, bob, fan):
        person.hears("good luck", MARKUP)
    assert fan.chat is not None
    first, second = fan.chat
    assert (first["number"], first["person"], first["seat"]) == (1, person_id(ann.guest), 1)
    assert (second["number"], second["name"]) == (2, bob.guest.me()["person"]["name"])
    refused = fan.say("me too")
    assert (refused["code"], refused["sentence"]) == (
        "no_seat",
        "Only people who sit at this table write here: take a seat first.",
    )
    late = Talker(talking.house)
    late.watches(ann.table)
    late.hears("good luck", MARKUP)
    assert ann.do("leave")["type"] == "ack"
    assert ann.say("bye")["code"] == "no_seat"
    fan.heard_nothing_more()


def test_a_visitor_without_a_name_neither_writes_nor_reads(talking: Crew) -> None:
    [ann] = seated(talking, 1)
    address = talking.house.address.replace("http", "ws", 1) + "/api/socket"
    with connect(address, open_timeout=LONG, ping_interval=None) as nobody:
        kinds = []
        nobody.send(json.dumps({"id": "1", "do": "watch", "table": ann.table}))
        nobody.send(json.dumps({"id": "2", "do": "say", "table": ann.table, "text": "hello"}))
        while (message := json.loads(nobody.recv(LONG))).get("id") != "2":
            kinds.append(message["type"])
        assert message["code"] == "sign_in_first"
        assert ann.say("hello?")["type"] == "ack"
        nobody.send(json.dumps({"id": "3", "do": "ping"}))
        while (message := json.loads(nobody.recv(LONG))).get("id") != "3":
            kinds.append(message["type"])
    assert "chat" not in kinds


def test_the_chat_of_a_table_reaches_no_other(talking: Crew) -> None:
    [ann], [bob] = seated(talking, 1), seated(talking, 1)
    assert ann.say("only here")["type"] == "ack"
    ann.hears("only here")
    bob.heard_nothing_more()
    assert bob.do("say", table=ann.table, text="and there?")["code"] == "no_seat"
    assert bob.do("unwatch")["type"] == "ack"
    bob.table, bob.chat = ann.table, None
    bob.watches(ann.table)
    assert bob.do("unwatch")["type"] == "ack"
    assert ann.say("who has gone is not told")["type"] == "ack"
    ann.hears("only here", "who has gone is not told")
    bob.heard_nothing_more()


def test_too_long_or_nothing_to_read_is_refused_whole(talking: Crew) -> None:
    ann, bob = seated(talking, 2)
    for text in ("x" * (LONGEST + 1), "", " \n ", "\u200b\u202e\u2066"):
        refused = ann.say(text)
        assert refused["code"] == "bad_text"
        assert refused["sentence"].endswith("it was not sent.")
    for wrong in ({"text": "x" * 1001}, {"text": 7}, {"text": "x", "seat": 2}, {}):
        assert ann.do("say", **wrong)["code"] == "bad_message"
    assert (
        ann.say("\u202etxt\x00.\u200bexe" + "x" * (LONGEST - 7))["type"] == "ack"
    )  # what was refused has cost nothing
    bob.hears("txt.exe" + "x" * (LONGEST - 7))


def test_who_writes_too_fast_is_told_so_at_every_table(talking: Crew) -> None:
    [ann], [bob] = seated(talking, 1), seated(talking, 1)
    for number in range(BURST):
        assert ann.say(f"line {number}")["type"] == "ack"
    refused = ann.say("one more")
    assert refused["code"] == "too_fast"
    assert "wait" not in refused["sentence"]
    assert refused["sentence"].startswith("You are writing too fast: you can write again in 3")
    ann.take(bob.table, 2)
    assert ann.say("and here")["code"] == "too_fast"
    bob.heard_nothing_more()
    assert bob.say("I may")["type"] == "ack"
    bob.hears("I may")


def test_a_line_that_is_sent_again_is_said_once(talking: Crew) -> None:
    [ann] = seated(talking, 1)
    same = {"id": "the same", "do": "say", "table": ann.table}
    answers = []
    for text in ("hello", "hello", "another"):
        ann.socket.send(json.dumps({**same, "text": text}))
        while (message := ann._next()).get("id") != "the same":
            pass
        answers.append(message.get("code", message["type"]))
    assert answers == ["ack", "ack", "id_used"]
    ann.hears("hello")


def test_only_the_last_lines_are_kept_and_none_is_stored(talking: Crew) -> None:
    table = talking.open_table(GAME)
    total, words = 0, "nobody writes this down"
    while total < KEPT + 3:
        person = Talker(talking.house)  # each may write so many
        person.take(table, 1)
        for _ in range(BURST):
            total += 1
            assert person.say(f"{words} {total}")["type"] == "ack"
        assert person.do("leave")["type"] == "ack"
        person.close()
    late = Talker(talking.house)
    late.watches(table)
    late.hears(*(f"{words} {number}" for number in range(total - KEPT + 1, total + 1)))
    with talking.house.engine() as connection:
        for kept in metadata.sorted_tables:
            for row in connection.execute(sa.select(kept)):
                assert words not in repr(row)
    assert words not in talking.house.err.read_text() + talking.house.out.read_text()


def test_the_pit_mutes_somebody_for_the_house(talking: Crew) -> None:
    ann, bob = seated(talking, 2)
    number = person_id(bob.guest)
    assert ann.say("hello")["type"] == "ack"
    assert bob.say("something rude")["type"] == "ack"
    ann.hears("hello", "something rude")
    assert ann.guest.post(f"/api/pit/people/{number}/mute", {"reason": "for fun"}).status_code == 403
    assert talking.ida.post(f"/api/pit/people/{number}/mute", {"reason": "x"}).status_code == 422
    answer = talking.ida.post(f"/api/pit/people/{number}/mute", {"reason": "rude to others"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["muted"] is True
    ann.hears("hello")
    bob.hears("hello")
    refused = bob.say("why?")
    assert refused["code"] == "muted"
    assert "The pit has muted you" in refused["sentence"]
    bob.take(talking.open_table(GAME), 1)
    assert bob.say("and here?")["code"] == "muted"
    again = talking.otto.post(f"/api/pit/people/{number}/mute", {"reason": "rude to others"})
    assert (again.status_code, again.json()["code"]) == (409, "already_done")
    assert bob.guest.me()["person"]["muted"] is True

    answer = talking.otto.post(f"/api/pit/people/{number}/unmute")
    assert (answer.status_code, answer.json()["muted"]) == (200, False)
    assert bob.say("thank you")["type"] == "ack"
    assert talking.otto.post(f"/api/pit/people/{number}/unmute").status_code == 409
    newest, before = talking.ida.get("/api/pit/log", limit=2).json()["lines"]
    assert (newest["kind"], newest["by"]["id"], newest["person"]) == ("unmute", person_id(talking.otto), number)
    assert (before["kind"], before["by"]["id"], before["person"]) == ("mute", person_id(talking.ida), number)
    assert (before["reason"], before["round"], before["table"], before["amount"]) == ("rude to others", None, None, 0)
    lines = [json.loads(line) for line in talking.ida.get("/api/pit/log.jsonl").text.splitlines()]
    assert [line["id"] for line in lines[-2:]] == [before["id"], newest["id"]]


def test_whom_the_pit_cannot_mute(talking: Crew) -> None:
    own = person_id(talking.otto)
    assert talking.otto.post(f"/api/pit/people/{own}/mute", {"reason": "a test"}).json()["code"] == "not_allowed"
    assert talking.ida.post(f"/api/pit/people/{own}/mute", {"reason": "a test"}).status_code == 200
    assert talking.otto.post(f"/api/pit/people/{own}/unmute").json()["code"] == "not_allowed"
    assert talking.ida.post(f"/api/pit/people/{own}/unmute").status_code == 200
    assert talking.ida.post("/api/pit/people/987654/mute", {"reason": "a test"}).json()["code"] == "unknown_person"


@pytest.mark.parametrize("database", databases(), indirect=True)
def test_a_mute_survives_a_restart(house: ServerProcess) -> None:
    crew = Crew(house.open())
    ann, bob = seated(crew, 2)
    numbers = [person_id(person.guest) for person in (ann, bob)]
    for number in numbers:
        assert crew.ida.post(f"/api/pit/people/{number}/mute", {"reason": "a quarrel"}).status_code == 200
    assert crew.ida.post(f"/api/pit/people/{numbers[1]}/unmute").status_code == 200
    house.kill()
    house.open()
    again = [Talker(house, person.guest) for person in (ann, bob)]
    for person in again:
        person.watches(ann.table)
        assert person.chat == []
    assert again[0].say("still here")["code"] == "muted"
    assert again[1].say("free")["type"] == "ack"
    again[0].hears("free")
    assert house.wrong() == {}


def test_a_house_without_chat(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> None:
    with open_house("sqlite", request, tmp_path_factory, chat=False) as house:
        ann = Talker(house)
        ann.take(Crew(house).open_table(GAME), 1)
        refused = ann.say("hello")
        assert (refused["code"], refused["sentence"]) == ("chat_off", "There is no chat in this house.")
        ann.do_ping()
        assert ann.chat is None
