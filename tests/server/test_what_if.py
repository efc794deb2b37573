"""Counting for visitors: the figures are the command's, and nobody can keep the house busy with it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
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
from houseway.server.lab.lab import CALL_SECONDS, Lab
from houseway.server.lab.line import Asker, JobQueue, Rank, Worker
from houseway.server.lab.process import DIED, TOO_LONG
from houseway.server.odds.house_edges import Edges
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.training.progress import checked_attempts
from houseway.server.web.security import Limiter

SOMEBODY = Asker("192.0.2.1")
KNOWN = b'["roo", {"roo": [0.03, 1.1]}, false]'
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


class Held:
    """In place of a counting process: does one job whenever it is let, and writes down which."""

    pid = None

    def __init__(self) -> None:
        self.turns = asyncio.Semaphore(0)
        self.done: list[dict[str, Any]] = []
        self.answers: dict[float, Answer] = {}  # by the limit of a job, where it is not done

    async def do(self, job: dict[str, Any], _body: bytes = b"") -> Answer:
        await self.turns.acquire()
        self.done.append(job)
        return self.answers.get(job["limit_seconds"]) or Answer(orjson.dumps(job["options"]))

    async def stop(self) -> None:
        pass

    def let(self, jobs: int) -> None:
        for _ in range(jobs):
            self.turns.release()

    @property
    def cuts(self) -> list[int]:
        """The jobs done, by the option that tells them apart."""
        return [job["options"]["cut_card"] for job in self.done]


def held(lab: Lab, *ranks: Rank) -> Held:
    """One process that does everything, in place of the lab's."""
    for task in lab.queue._tasks:
        task.cancel()
    found = Held()
    worker = Worker(found, *(ranks or (Rank.HOUSE, Rank.SHORT, Rank.LONG)))  # type: ignore[arg-type]
    lab.queue = JobQueue(lab._kept, [worker])
    return found


def all_held(lab: Lab) -> list[Held]:
    """One in place of each of the lab's processes."""
    for task in lab.queue._tasks:
        task.cancel()
    processes = [Held() for _ in lab.queue.workers]
    workers = [Worker(process, *old.ranks) for process, old in zip(processes, lab.queue.workers, strict=True)]  # type: ignore[arg-type]
    lab.queue = JobQueue(lab._kept, workers)
    return processes


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def ask(lab: Lab, address: str, number: int, kind: str = "wagers", person_id: int | None = None) -> asyncio.Task[bytes]:
    game = roo(cut_card=str(number), decks="8")
    return asyncio.create_task(lab.ask(kind, game, Asker(address, person_id)))


async def at_once(task: asyncio.Task[bytes]) -> bytes:
    """The answer to what is refused without a wait; a task that waits for a process that is held would wait for ever."""
    await settled()
    assert task.done()
    return await task


async def queued(lab: Lab, *asked: tuple[Any, ...]) -> list[asyncio.Task[bytes]]:
    """Ask for these in this order."""
    tasks = []
    for arguments in asked:
        tasks.append(ask(lab, *arguments))
        await settled()
    return tasks


def test_addresses_take_turns_however_many_guests_each_has() -> None:
    async def work(lab: Lab) -> None:
        process = held(lab)
        greedy = [("a", 20 + number, "wagers", number) for number in range(6)]  # six guests of one address
        tasks = await queued(lab, *greedy, ("b", 30), ("b", 31), ("c", 40))
        process.let(9)
        await asyncio.gather(*tasks)
        assert process.cuts == [20, 21, 30, 40, 22, 31, 23, 24, 25]  # 20 was begun before anybody else came

    with_lab(work)


def test_the_house_goes_before_short_jobs_and_those_before_long_ones() -> None:
    async def work(lab: Lab) -> None:
        process = held(lab)
        tasks = await queued(
            lab, ("a", 20), ("a", 21, "report"), ("b", 22, "report"), ("a", 23, "odds"), ("c", 24), ("", 25, "edges")
        )
        process.let(6)
        await asyncio.gather(*tasks)
        assert process.cuts == [20, 25, 23, 24, 21, 22]

    with_lab(work)


