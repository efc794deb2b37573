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
            if name.partition(".")[0] in ("high_low_duel", "planted"):
                del sys.modules[name]


def package(folder: Path, modules: dict[str, str]) -> None:
    """A package `planted` with these modules; `rules` is what stands in the package itself."""
    home = folder / "planted"
    home.mkdir()
    for name, text in modules.items():
        (home / f"{'__init__' if name == 'rules' else name}.py").write_text(text, encoding="utf-8")


RULES = """
from high_low_duel import HighLowDuel

class PlantedGame(HighLowDuel):
    id = "planted-duel"
"""

KERNEL = """
from houseway.cards import DECK
from houseway.odds.game_odds import OPTIMAL, Known
from houseway.simulation.sim_kernel import DealtRound, JointOutcome, SimKernel
from houseway.odds.solver import odds_of

FOLD, WIN, TIE, LOSE = range(4)  # a code is four times the row of Court plus one of these

class Kernel(SimKernel):
    codes = 12

    def __init__(self, game, strategy):
        super().__init__(game, strategy)
        decide = odds_of(game).decider(OPTIMAL)
        self._raises = {card: not decide(Known("duel", (card,))).folds for card in DECK}
        self._rows = {row.net: place for place, row in enumerate(odds_of(game).count(strategy).rows)}
        self._tie = 0 if game.options.ties == "push" else -2

    def _row(self, card):
        return 0 if card.rank == 14 else 1 if card.rank > 10 else 2

    def outcome(self, code):
        row, end = divmod(code, 4)
        net = {FOLD: -1, WIN: 2, TIE: self._tie, LOSE: -2}[end]
        found = JointOutcome(net, 1 if end == FOLD else 2, (self._rows[net],), (row,) * len(self.sides))
{changed}
        return found

    def _dealt(self, key, number, seats):
        left, found = list(DECK), []
        word = (key * 6364136223846793005 + (number + 1) * 1442695040888963407) % 2**128
        for _ in range(seats + 1):
            word = (word * 47026247687942121848144207491837523525 + 1) % 2**128
            found.append(left.pop((word >> 64) % len(left)))
        return found

    def _codes(self, cards):
        house = cards[-1].rank
        for card in cards[:-1]:
            end = WIN if card.rank > house else TIE if card.rank == house else LOSE
            yield 4 * self._row(card) + (end if self._raises[card] else FOLD)

    def fill(self, key, first, codes):
        for place in range(len(codes)):
            codes[place] = list(self._codes(self._dealt(key, first + place, codes.shape[1])))

    def play_one(self, key, round_number, seats):
        cards = self._dealt(key, round_number, seats)
        return DealtRound(tuple(cards), tuple(self._codes(cards)))
"""
WRONG_NET = """
        if code == 4 * 2 + TIE:
            found = found._replace(main_net=found.main_net + 1)
"""
WRONG_ROW = """
        if row == 0:
            found = found._replace(side_rows=tuple(1 for _ in found.side_rows))
"""


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
