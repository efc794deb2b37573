"""The tables of the database. Money is whole cents; times are milliseconds since 1970, UTC.

The server is the only writer and gives all ids itself. Foreign keys are checked at commit, so that the rows of many
changes can be written table by table. Entries, postings, actions and the pit's log are only ever added to: triggers,
made by the migrations, refuse anything else.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

Json = sa.JSON(none_as_null=True)
Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # there 64 bits too, and the row's own number
ROLES = ("player", "pit", "admin")
NEVER_BELOW_ZERO = ("wallet", "stack", "felt", "pot", "pool")
APPEND_ONLY = ("entries", "postings", "actions", "pit_log")


def _id() -> sa.Column[int]:
    return sa.Column("id", Id, primary_key=True, autoincrement=False)


def _to(name: str, target: str, *, nullable: bool = False, primary_key: bool = False) -> sa.Column[int]:
    key = sa.ForeignKey(target, deferrable=True, initially="DEFERRED")
    return sa.Column(
        name, sa.BigInteger, key, nullable=nullable and not primary_key, primary_key=primary_key, autoincrement=False
    )


people = sa.Table(
    "people",
    metadata,
    _id(),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("name_key", sa.String(120), nullable=False, unique=True),
    sa.Column("password_hash", sa.String(200)),
    sa.Column("role", sa.String(10), nullable=False),
    sa.Column("guest", sa.Boolean, nullable=False),
    sa.Column("program", sa.Boolean, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.CheckConstraint("role IN ('player', 'pit', 'admin')", name="role"),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    _to("person_id", "people.id"),
    sa.Column("csrf", sa.String(64), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Index(None, "person_id"),
    sa.Index(None, "expires"),
)

claims = sa.Table(  # one-time links by which the first admin comes in
    "claims",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger),
)

accounts = sa.Table(
    "accounts",
    metadata,
    _id(),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("key", sa.String(100), nullable=False, unique=True),
    sa.Column("balance", sa.BigInteger, nullable=False),
    sa.CheckConstraint("kind NOT IN ('wallet', 'stack', 'felt', 'pot', 'pool') OR balance >= 0", name="not_below_zero"),
)

entries = sa.Table(
    "entries",
    metadata,
    _id(),
    sa.Column("key", sa.String(200), nullable=False, unique=True),
    sa.Column("reason", sa.String(200), nullable=False),
    sa.Column("round_id", sa.BigInteger),
    sa.Column("table_id", sa.BigInteger),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("made_by", sa.BigInteger),  # whoever of the pit made it, of entries that no rule makes by itself
    sa.Column("confirmed_by", sa.BigInteger),  # and who else had to agree
    sa.Index(None, "round_id"),
)

postings = sa.Table(
    "postings",
    metadata,
    _to("entry_id", "entries.id", primary_key=True),
    _to("account_id", "accounts.id", primary_key=True),
    sa.Column("amount", sa.BigInteger, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    _id(),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("edition", sa.String(80), nullable=False),
    sa.Column("options", Json, nullable=False),
    sa.Column("limits", Json, nullable=False),
    sa.Column("jurisdiction", sa.String(80), nullable=False),
    sa.Column("fingerprint", sa.String(100), nullable=False),
    sa.Column("locked", sa.Boolean, nullable=False),
    sa.Column("settings", Json, nullable=False),
    sa.Column("room", Json),
    sa.Column("opened", sa.BigInteger, nullable=False),
    sa.Column("closed", sa.BigInteger),
)

seats = sa.Table(
    "seats",
    metadata,
    _to("table_id", "tables.id", primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    _to("person_id", "people.id"),
    sa.Column("state", Json, nullable=False),
)

rounds = sa.Table(
    "rounds",
    metadata,
    _id(),
    _to("table_id", "tables.id"),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("fingerprint", sa.String(100), nullable=False),
    sa.Column("header", Json, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("started", sa.BigInteger, nullable=False),
    sa.Column("ended", sa.BigInteger),
    sa.Column("summary", Json),
    sa.UniqueConstraint("table_id", "number"),
    sa.Index("ix_rounds_open", "over", sqlite_where=sa.text("NOT over"), postgresql_where=sa.text("NOT over")),
)

actions = sa.Table(
    "actions",
    metadata,
    _to("round_id", "rounds.id", primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person_id", sa.BigInteger),
    sa.Column("seat", sa.Integer),
    sa.Column("action", Json, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
)

requests = sa.Table(
    "requests",
    metadata,
    _to("person_id", "people.id", primary_key=True),
    sa.Column("key", sa.String(100), primary_key=True),
    sa.Column("answer", Json, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Index(None, "made"),  # old ones are forgotten
)

round_people = sa.Table(
    "round_people",
    metadata,
    _to("round_id", "rounds.id", primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    _to("person_id", "people.id"),
    sa.Column("staked", sa.BigInteger, nullable=False),
    sa.Column("returned", sa.BigInteger, nullable=False),
    sa.Column("words", sa.String(200)),
    sa.Index(None, "person_id", "round_id"),
)

takings = sa.Table(  # what each wager of a table has taken and paid, kept as rounds end
    "takings",
    metadata,
    _to("table_id", "tables.id", primary_key=True),
    sa.Column("wager", sa.String(60), primary_key=True),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("staked", sa.BigInteger, nullable=False),
    sa.Column("returned", sa.BigInteger, nullable=False),
    sa.Column("squares", sa.Float, nullable=False),  # of the stakes: the band of chance is computed from it
)

pit_log = sa.Table(  # what the pit does apart from the rules: void rounds, corrections, mutes, roles
    "pit_log",
    metadata,
    _id(),
    sa.Column("key", sa.String(200), nullable=False, unique=True),
    sa.Column("kind", sa.String(10), nullable=False),
    _to("by_id", "people.id", nullable=True),  # nobody, where the house was closed: whoever runs the server
    _to("table_id", "tables.id", nullable=True),
    _to("round_id", "rounds.id", nullable=True),
    sa.Column("seat", sa.Integer),
    _to("person_id", "people.id", nullable=True),  # whose chips are corrected, who is muted or has a new role
    sa.Column("amount", sa.BigInteger, nullable=False),  # what a void round gave back; what a person got, below 0 gave
    sa.Column("reason", sa.String(200), nullable=False),
    _to("proposal_id", "pit_log.id", nullable=True),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.CheckConstraint(
        "kind IN ('void', 'proposal', 'correction', 'refusal', 'withdrawal', 'mute', 'unmute', 'role')", name="kind"
    ),
    sa.CheckConstraint(
        "(kind IN ('correction', 'refusal', 'withdrawal')) = (proposal_id IS NOT NULL)", name="decides_a_proposal"
    ),
    sa.CheckConstraint(
        "(kind IN ('mute', 'unmute', 'role')) = (round_id IS NULL) AND (round_id IS NULL) = (table_id IS NULL)",
        name="is_of_a_round",
    ),
    sa.CheckConstraint("kind NOT IN ('mute', 'unmute', 'role') OR person_id IS NOT NULL", name="mutes_somebody"),
    sa.Index(None, "round_id"),
    sa.Index(None, "proposal_id"),
)

training_attempts = sa.Table(  # somebody's progress: the attempts of a profile, as `houseway.train.profile` writes them
    "training_attempts",
    metadata,
    _to("person_id", "people.id", primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("attempt", Json, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
)

exams = sa.Table(
    "exams",
    metadata,
    _id(),
    _to("person_id", "people.id"),
    _to("by_id", "people.id", nullable=True),  # nobody: the trainee's own, for practice
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("edition", sa.String(80), nullable=False),
    sa.Column("options", Json, nullable=False),
    sa.Column("fingerprint", sa.String(100), nullable=False),
    sa.Column("seed", sa.String(80), nullable=False),
    sa.Column("terms", Json, nullable=False),  # pass mark, time limits, kinds
    sa.Column("plan", Json, nullable=False),  # its exercises, as they were when it was assigned
    sa.Column("assigned", sa.BigInteger, nullable=False),
    sa.Column("started", sa.BigInteger),
    sa.Column("ended", sa.BigInteger),
    sa.Column("withdrawn", sa.BigInteger),
    sa.Column("result", Json),
    sa.Index(None, "person_id"),
)

exam_answers = sa.Table(
    "exam_answers",
    metadata,
    _to("exam_id", "exams.id", primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("item", sa.Integer, nullable=False),  # which of the plan's exercises
    sa.Column("answer", Json, nullable=False),
    sa.Column("grade", Json, nullable=False),
    sa.Column("asked", sa.BigInteger, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
)

# whose ids the server gives
COUNTED = {table.name: table for table in (people, accounts, entries, tables, rounds, pit_log, exams)}
