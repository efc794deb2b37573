"""Counting for visitors: the figures are the command's, and nobody can keep the house busy with it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.server.conftest import open_house
from tests.server.server_process import LONG, Guest, ServerProcess

from houseway.catalog import game_class
from houseway.odds.as_json import odds_json
from houseway.odds.solver import solve
from houseway.rules.game import Game
from houseway.server.lab import line as lines
from houseway.server.lab.frames import Answer
from houseway.server.lab.jobs import answered_for, as_printed
from houseway.server.lab.kept import OVERHEAD, Kept
from houseway.server.lab.lab import Lab
from houseway.server.lab.line import Asker
from houseway.server.lab.process import DIED, TOO_LONG
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings

SOMEBODY = Asker("address 192.0.2.1")
ODD = {"ties": "push", "house_way": "9"}


def roo(**options: str) -> Game[Any]:
    return game_class("two-card-roo").make(None, options)


def with_lab(work: Callable[[Lab], Awaitable[Any]], **settings: Any) -> Any:
    """Do something with a lab of its own."""

    async def done() -> Any:
        lab = Lab(Settings(count_niceness=0, **settings))
        try:
            async with asyncio.timeout(LONG):
                return await work(lab)
        finally:
            await lab.stop()

    return asyncio.run(done())


async def prepared(lab: Lab) -> None:
    await asyncio.gather(*lab._preparing)


def solved(game: Game[Any]) -> dict[str, Any]:
    solution = solve(game)
    found: dict[str, Any] = json.loads(json.dumps(odds_json(game, solution, solution.wagers)))
    return found


# --- what is told ---


@pytest.fixture(scope="module")
def visitor(live_house: ServerProcess) -> Guest:
    return Guest(live_house.address)


def test_the_odds_are_those_of_the_command(visitor: Guest) -> None:
    changes = ["ties=push", "pairs-pay=14"]
    arguments = ["two-card-roo", *(part for change in changes for part in ("--set", change)), "--json"]
    done = subprocess.run([sys.executable, "-m", "houseway", "odds", *arguments], capture_output=True, check=True)
    answer = visitor.http.get("/api/lab/what-if", params={"game": "two-card-roo", "set": changes})
    told = answer.json()
    assert told["odds"] == json.loads(done.stdout)
    assert told["odds"]["options"]["ties"] == "push"
    assert {option["name"]: option["value"] for option in told["options"]} == roo().options.values()  # as printed
    assert [wager["id"] for wager in told["wagers"]] == [wager.id for wager in roo().wagers]
    assert (told["game"], told["edition"]) == ("two-card-roo", roo().edition)


def test_what_cannot_be_answered_is_told_in_a_sentence(visitor: Guest) -> None:
    for query, status, words in (
        ("game=two-card-roo&set=luck=good", 422, "There is no option 'luck' here"),
        ("game=two-card-roo&set=ties=nobody", 422, "Option ties: 'nobody' is not legal"),
        ("game=two-card-roo&set=ties", 422, "set takes OPTION=VALUE"),
        ("game=two-card-roo&edition=v99", 422, "v99"),
        ("game=nothing", 404, "nothing"),
        ("game=mini-tex-pvp", 404, "among players"),
    ):
        for path in ("what-if?", "report?format=json&"):
            answer = visitor.get(f"/api/lab/{path}{query}")
            assert answer.status_code == status
            assert words in answer.json()["sentence"]
    assert visitor.get("/api/lab/report?game=two-card-roo&format=doc").status_code == 422


def test_a_report_is_a_file(visitor: Guest) -> None:
    formats = visitor.get("/api/lab/reports").json()["formats"]
    assert "json" in formats
    answer = visitor.http.get("/api/lab/report", params={"game": "two-card-roo", "set": "ties=push", "format": "json"})
    assert answer.status_code == 200
    fingerprint = roo(ties="push").fingerprint
    assert answer.headers["content-disposition"] == f'attachment; filename="two-card-roo-{fingerprint[:8]}.json"'
    assert fingerprint in answer.text


@pytest.fixture(scope="module")
def strict(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with open_house("sqlite", request, tmp_path_factory, new_counts=2) as found:
        yield found


def test_who_asks_for_too_much_is_told_to_wait(strict: ServerProcess) -> None:
    asked = [
        Guest(strict.address).get("/api/lab/what-if", game="two-card-roo", set=f"house_way={n}") for n in (3, 4, 5)
    ]
    assert [answer.status_code for answer in asked] == [200, 200, 429]
    assert asked[-1].json()["sentence"] == "Too many attempts: wait a few minutes and try again."
    again = Guest(strict.address).get("/api/lab/what-if", game="two-card-roo", set="house_way=3")
    assert again.json() == asked[0].json()  # what is known costs nothing
    assert Guest(strict.address).get("/api/odds", game="two-card-roo", set="house_way=6").status_code == 429


# --- pricing ---


def test_other_pays_are_priced_as_they_would_be_counted() -> None:
    async def work(lab: Lab) -> None:
        await lab.what_if(roo(**ODD), SOMEBODY)
        await prepared(lab)
        for pays in ("14", "7", "3:2"):
            game = roo(**ODD, **{"pairs-pay": pays})
            assert orjson.loads(await lab.what_if(game, SOMEBODY)) == solved(game)
            assert ("wagers", game.id, game.edition, game.fingerprint) not in lab._kept._answers  # it was not counted
        for change in ({"flush-roo": "14/3"}, {"pairs-pay": "0"}, {"pairs-pay": "off"}):  # these are
            game = roo(**ODD | change)
            assert orjson.loads(await lab.what_if(game, SOMEBODY)) == solved(game)
            assert ("wagers", game.id, game.edition, game.fingerprint) in lab._kept._answers
            await prepared(lab)

    with_lab(work)


# --- limits ---


class Slow:
    """In place of a counting process: takes its time until it is let go."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.done: list[dict[str, Any]] = []

    async def do(self, job: dict[str, Any], _body: bytes = b"") -> Answer:
        await self.go.wait()
        self.done.append(job)
        return Answer(orjson.dumps(job["options"]))

    async def stop(self) -> None:
        pass


