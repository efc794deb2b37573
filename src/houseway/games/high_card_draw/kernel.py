"""High Card Draw, fast: hands are sets of bits, and pairs cancel as bits do when they are added without carrying.

A card is a bit, suit after suit from the ace up; folding the four suits together leaves the ranks of which an odd
number is there, which is all that a hand can play. A table says how strong that is.

At a table with one player ten cards are drawn at once: three cards by their number among 22,100 and two replacements
from one word, the dealer's five as three and two from another. Where a card comes twice the round tries its next words.
With more players the deck is dealt card by card.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK, Card
from houseway.compiled import njit
from houseway.exact import Strategy
from houseway.games.high_card_draw.chances import FULL_DECK, HANDS, NUMBER, Ranks, possible_draws
from houseway.games.high_card_draw.odds import Odds
from houseway.games.high_card_draw.rules import TENSUP, HighCardDraw, outcome, play_odds, tensup_row, without_pairs
from houseway.kernels import DealtRound, JointOutcome, SimKernel
from houseway.philox import HALF, LOW, Word, round_block
from houseway.shoes import BATCH, draw_cards, words_of

Table = NDArray[np.uint16]
Sets = NDArray[np.uint64]

CARD_OF = np.array([4 * ((bit % 13 - 1) % 13) + bit // 13 for bit in range(52)], np.uint16)  # the card of each bit
RANKS = np.uint64(2**13 - 1)
SUIT, TWO_SUITS = np.uint64(13), np.uint64(26)
CARDS, CLASS = np.uint64(2**52 - 1), np.uint64(52)  # above three cards stands the number of their ranks
THREES, TWOS, SIZE = np.uint64(22_100), np.uint64(1_326), np.uint64(52)
# What a word must leave after these draws, so that all of them are alike.
LEAST_PLAYER, LEAST_DEALER = np.uint64(2**32 % (22_100 * 52 * 52)), np.uint64(2**32 % (22_100 * 1_326))
# What is held, in one number: its ranks; all ranks again if a first card is drawn to it, if a second one is, if the
# better of two is taken; the line of TensUp.
FIRST, SECOND, BETTER, LINE = np.uint64(13), np.uint64(26), np.uint64(39), np.uint64(52)
LINES = len(TENSUP.hands) + 1


class Kernel(SimKernel[HighCardDraw]):
    """How High Card Draw is simulated. A code is a result of the play wager and a line of TensUp."""

    main = "play"

    def __init__(self, game: HighCardDraw, strategy: Strategy) -> None:
        super().__init__(game, strategy)
        odds = Odds(game)
        draws = possible_draws(FULL_DECK)
        held = {draws.dealt[hand]: draws.draws[place].held for hand, place in enumerate(odds.plan(strategy))}
        self._held = held_table(game, held)
        self._strength, self._results, self._codes = strength_tables(game)
        self._rows = [[row.count for row in odds.rows(Counter([result]))].index(1) for result in self._results]
        self._shared = game.options.draw != "deck"
        self.codes = len(self._results) * LINES

    def cell(self, code: int) -> JointOutcome:
        result, line = divmod(code, LINES)
        net = Fraction(play_odds(self.game.options, self._results[result]))
        return JointOutcome(net, Fraction(1), (self._rows[result],), (line,) if self.sides else ())

    def fill(self, key: int, first: int, codes: NDArray[np.uint16]) -> None:
        at, number = np.uint64(key), np.uint64(first)
        held, strength, ends = self._held, self._strength, self._codes
        if codes.shape[1] == 1:
            play_one_seat(at, number, codes, *sets(), held, strength, ends)
        else:
            play_seats(at, number, codes, self._shared, classes(), held, strength, ends)

    def cards(self, key: int, first: int, rounds: int, seats: int) -> NDArray[np.uint16]:
        """The cards of many rounds, a row for each: three to every seat, the dealer's five, then those to draw."""
        if seats == 1:
            dealt = np.empty((rounds, 10), np.uint16)
            deal_one_seat(np.uint64(key), np.uint64(first), *sets(), dealt)
        else:
            dealt = np.empty((rounds, cards_needed(seats, self._shared)), np.uint16)
            deal_seats(np.uint64(key), np.uint64(first), dealt)
        found: NDArray[np.uint16] = CARD_OF[dealt]
        return found

    def play_one(self, key: int, round_number: int, seats: int) -> DealtRound:
        codes = np.empty((1, seats), np.uint16)
        self.fill(key, round_number, codes)
        cards = self.cards(key, round_number, 1, seats)[0]
        return DealtRound(tuple(Card(int(card)) for card in cards), tuple(codes[0].tolist()))


