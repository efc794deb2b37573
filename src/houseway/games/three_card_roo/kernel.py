"""3 Card Roo, fast: two cards are a hand, a hand and a third card look up what they are, a last table how it ends.

At a table with one player six cards are drawn at once, three from each word; where two of them are the same the round
tries its next words. With more players the deck is dealt card by card. A third card is always drawn, though a dealt
pair gets none: a card that nobody sees changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK, Card
from houseway.compiled import njit
from houseway.exact import Strategy
from houseway.games.three_card_roo.chances import (
    DEALER_NO_ROO,
    DEALER_PAIR,
    EVENTS,
    LOSS,
    NO_BONUS,
    NO_PAIR,
    NO_POCKET,
    NO_ROO,
    PLAYER_PAIR,
    SEVEN_ROO,
    TIE,
    WIN,
    End,
    hand_of,
)
from houseway.games.three_card_roo.odds import PLAY, POCKET, Odds
from houseway.games.three_card_roo.rules import (
    Roo,
    ThreeCardRoo,
    compare,
    house_way,
    pairs_pay_row,
    pocket_roo_row,
    roo,
    seven_roo_row,
)
from houseway.games.three_card_roo.simple import Plan
from houseway.kernels import DealtRound, JointOutcome, SimKernel
from houseway.philox import HALF, LOW, Word, round_block
from houseway.shoes import BATCH, draw_cards, words_of

Table = NDArray[np.uint16]
STRENGTH = 9  # bits for a place among the 286 Roo straights; the kind of hand stands above them
AGAINST_PAIR, AGAINST_NONE, AGAINST_ROO = range(3)
SIZE = np.uint64(52)
LEAST = np.uint64(2**32 % 52**3)  # what a word must leave after three draws, so that all of them are alike


class Kernel(SimKernel[ThreeCardRoo]):
    """How 3 Card Roo is simulated."""

    main = PLAY

    def __init__(self, game: ThreeCardRoo, strategy: Strategy) -> None:
        super().__init__(game, strategy)
        self._ends, self._tables = make_tables(game, Odds(game).plan(strategy, PLAY))
        self.codes = len(self._ends)

    def cell(self, code: int) -> JointOutcome:
        end = self._ends[code]
        net = Fraction(EVENTS[end.event][1])
        rows: tuple[int, ...] = (end.event,)
        if end.bonus is not None:
            rows = (end.event, len(EVENTS) + end.bonus)
            net += self.game.options.seven_roo_bonus[end.bonus] if end.bonus < NO_BONUS else 0
        sides = tuple(end.pocket if side == POCKET else end.pairs for side in self.sides)
        return JointOutcome(net, Fraction(1), rows, sides)

    def fill(self, key: int, first: int, codes: NDArray[np.uint16]) -> None:
        play = play_one_seat if codes.shape[1] == 1 else play_seats
        play(np.uint64(key), np.uint64(first), codes, *self._tables)

    def cards(self, key: int, first: int, rounds: int, seats: int) -> NDArray[np.uint16]:
        """The cards of many rounds, a row for each: two to every seat, the dealer's two, then the third cards."""
        dealt = np.empty((rounds, 3 * seats + 3), np.uint16)
        deal = deal_one_seat if seats == 1 else deal_seats
        deal(np.uint64(key), np.uint64(first), dealt)
        return dealt

    def play_one(self, key: int, round_number: int, seats: int) -> DealtRound:
        codes = np.empty((1, seats), np.uint16)
        self.fill(key, round_number, codes)
        cards = [Card(int(card)) for card in self.cards(key, round_number, 1, seats)[0]]
        two, thirds = cards[: 2 * seats + 2], cards[2 * seats + 2 :]
        # The table deals no third card to a pair.
        used = [third for hand, third in enumerate(thirds) if two[2 * hand].rank != two[2 * hand + 1].rank]
        return DealtRound((*two, *used), tuple(codes[0].tolist()))


