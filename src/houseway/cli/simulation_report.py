"""Simulations as a person reads them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from houseway.cli.common import title, width
from houseway.money import dollars
from houseway.odds.game_odds import OPTIMAL
from houseway.odds.labels import with_main
from houseway.odds.solver import odds_of
from houseway.rounding import Number, exactly, fixed, percent, rounded, short
from houseway.simulation.chi_square import ChiSquare
from houseway.simulation.evening import BANDS, PERCENTILES, Evening
from houseway.simulation.plan import SimulationPlan
from houseway.simulation.result import Estimate, Result, WagerResult

FAR = 4.0  # deviations from the exact mean that chance does not explain
BARS = 24


def show_result(result: Result) -> None:
    """Every wager's outcomes beside the exact ones, then all stakes together."""
    console = Console(width=width(110), highlight=False)
    console.rule(title(result.plan.game))
    if result.interrupted:
        console.print(
            f"[bold]Stopped[/] after {result.rounds:,} of {result.requested:,} rounds; this is what they came to."
        )
    for wager in result.wagers:
        _show_wager(console, result, wager)
    _show_overall(console, result)
    _show_footer(console, result.plan, f"{result.rounds:,} rounds", result.rounds_per_second)


def _show_wager(console: Console, result: Result, wager: WagerResult) -> None:
    table = Table(title=_title(result, wager), box=SIMPLE_HEAD, title_style="bold")
    table.add_column("Outcome")
    for heading in ("Pays", "Simulated", "Expected", "Difference", "Probability"):
        table.add_column(heading, justify="right", no_wrap=True)
    hands = max(1, result.rounds * result.plan.seats)
    for outcome in wager.outcomes:
        label = f"  + {outcome.line.label}" if outcome.line.bonus else outcome.line.label
        expected = outcome.expected
        table.add_row(
            label,
            short(outcome.line.net),
            f"{outcome.count:,}",
            "" if expected is None else fixed(expected, 1, commas=True),
            "" if expected is None else fixed(outcome.count - expected, 1, commas=True, plus=True),
            fixed(Fraction(outcome.count, hands), 6),
        )
    console.print(table)
    console.print(_facts(wager.estimate, unit=""))
    tests = [("outcomes", wager.chi_square), ("bonuses", wager.bonus_chi_square)]
    chi_squares = [_chi_words(what, found) for what, found in tests if found is not None]
    if chi_squares:
        seat = " of seat 1" if result.plan.seats > 1 else ""
        console.print(" · ".join(chi_squares) + seat)
    console.print()


def _title(result: Result, wager: WagerResult) -> str:
    """The wager and how the hand was played; `houseway odds` gives the same title to the same figures."""
    game, strategy = result.plan.game, result.plan.strategy_name
    name = game.wager[wager.wager].name
    decided = strategy == OPTIMAL and wager.wager in odds_of(game).decided_sides
    return f"{name}, {with_main(game)}" if decided else f"{name}, strategy {strategy}"


def _chi_words(what: str, found: ChiSquare) -> str:
    statistic, p = fixed(found.statistic, 2), fixed(found.p_value, 4)
    return f"chi-square of the {what} {statistic} with {found.degrees} degrees, p = {p}"


def _facts(estimate: Estimate, *, unit: str) -> str:
    low, high = estimate.interval()
    facts = [
        f"Mean [bold]{fixed(estimate.mean, 6, plus=True)}{unit}[/]",
        f"95% of the time within {fixed(low, 6, plus=True)} to {fixed(high, 6, plus=True)}",
        f"standard deviation {fixed(estimate.standard_deviation, 4)}",
    ]
    if estimate.exact is not None:
        facts.append(f"exact {fixed(estimate.exact, 6, plus=True)}")
    if estimate.z is not None:
        far = abs(estimate.z) > FAR
        z = f"z = {fixed(estimate.z, 2, plus=True)}"
        facts.append(f"[bold red]{z}: not chance[/]" if far else z)
    return " · ".join(facts)


def _show_overall(console: Console, result: Result) -> None:
    stakes = [f"{dollars(cents)} on {name}" for name, cents in result.plan.stakes.items()]
    overall = result.overall
    facts = [
        f"{', '.join(stakes)}: [bold]{_money(overall.mean)}[/] a hand",
        f"standard deviation {_money(overall.standard_deviation)}",
        f"all hands together {dollars(int(rounded(overall.mean * result.rounds * result.plan.seats, 0)))}",
    ]
    console.print(" · ".join(facts))


def _show_footer(console: Console, plan: SimulationPlan, what: str, speed: float) -> None:
    seats = f", {plan.seats} seats" if plan.seats > 1 else ""
    rate = f", {speed / 1e6:.1f} million rounds a second" if speed else ""
    console.print(f"[dim]{what}{seats}, seed {plan.seed}{rate}[/]")
    console.print(f"[dim]Fingerprint {plan.game.fingerprint}[/]", soft_wrap=True)


