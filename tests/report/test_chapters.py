"""The other chapters against what they are made from: options, strategies, the progressive, felt, procedure."""

from __future__ import annotations

import datetime
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import houseway
from houseway.document.blocks import Commands, Document, Drawing, Heading, Items, Paragraph, StrategyGrid, Table
from houseway.lab.protecting.dealer_errors import Mistake
from houseway.lab.protecting.protection import DealerErrors, Protection
from houseway.odds import solve
from houseway.odds.game_odds import Chart
from houseway.report.options import variations
from houseway.report.progressive import meter_of
from houseway.report.sections import (
    examples,
    felt,
    hold,
    method,
    mistakes,
    procedure,
    progressive,
    rules,
    simulation,
    strategy,
    wagers,
)
from houseway.report.study import Study
from houseway.rules.wagers import listed

Studies = Callable[[str], Study]


def test_a_command_stands_in_a_block_of_its_own_and_never_in_running_text(
    study: Studies, duel_report: Document
) -> None:
    found = study("three-card-roo")
    chapters = [*wagers.blocks(found), *mistakes.blocks(found), *method.blocks(found), *duel_report.blocks]
    commands = [line for block in chapters if isinstance(block, Commands) for line in block.lines]
    for start in ("houseway odds three-card-roo --stakes", "houseway lab protect three-card-roo"):
        assert any(line.startswith(start) for line in commands), start
    for block in chapters:
        if not isinstance(block, Commands):
            assert not re.search(r"\bhouseway (odds|lab|simulate|report|rules|strategy)\b", repr(block)), block


def test_each_value_of_an_option_has_the_edge_of_the_game_solved_with_it() -> None:
    game = houseway.game("two-card-roo", ties="push")
    found = {item.name: item for item in variations(game, solve(game))}
    assert found["cut_card"].reason.startswith("it takes any value")
    ties = {value.value: value for value in found["ties"].values}
    assert [value.current for value in ties.values()] == [False, True, False]
    for name in ("player", "dealer"):
        other = solve(houseway.game("two-card-roo", ties=name))
        assert ties[name].edges == {odds.wager: odds.house_edge for odds in other.wagers}
    assert len(found["house_way"].values) == 12


def test_a_value_that_is_not_listed_stands_beside_those_that_are() -> None:
    game = houseway.game("mini-tex", pocket_poker="40/20/5/3/2")
    [pays] = [item for item in variations(game, solve(game)) if item.name == "pocket-poker"]
    assert [(value.value, value.current) for value in pays.values][-1] == ("40/20/5/3/2", True)
    assert sum(value.current for value in pays.values) == 1


def test_other_pays_have_the_edge_of_the_game_solved_with_them() -> None:
    game = houseway.game("mini-tex")
    [pays] = [item for item in variations(game, solve(game)) if item.name == "pocket-poker"]
    for value in pays.values:
        name = value.value.partition(" ")[0]
        other = solve(houseway.game("mini-tex", pocket_poker=name))
        assert value.edges == {odds.wager: odds.house_edge for odds in other.wagers}


def test_the_return_of_a_progressive_is_a_line_through_every_solution(study: Studies) -> None:
    found = study("high-card-flush")
    meter = meter_of(found.game, found.odds, found.solution)
    assert meter is not None
    for cents in (0, 1_234_500, 300_000_000):
        assert solve(found.game, meter=cents).wager("progressive").expected_value == meter.value(cents)
    assert meter.break_even is not None
    assert meter.value(meter.break_even) == 0
    # What is fed into the meter and what seeds it is paid out in the end.
    assert meter.long_run == meter.fixed + Fraction(1, 5) + Fraction(32, 133_784_560) * 2000
    [chart] = [
        block for block in progressive.blocks(found) if not isinstance(block, Table) and hasattr(block, "series")
    ]
    assert chart.series[0].points[0] == (0, pytest.approx(float(1 + meter.fixed)))


def test_a_game_without_a_meter_has_no_such_chapter(study: Studies) -> None:
    assert list(progressive.blocks(study("two-card-roo"))) == []


@pytest.mark.parametrize("game_id", houseway.banked_ids())
def test_the_felt_is_a_drawing_that_names_every_area(study: Studies, game_id: str) -> None:
    game = study(game_id).game
    [drawing] = [block for block in felt.blocks(study(game_id)) if isinstance(block, Drawing)]
    root = ElementTree.fromstring(drawing.svg)  # noqa: S314 - made here
    texts = "".join(root.itertext())
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    for area in (*game.layout.dealer, *game.layout.player):
        assert area.label in texts
        assert area.label in drawing.words
    for shape in root.iter("{http://www.w3.org/2000/svg}rect"):
        x, y, wide, tall = (float(shape.attrib[name]) for name in ("x", "y", "width", "height"))
        assert 0 <= x <= x + wide <= width
        assert 0 <= y <= y + tall <= height


