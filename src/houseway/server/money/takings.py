"""What each wager of a table has taken and paid: the handle, the win, and what theory says of them."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from houseway.server.storage.journal import Change
from houseway.server.storage.schema import takings

_ADD = (
    sa.update(takings)
    .where(takings.c.table_id == sa.bindparam("b_table"), takings.c.wager == sa.bindparam("b_wager"))
    .values(
        made=takings.c.made + 1,
        staked=takings.c.staked + sa.bindparam("b_staked"),
        returned=takings.c.returned + sa.bindparam("b_returned"),
        squares=takings.c.squares + sa.bindparam("b_squares"),
    )
)


def begin(change: Change, table_id: int, wagers: Iterable[str]) -> None:
    """A new table: nothing taken yet on any of its wagers."""
    for wager in wagers:
        change.insert(
            takings, {"table_id": table_id, "wager": wager, "made": 0, "staked": 0, "returned": 0, "squares": 0.0}
        )


def add(change: Change, table_id: int, settled: Iterable[tuple[str, int, int]]) -> None:
    """A round is over: each wager that was settled with what was staked and what was returned."""
    for wager, staked, returned in settled:
        change.update(
            _ADD,
            {
                "b_table": table_id,
                "b_wager": wager,
                "b_staked": staked,
                "b_returned": returned,
                "b_squares": float(staked) ** 2,
            },
        )