def slow(lab: Lab) -> Slow:
    found = Slow()
    lab.counting.process = found  # type: ignore[assignment]
    return found


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def ask(lab: Lab, whose: str, options: dict[str, str]) -> asyncio.Task[bytes]:
    return asyncio.create_task(lab.ask("wagers", roo(**options), Asker(whose)))


def odd(number: int) -> dict[str, str]:
    return {"cut_card": str(18 + number), "decks": "8"}


def test_the_line_has_an_end_and_nobody_takes_all_of_it() -> None:
    async def work(lab: Lab) -> None:
        process = slow(lab)
        tasks = [ask(lab, "address a", odd(number)) for number in range(lines.MOST_OF_ADDRESS)]
        await settled()
        with pytest.raises(Refusal, match="You wait for several counts already") as refused:
            await ask(lab, "address a", odd(100))
        assert (refused.value.code, refused.value.status) == ("busy", 503)
        left = lines.MOST_WAITING - lines.MOST_OF_ADDRESS
        tasks += [ask(lab, f"person {number // lines.MOST_OF_PERSON}", odd(100 + number)) for number in range(left)]
        await settled()
        with pytest.raises(Refusal, match="Too much is being counted just now") as refused:
            await ask(lab, "address b", odd(300))
        assert refused.value.status == 503
        process.go.set()
        assert [orjson.loads(answer)["cut_card"] for answer in await asyncio.gather(*tasks)] == [
            *range(18, 18 + lines.MOST_OF_ADDRESS),
            *range(118, 118 + left),
        ]
        assert len(process.done) == lines.MOST_WAITING
        assert not lab.counting._waiting  # nothing is remembered of who waited

    with_lab(work)


def test_what_several_ask_for_is_counted_once_and_kept() -> None:
    async def work(lab: Lab) -> None:
        process, admitted = slow(lab), []
        asker = Asker("address a", admit=lambda: admitted.append(1))
        tasks = [asyncio.create_task(lab.ask("wagers", roo(**ODD), asker)) for _ in range(5)]
        await settled()
        process.go.set()
        assert len({*await asyncio.gather(*tasks)}) == 1
        await lab.ask("wagers", roo(**ODD), asker)
        assert (len(process.done), len(admitted)) == (1, 1)

    with_lab(work)