def test_a_newcomer_is_served_while_another_address_has_reports_made() -> None:
    """Reports keep one process; the other one takes short jobs and those of the house."""

    async def work(lab: Lab) -> None:
        processes = all_held(lab)
        reports = await queued(lab, *(("a", 20 + number, "report", number) for number in range(20)))
        refused = [task for task in reports if task.done()]
        assert 0 < len(reports) - len(refused) < lines.MOST_OF_ADDRESS
        for late in refused:  # the wait would be too long for a sixth one
            with pytest.raises(Refusal, match="The calculations queued before yours take about 3 minutes"):
                await late
        [newcomer, house] = await queued(lab, ("b", 60), ("", 61, "edges"))
        processes[1].let(2)
        await settled()
        assert processes[1].cuts == [60, 61]
        await asyncio.gather(newcomer, house)
        processes[2].let(len(reports))
        await asyncio.gather(*reports, return_exceptions=True)

    with_lab(work)


def test_an_address_has_one_short_job_under_way() -> None:
    """Two processes take short jobs: the other one is free for whoever comes next."""

    async def work(lab: Lab) -> None:
        [_, short, long] = all_held(lab)
        tasks = await queued(lab, ("a", 20), ("a", 21), ("b", 22))
        long.let(1)
        await settled()
        assert long.cuts == [22]
        for process in (short, long):
            process.let(2)
        await asyncio.gather(*tasks)

    with_lab(work)


def test_short_jobs_never_hold_up_long_ones() -> None:
    """The process that takes long jobs takes them before short ones, however many of those come."""

    async def work(lab: Lab) -> None:
        [_, short, long] = all_held(lab)
        tasks = await queued(lab, ("a", 20), ("b", 21), ("c", 22), ("d", 23, "report"), ("", 24, "counts"))
        long.let(2)
        await settled()
        assert long.cuts == [21, 23]  # 21 was begun before a long job came; 24 is under way, and 22 waits
        short.let(2)
        long.let(1)
        await asyncio.gather(*tasks)
        assert (short.cuts, long.cuts) == ([20, 22], [21, 23, 24])

    with_lab(work)


def test_a_long_job_that_two_addresses_wait_for_never_occupies_the_short_process() -> None:
    async def work(lab: Lab) -> None:
        [_, short, long] = all_held(lab)
        short.answers[lines.FIRST_SECONDS] = TOO_LONG
        tasks = await queued(lab, ("z", 20), ("y", 21), ("a", 22), ("b", 22))
        short.let(2)
        await settled()
        assert short.cuts == [20, 22]  # both are long now; 22 is still in the queue of b
        short.answers.clear()
        short.let(1)
        await settled()
        assert short.cuts == [20, 22]
        long.let(3)
        await asyncio.gather(*tasks)
        assert long.cuts == [21, 20, 22]

    with_lab(work)


def test_places_are_limited_for_a_person_and_for_an_address() -> None:
    async def work(lab: Lab) -> None:
        process = held(lab)
        tasks = await queued(lab, *(("a", 20 + number, "wagers", 7) for number in range(lines.MOST_OF_PERSON)))
        with pytest.raises(Refusal, match="You already have 4 calculations queued") as refused:
            await at_once(ask(lab, "b", 50, "wagers", 7))
        assert (refused.value.code, refused.value.status) == ("busy", 503)
        rest = range(lines.MOST_OF_ADDRESS - lines.MOST_OF_PERSON)
        tasks += await queued(lab, *(("a", 30 + number, "wagers", 100 + number) for number in rest))
        with pytest.raises(Refusal, match="Your address already has 12 calculations queued"):
            await at_once(ask(lab, "a", 50))
        tasks += await queued(lab, ("b", 51), ("", 52, "edges"))
        process.let(len(tasks))
        await asyncio.gather(*tasks)
        assert not lab.queue._places  # nothing is remembered of who waited
        assert lab.queue.idle

    with_lab(work)


