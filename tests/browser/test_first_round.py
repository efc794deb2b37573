"""A newcomer's first round: three hints, once in a browser; hands explained in pictures; and the words of a last round."""

from __future__ import annotations

from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import Patron, expect


def test_a_first_round_is_guided_once(enter: Enter) -> None:
    patron = enter()
    patron.sit_down("high-card-flush")
    hint = patron.see("hint")
    expect(hint).to_contain_text("Put a chip on Ante")
    expect(hint.get_by_role("status")).to_be_visible()  # so that a screen reader says it
    assert accessible(patron) == []
    patron.click("spot-ante")
    expect(hint).to_contain_text("Press Deal")
    patron.click("deal")
    patron.see("decision").wait_for()
    expect(hint).to_contain_text("Your turn: Fold or Raise")
    over = patron.play_on()
    expect(hint).to_contain_text(over["result"]["lines"][0]["reason"])
    patron.click("next")
    patron.see("deal").wait_for()
    expect(hint).to_have_count(0)
    patron.sit_down("high-card-flush")  # the page is loaded anew
    patron.see("deal").wait_for()
    expect(hint).to_have_count(0)


def test_hints_can_be_closed(patron: Patron) -> None:
    patron.sit_down("two-card-roo")
    expect(patron.see("hint")).to_contain_text("Put a chip on Roo")
    patron.page.get_by_role("button", name="No more hints").click()
    expect(patron.see("hint")).to_have_count(0)
    patron.bet("roo")
    patron.play_on()
    expect(patron.see("hint")).to_have_count(0)


def test_a_last_round_offers_no_next_one(patron: Patron) -> None:
    patron.sit_down("high-card-flush")
    patron.bet("ante")
    patron.see("decision").wait_for()
    patron.click("leave")
    patron.click("leave-after")
    patron.see("last-round").wait_for()
    patron.play_on()
    expect(patron.see("again")).to_have_count(0)
    expect(patron.see("next")).to_contain_text("Leave the table")
    patron.click("next")
    patron.page.wait_for_url(f"{patron.address}/")


def test_hands_that_pay_are_shown_in_cards(patron: Patron) -> None:
    """In the guide beside the table, from the game's own pay tables."""
    patron.sit_down("high-card-flush")
    state = patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.click("side-switch")
    ladder = patron.see("side").get_by_test_id("hand-ranks").first
    expect(ladder.get_by_role("listitem").first).to_contain_text("7 Card")
    expect(ladder.get_by_role("listitem").first.locator("[data-card]")).to_have_count(7)
    spot = patron.see("spot-flush")
    wagers = patron.page.evaluate(f"fetch('/api/tables/{state['table']['id']}').then((answer) => answer.json())")[
        "wagers"
    ]
    expect(spot).to_have_attribute("title", next(wager["text"] for wager in wagers if wager["id"] == "flush"))
    assert accessible(patron) == []
