"""History, replay, and the page's own verification: it accepts a true record and refuses a changed card."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Route
from tests.browser.evidence import accessible
from tests.browser.patron import Patron, expect, mine

from houseway.cards import DECK


def play_one(patron: Patron, game: str = "high-card-draw", wager: str = "play") -> dict[str, Any]:
    patron.sit_down(game)
    patron.bet(wager)
    over = patron.play_on()
    patron.get_up()
    return over


def another(card: str) -> str:
    return next(each.text for each in DECK if each.text != card)


def test_a_changed_card_is_refused(patron: Patron, tmp_path: Path) -> None:
    over = play_one(patron)
    round_, card = over["round"]["id"], mine(over)["dealt"][0]
    patron.go(f"/history/{round_}")
    patron.click("verify")
    expect(patron.see("verdict")).to_have_attribute("data-ok", "true")
    for check in ("memory", "own", "felt"):  # what this browser has seen and added is compared as well
        expect(patron.see(f"check-{check}")).to_have_attribute("data-known", "true")
    with patron.page.expect_download() as download:
        patron.click("download-record")
    true = tmp_path / "true.json"
    download.value.save_as(true)
    changed = tmp_path / "changed.json"
    changed.write_text(true.read_text().replace(f'"{card}"', f'"{another(card)}"'))
    patron.see("record-file").set_input_files(true)
    expect(patron.see("verdict")).to_contain_text("true.json")
    expect(patron.see("verdict")).to_have_attribute("data-ok", "true")
    patron.see("record-file").set_input_files(changed)
    expect(patron.see("verdict")).to_contain_text("changed.json")
    expect(patron.see("verdict")).to_have_attribute("data-ok", "false")

    # A house that tells another story afterwards: one card in what was dealt, everything else as it was.
    def lie(route: Route) -> None:
        told = route.fetch().json()
        for event in told["events"]:
            if event["event"] == "Dealt" and card in event["cards"]:
                event["cards"] = [another(card) if each == card else each for each in event["cards"]]
        route.fulfill(json=told)

    patron.page.route(f"**/api/history/{round_}", lie)
    patron.page.reload()
    patron.click("verify")
    expect(patron.see("verdict")).to_have_attribute("data-ok", "false")
    expect(patron.see("check-events")).to_have_attribute("data-ok", "false")

    # Or one that has chosen its seed only afterwards.
    def other_seed(route: Route) -> None:
        told = route.fetch().json()
        seed = told["server_seed"]
        told["server_seed"] = ("0" if seed[0] != "0" else "1") + seed[1:]
        route.fulfill(json=told)

    patron.page.unroute(f"**/api/history/{round_}")
    patron.page.route(f"**/api/history/{round_}", other_seed)
    patron.page.reload()
    patron.click("verify")
    expect(patron.see("check-commitment")).to_have_attribute("data-ok", "false")
    patron.page.unroute(f"**/api/history/{round_}")

    # Or one that has left out this browser's words, and says that nobody added any.
    def without_words(route: Route) -> None:
        told = route.fetch().json()
        told["player_seeds"] = told["promised"] = []
        for event in told["events"]:
            event.pop("promise", None)
            event.pop("player_seeds", None)
        route.fulfill(json=told)

    patron.page.route(f"**/api/history/{round_}", without_words)
    patron.page.reload()
    patron.click("verify")
    expect(patron.see("check-words")).to_have_attribute("data-ok", "true")
    expect(patron.see("check-own")).to_have_attribute("data-ok", "false")
    patron.page.unroute(f"**/api/history/{round_}")


def test_history_and_replay(patron: Patron) -> None:
    first = play_one(patron, "two-card-roo", "roo")
    over = play_one(patron)
    patron.go("/history")
    rows = patron.see("history-rows").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("High Card Draw")
    patron.see("history-game").select_option("two-card-roo")
    expect(rows).to_have_count(1)
    expect(patron.see(f"history-{first['round']['id']}")).to_contain_text("; your hand: ")  # it need not be the reason
    patron.see("history-game").select_option("")
    assert accessible(patron) == []
    patron.see(f"history-{over['round']['id']}").get_by_test_id("replay-link").click()

    patron.see("replay-felt").wait_for()
    texts = patron.see("events").locator("li .what").all_inner_texts()
    assert len(texts) > 4
    cards = patron.see("replay-felt").locator('[data-card]:not([data-card="back"])')
    expect(cards).to_have_count(0)  # nothing is dealt yet
    for number, text in enumerate(texts):
        expect(patron.see("step-number")).to_have_text(f"{number + 1} of {len(texts)}")
        expect(patron.see("step-text")).to_have_text(text)
        patron.page.keyboard.press("ArrowRight")
    shown = set(cards.evaluate_all("cards => cards.map(card => card.dataset.card)"))
    held = set(mine(over)["dealt"]) | set(over["view"]["dealer"]["cards"])
    assert held <= shown
    patron.page.keyboard.press("Home")
    expect(cards).to_have_count(0)
    assert accessible(patron) == []


def test_the_rounds_of_others_are_not_shown(patron: Patron, browser: Any) -> None:
    over = play_one(patron)
    stranger = Patron(browser, patron.address)
    stranger.forgiving = True  # a refusal stands in the console of every browser
    stranger.go("/account")
    stranger.click("play-as-guest")
    stranger.see("account-balance").wait_for()
    stranger.go(f"/history/{over['round']['id']}")
    expect(stranger.page.get_by_role("alert")).to_be_visible()
    refused = [json.loads(text) for _, path, text in stranger.answers if path == f"/api/history/{over['round']['id']}"]
    assert [answer["code"] for answer in refused] == ["unknown_round"]
    stranger.leave()
