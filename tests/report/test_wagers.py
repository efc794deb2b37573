"""The odds tables of every game: the figures of `houseway odds`, each rounded by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

import pytest
from tests.report.test_figures import read

import houseway
from houseway.document.blocks import BarChart, Cell, Facts, Paragraph, Table
from houseway.report.sections import wagers
from houseway.report.study import Study

Studies = Callable[[str], Study]
GAMES = houseway.banked_ids()


@pytest.mark.parametrize("game_id", GAMES)
def test_tables_show_the_exact_odds_rounded(study: Studies, game_id: str) -> None:
    found = study(game_id)
    tables = {block.caption: block for block in wagers.blocks(found) if isinstance(block, Table)}
    for odds in found.solution.wagers:
        table = tables[f"{found.played_name(odds.wager)}: outcomes"]
        *lines, total = table.rows
        assert [line[0] for line in lines] == [f"+ {row.label}" if row.bonus else row.label for row in odds.rows]
        for line, row in zip(lines, odds.rows, strict=True):
            _check_line(line, row, odds.total)
        plain = [line for line, row in zip(lines, odds.rows, strict=True) if not row.bonus]
        assert _sum(plain, 2) == read(_text(total[2])) == odds.total
        assert read(_text(total[3])) == 1
        assert _shows(_text(total[5]), odds.expected_value)
        assert sum((row.net * row.count for row in odds.rows), Fraction()) == odds.expected_value * odds.total


def _check_line(line: tuple[Any, ...], row: Any, total: int) -> None:
    _, net, count, probability, frequency, returned = map(_text, line)
    assert Fraction(read(net)) == pytest.approx(row.net)
    assert read(count) == row.count
    assert _shows(probability, Fraction(row.count, total))
    assert _shows(returned, row.net * row.count / total)
    assert frequency == (f"1 in {_half_up(Fraction(total, row.count), 1):,}" if row.count else "never")


def _shows(text: str, exact: Fraction) -> bool:
    """Whether the text is the exact value rounded to the decimals it shows, nine at least."""
    digits = len(text.partition(".")[2])
    return digits >= 9 and read(text) == _half_up(exact, digits)


def _half_up(value: Fraction, digits: int) -> Decimal:
    return (Decimal(value.numerator) / value.denominator).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def _text(cell: str | Cell) -> str:
    return cell.text if isinstance(cell, Cell) else cell


def _sum(lines: list[tuple[Any, ...]], column: int) -> Decimal:
    return sum((read(_text(line[column])) for line in lines), Decimal())


@pytest.mark.parametrize("game_id", GAMES)
def test_facts_and_charts_are_those_of_the_solution(study: Studies, game_id: str) -> None:
    found = study(game_id)
    blocks = list(wagers.blocks(found))
    plays = [dict(block.pairs) for block in blocks if isinstance(block, Facts)]
    facts = [shown for shown in plays if f"Cost to {found.unit}" not in shown]
    charts = [block for block in blocks if isinstance(block, BarChart)]
    for odds, shown, chart in zip(found.solution.wagers, facts, charts, strict=True):
        assert shown["House edge"] == f"{_half_up(100 * odds.house_edge, 4)}%".replace("-", "−")
        assert shown["Standard deviation"] == f"{odds.standard_deviation:,.4f} units"
        assert shown["Hit frequency"] == f"{_half_up(100 * odds.hit_frequency, 2)}%"
        assert sum(chance for _, chance in chart.bars) == pytest.approx(1)


def test_skewness_and_volatility_of_a_wager_worked_out_by_hand(study: Studies) -> None:
    """Pairs Pay: 15 to 1 with probability 1/17. Of a result with two values the skewness is (q - p) / sqrt(pq)."""
    odds = study("two-card-roo").solution.wager("pairs-pay")
    p = 1 / 17
    assert odds.skewness == pytest.approx((1 - 2 * p) / (p * (1 - p)) ** 0.5)
    assert odds.volatility_index == pytest.approx(1.645 * 16 * (p * (1 - p)) ** 0.5, rel=1e-12)


def test_legend_explains_only_columns_of_its_table(study: Studies) -> None:
    blocks = list(wagers.blocks(study("two-card-roo")))
    place, table = next((place, block) for place, block in enumerate(blocks) if isinstance(block, Table))
    legend = blocks[place + 1]
    assert isinstance(legend, Paragraph)
    explained = re.findall(r"(?:^|[.] )([A-Z][a-z ]+):", legend.text)
    assert "Volatility index" in explained
    assert set(explained) <= {column.title for column in table.columns}
    index = [column.title for column in table.columns].index("Volatility index")
    for odds, row in zip(study("two-card-roo").solution.wagers, table.rows, strict=True):
        assert float(read(_text(row[index]))) == pytest.approx(1.645 * odds.standard_deviation, abs=0.00005)
