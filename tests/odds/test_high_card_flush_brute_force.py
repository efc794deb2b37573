"""High Card Flush: the count against every hand of the dealer, dealt and settled by the rules.

Full deck: all 45,379,620 hands of the dealer against some hands of the player. Small decks: all hands of both, settled
as the table settles them, under random options and decisions.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from houseway.cards import DECK, Card, parse_cards
from houseway.derived.walk import settle_each
from houseway.games.high_card_flush.counting import (
    BEST_PLAN,
    HANDS,
    MORE,
    ONCE,
    RAISED,
    RaisePlan,
    Tally,
    distinct_hands,
    flush_index,
    flush_plan,
    given_plan,
    shapes,
    tally,
)
from houseway.games.high_card_flush.dealer import (
    FULL,
    HIGHER,
    Deal,
    against,
    bits,
    cards_of,
    ranks_of,
    sets_below,
    suits_of,
)
from houseway.games.high_card_flush.odds import Odds
from houseway.games.high_card_flush.probed_rules import probe_rules
from houseway.games.high_card_flush.rules import (
    QUALIFIERS,
    HighCardFlush,
    best_suit,
    dealer_qualifies,
    flush_rank,
    straight_flush_length,
)
from houseway.rules.game import Decision, HouseCards, Spot

OUTCOMES = NOT_QUALIFIED, WIN, TIE, LOSS = ("not qualified", "wins", "ties", "loses")


def outcome(qualifier: str, player: tuple[int, ...], dealer: tuple[int, ...]) -> str:
    """How the player's best suit stands against the dealer's."""
    if not dealer_qualifies(qualifier, dealer):
        return NOT_QUALIFIED
    ours, theirs = flush_rank(player), flush_rank(dealer)
    return WIN if ours > theirs else TIE if ours == theirs else LOSS


def most_raise(game: HighCardFlush, suited: int) -> int:
    return game.options.raises[0 if suited <= 4 else 1 if suited == 5 else 2]


def as_settled(suits: tuple[int, ...], game: HighCardFlush, deal: Deal = FULL) -> list[int]:
    """The count: how many of the dealer's hands do not qualify, lose, tie, win. An idle dealer's are one."""
    ends = against(suits, lowest=probe_rules(game).lowest, deal=deal)
    return [sum(ends[:HIGHER]), *ends[HIGHER:]]


def flush_number(ranks: tuple[int, ...]) -> int:
    """Longer flushes and higher ones of a length have larger numbers."""
    return len(ranks) << 13 | bits(ranks)


FLUSH_NUMBERS = np.array([number.bit_count() << 13 | number for number in range(1 << 13)])


@njit(cache=True)
def _all_dealer_hands(
    cards: NDArray[np.int64], numbers: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Deal every seven of these cards, each a bit among 52, thirteen to a suit; count how the hands end."""
    counts = np.zeros(max(4, ends.max() + 1), np.int64)
    many = len(cards)
    for a in range(many):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = cards[a] | cards[b] | cards[c] | cards[d]
                    for e in range(d):
                        for f in range(e):
                            six = four | cards[e] | cards[f]
                            for g in range(f):
                                hand = six | cards[g]
                                best = max(
                                    max(numbers[hand & 8191], numbers[hand >> 13 & 8191]),
                                    max(numbers[hand >> 26 & 8191], numbers[hand >> 39]),
                                )
                                counts[ends[best]] += 1
    return counts


def card_bit(card: Card) -> int:
    return 1 << 13 * card.suit + card.rank - 2


