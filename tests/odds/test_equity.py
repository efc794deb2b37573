"""Equity among players in any pot game: every count against hands gone through one by one by the game's own ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

import pytest
from tests.wider.games import JokerPot

import houseway
from houseway.cards import DECK, JOKERS, Card, parse_cards
from houseway.errors import CardError, HousewayError
from houseway.games.mini_tex import MiniTexPvp
from houseway.odds.equity import Equity, Estimate, equity, heads_up_equity, starting_hands
from houseway.odds.ranges import Range, parse_range
from houseway.rankings import BestOf, FiveCard, LongestSuit, LowHand, Ranking, ThreeCard
from houseway.rules.pot_game import PotGame

Hole = tuple[Card, ...]
GAME = houseway.pot_game("mini-tex-pvp")
FEW = parse_cards("9c 8c 9h Ts 9d 8d 8h 8s Jc Jd Td 7c 7d 2c 3d Ac")


def with_rules(ranking: Ranking, deck: Sequence[Card]) -> PotGame[Any]:
    """Mini-Tex's deal with another ranking and other cards."""

    class Variant(MiniTexPvp):
        @property
        def deck(self) -> tuple[Card, ...]:
            return tuple(deck)

    Variant.ranking = ranking  # type: ignore[assignment]
    return Variant.make()


class FewJokers(JokerPot):
    """Ranked by a function of its own."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return (*FEW[:8], *JOKERS)


class TwoSuits(MiniTexPvp):
    """Ranked by a function of its own, although it declares a ranking."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return FEW[:9]

    def rank(self, hole: Hole, community: Hole) -> int:
        return len({card.suit for card in (*hole, *community)})


MINI_TEX = with_rules(BestOf(ThreeCard(), own_least=1), FEW)
GAMES = {
    "mini-tex": MINI_TEX,
    "the board may play": with_rules(BestOf(ThreeCard()), FEW[:12]),
    "five cards": with_rules(FiveCard(), FEW[:12]),
    "both hole cards": with_rules(BestOf(ThreeCard(), own_least=2), FEW[:12]),
    "longest suit": with_rules(LongestSuit(5), FEW[:11]),
    "low hand": with_rules(LowHand(5), FEW[:10]),
    "jokers": FewJokers.make(),
    "own function": TwoSuits.make(),
}


def rest(cards: Sequence[Card], *known: Sequence[Card]) -> list[Card]:
    return [card for card in cards if all(card not in hand for hand in known)]


def disjoint(*hands: Hole) -> bool:
    cards = [card for hand in hands for card in hand]
    return len(set(cards)) == len(cards)


def boards(game: PotGame[Any], hole: Hole, community: Hole) -> list[Hole]:
    """Every board that may come."""
    size = 2 if isinstance(game, JokerPot) else 3
    return [(*community, *more) for more in combinations(rest(game.deck, hole, community), size - len(community))]


def plain_many(game: PotGame[Any], hole: Hole, community: Hole, opponents: int) -> Equity:
    """Every way to give hands to opponents who sit in no order."""
    best, total = Counter[int](), 0
    for board in boards(game, hole, community):
        own = game.rank(hole, board)
        theirs = {hand: game.rank(hand, board) for hand in combinations(rest(game.deck, hole, board), 2)}
        for hands in combinations(theirs, opponents):
            if disjoint(*hands):
                total += 1
                if all(theirs[hand] <= own for hand in hands):
                    best[sum(theirs[hand] == own for hand in hands)] += 1
    return Equity(tuple(best[ties] for ties in range(opponents + 1)), total)


# --- any cards ---


