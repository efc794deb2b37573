"""High Card Flush: how often a strategy raises, by the flush and the high cards in the other suits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from houseway.cards import RANKS
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.charts import share_words
from houseway.odds.game_odds import Chart, Strategy

OUTSIDE = ("None", "One", "Two", "Three", "Four or more")


class Line(NamedTuple):
    """Flushes with the same top cards: how many hands there are and how many are raised, by high cards outside."""

    label: str
    hands: tuple[int, ...]
    raised: tuple[int, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(share_words(raised, hands) for raised, hands in zip(self.raised, self.hands, strict=True))


def by_flush(odds: BySuit[Any], strategy: Strategy) -> Chart:
    """How often to raise a flush, by all but its last card and the high cards in the other suits."""
    groups: list[tuple[str, str, tuple[str, ...]]] = []  # first label, last label, cells
    for line in _lines(odds, strategy):
        before = groups[-1] if groups else None
        if before and all(not a or not b or a == b for a, b in zip(before[2], line.cells, strict=True)):
            together = tuple(a or b for a, b in zip(before[2], line.cells, strict=True))
            groups[-1] = before[0], line.label, together
        else:
            groups.append((line.label, line.label, line.cells))
    rows = []
    for number, (first, last, cells) in enumerate(groups):
        label = first if first == last else f"{first} to {last}"
        if number == 0:
            label = f"{last} or better"
        elif number == len(groups) - 1:
            label = f"{first} or lower"
        rows.append((label, *cells))
    return Chart(
        "How often to raise, by jacks, queens, kings and aces in the other suits", ("Flush", *OUTSIDE), tuple(rows)
    )


def _lines(odds: BySuit[Any], strategy: Strategy) -> Iterator[Line]:
    """From the highest flush down: four suited cards or more as one, three by the first two, two by the first."""
    folds = [number for number, decision in enumerate(odds.suits.plays) if decision.folds]
    spread = odds.spread(strategy).hands
    hands, raised = spread.sum(axis=2), spread.sum(axis=2) - spread[:, :, folds].sum(axis=2)
    found: dict[str, tuple[list[int], list[int]]] = {}
    for number in range(len(hands) - 1, -1, -1):
        if hands[number].any():
            ranks = odds.suits.ranks_of(number)
            label = "Four suited cards" if len(ranks) > 3 else f"{flush_text(ranks[:-1])}-x"
            sums = found.setdefault(label, ([0] * len(OUTSIDE), [0] * len(OUTSIDE)))
            for part, row in zip(sums, (hands[number].tolist(), raised[number].tolist()), strict=True):
                for outside, count in enumerate(row):
                    part[min(outside, len(OUTSIDE) - 1)] += count
    for label, (all_hands, raised_hands) in found.items():
        yield Line(label, tuple(all_hands), tuple(raised_hands))


def flush_text(flush: tuple[int, ...]) -> str:
    """`T-8-6`."""
    return "-".join(RANKS[rank - 2] for rank in flush)