def test_the_wait_is_estimated_from_what_was_measured_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(lines, "time", SimpleNamespace(monotonic=lambda: clock[0]))

    async def work(lab: Lab) -> None:
        process = held(lab)
        [first] = await queued(lab, ("a", 20))
        clock[0] += 40  # so long it takes to count these
        process.let(1)
        await first
        assert lab.queue.expected_wait(Rank.SHORT, "b") == 0
        tasks = await queued(lab, ("a", 21), ("a", 22), ("a", 23), ("b", 24), ("c", 25))
        clock[0] += 30  # of the one under way 10 s are left
        assert lab.queue.expected_wait(Rank.SHORT, "d") == 10 + 3 * 40  # one of each other address goes before
        assert lab.queue.expected_wait(Rank.HOUSE, "") == 10
        tasks += await queued(lab, ("d", 26), ("e", 27))
        with pytest.raises(Refusal, match=r"take about 4 minutes\. Try again then") as refused:
            await at_once(ask(lab, "f", 28))
        assert refused.value.status == 503
        tasks += await queued(lab, ("", 29, "edges"))  # the house is not refused
        process.let(len(tasks))
        await asyncio.gather(*tasks)

    with_lab(work)


def test_the_wait_counts_own_jobs_one_after_the_other_and_every_process() -> None:
    async def work(lab: Lab) -> None:
        processes = all_held(lab)
        seconds = dict.fromkeys([("wagers", "two-card-roo"), ("edges", "two-card-roo"), ("report", "two-card-roo")], 10)
        lab.queue._seconds.update(seconds)
        tasks = await queued(lab, *(("a", number) for number in range(20, 25)))
        wait = lab.queue.expected_wait
        assert wait(Rank.SHORT, "a") == pytest.approx(50, abs=1)  # one at a time, though the other process is idle
        assert wait(Rank.SHORT, "b") == 0
        assert wait(Rank.LONG, "a") == 0
        tasks += await queued(lab, *(("", number, "edges") for number in range(30, 33)))
        # One process does 30, 31 and 32; the other one has the short jobs of a.
        assert wait(Rank.LONG, "c") == pytest.approx(30, abs=1)
        tasks += await queued(lab, ("c", 40, "report"), ("d", 22))
        assert wait(Rank.LONG, "c") == pytest.approx(40, abs=1)
        assert wait(Rank.SHORT, "a") == pytest.approx(50, abs=1)  # 22, which d wants too, is done once
        for process in processes:
            process.let(len(tasks))
        await asyncio.gather(*tasks)

    with_lab(work)


def test_who_waits_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(lines, "WAIT_SECONDS", 0.002)
    monkeypatch.setattr(lines, "GUESSED_SECONDS", dict.fromkeys(Rank, 0.0))  # an estimate may be wrong

    looks = iter(range(1000))  # each a millisecond at least

    async def here() -> bool:
        return next(looks, None) is None

    async def work(lab: Lab) -> None:
        process = held(lab)
        [first] = await queued(lab, ("a", 20))
        with pytest.raises(Refusal, match="Your calculation has not begun after") as refused:
            await lab.ask("wagers", roo(**ODD), Asker("b", gone=here))
        assert "about" not in refused.value.sentence  # an estimate that was wrong is not repeated
        process.let(2)
        await first

    with_lab(work)


