"""Games with shared cards and several decisions: the player's hand is compared with the dealer's on every board.

The class of every dealer's hand on every board is asked of the rules once, up to the names of suits. A deal of which
some cards are known is then solved from its last decision to the first, over all boards that can still come.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.derived.dealers import Dealers
from houseway.derived.levels import Group, merged
from houseway.derived.universe import Ints, Universe, keys, renamed, subsets
from houseway.derived.walk import UNIT, NeedsCards, Piles, Walker, choices, in_order, net_of, unseen
from houseway.lab.protecting.board_loops import stand_on_boards
from houseway.lab.protecting.changed import steps_of
from houseway.lab.protecting.setting import Deals, Setting
from houseway.rules.game import Decision, HouseCards, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal, Decide, Face, Take, Turn

Floats = NDArray[np.float64]
MOST_CLASSES = 40_000_000  # dealer's hands on boards that are kept
KEPT, KEPT_POLICIES = 2, 1000  # games, and hands of one of which the usual decisions are kept
NONE: Ints = np.zeros(0, np.int64)
SUIT_ORDERS = list(permutations(range(4)))
_kept: OrderedDict[tuple[Any, ...], BoardDeals] = OrderedDict()


def stages_of(setting: Setting) -> tuple[int, ...] | None:
    """How many shared cards are seen at each decision; None where the game is another kind."""
    steps = steps_of(setting.bare)
    deals = [step for step in steps if isinstance(step, Deal)]
    own, dealer, shared = ([step for step in deals if step.to == whose] for whose in (PLAYERS, DEALER, COMMUNITY))
    board = sum(step.count for step in shared)
    size = len(setting.deck)
    if (
        not setting.game.has_classes
        or not setting.bare.suits_count
        or not setting.game.suits_alike
        or len(set(setting.deck)) != size
        or len(own) != 1
        or len(dealer) != 1
        or setting.dealers != dealer[0].count
        or not board
        or any(step.when for step in deals)
        or any(isinstance(step, Take) for step in steps)
        or comb(size, board) * comb(size, setting.dealers) > MOST_CLASSES
    ):
        return None
    up: set[int] = set()
    laid, found = 0, []
    for step in steps:
        if isinstance(step, Deal) and step.to == COMMUNITY:
            up |= set(range(laid, laid + step.count)) if step.face is Face.UP else set()
            laid += step.count
        elif isinstance(step, Turn) and step.whose == COMMUNITY:
            up |= set(range(step.first, laid if step.count is None else step.first + step.count))
        elif isinstance(step, Decide):
            if step.when not in ("", "in play") or not _offered_blindly(setting, step.at):
                return None
            found.append(len(up))
    return tuple(found)


def _offered_blindly(setting: Setting, at: str) -> bool:
    """Whether every hand is offered the same, and throws nothing."""
    try:
        offers = list(setting.bare.offers(at, Spot(1, {}, unseen("own"), unseen("own"), unseen("aside"))))
    except NeedsCards:
        return False
    return all(offer.decision.discard is None for offer in offers)


def board_deals(setting: Setting) -> BoardDeals:
    """The tables of a game, made once."""
    key = type(setting.game), setting.game.fingerprint
    if key not in _kept:
        _kept[key] = BoardDeals(setting)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return _kept[key]


class Faced(NamedTuple):
    """A hand on the boards that can come: which they are, its facts there, and the dealer's hands that it meets."""

    own: tuple[Card, ...]
    boards: Ints
    facts: list[Any]
    low: Ints  # how many of the dealer's strengths are below the player's, and how many not above it
    high: Ints
    hands: Ints  # the dealer's, as far as they do not hold a card of the board
    counts: Ints  # by board, dealer's fact, and how the player's hand stands
    early: Ints  # shared cards that are known before they are laid
    stage: int  # how many shared cards are seen when they are

    @property
    def ways(self) -> int:
        """How many hands the dealer may have on each board."""
        return int(self.counts[0].sum())


class Line(NamedTuple):
    """What is decided up to some point, and what it is worth there: for each set of shared cards that may be seen."""

    best: Floats
    usual: Floats
    seen: NDArray[np.bool_]  # which sets can be seen at all


Policy = dict[tuple[Decision, ...], NDArray[np.int8]]  # the number of the decision, by what is seen


