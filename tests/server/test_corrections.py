"""A paid-out mistake is corrected by one entry with two names on it: one supervisor proposes, another confirms."""

from __future__ import annotations

import contextlib
import json
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from tests.server.conftest import damage
from tests.server.pit_crew import Crew, Seated, balances, new_key, person_id, supervisor
from tests.server.player import Player
from tests.server.server_process import Guest, ServerProcess
from tests.sizes import databases

from houseway.money import dollars
from houseway.server.protocol.irregularities import OpenProposals, PitLog, PitLogLine
from houseway.server.protocol.json_schema import checker
from houseway.server.storage.schema import entries, pit_log

TITLE = "Every correction has two different names, and moved what was proposed between bank and wallet"
CHIPS = 100_000


@pytest.fixture(scope="module")
def crew(either_house: ServerProcess) -> Crew:
    return Crew(either_house)


def played(house: ServerProcess, crew: Crew) -> tuple[Player, int]:
    """Somebody who has played one round at a table of their own, and its id."""
    player = Player(house)
    player.table = crew.open_table("high-card-flush")
    player.do("watch")
    assert player.do("sit", seat=2)["type"] == "ack"
    return player, player.play_round({"ante": 500})


def propose(who: Guest, round_id: int, amount: int, reason: str = "the dealer misread the hand", **facts: Any) -> Any:
    body = {"id": new_key(), "round": round_id, "amount": amount, "reason": reason, **({"seat": 2} | facts)}
    return who.post("/api/pit/corrections", {name: value for name, value in body.items() if value is not None})


def confirm(who: Guest, number: int) -> httpx.Response:
    return who.post(f"/api/pit/corrections/{number}/confirm")


def refuse(who: Guest, number: int, reason: str = "the tape shows otherwise") -> httpx.Response:
    return who.post(f"/api/pit/corrections/{number}/refuse", {"reason": reason})


def withdraw(who: Guest, number: int) -> httpx.Response:
    return who.post(f"/api/pit/corrections/{number}/withdraw")


def refused(answer: httpx.Response, status: int, code: str, words: str = "") -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert words in answer.json()["sentence"]


def open_numbers(who: Guest) -> list[int]:
    told = who.get("/api/pit/corrections").json()
    checker(OpenProposals)(told)
    return [line["id"] for line in told["proposals"]]


@pytest.mark.parametrize("amount", [750, -250])
def test_two_supervisors(either_house: ServerProcess, crew: Crew, amount: int) -> None:
    player, round_id = played(either_house, crew)
    whose, table = person_id(player.guest), player.table
    before, taken = balances(either_house), crew.table(table)
    answer = propose(crew.ida, round_id, amount)
    assert answer.status_code == 201, answer.text
    proposal = answer.json()
    checker(PitLogLine)(proposal)
    number = proposal["id"]
    assert (proposal["kind"], proposal["open"], proposal["person"], proposal["amount"]) == (
        "proposal", True, whose, amount,
    )  # fmt: skip
    assert number in open_numbers(crew.otto)
    assert balances(either_house) == before

    refused(confirm(crew.ida, number), 403, "not_allowed", "another supervisor")
    refused(refuse(crew.ida, number), 403, "not_allowed", "another supervisor")
    refused(confirm(player.guest, number), 403, "not_allowed")
    assert balances(either_house) == before
    told = [confirm(crew.otto, number).json() for _ in range(2)]
    assert told[0] == told[1]
    assert (told[0]["kind"], told[0]["by"]["id"], told[0]["proposed_by"]["id"]) == (
        "correction", person_id(crew.otto), person_id(crew.ida),
    )  # fmt: skip
    while player.until_told("balance")["balance"] != before[f"wallet:{whose}"] + amount:
        pass  # those of the round itself come first
    refused(confirm(crew.ida, number), 409, "already_done", "has confirmed this correction already")
    refused(refuse(crew.otto, number), 409, "already_done")
    assert number not in open_numbers(crew.ida)

    after = balances(either_house)
    moved = {key: after.get(key, 0) - before.get(key, 0) for key in after.keys() | before.keys()}
    assert {key: cents for key, cents in moved.items() if cents} == {
        f"bank:{table}": -amount,
        f"wallet:{whose}": amount,
    }
    with either_house.engine() as connection:
        [entry] = connection.execute(sa.select(entries).where(entries.c.key == f"correction:{number}")).all()
    assert (entry.made_by, entry.confirmed_by) == (person_id(crew.ida), person_id(crew.otto))
    assert (entry.reason, entry.round_id, entry.table_id) == ("the dealer misread the hand", round_id, table)

    # Told to the player beside the round's own result, and to the house beside its wagers.
    [line] = player.guest.get("/api/history").json()["rounds"]
    [correction] = line["corrections"]
    assert (correction["amount"], correction["reason"]) == (amount, "the dealer misread the hand")
    assert line["net"] == line["returned"] - line["staked"]
    assert player.guest.get(f"/api/history/{round_id}").json()["round"] == line
    now = crew.table(table)
    assert now["corrections"] == {"made": 1, "paid": max(0, amount), "taken_back": max(0, -amount)}
    assert {name: now[name] for name in ("handle", "win", "wagers", "rounds")} == {
        name: taken[name] for name in ("handle", "win", "wagers", "rounds")
    }
    assert (taken["win_corrected"], now["win_corrected"]) == (taken["win"], taken["win"] - amount)
    assert either_house.wrong() == {}
    player.close()


