"""A real Chromium at a real server. What every page was sent is searched when a test is over.

`make thorough` does everything on both databases; `make test` does everything on SQLite, and on PostgreSQL only what is
marked by `also_on_postgresql`.
"""

from __future__ import annotations

import os
import shutil
import time
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser, sync_playwright
from tests.browser.evidence import check, person_of
from tests.browser.patron import Patron
from tests.browser.samples import SAMPLES
from tests.server.conftest import fresh_database, postgres
from tests.server.server_process import LONG, PATIENT, Guest, ServerProcess
from tests.sizes import databases

from houseway.server.storage.schema import seats

__all__ = ["postgres"]

HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "docs" / "example-game"
# The same browser without its window, which takes three times the work to draw, is taken where it is installed.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
# Nobody is hurried, and a page that is loaded anew finds its seat; but who goes elsewhere with nothing in play is gone.
SETTINGS: dict[str, Any] = PATIENT | {"leave_seconds": 0}
# So that workers share the work, each with a house of its own: parts that take about as long.
PARTS = {
    "first": {"test_among_players.py", "test_coach.py", "test_games.py", "test_together.py"},
    "second": {
        "test_bars.py",
        "test_every_way.py",
        "test_fairness.py",
        "test_felt.py",
        "test_ghosts.py",
        "test_history.py",
        "test_irregularities.py",
        "test_motion.py",
    },
    "third": {
        "test_chat.py",
        "test_first_round.py",
        "test_overlaps.py",
        "test_pit.py",
        "test_pit_live.py",
        "test_rabbit_hunt.py",
        "test_rare_deals.py",
        "test_void.py",
    },
}


Enter = Callable[..., Patron]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this run does not do on PostgreSQL; what uses the same house stays together."""
    left = []
    for item in items:
        if item.path.parent != HERE or not isinstance(item, pytest.Function):
            continue
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        kind = parameters.get("house", parameters.get("own_house", "sqlite"))
        part = next((name for name, files in PARTS.items() if item.path.name in files), "fourth")
        if kind not in databases():
            part = "sample"
            wanted = SAMPLES.get(item.function)
            if wanted is None or not wanted.items() <= parameters.items():
                left.append(item)
        item.add_marker(pytest.mark.xdist_group(f"browser {kind} {part}"))
    items[:] = [item for item in items if item not in left]
    if left:
        config.hook.pytest_deselected(items=left)


# Not for the session: while Playwright is at work, no other test of this process can run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "the tests of the page need Chromium: apt install chromium-headless-shell"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*FLAGS, "--no-first-run"], timeout=LONG * 1000
        )
        yield found
        found.close()


@pytest.fixture(scope="package", params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A running server; its books are right in the end."""
    folder = tmp_path_factory.mktemp("house")
    found = ServerProcess(fresh_database(request.param, folder, request), folder, **SETTINGS)
    found.forked = True
    yield found.open()
    found.stop()
    prove_ledger(found)


@pytest.fixture(scope="package")
def pit(house: ServerProcess) -> Guest:
    """The pit boss, over HTTP: for what a test needs and another one shows by mouse."""
    return house.admin()


@pytest.fixture(params=["sqlite", "postgresql"])
def own_house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcess]:
    """A house for one test alone, which may be killed; not opened yet."""
    found = ServerProcess(fresh_database(request.param, tmp_path, request), tmp_path, **SETTINGS)
    found.forked = True
    yield found
    found.stop()
    prove_ledger(found)


def prove_ledger(house: ServerProcess) -> None:
    """They are right, whatever was done; in a thread, because Playwright has an event loop in this one."""
    with ThreadPoolExecutor() as elsewhere:
        assert elsewhere.submit(house.wrong).result() == {}


@contextmanager
def open_door(browser: Browser, house: ServerProcess, *, search: bool = True) -> Iterator[Enter]:
    """Lets people in; in the end all that their browsers were sent is looked through."""
    patrons: list[Patron] = []

    def come(*, phone: bool = False, motion: bool = False, locale: str = "en-US") -> Patron:
        patrons.append(Patron(browser, house.address, phone=phone, motion=motion, locale=locale))
        return patrons[-1]

    yield come
    for patron in patrons:
        patron.leave()
    _until_gone(house, patrons)
    for patron in patrons:
        assert (list(check(house, patron)) if search else patron.complaints) == []


def _until_gone(house: ServerProcess, patrons: list[Patron]) -> None:
    """Their seats are free: who comes next to a table finds nobody to wait for."""
    people = {person_of(frames) for patron in patrons for frames in patron.connections} - {None}
    deadline = time.monotonic() + LONG
    with house.engine() as connection:
        seated = sa.select(seats.c.table_id, seats.c.seat).where(seats.c.person_id.in_(people))
        while house.process is not None and (found := connection.execute(seated).all()):
            assert time.monotonic() < deadline, f"somebody still sits at {found}"
            connection.rollback()  # look at the database as it is now
            time.sleep(0.05)


@pytest.fixture
def enter(browser: Browser, house: ServerProcess) -> Iterator[Enter]:
    with open_door(browser, house) as come:
        yield come


@pytest.fixture
def enter_own(browser: Browser, own_house: ServerProcess) -> Iterator[Enter]:
    with open_door(browser, own_house.open()) as come:
        yield come


@pytest.fixture
def patron(enter: Enter) -> Patron:
    """Somebody at a desk."""
    return enter()


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
