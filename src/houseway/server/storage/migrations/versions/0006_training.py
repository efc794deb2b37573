"""Training: everybody's progress, exams and the answers given in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
Json = sa.JSON(none_as_null=True)


def upgrade() -> None:
    op.create_table(
        "training_attempts",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("attempt", Json, nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        _to("training_attempts", "person_id", "people.id"),
        sa.PrimaryKeyConstraint("person_id", "number", name="pk_training_attempts"),
    )
    op.create_table(
        "exams",
        sa.Column("id", Id, autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("by_id", sa.BigInteger(), autoincrement=False, nullable=True),
        sa.Column("game", sa.String(length=80), nullable=False),
        sa.Column("edition", sa.String(length=80), nullable=False),
        sa.Column("options", Json, nullable=False),
        sa.Column("fingerprint", sa.String(length=100), nullable=False),
        sa.Column("seed", sa.String(length=80), nullable=False),
        sa.Column("terms", Json, nullable=False),
        sa.Column("plan", Json, nullable=False),
        sa.Column("assigned", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("withdrawn", sa.BigInteger(), nullable=True),
        sa.Column("result", Json, nullable=True),
        _to("exams", "person_id", "people.id"),
        _to("exams", "by_id", "people.id"),
        sa.PrimaryKeyConstraint("id", name="pk_exams"),
    )
    op.create_index("ix_exams_person_id", "exams", ["person_id"])
    op.create_table(
        "exam_answers",
        sa.Column("exam_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("answer", Json, nullable=False),
        sa.Column("grade", Json, nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        _to("exam_answers", "exam_id", "exams.id"),
        sa.PrimaryKeyConstraint("exam_id", "number", name="pk_exam_answers"),
    )


def _to(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [target], name=f"fk_{table}_{column}", initially="DEFERRED", deferrable=True
    )
