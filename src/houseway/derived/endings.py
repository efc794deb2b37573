"""How hands end: classes of situations and of the dealer's hands, and what the rules pay for one deal of each class.

`settle` is asked once for each class. What a side wager pays on the player's own cards alone is asked for each of the
hands it looks at; a wager that looks at the dealer's cards is paid by the classes, as the game promises.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle
from math import comb
from typing import Any, NamedTuple

import numpy as np

from houseway.counting.game_odds import Hand, Labels
from houseway.derived.dealers import Dealers, hands_of, random_hands
from houseway.derived.levels import Level, contexts
from houseway.derived.situations import Atom, Maker, asked, dealer_cards, without_collecting
from houseway.derived.tree import End, Tree
from houseway.derived.universe import Faces, Ints
from houseway.derived.walk import (
    ASIDE,
    COMMUNITY_CARDS,
    DEALER_CARDS,
    OWN,
    UNIT,
    NeedsCards,
    Piles,
    Walker,
    in_order,
    net_of,
    settle_all,
    settle_one,
)
from houseway.errors import HousewayError
from houseway.rules.game import Game, HouseCards, Spot
from houseway.rules.procedure import Settle

SPARE = 12  # cards that stand in for what a hand does not come to
NOT_SEEN = HouseCards(DEALER_CARDS, COMMUNITY_CARDS)


class Outcome(NamedTuple):
    """How all wagers of a class of deals end, and a deal of it."""

    hand: Hand
    net: Fraction  # of the main wager with all that hangs on it, in units of the first wager
    bet: Fraction  # all that was bet on it
    label: str
    bonuses: tuple[tuple[str, Fraction], ...]  # the label and the net of each bonus that was paid
    sides: tuple[tuple[str, Fraction, int, int], ...]  # of each side wager: label, odds, share of the meter, prize


@dataclass(eq=False)
class Ending:
    """An end of the tree: for each situation its kind, and how many of the dealer's hands come to each column.

    `outcomes[kind, column]` is the number of the outcome, -1 where none was met.
    """

    end: End
    kinds: Ints
    counts: Ints  # (situations, columns)
    outcomes: Ints  # (kinds, columns)
    ways: int  # the dealer's hands for every situation
    other: Ints | None = None  # of a sample: what is counted, where `counts` is what decides

    @property
    def counted(self) -> Ints:
        return self.counts if self.other is None else self.other


class Outcomes:
    """What deals come to by the rules; equal ones are kept once."""

    def __init__(self, game: Game[Any], labels: Labels[Any]) -> None:
        self.game, self.labels = game, labels
        self.walker = Walker(game)
        self.found: list[Outcome] = []
        self._numbers: dict[Outcome, int] = {}

    def side_pay(self, side: str, spot: Spot, house: HouseCards = NOT_SEEN) -> Any:
        """The line of a side wager's table, or a NeedsCards where it looks at cards that are not there."""

        def question(spot: Spot, house: HouseCards) -> Any:
            pay = settle_one(self.game, self.walker.steps, side, spot, house)
            if pay is None:
                raise HousewayError(
                    f"{self.game.name} does not settle {side} for {' '.join(card.text for card in spot.dealt)}."
                )
            label = self.labels.side_label(side, Hand(spot, house, (pay,)))
            return label, Fraction(pay.odds), pay.percent, pay.cents

        return asked(question, (spot, house))

    def made(self, hand: Hand) -> Outcome:
        return self.found[self.number(hand)]

    def number(self, hand: Hand) -> int:
        stakes, first = hand.spot.stakes, Fraction(UNIT)
        net = net_of(self.game, hand, self.game.main_wagers) / first
        bet = Fraction(sum(amount for wager, amount in stakes.items() if wager in self.game.main_wagers)) / first
        bonuses = tuple(
            (label, net_of(self.game, hand, frozenset({wager})) / first) for wager, label in self.labels.bonuses(hand)
        )
        sides = []
        for side in self.game.side_wagers:
            found = hand.pay(side)
            if found is None:
                raise HousewayError(
                    f"{self.game.name} does not settle {side} for {' '.join(card.text for card in hand.spot.dealt)}."
                )
            sides.append((self.labels.side_label(side, hand), Fraction(found.odds), found.percent, found.cents))
        for wager in stakes:
            if wager in self.game.main_wagers and hand.pay(wager) is None:
                cards = " ".join(card.text for card in (*hand.spot.dealt, *hand.spot.drawn))
                raise HousewayError(f"{self.game.name} does not settle {wager} for {cards}: nothing pays or takes it.")
        outcome = Outcome(hand, net, bet, self.labels.label(hand), bonuses, tuple(sides))
        key = outcome._replace(hand=None)  # type: ignore[arg-type]
        if key not in self._numbers:
            self._numbers[key] = len(self.found)
            self.found.append(outcome)
        return self._numbers[key]


