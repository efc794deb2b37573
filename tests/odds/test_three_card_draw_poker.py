"""Three Card Draw Poker: the manual's figures, and every count against one of another kind."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.odds.reading import mean, worth
from tests.sizes import sized

from houseway.cards import DECK, Card, parse_cards
from houseway.errors import IllegalAction, OptionError
from houseway.games.three_card_draw_poker.rules import BEST, PAIR_PLUS, ThreeCardDrawPoker
from houseway.games.three_card_draw_poker.strategy_card import points, straight_ranks
from houseway.odds import Odds, odds_of, solve
from houseway.odds.game_odds import Known
from houseway.odds.walk import settle_each
from houseway.rankings import three_card_rank
from houseway.rules.game import Decision, HouseCards, Spot

pytestmark = pytest.mark.xdist_group("three-card-draw-poker counted")  # one worker counts it once

TOTAL = comb(52, 3) * 49 * comb(48, 4)
FOLD = Decision("fold")
Hand = tuple[Card, ...]


@cache
def odds(edition: str = "tcdppp-01", **changes: Any) -> Any:
    found = odds_of(ThreeCardDrawPoker.make(edition, changes))
    assert isinstance(found, Odds)
    return found


# --- the manual's figures ---


@pytest.mark.parametrize(
    ("edition", "edge"),
    [
        # Edges that are printed are the audit's, too.
        pytest.param("tcdppp-02", "4.49", marks=pytest.mark.thorough),
        pytest.param("tcdppp-03", "6.19", marks=pytest.mark.thorough),
        ("tcdppp-01-corrected", "2.41"),
    ],
)
def test_pair_plus_edges_of_the_training_manual(edition: str, edge: str) -> None:
    """Pair Plus Version Training Manual, Paytables: TCDPPP-02 and -03; -01 with a straight at 6 to 1."""
    found = solve(ThreeCardDrawPoker.make(edition)).wager("pair-plus")
    assert [row.label for row in found.rows] == [*PAIR_PLUS.hands, "High Card"]
    assert [row.count for row in found.rows] == [4, 44, 52, 720, 1_096, 3_744, 16_440]
    assert found.total == 22_100
    assert f"{100 * float(found.house_edge):.2f}" == edge


def test_tcdppp_01_as_printed_has_another_edge() -> None:
    """The manual prints 2.41%; with the pays it prints the edge is 313/5525."""
    edge = solve(ThreeCardDrawPoker.make("tcdppp-01")).wager("pair-plus").house_edge
    assert edge == Fraction(313, 5525)
    assert f"{100 * float(edge):.2f}" == "5.67"


def test_the_ante_by_the_written_rules() -> None:
    """The manual prints an edge of 0.20% for ante with bonus; the rules that it writes give 0.38%."""
    count = odds().count("optimal")
    assert count.total == TOTAL == 210_710_682_000
    assert [(row.label, int(row.net), row.count, row.bonus) for row in count.rows] == [
        ("Fold", -1, 18_077_260_320, False),
        ("Wins with a 1x play bet", 2, 44_586_446_316, False),
        ("Wins with a 2x play bet", 3, 45_889_907_412, False),
        ("Ties with a 1x play bet", 0, 145_315_908, False),
        ("Ties with a 2x play bet", 0, 72_450_348, False),
        ("Losses with a 1x play bet", -2, 77_575_777_536, False),
        ("Losses with a 2x play bet", -3, 24_363_524_160, False),
        ("AKQ Suited", 10, 105_851_520, True),
        ("Straight Flush", 7, 1_129_342_320, True),
        ("Three of a Kind", 5, 1_943_465_040, True),
    ]
    assert mean(count) == Fraction(-1352953, 358351500)
    assert f"{-100 * float(mean(count)):.2f}" == "0.38"
    assert sum(count.distribution.values()) == TOTAL == sum(row.count for row in count.rows if not row.bonus)
    assert mean(count) == sum((row.net * row.count for row in count.rows), Fraction()) / TOTAL


# --- values against every deal ---


def settled(game: ThreeCardDrawPoker, hand: Hand, play: Decision, draw: Card, dealer: Hand) -> Fraction:
    """The net of ante, play and bonus, by the rules that the table settles with."""
    if play.folds:
        spot = Spot(seat=1, stakes={"ante": 1}, dealt=hand, folded=True)
        pays = settle_each(game, ("ante", "ante-bonus"), spot, HouseCards(dealer=dealer))
        return sum((Fraction(pay.odds) for pay in pays), Fraction())
    stakes: dict[str, Any] = {"ante": 1, "play": play.multiple, "ante-bonus": 1}  # the bonus is paid on the ante
    drawn = (draw,) if play.discard else ()
    spot = Spot(seat=1, stakes=stakes, dealt=hand, drawn=drawn, decisions=(("play", play),))
    pays = settle_each(game, tuple(stakes), spot, HouseCards(dealer=dealer))
    return sum((Fraction(pay.odds) * stakes[pay.wager] for pay in pays), Fraction())


@pytest.mark.slow
def test_keeping_a_hand_against_every_dealers_hand() -> None:
    """All 211,876 hands that the dealer can have, each settled by the table's own code."""
    game, hand = ThreeCardDrawPoker.make(), parse_cards("Ah Kd 9d")
    play = Decision("play", 2, ())
    dealers = list(combinations([card for card in DECK if card not in hand], 4))
    assert len(dealers) == 211_876
    nets = Counter(settled(game, hand, play, hand[0], dealer) for dealer in dealers)
    _, advice = odds().advise(Known("", hand))
    assert worth(advice, play) == sum((net * deals for net, deals in nets.items()), Fraction()) / 211_876


