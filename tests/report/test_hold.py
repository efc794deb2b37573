"""Bands of the house's win: the exact ones by plain addition, the normal ones only where they do not mislead."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

import pytest

import houseway
from houseway.document.blocks import LineChart, Paragraph, Table
from houseway.odds.cache import solved
from houseway.odds.game_odds import Row
from houseway.odds.solution import WagerOdds
from houseway.report import hold as hold_figures
from houseway.report.hold import distribution, exact_band, spreads
from houseway.report.sections import hold
from houseway.report.study import Study

Studies = Callable[[str], Study]


def wager(nets: dict[Fraction, int]) -> WagerOdds:
    rows = tuple(Row(str(net), net, count) for net, count in nets.items())
    return WagerOdds("test", "optimal", sum(nets.values()), rows, nets)


LOPSIDED = wager({Fraction(-1): 999, Fraction(1000): 1})
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


def test_with_many_rounds_the_bands_are_close_to_normal(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = list(spreads(UNEVEN))
    monkeypatch.setattr(hold_figures, "MOST_CELLS", 1)
    normal = list(spreads(UNEVEN))
    for one, two in zip(exact, normal, strict=True):
        assert (one.exact, two.exact) == (True, False)
        assert one.expected == two.expected == pytest.approx(float(UNEVEN.house_edge) * one.rounds)
        if one.rounds >= 10_000:
            assert one.bands is not None
            assert two.bands is not None
            for share, (low, high) in two.bands.items():
                assert one.bands[share] == pytest.approx((low, high), abs=0.02 * (high - low))
            assert one.behind == pytest.approx(two.behind, abs=0.01)


def test_lopsided_results_are_not_taken_as_normal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hold_figures, "MOST_CELLS", 1)
    for found in spreads(LOPSIDED):
        told = abs(LOPSIDED.skewness) / found.rounds**0.5 <= 0.1
        assert (found.bands is not None, found.behind is not None) == (told, told)


def test_a_part_of_the_grid_has_the_chances_of_the_whole() -> None:
    """A jackpot that comes once in a thousand rounds, by its number alone."""
    rounds, chance = 1000, 0.001
    found = distribution(LOPSIDED, rounds)
    assert found is not None
    first, step, chances = found
    assert len(chances) < 50_000  # of a million
    assert chances.sum() == pytest.approx(1, abs=1e-9)
    for hits in range(6):
        place = int((rounds - 1001 * hits - first) / step)
        exact = math.comb(rounds, hits) * chance**hits * (1 - chance) ** (rounds - hits)
        assert chances[place] == pytest.approx(exact, abs=1e-10)


def test_the_chance_to_be_behind_is_counted() -> None:
    coin = wager({Fraction(-1): 1, Fraction(1): 1})
    first = next(iter(spreads(coin)))
    assert first.behind == pytest.approx(0.5 - 0.0795892 / 2, abs=1e-6)  # a hundred tosses are even 7.96% of the time


def test_results_that_share_no_small_step_have_no_grid() -> None:
    assert distribution(wager({Fraction(-1): 999, Fraction(1000): 1, Fraction(1, 1_000_003): 1}), 100_000) is None


def test_a_wager_that_always_loses_is_no_gamble() -> None:
    [found, *_] = spreads(wager({Fraction(-1): 5}))
    assert found.bands == {0.95: (100, 100), 0.99: (100, 100)}
    assert found.behind == 0


def test_a_jackpot_over_few_rounds() -> None:
    """By adding up the whole distribution; the normal one would say 0.8% to 94.4%, and 0.4% behind."""
    odds = solved(houseway.game("high-card-flush")).wager("progressive")
    found = next(item for item in spreads(odds) if item.rounds == 1000)
    assert found.exact
    assert found.bands is not None
    assert found.bands[0.99] == (-137, 790)
    assert found.behind == pytest.approx(0.01636, abs=1e-5)


def test_figures_that_are_not_exact_have_a_sign_and_a_note(study: Studies, monkeypatch: pytest.MonkeyPatch) -> None:
    game = houseway.game("two-card-roo")
    monkeypatch.setattr(hold_figures, "MOST_CELLS", 100)
    blocks = list(hold.blocks(Study(game, date=study("two-card-roo").date)))
    main, flush, *_ = [block for block in blocks if isinstance(block, Table)]
    assert all(str(cell).startswith("≈ ") for cell in main.rows[2][2:])
    assert main.notes[1:] == ("≈ By the normal distribution: the results are too many to add up.",)
    assert flush.rows[0][2:] == ("", "", "")
    assert flush.notes[-1].startswith("Empty: ")
    assert "≈" in [block.text for block in blocks if isinstance(block, Paragraph)][-1]


def test_the_chapter_has_a_chart_and_a_table_for_each_wager(study: Studies) -> None:
    found = study("two-card-roo")
    blocks = list(hold.blocks(found))
    [chart] = [block for block in blocks if isinstance(block, LineChart)]
    assert [band.name for band in chart.bands] == ["99% of the time", "95% of the time"]
    tables = [block for block in blocks if isinstance(block, Table)]
    assert len(tables) == len(found.solution.wagers)
    assert not any("≈" in str(cell) for table in tables for row in table.rows for cell in row)
    assert "are exact" in [block.text for block in blocks if isinstance(block, Paragraph)][-1]
    assert [row[0] for row in tables[0].rows] == ["100", "1,000", "10,000", "100,000", "1,000,000"]
