"""The equity of hole cards among players, in any pot game: counted exactly, or sampled where counting takes too long.

All that is known of a game is its deck, how many cards are dealt, and its ranking. Nothing depends on how players bet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from math import comb, lcm, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import CardError, HousewayError
from houseway.odds import equity_loops as loops
from houseway.odds.board_loops import BLOCKED
from houseway.odds.boards import geometry_of
from houseway.odds.levels import Group, merged
from houseway.odds.ranges import Range, parse_range
from houseway.odds.ranked_holes import RankedHoles
from houseway.odds.universe import Faces, Ints, subsets
from houseway.rules.pot_game import PotGame

SAMPLES, QUICK_SAMPLES = 200_000, 20_000
MOST_LINES, MOST_DEALS = 1_200_000_000, 25_000_000  # what is gone through in a few seconds at most
SURE = 1.959963984540054  # standard errors each side of a 95% interval

Against = Range | str | None  # an opponent's range, None for any cards


class Equity(NamedTuple):
    """Out of all deals, those in which no opponent is better: won alone, tied with one, with two, and so on.

    Against weighted ranges, deals are weighted accordingly.
    """

    best: tuple[int, ...]
    total: int

    @property
    def wins(self) -> int:
        return self.best[0]

    @property
    def ties(self) -> int:
        return sum(self.best[1:])

    @property
    def losses(self) -> int:
        return self.total - sum(self.best)

    @property
    def share(self) -> Fraction:
        """The expected share of the pot; ties split it."""
        return sum((Fraction(deals, 1 + ties) for ties, deals in enumerate(self.best)), Fraction()) / self.total

    def to_json(self) -> dict[str, bool | str]:
        """Whole counts as strings: they exceed what other programs can represent as numbers."""
        counts = {"wins": self.wins, "ties": self.ties, "losses": self.losses, "total": self.total, "share": self.share}
        return {"exact": True, **{name: str(count) for name, count in counts.items()}}


class Estimate(NamedTuple):
    """The share of the pot by sampling, with its 95% confidence interval."""

    share: float
    low: float
    high: float
    samples: int

    def to_json(self) -> dict[str, bool | float]:
        return {"exact": False, **self._asdict()}


def equity(
    game: PotGame[Any],
    hole: Sequence[Card],
    community: Sequence[Card] = (),
    opponents: int | Sequence[Against] = 1,
    *,
    seed: int = 0,
    samples: int = SAMPLES,
) -> Equity | Estimate:
    """The equity against several opponents: a number of them with any cards, or a range (None for any) for each.

    Exact where that is a matter of seconds. Otherwise sampled: the same seed and number of samples give the same
    estimate.
    """
    against = [None] * opponents if isinstance(opponents, int) else list(opponents)
    if not 1 <= len(against) < game.seats:
        raise HousewayError(f"{len(against)} opponents are not possible: take 1 to {game.seats - 1}.")
    if samples < 1:
        raise HousewayError(f"{samples} samples are too few: take 1 or more.")
    hand = _Hand(RankedHoles(game), hole, community)
    return hand.counted(against) or hand.sampled(against, seed=seed, samples=samples)


def heads_up_equity(game: PotGame[Any], hole: Sequence[Card], community: Sequence[Card] = ()) -> float:
    """The equity against one unknown hand: the chance to win, plus half the chance to tie."""
    return float(equity(game, hole, community, samples=QUICK_SAMPLES).share)


def starting_hands(game: PotGame[Any]) -> list[tuple[str, Equity]]:
    """Every starting hand up to suits with its equity against one unknown hand, the best first."""
    ranked = RankedHoles(game)
    if not ranked.counts_starting_hands:
        raise HousewayError(
            f"The starting hands of {game.name} are not counted: it declares no ranking of two hole cards whose suits "
            "are alike."
        )
    named = [(name, _of_stands(stands)) for name, stands in ranked.starting().items()]
    return sorted(named, key=lambda item: -item[1].share)


def _of_stands(stands: Ints) -> Equity:
    won, tied, lost = stands.tolist()
    return Equity((won, tied), won + tied + lost)


class _Hand:
    """A player's hole cards, and the cards that are left for opponents and the board to come."""

    def __init__(self, ranked: RankedHoles, hole: Sequence[Card], community: Sequence[Card]) -> None:
        ranked.check(hole, community)
        self.ranked, self.own, self.shared = ranked, ranked.number(hole), ranked.faces(community)
        self.left = np.ones(len(ranked.deck), np.bool_)
        self.left[[*ranked.faces(hole), *self.shared]] = False
        self.faces = np.flatnonzero(self.left).astype(np.uint8)
        self.missing = ranked.board - len(community)
        self.free = self.left[ranked.holes].all(axis=1)  # the holes that opponents may have

    # --- exactly ---

    def counted(self, against: Sequence[Against]) -> Equity | None:
        """The exact equity, or None where that takes too long."""
        ranked, boards = self.ranked, comb(len(self.faces), self.missing)
        if against == [None] and self.missing == ranked.board and ranked.counts_starting_hands:
            return _of_stands(ranked.starting()[ranked.name(self.own)])
        ranking = boards * len(ranked.holes) * ranked.slowness
        if ranking > MOST_LINES:
            return None
        if len(against) > 1 and ranked.hole == 2 and all(one is None for one in against):
            # For three hands each line is taken out once and all cards are looked at; for four, that for each line.
            cards = len(self.faces) - self.missing
            lines = comb(cards, 2)
            work = {2: ranking, 3: boards * lines * cards, 4: boards * lines * lines * cards}
            return self._against_any(len(against)) if work.get(len(against), math.inf) <= MOST_LINES else None
        weighted = [self._weighted(one) for one in against]
        if len(weighted) == 1:
            return self._against_one(*weighted[0])
        if boards * prod(len(holes) for holes, _ in weighted) > MOST_DEALS:
            return None
        return self._against_ranges(weighted)

    def _weighted(self, one: Against) -> tuple[Ints, Ints]:
        """The holes of a range that the cards left allow, and their weights as whole numbers."""
        if one is None:
            return np.flatnonzero(self.free), np.ones(int(self.free.sum()), np.int64)
        ranked = self.ranked
        if ranked.hole != 2:
            raise CardError(f"{ranked.game.name} has {ranked.hole} hole cards: ranges are written for two.")
        hands = parse_range(one, ranked.deck) if isinstance(one, str) else one
        alive = {hole: weight for hole, weight in hands.items() if weight and self.left[ranked.faces(hole)].all()}
        if not alive:
            raise CardError("This range has no hand that the cards seen leave possible: name one that is.")
        unit = lcm(*(Fraction(weight).denominator for weight in alive.values()))
        weights = [int(weight * unit) for weight in alive.values()]
        if sum(weights) > 1_000_000 or min(weights) < 0:
            raise CardError("The weights of a range are too fine or below zero: take such as 1, 1/2, 0.25.")
        return np.array([ranked.number(hole) for hole in alive], np.int64), np.array(weights, np.int64)

    @property
    def _boards(self) -> Faces:
        """Every board that may come."""
        coming = self.faces[subsets(len(self.faces), self.missing)]
        known = np.broadcast_to(np.array(self.shared, np.uint8), (len(coming), len(self.shared)))
        return np.concatenate([known, coming], axis=1)

    def _boards_up_to_suits(self) -> tuple[Faces, Ints]:
        """Boards that may come, and how many are the same up to suits for this hand and any others."""
        boards, ranked = self._boards, self.ranked
        if not ranked.looked_up:
            return boards, np.ones(len(boards), np.int64)
        hole = np.broadcast_to(ranked.holes[self.own], (len(boards), ranked.hole))
        groups = [Group("dealt", ranked.hole), Group("community", ranked.board)]
        universe = geometry_of(ranked.deck, ranked.hole).universe
        _, same, _ = merged(universe, groups, np.concatenate([hole, np.sort(boards, axis=1)], axis=1))
        _, first, times = np.unique(same, return_index=True, return_counts=True)
        return boards[first], times

    def _against_one(self, holes: Ints, weights: Ints) -> Equity:
        ends = np.zeros((3, len(holes)), np.int64)  # below the player's, equal, and that can be dealt
        for positions in self.ranked.positions(self._boards, np.append(holes, self.own)):
            theirs, own = positions[:, :-1], positions[:, -1:]
            ends += [part.sum(axis=0) for part in (theirs < own, theirs == own, theirs != BLOCKED)]
        won, tied, total = (ends @ weights).tolist()
        return Equity((won, tied), total)

    def _against_any(self, opponents: int) -> Equity:
        counts, start, free = np.zeros(opponents + 1, np.int64), 0, np.flatnonzero(self.free)
        holes, bits = self.ranked.holes[free], self.ranked.bits[free]
        boards, times = self._boards_up_to_suits()
        for positions in self.ranked.positions(boards, np.append(free, self.own)):
            counts += loops.against_any(opponents, positions, times[start : start + len(positions)], holes, bits)
            start += len(positions)
        cards = len(self.faces) - self.missing
        hands = prod(comb(cards - 2 * seat, 2) for seat in range(opponents)) // math.factorial(opponents)
        return Equity(tuple(counts.tolist()), int(times.sum()) * hands)

    def _against_ranges(self, ranges: Sequence[tuple[Ints, Ints]]) -> Equity:
        sizes = np.array([len(holes) for holes, _ in ranges])
        every = np.unique(np.concatenate([holes for holes, _ in ranges]))
        hands, weights = np.zeros((2, len(ranges), sizes.max()), np.int64)
        for seat, (holes, each) in enumerate(ranges):
            hands[seat, : sizes[seat]], weights[seat, : sizes[seat]] = np.searchsorted(every, holes), each
        if prod(weights.max(axis=1).tolist()) * MOST_DEALS >= 1 << 63:
            raise CardError("The weights of these ranges are too fine together: take such as 1, 1/2, 0.25.")
        counts = np.zeros(len(ranges) + 2, np.int64)
        for positions in self.ranked.positions(self._boards, np.append(every, self.own)):
            counts += loops.against_ranges(positions, self.ranked.bits[every], hands, weights, sizes)
        *best, total = counts.tolist()
        if not total:
            raise CardError("These ranges cannot be held at the same time: the opponents would share a card.")
        return Equity(tuple(best), total)

    # --- by sampling ---

    def sampled(self, against: Sequence[Against], *, seed: int, samples: int) -> Estimate:
        """Hands are drawn by their weights, and drawn again where two opponents would share a card."""
        generator = np.random.Generator(np.random.Philox(seed))
        named = [self._weighted(one) for one in against if one is not None]
        slots = self.missing + self.ranked.hole * (len(against) - len(named))
        stub = len(self.faces) - self.ranked.hole * len(named)
        won: list[NDArray[np.float64]] = []
        found = tried = 0
        while found < samples:
            size = min(max(samples - found, 1024), 1 << 16)
            tried += size
            draws = np.empty((size, len(named)), np.int64)
            for seat, (holes, weights) in enumerate(named):
                up_to = np.cumsum(weights)
                draws[:, seat] = holes[np.searchsorted(up_to, generator.integers(0, up_to[-1], size), side="right")]
            picks = generator.integers(0, stub - np.arange(slots), (size, slots))
            won.append(self._dealt(draws, picks)[: samples - found])
            found += len(won[-1])
            if not found and tried >= 1 << 20:
                raise CardError("These ranges can hardly be held at the same time: the opponents would share a card.")
        return _estimate(np.concatenate(won))

    def _dealt(self, draws: Ints, picks: Ints) -> NDArray[np.float64]:
        """The player's share of the pot in each sample that can be dealt.

        `draws` has the holes of opponents with ranges, `picks` places in the cards left for the board and the others,
        each among one fewer than the one before.
        """
        ranked, held = self.ranked, np.zeros(len(draws), np.uint64)
        fits = np.ones(len(draws), np.bool_)
        for seat in range(draws.shape[1]):
            bits = ranked.bits[draws[:, seat]]
            fits &= held & bits == 0
            held |= bits
        draws, picks = draws[fits], picks[fits]
        dealt = np.empty(picks.shape, np.uint8)
        loops.deal(self.faces, held[fits], picks, dealt)
        own = np.tile(ranked.holes[self.own], (len(draws), 1))[:, None]
        slots = picks.shape[1] - self.missing
        others = dealt[:, self.missing :].reshape(len(draws), slots // ranked.hole, ranked.hole)
        holes = np.concatenate([own, ranked.holes[draws], others], axis=1)
        known = np.tile(np.array(self.shared, np.uint8), (len(draws), 1))
        order: Any = ranked.deals(holes, np.concatenate([known, dealt[:, : self.missing]], axis=1))
        best = (order <= order[:, :1]).all(axis=1)
        won: NDArray[np.float64] = best / (order == order[:, :1]).sum(axis=1)
        return won


def _estimate(won: NDArray[np.float64]) -> Estimate:
    """Wilson's interval, which is sound near 0 and 1 too: a sample that is all wins does not prove certainty."""
    samples, mean, variance = len(won), float(won.mean()), float(won.var())
    pull = SURE**2 / samples
    middle = (mean + pull / 2) / (1 + pull)
    half = SURE * math.sqrt(variance / samples + pull / (4 * samples)) / (1 + pull)
    return Estimate(mean, max(0.0, middle - half), min(1.0, middle + half), samples)
