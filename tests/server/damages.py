"""Kinds of damage: what a hand, a bad disk or half a backup can leave in the rows of a house's database.

The house is that of `test_damage`: somebody is in the middle of a round at the table `felt`, and of a hand in the
`room`; at the table `other` a round was played and another made void. `%(felt)s` and such are the ids of these.
"""

# ruff: noqa: S608 - statements that nobody but these tests sends

from __future__ import annotations

from dataclasses import dataclass

NO_JSON = "so much for JSON"  # SQLite keeps any text in a JSON column; PostgreSQL refuses it
_VALUES = {"{}": "{}", "[]": "[]", "null": "null", "a number": "7", "no JSON": NO_JSON}


@dataclass(frozen=True)
class Damage:
    """A statement, and what must come of it.

    `closed` is the table that stays closed, with `why` in what is told of it. `found` is in a sentence of
    `ledger check`. `kept` is in the sentence by which `ledger refund` says why it gives nothing back.
    """

    name: str
    statement: str
    closed: str = ""
    why: str = ""
    found: str = ""
    kept: str = ""
    sqlite_only: bool = False  # PostgreSQL lets nobody write this


def _json(
    what: str, row: str, *, closed: str = "", why: str = "", found: str = "", kept: str = "", leave_out: str = ""
) -> list[Damage]:
    """A column of JSON with what does not belong there; all but an empty object is found by its kind."""
    table, column = what.split(".")
    return [
        Damage(
            f"{what} of {row.split('%')[1].strip('()s')}: {name}",
            f"UPDATE {table} SET {column} = '{value}' WHERE {row}",
            closed,
            why,
            found or ("" if name == "{}" else f"{column} is no JSON object"),
            kept,
            sqlite_only=name in ("no JSON", "null"),  # there a null is none, by the schema
        )
        for name, value in _VALUES.items()
        if name != leave_out
    ]


FELT, ROOM = "id = %(felt)s", "id = %(room)s"
OPEN, FINISHED, HAND = "id = %(open)s", "id = %(finished)s", "id = %(hand)s"
SEAT, CHAIR = "table_id = %(felt)s", "table_id = %(room)s AND seat = 4"

