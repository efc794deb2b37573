"""The questions that most callers ask: a solution, or advice on a hand; what was counted for one serves the next."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.cards import Card
from houseway.odds.engine import Odds
from houseway.odds.game_odds import OPTIMAL, Advice, History, Known, Stakes, Strategy
from houseway.odds.solution import Solution
from houseway.rules.game import Game

MOST_CACHED = 4  # games whose counts are cached
_cached: OrderedDict[tuple[Any, ...], Odds[Any]] = OrderedDict()
_caching = threading.Lock()


def odds_of(game: Game[Any], *, exact: bool = False) -> Odds[Any]:
    """The odds of a game: the same object for equal rules, as long as there is room."""
    key = type(game), getattr(game, "fingerprint", ""), exact
    with _caching:
        if key in _cached:
            _cached.move_to_end(key)
            return _cached[key]
    found: Odds[Any] = Odds(game, exact=exact)
    with _caching:
        _cached[key] = found
        while len(_cached) > MOST_CACHED:
            _cached.popitem(last=False)
    return found


def forget() -> None:
    """Empty the cache of counts."""
    with _caching:
        _cached.clear()


def solve(
    game: Game[Any],
    strategy: Strategy = OPTIMAL,
    *,
    meter: int | None = None,
    stakes: Mapping[str, Fraction] | None = None,
    exact: bool = False,
) -> Solution:
    """Every wager of the game, counted, for a hand that is played by `strategy`; the arguments are those of
    `Odds.solve`, and `exact` counts though it takes long."""
    return odds_of(game, exact=exact).solve(strategy, meter=meter, stakes=stakes)


def advise(
    game: Game[Any],
    cards: tuple[Card, ...],
    community: tuple[Card, ...] = (),
    *,
    dealer: tuple[Card, ...] = (),
    decisions: History | None = None,
    beside: Stakes | None = None,
) -> tuple[str, list[Advice]]:
    """The decision that these cards call for, and every legal action with its exact value, best first.

    `dealer` are the dealer's cards that lie face up, `decisions` what the hand decided before. Values are in units of
    the first wager. With stakes `beside` it on side wagers that depend on a decision, in the same units, they are those
    of all these bets together.
    """
    odds = odds_of(game)
    odds.check_stakes(beside or {})
    return odds.advise(Known("", cards, community, dealer, decisions or ()), beside)