def dealt(hand: tuple[Card, ...], qualifier: str) -> list[int]:
    """How the dealer's hands end against this one: the rules judge each flush that a dealer can have."""
    ends = np.zeros(1 << 16, np.int64)
    for flush in shapes().sets.tolist():
        ranks = ranks_of(flush)
        ends[flush_number(ranks)] = OUTCOMES.index(outcome(qualifier, best_suit(hand), ranks))
    left = np.array([card_bit(card) for card in DECK if card not in hand])
    return list(map(int, _all_dealer_hands(left, FLUSH_NUMBERS, ends)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("Th 8h 6h Js Ad Qd Jc", "9"),
        ("Th 8h 6h 7d 4d 2d 9c", "9"),
        ("9h 3h 2h Ks Qd 5d 4c", "9"),  # the lowest that qualifies
        ("8h 7h 6h As Kd Qd Jc", "9"),  # does not
        ("Th 9h 3h Tc 9c 3c As", "9"),  # two suits of one rank: no tie in them
        ("Ts 7s 4s Kd Jd Tc 2c", "8"),
        ("Jh 6h 5h Js 6s 4s 2d", "J"),
        ("7h 5h 4h 2h Ac Kc Qc", "9"),
        ("Qd 9d 8d 4d 2d Ah 3c", "Q"),
        ("Ac Kc 7c 6c 3c 2c 9d", "7"),
        ("9s 8s 7s 6s 4s 3s 2s", "10"),
        ("As Kh Ah Ks Qd Jd Qc", "9"),  # two suited cards
    ],
)
def test_every_hand_of_the_dealer(text: str, qualifier: str) -> None:
    hand = parse_cards(text)
    game = HighCardFlush.make(changes={"qualifier": qualifier})
    counted = dealt(hand, qualifier)
    assert sum(counted) == FULL.dealer_hands == 45_379_620
    assert as_settled(suits_of(hand), game) == counted
    idle, wins, _, losses = counted
    at, advice = Odds(game).advise(hand, ())
    assert at == "raise"
    most = most_raise(game, len(best_suit(hand)))
    values = {Decision("fold"): Fraction(-1)}
    for multiple in range(1, most + 1):
        values[Decision("raise", multiple)] = Fraction(idle + (1 + multiple) * (wins - losses), FULL.dealer_hands)
    assert dict(advice) == values
    assert [item.value for item in advice] == sorted(values.values(), reverse=True)


def test_random_hands_against_every_hand_of_the_dealer() -> None:
    random = Random("flush")
    for _ in range(4):
        hand = tuple(random.sample(DECK, 7))
        qualifier = random.choice(list(QUALIFIERS))
        game = HighCardFlush.make(changes={"qualifier": qualifier})
        assert as_settled(suits_of(hand), game) == dealt(hand, qualifier)


def settled(game: HighCardFlush, hand: tuple[Card, ...], dealer: tuple[Card, ...]) -> str:
    """What the table's own settlement makes of ante and raise."""
    spot = Spot(1, {"ante": 100, "raise": 100}, hand, decisions=(("raise", Decision("raise", 1)),))
    pays = {pay.wager: pay.odds for pay in settle_each(game, ("ante", "raise"), spot, HouseCards(dealer))}
    ends: dict[tuple[Any, Any], str] = {(1, 0): NOT_QUALIFIED, (1, 1): WIN, (0, 0): TIE, (-1, -1): LOSS}
    return ends[pays["ante"], pays["raise"]]


def test_sampled_deals_end_as_the_table_settles_them() -> None:
    """What `dealt` takes for granted: a dealer's hand ends as its best flush does."""
    random = Random("deals")
    for qualifier in QUALIFIERS:
        game = HighCardFlush.make(changes={"qualifier": qualifier})
        for _ in range(500):
            cards = tuple(random.sample(DECK, 14))
            hand, dealer = cards[:7], cards[7:]
            suits = [sum(card_bit(card) for card in dealer) >> 13 * suit & 8191 for suit in range(4)]
            best = max(suits, key=lambda suit: FLUSH_NUMBERS[suit])
            assert settled(game, hand, dealer) == outcome(qualifier, best_suit(hand), ranks_of(best))


# --- small decks, all hands of both ---


class SmallDeck:
    """Every hand of a small deck, with what the rules say of it."""

    def __init__(self, ranks: tuple[int, ...], cards: int) -> None:
        self.deal = Deal(bits(ranks), cards)
        self.hands = list(combinations([card for card in DECK if card.rank in ranks], cards))
        self.bits = np.array([sum(map(card_bit, hand)) for hand in self.hands])
        self.example = {best_suit(hand): hand for hand in self.hands}
        self.flushes = sorted(self.example, key=flush_number)
        indices = {flush: number for number, flush in enumerate(self.flushes)}
        self.flush_of = np.array([indices[best_suit(hand)] for hand in self.hands])
        suits = [tuple(sorted(suits_of(hand))) for hand in self.hands]
        self.classes = Counter(suits)
        self.one_of = {key: number for number, key in enumerate(suits)}  # a hand of each class

    @cached_property
    def dealers(self) -> dict[tuple[int, ...], NDArray[np.int64]]:
        """For each hand but for its suits' names: how many of the dealer's hands have each flush."""
        return {
            suits: np.bincount(self.flush_of[(self.bits & self.bits[number]) == 0], minlength=len(self.flushes))
            for suits, number in self.one_of.items()
        }

    def ends(self, game: HighCardFlush) -> NDArray[np.int64]:
        """For every player's flush and dealer's flush, how the table settles two hands that have them."""
        return np.array(
            [
                [OUTCOMES.index(settled(game, self.example[own], self.example[other])) for other in self.flushes]
                for own in self.flushes
            ]
        )

    def against(self, game: HighCardFlush) -> dict[tuple[int, ...], list[int]]:
        """For each hand but for its suits' names: how all the dealer's hands end."""
        ends = [[row == end for end in range(4)] for row in self.ends(game)]
        return {
            suits: [int(dealers[those].sum()) for those in ends[self.flush_of[self.one_of[suits]]]]
            for suits, dealers in self.dealers.items()
        }


