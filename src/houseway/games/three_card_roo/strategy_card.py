"""3 Card Roo: the position to leave open with each hand, as lines to learn."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.cards import RANK_NAMES
from houseway.games.three_card_roo.charts import OpenPositions
from houseway.odds.game_odds import CardLine


def card_lines(open_positions: OpenPositions) -> tuple[CardLine, ...]:
    """The whole strategy in lines: higher cards are grouped as long as they agree for every lower card."""
    groups: list[tuple[list[int], dict[int, str]]] = []
    for high in range(13, 1, -1):
        by_low = {hand.low: position for hand, position in open_positions.items() if hand.high == high}
        if not by_low:
            continue
        if groups and all(groups[-1][1].get(low) == position for low, position in by_low.items()):
            groups[-1][0].append(high)
        else:
            groups.append(([high], by_low))
    return tuple(CardLine(_line(highs, by_low, last=highs is groups[-1][0])) for highs, by_low in groups)


def _line(highs: list[int], by_low: Mapping[int, str], *, last: bool) -> str:
    names = [RANK_NAMES[high] for high in highs]
    if last and len(highs) > 1:
        names = [f"{names[0]} or lower"]
    named = ", ".join(names[:-1]) + " or " + names[-1] if len(names) > 1 else names[0]
    runs: list[tuple[str, list[int]]] = []
    for low in sorted(by_low, reverse=True):
        if not runs or runs[-1][0] != by_low[low]:
            runs.append((by_low[low], []))
        runs[-1][1].append(low)
    if len(runs) == 1:
        return f"Higher card {named}: leave {runs[0][0]} open."
    parts = [f"{_lows(lows, highs[0])}, leave {position} open" for position, lows in runs]
    return f"Higher card {named}: {'; '.join(parts)}."


def _lows(lows: list[int], high: int) -> str:
    """`with a seven or higher`, `with a four to a six`."""
    most, least = lows[0], lows[-1]
    if most == high - 1 and most > least:
        return f"with {_a(least)} or higher"
    if least == 1 and most > least:
        return f"with {_a(most)} or lower"
    return f"with {_a(least)}" if most == least else f"with {_a(least)} to {_a(most)}"


def _a(rank: int) -> str:
    return f"{'an' if rank in (1, 8) else 'a'} {RANK_NAMES[rank]}"
