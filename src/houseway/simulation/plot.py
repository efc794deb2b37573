"""Sessions drawn into a file."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError, OptionError
from houseway.money import dollars
from houseway.rounding import percent
from houseway.simulation.evening import Evening

BARS = 80


def check_plot(path: Path) -> None:
    """Refuse what cannot be drawn, before anything is played."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise OptionError(f"A plot is a .png or .svg file, not {path.name!r}.")
    if not path.parent.is_dir():
        raise OptionError(f"There is no folder {path.parent} for the plot.")
    try:
        import_module("matplotlib")
    except ImportError:
        raise HousewayError('A plot needs matplotlib, which is not installed: pip install "houseway[plots]".') from None


def draw(night: Evening, path: Path) -> None:
    """A histogram of the results, with ruin and the middle half marked."""
    check_plot(path)
    figure_module: Any = import_module("matplotlib.figure")
    figure = figure_module.Figure(figsize=(10, 5.5), layout="constrained")  # no window, no global state
    axes = figure.subplots()
    bars = night.histogram(BARS)
    colours = ["#b3423a" if high <= 0 else "#3a7d44" if low >= 0 else "#8a8a8a" for low, high, _ in bars]
    axes.bar(
        [low / 100 for low, _, _ in bars],
        [100 * night.share(count) for _, _, count in bars],
        width=[(high - low) / 100 for low, high, _ in bars],
        align="edge",
        color=colours,
    )
    for place, style in ((25, ":"), (50, "-"), (75, ":")):
        axes.axvline(night.percentile(place) / 100, color="black", linewidth=1, linestyle=style)
    sessions = night.sessions
    game = sessions.plan.game
    axes.set_title(
        f"{game.name}, {game.edition}: {night.tally.sessions:,} sessions of {sessions.length:,} rounds with "
        f"{dollars(sessions.bankroll)}\n"
        f"ruined {percent(night.ruin, 1)}, ahead {percent(night.ahead, 1)}, had double {percent(night.doubled, 1)}"
    )
    axes.set_xlabel("result in dollars (lines: quartiles and median)")
    axes.set_ylabel("sessions, %")
    # Without a date and with fixed ids, the same sessions draw the same bytes.
    import_module("matplotlib").rcParams["svg.hashsalt"] = "houseway"
    figure.savefig(path, dpi=120, metadata={"Date": None} if path.suffix.lower() == ".svg" else {})