def test_a_refused_proposal_moves_nothing(either_house: ServerProcess, crew: Crew) -> None:
    player, round_id = played(either_house, crew)
    before = balances(either_house)
    number = propose(crew.otto, round_id, 5000, person=person_id(player.guest), seat=None).json()["id"]
    told = [refuse(crew.ida, number).json() for _ in range(2)]
    assert told[0] == told[1]
    assert (told[0]["kind"], told[0]["reason"]) == ("refusal", "the tape shows otherwise")
    refused(confirm(crew.ida, number), 409, "already_done", "has refused this correction already")
    assert (balances(either_house), open_numbers(crew.ida)) == (before, [])
    assert player.guest.get("/api/history").json()["rounds"][0]["corrections"] == []
    player.close()


def test_what_is_refused(either_house: ServerProcess, crew: Crew) -> None:
    player, round_id = played(either_house, crew)
    before, lines = balances(either_house), crew.ida.get("/api/pit/log").json()["lines"]
    refused(propose(crew.ida, round_id, 0), 422, "illegal", "$0")
    refused(propose(crew.ida, round_id, 100, seat=None), 422, "illegal", "the seat or the person")
    refused(propose(crew.ida, round_id, 100, seat=3), 404, "no_seat", "Seat 3 did not play in round 1")
    refused(propose(crew.ida, round_id, 100, person=person_id(crew.otto)), 404, "no_seat")
    refused(propose(crew.ida, 999_999, 100), 404, "unknown_round")
    refused(propose(player.guest, round_id, 100), 403, "not_allowed")
    refused(propose(Guest(either_house.address), round_id, 100), 401, "sign_in_first")
    unseen: list[dict[str, Any]] = [{"reason": f"a{sign}misdeal"} for sign in "\u202e\u2066\u200b\u2028\u00ad"]
    loose: list[dict[str, Any]] = [
        {"amount": True},
        {"amount": "100"},
        {"amount": 100.0},
        {"seat": "2"},
        {"seat": True},
    ]
    bounds: list[dict[str, Any]] = [
        {"reason": "no"},
        {"reason": "x" * 201},
        {"amount": "1.5"},
        {"amount": 10**13},
        {"extra": 1},
    ]
    for wrong in (*unseen, *loose, *bounds):
        refused(propose(crew.ida, round_id, **({"amount": 100} | wrong)), 422, "bad_request")
    refused(withdraw(crew.ida, 999_999), 404, "unknown_correction")
    refused(confirm(crew.ida, 999_999), 404, "unknown_correction")
    refused(refuse(crew.ida, 999_999), 404, "unknown_correction")

    under_way = player.until(lambda state: state["phase"] == "showing") and player.do("ready")
    assert under_way["type"] == "ack"
    number = player.until(lambda state: state["phase"] == "betting")["round"]["id"]
    player.do("wager", round=number, stakes={"ante": 500})
    player.until(lambda state: state["legal"])
    refused(propose(crew.ida, number, 100), 409, "round_not_over", "void it")
    assert crew.void(player.table, number).status_code == 200
    refused(propose(crew.ida, number, 100), 409, "not_now", "nothing to correct")
    assert balances(either_house) == before
    assert [line["kind"] for line in crew.ida.get("/api/pit/log").json()["lines"][: -len(lines) or None]] == ["void"]
    player.close()


