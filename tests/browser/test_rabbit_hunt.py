"""The rabbit hunt in the browser: after an early end the cards that would have come lie framed beside the board, and the
replay proves them."""

from __future__ import annotations

import re

from playwright.sync_api import Browser
from tests.browser.conftest import open_door
from tests.browser.evidence import accessible
from tests.browser.patron import expect
from tests.browser.test_among_players import GAME, holds, sit_down
from tests.server.server_process import ServerProcess


def test_what_would_have_come_is_shown_as_not_dealt(browser: Browser, own_house: ServerProcess) -> None:
    own_house.settings["rabbit_hunt"] = True
    with open_door(browser, own_house.open()) as enter:
        answer = own_house.admin().post("/api/pit/tables", {"game": GAME, "edition": "no-limit", "seats": 4})
        assert answer.status_code == 201, answer.text
        people = {1: enter(), 2: enter()}
        for seat, patron in people.items():
            sit_down(patron, answer.json()["id"], seat, 100)
        for patron in people.values():
            patron.click("next")
        for patron in people.values():
            patron.until(lambda state: holds(state) and state["view"]["turn"], "the cards")
            expect(patron.see("undealt")).to_have_count(0)
        people[people[1].state["view"]["turn"]].click("fold")
        for patron in people.values():
            over = patron.until(lambda state: state["phase"] == "showing", "the end")
            assert (over["view"]["community"], len(over["undealt"])) == ([], 3)
            framed = patron.see("undealt").locator("[data-card]")
            expect(framed).to_have_count(3)
            assert framed.evaluate_all("cards => cards.map(card => card.dataset.card)") == over["undealt"]
            expect(framed.first).to_have_attribute("aria-label", re.compile(", not dealt$"))  # for who hears the page
            expect(patron.see("rabbit-hunt")).to_have_text("Rabbit hunt: the framed cards were not dealt")
        assert accessible(people[1]) == []

        one = people[1]
        round_ = one.state["round"]["id"]
        one.get_up()
        one.go(f"/rounds/{round_}")
        one.see("replay-felt").wait_for()
        expect(one.see("undealt")).to_have_count(0)
        one.click("step-last")
        expect(one.see("undealt")).to_have_count(3)
        one.click("verify")
        expect(one.see("verdict")).to_have_attribute("data-ok", "true")
        expect(one.see("check-seen")).to_contain_text("3 more were not dealt")