def test_who_went_away_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LOOK_SECONDS", 0.001)

    async def work(lab: Lab) -> None:
        process = slow(lab)
        first = ask(lab, "address a", odd(0))
        await settled()

        async def gone() -> bool:
            return True

        with pytest.raises(Refusal):
            await lab.ask("wagers", roo(**odd(1)), Asker("address b", gone))
        last = ask(lab, "address c", odd(2))
        process.go.set()
        await asyncio.gather(first, last)
        assert [job["options"]["cut_card"] for job in process.done] == [18, 20]

    with_lab(work)


def test_rules_that_would_take_too_long_are_not_begun() -> None:
    game = game_class("high-card-draw").make(None, {"tensup": "20/5/4"})
    job = {"kind": "wagers", "most_seconds": 0.1}
    told = answered_for(game, job)
    assert (told.code, told.status) == ("too_costly", 422)
    assert told.sentence == (
        "Counting High Card Draw with these rules would take about 1 second, longer than is counted here: "
        "the command houseway odds has no such limit."
    )
    assert answered_for(roo(), {"kind": "wagers", "most_seconds": 0}).status == 200  # an edition's own are the house's


def test_answers_are_kept_up_to_a_size() -> None:
    kept: Kept[int] = Kept(3 * (OVERHEAD + 100))
    for number in range(3):
        kept.put(number, Answer(bytes(100)))
    assert kept.get(0) is not None
    kept.put(3, Answer(bytes(100)))
    assert [kept.get(number) is not None for number in range(4)] == [True, False, True, True]  # 1 was not asked for
    kept.put(4, Answer(bytes(10_000)))  # larger than all of it
    assert len(kept) == 3


# --- the process ---


def test_odd_options_write_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))

    def solutions() -> int:
        return len(list(tmp_path.glob("*.json")))

    async def work(lab: Lab) -> None:
        for number in (3, 4):
            game = roo(house_way=str(number))
            assert not as_printed(game)
            await lab.ask("odds", game, SOMEBODY, strategy="optimal")
            lab_edges = await asyncio.to_thread(lab.edges, game)
            assert lab_edges.wagers.keys() == {"roo", "flush-roo", "pairs-pay"}
        await lab.ask("report", roo(house_way="3"), SOMEBODY, format="json", date="2026-11-16")
        assert solutions() == 0
        await lab.what_if(roo(), SOMEBODY)
        assert solutions() == 1  # of an edition: there are only so many

    with_lab(work)


def test_a_process_that_dies_is_replaced() -> None:
    async def work(lab: Lab) -> None:
        before = await lab.ask("wagers", roo(**odd(0)), SOMEBODY)
        pid = lab.counting.process.pid
        assert pid is not None
        asked = asyncio.create_task(lab.counting.process.do(job("high-card-draw", 600)))
        await settled()
        os.kill(pid, signal.SIGKILL)  # as the system does it when memory runs out
        assert await asked == DIED
        assert await lab.ask("wagers", roo(**odd(1)), SOMEBODY) != before
        assert lab.counting.process.pid not in (None, pid)

    with_lab(work)


def test_a_process_that_has_nothing_to_do_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "IDLE_SECONDS", 0)

    async def work(lab: Lab) -> None:
        for number in range(2):
            await lab.ask("wagers", roo(**odd(number)), SOMEBODY)
            assert lab.counting._rest is not None
            await lab.counting._rest
            assert lab.counting.process.pid is None

    with_lab(work)


def test_a_count_that_takes_too_long_is_ended() -> None:
    async def work(lab: Lab) -> None:
        assert await lab.counting.process.do(job("three-card-draw-poker", 1)) == TOO_LONG
        assert (await lab.counting.process.do(job("two-card-roo", 60))).status == 200

    with_lab(work)


def job(game_id: str, seconds: float) -> dict[str, Any]:
    """A count that nobody has made before; of the larger games it takes more than a second's work."""
    pays = {"three-card-draw-poker": {"ante-bonus": "12/8/6"}, "high-card-draw": {"tensup": "22/5/4"}}
    game = game_class(game_id).make(None, pays.get(game_id, {}))
    rules = {"game": game_id, "edition": game.edition, "options": game.options.values()}
    return {"kind": "wagers", **rules, "most_seconds": 600, "limit_seconds": seconds}
