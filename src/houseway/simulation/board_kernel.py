"""Games with a board simulated: a round is the number of a board, of the player's and of the dealer's hole cards, and
of the order in which the board is turned.

Suits are renamed as for counting: a table of boards by holes says where every hand stands and what is decided with the
whole board; what is decided before is looked up in tables of earlier boards. Decisions of all lines of play are looked
up together, as bits of one number, and another table says where they lead.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.jit import njit
from houseway.odds.board_odds import ByBoard
from houseway.odds.boards import Geometry
from houseway.odds.game_odds import G, Strategy
from houseway.odds.universe import Ints, subsets
from houseway.rules.game import Decision, Spot
from houseway.rules.procedure import COMMUNITY, DEALER
from houseway.simulation.dealing import AT_ONCE, BATCH, draw_rounds
from houseway.simulation.kernel_codes import CountedCodes
from houseway.simulation.kernel_felt import Felt, turning_order
from houseway.simulation.kernel_tables import AREAS
from houseway.simulation.philox import HALF, Word, fill_words, round_block
from houseway.simulation.sim_kernel import DealtRound, JointOutcome, SimKernel

Codes = NDArray[np.uint16]
WORD = np.uint64
CARD = 6  # bits of a card in a packed board
CLASS, NAMES = 30, 50  # where a packed board has its class and the renaming that makes it so
EARLIER_NAMES = 20  # and an earlier board, whose class comes first
CLASS_BITS = np.uint64(2**20 - 1)
CLASS_MASK = 2**EARLIER_NAMES - 1


class DealTables(NamedTuple):
    """What does not depend on options and strategy."""

    boards: NDArray[np.uint64]  # all boards by the number of their cards: the cards, the class, the renaming
    pairs: NDArray[np.uint16]  # all pairs of cards: the lower one, and 64 times the other, by the higher one
    bounds: NDArray[np.uint64]  # how many boards, pairs for the player and the dealer, and orders there are
    unfair: NDArray[np.uint64]  # words that would favour some of them: 2**32 modulo the bounds
    places: Ints  # [order, street, number]: which cards of the board an earlier street has
    sizes: Ints  # how many cards the earlier streets have
    starts: Ints  # where their boards start in `earlier`
    earlier: NDArray[np.uint32]  # all boards of the earlier streets, packed, by the number of their cards
    choose: Ints
    renamed: NDArray[np.int32]
    cards: int


class BetTables(NamedTuple):
    """How the game is played with these options and this strategy."""

    kinds: NDArray[np.uint16]  # of each hole: what its side wagers pay
    fields: NDArray[np.uint8]  # decisions of the earlier streets by class and hole, flat, one street after the other
    starts: Ints  # where each of these streets starts; that without a board comes first
    shifts: Ints  # and the bits of its decisions; those of the whole board come last
    hands: NDArray[Any]  # [class, hole]: the position, the dealer's fact, the decisions
    limits: Ints  # the bits of the decisions, and of them together with the dealer's fact
    leaves: NDArray[np.uint16]  # by all decisions together: where the hand ends
    player: NDArray[np.uint8]  # the player's fact, by position
    codes: NDArray[np.uint16]  # [leaf, kind, player's fact, column]


class BoardKernel(SimKernel[G]):
    """A code is an outcome that the strategy can reach."""

    def __init__(self, game: G, strategy: Strategy, odds: ByBoard[G]) -> None:
        super().__init__(game, strategy)
        self._book = CountedCodes(odds, strategy)
        self.codes = len(self._book.outcomes)
        self._odds, self._shape = odds, odds.boards.shape
        self._deal = deal_tables(odds.boards.geometry, tuple(self._shape.streets))
        self._bets = self._bet_tables(strategy)
        self._shoe = np.array([int(card) for card in self._shape.deck], np.uint16)

    def _bet_tables(self, strategy: Strategy) -> BetTables:
        odds, boards, shape = self._odds, self._odds.boards, self._shape
        paths, plan, nets = odds.plan_by_board(strategy)
        offsets, shifts, bits = dict[int, int](), [], 0
        for street in shape.streets:
            shifts.append(bits)
            for number, root in enumerate(shape.roots):
                if root.street == street:
                    offsets[number] = bits - shifts[-1]
                    bits += (len(root.paths) - 1).bit_length()
        fields, starts = [], [0]
        for street in shape.streets[:-1]:
            found = np.zeros((len(boards.geometry.street(street).boards), len(boards.deck.holes)), np.uint8)
            for number, root in enumerate(shape.roots):
                if root.street == street:
                    found |= (paths[number] << offsets[number]).astype(np.uint8)
            fields.append(found.reshape(-1))
            starts.append(starts[-1] + found.size)
        last, facts = bits - shifts[-1], (len(boards.dealer_facts) - 1).bit_length()
        hands = boards.hands(nets, plan, [*(offsets[number] for number in boards.finals), last, last + facts])
        codes = {number: code for code, number in enumerate(self._book.numbers)}
        numbers = odds.outcome_numbers.copy()
        for leaf, end in enumerate(boards.leaves):
            if end not in shape.compared:
                numbers[:, leaf] = numbers[:, leaf, :1, :1]
        ends = np.array([codes.get(int(number), 0) for number in numbers.reshape(-1)], np.uint16)
        return BetTables(
            boards.deck.kinds.astype(np.uint16),
            np.concatenate(fields),
            np.array(starts[:-1]),
            np.array(shifts),
            hands,
            np.array([last, last + facts]),
            self._leaves(shifts, offsets, bits),
            np.append(boards.facts.player, 0).astype(np.uint8),
            np.ascontiguousarray(ends.reshape(numbers.shape).swapaxes(0, 1)),
        )

    def _leaves(self, shifts: list[int], offsets: dict[int, int], bits: int) -> NDArray[np.uint16]:
        """Where a hand ends, by the bits of all its decisions; those of lines of play that it does not come to say
        nothing."""
        boards, shape = self._odds.boards, self._shape
        leaves = np.zeros(1 << bits, np.uint16)
        for decisions in range(1 << bits):
            number, end = 0, None
            while end is None:
                root = shape.roots[number]
                at = shifts[shape.streets.index(root.street)] + offsets[number]
                taken = decisions >> at & (1 << (len(root.paths) - 1).bit_length()) - 1
                _, end, number = root.paths[min(taken, len(root.paths) - 1)]
            leaves[decisions] = boards.leaves.index(end)
        return leaves

    def outcome(self, code: int) -> JointOutcome:
        return self._book.outcomes[code]

    def fill(self, key: int, first: int, codes: Codes) -> None:
        if codes.shape[1] == 1:
            _fill_one(np.uint64(key), np.uint64(first), codes, self._bets, self._deal)
        else:
            _fill_seats(np.uint64(key), np.uint64(first), codes, self._bets, self._deal)

    def sets(self, seats: int) -> tuple[int, ...]:
        """The sizes of the sets in which the cards of a round are drawn."""
        return (*((2,) * seats), 2, *(after - before for before, after in pairwise(self._shape.streets)))

    def cards(self, key: int, first: int, rounds: int, seats: int) -> Codes:
        """The cards of rounds: each player's two, the dealer's, the board in the order in which it is turned."""
        found = np.empty((rounds, 2 * seats + 2 + self._shape.board), np.uint16)
        if seats == 1:
            _deal_one(np.uint64(key), np.uint64(first), found, self._deal)
            return self._shoe[found]
        draw_rounds(np.uint64(key), np.uint64(first), self._shoe, found)
        return found

    def play_one(self, key: int, round_number: int, seats: int) -> DealtRound:
        codes = np.empty((1, seats), np.uint16)
        self.fill(key, round_number, codes)
        cards = [Card(card) for card in self.cards(key, round_number, 1, seats)[0].tolist()]
        others = [card for card in self._shape.deck if card not in cards]  # any of them are burnt
        turned = turning_order(self.game)

        def draw(seat: int, where: str, start: int, count: int) -> tuple[Card, ...]:
            lies = range(start, start + count)
            if where in AREAS:
                return tuple(cards[2 * seat + index] for index in lies)
            if where == DEALER:
                return tuple(cards[2 * seats + index] for index in lies)
            if where == COMMUNITY:
                return tuple(cards[2 * seats + 2 + turned.index(index)] for index in lies)
            return tuple(others.pop() for _ in lies)

        def decide(seat: int, at: str, spot: Spot) -> Decision:
            return next(iter(self.game.offers(at, spot))).decision  # what is dealt depends on no decision

        felt = Felt(self.game, seats, draw, decide)
        felt.play()
        return DealtRound(tuple(felt.cards), tuple(codes[0].tolist()))


@lru_cache(maxsize=2)
def deal_tables(geometry: Geometry, streets: tuple[int, ...]) -> DealTables:
    size, last = len(geometry.universe), streets[-1]
    choose = np.array([[comb(n, k) for k in range(last + 1)] for n in range(size)], np.int64)
    boards = _packed(geometry, last, CLASS, NAMES, choose)
    places = _orders(streets)
    starts, earlier = [0], []
    for street in streets[1:-1]:
        earlier.append(_packed(geometry, street, 0, EARLIER_NAMES, choose).astype(np.uint32))
        starts.append(starts[-1] + len(earlier[-1]))
    pairs = [low | high << CARD for high in range(size - last) for low in range(high)]
    bounds = [comb(size, last), comb(size - last, 2), comb(size - last - 2, 2), len(places)]
    return DealTables(
        boards,
        np.array(pairs, np.uint16),
        np.array(bounds, np.uint64),
        np.array([2**32 % bound for bound in bounds], np.uint64),
        places,
        np.array(streets[1:-1], np.int64),
        np.array(starts[:-1] or [0], np.int64),
        np.concatenate(earlier) if earlier else np.zeros(1, np.uint32),
        choose,
        geometry.renamed,
        last,
    )


def _packed(geometry: Geometry, size: int, at: int, names: int, choose: Ints) -> NDArray[np.uint64]:
    """All boards of a size by number: the class and the renaming that makes it so from these bits on, and the cards if
    there is room below."""
    rows = subsets(len(geometry.universe), size)
    number, name = geometry.find(rows, geometry.street(size))
    packed = number.astype(np.uint64) << np.uint64(at) | name.astype(np.uint64) << np.uint64(names)
    for place in range(size) if at else ():
        packed |= rows[:, place].astype(np.uint64) << np.uint64(CARD * place)
    found = np.zeros(len(rows), np.uint64)
    found[sum(choose[rows[:, place], place + 1] for place in range(size))] = packed
    return found


def _orders(streets: tuple[int, ...]) -> Ints:
    """[order, street, number]: which cards of the board the streets between the first and the last may have."""
    orders: list[list[tuple[int, ...]]] = [[tuple(range(streets[-1]))]]
    for street in reversed(streets[1:-1]):
        orders = [[chosen, *order] for order in orders for chosen in combinations(order[0], street)]
    found = np.zeros((len(orders), max(1, len(streets) - 2), streets[-1]), np.int64)
    for number, order in enumerate(orders):
        for place, chosen in enumerate(order[:-1]):
            found[number, place, : len(chosen)] = chosen
    return found


# --- rounds ---


@njit(inline="always")
def _fair(one: Word, two: Word, three: Word, four: Word, bounds: Word, unfair: Word) -> Word:
    """Whether no number is favoured: the low halves of the products that `below` looks at, for all four at once."""
    return (
        np.uint32(one * bounds[0]) >= unfair[0]
        and np.uint32(two * bounds[1]) >= unfair[1]
        and np.uint32(three * bounds[2]) >= unfair[2]
        and np.uint32(four * bounds[3]) >= unfair[3]
    )


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _another(key: Word, number: Word, bounds: Word, unfair: Word) -> tuple[Word, Word, Word, Word]:
    """The words of a round whose first block is unfair: those of the first block that is not."""
    block = 0
    while True:
        block += 1
        a, b, c, d = round_block(key, number, block)
        if _fair(WORD(a), WORD(b), WORD(c), WORD(d), bounds, unfair):
            return WORD(a), WORD(b), WORD(c), WORD(d)


@njit(inline="always")
def _pair(low: Word, high: Word, size: Word) -> Word:
    """The number of two cards, the lower one first."""
    low, high, one = WORD(low), WORD(high), WORD(1)
    return (low * (WORD(2) * WORD(size) - WORD(3) - low) >> one) + high - one


@njit(inline="always")
def _end(
    decisions: Word,
    kind: Word,
    hand: Word,
    against: Word,
    limits: tuple[Word, Word, Word],
    leaves: Codes,
    player: NDArray[np.uint8],
    codes: Codes,
    strides: tuple[Word, Word, Word],
) -> Word:
    """The code of a hole, from what it and the dealer's are on the board, and what it decided on earlier ones."""
    last, facts, shift = limits
    one = WORD(1)
    decisions |= (hand & ((one << last) - one)) << shift
    mine, theirs = hand >> facts, against >> facts
    fact = (against & ((one << facts) - one)) >> last
    column = WORD(3) * fact + one + WORD(mine < theirs) - WORD(mine > theirs)
    leaf = WORD(leaves[decisions])
    return codes[leaf * strides[0] + kind * strides[1] + WORD(player[mine]) * strides[2] + column]


