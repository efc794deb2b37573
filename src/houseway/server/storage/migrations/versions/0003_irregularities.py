"""Irregularities: the pit's log of void rounds and corrections, and entries with the names of those who made them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
FOREIGN = {"by_id": "people.id", "table_id": "tables.id", "round_id": "rounds.id", "person_id": "people.id"}


def upgrade() -> None:
    op.add_column("entries", sa.Column("made_by", sa.BigInteger(), nullable=True))
    op.add_column("entries", sa.Column("confirmed_by", sa.BigInteger(), nullable=True))
    op.create_index("ix_entries_round_id", "entries", ["round_id"])
    log = op.create_table(
        "pit_log",
        sa.Column("id", Id, autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("by_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("round_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("proposal_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("kind IN ('void', 'proposal', 'correction', 'refusal')", name="ck_pit_log_kind"),
        sa.CheckConstraint(
            "(kind IN ('correction', 'refusal')) = (proposal_id IS NOT NULL)", name="ck_pit_log_decides_a_proposal"
        ),
        *(
            sa.ForeignKeyConstraint([name], [to], name=f"fk_pit_log_{name}", initially="DEFERRED", deferrable=True)
            for name, to in {**FOREIGN, "proposal_id": "pit_log.id"}.items()
        ),
        sa.PrimaryKeyConstraint("id", name="pk_pit_log"),
        sa.UniqueConstraint("key", name="uq_pit_log_key"),
    )
    op.create_index("ix_pit_log_round_id", "pit_log", ["round_id"])
    op.create_index("ix_pit_log_proposal_id", "pit_log", ["proposal_id"])
    _rounds_that_are_void(log)
    _triggers(op.get_bind().dialect.name)


def _rounds_that_are_void(log: sa.Table) -> None:
    """Those of refunds made before there was a log."""
    rounds = sa.table(
        "rounds",
        sa.column("id", sa.BigInteger),
        sa.column("table_id", sa.BigInteger),
        sa.column("ended", sa.BigInteger),
        sa.column("summary", sa.JSON),
    )
    seated = sa.table("round_people", sa.column("round_id", sa.BigInteger), sa.column("returned", sa.BigInteger))
    why = rounds.c.summary["void"].as_string()
    given = sa.select(sa.func.coalesce(sa.func.sum(seated.c.returned), 0)).where(seated.c.round_id == rounds.c.id)
    query = sa.select(rounds.c.id, rounds.c.table_id, rounds.c.ended, why, given.scalar_subquery())
    found = op.get_bind().execute(query.where(why.is_not(None)).order_by(rounds.c.ended, rounds.c.id)).all()
    rows = [
        {
            "id": number,
            "key": f"round:{round_id}:void",
            "kind": "void",
            "table_id": table_id,
            "round_id": round_id,
            "amount": int(amount),
            "reason": reason[:200],
            "made": ended,
        }
        for number, (round_id, table_id, ended, reason, amount) in enumerate(found, start=1)
    ]
    if rows:
        op.bulk_insert(log, rows)


def _triggers(dialect: str) -> None:
    if dialect == "sqlite":
        for what in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER pit_log_no_{what.lower()} BEFORE {what} ON pit_log "
                "BEGIN SELECT RAISE(ABORT, 'the pit_log is never changed'); END"
            )
    if dialect == "postgresql":  # never_changed() is of the first schema
        op.execute(
            "CREATE TRIGGER pit_log_no_change BEFORE UPDATE OR DELETE ON pit_log "
            "FOR EACH ROW EXECUTE FUNCTION never_changed()"
        )
        op.execute(
            "CREATE TRIGGER pit_log_no_truncate BEFORE TRUNCATE ON pit_log "
            "FOR EACH STATEMENT EXECUTE FUNCTION never_changed()"
        )
