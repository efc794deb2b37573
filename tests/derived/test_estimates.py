"""Sampled odds: intervals that hold the exact value, side wagers counted exactly, limits of time and memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, ClassVar

import pytest
from tests.calling import houseway
from tests.odds.reading import only_these
from tests.wider.games.three_card_ante import ThreeCardAnte

from houseway.cards import DECK, Card
from houseway.cli import odds as odds_command
from houseway.errors import CountTooLarge
from houseway.odds import estimated, limits, solver
from houseway.odds.by_situation import BySituation
from houseway.odds.estimated import Estimated
from houseway.odds.sheet import OddsSheet
from houseway.odds.side_counts import count_side
from houseway.odds.universe import Universe, representatives
from houseway.rankings import Category, category, three_card_rank
from houseway.rules.game import FOLD, Decision, HouseCards, Offer, Pay, Spot
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
    IN_PLAY,
    LOWER,
    PLAYERS,
    Case,
    Deal,
    Decide,
    Face,
    Settle,
    Side,
    Step,
    When,
)
from houseway.rules.settlement import COMPARED, compare
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
        yield Deal(to=PLAYERS, count=1, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=1, face=Face.DOWN)
        yield Decide(at="early", side=Side.LEFT, text="Players raise or check.")
        yield Deal(to=COMMUNITY, count=1, face=Face.UP, text="Deal a shared card.")
        yield Decide(at="late", side=Side.LEFT, text="Players raise or fold.")
        bets = ("ante", "early", "late")
        yield Settle(
            wagers=bets,
            side=Side.RIGHT,
            cases=(
                Case(id="folded", when=(FOLDED,), pays=dict.fromkeys(bets[:2], -1)),
                *(
                    Case(id=when.key, when=(IN_PLAY, when), pays=dict.fromkeys(bets, odds))
                    for when, odds in ((HIGHER, 1), (EQUAL, 0), (LOWER, -1))
                ),
            ),
        )

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision("raise"), at), Offer(Decision("check" if at == "early" else FOLD))

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
    assert exact == mean(BySituation(game))
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


SHORT = tuple(card for card in DECK if card.rank >= 11)


class Boards(ThreeCardAnte):
    """Two cards each and a board; the side wager is settled by `paid`."""

    flop, later = 3, 0

    @property
    def deck(self) -> tuple[Card, ...]:
        return SHORT

    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            if isinstance(step, Deal):
                yield replace(step, count=2)
            elif isinstance(step, Settle) and step.wagers == ("ante", "raise"):
                yield Deal(to=COMMUNITY, count=self.flop, face=Face.UP, text="Deal the flop.")
                if self.later:
                    yield Deal(to=COMMUNITY, count=self.later, face=Face.UP, text="Deal the rest of the board.")
                yield step
            else:
                yield step

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        assert wagers == ("pair",)
        yield Pay("pair", self.paid(spot, house), "pair")

    def paid(self, spot: Spot, house: HouseCards) -> int:
        return best_suit(spot.dealt + house.community)


class FullBoards(Boards):
    """The same from a whole deck: 25,989,600 ways to deal two cards and a flop."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return DECK


class PilesApart(Boards):
    """Pays by the same cards, and once more for each ace in the player's own."""

    def paid(self, spot: Spot, house: HouseCards) -> int:
        return best_suit((*spot.dealt, *house.community)) + sum(card.rank == 14 for card in spot.dealt)


class FirstCards(Boards):
    """Adds the piles up, but then looks at places in the sum."""

    def paid(self, spot: Spot, house: HouseCards) -> int:
        first, second, *_ = spot.dealt + house.community
        return 1 if first.rank == second.rank else -1


class BothHands(Boards):
    def paid(self, spot: Spot, house: HouseCards) -> int:
        return best_suit(house.dealer + spot.dealt)


class FlopAlone(Boards):
    later = 2

    def paid(self, spot: Spot, house: HouseCards) -> int:
        return best_suit(spot.dealt + house.community[:3])


class RaisedOnly(Boards):
    def paid(self, spot: Spot, house: HouseCards) -> int:
        return best_suit(spot.dealt) if spot.stakes.get("raise") else -1


def best_suit(cards: Iterable[Card]) -> int:
    """How many cards are of one suit."""
    return max(Counter(card.suit for card in cards).values())


def counted(game: ThreeCardAnte, **limits: float) -> dict[int, int] | None:
    lines = count_side(game, OddsSheet(game), "pair", **limits)
    return None if lines is None else {int(line[1]): deals for line, deals in lines.items()}


def tally(pays: Iterable[int]) -> dict[int, int]:
    return dict(Counter(pays))