# --- tables, from the rules ---


def bits(ranks: Ranks) -> int:
    """The ranks that are left when pairs cancel, as bits."""
    return sum(1 << (rank - 1) for rank in without_pairs(ranks))


@cache
def sets() -> tuple[Sets, Sets]:
    """Every three cards and every two: the cards' bits, and above those of three the number of their ranks."""
    places = [int(place) for place in np.argsort(CARD_OF)]  # the bit of each card
    threes = [
        sum(1 << places[card] for card in cards) | NUMBER[tuple(sorted(card.low_rank for card in cards))] << int(CLASS)
        for cards in combinations(DECK, 3)
    ]
    twos = [1 << places[one] | 1 << places[two] for one, two in combinations(DECK, 2)]
    return np.array(threes, np.uint64), np.array(twos, np.uint64)


@cache
def classes() -> Table:
    """The number of three ranks in any order, 0 to 12, as digits of 13."""
    ranks = range(1, 14)
    found = [NUMBER[tuple(sorted((one, two, three)))] for one in ranks for two in ranks for three in ranks]
    return np.array(found, np.uint16)


def held_table(game: HighCardDraw, held: dict[Ranks, Ranks]) -> Sets:
    """For the ranks of three dealt cards what is held of them."""
    table = []
    for dealt in HANDS[3]:
        ranks, row = held[dealt], tensup_row(dealt)
        wanted = 3 - len(ranks)
        better = wanted == 1 and game.options.draw == "community-best"
        entry = bits(ranks) | (LINES - 1 if row is None else row) << int(LINE)
        for used, place in ((wanted > 0, FIRST), (wanted == 2, SECOND), (better, BETTER)):
            entry |= int(RANKS) << int(place) if used else 0
        table.append(entry)
    return np.array(table, np.uint64)


def strength_tables(game: HighCardDraw) -> tuple[Table, list[str], Table]:
    """How strong each set of ranks is, the results that can be, and the codes of player's kinds against a dealer.

    A strength is four times the place among all hands, plus the player's kind: how such a hand ends when it is lower
    than the dealer's, equal and higher.
    """
    plays = [without_pairs(rank for rank in range(1, 14) if mask >> (rank - 1) & 1)[:3] for mask in range(2**13)]
    place = {ranks: number for number, ranks in enumerate(sorted(set(plays)))}
    kinds: dict[tuple[str, ...], int] = {}
    table = []
    for ranks in plays:
        ends = tuple(outcome(game.options, ranks, dealer) for dealer in ((14,), ranks, (0,) if ranks else ()))
        table.append(4 * place[ranks] + kinds.setdefault(ends, len(kinds)))
    assert len(kinds) <= 4
    results = sorted({result for ends in kinds for result in ends})
    codes = [LINES * results.index(result) for ends in kinds for result in ends]
    return np.array(table, np.uint16), results, np.array(codes, np.uint16)


# --- compiled ---


@njit(inline="always")
def fold(cards: Word) -> Word:
    """The ranks of which an odd number is among these cards."""
    halves = cards ^ (cards >> TWO_SUITS)
    return (halves ^ (halves >> SUIT)) & RANKS


@njit(inline="always")
def settle(held: Word, one: Word, two: Word, dealer: Word, strength: Table, codes: Table) -> Word:
    """The code of a hand: what is held, the ranks of two cards to draw, the dealer's ranks."""
    ranks = (held ^ (one & (held >> FIRST)) ^ (two & (held >> SECOND))) & RANKS
    other = (held ^ two) & (held >> BETTER) & RANKS  # no ranks, the lowest hand, where nothing is to choose
    mine, house = max(strength[ranks], strength[other]), strength[dealer]
    stands = np.uint64(mine >> 2 > house >> 2) + np.uint64(mine >> 2 >= house >> 2)
    return codes[np.uint64(3) * np.uint64(mine & 3) + stands] + np.uint16(held >> LINE)