# --- tables, from the rules ---


def make_tables(game: ThreeCardRoo, plan: Plan) -> tuple[list[End], tuple[Table, Table, Table, Table]]:
    """How hands can end, and four tables: two cards, a player's hand and third card, a dealer's, and both together.

    Two cards are 52 times the first plus the second. Their hand's number is already times 52, so that the third card
    is added. Suits count only where a Royal Flush Roo may come of them.
    """
    hands: dict[tuple[int, int, int | None], int] = {}
    numbers = np.zeros(52 * 52, np.uint16)
    for one in DECK:
        for two in DECK:
            low, high = sorted((one.low_rank, two.low_rank))
            royal = low != high and hand_of(low, high, suited=one.suit == two.suit).suited
            numbers[52 * one + two] = 52 * hands.setdefault((low, high, one.suit if royal else None), len(hands))
    ordered = sorted(combinations(range(1, 14), 3), key=cmp_to_key(compare))
    strength: dict[Roo | None, int] = {made: place for place, made in enumerate(ordered)} | {None: 0}
    kinds: dict[End, int] = {}
    player, dealer = np.zeros((2, 52 * len(hands)), np.uint16)
    for (low, high, suit), number in hands.items():
        for third in DECK:
            made = met = None
            if low != high:
                made = roo(low, high, third.low_rank, plan[hand_of(low, high, suited=suit is not None)])
                met = roo(low, high, third.low_rank, house_way(game.options.house_way, low, high))
            kind = alone(made, low, high, third, suited=suit == third.suit)
            player[52 * number + third] = (kinds.setdefault(kind, len(kinds)) << STRENGTH) + strength[made]
            house = AGAINST_PAIR if low == high else AGAINST_NONE if met is None else AGAINST_ROO
            dealer[52 * number + third] = (house << STRENGTH) + strength[met]
    ends: dict[End, int] = {}
    both = np.array([ends.setdefault(end, len(ends)) for kind in kinds for end in against(kind)], np.uint16)
    return list(ends), (numbers, player, dealer, both)


def alone(made: Roo | None, low: int, high: int, third: Card, *, suited: bool) -> End:
    """What a hand is worth to each wager before the dealer is looked at; a Roo straight wins as yet."""
    pair = low == high
    row = pairs_pay_row(low, high, None if pair else third.low_rank)
    pairs = NO_PAIR if row is None else row
    if made is None:
        return End(PLAYER_PAIR if pair else NO_ROO, None, NO_POCKET, pairs)
    bonus, pocket = seven_roo_row(made), pocket_roo_row(made, suited=suited)
    if pocket is None:
        pocket = SEVEN_ROO if 7 in made else NO_POCKET
    return End(WIN, NO_BONUS if bonus is None else bonus, pocket, pairs)


def against(kind: End) -> Iterator[End]:
    """How a hand ends against each kind of dealer's hand, with the lower, the equal and the higher Roo straight."""
    for event in (*(DEALER_PAIR,) * 3, *(DEALER_NO_ROO,) * 3, LOSS, TIE, WIN):
        if kind.event != WIN:
            yield kind
        else:  # no bonus is looked at against a dealer's pair
            yield kind._replace(event=event, bonus=None if event == DEALER_PAIR else kind.bonus)


# --- compiled ---


@njit(inline="always")
def settle(mine: Word, house: Word, both: Table) -> Word:
    """The code of a player's entry against a dealer's."""
    mine_strength, house_strength = mine & 511, house & 511
    stands = np.int64(mine_strength > house_strength) + np.int64(mine_strength >= house_strength)
    return both[9 * np.int64(mine >> STRENGTH) + 3 * np.int64(house >> STRENGTH) + stands]


