"""A player's decisions: every grade agrees with the odds, for many spots of every game and for options at random."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from tests.sizes import sized
from tests.train.player_games import DUEL, GAMES, class_of, made

from houseway import train
from houseway.contract.samples import games
from houseway.errors import HousewayError, OptionError
from houseway.odds import advise, odds_of
from houseway.rules.game import Decision, Game
from houseway.rules.procedure import Decide
from houseway.train.exercise import Exercise
from houseway.train.player.decision import Decisions
from houseway.train.player.hands import Hands
from houseway.train.player.marks import BEST, BLUNDER, FINE, INACCURACY, MISTAKE, THRESHOLDS, in_words, mark_of
from houseway.train.player.spots import Spots
from houseway.train.player.values import Valued, value_between

QUICK = (DUEL, "two-card-roo", "high-card-flush")  # games that are counted at once with any options


def spots(game: Game[Any], count: int) -> Iterator[Spots]:
    for number in range(count):
        exercise = train.make(game, "spot", f"{game.id} {number}")
        assert isinstance(exercise, Spots)
        yield exercise


def valued_of(exercise: Decisions) -> Valued:
    found = exercise._valued  # type: ignore[attr-defined]
    assert isinstance(found, Valued)
    return found


def ids_of(exercise: Exercise) -> list[str]:
    question = exercise.question
    assert question is not None
    return [choice["id"] for choice in question.parts[0].to_json()["choices"]]


def check_values(game: Game[Any], valued: Valued) -> None:
    """What is offered, beside advice asked for anew."""
    known = valued.known
    at, advice = advise(game, known.cards, known.community, dealer=known.dealer, decisions=known.decisions)
    assert at == valued.at
    told = {item.decision: item.value for item in advice}
    assert valued.best.value == advice[0].value
    for action in valued.actions:
        assert action.value == told.get(action.decision, value_between(told, action.decision))
    # All that has a value can be chosen, but for discards that differ in nothing.
    assert {action.value for action in valued.actions} >= set(told.values())


@pytest.mark.parametrize("name", GAMES)
def test_grades_agree_with_the_odds(name: str) -> None:
    game = made(name)
    for exercise in spots(game, sized(quick=5, test=8, thorough=60)):
        valued = valued_of(exercise)
        check_values(game, valued)
        for chosen in ids_of(exercise):
            grade = exercise.grade(valued, {"act": chosen})
            worth = {action.id: action.value for action in valued.actions}
            assert grade.values == worth
            assert grade.lost == max(worth.values()) - worth[chosen] >= 0
            assert grade.mark == mark_of(grade.lost)
            assert grade.right == (grade.mark in (BEST, FINE))
            assert grade.why.endswith(".")
        best = exercise.answer(exercise.key_answer())
        assert (best.lost, best.mark, best.right) == (Fraction(), BEST, True)
        assert exercise.over


@pytest.mark.parametrize("name", QUICK)
def test_grades_agree_with_the_odds_for_options_at_random(name: str) -> None:
    for game in islice(games(class_of(name), random=8), sized(quick=2, test=3, thorough=6)):
        for exercise in spots(game, 6):
            check_values(game, valued_of(exercise))
            assert exercise.answer(exercise.key_answer()).lost == 0


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_grades_agree_with_the_odds_for_many_options_at_random(name: str) -> None:
    for game in islice(games(class_of(name), random=16), 12):
        for exercise in spots(game, 60):
            check_values(game, valued_of(exercise))
            assert exercise.answer(exercise.key_answer()).lost == 0


def test_a_raise_of_variable_size_is_offered_at_sizes_between() -> None:
    found = False
    for exercise in spots(made("three-card-draw-poker"), 3):
        sizes = {action.decision.multiple for action in valued_of(exercise).actions}
        found |= sizes == {0, 1, Fraction(3, 2), 2}
    assert found


def test_a_value_between_two_sizes_lies_on_the_line() -> None:
    told = {Decision("raise", 1): Fraction(1, 4), Decision("raise", 3): Fraction(5, 4), Decision("fold"): Fraction(-1)}
    assert value_between(told, Decision("raise", 2)) == Fraction(3, 4)
    assert value_between(told, Decision("raise", Fraction(3, 2))) == Fraction(1, 2)
    assert value_between(told, Decision("raise", 4)) is None


# --- marks ---


def test_thresholds() -> None:
    edge = [threshold.lost for threshold in THRESHOLDS[2:]]
    bit = Fraction(1, 10**9)
    assert [mark_of(lost) for lost in (Fraction(0), bit, edge[0])] == [BEST, FINE, FINE]
    assert [mark_of(lost + bit) for lost in edge] == [INACCURACY, MISTAKE, BLUNDER]
    assert [mark_of(lost) for lost in edge[1:]] == [INACCURACY, MISTAKE]
    assert mark_of(Fraction(5)) == BLUNDER
    assert dict(in_words()) == {
        "best": "nothing is lost",
        "fine": "up to 2% of the first wager is lost",
        "inaccuracy": "more than 2% and up to 10% of the first wager is lost",
        "mistake": "more than 10% and up to 25% of the first wager is lost",
        "blunder": "more than 25% of the first wager is lost",
    }


# --- a question says nothing of the answer ---


@pytest.mark.parametrize("name", GAMES)
def test_the_player_sees_the_own_cards_and_no_others(name: str) -> None:
    exercise = train.make(made(name), "spot", "view")
    question = exercise.question
    assert question is not None
    view = question.view
    assert view is not None
    assert view["you"] == 1
    assert None not in view["seats"][0]["dealt"]
    assert view["server_seed"] is None
    assert "values" not in str(question.to_json())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", ["spot", "hand"])
def test_the_same_key_makes_the_same_exercise(name: str, kind: str) -> None:
    if name == DUEL:  # not installed here: made from its class
        one, two = (train.make(made(name), kind, "again") for _ in range(2))
    else:
        one = train.make(made(name), kind, "again")
        two = train.resume(train.key_of(one))
    assert one.question is not None
    assert two.question is not None
    assert one.question.to_json() == two.question.to_json()
    assert one.covers == two.covers
    assert one.key_answer() == two.key_answer()


# --- what it is about ---


def test_a_kind_of_hand_can_be_asked_for() -> None:
    for number in range(5):
        assert train.make(made("mini-tex"), "spot", f"{number}", "hand flop: pair").covers == ("hand flop: pair",)


def test_no_answer_leaves_the_exercise_open() -> None:
    exercise = train.make(made("mini-tex"), "spot", "open")
    for given in ({"act": "dance"}, {}, {"act": None}, "bet", {"act": "b", "more": 1}):
        with pytest.raises(train.AnswerError):
            exercise.answer(given)
    assert not exercise.over
    assert not exercise.grades


@pytest.mark.parametrize("about", ["step 5", "deal x flop", "hand", "deal 3"])
def test_what_no_player_is_asked_about_is_refused(about: str) -> None:
    with pytest.raises(OptionError, match="cannot be about"):
        train.make(made("mini-tex"), "spot", "1", about)


def test_a_decision_that_there_is_not_is_refused() -> None:
    with pytest.raises(HousewayError, match="Nothing is decided at 'nowhere'"):
        train.make(made("mini-tex"), "spot", "1", "deal 3 nowhere")


# --- a strategy as the target ---


@pytest.mark.parametrize("name", [name for name in GAMES if name != DUEL])
def test_a_strategy_is_graded_by_its_own_rules(name: str) -> None:
    game = made(name)
    first = next(step.at for step in game.procedure if isinstance(step, Decide))
    for strategy in odds_of(game).strategies():
        for number in range(sized(quick=1, test=1, thorough=12)):
            exercise = Spots(game, "cards", f"deal {number} {first}; by {strategy}")
            valued = valued_of(exercise)
            said = odds_of(game).decision(strategy, valued.known)
            right = exercise.key_answer()["act"]
            assert valued.by_id(right).decision.choice == said.choice
            assert sorted(valued.by_id(right).decision.discard or ()) == sorted(said.discard or ())
            for chosen in ids_of(exercise):
                grade = exercise.grade(valued, {"act": chosen})
                assert grade.lost == valued.best.value - valued.by_id(chosen).value
                assert grade.why.startswith(f"{strategy} says ")
                if chosen == right:
                    assert grade.right
                elif valued.by_id(chosen).value != valued.by_id(right).value:
                    assert not grade.right


def test_a_strategy_that_there_is_not_is_refused() -> None:
    with pytest.raises(OptionError, match="has no strategy 'wild'"):
        train.make(made("mini-tex"), "spot", "1", "by wild")


@pytest.mark.parametrize("name", ["mini-tex", "high-card-flush"])
def test_the_optimum_hand_by_hand_is_the_best_advice(name: str) -> None:
    game = made(name)
    for exercise in spots(game, 20):
        valued = valued_of(exercise)
        decided = odds_of(game).decision("optimal", valued.known)
        assert value_between({action.decision: action.value for action in valued.actions}, decided) == valued.best.value


def test_high_card_flush_cards_say_what_their_lines_say() -> None:
    game, seen = made("high-card-flush"), set()
    for exercise in spots(game, 60):
        known = valued_of(exercise).known
        suits = [sorted((card.rank for card in known.cards if card.suit == suit), reverse=True) for suit in range(4)]
        flush = max(suits, key=lambda ranks: (len(ranks), ranks))
        others = [card for suit in suits if suit is not flush for card in suit]
        points = flush[1] + 2 * sum(rank >= 11 for rank in others)
        eleven = len(flush) > 3 or (len(flush) == 3 and (flush[0] >= 11 or (flush[0] == 10 and points >= 11)))
        t86 = len(flush) > 3 or (len(flush) == 3 and flush >= [10, 8, 6])
        for strategy, raises in (("eleven", eleven), ("t-8-6", t86), ("never-fold", True)):
            assert odds_of(game).decision(strategy, known).folds is not raises
        seen |= {eleven, t86 != eleven}
    assert seen == {True, False}


# --- whole hands ---


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_hand_is_graded_and_ends_as_the_round_does(name: str) -> None:
    game = made(name)
    for number in range(sized(quick=4, test=4, thorough=40)):
        exercise = Hands(game, f"{number}")
        assert exercise.ending is None
        while not exercise.over:
            ids = ids_of(exercise)
            exercise.answer({"act": ids[number % len(ids)]} if number % 2 else exercise.key_answer())
        assert len(exercise.covers) == len(exercise.grades) >= 1
        ending = exercise.ending
        assert ending is not None
        assert ending["net"] == ending["view"]["net"]["1"]
        assert Fraction(ending["lost"]) == sum(grade.lost or 0 for grade in exercise.grades)
        if not number % 2:
            assert ending["lost"] == "0"


def test_a_hand_is_resumed_where_it_was() -> None:
    game = made("mini-tex")
    played = ((exercise := Hands(game, f"long {number}"), _played(exercise)) for number in range(50))
    exercise, answers = next((exercise, answers) for exercise, answers in played if len(answers) > 1)
    again = train.resume(train.key_of(exercise), answers[:1])
    assert len(again.grades) == 1
    assert not again.over


def _played(exercise: Hands) -> list[dict[str, Any]]:
    answers = []
    while not exercise.over:
        answers.append(exercise.key_answer())
        exercise.answer(answers[-1])
    return answers
