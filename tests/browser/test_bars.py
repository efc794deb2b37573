"""What is put together before it counts: cards on positions, bets and what they need later, keys, leaving, turns."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator
from tests.browser.conftest import Enter, open_door
from tests.browser.evidence import accessible
from tests.browser.patron import CHIPS, Patron, State, expect, mine
from tests.browser.test_among_players import sit_down
from tests.browser.test_together import sit_beside
from tests.server.server_process import Guest, ServerProcess

GAME = "high-card-flush"


def to_place(patron: Patron) -> State:
    """Rounds of 3 Card Roo until two cards are to be placed: a dealt pair has nothing to decide."""
    while True:
        patron.bet("play")
        state = patron.until(lambda state: state["legal"] or state["phase"] == "showing", "the deal")
        if state["legal"]:
            patron.see("decision").wait_for()
            return state
        patron.click("next")
        patron.until(lambda state: state["phase"] == "betting", "the next round")


def lies(patron: Patron, area: str, card: str) -> None:
    expect(patron.see("own-place").locator(f'[data-place="{area}"] [data-card="{card}"]')).to_be_visible()


def drag(patron: Patron, card: Locator, onto: str, *, drop: bool = True) -> None:
    mouse = patron.page.mouse
    card.hover()  # once it lies still
    mouse.down()
    end = patron.page.locator(f'[data-place="{onto}"]').bounding_box()
    assert end is not None
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    if drop:
        mouse.up()


def by_rank(state: State) -> tuple[tuple[str, int], tuple[str, int]]:
    """The lower and the higher of one's two cards, each with its place in the hand."""
    places = next(offer for offer in state["legal"]["offers"] if offer["decision"] == {"open": "middle"})["places"]
    [low], [high] = places["low"], places["high"]
    dealt = mine(state)["dealt"]
    return (low, dealt.index(low)), (high, dealt.index(high))


@pytest.mark.parametrize("phone", [False, True])
def test_two_cards_are_laid_on_positions_and_confirmed(enter: Enter, phone: bool) -> None:
    patron = enter(phone=phone)
    patron.sit_down("three-card-roo")
    state = to_place(patron)
    (low, at_low), (high, at_high) = by_rank(state)
    for offer in state["legal"]["offers"]:
        note = patron.see(f"note-{offer['decision']['open']}")
        expect(note).to_have_text(re.compile(r"^(no rank makes|1 rank makes|\d+ ranks make) a Roo here$"))
        expect(note).to_have_text(offer["note"])
    expect(patron.see("hand-row").locator("[data-card]")).to_have_count(2)  # in no box, and across none
    assert accessible(patron) == []

    patron.click("place-low")  # the same as in 2 Card Roo: a card goes there
    lies(patron, "low", low)
    patron.press(patron.see(f"card-{at_high}"))
    patron.click("place-high")
    lies(patron, "high", high)
    expect(patron.see("confirm")).to_be_visible()
    patron.click("take-up")
    expect(patron.see("hand-row").locator("[data-card]")).to_have_count(2)
    patron.press(patron.see(f"card-{at_low}"))
    patron.click("place-middle")  # leaves the other one place, so it goes there
    lies(patron, "middle", low)
    lies(patron, "high", high)
    patron.heard()
    assert patron.state["legal"], "nothing is decided before it is confirmed"
    patron.click("confirm")
    over = patron.until(lambda state: not state["legal"], "the answer")
    assert mine(over)["decisions"][-1] == {"at": state["legal"]["at"], "open": "low"}


