"""Answers about odds."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from houseway.server.protocol.values import (
    Fraction,
    OptionValues,
)


class Outcome(TypedDict):
    """How often a result comes, and what it is worth in units of the wager; `case` has the cases that end in it."""

    label: str
    case: str
    net: Fraction
    count: str
    bonus: NotRequired[Literal[True]]


class NetCount(TypedDict):
    """How often a net result comes."""

    net: Fraction
    count: str


class OddsFigures(TypedDict):
    """The odds of a wager for one way to play the hand. Exact numbers are texts.

    Where deals were sampled, `expected_value` is that of the strategy that the sample found, and `interval` holds the
    value of the best play 95 times in 100; for a given strategy, and for `with_main`, it holds the value of that play.
    """

    total: str
    outcomes: list[Outcome]
    expected_value: Fraction
    house_edge_percent: float
    standard_deviation: float
    average_total_bet: float
    element_of_risk_percent: float
    hit_frequency: float
    distribution: list[NetCount]
    interval: NotRequired[tuple[float, float]]


class OddsWager(OddsFigures):
    """The odds of one wager.

    A side wager that depends on a decision has the figures of a hand that is played for this wager alone; `with_main`
    has those of a hand that is played with the main wager's best strategy, and `cost_to_main` what the first costs the
    main wager, in its units.
    """

    wager: str
    strategy: str
    correlation_with_main: float
    with_main: NotRequired[OddsFigures]
    cost_to_main: NotRequired[Fraction]


class WagerValue(TypedDict):
    """What a wager is worth, in units of itself."""

    wager: str
    expected_value: Fraction


class JointPlay(TypedDict):
    """The best play of several wagers together: of all stakes, and of each wager."""

    stakes: dict[str, Fraction]
    expected_value: Fraction
    wagers: list[WagerValue]


class PayNote(TypedDict):
    """Where a pay is from that the manual does not show."""

    wager: str
    hand: str
    pays: str
    note: str


class OddsOfWagers(TypedDict):
    """What `houseway odds --json` prints."""

    game: str
    edition: str
    options: OptionValues
    fingerprint: str
    estimated: bool
    wagers: list[OddsWager]
    joint: NotRequired[JointPlay]
    notes: list[PayNote]


class Chart(TypedDict):
    """A strategy as a table that a person can look up."""

    title: str
    columns: list[str]
    rows: list[list[str]]


class StrategyCard(TypedDict):
    """The strategy in a few lines."""

    name: str
    lines: list[str]


class Odds(OddsOfWagers):
    """What `houseway odds --json` prints, with charts, the strategy card and the strategies' names."""

    charts: list[Chart]
    card: StrategyCard
    strategies: dict[str, str]