@cache
def small_deck(ranks: tuple[int, ...], cards: int) -> SmallDeck:
    return SmallDeck(ranks, cards)


SMALL_DECKS = [
    ((14, 13, 12, 11, 10, 9), 5),
    ((14, 12, 9, 8, 3, 2), 5),
    ((12, 11, 10, 9), 7),
    ((14, 11, 10, 9, 2), 7),
    ((14, 4, 3, 2), 7),
    ((13, 10, 9, 8), 6),
    ((12, 11, 9, 8, 7), 5),
    ((10, 9, 8, 7), 8),
]


def random_game(random: Random) -> HighCardFlush:
    raises = sorted(random.randint(1, 5) for _ in range(3))
    changes = {"qualifier": random.choice(list(QUALIFIERS)), "raises": "/".join(map(str, raises))}
    return HighCardFlush.make(changes=changes)


def outside(suits: tuple[int, ...]) -> int:
    """Jacks and better beside the best flush."""
    ordered = sorted(suits, key=lambda suit: (suit.bit_count(), suit))
    return sum(rank >= 11 for suit in ordered[:3] for rank in ranks_of(suit))


def expected(
    deck: SmallDeck, found: dict[tuple[int, ...], list[int]], decisions: dict[tuple[int, ...], int]
) -> dict[tuple[int, int, int], list[int]]:
    """By flush length, straight flush length and multiple: hands, and deals not qualified, won, tied, lost."""
    sums: dict[tuple[int, int, int], list[int]] = {}
    for suits, hands in deck.classes.items():
        cards = cards_of(suits)
        run = straight_flush_length(cards)
        row = sums.setdefault((len(best_suit(cards)), run, decisions[suits]), [0] * 5)
        for column, deals in enumerate([1, *found[suits]]):
            row[column] += hands * deals
    return sums


def rows(tally: Tally) -> dict[tuple[int, int, int], list[int]]:
    found = {}
    for a, b, c in np.argwhere(tally.results[..., HANDS]).tolist():
        hands, *ends = tally.results[a, b, c].tolist()
        found[a, b, c] = [hands, sum(ends[:HIGHER]), *ends[HIGHER:]]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "cards"), SMALL_DECKS)
def test_small_deck(ranks: tuple[int, ...], cards: int) -> None:
    """The tally of all deals, decided the best way, by flush and at random, is what dealing all of them gives."""
    random = Random(f"{ranks} {cards}")
    deck = small_deck(ranks, cards)
    assert deck.deal.player_hands == len(deck.hands) == deck.classes.total()
    listed = [tuple(sorted(hand)) for hand in distinct_hands(deck.deal)]
    assert len(listed) == len(deck.classes)
    assert set(listed) == set(deck.classes)
    for _ in range(3):
        game = random_game(random)
        found = deck.against(game)
        most = {suits: most_raise(game, max(suit.bit_count() for suit in suits)) for suits in found}

        def check(plan: RaisePlan, decisions: dict[tuple[int, ...], int]) -> Tally:
            counted = tally(plan, probe_rules(game), deck.deal)  # noqa: B023 - used before the next game
            assert rows(counted) == expected(deck, found, decisions)  # noqa: B023
            return counted

        best = {suits: best_multiple(counts, most[suits]) for suits, counts in found.items()}
        check_flushes(deck, found, best, most, check(BEST_PLAN, best))

        lowest = [random.choice(deck.flushes) for _ in range(9)]
        highest = [random.choice(deck.flushes) for _ in range(9)]
        by_flush = {}
        for suits in found:
            flush = flush_number(best_suit(cards_of(suits)))
            multiple = most[suits] if flush >= flush_number(highest[outside(suits)]) else 1
            by_flush[suits] = multiple if flush >= flush_number(lowest[outside(suits)]) else 0
        indices = [[flush_index(bits(flush), deck.deal) for flush in flushes] for flushes in (lowest, highest)]
        check(flush_plan(*indices), by_flush)

        given = {suits: random.randint(0, most[suits]) for suits in found}
        check(given_plan(bytes(given[suits] for suits in listed)), given)


