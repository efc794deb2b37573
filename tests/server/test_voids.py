"""The pit makes a round void at a running table: everybody has their stakes back in one entry, and play goes on."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from tests.server.faulty import AFTER_COMMIT, BEFORE_COMMIT, arm
from tests.server.leaks import Truth, cards_in
from tests.server.pit_crew import Crew, Seated, balances, logged, new_key, person_id, void, void_entries
from tests.server.server_process import Guest, ServerProcess
from tests.server.visitors import decision, stakes
from tests.sizes import databases

from houseway.catalog import any_game_class, game_ids
from houseway.rules.game import Game
from houseway.server.storage.schema import rounds
from houseway.table.record import verify

BANKED = [game_id for game_id in game_ids() if issubclass(any_game_class(game_id), Game)]
TEXT = "Round {number} was voided by the pit: misdeal. All wagers were returned."
BUY_IN = 10_000
ROOM: dict[str, Any] = {
    "options": {"small_blind": 100, "big_blind": 200, "pocket-poker": "35-15"},
    "buy_in": {"least": 2000, "most": 50_000},
}


@pytest.fixture(scope="module")
def crew(either_house: ServerProcess) -> Crew:
    return Crew(either_house)


def betting(state: dict[str, Any]) -> Any:
    return state["phase"] == "betting" and state["round"]


def all_wagers(state: dict[str, Any]) -> dict[str, int]:
    """Every opening wager that can be made, the progressive among them."""
    return max((stakes(state, random.Random(n)) for n in range(40)), key=lambda made: (len(made), sum(made.values())))


def finish(player: Seated, round_id: int) -> None:
    """Decide at random until the round is over."""
    chance = random.Random(round_id)
    while True:
        state = player.until(lambda state: state["legal"] or state["phase"] == "showing")
        if not state["legal"]:
            return
        player.do("act", round=round_id, at=state["legal"]["at"], decision=decision(state, chance))
        player.state = player.state if player.state is not state else {}


@pytest.mark.parametrize(
    ("game", "phase"),
    [
        *((game, "deciding") for game in BANKED),
        # Before the deal there is nothing that one game has and another has not, but for a meter and a kept shoe.
        *(
            pytest.param(
                game, "betting", marks=() if game in ("high-card-flush", "two-card-roo") else pytest.mark.thorough
            )
            for game in BANKED
        ),
    ],
)
def test_against_the_house(either_house: ServerProcess, crew: Crew, game: str, phase: str) -> None:
    table = crew.open_table(game)
    ann, ben = Seated(either_house), Seated(either_house)
    ann.take(table, 1)
    ben.take(table, 2)
    while True:
        before, counted = balances(either_house), crew.table(table)
        round_id: int = ann.until(betting)["round"]["id"]
        assert ann.do("wager", round=round_id, stakes=all_wagers(ann.state))["type"] == "ack"
        if phase == "betting":
            break
        assert ben.do("wager", round=round_id, stakes=all_wagers(ann.state))["type"] == "ack"
        reached = [player.until(lambda state: state["phase"] in ("deciding", "showing")) for player in (ann, ben)]
        if all(state["phase"] == "deciding" for state in reached):
            break
        for player in (ann, ben):  # two dealt pairs ask for no decision: another round
            assert player.do("ready", round=round_id)["type"] == "ack"
    seen = len(ann.state["view"]["seats"])
    assert seen
    number = ann.state["round"]["number"]
    commitment = ann.state["round"]["commitment"]
    assert crew.table(table)["round"] == {"id": round_id, "number": number}
    assert balances(either_house) != before

    assert void(crew.ida, table, round_id, "misdeal", key := new_key()).json() == {"table": table, "round": round_id}
    for player in (ann, ben):
        assert player.voided(round_id)["text"] == TEXT.format(number=number)
        state = player.until(betting)
        assert (state["round"]["id"] > round_id, state["round"]["number"]) == (True, number + 1)
        assert (state["legal"], state["result"]) == (None, None)
    assert balances(either_house) == before
    assert either_house.wrong() == {}

    # Once, whatever is sent again; and everything of it is one entry with the supervisor's name.
    assert void(crew.ida, table, round_id, "misdeal", key).status_code == 200
    assert void(crew.ida, table, round_id).json()["code"] == "already_done"
    assert void(crew.ida, table, round_id, "another", key).json()["code"] == "id_used"
    [entry] = void_entries(either_house, round_id)
    assert (entry.key, entry.reason, entry.made_by) == (f"round:{round_id}:void", "misdeal", person_id(crew.ida))
    [line] = logged(either_house, round_id)
    staked = sum(row["staked"] for row in history(ann, ben, round_id))
    assert (line.kind, line.by_id, line.reason, line.amount) == ("void", entry.made_by, "misdeal", staked)

    # It counts for nothing, and its deal can be checked.
    assert [crew.table(table)[figure] for figure in ("handle", "rounds")] == [counted["handle"], counted["rounds"]]
    for row in history(ann, ben, round_id):
        assert (row["void"], row["void_text"], row["net"]) == (True, TEXT.format(number=number), 0)
        assert row["staked"] == row["returned"] > 0
    told = ann.guest.get(f"/api/history/{round_id}").json()
    assert told["commitment"] == commitment
    assert told["can_verify"] == (phase == "deciding")
    assert not any(event["event"] == "RoundClosed" for event in told["events"])
    assert not verify(crew.ida.get(f"/api/pit/rounds/{round_id}").json()).over

    # What nobody had seen stays unseen: in the events, and in the replay's felt.
    truth = Truth(either_house).known(round_id, person_id(ann.guest))
    assert truth is not None
    assert cards_in(told["events"]) | cards_in(told["view_at_end"]) == truth.cards(len(truth.told))

    next_id: int = ann.state["round"]["id"]
    assert ann.do("wager", round=next_id, stakes=all_wagers(ann.state))["type"] == "ack"
    assert ann.state["voided"]  # until the deal
    assert ben.do("ready", round=next_id)["type"] == "ack"
    finish(ann, next_id)
    assert ann.state["voided"] is None
    assert crew.table(table)["rounds"] == counted["rounds"] + 1
    for player in (ann, ben):
        player.do("leave")
        player.close()


def history(*players: Any) -> list[dict[str, Any]]:
    """The lines of a round in the histories of those who played it."""
    *people, round_id = players
    lines = [row for player in people for row in player.guest.get("/api/history").json()["rounds"]]
    return [row for row in lines if row["id"] == round_id]


def dealt(players: list[Seated]) -> tuple[Seated, int]:
    """A hand of these players: who is to act, and its id."""
    for player in players:
        assert player.do("ready")["type"] == "ack"
    for player in players:
        player.until(lambda state: state["phase"] == "deciding")
    actor = next(player for player in players if player.state["legal"])
    return actor, actor.state["round"]["id"]


def acted(players: list[Seated], actor: Seated, action: str) -> Seated:
    """One player acts; gives the next to act, or the same one where the hand is over."""
    state = actor.state
    answer = actor.do("bet", round=state["round"]["id"], turn=state["legal"]["turn"], action=action)
    assert answer["type"] == "ack", answer
    if actor.state is state:
        actor.state = {}
    seat: int | None = actor.until(lambda state: True)["view"]["turn"]
    if seat is None:
        return actor
    players[seat - 1].until(lambda now: now["legal"] and now is not state)
    return players[seat - 1]


@pytest.mark.parametrize("after", [0, 1, 4])
def test_among_players(either_house: ServerProcess, crew: Crew, after: int) -> None:
    """Before anybody has acted, and later; with a wager against the house."""
    table = crew.open_table("mini-tex-pvp", **ROOM)
    players = [Seated(either_house) for _ in range(3)]
    for seat, player in enumerate(players, start=1):
        player.take(table, seat, buy_in=BUY_IN)
    assert players[0].do("side", amount=500)["type"] == "ack"
    before = balances(either_house)
    actor, round_id = dealt(players)
    hand = actor.state["view"]
    for _ in range(after):
        actor = acted(players, actor, "check" if actor.state["legal"]["check"] else "call")
    assert actor.state["phase"] == "deciding"
    number = actor.state["round"]["number"]
    assert crew.void(table, round_id).status_code == 200
    for player in players:
        assert player.voided(round_id)["text"] == TEXT.format(number=number)
        state = player.until(lambda state: state["phase"] == "waiting")
        assert (state["view"], state["legal"], state["round"], state["you"]["stack"]) == (None, None, None, BUY_IN)
    assert balances(either_house) == before
    assert either_house.wrong() == {}
    assert len(void_entries(either_house, round_id)) == 1
    assert {row["void_text"] for row in history(*players, round_id)} == {TEXT.format(number=number)}
    assert len(history(*players, round_id)) == 3
    told = actor.guest.get(f"/api/history/{round_id}").json()
    assert (told["proof"], told["server_seed"]) == (None, None)
    truth = Truth(either_house).known(round_id, person_id(actor.guest))
    assert truth is not None
    assert cards_in(told["events"]) | cards_in(told["view_at_end"]) == truth.cards(len(truth.told))

    # A misdeal: the same button and blinds again, and the hand goes on to its end.
    actor, next_id = dealt(players)
    again = actor.state["view"]
    assert next_id > round_id
    assert (again["button"], actor.state["round"]["number"]) == (hand["button"], number + 1)
    assert [p["bet"] for p in again["players"]] == [p["bet"] for p in hand["players"]]
    assert actor.state["voided"] is None
    acted(players, acted(players, actor, "fold"), "fold")
    players[0].until(lambda state: state["phase"] == "showing")
    for player in players:
        player.do("leave")
        player.close()
    assert either_house.wrong() == {}


def test_with_programs(either_house: ServerProcess, crew: Crew) -> None:
    """They play the next hand as if there had been none."""
    table = crew.open_table("mini-tex-pvp", opponents=True, **ROOM)
    ann = Seated(either_house)
    ann.take(table, 4, buy_in=BUY_IN)
    for _ in range(3):
        assert ann.do("ready")["type"] == "ack"
        ann.until(lambda state: state["legal"])
        round_id = ann.state["round"]["id"]
        stacks = {seat["seat"]: seat["stack"] for seat in ann.state["seats"]}
        assert stacks
        assert crew.void(table, round_id, "a card was exposed").status_code == 200
        assert "a card was exposed." in ann.voided(round_id)["text"]
        state = ann.until(lambda state: state["phase"] == "waiting")
        assert state["you"]["stack"] == BUY_IN
    ann.do("ready")
    while ann.until(lambda state: state["legal"] or state["phase"] == "showing")["legal"]:
        state = ann.state
        ann.do("bet", round=state["round"]["id"], turn=state["legal"]["turn"], action="fold")
        ann.state = ann.state if ann.state is not state else {}
    ann.do("leave")
    ann.close()
    assert either_house.wrong() == {}


def test_people_who_leave_and_tables_that_close(either_house: ServerProcess, crew: Crew) -> None:
    table = crew.open_table("high-card-flush")
    ann, ben = Seated(either_house), Seated(either_house)
    for seat, player in enumerate((ann, ben), start=1):
        player.take(table, seat)
    round_id = ann.until(betting)["round"]["id"]
    for player in (ann, ben):
        player.do("wager", round=round_id, stakes={"ante": 500, "progressive": 500})
    assert ben.do("leave")["leaving"]
    assert ann.until(lambda state: state["legal"] and state["seats"][1]["leaving"])
    assert crew.void(table, round_id).status_code == 200
    ann.voided(round_id)
    assert [seat["name"] is None for seat in ann.state["seats"][:2]] == [False, True]
    round_id = ann.until(betting)["round"]["id"]
    ann.do("wager", round=round_id, stakes={"ante": 500})
    ann.until(lambda state: state["legal"])
    assert crew.ida.post(f"/api/pit/tables/{table}/close").status_code == 200
    assert crew.void(table, round_id).status_code == 200
    ann.until(lambda state: state["phase"] == "closed")
    assert crew.ida.get(f"/api/tables/{table}").status_code == 404
    for player in (ann, ben):
        assert player.guest.me()["person"]["balance"] == 100_000
        player.close()


def test_what_is_refused(either_house: ServerProcess, crew: Crew) -> None:
    table = crew.open_table("high-card-flush")
    ann = Seated(either_house)
    ann.take(table, 1)
    round_id = ann.until(betting)["round"]["id"]
    number = ann.state["round"]["number"]

    def refused(answer: httpx.Response, status: int, code: str, words: str = "") -> None:
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
        assert words in answer.json()["sentence"]
        assert "\n" not in answer.json()["sentence"]

    refused(crew.void(table, round_id), 409, "not_now", f"Nobody has a wager in round {number}")
    assert crew.table(table)["round"] is None
    ann.do("wager", round=round_id, stakes={"ante": 500})
    ann.until(lambda state: state["legal"])
    before = balances(either_house)
    for reason in ("", "  ", "ab", "a ", "x" * 201, "one\ntwo", "nul\x00l", "mis\u202edeal", "mis\u200bdeal"):
        refused(crew.void(table, round_id, reason), 422, "bad_request", "reason")
    for body in ({"round": round_id, "reason": "misdeal"}, {"id": new_key(), "round": round_id}):
        answer = crew.ida.post(f"/api/pit/tables/{table}/void", body)
        refused(answer, 422, "bad_request", "Field required")
    for loose in (True, str(round_id), float(round_id)):
        body = {"id": new_key(), "round": loose, "reason": "misdeal"}
        refused(crew.ida.post(f"/api/pit/tables/{table}/void", body), 422, "bad_request", "round")
    refused(crew.void(999_999, round_id), 404, "unknown_table")
    refused(crew.void(table, round_id + 1000), 409, "stale_round")
    refused(void(ann.guest, table, round_id), 403, "not_allowed")
    refused(void(Guest(either_house.address), table, round_id), 401, "sign_in_first")
    assert ann.do("void", round=round_id, reason="misdeal")["code"] == "bad_message"  # no command of a player
    other = crew.open_table("mini-tex")
    refused(crew.void(other, round_id), 409, "stale_round")
    assert balances(either_house) == before

    finish(ann, round_id)
    settled = balances(either_house)
    refused(crew.void(table, round_id), 409, "round_over", "propose a correction for it instead.")
    assert balances(either_house) == settled
    ann.do("ready")
    ann.until(betting)
    refused(crew.void(table, round_id), 409, "round_over", f"Round {number} is settled")
    # A supervisor who plays does not decide about their own chips.
    otto = Seated(either_house, crew.otto)
    otto.take(table, 2)
    round_id = otto.until(betting)["round"]["id"]
    otto.do("wager", round=round_id, stakes={"ante": 500})
    refused(void(crew.otto, table, round_id), 403, "not_allowed", "another supervisor")
    assert void(crew.ida, table, round_id).status_code == 200
    for player in (ann, otto):
        player.do("leave")
        player.close()


def test_wagers_that_were_taken_back(either_house: ServerProcess, crew: Crew) -> None:
    table = crew.open_table("high-card-flush")
    ann, ben = Seated(either_house), Seated(either_house)
    for seat, player in enumerate((ann, ben), start=1):
        player.take(table, seat)
    round_id = ann.until(betting)["round"]["id"]
    ann.do("wager", round=round_id, stakes={"ante": 500})
    ann.do("wager", round=round_id, stakes={})
    assert crew.void(table, round_id).json()["code"] == "not_now"
    ann.do("wager", round=round_id, stakes={"ante": 700})
    ann.do("wager", round=round_id, stakes={})
    ben.do("wager", round=round_id, stakes={"ante": 500})
    ben.do("wager", round=round_id, stakes={"ante": 900})
    assert crew.void(table, round_id).status_code == 200
    assert [(row["seat"], row["staked"]) for row in history(ann, ben, round_id)] == [(2, 900)]
    for player in (ann, ben):
        player.voided(round_id)
        player.do("leave")
        player.close()
    assert either_house.wrong() == {}


def _in_its_middle(house: ServerProcess, game: str, crew: Crew) -> tuple[Seated, int, int]:
    if game == "mini-tex-pvp":
        table = crew.open_table(game, opponents=True, **ROOM)
        player = Seated(house)
        player.take(table, 4, buy_in=BUY_IN)
        player.do("side", amount=500)
        player.do("ready")
    else:
        table = crew.open_table(game)
        player = Seated(house)
        player.take(table, 1)
        round_id = player.until(betting)["round"]["id"]
        player.do("wager", round=round_id, stakes={"ante": 1000, "progressive": 500})
    return player, table, player.until(lambda state: state["legal"])["round"]["id"]


@pytest.mark.parametrize("database", databases(), indirect=True)  # `test_faults` has both
@pytest.mark.parametrize("moment", [BEFORE_COMMIT, AFTER_COMMIT])
@pytest.mark.parametrize("game", ["high-card-flush", "mini-tex-pvp"])
def test_a_power_cut(house: ServerProcess, game: str, moment: str) -> None:
    """All of it is there, or nothing; whoever asks again has it done once; and play goes on."""
    house.fault = house.folder / "fault"
    house.open()
    crew = Crew(house)
    player, table, round_id = _in_its_middle(house, game, crew)
    with house.engine() as connection:
        header = connection.execute(sa.select(rounds.c.header).where(rounds.c.id == round_id)).scalar_one()
    arm(house.fault, moment, key := new_key())
    asked = threading.Thread(target=_asked, args=(lambda: crew.void(table, round_id, "misdeal", key),))
    asked.start()
    assert house.ended() == -signal.SIGKILL
    asked.join()
    house.fault = None
    assert len(void_entries(house, round_id)) == (moment == AFTER_COMMIT)
    assert len(logged(house, round_id)) == (moment == AFTER_COMMIT)
    assert house.wrong() == {}
    house.open()
    back = Seated(house, player.guest)
    back.table = table
    back.do("watch")
    state = back.until(lambda state: state["you"]["seat"])
    if moment == AFTER_COMMIT:  # the notice has survived
        assert state["voided"]["round"] == round_id
        assert state["legal"] is None
    else:
        assert state["round"]["id"] == round_id
        assert state["round"]["commitment"] == header["commitment"]
    for _ in range(2):
        answer = crew.void(table, round_id, "misdeal", key)
        assert answer.status_code == 200, answer.text
    assert len(void_entries(house, round_id)) == 1
    back.until(lambda state: state["voided"] and state["voided"]["round"] == round_id)
    assert house.wrong() == {}
    if game == "high-card-flush":
        number = back.until(betting)["round"]["id"]
        assert back.do("wager", round=number, stakes={"ante": 500})["type"] == "ack"
        finish(back, number)
    else:
        assert back.state["you"]["stack"] == BUY_IN
        back.do("ready")
        assert back.until(lambda state: state["round"])["round"]["id"] != round_id
    house.kill()
    assert house.wrong() == {}


def _asked(request: Callable[[], httpx.Response]) -> None:
    with pytest.raises(httpx.TransportError):
        request()


@pytest.mark.parametrize("database", databases(), indirect=True)
def test_a_meter_that_another_table_feeds_too(house: ServerProcess) -> None:
    """The pool loses what this round had fed, and keeps the other's share; the bank has its own back."""
    house.open()
    crew = Crew(house)
    before = balances(house)
    ann, table, round_id = _in_its_middle(house, "high-card-flush", crew)
    ben, other, kept = _in_its_middle(house, "high-card-flush", crew)
    assert ann.state["table"]["meter_key"] == ben.state["table"]["meter_key"]
    pool = f"pool:{ann.state['table']['meter_key']}"
    fed = (balances(house)[pool] - before[pool]) // 2
    assert fed > 0
    assert crew.void(table, round_id).status_code == 200
    ann.voided(round_id)
    assert balances(house)[pool] == before[pool] + fed
    assert balances(house).get(f"bank:{table}", 0) == 0
    assert balances(house)[f"bank:{other}"] == -fed
    assert house.wrong() == {}
    finish(ben, kept)
    house.kill()
    assert house.wrong() == {}
