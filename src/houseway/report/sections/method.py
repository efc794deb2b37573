"""How the figures were found, what vouches for them, and the commands that find them again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from fractions import Fraction

from houseway.document.blocks import Block, Commands, Heading, Items, PageBreak, Paragraph
from houseway.report.figures import rounds_text
from houseway.report.study import Study
from houseway.rounding import short
from houseway.rules.wagers import listed


def blocks(study: Study) -> Iterator[Block]:
    yield PageBreak()
    yield Heading("Method and verification")
    yield Paragraph(
        "The rules are one program text. The same text deals the game at the table, is counted for the odds and is "
        "printed as rules and procedure in this report; there is no second description that could differ from it."
    )
    yield Items(tuple(_ways(study)))
    yield Paragraph("These commands find every part again:")
    yield Commands(tuple(commands(study)))
    yield Paragraph(
        "The annex has every figure of this report for programs; exact numbers are fractions written as text. The same "
        "rules, version, date and seed give this document again, byte for byte.",
        note=True,
    )


def _ways(study: Study) -> Iterator[str]:
    if study.solution.estimated:
        yield (
            f"The odds of {listed(study.sampled)} are estimated: counting every deal would take too long. Decisions "
            "are chosen on one sample of deals and valued on another, so an expected value is a lower bound for the "
            "best play; the interval holds the value of the best play 95 times in 100."
        )
        if study.counted:
            yield f"Counted exactly, because no decision affects them: {listed(study.counted)}."
    else:
        yield (
            "Odds are exact: every deal is counted, from the rules alone, as whole numbers out of "
            f"{study.solution.main.total:,}. "
            "Edges and expected values are fractions; only the last step rounds them."
        )
    yield _second_way(study)
    yield (
        f"Decisions are compared by {'estimated' if study.solution.estimated else 'exact'} values, from the last one "
        "back to the first; a tie is broken as the strategy says and changes no value."
    )
    yield f"The simulation of {rounds_text(study.simulation.rounds)} is one more way: it deals and settles each round."
    yield _what_is_exact(study)


def _what_is_exact(study: Study) -> str:
    figures = "outcome tables, edges, deviations, strategy costs, options, the progressive, bands of the house's win"
    normal = any(not item.exact for found in study.spreads.values() for item in found)
    but = " By the normal distribution: bands with ≈." if normal else ""
    if study.solution.estimated:
        counted = f"the tables of {listed(study.counted)}, " if study.counted else ""
        return (
            f"Estimated from sampled deals, for {listed(study.sampled)}: {figures}.{but} "
            f"Exact: {counted}rules, pays and the settlement of examples."
        )
    return f"Exact: {figures}.{but} Sampled: the simulation, and what says so itself."


def _second_way(study: Study) -> str:
    if study.solution.estimated:
        return (
            "No second count stands beside the estimate: the simulation is the second way, and the command with "
            "--exact below counts every deal."
        )
    return "The count asks the rules themselves about every situation; the simulation is the second way."


def commands(study: Study) -> Iterator[str]:
    """What one types to see each part again."""
    game = study.game
    plain = type(game).make(game.edition).options.values()
    changed = [
        f"--set {shlex.quote(f'{name}={value}')}"
        for name, value in game.options.values().items()
        if plain[name] != value
    ]
    rules = " ".join([game.id, f"--edition {shlex.quote(game.edition)}", *changed])
    yield f"houseway rules {rules}"
    yield f"houseway odds {rules} --json"
    if study.solution.estimated:
        yield f"houseway odds {rules} --exact --json"
    yield f"houseway strategy {rules}"
    yield f"houseway lab protect {rules}"
    dollars = {name: short(Fraction(cents, 100), 15) for name, cents in study.plan.stakes.items()}
    sides = [f"--side {name}={bet}" for name, bet in dollars.items() if name in game.wagers.sides]
    stakes = " ".join([f"--bet {dollars[game.wagers.main]}", *sides])
    yield f"houseway simulate {rules} --rounds {study.simulation.rounds} --seed {shlex.quote(study.seed)} {stakes}"
    yield f"houseway report {rules} --date {study.date.isoformat()} --rounds {study.simulation.rounds} -o {game.id}.pdf"
