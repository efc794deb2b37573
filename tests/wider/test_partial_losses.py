"""A wager may lose a part of its stake: the rest comes back, rounded down to the cent."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.wider.games import UpCard

from houseway.cards import parse_cards
from houseway.rules.limits import Limit, Limits
from houseway.table import events as ev
from houseway.table.record import from_record, to_record, verify
from houseway.table.round import Round
from houseway.table.summary import summary
from houseway.table.transcript import tell_all

CENTS = Limits({"ante": Limit(1, 100_000, 1)})


def surrendered(amount: int, share: str = "half") -> Round:
    round_ = Round(UpCard.make(None, {"surrender": share}), stacked=parse_cards("Kc Qd 2s 9h"), limits=CENTS)
    round_.wager(1, {"ante": amount})
    round_.deal()
    round_.act(1, {"choice": "surrender"})
    return round_


@pytest.mark.parametrize(
    ("share", "amount", "returned"),
    [
        ("half", 1000, 500),
        ("half", 1, 0),
        ("half", 3, 1),
        ("half", 99_999, 49_999),
        ("third", 1000, 666),
        ("third", 300, 200),
        ("third", 2, 1),
    ],
)
def test_the_rest_of_the_stake_comes_back(share: str, amount: int, returned: int) -> None:
    round_ = surrendered(amount, share)
    settled = [event for event in round_.events if isinstance(event, ev.Settled)]
    assert settled == [ev.Settled(1, "ante", amount, returned, "surrendered", "the player has surrendered")]
    assert round_.view().net == {1: returned - amount}


def test_nobody_loses_less_than_the_share() -> None:
    """What is kept is never under the exact share, and less than a cent above it."""
    for amount in range(1, 400):
        for share, lost in (("half", Fraction(amount, 2)), ("third", Fraction(amount, 3))):
            net = surrendered(amount, share).view().net
            assert net is not None
            assert lost <= -net[1] < lost + 1


def test_it_is_told_in_words_and_figures() -> None:
    round_ = surrendered(1000)
    assert "Seat 1 Ante $10: loses $5, $5 comes back (the player has surrendered)" in list(
        tell_all(round_.events, round_.game)
    )
    (seat,) = summary(round_, "")["seats"]
    assert seat["wagers"] == [{"wager": "ante", "amount": 1000, "returned": 500}]
    assert seat["net"] == -500


def test_the_record_replays() -> None:
    record = to_record(surrendered(1001))
    assert to_record(from_record(record)) == record
    verify(record)
