"""What happens in a round, as one viewer may see it: one type an event, told apart by `event`.

`text` is a sentence that tells the event, empty where it is not worth one.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from houseway.server.protocol.values import (
    CardOrBack,
    CardText,
    Cents,
    CentsBySeat,
    Positions,
    SeenDecision,
    ShoeFacts,
    Stakes,
    WhyActed,
)

Owner = TypeAliasType(
    "Owner",
    Annotated[
        int | Literal["dealer", "community"], Field(description="Whose cards: a seat's, the dealer's, or the board.")
    ],
)


class EventText(TypedDict):
    """`step` is where in the game's `procedure` it happens: the index of the step, and of the inner step in one that is
    done for each seat."""

    text: str
    step: NotRequired[list[int]]


class RoundOpenedEvent(EventText):
    """A round against the house takes wagers; `fair` is false when the deck was stacked, for an exercise. `shoe` is
    there where it is kept from round to round."""

    event: Literal["RoundOpened"]
    game: str
    edition: str
    fingerprint: str
    seats: list[int]
    commitment: str
    meter: Cents | None
    fair: bool
    shoe: NotRequired[ShoeFacts]


class WagersPlacedEvent(EventText):
    """A seat's wagers from now on, instead of those before; none: they were taken back."""

    event: Literal["WagersPlaced"]
    seat: int
    stakes: Stakes
    player_seed: str
    promise: NotRequired[str]


class WagersClosedEvent(EventText):
    """No more wagers: these seats play. `player_seeds` are all words in the shuffle by seat, where some were promised;
    of those that were not opened, the promise."""

    event: Literal["WagersClosed"]
    seats: list[int]
    player_seeds: NotRequired[dict[str, str]]


class MeterFedEvent(EventText):
    """A share of the progressive wagers goes to the meter."""

    event: Literal["MeterFed"]
    before: Cents
    after: Cents


class MeterPaidEvent(EventText):
    """A seat wins a share of the meter; the house puts `seeded` in for the next one."""

    event: Literal["MeterPaid"]
    seat: int
    before: Cents
    after: Cents
    seeded: NotRequired[Cents]


class BurnedEvent(EventText):
    """Cards are burned, out of everybody's sight."""

    event: Literal["Burned"]
    cards: list[CardOrBack]


class DealtEvent(EventText):
    """Cards are dealt: to a seat, the dealer, or the board."""

    event: Literal["Dealt"]
    to: Owner
    area: str
    face: Literal["up", "down", "blind"]
    cards: list[CardOrBack]


class DecidedEvent(EventText):
    """A seat has decided; `stakes` are what that put on the felt, `taken_back` what it took off. With `acted_for` the
    table has decided for it."""

    event: Literal["Decided"]
    seat: int
    at: str
    decision: SeenDecision
    stakes: Stakes
    taken_back: NotRequired[Stakes]
    acted_for: NotRequired[WhyActed]


class TurnedEvent(EventText):
    """Cards are turned up; `places` say which of the dealt ones."""

    event: Literal["Turned"]
    whose: Owner
    places: list[int]
    cards: list[CardOrBack]


class TookEvent(EventText):
    """A seat takes cards from those set aside, or from the board."""

    event: Literal["Took"]
    seat: int
    source: Literal["aside", "community"]
    cards: list[CardOrBack]


class ArrangedEvent(EventText):
    """The dealer's hand is set."""

    event: Literal["Arranged"]
    hand: list[CardText]
    positions: Positions | None
    qualifies: bool | None


class SettledEvent(EventText):
    """A wager is paid, returned or lost; `returned` includes the stake."""

    event: Literal["Settled"]
    seat: int
    wager: str
    amount: Cents
    returned: Cents
    case: str
    reason: str


class CollectedEvent(EventText):
    """The dealer collects something from these seats: their whole `hand`, or just discards."""

    event: Literal["Collected"]
    what: str
    seats: list[int]
    hand: bool


class BuriedEvent(EventText):
    """So many cards of a shoe that is kept go out of play before the next round. Nobody ever sees them."""

    event: Literal["Buried"]
    buried: int


class ShuffledEvent(EventText):
    """The cut card has come: the next round is dealt from a new shoe, with so many cards before its cut card."""

    event: Literal["Shuffled"]
    number: int
    to_cut: int


