"""What the coach told, and what a decision is worth that it did not tell: a bet between two that it did."""

from __future__ import annotations

from fractions import Fraction

import pytest

from houseway.cards import parse_cards
from houseway.catalog import game
from houseway.odds import advise
from houseway.rules.game import FOLD, Decision
from houseway.rules.pay_tables import Ratio
from houseway.server.tables.seats import Coached

TOLD = Coached(
    {
        Decision(FOLD): Fraction(-1),
        Decision("raise", 1): Fraction(1),
        Decision("raise", 2): Fraction(3, 2),
        Decision("raise", 3): Fraction(2),
        Decision("play", 3): Fraction(7),
    },
    unit=1000,
)


@pytest.mark.parametrize(
    ("multiple", "value"),
    [
        (1, 1),
        (Fraction(3, 2), Fraction(5, 4)),
        (Fraction(5, 2), Fraction(7, 4)),
        (3, 2),
        (Fraction(1, 2), None),
        (4, None),
    ],
)
def test_a_bet_in_between_is_worth_what_lies_between(multiple: Ratio, value: Ratio | None) -> None:
    assert TOLD.value(Decision("raise", multiple)) == value
    assert TOLD.value(Decision("other", multiple)) is None


def test_so_does_a_raise_of_high_card_flush() -> None:
    """Six suited cards: the told 2x lies on the line between 1x and 3x."""
    _, advice = advise(game("high-card-flush"), parse_cards("9h 6h 5h 4h 3h 2h Kd"))
    values = {item.decision: item.value for item in advice}
    ends = Coached({decision: value for decision, value in values.items() if decision.multiple != 2}, unit=500)
    assert ends.value(Decision("raise", 2)) == values[Decision("raise", 2)]
    assert Coached(values, unit=500).value(Decision("raise", Fraction(5, 2))) == ends.value(
        Decision("raise", Fraction(5, 2))
    )
