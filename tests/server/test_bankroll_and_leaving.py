"""What a table says of money that is not there, and how somebody leaves it in the middle of a round."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.player import Player
from tests.server.server_process import PATIENT, ServerProcess

import houseway
from houseway.rules.game import Game
from houseway.server.tables import banked_view
from houseway.table.round import Round


@pytest.mark.parametrize(
    ("game", "times"), [("high-card-flush", 1), ("three-card-draw-poker", 1), ("three-card-roo", 0), ("mini-tex", 4)]
)
def test_what_to_keep_is_the_smallest_raises(game: str, times: int) -> None:
    rules: Any = houseway.game(game)
    assert isinstance(rules, Game)
    found, names = rules.wagers.later_raises(rules.wagers.main)
    assert found == sum(w.least for w in rules.wagers if w.kind == "raise" and w.on == rules.wagers.main)
    assert (found, bool(names)) == (times, times > 0)


def test_an_offer_says_what_the_wallet_lacks_and_where_cards_come_to_lie() -> None:
    round_ = Round(houseway.game("high-card-flush"), seats=1, seed="lacks")
    round_.wager(1, {"ante": 1000})
    round_.deal()
    legal = banked_view.legal(round_, 1, held=400)
    assert legal is not None
    assert [(offer["folds"], offer["lacks"]) for offer in legal["offers"]] == [(True, 0), (False, 600)]
    assert all(offer["places"] is None for offer in legal["offers"])

    roo = Round(houseway.game("three-card-roo"), seats=1, seed="places")
    roo.wager(1, {"play": 1000})
    roo.deal()
    legal = banked_view.legal(roo, 1)
    assert legal is not None
    for offer in legal["offers"]:
        places = offer["places"]
        assert places is not None
        assert [name for name, cards in places.items() if not cards] == [offer["decision"]["open"]]  # type: ignore[typeddict-item]
        assert sorted(card for cards in places.values() for card in cards) == sorted(
            card.text for card in roo.spot(1).dealt
        )


def _dealt(house: ServerProcess) -> tuple[Player, int]:
    """Somebody with $5 in a round that waits for them."""
    player = Player(house)
    player.sit("high-card-flush")
    number = player.until(lambda state: state["phase"] == "betting" and state["round"])["round"]["id"]
    assert player.do("wager", round=number, stakes={"ante": 500})["type"] == "ack"
    player.until(lambda state: state["legal"])
    return player, number


@pytest.fixture
def patient(house: ServerProcess) -> ServerProcess:
    house.settings |= PATIENT
    return house.open()


def test_who_leaves_after_the_round_decides_and_sees_how_it_ends(patient: ServerProcess) -> None:
    player, number = _dealt(patient)
    assert player.state["you"]["at_stake"] == 500
    assert player.do("leave", when="after_round")["leaving"] is True
    state = player.until(lambda state: state["you"]["last_round"])
    assert state["legal"] is not None, "the decision is still theirs"
    assert player.do("leave", when="stay")["leaving"] is False
    player.until(lambda state: not state["you"]["last_round"])
    player.do("leave", when="after_round")
    player.do("act", round=number, at=state["legal"]["at"], decision={"choice": "raise", "multiple": 1})
    state = player.until(lambda state: state["result"])
    assert (state["you"]["seat"] is not None, state["round"]["id"]) == (True, number)
    player.do("ready", round=number)
    player.until(lambda state: state["you"]["seat"] is None)
    assert player.guest.get("/api/history").json()["rounds"][0]["played_for"] is None
    player.close()


def test_history_says_why_the_table_played(patient: ServerProcess) -> None:
    player, number = _dealt(patient)
    player.do("leave")
    player.until(lambda state: state["you"]["seat"] is None)
    [line] = player.guest.get("/api/history").json()["rounds"]
    assert line["id"] == number
    assert line["played_for"].startswith("You left, so the table played on for you")
    player.close()
