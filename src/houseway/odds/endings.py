"""How hands end: classes of situations and of the dealer's hands, and what the rules pay a witness of each class.

`settle` is called once for each class, on one deal that stands for all of it (the witness). A side wager that depends
on the player's cards alone is settled for each of the hands it looks at; one that looks at the dealer's cards is
settled by class, as the game promises.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.errors import HousewayError
from houseway.odds.dealers import Dealers, hands_of, random_hands
from houseway.odds.levels import Level, contexts
from houseway.odds.limits import CLASS_SECONDS, COMPARE_SECONDS, SETTLE_SECONDS, Meter
from houseway.odds.nodes import End
from houseway.odds.outcomes import Line, Outcome, OutcomeRegistry
from houseway.odds.player_classes import PlayerClasses, ranked
from houseway.odds.resuming import LoopDone, is_resumable
from houseway.odds.sheet import OddsSheet
from houseway.odds.situations import Atom, SpotBuilder, dealer_cards
from houseway.odds.sweep import by_value
from houseway.odds.tree import Tree
from houseway.odds.universe import Faces, Ints, first_of_each, renumbered
from houseway.odds.walk import (
    ASIDE,
    COMMUNITY_CARDS,
    DEALER_CARDS,
    FOLDED_OR_NOT,
    OWN,
    UNIT,
    NeedsCards,
    OpeningStakes,
    Piles,
    in_order,
    settle_all,
    settle_one,
)
from houseway.rules.game import Game, HouseCards, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, Settle

PREFERENCE = 4  # classifying all of the dealer's hands may take so much longer than sampling them: it leaves no error
SPARE = 12  # filler cards for piles that a hand never gets to see


@dataclass(eq=False)
class Ending:
    """An end of the tree: for each situation its kind, and how many of the dealer's hands fall into each column.

    `outcomes[kind, column]` is the number of the outcome, -1 where there is none.
    """

    end: End
    kinds: Ints
    counts: NDArray[Any]  # (situations, columns)
    outcomes: Ints  # (kinds, columns)
    ways: int  # the number of dealer's hands in every situation
    other: NDArray[Any] | None = None  # of a sample: the half that is counted, where `counts` is the half that decides

    @property
    def counted(self) -> NDArray[Any]:
        return self.counts if self.other is None else self.other


class Endings:
    """All ends of a tree, evaluated lazily."""

    def __init__(self, game: Game[Any], tree: Tree, sheet: OddsSheet[Any]) -> None:
        self.game, self.tree, self.sheet = game, tree, sheet
        self.main = game.wagers.main_group
        self.sides = game.wagers.sides
        self.registry = OutcomeRegistry(game, sheet)
        self.walker = self.registry.walker
        self.looks = dict.fromkeys(self.sides, "dealt")  # what each side wager looks at: "dealt", "own" or "dealer"
        self._endings: dict[int, Ending] = {}
        self._by_dealt: dict[Any, list[Line] | None] = {}
        self._levels: dict[Level, int] = {}
        self._dealers: dict[Any, Dealers] = {}
        self.player_classes = PlayerClasses(game)
        self._counts: dict[Any, NDArray[Any]] = {}
        self._shared: dict[Any, list[str]] = {}
        self.by_class: dict[Any, dict[tuple[Hashable, Hashable, int], Outcome]] = {}
        self.unit = UNIT
        kind = type(sheet)
        self._plainly_named = kind.label is OddsSheet.label and kind.side_label is OddsSheet.side_label

    @property
    def outcomes(self) -> list[Outcome]:
        return self.registry.outcomes

    def of(self, end: End) -> Ending:
        if end.number not in self._endings:
            self._endings[end.number] = self._evaluated(end)
        return self._endings[end.number]

    def _evaluated(self, end: End) -> Ending:
        blank = self.is_blank(end)
        side_rows = self._side_rows(end)
        if blank:
            return self._without_dealer(end, side_rows)
        if not end.situation.unseen_dealer() and not end.situation.dealer:
            return self._alone(end, side_rows)
        return self._against_dealer(end, side_rows)

    def _against_dealer(self, end: End, side_rows: list[tuple[Ints, list[Any]]]) -> Ending:
        by_class = self.game.has_classes and not self._too_many_classes(end)
        return self._against_dealer_classes(end, side_rows) if by_class else self._every_deal(end)

    def _too_many_classes(self, end: End) -> bool:
        """Whether sampling the dealer's hands is much cheaper than classifying all of them, or a side wager may need
        more than classes; only in a sample."""
        if self.tree.sample is None:
            return False
        if "dealer" in self.looks.values():
            return True
        level = end.level
        shared = [group.where for group in level.groups if group.where.split()[0] in (COMMUNITY, DEALER)]
        sizes = [atom.size for atom in end.situation.unseen_dealer()]
        hands = _ways(level.universe.size, sizes) * len(contexts(level, shared)[0])
        by_class = hands * (CLASS_SECONDS + (1 << sum(sizes)) * COMPARE_SECONDS)
        return by_class > PREFERENCE * len(level) * self.tree.sample.dealers * SETTLE_SECONDS

    # --- what does not depend on the dealer ---

    def is_blank(self, end: End) -> bool:
        """Whether the main wagers end the same way whatever the cards, as after a fold."""
        spot, house = SpotBuilder(self.game, end.level, end.situation).blank()
        try:
            for wager in self.main:
                if wager in end.situation.stakes or self.game.wagers.bonuses.get(wager) in end.situation.stakes:
                    settle_one(self.game, self.tree.steps, wager, spot, house)
        except NeedsCards:
            return False
        return True

    def _side_rows(self, end: End) -> list[tuple[Ints, list[Any]]]:
        """For each side wager: the row of each situation and the distinct rows; none where it looks at the dealer."""
        found: list[tuple[Ints, list[Any]]] = []
        level = end.level
        builder = SpotBuilder(self.game, level, end.situation)
        for side in self.sides:
            dealt = [group.where for group in level.groups if group.where.split()[0] in ("dealt", "held", "thrown")]
            rows, number, _ = contexts(level, dealt)
            answers = self.pays_by_dealt_cards(end, side, dealt, rows)
            if answers is None:
                self._note_what_it_looks_at(side, "own")
                number = np.arange(len(level))
                try:
                    side_pay, rows_of_faces = self.registry.side_pay, level.rows.tolist()
                    answers = [side_pay(side, spot, house) for spot, house in builder.many(rows_of_faces)]
                except NeedsCards as needs:
                    if needs.args[0] != "dealer":
                        message = f"{self.game.name}: {side} is settled by cards that are never dealt."
                        raise HousewayError(message) from None
                    self._note_what_it_looks_at(side, "dealer")
                    found.append((np.zeros(len(level), np.int64), [None]))
                    continue
            lines = {id(line): line for line in answers}
            places = {number: place for place, number in enumerate(lines)}
            answer_rows = np.array([places[id(line)] for line in answers], np.int64)
            found.append((answer_rows[number], list(lines.values())))
        return found

    def _note_what_it_looks_at(self, side: str, looks: str) -> None:
        if self.looks[side] != "dealer":
            self.looks[side] = looks

    def pays_by_dealt_cards(self, end: End, side: str, dealt: list[str], rows: Faces) -> list[Line] | None:
        """What a side wager pays on the cards dealt alone; None if it looks at more."""
        universe, house = end.level.universe, HouseCards(DEALER_CARDS, COMMUNITY_CARDS)
        key = side, rows.shape, rows.tobytes()
        if key not in self._by_dealt:  # whatever is decided
            spot = Spot(1, OpeningStakes(self.walker.stakes), (), OWN, ASIDE, OWN, FOLDED_OR_NOT, frozenset(), house)
            spots = (spot._replace(dealt=universe.real(row)) for row in rows.tolist())
            self._by_dealt[key] = self._pays(side, spots, house)
        if self._by_dealt[key] is not None:
            return self._by_dealt[key]
        level = Level(universe, tuple(group for group in end.level.groups if group.where in dealt), rows)
        builder = SpotBuilder(self.game, level, end.situation.with_(takes=False))
        spots = (builder(row)[0]._replace(drawn=OWN, aside=ASIDE, seen=house) for row in rows.tolist())
        return self._pays(side, spots, house)

    def _pays(self, side: str, spots: Iterable[Spot], house: HouseCards) -> list[Line] | None:
        try:
            return [self.registry.side_pay(side, spot, house) for spot in spots]
        except NeedsCards:
            return None

    def _kinds(self, parts: Sequence[NDArray[Any]]) -> tuple[Ints, list[int]]:
        """Group situations that agree in all parts: the kind of each, and the first situation of every kind."""
        number, count = np.zeros(len(parts[0]), np.int64), 1
        for part in parts:
            if part.any():
                width = int(part.max()) + 1
                number = renumbered(number * width + part, count * width)
                count = int(number.max()) + 1
        return number, first_of_each(number, count).tolist()

    def _without_dealer(self, end: End, side_rows: list[tuple[Ints, list[Any]]]) -> Ending:
        count = len(end.level)
        if any(rows == [None] for _, rows in side_rows):
            return self._against_dealer(end, side_rows)
        kinds, first = self._kinds([np.zeros(count, np.int64), *(rows for rows, _ in side_rows)])
        outcomes = np.array([[self._witness(end, state)] for state in first], np.int64)
        return Ending(end, kinds, np.ones((count, 1), np.int8), outcomes, 1)

    def _alone(self, end: End, side_rows: list[tuple[Ints, list[Any]]]) -> Ending:
        """A game without a dealer's hand: settled by the player's class or, without classes, hand by hand."""
        count = len(end.level)
        if self.game.has_classes:
            classes = self.player_classes.of(end)
            kinds, first = self._kinds([classes.fact, *(rows for rows, _ in side_rows)])
            outcomes = np.array([[self._witness(end, state)] for state in first], np.int64)
            for state, (made,) in zip(first, outcomes.tolist(), strict=True):
                self.note_class(end, classes.facts[classes.fact[state]], None, 0, made)
            return Ending(end, kinds, np.ones((count, 1), np.int8), outcomes, 1)
        settled = self.settling(end)
        found = np.array([settled(row, ()) for row in end.level.rows.tolist()], np.int64)
        numbers, kinds = np.unique(found, return_inverse=True)
        return Ending(end, kinds.reshape(-1), np.ones((count, 1), np.int8), numbers[:, None], 1)

    # --- against the dealer, by class ---

    def note_class(self, end: End, fact: Hashable, theirs: Hashable, stands: int, outcome: int) -> None:
        """Record what a class was paid, for `probing`."""
        kept = self.by_class.setdefault(history_key(end.situation.decisions), {})
        kept[fact, theirs, stands] = self.outcomes[outcome]

    def _dealers_of(self, end: End) -> tuple[Dealers, list[str]]:
        """The dealer's hands, given the dealer's visible cards and the shared cards that the dealer's class needs."""
        atoms, level = end.situation.dealer, end.level
        shared = [atom.where for atom in atoms if atom.where]
        community = [group.where for group in level.groups if group.where.startswith("community")]
        key = level, tuple(shared), bool(community), "context"
        if key not in self._dealers:
            looks = self._looks_at_community(end, atoms)
            if looks:
                shared = [*community, *shared]
            groups = [group for group in level.groups if group.where in shared]
            wheres = [group.where for group in groups]
            rows, _, _ = contexts(level, wheres)
            base: Any = "none", atoms if not wheres else key
            if base not in self._dealers:
                self._dealers[base] = self._made_dealers(level, atoms, groups, rows, looks=looks)
            self._dealers[key] = self._dealers[base]
            self._shared[key] = wheres
        return self._dealers[key], self._shared[key]

    def _made_dealers(
        self, level: Any, atoms: Sequence[Atom], groups: Sequence[Any], rows: Faces, *, looks: bool
    ) -> Dealers:
        universe, class_of, width = level.universe, self.game.dealer_class, rows.shape[1]
        plain = all(not atom.where and not atom.when for atom in atoms) and universe.single
        one = [copies[0] for copies in universe.cards]

        def plainly(row: Sequence[int]) -> tuple[Any, Hashable]:
            cards = tuple([one[face] for face in row])
            return class_of(HouseCards(cards[width:], cards[:width] if looks else COMMUNITY_CARDS))

        def fully(row: Sequence[int]) -> tuple[Any, Hashable]:
            cards = universe.real(row)
            shown, start = {}, 0
            community: tuple[Any, ...] = ()
            for group in groups:
                lies = cards[start : start + group.size]
                start += group.size
                if group.where.startswith("community"):
                    community += lies
                shown[group.where] = lies
            lie = community if looks else COMMUNITY_CARDS
            return class_of(dealer_cards(self.game, universe, atoms, shown, cards[start:], lie))

        def together(rows: Faces) -> Any:
            if any(atom.when for atom in atoms):
                return None  # not every row is a hand
            where = [group.where for group in groups for _ in range(group.size)]
            lies = np.array([*(name.startswith(COMMUNITY) for name in where), *[False] * (rows.shape[1] - width)], bool)
            return ranked(self.game, universe, rows[:, ~lies], rows[:, lies], self.game.dealer_fact)

        sizes = [atom.size for atom in atoms if not atom.where]
        return Dealers(universe, groups, rows, sizes, plainly if plain else fully, together)

    def _looks_at_community(self, end: End, atoms: Sequence[Atom]) -> bool:
        """Whether the dealer's class needs the shared cards, tried on a few hands."""
        universe = end.level.universe
        count = sum(atom.size for atom in atoms)
        for first in range(0, len(universe) - count, max(1, (len(universe) - count) // 8)):
            cards = universe.real(range(first, first + count))
            shown, at = {}, 0
            unseen: list[Any] = []
            for atom in atoms:
                if atom.where:
                    shown[atom.where] = cards[at : at + atom.size]
                else:
                    unseen += cards[at : at + atom.size]
                at += atom.size
            try:
                self.game.dealer_class(dealer_cards(self.game, universe, atoms, shown, unseen, COMMUNITY_CARDS))
            except NeedsCards:
                return True
        return False

    def _against_dealer_classes(self, end: End, side_rows: list[tuple[Ints, list[Any]]]) -> Ending:
        classes = self.player_classes.of(end)
        dealers, wheres = self._dealers_of(end)
        _, number, out = contexts(end.level, wheres)
        low, high = dealers.standing(classes.strengths)
        if (classes.key, dealers) not in self._counts:
            mine = low[classes.strength], high[classes.strength]
            self._counts[classes.key, dealers] = dealers.counts(number, out, *mine)
        counts = self._counts[classes.key, dealers]
        columns = counts.reshape(len(counts), -1)
        kinds, first = self._kinds([classes.fact, *(rows for rows, _ in side_rows)])
        outcomes = np.full((len(first), columns.shape[1]), -1, np.int64)
        for kind, column, state in _first_of_columns(kinds, columns, len(first)):
            fact, stands = divmod(column, 3)
            at = int(classes.strength[state])
            hand = dealers.first_hand(int(number[state]), out[state], fact, stands, int(low[at]), int(high[at]))
            assert hand is not None, "a dealer's hand was counted that cannot be dealt"
            made = self._witness(end, state, dealers, wheres, number, out, hand)
            outcomes[kind, column] = made
            self.note_class(end, classes.facts[classes.fact[state]], dealers.facts[fact], 1 - stands, made)
        return Ending(end, kinds, columns, outcomes, dealers.ways(end.level.width))

    # --- witnesses ---

    def _witness(
        self,
        end: End,
        state: int,
        dealers: Dealers | None = None,
        wheres: Sequence[str] = (),
        number: Ints | None = None,
        out: Faces | None = None,
        hand: Sequence[int] = (),
    ) -> int:
        """The outcome of one deal of a class, as the rules settle it."""
        level = end.level
        row = level.rows[state].copy()
        if dealers is not None:
            assert number is not None
            assert out is not None
            shared = level.columns(wheres)
            row[[column for column in range(level.width) if column not in shared]] = out[state]
            row[shared] = dealers.contexts[number[state]]
        cards = level.universe.real((*row.tolist(), *hand))
        return self.outcome_of(end, cards)

    def outcome_of(self, end: End, cards: Sequence[Any]) -> int:
        level, situation = end.level, end.situation
        piles, shown = _piles(level, cards)
        spare = self._spare(cards)
        unseen = list(cards[level.width :])
        if not unseen:
            unseen = [next(spare) for atom in situation.unseen_dealer() for _ in range(atom.size)]
        community = (*piles["community"], *(next(spare) for _ in range(situation.community)))
        dealer = dealer_cards(self.game, level.universe, situation.dealer, shown, unseen, community).dealer
        builder = SpotBuilder(self.game, level, situation)
        decisions = [decision for _, decision in builder.from_cards(tuple(cards[: level.width]))[0].decisions]
        more = tuple(next(spare) for _ in range(SPARE))
        hand = self.walker.play(
            Piles(
                dealt=(*piles["dealt"], *more),
                drawn=(*piles["drawn"], *more),
                aside=(*piles["aside"], *more),
                dealer=(*dealer, *more),
                community=(*community, *more),
            ),
            in_order(decisions),
        )
        return self.registry.number(hand)

    def _spare(self, used: Sequence[Any]) -> Any:
        """Filler cards for slots that nobody looks at."""
        left = list(self.game.deck)
        for card in used:
            left.remove(card)
        return cycle(left or self.game.deck)

    # --- without classes: every deal is settled ---

    def _every_deal(self, end: End) -> Ending:
        """Every dealer's hand against every situation, or as many as the sample size says.

        A sample is split: one half picks the decisions, the other half is counted. Counting the half that picked them
        would bias the result in the player's favour.
        """
        level, sample = end.level, self.tree.sample
        sizes = [atom.size for atom in end.situation.unseen_dealer()]
        ways = _ways(level.unseen(), sizes)
        half = ways if sample is None else sample.dealers // 2
        all_hands = 2 * half >= ways
        hands = hands_of(level.universe, sizes) if all_hands else None
        number = self._levels.setdefault(level, len(self._levels))
        meter, settled = Meter("settling deals", len(level)), self.settling(end)
        found: list[tuple[dict[int, int], dict[int, int]]] = []
        if hands is not None:
            found = [(tally, tally) for tally in self._settled_by_all(end, hands, settled, meter)]
        for state, row in enumerate(level.rows.tolist() if hands is None else ()):
            meter.done(state)
            assert sample is not None
            random = np.random.default_rng((*sample.seed, number, state))  # the same hands whatever was decided
            drawn = [settled(row, hand) for hand in random_hands(level.universe, row, sum(sizes), 2 * half, random)]
            found.append((_tallied((o, 1) for o in drawn[:half]), _tallied((o, 1) for o in drawn[half:])))
        counts, other = (np.zeros((len(level), len(self.outcomes)), np.int64) for _ in range(2))
        for state, tallies in enumerate(found):
            for table, tally in zip((counts, other), tallies, strict=True):
                for outcome, times in tally.items():
                    table[state, outcome] = times
        numbers = np.arange(len(self.outcomes))[None]
        return Ending(end, np.zeros(len(level), np.int64), counts, numbers, ways if all_hands else half, other)

    def _settled_by_all(self, end: End, hands: Any, settled: Any, meter: Meter) -> list[dict[int, int]]:
        """How often each outcome is met in every situation. States in which one was met for the first time are settled
        again when a count goes on, so that outcomes have the same numbers."""
        rows = end.level.rows
        numbered = [(outcome.net, outcome.label, outcome.sides, outcome.cases) for outcome in self.outcomes]
        over = history_key(end.situation.decisions), numbered, end.level.universe.copies.tolist()
        done = LoopDone(rows, repr(over).encode())
        resumes = is_resumable(self.game)
        before, first = done.read() if resumes else {}, [0]
        tallies: list[dict[int, int]] = [{} for _ in range(int(before["states"]) if before else 0)]
        for state, outcome, times in before["tallies"].tolist() if before else ():
            tallies[state][outcome] = times
        again = set(before["first"].tolist()) if before else set()
        for state, row in enumerate(rows.tolist()):
            if state < len(tallies) and state not in again:
                continue
            meter.done(state)
            known = len(self.outcomes)
            tally = _tallied((settled(row, hand), times) for hand, times in hands(row))
            if state == len(tallies):
                tallies.append(tally)
            if len(self.outcomes) > known:
                first.append(state)
            if resumes and done.is_due:
                flat = [(number, *pair) for number, tally in enumerate(tallies) for pair in tally.items()]
                done.write(states=len(tallies), tallies=np.array(flat, np.int64), first=np.array(first))
        return tallies

    def settling(self, end: End) -> Callable[[Sequence[int], Sequence[int]], int]:
        """A function from a situation's cards and the dealer's unseen ones to the number of the outcome."""
        universe, builder = end.level.universe, SpotBuilder(self.game, end.level, end.situation)
        settles = [step for step in self.tree.steps if isinstance(step, Settle)]
        atoms, width = end.situation.dealer, end.level.width
        # Where rows are named after what is paid, hands with equal pays have the same outcome.
        known: dict[tuple[Any, ...], int] = {}

        def settled(row: Sequence[int], hand: Sequence[int]) -> int:
            cards = universe.real((*row, *hand))
            spot, house = builder.from_cards(cards[:width])
            if atoms:
                shown = _piles(end.level, cards)[1]
                house = dealer_cards(self.game, universe, atoms, shown, cards[width:], house.community)
            pays: Any = tuple(settle_all(self.game, settles, spot, house))
            if not self._plainly_named or pays not in known:
                known[pays] = self.outcome_of(end, cards)
            return known[pays]

        return settled


def history_key(decisions: Sequence[tuple[str, Any]]) -> tuple[Any, ...]:
    """The decisions without the cards they were about."""
    return tuple((at, made.choice, made.multiple, len(made.discard or ())) for at, made in decisions)


def _first_of_columns(kinds: Ints, columns: NDArray[Any], count: int) -> Iterator[tuple[int, int, int]]:
    """Each kind with each column that it has hands in, and the first situation that has some."""
    order, starts = by_value(kinds, count)
    for kind in range(count):
        states = order[starts[kind] : starts[kind + 1]]
        for column in range(columns.shape[1]):
            found = columns[states, column] > 0
            first = int(np.argmax(found))
            if found[first]:
                yield kind, column, int(states[first])


def _piles(level: Any, cards: Sequence[Any]) -> tuple[dict[str, list[Any]], Mapping[str, Sequence[Any]]]:
    """The cards of a row by the pile they are dealt to, and the dealer's visible cards by group."""
    piles: dict[str, list[Any]] = {"dealt": [], "drawn": [], "aside": [], "community": []}
    shown: dict[str, Sequence[Any]] = {}
    board: dict[str, Sequence[Any]] = {}
    start = 0
    for group in level.groups:
        lies = cards[start : start + group.size]
        start += group.size
        kind = group.where.split()[0]
        if kind == "dealer":
            shown[group.where] = lies
        elif kind == "community":
            board[group.where] = lies
        else:
            piles["dealt" if kind in ("held", "thrown") else kind] += lies
    piles["community"] = [card for where in sorted(board) for card in board[where]]  # as they lie
    return piles, shown


def _ways(unseen: int, sizes: Sequence[int]) -> int:
    ways = 1
    for size in sizes:
        ways, unseen = ways * comb(unseen, size), unseen - size
    return ways


def _tallied(found: Iterable[tuple[int, int]]) -> dict[int, int]:
    tally: dict[int, int] = {}
    for outcome, times in found:
        tally[outcome] = tally.get(outcome, 0) + times
    return tally