TABLES = [
    *_json("tables.options", FELT, closed="felt", why="", leave_out="{}"),
    *_json("tables.limits", FELT, closed="felt", why="its limits cannot be read", leave_out="{}"),
    *_json("tables.settings", FELT, closed="felt", why="what it was opened with cannot be read", leave_out="{}"),
    *_json("tables.room", FELT, closed="felt", why="", leave_out="null"),
    *_json("tables.room", ROOM, closed="room", why=""),
    Damage("an unknown game", f"UPDATE tables SET game = 'whist' WHERE {FELT}", "felt", "whist is not installed"),
    Damage("an unknown edition", f"UPDATE tables SET edition = 'x' WHERE {FELT}", "felt", "no edition 'x'"),
    Damage("an unknown option", f"""UPDATE tables SET options = '{{"decks"\\: 99}}' WHERE {FELT}""", "felt", "99"),
    Damage(
        "an option that the game does not have",
        f"""UPDATE tables SET options = '{{"colour"\\: 1}}' WHERE {FELT}""",
        "felt",
        "colour",
    ),
    Damage(
        "another option", f"""UPDATE tables SET options = '{{"decks"\\: 6}}' WHERE {FELT}""", "felt", "the rules of"
    ),
    Damage("another fingerprint", f"UPDATE tables SET fingerprint = 'x' WHERE {FELT}", "felt", "the rules of"),
    Damage("an unknown jurisdiction", f"UPDATE tables SET jurisdiction = 'x' WHERE {FELT}", "felt", "'x'"),
    Damage("limits of nothing", f"""UPDATE tables SET limits = '{{"roo"\\: 5}}' WHERE {FELT}""", "felt", "A limit has"),
    Damage(
        "no number of seats",
        f"""UPDATE tables SET settings = '{{"seats"\\: "all"}}' WHERE {FELT}""",
        "felt",
        "what it was opened with cannot be read",
    ),
    Damage(
        "neither locked nor not",
        f"UPDATE tables SET locked = 'perhaps' WHERE {FELT}",
        found="locked is neither yes nor no",
        sqlite_only=True,
    ),
    Damage(
        "stacks in another room",
        f"""UPDATE tables SET room = REPLACE(room, '"stack"\\:', '"stick"\\:') WHERE {ROOM}""",
        "room",
        "cannot be read",
        sqlite_only=True,
    ),
]
SEATS = [
    *_json("seats.state", SEAT, closed="felt", why="its seat 1 cannot be read"),
    *_json("seats.state", CHAIR, closed="room", why="its seat 4 cannot be read"),
    Damage(
        "a seat's state with an unknown key",
        f"""UPDATE seats SET state = '{{"colour"\\: "green"}}' WHERE {SEAT}""",
        "felt",
        "its seat 1 cannot be read",
    ),
    Damage(
        "a side wager in words",
        f"""UPDATE seats SET state = '{{"side"\\: "much"}}' WHERE {SEAT}""",
        "felt",
        "its seat 1 cannot be read",
    ),
    Damage(
        "the seat of nobody",
        f"UPDATE seats SET person_id = 4711 WHERE {SEAT}",
        "felt",
        "person 4711",
        found="In seats, row %(felt)s, 1: person_id names nobody and nothing",
        kept="are owed $0",
    ),
    Damage(
        "a seat that the table does not have",
        f"UPDATE seats SET seat = 99 WHERE {SEAT}",
        "felt",
        "cannot have its seat 99",
    ),
    Damage(
        "a seat less than there are stakes",
        f"DELETE FROM seats WHERE {SEAT}",
        "felt",
        "its round under way cannot be read",
        kept="are owed $0",
    ),
    Damage(
        "a chair less than there are stacks",
        f"DELETE FROM seats WHERE {CHAIR}",
        "room",
        "its seats and its stacks are not those of the same people",
        kept="are owed",
    ),
]
ROUNDS = [
    *_json(
        "rounds.header", OPEN, closed="felt", why="cannot be read: its header", found="Round %(open)s cannot be read"
    ),
    *_json(
        "rounds.header", HAND, closed="room", why="cannot be read: its header", found="Round %(hand)s cannot be read"
    ),
    *_json("rounds.header", FINISHED, found="Round %(finished)s cannot be read: its header"),
    *_json("rounds.summary", FINISHED),
    *_json("rounds.summary", "id = %(void)s", found="The pit's log says that round %(void)s is void, but it is not."),
    *_json(
        "actions.action",
        "round_id = %(open)s AND number = 1",
        closed="felt",
        why="cannot be read: its action 2 is none",
        found="Round %(open)s cannot be read: its action 2 is none.",
    ),
    Damage(
        "an action less in the middle",
        "DELETE FROM actions WHERE round_id = %(open)s AND number = 0",
        "felt",
        "its action 1 is missing",
        found="Round %(open)s cannot be read: its action 1 is missing.",
    ),
    Damage(
        "an action less in a finished round",
        "DELETE FROM actions WHERE round_id = %(finished)s AND number = 1",
        found="Round %(finished)s cannot be read: its action 2 is missing.",
    ),
    Damage(
        "an action less at the end",
        "DELETE FROM actions WHERE round_id = %(finished)s AND number = 2",
        found="Round %(finished)s is closed, but its record says otherwise.",
    ),
    Damage(
        "an action that nobody can do",
        """UPDATE actions SET action = '{"do"\\: "juggle"}' WHERE round_id = %(open)s AND number = 1""",
        "felt",
        "'juggle' is nothing that is done",
        found="Round %(open)s cannot be played again",
    ),
    Damage(
        "two rounds at once",
        "INSERT INTO rounds SELECT 4711, table_id, 4711, game, fingerprint, header, over, started, ended, summary "
        "FROM rounds WHERE id = %(open)s",
        "felt",
        "its rounds 2 and 4711 are under way at once",
    ),
    Damage(
        "a round that is over before its end",
        "UPDATE rounds SET over = (1 = 1) WHERE id = %(open)s",
        "felt",
        "those who sit there should have $0",
        found="Round %(open)s is closed, but its record says otherwise.",
        kept="are owed $0",
    ),
    Damage(
        "a round of no table",
        "UPDATE rounds SET table_id = 4711 WHERE id = %(finished)s",
        found="In rounds, row %(finished)s: table_id names nobody and nothing.",
    ),
    Damage(
        "neither over nor not",
        "UPDATE rounds SET over = 'perhaps' WHERE id = %(open)s",
        "felt",
        "those who sit there should have $0",
        kept="are owed $0",
        found="In rounds, row %(open)s: over is neither yes nor no.",
        sqlite_only=True,
    ),
    Damage(
        "people of a round who are not written down",
        "DELETE FROM round_people WHERE round_id = %(finished)s",
        found="Round %(finished)s was played by seats [1], written down are [].",
    ),
]
LEDGER = [
    Damage(
        "an account of nothing",
        "UPDATE accounts SET key = 'nonsense' WHERE key = 'bank:%(other)s'",
        found="(bank, nonsense) is none that a house has.",
    ),
    Damage(
        "an unknown kind of account",
        "UPDATE accounts SET kind = 'purse' WHERE key = 'bank:%(felt)s'",
        found="(purse, bank:%(felt)s) is none that a house has.",
    ),
    Damage(
        "the layout of no table",
        "UPDATE accounts SET key = 'felt:x' WHERE key = 'felt:%(felt)s'",
        "felt",
        "those who sit there should have $5",
        found="(felt, felt:x) is none that a house has.",
        kept="lie $0",
    ),
    Damage(
        "chips that nobody put there",
        "UPDATE accounts SET balance = balance + 100 WHERE key = 'felt:%(felt)s'",
        "felt",
        "those who sit there should have $5; on it lie $6",
        found="felt:%(felt)s holds $6, but its postings come to $5.",
        kept="lie $6",
    ),
    Damage(
        "an account that is gone",
        "DELETE FROM accounts WHERE key = 'bank:%(other)s'",
        found="account_id names nobody and nothing.",
    ),
    Damage(
        "an entry that is gone",
        "DELETE FROM entries WHERE round_id = %(finished)s",
        found="entry_id names nobody and nothing.",
    ),
    Damage("takings that are gone", "DELETE FROM takings WHERE table_id = %(other)s"),
    Damage(
        "an amount in words",
        "UPDATE postings SET amount = 'much' WHERE amount = 100000",
        found="amount is no number.",
        sqlite_only=True,
    ),
]
PEOPLE = [
    Damage(
        "an unknown role",
        "UPDATE people SET role = 'king' WHERE id = %(ann)s",
        found="In people, row %(ann)s: it breaks the rule ck_people_role.",
        sqlite_only=True,
    ),
    Damage(
        "a session of nobody",
        "UPDATE sessions SET person_id = 4711 WHERE person_id = %(ann)s",
        found="person_id names nobody and nothing.",
    ),
    *_json("requests.answer", "person_id = %(bob)s"),
    Damage(
        "claims of no time", "UPDATE claims SET created = 'then', used = 'now'", found="is no number.", sqlite_only=True
    ),
    Damage(
        "a line of the pit's log that says nothing",
        "UPDATE pit_log SET kind = 'song' WHERE round_id = %(void)s",
        found="Round %(void)s is void, but the pit's log does not say so.",
        sqlite_only=True,
    ),
    Damage(
        "a line of the pit's log about no round",
        "UPDATE pit_log SET round_id = 4711 WHERE round_id = %(void)s",
        found="round_id names nobody and nothing.",
    ),
    Damage(
        "somebody muted who is nobody",
        "INSERT INTO pit_log (id, key, kind, person_id, amount, reason, made) VALUES (4711, 'k', 'mute', 4711, 0, '', 1)",
        found="In pit_log, row 4711: person_id names nobody and nothing.",
    ),
    *(
        Damage(
            f"an exam with a plan of {plan!r}",
            "INSERT INTO exams (id, person_id, game, edition, options, fingerprint, seed, terms, plan, assigned) VALUES "
            f"(1, %(bob)s, 'two-card-roo', 'odds', '{{}}', 'x', '1', '{{}}', '{plan}', 1)",
            found="" if plan == "[7]" else "plan is no JSON array",
            sqlite_only=plan == NO_JSON,
        )
        for plan in ("{}", "[7]", NO_JSON)
    ),
    *(
        Damage(
            f"an attempt of {attempt!r}",
            f"INSERT INTO training_attempts VALUES (%(bob)s, 1, '{attempt}', 1)",
            found="" if attempt == "{}" else "attempt is no JSON object",
            sqlite_only=attempt == NO_JSON,
        )
        for attempt in ("{}", "[]", NO_JSON)
    ),
]
ALL = [*TABLES, *SEATS, *ROUNDS, *LEDGER, *PEOPLE]
OFTEN = (  # one of each sort, the quickest to find out by
    "rounds.header of finished: {}",
    "tables.settings of felt: no JSON",
    "a seat's state with an unknown key",
    "an option that the game does not have",
    "a seat less than there are stakes",
    "seats.state of felt: []",
    "tables.room of room: {}",
    "the seat of nobody",
    "rounds.header of open: {}",
    "rounds.summary of finished: no JSON",
    "an action less in the middle",
    "two rounds at once",
    "the layout of no table",
    "an unknown role",
    "requests.answer of bob: {}",
)
# What the house as a whole cannot do without: the start is refused with this in its sentence.
REFUSED = [
    ("a balance in words", "UPDATE accounts SET balance = 'much' WHERE key = 'mint'", "the account mint holds 'much'"),
    ("a table of the schema less", "DROP TABLE takings", "takings has no made"),
    ("a column less", "ALTER TABLE seats DROP COLUMN state", "seats has no state"),
    ("another schema", "UPDATE alembic_version SET version_num = 'x'", "made by a newer Houseway"),
    ("two schemas", "INSERT INTO alembic_version VALUES ('x')", "two schemas at once"),
    ("no schema", "DELETE FROM alembic_version", "does not say of which version"),
]