def best_multiple(counts: list[int], most: int) -> int:
    """The best of all legal decisions, tried one by one; of equal ones the smaller bet."""
    idle, wins, _, losses = counts
    values = [-sum(counts)] + [idle + (1 + multiple) * (wins - losses) for multiple in range(1, most + 1)]
    return values.index(max(values))


def check_flushes(
    deck: SmallDeck,
    found: dict[tuple[int, ...], list[int]],
    decisions: dict[tuple[int, ...], int],
    most: dict[tuple[int, ...], int],
    tally: Tally,
) -> None:
    """What the tally says of each flush with so many high cards beside it."""
    sums: dict[tuple[int, int], list[int]] = {}
    for suits, hands in deck.classes.items():
        flush = flush_index(bits(best_suit(cards_of(suits))), deck.deal)
        row = sums.setdefault((flush, outside(suits)), [0, 0, 0, 0])
        idle, wins, _, losses = found[suits]
        row[HANDS] += hands
        row[RAISED] += hands * (decisions[suits] > 0)
        row[ONCE] += hands * (idle + 2 * (wins - losses) + sum(found[suits]))
        row[MORE] += hands * (most[suits] - 1) * (wins - losses)
    counted = np.argwhere(tally.flushes[..., HANDS])
    assert {(int(a), int(b)): list(map(int, tally.flushes[a, b])) for a, b in counted} == sums


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "cards"), SMALL_DECKS)
def test_one_hand_in_a_small_deck(ranks: tuple[int, ...], cards: int) -> None:
    """The count for one hand, which gives advice, for every hand of a small deck."""
    deck = small_deck(ranks, cards)
    game = random_game(Random(f"one {ranks}"))
    for suits, counts in deck.against(game).items():
        assert as_settled(suits, game, deck.deal) == counts


def test_renamed_suits_are_settled_alike() -> None:
    """Every single hand of a deck, not one of each class: 11,440 hands against 36 each."""
    deck = small_deck((12, 11, 10, 9), 7)
    game = HighCardFlush.make(changes={"qualifier": "Q"})
    ends, found = deck.ends(game), deck.against(game)
    for number, hand in enumerate(deck.hands):
        dealer = deck.flush_of[(deck.bits & deck.bits[number]) == 0]
        counts = np.bincount(ends[deck.flush_of[number], dealer], minlength=4)
        assert found[tuple(sorted(suits_of(hand)))] == counts.tolist()


@pytest.mark.slow
def test_flushes_of_the_full_deck_are_sums_of_single_hands() -> None:
    """The compiled count, and the one that gives advice, of all hands in which a flush plays."""
    game = HighCardFlush.make()
    counted = tally(BEST_PLAN, probe_rules(game))
    for flush in (bits([10, 8, 6]), bits([13, 9, 5, 4]), bits([7, 6, 3])):
        sums = [0, 0]
        for others in _three_suits(flush):
            idle, wins, _, losses = as_settled((flush, *others), game)
            hands = len(set(permutations((flush, *others))))
            sums[0] += hands
            sums[1] += hands * (idle + 2 * (wins - losses) + FULL.dealer_hands)
        assert [int(counted.flushes[flush_index(flush), :, column].sum()) for column in (HANDS, ONCE)] == sums


def _three_suits(flush: int) -> list[tuple[int, int, int]]:
    """The other suits of all hands in which this flush plays, in one order."""
    size = flush.bit_count()
    lower = [chosen for chosen in shapes().sets.tolist() if (chosen.bit_count(), chosen) <= (size, flush)]
    by_size = [[chosen for chosen in lower if chosen.bit_count() == cards] for cards in range(size + 1)]
    found = []
    for first in lower:
        for second in lower:
            rest = 7 - size - first.bit_count() - second.bit_count()
            if first <= second and 0 <= rest <= size:
                found += [(first, second, third) for third in by_size[rest] if second <= third]
    return found


def test_sets_below_a_flush() -> None:
    """Against writing them all down."""
    random = Random("sets")
    for _ in range(300):
        flush = bits(random.sample(range(2, 15), random.randint(1, 7)))
        left = bits(random.sample(range(2, 15), random.randint(0, 13)))
        sets = [bits(chosen) for chosen in combinations(ranks_of(left), flush.bit_count())]
        assert sets_below(flush, left) == sum(chosen < flush for chosen in sets)
