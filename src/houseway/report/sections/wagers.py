"""The odds of every wager: its table of outcomes, the figures that follow from it, and its results as a chart."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from houseway.document.blocks import (
    Axis,
    BarChart,
    Block,
    Cell,
    Column,
    Commands,
    Facts,
    Heading,
    Mark,
    Paragraph,
    Table,
)
from houseway.money import dollars
from houseway.odds.labels import compared_plays, odds_label, stakes_text
from houseway.odds.solution import VOLATILITY, WagerOdds
from houseway.report.figures import digits_for, number, percent, units
from houseway.report.study import Study
from houseway.rounding import one_in
from houseway.rules.wagers import listed

MOST_BARS = 18
RARE = 0.005  # a share whose bar could not be seen beside the others
COLUMNS = (
    Column("Outcome"),
    Column("Net", number=True),
    Column("Combinations", number=True),
    Column("Probability", number=True),
    Column("Frequency", number=True),
    Column("Return", number=True),
)


def blocks(study: Study) -> Iterator[Block]:
    yield Heading("Odds of every wager")
    yield Paragraph(
        f"Results are in units of the wager itself; those of {study.unit} include every bet and bonus that hangs on "
        f"it and are in units of {study.unit}. The net is what the player has won or lost at the end. The return of a "
        "line is its net times its probability; the returns add up to the expected value, and the house edge is its "
        "negative."
    )
    for odds in study.solution.wagers:
        if odds.expected_value > 0:
            yield Paragraph(f"Warning: the player has the edge on {study.played_name(odds.wager)}.")
    yield _summary(study)
    yield _meanings()
    for odds in study.solution.wagers:
        yield Heading(study.wager_name(odds.wager), 2)
        yield outcomes(study, odds)
        yield facts(odds)
        chart = distribution(study, odds)
        if chart is not None:
            yield chart
        if odds.wager in study.solution.own_plays:
            yield from played_for_itself(study, odds.wager)
    yield from joint_play(study)
    yield from correlations(study)


def _summary(study: Study) -> Table:
    rows = tuple(
        (
            study.played_name(odds.wager),
            Cell(percent(odds.house_edge), Mark.BAD if odds.expected_value > 0 else Mark.STRONG),
            percent(odds.element_of_risk),
            percent(odds.hit_frequency, 2),
            number(odds.standard_deviation),
            number(odds.skewness),
            number(odds.volatility_index),
        )
        for odds in study.solution.wagers
    )
    titles = ("House edge", "Element of risk", "Hit frequency", "Standard deviation", "Skewness", "Volatility index")
    sampled = f"Estimated from a sample of deals: {listed(study.sampled)}; 95% intervals are below. "
    others = f"Counted exactly: {listed(study.counted)}." if study.counted else ""
    notes = ((sampled + others).strip(),) if study.sampled else ()
    columns = (Column("Wager"), *(Column(title, number=True) for title in titles))
    return Table(f"All wagers, played with {study.unit}'s best strategy", columns, rows, notes=notes)


def _meanings() -> Paragraph:
    return Paragraph(
        "House edge: the expected loss as a share of the first wager, or of the side wager itself. Element of risk: "
        "the expected loss as a share of all that is bet in a round. Hit frequency: how often the round ends with a "
        f"win. Volatility index: {VOLATILITY} standard deviations; over n rounds the average result lies within the "
        "index divided by the square root of n of the expected value 9 times in 10.",
        note=True,
    )


def outcomes(study: Study, odds: WagerOdds) -> Table:
    """The table of outcomes; each figure is rounded by itself."""
    digits = digits_for(odds.rows, odds.total)
    rows: list[tuple[str | Cell, ...]] = []
    for row in odds.rows:
        chance = Fraction(row.count, odds.total)
        label = f"+ {row.label}" if row.bonus else row.label
        counted = (f"{row.count:,}", number(chance, digits), one_in(row.count, odds.total))
        rows.append((label, units(row.net), *counted, number(row.net * chance, digits)))
    total = number(odds.expected_value, digits)
    rows.append(("Total", "", f"{odds.total:,}", number(Fraction(1), digits), "", total))
    counts = (
        f"Counts are estimated from a sample of deals and expressed out of {odds.total:,}."
        if odds.interval is not None
        else "Counts are whole numbers and exact."
    )
    notes = [
        f"{counts} Every probability and return is rounded to {digits} decimals by itself, so a column may differ from "
        "its total in the last digits."
    ]
    notes += _meter_notes(study, odds)
    if any(row.bonus for row in odds.rows):
        notes.append(
            "Lines with + are bonuses paid on top: their combinations are among those of the other lines and are not "
            "in the total, their returns are."
        )
    notes += [f"{row.hand} at {row.pays} is {row.note}." for row in study.game.wager[odds.wager].rows() if row.note]
    name = odds_label(study.game, study.solution, odds)
    return Table(f"{name}: outcomes", COLUMNS, tuple(rows), totals=1, notes=tuple(notes))


def _meter_notes(study: Study, odds: WagerOdds) -> Iterator[str]:
    """At which meter a progressive was counted."""
    game = study.game
    if game.wagers.progressive is not None and game.wagers.progressive.id == odds.wager:
        yield f"Shares of the meter are counted at its seed of {dollars(game.wagers.meter_seed)}."


def facts(odds: WagerOdds) -> Facts:
    pairs = [("House edge", percent(odds.house_edge))]
    if odds.interval is not None:
        low, high = (percent(-edge, 2) for edge in reversed(odds.interval))
        pairs.append(("House edge, 95% interval", f"{low} to {high}"))
    pairs.append(("Expected value", f"{number(odds.expected_value, 9)} units a round"))
    if odds.average_bet != 1:
        pairs.append(("Average total bet", f"{number(odds.average_bet)} units"))
    pairs += [
        ("Element of risk", percent(odds.element_of_risk)),
        ("Hit frequency", percent(odds.hit_frequency, 2)),
        ("Standard deviation", f"{number(odds.standard_deviation)} units"),
        ("Skewness", number(odds.skewness)),
        ("Volatility index", number(odds.volatility_index)),
    ]
    return Facts(tuple(pairs))


def distribution(study: Study, odds: WagerOdds) -> BarChart | None:
    """How likely each net result is; rare results share the last bar where there are many."""
    found = sorted((net, count) for net, count in odds.distribution.items() if count)
    if len(found) < 2:
        return None
    shown, rest = found, list[tuple[Fraction, int]]()
    if len(found) > MOST_BARS:
        kept = sorted(sorted(found, key=lambda item: -item[1])[: MOST_BARS - 1])
        shown, rest = kept, [item for item in found if item not in kept]
    bars = [(units(net), count / odds.total) for net, count in shown]
    if rest:
        bars.append(("others", sum(count for _, count in rest) / odds.total))
    rare = min(chance for _, chance in bars) < RARE
    return BarChart(
        f"{study.played_name(odds.wager)}: how likely each result of a round is",
        Axis("Net result, units"),
        Axis("Probability, logarithmic" if rare else "Probability", percent=True, log=rare),
        tuple(bars),
    )


def played_for_itself(study: Study, side: str) -> Iterator[Block]:
    """A side wager that depends on a decision: the hand played for it, and what that costs the main wager."""
    own, name, main = study.solution.own_plays[side].odds, study.wager_name(side), study.unit
    cost = study.solution.cost_to_main(side)
    yield Paragraph(
        f"{name} depends on what the player decides. The table above is for a hand that is played with {main}'s best "
        f"strategy; the next one is for a hand that is played for {name} alone, which costs {percent(cost)} of {main}. "
        "A hand can only be played in one way. All other chapters of this report use the first."
    )
    yield outcomes(study, own)
    edge, *more = facts(own).pairs
    yield Facts((edge, (f"Cost to {main}", percent(cost)), *more))


def joint_play(study: Study) -> Iterator[Block]:
    """What the best play of the wagers that depend on decisions is worth, beside the best play of each alone."""
    joint = study.solution.joint
    if joint is None:
        return
    wagers = tuple(joint.stakes)
    yield Heading("The best joint play", 2)
    yield Table(
        f"Expected values by how the hand is played, with {stakes_text(study.game, joint)}",
        (
            Column("The hand is played for"),
            *(Column(study.wager_name(wager), number=True) for wager in wagers),
            Column("All stakes", number=True),
        ),
        tuple(
            (label, *(number(play.means[wager], 6) for wager in wagers), number(play.expected_value, 6))
            for label, play in compared_plays(study.game, study.solution, joint)
        ),
        notes=("The values of a wager are in units of itself.",),
    )
    yield Paragraph("Other stakes may have another best play. This command takes any:", note=True)
    yield Commands((f"houseway odds {study.game.id} --stakes {','.join(f'{wager}=1' for wager in wagers)}",))


def correlations(study: Study) -> Iterator[Block]:
    """How the wagers of one hand move together."""
    names = [odds.wager for odds in study.solution.wagers]
    if len(names) < 2:
        return
    titles = [study.wager_name(name) for name in names]
    yield Heading("Wagers together", 2)
    yield Table(
        "Correlation of the results of one hand",
        (Column(""), *(Column(title, number=True) for title in titles)),
        tuple(
            (title, *(number(study.solution.correlation(one, two)) for two in names))
            for title, one in zip(titles, names, strict=True)
        ),
        notes=(f"All wagers are made on the same hand, which is played with {study.unit}'s best strategy.",),
    )
