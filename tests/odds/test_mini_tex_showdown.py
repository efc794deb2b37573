"""Mini-Tex among players: chances against the slower count, and against hands gone through one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

import numpy as np
import pytest
from tests.odds import slow_equity as chances

from houseway.cards import DECK, Card, parse_cards
from houseway.errors import CardError, HousewayError
from houseway.games.mini_tex import matchups, showdown
from houseway.games.mini_tex.ranges import Range, parse_range
from houseway.games.mini_tex.rules import HANDS
from houseway.games.mini_tex.showdown import against, against_one, starting_hands
from houseway.odds.three_card_hands import pairs, ranking
from houseway.rules.equity import Equity, Estimate

Hole = tuple[Card, ...]
SITUATIONS = [("Ah Kd", ""), ("9c 9d", "Qs 4h"), ("7h 2h", "7c 2d"), ("Jc Tc", "9c 8c 2d"), ("3d 2s", "As Kh Qd")]


def rest(*known: Sequence[Card]) -> list[Card]:
    return [card for card in DECK if all(card not in cards for cards in known)]


def disjoint(hands: Sequence[Hole]) -> bool:
    cards = [card for hand in hands for card in hand]
    return len(set(cards)) == len(cards)


# --- one opponent ---


@pytest.mark.slow
@pytest.mark.parametrize(("hole", "community"), SITUATIONS)
def test_against_any_hand_as_the_slower_count(hole: str, community: str) -> None:
    found = against_one(parse_cards(hole), parse_cards(community))
    assert float(found.share) == pytest.approx(
        chances.against_one(parse_cards(hole), parse_cards(community)), abs=1e-12
    )
    left = 50 - len(parse_cards(community))
    missing = 3 - len(parse_cards(community))
    assert found.total == comb(left, missing) * comb(left - missing, 2)


@pytest.mark.slow
def test_all_starting_hands_as_the_slower_count() -> None:
    slow = chances.starting_equities()
    ranked = starting_hands()
    assert len(ranked) == 169
    for name, found in ranked:
        high, low = ("23456789TJQKA".index(rank) for rank in name[:2])
        assert float(found.share) == pytest.approx(slow[high, low, name.endswith("s")], abs=1e-12)
    shares = [found.share for _, found in ranked]
    assert shares == sorted(shares, reverse=True)
    assert [name for name, _ in ranked[:3]] == ["KQs", "QJs", "AQs"]
    assert ranked[-1][0] == "52o"


def test_over_all_starting_hands_wins_are_losses() -> None:
    """Any hand against any hand: half the pot on average, exactly."""
    by_name = dict(starting_hands())
    sizes = {name: 6 if len(name) == 2 else 4 if name.endswith("s") else 12 for name in by_name}
    assert sum(sizes[name] * found.wins for name, found in by_name.items()) == sum(
        sizes[name] * found.losses for name, found in by_name.items()
    )
    assert sum(sizes[name] * found.share for name, found in by_name.items()) == Fraction(1326, 2)


@pytest.mark.parametrize("hole", ["Ah Kd", "5c 5s", "8d 7d"])
def test_a_starting_hand_by_every_board(hole: str) -> None:
    """The range of all hands goes through 19,600 boards; the table of starting hands through classes of them."""
    assert against_one(parse_cards(hole), (), "any") == against_one(parse_cards(hole))


def plain_one(hole: Hole, board: Hole, hands: Range) -> tuple[Fraction, ...]:
    ends = [Fraction(), Fraction(), Fraction()]
    own = HANDS.rank(hole, board)
    for other, weight in hands.items():
        if disjoint((hole, board, other)):
            theirs = HANDS.rank(other, board)
            ends[0 if theirs < own else 1 if theirs == own else 2] += weight
    return tuple(ends)


def test_a_range_on_the_river_hand_by_hand() -> None:
    random, text = Random(5), "AA:1/3,KQs,T9o:0.5,22+,J8-J5,AhKh"
    hands = parse_range(text)
    for _ in range(12):
        first, second, *board = random.sample(DECK, 5)
        found = against_one((first, second), tuple(board), text)
        wins, ties, losses = plain_one((first, second), tuple(board), hands)
        total = wins + ties + losses
        assert Fraction(found.wins, found.total) == wins / total
        assert Fraction(found.ties, found.total) == ties / total
        assert found.wins + found.ties + found.losses == found.total


# --- several opponents ---


def plain_many(hole: Hole, opponents: int, boards: Sequence[Hole], cards: Sequence[Card]) -> Equity:
    """Every way to give hands from these cards to opponents who sit in no order."""
    best, total = Counter[int](), 0
    for board in boards:
        own = HANDS.rank(hole, board)
        theirs = {hand: HANDS.rank(hand, board) for hand in combinations([c for c in cards if c not in board], 2)}
        for hands in combinations(theirs, opponents):
            if disjoint(hands):
                total += 1
                if all(theirs[hand] <= own for hand in hands):
                    best[sum(theirs[hand] == own for hand in hands)] += 1
    return Equity(tuple(best[ties] for ties in range(opponents + 1)), total)


@pytest.mark.slow
def test_two_opponents_on_the_river_hand_by_hand() -> None:
    hole, board = parse_cards("9c 9d"), parse_cards("Qs 4h 2c")
    assert against(hole, 2, board) == plain_many(hole, 2, [board], rest(hole, board))


@pytest.mark.slow
@pytest.mark.parametrize("opponents", [2, 3, 4])
def test_few_cards_left_hand_by_hand(opponents: int) -> None:
    """With 12 cards left to deal, where ties of several opponents come about."""
    hole, flop = parse_cards("9c 8c"), parse_cards("9h Ts")
    cards = list(parse_cards("9d 8d 8h 8s Jc Jd Td 7c 7d 2c 3d Ac"))
    left = np.zeros(52, np.bool_)
    left[cards] = True
    boards = matchups.boards_to_come(np.array(flop), left)
    own = int(pairs().numbers[hole])
    counts = matchups.against_many(own, opponents, boards, left, ranking().table, pairs().cards)
    plain = plain_many(hole, opponents, [(*flop, card) for card in cards], cards)
    assert tuple(counts.tolist()) == plain.best
    assert plain.best[1] > 0


def plain_ranges(hole: Hole, boards: Sequence[Hole], ranges: Sequence[Range]) -> tuple[Fraction, ...]:
    best, total = [Fraction()] * (len(ranges) + 1), Fraction()
    for board in boards:
        own = HANDS.rank(hole, board)
        for hands in product(*ranges):
            if disjoint((hole, board, *hands)):
                weight = Fraction(1)
                for hand, weights in zip(hands, ranges, strict=True):
                    weight *= weights[hand]
                total += weight
                theirs = [HANDS.rank(hand, board) for hand in hands]
                if max(theirs) <= own:
                    best[theirs.count(own)] += weight
    return tuple(part / total for part in best)


@pytest.mark.parametrize("texts", [("AA,KQs:1/2", "QQ,T9s"), ("AK,9h8h", "KK:2,44", "99,QJs:1/3")])
def test_ranges_of_several_opponents_hand_by_hand(texts: tuple[str, ...]) -> None:
    hole, flop = parse_cards("9c 8c"), parse_cards("Qs 4h")
    found = against(hole, texts, flop)
    assert isinstance(found, Equity)
    rivers = [(*flop, river) for river in rest(hole, flop)[::6]]
    part = plain_ranges(hole, rivers[:1], [parse_range(text) for text in texts])
    river = against(hole, texts, rivers[0])
    assert isinstance(river, Equity)
    assert tuple(Fraction(deals, river.total) for deals in river.best) == part
    whole = plain_ranges(hole, [(*flop, card) for card in rest(hole, flop)], [parse_range(t) for t in texts])
    assert tuple(Fraction(deals, found.total) for deals in found.best) == whole


def test_any_cards_are_the_range_of_all_hands() -> None:
    hole, board = parse_cards("9c 9d"), parse_cards("Qs 4h 2c")
    free, ranged = against(hole, 2, board), against(hole, ["any", None], board)
    assert isinstance(free, Equity)
    assert isinstance(ranged, Equity)
    assert free.share == ranged.share


def test_players_at_one_table_share_the_pot() -> None:
    """Three known hands over all boards to come: their shares make one pot."""
    table = [parse_cards(text) for text in ("Ah Kd", "Qs Qc", "7d 6d")]
    shares = []
    for seat, hole in enumerate(table):
        others = ["".join(card.text for card in hand) for position, hand in enumerate(table) if position != seat]
        found = against(hole, others)
        assert isinstance(found, Equity)
        assert found.total == comb(46, 3)
        shares.append(found.share)
    assert sum(shares) == 1


# --- sampling ---


def exact_and_sampled() -> Iterator[tuple[Fraction, Estimate]]:
    for hole, community, opponents in (("9c 9d", "Qs 4h", 2), ("Jc Td", "9c 6h 2d", 4), ("Ah Kd", "", 2)):
        own, left = showdown._checked(parse_cards(hole), parse_cards(community))
        exact = against(parse_cards(hole), opponents, parse_cards(community))
        assert isinstance(exact, Equity)
        for seed in range(3):
            given = [None] * opponents
            yield (
                exact.share,
                showdown._sampled(own, given, parse_cards(community), left, seed=seed, samples=300_000),
            )


@pytest.mark.slow
def test_samples_agree_with_exact_chances() -> None:
    """Nine estimates; each is within twice its interval, and most are within it."""
    inside = 0
    for share, estimate in exact_and_sampled():
        half = (estimate.high - estimate.low) / 2
        assert abs(float(share) - estimate.share) < 2 * half
        inside += estimate.low <= share <= estimate.high
    assert inside >= 7


def test_sampled_ranges_agree_with_exact_chances() -> None:
    hole, flop, texts = parse_cards("9c 9d"), parse_cards("Qs 4h"), ("AA,KQs:1/3,QJ", "T9o:1/2,22+")
    own, left = showdown._checked(hole, flop)
    exact = against(hole, texts, flop)
    assert isinstance(exact, Equity)
    given = [showdown._possible(text, left) for text in texts]
    estimate = showdown._sampled(own, given, flop, left, seed=1, samples=400_000)
    assert abs(float(exact.share) - estimate.share) < estimate.high - estimate.low


def test_samples_that_are_all_won_leave_a_doubt() -> None:
    """Jack-ten-nine suited is the best hand on this board: the interval ends at one, and begins below."""
    sure = against(parse_cards("Jc Tc"), 5, parse_cards("9c 8c 2d"), samples=10_000)
    assert isinstance(sure, Estimate)
    assert sure.share == sure.high == 1 > sure.low > 0.999


def test_the_same_seed_gives_the_same_estimate() -> None:
    hole = parse_cards("9c 9d")
    one, same, other = (against(hole, 6, seed=seed, samples=20_000) for seed in (4, 4, 5))
    assert isinstance(one, Estimate)
    assert one == same != other
    assert one.samples == 20_000
    assert 0 <= one.low < one.share < one.high <= 1
    most = against(hole, ["AA", None, None, "KQs"], seed=1, samples=5_000)
    assert isinstance(most, Estimate)


# --- the notation of ranges ---


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("AA", 6),
        ("22+", 78),
        ("TT+", 30),
        ("77-99", 18),
        ("99-77", 18),
        ("KQs", 4),
        ("KQo", 12),
        ("KQ", 16),
        ("A5s+", 36),
        ("T8+", 32),
        ("A2s-A5s", 16),
        ("AhKd", 1),
        ("10h9d", 1),
        ("any", 1326),
        ("AA, KQs T9o", 22),
        ("AK,AKs:1/2", 16),
    ],
)
def test_ranges_have_as_many_hands_as_they_say(text: str, hands: int) -> None:
    assert len(parse_range(text)) == hands


def test_a_weight_named_later_counts() -> None:
    weights = parse_range("AK,AKs:1/2")
    first, second = parse_cards("Kh Ah")
    assert weights[first, second] == Fraction(1, 2)
    low, high = parse_cards("Kh As")
    assert weights[low, high] == 1


@pytest.mark.parametrize("text", ["", "ZZ", "AAs", "AKx", "A5s-K2s", "77-A2", "AK:x", "AK:0", "AK:-1", "AhAh", "K+"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(CardError) as refusal:
        parse_range(text)
    assert str(refusal.value).endswith(".")


# --- what is refused ---


@pytest.mark.parametrize(
    ("hole", "community"), [("Ah", ""), ("Ah Kd", "Qs"), ("Ah Kd", "Ah Qs"), ("Ah Kd", "2c 3c 4c 5c")]
)
def test_impossible_cards_are_refused(hole: str, community: str) -> None:
    with pytest.raises(CardError, match="two hole cards and none, two or three"):
        against_one(parse_cards(hole), parse_cards(community))


def test_impossible_opponents_are_refused() -> None:
    hole = parse_cards("Ah Kd")
    for opponents in (0, 10):
        with pytest.raises(HousewayError, match="1 to 9"):
            against(hole, opponents)
    with pytest.raises(HousewayError, match="1 or more"):
        against(hole, 5, samples=0)
    with pytest.raises(CardError, match="no hand that the cards seen leave"):
        against_one(hole, (), "AhQh")
    with pytest.raises(CardError, match="share a card"):
        against(hole, ["QsQh", "QhJh"])
    with pytest.raises(CardError, match="share a card"):
        against(hole, ["QsQh", "QhJh", None, None, None])
    with pytest.raises(CardError, match="too fine"):
        against_one(hole, (), "QQ:1/999983,JJ:1/999979")
