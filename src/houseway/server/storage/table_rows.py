"""Statements on the rows of tables and seats that are used again and again, made once."""

from __future__ import annotations

import sqlalchemy as sa

from houseway.server.storage import schema

_seats, _tables = schema.seats, schema.tables
_SEAT = sa.and_(_seats.c.table_id == sa.bindparam("b_table"), _seats.c.seat == sa.bindparam("b_seat"))

DROP_SEAT = sa.delete(_seats).where(_SEAT)
SET_SEAT = sa.update(_seats).where(_SEAT).values(state=sa.bindparam("b_state", type_=schema.Json))
CLOSE_TABLE = (
    sa.update(_tables)
    .where(_tables.c.id == sa.bindparam("b_id"))
    .values(closed=sa.bindparam("b_closed"), settings=sa.bindparam("b_settings", type_=schema.Json))
)
RENAME_TABLE = sa.update(_tables).where(_tables.c.id == sa.bindparam("b_id")).values(name=sa.bindparam("b_name"))
SET_ROOM = (
    sa.update(_tables)
    .where(_tables.c.id == sa.bindparam("b_id"))
    .values(room=sa.bindparam("b_room", type_=schema.Json))
)
