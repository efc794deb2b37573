"""Players' words at live tables: promised before the deal, opened when everybody's are fixed, the same after a restart."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import ValidationError
from tests.server.leaks import Truth, cards_in, leaks
from tests.server.player import Player
from tests.server.server_process import ServerProcess

from houseway.cards import DECK
from houseway.server.protocol.commands import OpenWords, PlaceWager
from houseway.server.storage.schema import actions, rounds
from houseway.table.pot_round import PotRound
from houseway.table.record import from_record, verify
from houseway.table.seals import deck_seal
from houseway.table.shuffle import deck_digest
from houseway.table.words import promise_of

WORDS = hashlib.sha256(b"drawn by a page").hexdigest()
BANKED, AMONG = "two-card-roo", "mini-tex-pvp"
STAKES = {"roo": 500}
Json = dict[str, Any]


def leave(player: Player) -> None:
    """Free the seat: the next test's player may be seated at the same table, which would wait for this one."""
    player.do("leave")
    player.close()


def closed(state: Json) -> bool:
    return bool(state["to_come"] and state["to_come"]["closed"])


def dealt(state: Json) -> bool:
    return state["phase"] in ("deciding", "showing") and not closed(state)


def betting(player: Player) -> Json:
    """The table as it takes bets."""
    if player.state.get("phase") == "showing":
        player.do("ready")
    return player.until(lambda state: state["phase"] == "betting" and state["round"] and not closed(state))


def promised(player: Player, words: str = WORDS) -> Json:
    """The round on which somebody has bet with a promise, closed."""
    told = betting(player)
    answer = player.do("wager", round=told["round"]["id"], stakes=STAKES, promise=promise_of(words))
    assert answer["type"] == "ack", answer
    return player.until(closed)


def opens(player: Player, commitment: str, words: str = WORDS) -> Json:
    return player.do("open", commitment=commitment, words=words)


def to_the_end(player: Player, number: int) -> None:
    """Every decision as it is offered last."""
    while True:
        state = player.until(lambda state: state["legal"] or state["phase"] == "showing")
        if state["phase"] == "showing":
            return
        legal = state["legal"]
        player.do("act", round=number, at=legal["at"], decision=legal["offers"][-1]["decision"])
        player.state = player.state if player.state is not state else {}


def record_of(house: ServerProcess, number: int) -> Json:
    """A round's record as the database has it."""
    with house.engine() as connection:
        header = connection.execute(sa.select(rounds.c.header).where(rounds.c.id == number)).scalar_one()
        done = connection.scalars(
            sa.select(actions.c.action).where(actions.c.round_id == number).order_by(actions.c.number)
        )
        return {**header, "actions": list(done), "events": []}


def hand_of(house: ServerProcess, number: int) -> PotRound:
    hand = from_record(record_of(house, number))
    assert isinstance(hand, PotRound)
    return hand


def test_words_promised_with_a_wager_are_opened_before_the_deal(live_house: ServerProcess) -> None:
    ann = Player(live_house)
    ann.sit(BANKED)
    told = promised(ann)
    number, to_come = told["round"]["id"], told["to_come"]
    assert to_come == {
        "commitment": told["round"]["commitment"],
        "seal": None,
        "deck": deck_digest(DECK),
        "words": [{"seat": told["you"]["seat"], "promise": promise_of(WORDS), "words": ""}],
        "players": [told["you"]["seat"]],
        "closed": True,
    }
    assert told["view"]["dealer"]["cards"] == []  # nothing is dealt before they are opened
    # Nobody chooses anything any more.
    for stakes in (STAKES, {}):
        assert ann.do("wager", round=number, stakes=stakes, promise=promise_of("better"))["code"] == "not_now"
    assert opens(ann, to_come["commitment"], "better")["type"] == "error"
    assert opens(ann, promise_of("another round"))["code"] == "not_now"
    assert opens(ann, to_come["commitment"])["type"] == "ack"
    after = ann.until(dealt)
    assert after["round"]["id"] == number
    assert opens(ann, to_come["commitment"])["code"] == "not_now"  # too late
    to_the_end(ann, number)
    record = ann.guest.get(f"/api/history/{number}/record").json()
    assert [action["do"] for action in record["actions"]][:4] == ["wager", "shut", "open", "deal"]
    verify(record)
    replay = ann.guest.get(f"/api/history/{number}").json()
    seat = told["you"]["seat"]
    assert (replay["promised"], replay["player_seeds"]) == ([[seat, promise_of(WORDS)]], [[seat, WORDS]])
    leave(ann)