def test_cards_are_dragged_and_a_lost_line_decides_nothing(browser: Browser, own_house: ServerProcess) -> None:
    with open_door(browser, own_house.open()) as enter:
        patron = enter()
        patron.sit_down("three-card-roo")
        state = to_place(patron)
        (low, at_low), (high, at_high) = by_rank(state)
        drag(patron, patron.see(f"card-{at_low}"), "low")
        lies(patron, "low", low)
        drag(patron, patron.see(f"card-{at_high}"), "high")
        lies(patron, "high", high)
        drag(patron, patron.see(f"card-{at_high}"), "middle", drop=False)
        patron.forgiving = True
        own_house.kill()
        expect(patron.see("reconnecting")).to_be_visible()
        patron.page.mouse.up()
        expect(patron.see("confirm")).to_have_count(0)
        own_house.open()
        expect(patron.see("reconnecting")).to_have_count(0)
        patron.heard()
        patron.forgiving = False
        assert patron.state["legal"], "a drag without a line decides nothing"
        expect(patron.see("hand-row").locator("[data-card]")).to_have_count(2)

        for card, place in ((at_low, "low"), (at_high, "middle")):  # and by keyboard alone
            patron.see(f"card-{card}").focus()
            patron.page.keyboard.press("Enter")
            patron.see(f"place-{place}").focus()
            patron.page.keyboard.press("Enter")
        lies(patron, "middle", high)
        patron.see("decision").focus()
        patron.key("Enter")
        over = patron.until(lambda state: not state["legal"], "the answer")
        assert mine(over)["decisions"][-1]["open"] == "high"


def test_one_card_is_decided_where_it_is_laid(patron: Patron) -> None:
    patron.sit_down("two-card-roo")
    patron.bet("roo")
    state = patron.until(lambda state: state["legal"], "the decision")
    patron.see("decision").wait_for()
    patron.click("place-high")
    over = patron.until(lambda state: not state["legal"], "the answer")
    assert mine(over)["decisions"][-1] == {"at": state["legal"]["at"], "position": "high"}


def test_what_cannot_be_paid_is_said_before_and_not_offered(browser: Browser, own_house: ServerProcess) -> None:
    own_house.settings["guest_chips"] = 1000
    with open_door(browser, own_house.open()) as enter:
        patron = enter()
        patron.sit_down(GAME)
        patron.see("deal").wait_for()
        patron.click("spot-ante")
        expect(patron.see("keep")).to_have_count(0)
        patron.click("spot-ante")
        expect(patron.see("keep")).to_have_text("Keep $10 for the Raise: you would have $0 left.")
        patron.click("deal")
        state = patron.until(lambda state: state["legal"], "the decision")
        for offer in state["legal"]["offers"]:
            button = patron.action(offer["label"])
            if offer["folds"]:
                expect(button).to_be_enabled()
            else:
                expect(button).to_be_disabled()
                expect(button).to_contain_text("You lack $10")
        assert accessible(patron) == []
        patron.key(patron.action("Raise 1x").locator("kbd").inner_text().lower())
        patron.heard()
        assert patron.state["legal"], "a key does what its button does"
        patron.press(patron.action("Fold"))
        patron.see("next").click()
        patron.until(lambda state: state["phase"] == "betting", "the next round")
        patron.shows_balance(0)
        patron.click("more-chips")
        patron.shows_balance(1000)
        patron.click("spot-ante")
        expect(patron.see("spot-ante")).to_have_attribute("data-cents", "500")


def test_a_click_over_a_limit_says_so(patron: Patron) -> None:
    patron.sit_down(GAME)
    state = patron.until(lambda state: state["phase"] == "betting", "betting")
    most = state["table"]["limits"]["ante"]["most"]
    patron.see("deal").wait_for()
    patron.page.get_by_role("radiogroup", name="Chip").get_by_role("radio").last.click()
    while patron.see("spot-ante").get_attribute("data-cents") != str(most):
        patron.click("spot-ante")
    patron.click("spot-ante")
    expect(patron.see("over-limit")).to_have_text(f"The maximum on Ante is ${most // 100}.")
    patron.click("minus-ante")
    expect(patron.see("over-limit")).to_have_count(0)