def _money(cents: Number) -> str:
    """Cents that need not be whole."""
    sign = "-" if cents < 0 else ""
    size = abs(exactly(cents))
    return f"{sign}${fixed(size / 100, 4 if size < 1000 else 2, commas=True)}"


# --- sessions ---


def show_evening(night: Evening) -> None:
    """How sessions ended: a histogram, chances and percentiles, and the operator's view."""
    console = Console(width=width(110), highlight=False)
    sessions, tally = night.sessions, night.tally
    console.rule(title(sessions.plan.game))
    if night.interrupted:
        console.print(f"[bold]Stopped[/] after {tally.sessions:,} of {night.requested:,} sessions; so far:")
    stakes = ", ".join(f"{dollars(cents)} on {name}" for name, cents in sessions.plan.stakes.items())
    stop = f", leaving {dollars(sessions.stop_win)} ahead" if sessions.stop_win is not None else ""
    console.print(
        f"{tally.sessions:,} sessions of {sessions.length:,} rounds with {dollars(sessions.bankroll)}: {stakes}, "
        f"strategy {sessions.plan.strategy_name}{stop}.\n"
    )
    _show_bars(console, night)
    _show_chances(console, night)
    _show_operator(console, night)
    _show_footer(console, sessions.plan, f"{tally.rounds:,} rounds", night.rounds_per_second)


def _show_bars(console: Console, night: Evening) -> None:
    bars = night.histogram(BARS)
    most = max((count for _, _, count in bars), default=1)
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    room = max(10, console.width - 40)
    for index, (low, high, count) in enumerate(bars):
        edge = "below" if index == 0 and min(night.tally.results) < low else ""
        edge = "above" if index == len(bars) - 1 and max(night.tally.results) >= high else edge
        colour = "red" if high <= 0 else "green" if low >= 0 else "yellow"
        bar = _bar(count / most * room)
        table.add_row(
            f"{dollars(low)} {f'and {edge}' if edge else ''}", f"[{colour}]{bar}[/]", percent(night.share(count), 2)
        )
    console.print(table)
    console.print()


def _bar(length: float) -> str:
    whole, part = divmod(round(length * 8), 8)
    return "█" * whole + (" ▏▎▍▌▋▊▉"[part] if part else "")


def _show_chances(console: Console, night: Evening) -> None:
    tally = night.tally
    console.print(
        f"Ruined [bold]{percent(night.ruin, 2)}[/] · ahead [bold]{percent(night.ahead, 2)}[/] · "
        f"even {percent(night.even, 2)} · had double {percent(night.doubled, 2)} · "
        f"left with double {percent(night.ended_doubled, 2)}"
        + (f" · left content {percent(night.share(tally.contented), 2)}" if night.sessions.stop_win is not None else "")
    )
    table = Table(box=SIMPLE_HEAD, title="Result of a session, by percentile", title_style="bold")
    for place in PERCENTILES:
        table.add_column(f"{place}%", justify="right", no_wrap=True)
    table.add_row(*(dollars(night.percentile(place)) for place in PERCENTILES))
    console.print(table)
    longest = night.to_json()["longest_drought"]
    console.print(
        f"Mean {_money(night.mean)} · standard deviation {_money(night.deviation)} · "
        f"{fixed(Fraction(tally.played, max(1, tally.sessions)), 1, commas=True)} rounds played · "
        f"longest spell without a win {longest['median']} rounds, {longest['95']} in one session of twenty\n"
    )


def _show_operator(console: Console, night: Evening) -> None:
    view: Any = night.operator
    table = Table(box=SIMPLE_HEAD, title="The operator's view", title_style="bold", show_header=False)
    table.add_column()
    table.add_column(justify="right", no_wrap=True)
    source = "exact" if view.exact else "measured"
    seats = "1 seat" if view.seats == 1 else f"{view.seats} seats"
    table.add_row("Hold: win of the drop, every session buying in once with its bankroll", percent(view.hold, 2))
    table.add_row("Win of the handle, all that was bet", percent(view.win_of_handle, 3))
    table.add_row(
        f"Theoretical win an hour ({view.decisions_per_hour:g} rounds, {seats}, {source})",
        _money(view.win_per_hour),
    )
    table.add_row(f"Theoretical win of a day of {view.hours:g} hours", _money(view.win_per_day))
    table.add_row("Standard deviation of a day", _money(view.day_deviation))
    for confidence in BANDS:
        low, high = view.band(confidence)
        table.add_row(f"Actual win of a day, {percent(confidence, 0)} of the time", f"{_money(low)} to {_money(high)}")
    console.print(table)
