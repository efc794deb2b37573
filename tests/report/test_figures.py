"""Numbers as they are printed: columns add up, and no figure is off by more than its last digit."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from houseway.counting.game_odds import Row
from houseway.report.figures import adding_up, change, digits_for, number, one_in, percent, units

VALUES = st.lists(st.fractions(min_value=-50, max_value=50, max_denominator=10**7), min_size=1, max_size=20)


def read(text: str) -> Decimal:
    return Decimal(text.replace("−", "-").replace(",", ""))


@given(values=VALUES, digits=st.integers(min_value=0, max_value=12))
def test_what_is_shown_adds_up_to_the_total_shown(values: list[Fraction], digits: int) -> None:
    shown = [read(text) for text in adding_up(values, digits)]
    total = sum(values, Fraction())
    assert sum(shown) == Decimal(round(total * 10**digits)) / 10**digits
    for text, value in zip(shown, values, strict=True):
        assert abs(Fraction(text) - value) < Fraction(1, 10**digits)


def test_what_needs_no_rounding_is_not_rounded() -> None:
    assert adding_up([Fraction(1, 4), Fraction(1, 3), Fraction(5, 12)], 2) == ["0.25", "0.33", "0.42"]


def test_texts() -> None:
    assert percent(Fraction(1, 40)) == "2.5000%"
    assert percent(-0.5, 1) == "−50.0%"
    assert percent(-1e-9) == "0.0000%"
    assert change(Fraction(1, 100)) == "+1.0000%"
    assert number(-1234.5, 1) == "−1,234.5"
    assert units(Fraction(3, 2)) == "1.5"
    assert units(-1) == "−1"
    assert one_in(1, 1326) == "1 in 1,326.0"
    assert one_in(0, 1326) == "never"


def test_the_rarest_line_is_not_shown_as_nothing() -> None:
    rows = [Row("often", Fraction(-1), 10**9 - 3), Row("seldom", Fraction(1), 3), Row("never", Fraction(1), 0)]
    assert digits_for(rows, 10**9) == 11
    assert digits_for(rows[:1], 10**9) == 9
