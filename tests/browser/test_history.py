"""A person's own rounds: what they came to, each of them again on its felt with the coach, and links that lead on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import COUNTING_SECONDS, Patron, expect, mine, money
from tests.server.server_process import ServerProcess


def play(patron: Patron, game: str, *wagers: str) -> dict[str, Any]:
    patron.sit_down(game)
    patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.bet(*wagers)
    over = patron.play_on()
    patron.get_up()
    return over


def signed(cents: int) -> str:
    return "even" if not cents else f"+{money(cents)}" if cents > 0 else money(cents)


def test_a_round_again_on_its_own_felt_with_the_coach(patron: Patron) -> None:
    over = play(patron, "high-card-flush", "ante")
    number, round_ = over["round"]["number"], over["round"]["id"]
    patron.go(f"/history/{round_}")  # where rounds once were
    expect(patron.page).to_have_url(f"{patron.address}/rounds/{round_}")
    expect(patron.page.get_by_role("heading", level=1)).to_contain_text(f"Round {number} at High Card Flush")
    expect(patron.page).to_have_title(f"Round {number} at {over['table']['name']} · Houseway")
    expect(patron.see("replay-about")).to_contain_text(f"Number {round_}")
    felt = patron.see("replay-felt")
    for area in ("ante", "flush", "straight-flush"):
        expect(felt.locator(f'[data-area="{area}"]').first).to_be_visible()  # the layout of the table
    patron.see("review-words").wait_for(timeout=COUNTING_SECONDS * 1000)
    patron.page.keyboard.press("End")
    for card in mine(over)["dealt"]:
        expect(felt.get_by_test_id("own-place").locator(f'[data-card="{card}"]').first).to_be_visible()
    assert accessible(patron) == []

    cost = patron.see("decision-cost")
    expect(cost).to_have_count(1)
    cost.click()
    values = patron.see("review-values").locator("td[data-exact]")
    found = [Fraction(str(value.get_attribute("data-exact"))) for value in values.all()]
    assert found == sorted(found, reverse=True)
    assert len(found) >= 2
    expect(patron.see("review-values").locator(".chosen")).to_have_count(1)
    expect(patron.see("review-now")).to_contain_text("best play" if "best play" in cost.inner_text() else "cost")
    shown = felt.locator('[data-testid="places-dealer"] [data-card]:not([data-card="back"])')
    expect(shown).to_have_count(0)  # at the decision the dealer's cards were face down


def test_hidden_cards_are_told_in_words(patron: Patron) -> None:
    over = play(patron, "high-card-flush", "ante")
    patron.go(f"/rounds/{over['round']['id']}")
    expect(patron.see("events")).to_contain_text("seven cards (face down)")
    assert "??" not in patron.page.locator("main").inner_text()


@pytest.mark.parametrize("phone", [False, True])
def test_results_beside_theory_and_the_balance(enter: Enter, phone: bool) -> None:
    patron = enter(phone=phone)
    first = play(patron, "two-card-roo", "roo")
    second = play(patron, "high-card-draw", "play")
    nets = [over["result"]["net"] for over in (first, second)]
    patron.go("/history")
    expect(patron.see("results-words")).to_contain_text("2 rounds, ")
    expect(patron.see("results-words")).to_contain_text(signed(sum(nets)))
    for game, net in zip(("two-card-roo", "high-card-draw"), nets, strict=True):
        expect(patron.see(f"results-{game}").get_by_test_id("result")).to_contain_text(signed(net))
    expect(patron.see("balance-words")).to_contain_text(f"to {money(100_000 + sum(nets))} on")
    patron.see("balance-curve").get_by_text("The same as a table").click()
    expect(patron.see("balance-rows").locator("tbody tr")).to_have_count(3)  # the newcomer's chips and two rounds
    assert accessible(patron) == []
    assert patron.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    patron.see("history-only").select_option("void")
    expect(patron.see("history-empty")).to_be_visible()
    patron.press(patron.see("history-all"))
    patron.see("history-table").fill(str(first["table"]["id"]))
    patron.see("history-table").press("Enter")
    expect(patron.see("history-rows").locator("tbody tr")).to_have_count(1)


def test_a_link_to_nothing_says_so_and_leads_on(patron: Patron) -> None:
    play(patron, "two-card-roo", "roo")
    with patron.refused():
        patron.go("/rounds/99999999")
        expect(patron.see("gone").get_by_role("alert")).to_contain_text("there is no round 99999999")
    patron.see("gone").get_by_role("link", name="Your rounds").click()
    expect(patron.see("history-rows")).to_be_visible()
    with patron.refused():
        patron.go("/table/99999999")
        expect(patron.see("gone")).to_be_visible()
    assert accessible(patron) == []


def test_how_to_play_among_players_has_no_link_to_nothing(patron: Patron) -> None:
    patron.go("/how-to-play/mini-tex-pvp")
    patron.see("procedure").wait_for()
    expect(patron.page.locator('a[href^="/odds/"]')).to_have_count(0)
    patron.go("/odds/mini-tex-pvp")
    expect(patron.see("no-odds")).to_contain_text("among players")


def test_amounts_and_dates_follow_the_browser(enter: Enter, house: ServerProcess) -> None:
    patron = enter(locale="de-DE")
    over = play(patron, "two-card-roo", "roo")
    patron.go("/history")
    expect(patron.see("history-rows").locator("tbody tr").first).to_contain_text("\u00a0$")  # behind the number
    expect(patron.see(f"history-{over['round']['id']}").locator('[data-label="When"]')).to_contain_text(".20")


def test_the_discard_of_three_card_draw_poker_has_a_word(patron: Patron) -> None:
    patron.sit_down("three-card-draw-poker")
    spot = patron.see("own-place").locator('[data-area="discard"]')
    expect(spot).to_contain_text("X")
    expect(spot).to_contain_text("discard")
    expect(patron.see("commitment")).to_contain_text("Shuffle sealed before the bets")
