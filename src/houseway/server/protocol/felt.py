"""The felt as one viewer sees it: a round against the house, and a hand among players."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from houseway.server.protocol.values import (
    CardOrBack,
    CardText,
    Cents,
    CentsBySeat,
    Positions,
    SeenDecision,
    ShoeFacts,
    Stakes,
)


class SettledWager(TypedDict):
    """What a wager came to; `returned` includes the stake."""

    wager: str
    amount: Cents
    returned: Cents
    case: str
    reason: str


class PotSettledWager(SettledWager):
    """The same, of the wager against the house in a hand among players."""

    seat: int


class DecisionMade(SeenDecision):
    """A decision with the point of the round that it was made at."""

    at: str


class PlaceView(TypedDict):
    """One player's place. `placed` has all cards that lie on each position, also where several lie on one. `words` name
    the hand where the viewer sees all of it."""

    seat: int
    stakes: Stakes
    dealt: list[CardOrBack]
    drawn: list[CardOrBack]
    aside: list[CardOrBack]
    decisions: list[DecisionMade]
    folded: bool
    positions: Positions | None
    placed: dict[str, list[CardText]] | None
    words: str
    settled: list[SettledWager]


class DealerView(TypedDict):
    """The dealer's cards; the hand, its positions and whether it qualifies once it is set. Where the procedure says how
    the dealer's and the shared cards lie then, `lay` has them: its rows from left to right, each beside the one
    before it, and as `turned` those among them that are turned sideways; `lay_words` say it."""

    cards: list[CardOrBack]
    hand: list[CardText]
    positions: Positions | None
    qualifies: bool | None
    lay: dict[str, list[CardText]] | None
    lay_words: str
    words: str


class BankedView(TypedDict):
    """A round against the house. `you` is the viewer's seat, null for a spectator; the seed is null until the end.
    `shoe` is null where every round has a full one."""

    game: str
    edition: str
    fingerprint: str
    you: int | None
    commitment: str
    server_seed: str | None
    meter: Cents | None
    shoe: ShoeFacts | None
    dealer: DealerView
    community: list[CardOrBack]
    seats: list[PlaceView]
    net: CentsBySeat | None


class PotPlayer(TypedDict):
    """A player in a hand: `bet` is what lies before them in this betting round, `paid` all they have put in, `did`
    the last thing they did."""

    seat: int
    stack: Cents
    bet: Cents
    paid: Cents
    folded: bool
    mucked: bool
    cards: list[CardOrBack]
    words: str
    did: Literal["", "post-ante", "post-small-blind", "post-big-blind", "fold", "check", "call", "bet", "raise"]


class PotBounds(TypedDict):
    """What the seat in turn may do: `call` is what a call puts in; `least` and `most` are totals after a raise."""

    fold: bool
    check: bool
    call: Cents
    least: Cents
    most: Cents
    verb: Literal["bet", "raise"]


class Pot(TypedDict):
    """The main pot or a side pot as it stands: who can win it, and what each of its winners got once it is paid."""

    amount: Cents
    eligible: list[int]
    paid: CentsBySeat


class PotView(TypedDict):
    """A hand among players. When it is over, `players` leaves out those whose seat somebody else has taken since."""

    game: str
    edition: str
    fingerprint: str
    you: int | None
    commitment: str
    button: int
    community: list[CardOrBack]
    pot: Cents
    turn: int | None
    legal: PotBounds | None
    players: list[PotPlayer]
    pots: list[Pot]
    settled: list[PotSettledWager]
    over: bool
