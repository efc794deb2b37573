"""Changes of role go into the pit's log: one more kind of line, which is of a person and of no table or round."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

CHECKS = {
    "ck_pit_log_kind": "kind IN ('void', 'proposal', 'correction', 'refusal', 'withdrawal', 'mute', 'unmute', 'role')",
    "ck_pit_log_decides_a_proposal": ("(kind IN ('correction', 'refusal', 'withdrawal')) = (proposal_id IS NOT NULL)"),
    "ck_pit_log_is_of_a_round": (
        "(kind IN ('mute', 'unmute', 'role')) = (round_id IS NULL) AND (round_id IS NULL) = (table_id IS NULL)"
    ),
    "ck_pit_log_mutes_somebody": "kind NOT IN ('mute', 'unmute', 'role') OR person_id IS NOT NULL",
}
Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
FOREIGN = {"by_id": "people.id", "table_id": "tables.id", "round_id": "rounds.id", "person_id": "people.id"}


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _built_again()
        return
    op.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no table is altered while rows of it are still to be checked
    for name, condition in CHECKS.items():
        op.drop_constraint(name, "pit_log", type_="check")
        op.create_check_constraint(name, "pit_log", condition)
    op.execute("SET CONSTRAINTS ALL DEFERRED")


def _built_again() -> None:
    """SQLite changes no constraint of a table. The old one is renamed, so that its references to itself go with it."""
    op.rename_table("pit_log", "pit_log_before")
    log = op.create_table(
        "pit_log",
        sa.Column("id", Id, autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("by_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("round_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("proposal_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
        *(sa.CheckConstraint(condition, name=name) for name, condition in CHECKS.items()),
        *(
            sa.ForeignKeyConstraint([name], [to], name=f"fk_pit_log_{name}", initially="DEFERRED", deferrable=True)
            for name, to in {**FOREIGN, "proposal_id": "pit_log.id"}.items()
        ),
        sa.PrimaryKeyConstraint("id", name="pk_pit_log"),
        sa.UniqueConstraint("key", name="uq_pit_log_key"),
    )
    before = sa.table("pit_log_before", *(sa.column(column.name) for column in log.c))
    op.execute(sa.insert(log).from_select(log.c.keys(), sa.select(before).order_by(before.c.id)))
    op.drop_table("pit_log_before")  # with its indexes and triggers
    op.create_index("ix_pit_log_round_id", "pit_log", ["round_id"])
    op.create_index("ix_pit_log_proposal_id", "pit_log", ["proposal_id"])
    for what in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER pit_log_no_{what.lower()} BEFORE {what} ON pit_log "
            "BEGIN SELECT RAISE(ABORT, 'the pit_log is never changed'); END"
        )