def test_the_deal_does_not_wait_for_words_for_ever(house: ServerProcess) -> None:
    """Then the promise is in the shuffle, which everybody sees."""
    house.settings |= {"words_seconds": 0.1}
    house.open()
    ann = Player(house)
    ann.sit(BANKED)
    number = betting(ann)["round"]["id"]
    ann.do("wager", round=number, stakes=STAKES, promise=promise_of(WORDS))
    ann.until(dealt)
    to_the_end(ann, number)
    replay = ann.guest.get(f"/api/history/{number}").json()
    assert replay["player_seeds"] == replay["promised"]
    verify(ann.guest.get(f"/api/history/{number}/record").json())
    leave(ann)


def test_the_next_commitment_is_told_before_a_round_ends(live_house: ServerProcess) -> None:
    """Of every round after the first, with words or without, and also where wagers were taken back."""
    ann = Player(live_house)
    ann.sit(BANKED)
    for _ in range(2):
        number = betting(ann)["round"]["id"]
        ann.do("wager", round=number, stakes=STAKES)
        next_one = ann.until(dealt)["to_come"]
        assert (next_one["words"], next_one["players"], next_one["closed"]) == ([], [], False)
        to_the_end(ann, number)
        assert ann.state["to_come"]["commitment"] == next_one["commitment"]
        assert betting(ann)["round"]["commitment"] == next_one["commitment"]
    leave(ann)


@pytest.mark.parametrize("text", ["hello", "\u202eevil", "DEADBEEF", "a" * 65])
def test_client_seed_is_hexadecimal(text: str) -> None:
    """Free text would be shown to the whole table, even when the pit has muted whoever wrote it."""
    wager = {"id": "1", "do": "wager", "table": 1, "round": 1, "stakes": STAKES}
    opening = {"id": "1", "do": "open", "table": 1, "commitment": promise_of("")}
    PlaceWager.model_validate({**wager, "player_seed": WORDS})
    OpenWords.model_validate({**opening, "words": WORDS})
    for command, message in ((PlaceWager, {**wager, "player_seed": text}), (OpenWords, {**opening, "words": text})):
        with pytest.raises(ValidationError):
            command.model_validate(message)


def test_a_wager_without_words_is_dealt_at_once(live_house: ServerProcess) -> None:
    ann = Player(live_house)
    ann.sit(BANKED)
    number = betting(ann)["round"]["id"]
    ann.do("wager", round=number, stakes=STAKES, player_seed="c0ffee")
    ann.until(dealt)
    assert [action["do"] for action in record_of(live_house, number)["actions"]] == ["wager", "deal"]
    to_the_end(ann, number)
    leave(ann)


def test_leak_search_knows_the_players_of_a_hand_under_way(live_house: ServerProcess) -> None:
    """Who played is stored when a hand ends; until then the search took players for spectators who see hole cards."""
    ann = Player(live_house)
    ann.sit(AMONG, buy_in=20_000)
    ann.do("ready")
    frame = {"type": "snapshot", "table": ann.table, "state": ann.until(lambda state: state["phase"] == "deciding")}
    assert cards_in(frame)
    truth = Truth(live_house)
    assert list(leaks(truth, ann.guest.me()["person"]["id"], [frame])) == []
    assert list(leaks(truth, None, [frame]))
    folded(ann)
    leave(ann)


