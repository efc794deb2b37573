"""Mini-Tex choices as tables to look up: how often a strategy bets, by what a player can see and count."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from houseway.cards import RANKS
from houseway.games.mini_tex.features import (
    FLUSH_OR_BETTER,
    NO_PAIR,
    PAIR,
    Choices,
    Tables,
    board_features,
    flop_features,
    hole_classes,
)
from houseway.games.mini_tex.rules import BET
from houseway.odds.game_odds import Chart
from houseway.odds.three_card_hands import Flags, Ints
from houseway.rounding import percent
from houseway.rules.game import FOLD

DRAWS = ("no draw", "one straight rank", "two straight ranks", "three or more", "a flush draw", "both draws")
DANGERS = (0, 17, 18, 19, 20, 21, 22, 23)  # the columns of the river's chart begin here
HALF_PERCENT = Fraction(1, 200)


def hole_chart(choices: Choices) -> Chart:
    """Ranks against ranks, the ace first; suited hands above the diagonal of pairs."""
    bets = np.zeros(169, np.bool_)
    bets[hole_classes()] = choices.hole
    rows = []
    for one in range(12, -1, -1):
        cells = []
        for two in range(12, -1, -1):
            kind = one * 13 + two  # one > two: a suited hand
            cells.append(BET if bets[kind] else FOLD)
        rows.append((RANKS[one], *cells))
    title = "Hole cards: suited to the right of the pairs, two suits to the left"
    return Chart(title, ("", *reversed(RANKS)), tuple(rows))


def flop_chart(count: Tables, choices: Choices) -> Chart:
    """By hand and draws, for flops apart, with a gap and touching, of two suits and of one, and for pairs."""
    features = flop_features(count)
    flops = np.where(features.paired, 6, 3 * features.suited + features.touch)
    straights = np.minimum(features.straight_ranks, 3)
    draws = np.where(features.flush_draws > 0, np.where(straights > 0, 5, 4), straights)
    weights = count.flops.weights[:, None] * (count.flop_hands & choices.hole)
    rows = []
    for made, name in ((NO_PAIR, "No pair"), (PAIR, "Pair")):
        rows += [
            (f"{name}, {draw}", *_shares(features.made == made, draws == position, flops, 7, weights, choices.flop))
            for position, draw in enumerate(DRAWS)
        ]
    any_draw = np.ones(draws.shape, np.bool_)
    rows.append(
        ("Flush or better", *_shares(features.made == FLUSH_OR_BETTER, any_draw, flops, 7, weights, choices.flop))
    )
    columns = ("Two suits, apart", "gap", "touching", "One suit, apart", "gap", "touching", "Pair")
    return Chart("Flop: how often to bet", ("You have", *columns), tuple(rows))


def river_chart(count: Tables, choices: Choices) -> Chart:
    """By hand and the number of danger cards."""
    features = board_features(count)
    column = np.searchsorted(DANGERS, features.danger, side="right") - 1
    weights = count.boards.weights[:, None] * count.reach(choices)
    paired = features.twin > 0
    rows = (
        ("No pair, board of one suit", (features.made == NO_PAIR) & (features.suits == 1)),
        ("No pair, board of two or three suits", (features.made == NO_PAIR) & (features.suits > 1)),
        ("Pair", (features.made == PAIR) & ~paired),
        ("Pair, and the board has one", (features.made == PAIR) & paired),
        ("Flush or better", features.made == FLUSH_OR_BETTER),
    )
    everywhere = np.ones(column.shape, np.bool_)
    ends = [*(f"{first}" for first in DANGERS[1:-1]), f"{DANGERS[-1]} or more"]
    return Chart(
        "River: how often to make the play bet, by danger cards",
        ("You have", f"{DANGERS[1] - 1} or fewer", *ends),
        tuple(
            (name, *_shares(where, everywhere, column, len(DANGERS), weights, choices.river)) for name, where in rows
        ),
    )


def _shares(one: Flags, other: Flags, columns: Ints, size: int, weights: Ints, bets: Flags) -> list[str]:
    """`bet`, `fold` or a share in percent for each column; nothing where no hand comes there."""
    where = np.broadcast_to(one & other, weights.shape)
    into = np.broadcast_to(columns, weights.shape)[where]
    total = np.bincount(into, weights[where], size)
    bet = np.bincount(into, (weights * bets)[where], size)
    return [
        "" if not every else BET if some == every else FOLD if not some else _percent(Fraction(int(some), int(every)))
        for some, every in zip(bet.tolist(), total.tolist(), strict=True)
    ]


def _percent(share: Fraction) -> str:
    """A share that is not all is not called 100%, nor one that is not nothing 0%."""
    if HALF_PERCENT <= share < 1 - HALF_PERCENT:
        return percent(share, 0)
    return "under 1%" if share < HALF_PERCENT else "over 99%"