def test_more_than_the_wallet_holds(either_house: ServerProcess, crew: Crew) -> None:
    player, round_id = played(either_house, crew)
    before = balances(either_house)
    held = before[f"wallet:{person_id(player.guest)}"]
    number = propose(crew.ida, round_id, -held - 1).json()["id"]
    refused(confirm(crew.otto, number), 409, "not_enough_chips", f"has {dollars(held)} in the wallet")
    assert balances(either_house) == before
    assert open_numbers(crew.ida) == [number]
    assert refuse(crew.otto, number).status_code == 200
    number = propose(crew.ida, round_id, -held).json()["id"]
    assert confirm(crew.otto, number).status_code == 200
    assert f"wallet:{person_id(player.guest)}" not in balances(either_house)
    player.close()


def test_nobody_decides_about_their_own_round(either_house: ServerProcess, crew: Crew) -> None:
    third = supervisor(either_house, crew.ida, "Third")
    player = Seated(either_house, third)
    player.take(crew.open_table("high-card-flush"), 2)
    round_id = player.play_round({"ante": 500})
    refused(propose(third, round_id, 1000), 403, "not_allowed")
    number = propose(crew.ida, round_id, 1000).json()["id"]
    refused(confirm(third, number), 403, "not_allowed", "your own round")
    assert confirm(crew.otto, number).status_code == 200
    player.close()


def test_nobody_corrects_a_round_that_they_played_in_another_seat(either_house: ServerProcess, crew: Crew) -> None:
    third = supervisor(either_house, crew.ida, "Neighbour")
    table = crew.open_table("high-card-flush")
    ann, own = Seated(either_house), Seated(either_house, third)
    ann.take(table, 2)
    own.take(table, 5)
    round_id = ann.until(lambda state: state["phase"] == "betting" and state["round"])["round"]["id"]
    for player in (ann, own):
        assert player.do("wager", round=round_id, stakes={"ante": 500})["type"] == "ack"
    for player in (ann, own):
        player.until(lambda state: state["legal"])
        player.do("act", round=round_id, at="raise", decision={"choice": "fold"})
    ann.until(lambda state: state["phase"] == "showing")
    before = balances(either_house)
    refused(propose(third, round_id, 1000), 403, "not_allowed", "played this round yourself")
    number = propose(crew.ida, round_id, 1000).json()["id"]
    refused(confirm(third, number), 403, "not_allowed", "your own round")
    refused(refuse(third, number), 403, "not_allowed", "your own round")
    assert balances(either_house) == before
    assert confirm(crew.otto, number).status_code == 200
    for player in (ann, own):
        player.close()