@njit(inline="always")
def three_cards(word: Word) -> Word:
    """Three cards out of one word by Lemire's multiplication, and whether the word favours none; they may be equal."""
    first = np.uint64(word) * SIZE
    second = (first & LOW) * SIZE
    third = (second & LOW) * SIZE
    return first >> HALF, second >> HALF, third >> HALF, (third & LOW) >= LEAST


@njit(inline="always")
def six_cards(one: Word, two: Word) -> Word:
    """The player's two cards and third, the dealer's, and whether that is a legal deal."""
    a, b, c, fair = three_cards(one)
    d, e, f, also_fair = three_cards(two)
    bit = np.uint64(1)
    p, q, r, s, t, u = bit << a, bit << b, bit << c, bit << d, bit << e, bit << f
    different = (p + q + r + s + t + u) == (p | q | r | s | t | u)  # a bit that is there twice would carry
    return a, b, c, d, e, f, fair & also_fair & different


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def play_one_seat(
    key: Word, first: Word, codes: NDArray[np.uint16], numbers: Table, player: Table, dealer: Table, both: Table
) -> None:
    words = np.empty((4, BATCH), np.uint32)
    rounds = np.empty(BATCH, np.uint32)
    for start in range(0, codes.shape[0], BATCH):
        left = min(BATCH, codes.shape[0] - start)
        for i in range(left):
            rounds[i] = i
        block = 0
        while left:
            words_of(key, first + np.uint64(start), block, rounds, left, words)
            again = 0
            for i in range(left):
                number = rounds[i]
                a, b, c, d, e, f, legal = six_cards(words[0, i], words[1, i])
                g, h, j, k, m, n, also_legal = six_cards(words[2, i], words[3, i])
                a, b, c = (a, b, c) if legal else (g, h, j)
                d, e, f = (d, e, f) if legal else (k, m, n)
                mine = player[numbers[SIZE * a + b] + c]
                house = dealer[numbers[SIZE * d + e] + f]
                codes[start + number, 0] = settle(mine, house, both)
                rounds[again] = number  # kept only if no deal was legal
                again += not (legal | also_legal)
            left = again
            block += 1


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def deal_one_seat(key: Word, first: Word, dealt: NDArray[np.uint16]) -> None:
    """The cards behind `play_one_seat`: the player's two, the dealer's two, the third cards."""
    for i in range(dealt.shape[0]):
        block, legal = 0, False
        while not legal:
            one, two, three, four = round_block(key, first + np.uint64(i), block)
            a, b, c, d, e, f, legal = six_cards(one, two)
            if not legal:
                a, b, c, d, e, f, legal = six_cards(three, four)
            block += 1
            dealt[i, 0], dealt[i, 1], dealt[i, 2], dealt[i, 3], dealt[i, 4], dealt[i, 5] = a, b, d, e, c, f


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def play_seats(
    key: Word, first: Word, codes: NDArray[np.uint16], numbers: Table, player: Table, dealer: Table, both: Table
) -> None:
    seats = codes.shape[1]
    thirds = 2 * seats + 2
    cards = np.empty(3 * seats + 3, np.uint16)
    places = np.empty_like(cards)
    deck = np.arange(52).astype(np.uint16)
    for i in range(codes.shape[0]):
        draw_cards(key, first + np.uint64(i), deck, places, cards)
        house = dealer[numbers[52 * cards[thirds - 2] + cards[thirds - 1]] + cards[thirds + seats]]
        for seat in range(seats):
            mine = player[numbers[52 * cards[2 * seat] + cards[2 * seat + 1]] + cards[thirds + seat]]
            codes[i, seat] = settle(mine, house, both)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def deal_seats(key: Word, first: Word, dealt: NDArray[np.uint16]) -> None:
    """The cards behind `play_seats`."""
    places = np.empty(dealt.shape[1], np.uint16)
    deck = np.arange(52).astype(np.uint16)
    for i in range(dealt.shape[0]):
        draw_cards(key, first + np.uint64(i), deck, places, dealt[i])
