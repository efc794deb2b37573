"""A table: as the lobby lists it, and as one viewer sees it with the round on it.

A state is put together of parts, since most of it is the same for everybody: `SharedState` (with the kind), then
`ViewerState`, then what the round on the table shows that viewer.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from houseway.server.protocol.felt import BankedView, PotBounds, PotView
from houseway.server.protocol.values import (
    CardText,
    Cents,
    Decision,
    Milliseconds,
    Phase,
    Stakes,
    TableKind,
    WhyActed,
)


class SeatName(TypedDict):
    """A seat and who sits there, null for nobody; `program` for an opponent that the house provides."""

    seat: int
    name: str | None
    program: bool


class Blinds(TypedDict):
    """What players post before a hand."""

    small: Cents
    big: Cents
    ante: Cents


class BuyInBounds(TypedDict):
    """What a player may bring to a table among players."""

    least: Cents
    most: Cents


class GoesWith(TypedDict):
    """The wager that a linked one is made with, and how many times that one it may be."""

    wager: str
    least: int
    most: int


class LaterRaises(TypedDict):
    """What staying in to the end takes after the deal: the smallest raises on a wager, as a multiple of it, by name."""

    times: int
    names: list[str]


class WagerLimit(TypedDict):
    """What may be bet before the deal; `later` is what a player should keep for raises on it."""

    least: Cents
    most: Cents
    step: Cents
    goes_with: NotRequired[GoesWith]
    later: NotRequired[LaterRaises]


class OddsState(TypedDict):
    """Whether a game's odds are known; why there are none, in a sentence; whether deals were sampled for them."""

    state: Literal["known", "counting", "none"]
    reason: str
    estimated: bool


class EdgeShown(TypedDict):
    """The house edge of a game's main wager, null while it is not known."""

    house_edge_percent: float | None
    odds: OddsState


class TableSummary(EdgeShown):
    """A table as the lobby shows it. `buy_in` and `blinds` are for tables among players."""

    id: int
    name: str
    game: str
    game_name: str
    edition: str
    edition_title: str
    kind: TableKind
    fingerprint: str
    locked: bool
    jurisdiction: str
    limits: dict[str, WagerLimit]
    seats: list[SeatName]
    spectators: int
    phase: Phase
    meter: Cents | None
    meter_key: str | None
    buy_in: BuyInBounds | None
    blinds: Blinds | None
    opponents: bool


class RoundOnTable(TypedDict):
    """The round under way or on show; the seed is revealed after a round against the house, never among players."""

    id: int
    number: int
    commitment: str
    server_seed: str | None
    seal: str | None


class WordsOfSeat(TypedDict):
    """A player's words in a shuffle to come: the `promise` of some, or `words` that were given outright."""

    seat: int
    promise: str
    words: str


class ShuffleToCome(TypedDict):
    """The next cards to be dealt here: the round that takes wagers, else the one after it. Its seed is fixed, and among
    players its deck is sealed. `deck` is the SHA-256 of the cards before the shuffle, with a space between. When it
    is `closed`, words and `players` are fixed (among players in the order in which they get cards), and whoever has
    promised words opens them: the deal waits for that, but not for long."""

    commitment: str
    seal: str | None
    deck: str
    words: list[WordsOfSeat]
    players: list[int]
    closed: bool


class VoidedRound(TypedDict):
    """The round before, where the pit has made it void: everybody has back what they staked."""

    round: int
    number: int
    reason: str
    text: str


class Clock(TypedDict):
    """When the table goes on by itself, in server time; `bank` once a seat's time bank is running."""

    ends_ms: Milliseconds
    seconds: float
    bank: bool
    seats: list[int]


class WaitedFor(TypedDict):
    """A seat that keeps the table waiting, `away` while nobody is connected there. `ends_ms` is when the table goes on
    without it, in server time; null: it has all the time it wants."""

    seat: int
    away: bool
    ends_ms: Milliseconds | None


class ActedFor(TypedDict):
    """The table has decided for a seat in this round, and why; `text` says so to the viewer."""

    seat: int
    why: WhyActed
    text: str


class You(TypedDict):
    """The viewer's own place at the table; `seat` is null for a spectator. `at_stake` is what they have in the round
    under way, and `last_round` that they leave after it."""

    seat: int | None
    sitting_out: bool
    leaving: bool
    last_round: bool
    at_stake: Cents
    ready: bool
    time_bank: float
    last_stakes: Stakes
    stack: Cents | None
    side: Cents


