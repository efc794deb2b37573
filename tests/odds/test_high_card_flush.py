"""High Card Flush: the figures, the strategies and the side wagers, each against a count of another kind."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from math import comb
from random import Random
from typing import Any

import pytest
from tests.odds.reading import mean

from houseway.cards import DECK, parse_cards
from houseway.counting.game_odds import Advice, Decider, Known
from houseway.errors import IllegalAction, OptionError
from houseway.games.high_card_flush import charts, raise_plans
from houseway.games.high_card_flush.counting import (
    FIRST_END,
    HANDS,
    MORE,
    ONCE,
    RAISED,
    Tally,
    distinct_hands,
    flush_index,
    flush_plan,
    shapes,
    tally,
)
from houseway.games.high_card_flush.dealer import FULL, Deal, bits, cards_of, coefficient, ranks_of, suits_of
from houseway.games.high_card_flush.odds import Odds
from houseway.games.high_card_flush.probed_rules import ProbedRules, probe_rules
from houseway.games.high_card_flush.raise_plans import named
from houseway.games.high_card_flush.rules import (
    QUALIFIERS,
    HighCardFlush,
    best_suit,
    flush_rank,
    straight_flush_length,
)
from houseway.games.high_card_flush.strategies import RULES
from houseway.odds import solve
from houseway.rules.game import Decision

HANDS_OF_SEVEN = comb(52, 7)
DEALS = comb(52, 7) * comb(45, 7)
FOLD, ONE, TWO, THREE = Decision("fold"), *(Decision("raise", multiple) for multiple in (1, 2, 3))


def odds(**changes: Any) -> Odds:
    return Odds(HighCardFlush.make(changes=changes))


def probed(qualifier: str = "9", raises: str = "1/2/3") -> ProbedRules:
    return probe_rules(HighCardFlush.make(changes={"qualifier": qualifier, "raises": raises}))


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
def test_player_and_dealer_may_change_places(qualifier: str) -> None:
    """Never fold: wins are deals in which both hands qualify and the player's is higher.

    With hands exchanged these are as many as those in which both qualify and the dealer's is higher. All other losses
    are to a dealer who qualifies when the player would not, and there are as many as deals the other way round.
    """
    ends = [int(number) for number in named("never-fold", probed(qualifier)).results.sum(axis=(0, 1, 2))[FIRST_END:]]
    idle_higher, idle_equal, idle_lower, wins, ties, losses = ends
    # Of two hands that do not qualify either is the higher equally often: what is left is a player's who would.
    assert losses - wins == idle_higher - idle_lower
    # Every seven cards are the dealer's equally often: not qualified is two of a suit at most, or three too low.
    below = QUALIFIERS[qualifier] - 2
    idle = idle_higher + idle_equal + idle_lower
    assert idle == coefficient([[1, 13, comb(13, 2), comb(below, 3)]] * 4, 7) * comb(45, 7)
    assert idle + wins + ties + losses == DEALS
    # A fold loses the ante: raising once gains one on an idle dealer's, two on a win, none on a tie, and loses two.
    once = named("optimal", probed(qualifier)).flushes[..., ONCE]
    assert int(once.sum()) == 2 * idle + 3 * wins + ties - losses


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
    assert sum(1 for _ in distinct_hands()) == hands_but_for_suits(13) == 6_009_159


def test_the_fold_line_of_the_best_strategy() -> None:
    """Jack high is always raised, nine high never; four suited cards are raised as much as is allowed."""
    found = named("optimal", probed())
    jack, ten = flush_index(bits([11, 3, 2])), flush_index(bits([10, 3, 2]))
    assert found.flushes[jack:, :, RAISED].sum() == found.flushes[jack:, :, HANDS].sum()
    assert not found.flushes[:ten, :, RAISED].any()
    assert 0 < found.flushes[ten:jack, :, RAISED].sum() < found.flushes[ten:jack, :, HANDS].sum()
    hands = found.results[..., HANDS].sum(axis=1)
    assert [int(hands[suited, multiple]) for suited, multiple in ((4, 1), (5, 2), (6, 3), (7, 3))] == [
        26_137_540,
        3_814_668,
        267_696,
        6_864,
    ]


def test_the_best_raise_is_the_largest_or_the_smallest() -> None:
    """The value is linear in the multiple; with a larger raise allowed nobody raises between the two."""
    hands = named("optimal", probed(raises="3/4/5")).results[..., HANDS].sum(axis=1)
    for suited, most in ((3, 3), (4, 3), (5, 4), (6, 5), (7, 5)):
        assert {multiple for multiple in range(1, 6) if hands[suited, multiple]} <= {1, most}
    assert hands[3, 1]
    assert hands[3, 3]


# --- strategies ---


@cache
def gains_by_flush() -> list[int]:
    """What a raise gains over a fold, for each flush that plays, over all its deals."""
    flushes = named("optimal", probed()).flushes.sum(axis=1)
    return [int(once + more) for once, more in flushes[:, [ONCE, MORE]]]


def test_t_8_6_is_the_best_single_threshold() -> None:
    """Of all 5,812 flushes to raise from: published elsewhere, and so."""
    totals = list(accumulate(reversed(gains_by_flush())))[::-1]
    assert totals.index(max(totals)) == flush_index(bits([10, 8, 6]))
    assert mean(odds().count("t-8-6")) == -1 + Fraction(max(totals), DEALS)


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
    """The strategy card, read aloud for 20,000 hands, and the flushes that the count raises from."""
    random = Random("eleven")
    lowest = RULES["eleven"].raise_from
    for _ in range(20_000):
        cards = cards_of(suits_of(random.sample(DECK, 7)))
        flush = best_suit(cards)
        outside = sum(card.rank >= 11 for card in cards[len(flush) :])
        raises = len(flush) > 3 or (len(flush) == 3 and flush[0] > 10)
        if len(flush) == 3 and flush[0] == 10:
            raises = flush[1] + 2 * outside >= 11
        assert raises == (flush_rank(flush) >= flush_rank(lowest[min(outside, 4)]))


def t_8_6(known: Known) -> Decision:
    suited = best_suit(known.cards)
    if flush_rank(suited) < (3, 10, 8, 6):
        return FOLD
    return THREE if len(suited) > 5 else TWO if len(suited) == 5 else ONE


def test_a_function_is_asked_once_for_each_hand_but_for_suits() -> None:
    """Seven cards each of seven ranks: a suit may have any size, as in the full deck."""
    asked = set()

    def decide(known: Known) -> Decision:
        assert (known.at, known.community) == ("raise", ())
        hand = tuple(sorted(suits_of(known.cards)))
        assert hand not in asked
        asked.add(hand)
        return t_8_6(known)

    deal = Deal(bits([14, 11, 10, 9, 8, 6, 3]))
    found = raise_plans.decided(decide, HighCardFlush.make(), deal)
    lowest = flush_plan([flush_index(bits([10, 8, 6]), deal)], [flush_index(bits([9, 8, 6, 3]), deal)])
    wanted = tally(lowest, probed(), deal)
    assert (found.results == wanted.results).all()
    assert (found.flushes == wanted.flushes).all()
    assert int(found.results[..., HANDS].sum()) == comb(28, 7)
    assert len(asked) == hands_but_for_suits(7) == 55_861


def test_a_function_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def stand_in(decide: Decider, game: HighCardFlush) -> Tally:
        asked.append(decide)
        return named("t-8-6", probe_rules(game))

    monkeypatch.setattr(raise_plans, "decided", stand_in)
    counting = odds()
    assert counting.count(t_8_6) == counting.count("t-8-6")
    assert list(counting.joint_counts(t_8_6)) == list(counting.joint_counts("t-8-6"))
    assert counting.charts(t_8_6) == counting.charts("t-8-6")
    assert asked == [t_8_6]


def test_examples_have_the_flush_that_plays_first() -> None:
    random = Random("examples")
    for _ in range(500):
        hand = tuple(random.sample(DECK, 7))
        example = cards_of(suits_of(hand))
        assert best_suit(example) == best_suit(hand)
        assert tuple(card.rank for card in example[: len(best_suit(hand))]) == best_suit(hand)
        assert straight_flush_length(example) == straight_flush_length(hand)


def test_an_illegal_decision_is_refused() -> None:
    with pytest.raises(IllegalAction, match="legal: choice fold; choice raise, multiple 1"):
        odds().count(lambda known: Decision("raise", 2))
    with pytest.raises(OptionError, match="no strategy 'printed'"):
        odds().count("printed")


def test_a_decision_may_name_no_discards() -> None:
    """`discard=()` is no other decision than none at all."""

    class Enough(Exception):
        pass

    asked = 0

    def decide(known: Known) -> Decision:
        nonlocal asked
        asked += 1
        if asked > 5:
            raise Enough
        return Decision("raise", 1, discard=())

    with pytest.raises(Enough):
        odds().count(decide)


# --- side wagers ---


def hands_by_lengths() -> dict[tuple[int, int], int]:
    """By flush length and straight flush length, from what one suit can hold: up to both lengths, then differences."""
    ones = Counter((flush.bit_count(), straight_flush_length(cards_of([flush]))) for flush in shapes().sets.tolist())

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
        joint = {joint_count.rows: joint_count for joint_count in odds().joint_counts(strategy)}
        assert {rows: joint_count.weight for rows, joint_count in joint.items()} == {
            rows: hands * comb(45, 7) for rows, hands in wanted.items() if hands
        }
        assert Fraction(sum(joint_count.main for joint_count in joint.values()), DEALS) == mean(odds().count(strategy))


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
    counting = odds()
    fixed = 39_960 * 125_000 + 676_196 * 25_000 + 8_642_932 * 1_500
    shares = 32 + Fraction(1_592, 10)
    for meter in (0, 1_000_000, 123_456_789):
        assert counting.progressive_return(meter) == (fixed + shares * meter) / (HANDS_OF_SEVEN * 500)
    assert counting.progressive_return(1_000_000) == Fraction(17527749, 33446140)  # 52.4%
    assert counting.break_even_meter() == Fraction(40034977500, 239)  # $1,675,103.66
    assert counting.progressive_return(counting.break_even_meter()) == 1
    assert solve(counting.game).wager("progressive").expected_value == counting.progressive_return(1_000_000) - 1


def test_progressives_of_other_kinds() -> None:
    with pytest.raises(OptionError, match="no Progressive"):
        odds(progressive="off").break_even_meter()
    with pytest.raises(OptionError, match="no share"):
        odds(progressive="$5000/$1000/$100/$50/$5").break_even_meter()
    assert odds(progressive="100%/10%/$5000/$1000/$75").break_even_meter() == 0
    assert odds(progressive_wager=100).break_even_meter() == 0  # the same prizes for a fifth of the wager
    assert odds(progressive_wager=100).progressive_return(0) == 5 * odds().progressive_return(0)


# --- decisions ---


def test_the_hands_that_others_publish() -> None:
    """-0.86655 and -1.06993 are printed elsewhere for a raise; every hand of the dealer gives these."""
    _, advice = odds().advise(parse_cards("Th 8h 6h Js Ad Qd Jc"), ())
    assert advice == [(Decision("raise", 1), Fraction(-36826253, 45379620)), (FOLD, -1)]  # -0.81152
    _, advice = odds().advise(parse_cards("Th 8h 6h 7d 4d 2d 9c"), ())
    assert advice == [(FOLD, -1), (Decision("raise", 1), Fraction(-24277541, 22689810))]  # -1.06998


def test_advice_has_every_legal_decision_best_first() -> None:
    random = Random("advice")
    counting = odds(raises="2/3/4", qualifier="8")
    for _ in range(300):
        hand = tuple(random.sample(DECK, 7))
        _, advice = counting.advise(hand, ())
        suited = len(best_suit(hand))
        most = 2 if suited < 5 else 3 if suited == 5 else 4
        assert {item.decision for item in advice} == {FOLD, *(Decision("raise", m) for m in range(1, most + 1))}
        assert [item.value for item in advice] == sorted((item.value for item in advice), reverse=True)
        assert Advice(FOLD, Fraction(-1)) in advice


# --- what a person learns ---


def test_chart_of_the_best_strategy() -> None:
    suited, flushes = odds().charts("optimal")
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
    assert odds().charts("eleven")[1].rows == (
        ("J-3-x or better", "always", "always", "always", "always", "always"),
        ("T-9-x", "never", "always", "always", "always", "always"),
        ("T-8-x to T-7-x", "never", "never", "always", "always", "always"),
        ("T-6-x to T-5-x", "never", "never", "never", "always", "always"),
        ("T-4-x to T-3-x", "never", "never", "never", "never", "always"),
        ("9-8-x or lower", "never", "never", "never", "never", "never"),
    )


def test_shares_are_never_rounded_to_never_or_always() -> None:
    assert [charts.share(part, 10_000) for part in (0, 1, 5_000, 9_999, 10_000)] == [
        "never",
        "0.1%",
        "50.0%",
        "99.9%",
        "always",
    ]
    assert charts.share(0, 0) == ""


def test_strategy_cards() -> None:
    name, lines = odds().card()
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
    flushes = named("optimal", probed()).flushes
    for outside, lowest in enumerate([(11, 3, 2), (10, 9, 3), (10, 7, 4), (10, 5, 3), (10, 3, 2)]):
        totals = list(accumulate(reversed(flushes[:, outside, ONCE].tolist())))[::-1]
        assert totals[flush_index(bits(lowest))] == max(totals)


def test_flushes_are_in_the_order_of_the_rules() -> None:
    flushes = [ranks_of(flush) for flush in shapes().sets.tolist()]
    assert len(flushes) == 5_812
    assert flushes == sorted(flushes, key=flush_rank)
    assert all(flush_index(bits(ranks)) == number for number, ranks in enumerate(flushes))
    assert FULL.player_hands * FULL.dealer_hands == DEALS
