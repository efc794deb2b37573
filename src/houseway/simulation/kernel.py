"""A kernel for any game: its tables are filled from the rules, by way of the tree that also counts it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.odds.board_odds import ByBoard
from houseway.odds.by_situation import BySituation
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.engine import Odds
from houseway.odds.game_odds import G, Strategy
from houseway.rules.game import Decision, Spot
from houseway.rules.procedure import DEALER
from houseway.simulation.board_kernel import BoardKernel
from houseway.simulation.dealing import BATCH, draw_rounds
from houseway.simulation.kernel_by_suit import SuitKernel
from houseway.simulation.kernel_codes import CountedCodes
from houseway.simulation.kernel_felt import BURNT, Felt, turning_order
from houseway.simulation.kernel_follow import Followed, Follower
from houseway.simulation.kernel_loops import deal_sets, play_one_seat, play_seats
from houseway.simulation.kernel_plain import PlainKernel
from houseway.simulation.kernel_tables import AREAS, Builder, TooLarge
from houseway.simulation.kernel_units import Drawing
from houseway.simulation.sim_kernel import SimKernel


class TableKernel(SimKernel[G]):
    """Plays hands through tables built from the rules. A code is an outcome that the plan can reach."""

    def __init__(self, game: G, strategy: Strategy, odds: BySituation[G]) -> None:
        book = CountedCodes(odds, strategy)
        super().__init__(game, strategy, book)
        self.odds = odds
        numbers = {outcome: code for code, outcome in enumerate(book.numbers)}
        self._builder = Builder(odds.tree, odds.endings, odds.plan(strategy), numbers)
        self.built = self._builder.build()
        self._shared = self.built.dealer + self.built.community
        self._drawing = Drawing(self.built, odds.tree.universe)

    def fill(self, key: int, first: int, codes: NDArray[np.uint16]) -> None:
        built, drawing = self.built, self._drawing
        at, number, seats = np.uint64(key), np.uint64(first), codes.shape[1]
        if seats == 1:
            play_one_seat(at, number, codes, self._shared, built.root, drawing.tables, drawing.direct, built.tables)
        else:
            count, common = self._count(seats), drawing.common
            own, shared = built.own, self._shared
            play_seats(at, number, codes, built.shoe, count, shared, own, built.root, common, built.tables)

    def _count(self, seats: int) -> int:
        """The most cards that a round draws; a table that could need more than the shoe holds rarely does."""
        return min(len(self.built.shoe), self._shared + seats * self.built.own)

    # --- one round with its cards ---

    def cards(self, key: int, first: int, rounds: int, seats: int) -> NDArray[np.uint16]:
        """The cards of rounds: the dealer's, the community cards, then each seat's in turn. Cards that a
        hand does not need go to the next seat; cards that nobody looks at are any of the remaining ones."""
        found = np.empty((rounds, self._count(seats)), np.uint16)
        at, number, drawing = np.uint64(key), np.uint64(first), self._drawing
        if seats > 1:
            draw_rounds(at, number, self.built.shoe, found)
            return found
        numbers = np.empty((len(drawing.units), BATCH), np.uint32)
        cards = np.empty((found.shape[1], BATCH), np.uint16)
        slots = [slot for unit in drawing.units for slot in range(unit.slot, unit.slot + unit.size)]
        for start in range(0, rounds, BATCH):
            size = min(BATCH, rounds - start)
            deal_sets(at, number + np.uint64(start), size, drawing.tables, numbers, cards)
            found[start : start + size, slots] = np.array(drawing.cards, np.uint16)[cards[slots, :size].T]
        if len(slots) < found.shape[1]:
            for row in found:
                left = self.built.shoe.tolist()
                for card in row[slots].tolist():
                    left.remove(card)
                row[[slot for slot in range(len(row)) if slot not in slots]] = left[: len(row) - len(slots)]
        return found

    @cached_property
    def _follower(self) -> Follower:
        return Follower(self.odds.tree, self.odds.plan(self.strategy), self._builder.point)

    def dealt(self, key: int, round_number: int, seats: int) -> tuple[Card, ...]:
        cards = [Card(card) for card in self.cards(key, round_number, 1, seats)[0].tolist()]
        shared, own = cards[: self._shared], cards[self._shared :]
        hands: list[Followed] = []
        for _ in range(seats):
            hands.append(self._follower.follow(shared, own))
            own = own[hands[-1].used :]
        return self._in_order(shared, hands)

    def _in_order(self, shared: list[Card], hands: list[Followed]) -> tuple[Card, ...]:
        """The cards as a table deals them; cards that nobody looks at are any of the remaining ones."""
        left = list(self.game.deck)
        for card in (*shared, *(card for hand in hands for pile in hand.piles.values() for card in pile)):
            left.remove(card)
        spare = iter(left)
        decisions = [iter(hand.decisions) for hand in hands]
        turned = turning_order(self.game)

        def draw(seat: int, where: str, start: int, count: int) -> tuple[Card, ...]:
            if where == BURNT:
                found = []
            elif where in AREAS:
                found = hands[seat].piles[where][start : start + count]
            elif where == DEALER:
                found = shared[start : start + count]
            else:
                found = [shared[self.built.dealer + turned.index(lies)] for lies in range(start, start + count)]
            return (*found, *_some(spare, count - len(found)))

        def decide(seat: int, at: str, spot: Spot) -> Decision:
            return next(decisions[seat])

        felt = Felt(self.game, len(hands), draw, decide)
        felt.play()
        return tuple(felt.cards)


def derived_kernel(game: G, strategy: Strategy, odds: Odds[G]) -> SimKernel[G]:
    """A kernel derived from the game's rules: by suit, by board or by lookup tables where these fit, else round by
    round."""
    counting, counted = odds.counting(strategy)
    kernel = _kernel(game, counted, counting)
    kernel.strategy = strategy
    return kernel


def _kernel(game: G, strategy: Strategy, odds: Odds[G]) -> SimKernel[G]:
    if isinstance(odds, BySuit):
        return SuitKernel(game, strategy, odds)
    if isinstance(odds, ByBoard):
        if odds.has_dealer:
            return BoardKernel(game, strategy, odds)
        odds = odds.by_tree
    if isinstance(odds, BySituation) and not odds.estimated:
        try:
            return TableKernel(game, strategy, odds)
        except TooLarge:
            pass
    return PlainKernel(game, strategy, odds)


def _some(cards: Iterator[Card], count: int) -> list[Card]:
    return [next(cards) for _ in range(count)]
