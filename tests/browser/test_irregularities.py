"""Irregularities at a running table: the pit voids a round before the players' eyes, and two correct a payout."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route
from tests.browser.conftest import Enter, open_door
from tests.browser.evidence import accessible
from tests.browser.patron import Patron, expect, money
from tests.server.pit_crew import supervisor
from tests.server.server_process import Guest, ServerProcess

REASON = "the dealer exposed a card"


def signed_in(patron: Patron, guest: Guest) -> Patron:
    token = guest.http.cookies["houseway_session"]
    patron.context.add_cookies([{"name": "houseway_session", "value": token, "url": patron.address}])
    return patron


def test_a_round_is_voided_while_somebody_plays(browser: Browser, own_house: ServerProcess) -> None:
    own_house.settings["leave_seconds"] = 3600  # a seat with nothing in play is kept while the page is loaded anew
    with open_door(browser, own_house.open()) as enter:
        _a_voided_round(enter, own_house)


def _a_voided_round(enter: Enter, own_house: ServerProcess) -> None:
    boss = signed_in(enter(), own_house.admin())
    guest = enter()
    guest.sit_down("high-card-flush")
    guest.bet("ante", "progressive")
    state = guest.until(lambda state: state["legal"], "a decision")
    table, round_id, number = state["table"]["id"], state["round"]["id"], state["round"]["number"]

    boss.go("/pit")
    row = boss.see(f"pit-table-{table}")
    row.get_by_test_id("void-round").click()
    expect(boss.see("void-submit")).to_be_disabled()
    assert accessible(boss) == []
    boss.see("void-reason").fill(REASON)
    boss.click("void-submit")
    expect(boss.see("void-form")).to_have_count(0)
    expect(row.get_by_test_id("void-round")).to_have_count(0)

    sentence = f"Round {number} was voided by the pit: {REASON}. All wagers were returned."
    expect(guest.see("voided")).to_have_text(sentence)
    expect(guest.see("felt")).to_have_attribute("data-phase", "betting")
    guest.shows_balance(100_000)
    assert accessible(guest) == []
    if guest.see("side").count() == 0:
        guest.click("side-switch")
    guest.click("tab-log")
    expect(guest.see("side")).to_contain_text(sentence)
    guest.click("tab-history")
    expect(guest.see("side")).to_contain_text(sentence)
    guest.page.reload()
    expect(guest.see("voided")).to_have_text(sentence)  # also for who comes back to the table

    guest.bet("ante")
    expect(guest.see("voided")).to_have_count(0)
    guest.play_on()
    guest.get_up()
    guest.go("/history")
    expect(guest.see(f"history-{round_id}")).to_contain_text(sentence)
    assert accessible(guest) == []
    guest.go(f"/history/{round_id}")
    expect(guest.see("replay-void-text")).to_have_text(sentence)
    guest.click("verify")
    expect(guest.see("verdict")).to_have_attribute("data-ok", "true")

    boss.click("pit-log")
    expect(boss.see("log-lines").locator("tr[data-kind=void]")).to_have_count(1)
    expect(boss.see("log-lines")).to_contain_text(REASON)
    expect(boss.see("log-lines")).to_contain_text("Pit boss")
    assert accessible(boss) == []


def test_two_supervisors_correct_a_payout(enter_own: Enter, own_house: ServerProcess) -> None:
    admin = own_house.admin()
    ida, otto = signed_in(enter_own(), admin), signed_in(enter_own(), supervisor(own_house, admin, "Otto"))
    guest = enter_own()
    guest.sit_down("high-card-flush")
    guest.bet("ante")
    over = guest.play_on()
    round_id, table = over["round"]["id"], over["table"]["id"]
    chips = 100_000 + over["result"]["net"]
    guest.shows_balance(chips)

    ida.go("/pit?view=rounds")
    ida.see(f"pit-round-{round_id}").get_by_test_id("correct").click()
    ida.see("correct-amount").fill("12.50")
    ida.see("correct-reason").fill("a flush was paid as a pair")
    assert accessible(ida) == []
    ida.click("correct-submit")
    expect(ida.see("proposed")).to_contain_text("gets $12.50")
    ida.click("pit-log")
    expect(ida.see("proposal-own")).to_be_visible()
    expect(ida.see("confirm")).to_have_count(0)
    guest.shows_balance(chips)

    otto.go("/pit?view=log")
    expect(otto.see("proposals")).to_contain_text("a flush was paid as a pair")
    assert accessible(otto) == []
    otto.click("proposal-round")
    expect(otto.page).to_have_url(re.compile(f"round={round_id}"))
    expect(otto.see("round-list").locator("tbody tr")).to_have_count(1)
    otto.click("pit-log")
    otto.click("confirm")
    expect(otto.see("decided")).to_contain_text("Confirmed")
    expect(otto.see("no-proposals")).to_be_visible()
    line = otto.see("log-lines").locator("tr[data-kind=correction]")
    expect(line).to_contain_text("Otto, proposed by Pit boss")
    guest.shows_balance(chips + 1250)  # without being asked

    guest.go("/history")
    correction = guest.see(f"history-{round_id}").get_by_test_id("correction")
    expect(correction).to_have_text("The pit paid $12.50 afterwards: a flush was paid as a pair")
    assert accessible(guest) == []
    guest.go(f"/history/{round_id}")
    expect(guest.see("correction")).to_contain_text("$12.50")
    ida.click("pit-tables")
    row = ida.see(f"pit-table-{table}")
    expect(row.get_by_test_id("corrections")).to_contain_text("1 corrected: $12.50 paid")
    expect(row.get_by_test_id("win")).to_have_text(money(-over["result"]["net"]))


@pytest.mark.thorough
def test_a_proposal_is_withdrawn_and_an_earlier_correction_is_shown(enter_own: Enter, own_house: ServerProcess) -> None:
    admin = own_house.admin()
    otto_there = supervisor(own_house, admin, "Otto")
    ida = signed_in(enter_own(), admin)
    guest = enter_own()
    guest.sit_down("high-card-flush")
    guest.bet("ante")
    round_id, seat = guest.play_on()["round"]["id"], guest.state["you"]["seat"]

    body = {"id": "first", "round": round_id, "seat": seat, "amount": 700, "reason": "a pair was missed"}
    number = admin.post("/api/pit/corrections", body).json()["id"]
    assert otto_there.post(f"/api/pit/corrections/{number}/confirm").status_code == 200
    ida.go("/pit?view=rounds")
    ida.see(f"pit-round-{round_id}").get_by_test_id("correct").click()
    ida.see("correct-amount").fill("8")
    ida.see("correct-reason").fill("a pair was missed")
    ida.page.route("**/api/pit/corrections", _answer_lost, times=1)
    ida.click("correct-submit")
    expect(ida.see("correct-problem")).to_be_visible()
    ida.see("correct-amount").fill("9")  # another proposal, under an id of its own
    ida.click("correct-submit")
    expect(ida.see("correct-problem")).to_contain_text("has proposed to pay $8")

    ida.click("pit-log")
    expect(ida.see("proposal-earlier")).to_contain_text("Corrected before: $7 paid")
    assert accessible(ida) == []
    ida.click("withdraw")
    expect(ida.see("decided")).to_contain_text("Withdrawn")
    expect(ida.see("no-proposals")).to_be_visible()
    expect(ida.see("log-lines").locator("tr[data-kind=withdrawal]")).to_have_count(1)

    ida.click("pit-rounds")
    ida.see(f"pit-round-{round_id}").get_by_test_id("correct").click()
    ida.see("correct-amount").fill("9")
    ida.see("correct-reason").fill("a pair was missed")
    ida.click("correct-submit")
    expect(ida.see("proposed")).to_contain_text("gets $9")
    expect(ida.see("proposed-earlier")).to_contain_text("$7 paid")
    lost, conflict = ida.complaints  # the answer that never came, and the second proposal
    assert ("ERR_FAILED" in lost, "409" in conflict) == (True, True)
    ida.complaints.clear()


def _answer_lost(route: Route) -> None:
    """The server has taken it, and the page never hears of it."""
    route.fetch()
    route.abort()