def test_nobody_leaves_chips_behind_unasked(patron: Patron) -> None:
    patron.sit_down(GAME)
    staked = sum(patron.bet("ante").values())
    patron.until(lambda state: state["legal"], "the decision")
    patron.see("decision").wait_for()
    patron.page.keyboard.press("Shift+Q")
    expect(patron.see("leave-dialog")).to_contain_text(f"You have ${staked // 100} on the table")
    assert accessible(patron) == []
    patron.click("leave-stay")
    assert patron.state["legal"]
    patron.click("leave")
    patron.click("leave-after")
    patron.until(lambda state: state["you"]["last_round"], "the mark")
    expect(patron.see("last-round")).to_contain_text("You leave after this round.")
    patron.click("stay")
    patron.until(lambda state: not state["you"]["last_round"], "no mark")
    patron.click("leave")
    patron.click("leave-after")
    patron.until(lambda state: state["you"]["last_round"], "the mark")
    over = patron.play_on()  # their own decision, and they see how it ends
    expect(patron.see("net")).to_have_attribute("data-cents", str(over["result"]["net"]))
    patron.click("next")
    patron.page.wait_for_url(f"{patron.address}/")


def test_history_says_why_the_table_played(patron: Patron) -> None:
    patron.sit_down(GAME)
    patron.bet("ante")
    round_ = patron.until(lambda state: state["legal"], "the decision")["round"]["id"]
    patron.click("leave")
    patron.click("leave-now")
    patron.page.wait_for_url(f"{patron.address}/")
    patron.go("/history")
    expect(patron.see(f"history-{round_}")).to_contain_text("You left, so the table played on for you")


def test_wagers_are_taken_back_by_who_leaves_before_the_deal(enter: Enter) -> None:
    one, other = enter(), enter()
    one.sit_down(GAME)
    state = one.until(lambda state: state["phase"] == "betting", "betting")
    sit_beside(other, state["table"]["id"], state["you"]["seat"] % 6 + 1)
    one.until(lambda state: sum(bool(seat["name"]) for seat in state["seats"]) == 2, "the other")
    one.bet("ante")
    one.click("leave")
    expect(one.see("leave-now")).to_contain_text("back and leave")
    one.click("leave-now")
    one.page.wait_for_url(f"{one.address}/")
    one.shows_balance(CHIPS)
    other.bet("ante")
    other.play_on()


def test_a_key_counts_only_after_its_offer_was_in_sight(patron: Patron) -> None:
    """The key of the last bet, held over from the result, and one that is pressed the moment the offer appears."""
    patron.sit_down("two-card-roo")
    patron.bet("roo")
    state = patron.until(lambda state: state["legal"], "the decision")
    patron.see("decision").wait_for()
    patron.page.evaluate(
        """() => {
            window.early = 0;
            new MutationObserver(() => {
                const bar = document.querySelector('[data-testid="decision"]');
                if (!bar || bar.dataset.keys === 'live' || window.early) return;
                window.early = 1;
                for (const key of 'lohf') document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            }).observe(document.body, { childList: true, subtree: true, attributes: true });
        }"""
    )
    keys = [kbd.inner_text().lower() for kbd in patron.page.locator('[data-testid^="action-"] kbd').all()]
    assert "l" not in keys
    patron.key(keys[0])
    patron.until(lambda state: state["phase"] == "showing", "the end")
    patron.see("result").wait_for()
    patron.page.keyboard.press("l")  # the same bet again
    again = patron.until(
        lambda now: now["round"]["id"] != state["round"]["id"] and now["legal"] is not None, "the second round"
    )
    patron.page.keyboard.press("l")  # once more, too late: it means nothing here
    patron.page.locator('[data-testid="decision"][data-keys="live"]').wait_for()
    assert patron.page.evaluate("window.early") == 1
    patron.heard()
    assert patron.state["legal"], "an early key decides nothing"
    assert patron.state["round"]["id"] == again["round"]["id"]


def test_a_bet_on_its_way_is_taken_back(enter: Enter) -> None:
    """Enter and Backspace before the house has answered: nothing is bet in the end."""
    one, other = enter(), enter()
    one.sit_down(GAME)
    state = one.until(lambda state: state["phase"] == "betting", "betting")
    sit_beside(other, state["table"]["id"], state["you"]["seat"] % 6 + 1)
    one.until(lambda state: sum(bool(seat["name"]) for seat in state["seats"]) == 2, "the other")
    one.see("deal").wait_for()
    one.click("spot-ante")
    expect(one.see("spot-ante")).not_to_have_attribute("data-cents", "0")
    one.page.evaluate(
        """() => {
            for (const key of ['Enter', 'Enter', 'Backspace'])
                document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        }"""
    )
    one.until(lambda state: state["you"]["last_stakes"] and not mine(state)["stakes"], "the empty felt")
    one.heard()
    one.shows_balance(CHIPS)
    expect(one.see("problem")).to_have_count(0)
    for patron in (one, other):
        patron.bet("ante")
    one.until(lambda state: state["legal"], "the decision")


