"""Games with an error planted in what they promise, count or simulate; the rules themselves are right."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path
from typing import Any

from houseway.games.high_card_flush import HighCardFlush
from houseway.games.high_card_flush.rules import flush_rank
from houseway.games.mini_tex import MiniTex
from houseway.games.mini_tex.rules import HANDS
from houseway.rules.game import HouseCards, Pay, Spot
from houseway.rules.procedure import Settle

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "example-game" / "src"


@contextmanager
def importable(*folders: Path) -> Iterator[None]:
    """Packages in these folders can be imported for a while."""
    paths, modules = list(sys.path), set(sys.modules)
    sys.path[:0] = [str(folder) for folder in folders]
    invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = paths
        for name in set(sys.modules) - modules:
            if name.partition(".")[0] == "high_low_duel":
                del sys.modules[name]


# --- promises that are not kept ---


class Settled(MiniTex):
    """Mini-Tex, settled as ever whatever is said of classes."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        return MiniTex(self.options, self.edition).settle(step, wagers, spot, house)


class ForgetsTheQualifier(Settled):
    def dealer_class(self, house: HouseCards) -> tuple[int, Any]:
        return HANDS.rank(house.dealer, house.community), None


class TwoRanksAreOne(Settled):
    """Hands that are next to each other in strength are taken for equal."""

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, None]:
        return HANDS.rank(spot.dealt, house.community) // 2, None

    def dealer_class(self, house: HouseCards) -> tuple[int, bool]:
        rank = HANDS.rank(house.dealer, house.community)
        return rank // 2, self.qualifies(rank)


class SaysSuitsDoNotCount(MiniTex):
    suits_count = False


class LooksAtTheFirstCard(Settled):
    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, Any]:
        return HANDS.rank(spot.dealt, house.community), spot.dealt[0].rank > 8


class ForgetsStraightFlushes(HighCardFlush):
    def suit_class(self, ranks: tuple[int, ...]) -> tuple[Any, ...]:
        return (flush_rank(ranks),)


def one_suit_is_lucky(duel: Any) -> Any:
    """A game without classes whose side wager looks for one suit: counted from the rules, suits are alike."""

    class Lucky(duel):  # type: ignore[misc]
        suits_count = True

        def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
            for pay in super().settle(step, wagers, spot, house):
                ace = pay.case == "court/1" and spot.dealt[0].suit == 3
                yield pay._replace(odds=9) if ace else pay

    return Lucky