def two_piles() -> Iterable[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    for own in combinations(SHORT, 2):
        for board in combinations([card for card in SHORT if card not in own], 3):
            yield own, board


def test_side_wagers_over_several_piles_are_counted_as_by_brute_force() -> None:
    five = tally(best_suit(cards) for cards in combinations(SHORT, 5))
    assert counted(Boards.make()) == five
    assert counted(FlopAlone.make()) == five
    assert counted(BothHands.make()) == tally(best_suit(cards) for cards in combinations(SHORT, 4))
    assert counted(PilesApart.make()) == tally(
        best_suit(own + board) + sum(card.rank == 14 for card in own) for own, board in two_piles()
    )
    assert counted(FirstCards.make()) == tally(1 if own[0].rank == own[1].rank else -1 for own, _ in two_piles())


def test_two_own_and_three_shared_cards_of_a_whole_deck_are_counted() -> None:
    by_most = {
        5: 4 * comb(13, 5),
        4: 4 * comb(13, 4) * 39,
        3: 4 * comb(13, 3) * comb(39, 2),
    }
    assert counted(FullBoards.make()) == by_most | {2: comb(52, 5) - sum(by_most.values())}


def test_a_side_wager_that_depends_on_a_raise_is_left_to_the_sample() -> None:
    assert counted(RaisedOnly.make()) is None


def test_a_side_wager_that_takes_too_long_is_left_to_the_sample() -> None:
    assert counted(Boards.make(), seconds=1e-6) is None


def test_pooled_cards_are_settled_once_for_each_class_up_to_suits() -> None:
    """Of 2,598,960 sets of five cards 134,459 classes are left, and of C(16, 7) sets those that brute force leaves."""
    universe = Universe(DECK, suits=True)
    blocks = list(representatives(universe, 5))
    assert sum(len(rows) for rows, _ in blocks) == 134_459
    assert sum(int(ways.sum()) for _, ways in blocks) == comb(52, 5)
    classes = Counter(
        tuple(sorted(tuple(card.rank for card in cards if card.suit == suit) for suit in range(4)))
        for cards in combinations(SHORT, 7)
    )
    (_, ways), *_ = representatives(Universe(SHORT, suits=True), 7)
    assert sorted(ways.tolist()) == sorted(classes.values())


class Slow(ThreeCardAnte):
    """Without classes; a clock that counts settlements says that each takes a fifth of a millisecond."""

    settlements: ClassVar[int] = 0
    has_classes = False

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        Slow.settlements += 1
        return super().settle(step, wagers, spot, house)

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when in COMPARED:
            return compare(self, spot, house) == COMPARED[when]
        return super().applies(when, spot, house)

    @classmethod
    def clock(cls) -> float:
        return cls.settlements / 5000


def test_samples_and_side_counts_of_slow_rules_hold_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimated, "thread_time", Slow.clock)
    odds = Estimated(Slow.make(), seconds=20)
    began = Slow.clock()
    monkeypatch.setattr(solver, "odds_of", lambda *_, **__: odds)
    solution = solver.solve(odds.game)
    assert Slow.clock() - began < 25
    low, high = solution.main.interval or (0, 0)
    assert low <= solution.main.expected_value <= high


def test_a_count_beyond_its_limit_is_refused_after_a_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SLICE", 0.0)
    odds, lines = BySituation(ThreeCardAnte.make(), known=only_these(DECK[:20])), []
    odds.limit = 1e-6
    with (
        limits.reporting(lambda *line: lines.append(line)),
        pytest.raises(CountTooLarge, match=r"takes too long to count: .* `houseway odds --exact` has no time limit\.$"),
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
        BySituation(game, known=only_these(DECK[:20])).count("optimal")
    shown = capsys.readouterr().err
    assert re.search(r"^Three Card Ante: .+, \d+% done, about \d+ .+ left\.$", shown, re.M), shown


@pytest.mark.parametrize("command", ["simulate two-card-roo --rounds 100", "lab protect two-card-roo --only dealer"])
def test_commands_that_count_on_the_way_announce_a_long_count(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_command, "LONG", 0.0)
    done = houseway(*command.split())
    assert done.returncode == 0, done.stderr
    assert re.search(r"^Counting 2 Card Roo: .+, about 1 second\.$", done.stderr, re.M), done.stderr


class DrawsByRule(ThreeCardAnte):
    """A dealer who draws up to eleven cards, each on a condition."""

    suits_count = False

    def make_wagers(self) -> Iterable[Wager]:
        return (wager for wager in super().make_wagers() if wager.id != "pair")

    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            if isinstance(step, Deal) and step.to == DEALER:
                yield step
                yield from (replace(step, count=1, when=When("low", "the dealer's total is low")) for _ in range(8))
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
        BySituation(game).count("optimal")
    assert Estimated(game, seconds=0, situations=1).interval("ante")


def test_running_out_of_memory_is_one_sentence() -> None:
    class Greedy(ThreeCardAnte):
        def rank(self, cards: tuple[Card, ...]) -> int:
            raise MemoryError

    with pytest.raises(CountTooLarge, match="Three Card Ante cannot be counted: there is not enough memory"):
        BySituation(Greedy.make(), known=only_these(DECK[:12])).count("optimal")


def mean(odds: BySituation[Any]) -> Fraction:
    count = odds.count("optimal")
    return sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total
