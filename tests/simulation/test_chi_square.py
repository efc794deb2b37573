"""Chi-square, beside scipy's."""

from __future__ import annotations

import math
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

from houseway.simulation.chi_square import chi_square, p_value

stats: Any = import_module("scipy.stats")


@pytest.mark.parametrize("degrees", [1, 2, 3, 6, 7, 13, 50, 51, 2601])
@pytest.mark.parametrize("times", [0.01, 0.5, 1.0, 1.5, 3.0])
def test_p_values_are_scipys(degrees: int, times: float) -> None:
    assert p_value(degrees * times, degrees) == pytest.approx(stats.chi2.sf(degrees * times, degrees), rel=1e-8)


def test_the_statistic_is_scipys() -> None:
    found = chi_square([480, 350, 170], [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)])
    theirs = stats.chisquare([480, 350, 170], [500, 1000 / 3, 1000 / 6])
    assert found is not None
    assert found.statistic == pytest.approx(theirs.statistic)
    assert found.p_value == pytest.approx(theirs.pvalue)
    assert found.degrees == 2


def test_rare_rows_are_pooled() -> None:
    chances = [Fraction(1, 2), Fraction(499, 1000), Fraction(1, 2000), Fraction(1, 2000)]
    found = chi_square([500, 497, 2, 1], chances)
    assert found is not None
    assert found.degrees == 1  # both rare rows and the smaller of the others are one bin
    assert found.statistic == pytest.approx(0)


def test_what_cannot_happen() -> None:
    chances = [Fraction(1, 2), Fraction(1, 2), Fraction(0)]
    assert chi_square([50, 50, 0], chances) == (0.0, 1, 1.0)
    found = chi_square([50, 49, 1], chances)
    assert found is not None
    assert found.statistic == math.inf
    assert found.p_value == 0


def test_nothing_to_compare() -> None:
    assert chi_square([0, 0], [Fraction(1, 2), Fraction(1, 2)]) is None
    assert chi_square([7], [Fraction(1)]) is None
