"""Answers about rounds that were played: histories, replays, records."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from houseway.server.protocol.events import BankedEvent, PotEvent
from houseway.server.protocol.felt import BankedView, PotView
from houseway.server.protocol.games import GameFelt, ProcedureStep
from houseway.server.protocol.table_state import WonBy
from houseway.server.protocol.values import (
    CardText,
    Cents,
    Milliseconds,
    OptionValues,
    ShoeBefore,
)


class RoundCorrection(TypedDict):
    """What the pit has paid for a round afterwards, or below 0 taken back, and why."""

    amount: Cents
    reason: str
    made: Milliseconds


class PlayedRound(TypedDict):
    """One line of somebody's history. `void`: the house gave everything staked back, and there is no result;
    `void_text` says why. `corrections` came after the round: they are not in its `net`. `played_for` says why the
    table decided for the person, where it did."""

    id: int
    table: int
    table_name: str
    game: str
    game_name: str
    number: int
    started: Milliseconds
    ended: Milliseconds | None
    seat: int
    staked: Cents
    returned: Cents
    net: Cents
    words: str | None
    played_for: str | None
    void: bool
    void_text: str | None
    corrections: list[RoundCorrection]


class RoundHistory(TypedDict):
    """Rounds, newest first; `next` is the `before` of the following page."""

    rounds: list[PlayedRound]
    next: int | None


class WagerResult(TypedDict):
    """What a wager came to over many rounds. The house edge of a game's main wager covers all that hangs on it:
    `includes` names what was staked and paid with it. `theory` is what was to be expected of the stakes, below 0 for a
    loss; null where the odds are not known."""

    wager: str
    name: str
    includes: list[str]
    made: int
    staked: Cents
    returned: Cents
    net: Cents
    theory: Cents | None


class GameResult(TypedDict):
    """Rounds of one game; `reason` says why there is no theory, `estimated` that deals were sampled for it."""

    game: str
    game_name: str
    rounds: int
    staked: Cents
    returned: Cents
    net: Cents
    theory: Cents | None
    reason: str
    estimated: bool
    wagers: list[WagerResult]


class Results(TypedDict):
    """Somebody's rounds added up, void ones left out; `corrected` is what the pit paid afterwards or took back.
    `left_out` is whether there are older rounds than could be added up."""

    games: list[GameResult]
    rounds: int
    staked: Cents
    returned: Cents
    net: Cents
    theory: Cents | None
    corrected: Cents
    left_out: bool


class BalancePoint(TypedDict):
    """All chips of a person, in the wallet and at tables, after a round (`round`) or after something else."""

    at: Milliseconds
    balance: Cents
    round: int | None


class BalanceHistory(TypedDict):
    """The balance over time, oldest first. Of very many changes only some are told: the first and the last, and
    between them the lowest and the highest of each stretch."""

    points: list[BalancePoint]
    changes: int


class OpenedSeal(TypedDict):
    """A card that the viewer saw, its place in the deck, and the key that opens its seal."""

    place: int
    card: CardText
    key: str


class SealProof(TypedDict):
    """All seals of a hand's deck, and the keys of the cards that one person saw."""

    deck_seal: str
    seals: list[str]
    cards: list[OpenedSeal]


class ReplayHead(TypedDict):
    """What every replay has. `deck_order` is the deck before the shuffle; `player_seeds` are the words that went into
    it, by seat, and `promised` the promises made of them. `felt` is the layout that was played on, and the `step` of
    each event is one of `procedure`; `counts` are the cards that count, of hands in sight at the end, as at a table."""

    round: PlayedRound
    net: Cents
    felt: GameFelt
    procedure: list[ProcedureStep]
    counts: dict[str, list[CardText]]
    commitment: str
    deck_order: list[CardText]
    player_seeds: list[tuple[int, str]]
    promised: list[tuple[int, str]]
    can_verify: bool


class BankedReplay(ReplayHead):
    """A round against the house step by step, as the person's seat may see it: `views` has the
    felt after each of the `events`, `won` which hands won in the end, as at a table. `dealing` has the cards in the
    order they left the deck, burned ones too; where the shoe is kept from round to round, `shoe` has what was gone
    before."""

    kind: Literal["banked"]
    events: list[BankedEvent]
    views: list[BankedView]
    view_at_end: BankedView
    won: dict[str, WonBy]
    server_seed: str
    dealing: list[CardText]
    shoe: ShoeBefore | None
    seal: None
    proof: None


class PotReplay(ReplayHead):
    """A hand among players step by step, as the person's seat may see it: `views` has the felt after each of the
    `events`. Its seed stays with the house; the proof shows that the cards that were seen lay where they came from.
    `undealt` are the board cards that would have come, where the table showed them at the end: they are proved too.
    `cut` is whether the players' words have cut the sealed deck, as in every hand since they can promise some."""

    kind: Literal["pot"]
    events: list[PotEvent]
    views: list[PotView]
    view_at_end: PotView
    undealt: list[CardText]
    server_seed: None
    dealing: None
    seal: str
    cut: bool
    proof: SealProof | None


RoundReplay = TypeAliasType("RoundReplay", Annotated[BankedReplay | PotReplay, Field(discriminator="kind")])


class RoundRecord(TypedDict):
    """The record of a round, as `houseway verify` reads it. Its actions and events are as they were written when the
    round was played, by whatever version: programs that read them are `houseway` itself, so they are not described
    here. Rounds against the house have `limits`, `seats` and `meter`; hands among players the rest. There are no
    `events` where the installed rules cannot play the round."""

    format: str
    game: str
    edition: str
    rules_version: int
    options: OptionValues
    fingerprint: str
    stacked: list[CardText]
    commitment: str
    server_seed: str
    actions: list[dict[str, Any]]
    events: NotRequired[list[dict[str, Any]]]
    limits: NotRequired[dict[str, Any]]
    seats: NotRequired[list[int]]
    meter: NotRequired[Cents | None]
    shoe: NotRequired[ShoeBefore]
    stacks: NotRequired[dict[str, Cents]]
    button: NotRequired[int]
    blinds: NotRequired[list[int | None]]
    owed: NotRequired[dict[str, list[Cents]]]
    side: NotRequired[dict[str, Cents]]
    player_seeds: NotRequired[dict[str, str]]
    promised: NotRequired[dict[str, str]]
