"""Cases of a settlement: each is declared, the first that holds decides, and what people read is composed from it."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

import houseway
from houseway.cards import parse_cards
from houseway.catalog import banked_ids
from houseway.contract import samples
from houseway.derived.walk import settle_each
from houseway.errors import HousewayError
from houseway.games.mini_tex import MiniTex
from houseway.rules import (
    FOLDED,
    IN_PLAY,
    PLAYERS,
    Case,
    Deal,
    EachSeat,
    Face,
    HouseCards,
    Settle,
    Side,
    Spot,
    Step,
    When,
)
from houseway.rules.procedure import step_number, with_paths
from houseway.rules.prose import bound, serves_seats
from houseway.rules.settlement import result_words
from houseway.table import events as ev


@pytest.mark.parametrize("game_id", banked_ids())
def test_every_settled_wager_names_a_declared_case_that_pays_what_it_says(game_id: str) -> None:
    for game in samples.games(type(houseway.game(game_id)), random=4):
        steps = dict(with_paths(game.procedure))
        *_, round_ = samples.points(game, number=3)
        settled = [(number, event) for number, event in enumerate(round_.events) if isinstance(event, ev.Settled)]
        assert settled
        for number, event in settled:
            declared = game.case(event.case)
            assert round_.step_of(number) in declared.paths
            assert event.reason == declared.reason
            step: Any = steps[round_.step_of(number)]
            assert event.wager in step.wagers
            if declared.case is not None:
                odds = declared.case.pays[event.wager]
                assert isinstance(odds, int | Fraction)
                assert event.returned == max(0, event.amount + int(event.amount * odds // 1))


@pytest.mark.parametrize("game_id", banked_ids())
def test_every_step_that_serves_players_has_a_side_and_a_text(game_id: str) -> None:
    for _, step in with_paths(houseway.game(game_id).procedure):
        assert step.text
        assert all(case.text for case in step.cases)
        if serves_seats(step):
            side: Any = step
            assert isinstance(side.side, Side)


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


def test_words_of_conditions_change_no_result() -> None:
    class OtherWords(MiniTex):
        def make_procedure(self) -> Iterable[Step]:
            from dataclasses import replace

            def other(step: Step) -> Step:
                cases = tuple(
                    replace(case, when=tuple(When(when.key, "this is so") for when in case.when)) for case in step.cases
                )
                return replace(step, cases=cases, when=step.when and IN_PLAY._replace(key=step.when.key))

            for step in super().make_procedure():
                if isinstance(step, EachSeat):
                    inner: Any = tuple(map(other, step.steps))
                    yield replace(step, steps=inner)
                else:
                    yield other(step)

    for number in range(6):
        plain, changed = (list(samples.points(kind.make(), number))[-1] for kind in (MiniTex, OtherWords))
        assert plain.view().net == changed.view().net
        cases = [[e.case for e in r.events if isinstance(e, ev.Settled)] for r in (plain, changed)]
        assert cases[0] == cases[1]