class SeatState(TypedDict):
    """A seat as the viewer sees it. `stack` is for tables among players."""

    seat: int
    name: str | None
    you: bool
    sitting_out: bool
    connected: bool
    ready: bool
    leaving: bool
    to_act: bool
    stack: Cents | None
    program: bool


class OfferEnd(TypedDict):
    """A decision of one size: its key, its words, and what it puts on the felt. The coach's values have the same id.
    What the viewer's wallet `lacks` for it: one that lacks anything is refused."""

    id: str
    key: str
    label: str
    decision: Decision
    price: Cents
    lacks: Cents


class Offer(OfferEnd):
    """A legal decision. One that may be larger is told at its smallest, with `most` as its other end; any amount
    of whole cents between the two prices is legal too: send the decision with that `stake`. `unit` is the price of a
    multiple of one. One that `takes_back` a wager gives its stake back at once: `returns` cents. In games with
    positions `places` has the viewer's cards as they lie once it is decided, and `note` what the position that it
    leaves open is good for."""

    folds: bool
    places: dict[str, list[CardText]] | None
    note: str
    wager: str
    takes_back: str
    returns: Cents
    most: OfferEnd | None
    unit: Cents


class BankedLegal(TypedDict):
    """What the viewer may decide now, in a game against the house, and at which step of the procedure."""

    at: str
    step: list[int]
    text: str
    offers: list[Offer]


class PotLegal(PotBounds):
    """What the viewer may do now, among players. `turn` is the number of actions so far; `keys` has what is legal."""

    turn: int
    pot: Cents
    keys: dict[str, str]


class ResultLine(TypedDict):
    """What one wager came to, as numbers and in words."""

    wager: str
    name: str
    amount: Cents
    returned: Cents
    reason: str
    text: str


class RoundResult(TypedDict):
    """The viewer's own result, once the round is over."""

    net: Cents
    lines: list[ResultLine]


class HandWords(TypedDict):
    """The viewer's hand and the dealer's in words; empty before any round."""

    you: NotRequired[str]
    dealer: NotRequired[str]


class SharedState(TypedDict):
    """What everybody sees alike. `voided` stays until the cards of the next round are dealt. `waits_for` are the seats
    that others wait for now."""

    table: TableSummary
    phase: Phase
    round: RoundOnTable | None
    to_come: ShuffleToCome | None
    voided: VoidedRound | None
    meter: Cents | None
    waits_for: list[WaitedFor]


class BankedShared(SharedState):
    kind: Literal["banked"]


class PotShared(SharedState):
    kind: Literal["pot"]


class ViewerState(TypedDict):
    """The viewer's place and everybody's seats."""

    you: You
    seats: list[SeatState]


class RoundState(TypedDict):
    """What the round on the table shows a viewer, whatever is played. `counts` are the cards that count, of hands in
    sight at the end: by the seat's number, and `dealer`. `acted_for` is what the table decided for people, in order."""

    clock: Clock | None
    words: HandWords
    counts: dict[str, list[CardText]]
    result: RoundResult | None
    acted_for: list[ActedFor]


class WonSide(TypedDict):
    """A side wager or bonus that won, and the player's cards that it was won with."""

    wager: str
    name: str
    cards: list[CardText]


class WonBy(TypedDict):
    """Which hand won at one seat, and with which cards; null where none did: a push, a fold, a dealer who does not
    qualify."""

    by: Literal["player", "house"] | None
    cards: list[CardText]
    sides: list[WonSide]


class BankedRoundState(RoundState):
    """`won` is there at the end, by the seat's number, of hands in sight."""

    won: dict[str, WonBy]
    view: BankedView | None
    legal: BankedLegal | None


class PotRoundState(RoundState):
    """`undealt` are the board cards that would have come, in a house that shows them (rabbit hunt): only once the hand
    is over, and only where it ended before the board was complete."""

    undealt: list[CardText]
    view: PotView | None
    legal: PotLegal | None


class BankedState(BankedShared, ViewerState, BankedRoundState):
    """A table against the house as one viewer may see it. `view` is the felt, null before any round."""


class PotState(PotShared, ViewerState, PotRoundState):
    """A table among players as one viewer may see it. `view` is the hand, null before any."""


TableState = TypeAliasType("TableState", Annotated[BankedState | PotState, Field(discriminator="kind")])