class RoundClosedEvent(EventText):
    """A round against the house is over: what each seat won or lost, and the seed."""

    event: Literal["RoundClosed"]
    net: CentsBySeat
    server_seed: str


class HandOpenedEvent(EventText):
    """A hand among players begins: who plays with how much, and where the button is."""

    event: Literal["HandOpened"]
    game: str
    edition: str
    fingerprint: str
    stacks: CentsBySeat
    button: int
    commitment: str
    fair: bool


class PostedEvent(EventText):
    """An ante or a blind; one that is `dead` does not count towards the seat's bet."""

    event: Literal["Posted"]
    seat: int
    do: Literal["post-ante", "post-small-blind", "post-big-blind"]
    amount: Cents
    dead: bool


class BetEvent(EventText):
    """A player acts in a betting round: `amount` is put in, `to` is the seat's total in the round. With `acted_for` the
    table has acted for them."""

    event: Literal["Bet"]
    at: str
    seat: int
    do: Literal["fold", "check", "call", "bet", "raise"]
    amount: Cents
    to: Cents
    acted_for: NotRequired[WhyActed]


class CaseMetEvent(EventText):
    """A betting round has ended, or the showdown is decided, by a `case` that its step declares."""

    event: Literal["CaseMet"]
    case: str


class ReturnedEvent(EventText):
    """What nobody called goes back."""

    event: Literal["Returned"]
    seat: int
    amount: Cents


class ShownEvent(EventText):
    """A player shows their cards."""

    event: Literal["Shown"]
    seat: int
    cards: list[CardText]


class MuckedEvent(EventText):
    """A player throws their cards away unseen."""

    event: Literal["Mucked"]
    seat: int


class PotPaidEvent(EventText):
    """A pot is paid out."""

    event: Literal["PotPaid"]
    number: int
    amount: Cents
    eligible: list[int]
    paid: CentsBySeat
    rake: Cents


class HandClosedEvent(EventText):
    """A hand among players is over."""

    event: Literal["HandClosed"]
    stacks: CentsBySeat


class RoundVoidedEvent(EventText):
    """The pit or the house has made the round void, for this reason: everybody has back what they staked, and no
    card is shown."""

    event: Literal["RoundVoided"]
    round: int
    number: int
    reason: str
    by_pit: bool


BankedEvent = TypeAliasType(
    "BankedEvent",
    Annotated[
        RoundOpenedEvent
        | WagersPlacedEvent
        | WagersClosedEvent
        | MeterFedEvent
        | MeterPaidEvent
        | BurnedEvent
        | DealtEvent
        | DecidedEvent
        | TurnedEvent
        | TookEvent
        | ArrangedEvent
        | SettledEvent
        | CollectedEvent
        | BuriedEvent
        | ShuffledEvent
        | RoundClosedEvent,
        Field(discriminator="event"),
    ],
)
PotEvent = TypeAliasType(
    "PotEvent",
    Annotated[
        HandOpenedEvent
        | WagersPlacedEvent
        | PostedEvent
        | BurnedEvent
        | DealtEvent
        | BetEvent
        | CaseMetEvent
        | ReturnedEvent
        | ShownEvent
        | MuckedEvent
        | PotPaidEvent
        | SettledEvent
        | HandClosedEvent,
        Field(discriminator="event"),
    ],
)
TableEvent = TypeAliasType(
    "TableEvent",
    Annotated[
        RoundOpenedEvent
        | WagersPlacedEvent
        | WagersClosedEvent
        | MeterFedEvent
        | MeterPaidEvent
        | BurnedEvent
        | DealtEvent
        | DecidedEvent
        | TurnedEvent
        | TookEvent
        | ArrangedEvent
        | SettledEvent
        | CollectedEvent
        | BuriedEvent
        | ShuffledEvent
        | RoundClosedEvent
        | HandOpenedEvent
        | PostedEvent
        | BetEvent
        | CaseMetEvent
        | ReturnedEvent
        | ShownEvent
        | MuckedEvent
        | PotPaidEvent
        | HandClosedEvent
        | RoundVoidedEvent,
        Field(discriminator="event"),
    ],
)
