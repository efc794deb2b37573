"""What only some games have, by mouse: bets that go together, one that is taken back, half of a stake back, jokers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import open_door
from tests.browser.patron import CHIPS, Patron, expect, mine, money
from tests.server import every_way
from tests.server.server_process import ServerProcess

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In the server's process and in this one, which proves its books."""
    every_way.install(tmp_path / "packages")
    paths = [str(tmp_path / "packages"), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    with every_way.installed():
        yield


def test_bets_that_go_together_come_and_go_together(browser: Browser, own_house: ServerProcess) -> None:
    own_house.forked = False
    with open_door(browser, own_house.open()) as enter:
        patron = enter()
        patron.go("/")
        expect(patron.see(f"edge-{every_way.ID}")).to_have_text("House edges are not counted here.")
        patron.sit_down(every_way.ID)
        patron.click("spot-blind")
        _lie(patron, ante=500, blind=500, let=500)
        patron.click("minus-let")
        _lie(patron, ante=0, blind=0, let=0)
        patron.click("spot-ante")
        patron.click("spot-let")
        patron.click("deal")
        _lie(patron, ante=500, blind=500, let=1000)
        patron.shows_balance(CHIPS - 2000)

        patron.press(patron.page.get_by_role("button", name="Pull · $10 back"))
        patron.until(lambda state: (state["legal"] or {}).get("at") == "play", "the next decision")
        _lie(patron, ante=500, blind=500, let=0)
        patron.shows_balance(CHIPS - 1000)
        assert patron.action("Raise 1x").count() == patron.action("Raise 3x").count() == 1
        patron.see("custom").wait_for()
        patron.press(patron.action("Surrender"))
        patron.see("result").wait_for()
        expect(patron.see("settled-ante")).to_have_text("−$2.50")
        expect(patron.see("line-blind")).to_contain_text(f"{money(250)} comes back")
        patron.shows_balance(CHIPS - 500)
        for name, card in (("black joker", "Xb"), ("red joker", "Xr")):
            drawn = patron.page.get_by_test_id("felt").locator(f'[data-card="{card}"]')
            expect(drawn).to_have_attribute("aria-label", re.compile(f"^{name}"))
            assert drawn.locator("img").evaluate("img => img.complete && img.naturalWidth > 0")


def _lie(patron: Patron, **stakes: int) -> None:
    """So much is on these spots of the felt."""
    for wager, cents in stakes.items():
        expect(patron.see(f"spot-{wager}")).to_have_attribute("data-cents", str(cents))


def test_any_amount_between_the_ends_of_a_raise(browser: Browser, own_house: ServerProcess) -> None:
    own_house.forked = False
    with open_door(browser, own_house.open()) as enter:
        patron = enter()
        patron.sit_down(every_way.ID)
        patron.bet("ante")
        patron.press(patron.action("Ride"))
        patron.see("custom").wait_for()
        patron.page.locator("#custom").fill("1200")
        expect(patron.see("custom")).to_contain_text("Bet $12")
        patron.click("custom")
        patron.see("result").wait_for()
        assert mine(patron.state)["stakes"]["raise"] == 1200