@cache
def dealers_hands() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All four-card hands of the dealer, as bits, and the best of each by the game's own rule."""
    fours = list(combinations(DECK, 4))
    bits = np.array([sum(1 << card for card in four) for four in fours], np.int64)
    return bits, np.array([BEST.rank(four) for four in fours], np.int64)


# By rank as the product numbers it: ace high, other straight flushes, three of a kind.
BONUS_ROWS = {
    5 << 12 | 14: 0,
    **dict.fromkeys((5 << 12 | high for high in range(3, 14)), 1),
    **dict.fromkeys((4 << 12 | rank for rank in range(2, 15)), 2),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["Ah Kd 9d", "2c 2d Ac", "Kh Qh Jh", *sized(quick=(), test=(), thorough=("9c 8c 4h", "7s 7h 6s"))]
)
def test_advice_against_every_draw_and_dealers_hand(text: str) -> None:
    """Each of the 49 draws with each of the dealer's 194,580 hands, by looking at all 270,725 without the dead cards."""
    hand, (bits, ranks) = parse_cards(text), dealers_hands()
    pays = ThreeCardDrawPoker.make().options.ante_bonus
    _, advice = odds().advise(Known("", hand))
    assert len(advice) == 9
    for thrown in (None, *hand):
        balance, bonus = 0, Fraction()
        for draw in DECK:
            if draw in hand:
                continue
            final = [card for card in hand if card != thrown] + ([] if thrown is None else [draw])
            rank = three_card_rank(*final)
            alive = ranks[bits & sum(1 << card for card in (*hand, draw)) == 0]
            assert len(alive) == 194_580
            balance += int((alive < rank).sum()) - int((alive > rank).sum())
            bonus += pays[BONUS_ROWS[rank]] if rank in BONUS_ROWS else 0
        for multiple in (1, 2):
            decision = Decision("play", multiple, () if thrown is None else (thrown,))
            expected = Fraction((1 + multiple) * balance, 49 * 194_580) + bonus / 49
            assert worth(advice, decision) == expected
    assert worth(advice, FOLD) == -1


# --- plays ---


def test_values_are_linear_in_the_bet() -> None:
    """So 1x and the largest are all that advice has to list; half way is worth half of both."""
    hand = parse_cards("Ah Kd 9d")

    def half(known: Known) -> Decision:
        return Decision("play", Fraction(3, 2), ())

    counted = odds()
    once, twice = (mean(counted.count(lambda known, m=multiple: Decision("play", m, ()))) for multiple in (1, 2))
    count = counted.count(half)
    assert mean(count) == (once + twice) / 2
    assert "Wins with a 1.5x play bet" in [row.label for row in count.rows]
    assert count.average_bet == Fraction(5, 2)
    assert len(counted.advise(Known("", hand))[1]) == 9


