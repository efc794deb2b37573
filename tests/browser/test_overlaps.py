"""Nothing on the table covers anything else or is out of sight: every game against the house, on every screen, at every
point of a round, with the guide open and shut. And the felt stays where it is from one point to the next."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.conftest import Enter
from tests.browser.patron import Patron, expect

from houseway.catalog import banked_ids

SCREENS = ((1280, 800), (1536, 864), (1920, 1080), (2560, 1440), (390, 844), (844, 390))
BESIDE = 1080  # from this width on the guide is beside the felt, below it over the page

# What belongs together: the cards of one hand lie over each other, and what is inside of something lies on it.
MEASURE = """
() => {
  const slack = 1.5;
  const name = (element) => element.dataset.testid ?? element.getAttribute("aria-label") ??
    `${element.className} ${element.textContent.trim().slice(0, 30)}`;
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const felt = document.querySelector("[data-testid=felt]");
  const bar = document.querySelector("[data-testid=bar]");
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.offsetWidth > 0;
  const of = (root, selector) => [...root.querySelectorAll(selector)].filter(shown);
  const solids = [
    ...of(felt, "[data-solid]:not([data-solid=card])"),
    ...of(felt, "[data-testid^=places-] [data-card]"),
    ...of(bar, "button, p, li"),
    ...of(document, "header a"),
    bar,
  ];
  const group = (element) => element.closest(".cardrow, .cards");
  const problems = [];
  const meet = (one, other, by = slack) => {
    const [a, b] = [box(one), box(other)];
    return a.left < b.right - by && b.left < a.right - by && a.top < b.bottom - by && b.top < a.bottom - by;
  };
  for (const [index, one] of solids.entries()) {
    for (const other of solids.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      if (group(one) && group(one) === group(other)) continue;
      if (meet(one, other)) problems.push(`${name(one)} meets ${name(other)}`);
    }
  }
  for (const spot of of(felt, ".spotbox")) {
    const parts = of(spot, ".name, .pile, .amount, .result, .hint");
    for (const [index, one] of parts.entries()) {
      for (const other of parts.slice(index + 1)) {
        if (meet(one, other, 2)) problems.push(`in ${name(spot)}: ${name(one)} meets ${name(other)}`);
      }
      const whole = box(spot), part = box(one);
      if (part.top < whole.top - 2 || part.bottom > whole.bottom + 2) problems.push(`${name(one)} leaves its spot`);
    }
  }
  const inside = (element, frame, what) => {
    if (element.closest("[data-scrolls]")) return;
    const it = box(element);
    if (it.left < frame.left - 2 || it.right > frame.right + 2 || it.top < frame.top - 2 || it.bottom > frame.bottom + 2)
      problems.push(`${name(element)} is outside of ${what}`);
  };
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const element of solids) {
    inside(element, screen, "the screen");
    if (felt.contains(element)) inside(element, box(felt), "the felt");
    if (bar !== element && bar.contains(element)) inside(element, box(bar), "the bar");
  }
  return { problems, felt: box(felt) };
}
"""


def look(patron: Patron, at: str) -> dict[str, Any]:
    """What is wrong on each screen, and where the felt is."""
    found, felts = [], {}
    for guide in (False, True):
        for width, height in SCREENS:
            patron.page.set_viewport_size({"width": width, "height": height})
            switch(patron, guide)
            settle(patron)
            where = f"{at} {width}x{height}{' with the guide' if guide else ''}"
            if guide and width < BESIDE:
                box = patron.see("side").bounding_box()
                assert box is not None
                if box["y"] < 0 or box["y"] + box["height"] > height + 1 or box["height"] < 0.5 * height:
                    found.append(f"{where}: the guide is out of sight")
            else:
                measured = patron.page.evaluate(MEASURE)
                found += [f"{where}: {problem}" for problem in measured["problems"]]
                felts[width, height, guide] = {side: round(at) for side, at in measured["felt"].items()}
            switch(patron, False)
    return {"problems": found, "felts": felts}


def switch(patron: Patron, guide: bool) -> None:
    if bool(patron.see("side").count()) != guide:
        patron.see("side-switch").dispatch_event("click")
        expect(patron.see("side")).to_have_count(int(guide))


def settle(patron: Patron) -> None:
    """Two frames: what watches the size of the felt has been called."""
    patron.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("game", banked_ids())
def test_nothing_covers_anything(game: str, enter: Enter) -> None:
    patron = enter()
    patron.sit_down(game)
    patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.see("deal").wait_for()
    patron.page.evaluate("() => document.fonts.ready.then(() => null)")
    for wager in patron.state["table"]["limits"]:
        patron.click(f"spot-{wager}")
    seen = {"betting": look(patron, "betting")}
    patron.page.set_viewport_size({"width": 1280, "height": 860})
    patron.click("deal")
    state = patron.until(lambda state: state["legal"] or state["phase"] == "showing", "the deal")
    if state["legal"]:
        patron.see("decision").wait_for()
        seen["deciding"] = look(patron, "deciding")
    patron.page.set_viewport_size({"width": 1280, "height": 860})
    patron.play_on()
    seen["showing"] = look(patron, "showing")
    patron.page.set_viewport_size({"width": 1280, "height": 860})
    problems = [problem for found in seen.values() for problem in found["problems"]]
    assert not problems, "\n".join(problems)
    for found in seen.values():
        assert found["felts"] == seen["betting"]["felts"], "the felt jumps"
