"""Whole rounds of every game over the real socket: chips, secrets, retries, several people."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from fractions import Fraction
from typing import Any

import pytest
from tests.server.evenings import finish, leave, next_round, sit, table_of, visitors
from tests.server.leaks import Truth, leaks
from tests.server.server_process import ServerProcess
from tests.server.visitors import Refused, State, Visitor, play, stakes

from houseway.cards import DECK, parse_cards
from houseway.catalog import game_ids
from houseway.odds import advise
from houseway.table.record import verify

GAMES = game_ids()


@pytest.mark.parametrize("game", GAMES)
def test_whole_rounds_of_every_game(live_house: ServerProcess, game: str) -> None:
    """Played at random by one person, watched by another; the balance at the end is what the rounds gave."""

    async def evening() -> None:
        async with visitors(live_house, 1) as [player]:
            watcher = Visitor(live_house.address, {}, keep_frames=True)
            await watcher.connect()
            table = await table_of(player, game)
            await watcher.watch(table["id"])
            await sit(player, table, 2)
            assert await play(player, table["id"], random.Random(game), rounds=6) >= 6
            await leave(player, table["id"])
            assert watcher.frames
            assert {frame["type"] for frame in watcher.frames} >= {"welcome", "snapshot", "update"}
            await watcher.close()
            await live_house.quiet()
            assert list(leaks(Truth(live_house), None, watcher.frames)) == []
            await player.until_balance(lambda balance: not balance["at_tables"])
            history = (await player.get("/api/history"))["rounds"]
            assert len(history) >= 6
            assert player.balance["balance"] == 100_000 + sum(item["net"] for item in history)

    asyncio.run(evening())


def test_a_round_is_fair_and_its_record_verifies(live_house: ServerProcess) -> None:
    """The commitment is there before the wager, the seed only after the round, and both belong to the record."""

    async def evening() -> None:
        async with visitors(live_house, 1) as [player]:
            table = await table_of(player, "three-card-roo")
            state = await sit(player, table, 1)
            round_ = state["round"]
            assert (len(round_["commitment"]), round_["server_seed"]) == (64, None)
            order = {"table": table["id"], "round": round_["id"], "stakes": {"play": 500}}
            await player.do("wager", player_seed="0123456789abcdef", **order)
            await finish(player, table["id"], round_["id"])
            assert all(
                frame["state"]["round"]["server_seed"] is None
                for frame in player.frames or ()
                if frame["type"] in ("snapshot", "update")
                and frame["state"]["round"]
                and frame["state"]["phase"] in ("betting", "deciding")
            )
            await leave(player, table["id"])
            record = await player.get(f"/api/history/{round_['id']}/record")
            assert (record["commitment"], record["actions"][0]["player_seed"]) == (
                round_["commitment"],
                "0123456789abcdef",
            )
            verify(record)

    asyncio.run(evening())


def test_two_people_play_against_the_same_dealer_hand(live_house: ServerProcess) -> None:
    """The second is waited for, sees the same dealer, and never the other's discards."""

    async def evening() -> None:
        async with visitors(live_house, 2) as [ann, bob]:
            table = await table_of(ann, "high-card-draw")
            number = table["id"]
            state = await sit(ann, table, 1)
            await sit(bob, table, 3)
            round_id = state["round"]["id"]
            await ann.do("wager", table=number, round=round_id, stakes={"play": 500})
            assert ann.states[number]["phase"] == "betting"
            await bob.do("wager", table=number, round=round_id, stakes={"play": 700, "tensup": 100})
            done = await asyncio.gather(finish(ann, number, round_id), finish(bob, number, round_id))
            for person, seat in ((ann, 1), (bob, 3)):
                state = await person.seen_over(number, round_id)
                assert [place["seat"] for place in state["view"]["seats"]] == [1, 3]
                assert state["result"]["net"] == state["view"]["net"][str(seat)]
            assert len(done) == 2
            views = [person.over[number, round_id]["view"]["dealer"]["cards"] for person in (ann, bob)]
            assert views[0] == views[1]
            assert len(views[0]) == 5
            for person in (ann, bob):
                await leave(person, number)

    asyncio.run(evening())


