"""What the coach answers: the value of every decision, and among players the chance to win."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from houseway.server.protocol.values import Cents, Decision, Fraction


class CoachAction(TypedDict):
    """A decision and what it is worth, in units of the main wager: exactly, and as a number for showing. `id` is that
    of the decision's offer."""

    id: str
    decision: Decision
    key: str
    label: str
    expected_value: Fraction
    value: float
    best: bool


class CoachAdvice(TypedDict):
    """The value of every decision that is legal now, the largest raise that the law and the limits leave among them;
    `estimated` when deals were sampled for them; `of_full_shoe` where cards are gone from a shoe that is kept, and the
    values are those of a full one: what a decision cost is not told then."""

    table: int
    at: str
    estimated: bool
    of_full_shoe: bool
    actions: list[CoachAction]


class CountedChances(TypedDict):
    """Every deal was counted."""

    exact: Literal[True]
    wins: str
    ties: str
    losses: str
    total: str
    share: Fraction
    win: float
    tie: float
    lose: float
    value: float


class SampledChances(TypedDict):
    """Deals were sampled: the share lies between `low` and `high` 95 times in 100."""

    exact: Literal[False]
    share: float
    low: float
    high: float
    samples: int
    win: None
    tie: None
    lose: None
    value: float


Chances = TypeAliasType("Chances", Annotated[CountedChances | SampledChances, Field(discriminator="exact")])


class CallPrice(TypedDict):
    """What a call costs, the pot it plays for, and the share of it that pays for the call, before any rake."""

    amount: Cents
    pot: Cents
    needs: Fraction
    value: float


class PotAdvice(TypedDict):
    """The chances against the hands still in, if nobody folds any more; `call` is null when there is none."""

    table: int
    at: str
    turn: int
    opponents: int
    chances: Chances
    call: CallPrice | None


class ReviewedDecision(TypedDict):
    """A decision of a finished round beside what every other one was worth, known to the player or not. `event` is its
    place among the replay's events. `chosen` is its id, `label` its words; `cost` is what it gave away against the best
    one, in units of `unit` cents: null where its value is not known, or is that of a full shoe from which cards were
    gone (`of_full_shoe`)."""

    event: int
    at: str
    chosen: str
    label: str
    value: Fraction | None
    cost: Fraction | None
    unit: Cents
    estimated: bool
    of_full_shoe: bool
    actions: list[CoachAction]


class RoundReview(TypedDict):
    """What the coach says of a finished round, from what the player saw at the time; `reason` says why it has no
    values for some decision, or for all."""

    round: int
    decisions: list[ReviewedDecision]
    reason: str