def test_following_the_advice_is_the_optimal_strategy() -> None:
    """The advice for each class, taken by a function, gives the optimal strategy's table; each is asked once."""
    counted = odds("tcdppp-03", ante_bonus="25:2/7/3:2", play_most=3)
    asked: set[Hand] = set()

    def follow(known: Known) -> Decision:
        assert known.at == "play"
        assert known.cards not in asked
        asked.add(known.cards)
        best: Decision = counted.advise(known)[1][0].decision
        return best

    assert counted.count(follow) == counted.count("optimal")
    assert len(asked) == 1755
    assert list(counted.joint_counts(follow)) == list(counted.joint_counts("optimal"))


def test_advice_does_not_depend_on_order_or_suits() -> None:
    counted = odds()
    first = counted.advise(Known("", parse_cards("Ah Kh 2c")))[1]
    second = counted.advise(Known("", parse_cards("2s Ad Kd")))[1]
    assert [item.value for item in first] == [item.value for item in second]
    assert first[0].decision == Decision("play", 2, parse_cards("2c"))
    assert second[0].decision == Decision("play", 2, parse_cards("2s"))


def test_equal_values_come_with_the_lower_card_first() -> None:
    """Which of two nines is swapped does not matter when neither is in the third card's suit."""
    _, advice = odds().advise(Known("", parse_cards("9h 9d Kc")))
    swaps = [item for item in advice if item.decision.discard and item.decision.discard[0].rank == 9]
    assert [item.decision.multiple for item in swaps[:2]] == [1, 1]
    assert swaps[0].value == swaps[1].value
    assert [item.decision.discard[0].text for item in swaps[:2] if item.decision.discard] == ["9d", "9h"]


@pytest.mark.thorough
def test_options_change_values_not_counts() -> None:
    """A bonus of 12.5 for the Mini Royal, a largest bet of one, no Pair Plus."""
    best_value = mean(odds().count("optimal"))
    richer = odds(ante_bonus="25:2/7/5")
    assert mean(richer.count("optimal")) > best_value
    royal = next(row for row in richer.count("optimal").rows if row.label == "AKQ Suited")
    assert royal.net == Fraction(25, 2)
    assert mean(odds(play_most=1).count("optimal")) < best_value < mean(odds(play_most=5).count("optimal"))
    assert [row.label for row in odds(play_most=1).count("optimal").rows if not row.bonus] == [
        "Fold",
        "Wins with a 1x play bet",
        "Ties with a 1x play bet",
        "Losses with a 1x play bet",
    ]
    assert len(odds(play_most=1).advise(Known("", parse_cards("Ah Kh 2c")))[1]) == 5
    alone = odds(pair_plus="off")
    assert alone.sides == ()
    (joint,) = alone.joint_counts("optimal")
    assert (joint.weight, joint.rows) == (TOTAL, ())


@pytest.mark.thorough
def test_huge_pays_are_exact() -> None:
    """Pays as large and as fine as the options take do not overflow."""
    pays = "999999999:999999998/999999997:999999996/5"
    counted = odds(ante_bonus=pays)
    count = counted.count("optimal")
    assert mean(count) == sum((row.net * row.count for row in count.rows), Fraction()) / TOTAL
    assert sum((Fraction(joint.main) for joint in counted.joint_counts("optimal")), Fraction()) == mean(count) * TOTAL


@pytest.mark.thorough
def test_a_mini_royal_that_pays_a_fortune_is_drawn_to() -> None:
    """With 100,000 for A-K-Q suited, two of them in suit are kept whatever the third card is."""
    _, advice = odds(ante_bonus="100000/7/5").advise(Known("", parse_cards("Ah Kh Kd")))
    assert advice[0].decision.discard == parse_cards("Kd")


def test_never_fold_plays_every_hand() -> None:
    count = odds().count("never-fold")
    assert count.rows[0].count == 0
    assert mean(count) == Fraction(-294675293, 17559223500)
    assert count.average_bet > 2


