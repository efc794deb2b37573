"""What a visitor may send over the socket. An unknown field, a wrong type or an unknown command is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypeAliasType

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
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$", description="SHA-256 in hexadecimal digits")]
ClientSeed = Annotated[
    str, Field(max_length=64, pattern="^[0-9a-f]*$", description="random bytes in hexadecimal digits, and no text")
]
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
    """Stand up: now, when a hand under way is finished by the game's safe defaults, or after the round that one plays
    in; `stay` takes the latter back."""

    do: Literal["leave"]
    table: TableId
    when: Literal["now", "after_round", "stay"] = "now"


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
    """Place the opening wagers, all at once; placing them again replaces them, and with none takes them back. With
    words for the shuffle in `player_seed`, or better the `promise` of some: `open` tells them once wagers are shut."""

    do: Literal["wager"]
    table: TableId
    round: Number
    stakes: Annotated[dict[Words, Cents], Field(max_length=32)]
    player_seed: ClientSeed = ""
    promise: Digest | Literal[""] = ""


class Ready(Command):
    """Do not wait: deal now as far as this seat is concerned, or go on to the next round. With `round`, only if that
    is still the round."""

    do: Literal["ready"]
    table: TableId
    round: Number | None = None


class Act(Command):
    """Decide, in a game against the house; `at` is the point of the round that the decision is for. A decision whose
    size may vary is sent as it is offered, with the cents that it puts on the felt as `stake`."""

    do: Literal["act"]
    table: TableId
    round: Number
    at: Words
    decision: Annotated[
        dict[Words, Words | int | float | Annotated[list[Words], Field(max_length=16)]], Field(max_length=8)
    ]
    stake: Cents | None = None


class Bet(Command):
    """Act in a betting round among players; `turn` is the number of actions so far, from `legal.turn`."""

    do: Literal["bet"]
    table: TableId
    round: Number
    turn: Number
    action: Literal["fold", "check", "call", "bet", "raise"]
    to: Cents = 0


class PromiseWords(Command):
    """Among players: promise words for the shuffle of the next hand, which has this `commitment`."""

    do: Literal["promise"]
    table: TableId
    commitment: Digest
    promise: Digest


class OpenWords(Command):
    """Tell the words that were promised for the shuffle with this `commitment`, once nobody can promise any more."""

    do: Literal["open"]
    table: TableId
    commitment: Digest
    words: ClientSeed


class SideWager(Command):
    """Set the wager against the house on the hole cards, from the next hand on; 0 for none."""

    do: Literal["side"]
    table: TableId
    amount: Cents


class Say(Command):
    """Write one line to everybody at the table where one sits. It is not stored: sent again it has no second effect as
    long as the table keeps the line."""

    do: Literal["say"]
    table: TableId
    text: Annotated[str, Field(max_length=1000)]


class VoidRound(Command):
    """Make the round under way void. The pit's, over HTTP: no message of the socket."""

    table: TableId
    round: Number
    reason: str


class Coach(Command):
    """Ask for the exact value of every decision that is legal now; among players, for the chance to win."""

    do: Literal["coach"]
    table: TableId


class Ping(Command):
    """Ask whether the server is there."""

    do: Literal["ping"]


AnyCommand = TypeAliasType(
    "AnyCommand",
    Annotated[
        Watch
        | Unwatch
        | Sit
        | Leave
        | SitOut
        | SitIn
        | Rebuy
        | PlaceWager
        | Ready
        | Act
        | Bet
        | PromiseWords
        | OpenWords
        | SideWager
        | Say
        | Coach
        | Ping,
        Field(discriminator="do"),
    ],
)
COMMANDS: TypeAdapter[Any] = TypeAdapter(AnyCommand)
