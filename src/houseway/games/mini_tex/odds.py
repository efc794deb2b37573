"""Mini-Tex 3 Card Hold'em: what the manual calls its rows, and the strategies that have a name.

All else follows from the rules, over all 84,284,272,800 deals to a player and the dealer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from houseway.games.mini_tex.rules import POINTS, MiniTex
from houseway.odds import Odds
from houseway.odds.board_odds import BoardStrategy, ByBoard
from houseway.odds.board_sight import Flags, Grid, Sight, hole_names, starting_chart
from houseway.odds.game_odds import OPTIMAL, PRINTED, CardLine, Chart, Hand, Strategy
from houseway.odds.sheet import Named, OddsSheet
from houseway.rankings import Category
from houseway.rules.game import Decision

NEVER_FOLD = "never-fold"
CARD = "card"  # the one to learn first
ROWS = {  # the lines of the printed tables, by the cases that end in them
    "folded-hole": "Fold after seeing 2 hole cards",
    "folded-flop": "Fold after seeing 2 community cards",
    "folded-river": "Fold after seeing 3 community cards",
    "not-qualified": "Dealer does not qualify",
    "win": "Wins",
    "tie": "Ties",
    "loss": "Losses",
}
# The manual's two tables were made with different rules for ties: the first folds on the river, the second does not.
FOLDS_TIES = {"pair": True, "ace-king": False}


def folds_on_ties(at: str, decision: Decision) -> int:
    """Folds on the river where the play bet is worth as much."""
    return int(at == "river" and not decision.folds)


# --- strategy cards ---
#
# More lines cost less; what each card costs is counted exactly. The thresholds were found by searching for the rules of
# each shape that cost least with the manual's rules. A straight rank makes the player a straight on the river; a flush
# draw is two of the player's four cards in one suit; at least one hole card plays in both.


def by_hand(see: Sight, without_pair: Any, with_pair: Any, better: Any = True) -> Flags:
    """One rule without a pair, one with a pair, one with a flush or better."""
    pair, flush = (see.rank >= kind << 12 for kind in (Category.PAIR, Category.FLUSH))
    found: Flags = np.where(flush, better, np.where(pair, with_pair, without_pair))
    return found


def touching(see: Sight, apart: Any, gap: Any, touch: Any) -> Any:
    """One value for flop cards that no rank makes a straight with, one if one rank does, one if two do."""
    return np.select([see.board_straights == 0, see.board_straights == 1], [apart, gap], touch)


def of_one_suit(see: Sight, one: Any, more: Any) -> Any:
    return np.where(see.board_suits == 1, one, more)


def pocket(see: Sight) -> Any:
    return see.high_1 == see.high_2


def holds(see: Sight, rank: Any) -> Any:
    return (see.high_1 == rank) | (see.high_2 == rank)


def flop_by_draws(see: Sight) -> Flags:
    needed = of_one_suit(see, 2, touching(see, 1, 1, 2))
    return by_hand(see, (see.flush_draws > 0) | (see.straights >= needed), True)


def flop_by_points(see: Sight) -> Flags:
    points = 10 * see.straights + 7 * see.flush_draws + see.flush_card + 2 * see.above
    needed = of_one_suit(see, touching(see, 20, 24, 28), touching(see, 13, 15, 25))
    # Of a pair made with one hole card, the flop card that is paired: the higher one, or the lower one.
    low_pair = np.where(pocket(see), see.high_2 < see.board_high, ~holds(see, see.board_high))
    pair = (see.board_suits > 1) | ~low_pair | (see.draws > 0)
    on_pair = (see.high_1 >= 13) | (pocket(see) & (see.high_2 > see.board_high)) | (see.draws > 0)
    return by_hand(see, points >= needed, np.where(see.board_pair > 0, on_pair, pair))


def flop_by_cases(see: Sight) -> Flags:
    return by_hand(see, cases_without_pair(see), cases_with_pair(see))


def cases_without_pair(see: Sight) -> Any:
    straights, flush = see.straights, see.flush_draws > 0
    one, two = straights == 1, straights == 2
    low, top, card, over, under = see.high_2, see.high_1, see.flush_card, see.board_high, see.board_low
    strong = (straights >= 3) | (see.flush_draws >= 2) | (two & flush)
    alone = flush & (straights == 0)
    both = flush & one
    two_suits = touching(
        see,
        np.where(alone, card + 2 * see.above >= 5, two | both | (one & (top >= 11))),
        np.where(alone, card + top >= 16, two | both | (one & (low + top >= 18))),
        np.where(alone, card + top >= 25, np.where(both, card + 2 * see.above >= 9, two & (see.above == 4))),
    )
    neighbours = two & ((low > under) | (np.abs(top - over) <= 2))
    one_suit = touching(
        see,
        np.where(alone, top > over, two | both),
        np.where(alone, top >= 12, np.where(both, top > under, neighbours)),
        np.where(flush, one & (top > over), two & (see.above == 4)),
    )
    return strong | of_one_suit(see, one_suit, two_suits)


def cases_with_pair(see: Sight) -> Any:
    low, top, draws, straights = see.high_2, see.high_1, see.draws, see.straights
    several, gap = see.board_suits > 1, see.board_straights == 1
    kicker = (top >= 13) | (draws >= 2) | ((straights > 0) & (top >= 11)) | ((see.flush_draws > 0) & (top >= 9))
    on_pair = kicker | (pocket(see) & ((low > see.board_high) | (draws > 0)))
    # A pocket pair below both flop cards.
    small_one_suit = (straights >= 2) | ((see.board_straights == 0) & (straights > 0) & (low >= 8))
    with_draw = (see.board_straights < 2) | (draws >= 2) | (low >= 5)
    small = of_one_suit(see, small_one_suit, np.where(draws > 0, with_draw, low >= touching(see, 7, 9, 15)))
    between = several | (draws > 0) | (low >= 9)
    own_pair = np.where(low < see.board_low, small, np.where(low < see.board_high, between, True))
    lower = several | ((draws > 0) & (~gap | (draws >= 2) | (see.board_low >= 8)))
    pair = np.where(pocket(see), own_pair, holds(see, see.board_high) | lower)
    return np.where(see.board_pair > 0, on_pair, pair)


def paired(see: Sight) -> tuple[Any, Any]:
    """The rank of a pair, and of the card beside it."""
    return see.rank >> 4 & 15, see.rank & 15


def river_by_sight(see: Sight) -> Flags:
    pair, kicker = paired(see)
    return by_hand(see, see.board_suits == 3, (see.board_pair == 0) | (pair > see.board_pair) | (kicker >= 10))


def river_by_danger(see: Sight) -> Flags:
    return by_hand(see, see.danger <= of_one_suit(see, 19, 17), see.danger <= 20)


def river_by_cases(see: Sight) -> Flags:
    pair, kicker = paired(see)
    on_pair = np.where((see.board_low >= 8) | (kicker >= 13), 22, 20)
    weak = (pair == see.board_low) & (see.board_suits == 2) & (pair <= 7)
    unpaired = np.where(weak, np.where((pair <= 6) & (kicker <= 12), 18, 19), 20)
    most = np.where(see.board_pair > 0, on_pair, unpaired)
    return by_hand(see, see.danger <= of_one_suit(see, 19, 17), see.danger <= most, see.danger <= 22)


_DRAWS = (
    "Flop: bet a pair or better, two of your four cards in one suit, or two ranks that make you a straight; one is "
    "enough on a flop of two suits that makes straights with fewer than two ranks.",
)
_SIGHT = (
    "River: play a pair or better; when the board has a pair, with a better pair or a ten or more beside it.",
    "River without a pair: play only a board of three suits.",
)
_DANGER = (
    "Danger cards: unseen ones that give the dealer, with two of the board, a hand that qualifies and beats yours."
)
_NO_PAIR = "River without a pair: play against 17 danger cards or fewer; 19 on a board of one suit."
_RIVER = (
    _DANGER,
    _NO_PAIR,
    "River with a pair: play against 20 danger cards or fewer.",
    "River with a flush or better: play.",
)
_POINTS = (
    "Flop points: 10 for a rank that makes you a straight, 7 for two of your four cards in one suit and the rank of "
    "the highest hole card of them (ace 14), 2 each time a hole card is above a flop card.",
    "Flop without a pair: bet with 13 points; 15 if one rank makes a straight with the flop, 25 if two do; on one suit "
    "with 20, 24, 28.",
    "Flop with a pair or better: bet; without straight rank or flush draw fold a pair below the top card on one suit, "
    "and on a flop of a pair all but a king, an ace or a higher pair.",
)
_CASES = (
    "Draws: a straight rank makes you a straight, a flush draw is two of your four cards in one suit. Flop cards touch "
    "if two ranks make a straight with them, have a gap if one does, and are apart if none does. Cards and pairs that "
    "are named mean those or better.",
    "Flop without a pair: fold without a draw; bet three straight ranks, two flush draws, or a flush draw and two "
    "straight ranks.",
    "Two suits apart: bet two draws, and one straight rank with a jack; a flush draw unless its card and two each time "
    "a hole card is above a flop card make less than 5.",
    "Two suits with a gap: bet two draws; one straight rank if the hole cards add up to 18, a flush draw if its card "
    "and the top card add up to 16.",
    "Two suits that touch: bet a flush draw if its card and the top card add up to 25, and with a straight rank if its "
    "card and two each time above make 9; two straight ranks if both cards are above both.",
    "One suit apart: bet two draws, and a flush draw with a card above both; fold one straight rank.",
    "One suit with a gap: bet a flush draw with a queen, or with a straight rank and a card above the lower; two "
    "straight ranks with both above the lower, or the top cards at most two apart.",
    "One suit that touches: bet a flush and a straight draw with a card above both, and two straight ranks with both "
    "cards above both.",
    "Pocket pair below both, two suits: without a draw bet sevens, with a gap nines, fold if they touch; with one draw "
    "there bet fives, with two any.",
    "Pocket pair below both, one suit: fold, but bet with two straight ranks, or with one and eights when apart.",
    "One suit: fold the lower pair without a draw, and with a gap and one draw below eights; fold a pocket pair "
    "between without a draw below nines.",
    "Flop of a pair: bet a king, two draws, a straight rank with a jack, a flush draw with a nine, a pocket pair that "
    "is higher or has a draw.",
    "Bet every other pair and all better hands.",
    _DANGER,
    _NO_PAIR,
    "River with a pair: play against 20 danger cards or fewer; when the board has one, 22 if no card of it is below "
    "eight or with a king beside it.",
    "Pair with the lowest card of a board of two suits: 19 with sevens or lower, 18 with sixes or lower and no king.",
    "River with a flush or better: play against 22 danger cards or fewer.",
)


class SimpleCard(NamedTuple):
    """Rules for flop and river, and the lines that say them; in the hole a few hands are folded."""

    text: str
    flop: Callable[[Sight], Flags]
    river: Callable[[Sight], Flags]
    lines: tuple[str, ...]


CARDS = {
    "card-4": SimpleCard("four lines, nothing to count", flop_by_draws, river_by_sight, _DRAWS + _SIGHT),
    "card-6": SimpleCard("six lines, danger cards on the river", flop_by_draws, river_by_danger, _DRAWS + _RIVER),
    CARD: SimpleCard(
        "eight lines, points on the flop and danger cards on the river",
        flop_by_points,
        river_by_danger,
        _POINTS + _RIVER,
    ),
    "card-19": SimpleCard("nineteen lines, case by case", flop_by_cases, river_by_cases, _CASES),
}


# --- charts ---

HOLE_CHART = "Hole cards: suited to the right of the pairs, two suits to the left"
DRAWS: tuple[tuple[str, Callable[[Sight], Any]], ...] = (
    ("no draw", lambda see: see.draws == 0),
    ("one straight rank", lambda see: (see.flush_draws == 0) & (see.straights == 1)),
    ("two straight ranks", lambda see: (see.flush_draws == 0) & (see.straights == 2)),
    ("three or more", lambda see: see.flush_draws == 0),
    ("a flush draw", lambda see: see.straights == 0),
    ("both draws", lambda see: see.possible),
)
GRIDS = (
    Grid(
        "flop",
        "Flop: how often to bet",
        columns=(
            *(
                (
                    name,
                    lambda see, suits=suits, touch=touch: (
                        (see.board_pair == 0) & ((see.board_suits == 1) == suits) & (see.board_straights == touch)
                    ),
                )
                for suits, names in ((False, "Two suits, apart"), (True, "One suit, apart"))
                for touch, name in enumerate((names, "gap", "touching"))
            ),
            ("Pair", lambda see: see.board_pair > 0),
        ),
        rows=(
            *((f"No pair, {draw}", lambda see, has=has: by_hand(see, has(see), False, False)) for draw, has in DRAWS),
            *((f"Pair, {draw}", lambda see, has=has: by_hand(see, False, has(see), False)) for draw, has in DRAWS),
            ("Flush or better", lambda see: by_hand(see, False, False)),
        ),
    ),
    Grid(
        "river",
        "River: how often to make the play bet, by danger cards",
        columns=(
            ("16 or fewer", lambda see: see.danger <= 16),
            *((str(count), lambda see, count=count: see.danger == count) for count in range(17, 23)),
            ("23 or more", lambda see: see.danger >= 23),
        ),
        rows=(
            ("No pair, board of one suit", lambda see: by_hand(see, see.board_suits == 1, False, False)),
            ("No pair, board of two or three suits", lambda see: by_hand(see, True, False, False)),
            ("Pair", lambda see: by_hand(see, False, see.board_pair == 0, False)),
            ("Pair, and the board has one", lambda see: by_hand(see, False, True, False)),
            ("Flush or better", lambda see: see.possible),
        ),
    ),
)


class Sheet(OddsSheet[MiniTex]):
    """The main wager is the ante with the flop, river and play bets. Of equal values the bet comes first."""

    rows = ROWS

    def side_labels(self, wager: str) -> Sequence[str]:
        return (*super().side_labels(wager), *(("Flush",) if wager == "pocket-poker" else ()), "Other")

    def side_label(self, wager: str, hand: Hand) -> str:
        label = super().side_label(wager, hand)
        first, second, *_ = hand.spot.dealt
        return "Flush" if wager == "pocket-poker" and label == "Other" and first.suit == second.suit else label

    @cached_property
    def strategies(self) -> Mapping[str, Named]:
        best = Named("the best decision everywhere; bets where a fold is worth the same")
        found: dict[str, Named] = {OPTIMAL: best}
        edition = self.game.options.qualifier
        if edition in FOLDS_TIES and self._as_printed:
            folds = FOLDS_TIES[edition]
            ties = "folds" if folds else "bets"
            text = f"the manual's: the best decision everywhere; {ties} on the river where both are the same"
            found[PRINTED] = Named(text, prefer=folds_on_ties if folds else None)
        for name, card in CARDS.items():
            found[name] = BoardStrategy(
                f"the strategy card of {card.text}", stays={"flop": card.flop, "river": card.river}
            )
        found[NEVER_FOLD] = BoardStrategy("bets always", stays=dict.fromkeys(POINTS, lambda see: see.possible))
        return found

    @cached_property
    def _as_printed(self) -> bool:
        """Whether the main wager is settled as in the edition that the manual prints tables of."""
        usual = MiniTex.make(self.game.options.qualifier)
        if type(self.game) is MiniTex:
            return self.game.options.bets == usual.options.bets
        printed, odds = Odds(usual), self.odds
        if not isinstance(odds, ByBoard) or not isinstance(printed, ByBoard):
            return False
        same = {(o.label, o.net) for o in odds.outcomes()} == {(o.label, o.net) for o in printed.outcomes()}
        return same and bool((odds.boards.facts.dealer == printed.boards.facts.dealer).all())

    def charts(self, strategy: Strategy) -> list[Chart]:
        odds = self.odds
        if not isinstance(odds, ByBoard):
            return super().charts(strategy)
        hole = starting_chart(HOLE_CHART, odds.boards, odds.stays(strategy, "hole"))
        return [hole, *(grid.chart(odds.stays(strategy, grid.at)) for grid in GRIDS)]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        if not isinstance(self.odds, ByBoard):
            return super().card()
        return CARD, self.card_lines(CARD)

    def card_lines(self, name: str) -> tuple[CardLine, ...]:
        """The lines of one of the cards."""
        odds = self.odds
        assert isinstance(odds, ByBoard)
        folds = hole_names(odds.boards, ~odds.stays(OPTIMAL, "hole").stays[0])
        names = ", ".join(folds[:-1]) + " and " + folds[-1] if len(folds) > 1 else "".join(folds)
        first = f"Hole: fold {names}; bet everything else." if folds else "Hole: bet everything."
        return tuple(map(CardLine, (first, *CARDS[name].lines)))
