"""What looks through the frames finds a leak when there is one."""

from __future__ import annotations

import copy
import json

from tests.browser.evidence import check
from tests.browser.patron import Patron, mine
from tests.server.house import House


def test_a_card_too_early_is_found(patron: Patron, house: House) -> None:
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

    patron.answers.append(("GET", "/api/me", json.dumps({"next": mine(over)["dealt"][0]})))
    assert any("/api/me" in problem for problem in check(house, patron))
    patron.answers.pop()
