"""Mini-Tex with other rules, from outside: a subclass is counted and simulated by what its own rules say, or refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.odds.reading import mean, worth
from tests.odds.test_mini_tex import LABELS

from houseway.cards import DECK, Card, parse_cards
from houseway.contract.simulated import check_on_the_table, check_rows
from houseway.errors import HousewayError
from houseway.games.mini_tex.rules import MiniTex, MiniTexOptions
from houseway.odds import Odds, solve
from houseway.odds.board_odds import ByBoard
from houseway.odds.game_odds import Known, WrongShape
from houseway.odds.walk import UNIT, Piles, Walker, net_of, settle_each
from houseway.rankings import Category, category, three_card_rank
from houseway.rules.game import Decision, HouseCards, Offer, Pay, Spot
from houseway.rules.options import multiples
from houseway.rules.pay_tables import PaidHand, Pays, PayTable
from houseway.rules.procedure import IN_PLAY, EachSeat, Settle, Step
from houseway.rules.wagers import Wager, side_wager
from houseway.simulation.kernel import derived_kernel
from houseway.simulation.sim_kernel import AnyKernel

BET, FOLD = Decision("bet"), Decision("fold")
Hole = tuple[Card, ...]


# --- rules that are counted ---


class TiesLose(MiniTex):
    lost: Fraction | int = 1

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield pay._replace(odds=-self.lost) if pay.case == "tie" else pay


class TiesLoseHalf(TiesLose):
    lost = Fraction(1, 2)


class NotQualifyingPushes(MiniTex):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield pay._replace(odds=0) if pay.case == "not-qualified" else pay


class QueenQualifies(MiniTex):
    def qualifies(self, rank: int) -> bool:
        return rank >= three_card_rank(*parse_cards("Qc 3d 2c"))


class AcesDoNotQualify(MiniTex):
    """What qualifies is not all from some hand on."""

    def qualifies(self, rank: int) -> bool:
        return super().qualifies(rank) and not (category(rank) is Category.PAIR and rank >> 4 & 15 == 14)


class AlwaysQualifies(MiniTex):
    def qualifies(self, rank: int) -> bool:
        return True


@dataclass(frozen=True)
class LargeBets(MiniTexOptions):
    bets: tuple[int, ...] = multiples("2/4/9", most=9, help="the bets")


class LargerBets(MiniTex):
    options_type = LargeBets


SUITED = PayTable(
    (
        PaidHand("Ace suited", "an ace and a card of its suit", "As 9s"),
        PaidHand("Suited", "two cards of one suit", "Ks 9s"),
    ),
    {"3-1": "3/1"},
)


class SideOnSuits(MiniTex):
    """One more side wager, on the hole cards."""

    suited = SUITED.parse("3-1")

    def make_wagers(self) -> Iterable[Wager]:
        yield from super().make_wagers()
        yield from side_wager("suits", "Suits", SUITED, self.suited, text="two of one suit")

    def make_procedure(self) -> Iterable[Step]:
        for step in super().make_procedure():
            yield self.with_suits(step) if isinstance(step, EachSeat) else step

    def with_suits(self, step: EachSeat) -> Step:
        return replace(step, steps=(*step.steps, Settle(wagers=("suits",))))

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        return self.suits_row(spot, house) if wager == "suits" else super().paid_row(wager, spot, house)

    def suits_row(self, spot: Spot, house: HouseCards) -> int | None:
        if len({card.suit for card in spot.dealt}) > 1:
            return None
        return 0 if any(card.rank == 14 for card in spot.dealt) else 1


class PocketAcesPayMore(MiniTex):
    """A known side wager that pays what is in no table."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield pay._replace(odds=50) if pay.case == "pocket-poker/2" else pay


COUNTED = (
    TiesLose,
    TiesLoseHalf,
    NotQualifyingPushes,
    QueenQualifies,
    AcesDoNotQualify,
    AlwaysQualifies,
    LargerBets,
    SideOnSuits,
    PocketAcesPayMore,
)
counted = pytest.mark.parametrize("kind", COUNTED)


@cache
def odds(kind: type[MiniTex]) -> Any:
    return Odds(kind.make())


@cache
def kernel_of(kind: type[MiniTex]) -> AnyKernel:
    game = kind.make()
    return derived_kernel(game, "optimal", odds(kind))


