"""What comes of a decision: how many of the deals that may follow win, lose, or meet a dealer who does not qualify."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.odds.game_odds import Hand, Outlook
from houseway.odds.outcomes import Outcome
from houseway.odds.probing import random_hands
from houseway.odds.sheet import OddsSheet
from houseway.odds.walk import NeedsCards
from houseway.rules.game import Game


def chances_of(sheet: OddsSheet[Any], outcomes: Sequence[Outcome]) -> list[Callable[[Outcome], bool]]:
    """What is asked of every outcome: whether it wins, whether it loses and, where outcomes tell, whether the dealer
    does not qualify."""
    found: list[Callable[[Outcome], bool]] = [lambda outcome: outcome.net > 0, lambda outcome: outcome.net < 0]
    if tells_idle(sheet, outcomes):
        found.append(lambda outcome: is_idle(sheet.game, outcome.hand))
    return found


def tells_idle(sheet: OddsSheet[Any], outcomes: Iterable[Outcome]) -> bool:
    """Whether the rows of the odds table tell deals with a dealer who does not qualify from the others: an outcome
    stands for all deals that end alike, so that a row with deals of both kinds tells nothing."""
    if type(sheet.game).dealer_qualifies is Game.dealer_qualifies:
        return False
    rows: dict[str, set[bool]] = {}
    for row, idle in rows_of(sheet, (outcome.hand for outcome in outcomes)) | random_rows(sheet):
        rows.setdefault(row, set()).add(idle)
    return any(kinds != {False} for kinds in rows.values()) and all(len(kinds) == 1 for kinds in rows.values())


def rows_of(sheet: OddsSheet[Any], hands: Iterable[Hand]) -> frozenset[tuple[str, bool]]:
    """The rows of the odds table that hands still in end in, and whether the dealer qualified."""
    return frozenset((sheet.label(hand), is_idle(sheet.game, hand)) for hand in hands if not hand.spot.folded)


@lru_cache(maxsize=8)
def random_rows(sheet: OddsSheet[Any]) -> frozenset[tuple[str, bool]]:
    """The same of hands dealt at random."""
    return rows_of(sheet, random_hands(sheet.game))


def is_idle(game: Game[Any], hand: Hand) -> bool:
    """Whether the dealer does not qualify against a hand still in, as far as the cards there tell."""
    try:
        return not hand.spot.folded and game.dealer_qualifies(hand.house) is False
    except (NeedsCards, LookupError):
        return False


def outlook_of(shares: Sequence[Fraction]) -> Outlook:
    """Shares as counts out of the smallest total that makes all of them whole."""
    total = math.lcm(*(share.denominator for share in shares))
    return Outlook(total, *(int(share * total) for share in shares))
