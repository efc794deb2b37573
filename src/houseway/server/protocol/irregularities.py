"""Answers about what the pit does apart from the rules: void rounds, corrections, mutes, the log of all three."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from houseway.server.protocol.values import Cents, Milliseconds

PitLogKind = TypeAliasType(
    "PitLogKind", Literal["void", "proposal", "correction", "refusal", "withdrawal", "mute", "unmute", "role"]
)


class RoundMadeVoid(TypedDict):
    """The round is void, and everybody has back what they staked in it."""

    table: int
    round: int


class Supervisor(TypedDict):
    """Somebody of the pit."""

    id: int
    name: str


class EarlierCorrection(TypedDict):
    """A correction that was made for the same seat in the same round: its line, and what it moved."""

    id: int
    made: Milliseconds
    amount: Cents
    reason: str


class PitLogLine(TypedDict):
    """One line of the pit's log. Of a `void` round, `amount` is all that was given back; `by` is null where it was done
    with the server stopped. A `proposal` asks to pay `amount` to somebody, or below 0 to take it back; a `correction`
    or a `refusal` is what another supervisor (`by`) made of it, and `proposed_by` who had asked for it; with a
    `withdrawal` they took it back themselves. `earlier` are the corrections that the seat has had for this round
    before; of a proposal that is open, until now. A `mute`, an `unmute` and a change of `role` are of a person, of no
    table and no round; the `reason` of a change says from which role to which, and `by` is null for the first admin."""

    id: int
    kind: PitLogKind
    made: Milliseconds
    by: Supervisor | None
    proposed_by: Supervisor | None
    table: int | None
    round: int | None
    number: int | None
    game_name: str
    seat: int | None
    person: int | None
    name: str | None
    amount: Cents
    reason: str
    proposal: int | None
    open: bool
    earlier: list[EarlierCorrection]


class PitLog(TypedDict):
    """Lines, newest first; `next` is the `before` of the following page."""

    lines: list[PitLogLine]
    next: int | None


class OpenProposals(TypedDict):
    """Corrections that nobody has decided yet, oldest first; `next` is the `after` of the following page."""

    proposals: list[PitLogLine]
    next: int | None
