"""Every message of the socket `/api/socket`, as models: what a visitor may send, and what the server sends.

Commands are read strictly: an unknown field, a wrong type or an unknown command is refused. The server's own messages
are built as plain objects, for speed; a test holds every frame against the models here. `docs/socket.schema.json` is
generated from this module.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

PROTOCOL = 1
LARGEST = 2**53  # what a browser's numbers hold exactly

Id = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        pattern="^[ -~]+$",
        description="the visitor's own, different for every command",
    ),
]
TableId = Annotated[int, Field(ge=1, le=LARGEST)]
Cents = Annotated[int, Field(ge=-LARGEST, le=LARGEST, description="whole cents")]
Number = Annotated[int, Field(ge=0, le=LARGEST)]
Words = Annotated[str, Field(max_length=64, pattern="^[^\\x00-\\x1f\\x7f]*$")]


class Command(BaseModel):
    """What a visitor sends: `id` names the command in its answer, and makes sending it again harmless."""

    model_config = ConfigDict(extra="forbid", strict=True)
    id: Id


class Watch(Command):
    """Be told what happens at a table, or in the lobby; with `after` and `epoch`, what was missed since."""

    do: Literal["watch"]
    table: TableId | Literal["lobby"]
    after: Number | None = None
    epoch: Words | None = None


class Unwatch(Command):
    """Be told no more."""

    do: Literal["unwatch"]
    table: TableId | Literal["lobby"]


class Sit(Command):
    """Take an empty seat; among players with a buy-in."""

    do: Literal["sit"]
    table: TableId
    seat: Annotated[int, Field(ge=1, le=100)]
    buy_in: Cents | None = None


class Leave(Command):
    """Stand up: a hand under way is finished by the game's safe defaults, then the seat is free."""

    do: Literal["leave"]
    table: TableId


class SitOut(Command):
    """Keep the seat, and be passed over."""

    do: Literal["sit_out"]
    table: TableId


class SitIn(Command):
    """Play again; among players by posting what is owed, or (`posts` false) by waiting for the big blind."""

    do: Literal["sit_in"]
    table: TableId
    posts: bool = True


class Rebuy(Command):
    """Add chips among players, between hands."""

    do: Literal["rebuy"]
    table: TableId
    amount: Cents


class PlaceWager(Command):
    """Place the opening wagers, all at once; placing them again replaces them, and with none takes them back."""

    do: Literal["wager"]
    table: TableId
    round: Number
    stakes: Annotated[dict[Words, Cents], Field(max_length=32)]
    player_seed: Words = ""


class Ready(Command):
    """Do not wait: deal now as far as this seat is concerned, or go on to the next round. With `round`, only if that
    is still the round."""

    do: Literal["ready"]
    table: TableId
    round: Number | None = None


class Act(Command):
    """Decide, in a game against the house; `at` is the point of the round that the decision is for."""

    do: Literal["act"]
    table: TableId
    round: Number
    at: Words
    decision: Annotated[
        dict[Words, Words | int | float | Annotated[list[Words], Field(max_length=16)]], Field(max_length=8)
    ]


class Bet(Command):
    """Act in a betting round among players; `turn` is the number of actions so far, from `legal.turn`."""

    do: Literal["bet"]
    table: TableId
    round: Number
    turn: Number
    action: Literal["fold", "check", "call", "bet", "raise"]
    to: Cents = 0


class SideWager(Command):
    """Set the wager against the house on the hole cards, from the next hand on; 0 for none."""

    do: Literal["side"]
    table: TableId
    amount: Cents


class Coach(Command):
    """Ask for the exact value of every decision that is legal now; among players, for the chance to win."""

    do: Literal["coach"]
    table: TableId


class Ping(Command):
    """Ask whether the server is there."""

    do: Literal["ping"]


AnyCommand = Annotated[
    Watch | Unwatch | Sit | Leave | SitOut | SitIn | Rebuy | PlaceWager | Ready | Act | Bet | SideWager | Coach | Ping,
    Field(discriminator="do"),
]
COMMANDS: TypeAdapter[Any] = TypeAdapter(AnyCommand)


