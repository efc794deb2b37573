"""The colours of charts: told apart by people who are colour-blind, and by their lightness when printed grey."""

from __future__ import annotations

from collections.abc import Iterable

INK, QUIET, RULE, PAPER, BLACK = "#1f2933", "#52606d", "#d5dae0", "#ffffff", "#000000"
LINES = ("#0b4f7d", "#c8591a", "#5aa9d6", "#7a4f92", "#b8962e", "#5c6770")  # in this order, and with other dashes
DASHES: tuple[list[int], ...] = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4], [1, 3])
BANDS = ("#dfe8f0", "#b9cfe1", "#93b4cf")  # wider ones lighter
LIGHT, DARK = (243, 247, 250), (11, 79, 125)
BELOW, MIDDLE, ABOVE = (11, 79, 125), (250, 249, 246), (200, 89, 26)
# Grounds for words: light enough for black text, and neighbours of different lightness.
GROUNDS = ("#8fbfe0", "#fce3cd", "#c4c9ce", "#f7eeb5", "#c3a5d6", "#e4f0e6", "#a9d3b6", "#ffffff")


def ground_of_words(texts: Iterable[str]) -> dict[str, str]:
    """A ground for each different word, in the order of appearance; the empty word stays white."""
    words = [word for word in dict.fromkeys(texts) if word]
    return {"": PAPER} | {word: GROUNDS[place % len(GROUNDS)] for place, word in enumerate(words)}


def ground_of_value(value: float, low: float, high: float, middle: float | None) -> str:
    """Light to dark; with a middle, one colour below it and another above."""
    if middle is None:
        return _mixed(LIGHT, DARK, (value - low) / (high - low) if high > low else 0.0)
    furthest = max(high - middle, middle - low) or 1.0
    away = (value - middle) / furthest
    return _mixed(MIDDLE, ABOVE if away > 0 else BELOW, abs(away))


def ink_on(ground: str) -> str:
    """Black or white, whichever reads better; one of them has a contrast of 4.5 to 1 on any ground."""
    return BLACK if contrast(BLACK, ground) >= contrast(PAPER, ground) else PAPER


def contrast(one: str, other: str) -> float:
    """As accessibility reckons it: from 1, the same, to 21, black on white."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _mixed(one: tuple[int, int, int], other: tuple[int, int, int], share: float) -> str:
    share = min(1.0, max(0.0, share))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one, other, strict=True))


def _luminance(colour: str) -> float:
    """Relative luminance, as contrast is reckoned."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
