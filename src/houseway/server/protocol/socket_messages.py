"""What the server sends over the socket, told apart by `type`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Discriminator, Tag
from typing_extensions import TypeAliasType, TypedDict

from houseway.server.protocol.coach import CoachAdvice, PotAdvice
from houseway.server.protocol.events import TableEvent
from houseway.server.protocol.refusal_codes import RefusalCode
from houseway.server.protocol.table_state import TableState, TableSummary
from houseway.server.protocol.values import Cents, Fraction, Milliseconds, Person


class Welcome(TypedDict):
    """The first message: who the visitor is (null: a spectator), and the server's clock."""

    type: Literal["welcome"]
    protocol: Literal[1]
    person: Person | None
    now: Milliseconds


class Done(TypedDict):
    """What came of a command. `number` is the table's update that shows it, where there is one. `now` answers a ping,
    `seat` a sit, `leaving` a leave. Where the coach was asked before a decision, `cost` is what it gave away, in units
    of so many cents."""

    table: NotRequired[int | Literal["lobby"]]
    number: NotRequired[int]
    now: NotRequired[Milliseconds]
    seat: NotRequired[int]
    leaving: NotRequired[bool]
    cost: NotRequired[Fraction]
    unit: NotRequired[Cents]


class Ack(Done):
    """The command is done, and durable."""

    type: Literal["ack"]
    id: str


class CoachAck(CoachAdvice):
    """The coach's answer."""

    type: Literal["ack"]
    id: str


class PotCoachAck(PotAdvice):
    """The coach's answer among players."""

    type: Literal["ack"]
    id: str


class Refused(TypedDict):
    """The command is refused and has changed nothing; `id` is null when the message could not be read."""

    type: Literal["error"]
    id: str | None
    code: RefusalCode
    sentence: str


class Snapshot(TypedDict):
    """The table as it stands: forget what was known of it."""

    type: Literal["snapshot"]
    table: int
    epoch: str
    number: int
    state: TableState


class Update(TypedDict):
    """What has happened since the update before, and the table as it stands. `number` may jump when several updates
    have been put together."""

    type: Literal["update"]
    table: int
    epoch: str
    number: int
    events: list[TableEvent]
    state: TableState


class Balance(TypedDict):
    """The visitor's chips: in the wallet, and at tables."""

    type: Literal["balance"]
    balance: Cents
    at_tables: Cents


class OwnSeat(TypedDict):
    """A seat that the visitor has, and at which table."""

    table: int
    seat: int


class OwnSeats(TypedDict):
    """The visitor's seats, at all tables: told at first, and whenever they change."""

    type: Literal["seats"]
    seats: list[OwnSeat]


class ChatLine(TypedDict):
    """What somebody at a table wrote: one line of plain text, in which nothing is markup. `number` counts a table's."""

    number: int
    made: Milliseconds
    person: int
    name: str
    seat: int
    text: str


class ChatLines(TypedDict):
    """What was written at a table, for everybody who watches it under a name: with `whole` the last lines of it, told
    after `watch` (none, too) and when the pit has taken lines away: forget those before. There is no such message where
    the house has no chat."""

    type: Literal["chat"]
    table: int
    whole: bool
    lines: list[ChatLine]


class Meter(TypedDict):
    """A progressive meter has moved."""

    type: Literal["meter"]
    meter_key: str
    cents: Cents


class Lobby(TypedDict):
    """All open tables, for everybody who watches the lobby."""

    type: Literal["lobby"]
    tables: list[TableSummary]


class Closing(TypedDict):
    """The server is about to close the connection."""

    type: Literal["closing"]
    reason: str


def _which(message: Any) -> str:
    """The coach's answers are acknowledgements too."""
    if message.get("type") != "ack":
        return str(message.get("type"))
    return "coach" if "actions" in message else "pot coach" if "chances" in message else "ack"


ServerMessage = TypeAliasType(
    "ServerMessage",
    Annotated[
        Annotated[Welcome, Tag("welcome")]
        | Annotated[Ack, Tag("ack")]
        | Annotated[CoachAck, Tag("coach")]
        | Annotated[PotCoachAck, Tag("pot coach")]
        | Annotated[Refused, Tag("error")]
        | Annotated[Snapshot, Tag("snapshot")]
        | Annotated[Update, Tag("update")]
        | Annotated[Balance, Tag("balance")]
        | Annotated[OwnSeats, Tag("seats")]
        | Annotated[ChatLines, Tag("chat")]
        | Annotated[Meter, Tag("meter")]
        | Annotated[Lobby, Tag("lobby")]
        | Annotated[Closing, Tag("closing")],
        Discriminator(_which),
    ],
)