@pytest.mark.parametrize("game_id", houseway.banked_ids())
def test_rules_procedure_and_pay_tables_are_those_of_the_game(study: Studies, game_id: str) -> None:
    found = study(game_id)
    played, *others = [block.items for block in rules.blocks(found) if isinstance(block, Items)]
    assert played == tuple(found.game.rules_of_play())
    examples = tuple(example.sentence(found.game) for example in found.game.examples())
    assert others == [items for items in (examples, tuple(found.game.notices())) if items]
    [steps] = [block for block in procedure.blocks(found) if isinstance(block, Table)]
    words = [row[1] for row in steps.rows]
    assert all(step.words in words for step in found.game.procedure)
    shown = [block for block in rules.pay_tables(found) if isinstance(block, Table)]
    paying = [wager for wager in found.game.wagers if wager.rows()]
    for wager, table in zip(paying, shown, strict=True):
        assert [row[0] for row in table.rows] == [row.hand for row in wager.rows()]
        assert len(table.notes) == sum(bool(row.note) for row in wager.rows())


def test_charts_of_one_decision_a_cell_are_grids(study: Studies) -> None:
    blocks = list(strategy.blocks(study("three-card-roo")))
    grids = [block for block in blocks if isinstance(block, StrategyGrid)]
    assert [(len(grid.rows), len(grid.columns)) for grid in grids] == [(12, 12)]
    by_hand = next(block for block in blocks if isinstance(block, Table))
    assert (len(by_hand.rows), len(by_hand.columns)) == (26, 12)  # 78 hands in three parts beside each other


def test_a_long_chart_beside_itself_loses_no_row() -> None:
    rows = tuple((str(number), "bet") for number in range(40))
    table: Any = strategy.chart_block(Chart("long", ("hand", "decision"), rows))
    cells = [(row[part], row[part + 1]) for part in (0, 2, 4) for row in table.rows]
    assert [cell for cell in cells if any(cell)] == list(rows)


def test_the_card_costs_what_the_odds_say(study: Studies) -> None:
    found = study("mini-tex")
    name, _ = found.card
    cost = solve(found.game).main.expected_value - solve(found.game, name).main.expected_value
    assert found.costs[name] == cost
    words = [block.text for block in strategy.blocks(found) if isinstance(block, Paragraph)]
    assert f"costs {float(cost) * 100:.4f}% of Ante" in words[-1]


def test_the_simulation_compares_every_wager(study: Studies) -> None:
    found = study("three-card-roo")
    first = next(block for block in simulation.blocks(found) if isinstance(block, Table))
    assert [row[0] for row in first.rows] == [found.played_name(odds.wager) for odds in found.solution.wagers]
    assert all(abs(wager.estimate.z or 0) < 4 for wager in found.simulation.wagers)
    limits = next(block.text for block in simulation.blocks(found) if isinstance(block, Paragraph) and block.note)
    twice = 200 * found.solution.main.standard_deviation / found.simulation.rounds**0.5
    assert f"are {twice:.4f}% of a bet" in limits
    assert "fewer than 5 times are added together" in limits


def test_errors_are_counted_from_the_same_rules(study: Studies) -> None:
    found = study("two-card-roo")
    blocks = list(mistakes.blocks(found))
    assert blocks[0] == Heading("What errors cost")
    tables = [block for block in blocks if isinstance(block, Table)]
    assert any("dealer's card 1" in str(row[0]) for row in tables[0].rows)
    assert any("paid 1 to 1 instead of collected" in str(row[0]) for row in tables[-1].rows)
    assert found.protection is not None


def test_hands_misread_are_counted_in_the_report(study: Studies) -> None:
    found = study("mini-tex")
    protection = found.protection
    assert protection is not None
    dealers = protection if isinstance(protection, DealerErrors) else protection.dealer_errors
    *_, errors = [block for block in mistakes.blocks(found) if isinstance(block, Table)]
    assert errors.rows[0][0] == dealers.errors[0].title
    assert not dealers.left_out
    assert any(error.mistake is Mistake.QUALIFIER for error in dealers.errors)


