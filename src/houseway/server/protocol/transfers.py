"""Answers about chips that went from player to player through pots."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from houseway.server.protocol.values import Cents, Milliseconds

TransferSign = TypeAliasType("TransferSign", Literal["one_way", "given_up"])


class TransferPerson(TypedDict):
    """Somebody who played among players."""

    id: int
    name: str
    guest: bool


class Transfer(TypedDict):
    """What somebody lost to somebody else in so many hands: `lost` in all, `back` what was won from them in other
    hands, `net` the difference; `share_percent` is how much of all that the loser lost to anybody went there.
    `given_up` are hands that the loser folded with at least half of the chips in. `signs` are reasons to look at the
    rounds, not proof of anything: `one_way`, nearly all losses of several hands went to one person and hardly any came
    back; `given_up`, there was such a hand."""

    loser: TransferPerson
    winner: TransferPerson
    hands: int
    lost: Cents
    back: Cents
    net: Cents
    share_percent: float
    given_up: int
    signs: list[TransferSign]
    last_round: int


class Transfers(TypedDict):
    """Pairs of people by what went from one to the other, those with signs first, then the largest. So many `hands`
    that ended since then were looked at; where not `complete`, only the newest."""

    since: Milliseconds
    hands: int
    complete: bool
    transfers: list[Transfer]
