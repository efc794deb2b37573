"""The dealer's hands: in which order things are shown and told, and that nobody has to wait for them. The page's clock is
stopped, so that a motion is where the test wants it."""

from __future__ import annotations

import datetime
import re

from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import Patron, expect, mine


def stop_the_clock(patron: Patron) -> None:
    """A moment ahead, which the page's clock must be; after a longer leap it would take its line for dead."""
    patron.page.clock.pause_at(datetime.datetime.now() + datetime.timedelta(seconds=2))


def marked(patron: Patron, mark: str) -> list[str]:
    found = patron.page.locator(f"[data-testid^=places-] [data-card].{mark}").all()
    return sorted(str(card.get_attribute("data-card")) for card in found)


def test_nothing_is_told_before_the_cards_show_it_and_a_key_ends_the_motion(enter: Enter) -> None:
    patron = enter(motion=True)
    patron.page.clock.install()
    patron.sit_down("high-card-flush")
    patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.click("side-switch")
    patron.click("tab-log")
    patron.bet("ante", "flush")
    patron.until(lambda state: state["legal"], "the decision")
    stop_the_clock(patron)  # an hour later: the cards have been dealt
    backs = patron.see("places-dealer").locator('[data-card="back"]')
    expect(backs).to_have_count(7)
    patron.decide()
    over = patron.until(lambda state: state["phase"] == "showing", "the end")
    # The page knows how it ended, and nothing of it is to be seen.
    expect(patron.see("bar")).to_contain_text("dealing")
    expect(backs).to_have_count(7)
    expect(patron.see("result")).to_have_count(0)
    expect(patron.see("dealer-words")).to_have_text("")
    expect(patron.see("settled-ante")).to_have_count(0)
    log = patron.see("side").locator("li")
    said = patron.see("live").inner_text()
    assert not any("Round over" in line or "Dealer has" in line for line in [*log.all_inner_texts(), said])
    assert marked(patron, "wins") == []

    patron.page.keyboard.press("Escape")
    expect(patron.see("result")).to_be_visible()
    expect(backs).to_have_count(0)
    expect(patron.see("dealer-words")).to_contain_text("House:")
    expect(log.filter(has_text="Round over")).to_have_count(1)
    expect(patron.see("live")).to_contain_text("Round over")
    for line in over["result"]["lines"]:
        expect(patron.see(f"settled-{line['wager']}")).to_be_visible()
        chips = patron.see(f"spot-{line['wager']}").locator(".pile")
        # what is lost lies in the rack; what is won lies beside the stake
        expect(chips).to_have_count(0 if not line["returned"] else 2 if line["returned"] > line["amount"] else 1)


def test_a_decision_can_be_taken_while_cards_are_on_their_way(enter: Enter) -> None:
    patron = enter(motion=True)
    patron.page.clock.install()
    patron.sit_down("high-card-flush")
    patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.see("deal").wait_for()
    stop_the_clock(patron)
    patron.bet("ante")
    patron.see("decision").wait_for()
    hidden = patron.page.locator("[data-testid^=places-] [data-card].ahead")
    expect(hidden).to_have_count(14)
    patron.decide()  # the click shows what was on its way
    patron.until(lambda state: state["phase"] == "showing", "the end")
    expect(hidden).to_have_count(0)
    patron.page.mouse.click(5, 5)
    expect(patron.see("result")).to_be_visible()


def test_the_step_of_the_manual_is_named(patron: Patron) -> None:
    patron.sit_down("mini-tex")
    patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.bet("ante")
    patron.see("decision").wait_for()
    step = patron.see("step")
    expect(step).to_have_attribute("data-ref", "3")
    expect(step).to_contain_text(patron.state["legal"]["text"])
    patron.play_on()
    expect(step).to_contain_text("Collect all cards")


def test_the_cards_that_win_are_marked_and_no_others(patron: Patron) -> None:
    """In gold those of the hand that won, player's or house's; with a mark of their own those that won a side wager."""
    patron.sit_down("mini-tex")
    for _ in range(3):
        patron.until(lambda state: state["phase"] == "betting", "betting")
        patron.bet("ante", "pocket-poker")
        over = patron.play_on()
        won = over["won"][str(over["you"]["seat"])]
        assert marked(patron, "wins") == sorted(won["cards"])
        sides = {card for side in won["sides"] for card in side["cards"]}
        assert marked(patron, "side") == sorted(sides)
        for card in won["cards"]:
            expect(patron.page.locator(f'[data-testid^=places-] [data-card="{card}"]')).to_have_attribute(
                "aria-label", re.compile("wins")
            )
        patron.click("next")


def test_a_large_hand_is_sorted_as_one_likes(patron: Patron) -> None:
    patron.sit_down("high-card-flush")
    patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.bet("ante")
    patron.see("decision").wait_for()
    dealt = mine(patron.state)["dealt"]
    cards = patron.page.locator("[data-area=hand] [data-card]")

    def lying() -> list[str]:
        return [str(card.get_attribute("data-card")) for card in cards.all()]

    assert lying() == dealt
    patron.click("hand-order")
    expect(patron.see("hand-order")).to_have_attribute("data-order", "suit")
    suits = [card[1] for card in lying()]
    assert sorted(lying()) == sorted(dealt)
    assert all(suits[at] == suits[at - 1] or suits[at] not in suits[:at] for at in range(1, 7))  # each suit together
    patron.click("hand-order")
    ranks = ["23456789TJQKA".index(card[0]) for card in lying()]
    assert ranks == sorted(ranks, reverse=True)
    patron.page.reload()
    expect(patron.see("hand-order")).to_have_attribute("data-order", "rank")
    expect(cards).to_have_count(7)
    assert accessible(patron) == []
    patron.click("hand-order")
    patron.decide()
