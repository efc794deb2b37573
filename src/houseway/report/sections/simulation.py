"""A simulation, run for this report, beside the exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from houseway.document.blocks import Block, Cell, Column, Heading, Mark, Paragraph, Table
from houseway.report.figures import number, percent, rounds_text
from houseway.report.study import Study
from houseway.simulation.chi_square import LEAST_EXPECTED
from houseway.simulation.result import WagerResult

DOUBTFUL, WRONG = 3.0, 0.001  # a z-score and a p-value that chance seldom gives


def blocks(study: Study) -> Iterator[Block]:
    result, sampled = study.simulation, study.solution.estimated
    yield Heading("Simulation cross-check")
    yield Paragraph(
        f"{rounds_text(result.rounds)} {'was' if result.rounds == 1 else 'were'} dealt for this report by the "
        f"simulation's kernel, which shuffles, decides and settles each one, with the seed {study.seed!r}. It has the "
        f"decisions of {study.unit}'s best strategy from the {'estimate' if sampled else 'count'}, and nothing else. "
        "The z-score is the distance of the mean from the exact one in standard errors: 95 of 100 lie between −2 and "
        "2. The chi-square test holds all lines of a table against their probabilities: a p-value below 0.001 would be "
        "reason to doubt." + (" Some odds of this game are estimated, so neither is given." if sampled else "")
    )
    rows = tuple(_row(study, wager) for wager in result.wagers)
    titles = ("Mean by the odds" if sampled else "Exact mean", "Simulated mean", "Standard error", "z-score", "p-value")
    yield Table(
        "Every wager, simulated and by the odds" if sampled else "Every wager, simulated and exact",
        (Column("Wager"), *(Column(title, number=True) for title in titles)),
        rows,
        notes=(
            f"Standard errors follow from the {'simulated' if sampled else 'exact'} standard deviation. The same seed "
            "and number of rounds give the same counts on any machine.",
            *(("Means with ≈ are estimated from a sample of deals; the others are exact.",) if sampled else ()),
        ),
    )
    yield Paragraph(_limits(study), note=True)
    if len(rows) > 1:
        yield Paragraph(
            "Wagers of one hand are settled by the same cards, so that their z-scores move together.", note=True
        )
    for wager in result.wagers:
        yield _counts(study, wager)


def _limits(study: Study) -> str:
    """What the test cannot show, and how rare lines enter it."""
    main = study.simulation.wagers[0]
    unseen = (
        f"Two standard errors of {study.wager_name(main.wager)} are {percent(2 * _error(study, main))} of a bet: a "
        "smaller mistake in the edge would not show here."
    )
    if main.chi_square is None:
        return unseen
    return (
        f"{unseen} In the chi-square test, lines expected fewer than {LEAST_EXPECTED} times are added together, with "
        "the next rarest line if that is not enough."
    )


def _row(study: Study, wager: WagerResult) -> tuple[str | Cell, ...]:
    estimate, chi = wager.estimate, wager.chi_square
    odds = study.solution.wager(wager.wager)
    exact = odds.expected_value if estimate.exact is None else estimate.exact
    z: str | Cell = "" if estimate.z is None else Cell(f"{number(estimate.z, 2)}", _mark(abs(estimate.z) > DOUBTFUL))
    p: str | Cell = "" if chi is None else Cell(number(chi.p_value), _mark(chi.p_value < WRONG))
    by_odds = number(exact, 6) if odds.interval is None else f"≈ {number(exact, 6)}"
    means = (by_odds, number(estimate.mean, 6), number(_error(study, wager), 6))
    return (study.played_name(wager.wager), *means, z, p)


def _error(study: Study, wager: WagerResult) -> float:
    """The standard error that the z-score is measured in: that of the exact odds, where there are any."""
    if wager.estimate.exact is None:
        return wager.estimate.standard_error
    return sqrt(study.solution.covariance(wager.wager, wager.wager) / study.simulation.rounds)


def _mark(doubtful: bool) -> Mark:
    return Mark.BAD if doubtful else Mark.GOOD


def _counts(study: Study, wager: WagerResult) -> Table:
    rounds = study.simulation.rounds
    rows = []
    for outcome in wager.outcomes:
        label = f"+ {outcome.line.label}" if outcome.line.bonus else outcome.line.label
        expected = "" if outcome.expected is None else number(outcome.expected, 1)
        rows.append((label, f"{outcome.count:,}", expected, percent(Fraction(outcome.count, rounds))))
    columns = (Column("Outcome"), *(Column(name, number=True) for name in ("Simulated", "Expected", "Share")))
    return Table(f"{study.played_name(wager.wager)}: rounds by outcome", columns, tuple(rows))
