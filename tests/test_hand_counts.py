"""Every hand of two and three cards, counted through the games' own ranking functions against formulae by hand."""

from collections import Counter
from itertools import combinations, groupby, pairwise, permutations, product
from math import comb

from houseway.cards import DECK, Card
from houseway.games.high_card_draw.rules import tensup_row
from houseway.games.mini_tex.rules import pocket_poker_row
from houseway.games.three_card_draw_poker.rules import PAIR_PLUS, pay_row
from houseway.rankings import Category, category, three_card_rank

Three = tuple[Card, Card, Card]

THREE_CARD_HANDS: list[Three] = list(combinations(DECK, 3))

RUNS = 12  # A-2-3, 2-3-4, ... Q-K-A
UNPAIRED = comb(13, 3) - RUNS  # sets of three different ranks that are no straight: 274

# Suits make each set of ranks: one suit for all three (4), any suits (4 x 4 x 4), any but one for all three (60).
CATEGORIES = {
    Category.STRAIGHT_FLUSH: RUNS * 4,  # 48
    Category.THREE_OF_A_KIND: 13 * comb(4, 3),  # 52
    Category.STRAIGHT: RUNS * 60,  # 720
    Category.FLUSH: UNPAIRED * 4,  # 1,096
    Category.PAIR: 13 * comb(4, 2) * 48,  # 3,744: the third card is of another rank
    Category.HIGH_CARD: UNPAIRED * 60,  # 16,440
}


def plain_order(hand: Three) -> tuple[int, ...]:
    """The order of three-card hands in the words of the Mini-Tex manual, independent of the product's numbers."""
    ranks = sorted(("23456789TJQKA".index(card.text[0]) for card in hand), reverse=True)
    if ranks == [12, 1, 0]:  # A-2-3: the ace counts below the two
        ranks = [1, 0, -1]
    flush = len({card.text[1] for card in hand}) == 1
    straight = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    by_count = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)  # a pair before its kicker
    kinds = len(set(ranks))
    category = (
        5 if straight and flush else 4 if kinds == 1 else 3 if straight else 2 if flush else 1 if kinds == 2 else 0
    )
    return category, *by_count


def test_three_card_hands_by_category() -> None:
    """Mini-Tex and Three Card Draw Poker share one ranking; all 22,100 hands fall where they should."""
    assert sum(CATEGORIES.values()) == comb(52, 3) == 22_100
    assert list(CATEGORIES.values()) == [48, 52, 720, 1_096, 3_744, 16_440]
    assert Counter(category(three_card_rank(*hand)) for hand in THREE_CARD_HANDS) == CATEGORIES


def test_three_card_ranks_are_as_many_as_hands_differ() -> None:
    """12 straight flushes, 13 trips, 12 straights, 274 flushes, 13 x 12 pairs, 274 high cards."""
    assert len({three_card_rank(*hand) for hand in THREE_CARD_HANDS}) == 12 + 13 + 12 + 274 + 156 + 274 == 741


def test_three_card_order_is_that_of_the_manual() -> None:
    """Sorted by an order written a second time, ranks rise from one class of equal hands to the next."""
    ordered = sorted(THREE_CARD_HANDS, key=plain_order)
    classes = [{three_card_rank(*hand) for hand in equal} for _, equal in groupby(ordered, key=plain_order)]
    assert all(len(ranks) == 1 for ranks in classes)
    ranks = [ranks.pop() for ranks in classes]
    assert len(ranks) == 741
    assert all(lower < higher for lower, higher in pairwise(ranks))


def test_three_card_rank_takes_cards_in_any_order() -> None:
    """A player's cards come in the order dealt, not sorted: 3,000 hands in all six orders."""
    for hand in THREE_CARD_HANDS[::7]:
        assert len({three_card_rank(*order) for order in permutations(hand)}) == 1


def test_ends_of_the_three_card_order() -> None:
    """A-K-Q suited is the highest hand, 5-3-2 of mixed suits the lowest."""
    ranked = sorted(THREE_CARD_HANDS, key=lambda hand: three_card_rank(*hand))
    assert [card.text[0] for card in sorted(ranked[-1])] == ["Q", "K", "A"]
    assert [card.text[0] for card in sorted(ranked[0])] == ["2", "3", "5"]


def test_pair_plus_rows() -> None:
    """The Mini Royal is a row of its own: 4 of the 48 straight flushes."""
    rows = Counter(pay_row(three_card_rank(*hand)) for hand in THREE_CARD_HANDS)
    assert rows == {0: 4, 1: 44, 2: 52, 3: 720, 4: 1_096, 5: 3_744, None: 16_440}
    assert len(PAIR_PLUS.hands) == 6


def test_tensup_rows() -> None:
    """The High Card Draw manual prints 256 / 1,152 / 2,304 winning and 18,388 losing hands."""
    rows = Counter(tensup_row([card.low_rank for card in hand]) for hand in THREE_CARD_HANDS)
    assert rows == {
        0: comb(4, 3) * 4**3,  # three of the ranks 10, J, Q, K: 256
        1: comb(4, 2) * 4**2 * 3 * 4,  # two of them and a 7, 8 or 9: 1,152
        2: comb(4, 2) * 4**2 * 6 * 4,  # two of them and an ace to 6: 2,304
        None: 18_388,
    }
    assert rows.total() == 22_100


def test_pocket_poker_rows() -> None:
    """The Mini-Tex manual's five rows over all 1,326 hole cards."""
    rows = Counter(pocket_poker_row(first, second) for first, second in combinations(DECK, 2))
    assert rows == {
        0: 4,  # A-K suited
        1: comb(4, 2),  # aces: 6
        2: RUNS * 4,  # A-2 to Q-K suited: 12 pairs of neighbours, 48
        3: 12 * comb(4, 2),  # pairs of twos to kings: 72
        4: 13 * 12,  # 13 pairs of neighbours, A-K among them, in two suits: 156
        None: 1_040,
    }
    assert rows.total() == comb(52, 2) == 1_326


def test_the_four_hands_of_the_top_rows() -> None:
    """Four hands of another rank would count the same: they must be A-K suited, and A-K-Q suited."""
    top = {frozenset(card.text[0] for card in two) for two in combinations(DECK, 2) if pocket_poker_row(*two) == 0}
    assert top == {frozenset("AK")}
    royal = {frozenset(c.text[0] for c in hand) for hand in THREE_CARD_HANDS if pay_row(three_card_rank(*hand)) == 0}
    assert royal == {frozenset("AKQ")}


def test_pocket_poker_takes_hole_cards_in_either_order() -> None:
    assert all(pocket_poker_row(a, b) == pocket_poker_row(b, a) for a, b in product(DECK, DECK) if a != b)
