"""Numbers as they are printed."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from houseway.odds.game_odds import Row
from houseway.report.figures import change, digits_for, number, percent, units


def read(text: str) -> Decimal:
    return Decimal(text.replace("−", "-").replace(",", ""))


def test_texts() -> None:
    assert percent(Fraction(1, 40)) == "2.5000%"
    assert percent(-0.5, 1) == "−50.0%"
    assert percent(-1e-9) == "0.0000%"
    assert change(Fraction(1, 100)) == "+1.0000%"
    assert number(-1234.5, 1) == "−1,234.5"
    assert units(Fraction(3, 2)) == "1.5"
    assert units(-1) == "−1"


def test_the_rarest_line_is_not_shown_as_nothing() -> None:
    rows = [Row("often", Fraction(-1), 10**9 - 3), Row("seldom", Fraction(1), 3), Row("never", Fraction(1), 0)]
    assert digits_for(rows, 10**9) == 11
    assert digits_for(rows[:1], 10**9) == 9