def test_a_count_that_turns_out_long_goes_to_the_back() -> None:
    """An impossible game does not hold the edges of the others; in the end it is told to be too large."""

    async def work(lab: Lab) -> None:
        process = held(lab)
        process.answers[lines.FIRST_SECONDS] = TOO_LONG
        edges = Edges(lab.edges)
        impossible, possible = roo(cut_card="20", decks="8"), roo(cut_card="21", decks="8")
        edges.ask(impossible)
        [report] = await queued(lab, ("a", 30, "report"))
        process.let(1)
        await settled()
        assert edges.shown(impossible)["odds"]["state"] == "counting"
        process.answers = {process.done[0]["limit_seconds"]: Answer(KNOWN)}
        edges.ask(possible)
        await settled()
        process.let(2)
        await settled()
        assert process.cuts == [20, 30, 21]  # the report was begun when the other game was asked for
        assert edges.shown(possible)["odds"]["state"] == "known"
        process.answers = {process.done[1]["limit_seconds"]: TOO_LONG}
        process.let(1)
        await asyncio.gather(report, *edges._waiting)
        assert process.cuts == [20, 30, 21, 20]
        assert process.done[0]["limit_seconds"] < process.done[3]["limit_seconds"]
        assert edges.shown(impossible)["odds"] == {
            "state": "none",
            "reason": f"The odds of {impossible.name} with these rules are not counted here: "
            "the calculation is too large.",
            "estimated": False,
        }

    with_lab(work)


def test_edges_that_a_visitor_asks_for_go_behind_those_of_the_house() -> None:
    async def work(lab: Lab) -> None:
        process = held(lab)
        edges = Edges(lab.edges)
        games = [roo(cut_card=str(20 + number), decks="8") for number in range(20)]
        for game in games[:15]:
            edges.ask(game, "a")
        await settled()
        edges.ask(games[15])
        await settled()
        process.answers = {lines.FIRST_SECONDS: Answer(KNOWN)}
        process.let(15)
        await asyncio.gather(*edges._waiting)
        assert process.cuts == [20, 35, *range(21, 20 + lines.MOST_OF_ADDRESS)]
        refused = edges.shown(games[14], "a")["odds"]  # the address had no place for it
        assert refused == {"state": "counting", "reason": "", "estimated": False}

    with_lab(work)


def test_edges_that_a_visitor_asks_for_are_limited_like_other_counts() -> None:
    async def work(lab: Lab) -> None:
        process, limiter = held(lab), Limiter(1, 300)
        edges = Edges(partial(lab.edges, check_rate=limiter.check))
        first, second = roo(cut_card="20", decks="8"), roo(cut_card="21", decks="8")
        for game in (first, second):
            edges.ask(game, "a")
        await settled()
        process.answers = {lines.FIRST_SECONDS: Answer(KNOWN)}
        process.let(2)
        await asyncio.gather(*edges._waiting)
        assert edges.shown(second, "a")["odds"]["state"] == "counting"  # a refusal says nothing about the rules
        edges._asked.clear()
        edges.ask(second)  # the house has no such limit
        await asyncio.gather(*edges._waiting)
        assert process.cuts == [20, 21]

    with_lab(work)


def test_a_file_that_takes_too_long_to_read_is_refused_in_its_own_words() -> None:
    async def work(lab: Lab) -> None:
        process = held(lab, Rank.QUICK)
        process.let(2)
        for answer, sentence in ((TOO_LONG, "The file could not be read in time."), (DIED, "The file could not be")):
            process.answers[CALL_SECONDS] = answer
            with pytest.raises(Refusal, match=sentence) as refused:
                await lab.call(checked_attempts, b"", SOMEBODY)
            assert (refused.value.code, refused.value.status) == (answer.code, answer.status)

    with_lab(work)


def test_what_several_ask_for_is_counted_once_and_kept() -> None:
    async def work(lab: Lab) -> None:
        process, admitted = held(lab), []
        asker = Asker("a", admit=lambda: admitted.append(1))
        tasks = [asyncio.create_task(lab.ask("wagers", roo(**ODD), asker)) for _ in range(5)]
        await settled()
        process.let(1)
        assert len({*await asyncio.gather(*tasks)}) == 1
        await lab.ask("wagers", roo(**ODD), asker)
        assert (len(process.done), len(admitted)) == (1, 1)

    with_lab(work)


