"""Mini-Tex from a strategy card: a few lines to learn. More lines cost less; what each card costs is counted exactly.

The thresholds were found by searching for the rules of each shape that cost least with the manual's rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from houseway.games.mini_tex.features import (
    APART,
    GAP,
    NO_PAIR,
    PAIR,
    TOUCHING,
    BoardFeatures,
    Choices,
    FlopFeatures,
    Tables,
    board_features,
    flop_features,
)
from houseway.odds.three_card_hands import Flags, Ints

CARD = "card"  # the one to learn first


# --- the flop ---


def flop_by_draws(flop: FlopFeatures) -> Flags:
    needed = np.where(flop.suited | (flop.touch == TOUCHING), 2, 1)
    return (flop.made > NO_PAIR) | (flop.flush_draws > 0) | (flop.straight_ranks >= needed)


def flop_by_points(flop: FlopFeatures) -> Flags:
    points = 10 * flop.straight_ranks + 7 * flop.flush_draws + flop.flush_card + 2 * flop.above
    needed = np.where(flop.suited, np.array([20, 24, 28])[flop.touch], np.array([13, 15, 25])[flop.touch])
    drawing = flop.draws > 0
    # Of a pair made with one hole card, the flop card that is paired: the higher one, or the lower one.
    below_top = np.where(flop.pocket, flop.low < flop.over, ~_holds(flop, flop.over))
    pair = ~flop.suited | ~below_top | drawing
    on_pair = (flop.top >= 13) | (flop.pocket & (flop.low > flop.over)) | drawing
    return _by_hand(flop, points >= needed, np.where(flop.paired, on_pair, pair))


def flop_by_cases(flop: FlopFeatures) -> Flags:
    return _by_hand(flop, _cases_without_pair(flop), _cases_with_pair(flop))


def _by_hand(flop: FlopFeatures, without_pair: Flags, with_pair: Flags) -> Flags:
    return np.where(flop.made == NO_PAIR, without_pair, np.where(flop.made == PAIR, with_pair, True))


def _holds(flop: FlopFeatures, rank: Ints) -> Flags:
    held: Flags = (flop.low == rank) | (flop.top == rank)
    return held


def _cases_without_pair(flop: FlopFeatures) -> Flags:
    straights, flush = flop.straight_ranks, flop.flush_draws > 0
    one, two = straights == 1, straights == 2
    low, top, card, over, under = flop.low, flop.top, flop.flush_card, flop.over, flop.under
    strong = (straights >= 3) | (flop.flush_draws >= 2) | (two & flush)
    alone = flush & (straights == 0)
    both = flush & one
    two_suits = np.select(
        [flop.touch == APART, flop.touch == GAP],
        [
            np.where(alone, card + 2 * flop.above >= 5, two | both | (one & (top >= 11))),
            np.where(alone, card + top >= 16, two | both | (one & (low + top >= 18))),
        ],
        np.where(alone, card + top >= 25, np.where(both, card + 2 * flop.above >= 9, two & (flop.above == 4))),
    )
    one_suit = np.select(
        [flop.touch == APART, flop.touch == GAP],
        [
            np.where(alone, top > over, two | both),
            np.where(alone, top >= 12, np.where(both, top > under, two & ((low > under) | (np.abs(top - over) <= 2)))),
        ],
        np.where(flush, one & (top > over), two & (flop.above == 4)),
    )
    bets: Flags = strong | np.where(flop.suited, one_suit, two_suits)
    return bets


def _cases_with_pair(flop: FlopFeatures) -> Flags:
    top, low, draws, straights = flop.top, flop.low, flop.draws, flop.straight_ranks
    flush = flop.flush_draws > 0
    kicker = (top >= 13) | (draws >= 2) | ((straights > 0) & (top >= 11)) | (flush & (top >= 9))
    on_pair = kicker | (flop.pocket & ((low > flop.over) | (draws > 0)))
    # A pocket pair below both flop cards.
    apart = flop.touch == APART
    small_one_suit = (straights >= 2) | (apart & (straights > 0) & (low >= 8))
    needed = np.array([7, 9, 15])[flop.touch]  # with no draw; none is enough where they touch
    small_two_suits = np.where(draws > 0, (flop.touch < TOUCHING) | (draws >= 2) | (low >= 5), low >= needed)
    small = np.where(flop.suited, small_one_suit, small_two_suits)
    lower = ~flop.suited | ((draws > 0) & ((flop.touch != GAP) | (draws >= 2) | (flop.under >= 8)))
    between = ~flop.suited | (draws > 0) | (low >= 9)
    pocket = np.where(low < flop.under, small, np.where(low < flop.over, between, True))
    pair = np.where(flop.pocket, pocket, _holds(flop, flop.over) | lower)
    return np.where(flop.paired, on_pair, pair)


# --- the river ---


def river_by_sight(board: BoardFeatures) -> Flags:
    pair = (board.twin == 0) | (board.pair > board.twin) | (board.kicker >= 10)
    return np.select([board.made == NO_PAIR, board.made == PAIR], [board.suits == 3, pair], True)


def river_by_danger(board: BoardFeatures) -> Flags:
    no_pair = board.danger <= np.where(board.suits == 1, 19, 17)
    return np.select([board.made == NO_PAIR, board.made == PAIR], [no_pair, board.danger <= 20], True)


def river_by_cases(board: BoardFeatures) -> Flags:
    on_pair = np.where((board.bottom >= 8) | (board.kicker >= 13), 22, 20)
    weak = (board.pair == board.bottom) & (board.suits == 2) & (board.pair <= 7)
    weaker = (board.pair <= 6) & (board.kicker <= 12)
    unpaired = np.where(weak, np.where(weaker, 18, 19), 20)
    pair = np.where(board.twin > 0, on_pair, unpaired)
    most = np.select([board.made == NO_PAIR, board.made == PAIR], [np.where(board.suits == 1, 19, 17), pair], 22)
    return board.danger <= most


# --- the cards ---

_HOLE = "Hole: fold {folds}; bet everything else."
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
    """Rules for flop and river, and the lines that say them."""

    text: str
    flop: Callable[[FlopFeatures], Flags]
    river: Callable[[BoardFeatures], Flags]
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
TEXTS = {name: f"the strategy card of {card.text}" for name, card in CARDS.items()}


def choices(name: str, count: Tables, hole: Flags) -> Choices:
    """Where a card bets. In the hole every card names the hands to fold, which are few."""
    card = CARDS[name]
    return Choices(
        hole, card.flop(flop_features(count)) & count.flop_hands, card.river(board_features(count)) & count.river_hands
    )


def lines(name: str, folds: Sequence[str]) -> list[str]:
    """The lines of a card when these hole hands are folded."""
    named = ", ".join(folds[:-1]) + " and " + folds[-1] if len(folds) > 1 else "".join(folds)
    first = _HOLE.format(folds=named) if folds else "Hole: bet everything."
    return [first, *CARDS[name].lines]
