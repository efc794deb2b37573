"""Rules and pays changed in the browser: the odds that are painted are those that are solved, and a link shows them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import Patron, expect
from tests.server.server_process import ServerProcess

from houseway.catalog import game_class
from houseway.odds.solver import solve

GAME = "two-card-roo"


def percent(value: float) -> str:
    return f"{100 * value:.4f}%".replace("-", "−")


def edge(wager: str, **options: str) -> float:
    return float(solve(game_class(GAME).make(None, options)).wager(wager).house_edge)


def figure(patron: Patron, wager: str, name: str) -> Any:
    return patron.see(f"figures-{wager}").get_by_test_id(name)


def test_a_pay_is_changed_and_the_odds_follow(patron: Patron) -> None:
    patron.go(f"/odds/{GAME}")
    patron.click("what-if-link")
    expect(figure(patron, "pairs-pay", "edge-a")).to_have_text(percent(edge("pairs-pay")))
    patron.click("more-pairs-pay-0")
    expect(figure(patron, "pairs-pay", "edge-a")).to_have_text(percent(edge("pairs-pay", **{"pairs-pay": "16"})))
    expect(patron.see("told")).to_contain_text("Pairs Pay")
    expect(patron.see("odds-pairs-pay").get_by_test_id("house-edge")).to_have_text(
        percent(edge("pairs-pay", **{"pairs-pay": "16"}))
    )
    row = patron.see("pay-pairs-pay-0")
    row.press("ArrowDown")
    row.press("ArrowDown")
    expect(row).to_have_value("14")
    changed = edge("pairs-pay", **{"pairs-pay": "14"})
    expect(figure(patron, "pairs-pay", "edge-a")).to_have_text(percent(changed))
    assert "set=pairs-pay%3D14" in patron.page.url
    patron.see("option-ties").select_option("dealer")
    expect(figure(patron, "roo", "edge-a")).to_have_text(percent(edge("roo", ties="dealer")))
    expect(figure(patron, "pairs-pay", "edge-a")).to_have_text(percent(changed))
    expect(patron.see("edges-chart").locator("canvas")).to_be_visible()
    patron.see("table-pairs-pay").select_option("off")
    expect(patron.see("figures-pairs-pay")).to_have_count(0)
    patron.click("side-a-reset")
    expect(figure(patron, "roo", "edge-a")).to_have_text(percent(edge("roo")))


@pytest.mark.parametrize("phone", [False, True])
def test_two_sets_of_rules_and_a_link_to_them(enter: Enter, phone: bool) -> None:
    patron = enter(phone=phone)
    patron.go(f"/what-if/{GAME}?set=ties=dealer")
    expect(figure(patron, "roo", "edge-a")).to_have_text(percent(edge("roo", ties="dealer")))
    assert accessible(patron) == []
    patron.click("compare")  # the edition is A then, and what was changed is B
    expect(figure(patron, "roo", "edge-a")).to_have_text(percent(edge("roo")))
    expect(figure(patron, "roo", "edge-b")).to_have_text(percent(edge("roo", ties="dealer")))
    by = edge("roo", ties="dealer") - edge("roo")
    assert by > 0
    expect(figure(patron, "roo", "edge-change")).to_have_text(f"+{percent(by)}")
    expect(figure(patron, "pairs-pay", "edge-change")).to_have_text("=")
    patron.press(patron.see("side-b").get_by_test_id("more-pairs-pay-0"))
    dearer = edge("pairs-pay", ties="dealer", **{"pairs-pay": "16"})
    expect(figure(patron, "pairs-pay", "edge-b")).to_have_text(percent(dearer))
    expect(figure(patron, "pairs-pay", "edge-change")).to_have_text(percent(dearer - edge("pairs-pay")))
    expect(patron.see("beside-pairs-pay").locator("tr.marked")).to_have_count(13)  # every pair, and no loss
    expect(patron.see("side-a").get_by_text("beside: dealer")).to_be_visible()
    assert accessible(patron) == []
    assert patron.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    other = enter()
    other.go(patron.page.url)
    expect(figure(other, "pairs-pay", "edge-b")).to_have_text(percent(dearer))
    assert other.see("figures").inner_text().split() == patron.see("figures").inner_text().split()
    patron.click("side-b-close")
    expect(patron.see("side-b")).to_have_count(0)
    expect(figure(patron, "roo", "edge-a")).to_have_text(percent(edge("roo")))


def test_a_link_that_is_wrong_says_so(patron: Patron, house: ServerProcess) -> None:
    with patron.refused():
        patron.go(f"/what-if/{GAME}?set=luck=good")
        expect(patron.see("side-a-problem")).to_contain_text("There is no option 'luck' here")
    expect(patron.see("figures")).to_have_count(0)
    patron.click("side-a-reset")
    expect(figure(patron, "roo", "edge-a")).to_have_text(percent(edge("roo")))
    expect(patron.page).to_have_url(f"{house.address}/what-if/{GAME}?edition={game_class(GAME).make().edition}")
    patron.go("/what-if/nothing")
    expect(patron.see("no-game")).to_contain_text("There is no such game")


def test_the_report_of_these_rules_is_downloaded(patron: Patron, tmp_path: Path) -> None:
    patron.go(f"/what-if/{GAME}?set=ties=dealer")
    patron.see("report-format").select_option("json")
    with patron.page.expect_download() as download:
        patron.click("report-download")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    game = game_class(GAME).make(None, {"ties": "dealer"})
    assert file.name == f"{GAME}-{game.fingerprint[:8]}.json"
    assert game.fingerprint in json.dumps(json.loads(file.read_text()))
    expect(patron.see("report-told")).to_have_text("The report is in your downloads.")


def test_a_game_of_another_package(with_example: Enter) -> None:
    patron = with_example()
    patron.go("/what-if/high-low-duel")
    expect(figure(patron, "court", "edge-a")).to_have_text(percent(4 / 52))
    patron.click("less-court-0")  # an ace pays four: four units less of 52
    expect(figure(patron, "court", "edge-a")).to_have_text(percent(8 / 52))
    patron.see("side-a-edition").select_option("dealer")
    patron.click("compare")
    expect(figure(patron, "ante", "edge-change")).to_have_text("=")
