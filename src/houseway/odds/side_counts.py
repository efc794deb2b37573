"""Side wagers counted by themselves: over every set of the cards that they look at, whatever the main game is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb, factorial, prod
from time import thread_time
from typing import Any, NamedTuple

import numpy as np

from houseway.cards import Card
from houseway.odds.levels import LINK_BYTES, extend, start
from houseway.odds.limits import SLICE, Meter
from houseway.odds.outcomes import OutcomeRegistry
from houseway.odds.sheet import OddsSheet
from houseway.odds.universe import Faces, Ints, Universe, representatives, sets_of
from houseway.odds.walk import (
    ASIDE,
    COMMUNITY_CARDS,
    DEALER_CARDS,
    FOLDED,
    FOLDED_OR_NOT,
    OWN,
    NeedsCards,
    OpeningStakes,
    Partly,
    Unseen,
    flat,
    opening_stakes,
)
from houseway.rules.game import Game, HouseCards, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal

SECONDS = 60.0  # of CPU time: side wagers of a game that take longer to count are left to the sample
MOST_BYTES = 10**9  # of a table of deals
LEAST_SETTLING = 1e-6  # CPU seconds: no rules are faster
PROBES = 200  # random deals that are settled to estimate the time of a count
BLOCK = 10_000  # settlements between two looks at the clock
CHECKED = 1000  # deals of each line that are settled again with their pooled cards in another order
APART = "apart"
PILES = ("dealt", COMMUNITY, DEALER)


class Laid(NamedTuple):
    """Cards that are dealt together."""

    where: str
    size: int
    is_last: bool  # to this pile


class Pile(Unseen):
    """Some piles of which only all the pooled cards together are shown: a rule that adds them up cannot tell them
    apart. Everything else that a rule may do with one raises `NeedsCards`."""

    pool: Pooled
    sizes: dict[str, int]
    lacks: str  # the name of a pile of which more cards are dealt than are shown

    def __init__(self, pool: Pooled, sizes: dict[str, int], lacks: str = "") -> None:
        super().__init__(lacks or APART)
        self.__dict__.update(pool=pool, sizes=sizes, lacks=lacks)

    def _joined(self, sizes: dict[str, int]) -> Any:
        return self.pool if sum(sizes.values()) == len(self.pool) else Pile(self.pool, sizes)

    def __add__(self, other: Any) -> Any:  # type: ignore[override]
        joins = isinstance(other, Pile) and not (other.lacks or self.sizes.keys() & other.sizes.keys())
        if joins and not self.lacks:
            return self._joined(self.sizes | other.sizes)
        return other._look() if isinstance(other, Unseen) and not self.lacks else self._look()

    def __getitem__(self, index: Any) -> Any:  # type: ignore[override]
        size = sum(self.sizes.values())
        if isinstance(index, slice) and index.start in (0, None) and index.step is None and index.stop == size:
            return self._joined(self.sizes)
        return self._look()

    def __len__(self) -> int:  # type: ignore[override]
        return self._look() if self.lacks else sum(self.sizes.values())

    def __bool__(self) -> bool:  # type: ignore[override]
        return True


class Pooled(tuple[Card, ...]):
    """The cards of several piles together, without places."""

    __slots__ = ()

    def __getitem__(self, _: Any) -> Any:
        raise NeedsCards(APART)

    __add__ = __radd__ = __getitem__


def count_side(
    game: Game[Any], sheet: OddsSheet[Any], side: str, seconds: float = SECONDS
) -> dict[tuple[Any, ...], int] | None:
    """The number of sets of cards for each line of a side wager's table.

    None if it depends on decisions or on cards that may not be dealt, or if the count would take too long. Where the
    wager adds up several piles, they are counted as one set.
    """
    count = SideCount(game, sheet, side, seconds)
    deals = _deals(game)
    chosen: list[int] = []
    while True:
        try:
            return count.lines([deals[index] for index in sorted(chosen)])
        except NeedsCards as needs:
            missing = {"own": "dealt"}.get(needs.args[0], needs.args[0])
        if missing == APART and count.pools:
            count.pools = False
        elif missing == FOLDED and not count.looks_at_folding:
            count.looks_at_folding = True
        else:
            further = [index for index, deal in enumerate(deals) if deal.where == missing and index not in chosen]
            if not further:
                return None
            chosen.append(further[0])


def _deals(game: Game[Any]) -> list[Laid]:
    """Where cards are dealt to, and how many together; a pile that is not always dealt is left out.

    Where a game has classes, a player's cards count as one set, as everywhere in the count.
    """
    deals: list[tuple[str, int]] = []
    unsure = set()
    for step in flat(game.procedure):
        if isinstance(step, Deal):
            where = step.area if step.to == PLAYERS else step.to
            if step.when or not step.count or where not in PILES:
                unsure.add(where)
            deals.append((where, step.count))
    deals = [deal for deal in deals if deal[0] not in unsure]
    own = sum(size for where, size in deals if where == "dealt")
    if game.has_classes and own:
        deals = [("dealt", own), *(deal for deal in deals if deal[0] != "dealt")]
    piles = [where for where, _ in deals]
    return [Laid(where, size, where not in piles[index + 1 :]) for index, (where, size) in enumerate(deals)]


class SideCount:
    """Settles one side wager for every set of some cards."""

    def __init__(self, game: Game[Any], sheet: OddsSheet[Any], side: str, seconds: float) -> None:
        self.game, self.side, self.seconds = game, side, seconds
        self.pools = True  # unless the rules tell the piles apart
        self.looks_at_folding = False
        self._registry = OutcomeRegistry(game, sheet)
        self._stakes = OpeningStakes(opening_stakes(game))
        self._random = random.Random(f"{side} of {game.fingerprint}")  # noqa: S311 - the same deals every time

    def lines(self, deals: Sequence[Laid]) -> dict[tuple[Any, ...], int] | None:
        """The sets of cards of each line, or None if there are too many; `NeedsCards` if the rules need more cards."""
        universe = Universe(self.game.deck, suits=self.game.suits_count, alike=self.game.suits_alike)
        self._is_pooled = self.pools and len(deals) > 1
        self._piles = _pooled(deals) if self._is_pooled else _apart(deals)
        sizes = [deal.size for deal in deals]
        if self._is_pooled:
            sizes = [sum(sizes)]
        classes = _classes(universe, sizes)
        if sum(sizes) > len(self.game.deck) or classes * LEAST_SETTLING > self.seconds:
            return None
        if classes * self._settling_seconds(sum(sizes)) > self.seconds:
            return None
        blocks = _situations(universe, sizes)
        return None if blocks is None else self._counted(universe, blocks, classes)

    def _settling_seconds(self, cards: int) -> float:
        """The measured time of one settlement."""
        deck, began = sorted(self.game.deck), thread_time()
        for _ in range(PROBES):
            self._line(tuple(self._random.sample(deck, cards)))
        return (thread_time() - began) / PROBES

    def _counted(
        self, universe: Universe, blocks: Iterable[tuple[Faces, Ints]], classes: int
    ) -> dict[tuple[Any, ...], int] | None:
        counts: dict[tuple[Any, ...], list[int]] = {}  # of each line: the deals, and the settlements
        done, meter = 0, Meter(f"counting {self.side}", classes)
        for rows, weights in blocks:
            for index in range(0, len(rows), BLOCK):
                if not done:  # not before: the first block may have to be compiled
                    meter = Meter(f"counting {self.side}", classes)
                elif (took := thread_time() - meter.started) > SLICE and took * classes > 2 * self.seconds * done:
                    return None  # it takes much longer than was estimated
                meter.done(min(done, classes))
                part = slice(index, index + BLOCK)
                for row, weight in zip(rows[part].tolist(), weights[part].tolist(), strict=True):
                    cards = universe.real(row)
                    line = self._line(cards)
                    count = counts.setdefault(line, [0, 0])
                    count[0] += weight
                    count[1] += 1
                    if count[1] <= CHECKED and self._shuffled(cards) != line:
                        raise NeedsCards(APART)
                done += len(rows[part])
        return {line: deals for line, (deals, _) in counts.items()}

    def _shuffled(self, cards: tuple[Card, ...]) -> tuple[Any, ...]:
        """The line of the same cards in another order, where their piles are pooled."""
        return self._line(tuple(self._random.sample(cards, len(cards))) if self._is_pooled else cards)

    def _line(self, cards: tuple[Card, ...]) -> tuple[Any, ...]:
        piles = self._piles(cards)
        house = HouseCards(piles.get(DEALER, DEALER_CARDS), piles.get(COMMUNITY, COMMUNITY_CARDS))
        own = piles.get("dealt", OWN)
        spot = Spot(1, self._stakes, own, OWN, ASIDE, OWN, FOLDED_OR_NOT, frozenset(), house)
        ways = (False, True) if self.looks_at_folding else (FOLDED_OR_NOT,)
        lines = [self._registry.side_pay(self.side, spot._replace(folded=folded), house) for folded in ways]
        if lines[0] != lines[-1]:
            raise NeedsCards("decisions")
        return lines[0]


def _pooled(deals: Sequence[Laid]) -> Callable[[tuple[Card, ...]], dict[str, Any]]:
    sizes = {where: sum(deal.size for deal in deals if deal.where == where) for where, _, _ in deals}
    lacks = {where: "" if any(deal.where == where and deal.is_last for deal in deals) else where for where in sizes}
    if len(sizes) == 1 and not any(lacks.values()):
        return lambda cards: dict.fromkeys(sizes, Pooled(cards))

    def piles(cards: tuple[Card, ...]) -> dict[str, Any]:
        pool = Pooled(cards)
        return {where: Pile(pool, {where: size}, lacks[where]) for where, size in sizes.items()}

    return piles


def _apart(deals: Sequence[Laid]) -> Callable[[tuple[Card, ...]], dict[str, Any]]:
    whole = {deal.where for deal in deals if deal.is_last}

    def piles(cards: tuple[Card, ...]) -> dict[str, Any]:
        shown: dict[str, tuple[Card, ...]] = {}
        start = 0
        for where, size, _ in deals:
            shown[where] = shown.get(where, ()) + cards[start : start + size]
            start += size
        return {where: pile if where in whole else Partly(pile, where) for where, pile in shown.items()}

    return piles


def _classes(universe: Universe, sizes: Sequence[int]) -> int:
    """About how many situations there are up to suit isomorphism."""
    left, sets = universe.size, 1
    for size in sizes:
        sets *= comb(left, size) if universe.single else sets_of(universe, size)
        left -= size
    suits = universe.alike[np.unique(universe.suit[universe.suit >= 0])].tolist()
    return max(1, sets // prod(factorial(suits.count(kind)) for kind in set(suits)))


def _situations(universe: Universe, sizes: Sequence[int]) -> Iterator[tuple[Faces, Ints]] | None:
    """Situations up to suit isomorphism with the number of deals of each, in blocks; None if a table is too large."""
    if len(sizes) == 1 and universe.single and sizes[0] <= len(universe):
        return representatives(universe, sizes[0])
    level, weights = start(universe), np.ones(1, np.int64)
    for number, size in enumerate(sizes):
        if len(level) * sets_of(universe, size) * (level.width + size + LINK_BYTES) > MOST_BYTES:
            return None
        level, link = extend(level, f"group {number}", size)
        parents = np.repeat(np.arange(len(weights)), np.diff(link.starts))
        after = np.zeros(len(level), np.int64)
        np.add.at(after, link.children, weights[parents] * link.ways)
        weights = after
    return iter([(level.rows, weights)])