# --- what the server sends ---


class Sent(BaseModel):
    """What the server sends; fields may be added."""

    model_config = ConfigDict(extra="allow")


class Person(Sent):
    id: int
    name: str
    role: Literal["player", "pit", "admin"]
    guest: bool


class Welcome(Sent):
    """The first message: who the visitor is (null: a spectator), and the server's clock in milliseconds."""

    type: Literal["welcome"]
    protocol: Literal[1]
    person: Person | None
    now: int


class Ack(Sent):
    """The command is done, and durable. `number` is the table's update that shows it, where there is one."""

    type: Literal["ack"]
    id: str
    table: int | Literal["lobby"] | None = None
    number: int | None = None


class Error(Sent):
    """The command is refused and has changed nothing; `id` is null when the message could not be read."""

    type: Literal["error"]
    id: str | None
    code: str
    sentence: str


class SeatName(Sent):
    seat: int
    name: str | None
    program: bool = False


class Blinds(Sent):
    small: int
    big: int
    ante: int


class BuyInBounds(Sent):
    least: int
    most: int


class GoesWith(Sent):
    """The wager that a linked one is made with, and how many times that one it may be."""

    wager: str
    least: int
    most: int


class LimitBounds(Sent):
    least: int
    most: int
    step: int
    goes_with: GoesWith | None = None


class OddsState(Sent):
    """Whether a game's odds are known; why there are none, in a sentence; whether deals were sampled for them."""

    state: Literal["known", "counting", "none"]
    reason: str
    estimated: bool


class Summary(Sent):
    """A table as the lobby shows it."""

    id: int
    name: str
    game: str
    game_name: str
    edition: str
    edition_title: str
    kind: Literal["banked", "pot"]
    fingerprint: str
    locked: bool
    jurisdiction: str
    limits: dict[str, LimitBounds]
    seats: list[SeatName]
    spectators: int
    phase: str
    meter: int | None
    meter_key: str | None
    house_edge_percent: float | None
    odds: OddsState
    buy_in: BuyInBounds | None
    blinds: Blinds | None
    opponents: bool


class RoundFacts(Sent):
    """The round under way or on show; the seed is revealed after a round against the house, never among players."""

    id: int
    number: int
    commitment: str
    server_seed: str | None
    seal: str | None


class Clock(Sent):
    """When the table goes on by itself: server time in milliseconds; `bank` once a seat's time bank is running."""

    ends_ms: int
    seconds: float
    bank: bool
    seats: list[int]


class You(Sent):
    """The visitor's own place at the table."""

    seat: int | None
    sitting_out: bool = False
    leaving: bool = False
    ready: bool = False
    time_bank: float = 0
    last_stakes: dict[str, int] = {}
    stack: int | None = None
    side: int = 0


class SeatState(Sent):
    seat: int
    name: str | None
    you: bool
    sitting_out: bool
    connected: bool
    ready: bool
    leaving: bool
    to_act: bool
    stack: int | None = None
    program: bool = False


class OfferEnd(Sent):
    """A decision of one size: its key, its words, and what it puts on the felt."""

    key: str
    label: str
    decision: dict[str, Any]
    price: Cents


class OfferFacts(OfferEnd):
    """A legal decision. One that may be larger is told at its smallest, with `most` as its other end; any amount
    between the two prices is legal too, as so many times `unit`, the price of one time."""

    folds: bool
    wager: str
    takes_back: str
    returns: Cents
    most: OfferEnd | None
    unit: Cents


class BankedLegal(Sent):
    at: str
    text: str
    offers: list[OfferFacts]


class PotLegal(Sent):
    """What the seat in turn may do: `call` is what a call puts in; `least` and `most` are totals after a raise."""

    turn: int
    fold: bool
    check: bool
    call: int
    least: int
    most: int
    verb: Literal["bet", "raise"]
    pot: int
    keys: dict[str, str]


