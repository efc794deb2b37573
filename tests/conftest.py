"""What every test has: examples that are the same in every run, and a place in one of the three suites."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings
from tests.sizes import SUITE

TESTS = Path(__file__).parent
MANY = 40
FIRST = ("browser", "server", "project", "audit", "simulation", "odds")
SERVERLESS = ("test_clocks_exactly", "test_edges", "test_leaks", "test_live_messages")  # of tests/server

# Every run tries the same examples: a red run means a change, not luck. The thorough one looks for new ones, and prints
# how to repeat what it finds.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("searching", max_examples=1000, deadline=None, print_blob=True)
settings.load_profile("searching" if SUITE == "thorough" else "steady")


def pytest_configure() -> None:
    """Heed Ctrl-C. A shell starts background jobs (`make test &`, `nohup`) with it ignored, and children inherit that."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """`make quick` needs neither a server nor a browser."""
    if SUITE != "quick":
        return None
    starts_one = collection_path.parent == TESTS / "server" and collection_path.stem.startswith("test_")
    if collection_path == TESTS / "browser" or (starts_one and collection_path.stem not in SERVERLESS):
        return True
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long is left out of the quick suite, and what is marked thorough out of all but the thorough one."""
    too_long = {"quick": ("slow", "thorough"), "test": ("thorough",), "thorough": ()}[SUITE]
    left = [item for item in items if any(item.get_closest_marker(mark) for mark in too_long)]
    items[:] = [item for item in items if item not in left]
    if left:
        config.hook.pytest_deselected(items=left)
    _keep_small_tests_together(items)
    # First what takes long and cannot be divided: the many small tests then fill whatever time is left. xdist would put
    # groups of few tests last, which are just those.
    items.sort(key=lambda item: _first(item.path.relative_to(TESTS).parts[0]))


def _first(folder: str) -> int:
    return FIRST.index(folder) if folder in FIRST else len(FIRST)


def _keep_small_tests_together(items: list[pytest.Item]) -> None:
    """Files of very many tests go to one worker as a whole: handing each out takes longer than running it."""
    tests = Counter(item.path for item in items)
    for item in items:
        if tests[item.path] > MANY and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
