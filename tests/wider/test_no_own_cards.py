"""Games in which players hold no cards of their own, rarely decide, or never do."""

from __future__ import annotations

import datetime
import json
from fractions import Fraction
from typing import Any

import pytest
from tests.calling import houseway
from tests.wider.games import RedDog, TwoSides
from tests.wider.games.red_dog import SPREAD, spread

from houseway.document.blocks import Table
from houseway.errors import OptionError
from houseway.report.sections import mistakes
from houseway.report.study import Study
from houseway.rules.game import HouseCards, Spot
from houseway.train.registry import make


class WideRedDog(RedDog):
    """Players decide with a two and an ace alone: in 1 deal of 83."""

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        return spread(house.community) == 11 if when == SPREAD.key else super().applies(when, spot, house)


@pytest.mark.parametrize("kind", ["spot", "hand"])
def test_player_training_asks_about_shared_cards(kind: str) -> None:
    """Raising pays from a spread of seven on: 28 of the 50 cards left win."""
    for seed in "abcdef":
        exercise = make(RedDog.make(), kind, seed)
        question = exercise.question
        assert question is not None
        assert question.view is not None
        assert "You see a spread of" in question.told[-1]
        low, high = sorted("23456789TJQKA".index(card[0]) for card in question.view["community"])
        assert exercise.key_answer() == {"act": "r" if high - low - 1 >= 7 else "c"}


def test_player_training_finds_a_rare_decision() -> None:
    for seed in "abcdef":
        question = make(WideRedDog.make(), "spot", seed).question
        assert question is not None
        assert question.told[-1] == "You see a spread of 11."


@pytest.mark.parametrize("kind", ["spot", "hand"])
def test_player_training_says_that_nothing_is_decided(kind: str) -> None:
    with pytest.raises(OptionError, match="Players decide nothing in Two Sides once the bets are down"):
        make(TwoSides.make(), kind, "a")


def test_lab_protect_counts_dealer_errors() -> None:
    """Pairs without a third card of their rank, and consecutive cards: bets push."""
    done = houseway("lab", "protect", "red-dog", "--json")
    assert done.returncode == 0, done.stderr
    errors = {item["title"]: item for item in json.loads(done.stdout)["slips"]}
    deals = {"The first two alone are of one rank": 52 * 3 * 48, "The two cards are consecutive": 12 * 2 * 4 * 4 * 50}
    for case, count in deals.items():
        found = errors[f"{case}: paid 1 to 1 instead of pushed"]
        assert (found["chance"], found["cost"]) == (str(Fraction(count, 52 * 51 * 50)), "1")
    costs = {(item["cost"], item["likely"]) for title, item in errors.items() if "inside a spread of 2:" in title}
    near, far = {"1", "-2", "-4", "-5"}, {"7", "-3"}  # paid 5 or 2 to 1 instead of 4, pushed, collected; 11 or 1 to 1
    assert costs == {*((cost, True) for cost in near), *((cost, False) for cost in far)}


def test_report_has_the_chapter_on_errors() -> None:
    study: Any = Study(RedDog.make(), date=datetime.date(2026, 11, 16), rounds=1000)
    assert any(isinstance(block, Table) for block in mistakes.blocks(study))
