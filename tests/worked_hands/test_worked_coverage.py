"""The worked hands leave nothing out: every clause, every row of every printed pay table, every row of the odds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from tests.worked_hands import counting, playing
from tests.worked_hands.reading import HERE, WorkedHand, all_hands, among_players

from houseway.catalog import banked_ids, game_class
from houseway.odds.game_odds import OPTIMAL
from houseway.rules.game import Game

BANKED = [hand for hand in all_hands() if not among_players(hand)]
Paid = set[tuple[str, str, str]]  # wager, what its table pays, row


def test_every_clause_has_a_hand() -> None:
    clauses = defaultdict(set)
    for hand in all_hands():
        clauses[hand.document[:3]].add(hand.clause)
    lines = (HERE / "clauses.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    assert len(wanted) > 100
    assert [words for number, words in wanted if not any(words in clause for clause in clauses[number])] == []
    assert {number for number, _ in wanted} == set(clauses)


def test_every_clause_in_a_file_is_shown_by_a_hand() -> None:
    for path in sorted(HERE.glob("*/*.txt")):
        last = ""
        for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
            kind = paragraph.partition(":")[0]
            clause = kind not in ("hand", "document")
            assert not (clause and last == "clause"), f"{path.name}: no hand shows {paragraph!r} or what is before it"
            last = "clause" if clause else kind
        assert last == "hand", path.name


def test_the_example_of_the_docs_is_one_of_them() -> None:
    docs = (HERE.parents[1] / "docs" / "testing.md").read_text(encoding="utf-8")
    example = docs.partition("## Worked hands")[2].partition("```text\n")[2].partition("```")[0]
    assert "hand: " in example
    for paragraph in example.strip().split("\n\n"):
        assert any(paragraph in path.read_text(encoding="utf-8") for path in HERE.glob("*/*.txt"))


def paid(hand: WorkedHand) -> Iterator[tuple[str, str, str]]:
    """The rows of pay tables that this hand was paid by."""
    game = playing.game_of(hand)
    for (_, name), result in hand.results.items():
        wager = next(wager for wager in game.wagers if wager.name == name)
        pays = wager.pays if wager.table is not None else wager.prizes
        if pays is not None and result.how in ("wins", "pays"):
            yield wager.id, str(pays), result.row


def tables(kind: type[Game[Any]]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every table that is printed for a wager, and its rows."""
    for wager in kind.make().wagers:
        labels = tuple(hand.name for hand in wager.paid_hands)
        if wager.table is not None:
            for text in wager.table.printed.values():
                yield wager.id, str(wager.table.parse(text)), labels
        elif wager.prizes is not None:
            yield wager.id, str(wager.prizes), labels


@pytest.mark.parametrize("game_id", banked_ids())
def test_every_row_of_every_printed_table_pays(game_id: str) -> None:
    found: Paid = {row for hand in BANKED if hand.game == game_id for row in paid(hand)}
    wanted = {(wager, pays, row) for wager, pays, rows in tables(game_class(game_id)) for row in rows}
    if game_id == "two-card-roo":  # its odds have a row for each rank of a pair
        pair = {row for row in wanted if row[0] == "pairs-pay"}
        wanted = (wanted - pair) | {("pairs-pay", "15", 2 * rank) for rank in "A23456789TJQK"}
    assert wanted - found == set()
    assert len(wanted) >= 3


@pytest.mark.parametrize(
    "game_id", [pytest.param(game_id, marks=pytest.mark.xdist_group(f"{game_id} counted")) for game_id in banked_ids()]
)
def test_every_row_of_the_odds_is_reached(game_id: str) -> None:
    """The main wager's rows in every edition whose main game is another, and the losing rows of side wagers."""
    main, sides = defaultdict(set), set()
    for hand in BANKED:
        if hand.game == game_id:
            game = playing.game_of(hand)
            for (_, name), result in hand.results.items():
                wager = next(wager for wager in game.wagers if wager.name == name)
                main[main_game(game)].add(result.row)
                sides.add((wager.id, result.row))
    for edition in game_class(game_id).editions:
        game = game_class(game_id).make(edition.name)
        odds = counting.of_game(game)
        rows = {row.label for row in odds.count(OPTIMAL).rows if row.count and not row.bonus}
        assert rows - main[main_game(game)] == set(), edition.name
        assert {(side, row) for side in game.wagers.sides for row in odds.sheet.side_labels(side)} - sides == set()


def main_game(game: Game[Any]) -> tuple[tuple[str, object], ...]:
    """The options that the main wager depends on."""
    return tuple(
        sorted((name, value) for name, value in game.options.values().items() if name not in game.wagers.sides)
    )
