"""High Card Draw: what to hold of every hand, as tables to look up."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.games.high_card_draw.strategy_card import Ranks
from houseway.odds.game_odds import Chart

HeldRanks = Mapping[Ranks, Ranks]  # dealt -> held

SHORT = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def held_words(ranks: Ranks, held: Ranks) -> str:
    """How many of the highest cards are held; by name where others are."""
    if held == ranks[len(ranks) - len(held) :]:
        return str(len(held))
    return "-".join(SHORT[rank] for rank in reversed(held))


def runs(held: HeldRanks, highest: int, second: int) -> str:
    """What is held with each third card, in runs from the top: `3 J-8, 2`."""
    found: list[tuple[str, list[int]]] = []
    for third in range(second - 1, 0, -1):
        ranks = (third, second, highest)
        if ranks in held:
            words = held_words(ranks, held[ranks])
            if not found or found[-1][0] != words:
                found.append((words, []))
            found[-1][1].append(third)
    if len(found) == 1:
        return found[0][0]
    return ", ".join(f"{words} {span(thirds)}" for words, thirds in found)


def span(ranks: list[int]) -> str:
    return SHORT[ranks[0]] if len(ranks) == 1 else f"{SHORT[ranks[0]]}-{SHORT[ranks[-1]]}"


def held_charts(held: HeldRanks) -> list[Chart]:
    """Three different ranks by the two highest, then pairs by the pair and the other card."""
    different = [
        (SHORT[highest], *(runs(held, highest, second) if second < highest else "" for second in range(12, 1, -1)))
        for highest in range(13, 2, -1)
    ]
    pairs = []
    for rank in range(13, 0, -1):
        cells = []
        for other in range(13, 0, -1):
            kept = held.get(tuple(sorted((rank, rank, other))), ())
            cells.append("-".join(SHORT[card] for card in reversed(kept)))
        pairs.append((SHORT[rank], *cells))
    return [
        Chart(
            "No pair: how many of the highest cards to hold, by the highest (rows), the second (columns) and the third",
            ("", *(SHORT[second] for second in range(12, 1, -1))),
            merged(different),
        ),
        Chart(
            "Pairs and three of a kind: what to hold, by the pair (rows) and the other card (columns)",
            ("", *(SHORT[other] for other in range(13, 0, -1))),
            tuple(pairs),
        ),
    ]


def merged(rows: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Merge the trailing rows that all say the same into one."""
    end = len(rows)
    while end > 0 and {cell for row in rows[end - 1 :] for cell in row[1:] if cell} == {"1"}:
        end -= 1
    if len(rows) - end < 2:
        return tuple(rows)
    return (*rows[:end], (f"{rows[end][0]} or lower", *rows[end][1:]))
