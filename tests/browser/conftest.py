"""A real Chromium at a real server, on both databases. What every page was sent is searched when a test is over."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.browser.evidence import check
from tests.browser.patron import Patron
from tests.server.conftest import fresh_database, postgres
from tests.server.house import House

__all__ = ["postgres"]

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
SETTINGS = {  # nobody is hurried: a test goes on when it has seen what it waits for
    "betting_seconds": 30,
    "decision_seconds": 120,
    "showing_seconds": 60,
    "program_seconds": 0.05,
}

Enter = Callable[..., Patron]


# Not for the session: while Playwright is at work, no other test of this process can run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "the tests of the page need Chromium: apt install chromium"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, "--no-first-run"])
        yield found
        found.close()


@pytest.fixture(scope="package", params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running server, on each kind of database; its books are right in the end."""
    folder = tmp_path_factory.mktemp("house")
    found = House(fresh_database(request.param, folder, request), folder, **SETTINGS).open()
    yield found
    found.stop()
    assert found.check_ledger() == 0


@pytest.fixture
def enter(browser: Browser, house: House) -> Iterator[Enter]:
    """Let somebody in; at the end of the test all that their browsers were sent is looked through."""
    patrons: list[Patron] = []

    def come(*, phone: bool = False, motion: bool = False) -> Patron:
        patrons.append(Patron(browser, house.address, phone=phone, motion=motion))
        return patrons[-1]

    yield come
    for patron in patrons:
        patron.page.wait_for_timeout(50)  # what is on its way arrives
        patron.close()
    for patron in patrons:
        assert list(check(house, patron)) == []


@pytest.fixture
def patron(enter: Enter) -> Patron:
    """Somebody at a desk."""
    return enter()