def test_the_next_hands_deck_is_sealed_before_this_hand_ends(live_house: ServerProcess) -> None:
    ann = Player(live_house)
    ann.sit(AMONG, buy_in=20_000)
    first = ann.state["to_come"]
    ann.do("ready")
    playing = ann.until(lambda state: state["phase"] == "deciding")
    assert (playing["round"]["commitment"], playing["round"]["seal"]) == (first["commitment"], first["seal"])
    next_one = playing["to_come"]
    assert next_one["commitment"] != first["commitment"]
    assert ann.do("promise", commitment=first["commitment"], promise=promise_of(WORDS))["code"] == "not_now"
    assert ann.do("promise", commitment=next_one["commitment"], promise=promise_of(WORDS))["type"] == "ack"
    folded(ann)
    assert ann.state["to_come"]["seal"] == next_one["seal"]
    ann.do("ready")
    told = ann.until(closed)["to_come"]
    seat = ann.state["you"]["seat"]
    assert told["words"] == [{"seat": seat, "promise": promise_of(WORDS), "words": ""}]
    # Who plays is fixed: the cards depend on that as well. Whoever leaves now has a hand all the same.
    assert seat in told["players"]
    assert ann.do("promise", commitment=told["commitment"], promise=promise_of("better"))["code"] == "not_now"
    assert ann.do("leave")["leaving"]
    assert opens(ann, told["commitment"])["type"] == "ack"
    hand = ann.until(lambda state: state["phase"] != "waiting" and not closed(state))
    played = hand_of(live_house, hand["round"]["id"])
    assert (played.promised, played.player_seeds) == ({seat: promise_of(WORDS)}, {seat: WORDS})
    assert list(played.order) == told["players"]
    assert deck_seal(played) == told["seal"] == hand["round"]["seal"]
    ann.until(lambda state: state["you"]["seat"] is None)
    leave(ann)


def folded(player: Player) -> None:
    """Fold or check until the hand is over."""
    while True:
        state = player.until(lambda state: state["legal"] or state["phase"] == "showing")
        if state["phase"] == "showing":
            return
        legal = state["legal"]
        action = "fold" if legal["fold"] else "check"
        player.do("bet", round=state["round"]["id"], turn=legal["turn"], action=action)
        player.state = player.state if player.state is not state else {}


def test_somebody_who_goes_takes_the_promise_along(live_house: ServerProcess) -> None:
    ann, ben = Player(live_house), Player(live_house)
    ann.sit(AMONG, buy_in=20_000)
    ben.table = ann.table
    ben.do("watch")
    told = ann.state["to_come"]
    ann.do("promise", commitment=told["commitment"], promise=promise_of(WORDS))
    ben.until(lambda state: state["to_come"] and state["to_come"]["words"])
    ann.do("leave")
    ben.until(lambda state: not state["to_come"] or not state["to_come"]["words"])
    leave(ann)
    leave(ben)


def test_after_kill_9_the_deal_that_was_promised_comes(house: ServerProcess) -> None:
    """Between closing and opening: the same seeds, words and players, at both kinds of tables. Nothing that was told
    before is other afterwards."""
    house.open()
    ann, ben = Player(house), Player(house)
    ann.sit(BANKED)
    ben.sit(AMONG, buy_in=20_000)
    ben.do("promise", commitment=ben.state["to_come"]["commitment"], promise=promise_of(WORDS))
    ben.do("ready")
    hand, round_ = ben.until(closed)["to_come"], promised(ann)
    house.kill()
    house.open()
    ann, ben = back(ann, house), back(ben, house)
    assert ann.until(closed)["to_come"] == round_["to_come"]
    assert ben.until(closed)["to_come"] == hand
    assert opens(ann, round_["to_come"]["commitment"])["type"] == "ack"
    assert opens(ben, hand["commitment"])["type"] == "ack"
    assert ann.until(dealt)["round"]["id"] == round_["round"]["id"]
    played = hand_of(house, ben.until(dealt)["round"]["id"])
    assert (played.commitment, list(played.order), deck_seal(played)) == (
        hand["commitment"],
        hand["players"],
        hand["seal"],
    )
    assert set(played.player_seeds.values()) == {WORDS}
    # And what was told of the next ones is true after another restart.
    next_ones = [player.state["to_come"]["commitment"] for player in (ann, ben)]
    house.kill()
    house.open()
    for player, commitment in zip((ann, ben), next_ones, strict=True):
        again = back(player, house)
        assert again.until(lambda state: state["to_come"])["to_come"]["commitment"] == commitment
        again.close()
    assert house.wrong() == {}


def back(player: Player, house: ServerProcess) -> Player:
    """The same person at the same table, after a restart."""
    again = Player(house, player.guest)
    again.table = player.table
    again.do("watch")
    return again


@pytest.mark.parametrize("promise", ["short", promise_of("x").upper(), 7])
def test_what_is_no_promise_is_refused(live_house: ServerProcess, promise: Any) -> None:
    ann = Player(live_house)
    ann.sit(BANKED)
    answer = ann.do("wager", round=betting(ann)["round"]["id"], stakes=STAKES, promise=promise)
    assert answer["type"] == "error"
    leave(ann)
