"""People who have gone keep nobody waiting; who is alone is not hurried; and everybody finds their way back to a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import SETTINGS, Enter, prove_ledger
from tests.browser.patron import CHIPS, Patron, expect, mine
from tests.browser.test_together import sit_beside
from tests.server.conftest import fresh_database
from tests.server.server_process import ServerProcess

GAME = "high-card-flush"
HOUR = 3_600_000


@pytest.fixture
def brief_house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcess]:
    """Only the grace is short, and seats are kept: no other clock ends while a test looks."""
    times = SETTINGS | {"grace_seconds": 0.5, "leave_seconds": 3600}
    found = ServerProcess(fresh_database("sqlite", tmp_path, request), tmp_path, **times)
    found.forked = True
    yield found.open()
    found.stop()
    prove_ledger(found)


@pytest.fixture
def come(browser: Browser, brief_house: ServerProcess) -> Iterator[Callable[[], Patron]]:
    """Lets people in who go without a word: whatever they had stays as it is."""
    patrons: list[Patron] = []

    def enter() -> Patron:
        patrons.append(Patron(browser, brief_house.address))
        return patrons[-1]

    yield enter
    for patron in patrons:
        patron.context.close()
        assert patron.complaints == []


def name_at(patron: Patron, seat: int) -> str:
    return str(patron.state["seats"][seat - 1]["name"])


def test_a_round_goes_on_without_a_closed_tab_and_somebody_in_the_lobby(come: Callable[[], Patron]) -> None:
    """Three at a table: one closes the tab in mid-decision, one goes to the lobby, the third plays on and bets at once."""
    one, other, third = come(), come(), come()
    one.sit_down(GAME)
    state = one.until(lambda state: state["phase"] == "betting", "betting")
    table, seats = state["table"]["id"], [(state["you"]["seat"] + away - 1) % 6 + 1 for away in range(3)]
    sit_beside(other, table, seats[1])
    sit_beside(third, table, seats[2])
    for patron in (one, other, third):
        patron.until(lambda state: sum(bool(seat["name"]) for seat in state["seats"]) == 3, "all three")
    for patron in (one, other, third):
        patron.bet("ante")
    for patron in (one, other, third):
        patron.until(lambda state: state["legal"], "the decision")
    names = [name_at(third, seat) for seat in seats]

    third.decide()
    expect(third.see("waiting")).to_contain_text("Waiting for")
    expect(third.see("waiting")).to_contain_text(names[0])
    one.page.close()
    other.go("/")
    over = third.until(lambda state: state["phase"] == "showing", "the end")
    assert {acted["seat"] for acted in over["acted_for"]} == set(seats[:2])
    assert all(acted["text"].endswith("is away: the hand was folded.") for acted in over["acted_for"])
    expect(third.see("acted-for")).to_contain_text("is away: the hand was folded.")
    third.click("next")
    third.bet("ante")
    third.until(lambda state: state["legal"] and not state["clock"], "the decision, and nobody who hurries")

    expect(other.see(f"your-seat-{table}")).to_contain_text(f"Seat {seats[1]}")
    other.click(f"your-seat-{table}")
    back = other.until(lambda state: state["you"]["seat"] == seats[1], "the seat")
    assert not back["you"]["sitting_out"]
    third.play_on()
    other.until(lambda state: state["phase"] == "showing", "the end")


def test_play_now_leads_to_a_seat_where_those_who_have_gone_are_not_waited_for(come: Callable[[], Patron]) -> None:
    one, other = come(), come()
    one.sit_down(GAME)
    table = one.until(lambda state: state["you"]["seat"], "the seat")["table"]["id"]
    one.page.close()
    other.go(f"/table/{table}")
    other.until(lambda state: all(not seat["name"] or not seat["connected"] for seat in state["seats"]), "nobody there")
    other.sit_down(GAME)
    other.until(lambda state: state["you"]["seat"], "the seat")
    other.bet("ante")
    other.play_on()


def test_next_round_says_who_is_waited_for(enter: Enter) -> None:
    one, other = enter(), enter()
    one.sit_down(GAME)
    state = one.until(lambda state: state["phase"] == "betting", "betting")
    first, second = state["you"]["seat"], state["you"]["seat"] % 6 + 1
    sit_beside(other, state["table"]["id"], second)
    one.until(lambda state: state["seats"][second - 1]["name"], "the other")
    one.bet("ante")
    expect(one.see("waiting")).to_contain_text(f"Waiting for {name_at(one, second)}")
    other.bet("ante")
    for patron in (one, other):
        patron.until(lambda state: state["legal"], "the decision")
        patron.decide()
    one.see("result").wait_for()
    expect(one.see("waiting")).to_have_count(0)
    one.click("next")
    expect(one.see("waiting")).to_contain_text(f"Waiting for {name_at(one, second)}")
    expect(one.see("next")).to_be_disabled()
    other.see("result").wait_for()
    expect(other.see("waiting")).to_have_count(0)  # it is for oneself to go on
    other.click("next")
    for patron in (one, other):
        patron.until(lambda state: state["phase"] == "betting", "the next round")
    assert one.state["you"]["seat"] == first


def test_an_invitation_leads_a_guest_to_the_table(enter: Enter) -> None:
    one, other = enter(), enter()
    one.sit_down(GAME)
    table = one.until(lambda state: state["you"]["seat"], "the seat")["table"]["id"]
    one.context.grant_permissions(["clipboard-read", "clipboard-write"])
    one.click("invite")
    expect(one.see("invite")).to_have_text("Link copied")
    link = one.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{one.address}/table/{table}"
    other.page.goto(link)
    other.click("take-seat")
    other.until(lambda state: state["you"]["seat"], "the seat")
    assert other.state["table"]["id"] == table
    one.until(lambda state: sum(bool(seat["name"]) for seat in state["seats"]) == 2, "both")


def test_a_link_to_a_table_that_is_gone_leads_on(patron: Patron) -> None:
    with patron.refused():
        patron.go("/table/987654")
        expect(patron.see("gone")).to_contain_text("not there any more")
    patron.see("gone").get_by_role("link").click()
    patron.see("your-seats").wait_for(state="detached")
    patron.see(f"play-{GAME}").wait_for()


def test_bots_are_announced_before_they_come(patron: Patron) -> None:
    patron.go("/")
    table = next(item for item in patron.page.request.get("/api/tables").json()["tables"] if item["opponents"])
    patron.go(f"/table/{table['id']}")
    expect(patron.see("bar")).to_contain_text("bots join")
    patron.click("take-seat")
    expect(patron.see("bots")).to_contain_text("Bots will join")
    assert not any(seat["program"] for seat in patron.state["seats"])


def test_two_tabs_of_one_person_bet_and_decide_once(enter: Enter) -> None:
    one = enter()
    one.sit_down(GAME)
    one.see("deal").wait_for()
    second = one.open()
    second.goto(one.page.url)
    second.get_by_test_id("deal").wait_for()
    one.click("spot-ante")
    second.locator('button[data-testid="spot-ante"]').click()
    one.click("deal")
    second.keyboard.press("Enter")  # at the same time as the click, as near as a person comes to it
    one.until(lambda state: state["legal"], "the decision")
    stakes = mine(one.state)["stakes"]
    one.shows_balance(CHIPS - stakes["ante"])
    second.get_by_test_id("decision").wait_for()
    one.decide()
    over = one.until(lambda state: state["phase"] == "showing", "the end")
    assert len(mine(over)["decisions"]) == 1
    assert {line["wager"]: line["amount"] for line in over["result"]["lines"]} == mine(over)["stakes"]
    one.shows_balance(CHIPS + over["result"]["net"])
    second.close()


def test_times_do_not_depend_on_the_browsers_clock(enter: Enter) -> None:
    """A clock that is an hour off, and is set right in mid-round."""
    one, other = enter(), enter()
    one.context.add_init_script(
        f"window.off = {HOUR}; const now = Date.now; Date.now = () => now.call(Date) - window.off;"
    )
    one.sit_down(GAME)
    state = one.until(lambda state: state["phase"] == "betting", "betting")
    second = state["you"]["seat"] % 6 + 1
    sit_beside(other, state["table"]["id"], second)
    one.until(lambda state: state["seats"][second - 1]["name"], "the other")
    one.bet("ante")
    expect(one.see("waiting")).to_contain_text(f"Waiting for {name_at(one, second)}, 3")  # of 3600 seconds

    def seconds() -> int:
        return int(one.see("waiting").inner_text().rsplit(",", 1)[1].split()[0])

    assert 3600 - 600 < seconds() <= 3600
    one.page.evaluate("window.off = 0")
    one.page.wait_for_timeout(600)  # the page has read its clock again
    assert 3600 - 600 < seconds() <= 3600
    other.bet("ante")
    for patron in (one, other):
        patron.until(lambda state: state["legal"], "the decision")
        patron.decide()
    for patron in (one, other):
        patron.until(lambda state: state["phase"] == "showing", "the end")
