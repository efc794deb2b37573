"""Several people at one table: each sees their own cards, a spectator none, and a break in mid-round costs nobody anything."""

from __future__ import annotations

from tests.browser.conftest import Enter
from tests.browser.patron import CHIPS, Patron, expect, mine, money
from tests.browser.samples import also_on_postgresql
from tests.server.server_process import ServerProcess

GAME = "high-card-flush"


def sit_beside(patron: Patron, table: int, seat: int) -> None:
    """As a guest, at a seat of one's own choice."""
    patron.go("/account")
    patron.click("play-as-guest")
    expect(patron.see("account-balance")).to_have_text(money(CHIPS))
    patron.go(f"/table/{table}")
    patron.click(f"sit-{seat}")
    patron.until(lambda state: state["you"]["seat"] == seat, "the seat")


def cards_on(patron: Patron) -> set[str]:
    """Every card that lies open on this page."""
    found = patron.see("felt").locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
    return set(found) - {"back"}


def test_two_at_one_table_and_a_spectator(enter: Enter) -> None:
    one, other, watcher = enter(), enter(), enter()
    one.sit_down(GAME)
    state = one.until(lambda state: state["phase"] == "betting", "betting")
    table, first = state["table"]["id"], state["you"]["seat"]
    second = first % 6 + 1
    sit_beside(other, table, second)
    watcher.go(f"/table/{table}")
    watcher.until(lambda state: state["seats"][second - 1]["name"], "both seats")

    one.until(lambda state: state["seats"][second - 1]["name"], "the other's seat")
    one.bet("ante")
    assert one.state["phase"] == "betting"  # the other has not bet yet
    other.bet("ante", "flush")
    for patron in (one, other):
        patron.until(lambda state: state["legal"], "the decision")
        patron.see("decision").wait_for()
    held = {patron: set(mine(patron.state)["dealt"]) for patron in (one, other)}
    assert len(held[one] | held[other]) == 14
    assert cards_on(one) == held[one]
    assert cards_on(other) == held[other]
    watcher.until(lambda state: state["phase"] == "deciding", "the deal")
    expect(watcher.see(f"seat-{first}").locator('[data-card="back"]')).to_have_count(7)
    assert cards_on(watcher) == set()

    one.decide()
    expect(one.see("bar")).to_contain_text("Waiting for")
    other.decide()
    over = [patron.until(lambda state: state["phase"] == "showing", "the end") for patron in (one, other, watcher)]
    hands = [state["view"]["dealer"]["cards"] for state in over]
    assert hands[0] == hands[1] == hands[2]
    assert None not in hands[0]
    for patron in (one, other, watcher):
        patron.page.wait_for_function(
            'cards => cards.every(card => document.querySelector(`[data-testid=places-dealer] [data-card="${card}"]`))',
            arg=hands[0],
        )
    assert over[2]["result"] is None
    assert over[2]["view"]["you"] is None
    assert not any(frame["type"] == "balance" for frame in watcher.frames())


def test_who_sits_out_keeps_nobody_waiting(enter: Enter) -> None:
    one, other = enter(), enter()
    one.sit_down("two-card-roo")
    state = one.until(lambda state: state["phase"] == "betting", "betting")
    sit_beside(other, state["table"]["id"], state["you"]["seat"] % 7 + 1)
    other.click("sit-out")
    one.until(lambda state: any(seat["sitting_out"] for seat in state["seats"]), "sitting out")
    one.bet("roo")
    one.play_on()  # alone, although two sit here
    other.click("sit-in")
    other.until(lambda state: not state["you"]["sitting_out"], "sitting in")
    one.click("next")
    one.until(lambda state: state["phase"] == "betting", "betting")
    one.bet("roo")
    other.bet("roo")
    for patron in (one, other):
        if patron.until(lambda state: state["phase"] != "betting", "the deal")["legal"]:
            patron.decide()
    for patron in (one, other):
        patron.see("result").wait_for()
    other.get_up()
    one.until(lambda state: sum(bool(seat["name"]) for seat in state["seats"]) == 1, "the empty seat")


def test_a_page_loaded_anew_finds_its_seat(patron: Patron) -> None:
    patron.sit_down(GAME)
    patron.bet("ante")
    held = mine(patron.until(lambda state: state["legal"], "the decision"))["dealt"]
    patron.page.reload()
    patron.see("decision").wait_for()
    assert mine(patron.state)["dealt"] == held
    assert cards_on(patron) == set(held)
    patron.play_on()