def test_sending_a_command_again_is_harmless(live_house: ServerProcess) -> None:
    """The same answer, over another connection too, and no second effect; another command may not have the id."""

    async def evening() -> None:
        async with visitors(live_house, 1) as [player]:
            table = await table_of(player, "two-card-roo")
            number = table["id"]
            state = await sit(player, table, 4)
            round_id = state["round"]["id"]
            order: dict[str, Any] = {"table": number, "round": round_id, "stakes": {"roo": 900}}
            first = await player.do("wager", id_="mine", **order)
            again = await player.do("wager", id_="mine", **order)
            assert first == again
            await player.close()
            await player.connect()
            assert await player.do("wager", id_="mine", **order) == first
            with pytest.raises(Refused) as refused:
                await player.do("wager", id_="mine", **{**order, "stakes": {"roo": 1000}})
            assert refused.value.code == "id_used"
            await player.watch(number)
            state = await finish(player, number, round_id)
            await leave(player, number)
            rounds = [item for item in (await player.get("/api/history"))["rounds"] if item["id"] == round_id]
            assert [item["staked"] for item in rounds] == [900]

    asyncio.run(evening())


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("wager", {"stakes": {"play": -500}}, "wager_refused"),
    ("wager", {"stakes": {"play": 2**52}}, "wager_refused"),
    ("wager", {"stakes": {"play": 501}}, "wager_refused"),
    ("wager", {"stakes": {"tensup": 500}}, "wager_refused"),
    ("wager", {"stakes": {}}, "wager_refused"),
    ("wager", {"stakes": {"blackjack": 500}}, "wager_refused"),
    ("wager", {"stakes": {"play": 500}, "seat": 2}, "bad_message"),
    ("wager", {"stakes": {"play": 5.5}}, "bad_message"),
    ("wager", {"stakes": {"play": 500}, "round": 1_000_000}, "stale_round"),
    ("act", {"at": "draw", "decision": {"discard": []}}, "not_your_turn"),
    ("bet", {"turn": 0, "action": "fold"}, "not_now"),
    ("rebuy", {"amount": 500}, "not_now"),
    ("sit", {"seat": 5}, "already_seated"),
]


def test_what_is_refused_changes_nothing(live_house: ServerProcess) -> None:
    async def evening() -> None:
        async with visitors(live_house, 2) as [player, other]:
            table = await table_of(player, "high-card-draw")
            number = table["id"]
            state = await sit(player, table, 1)
            for command, fields, code in REFUSED:
                order: dict[str, Any] = {"table": number, **fields}
                if command in ("wager", "act", "bet"):
                    order.setdefault("round", state["round"]["id"])
                with pytest.raises(Refused) as refused:
                    await player.do(command, **order)
                assert refused.value.code == code, (command, fields)
            assert player.states[number]["view"] == state["view"]
            for seat, code in ((1, "seat_taken"), (8, "no_seat")):
                with pytest.raises(Refused) as refused:
                    await other.do("sit", table=number, seat=seat)
                assert refused.value.code == code
            with pytest.raises(Refused) as refused:
                await other.do("wager", table=number, round=state["round"]["id"], stakes={"play": 500})
            assert refused.value.code == "no_seat"
            with pytest.raises(Refused) as refused:
                await other.do("sit", table=10**9, seat=1)
            assert refused.value.code == "unknown_table"
            await leave(player, number)

    asyncio.run(evening())


