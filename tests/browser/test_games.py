"""A whole round of every game, as people play it: by mouse, by keys alone, with a finger on a phone."""

from __future__ import annotations

import json

import pytest
from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import CHIPS, Patron, expect, mine
from tests.browser.samples import also_on_postgresql

from houseway.catalog import any_game_class, game_ids
from houseway.rules.game import Game
from houseway.table.record import verify

BANKED = [game for game in game_ids() if issubclass(any_game_class(game), Game)]


@also_on_postgresql(game="high-card-flush")
@pytest.mark.parametrize("game", BANKED)
def test_a_round_by_mouse(patron: Patron, game: str) -> None:
    patron.sit_down(game)
    state = patron.until(lambda state: state["phase"] == "betting", "betting")
    promised = state["round"]["commitment"]
    patron.shows_balance(CHIPS)
    expect(patron.see("commitment")).to_contain_text(promised[:8])
    staked = patron.bet(*state["table"]["limits"])
    assert set(staked) == set(state["table"]["limits"])
    over = patron.play_on()

    place = mine(over)
    net = over["result"]["net"]
    expect(patron.see("net")).to_have_attribute("data-cents", str(net))
    patron.shows_balance(CHIPS + net)
    assert sum(line["returned"] - line["amount"] for line in over["result"]["lines"]) == net
    for line in over["result"]["lines"]:  # each wager's result with its reason
        expect(patron.see(f"line-{line['wager']}")).to_contain_text(line["reason"])
        if patron.see(f"spot-{line['wager']}").count():  # a bonus has no spot
            expect(patron.see(f"settled-{line['wager']}")).to_be_visible()
    expect(patron.see("hand-words")).to_contain_text(place["words"])
    for card in filter(None, place["dealt"]):
        expect(patron.see("own-place").locator(f'[data-card="{card}"]').first).to_be_visible()
    assert over["round"]["commitment"] == promised
    assert over["round"]["server_seed"]
    assert accessible(patron) == []

    patron.get_up()
    patron.go(f"/history/{over['round']['id']}")  # dealt again by the page, and by us
    patron.click("verify")
    expect(patron.see("verdict")).to_have_attribute("data-ok", "true")
    expect(patron.see("check-memory")).to_contain_text(promised)
    with patron.page.expect_download() as download:
        patron.click("download-record")
    record = json.loads(download.value.path().read_text())
    assert verify(record).commitment == promised


def test_a_round_by_keys_alone(patron: Patron) -> None:
    patron.go("/")
    press = patron.page.keyboard.press
    patron.see("play-high-card-flush").wait_for()
    for _ in range(40):
        press("Tab")
        if patron.page.evaluate("document.activeElement.dataset.testid") == "play-high-card-flush":
            break
    press("Enter")
    patron.see("deal").wait_for()
    state = patron.until(lambda state: state["phase"] == "betting", "betting")
    limits = state["table"]["limits"]
    chips = patron.page.get_by_role("radiogroup", name="Chip").get_by_role("radio")
    for number, chip in (("2", chips.nth(1)), ("1", chips.first)):
        press(number)
        expect(chip).to_have_attribute("aria-checked", "true")
    for wager in limits:
        spot = patron.see(f"spot-{wager}")
        expect(spot).to_have_attribute("data-cents", "0")
        press(spot.locator("kbd").inner_text().lower())
        expect(spot).not_to_have_attribute("data-cents", "0")
    press("Enter")
    state = patron.until(lambda state: state["legal"], "the decision")
    assert set(mine(state)["stakes"]) == set(limits)
    offer = state["legal"]["offers"][-1]
    button = patron.action(offer["label"])
    expect(button.locator("kbd")).to_be_visible()
    patron.key(button.locator("kbd").inner_text().lower())
    patron.until(lambda state: state["phase"] == "showing", "the end")
    patron.see("result").wait_for()
    expect(patron.see("live")).not_to_be_empty()  # a screen reader was told
    first = patron.state["round"]["id"]

    press("l")  # the same bet again
    again = patron.until(lambda state: state["round"]["id"] != first and state["legal"], "the second round")
    assert set(mine(again)["stakes"]) == set(limits)
    patron.key("f")
    over = patron.until(lambda state: state["phase"] == "showing", "the end")
    assert mine(over)["folded"]
    patron.see("next").wait_for()
    press("Enter")
    patron.until(lambda state: state["phase"] == "betting", "the next round")


def test_cards_are_thrown_by_keys(patron: Patron) -> None:
    patron.sit_down("high-card-draw")
    patron.bet("play")
    patron.until(lambda state: state["legal"], "the decision")
    patron.key(patron.see("card-0").locator("kbd").inner_text().lower())
    expect(patron.see("card-0")).to_have_attribute("aria-pressed", "true")
    button = patron.page.locator('[data-testid^="action-"]')
    expect(button).to_have_count(1)  # to throw this card: a hand that could be kept cannot be while one is chosen
    patron.page.keyboard.press(button.locator("kbd").inner_text().lower())
    over = patron.until(lambda state: state["phase"] == "showing", "the end")
    assert len(mine(over)["drawn"]) == 1


@pytest.mark.parametrize("game", ["three-card-draw-poker", "three-card-roo"])
def test_a_round_on_a_phone(enter: Enter, game: str) -> None:
    patron = enter(phone=True)
    patron.sit_down(game)
    state = patron.until(lambda state: state["phase"] == "betting", "betting")
    assert accessible(patron) == []
    patron.bet(*state["table"]["limits"])
    patron.until(lambda state: state["legal"] or state["phase"] == "showing", "the deal")
    width = patron.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, f"the page is {width} wide"
    assert accessible(patron) == []
    over = patron.play_on()
    expect(patron.see("net")).to_be_in_viewport()
    expect(patron.see("next")).to_be_in_viewport()
    assert accessible(patron) == []
    assert mine(over)["words"]
    patron.click("next")
    patron.until(lambda state: state["phase"] == "betting", "the next round")


def test_motion_ends_and_the_result_is_shown(enter: Enter) -> None:
    patron = enter(motion=True)
    patron.sit_down("high-card-flush")
    patron.bet("ante")
    patron.until(lambda state: state["legal"], "the decision")
    dealer = patron.see("places-dealer").locator('[data-card="back"]')
    expect(dealer).to_have_count(7)
    patron.play_on()
    expect(dealer).to_have_count(0)
    expect(patron.see("settled-ante")).to_be_visible()
