"""One numbering: a step has the same number, and the manual's reference beside it, wherever people meet it."""

from __future__ import annotations

import io
import re
from datetime import date
from string import ascii_lowercase
from typing import Any

import pytest
from rich.console import Console

from houseway.catalog import any_game_class, game_ids
from houseway.cli.rules import show
from houseway.document.blocks import Table
from houseway.report.sections import procedure
from houseway.report.study import Study
from houseway.rules.game import Game, TableGame
from houseway.rules.procedure import EachSeat, Step
from houseway.server.web.api.games import rules_of_play
from houseway.train.items import StepRef, all_items, all_steps, item_words, printed_item, step_path, typed_item

Numbered = list[tuple[str, str, str]]  # number, words, the manual's reference


@pytest.fixture(params=game_ids())
def game(request: pytest.FixtureRequest) -> TableGame[Any]:
    return any_game_class(request.param).make()


def numbered(game: TableGame[Any]) -> Numbered:
    """The steps as this test counts them itself."""
    found: Numbered = []
    for number, step in enumerate(game.procedure, start=1):
        found.append((str(number), step.words, step.ref))
        if isinstance(step, EachSeat):
            found += [
                (f"{number}{letter}", inner.words, inner.ref)
                for letter, inner in zip(ascii_lowercase, step.steps, strict=False)
            ]
    return found


def quoted(ref: str) -> str:
    """A chapter's name is in quotation marks, a number is not."""
    return ref if re.search(r"\d", ref) else f"“{ref}”"


def test_the_printed_rules(game: TableGame[Any]) -> None:
    console = Console(width=2000, file=io.StringIO(), highlight=False)
    show(game, console)
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    text = text[text.index("Dealing procedure") : text.index("The felt")]
    printed = [" ".join(line.split()) for line in text.splitlines() if re.match(r" *\d+[a-z]?\. ", line)]
    assert printed == [
        f"{number}. {words}{f' manual {quoted(ref)}' if ref else ''}" for number, words, ref in numbered(game)
    ]


def test_the_report(game: TableGame[Any]) -> None:
    if not isinstance(game, Game):
        return  # a report is about a game against the house
    (table,) = (block for block in procedure.blocks(Study(game, date=date(2026, 1, 1))) if isinstance(block, Table))
    rows = [tuple(map(str, row)) for row in table.rows if row[0]]
    assert [(row[0], row[1], row[2] if len(row) > 2 else "") for row in rows] == numbered(game)


def test_what_the_page_is_sent(game: TableGame[Any]) -> None:
    found: Numbered = []
    for step in rules_of_play(game)["procedure"]:
        for item in (step, *step.get("steps", ())):
            words = f"{item['condition']}: {item['text']}" if item["condition"] else item["text"]
            found.append((item["number"], words, item["ref"]))
    assert found == numbered(game)


def test_training_coverage_and_score_sheets(game: TableGame[Any]) -> None:
    """What is examined has its number and its words; steps that are done at each seat are examined one by one."""
    known = {number: (words, ref) for number, words, ref in numbered(game)}
    for item, step in all_steps(game).items():
        shown = StepRef.of(game, step_path(item))
        words, ref = known.pop(shown.number)
        ref = ref or _outer_ref(game, item, step)
        assert printed_item(item) == f"step {shown.number}"
        assert typed_item(game, printed_item(item)) == item
        assert shown.to_json() == {"path": list(step_path(item)), "number": shown.number, "ref": ref, "text": words}
        assert shown.words == f"Step {shown.number}{f' (manual {quoted(ref)})' if ref else ''}: {words}"
        assert item_words(game, item) == (f"Manual {quoted(ref)}: {words}" if ref else words)
    outer = {str(number) for number, step in enumerate(game.procedure, start=1) if isinstance(step, EachSeat)}
    assert set(known) == outer
    assert len({printed_item(item) for item in all_items(game)}) == len(all_items(game))


def _outer_ref(game: TableGame[Any], item: str, step: Step) -> str:
    """An inner step without a reference stands in the manual where the outer one does."""
    return step.ref or game.procedure[step_path(item)[0]].ref
