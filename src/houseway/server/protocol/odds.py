"""Answers about odds."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from houseway.server.protocol.values import (
    Fraction,
    OptionValues,
)


class Outcome(TypedDict):
    """How often a result comes, and what it is worth in units of the wager."""

    label: str
    net: Fraction
    count: str
    bonus: NotRequired[Literal[True]]


class NetCount(TypedDict):
    """How often a net result comes."""

    net: Fraction
    count: str


class OddsWager(TypedDict):
    """The odds of one wager. Exact numbers are texts. `interval` holds the expected value 95 times in 100, where deals
    were sampled."""

    wager: str
    strategy: str
    total: str
    outcomes: list[Outcome]
    expected_value: Fraction
    house_edge_percent: float
    standard_deviation: float
    average_total_bet: float
    element_of_risk_percent: float
    hit_frequency: float
    distribution: list[NetCount]
    correlation_with_main: float
    interval: NotRequired[tuple[float, float]]


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
