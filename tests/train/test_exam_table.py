"""The table in docs/training.md: how many cases each game has, and in how many exams each of them is asked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.sizes import sized

from houseway.catalog import any_game_class, game, game_ids
from houseway.rules.game import TableGame
from houseway.train.exam import Exam
from houseway.train.items import all_cases

TEXT = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")
EXAMS = sized(quick=1, test=2, thorough=60)


def printed() -> dict[str, list[str]]:
    """The rows of the table by the name of the game."""
    heading, _, *rows = TEXT[TEXT.index("| game | cases |") :].split("\n\n", 1)[0].splitlines()
    assert heading == "| game | cases | least share of 60 exams that ask a case | over three exams | exercises |"
    cells = ([cell.strip() for cell in row.strip("|").split("|")] for row in rows)
    return {name: rest for name, *rest in cells}


@pytest.mark.parametrize("name", game_ids())
def test_the_table_of_cases_and_exams_is_right(name: str) -> None:
    made: TableGame[Any] = any_game_class(name).make()
    cases, least, over_three, exercises = printed()[made.name]
    asked, sizes = Counter[str](), set[int]()
    for number in range(EXAMS):
        exam = Exam(made, f"table {number}")
        sizes.add(len(exam.keys))
        asked.update({item for key in exam.keys for item in exam.exercise(key).covers})
    shares = [asked[case] * 100 // EXAMS for case in all_cases(made)]
    assert (cases, least) == (str(len(shares)), f"{min(shares)}%")
    assert over_three == "100%"  # every case is in every exam
    low, _, high = exercises.partition(" to ")
    assert {min(sizes), max(sizes)} <= set(range(int(low), int(high) + 1))
    assert EXAMS < 60 or (min(sizes), max(sizes)) == (int(low), int(high))


def test_every_game_is_in_the_table() -> None:
    assert set(printed()) == {any_game_class(name).make().name for name in game_ids()}


def test_a_shoe_that_is_kept_has_two_cases_more() -> None:
    assert len(all_cases(game("two-card-roo", decks=6))) == len(all_cases(game("two-card-roo"))) + 2