def test_more_than_the_wallet_holds_is_refused(live_house: ServerProcess) -> None:
    """A raise that cannot be paid is refused, and the person can still fold."""

    async def evening() -> None:
        async with visitors(live_house, 1) as [player]:
            table = await table_of(player, "mini-tex")
            number = table["id"]
            state = await sit(player, table, 1)
            largest = table["limits"]["ante"]["most"]
            antes = [largest] * (100_000 // largest) + [100_000 % largest]
            for ante, left in zip(antes, (100_000 - staked for staked in itertools.accumulate(antes)), strict=True):
                round_id = state["round"]["id"]
                await player.do("wager", table=number, round=round_id, stakes={"ante": ante})
                state = await player.until(number, lambda state: state["legal"] is not None)
                await player.until_balance(lambda balance, left=left: balance["balance"] == left)  # type: ignore[misc]
                assert state["legal"]["offers"][0]["price"] == ante
                order = {"table": number, "round": round_id, "at": "hole"}
                if not left:
                    with pytest.raises(Refused) as refused:
                        await player.do("act", decision={"choice": "bet"}, **order)
                    assert refused.value.code == "not_enough_chips"
                await player.do("act", decision={"choice": "fold"}, **order)
                state = await next_round(player, number, round_id)
            with pytest.raises(Refused) as refused:
                await player.do("wager", table=number, round=state["round"]["id"], stakes={"ante": 10_000})
            assert refused.value.code == "not_enough_chips"
            await leave(player, number)

    asyncio.run(evening())


def test_missed_updates_are_caught_up_by_number(live_house: ServerProcess) -> None:
    """After a break the events missed come in one update; after a restart, or too long, the table as it stands."""

    async def evening() -> None:
        async with visitors(live_house, 2) as [player, watcher]:
            table = await table_of(player, "three-card-draw-poker")
            number = table["id"]
            state = await sit(player, table, 1)
            await watcher.watch(number)
            epoch, seen = watcher.places[number]
            await watcher.do("unwatch", table=number)
            round_id = state["round"]["id"]
            order = {"table": number, "round": round_id, "stakes": {"ante": 500}}
            await player.do("wager", **order)
            await finish(player, number, round_id)
            frames = len(watcher.frames or [])
            await watcher.do("watch", table=number, after=seen, epoch=epoch)
            await watcher.until(number, lambda _: watcher.places[number][1] > seen)
            [update] = [f for f in (watcher.frames or [])[frames:] if f["type"] in ("snapshot", "update")][:1]
            assert update["type"] == "update"
            assert [event["event"] for event in update["events"]][:2] == ["WagersPlaced", "WagersClosed"]
            assert all(isinstance(event["text"], str) for event in update["events"])
            for after, other in ((seen, "elsewhere"), (10**6, epoch)):
                frames = len(watcher.frames or [])
                await watcher.do("watch", table=number, after=after, epoch=other)
                await watcher.do("ping")
                kinds = [f["type"] for f in (watcher.frames or [])[frames:]]
                assert "snapshot" in kinds
            await leave(player, number)

    asyncio.run(evening())


def test_a_spectator_cannot_play(live_house: ServerProcess) -> None:
    async def evening() -> None:
        watcher = Visitor(live_house.address, {}, keep_frames=True)
        await watcher.connect()
        await watcher.do("watch", table="lobby")
        with pytest.raises(Refused) as refused:
            await watcher.do("sit", table=1, seat=1)
        assert refused.value.code == "sign_in_first"
        await watcher.close()
        assert watcher.frames
        lobby = next(frame for frame in watcher.frames if frame["type"] == "lobby")
        assert {table["game"] for table in lobby["tables"]} == set(GAMES)
        assert watcher.frames[0]["person"] is None

    asyncio.run(evening())


def test_the_coach_says_what_advise_says(live_house: ServerProcess) -> None:
    async def evening() -> None:
        async with visitors(live_house, 1) as [player]:
            table = await table_of(player, "high-card-flush")
            number = table["id"]
            state = await sit(player, table, 1)
            round_id = state["round"]["id"]
            with pytest.raises(Refused) as refused:
                await player.do("coach", table=number)
            assert refused.value.code == "not_your_turn"
            await player.do("wager", table=number, round=round_id, stakes={"ante": 500})
            state = await player.until(number, lambda state: state["legal"] is not None)
            advice = await player.do("coach", table=number)
            cards = parse_cards(state["view"]["seats"][0]["dealt"])
            at, values = advise(_game("high-card-flush"), cards, ())
            assert (advice["at"], len(advice["actions"])) == (at, len(values))
            assert [item["expected_value"] for item in advice["actions"]] == [str(item.value) for item in values]
            assert [item["decision"] for item in advice["actions"]] == [item.decision.to_json() for item in values]
            worst = advice["actions"][-1]
            order = {"table": number, "round": round_id, "at": at, "decision": worst["decision"]}
            answer = await player.do("act", **order)
            assert Fraction(answer["cost"]) == values[0].value - values[-1].value
            await leave(player, number)

    asyncio.run(evening())


def _game(game_id: str) -> Any:
    from houseway.catalog import game

    return game(game_id)


def test_the_meter_is_fed_in_the_books_and_told_to_everybody(live_house: ServerProcess) -> None:
    async def evening() -> None:
        async with visitors(live_house, 2) as [player, watcher]:
            table = await table_of(player, "high-card-flush")
            number, before = table["id"], table["meter"]
            await watcher.do("watch", table="lobby")
            state = await sit(player, table, 1)
            order = {"table": number, "round": state["round"]["id"], "stakes": {"ante": 500, "progressive": 500}}
            await player.do("wager", **order)
            state = await player.until(number, lambda state: state["legal"] is not None)
            assert state["meter"] == state["view"]["meter"] == before + 100
            await watcher.do("ping")
            told = [frame["cents"] for frame in watcher.frames or () if frame["type"] == "meter"]
            assert told == [before + 100]
            await finish(player, number, state["round"]["id"])
            await leave(player, number)

    asyncio.run(evening())


def test_a_leak_would_be_found(live_house: ServerProcess) -> None:
    """Frames as they were sent, with one hidden card put in: in the felt, in a sentence, in an answer."""

    async def evening() -> tuple[int, list[dict[str, Any]]]:
        async with visitors(live_house, 1) as [ann]:
            table = await table_of(ann, "high-card-flush")
            state = await sit(ann, table, 1)
            order = {"table": table["id"], "round": state["round"]["id"], "stakes": {"ante": 500}}
            await ann.do("wager", **order)
            await ann.until(table["id"], lambda state: state["legal"] is not None)
            await finish(ann, table["id"], state["round"]["id"])
            await leave(ann, table["id"])
            assert ann.person is not None
            return ann.person, ann.frames or []

    person, frames = asyncio.run(evening())
    truth = Truth(live_house)
    place = next(n for n, f in enumerate(frames) if f["type"] == "update" and f["state"]["phase"] == "deciding")
    own = frames[place]["state"]["view"]["seats"][0]["dealt"]
    hidden = next(card.text for card in DECK if card.text not in own)
    for plant in (_on_the_felt, _in_a_sentence, _in_an_answer):
        changed = json.loads(json.dumps(frames))
        plant(changed, place, hidden)
        assert list(leaks(truth, person, changed)), plant.__name__


def _on_the_felt(frames: list[dict[str, Any]], place: int, card: str) -> None:
    frames[place]["state"]["view"]["dealer"]["cards"][0] = card


def _in_a_sentence(frames: list[dict[str, Any]], place: int, card: str) -> None:
    frames[place]["events"][-1]["text"] += f" {card}"


def _in_an_answer(frames: list[dict[str, Any]], place: int, card: str) -> None:
    frames.insert(place + 1, {"type": "ack", "id": "1", "hint": card})


def test_random_stakes_are_within_the_limits_shown() -> None:
    """The helper that plays at random reads the table's own limits: this is what the page does, too."""
    limits = {"play": {"least": 500, "most": 900, "step": 100}, "side": {"least": 100, "most": 100, "step": 1}}
    state: State = {"table": {"limits": limits}}
    for seed in range(50):
        for wager, amount in stakes(state, random.Random(seed)).items():
            assert limits[wager]["least"] <= amount <= limits[wager]["most"]
