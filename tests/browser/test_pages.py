"""Every page for everybody: what stands on it, and that axe-core finds nothing serious, wide and narrow."""

from __future__ import annotations

import os
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import SETTINGS, Enter, open_door
from tests.browser.evidence import accessible
from tests.browser.patron import COUNTING_SECONDS, Patron, expect
from tests.server.server_process import Guest, ServerProcess

from houseway.catalog import any_game_class, game_ids

EXAMPLE = Path(__file__).parents[2] / "docs" / "example-game"
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


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The example game as pip leaves it (that pip does: `tests/test_example_game.py`): its code and its entry points."""
    about = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    target = Path(shutil.copytree(EXAMPLE / "src", tmp_path / "installed"))
    info = target / f"{about['name'].replace('-', '_')}-{about['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n")
    lines = [f"{game} = {place}" for game, place in about["entry-points"]["houseway.games"].items()]
    (info / "entry_points.txt").write_text("\n".join(["[houseway.games]", *lines, ""]))
    return target


@pytest.fixture
def with_example(browser: Browser, installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Enter]:
    """A house that has a game from another package installed."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(installed), os.environ.get("PYTHONPATH", "")]))
    house = ServerProcess(f"sqlite:///{tmp_path / 'house.sqlite'}", tmp_path, **SETTINGS).open()
    # Its rounds are not ours to play again here: the package is known to the server's process alone.
    with open_door(browser, house, search=False) as come:
        yield come
    house.stop()


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
