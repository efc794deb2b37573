"""Rounds of every game as far as their first decision, and what it means that a round refuses a call."""

from collections.abc import Callable
from typing import Any

import pytest

from houseway.cards import parse_cards
from houseway.catalog import game_class
from houseway.errors import HousewayError
from houseway.table.record import to_record
from houseway.table.round import Round

ENTRY = {
    "high-card-draw": {"play": 1000},
    "high-card-flush": {"ante": 1000},
    "mini-tex": {"ante": 1000},
    "three-card-draw-poker": {"ante": 1000},
    "three-card-roo": {"play": 1000},
    "two-card-roo": {"roo": 1000},
}
NO_PAIR = parse_cards("Kh 7d 2c 9s")
every_game = pytest.mark.parametrize("game_id", ENTRY)


def dealt(
    game_id: str, *, seats: int = 1, stacked: str = "Kh 7d 2c 9s", options: dict[str, Any] | None = None
) -> Round:
    """A round in its first decision; the first hand is no pair unless stacked so."""
    made = game_class(game_id).make(None, options)
    round_ = Round(made, seats=seats, seed="dealt", stacked=parse_cards(stacked))
    for seat in round_.seats:
        round_.wager(seat, ENTRY[game_id])
    round_.deal()
    return round_


def state(round_: Round) -> tuple[Any, ...]:
    """Everything there is to a round."""
    return (
        to_record(round_),
        round_.spots,
        round_.house,
        round_.meter,
        round_.step,
        round_.to_act,
        [round_.legal_actions(seat) for seat in round_.seats],
    )


def refused(round_: Round, call: Callable[[], None], error: type[HousewayError], match: str) -> None:
    """The call is refused with one sentence, and nothing has changed."""
    before = state(round_)
    with pytest.raises(error, match=match) as raised:
        call()
    assert str(raised.value).endswith(".")
    assert state(round_) == before