def test_who_went_away_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LOOK_SECONDS", 0.001)

    async def work(lab: Lab) -> None:
        process = held(lab)
        [first] = await queued(lab, ("a", 20))

        async def gone() -> bool:
            return True

        with pytest.raises(Refusal):
            await lab.ask("wagers", roo(cut_card="21", decks="8"), Asker("b", gone=gone))
        [last] = await queued(lab, ("c", 22))
        process.let(2)
        await asyncio.gather(first, last)
        assert process.cuts == [20, 22]

    with_lab(work)


def test_closing_answers_everybody_who_waits() -> None:
    async def work(lab: Lab) -> None:
        held(lab)
        tasks = await queued(lab, ("a", 20), ("b", 21))
        await lab.stop()
        for task in tasks:
            with pytest.raises(Refusal, match="closing"):
                await task
        with pytest.raises(Refusal, match="closing"):
            await at_once(ask(lab, "c", 22))

    with_lab(work)


def test_rules_that_would_take_too_long_are_not_begun() -> None:
    game = game_class("high-card-draw").make(None, {"tensup": "20/5/4"})
    job = {"kind": "wagers", "most_seconds": 0.1}
    told = answered_for(game, job)
    assert (told.code, told.status) == ("too_costly", 422)
    assert re.fullmatch(
        r"Counting High Card Draw with these rules would take about \d+ seconds?, longer than is counted here: "
        r"the command houseway odds has no such limit\.",
        told.sentence,
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
            lab_edges = await lab.edges(game)
            assert lab_edges.wagers.keys() == {"roo", "flush-roo", "pairs-pay"}
        await lab.ask("report", roo(house_way="3"), SOMEBODY, format="json", date="2026-11-16")
        assert solutions() == 0
        await lab.what_if(roo(), SOMEBODY)
        assert solutions() == 1  # of an edition: there are only so many

    with_lab(work)


def test_a_process_that_dies_is_replaced() -> None:
    async def work(lab: Lab) -> None:
        before = await lab.ask("wagers", roo(house_way="3"), SOMEBODY)
        [process] = [worker.process for worker in lab.queue.workers if worker.process.pid is not None]
        pid = process.pid
        assert pid is not None
        asked = asyncio.create_task(process.do(job("high-card-draw", 600)))
        await settled()
        os.kill(pid, signal.SIGKILL)  # as the system does it when memory runs out
        assert await asked == DIED
        assert await lab.ask("wagers", roo(house_way="4"), SOMEBODY) != before
        assert process.pid not in (None, pid)

    with_lab(work)


def test_a_process_that_has_nothing_to_do_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "IDLE_SECONDS", 0)

    async def work(lab: Lab) -> None:
        for number in ("3", "4"):
            await lab.ask("wagers", roo(house_way=number), SOMEBODY)
            while any(worker.process.pid is not None for worker in lab.queue.workers):
                await asyncio.sleep(0.001)

    with_lab(work)


def test_a_count_that_takes_too_long_is_ended() -> None:
    async def work(lab: Lab) -> None:
        process = lab.queue.workers[1].process
        assert await process.do(job("three-card-draw-poker", 0.05)) == TOO_LONG
        assert (await process.do(job("two-card-roo", 60))).status == 200

    with_lab(work)


def job(game_id: str, seconds: float) -> dict[str, Any]:
    """A count that nobody has made before; of the larger games it takes more than a tenth of a second's work."""
    pays = {"three-card-draw-poker": {"ante-bonus": "12/8/6"}, "high-card-draw": {"tensup": "22/5/4"}}
    game = game_class(game_id).make(None, pays.get(game_id, {}))
    rules = {"game": game_id, "edition": game.edition, "options": game.options.values()}
    return {"kind": "wagers", **rules, "most_seconds": 600, "limit_seconds": seconds}