@also_on_postgresql()
def test_a_killed_server_comes_back_in_mid_round(enter_own: Enter, own_house: ServerProcess) -> None:
    one, other = enter_own(), enter_own()
    one.sit_down(GAME)
    state = one.until(lambda state: state["phase"] == "betting", "betting")
    table, seat = state["table"]["id"], state["you"]["seat"]
    sit_beside(other, table, seat % 6 + 1)
    one.until(lambda state: sum(bool(seat["name"]) for seat in state["seats"]) == 2, "the other")
    one.bet("ante")
    other.bet("ante", "straight-flush")
    held = {patron: mine(patron.until(lambda state: state["legal"], "the decision")) for patron in (one, other)}
    one.see("decision").wait_for()
    round_ = one.state["round"]["id"]
    one.shows_balance(CHIPS - sum(mine(one.state)["stakes"].values()))

    for patron in (one, other):
        patron.forgiving = True  # what a browser says of a server that is gone is no complaint about the page
    own_house.kill()
    expect(one.see("reconnecting")).to_be_visible()
    one.page.locator('[data-testid^="action-"]', has_text="Raise").first.click()  # while nobody is there to hear it
    own_house.open()
    expect(one.see("reconnecting")).to_have_count(0)
    one.until(lambda state: not state["legal"] and state["phase"] == "deciding", "the raise")
    assert one.state["round"]["id"] == round_
    other.until(
        lambda state: other.connections[-1] and state["legal"] and not state["seats"][seat - 1]["to_act"], "the turn"
    )
    assert mine(other.state)["dealt"] == held[other]["dealt"]
    other.decide()
    for patron in (one, other):
        over = patron.until(lambda state: state["phase"] == "showing", "the end")
        assert over["round"]["id"] == round_
        assert mine(over)["dealt"] == held[patron]["dealt"]
    stakes = mine(one.state)["stakes"]
    assert stakes["raise"] >= stakes["ante"]
    lines = one.state["result"]["lines"]
    assert {line["wager"]: line["amount"] for line in lines} == stakes
    assert one.state["result"]["net"] == sum(line["returned"] - line["amount"] for line in lines)
    one.shows_balance(CHIPS + one.state["result"]["net"])


def test_bets_are_taken_back_while_others_are_waited_for(enter: Enter) -> None:
    one, other = enter(), enter()
    one.sit_down(GAME)
    state = one.until(lambda state: state["phase"] == "betting", "betting")
    sit_beside(other, state["table"]["id"], state["you"]["seat"] % 6 + 1)
    one.until(lambda state: sum(bool(seat["name"]) for seat in state["seats"]) == 2, "the other")
    one.shows_balance(CHIPS)
    expect(one.see("clear")).to_contain_text("Clear")
    one.bet("ante", "flush")
    expect(one.see("clear")).to_contain_text("Take back")
    one.page.keyboard.press("Backspace")
    one.until(lambda state: not state["view"]["seats"] and not state["clock"], "the empty felt")
    one.heard()
    expect(one.see("deal")).to_contain_text("Deal")
    expect(one.see("spot-ante")).to_have_attribute("data-cents", "0")
    one.shows_balance(CHIPS)

    one.bet("ante")  # again, and by mouse this time
    one.click("clear")
    one.until(lambda state: not state["view"]["seats"], "the empty felt")
    one.heard()
    one.bet("ante")  # chip by chip: the felt is empty, but the house still has the bet
    while one.see("spot-ante").get_attribute("data-cents") != "0":
        one.see("spot-ante").click(modifiers=["Shift"])
    expect(one.see("deal")).to_contain_text("Take back")
    one.page.keyboard.press("Enter")
    one.until(lambda state: not state["view"]["seats"], "the empty felt")
    one.shows_balance(CHIPS)
    one.click("repeat")
    one.click("deal")
    other.bet("ante")
    for patron in (one, other):
        patron.until(lambda state: state["legal"], "the decision")
        expect(patron.see("clear")).to_have_count(0)
        patron.decide()
    for patron in (one, other):
        patron.until(lambda state: state["phase"] == "showing", "the end")
