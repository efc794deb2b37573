"""The coach says what `houseway advise` says, and what a decision has cost."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

import pytest
from tests.browser.patron import COUNTING_SECONDS, Patron, State, expect, mine
from tests.calling import Done, houseway

SURE = {  # games where every deal asks for a decision
    "high-card-draw": "play",
    "high-card-flush": "ante",
    "mini-tex": "ante",
    "three-card-draw-poker": "ante",
    "two-card-roo": "roo",
}


def advised(state: State) -> dict[str, Fraction]:
    """The command, for the cards that the page shows."""
    game = state["table"]["game"]
    command = ["advise", game, "--json"]
    command += ["--edition", state["table"]["edition"], "--cards", " ".join(mine(state)["dealt"])]
    if community := [card for card in state["view"]["community"] if card]:
        command += ["--community", " ".join(community)]
    done = process(*command) if game == "two-card-roo" else houseway(*command)
    assert done.returncode == 0, done.stderr
    return {_same(each["action"]): Fraction(each["expected_value"]) for each in json.loads(done.stdout)["actions"]}


def process(*arguments: str) -> Done:
    """The command in a process of its own, as a person calls it."""
    done = subprocess.run([sys.executable, "-m", "houseway", *arguments], capture_output=True, text=True)
    return Done(done.returncode, done.stdout, done.stderr)


def _same(decision: dict[str, Any]) -> str:
    """A decision, whatever the order of the cards that it throws."""
    plain = {name: sorted(part) if isinstance(part, list) else part for name, part in decision.items()}
    return json.dumps(plain, sort_keys=True)


def written(value: Fraction) -> str:
    """To four places as JavaScript writes it: up where it lies in the middle, which happens with halves of 1/16."""
    return str(Decimal(float(abs(value))).quantize(Decimal("0.0001"), ROUND_HALF_UP))


SLOW = ("high-card-draw", "three-card-draw-poker")  # the page shows the same of every game; these take long to count


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.thorough) if game in SLOW else game for game in SURE]
)
def test_the_values_are_those_of_the_command(patron: Patron, game: str) -> None:
    patron.sit_down(game)
    patron.click("coach-switch")
    patron.bet(SURE[game])
    state = patron.until(lambda state: state["legal"], "the decision")
    told = patron.until_told(lambda frame: "actions" in frame, COUNTING_SECONDS)
    wanted = advised(state)
    assert {_same(each["decision"]): Fraction(each["expected_value"]) for each in told["actions"]} == wanted
    assert [each["best"] for each in told["actions"]] == [
        wanted[_same(each["decision"])] == max(wanted.values()) for each in told["actions"]
    ]

    dealt = mine(state)["dealt"]
    worst = min(told["actions"], key=lambda each: each["value"])
    for card in worst["decision"].get("discard", []):
        patron.click(f"card-{dealt.index(card)}")
    button = patron.action(worst["label"])
    shown = patron.page.locator('[data-testid^="action-"]')
    expect(button.get_by_test_id("value")).to_have_attribute("data-exact", worst["expected_value"])
    for index in range(shown.count()):  # every button that is in sight
        label = shown.nth(index).get_attribute("data-label")
        exact = next(each["expected_value"] for each in told["actions"] if each["label"] == label)
        value = shown.nth(index).get_by_test_id("value")
        expect(value).to_have_attribute("data-exact", exact)
        expect(value).to_contain_text(written(Fraction(exact)))
    button.click()
    cost = max(wanted.values()) - wanted[_same(worst["decision"])]
    expect(patron.see("cost").first).to_contain_text(written(cost) if cost else "The best play")