def test_report_lists_dealer_errors_with_one_minus_sign(study: Studies) -> None:
    found = study("two-card-roo")
    assert isinstance(found.protection, Protection)
    tables = [block for block in mistakes.blocks(found) if isinstance(block, Table)]
    numbers = [str(getattr(cell, "text", cell)) for table in tables for row in table.rows for cell in row[1:]]
    assert any(text.startswith("−") for text in numbers)
    assert not any(text.startswith("-") for text in numbers)


def test_one_round_is_told_as_one() -> None:
    found = Study(houseway.game("two-card-roo"), date=datetime.date(2026, 11, 16), rounds=1)
    paragraph, table = list(simulation.blocks(found))[1:3]
    assert isinstance(paragraph, Paragraph)
    assert paragraph.text.startswith("1 round was dealt")
    assert isinstance(table, Table)
    for row, wager in zip(table.rows, found.simulation.wagers, strict=True):
        assert wager.estimate.z is not None
        assert wager.estimate.exact is not None
        off = float(wager.estimate.mean - wager.estimate.exact)
        assert off / float(str(row[3])) == pytest.approx(wager.estimate.z, abs=1e-5)


def test_an_estimated_game_is_nowhere_said_to_be_exact() -> None:
    found = Study(houseway.game("two-card-roo"), date=datetime.date(2026, 11, 16), rounds=100)
    value = float(found.solution.main.expected_value)
    interval = (value - 0.01, value + 0.01)
    counted = [replace(odds, interval=interval) for odds in found.solution.wagers]
    plays = found.solution.own_plays.items()
    own = {side: play._replace(odds=replace(play.odds, interval=interval)) for side, play in plays}
    vars(found)["solution"] = replace(found.solution, wagers=tuple(counted), own_plays=own, estimated=True)
    told = [str(block) for chapter in (wagers, strategy, hold, method) for block in chapter.blocks(found)]
    words = " ".join(told)
    assert "exact." not in words
    assert "exactly" not in words
    assert "are exact" not in words
    assert "Odds are exact" not in words
    assert "Counts are estimated from a sample of deals" in words
    assert "estimated from a sample of deals: that of the best play is 2.05% to 4.05%, 95 times in 100" in words
    assert "Decisions are compared by estimated values" in words
    assert "Estimated from sampled deals, for " in words


def test_a_side_wager_counted_exactly_is_not_called_estimated() -> None:
    """In a sampled game, whose main wager alone has an interval."""
    found = Study(houseway.game("high-card-flush"), date=datetime.date(2026, 11, 16), rounds=100)
    main, *sides = found.solution.wagers
    value = float(main.expected_value)
    sampled = replace(main, interval=(value - 0.01, value + 0.01))
    vars(found)["solution"] = replace(found.solution, wagers=(sampled, *sides), estimated=True)
    names = listed([found.game.wager[odds.wager].name for odds in sides])
    told = {chapter: str([*chapter.blocks(found)]) for chapter in (wagers, hold, method, simulation)}
    assert f"Estimated from a sample of deals: Ante; 95% intervals are below. Counted exactly: {names}." in told[wagers]
    assert "the odds of Ante are estimated" in told[hold]
    assert f"Exact: the tables of {names}, rules" in told[method]
    (table,) = (block for block in simulation.blocks(found) if "by the odds" in getattr(block, "caption", ""))
    assert isinstance(table, Table)
    assert [str(row[1]).startswith("≈ ") for row in table.rows] == [True] + [False] * len(sides)


def test_a_progressive_says_at_which_meter_it_was_counted(study: Studies) -> None:
    found = study("high-card-flush")
    notes = {
        block.caption: " ".join(block.notes)
        for chapter in (wagers, examples)
        for block in chapter.blocks(found)
        if isinstance(block, Table)
    }
    assert "at its seed of $10,000" in notes["Progressive: outcomes"]
    assert "this round's stakes are in the meter" in notes["Progressive: how it can end"]
    assert "meter" not in notes["Flush: outcomes"] + notes["Flush: how it can end"]


def test_commands_name_what_was_changed() -> None:
    game = houseway.game("mini-tex", "ace-king", pocket_poker="40/20/5/3/2")
    lines = list(method.commands(Study(game, date=datetime.date(2026, 11, 16), rounds=1000)))
    assert all("--edition ace-king --set pocket-poker=40/20/5/3/2" in line for line in lines)
    assert lines[-1].endswith("--date 2026-11-16 --rounds 1000 -o mini-tex.pdf")