@pytest.fixture
def pair(enter: Enter, house: ServerProcess, pit: Guest) -> tuple[Patron, Patron]:
    """Two people at a table of their own among players, before the first hand."""
    body = {"game": "mini-tex-pvp", "edition": "no-limit", "name": "Two of us", "opponents": False, "seats": 2}
    table = pit.post("/api/pit/tables", body).json()["id"]
    one, other = enter(), enter()
    sit_down(one, table, 1, 50)
    sit_down(other, table, 2, 50)
    for patron in (one, other):
        patron.until(lambda state: sum(bool(seat["name"]) for seat in state["seats"]) == 2, "the other")
        patron.click("next")
    return one, other


def in_turn(pair: tuple[Patron, Patron]) -> tuple[Patron, Patron]:
    """Who is to act, and who waits."""
    for patron in pair:
        patron.until(lambda state: state["view"] and (state["view"]["turn"] or state["view"]["over"]), "a turn")
    one, other = pair
    return (one, other) if one.state["legal"] else (other, one)


def test_a_size_stays_chosen_when_news_come(pair: tuple[Patron, Patron]) -> None:
    actor, waiter = in_turn(pair)
    actor.see("raise-to").wait_for()
    actor.see("raise-to").fill("7")
    actor.see("raise-to").blur()
    expect(actor.see("raise")).to_contain_text("$7")
    waiter.click("sit-out")
    actor.until(lambda state: any(seat["sitting_out"] for seat in state["seats"]), "the news")
    expect(actor.see("felt")).to_contain_text("sitting out")  # drawn, too
    expect(actor.see("raise")).to_contain_text("$7")
    numbers = [kbd.inner_text() for kbd in actor.page.locator('[data-testid^="preset-"] kbd').all()]
    names = [button.inner_text().split()[0] for button in actor.page.locator('[data-testid^="preset-"]').all()]
    assert dict(zip(names, numbers, strict=True))["Min"] == "1"
    assert dict(zip(names, numbers, strict=True)).get("All", "4") == "4"


def test_what_was_said_beforehand_is_done_when_the_turn_comes(pair: tuple[Patron, Patron]) -> None:
    actor, waiter = in_turn(pair)
    waiter.click("before-check-fold")
    expect(waiter.see("before-check-fold")).to_have_attribute("aria-pressed", "true")
    assert accessible(waiter) == []
    hand = actor.state["round"]["id"]
    actor.see("raise").click()
    over = actor.until(lambda state: state["round"]["id"] != hand or state["view"]["over"], "the fold")
    assert over["result"]["net"] > 0


def test_a_decision_is_made_once_whatever_is_clicked(patron: Patron) -> None:
    patron.sit_down(GAME)
    patron.see("deal").wait_for()
    patron.click("spot-ante")
    patron.see("deal").dblclick()
    state = patron.until(lambda state: state["legal"], "the decision")
    second = patron.open()  # the same person in another tab
    second.goto(f"/table/{state['table']['id']}")
    second.get_by_test_id("decision").wait_for()
    patron.page.bring_to_front()
    raised = patron.action("Raise 1x")
    there = second.locator('[data-testid^="action-"][data-label="Raise 1x"]').element_handle()
    raised.evaluate("button => { button.click(); button.click(); }")
    there.evaluate("button => button.click()")  # the house hears this one too late, or the page knows already
    over = patron.until(lambda state: state["phase"] == "showing", "the end")
    stakes = mine(over)["stakes"]
    assert stakes == {"ante": stakes["ante"], "raise": stakes["ante"]}
    patron.heard()
    expect(patron.see("problem")).to_have_count(0)
    patron.shows_balance(CHIPS + over["result"]["net"])
    second.close()