def test_a_mistake_is_not_corrected_twice(either_house: ServerProcess, crew: Crew) -> None:
    """A second proposal for the seat waits until the first is decided or withdrawn, and says what was done before."""
    player, round_id = played(either_house, crew)
    first = propose(crew.ida, round_id, 700).json()
    assert first["earlier"] == []
    before = balances(either_house)
    by_person: dict[str, Any] = {"seat": None, "person": person_id(player.guest)}
    for who, facts in ((crew.otto, {}), (crew.ida, {}), (crew.otto, by_person)):
        answer = propose(who, round_id, 700, **facts)
        refused(answer, 409, "not_now", f"has proposed to pay $7 (line {first['id']} of the log)")
        assert answer.json()["sentence"].count(". ") == 0
    refused(withdraw(crew.otto, first["id"]), 403, "not_allowed", "Only who proposed")
    refused(withdraw(player.guest, first["id"]), 403, "not_allowed")
    told = [withdraw(crew.ida, first["id"]).json() for _ in range(2)]
    assert told[0] == told[1]
    checker(PitLogLine)(told[0])
    assert (told[0]["kind"], told[0]["by"]["id"], told[0]["proposal"]) == (
        "withdrawal", person_id(crew.ida), first["id"],
    )  # fmt: skip
    refused(confirm(crew.otto, first["id"]), 409, "already_done", "has withdrawn this correction already")
    assert balances(either_house) == before

    made = propose(crew.otto, round_id, 800, "a flush").json()["id"]
    assert confirm(crew.ida, made).json()["earlier"] == []
    refused(withdraw(crew.otto, made), 409, "already_done", "has confirmed this correction already")
    again = propose(crew.ida, round_id, 50).json()
    assert [(line["amount"], line["reason"]) for line in again["earlier"]] == [(800, "a flush")]
    [waiting] = [line for line in crew.otto.get("/api/pit/corrections").json()["proposals"] if line["open"]]
    assert waiting == again
    assert confirm(crew.otto, again["id"]).json()["earlier"] == again["earlier"]
    player.close()
    assert either_house.wrong() == {}


def test_open_proposals_come_in_pages(either_house: ServerProcess, crew: Crew) -> None:
    numbers, players = [], []
    for _ in range(3):
        player, round_id = played(either_house, crew)
        players.append(player)
        numbers.append(propose(crew.ida, round_id, 100).json()["id"])
    first = crew.otto.get("/api/pit/corrections", limit=2).json()
    checker(OpenProposals)(first)
    assert ([line["id"] for line in first["proposals"]], first["next"]) == (numbers[:2], numbers[1])
    rest = crew.otto.get("/api/pit/corrections", limit=2, after=first["next"]).json()
    assert ([line["id"] for line in rest["proposals"]], rest["next"]) == (numbers[2:], None)
    assert crew.otto.get("/api/pit/corrections", limit=201).status_code == 422
    for number in numbers:
        assert withdraw(crew.ida, number).status_code == 200
    for player in players:
        player.close()


def test_the_same_request_again(either_house: ServerProcess, crew: Crew) -> None:
    player, round_id = played(either_house, crew)
    body = {"id": new_key(), "round": round_id, "seat": 2, "amount": 300, "reason": "a payout that was missed"}
    first, second = (crew.ida.post("/api/pit/corrections", body) for _ in range(2))
    assert first.json() == second.json()
    refused(crew.ida.post("/api/pit/corrections", body | {"amount": 301}), 409, "id_used")
    number = first.json()["id"]
    before = balances(either_house)
    others = [supervisor(either_house, crew.ida, f"Other {n} {round_id}") for n in range(4)]
    with ThreadPoolExecutor() as at_once:
        answers = list(at_once.map(lambda who: confirm(who, number), [*others, crew.otto]))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
    key = f"wallet:{person_id(player.guest)}"
    assert balances(either_house)[key] == before[key] + 300
    player.close()