@njit(inline="always")
def _limits(bets: BetTables) -> tuple[Word, Word, Word]:
    return WORD(bets.limits[0]), WORD(bets.limits[1]), WORD(bets.shifts[-1])


@njit(inline="always")
def _strides(bets: BetTables) -> tuple[Word, Word, Word]:
    _, kinds, facts, columns = bets.codes.shape
    return WORD(kinds * facts * columns), WORD(facts * columns), WORD(columns)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _fill_one(key: Word, first: Word, codes: Codes, bets: BetTables, deal: DealTables) -> None:
    """Each step is taken for all rounds of a batch, so that memory latency is hidden."""
    words = np.empty((4, BATCH), np.uint32)
    holes, dealers = np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint64)
    dealt, decisions = np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint64)
    size, cards, all_holes = WORD(len(deal.choose)), deal.cards, WORD(deal.renamed.shape[1])
    bounds, unfair, boards, pairs = deal.bounds, deal.unfair, deal.boards, deal.pairs
    limits, strides, ends, leaves, player = _limits(bets), _strides(bets), bets.codes.ravel(), bets.leaves, bets.player
    renamed, hands, fields, kinds = deal.renamed.ravel(), bets.hands.ravel(), bets.fields, bets.kinds
    streets, one_card, suit = len(deal.sizes), WORD(CARD), WORD(63)
    for start in range(0, len(codes), BATCH):
        count = min(BATCH, len(codes) - start)
        fill_words(key, first + WORD(start), 0, words)  # all of them: a part would not be vector code
        for i in range(count):
            one, two, three, four = WORD(words[0, i]), WORD(words[1, i]), WORD(words[2, i]), WORD(words[3, i])
            if not _fair(one, two, three, four, bounds, unfair):
                one, two, three, four = _another(key, first + WORD(start + i), bounds, unfair)
                words[3, i] = four
            board = boards[one * bounds[0] >> HALF]
            mine, theirs = WORD(pairs[two * bounds[1] >> HALF]), WORD(pairs[three * bounds[2] >> HALF])
            low, high, a, b = mine & suit, mine >> one_card, theirs & suit, theirs >> one_card
            a += WORD(a >= low)
            a += WORD(a >= high)
            b += WORD(b >= low)
            b += WORD(b >= high)
            left = board
            for _ in range(cards):
                card = left & suit
                left >>= one_card
                low += WORD(low >= card)
                high += WORD(high >= card)
                a += WORD(a >= card)
                b += WORD(b >= card)
            dealt[i], holes[i], dealers[i] = board, _pair(low, high, size), _pair(a, b, size)
            decisions[i] = WORD(fields[holes[i]])
        for street in range(streets):
            length, shift = deal.sizes[street], WORD(bets.shifts[street + 1])
            base, row, places = WORD(deal.starts[street]), WORD(bets.starts[street + 1]), deal.places[:, street]
            for i in range(count):
                order, number = WORD(words[3, i]) * bounds[3] >> HALF, WORD(0)
                for place in range(length):
                    card = dealt[i] >> WORD(CARD * places[order, place]) & suit
                    number += WORD(deal.choose[card, place + 1])
                packed = WORD(deal.earlier[base + number])
                hole = WORD(renamed[(packed >> WORD(EARLIER_NAMES)) * all_holes + holes[i]])
                decisions[i] |= WORD(fields[row + (packed & CLASS_BITS) * all_holes + hole]) << shift
        for i in range(count):
            names = (dealt[i] >> WORD(NAMES)) * all_holes
            row = (dealt[i] >> WORD(CLASS) & CLASS_BITS) * all_holes
            hand = WORD(hands[row + WORD(renamed[names + holes[i]])])
            against = WORD(hands[row + WORD(renamed[names + dealers[i]])])
            kind = WORD(kinds[holes[i]])
            codes[start + i, 0] = _end(decisions[i], kind, hand, against, limits, leaves, player, ends, strides)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _deal_one(key: Word, first: Word, cards: Codes, deal: DealTables) -> None:
    """The cards of rounds as `_fill_one` deals them, as numbers of faces."""
    bounds, unfair = deal.bounds, deal.unfair
    left = np.empty(deal.cards, np.bool_)
    for i in range(len(cards)):
        p, q, r, s = round_block(key, first + WORD(i), 0)
        one, two, three, four = WORD(p), WORD(q), WORD(r), WORD(s)
        if not _fair(one, two, three, four, bounds, unfair):
            one, two, three, four = _another(key, first + WORD(i), bounds, unfair)
        board, order = deal.boards[one * bounds[0] >> HALF], np.int64(four * bounds[3] >> HALF)
        mine, theirs = deal.pairs[two * bounds[1] >> HALF], deal.pairs[three * bounds[2] >> HALF]
        own = cards[i]
        own[0], own[1], own[2], own[3] = mine & 63, mine >> CARD, theirs & 63, theirs >> CARD
        for taken in range(2):
            for place in range(2, 4):
                own[place] += own[place] >= own[taken]
        for place in range(deal.cards):
            card = np.int64(board >> WORD(CARD * place)) & 63
            for other in range(4):
                own[other] += own[other] >= card
        left[:] = True
        at = 4
        for street in range(len(deal.sizes) + 1):
            count = deal.sizes[street] if street < len(deal.sizes) else deal.cards
            for number in range(count):
                place = deal.places[order, street, number] if street < len(deal.sizes) else number
                if left[place]:
                    left[place] = False
                    own[at] = np.int64(board >> WORD(CARD * place)) & 63
                    at += 1


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def _fill_seats(key: Word, first: Word, codes: Codes, bets: BetTables, deal: DealTables) -> None:
    size, last, holes = len(deal.choose), deal.cards, deal.renamed.shape[1]
    limits, strides, ends = _limits(bets), _strides(bets), bets.codes.ravel()
    rounds, seats = codes.shape
    count, streets = 2 * seats + 2 + last, len(deal.sizes)
    faces, dealt_cards = np.arange(size).astype(np.uint16), np.empty((AT_ONCE, count), np.uint16)
    cards, numbers = np.empty(last, np.int64), np.empty(streets + 1, np.int64)
    for row in range(rounds):
        if row % AT_ONCE == 0:
            draw_rounds(key, first + WORD(row), faces, dealt_cards)
        drawn = dealt_cards[row % AT_ONCE]
        dealt = 0
        for street in range(streets + 1):  # the cards in ascending order, and the number of each street's
            until = deal.sizes[street] if street < streets else last
            for place in range(dealt, until):
                card = np.int64(drawn[2 * seats + 2 + place])
                k = place - 1
                while k >= 0 and cards[k] > card:
                    cards[k + 1] = cards[k]
                    k -= 1
                cards[k + 1] = card
            dealt = until
            numbers[street] = 0
            for place in range(until):
                numbers[street] += deal.choose[cards[place], place + 1]
        board = deal.boards[numbers[streets]]
        kind, names = np.int64(board >> WORD(CLASS) & CLASS_BITS), np.int64(board >> WORD(NAMES))
        one, two = np.int64(drawn[2 * seats]), np.int64(drawn[2 * seats + 1])
        against = WORD(bets.hands[kind, deal.renamed[names, _pair(min(one, two), max(one, two), size)]])
        for seat in range(seats):
            one, two = np.int64(drawn[2 * seat]), np.int64(drawn[2 * seat + 1])
            hole = _pair(min(one, two), max(one, two), size)
            decisions = WORD(bets.fields[hole])
            for street in range(streets):
                packed = np.int64(deal.earlier[deal.starts[street] + numbers[street]])
                here = bets.starts[street + 1] + (packed & CLASS_MASK) * holes
                field = WORD(bets.fields[here + deal.renamed[packed >> EARLIER_NAMES, hole]])
                decisions |= field << WORD(bets.shifts[street + 1])
            hand = WORD(bets.hands[kind, deal.renamed[names, hole]])
            codes[row, seat] = _end(
                decisions, WORD(bets.kinds[hole]), hand, against, limits, bets.leaves, bets.player, ends, strides
            )
