"""Sampled odds: intervals that hold the exact value, side wagers counted exactly, limits of time and memory."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pytest
from benchmarks.outside import ThreeCardAnte, five_card_rank

from houseway.cards import DECK, Card
from houseway.cli import odds as odds_command
from houseway.derived import limits
from houseway.derived.cost import cost_of
from houseway.derived.estimated import Estimated
from houseway.derived.odds import Derived
from houseway.errors import CountTooLarge
from houseway.odds import solver
from houseway.rankings import Category, category, three_card_rank
from houseway.rules.game import FOLD, Decision, HouseCards, Offer, Pay, Spot
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal, Decide, Face, Settle, Step
from houseway.rules.wagers import Kind, Wager

SMALL = tuple(card for card in DECK if card.rank < 6)


class TwoStreets(ThreeCardAnte):
    """One card each and one shared card; a raise before it, a raise or a fold after it."""

    id = "two-streets"
    name = "Two Streets"

    suits_count = False

    @property
    def deck(self) -> tuple[Card, ...]:
        return SMALL

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="beat the dealer")
        yield Wager(id="early", name="Early", kind=Kind.RAISE, on="ante", text="once the ante")
        yield Wager(id="late", name="Late", kind=Kind.RAISE, on="ante", text="once the ante")

    def make_procedure(self) -> Iterable[Step]:
        yield Deal(to=PLAYERS, count=1, face=Face.DOWN, text="Deal a card to each player.")
        yield Deal(to=DEALER, count=1, face=Face.DOWN, text="Deal a card to the house.")
        yield Decide(at="early", text="Players raise or check.")
        yield Deal(to=COMMUNITY, count=1, face=Face.UP, text="Deal a shared card.")
        yield Decide(at="late", text="Players raise or fold.")
        yield Settle(wagers=("ante", "early", "late"), text="Settle all bets.")

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision("raise"), at), Offer(Decision("check" if at == "early" else FOLD))

    def settle(self, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for wager in wagers:
            yield Pay(wager, -1 if spot.folded else net(spot.dealt[0], house.dealer[0], house.community[0]), "")

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, None]:
        return strength(spot.dealt[0], house.community[0]), None

    def dealer_class(self, house: HouseCards) -> tuple[int, bool]:
        return strength(house.dealer[0], house.community[0]), True


def strength(own: Card, shared: Card) -> int:
    return own.rank + 100 * (own.rank == shared.rank)


def net(own: Card, theirs: Card, shared: Card) -> int:
    ours, others = strength(own, shared), strength(theirs, shared)
    return (ours > others) - (ours < others)


@cache
def best_play() -> Fraction:
    """The value of Two Streets under the best decisions, by brute force."""
    total = Fraction()
    for own in SMALL:
        value = [Fraction(), Fraction()]
        for shared in set(SMALL) - {own}:
            met = sum(net(own, theirs, shared) for theirs in set(SMALL) - {own, shared})
            for raised in (0, 1):
                value[raised] += max(Fraction((2 + raised) * met, 14), Fraction(-1 - raised)) / 15
        total += max(value) / 16
    return total


def test_intervals_of_samples_hold_the_best_play_and_estimates_stay_below_it() -> None:
    game, exact = TwoStreets.make(), best_play()
    assert exact == mean(Derived(game))
    runs = [Estimated(game, seconds=0, situations=8, seed=seed) for seed in range(100)]
    intervals = [odds.interval("ante") or (0, 0) for odds in runs]
    assert sum(low <= exact <= high for low, high in intervals) >= 93
    assert sum(map(mean, runs)) / len(runs) < exact


def test_a_side_wager_of_a_sampled_game_is_counted_exactly() -> None:
    game = ThreeCardAnte.make()
    odds = Estimated(game, seconds=0)
    pairs = sum(category(three_card_rank(*cards)) >= Category.PAIR for cards in combinations(DECK, 3))
    counts = {
        odds.side_outcomes("pair")[count.rows[0]].odds: count.weight for count in odds.side_counts_alone("pair") or ()
    }
    assert counts == {2: pairs, -1: odds.side_total("pair") - pairs}
    assert odds.side_total("pair") == comb(52, 3)
    assert odds.interval("pair") is None


def test_a_side_wager_of_a_sampled_game_has_one_value(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ThreeCardAnte.make()
    odds = Estimated(game, seconds=0, situations=8)
    monkeypatch.setattr(solver, "odds_of", lambda *_, **__: odds)
    solution = solver.solve(game, stakes={"ante": Fraction(1), "pair": Fraction(1)})
    assert solution.joint is not None
    assert solution.joint.means["pair"] == solution.wager("pair").expected_value
    deals = list(odds.joint_counts("optimal"))
    nets = [outcome.odds for outcome in odds.side_outcomes("pair")]
    total = sum(deal.weight for deal in deals)
    ante = sum(deal.main for deal in deals) / total
    pair = sum(nets[deal.rows[0]] * deal.weight for deal in deals) / Fraction(total)
    product = sum(nets[deal.rows[0]] * deal.main for deal in deals) / total
    assert pair != solution.wager("pair").expected_value
    assert solution.covariance("ante", "pair") == product - ante * pair


class FiveAgainstFive(ThreeCardAnte):
    """Five cards each, one of the dealer's face up, with classes: too many comparisons for an exact count."""

    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            if isinstance(step, Deal) and step.to == DEALER:
                yield replace(step, count=1, face=Face.UP)
                yield replace(step, count=4)
            else:
                yield replace(step, count=5) if isinstance(step, Deal) else step

    def make_wagers(self) -> Iterable[Wager]:
        return (wager for wager in super().make_wagers() if wager.id != "pair")

    def rank(self, cards: tuple[Card, ...]) -> int:
        return five_card_rank(cards)

    def qualifies(self, rank: int) -> bool:
        return True