def test_the_log(either_house: ServerProcess, crew: Crew) -> None:
    player, round_id = played(either_house, crew)
    number = propose(crew.ida, round_id, 100).json()["id"]
    assert confirm(crew.otto, number).status_code == 200
    page = crew.otto.get("/api/pit/log", limit=2).json()
    checker(PitLog)(page)
    assert [line["kind"] for line in page["lines"]] == ["correction", "proposal"]
    assert {line["round"] for line in page["lines"]} == {round_id}
    assert page["lines"][0]["proposal"] == page["lines"][1]["id"] == number
    rest = crew.otto.get("/api/pit/log", before=page["next"], limit=200).json()
    assert max(line["id"] for line in rest["lines"]) < number
    export = [json.loads(line) for line in crew.otto.get("/api/pit/log.jsonl").text.splitlines()]
    assert export == [*page["lines"], *rest["lines"]][::-1]
    for path in ("/api/pit/log", "/api/pit/log.jsonl", "/api/pit/corrections"):
        assert player.guest.get(path).status_code == 403
    [found] = crew.otto.get("/api/pit/rounds", round=round_id).json()["rounds"]
    assert found["id"] == round_id
    player.close()


@pytest.mark.parametrize("database", databases(), indirect=True)
def test_a_power_cut_between_the_two(house: ServerProcess) -> None:
    """What was proposed waits for the second name, however the server ends; what was confirmed was made once."""
    house.settings["appointment_hours"] = 24
    house.open()
    crew = Crew(house)
    mia = supervisor(house, crew.ida, "Mia")
    player, round_id = played(house, crew)
    number = propose(crew.otto, round_id, 400).json()["id"]
    for appointed in (crew.ida, mia):  # by whom Otto was appointed, and with whom
        refused(confirm(appointed, number), 403, "not_allowed", "a third supervisor")
    assert withdraw(crew.otto, number).status_code == 200
    number = propose(crew.ida, round_id, 400).json()["id"]
    house.kill()
    house.settings["appointment_hours"] = 0
    house.open()
    assert open_numbers(crew.otto) == [number]
    before = balances(house)
    asking = threading.Thread(target=lambda: _until_gone(crew.otto, number))
    asking.start()
    house.kill()
    asking.join()
    house.open()
    assert confirm(crew.otto, number).status_code == 200
    key = f"wallet:{person_id(player.guest)}"
    assert balances(house)[key] == before[key] + 400
    assert house.stop() in (0, -signal.SIGTERM)
    assert house.wrong() == {}

    # What somebody writes into the database behind the server's back is found.
    entry, line = entries.c.key == f"correction:{number}", pit_log.c.id == number
    with house.engine() as connection:
        was = connection.execute(sa.select(entries).where(entry)).one()._asdict()
    for name, wrong, words in (
        ("confirmed_by", was["made_by"], "does not have two different names"),
        ("confirmed_by", None, "does not have two different names"),
        ("made_by", 999, "has other names on it than the pit's log"),
        ("reason", "because", "is not the one that was proposed"),
        ("round_id", None, "is not the one that was proposed"),
    ):
        change(house, sa.update(entries).where(entry).values({name: wrong}))
        assert list(house.wrong()) == [TITLE]
        assert words in house.wrong()[TITLE][0]
        change(house, sa.update(entries).where(entry).values({name: was[name]}))
        assert house.wrong() == {}
    change(house, sa.update(pit_log).where(line).values(amount=500))
    assert list(house.wrong()) == [TITLE]
    change(house, sa.update(pit_log).where(line).values(amount=400))
    change(house, sa.update(entries).where(entry).values(key=f"other:{number}"))
    assert any("nobody has proposed and confirmed" in sentence for sentence in house.wrong()[TITLE])
    assert any("was never made" in sentence for sentence in house.wrong()[TITLE])


def change(house: ServerProcess, statement: Any) -> None:
    """Behind the server's back, past the triggers."""
    damage(house.database, str(statement.compile(compile_kwargs={"literal_binds": True})).replace(":", r"\:"))


def _until_gone(who: Guest, number: int) -> None:
    with contextlib.suppress(httpx.TransportError):
        confirm(who, number)