@pytest.mark.parametrize("opponents", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_every_ranking_hand_by_hand(name: str, opponents: int) -> None:
    game = GAMES[name]
    if opponents == 1 or name != "mini-tex":
        for hole in (game.deck[:2], game.deck[2:4]):
            assert equity(game, hole, (), opponents) == plain_many(game, hole, (), opponents)


@pytest.mark.slow
@pytest.mark.parametrize("opponents", [2, 3, 4])
def test_several_opponents_hand_by_hand(opponents: int) -> None:
    """With 12 cards left to deal, where ties of several opponents come about."""
    hole, flop = FEW[:2], FEW[2:4]
    assert equity(MINI_TEX, hole, flop, opponents) == (plain := plain_many(MINI_TEX, hole, flop, opponents))
    assert plain.best[1] > 0


@pytest.mark.parametrize("name", ["mini-tex", "the board may play", "five cards"])
def test_starting_hands_hand_by_hand(name: str) -> None:
    """Each is the mean of all hole cards that are the same up to suits."""
    game = with_rules(GAMES[name].ranking, parse_cards("9c 9d 9h 8c 8d 8h 7c 7d 7h"))  # type: ignore[arg-type]
    ranked = dict(starting_hands(game))
    assert list(ranked) == sorted(ranked, key=lambda hand: -ranked[hand].share)
    assert ranked.keys() == {"99", "88", "77", "98s", "98o", "97s", "97o", "87s", "87o"}
    for hand, hole in (("99", "9c 9h"), ("97s", "9d 7d"), ("87o", "8h 7c")):
        assert ranked[hand] == plain_many(game, parse_cards(hole), (), 1) == equity(game, parse_cards(hole))


def test_starting_hands_of_mini_tex() -> None:
    """Any hand against any hand: half the pot on average, exactly."""
    ranked = starting_hands(GAME)
    assert len(ranked) == 169
    assert [name for name, _ in ranked[:3]] == ["KQs", "QJs", "AQs"]
    assert ranked[-1][0] == "52o"
    sizes = {name: 6 if len(name) == 2 else 4 if name.endswith("s") else 12 for name, _ in ranked}
    assert sum(sizes[name] * found.wins for name, found in ranked) == sum(
        sizes[name] * found.losses for name, found in ranked
    )
    assert sum(sizes[name] * found.share for name, found in ranked) == Fraction(1326, 2)


@pytest.mark.parametrize("hole", ["Ah Kd", "5c 5s", "8d 7d"])
def test_a_starting_hand_by_every_board(hole: str) -> None:
    """The range of all hands goes through 19,600 boards; the table of starting hands through classes of them."""
    assert equity(GAME, parse_cards(hole), (), ["any"]) == equity(GAME, parse_cards(hole))


def test_a_flop_hand_by_hand() -> None:
    hole, flop = parse_cards("9c 9d"), parse_cards("Qs 4h")
    assert equity(GAME, hole, flop) == plain_many(GAME, hole, flop, 1)
    assert heads_up_equity(GAME, hole, flop) == float(plain_many(GAME, hole, flop, 1).share)


# --- ranges ---


def plain_ranges(hole: Hole, boards: Sequence[Hole], ranges: Sequence[Range]) -> tuple[Fraction, ...]:
    best, total = [Fraction()] * (len(ranges) + 1), Fraction()
    for board in boards:
        own = GAME.rank(hole, board)
        for hands in product(*ranges):
            if disjoint(hole, board, *hands):
                weight = Fraction(1)
                for hand, weights in zip(hands, ranges, strict=True):
                    weight *= weights[hand]
                total += weight
                theirs = [GAME.rank(hand, board) for hand in hands]
                if max(theirs) <= own:
                    best[theirs.count(own)] += weight
    return tuple(part / total for part in best)


def test_a_range_on_the_river_hand_by_hand() -> None:
    random, text = Random(5), "AA:1/3,KQs,T9o:0.5,22+,J8-J5,AhKh"
    for _ in range(12):
        first, second, *board = random.sample(DECK, 5)
        found = equity(GAME, (first, second), board, [text])
        assert isinstance(found, Equity)
        plain = plain_ranges((first, second), [tuple(board)], [parse_range(text)])
        assert tuple(Fraction(deals, found.total) for deals in found.best) == plain


@pytest.mark.parametrize("texts", [("AA,KQs:1/2", "QQ,T9s"), ("AK,9h8h", "KK:2,44", "99,QJs:1/3")])
def test_ranges_of_several_opponents_hand_by_hand(texts: tuple[str, ...]) -> None:
    hole, flop = parse_cards("9c 8c"), parse_cards("Qs 4h")
    ranges = [parse_range(text) for text in texts]
    for community in (flop, (*flop, *parse_cards("2c"))):
        found = equity(GAME, hole, community, texts)
        assert isinstance(found, Equity)
        plain = plain_ranges(hole, boards(GAME, hole, community), ranges)
        assert tuple(Fraction(deals, found.total) for deals in found.best) == plain


def test_any_cards_are_the_range_of_all_hands() -> None:
    hole, board = parse_cards("9c 9d"), parse_cards("Qs 4h 2c")
    free, ranged = equity(GAME, hole, board, 2), equity(GAME, hole, board, ["any", None])
    assert isinstance(free, Equity)
    assert isinstance(ranged, Equity)
    assert free.share == ranged.share


def test_players_at_one_table_share_the_pot() -> None:
    """Three known hands over all boards to come: their shares make one pot."""
    table = [parse_cards(text) for text in ("Ah Kd", "Qs Qc", "7d 6d")]
    shares = []
    for seat, hole in enumerate(table):
        others = ["".join(card.text for card in hand) for position, hand in enumerate(table) if position != seat]
        found = equity(GAME, hole, (), others)
        assert isinstance(found, Equity)
        assert found.total == comb(46, 3)
        shares.append(found.share)
    assert sum(shares) == 1


# --- sampling ---


@pytest.fixture
def only_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.odds.equity.MOST_LINES", 0)
    monkeypatch.setattr("houseway.odds.equity.MOST_DEALS", 0)


CASES: list[tuple[PotGame[Any], str, str, int | list[str | None]]] = [
    (GAME, "9c 9d", "Qs 4h", 2),
    (GAME, "Jc Td", "9c 6h 2d", 4),
    (GAME, "Ah Kd", "", 2),
    (GAME, "9c 9d", "Qs 4h", ["AA,KQs:1/3,QJ", "T9o:1/2,22+"]),
    (GAMES["jokers"], "9c 8c", "9h", 3),
    (GAMES["longest suit"], "9c 8c", "", 2),
]


@pytest.fixture(scope="module")
def exact_shares() -> list[float]:
    found = [equity(game, parse_cards(hole), parse_cards(board), others) for game, hole, board, others in CASES]
    assert all(isinstance(one, Equity) for one in found)
    return [float(one.share) for one in found]


def test_samples_agree_with_exact_equity(exact_shares: list[float], only_samples: None) -> None:
    """Estimates are within twice their interval, and most are within it."""
    inside = 0
    for (game, hole, board, others), share in zip(CASES, exact_shares, strict=True):
        for seed in range(2):
            one = equity(game, parse_cards(hole), parse_cards(board), others, seed=seed, samples=20_000)
            assert isinstance(one, Estimate)
            assert abs(share - one.share) < one.high - one.low
            inside += one.low <= share <= one.high
    assert inside >= 9


def test_samples_that_are_all_won_leave_a_doubt() -> None:
    """Jack-ten-nine suited is the best hand on this board: the interval ends at one, and begins below."""
    sure = equity(GAME, parse_cards("Jc Tc"), parse_cards("9c 8c 2d"), 5, samples=10_000)
    assert isinstance(sure, Estimate)
    assert sure.share == sure.high == 1 > sure.low > 0.999


def test_the_same_seed_gives_the_same_estimate() -> None:
    hole = parse_cards("9c 9d")
    one, same, other = (equity(GAME, hole, (), 6, seed=seed, samples=20_000) for seed in (4, 4, 5))
    assert isinstance(one, Estimate)
    assert one == same != other
    assert one.samples == 20_000
    assert 0 <= one.low < one.share < one.high <= 1
    most = equity(GAME, hole, (), ["AA", None, None, "KQs"], seed=1, samples=5_000)
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
    ("hole", "community"), [("Ah", ""), ("Ah Kd", "Qs"), ("Ah Kd", "Ah Qs"), ("Ah Kd", "2c 3c 4c 5c"), ("Xr Kd", "")]
)
def test_impossible_cards_are_refused(hole: str, community: str) -> None:
    with pytest.raises(CardError, match="two hole cards and none, two or three"):
        equity(GAME, parse_cards(hole), parse_cards(community))


def test_impossible_opponents_are_refused() -> None:
    hole = parse_cards("Ah Kd")
    for opponents in (0, 10):
        with pytest.raises(HousewayError, match="1 to 9"):
            equity(GAME, hole, (), opponents)
    with pytest.raises(HousewayError, match="1 or more"):
        equity(GAME, hole, (), 5, samples=0)
    with pytest.raises(CardError, match="no hand that the cards seen leave"):
        equity(GAME, hole, (), ["AhQh"])
    with pytest.raises(CardError, match="share a card"):
        equity(GAME, hole, (), ["QsQh", "QhJh"])
    with pytest.raises(CardError, match="share a card"):
        equity(GAME, hole, (), ["QsQh", "QhJh", None, None, None])
    with pytest.raises(CardError, match="too fine"):
        equity(GAME, hole, (), ["QQ:1/999983,JJ:1/999979"])


def test_starting_hands_without_a_ranking_are_refused() -> None:
    with pytest.raises(HousewayError, match="declares no ranking of two hole cards"):
        starting_hands(JokerPot.make())
