"""High Card Flush: strategies that a person can learn.

What the other suits hold moves the line between fold and raise: each jack or better there is one the dealer cannot
have. So every strategy here is a lowest flush to raise, by the number of high cards outside the flush.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from houseway.cards import RANKS
from houseway.counting.game_odds import OPTIMAL, CardLine

HIGH_CARD = 11  # a jack or better outside the flush
ELEVEN, BY_HIGH_CARDS, T_8_6, NEVER_FOLD = "eleven", "high-cards", "t-8-6", "never-fold"

Flush = tuple[int, ...]  # ranks, highest first


class Rule(NamedTuple):
    """The lowest flush to raise with none, one, two, ... high cards in the other suits; the last for all beyond.

    Three suited cards or fewer are raised once the ante, four or more as much as is allowed.
    """

    text: str
    raise_from: tuple[Flush, ...]


RULES = {
    # The second card and two for each high card are eleven or more: a nine with one, a seven with two, and so on.
    ELEVEN: Rule(
        "raise jack high or better, and ten high when its second card and two for each jack, queen, king and ace in "
        "the other suits make eleven or more",
        ((11, 3, 2), (10, 9, 2), (10, 7, 2), (10, 5, 2), (10, 3, 2)),
    ),
    T_8_6: Rule("raise T-8-6 or better", ((10, 8, 6),)),
    NEVER_FOLD: Rule("raise every hand", ((),)),
}

TEXTS = {
    OPTIMAL: "the best decision on every hand",
    ELEVEN: RULES[ELEVEN].text,
    BY_HIGH_CARDS: "raise from the flush that is best for the number of jacks, queens, kings and aces in other suits",
    T_8_6: RULES[T_8_6].text,
    NEVER_FOLD: RULES[NEVER_FOLD].text,
}


def flush_text(flush: Flush) -> str:
    """`T-8-6`."""
    return "-".join(RANKS[rank - 2] for rank in flush)


def eleven_lines() -> tuple[CardLine, ...]:
    return (
        CardLine("Four suited cards or more: raise as much as is allowed."),
        CardLine("Three suited cards, jack high or better: raise."),
        CardLine(
            "Three suited cards, ten high: take the second card's number and add two for each jack, queen, king and "
            "ace in your other suits; raise with eleven or more."
        ),
        CardLine("Everything else: fold."),
    )


NUMBERS = ("None", "One", "Two", "Three", "Four", "Five")  # seven cards leave five outside a flush at most


def high_card_lines(raise_from: Sequence[Flush], most_from: Sequence[Flush], most: int) -> tuple[CardLine, ...]:
    """The card for flushes by high cards; `most` is the largest raise with up to four suited cards."""
    texts = []
    for lowest, highest in zip(raise_from, most_from, strict=True):
        text = f"raise {flush_text(lowest)} or better" if len(lowest) > 1 else "raise every hand"
        texts.append(f"{text}, {most}x from {flush_text(highest)}" if most > 1 and highest else text)
    if len(set(texts)) == 1:
        return (
            CardLine(f"{texts[0][0].upper()}{texts[0][1:]}."),
            CardLine("Five suited cards or more: raise as much as is allowed."),
        )
    lines = [CardLine("Count the jacks, queens, kings and aces outside your longest suit.")]
    numbered = zip(NUMBERS, texts, strict=False)
    for text, group in groupby(numbered, key=itemgetter(1)):
        numbers = [number for number, _ in group]
        others = "" if len(numbers) == 1 else " or more" if numbers[-1] == NUMBERS[-1] else f" to {numbers[-1].lower()}"
        lines.append(CardLine(f"{numbers[0]}{others}: {text}."))
    lines.append(CardLine("Five suited cards or more: raise as much as is allowed. Everything else: fold."))
    return tuple(lines)
