"""Every page for everybody: what stands on it, and that axe-core finds nothing serious, wide and narrow."""

from __future__ import annotations

import pytest
from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import COUNTING_SECONDS, Patron, expect
from tests.server.server_process import Guest, ServerProcess

from houseway.catalog import any_game_class, game_ids
from houseway.rules.game import Game

GAMES = game_ids()
WHOLE = {  # pages, and what comes last on them
    "/how-to-play/high-card-flush": ["procedure", "options"],
    "/odds/high-card-flush": ["odds-ante", "distribution", "options"],
    "/history": ["history-nobody"],
    "/account": ["play-as-guest", "login-form"],
    "/nowhere": [],
}


@pytest.mark.parametrize("phone", [False, True])
def test_the_lobby(enter: Enter, phone: bool) -> None:
    patron = enter(phone=phone)
    patron.go("/")
    for game in GAMES:
        card = patron.see(f"game-{game}")
        expect(card.get_by_role("heading")).to_have_text(any_game_class(game).name)
        expect(card).to_contain_text(any_game_class(game).blurb)
    tables = patron.page.locator('a[data-testid^="table-"]')
    expect(tables.nth(len(GAMES) - 1)).to_be_visible()
    names = [any_game_class(game).name for game in GAMES]
    expect(patron.page.locator('[data-testid^="tables-of-"] h3')).to_have_text(names)
    assert accessible(patron) == []
    assert patron.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    patron.see("filter").select_option("mini-tex")
    expect(tables.first).to_contain_text("Mini-Tex 3 Card Hold'em")


@pytest.mark.parametrize("game", GAMES)
def test_how_to_play(patron: Patron, game: str) -> None:
    patron.go(f"/how-to-play/{game}")
    rules = any_game_class(game).make()
    for sentence in rules.rules_of_play():
        expect(patron.see("rules")).to_contain_text(sentence)
    for example in rules.examples() if isinstance(rules, Game) else ():
        expect(patron.see("examples")).to_contain_text(example.sentence(rules))
    for notice in rules.notices():
        expect(patron.see("notices")).to_contain_text(notice)
    for wager in rules.wagers:
        expect(patron.see("wagers")).to_contain_text(wager.name)
    patron.see("procedure").wait_for()


@pytest.mark.parametrize("phone", [False, True])
def test_nothing_serious_for_axe(enter: Enter, phone: bool) -> None:
    patron = enter(phone=phone)
    for path, whole in WHOLE.items():
        patron.go(path)
        patron.page.get_by_role("heading", level=1).wait_for()
        for last in whole:
            patron.see(last).first.wait_for(timeout=COUNTING_SECONDS * 1000)
        assert accessible(patron) == [], path
        assert patron.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_odds_beside_the_table(patron: Patron) -> None:
    patron.sit_down("high-card-flush")
    patron.click("side-switch")
    expect(patron.see("how-to-panel")).to_be_visible()
    patron.click("tab-odds")
    patron.see("odds-ante").wait_for(timeout=COUNTING_SECONDS * 1000)
    expect(patron.see("odds-ante").get_by_test_id("house-edge")).to_contain_text("2.6")
    expect(patron.see("distribution").first).to_be_visible()
    assert accessible(patron) == []
    patron.click("tab-history")
    patron.click("tab-log")
    assert accessible(patron) == []


def test_a_game_of_another_package(with_example: Enter) -> None:
    patron = with_example()
    patron.sit_down("high-low-duel")
    state = patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.bet(*state["table"]["limits"])
    over = patron.play_on()
    expect(patron.see("net")).to_have_attribute("data-cents", str(over["result"]["net"]))
    for line in over["result"]["lines"]:
        expect(patron.see(f"line-{line['wager']}")).to_contain_text(line["reason"])
    assert accessible(patron) == []
    patron.go("/how-to-play/high-low-duel")
    patron.see("rules").wait_for()


def test_staff_reach_the_pit_on_a_phone(enter: Enter, house: ServerProcess, pit: Guest) -> None:
    """Every page of the bar is in sight without swiping, and leads where it says."""
    patron = enter(phone=True)
    patron.context.add_cookies(
        [{"name": name, "value": value, "url": house.address} for name, value in pit.http.cookies.items()]
    )
    for width in (390, 320):
        patron.page.set_viewport_size({"width": width, "height": 844})
        patron.go("/history")
        patron.see("balance").wait_for()
        bar = patron.page.get_by_role("navigation", name="Pages")
        for name in ("History", "Odds", "How to play", "Pit"):
            box = bar.get_by_role("link", name=name).bounding_box()
            assert box is not None
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        overflow = bar.evaluate("bar => [bar.scrollWidth - bar.clientWidth, document.body.scrollWidth - innerWidth]")
        assert max(overflow) <= 0
    bar.get_by_role("link", name="Pit").tap()
    expect(patron.page).to_have_url(f"{house.address}/pit")
    patron.page.get_by_role("link", name="Houseway, to the lobby").tap()
    expect(patron.page).to_have_url(f"{house.address}/")
