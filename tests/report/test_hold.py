"""Bands of the house's win: the exact ones by plain addition, the normal ones where rounds are many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

import pytest

from houseway.counting.game_odds import Row
from houseway.document.blocks import LineChart, Table
from houseway.odds.solution import WagerOdds
from houseway.report.hold import distribution, exact_band, spreads
from houseway.report.sections import hold
from houseway.report.study import Study

Studies = Callable[[str], Study]


def wager(nets: dict[Fraction, int]) -> WagerOdds:
    rows = tuple(Row(str(net), net, count) for net, count in nets.items())
    return WagerOdds("test", "optimal", sum(nets.values()), rows, nets)


UNEVEN = wager({Fraction(-1): 6, Fraction(0): 1, Fraction(3, 2): 2, Fraction(5): 1})


def test_the_distribution_is_the_sum_of_all_rounds() -> None:
    rounds = 7
    plain: dict[Fraction, Fraction] = {Fraction(): Fraction(1)}
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = defaultdict(Fraction)
        for win, chance in plain.items():
            for net, count in UNEVEN.distribution.items():
                after[win - net] += chance * Fraction(count, UNEVEN.total)
        plain = after
    found = distribution(UNEVEN, rounds)
    assert found is not None
    first, step, chances = found
    for index, chance in enumerate(chances):
        assert chance == pytest.approx(float(plain.get(first + index * step, 0)), abs=1e-12)
    low, high = exact_band(*found, 0.9)
    assert sum(chance for win, chance in plain.items() if win < low) < Fraction(5, 100)
    assert sum(chance for win, chance in plain.items() if win <= low) >= Fraction(5, 100)
    assert sum(chance for win, chance in plain.items() if win <= high) >= Fraction(95, 100)
    assert sum(chance for win, chance in plain.items() if win < high) < Fraction(95, 100)


def test_with_many_rounds_both_bands_are_close() -> None:
    for spread in spreads(UNEVEN):
        assert spread.expected == pytest.approx(float(UNEVEN.house_edge) * spread.rounds)
        if spread.exact is not None and spread.rounds >= 10_000:
            for share, (low, high) in spread.bands.items():
                assert spread.exact[share] == pytest.approx((low, high), abs=0.02 * (high - low))


def test_the_chance_to_be_behind_is_counted() -> None:
    coin = wager({Fraction(-1): 1, Fraction(1): 1})
    first = next(iter(spreads(coin)))
    assert first.behind == pytest.approx(0.5 - 0.0795892 / 2, abs=1e-6)  # a hundred tosses are even 7.96% of the time


def test_a_wager_of_high_pays_has_no_grid_for_many_rounds() -> None:
    assert distribution(wager({Fraction(-1): 999, Fraction(1000): 1}), 100_000) is None


def test_the_chapter_has_a_chart_and_a_table_for_each_wager(study: Studies) -> None:
    found = study("two-card-roo")
    blocks = list(hold.blocks(found))
    [chart] = [block for block in blocks if isinstance(block, LineChart)]
    assert [band.name for band in chart.bands] == ["99% of the time", "95% of the time"]
    tables = [block for block in blocks if isinstance(block, Table)]
    assert len(tables) == len(found.solution.wagers)
    assert [row[0] for row in tables[0].rows] == ["100", "1,000", "10,000", "100,000", "1,000,000"]
