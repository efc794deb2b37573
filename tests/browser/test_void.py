"""A round and a hand that the house has made void: the pages say so, and nothing on them breaks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import open_door
from tests.browser.evidence import accessible
from tests.browser.patron import Patron, expect
from tests.calling import houseway
from tests.server.conftest import damage
from tests.server.player import Player
from tests.server.server_process import Guest, ServerProcess

VOID = "void, wagers returned"


@pytest.fixture
def voided(own_house: ServerProcess) -> dict[str, Any]:
    """A round in its middle, another with wagers only, and a hand: all void, and one more table kept closed."""
    own_house.open()
    guest, admin = own_house.guest(), own_house.admin()
    flush, roo, hand = (Player(own_house, guest) for _ in range(3))
    flush.sit("high-card-flush")
    assert flush.do("wager", round=flush.until(betting)["round"]["id"], stakes={"ante": 500, "progressive": 500})
    middle = flush.until(lambda state: state["legal"])["round"]["id"]
    roo.sit("two-card-roo")
    other = Player(own_house)  # who has not bet: the deal waits
    other.sit("two-card-roo")
    assert other.table == roo.table
    wagers = roo.until(betting)["round"]["id"]
    assert roo.do("wager", round=wagers, stakes={"roo": 500})["type"] == "ack"
    hand.sit("mini-tex-pvp", buy_in=20_000)
    pots = hand_with_a_turn(hand)
    own_house.kill()
    for table in (flush.table, roo.table, hand.table):
        refund(own_house, table)
    damage(own_house.database, "UPDATE tables SET fingerprint = 'other' WHERE game = 'three-card-roo'")
    own_house.open()
    return {"guest": guest, "admin": admin, "rounds": {"middle": middle, "wagers": wagers, "hand": pots}}


def refund(house: ServerProcess, table: int) -> None:
    """By the command; in a thread, because Playwright has an event loop in this one."""
    command = ("ledger", "refund", str(table), "--database", house.database, "--yes", "--force")
    with ThreadPoolExecutor() as elsewhere:
        done = elsewhere.submit(houseway, *command).result()
    assert done.returncode == 0, done.stderr


def hand_with_a_turn(player: Player) -> int:
    """A hand that waits for this player: when all fold to the big blind it has no turn, but the blinds move on."""
    player.do("ready")
    first: int = player.until(lambda state: state["legal"] or state["phase"] == "showing")["round"]["id"]
    if not player.state["legal"]:
        player.do("ready")
        player.until(lambda state: state["round"]["id"] != first and state["legal"])
    number: int = player.state["round"]["id"]
    return number


def betting(state: dict[str, Any]) -> bool:
    return state["phase"] == "betting" and bool(state["round"])


def signed_in(patron: Patron, guest: Guest) -> Patron:
    token = guest.http.cookies["houseway_session"]
    patron.context.add_cookies([{"name": "houseway_session", "value": token, "url": patron.address}])
    return patron


def test_void_rounds_are_shown_as_void(browser: Browser, own_house: ServerProcess, voided: dict[str, Any]) -> None:
    rounds = voided["rounds"]
    with open_door(browser, own_house) as come:
        patron = signed_in(come(), voided["guest"])
        patron.go("/history")
        for number in rounds.values():
            expect(patron.see(f"history-{number}")).to_contain_text(VOID)
        assert accessible(patron) == []
        for number in rounds.values():
            patron.go(f"/history/{number}")
            expect(patron.see("replay-void")).to_have_text(VOID)
            patron.click("step-last" if patron.see("step-last").is_enabled() else "step-run")
            expect(patron.see("step-text")).not_to_be_empty()
            assert accessible(patron) == []
        patron.go(f"/history/{rounds['middle']}")
        patron.click("verify")
        expect(patron.see("verdict")).to_have_attribute("data-ok", "true")
        for which, words in {"wagers": "no card was dealt", "hand": "its seals stay closed"}.items():
            patron.go(f"/history/{rounds[which]}")
            expect(patron.see("verify-impossible")).to_contain_text(words)

        pit = signed_in(come(), voided["admin"])
        pit.go("/pit?view=rounds")
        for number in rounds.values():
            expect(pit.see(f"pit-round-{number}")).to_contain_text(VOID)
            pit.see(f"pit-round-{number}").get_by_test_id("show-record").click()
            expect(pit.see("record")).to_contain_text("Server seed")
        pit.go("/pit")
        expect(pit.see("kept-closed")).to_contain_text("stays closed: the rules of three-card-roo")
        assert accessible(pit) == []
