"""Games with shared cards and several decisions: the player's hand is compared with the dealer's on every board.

The class of every dealer's hand on every board is asked of the rules once, up to the names of suits. A deal of which
some cards are known is then solved from its last decision to the first, over all boards that can still come.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, fsum, perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.lab.protecting.board_loops import stand_on_boards
from houseway.lab.protecting.changed import steps_of
from houseway.lab.protecting.setting import Deals, Setting
from houseway.odds.dealers import Dealers
from houseway.odds.levels import Group, merged
from houseway.odds.universe import Ints, Universe, keys, renamed, subsets
from houseway.odds.walk import UNIT, NeedsCards, Piles, Walker, choices, in_order, net_of, unseen
from houseway.rules.game import Decision, HouseCards, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, IN_PLAY, PLAYERS, Deal, Decide, Face, Take, Turn

Floats = NDArray[np.float64]
MOST_CLASSES = 40_000_000  # dealer's hands on boards that are kept
KEPT = 2  # games
PARTS_OF_A_UNIT = 60  # what the rules pay is whole in these parts of the first wager
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
            if (step.when is not None and step.when.key != IN_PLAY.key) or not _offered_blindly(setting, step.at):
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
    facts: list[Any]  # all that the hand has on some board
    fact: Ints  # the number of the one on each board
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


class Known(NamedTuple):
    """The cards that a player knows, ascending in each part."""

    own: tuple[int, ...]
    others: tuple[int, ...] = ()  # in other players' hands
    shown: tuple[int, ...] = ()  # of the dealer's
    early: tuple[int, ...] = ()  # shared cards that are yet to be laid


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
        self._plain: tuple[tuple[int, ...], Faced, Policy] | None = None  # the last hand with nothing else known
        self._gains: dict[tuple[Known, int], float] = {}
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
        self._renamed = [self._moved(np.arange(len(universe), dtype=np.uint8)[:, None], names) for names in SUIT_ORDERS]
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
        faces, first = self.universe.faces, setting.own + setting.dealers
        situations = []
        for deal in deals.tolist():
            known = Known(
                tuple(faces(setting.cards(deal[: setting.own]))),
                tuple(faces(setting.cards(deal[first : first + hands * setting.own]))),
                tuple(faces(setting.cards(deal[setting.own : setting.own + shown]))),
                tuple(faces(setting.cards(deal[len(deal) - early :]))) if early else (),
            )
            situations.append(self._canonical(known))
        found = self._all_gains(situations, place)
        return np.array([found[known] for known in situations])

    def card_classes(self, setting: Setting, *, shown: int = 0, early: int = 0) -> Counter[Known]:
        """Every hand of the player's with one known card, up to the names of suits, and how often each comes."""
        assert shown + early == 1
        cards = range(len(self.universe))
        owns = Counter(self._canonical(Known(own)) for own in combinations(cards, setting.own))
        found: Counter[Known] = Counter()
        for (own, *_), times in owns.items():
            for card in cards:
                if card not in own:
                    known = Known(own, (), (card,) * shown, (card,) * early)
                    found[self._canonical(known)] += times
        return found

    def exact(self, setting: Setting, *, shown: int = 0, early: int = 0, place: int = 0) -> Fraction:
        """The gain of one known card over all deals. Every deal counts alike, so it is whole in parts of a deal."""
        classes = self.card_classes(setting, shown=shown, early=early)
        gains = self._all_gains(classes, place)
        size, own, theirs = len(self.universe), setting.own, setting.dealers
        deals = comb(size, own) * (size - own) * comb(size - own - 1, theirs - shown)
        deals *= perm(size - own - theirs, self.size) * PARTS_OF_A_UNIT
        mean = fsum(gains[known] * times for known, times in classes.items()) / classes.total()
        return Fraction(round(mean * deals), deals)

    def _all_gains(self, situations: Iterable[Known], place: int) -> dict[Known, float]:
        """What each situation gains; hand by hand, since all of a hand's have much in common."""
        stage = min((seen for seen in self.stages if seen > place), default=self.size)
        found = {}
        for known in sorted(set(situations)):
            if (known, stage) not in self._gains:
                self._gains[known, stage] = self._gain(known, stage)
            found[known] = self._gains[known, stage]
        return found

    def _canonical(self, known: Known) -> Known:
        """The first of all situations that differ in the names of suits alone."""
        return min(
            Known(*(tuple(sorted(renamed[list(cards)].tolist())) for cards in known)) for renamed in self._renamed
        )

    def _gain(self, known: Known, stage: int) -> float:
        if self._plain is None or self._plain[0] != known.own:
            policy: Policy = {}
            plain = self._with_nothing_known(known.own)
            self._solved(plain, policy, (), learn=True)
            self._plain = known.own, plain, policy
        _, plain, policy = self._plain
        faced = self._faced(plain, known)._replace(early=np.array(known.early, np.int64), stage=stage)
        line = self._solved(faced, policy, (), learn=False)
        return float(line.best[0] - line.usual[0])

    def _with_nothing_known(self, own: tuple[int, ...]) -> Faced:
        """A hand on every board without its cards, against every dealer's hand that is left."""
        dealers, cards = self.dealers, self.universe.real(own)
        boards = np.flatnonzero(~np.isin(self.boards, own).any(axis=1))
        strengths, facts, numbers = [], dict[Any, int](), []
        spot = Spot(1, self._walker.stakes, cards)
        for row in self.boards[boards].tolist():
            strength, fact = self.game.player_class(spot, HouseCards((), self.universe.real(row)))
            strengths.append(strength)
            numbers.append(facts.setdefault(fact, len(facts)))
        low, high = dealers.standing(strengths)
        hands = np.flatnonzero(~np.isin(dealers.hands, own).any(axis=1))
        faced = Faced(cards, boards, list(facts), np.array(numbers, np.int64), low, high, hands, NONE, NONE, 0)
        return self._compared(faced)

    def _faced(self, plain: Faced, known: Known) -> Faced:
        """The same without the cards that are known, against the dealer's hands that have those shown."""
        if not known.others and not known.shown:
            return plain
        hands = self.dealers.hands[plain.hands]
        possible = ~np.isin(hands, known.others).any(axis=1)
        for card in known.shown:
            possible &= (hands == card).any(axis=1)
        here = ~np.isin(self.boards[plain.boards], (*known.others, *known.shown)).any(axis=1)
        return self._compared(
            plain._replace(
                boards=plain.boards[here],
                fact=plain.fact[here],
                low=plain.low[here],
                high=plain.high[here],
                hands=plain.hands[possible],
            )
        )

    def _compared(self, faced: Faced) -> Faced:
        dealers = self.dealers
        counts: Ints = np.zeros((len(faced.boards), len(dealers.facts), 3), np.int64)
        stand_on_boards(
            faced.boards, self.classes, faced.hands, dealers.strength, dealers.fact, faced.low, faced.high, counts
        )
        return faced._replace(counts=counts)

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
        for kind in range(len(faced.facts)):
            here = np.flatnonzero(faced.fact == kind)
            if not len(here):
                continue
            for fact, stands in np.argwhere(faced.counts[here].any(axis=0)).tolist():
                board = int(here[np.argmax(faced.counts[here, fact, stands] > 0)])
                net = self._paid(made, faced, board, fact, stands)
                total[here] += net * faced.counts[here, fact, stands]
        return total / faced.ways

    def _paid(self, made: tuple[Decision, ...], faced: Faced, board: int, fact: int, stands: int) -> float:
        key = made, faced.facts[faced.fact[board]], fact, stands
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
        return float(net_of(self.game, self._walker.play(dealt, in_order(made)), self.game.wagers.main_group) / UNIT)