class ResultLine(Sent):
    wager: str
    name: str
    amount: int
    returned: int
    reason: str
    text: str


class Result(Sent):
    """The visitor's own result, once the round is over."""

    net: int
    lines: list[ResultLine]


class State(Sent):
    """A table as one viewer may see it. `view` is the felt, null before any round."""

    kind: Literal["banked", "pot"]
    table: Summary
    phase: Literal["waiting", "betting", "deciding", "showing", "closed"]
    round: RoundFacts | None
    clock: Clock | None
    you: You
    seats: list[SeatState]
    view: dict[str, Any] | None
    legal: BankedLegal | PotLegal | None
    meter: int | None
    words: dict[str, str]
    counts: dict[str, list[str]]
    result: Result | None


class Snapshot(Sent):
    """The table as it stands: forget what was known of it."""

    type: Literal["snapshot"]
    table: int
    epoch: str
    number: int
    state: State


class Told(Sent):
    """One event as the viewer may see it, with a sentence that tells it (empty where it is not worth one)."""

    event: str
    text: str


class Update(Sent):
    """What has happened since the update before, and the table as it stands. `number` may jump when several updates
    have been put together."""

    type: Literal["update"]
    table: int
    epoch: str
    number: int
    events: list[Told]
    state: State


class Balance(Sent):
    """The visitor's chips: in the wallet, and at tables."""

    type: Literal["balance"]
    balance: int
    at_tables: int


class Meter(Sent):
    """A progressive meter has moved."""

    type: Literal["meter"]
    meter_key: str
    cents: int


class Lobby(Sent):
    """All open tables, to who watches the lobby."""

    type: Literal["lobby"]
    tables: list[Summary]


class Closing(Sent):
    """The server is about to close the connection."""

    type: Literal["closing"]
    reason: str


AnySent = Annotated[
    Welcome | Ack | Error | Snapshot | Update | Balance | Meter | Lobby | Closing, Field(discriminator="type")
]
SENT: TypeAdapter[Any] = TypeAdapter(AnySent)

CODES: dict[str, str] = {
    "bad_message": "the message is no command, or has unknown fields or wrong types",
    "too_large": "the message is larger than 8 KiB",
    "too_fast": "more messages than allowed; wait a little",
    "too_many": "more tables watched than allowed",
    "sign_in_first": "only a person, guest or account, may do this",
    "not_allowed": "this person may not do this",
    "unknown_table": "there is no such table",
    "table_closed": "the table is closed or about to close",
    "seat_taken": "somebody sits there",
    "no_seat": "the person has no seat at this table, or there is no such seat",
    "already_seated": "the person has a seat at this table",
    "stale_round": "the command is for a round that is over, or not begun",
    "stale_turn": "the command is for a turn or a decision that is past",
    "not_your_turn": "the table does not wait for this seat",
    "not_now": "this cannot be done at this point of the round",
    "illegal": "the decision or bet is not legal; the sentence names the legal ones",
    "wager_refused": "the wager is outside the layout or the limits",
    "not_enough_chips": "the wallet or stack holds less",
    "no_coach": "there are no exact values here",
    "id_used": "the id was used for another command",
    "already_done": "an entry with this key is in the books",
    "books_refused": "the books do not take this",
    "closing": "the server is closing; nothing was changed",
    "server_error": "the command could not be stored; nothing has changed, send it again",
}


def schema() -> dict[str, Any]:
    """The JSON schema of both directions, as `docs/socket.schema.json` has it."""
    commands = COMMANDS.json_schema(ref_template="#/$defs/{model}")
    sent = SENT.json_schema(ref_template="#/$defs/{model}", mode="serialization")
    definitions = {**commands.pop("$defs"), **sent.pop("$defs")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Houseway socket, protocol {PROTOCOL}",
        "$defs": {**dict(sorted(definitions.items())), "command": commands, "sent": sent},
        "anyOf": [{"$ref": "#/$defs/command"}, {"$ref": "#/$defs/sent"}],
    }