class BoardDeals:
    """The dealer's hands of a game on every board, with their classes."""

    def __init__(self, setting: Setting) -> None:
        stages = stages_of(setting)
        assert stages is not None
        self.game, self.stages = setting.bare, stages
        self.universe = Universe(self.game.deck, suits=True)
        steps = steps_of(self.game)
        self.size = sum(step.count for step in steps if isinstance(step, Deal) and step.to == COMMUNITY)
        self.points = [step.at for step in steps if isinstance(step, Decide)]
        self.boards = subsets(len(self.universe), self.size)
        self._walker = Walker(self.game)
        self._parts: dict[tuple[int, int], Ints] = {}
        self._nets: dict[Any, float] = {}
        self._policies: dict[tuple[Card, ...], Policy] = {}
        self._classify(setting.dealers)

    def _classify(self, dealers: int) -> None:
        universe = self.universe
        rows = self.boards.copy()
        group = [Group("community", self.size)]
        boards, number, perms = merged(universe, group, rows)

        def class_of(row: Sequence[int]) -> tuple[Any, Any]:
            cards = universe.real(row)
            return self.game.dealer_class(HouseCards(cards[self.size :], cards[: self.size]))

        found = self.dealers = Dealers(universe, group, boards, [dealers], class_of)
        order = {tuple(order): index for index, order in enumerate(SUIT_ORDERS)}
        by_order = np.array([order[tuple(perm)] for perm in perms.tolist()])
        moved = np.stack([self._moved(found.hands, names) for names in SUIT_ORDERS])
        self.classes = np.empty((len(self.boards), len(found.hands)), np.int16)
        for board in range(len(self.boards)):
            self.classes[board] = found.numbers[number[board], moved[by_order[board]]]

    def _moved(self, hands: NDArray[np.uint8], names: tuple[int, ...]) -> Ints:
        """Which hand each one becomes when suits are renamed."""
        universe = self.universe
        perms = np.tile(np.array(names, np.int8), (len(hands), 1))
        rows = renamed(hands, universe.rank, universe.suit, universe.face_of, perms)
        rows.sort(axis=1)
        return np.searchsorted(keys(hands), keys(rows))

    # --- one deal ---

    def gains(
        self, setting: Setting, deals: Deals, *, hands: int = 0, shown: int = 0, early: int = 0, place: int = 0
    ) -> Floats:
        """What each deal gains by knowing other players' hands, some of the dealer's cards or `early` shared cards,
        which lie from a place on."""
        stage = min((seen for seen in self.stages if seen > place), default=self.size)
        found = []
        for deal in deals.tolist():
            own, first = setting.cards(deal[: setting.own]), setting.own + setting.dealers
            theirs = setting.cards(deal[setting.own : setting.own + shown])
            others = setting.cards(deal[first : first + hands * setting.own])
            cards = self.universe.faces(setting.cards(deal[len(deal) - early :]))
            found.append(self._gain(own, others, theirs, np.array(cards, np.int64), stage))
        return np.array(found)

    def _gain(
        self, own: tuple[Card, ...], others: tuple[Card, ...], shown: tuple[Card, ...], early: Ints, stage: int
    ) -> float:
        if own not in self._policies:
            policy: Policy = {}
            self._solved(self._faced(own, (), ()), policy, (), learn=True)
            if len(self._policies) == KEPT_POLICIES:
                self._policies.clear()
            self._policies[own] = policy
        faced = self._faced(own, others, shown)._replace(early=early, stage=stage)
        line = self._solved(faced, self._policies[own], (), learn=False)
        return float(line.best[0] - line.usual[0])

    def _faced(self, own: tuple[Card, ...], others: tuple[Card, ...], shown: tuple[Card, ...]) -> Faced:
        faces, dealers = self.universe.faces, self.dealers
        out = np.zeros(len(self.universe), np.bool_)
        out[faces([*own, *others])] = True
        held = out[dealers.hands].any(axis=1)
        for card in faces(shown):
            held |= ~(dealers.hands == card).any(axis=1)
        hands = np.flatnonzero(~held)
        out[faces(shown)] = True
        boards = np.flatnonzero(~out[self.boards].any(axis=1))
        strengths, facts = [], []
        spot = Spot(1, self._walker.stakes, own)
        for row in self.boards[boards].tolist():
            strength, fact = self.game.player_class(spot, HouseCards((), self.universe.real(row)))
            strengths.append(strength)
            facts.append(fact)
        low, high = dealers.standing(strengths)
        counts: Ints = np.zeros((len(boards), len(dealers.facts), 3), np.int64)
        stand_on_boards(boards, self.classes, hands, dealers.strength, dealers.fact, low, high, counts)
        return Faced(own, boards, facts, low, high, hands, counts, NONE, 0)

    def _solved(self, faced: Faced, policy: Policy, made: tuple[Decision, ...], *, learn: bool) -> Line:
        """The best and the usual way from a decision on, for each set of shared cards that is seen there."""
        stage = self.stages[len(made)]
        offers = self.game.offers(self.points[len(made)], Spot(1, self._walker.stakes))
        lines = [self._after(faced, policy, (*made, decision), stage, learn=learn) for _, decision in choices(offers)]
        best = np.stack([line.best for line in lines])
        seen = next((line.seen for line in lines if not line.seen.all()), lines[0].seen)
        if learn:
            policy[made] = best.argmax(axis=0).astype(np.int8)
        taken = policy[made]
        usual = np.stack([line.usual for line in lines])[taken, np.arange(best.shape[1])]
        return Line(best.max(axis=0), usual, seen)

    def _after(self, faced: Faced, policy: Policy, made: tuple[Decision, ...], stage: int, *, learn: bool) -> Line:
        """What a decision leads to, averaged over the shared cards that come after it."""
        sets = comb(len(self.universe), stage)
        if made[-1].folds:
            net = self._paid(made, faced, 0, 0, 0)
            return Line(np.full(sets, net), np.full(sets, net), np.ones(sets, np.bool_))
        if len(made) == len(self.points):
            value = np.zeros(len(self.boards))
            value[faced.boards] = self._worth(faced, made)
            seen = np.zeros(len(self.boards), np.bool_)
            seen[faced.boards] = True
            return self._averaged(faced, Line(value, value, seen), self.size, stage)
        line = self._solved(faced, policy, made, learn=learn)
        return self._averaged(faced, line, self.stages[len(made)], stage)

    def _averaged(self, faced: Faced, line: Line, more: int, fewer: int) -> Line:
        if more == fewer:
            return line
        line = line._replace(seen=line.seen & self._allowed(faced, more))
        parts, sets = self._part(more, fewer), comb(len(self.universe), fewer)
        each = parts.shape[1]
        times = np.bincount(parts.ravel(), np.repeat(line.seen, each), sets)

        def mean(values: Floats) -> Floats:
            sums = np.bincount(parts.ravel(), np.repeat(np.where(line.seen, values, 0.0), each), sets)
            return sums / np.maximum(times, 1)

        return Line(mean(line.best), mean(line.usual), times > 0)

    def _allowed(self, faced: Faced, size: int) -> NDArray[np.bool_]:
        """The sets of shared cards that can be seen: with the cards known early from their own time on, not before."""
        sets = subsets(len(self.universe), size)
        allowed = np.ones(len(sets), np.bool_)
        for card in faced.early:
            allowed &= (sets == card).any(axis=1) == (size >= faced.stage)
        return allowed

    def _part(self, more: int, fewer: int) -> Ints:
        """For each set of so many cards: the numbers of its parts of fewer cards."""
        if (more, fewer) not in self._parts:
            whole, smaller = subsets(len(self.universe), more), subsets(len(self.universe), fewer)
            if not fewer:
                self._parts[more, fewer] = np.zeros((len(whole), 1), np.int64)
            else:
                known = keys(smaller)
                columns = [
                    np.searchsorted(known, keys(np.ascontiguousarray(whole[:, list(chosen)])))
                    for chosen in combinations(range(more), fewer)
                ]
                self._parts[more, fewer] = np.stack(columns, axis=1)
        return self._parts[more, fewer]

    # --- what the rules pay ---

    def _worth(self, faced: Faced, made: tuple[Decision, ...]) -> Floats:
        """The mean net of a hand that stays to the end, on every board."""
        total = np.zeros(len(faced.boards))
        kinds = list(dict.fromkeys(faced.facts))
        number = np.array([kinds.index(fact) for fact in faced.facts])
        for kind in range(len(kinds)):
            here = np.flatnonzero(number == kind)
            for fact, stands in np.argwhere(faced.counts[here].any(axis=0)).tolist():
                board = int(here[np.argmax(faced.counts[here, fact, stands] > 0)])
                net = self._paid(made, faced, board, fact, stands)
                total[here] += net * faced.counts[here, fact, stands]
        return total / faced.ways

    def _paid(self, made: tuple[Decision, ...], faced: Faced, board: int, fact: int, stands: int) -> float:
        key = made, faced.facts[board], fact, stands
        if made[-1].folds:
            key = made, None, 0, 0
        if key not in self._nets:
            self._nets[key] = self._settled(made, faced, board, fact, stands)
        return self._nets[key]

    def _settled(self, made: tuple[Decision, ...], faced: Faced, board: int, fact: int, stands: int) -> float:
        """What the rules pay for one deal of a class, in units of the first wager."""
        numbers = self.classes[faced.boards[board], faced.hands]
        strength = self.dealers.strength[numbers]
        where = np.where(strength < faced.low[board], 0, np.where(strength < faced.high[board], 1, 2))
        fits = numbers >= 0
        if not made[-1].folds:
            fits &= (self.dealers.fact[numbers] == fact) & (where == stands)
        theirs = self.dealers.hands[faced.hands[int(np.argmax(fits))]]
        shared = self.boards[faced.boards[board]]
        real = self.universe.real
        dealt = Piles(dealt=faced.own, dealer=real(theirs.tolist()), community=real(shared.tolist()))
        return float(net_of(self.game, self._walker.play(dealt, in_order(made)), self.game.main_wagers) / UNIT)
