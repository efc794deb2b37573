"""Mini-Tex among players: the equity of two hole cards against one or several opponents, with any cards or a range.

The equity is exact where all deals can be enumerated; where there are too many it is sampled, with a confidence
interval. Nothing here depends on how players bet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb, lcm, prod

import numpy as np

from houseway.cards import RANKS, Card
from houseway.errors import CardError, HousewayError
from houseway.games.mini_tex import matchups
from houseway.games.mini_tex.features import hole_classes
from houseway.games.mini_tex.matchups import HOLES
from houseway.games.mini_tex.ranges import Range, parse_range
from houseway.games.mini_tex.rules import MiniTex
from houseway.odds.board_odds import ByBoard
from houseway.odds.boards import Boards
from houseway.odds.three_card_hands import Cards, Flags, Ints, pairs, ranking
from houseway.rules.equity import Equity, Estimate

MOST_OPPONENTS = 9
SAMPLES = 200_000
MOST_LINES, MOST_DEALS = 1_200_000_000, 25_000_000  # what is gone through in a few seconds at most
SURE = 1.959963984540054  # standard errors each side of a 95% interval


def against_one(hole: Sequence[Card], community: Sequence[Card] = (), opponent: Range | str | None = None) -> Equity:
    """The exact equity against one opponent with any two cards, or with a range."""
    own, left = _checked(hole, community)
    if opponent is None and not community:
        return _starting_equities()[int(hole_classes()[own])]
    if opponent is None:
        weights = np.ones(HOLES, np.int64)
    else:
        hands, values = _possible(opponent, left)
        weights = np.zeros(HOLES, np.int64)
        weights[hands] = values
    boards = matchups.boards_to_come(np.array(community, np.int64), left)
    won, tied, lost = matchups.against_one(own, boards, left, ranking().table, pairs().cards, weights).tolist()
    return Equity((won, tied), won + tied + lost)


def against(
    hole: Sequence[Card],
    opponents: int | Sequence[Range | str | None],
    community: Sequence[Card] = (),
    *,
    seed: int = 0,
    samples: int = SAMPLES,
) -> Equity | Estimate:
    """The equity against several opponents: a number of them with any cards, or a range (None for any) for each.

    Exact where that is a matter of seconds: against two or three with any cards, four after the river, and ranges of
    few hands. Otherwise sampled: the same seed and number of samples give the same estimate.
    """
    ranges = [None] * opponents if isinstance(opponents, int) else list(opponents)
    if not 1 <= len(ranges) <= MOST_OPPONENTS:
        raise HousewayError(f"{len(ranges)} opponents are not possible: take 1 to {MOST_OPPONENTS}.")
    if samples < 1:
        raise HousewayError(f"{samples} samples are too few: take 1 or more.")
    if len(ranges) == 1:
        return against_one(hole, community, ranges[0])
    own, left = _checked(hole, community)
    hands = [None if given is None else _possible(given, left) for given in ranges]
    boards = comb(int(left.sum()), 3 - len(community))
    if all(given is None for given in hands):
        # For three hands each line is taken out once and 47 points are looked at; for four that is done for each line.
        work = {2: boards * HOLES, 3: boards * 1081 * 47, 4: boards * 1081 * 1081 * 47}.get(len(ranges), math.inf)
        if work <= MOST_LINES:
            return _against_any(own, len(ranges), community, left)
    every = (np.flatnonzero(_held(left)), np.ones(comb(int(left.sum()), 2), np.int64))
    known = [every if given is None else given for given in hands]
    if boards * prod(len(given[0]) for given in known) <= MOST_DEALS:
        return _against_ranges(own, known, community, left)
    return _sampled(own, hands, community, left, seed=seed, samples=samples)


def starting_hands() -> list[tuple[str, Equity]]:
    """The 169 starting hands with their equity against one unknown hand, the best first."""
    named = [(_hand_name(kind), equity) for kind, equity in enumerate(_starting_equities())]
    return sorted(named, key=lambda item: -item[1].share)


@cache
def _starting_equities() -> list[Equity]:
    """By class of hole hands: every hand is played to the end against the dealer's."""
    odds = ByBoard(MiniTex.make())
    boards = Boards(odds.boards.shape, odds.boards.geometry, hole_classes())
    nothing = np.zeros((1, 1755, HOLES), np.int8)  # the first path: nobody folds
    tally = boards.tally(None, dict.fromkeys(range(2), np.zeros((1, HOLES), np.int64)), nothing)
    ends = tally.reshape(169, -1, 3).sum(axis=1)
    each = 3 * np.bincount(hole_classes())  # any card of the board may have come last
    return [
        Equity((won // n, tied // n), (won + tied + lost) // n)
        for (won, tied, lost), n in zip(ends.tolist(), each.tolist(), strict=True)
    ]


def _hand_name(kind: int) -> str:
    row, column = divmod(kind, 13)
    name = RANKS[max(row, column)] + RANKS[min(row, column)]
    return name + ("" if row == column else "s" if row > column else "o")


def _checked(hole: Sequence[Card], community: Sequence[Card]) -> tuple[int, Flags]:
    """The number of the hole hand and the cards that are left."""
    both = (*hole, *community)
    if len(hole) != 2 or len(community) not in (0, 2, 3) or len(set(both)) != len(both):
        raise CardError(
            "Chances need two hole cards and none, two or three community cards, all different: "
            f"not {len(hole)} and {len(community)}, {' '.join(str(card) for card in both) or 'no cards'}."
        )
    left = np.ones(52, np.bool_)
    left[list(both)] = False
    return int(pairs().numbers[tuple(hole)]), left


def _held(left: Flags) -> Flags:
    """The hole hands that can be made of the cards left."""
    low, high = pairs().cards.T
    held: Flags = left[low] & left[high]
    return held


def _possible(given: Range | str, left: Flags) -> tuple[Ints, Ints]:
    """The hole hands of a range that the cards left allow, and their weights as whole numbers."""
    hands = parse_range(given) if isinstance(given, str) else given
    alive = {pairs().numbers[hole]: weight for hole, weight in hands.items() if left[list(hole)].all() and weight}
    if not alive:
        raise CardError("This range has no hand that the cards seen leave possible: name one that is.")
    unit = lcm(*(Fraction(weight).denominator for weight in alive.values()))
    weights = [int(weight * unit) for weight in alive.values()]
    if sum(weights) > 1_000_000 or min(weights) < 0:
        raise CardError("The weights of a range are too fine or below zero: take such as 1, 1/2, 0.25.")
    return np.array(list(alive), np.int64), np.array(weights, np.int64)


def _against_any(own: int, opponents: int, community: Sequence[Card], left: Flags) -> Equity:
    boards = matchups.boards_to_come(np.array(community, np.int64), left)
    counts = matchups.against_many(own, opponents, boards, left, ranking().table, pairs().cards)
    hands = prod(comb(47 - 2 * seat, 2) for seat in range(opponents)) // math.factorial(opponents)
    return Equity(tuple(counts.tolist()), len(boards) * hands)


def _against_ranges(own: int, ranges: Sequence[tuple[Ints, Ints]], community: Sequence[Card], left: Flags) -> Equity:
    sizes = np.array([len(hands) for hands, _ in ranges])
    tables = np.zeros((2, len(ranges), sizes.max()), np.int64)
    for seat, given in enumerate(ranges):
        tables[:, seat, : sizes[seat]] = given
    if prod(int(weights.max()) for _, weights in ranges) * MOST_DEALS >= 1 << 63:
        raise CardError("The weights of these ranges are too fine together: take such as 1, 1/2, 0.25.")
    boards = matchups.boards_to_come(np.array(community, np.int64), left)
    counts = matchups.against_ranges(own, boards, left, ranking().table, pairs().cards, tables[0], tables[1], sizes)
    *best, total = counts.tolist()
    if not total:
        raise CardError("These ranges cannot be held at the same time: the opponents would share a card.")
    return Equity(tuple(best), total)


def _sampled(
    own: int,
    ranges: Sequence[tuple[Ints, Ints] | None],
    community: Sequence[Card],
    left: Flags,
    *,
    seed: int,
    samples: int,
) -> Estimate:
    """Hands are drawn by their weights, and drawn again where two opponents would share a card."""
    generator = np.random.Generator(np.random.Philox(seed))
    named = [given for given in ranges if given is not None]
    sums = [np.cumsum(weights) for _, weights in named]
    slots = 3 - len(community) + 2 * (len(ranges) - len(named))
    stub = int(left.sum()) - 2 * len(named)
    shares: list[Ints] = []
    found = tried = 0
    while found < samples:
        size = min(max(samples - found, 1024), 1 << 16)
        tried += size
        draws: Cards = np.empty((size, len(named)), np.int64)
        for seat, ((hands, _), up_to) in enumerate(zip(named, sums, strict=True)):
            draws[:, seat] = hands[np.searchsorted(up_to, generator.integers(0, up_to[-1], size), side="right")]
        picks = generator.integers(0, stub - np.arange(slots), (size, slots))
        dealt = matchups.sample(own, np.array(community, np.int64), left, ranking().table, pairs().cards, draws, picks)
        shares.append(dealt[dealt >= 0][: samples - found])
        found += len(shares[-1])
        if not found and tried >= 1 << 20:
            raise CardError("These ranges can hardly be held at the same time: the opponents would share a card.")
    every = np.concatenate(shares)
    won = np.divide(1.0, every, out=np.zeros(len(every)), where=every > 0)
    mean, variance = float(won.mean()), float(won.var())
    # Wilson's interval, which is sound near 0 and 1 too: a sample that is all wins does not prove certainty.
    pull = SURE**2 / samples
    middle = (mean + pull / 2) / (1 + pull)
    half = SURE * math.sqrt(variance / samples + pull / (4 * samples)) / (1 + pull)
    return Estimate(mean, max(0.0, middle - half), min(1.0, middle + half), samples)
