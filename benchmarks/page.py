"""The page in a real Chromium: frames while chips move, the first card, the heap of an evening.

Frames are counted in the browser's own trace, and the time to the first card runs from the click that deals.
Rounds of High Card Flush with every wager down, at the usual pace, on a screen of 1920 by 1080, from the last
decision to the result. The server and the browser share this machine's cores, and there is no graphics card.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright
from tests.browser.conftest import CHROMIUM, FLAGS, SETTINGS
from tests.browser.patron import Patron
from tests.server.server_process import ServerProcess

HEADINGS = ("what", "measured", "of", "work of the browser")
GAME = "high-card-flush"
ROUNDS = 5
DEALS = 20
EVENING = (20, 60, 100)  # rounds after which the heap is looked at
FIRST_CARD = """() => new Promise((done) => {
  const from = performance.now();
  const look = () =>
    document.querySelector('[data-testid="own-place"] [data-card]')
      ? done(performance.now() - from)
      : requestAnimationFrame(look);
  document.querySelector('[data-testid="deal"]').click();
  look();
})"""
LONG_TASK = 50_000  # µs
TIMELINE = "devtools.timeline"
CATEGORIES = [TIMELINE, f"disabled-by-default-{TIMELINE}", f"disabled-by-default-{TIMELINE}.frame"]


def rows() -> Iterator[tuple[str, str, str, str]]:
    with TemporaryDirectory(prefix="houseway-page-") as folder, sync_playwright() as playwright:
        house = ServerProcess(f"sqlite:///{folder}/house.sqlite", Path(folder), **SETTINGS).open()
        browser = playwright.chromium.launch(executable_path=CHROMIUM or shutil.which("chromium"), args=FLAGS)
        try:
            patron = Patron(browser, house.address, motion=True)
            patron.page.set_viewport_size({"width": 1920, "height": 1080})
            patron.sit_down(GAME)
            traces = []
            for _ in range(ROUNDS):
                patron.until(lambda state: state["phase"] == "betting", "betting")
                patron.bet(*patron.state["table"]["limits"])
                patron.see("decision").wait_for()
                patron.page.wait_for_timeout(2500)  # the cards lie
                browser.start_tracing(page=patron.page, categories=CATEGORIES)
                patron.decide()
                patron.see("result").wait_for()
                traces.append(json.loads(browser.stop_tracing()))
                patron.click("next")
            yield measured(traces)
            yield first_card(patron)
            patron.leave()
            yield evening(Patron(browser, house.address))
        finally:
            browser.close()
            house.kill()


def first_card(patron: Patron) -> tuple[str, str, str, str]:
    """From the click to the first frame in which a card of one's own is there, whatever moves."""
    waits = []
    for _ in range(DEALS):
        patron.until(lambda state: state["phase"] == "betting", "betting")
        patron.see("deal").wait_for()
        patron.click("spot-ante")
        waits.append(float(patron.page.evaluate(FIRST_CARD)))
        patron.play_on()
        patron.click("next")
    waits.sort()
    return (
        f"{GAME}, from the click that deals to the first card",
        f"p50 {statistics.median(waits):.0f} ms",
        f"{DEALS} deals, most {waits[-1]:.0f} ms",
        f"load {os.getloadavg()[0]:.1f}",
    )


def evening(patron: Patron) -> tuple[str, str, str, str]:
    """What the page keeps after so many rounds, with everything collected that can be."""
    patron.sit_down(GAME)
    tools, heap = patron.context.new_cdp_session(patron.page), []
    for number in range(1, EVENING[-1] + 1):
        patron.until(lambda state: state["phase"] == "betting", "betting")
        patron.bet("ante")
        patron.play_on()
        patron.click("next")
        if number in EVENING:
            tools.send("HeapProfiler.collectGarbage")
            heap.append(tools.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
    sizes = ", ".join(f"{size:.1f} MB after {number}" for number, size in zip(EVENING, heap, strict=True))
    return f"{GAME}, heap over an evening", f"{heap[-1] / heap[0]:.2f} times", sizes, f"load {os.getloadavg()[0]:.1f}"


def measured(traces: list[dict[str, Any]]) -> tuple[str, str, str, str]:
    """Frames that were drawn and those that the browser says it dropped, and tasks that held them up.

    A frame in which nothing moves is neither: the rate is of those that were wanted, of 60 a second.
    """
    events = [event for trace in traces for event in trace["traceEvents"]]
    drawn, dropped = (sum(event["name"] == name for event in events) for name in ("DrawFrame", "DroppedFrame"))
    tasks = [event["dur"] for event in events if event["name"] == "RunTask" and "dur" in event]
    layout = [e["dur"] for e in events if e["name"] in ("Layout", "UpdateLayoutTree") and "dur" in e]
    if not drawn or not tasks or not layout:
        raise RuntimeError("The trace has no frames, tasks or layouts: this Chromium calls them otherwise.")
    long = sum(task > LONG_TASK for task in tasks)
    return (
        f"{GAME}, {len(traces)} rounds from the decision to the result",
        f"{60 * drawn / (drawn + dropped):.0f} a second",
        f"{drawn} drawn, {dropped} dropped",
        f"style and layout p50 {statistics.median(layout) / 1000:.2f} ms, most {max(layout) / 1000:.1f} ms; "
        f"{long} of {len(tasks)} tasks over 50 ms; load {os.getloadavg()[0]:.1f}",
    )
