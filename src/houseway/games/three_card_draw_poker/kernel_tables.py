"""The lookup tables of Three Card Draw Poker's kernel, filled by asking the rules.

They are laid out for three cards in hand, one aside and four for the dealer from one deck, a single decision and at
most one card swapped. Other rules are refused with `WrongShape`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK, Card
from houseway.errors import OptionError
from houseway.games.three_card_draw_poker.rules import ThreeCardDrawPoker
from houseway.odds.game_odds import Hand, Strategy, WrongShape
from houseway.odds.levels import Group, merged
from houseway.odds.universe import Universe, subsets
from houseway.odds.walk import UNIT, Piles, Walker, flat, in_order, net_of
from houseway.rules.game import Decision, HouseCards, Spot
from houseway.rules.procedure import DEALER, PLAYERS, Burn, Deal, Take
from houseway.rules.settlement import holds
from houseway.simulation.sim_kernel import MOST_CODES, JointOutcome

Ints = NDArray[np.int64]
Words = NDArray[np.uint32]
Indices = NDArray[np.uint16]
Class = tuple[Any, Hashable]  # a hand's strength and the fact about it, as the rules say

RESULTS = 3  # the player's hand is higher than the dealer's, equal, lower
CARD, KIND = 6, 18  # a set of cards in one number: the lowest card first, six bits each; then the kind of the hand
PAIR, KEEPS = 16, 27  # how a hand is played: the code it begins from, the two cards kept, whether all three are
FACT = 12  # of the dealer's four: the index of the strength below, the fact above
DEALT = [(PLAYERS, 3, "dealt", None), (PLAYERS, 1, "aside", None), (DEALER, 4, "dealt", None)]


def all_sets(cards: int, size: int) -> Ints:
    """Sets of so many cards, each in order; sets in the order of their highest card, then the next."""
    found: Ints = cards - 1 - subsets(cards, size)[::-1, ::-1].astype(np.int64)
    return np.ascontiguousarray(found)


def packed(cards: Ints) -> Words:
    shifts = np.arange(cards.shape[1], dtype=np.uint32) * np.uint32(CARD)
    found: Words = (cards.astype(np.uint32) << shifts).sum(axis=1, dtype=np.uint32)
    return found


class Manner(NamedTuple):
    """How a hand is played, regardless of its cards: a decision, and how many cards it throws."""

    decision: Decision
    thrown: int

    @property
    def order(self) -> tuple[Any, ...]:
        return self.decision.multiple, self.thrown, self.decision.choice, self.decision.key


class Example(NamedTuple):
    """A hand as it is played, with a draw card; for a hand that keeps its three the draw card is arbitrary."""

    hand: tuple[Card, ...]
    draw: Card
    decision: Decision


class PlayTables:
    """The rules of one game, played by one strategy, as numbers."""

    def __init__(self, game: ThreeCardDrawPoker, strategy: Strategy, odds: Any) -> None:
        self.game, self.odds = game, odds
        self._check()
        self._universe = Universe(DECK, suits=True)
        threes = all_sets(52, 3)
        rows, number, perms = merged(self._universe, [Group("dealt", 3)], threes.astype(np.uint8))
        hands = [self._universe.real(row) for row in rows.tolist()]
        plan = {spot.dealt: decision for spot, _, decision in odds.played(strategy, odds.choices[0].at)}
        if plan.keys() != set(hands):
            raise WrongShape(f"{game.name} is not decided by each hand of three cards.")
        self.plan = [plan[hand] for hand in hands]
        self._manner = [Manner(decision._replace(discard=None), len(decision.discard or ())) for decision in self.plan]
        self.manners = sorted(set(self._manner), key=lambda manner: manner.order)
        self._players: dict[Class, int] = {}
        kept, drawn = self._kinds(hands)
        fours, dealers = self._dealer_classes()
        self._facts = list(dict.fromkeys(fact for _, fact in self._players))
        self._dealer_facts = list(dict.fromkeys(fact for _, fact in dealers))
        self.ends = len(self._facts) * len(self._dealer_facts) * RESULTS  # of each manner
        lines = self._lines(hands)
        self.sides = sorted(set(lines))  # for each line of all side wagers together: the row of each
        self.lines = len(self.sides)
        self.codes = self.lines * self.ends * len(self.manners)
        if self.codes > MOST_CODES:
            raise OptionError(
                f"A strategy can be simulated with at most {MOST_CODES // self.lines // self.ends} different bets, "
                f"not {len(self.manners)}."
            )
        self._strengths = sorted({strength for strength, _ in (*self._players, *dealers)})
        self._lay(threes, number, perms, kept, drawn, lines)
        indices = np.array([self._dealer_number(found) for found in dealers])
        self.fours: Indices = indices[fours].astype(np.uint16)
        self.kinds = self._player_numbers()
        self.outcomes = self._witnessed(strategy, self._examples(hands, kept, drawn))

    def _check(self) -> None:
        steps = tuple(flat(self.game.procedure))
        deals = [(step.to, step.count, step.area, step.when) for step in steps if isinstance(step, Deal)]
        self._take = next((step for step in steps if isinstance(step, Take)), None)
        if deals != DEALT or any(isinstance(step, Burn) for step in steps) or self.game.deck != DECK:
            raise WrongShape(f"{self.game.name} is dealt otherwise.")
        if len(self.odds.choices) != 1:
            raise WrongShape(f"{self.game.name} is not decided once.")

    # --- classes of hands ---

    def _class_of(self, hand: tuple[Card, ...], draw: Card | None, decision: Decision) -> int:
        """The number of the class of a final hand; None for the draw card asks for one that stays unseen."""
        at = self.odds.choices[0].at
        aside = () if draw is None else (draw,)
        spot = Spot(1, {}, hand, (), aside, ((at, decision),), decision.folds)
        house = HouseCards()
        if self._take is not None and holds(self.game, self._take.when, spot, house):
            if draw is None:
                raise WrongShape(f"{self.game.name} completes hands that throw nothing.")
            spot = spot.with_cards("drawn", self.game.takes(spot, house))
        found = self.game.player_class(spot, house)
        return self._players.setdefault(found, len(self._players))

    def _kinds(self, hands: Sequence[tuple[Card, ...]]) -> tuple[Ints, Ints]:
        """For each hand the number of its class if it throws nothing, or by draw card if it does; else -1."""
        kept = np.full(len(hands), -1, np.int64)
        drawn = np.full((len(hands), 52), -1, np.int64)
        for index, (hand, decision) in enumerate(zip(hands, self.plan, strict=True)):
            if not decision.discard:
                kept[index] = self._class_of(hand, None, decision)
            elif len(decision.discard) > 1:
                raise WrongShape(f"{self.game.name} throws more than a card.")
            else:
                for card in DECK:
                    if card not in hand:
                        drawn[index, card] = self._class_of(hand, card, decision)
        return kept, drawn

    def _dealer_classes(self) -> tuple[Ints, list[Class]]:
        """The class of each of the dealer's fours, and all classes."""
        rows, number, _ = merged(self._universe, [Group("dealer", 4)], all_sets(52, 4).astype(np.uint8))
        found: dict[Class, int] = {}
        classes = []
        for row in rows.tolist():
            one = self.game.dealer_class(HouseCards(self._universe.real(row)))
            classes.append(found.setdefault(one, len(found)))
        return np.array(classes)[number], list(found)

    def _strength_index(self, strength: Any) -> int:
        return self._strengths.index(strength)

    def _dealer_number(self, found: Class) -> int:
        if len(self._strengths) > 1 << FACT or len(self._dealer_facts) > 1 << 16 - FACT:
            raise WrongShape(f"{self.game.name} has too many classes of hands.")
        return self._strength_index(found[0]) | self._dealer_facts.index(found[1]) << FACT

    def _player_numbers(self) -> Words:
        """For each class of player's hands: the index of its strength above, what its fact adds to a code below."""
        step = self.lines * RESULTS * len(self._dealer_facts)
        numbers = [
            self._strength_index(strength) << 16 | step * self._facts.index(fact) for strength, fact in self._players
        ]
        if len(numbers) > 1 << 32 - KIND:
            raise WrongShape(f"{self.game.name} has too many classes of hands.")
        return np.array(numbers, np.uint32)

    def _lines(self, hands: Sequence[tuple[Card, ...]]) -> list[tuple[int, ...]]:
        """For each hand the rows of the side wagers' tables, which must depend on the cards dealt alone."""
        rows = [{line: index for index, line in enumerate(self.odds.side_lines(side))} for side in self.odds.sides]
        if any(self.odds.endings.looks[side] != "dealt" for side in self.odds.sides):
            raise WrongShape(f"{self.game.name} settles a side wager by more than the cards dealt.")
        walker, found = Walker(self.game), []
        for hand, decision in zip(hands, self.plan, strict=True) if rows else ():
            left = [card for card in DECK[:8] if card not in hand]
            played = walker.play(Piles(hand, (), (left[0],), tuple(left[1:5])), in_order([decision]))
            found.append(tuple(row[self._line(side, played)] for side, row in zip(self.odds.sides, rows, strict=True)))
        return found or [()] * len(hands)

    def _line(self, side: str, hand: Hand) -> tuple[str, Fraction, int, int]:
        pay = hand.pay(side)
        assert pay is not None
        return self.odds.sheet.side_label(side, hand), Fraction(pay.odds), pay.percent, pay.cents

    # --- for all hands, not just one of each isomorphism class ---

    def _lay(
        self,
        threes: Ints,
        number: Ints,
        perms: NDArray[np.int8],
        kept: Ints,
        drawn: Ints,
        lines: Sequence[tuple[int, ...]],
    ) -> None:
        """Lay out how each hand of three is played, and the class of two cards with a third."""
        starts = np.array(
            [
                self.sides.index(line) + self.lines * self.ends * self.manners.index(manner)
                for line, manner in zip(lines, self._manner, strict=True)
            ]
        )
        thrown = np.array([decision.discard[0] if decision.discard else -1 for decision in self.plan])[number]
        renamed = np.arange(52) // 4 * 4 + perms[:, np.arange(52) % 4]  # (hands, cards): as the hand's example has them
        cards = np.take_along_axis(renamed, threes, axis=1)
        throws = cards == thrown[:, None]
        pairs = np.sort(np.where(throws, 99, threes), axis=1)[:, :2]  # all three kept: the lower two, for nothing
        low, high = pairs.T
        duo = high * (high - 1) // 2 + low
        self.hands: Words = packed(threes) | np.maximum(kept[number], 0).astype(np.uint32) << np.uint32(KIND)
        self.plays: Words = (starts[number] | duo << PAIR | (thrown < 0).astype(np.int64) << KEEPS).astype(np.uint32)
        draws = np.zeros((52 * 51 // 2, 52), np.int64)
        swaps = np.flatnonzero(thrown >= 0)
        found = np.take_along_axis(drawn[number[swaps]], renamed[swaps], axis=1)
        index, card = np.nonzero(found >= 0)
        draws[duo[swaps[index]], card] = found[index, card]
        if (draws[duo[swaps[index]], card] != found[index, card]).any():
            raise WrongShape(f"{self.game.name} tells hands apart by the card that was thrown.")
        self.draws: Indices = draws.astype(np.uint16).ravel()

    # --- what codes stand for ---

    def _examples(
        self, hands: Sequence[tuple[Card, ...]], kept: Ints, drawn: Ints
    ) -> dict[tuple[Manner, Hashable], list[tuple[int, Example]]]:
        """By manner and fact: every hand, with its draw cards, and the index of its strength."""
        classes = [(self._strength_index(strength), fact) for strength, fact in self._players]
        found: dict[tuple[Manner, Hashable], list[tuple[int, Example]]] = {}
        for number, hand in enumerate(hands):
            manner, decision = self._manner[number], self.plan[number]
            if kept[number] >= 0:
                spare = next(card for card in DECK if card not in hand)
                options = [(int(kept[number]), spare)]
            else:
                options = [(kind, card) for kind, card in zip(drawn[number].tolist(), DECK, strict=True) if kind >= 0]
            for kind, draw in options:
                index, fact = classes[kind]
                found.setdefault((manner, fact), []).append((index, Example(hand, draw, decision)))
        return found

    def _witnessed(
        self, strategy: Strategy, examples: Mapping[tuple[Manner, Hashable], list[tuple[int, Example]]]
    ) -> list[JointOutcome]:
        """The outcome of each ending of each manner, without side wagers; impossible ones get an arbitrary outcome."""
        rows = {(row.label, row.net, row.bonus): at for at, row in enumerate(self.odds.count(strategy).rows)}
        walker = Walker(self.game)
        dealers = Dealers(self.fours)
        found: list[JointOutcome | None] = []
        for manner in self.manners:
            for fact in self._facts:
                mine = examples.get((manner, fact), [])
                for dealer_fact in range(len(self._dealer_facts)):
                    for result in range(RESULTS):
                        witness = dealers.beside(mine, dealer_fact, result)
                        found.append(None if witness is None else self._ended(walker, *witness, rows))
        some = next(outcome for outcome in found if outcome is not None)
        return [outcome or some for outcome in found]

    def _ended(
        self, walker: Walker, example: Example, four: tuple[Card, ...], rows: Mapping[tuple[str, Fraction, bool], int]
    ) -> JointOutcome:
        hand = walker.play(Piles(example.hand, (), (example.draw,), four), in_order([example.decision]))
        main = self.game.wagers.main_group
        net = net_of(self.game, hand, main) / UNIT
        bet = Fraction(sum(stake for wager, stake in hand.spot.stakes.items() if wager in main)) / UNIT
        bonuses = [
            (label, net_of(self.game, hand, frozenset({wager})) / UNIT)
            for wager, label in self.odds.sheet.bonuses(hand)
        ]
        plain = net - sum(paid for _, paid in bonuses)
        indices = (rows[self.odds.sheet.label(hand), plain, False], *(rows[*bonus, True] for bonus in bonuses))
        return JointOutcome(net, bet, indices, ())


class Dealers:
    """The dealer's fours in the order of their strength, to find one beside a hand."""

    def __init__(self, fours: Indices) -> None:
        self._sets = all_sets(52, 4)
        bits = (np.uint64(1) << self._sets.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        indices, facts = fours & (1 << FACT) - 1, fours >> FACT
        order = np.argsort(indices, kind="stable")
        self._by_fact = []
        for fact in range(int(facts.max()) + 1):
            mine = order[facts[order] == fact]
            self._by_fact.append((mine, indices[mine], bits[mine]))

    def beside(
        self, examples: Sequence[tuple[int, Example]], fact: int, result: int
    ) -> tuple[Example, tuple[Card, ...]] | None:
        """A hand and four dealer's cards with this result; None if there are none."""
        order, indices, bits = self._by_fact[fact]
        for index, example in examples:
            low, high = np.searchsorted(indices, index), np.searchsorted(indices, index, side="right")
            part = (slice(0, low), slice(low, high), slice(high, None))[result]
            dead = np.uint64(sum(1 << card for card in {*example.hand, example.draw}))
            fits = bits[part] & dead == 0
            if fits.any():
                return example, tuple(DECK[card] for card in self._sets[order[part][fits.argmax()]].tolist())
        return None
