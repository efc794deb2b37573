"""The first schema: people, books, tables, rounds; what is only ever added to is guarded by triggers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", Id, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "kind NOT IN ('wallet', 'stack', 'felt', 'pot', 'pool') OR balance >= 0", name="ck_accounts_not_below_zero"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("key", name="uq_accounts_key"),
    )
    op.create_table(
        "claims",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("token_hash", name="pk_claims"),
    )
    op.create_table(
        "entries",
        sa.Column("id", Id, autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("round_id", sa.BigInteger(), nullable=True),
        sa.Column("table_id", sa.BigInteger(), nullable=True),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_entries"),
        sa.UniqueConstraint("key", name="uq_entries_key"),
    )
    op.create_table(
        "people",
        sa.Column("id", Id, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=120), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=True),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("program", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("role IN ('player', 'pit', 'admin')", name="ck_people_role"),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("name_key", name="uq_people_name_key"),
    )
    op.create_table(
        "tables",
        sa.Column("id", Id, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("game", sa.String(length=80), nullable=False),
        sa.Column("edition", sa.String(length=80), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("limits", sa.JSON(), nullable=False),
        sa.Column("jurisdiction", sa.String(length=80), nullable=False),
        sa.Column("fingerprint", sa.String(length=100), nullable=False),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("room", sa.JSON(), nullable=True),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_table(
        "postings",
        sa.Column("entry_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("account_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name="fk_postings_account_id", initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.id"], name="fk_postings_entry_id", initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("entry_id", "account_id", name="pk_postings"),
    )
    op.create_table(
        "requests",
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_requests_person_id", initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("person_id", "key", name="pk_requests"),
    )
    op.create_table(
        "rounds",
        sa.Column("id", Id, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=80), nullable=False),
        sa.Column("fingerprint", sa.String(length=100), nullable=False),
        sa.Column("header", sa.JSON(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("summary", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_rounds_table_id", initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("id", name="pk_rounds"),
        sa.UniqueConstraint("table_id", "number", name="uq_rounds_table_id"),
    )
    op.create_index(
        "ix_rounds_open",
        "rounds",
        ["over"],
        unique=False,
        sqlite_where=sa.text("NOT over"),
        postgresql_where=sa.text("NOT over"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_seats_person_id", initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_seats_table_id", initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_sessions_person_id", initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_expires", "sessions", ["expires"], unique=False)
    op.create_index("ix_sessions_person_id", "sessions", ["person_id"], unique=False)
    op.create_table(
        "takings",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("wager", sa.String(length=60), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("staked", sa.BigInteger(), nullable=False),
        sa.Column("returned", sa.BigInteger(), nullable=False),
        sa.Column("squares", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_takings_table_id", initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("table_id", "wager", name="pk_takings"),
    )
    op.create_table(
        "actions",
        sa.Column("round_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("action", sa.JSON(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["round_id"], ["rounds.id"], name="fk_actions_round_id", initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("round_id", "number", name="pk_actions"),
    )
    op.create_table(
        "round_people",
        sa.Column("round_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("staked", sa.BigInteger(), nullable=False),
        sa.Column("returned", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_round_people_person_id", initially="DEFERRED", deferrable=True
        ),
        sa.ForeignKeyConstraint(
            ["round_id"], ["rounds.id"], name="fk_round_people_round_id", initially="DEFERRED", deferrable=True
        ),
        sa.PrimaryKeyConstraint("round_id", "seat", name="pk_round_people"),
    )
    op.create_index("ix_round_people_person_id_round_id", "round_people", ["person_id", "round_id"], unique=False)
    _triggers(op.get_bind().dialect.name)


def _triggers(dialect: str) -> None:
    for table in ("entries", "postings", "actions"):
        if dialect == "sqlite":
            for what in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{what.lower()} BEFORE {what} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{table} are never changed'); END"
                )
    if dialect == "postgresql":
        _postgres_triggers()


def _postgres_triggers() -> None:
    op.execute(
        "CREATE FUNCTION never_changed() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% are never changed', TG_TABLE_NAME; END $$"
    )
    for table in ("entries", "postings", "actions"):
        op.execute(
            f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION never_changed()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION never_changed()"
        )
    # At commit, when all of an entry's postings are there.
    op.execute(
        "CREATE FUNCTION sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF (SELECT sum(amount) FROM postings WHERE entry_id = NEW.entry_id) <> 0 "
        "THEN RAISE EXCEPTION 'entry % does not sum to zero', NEW.entry_id; END IF; RETURN NULL; END $$"
    )
    op.execute(
        "CREATE CONSTRAINT TRIGGER postings_sum_to_zero AFTER INSERT ON postings DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION sums_to_zero()"
    )
