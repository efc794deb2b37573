"""What looks through the frames finds a leak when there is one."""

from __future__ import annotations

import copy
import json

from tests.browser.evidence import check
from tests.browser.patron import Patron, mine
from tests.server.server_process import ServerProcess


def test_a_card_too_early_is_found(patron: Patron, house: ServerProcess) -> None:
    patron.sit_down("high-card-flush")
    patron.bet("ante")
    early = copy.deepcopy(patron.until(lambda state: state["legal"], "the decision"))
    over = patron.play_on()
    assert list(check(house, patron)) == []
    told = patron.connections[-1]
    at = next(n for n, frame in enumerate(told) if frame.get("state") == early)

    dealers = over["view"]["dealer"]["cards"][0]
    for place in ("view", "words"):  # in its place on the felt, or in some sentence
        leaked = copy.deepcopy(told[at])
        if place == "view":
            leaked["state"]["view"]["dealer"]["cards"][0] = dealers
        else:
            leaked["state"]["words"]["dealer"] = f"something with the {dealers}"
        patron.connections[-1] = [*told[:at], leaked, *told[at + 1 :]]
        assert list(check(house, patron)) != []
    patron.connections[-1] = told

    seed = copy.deepcopy(told[at])
    seed["state"]["round"]["server_seed"] = over["round"]["server_seed"]
    patron.texts.append(json.dumps(seed))
    assert any("seed" in problem for problem in check(house, patron))
    patron.texts.pop()

    card = mine(over)["dealt"][0]
    for text in (json.dumps({"next": card}), json.dumps([[f"the {card} comes"]]), f"no JSON, but the {card}"):
        patron.answers.append(("GET", "/api/me", text))
        assert any("/api/me" in problem for problem in check(house, patron))
        patron.answers.pop()
    patron.answers.append(("GET", "/api/me", json.dumps({"csrf": "wGJ1q9-Xn_k2Zt0aVb3yQeRuLm8pKs-4c"})))
    assert list(check(house, patron)) == []  # a random word may end like a card
