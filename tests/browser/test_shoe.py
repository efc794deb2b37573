"""A shoe that is kept from round to round, as somebody at the page sees it, and the page's own check of its rounds."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Route
from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import expect
from tests.server.server_process import Guest


def test_the_shoe_is_shown_and_its_rounds_verify(enter: Enter, pit: Guest) -> None:
    """One player, 86 of 104 cards behind the cut card: four cards and two buried a round, so three rounds a shoe."""
    options = {"decks": 2, "cut_card": 86}
    table = pit.post("/api/pit/tables", {"game": "two-card-roo", "name": "A kept shoe", "options": options}).json()
    guest = enter()
    guest.go(f"/table/{table['id']}")
    guest.click("take-seat")
    shoe = guest.see("shoe")
    expect(shoe).to_have_text("Shoe 1 · 18 cards to the cut card · freshly shuffled")
    played = []
    for after in ("Shoe 1 · 12 cards to the cut card · 2 buried", "Shoe 1 · 6 cards to the cut card · 4 buried"):
        guest.bet("roo")
        played.append(guest.play_on()["round"]["id"])
        expect(shoe).to_have_text(after)
        guest.click("next")
    guest.bet("roo")
    expect(shoe).to_have_text("Shoe 1 · 4 cards to the cut card · 4 buried")
    played.append(guest.play_on()["round"]["id"])
    expect(shoe).to_have_text("Shuffled: shoe 2 comes next")
    assert accessible(guest) == []
    if guest.see("side").count() == 0:
        guest.click("side-switch")
    guest.click("tab-log")
    expect(guest.see("side")).to_contain_text("Dealer buries 2 cards unseen")
    expect(guest.see("side")).to_contain_text("The cut card has come: the decks are shuffled for shoe 2")
    guest.click("next")
    expect(shoe).to_have_text("Shoe 2 · 18 cards to the cut card · freshly shuffled")
    guest.get_up()

    for round_ in played:
        guest.go(f"/history/{round_}")
        guest.click("verify")
        expect(guest.see("verdict")).to_have_attribute("data-ok", "true")
        expect(guest.see("check-shoe")).to_have_attribute("data-ok", "true")
        expect(guest.see("check-memory")).to_have_attribute("data-ok", "true")

    # A house that says afterwards that other cards were gone.
    def lie(route: Route) -> None:
        told: dict[str, Any] = route.fetch().json()
        gone = told["shoe"]["gone"]
        gone[0] = next(card for card in told["deck_order"] if card not in gone)
        route.fulfill(json=told)

    guest.page.route(f"**/api/history/{played[-1]}", lie)
    guest.page.reload()
    guest.click("verify")
    expect(guest.see("verdict")).to_have_attribute("data-ok", "false")
    expect(guest.see("check-shoe")).to_have_attribute("data-ok", "false")
