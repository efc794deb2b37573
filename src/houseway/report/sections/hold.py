"""What the house wins, and when the floor must ask why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from houseway import rounding
from houseway.document.blocks import Axis, Band, Block, Column, Heading, LineChart, Paragraph, Series, Table
from houseway.odds.solution import WagerOdds
from houseway.report.figures import number, percent
from houseway.report.hold import SHARES, Spread, spread
from houseway.report.study import Study
from houseway.rules.wagers import listed

POINTS = 37  # of the chart, from a thousand to a million rounds


def blocks(study: Study) -> Iterator[Block]:
    main = study.solution.main
    yield Heading("The house's win by number of rounds")
    yield Paragraph(
        "Over n rounds of one unit each the house expects to win n times the edge, give or take. A win outside the "
        "95% band comes by chance once in 20 such spans, outside the 99% band once in 100. A floor should note the "
        "first and must investigate the second: payouts, the procedure, the count of the chips, the cards. The bands "
        f"are for one player who plays {study.unit}'s best strategy with equal bets; players who play worse lose more, "
        "and hands of one round against one dealer move together, so that the bands of a full table are somewhat wider."
    )
    yield _chart(study, main)
    for odds in study.solution.wagers:
        yield _table(study, odds)
    yield Paragraph(
        "Shares are of the first wagers (of the side wagers themselves), not of the drop, which depends on how "
        f"players buy in. {_way(study)}",
        note=True,
    )


def _way(study: Study) -> str:
    """What the figures are by."""
    told = "add up the results of the table of outcomes round by round, with all their skewness"
    if study.solution.estimated:
        told = f"Bands and the chance to be behind {told}; the odds of {listed(study.sampled)} are estimated"
    else:
        told = f"Bands and the chance to be behind are exact: they {told}"
    signed = any(not item.exact for found in study.spreads.values() for item in found)
    return f"{told}. A figure with ≈ is by the normal distribution instead." if signed else f"{told}."


def _chart(study: Study, odds: WagerOdds) -> LineChart:
    found = [spread(odds, round(10 ** (3 + 3 * index / (POINTS - 1)))) for index in range(POINTS)]
    edge = float(odds.house_edge)

    def band(share: float) -> Band:
        known = [(item.rounds, item.bands[share]) for item in found if item.bands is not None]
        points = tuple((rounds, low / rounds, high / rounds) for rounds, (low, high) in known)
        return Band(f"{rounding.percent(share, 0)} of the time", points)

    return LineChart(
        f"{study.wager_name(odds.wager)}: the house's win as a share of the first wagers",
        Axis("Rounds", log=True),
        Axis("Win", percent=True),
        (Series("Expected", tuple((item.rounds, edge) for item in found)),),
        tuple(band(share) for share in sorted(SHARES, reverse=True)),
    )


def _table(study: Study, odds: WagerOdds) -> Table:
    found = study.spreads[odds.wager]
    titles = ("Rounds", "Expected win", *(f"{rounding.percent(share, 0)} band" for share in SHARES), "House behind")
    return Table(
        f"{study.played_name(odds.wager)}: the house's win; edge {percent(odds.house_edge)}",
        tuple(Column(title, number=True) for title in titles),
        tuple(tuple(_cells(item)) for item in found),
        notes=tuple(_notes(found)),
    )


def _notes(found: Iterable[Spread]) -> Iterator[str]:
    yield "The expected win is in units, bands are shares of the first wagers; behind: the house has lost."
    others = [item for item in found if not item.exact]
    if any(item.bands is not None for item in others):
        yield "≈ By the normal distribution: the results are too many to add up."
    if any(item.bands is None for item in others):
        yield (
            "Empty: the results are too many to add up, and so lopsided that the normal distribution would mislead "
            "over so few rounds."
        )


def _cells(item: Spread) -> Iterator[str]:
    yield f"{item.rounds:,}"
    yield number(item.expected, 1 if item.rounds <= 1000 else 0)
    for share in SHARES:
        yield "" if item.bands is None else _sign(item) + _band(item.bands[share], item.rounds)
    yield "" if item.behind is None else _sign(item) + _behind(item.behind)


def _sign(item: Spread) -> str:
    return "" if item.exact else "≈ "


def _behind(chance: float) -> str:
    if chance < 1e-5:
        return "under 0.001%"
    return percent(chance, 1 if chance >= 0.1 else 2 if chance >= 0.001 else 3)


def _band(band: tuple[float, float], rounds: int) -> str:
    digits = 1 if rounds <= 1000 else 2 if rounds <= 100_000 else 3
    return f"{percent(band[0] / rounds, digits)} to {percent(band[1] / rounds, digits)}"