@njit(inline="always")
def ten_cards(one: Word, two: Word, threes: Sets, twos: Sets) -> Word:
    """The player's three cards with their number, two to draw, the dealer's five, and whether that is a legal deal."""
    a = np.uint64(one) * THREES
    b = (a & LOW) * SIZE
    c = (b & LOW) * SIZE
    d = np.uint64(two) * THREES
    e = (d & LOW) * TWOS
    player = threes[a >> HALF]
    first, second = np.uint64(1) << (b >> HALF), np.uint64(1) << (c >> HALF)
    dealer_three, dealer_two = threes[d >> HALF] & CARDS, twos[e >> HALF]
    cards, dealer = player & CARDS, dealer_three | dealer_two
    # A bit that is there twice would carry.
    different = cards + first + second + dealer_three + dealer_two == cards | first | second | dealer
    return player, first, second, dealer, different & ((c & LOW) >= LEAST_PLAYER) & ((e & LOW) >= LEAST_DEALER)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def play_one_seat(
    key: Word,
    first: Word,
    codes: NDArray[np.uint16],
    threes: Sets,
    twos: Sets,
    held: Sets,
    strength: Table,
    ends: Table,
) -> None:
    words = np.empty((4, BATCH), np.uint32)
    rounds = np.empty(BATCH, np.uint32)
    played = np.empty((2, BATCH), np.uint32)  # each round's last two words, which are legal in the end
    for start in range(0, codes.shape[0], BATCH):
        size = min(BATCH, codes.shape[0] - start)
        for i in range(size):
            rounds[i] = i
        left, turn = size, 0
        while left:
            # A block's words are two tries; those of rounds that fail at the first move up beside their numbers.
            if turn & 1 == 0:
                words_of(key, first + np.uint64(start), turn >> 1, rounds, left, words)
            one, two = words[2 * (turn & 1)], words[2 * (turn & 1) + 1]
            again = 0
            for i in range(left):
                number = rounds[i]
                played[0, number], played[1, number] = one[i], two[i]
                _, _, _, _, legal = ten_cards(one[i], two[i], threes, twos)
                rounds[again] = number
                words[2, again], words[3, again] = words[2, i], words[3, i]
                again += not legal
            left = again
            turn += 1
        for i in range(size):
            player, a, b, dealer, _ = ten_cards(played[0, i], played[1, i], threes, twos)
            codes[start + i, 0] = settle(held[player >> CLASS], fold(a), fold(b), fold(dealer), strength, ends)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def deal_one_seat(key: Word, first: Word, threes: Sets, twos: Sets, dealt: NDArray[np.uint16]) -> None:
    """The cards behind `play_one_seat`, by their bits: the player's three, the dealer's five, the two to draw."""
    for i in range(dealt.shape[0]):
        block, legal = 0, False
        while not legal:
            one, two, three, four = round_block(key, first + np.uint64(i), block)
            player, a, b, dealer, legal = ten_cards(one, two, threes, twos)
            if not legal:
                player, a, b, dealer, legal = ten_cards(three, four, threes, twos)
            block += 1
        place, house = 0, 3
        for card in range(52):
            bit = np.uint64(1) << np.uint64(card)
            if player & bit:
                dealt[i, place] = card
                place += 1
            if dealer & bit:
                dealt[i, house] = card
                house += 1
            if a & bit:
                dealt[i, 8] = card
            if b & bit:
                dealt[i, 9] = card


@njit(cache=True)
def cards_needed(seats: int, shared: bool) -> int:
    """Three cards each, the dealer's five, and two to draw: shared, or for everybody."""
    return 3 * seats + 5 + (2 if shared else 2 * seats)


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def play_seats(
    key: Word,
    first: Word,
    codes: NDArray[np.uint16],
    shared: bool,
    numbers: Table,
    held: Sets,
    strength: Table,
    ends: Table,
) -> None:
    seats = codes.shape[1]
    cards = np.empty(cards_needed(seats, shared), np.uint16)
    places = np.empty_like(cards)
    deck = np.arange(52).astype(np.uint16)
    for i in range(codes.shape[0]):
        draw_cards(key, first + np.uint64(i), deck, places, cards)
        house = np.uint64(0)
        for place in range(3 * seats, 3 * seats + 5):
            house ^= np.uint64(1) << np.uint64(cards[place])
        replacements = 3 * seats + 5
        for seat in range(seats):
            one, two, three = cards[3 * seat] % 13, cards[3 * seat + 1] % 13, cards[3 * seat + 2] % 13
            mine = held[numbers[169 * one + 13 * two + three]]
            a = np.uint64(1) << np.uint64(cards[replacements])
            b = np.uint64(1) << np.uint64(cards[replacements + 1])
            codes[i, seat] = settle(mine, fold(a), fold(b), fold(house), strength, ends)
            if not shared:
                wanted = mine >> FIRST
                replacements += np.int64(wanted & np.uint64(1)) + np.int64((wanted >> SUIT) & np.uint64(1))


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def deal_seats(key: Word, first: Word, dealt: NDArray[np.uint16]) -> None:
    """The cards behind `play_seats`, by their bits."""
    places = np.empty(dealt.shape[1], np.uint16)
    deck = np.arange(52).astype(np.uint16)
    for i in range(dealt.shape[0]):
        draw_cards(key, first + np.uint64(i), deck, places, dealt[i])
