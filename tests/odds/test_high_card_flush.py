"""High Card Flush: the figures, the strategies and the side wagers, each against a count of another kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, product
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.odds.reading import mean

from houseway.cards import DECK, Card, parse_cards
from houseway.errors import IllegalAction, OptionError
from houseway.games.high_card_flush.rules import (
    QUALIFIERS,
    HighCardFlush,
    best_suit,
    flush_rank,
    straight_flush_length,
)
from houseway.odds import Odds, solve
from houseway.odds.charts import share_words
from houseway.odds.game_odds import Advice, Known
from houseway.rules.game import Decision

HANDS_OF_SEVEN = comb(52, 7)
DEALS = comb(52, 7) * comb(45, 7)
FOLD, ONE, TWO, THREE = Decision("fold"), *(Decision("raise", multiple) for multiple in (1, 2, 3))


def odds(**changes: Any) -> Any:
    return Odds(HighCardFlush.make(changes=changes))


@cache
def manual() -> Any:
    return odds()


def number(counting: Any, ranks: Sequence[int]) -> int:
    """The number of a suit's ranks among all."""
    return int(counting.suits.index_of[sum(1 << counting.suits.ranks.index(rank) for rank in ranks)])


def coefficient(polynomials: Iterable[Sequence[int]], power: int) -> int:
    found = np.array([1], object)
    for polynomial in polynomials:
        found = np.convolve(found, np.array(polynomial, object))
    return int(found[power]) if power < len(found) else 0


# --- the main wager ---


@pytest.mark.slow
def test_all_deals_of_the_manual() -> None:
    """The manual prints no odds. The counts are pinned; the other tests say why they are right."""
    count = odds().count("optimal")
    assert count.total == DEALS == 6_071_092_494_667_200
    assert [(row.label, int(row.net), row.count) for row in count.rows] == [
        ("Fold", -1, 1_951_059_369_093_120),
        ("Dealer does not qualify", 1, 1_013_865_064_185_480),
        ("Wins with a 1x raise", 2, 1_568_498_303_466_528),
        ("Wins with a 2x raise", 3, 129_714_338_716_560),
        ("Wins with a 3x raise", 4, 9_738_210_139_632),
        ("Ties with a 1x raise", 0, 5_095_264_216_752),
        ("Ties with a 2x raise", 0, 4_428_289_008),
        ("Ties with a 3x raise", 0, 21_909_888),
        ("Losses with a 1x raise", -2, 1_389_708_174_486_840),
        ("Losses with a 2x raise", -3, 3_389_365_815_264),
        ("Losses with a 3x raise", -4, 19_954_348_128),
    ]
    assert sum(row.count for row in count.rows) == sum(count.distribution.values()) == DEALS
    assert mean(count) == Fraction(-1348050875653, 50592437455560)  # a house edge of 2.6645%
    assert count.average_bet == Fraction(57234683, 33446140)


@pytest.mark.parametrize("qualifier", QUALIFIERS)
def test_an_idle_dealer_comes_as_often_as_an_idle_player(qualifier: str) -> None:
    """Every seven cards are the dealer's equally often: not qualified is two of a suit at most, or three too low."""
    below = QUALIFIERS[qualifier] - 2
    rows = {row.label: row.count for row in odds(qualifier=qualifier).count("never-fold").rows}
    assert sum(rows.values()) == DEALS
    idle = coefficient([[1, 13, comb(13, 2), comb(below, 3)]] * 4, 7)
    assert rows["Dealer does not qualify"] == idle * comb(45, 7)


