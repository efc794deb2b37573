"""Answers about games and tables: wagers, layouts, options, rules."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from houseway.server.protocol.table_state import EdgeShown, TableSummary
from houseway.server.protocol.values import (
    Cents,
    OptionValue,
    TableKind,
)


class Area(TypedDict):
    """A place on the felt in grid units: a betting spot (its id is the wager's) or a place for cards or chips."""

    id: str
    label: str
    kind: str
    x: int
    y: int
    width: int
    cards: int


class Layout(TypedDict):
    """The felt: the dealer's side, one player's place, and what is printed on it."""

    dealer: list[Area]
    player: list[Area]
    inscriptions: list[str]


class PayTableRow(TypedDict):
    """A hand, what it pays, what it is, and cards that make it. `note` says where a pay is from that the manual does
    not show, and is empty for all others; `on_felt` is the name on the printed felt, if it is another one."""

    hand: str
    pays: str
    meaning: str
    example: list[str]
    note: str
    on_felt: str


class PayTable(TypedDict):
    """What a wager pays, as printed."""

    title: str
    rows: list[PayTableRow]


class Wager(TypedDict):
    """One betting spot, or a bonus that is paid on one. `opening` wagers are made before the deal. `on` is the wager
    that it is `least` to `most` times of, or paid on. `fixed` is the only amount it takes, 0 where the limits
    decide."""

    id: str
    name: str
    kind: Literal["first", "raise", "side", "bonus", "progressive"]
    text: str
    opening: bool
    on: str
    least: int
    most: int
    fixed: Cents
    pay_table: PayTable | None


class Edition(TypedDict):
    """A named set of options."""

    name: str
    title: str


class GameOption(TypedDict):
    """An option with its value here and by default, and what is legal, in words and as data."""

    name: str
    help: str
    legal: str
    value: OptionValue
    default: OptionValue
    values: NotRequired[list[OptionValue]]
    tables: NotRequired[dict[str, str]]
    preferred: NotRequired[str]  # the pay table that the manual recommends
    hands: NotRequired[list[str]]
    inferred: NotRequired[dict[str, dict[str, str]]]
    least: NotRequired[OptionValue]
    most: NotRequired[OptionValue]
    count: NotRequired[int]
    follows: NotRequired[str]  # the option that decides about this one where it is not set
    derived: NotRequired[bool]  # and always does: there is nothing to choose
    unit: NotRequired[Literal["cents"]]  # of a number that is money


class ProcedureCase(TypedDict):
    """One of the ways in which a step can go, with its number in the manual."""

    id: str
    ref: str
    condition: str
    text: str


class ProcedureStep(TypedDict):
    """One thing that happens at the table, under a condition where there is one, with its number as people count
    steps ("12", "12b") and as `ref` its reference in the manual; with `cases` where it can go several ways, with
    `steps` where each seat does several in turn."""

    number: str
    ref: str
    condition: str
    text: str
    cases: list[ProcedureCase]
    steps: NotRequired[list[ProcedureStep]]


class GameFelt(TypedDict):
    """The layout and the wagers on it."""

    layout: Layout
    wagers: list[Wager]


class RulesOfPlay(TypedDict):
    """Rules, the manual's examples, procedure and options, with `notices` about law and approval. Any one of the
    `entry_wagers` puts a player in the game."""

    options: list[GameOption]
    rules: list[str]
    examples: list[str]
    notices: list[str]
    procedure: list[ProcedureStep]
    entry_wagers: list[str]
    warnings: list[str]
    manual: str


class GameSummary(EdgeShown, GameFelt):
    """A game as the lobby shows it, in one edition; `side_edges` are house edges in percent, as far as known, of hands
    that are played with the main wager's best strategy."""

    id: str
    name: str
    blurb: str
    kind: TableKind
    seats: int
    edition: str
    editions: list[Edition]
    side_edges: dict[str, float]


class GameDetail(GameSummary, RulesOfPlay):
    """A game with the rules of the options asked for."""

    fingerprint: str


class Jurisdiction(TypedDict):
    """A jurisdiction whose limits a table can be opened under."""

    name: str
    title: str


class Games(TypedDict):
    """Every game that is installed, and the jurisdictions that are known."""

    games: list[GameSummary]
    jurisdictions: list[Jurisdiction]


class Tables(TypedDict):
    """Every open table."""

    tables: list[TableSummary]


class TableDetail(TableSummary, GameFelt, RulesOfPlay):
    """A table with the rules of its exact options."""

    blurb: str
    editions: list[Edition]
    side_edges: dict[str, float]


class FreeSeat(TypedDict):
    """Where to sit down."""

    table: int
    seat: int


class TableClosing(TypedDict):
    """The table closes when its round is over."""

    table: int
    closing: Literal[True]
