"""What a decision is called by the value that it gives up, in units of the first wager."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from houseway.rounding import short

BEST, FINE, INACCURACY, MISTAKE, BLUNDER = "best", "fine", "inaccuracy", "mistake", "blunder"


class Threshold(NamedTuple):
    """A mark, and from what loss on it is given."""

    mark: str
    lost: Fraction  # more than this is lost, but for the first, which loses nothing
    score: Fraction  # what it counts in a rating, from 0 to 1


THRESHOLDS = (
    Threshold(BEST, Fraction(0), Fraction(1)),
    Threshold(FINE, Fraction(0), Fraction(3, 4)),
    Threshold(INACCURACY, Fraction(1, 50), Fraction(1, 2)),
    Threshold(MISTAKE, Fraction(1, 10), Fraction(1, 4)),
    Threshold(BLUNDER, Fraction(1, 4), Fraction(0)),
)
RIGHT = (BEST, FINE)  # what counts as right where the optimum is the target


def mark_of(lost: Fraction) -> str:
    """The mark of a decision that loses so much beside the best."""
    if not lost:
        return BEST
    return next(threshold.mark for threshold in reversed(THRESHOLDS) if lost > threshold.lost)


def score_of(mark: str) -> Fraction:
    """What a mark counts in a rating."""
    return next(threshold.score for threshold in THRESHOLDS if threshold.mark == mark)


def shares_lost() -> list[tuple[str, str]]:
    """Every mark with the share of the first wager that it loses, in words."""
    lines = [(BEST, "nothing")]
    for threshold, above in zip(THRESHOLDS[1:], (*THRESHOLDS[2:], None), strict=True):
        least, most = f"more than {_percent(threshold.lost)}", above and _percent(above.lost)
        share = f"up to {most}" if not threshold.lost else f"{least} and up to {most}" if most else least
        lines.append((threshold.mark, share))
    return lines


def in_words() -> list[tuple[str, str]]:
    """Every mark and what it means, for showing."""
    return [(mark, f"{share}{'' if mark == BEST else ' of the first wager'} is lost") for mark, share in shares_lost()]


def _percent(share: Fraction) -> str:
    return f"{short(100 * share)}%"
