"""Cases of a settlement: each is declared, the first that holds decides, and what people read is composed from it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

import houseway
from houseway.cards import parse_cards
from houseway.catalog import banked_ids
from houseway.contract import samples
from houseway.contract.law import GameClass
from houseway.errors import HousewayError
from houseway.games.mini_tex import MiniTex
from houseway.odds.game_odds import OPTIMAL
from houseway.odds.solver import odds_of
from houseway.odds.walk import settle_each
from houseway.rules import (
    FOLDED,
    PLAYERS,
    Case,
    Deal,
    EachSeat,
    Face,
    HouseCards,
    PaidHand,
    Settle,
    Side,
    Spot,
    Step,
    Wager,
    When,
)
from houseway.rules.procedure import step_number
from houseway.rules.prose import bound
from houseway.rules.settlement import result_words
from houseway.table import events as ev


def test_a_step_that_serves_players_without_a_side_is_refused() -> None:
    class NoSide(MiniTex):
        def make_procedure(self) -> Iterable[Step]:
            return [
                Deal(to=PLAYERS, count=2, face=Face.DOWN) if isinstance(s, Deal) else s
                for s in super().make_procedure()
            ]

    with pytest.raises(TypeError, match="step 2: this Deal serves players, so it needs a side"):
        _ = NoSide.make().procedure


def test_steps_done_at_each_seat_take_its_side() -> None:
    step = EachSeat(side=Side.LEFT, steps=(Deal(to=PLAYERS, count=1, face=Face.UP),))
    inner: Any = bound("A game", "1", step, {})
    assert inner.steps[0].side is Side.LEFT
    assert bound("A game", "1", inner, {}) == inner
    against = EachSeat(side=Side.LEFT, steps=(Deal(to=PLAYERS, count=1, face=Face.UP, side=Side.RIGHT),))
    with pytest.raises(TypeError, match="go by the side of the EachSeat"):
        bound("A game", "1", against, {})


def test_steps_are_numbered_as_people_count() -> None:
    assert (step_number((0,)), step_number((11,)), step_number((11, 1))) == ("1", "12", "12b")


def test_no_case_that_holds_is_an_error_that_names_the_cards() -> None:
    class OnlyFolds(MiniTex):
        def make_procedure(self) -> Iterable[Step]:
            wagers = ("ante", "flop", "river", "play", "pocket-poker")
            pays = dict.fromkeys(wagers, -1)
            yield Settle(wagers=wagers, side=Side.RIGHT, cases=(Case(id="folded", when=(FOLDED,), pays=pays),))

    spot = Spot(1, {"ante": 100}, parse_cards("Ah Kd"))
    with pytest.raises(HousewayError, match=r"no case of the step 'From the right, settle .*' holds for Ah Kd"):
        settle_each(OnlyFolds.make(), ("ante",), spot, HouseCards())
    with pytest.raises(HousewayError, match="declares no case 'luck': its cases are folded"):
        OnlyFolds.make().case("luck")


def test_a_folded_hand_is_settled_without_a_look_at_cards() -> None:
    game, nothing = MiniTex.make(), HouseCards()
    spot = Spot(1, {"ante": 100}, folded=True)
    assert [(pay.odds, pay.case) for pay in settle_each(game, ("ante",), spot, nothing)] == [(-1, "folded-hole")]


@pytest.mark.parametrize(
    ("case", "player", "dealer", "sentence"),
    [
        ("win", "Kc 7c", "Qd 9h", "Your pair of kings, queen kicker, beats the dealer's pair of queens, king kicker."),
        ("loss", "9d 8h", "2c 2d", "Your king-queen-nine high loses to the dealer's three twos."),
        ("tie", "Kc 7c", "Kd 7h", "Your pair of kings, queen kicker, ties the dealer's pair of kings, queen kicker."),
        (
            "not-qualified",
            "Kc 7c",
            "9d 8h",
            "The dealer doesn't qualify: pay Ante, Flop bet and River bet 1 to 1; Play bet pushes.",
        ),
        ("folded-flop", "2c 7d", "9d 8h", "The player folded: collect Ante and Flop bet."),
        ("pocket-poker/2", "Ac Ad", "9d 8h", "Pocket Poker: Pair of Aces."),
    ],
)
def test_results_name_both_hands(case: str, player: str, dealer: str, sentence: str) -> None:
    spot = Spot(1, {"ante": 100}, parse_cards(player))
    assert (
        result_words(MiniTex.make(), case, spot, HouseCards(parse_cards(dealer), parse_cards("Ks Qs 2h"))) == sentence
    )


def reworded(kind: GameClass) -> GameClass:
    """The game with other words for its steps, conditions, cases, wagers and paid hands, and the same rules."""

    def other(step: Any) -> Any:
        if isinstance(step, EachSeat):
            inner: Any = tuple(map(other, step.steps))
            return replace(step, steps=inner)
        cases = tuple(
            replace(case, when=tuple(When(when.key, f"so {when.key}") for when in case.when), text=f"Do {case.id}.")
            for case in step.cases
        )
        when = step.when and When(step.when.key, f"thus {step.when.key}")
        return replace(step, cases=cases, when=when, text="Do it.", note="")

    def hands(rows: tuple[PaidHand, ...]) -> tuple[PaidHand, ...]:
        return tuple(row._replace(name=f"Hand {number}", meaning="a hand") for number, row in enumerate(rows))

    class Reworded(kind):  # type: ignore[misc, valid-type]
        def make_procedure(self) -> Iterable[Step]:
            return map(other, super().make_procedure())

        def make_wagers(self) -> Iterable[Wager]:
            for wager in super().make_wagers():
                table = wager.table and replace(wager.table, rows=hands(wager.table.rows))
                yield replace(wager, text="Bet on it.", table=table, hands=hands(wager.hands))

    return Reworded


@pytest.mark.parametrize(
    "game_id", [pytest.param(id, marks=[] if id == "two-card-roo" else [pytest.mark.slow]) for id in banked_ids()]
)
def test_words_change_no_figure_and_no_key(game_id: str) -> None:
    plain = type(houseway.game(game_id)).make()
    other = reworded(type(plain)).make()
    assert all(plain.case(id).reason != case.reason for id, case in other.cases.items() if case.row is not None)
    assert plain.fingerprint == other.fingerprint
    assert plain.cases.keys() == other.cases.keys()
    odds = [odds_of(game) for game in (plain, other)]
    rows = [[(row.case, row.net, row.count) for row in item.count(OPTIMAL).rows] for item in odds]
    assert all(case for case, _, _ in rows[0])
    assert rows[0] == rows[1]
    for side in odds[0].sides:
        lines = [[line._replace(label="") for line in item.side_outcomes(side)] for item in odds]
        assert lines[0] == lines[1]
    for number in range(6):
        rounds = [list(samples.points(game, number))[-1] for game in (plain, other)]
        assert rounds[0].view().net == rounds[1].view().net
        cases = [[event.case for event in one.events if isinstance(event, ev.Settled)] for one in rounds]
        assert cases[0] == cases[1]
