"""Figures are rounded once and alike everywhere: halves away from zero."""

from __future__ import annotations

import doctest
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from tests.calling import houseway as command

from houseway import rounding
from houseway.audit.printed import Printed
from houseway.lab.figures import percent as lab_percent
from houseway.lab.protecting.words import signed
from houseway.report.figures import number, percent
from houseway.rounding import fixed, short


@given(tenths_of_last=st.integers(min_value=-(10**9), max_value=10**9), decimals=st.integers(min_value=0, max_value=6))
def test_rounds_like_decimal_half_up(tenths_of_last: int, decimals: int) -> None:
    """Values with one digit more than is shown: one in ten of them is a half."""
    exact = Decimal(tenths_of_last).scaleb(-decimals - 1)
    expected = exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    assert fixed(Fraction(exact), decimals) == f"{expected + 0:.{decimals}f}"


def test_a_float_is_the_decimal_number_it_prints_as() -> None:
    assert [fixed(value, 2) for value in (2.675, -1.005, 0.125)] == ["2.68", "-1.01", "0.13"]
    assert rounding.percent(0.00125, 1) == "0.1%"
    assert rounding.percent(0.0125, 0) == "1%"
    assert rounding.percent(0.125, 0) == "13%"


@given(
    value=st.fractions(min_value=Fraction(1, 10**9), max_value=10**12, max_denominator=10**9),
    digits=st.integers(min_value=1, max_value=10),
)
def test_short_figures_have_so_many_significant_digits(value: Fraction, digits: int) -> None:
    with localcontext(prec=60, rounding=ROUND_HALF_UP):
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        expected = exact.quantize(min(Decimal(1), Decimal(1).scaleb(exact.adjusted() - digits + 1)))
        assert Decimal(short(value, digits)) == expected
        assert short(-value, digits, plus=True) == "-" + short(value, digits)
    assert "e" not in short(value, digits)
    assert "." not in short(value, digits) or short(value, digits)[-1] != "0"


def test_short_figures_round_halves_away_from_zero() -> None:
    """`:g` and `:.1e` round the first three to even, and write the last two with an exponent."""
    assert [short(value, 4) for value in (0.00010625, 1.0625, 10.625)] == ["0.0001063", "1.063", "10.63"]
    assert [short(value) for value in (0, 1675104.5, 1e-7)] == ["0", "1675105", "0.0000001"]
    assert lab_percent(Fraction(25, 10**9)) == "0.0000025%"
    assert signed(Fraction(-25, 10**9)) == "−0.000003%"


def test_odds_report_and_audit_round_a_half_alike() -> None:
    """A wager with one chance in 4.25 exactly: the manual prints 1 in 4.3."""
    shown = command("odds", "two-card-roo", "--wager", "flush-roo").stdout
    (line,) = (line for line in shown.splitlines() if "Invalid" in line and " 624 " in line)  # 624 of 2,652 deals
    assert "1 in 4.3 " in line
    assert Printed.parse("1 in 4.3").write_rounded(Fraction(17, 4)) == "1 in 4.3"
    assert number(Fraction(17, 4), 1) == "4.3"
    assert percent(Fraction(1, 32), 2) == "3.13%"


def test_examples_of_the_docstrings() -> None:
    assert doctest.testmod(rounding).failed == 0
