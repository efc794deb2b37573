"""What a deal brings only now and then: the house of these tests shuffles from a seed that brings it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import Enter, open_door
from tests.browser.evidence import accessible
from tests.browser.patron import CHIPS, expect, mine
from tests.server.server_process import ServerProcess

from houseway import game
from houseway.table.round import Round
from houseway.table.shuffle import seed_from

# Read by every Python that starts with this folder on its path: the server's secret seeds are this one.
SEEDED = """
from houseway.table import shuffle
shuffle.new_seed = lambda: bytes.fromhex("{seed}")
"""
WORDS = "07" * 32
# The page makes up 32 bytes of words for the shuffle; here they are always the same.
SAME_WORDS = """
const real = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (bytes) => (bytes.length === 32 ? bytes.fill(7) : real(bytes));
"""


def a_seed(name: str, wager: str, wanted: Callable[[Round], bool]) -> bytes:
    """The first seed with such a deal for somebody who plays alone."""
    for number in range(10_000):
        seed = seed_from(str(number))
        round_ = Round(game(name), seats=1, seed=seed)
        round_.wager(1, {wager: 500}, player_seed=WORDS)
        round_.deal()
        if wanted(round_):
            return seed
    raise AssertionError("no such deal")


@contextmanager
def seeded(seed: bytes, house: ServerProcess, browser: Browser, folder: Path) -> Iterator[Enter]:
    (folder / "seeded").mkdir()
    (folder / "seeded" / "sitecustomize.py").write_text(SEEDED.format(seed=seed.hex()))
    house.forked = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder / "seeded"), os.environ.get("PYTHONPATH", "")]))
        house.open()
    with open_door(browser, house) as enter:
        yield enter


def sized_raise(round_: Round) -> bool:
    return any(offer.most > 1 for offer in round_.legal_actions(1))


def test_a_raise_of_any_size_between(browser: Browser, own_house: ServerProcess, tmp_path: Path) -> None:
    seed = a_seed("high-card-flush", "ante", sized_raise)
    with seeded(seed, own_house, browser, tmp_path) as enter:
        patron = enter()
        patron.page.add_init_script(SAME_WORDS)
        patron.sit_down("high-card-flush")
        patron.bet("ante")
        offer = next(offer for offer in patron.until(lambda state: state["legal"])["legal"]["offers"] if offer["most"])
        slider = patron.page.locator("#custom")
        expect(slider).to_have_attribute("min", str(offer["price"]))
        expect(slider).to_have_attribute("max", str(offer["most"]["price"]))
        slider.fill(str(offer["price"] + 200))
        expect(patron.see("custom")).to_contain_text("Bet $7")
        patron.click("custom")
        patron.see("result").wait_for()
        assert mine(patron.state)["stakes"]["raise"] == 700
        patron.shows_balance(CHIPS + patron.state["result"]["net"])


def a_pair(round_: Round) -> bool:
    one, other = round_.view(1).seats[1].cards["dealt"]
    return one is not None and other is not None and one.text[0] == other.text[0]


def test_a_pair_that_is_dealt_is_settled_at_once(browser: Browser, own_house: ServerProcess, tmp_path: Path) -> None:
    """Nothing is decided, the cards stay in sight, and the page says why it is over."""
    with seeded(a_seed("three-card-roo", "play", a_pair), own_house, browser, tmp_path) as enter:
        patron = enter()
        patron.page.add_init_script(SAME_WORDS)
        patron.sit_down("three-card-roo")
        patron.bet("play", "pairs-pay")
        over = patron.until(lambda state: state["phase"] == "showing", "the end")
        patron.see("result").wait_for()
        expect(patron.see("decision")).to_have_count(0)
        for card in mine(over)["dealt"]:
            expect(patron.see("own-place").locator(f'[data-card="{card}"]')).to_be_visible()
        for line in over["result"]["lines"]:
            expect(patron.see(f"line-{line['wager']}")).to_contain_text(line["reason"])
        won = next(line for line in over["result"]["lines"] if line["wager"] == "pairs-pay")
        assert won["returned"] > won["amount"]
        expect(patron.see("hint")).to_have_attribute("data-number", "3")
        assert accessible(patron) == []