def settled(game: MiniTex, hole: Hole, house: HouseCards, *, folded: bool = False) -> Fraction:
    """What the ante and the bets that hang on it net, by the rules alone."""
    flop, river, play = game.options.bets
    stakes = {"ante": 1, "flop": flop, "river": river} | ({} if folded else {"play": play})
    spot = Spot(1, stakes, hole, folded=folded)
    return sum(
        (Fraction(pay.odds * stakes[pay.wager]) for pay in settle_each(game, tuple(stakes), spot, house)), Fraction()
    )


@counted
def test_river_advice_against_every_dealers_hand(kind: type[MiniTex]) -> None:
    game, random = kind.make(), Random(11)
    for _ in range(4):
        first, second, *board = random.sample(DECK, 5)
        hole, community = (first, second), tuple(board)
        houses = [HouseCards(both, community) for both in combinations(set(DECK) - {*hole, *community}, 2)]
        at, advice = odds(kind).advise(Known("", hole, community))
        assert at == "river"
        assert worth(advice, BET) == sum((settled(game, hole, house) for house in houses), Fraction()) / 1081
        assert worth(advice, FOLD) == settled(game, hole, houses[0], folded=True)


@counted
def test_totals_against_the_kernel(kind: type[MiniTex]) -> None:
    """The mean of every wager over 200,000 deals is within five standard errors of the exact one."""
    solution, kernel = solve(kind.make()), kernel_of(kind)
    codes = np.empty((200_000, 1), np.uint16)
    kernel.fill(5, 0, codes)
    outcomes = [kernel.outcome(code) for code in range(kernel.codes)]
    nets = {"ante": np.array([float(outcome.main_net) for outcome in outcomes])[codes]}
    for index, side in enumerate(kernel.sides):
        rows = [float(row.net) for row in solution.wager(side).rows]
        nets[side] = np.array([rows[outcome.side_rows[index]] for outcome in outcomes])[codes]
    for name, values in nets.items():
        exact = float(solution.wager(name).expected_value)
        assert abs(values.mean() - exact) < 5 * values.std() / len(values) ** 0.5, name


@counted
def test_the_kernel_is_the_rules(kind: type[MiniTex]) -> None:
    """Rounds with each of their ends, dealt again on the table, where the advice is followed."""
    counting, kernel = odds(kind), kernel_of(kind)

    def decide(known: Known) -> Decision:
        best: Decision = counting.advise(known)[1][0].decision
        return best

    codes = np.empty((20_000, 1), np.uint16)
    kernel.fill(5, 0, codes)
    first = np.unique(codes, return_index=True)[1].tolist()
    assert check_on_the_table(kernel, decide, seats=1, rounds=first, key=5) == len(first)
    assert check_on_the_table(kernel, decide, seats=3, rounds=range(15), key=5) == 45
    check_rows(kernel)


@counted
def test_lines_are_named_by_a_hand(kind: type[MiniTex]) -> None:
    """The label of a played hand is that of the row with its net; so for side wagers."""
    counting, game, random = odds(kind), kind.make(), Random(2)
    rows = {row.label: row for row in counting.count("optimal").rows}
    assert list(rows) == [label for label in LABELS if kind is not AlwaysQualifies or "qualify" not in label]
    walker = Walker(game)
    for number in range(200):
        cards = tuple(random.sample(DECK, 7))
        points = iter([BET] * (number % 4) + [FOLD])
        hand = walker.play(
            Piles(cards[:2], dealer=cards[2:4], community=cards[4:]), lambda at, spot, points=points: next(points)
        )
        assert rows[counting.sheet.label(hand)].net * UNIT == net_of(game, hand, game.wagers.main_group)
        for side in counting.sides:
            pay = hand.pay(side)
            assert pay is not None
            ends = {outcome.label: outcome.odds for outcome in counting.side_outcomes(side)}
            assert ends[counting.sheet.side_label(side, hand)] == pay.odds


def test_every_rule_has_odds_of_its_own() -> None:
    values = {kind: mean(odds(kind).count("optimal")) for kind in (MiniTex, *COUNTED)}
    assert values[TiesLose] < values[TiesLoseHalf] < values[MiniTex]
    assert values[MiniTex] == values[SideOnSuits] == values[PocketAcesPayMore] == Fraction(-226406539, 7023689400)
    assert values[NotQualifyingPushes] < values[MiniTex]
    assert len(set(values.values())) == len(values) - 2
    assert "Dealer does not qualify" not in {row.label for row in odds(AlwaysQualifies).count("optimal").rows}


def test_the_manual_says_nothing_of_other_rules() -> None:
    with_manual = {kind for kind in (MiniTex, *COUNTED) if "printed" in odds(kind).strategies()}
    assert with_manual == {MiniTex, SideOnSuits, PocketAcesPayMore}


