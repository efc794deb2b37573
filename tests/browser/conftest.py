"""A real Chromium at a real server, on both databases. What every page was sent is searched when a test is over."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.browser.evidence import check
from tests.browser.patron import Patron
from tests.server.conftest import fresh_database, postgres
from tests.server.house import Guest, House

__all__ = ["postgres"]

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
SETTINGS = {  # nobody is hurried: a test goes on when it has seen what it waits for
    "betting_seconds": 30,
    "decision_seconds": 120,
    "showing_seconds": 60,
    "between_hands_seconds": 60,
    "program_seconds": 0.05,
    "away_seconds": 2,  # but who has gone keeps nobody waiting
    "leave_seconds": 0,
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


@pytest.fixture(scope="package")
def pit(house: House) -> Guest:
    """The pit boss, over HTTP: for what a test needs and another one shows by mouse."""
    return house.admin()


@pytest.fixture(params=["sqlite", "postgresql"])
def own_house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """A house for one test alone, which may be killed; not opened yet."""
    found = House(fresh_database(request.param, tmp_path, request), tmp_path, **SETTINGS | {"away_seconds": 60})
    yield found
    found.stop()
    assert found.check_ledger() == 0


@contextmanager
def open_door(browser: Browser, house: House, *, search: bool = True) -> Iterator[Enter]:
    """Lets people in; in the end all that their browsers were sent is looked through."""
    patrons: list[Patron] = []

    def come(*, phone: bool = False, motion: bool = False) -> Patron:
        patrons.append(Patron(browser, house.address, phone=phone, motion=motion))
        return patrons[-1]

    yield come
    for patron in patrons:
        patron.leave()
    for patron in patrons:
        assert (list(check(house, patron)) if search else patron.complaints) == []


@pytest.fixture
def enter(browser: Browser, house: House) -> Iterator[Enter]:
    with open_door(browser, house) as come:
        yield come


@pytest.fixture
def enter_own(browser: Browser, own_house: House) -> Iterator[Enter]:
    with open_door(browser, own_house.open()) as come:
        yield come


@pytest.fixture
def patron(enter: Enter) -> Patron:
    """Somebody at a desk."""
    return enter()
