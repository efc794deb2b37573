"""What is told of rounds afterwards, to those who played them and to the pit."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.server.player import Player
from tests.server.server_process import Guest, ServerProcess

from houseway.cards import Card
from houseway.catalog import game_class, game_ids
from houseway.odds import advise
from houseway.rules.limits import JURISDICTIONS
from houseway.server.protocol.coach import RoundReview
from houseway.server.protocol.json_schema import checker
from houseway.server.protocol.odds import Odds
from houseway.server.protocol.rounds import BalanceHistory, Results
from houseway.table.record import verify
from houseway.table.round import Round


@pytest.fixture(scope="module")
def evening(either_house: ServerProcess) -> Iterator[dict[str, Any]]:
    """Three rounds of High Card Flush and one of 2 Card Roo, played by one guest."""
    guest = either_house.guest()
    flush, roo = Player(either_house, guest), Player(either_house, guest)
    flush.sit("high-card-flush")
    rounds = [flush.play_round({"ante": 1000, "flush": 500}) for _ in range(3)]
    flush.do("leave")
    roo.sit("two-card-roo")
    rounds.append(roo.play_round({"roo": 2000}))
    yield {"guest": guest, "rounds": rounds, "table": flush.table, "admin": either_house.admin()}
    flush.close()
    roo.close()


def test_the_games_and_tables(either_house: ServerProcess) -> None:
    visitor = Guest(either_house.address)
    known = visitor.get("/api/games").json()
    games = known["games"]
    assert [law["name"] for law in known["jurisdictions"]] == list(JURISDICTIONS)
    assert [game["id"] for game in games] == list(game_ids())
    assert {game["kind"] for game in games} == {"banked", "pot"}
    tables = visitor.get("/api/tables").json()["tables"]
    assert {table["game"] for table in tables} == set(game_ids())
    for table in tables:
        detail = visitor.get(f"/api/tables/{table['id']}").json()
        assert detail["fingerprint"] == table["fingerprint"]
        assert detail["rules"]
        assert detail["procedure"]
        assert {wager["id"] for wager in detail["wagers"]} >= set(table["limits"])
    chosen = visitor.get("/api/games/high-card-draw", edition="v5", set=["ties=dealer", "tensup=off"]).json()
    assert {option["name"]: option["value"] for option in chosen["options"]}["ties"] == "dealer"
    own = game_class("high-card-draw").make("v5", {"ties": "dealer", "tensup": "off"})
    assert chosen["fingerprint"] == own.fingerprint
    for path, code in {
        "/api/games/chess": "unknown_game",
        "/api/games/mini-tex?edition=none": "illegal",
        "/api/games/mini-tex?set=nonsense": "illegal",
        "/api/tables/99999": "unknown_table",
        "/api/nothing": "not_found",
        "/api/odds?game=mini-tex-pvp": "no_odds",
    }.items():
        assert visitor.get(path).json()["code"] == code, path
    assert visitor.post("/api/play-now", {"game": "chess"}).json()["code"] == "unknown_game"


def test_the_odds_are_those_of_the_command(either_house: ServerProcess) -> None:
    visitor = Guest(either_house.address)
    arguments = ["two-card-roo", "--set", "decks=1", "--json"]
    done = subprocess.run([sys.executable, "-m", "houseway", "odds", *arguments], capture_output=True, check=True)
    told = json.loads(done.stdout)
    answer = visitor.http.get("/api/odds", params={"game": "two-card-roo", "set": "decks=1"}, timeout=600).json()
    checker(Odds)(answer)
    assert {name: answer[name] for name in told} == told
    assert answer["charts"]
    assert answer["card"]["lines"]
    assert "optimal" in answer["strategies"]
    assert visitor.get("/api/odds", game="two-card-roo", strategy="wishful").status_code == 422


def test_own_history(evening: dict[str, Any], either_house: ServerProcess) -> None:
    guest: Guest = evening["guest"]
    first = guest.get("/api/history", limit=3).json()
    assert [row["id"] for row in first["rounds"]] == evening["rounds"][:0:-1]
    rest = guest.get("/api/history", before=first["next"]).json()
    assert [row["id"] for row in rest["rounds"]] == evening["rounds"][:1]
    assert rest["next"] is None
    only = guest.get("/api/history", game="two-card-roo").json()["rounds"]
    assert [row["id"] for row in only] == evening["rounds"][3:]
    rows = first["rounds"] + rest["rounds"]
    person = guest.me()["person"]
    assert person["balance"] + person["at_tables"] == 100_000 + sum(row["net"] for row in rows)
    for row in rows:
        told = guest.get(f"/api/history/{row['id']}").json()
        assert told["round"] == row
        assert told["net"] == row["net"] == row["returned"] - row["staked"]
        assert told["can_verify"]
        assert all(event["text"] or event["event"] for event in told["events"])
        assert all(event["step"][0] < len(told["procedure"]) for event in told["events"] if event["step"])
        record = guest.get(f"/api/history/{row['id']}/record").json()
        assert verify(record).over
        assert record["commitment"] == told["commitment"]
        assert record["server_seed"] == told["server_seed"]
        assert told["view_at_end"]["you"] == row["seat"]
    stranger = either_house.guest()
    assert stranger.get("/api/history").json() == {"rounds": [], "next": None}
    for path in (f"/api/history/{rows[0]['id']}", f"/api/history/{rows[0]['id']}/record"):
        assert stranger.get(path).json()["code"] == "unknown_round"
        assert Guest(either_house.address).get(path).json()["code"] == "sign_in_first"


def test_handle_win_and_hold(evening: dict[str, Any]) -> None:
    rows = evening["guest"].get("/api/history", game="high-card-flush").json()["rounds"]
    tables = {table["id"]: table for table in evening["admin"].get("/api/pit/tables").json()["tables"]}
    table = tables[evening["table"]]
    assert table["rounds"] == 3
    assert table["handle"] == sum(row["staked"] for row in rows)
    assert table["win"] == -sum(row["net"] for row in rows)
    assert table["hold_percent"] == pytest.approx(100 * table["win"] / table["handle"])
    assert sum(wager["staked"] for wager in table["wagers"]) == table["handle"]


def test_search_and_export(evening: dict[str, Any], tmp_path: Path) -> None:
    admin, rounds = evening["admin"], evening["rounds"]
    person = evening["guest"].me()["person"]["id"]
    found = admin.get("/api/pit/rounds", person=person, limit=2).json()
    assert [row["id"] for row in found["rounds"]] == rounds[:1:-1]
    assert found["rounds"][0]["people"][0]["person"] == person
    more = admin.get("/api/pit/rounds", person=person, below=found["next"]).json()
    assert [row["id"] for row in more["rounds"]] == rounds[1::-1]
    assert [
        r["id"] for r in admin.get("/api/pit/rounds", table=evening["table"]).json()["rounds"] if r["over"]
    ] == rounds[2::-1]
    assert admin.get("/api/pit/rounds", person=person, after=2**60).json()["rounds"] == []
    assert verify(admin.get(f"/api/pit/rounds/{rounds[0]}").json()).over
    assert admin.get("/api/pit/rounds/999999").json()["code"] == "unknown_round"
    lines = admin.get("/api/pit/rounds.jsonl", person=person).text.splitlines()
    assert len(lines) == len(rounds)
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n".join(lines) + "\n")
    done = subprocess.run([sys.executable, "-m", "houseway", "verify", str(file)], capture_output=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(b"verified") == len(rounds)


def test_a_table_is_opened_locked_and_closed(evening: dict[str, Any]) -> None:
    admin = evening["admin"]
    game = game_class("mini-tex").make("ace-king")
    asked = {
        "game": "mini-tex",
        "edition": "ace-king",
        "limits": {"ante": {"least": 1000, "most": 5000, "step": 500}},
        "jurisdiction": "washington-2023",
        "name": "High stakes",
        "approved_fingerprint": game.fingerprint,
    }
    changed = admin.post("/api/pit/tables", asked | {"options": {"pocket-poker": "off"}})
    assert (changed.status_code, changed.json()["code"]) == (409, "fingerprint_differs")
    opened = admin.post("/api/pit/tables", asked)
    assert opened.status_code == 201, opened.text
    table = opened.json()
    assert (table["name"], table["fingerprint"], table["locked"]) == ("High stakes", game.fingerprint, True)
    later = {"times": 4, "names": ["Flop bet", "River bet", "Play bet"]}  # the raises of the game
    assert table["limits"]["ante"] == {"least": 1000, "most": 5000, "step": 500, "later": later}
    assert table["id"] in {item["id"] for item in admin.get("/api/tables").json()["tables"]}
    for wrong in (
        {"game": "chess"},
        {"game": "mini-tex", "edition": "none"},
        {"game": "mini-tex", "options": {"no such": 1}},
        {"game": "mini-tex", "jurisdiction": "Narnia"},
        {"game": "mini-tex", "limits": {"ante": {"least": 0, "most": 1}}},
        {"game": "mini-tex", "limits": {"no such": {"least": 100, "most": 200}}},
        {"game": "mini-tex", "unknown": 1},
        {"game": "mini-tex", "name": "nul\x00"},
    ):
        refused = admin.post("/api/pit/tables", wrong)
        assert refused.status_code in (404, 422), (wrong, refused.text)
        assert refused.json()["code"] in ("unknown_game", "illegal", "bad_request")
    assert admin.post(f"/api/pit/tables/{table['id']}/close").json() == {"table": table["id"], "closing": True}
    assert admin.get(f"/api/tables/{table['id']}").status_code == 404
    assert admin.post(f"/api/pit/tables/{table['id']}/close").json()["code"] == "unknown_table"


def test_health_and_metrics(evening: dict[str, Any], either_house: ServerProcess) -> None:
    health = evening["guest"].get("/healthz").json()
    assert health["status"] == "ok"
    assert health["database"] in ("SQLite", "PostgreSQL")
    assert evening["guest"].get("/readyz").json() == {"status": "ready"}
    told = evening["guest"].get("/metrics").text
    assert "houseway_ledger_imbalance_cents 0.0" in told
    for name in (
        "requests_total",
        "sockets",
        "changes_committed_total",
        "commit_changes_bucket",
        "commit_seconds_bucket",
        "tables_open",
    ):
        assert f"houseway_{name}" in told
    assert "/claim/" not in told


def test_the_books_are_right(evening: dict[str, Any], either_house: ServerProcess) -> None:
    assert either_house.check_ledger() == 0  # beside the running server


def test_own_rounds_by_table_time_and_what_became_of_them(evening: dict[str, Any]) -> None:
    guest: Guest = evening["guest"]
    rows = guest.get("/api/history").json()["rounds"]

    def found(**search: Any) -> list[int]:
        return [row["id"] for row in guest.get("/api/history", **search).json()["rounds"]]

    assert found(table=evening["table"]) == evening["rounds"][2::-1]
    middle = rows[1]["started"]
    assert found(since=middle) == [row["id"] for row in rows if row["started"] >= middle]
    assert found(until=middle) == [row["id"] for row in rows if row["started"] < middle]
    assert found(only="void") == found(only="corrected") == []
    assert guest.get("/api/history", only="won").status_code == 422
    assert {row["table_name"] for row in rows} == {"High Card Flush 1", "2 Card Roo 1"}


def test_results_by_game_and_wager(evening: dict[str, Any], either_house: ServerProcess) -> None:
    """Every round is counted once, and a game's wagers come to what its rounds came to."""
    guest: Guest = evening["guest"]
    rows = guest.get("/api/history").json()["rounds"]
    told = guest.get("/api/results").json()
    checker(Results)(told)
    assert {name: told[name] for name in ("rounds", "staked", "returned", "net", "left_out")} == {
        "rounds": len(rows),
        "staked": sum(row["staked"] for row in rows),
        "returned": sum(row["returned"] for row in rows),
        "net": sum(row["net"] for row in rows),
        "left_out": False,
    }
    for game in told["games"]:
        own = [row for row in rows if row["game"] == game["game"]]
        assert (game["rounds"], game["net"]) == (len(own), sum(row["net"] for row in own))
        assert sum(wager["staked"] for wager in game["wagers"]) == game["staked"]
        assert sum(wager["returned"] for wager in game["wagers"]) == game["returned"]
    only = guest.get("/api/results", game="two-card-roo").json()
    assert [game["game"] for game in only["games"]] == ["two-card-roo"]
    assert either_house.guest().get("/api/results").json()["games"] == []
    assert Guest(either_house.address).get("/api/results").json()["code"] == "sign_in_first"


