"""What the house wins, and when the floor must ask why."""

from __future__ import annotations

import math
from collections.abc import Iterator

from houseway.document.blocks import Axis, Band, Block, Column, Heading, LineChart, Paragraph, Series, Table
from houseway.odds.solution import WagerOdds
from houseway.report.figures import number, percent, whole
from houseway.report.hold import SHARES, Spread, normal_band
from houseway.report.study import Study

POINTS = 37  # of the chart, from a thousand to a million rounds


def blocks(study: Study) -> Iterator[Block]:
    main = study.solution.main
    yield Heading("The house's win by number of rounds")
    yield Paragraph(
        "Over n rounds of one unit each the house expects to win n times the edge, give or take. A win outside the "
        "95% band comes by chance once in 20 such spans, outside the 99% band once in 100. A floor should note the "
        "first and must investigate the second: payouts, the procedure, the count of the chips, the cards. The bands "
        "are for one player who plays the best strategy with equal bets; players who play worse lose more, and hands "
        "of one round against one dealer move together, so that the bands of a full table are somewhat wider."
    )
    yield _chart(study, main)
    for odds in study.solution.wagers:
        yield _table(study, odds)
    yield Paragraph(
        "Shares are of the first wagers (of the side wagers themselves), not of the drop, which depends on how "
        "players buy in. Bands are by the normal distribution, whose error is small where rounds are many and pays "
        "are even. Where all sums of results fit on a grid, the exact bands stand beside: they add up the true "
        "distribution round by round. With few rounds and high pays trust these alone.",
        note=True,
    )


def _chart(study: Study, odds: WagerOdds) -> LineChart:
    counts = [10 ** (3 + 3 * index / (POINTS - 1)) for index in range(POINTS)]
    edge, deviation = float(odds.house_edge), odds.standard_deviation

    def band(share: float) -> Band:
        points = []
        for rounds in counts:
            low, high = normal_band(edge * rounds, deviation * math.sqrt(rounds), share)
            points.append((rounds, low / rounds, high / rounds))
        return Band(f"{share:.0%} of the time", tuple(points))

    return LineChart(
        f"{study.wager_name(odds.wager)}: the house's win as a share of the first wagers",
        Axis("Rounds", log=True),
        Axis("Win", percent=True),
        (Series("Expected", tuple((rounds, edge) for rounds in counts)),),
        tuple(band(share) for share in sorted(SHARES, reverse=True)),
    )


def _table(study: Study, odds: WagerOdds) -> Table:
    found = study.spreads[odds.wager]
    exact = any(item.exact for item in found)
    titles = ["Rounds", "Expected win", *(f"{share:.0%} band" for share in SHARES)]
    titles += [f"{share:.0%}, exact" for share in SHARES] if exact else []
    columns = tuple(Column(title, number=True) for title in (*titles, "House behind"))
    rows = tuple(tuple(_cells(item, exact=exact)) for item in found)
    return Table(
        f"{study.wager_name(odds.wager)}: the house's win; edge {percent(odds.house_edge)}",
        columns,
        rows,
        notes=("The expected win is in units, bands are shares of the first wagers; behind: the house has lost.",),
    )


def _cells(item: Spread, *, exact: bool) -> Iterator[str]:
    yield f"{item.rounds:,}"
    yield number(item.expected, 1) if item.rounds <= 1000 else whole(item.expected)
    for share in SHARES:
        yield _band(item.bands[share], item.rounds)
    if exact:
        for share in SHARES:
            yield _band(item.exact[share], item.rounds) if item.exact else ""
    yield percent(item.behind, 1 if item.behind > 0.001 else 3) if item.behind >= 1e-5 else "under 0.001%"


def _band(band: tuple[float, float], rounds: int) -> str:
    digits = 1 if rounds <= 1000 else 2 if rounds <= 100_000 else 3
    return f"{percent(band[0] / rounds, digits)} to {percent(band[1] / rounds, digits)}"
