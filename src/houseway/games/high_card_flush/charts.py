"""High Card Flush: a strategy as two tables."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from houseway.counting.game_odds import Chart
from houseway.games.high_card_flush.counting import HANDS, RAISED, Tally, shapes
from houseway.games.high_card_flush.dealer import ranks_of
from houseway.games.high_card_flush.probed_rules import size_text
from houseway.games.high_card_flush.strategies import flush_text
from houseway.rounding import percent

OUTSIDE = ("None", "One", "Two", "Three", "Four or more")


class Line(NamedTuple):
    """Flushes with the same top cards: how many hands there are and how many are raised, by high cards outside."""

    label: str
    hands: tuple[int, ...]
    raised: tuple[int, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(share(raised, hands) for raised, hands in zip(self.raised, self.hands, strict=True))


def share(part: int, whole: int) -> str:
    """`always`, `never`, or a percentage that is neither."""
    if not whole or part in (0, whole):
        return "" if not whole else "always" if part else "never"
    return percent(min(max(Fraction(part, whole), Fraction(1, 1000)), Fraction(999, 1000)), 1)


def by_suited_cards(tally: Tally) -> Chart:
    """How often each decision is right, by the number of suited cards."""
    hands = tally.results[..., HANDS].sum(axis=1)
    used = [number for number in range(1, hands.shape[1]) if hands[:, number].any()]
    used.sort(key=tally.sizes.__getitem__)
    rows = []
    for suited in range(len(hands)):
        whole = int(hands[suited].sum())
        if whole:
            parts = [int(hands[suited, number]) for number in (0, *used)]
            rows.append((str(suited), f"{whole:,}", *(share(part, whole) for part in parts)))
    return Chart(
        "By the number of suited cards",
        ("Suited cards", "Hands", "Fold", *(f"Raise {size_text(tally.sizes[number])}" for number in used)),
        tuple(rows),
    )


def by_flush(tally: Tally) -> Chart:
    """How often to raise a flush, by all but its last card and the high cards in the other suits."""
    groups: list[tuple[str, str, tuple[str, ...]]] = []  # first label, last label, cells
    for line in _lines(tally):
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


def _lines(tally: Tally) -> Iterator[Line]:
    """From the highest flush down: four suited cards or more as one, three by the first two, two by the first."""
    found: dict[str, tuple[list[int], list[int]]] = {}
    for number, chosen in reversed(list(enumerate(shapes().sets.tolist()))):
        ranks = ranks_of(chosen)
        if not tally.flushes[number, :, HANDS].any():
            continue
        label = "Four suited cards" if len(ranks) > 3 else f"{flush_text(ranks[:-1])}-x"
        sums = found.setdefault(label, ([0] * len(OUTSIDE), [0] * len(OUTSIDE)))
        for outside, counts in enumerate(tally.flushes[number].tolist()):
            column = min(outside, len(OUTSIDE) - 1)
            sums[0][column] += counts[HANDS]
            sums[1][column] += counts[RAISED]
    for label, (hands, raised) in found.items():
        yield Line(label, tuple(hands), tuple(raised))