def test_cells_hold_the_joint_count() -> None:
    for name in ("optimal", "card", "never-fold"):
        counted = odds()
        joint_counts = list(counted.joint_counts(name))
        assert [joint.weight * 22_100 // TOTAL for joint in joint_counts] == [4, 44, 52, 720, 1_096, 3_744, 16_440]
        assert sum((Fraction(joint.main) for joint in joint_counts), Fraction()) == mean(counted.count(name)) * TOTAL


def test_flushes_and_better_are_kept_and_pairs_are_not() -> None:
    """What the card says in its first two lines, for the optimal strategy."""
    hands = 0
    for spot, weight, play in odds().played("optimal", "play"):
        hands += weight
        rank = three_card_rank(*spot.dealt)
        if rank >= 2 << 12:
            assert play == Decision("play", 2, ())
        elif rank >= 1 << 12:
            assert play.multiple
            assert play.discard
    assert hands == 22_100


# --- the strategy card ---


def test_the_card_costs_little() -> None:
    counted = odds()
    cost = mean(counted.count("optimal")) - mean(counted.count("card"))
    assert 0 < cost < Fraction(5, 10_000)
    assert f"{100 * float(cost):.4f}" == "0.0352"
    name, lines = counted.card()
    assert (name, len(lines)) == ("card", 5)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Ah Kd", 17),
        ("Ah Kh", 23),
        ("Ah 5h", 16),
        ("Qs Jd", 10),
        ("9c 8c", 12),
        ("3d 2c", 6),
        ("Ad 2c", 13),
        ("Td 7c", 0),
    ],
)
def test_points(cards: str, expected: int) -> None:
    one, two = parse_cards(cards)
    assert points(one, two) == points(two, one) == expected


def test_ranks_that_make_a_straight() -> None:
    for text, ranks in (("9c 8d", 2), ("9c 7c", 1), ("Ah Kd", 1), ("Ah 2d", 1), ("3h 2d", 2), ("9c 6c", 0)):
        one, two = parse_cards(text)
        assert straight_ranks(one, two) == ranks


def test_charts() -> None:
    by_hand, kept = odds().charts("optimal")
    assert by_hand.columns == ("Hand", "fold", "1x, swap one", "2x, keep", "2x, swap one")
    rows = {row[0]: row[1:] for row in by_hand.rows}
    assert rows["Flush"] == ("", "", "always", "")
    assert rows["Pair of aces"] == ("", "", "", "always")
    assert rows["Queen high"][0] == "20%"
    assert len(rows) == 4 + 13 + 10
    cells = {(row[0], rank): cell for row in kept.rows for rank, cell in zip(kept.columns[1:], row[1:], strict=True)}
    assert cells["A", "K"] == cells["K", "A"] == "2x"
    assert cells["Q", "J"] == "1x or 2x"
    assert cells["7", "Q"] == ""


# --- what is refused ---


@pytest.mark.parametrize(
    "decision",
    [Decision("raise"), Decision("play", 3, ()), Decision("play", 1, parse_cards("Ah Kh")), Decision("play", 0, ())],
)
def test_a_function_may_answer_only_what_is_legal(decision: Decision) -> None:
    with pytest.raises(IllegalAction, match="legal"):
        odds().count(lambda known: decision)


def test_unknown_strategies_are_refused() -> None:
    with pytest.raises(OptionError, match="optimal, card, never-fold"):
        odds().count("printed")


def test_random_deals_fall_where_the_count_says() -> None:
    """The distribution's nets are those that settling gives, for 3,000 deals of the optimal strategy when thorough."""
    game, counted, random = ThreeCardDrawPoker.make(), odds(), Random(2)
    nets = counted.count("optimal").distribution
    for _ in range(sized(quick=500, test=500, thorough=3000)):
        one, two, three, draw, *dealer = random.sample(DECK, 8)
        decision = counted.advise(Known("", (one, two, three)))[1][0].decision
        assert settled(game, (one, two, three), decision, draw, tuple(dealer)) in nets
