"""Nothing on the table covers anything else or is out of sight: every game against the house, alone and in company, a game
of another package, and a table among players; at every point of a round, with the guide open and shut, and with the hints
of a first round. And the felt stays where it is from one point to the next. Every screen has its turn when thorough."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.conftest import Enter
from tests.browser.patron import Patron, expect
from tests.browser.test_among_players import GAME as AMONG
from tests.browser.test_among_players import answered, holds, passed, sit_down
from tests.browser.test_together import sit_beside
from tests.server.server_process import Guest
from tests.sizes import SUITE, sized

from houseway.catalog import banked_ids

Screens = tuple[tuple[int, int], ...]
EVERY: Screens = ((1280, 800), (1536, 864), (1920, 1080), (2560, 1440), (390, 844), (844, 390))
FEW: Screens = ((1280, 800), (390, 844), (844, 390))
SCREENS = sized(quick=FEW, test=FEW, thorough=EVERY)
DESK_AND_PHONE = ((1280, 800), (390, 844)), ((1280, 800), (844, 390))  # for one game and for the next
IN_COMPANY = 5  # others at a table against the house
AMONG_PLAYERS = sized(quick=2, test=2, thorough=9)  # others at a table among players, which has ten seats
BESIDE = 1080  # from this width on the guide is beside the felt, below it over the page

# What belongs together: the cards of one hand lie over each other, and what is inside of something lies on it.
MEASURE = """
() => {
  const slack = 1.5;
  const name = (element) => element.dataset.testid ?? element.getAttribute("aria-label") ??
    `${element.className} ${element.textContent.trim().slice(0, 30)}`;
  const whole = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  // Of what can be swiped along a strip, that part which is in sight.
  const box = (element) => {
    const it = whole(element), strip = element.parentElement?.closest("[data-scrolls]");
    if (!strip) return it;
    const around = whole(strip);
    return { ...it, left: Math.max(it.left, around.left), right: Math.min(it.right, around.right) };
  };
  const felt = document.querySelector("[data-testid=felt]");
  const bar = document.querySelector("[data-testid=bar]");
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.offsetWidth > 0;
  const of = (root, selector) => [...root.querySelectorAll(selector)].filter(shown);
  const solids = [
    ...of(felt, "[data-solid]:not([data-solid=card]), [data-scrolls]"),
    ...of(felt, "[data-testid^=places-] [data-card]"),
    ...of(bar, "button, p, li, input, select, label"),
    ...of(document, "header a, [data-testid=hint], [data-testid=hint] > *"),
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
    const parts = of(spot, ".name, .pile, .amount, .result, .hint, .key, .minus");
    for (const [index, one] of parts.entries()) {
      for (const other of parts.slice(index + 1)) {
        if (meet(one, other, 2)) problems.push(`in ${name(spot)}: ${name(one)} meets ${name(other)}`);
      }
      const around = box(spot), part = box(one);
      if (part.top < around.top - 2 || part.bottom > around.bottom + 2) problems.push(`${name(one)} leaves its spot`);
      const { overflowY, fontSize } = getComputedStyle(one);
      const cut = overflowY !== "visible" && one.clientHeight < 0.8 * parseFloat(fontSize);
      if (cut) problems.push(`${name(one)} is cut in ${name(spot)}`);
    }
  }
  const inside = (element, frame, what) => {
    const it = box(element);
    if (element.parentElement?.closest("[data-scrolls]") && it.right <= it.left) return;
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


def look(patron: Patron, at: str, screens: Screens = SCREENS) -> dict[str, Any]:
    """What is wrong on each screen, and where the felt is."""
    found, felts = [], {}
    for guide in (False, True):
        for width, height in screens:
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


def shut(patron: Patron) -> None:
    patron.page.set_viewport_size({"width": 1280, "height": 860})


def right(seen: dict[str, dict[str, Any]]) -> None:
    """Nothing is wrong at any of these points, and the felt is where it was."""
    problems = [problem for found in seen.values() for problem in found["problems"]]
    assert not problems, "\n".join(problems)
    first, *others = seen.values()
    for found in others:
        assert found["felts"] == first["felts"], "the felt jumps"


def whole_round(patron: Patron, *others: Patron, screens: Screens = SCREENS) -> None:
    """Look at the table while bets are taken, at the first decision and at the end."""
    patron.until(lambda state: state["phase"] == "betting", "betting")
    patron.see("deal").wait_for()
    patron.page.evaluate("() => document.fonts.ready.then(() => null)")
    wagers = list(patron.state["table"]["limits"])
    seen = {}
    if SUITE == "thorough":
        seen["empty"] = look(patron, "before any bet", screens)
        shut(patron)
    for wager in wagers:
        patron.click(f"spot-{wager}")
    for other in others:
        other.bet(*wagers)
    seen["betting"] = look(patron, "betting", screens)
    shut(patron)
    expect(patron.see("hint")).to_have_attribute("data-number", "1")
    patron.click("deal")
    state = patron.until(lambda state: state["legal"] or state["phase"] == "showing", "the deal")
    if state["legal"]:
        patron.see("decision").wait_for()
        expect(patron.see("hint")).to_have_attribute("data-number", "2")
        seen["deciding"] = look(patron, "deciding", screens)
        shut(patron)
    for other in others:
        while other.state["legal"]:
            other.decide()
    while patron.state["legal"]:
        patron.decide()
    for other in others:
        other.play_on()
    patron.see("result").wait_for()
    expect(patron.see("hint")).to_have_attribute("data-number", "3")
    seen["showing"] = look(patron, "showing", screens)
    shut(patron)
    right(seen)


# The felts with most on them; the others when thorough.
CROWDED = ("high-card-flush", "mini-tex", "three-card-draw-poker")


@pytest.mark.parametrize("game", sized(quick=CROWDED, test=CROWDED, thorough=tuple(banked_ids())))
def test_nothing_covers_anything(game: str, enter: Enter) -> None:
    patron = enter()
    patron.sit_down(game)
    both = DESK_AND_PHONE[banked_ids().index(game) % 2]
    whole_round(patron, screens=sized(quick=both, test=both, thorough=SCREENS))


@pytest.mark.thorough
@pytest.mark.parametrize("game", banked_ids())
def test_nor_where_others_play(game: str, enter: Enter) -> None:
    patron = enter()
    patron.sit_down(game)
    state = patron.until(lambda state: state["phase"] == "betting", "betting")
    free = [seat["seat"] for seat in state["seats"] if not seat["name"]]
    others = []
    for seat in free[:IN_COMPANY]:
        others.append(enter())
        sit_beside(others[-1], state["table"]["id"], seat)
    patron.until(lambda state: sum(bool(seat["name"]) for seat in state["seats"]) == 1 + len(others), "the others")
    whole_round(patron, *others)


@pytest.mark.thorough
def test_nor_in_a_game_of_another_package(with_example: Enter) -> None:
    patron = with_example()
    patron.sit_down("high-low-duel")
    whole_round(patron)


@pytest.fixture
def ring(pit: Guest) -> int:
    """A table among players without programs."""
    body = {
        "game": AMONG,
        "edition": "no-limit",
        "name": "Ring",
        "opponents": False,
        "seats": 10,
        "buy_in": {"least": 2000, "most": 30_000},
    }
    answer = pit.post("/api/pit/tables", body)
    assert answer.status_code == 201, answer.text
    table: int = answer.json()["id"]
    return table


def test_nor_among_players(enter: Enter, ring: int) -> None:
    patron = enter()
    patron.go(f"/table/{ring}")
    patron.see("take-seat").wait_for()
    watching = look(patron, "watching")
    right({"watching": watching})
    shut(patron)
    sit_down(patron, ring, 3, 200)
    others = [enter() for _ in range(AMONG_PLAYERS)]
    seats = [seat for seat in range(1, 11) if seat != 3]
    for other, seat in zip(others, seats, strict=False):
        sit_down(other, ring, seat, 100)
    patron.until(lambda state: sum(bool(seat["name"]) for seat in state["seats"]) == 1 + len(others), "the others")
    expect(patron.see("hint")).to_have_attribute("data-number", "1")
    seen = {"waiting": look(patron, "waiting")}
    shut(patron)
    everybody = [patron, *others]
    for one in everybody:
        one.click("next")
    for one in everybody:
        one.until(holds, "cards")
    raised = False
    while patron.until(lambda state: state["phase"] == "showing" or state["view"]["turn"], "a turn")["view"]["turn"]:
        turn = patron.state["view"]["turn"]
        acting = next(one for one in everybody if one.state["you"]["seat"] == turn)
        legal = acting.until(lambda state: state["legal"], "the turn")["legal"]
        acting.see("decision").wait_for()
        if acting is patron and "turn" not in seen:
            expect(patron.see("hint")).to_have_attribute("data-number", "2")
            seen["turn"] = look(patron, "turn")
            shut(patron)
        elif acting is not patron and "turn" in seen and "others" not in seen:
            seen["others"] = look(patron, "somebody else's turn")
            shut(patron)
        if not raised and acting is not patron:
            raised = True  # chips before everybody
            acting.page.locator('[data-testid^="preset-"]').nth(1).click()
            acting.click("raise")
        else:
            acting.click("check" if legal["check"] else "call")
        answered(acting, legal["turn"])
        passed(patron, turn)
    patron.see("net").wait_for()
    expect(patron.see("hint")).to_have_attribute("data-number", "3")
    seen["showdown"] = look(patron, "showdown")
    shut(patron)
    right(seen)