def hands_but_for_suits(ranks: int) -> int:
    """By Burnside's lemma over the 24 renamings of suits; a suit has C(ranks, k) sets of k cards."""
    sets = [comb(ranks, cards) for cards in range(8)]
    two, three, four = (
        [sets[k // n] if k % n == 0 else 0 for k in range(8)] for n in (2, 3, 4)
    )  # suits that are alike
    fixed = (
        coefficient([sets] * 4, 7)
        + 6 * coefficient([two, sets, sets], 7)
        + 3 * coefficient([two, two], 7)
        + 8 * coefficient([three, sets], 7)
        + 6 * coefficient([four], 7)
    )
    return fixed // 24


@pytest.mark.slow
def test_six_million_hands_stand_for_all() -> None:
    blocks = list(manual().suits.blocks(grouped=False))
    assert sum(len(block.kinds) for block in blocks) == hands_but_for_suits(13) == 6_009_159
    assert sum(int(block.states.weight.sum()) for block in blocks) == HANDS_OF_SEVEN


def test_the_fold_line_of_the_best_strategy() -> None:
    """Jack high is always raised, nine high never; four suited cards are raised as much as is allowed."""
    counting = manual()
    hands = counting.spread("optimal").hands.sum(axis=1)  # by flush and play: fold, once, twice, three times
    jack, ten = number(counting, (11, 3, 2)), number(counting, (10, 3, 2))
    assert not hands[jack:, 0].any()
    assert not hands[:ten, 1:].any()
    assert hands[ten:jack, 0].any()
    assert hands[ten:jack, 1].any()
    by_size = [hands[counting.suits.size == size].sum(axis=0) for size in range(8)]
    assert [int(by_size[suited][multiple]) for suited, multiple in ((4, 1), (5, 2), (6, 3), (7, 3))] == [
        26_137_540,
        3_814_668,
        267_696,
        6_864,
    ]


def test_the_best_raise_is_the_largest_or_the_smallest() -> None:
    """The value is linear in the multiple; with a larger raise allowed nobody raises between the two."""
    counting = odds(raises="3/4/5")
    _, advice = counting.advise(Known("", parse_cards("Ah Kh 9h 7d 4d 2c 9s")))
    values = {item.decision.multiple: item.value for item in advice}
    assert values[2] - values[1] == values[3] - values[2] != 0
    assert {decision.multiple for decision in counting.suits.plays} == {0, 1, 3, 4, 5}
    hands = counting.spread("optimal").hands.sum(axis=1)[counting.suits.size == 3].sum(axis=0)
    assert hands[1]
    assert hands[2]


# --- strategies ---


def test_t_8_6_is_the_best_single_threshold() -> None:
    """Of all 5,812 flushes to raise from: published elsewhere, and so."""
    counting = manual()
    gains = counting.spread("optimal").gains[..., 1:].sum(axis=(1, 2))  # of raises over folds, by flush
    totals = list(accumulate(reversed(gains.tolist())))[::-1]
    assert totals.index(max(totals)) == number(counting, (10, 8, 6))
    assert mean(counting.count("t-8-6")) == -1 + Fraction(max(totals), DEALS)


def test_named_strategies_and_what_they_cost() -> None:
    counting = odds()
    best = mean(counting.count("optimal"))
    costs = {name: best - mean(counting.count(name)) for name in counting.strategies()}
    assert costs == {
        "optimal": 0,
        "eleven": Fraction(144559411, 5499177984300),  # 0.0026% of the ante
        "high-cards": Fraction(2163821983, 126481093638900),  # 0.0017%
        "t-8-6": Fraction(871448374, 1860016082925),  # 0.0469%
        "never-fold": Fraction(452486330369, 6169809445800),  # 7.33%
    }


@pytest.mark.slow
@pytest.mark.parametrize("qualifier", QUALIFIERS)
@pytest.mark.parametrize("raises", ["1/2/3", "2/2/4"])
def test_no_strategy_beats_the_best(qualifier: str, raises: str) -> None:
    counting = odds(qualifier=qualifier, raises=raises)
    values = {name: mean(counting.count(name)) for name in counting.strategies()}
    assert max(values.values()) == values["optimal"]
    assert values["high-cards"] == max(values[name] for name in values if name != "optimal")


def test_the_eleven_in_words() -> None:
    """The strategy card, read aloud for 3,000 hands."""
    random = Random("eleven")
    for _ in range(3_000):
        cards = tuple(random.sample(DECK, 7))
        flush = best_suit(cards)
        outside = sum(card.rank >= 11 for card in cards) - sum(rank >= 11 for rank in flush)
        raises = len(flush) > 3 or (len(flush) == 3 and flush[0] > 10)
        if len(flush) == 3 and flush[0] == 10:
            raises = flush[1] + 2 * outside >= 11
        wanted = FOLD if not raises else ONE if len(flush) < 5 else TWO if len(flush) == 5 else THREE
        assert manual().decision("eleven", Known("raise", cards)) == wanted


class SevenRanks(HighCardFlush):
    """Seven cards each of seven ranks: a suit may have any size, as in the full deck."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank in (14, 11, 10, 9, 8, 6, 3))

    @property
    def seats(self) -> int:
        return 3


def t_8_6(known: Known) -> Decision:
    suited = best_suit(known.cards)
    if flush_rank(suited) < (3, 10, 8, 6):
        return FOLD
    return THREE if len(suited) > 5 else TWO if len(suited) == 5 else ONE


def test_a_function_is_asked_once_for_each_hand_but_for_suits() -> None:
    asked = set()

    def decide(known: Known) -> Decision:
        assert (known.at, known.community) == ("raise", ())
        suits = [tuple(sorted(card.rank for card in known.cards if card.suit == suit)) for suit in range(4)]
        hand = tuple(sorted(suits))
        assert hand not in asked
        asked.add(hand)
        return t_8_6(known)._replace(discard=())  # which is no other decision than none at all

    counting = Odds(SevenRanks.make())
    assert counting.count(decide) == counting.count("t-8-6")
    assert list(counting.joint_counts(decide)) == list(counting.joint_counts("t-8-6"))
    assert counting.charts(decide) == counting.charts("t-8-6")
    assert len(asked) == hands_but_for_suits(7) == 55_861


def test_an_illegal_decision_is_refused() -> None:
    with pytest.raises(IllegalAction, match="legal: choice fold; choice raise, multiple 1"):
        odds().count(lambda known: Decision("raise", 2))
    with pytest.raises(OptionError, match="no strategy 'printed'"):
        odds().count("printed")


# --- side wagers ---


def hands_by_lengths() -> dict[tuple[int, int], int]:
    """By flush length and straight flush length, from what one suit can hold: up to both lengths, then differences."""
    clubs = [card for card in DECK if card.suit == 0]
    ones = Counter((size, straight_flush_length(cards)) for size in range(8) for cards in combinations(clubs, size))

    @cache
    def up_to(suited: int, run: int) -> int:
        sets = [sum(n for (k, r), n in ones.items() if k == size and r <= run) for size in range(suited + 1)]
        return coefficient([sets] * 4, 7)

    lengths = product(range(1, 8), range(1, 8))
    return {(s, r): up_to(s, r) - up_to(s - 1, r) - up_to(s, r - 1) + up_to(s - 1, r - 1) for s, r in lengths}


def test_side_wagers_together() -> None:
    """Flush, Straight Flush and Progressive on one hand: every pair of lengths, in the rows that they win."""
    wanted: Counter[tuple[int, int, int]] = Counter()
    for (suited, run), hands in hands_by_lengths().items():
        wanted[min(7 - suited, 4), min(7 - run, 5), min(7 - run, 5)] += hands
    for strategy in ("optimal", "never-fold"):
        joint = {joint_count.rows: joint_count for joint_count in manual().joint_counts(strategy)}
        assert {rows: joint_count.weight for rows, joint_count in joint.items()} == {
            rows: hands * comb(45, 7) for rows, hands in wanted.items() if hands
        }
        assert Fraction(sum(joint_count.main for joint_count in joint.values()), DEALS) == mean(
            manual().count(strategy)
        )


def test_side_wager_tables() -> None:
    solution = solve(HighCardFlush.make())
    assert [wager.wager for wager in solution.wagers] == ["ante", "flush", "straight-flush", "progressive"]
    flush, straight_flush, progressive = solution.wagers[1:]
    assert {row.label: row.count for row in flush.rows} == {
        "7 Card Flush": 6_864,
        "6 Card Flush": 267_696,
        "5 Card Flush": 3_814_668,
        "4 Card Flush": 26_137_540,
        "2 or 3 Card Flush": 103_557_792,
    }
    assert [row.count for row in straight_flush.rows] == [32, 1_592, 39_960, 676_196, 8_642_932, 124_423_848]
    assert progressive.rows[-1].label == "1 or 2 Card Straight Flush"
    assert flush.total == straight_flush.total == progressive.total == HANDS_OF_SEVEN == 133_784_560
    assert flush.expected_value == Fraction(-200861, 2572780)
    assert straight_flush.expected_value == Fraction(-1235579, 16723070)
    # Long suits win all of them.
    assert 0 < solution.correlation("ante", "straight-flush") < solution.correlation("ante", "flush") < 1
    assert solution.correlation("straight-flush", "progressive") > 0.7


@pytest.mark.parametrize(
    "off", [("flush",), ("straight-flush",), ("progressive", "flush"), ("straight-flush", "flush")]
)
def test_side_wagers_that_are_not_offered(off: tuple[str, ...]) -> None:
    counting = odds(**dict.fromkeys(off, "off"))
    assert not set(counting.sides) & set(off)
    joint = list(counting.joint_counts("optimal"))
    assert {len(joint_count.rows) for joint_count in joint} == {3 - len(off)}
    assert len({joint_count.rows for joint_count in joint}) == len(joint)
    assert sum(joint_count.weight for joint_count in joint) == DEALS


def test_the_progressive_by_its_meter() -> None:
    fixed = 39_960 * 125_000 + 676_196 * 25_000 + 8_642_932 * 1_500
    shares = 32 + Fraction(1_592, 10)
    for meter in (0, 1_000_000, 123_456_789):
        found = solve(HighCardFlush.make(), meter=meter).wager("progressive").expected_value
        assert found + 1 == (fixed + shares * meter) / (HANDS_OF_SEVEN * 500)


# --- decisions ---


def test_the_hands_that_others_publish() -> None:
    """-0.86655 and -1.06993 are printed elsewhere for a raise; every hand of the dealer gives these."""
    _, advice = manual().advise(Known("", parse_cards("Th 8h 6h Js Ad Qd Jc")))
    assert advice == [(Decision("raise", 1), Fraction(-36826253, 45379620)), (FOLD, -1)]  # -0.81152
    _, advice = manual().advise(Known("", parse_cards("Th 8h 6h 7d 4d 2d 9c")))
    assert advice == [(FOLD, -1), (Decision("raise", 1), Fraction(-24277541, 22689810))]  # -1.06998


def test_advice_has_every_legal_decision_best_first() -> None:
    random = Random("advice")
    counting = odds(raises="2/3/4", qualifier="8")
    for _ in range(300):
        hand = tuple(random.sample(DECK, 7))
        _, advice = counting.advise(Known("", hand))
        suited = len(best_suit(hand))
        most = 2 if suited < 5 else 3 if suited == 5 else 4
        assert {item.decision for item in advice} == {FOLD, *(Decision("raise", m) for m in range(1, most + 1))}
        assert [item.value for item in advice] == sorted((item.value for item in advice), reverse=True)
        assert Advice(FOLD, Fraction(-1)) in advice


# --- what a person learns ---


def test_chart_of_the_best_strategy() -> None:
    suited, flushes = manual().charts("optimal")
    assert suited.columns == ("Suited cards", "Hands", "Fold", "Raise 1x", "Raise 2x", "Raise 3x")
    assert suited.rows[0] == ("2", "24,676,704", "always", "never", "never", "never")
    assert suited.rows[3] == ("5", "3,814,668", "never", "never", "always", "never")
    assert flushes.rows == (
        ("J-3-x or better", "always", "always", "always", "always", "always"),
        ("T-9-x", "never", "82.2%", "always", "always", "always"),
        ("T-8-x", "never", "13.0%", "always", "always", "always"),
        ("T-7-x", "never", "0.3%", "59.2%", "always", "always"),
        ("T-6-x", "never", "0.1%", "11.8%", "always", "always"),
        ("T-5-x", "never", "0.1%", "1.0%", "40.7%", "always"),
        ("T-4-x to T-3-x", "never", "0.1%", "1.0%", "11.1%", "always"),
        ("9-8-x or lower", "never", "never", "never", "never", "never"),
    )


def test_chart_of_the_card() -> None:
    """The eleven: a nine with one high card outside, a seven with two, a five with three, a three with four."""
    assert manual().charts("eleven")[1].rows == (
        ("J-3-x or better", "always", "always", "always", "always", "always"),
        ("T-9-x", "never", "always", "always", "always", "always"),
        ("T-8-x to T-7-x", "never", "never", "always", "always", "always"),
        ("T-6-x to T-5-x", "never", "never", "never", "always", "always"),
        ("T-4-x to T-3-x", "never", "never", "never", "never", "always"),
        ("9-8-x or lower", "never", "never", "never", "never", "never"),
    )


def test_shares_are_never_rounded_to_never_or_always() -> None:
    assert [share_words(part, 10_000) for part in (0, 1, 5_000, 9_999, 10_000)] == [
        "never",
        "0.1%",
        "50.0%",
        "99.9%",
        "always",
    ]
    assert share_words(0, 0) == ""


def test_strategy_cards() -> None:
    name, lines = manual().card()
    assert name == "eleven"
    assert len(lines) == 4
    name, lines = odds(qualifier="8").card()
    assert name == "high-cards"
    assert [line.text for line in lines] == [
        "Count the jacks, queens, kings and aces outside your longest suit.",
        "None: raise J-3-2 or better.",
        "One: raise T-8-4 or better.",
        "Two: raise T-6-3 or better.",
        "Three: raise T-3-2 or better.",
        "Four or more: raise 9-8-7 or better.",
        "Five suited cards or more: raise as much as is allowed. Everything else: fold.",
    ]
    _, lines = odds(raises="2/2/3").card()
    assert lines[1].text == "None: raise J-3-2 or better, 2x from A-3-2."
    _, lines = odds(qualifier="Q").card()
    assert lines[0].text == "Raise every hand."


def test_the_cards_flushes_are_the_best_for_their_number_of_high_cards() -> None:
    """Moving any one of them up or down by one flush loses, or wins nothing."""
    counting = manual()
    gains = counting.spread("optimal").gains[..., 1]
    for outside, lowest in enumerate([(11, 3, 2), (10, 9, 3), (10, 7, 4), (10, 5, 3), (10, 3, 2)]):
        totals = list(accumulate(reversed(gains[:, outside].tolist())))[::-1]
        assert totals[number(counting, lowest)] == max(totals)


def test_flushes_are_in_the_order_of_the_rules() -> None:
    suits = manual().suits
    flushes = [suits.ranks_of(index) for index in range(len(suits.masks))]
    assert len(flushes) == 5_812
    assert flushes == sorted(flushes, key=flush_rank)
    assert suits.total == DEALS