def test_cost_includes_the_comparisons_of_hands() -> None:
    """Every hand up to suits and the up card is compared with C(52, 4) hands of the dealer's, at about 8 ns each."""
    cost = cost_of(FiveAgainstFive.make())
    situations = comb(52, 5) * 47 // 24
    assert cost.comparisons == situations * comb(52, 4)
    assert cost.seconds > 8e-9 * cost.comparisons > 2 * 3600


def test_a_count_beyond_its_limit_is_refused_after_a_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SLICE", 0.0)
    odds, lines = Derived(ThreeCardAnte.make(), deck=DECK[:20]), []
    odds.limit = 1e-6
    with (
        limits.reporting(lambda *line: lines.append(line)),
        pytest.raises(CountTooLarge, match=r"takes too long to count: .* `--exact` lifts the time limit\.$"),
    ):
        odds.count("optimal")
    odds.limit = None
    with limits.reporting(lambda *line: lines.append(line)):
        odds.count("optimal")
    assert lines
    assert all(0 <= share <= 1 <= len(what) for what, share, _ in lines)


def test_the_command_shows_progress(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(limits, "SLICE", 0.0)
    monkeypatch.setattr(odds_command, "PROGRESS", 0.0)
    game = ThreeCardAnte.make()
    with odds_command.counting(game):
        Derived(game, deck=DECK[:20]).count("optimal")
    shown = capsys.readouterr().err
    assert re.search(r"^Three Card Ante: .+, \d+% done, about \d+ .+ left\.$", shown, re.M), shown


class DrawsByRule(ThreeCardAnte):
    """A dealer who draws up to eleven cards, each on a condition."""

    suits_count = False

    def make_wagers(self) -> Iterable[Wager]:
        return (wager for wager in super().make_wagers() if wager.id != "pair")

    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            if isinstance(step, Deal) and step.to == DEALER:
                yield step
                yield from (replace(step, count=1, when="low") for _ in range(8))
            else:
                yield replace(step, count=1) if isinstance(step, Deal) else step

    def dealer_applies(self, when: str, house: HouseCards) -> bool:
        return sum(card.rank for card in house.dealer) < 30

    def rank(self, cards: tuple[Card, ...]) -> int:
        return sum(card.rank for card in cards)

    def qualifies(self, rank: int) -> bool:
        return True


def test_a_count_beyond_the_memory_is_refused_and_a_sample_is_taken() -> None:
    game = DrawsByRule.make()
    with pytest.raises(CountTooLarge, match=r"GB of memory, and the limit is 4 GB\. A smaller deck"):
        Derived(game).count("optimal")
    assert Estimated(game, seconds=0, situations=1).interval("ante")


def test_running_out_of_memory_is_one_sentence() -> None:
    class Greedy(ThreeCardAnte):
        def rank(self, cards: tuple[Card, ...]) -> int:
            raise MemoryError

    with pytest.raises(CountTooLarge, match="Three Card Ante cannot be counted: there is not enough memory"):
        Derived(Greedy.make(), deck=DECK[:12]).count("optimal")


def mean(odds: Derived[Any]) -> Fraction:
    count = odds.count("optimal")
    return sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total