def test_one_more_side_wager_is_counted() -> None:
    solution = solve(SideOnSuits.make())
    rows = [(row.label, int(row.net), row.count) for row in solution.wager("suits").rows]
    assert rows == [("Ace suited", 3, 48), ("Suited", 1, 264), ("Other", -1, 1014)]
    plain = solve(MiniTex.make())
    assert solution.wager("pocket-poker").rows == plain.wager("pocket-poker").rows
    assert solution.main.rows == plain.main.rows


def test_a_side_wager_pays_what_the_rules_pay() -> None:
    rows = {row.label: row.net for row in solve(PocketAcesPayMore.make()).wager("pocket-poker").rows}
    assert rows["Pair of Aces"] == 50
    assert rows["Royal Straight Flush (AK suited)"] == 30


# --- rules that are refused ---


class BoardPlays(MiniTex):
    """The three community cards may be the hand."""

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, None]:
        return max(super().player_class(spot, house)[0], three_card_rank(*house.community)), None

    def dealer_class(self, house: HouseCards) -> tuple[int, bool]:
        rank = max(super().dealer_class(house)[0], three_card_rank(*house.community))
        return rank, self.qualifies(rank)


class BoardSettles(MiniTex):
    """The same, said of the settlement only."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        return BoardPlays(self.options, self.edition).settle(step, wagers, spot, house)


class StraightFlushPays(MiniTex):
    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            most = pay.wager == "play" and pay.odds == 1 and self.player_class(spot, house)[0] >> 12 == 5
            yield pay._replace(odds=2) if most else pay


class AcesStay(MiniTex):
    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        offers = tuple(super().offers(at, spot))
        return offers[:1] if spot.dealt[0].rank == spot.dealt[1].rank == 14 else offers


class AceFolds(MiniTex):
    """A fold with an ace costs half."""

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            ace = pay.case.startswith("folded") and any(card.rank == 14 for card in spot.dealt)
            yield pay._replace(odds=Fraction(-1, 2)) if ace else pay


class SideOnFlop(SideOnSuits):
    def suits_row(self, spot: Spot, house: HouseCards) -> int | None:
        return super().suits_row(spot._replace(dealt=spot.dealt + house.community), house)


class SideLostWithFold(SideOnSuits):
    def suits_row(self, spot: Spot, house: HouseCards) -> int | None:
        return None if spot.folded else super().suits_row(spot, house)


class SideOnlyInPlay(SideOnSuits):
    def with_suits(self, step: EachSeat) -> Step:
        suits = Settle(wagers=("suits",), when=IN_PLAY)
        return replace(step, steps=(*step.steps, suits))


class QualifiesWithAnAce(MiniTex):
    def dealer_class(self, house: HouseCards) -> tuple[int, bool]:
        rank, qualifies = super().dealer_class(house)
        return rank, bool(qualifies) or any(card.rank == 14 for card in house.dealer)


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (BoardPlays, "declares no ranking"),
        (AcesStay, "look at the player's cards"),
        (AceFolds, "not compared with all shared cards"),
        (SideOnFlop, "more than the player's cards"),
        (SideLostWithFold, "depends on decisions"),
        (QualifiesWithAnAce, "declares no ranking"),
    ],
)
def test_rules_that_are_not_counted_by_boards(kind: type[MiniTex], why: str) -> None:
    with pytest.raises(WrongShape, match=why):
        ByBoard(kind.make())


@pytest.mark.parametrize("kind", [BoardSettles, StraightFlushPays])
def test_settlement_that_breaks_the_promise_is_refused(kind: type[MiniTex]) -> None:
    with pytest.raises(HousewayError, match="breaks what player_class and dealer_class promise"):
        Odds(kind.make()).count("optimal")


def test_a_side_wager_that_is_not_settled_is_refused() -> None:
    with pytest.raises(HousewayError, match="does not settle suits"):
        Odds(SideOnlyInPlay.make())


def test_pay_tables_of_a_game_do_not_mix() -> None:
    """What is tried once for all tables does not keep what they pay."""
    for pays in (Pays((30, 20, 5, 3, 2)), Pays((1, 2, 3, 4, 5)), Pays((7, 7, 7, 7, 7))):
        outcomes = Odds(SideOnSuits.make(changes={"pocket-poker": pays})).side_outcomes("pocket-poker")
        assert [outcome.odds for outcome in outcomes] == [*pays, -1, -1]