class Endings:
    """All ends of a tree, evaluated when they are first asked for."""

    def __init__(self, game: Game[Any], tree: Tree, labels: Labels[Any]) -> None:
        self.game, self.tree, self.labels = game, tree, labels
        self.main = game.main_wagers
        self.sides = game.side_wagers
        self.made = Outcomes(game, labels)
        self.walker = self.made.walker
        self.looks = dict.fromkeys(self.sides, "dealt")  # what each side wager is settled by: also "own", "dealer"
        self._made: dict[int, Ending] = {}
        self._dealers: dict[Any, Dealers] = {}
        self._classes: dict[Any, tuple[list[Any], list[Hashable]]] = {}
        self._counts: dict[Any, Ints] = {}
        self._shared: dict[Any, list[str]] = {}
        self.by_class: dict[Any, dict[tuple[Hashable, Hashable, int], Outcome]] = {}
        self.unit = UNIT
        kind = type(labels)
        self._plainly_named = kind.label is Labels.label and kind.side_label is Labels.side_label

    @property
    def outcomes(self) -> list[Outcome]:
        return self.made.found

    def of(self, end: End) -> Ending:
        if end.number not in self._made:
            self._made[end.number] = self._evaluated(end)
        return self._made[end.number]

    def _evaluated(self, end: End) -> Ending:
        blank = self._blank(end)
        side_rows = self._side_rows(end)
        if blank:
            return self._without_dealer(end, side_rows)
        if not end.situation.unseen_dealer() and not end.situation.dealer:
            return self._alone(end, side_rows)
        if not self.game.has_classes:
            return self._plain(end)
        return self._by_class(end, side_rows)

    # --- what does not hang on the dealer ---

    def _blank(self, end: End) -> bool:
        """Whether the main wagers end the same whatever the cards are, as after a fold."""
        spot, house = Maker(self.game, end.level, end.situation).blank()
        try:
            for wager in self.main:
                if wager in end.situation.stakes or self.game.bonuses.get(wager) in end.situation.stakes:
                    settle_one(self.game, self.tree.steps, wager, spot, house)
        except NeedsCards:
            return False
        return True

    def _side_rows(self, end: End) -> list[tuple[Ints, list[Any]]]:
        """For each side wager: the row of each situation and the different rows; none where it looks at the dealer."""
        found = []
        level = end.level
        maker = Maker(self.game, level, end.situation)
        for side in self.sides:
            dealt = [group.where for group in level.groups if group.where.split()[0] in ("dealt", "held", "thrown")]
            rows, number, _ = contexts(level, dealt)
            answers = self._asked_of_dealt(end, side, dealt, rows)
            if answers is None:
                self._notes(side, "own")
                number = np.arange(len(level))
                answers = [self.made.side_pay(side, *maker(row)) for row in level.rows.tolist()]
            if any(isinstance(answer, NeedsCards) for answer in answers):
                if any(answer.args[0] != "dealer" for answer in answers if isinstance(answer, NeedsCards)):
                    raise HousewayError(f"{self.game.name}: {side} is settled by cards that are dealt to nobody.")
                self._notes(side, "dealer")
                found.append((np.zeros(len(level), np.int64), [None]))
                continue
            different = {answer: place for place, answer in enumerate(dict.fromkeys(answers))}
            places = np.array([different[answer] for answer in answers], np.int64)
            found.append((places[number], list(different)))
        return found

    def _notes(self, side: str, looks: str) -> None:
        if self.looks[side] != "dealer":
            self.looks[side] = looks

    def _asked_of_dealt(self, end: End, side: str, dealt: list[str], rows: Faces) -> list[Any] | None:
        """What a side wager pays by the cards dealt alone, None where it looks at more."""
        level = Level(end.level.universe, tuple(group for group in end.level.groups if group.where in dealt), rows)
        maker = Maker(self.game, level, end.situation.with_(takes=False))
        house = HouseCards(DEALER_CARDS, COMMUNITY_CARDS)
        answers = []
        for row in rows.tolist():
            spot, _ = maker(row)
            hidden = spot._replace(drawn=OWN, aside=ASIDE, seen=house)
            answer = self.made.side_pay(side, hidden, house)
            if isinstance(answer, NeedsCards):
                return None
            answers.append(answer)
        return answers

    def _kinds(self, parts: Sequence[Ints]) -> tuple[Ints, list[int]]:
        """Situations that are alike in all parts: the kind of each, and the first situation of every kind."""
        stacked = np.stack(parts, axis=1)
        _, first, number = np.unique(stacked, axis=0, return_index=True, return_inverse=True)
        return number.reshape(-1).astype(np.int64), first.tolist()

    def _without_dealer(self, end: End, side_rows: list[tuple[Ints, list[Any]]]) -> Ending:
        count = len(end.level)
        if any(rows == [None] for _, rows in side_rows):
            if self.game.has_classes:
                return self._by_class(end, side_rows)
            return self._plain(end)
        kinds, first = self._kinds([np.zeros(count, np.int64), *(places for places, _ in side_rows)])
        outcomes = np.array([[self._witness(end, state)] for state in first], np.int64)
        return Ending(end, kinds, np.ones((count, 1), np.int64), outcomes, 1)

    def _alone(self, end: End, side_rows: list[tuple[Ints, list[Any]]]) -> Ending:
        """A game without a dealer's hand: the player's class says all, or each hand is settled."""
        count = len(end.level)
        if self.game.has_classes:
            _, _, facts = self._player_classes(end)
            parts = [_numbered(facts), *(places for places, _ in side_rows)]
            kinds, first = self._kinds(parts)
            outcomes = np.array([[self._witness(end, state)] for state in first], np.int64)
            for state, (made,) in zip(first, outcomes.tolist(), strict=True):
                self._promised(end, facts[state], None, 0, made)
            return Ending(end, kinds, np.ones((count, 1), np.int64), outcomes, 1)
        settled = self.settling(end)
        found = np.array([settled(row, ()) for row in end.level.rows.tolist()], np.int64)
        numbers, kinds = np.unique(found, return_inverse=True)
        return Ending(end, kinds.reshape(-1), np.ones((count, 1), np.int64), numbers[:, None], 1)

    # --- against the dealer, by class ---

    def _player_classes(self, end: End) -> tuple[Any, list[Any], list[Hashable]]:
        """A key that ends with the same classes share, the strengths and the facts of all situations."""
        # How much was bet is no matter to most classes: it is tried without, and so is what was decided.
        for key, decisions in self._without_sizes(end):
            if key not in self._classes:
                try:
                    self._classes[key] = self._classified(end, decisions, None if decisions is None else OWN)
                except NeedsCards:
                    continue
            return key, *self._classes[key]
        raise AssertionError("a class needs cards that are there")

    def _without_sizes(self, end: End) -> Iterator[tuple[Any, Any]]:
        now = end.situation
        base = end.level, now.takes, now.community
        if not now.thrown:
            yield (base, "whatever was decided"), OWN
        yield (
            (base, tuple((at, made.choice, made.key, len(made.discard or ())) for at, made in now.decisions)),
            tuple((at, made._replace(multiple=OWN)) for at, made in now.decisions),
        )
        yield end.number, None

    def _classified(self, end: End, decisions: Any, stakes: Any) -> tuple[list[Any], list[Hashable]]:
        maker, class_of = Maker(self.game, end.level, end.situation), self.game.player_class
        with without_collecting():
            rows = end.level.rows.tolist()
            found = [class_of(spot, house) for spot, house in maker.many(rows, decisions, stakes)]
            return [strength for strength, _ in found], [fact for _, fact in found]

    def _promised(self, end: End, fact: Hashable, theirs: Hashable, stands: int, outcome: int) -> None:
        """Note what a class was paid, for `probing`."""
        kept = self.by_class.setdefault(history_key(end.situation.decisions), {})
        kept[fact, theirs, stands] = self.outcomes[outcome]

    def _dealers_of(self, end: End) -> tuple[Dealers, list[str]]:
        """The dealer's hands, given the shared cards that his class looks at and his own that are seen."""
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
        universe = level.universe

        class_of = self.game.dealer_class
        width = rows.shape[1]
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

        sizes = [atom.size for atom in atoms if not atom.where]
        return Dealers(universe, groups, rows, sizes, plainly if plain else fully)

    def _looks_at_community(self, end: End, atoms: Sequence[Atom]) -> bool:
        """Whether the dealer's class needs shared cards; the first hands that can be dealt are tried."""
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

    def _by_class(self, end: End, side_rows: list[tuple[Ints, list[Any]]]) -> Ending:
        key, strengths, facts = self._player_classes(end)
        dealers, wheres = self._dealers_of(end)
        _, number, out = contexts(end.level, wheres)
        if (key, dealers) not in self._counts:
            self._counts[key, dealers] = dealers.counts(number, out, strengths)
        counts = self._counts[key, dealers]
        columns = counts.reshape(len(counts), -1)
        kinds, first = self._kinds([_numbered(facts), *(places for places, _ in side_rows)])
        outcomes = np.full((len(first), columns.shape[1]), -1, np.int64)
        for kind in range(len(first)):
            states = np.flatnonzero(kinds == kind)
            found = columns[states]
            for column in np.flatnonzero(found.any(axis=0)).tolist():
                state = int(states[int(np.argmax(found[:, column] > 0))])
                hand = self._dealers_hand(dealers, int(number[state]), out[state], strengths[state], column)
                made = self._witness(end, state, dealers, wheres, number, out, hand)
                outcomes[kind, column] = made
                fact, stands = divmod(column, 3)
                self._promised(end, facts[state], dealers.facts[fact], 1 - stands, made)
        return Ending(end, kinds, columns, outcomes, dealers.ways(end.level.width))

    def _dealers_hand(self, dealers: Dealers, context: int, out: Faces, strength: Any, column: int) -> list[int]:
        """One of the dealer's hands in a column that fits beside the cards out of play."""
        fact, stands = divmod(column, 3)
        low, high = dealers.standing([strength])
        hand = dealers.first_hand(context, out, fact, stands, int(low[0]), int(high[0]))
        assert hand is not None, "a hand of the dealer's was counted that cannot be dealt"
        return hand

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
        """The outcome of one deal, as the rules settle it."""
        level = end.level
        row = level.rows[state].copy()
        if dealers is not None:
            assert number is not None
            assert out is not None
            shared = level.columns(wheres)
            row[[column for column in range(level.width) if column not in shared]] = out[state]
            row[shared] = dealers.contexts[number[state]]
        cards = level.universe.real((*row.tolist(), *hand))
        return self._outcome(end, cards)

    def _outcome(self, end: End, cards: Sequence[Any]) -> int:
        level, situation = end.level, end.situation
        piles, shown = _piles(level, cards)
        spare = self._spare(cards)
        unseen = list(cards[level.width :])
        if not unseen:
            unseen = [next(spare) for atom in situation.unseen_dealer() for _ in range(atom.size)]
        community = (*piles["community"], *(next(spare) for _ in range(situation.community)))
        dealer = dealer_cards(self.game, level.universe, situation.dealer, shown, unseen, community).dealer
        maker = Maker(self.game, level, situation)
        decisions = [decision for _, decision in maker.made(tuple(cards[: level.width]))[0].decisions]
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
        return self.made.number(hand)

    def _spare(self, used: Sequence[Any]) -> Any:
        """Cards that nobody looks at, for places that have to be filled."""
        left = list(self.game.deck)
        for card in used:
            left.remove(card)
        return cycle(left or self.game.deck)

    # --- without classes: every deal is settled ---

    def _plain(self, end: End) -> Ending:
        """Each hand of the dealer's beside each situation, or as many as the sample says.

        Of a sample one half decides and the other half is counted: decisions that merely look good in the sample would
        make the game look better than it is.
        """
        level, sample = end.level, self.tree.sample
        sizes = [atom.size for atom in end.situation.unseen_dealer()]
        ways = _ways(level.unseen(), sizes)
        half = ways if sample is None else sample.dealers // 2
        all_hands = 2 * half >= ways
        hands = hands_of(level.universe, sizes)
        found: list[tuple[dict[int, int], dict[int, int]]] = []
        settled = self.settling(end)
        for state, row in enumerate(level.rows.tolist()):
            if all_hands:
                tally = _tallied((settled(row, hand), times) for hand, times in hands(row))
                found.append((tally, tally))
            else:
                assert sample is not None
                random = np.random.default_rng((sample.seed, end.number, state))
                drawn = [settled(row, hand) for hand in random_hands(level.universe, row, sum(sizes), 2 * half, random)]
                found.append((_tallied((o, 1) for o in drawn[:half]), _tallied((o, 1) for o in drawn[half:])))
        counts, other = (np.zeros((len(level), len(self.outcomes)), np.int64) for _ in range(2))
        for state, tallies in enumerate(found):
            for table, tally in zip((counts, other), tallies, strict=True):
                for outcome, times in tally.items():
                    table[state, outcome] = times
        numbers = np.arange(len(self.outcomes))[None]
        return Ending(end, np.zeros(len(level), np.int64), counts, numbers, ways if all_hands else half, other)

    def settling(self, end: End) -> Callable[[Sequence[int], Sequence[int]], int]:
        """A function from a situation's cards and the dealer's unseen ones to the number of the outcome."""
        universe, maker = end.level.universe, Maker(self.game, end.level, end.situation)
        settles = [step for step in self.tree.steps if isinstance(step, Settle)]
        atoms, width = end.situation.dealer, end.level.width
        # Where rows are named after what is paid, hands that are paid alike end alike.
        known: dict[tuple[Any, ...], int] = {}

        def settled(row: Sequence[int], hand: Sequence[int]) -> int:
            cards = universe.real((*row, *hand))
            spot, house = maker.made(cards[:width])
            if atoms:
                shown = _piles(end.level, cards)[1]
                house = dealer_cards(self.game, universe, atoms, shown, cards[width:], house.community)
            pays: Any = tuple(settle_all(self.game, settles, spot, house))
            if not self._plainly_named or pays not in known:
                known[pays] = self._outcome(end, cards)
            return known[pays]

        return settled


def history_key(decisions: Sequence[tuple[str, Any]]) -> tuple[Any, ...]:
    """What was decided, whatever the cards were."""
    return tuple((at, made.choice, made.multiple, len(made.discard or ())) for at, made in decisions)


def _numbered(values: Sequence[Hashable]) -> Ints:
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], np.int64)


def _piles(level: Any, cards: Sequence[Any]) -> tuple[dict[str, list[Any]], Mapping[str, Sequence[Any]]]:
    """The cards of a row by where they are dealt to, and the dealer's that are seen by group."""
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
