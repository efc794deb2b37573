from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from high_low_duel import HighLowDuel

from houseway import Round, parse_cards
from houseway.odds import solve
from houseway.rules import Case, EachSeat, HouseCards, Kind, Settle, Spot, Step, Wager, When
from houseway.simulation import simulate

PAIR = When("pair", "both cards are of one rank")
NO_PAIR = When("no-pair", "they are of different ranks")


class DuelWithPair(HighLowDuel):
    """One more wager, on both cards together."""

    id: ClassVar[str] = "high-low-duel-with-pair"

    def make_wagers(self) -> Iterable[Wager]:
        yield from super().make_wagers()
        yield Wager(id="pair", name="Pair", kind=Kind.SIDE, text="both cards of one rank, 15 to 1")

    def make_procedure(self) -> Iterable[Step]:
        paid = Case(id="pair", when=(PAIR,), pays={"pair": 15})
        pair = Settle(wagers=("pair",), cases=(paid, Case(id="no-pair", when=(NO_PAIR,), pays={"pair": -1})))
        for step in super().make_procedure():
            yield replace(step, steps=(*step.steps, pair)) if isinstance(step, EachSeat) else step

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when in (PAIR.key, NO_PAIR.key):
            return (spot.dealt[0].rank == house.dealer[0].rank) == (when == PAIR.key)
        return super().applies(when, spot, house)


def test_it_is_paid() -> None:
    round_ = Round(DuelWithPair.make(), stacked=parse_cards("Kd Ks"))
    round_.wager(1, {"ante": 500, "pair": 100})
    round_.deal()
    round_.act(1, {"choice": "fold"})
    assert round_.view().net == {1: 1500 - 500}


def test_it_is_counted_and_simulated_with_all_the_rest() -> None:
    solution = solve(DuelWithPair.make())
    assert solution.wager("pair").expected_value == Fraction(16, 17) - 1
    assert solution.wagers[:2] == solve(HighLowDuel.make()).wagers
    simulated = simulate(DuelWithPair.make(), 100_000, seed="pair", sides={"pair": 100})
    assert [wager.wager for wager in simulated.wagers] == ["ante", "court", "pair"]