def test_the_balance_over_time_ends_with_what_is_there(evening: dict[str, Any]) -> None:
    guest: Guest = evening["guest"]
    told = guest.get("/api/results/balance").json()
    checker(BalanceHistory)(told)
    person, points = guest.me()["person"], told["points"]
    assert points[0] == {"at": points[0]["at"], "balance": 100_000, "round": None}
    assert points[-1]["balance"] == person["balance"] + person["at_tables"]
    assert [point["round"] for point in points[1:]] == evening["rounds"]
    nets = {row["id"]: row["net"] for row in guest.get("/api/history").json()["rounds"]}
    steps = [after["balance"] - before["balance"] for before, after in pairwise(points)]
    assert steps == [nets[number] for number in evening["rounds"]]


def test_a_review_knows_what_the_player_knew(evening: dict[str, Any], either_house: ServerProcess) -> None:
    """The values of every decision are those that the coach gives for the cards in sight, and nobody else gets them."""
    guest: Guest = evening["guest"]
    for number in evening["rounds"]:
        told = guest.http.get(f"/api/history/{number}/review", timeout=600).json()
        checker(RoundReview)(told)
        replay = guest.get(f"/api/history/{number}").json()
        seat, played = replay["round"]["seat"], verify(guest.get(f"/api/history/{number}/record").json())
        assert isinstance(played, Round)
        decided = [
            place
            for place, event in enumerate(replay["events"])
            if event["event"] == "Decided" and event["seat"] == seat
        ]
        assert [decision["event"] for decision in told["decisions"]] == decided
        for decision in told["decisions"]:
            view = replay["views"][decision["event"] - 1]
            place = next(one for one in view["seats"] if one["seat"] == seat)
            cards = tuple(Card.parse(card) for card in place["dealt"])
            at, advice = advise(played.game, cards)
            assert at == decision["at"]
            assert {Fraction(action["expected_value"]) for action in decision["actions"]} == {
                item.value for item in advice
            }
            best = max(item.value for item in advice)
            assert Fraction(decision["cost"]) == best - Fraction(decision["value"]) >= 0
    for other, code in ((either_house.guest(), "unknown_round"), (Guest(either_house.address), "sign_in_first")):
        assert other.get(f"/api/history/{evening['rounds'][0]}/review").json()["code"] == code


def test_the_pit_sees_who_sits_and_the_round_before(evening: dict[str, Any]) -> None:
    tables = {table["id"]: table for table in evening["admin"].get("/api/pit/tables").json()["tables"]}
    flush = tables[evening["table"]]
    assert [seat for seat in flush["people"] if seat["name"]] == []
    last = evening["guest"].get("/api/history", game="high-card-flush").json()["rounds"][0]
    assert {name: flush["last_round"][name] for name in ("id", "number", "staked", "returned", "void")} == {
        name: last[name] for name in ("id", "number", "staked", "returned", "void")
    }
    roo = next(table for table in tables.values() if table["game"] == "two-card-roo")
    assert [seat["name"] for seat in roo["people"] if seat["name"]] == [evening["guest"].me()["person"]["name"]]
