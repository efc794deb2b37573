"""Games decided suit by suit, simulated: hands as four sets of ranks, and a table of what each set is worth.

The best suit decides most hands; where the other suits matter, the decision is looked up by the hand's number among
the states of its best suit, in the order in which they are counted.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.odds.by_suit import NO_SPREAD, Suits
from houseway.odds.by_suit_loops import SUITS
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.game_odds import G, Strategy
from houseway.odds.universe import Ints
from houseway.simulation.dealing import draw_rounds
from houseway.simulation.kernel_by_suit_loops import (
    OPEN,
    Dealing,
    Hands,
    Others,
    Settling,
    deal_one,
    fill_one,
    fill_seats,
    number_others,
)
from houseway.simulation.kernel_codes import CountedCodes
from houseway.simulation.sim_kernel import DealtRound, JointOutcome, SimKernel

DRAWS = 8  # cards that a block of words draws
TOO_FEW = 1e-3  # the share of rounds that may need more cards than are drawn at first


class SuitKernel(SimKernel[G]):
    """A code is an outcome that the strategy can reach."""

    def __init__(self, game: G, strategy: Strategy, odds: BySuit[G]) -> None:
        super().__init__(game, strategy)
        self._book = CountedCodes(odds, strategy)
        self.codes = len(self._book.outcomes)
        self.suits = odds.suits
        self.dealing = dealing_of(self.suits)
        self.hands, self.others = self._tables(odds)
        self.settling = self._settling(odds)

    def outcome(self, code: int) -> JointOutcome:
        return self._book.outcomes[code]

    def fill(self, key: int, first: int, codes: NDArray[np.uint16]) -> None:
        fill = fill_one if codes.shape[1] == 1 else fill_seats
        fill(np.uint64(key), np.uint64(first), codes, self.dealing, self.hands, self.others, self.settling)

    def cards(self, key: int, first: int, rounds: int, seats: int) -> NDArray[np.uint16]:
        """The cards of rounds in the order dealt: each player's, then the dealer's."""
        found = np.empty((rounds, self.dealing.player * seats + self.dealing.dealer), np.uint16)
        if seats > 1:
            draw_rounds(np.uint64(key), np.uint64(first), self.dealing.shoe, found)
        for number, cards in enumerate(found if seats == 1 else (), start=first):
            deal_one(np.uint64(key), np.uint64(number), self.dealing, cards)
        ranks = len(self.suits.ranks)
        deck = [int(self.suits.card(*divmod(number, ranks))) for number in range(self.dealing.deck)]
        return np.array(deck, np.uint16)[found]

    def play_one(self, key: int, round_number: int, seats: int) -> DealtRound:
        codes = np.empty((1, seats), np.uint16)
        self.fill(key, round_number, codes)
        cards = self.cards(key, round_number, 1, seats)[0].tolist()
        return DealtRound(tuple(map(Card, cards)), tuple(codes[0].tolist()))

    # --- tables ---

    def _tables(self, odds: BySuit[G]) -> tuple[Hands, Others]:
        """What the sets of ranks come to, and what is decided where the best set does not say."""
        suits, (plan, grouped) = self.suits, odds.plan_of(self.strategy)
        pays, numbers = odds.pays(), suits.play_numbers()
        counts, plays = np.zeros(len(suits.masks), np.int64), []
        low, high = np.full(len(counts), OPEN, np.uint8), np.zeros(len(counts), np.uint8)
        for block in odds.blocks(self.strategy, grouped):
            options = suits.decide(block, pays, plan, np.zeros_like(pays.nets), NO_SPREAD)
            plays.append(numbers[block.kinds, options].astype(np.uint8))
            best, starts, states = np.unique(block.states.sets[:, 0], return_index=True, return_counts=True)
            counts[best] = states
            low[best], high[best] = np.minimum.reduceat(plays[-1], starts), np.maximum.reduceat(plays[-1], starts)
        is_open = (counts > 0) & (low < high)
        groups, self._kinds = grouped_kinds(suits)
        if len(suits.plays) >= OPEN or len(self._kinds) > OPEN:
            raise HousewayError(f"{self.game.name} has too many decisions or classes of hands to be simulated.")
        info = suits.strength << 16 | groups[suits.strength] << 8 | np.where(is_open, OPEN, high)
        table, strengths = np.zeros((2, 1 << len(suits.ranks)), np.uint32)
        table[suits.masks] = np.arange(len(suits.masks)) << suits.flag_bits | suits.flags
        strengths[suits.masks] = suits.strength
        hands = Hands(table, strengths.astype(np.uint16), suits.flag_bits, info.astype(np.uint32), suits.digits)
        return hands, self._others(odds, grouped, np.flatnonzero(is_open), counts, np.concatenate(plays))

    def _others(self, odds: BySuit[G], grouped: bool, best: Ints, counts: Ints, plays: NDArray[np.uint8]) -> Others:
        """The numbers of states and what is decided there, for these best sets."""
        suits, rows = self.suits, max(1, len(best))
        sets = suits.sets(odds.high if grouped and odds.by_suit(self.strategy) else 0)
        left = int(sets.player - sets.size[best].min()) if len(best) else 0
        sizes = min(left, len(sets.starts) - 2) + 1
        ends = np.cumsum(counts)
        position = np.zeros(len(suits.masks), np.int32)
        position[sets.by_size] = np.arange(len(position))
        row = np.zeros(len(suits.masks), np.int32)
        row[best] = np.arange(len(best))
        first = max(comb(len(suits.ranks), size) for size in range(left // 3 + 1))
        others = Others(
            row,
            position,
            sets.size.astype(np.int32),
            np.zeros((rows, sets.starts[sizes]), np.uint16),
            np.zeros((rows, sizes), np.int32),
            np.zeros((rows, left // 3 + 1, left // 2 + 1, first + 1), np.int32),
            np.concatenate([[0], np.cumsum(counts[best])]).astype(np.int64),
            np.concatenate([plays[ends[one] - counts[one] : ends[one]] for one in best] or [plays[:0]]),
        )
        number_others(best, grouped, sets, suits.tables(sets), suits.classes(sets), others)
        return others

    def _settling(self, odds: BySuit[G]) -> Settling:
        """The code by play, column, group of strengths and digit of the further features."""
        suits = self.suits
        codes_of = {number: code for code, number in enumerate(self._book.numbers)}
        numbers = {id(outcome): number for number, outcome in enumerate(odds.outcomes())}
        plays, columns = suits.play_numbers(), len(suits.columns)
        by_kind = np.zeros((len(suits.plays) or 1, columns, len(suits.kinds)), np.uint16)
        for (kind, option, column), outcome in suits.outcomes.items():
            by_kind[plays[kind, option], column, kind] = codes_of.get(numbers[id(outcome)], 0)
        _, ends, runs = suits.dealer_facts
        facts = 3 * runs[np.searchsorted(ends, np.arange(len(suits.strengths)))]
        return Settling(facts.astype(np.uint8), np.ascontiguousarray(by_kind[:, :, self._kinds]))


def grouped_kinds(suits: Suits) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The group of each strength, and for each group the kind by digit: strengths whose kinds agree share one."""
    groups = np.zeros(len(suits.strengths), np.int64)
    found: list[NDArray[np.int32]] = []
    for strength, kinds in enumerate(suits.kind_table):
        if not found or ((kinds != found[-1]) & (kinds >= 0) & (found[-1] >= 0)).any():
            found.append(kinds.copy())
        else:
            found[-1] = np.maximum(found[-1], kinds)
        groups[strength] = len(found) - 1
    return groups, np.maximum(found, 0)


def dealing_of(suits: Suits) -> Dealing:
    """How rounds are dealt: with so many blocks at first that few rounds need more."""
    ranks, cards = len(suits.ranks), suits.shape.player + suits.shape.dealer
    size = SUITS * ranks
    drawn = np.zeros(size + 1)
    drawn[0] = 1  # the chance of each number of different cards
    blocks = 0
    while drawn[:cards].sum() > TOO_FEW:
        blocks += 1
        for _ in range(DRAWS):
            again = np.arange(size + 1) / size
            drawn = drawn * again + np.concatenate([[0], (drawn * (1 - again))[:-1]])
    shoe = np.arange(size).astype(np.uint16)
    return Dealing(suits.shape.player, suits.shape.dealer, ranks, size, blocks, shoe)
