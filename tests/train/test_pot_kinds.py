"""What comes next and reading hands among players, in every game for pots: installed, and made for tests alone."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from tests.contract.planted_pots import HighCard
from tests.sizes import sized
from tests.train.dealer_games import cards_in
from tests.wider.games import JokerPot

from houseway.cards import parse_cards
from houseway.catalog import any_game_class, game_ids, pot_game
from houseway.contract.pots import open_cards
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import PLAYERS, Deal
from houseway.table import events as ev
from houseway.train.exam import Exam
from houseway.train.exercise import UnmetWish
from houseway.train.forms import OneOf, SomeCards
from houseway.train.items import all_cases, all_items, case_name, step_name
from houseway.train.pot_acts import HandMenu, HandMoments, acts_of_hand
from houseway.train.pot_deal import DealHand
from houseway.train.pot_hands import played_hands
from houseway.train.pot_next import NextInHand
from houseway.train.pot_read import ReadShowdown, plays_as_well
from houseway.train.registry import can_examine, dealer_kinds, make
from houseway.train.score_sheet import ScoreSheet
from houseway.train.sitting import Sitting

MANY = sized(quick=12, test=20, thorough=1000)
INSTALLED = [any_game_class(name) for name in game_ids()]
GAMES: list[Any] = [*(kind for kind in INSTALLED if issubclass(kind, PotGame)), JokerPot, HighCard]
every_pot_game = pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)
SIDE = {"pocket_poker": "30-20"}


def rules(kind: Any, number: int = 0) -> PotGame[Any]:
    """Every edition by turns; where there can be a wager against the house, half of them have it."""
    edition = kind.editions[number % len(kind.editions)].name
    options = SIDE if number % 2 and "pocket_poker" in kind.make().options.values() else {}
    made: PotGame[Any] = kind.make(edition, options)
    return made


@every_pot_game
def test_every_step_and_case_can_be_asked_for(kind: Any) -> None:
    for number in range(2):
        game = rules(kind, number)
        for item in all_items(game):
            able = [name for name in dealer_kinds(game) if can_examine(game, name, item)]
            assert able
            for name in able:
                assert item in make(game, name, "wish", item).covers
    cases = {case.id for step in rules(kind).procedure for case in step.cases}
    assert set(map(case_name, cases)) == set(all_cases(rules(kind)))


@every_pot_game
def test_the_next_act_is_that_of_the_table(kind: Any) -> None:
    steps: Counter[str] = Counter()
    for number in range(MANY):
        exercise = NextInHand(rules(kind, number), f"next {number}")
        question = exercise.question
        assert question is not None
        assert question.view is not None
        assert question.view["turn"] is None
        key = exercise.key_answer()
        wrong = {"act": {"do": "pots"} if key["act"]["do"] != "pots" else {"do": "post"}}
        again = NextInHand(rules(kind, number), f"next {number}").answer(wrong).parts[0]
        assert not again.right
        assert again.why
        assert again.cost == 0
        part = exercise.answer(json.loads(json.dumps(key))).parts[0]
        assert part.right
        steps.update(exercise.covers)
    assert len(steps) > 4


@every_pot_game
def test_a_whole_hand_is_dealt(kind: Any) -> None:
    for number in range(3):
        exercise = DealHand(rules(kind, number), f"round {number}")
        while exercise.question is not None:
            part = exercise.answer(exercise.key_answer()).parts[0]
            assert part.right
            assert part.step is not None
        summary = exercise.summary()
        assert summary.done == summary.acts == len(exercise.acts)
        assert (summary.slips, summary.house_lost, summary.guests_lost) == ((), 0, 0)
        assert exercise.game.options.rake_percent or exercise.game.wagers or not sum(summary.net.values())


@every_pot_game
def test_what_is_shown_tells_the_next_act(kind: Any) -> None:
    """At any two points of hands that look the same, the same act comes next."""
    looks: dict[str, Any] = {}
    for number in range(MANY):
        game = rules(kind, number)
        hand = next(played_hands(game, f"looks {number}")).hand
        moments = HandMoments(hand)
        for act in acts_of_hand(hand, HandMenu(game, tuple(hand.start))):  # type: ignore[arg-type]
            moment = moments.before(act.before)
            shown = json.dumps([moment.felt, moment.told])
            assert looks.setdefault(shown, act.answer) == act.answer


@every_pot_game
def test_who_deals_to_the_wrong_seat_hears_the_side(kind: Any) -> None:
    game = rules(kind)
    (dealt,) = (index for index, step in enumerate(game.procedure) if isinstance(step, Deal) and step.to == PLAYERS)
    for number in range(5):
        exercise = NextInHand(game, f"seat {number}", step_name((dealt,)))
        act = exercise.key_answer()["act"]
        later = [seat for seat in exercise.menu.seats if f"seat {seat}" != act["to"]]
        part = exercise.answer({"act": {**act, "to": f"seat {later[0]}"}}).parts[0]
        assert part.why == f"{act['to'].capitalize()} comes before seat {later[0]}: from the left."


def test_the_end_of_a_betting_round_is_quoted() -> None:
    exercise = NextInHand(pot_game("mini-tex-pvp"), "1", "case nobody-can-bet")
    part = exercise.answer({"act": {"do": "post"}}).parts[0]
    assert part.case == "nobody-can-bet"
    assert part.why.endswith("If nobody can bet any more: Deal the other cards without further betting.")


@every_pot_game
def test_hands_are_read_and_the_best_wins(kind: Any) -> None:
    for number in range(MANY):
        exercise = ReadShowdown(rules(kind, number), f"read {number}")
        game, hand = exercise.game, exercise.hand
        assert isinstance(game, PotGame)
        ranks = {seat: game.rank(hole, hand.community) for seat, hole in hand.hole.items()}
        pots = {f"pot-{event.number}": event.eligible for event in hand.events if isinstance(event, ev.PotPaid)}
        shown = {card for cards in open_cards(hand)[1].values() for card in cards} | set(hand.community)
        while (question := exercise.question) is not None:
            assert cards_in(question.to_json()) <= shown
            key = exercise.key_answer()
            for id, eligible in pots.items():
                if id in key:
                    best = [seat for seat in eligible if ranks[seat] == max(ranks[other] for other in eligible)]
                    assert key[id] == (str(best[0]) if len(best) == 1 else "split")
            wrong = dict(key)
            for part in question.parts:
                if isinstance(part.form, OneOf) and len(part.form.choices) > 1:
                    wrong[part.id] = next(item.id for item in part.form.choices if item.id != key[part.id])
                elif isinstance(part.form, SomeCards):
                    wrong[part.id] = [card.text for card in part.form.cards]
            page = exercise.pages[len(exercise.grades)]
            given = {part.id: part.form.read(wrong[part.id]) for part in question.parts}
            for reading in page.readings:
                assert reading.judged(game, given[reading.id]).right is (wrong[reading.id] == key[reading.id])
            assert exercise.answer(json.loads(json.dumps(key))).right


def test_cards_that_make_the_same_hand_play_as_well() -> None:
    game = pot_game("mini-tex-pvp")
    hole, board = parse_cards("Ah 9c"), parse_cards("As Ks Kd")
    for cards in ("Ah As Ks", "Kd As Ah"):
        assert plays_as_well(game, hole, board, parse_cards(cards))
    for cards in ("Ah Ks Kd", "As Ks Kd", "Ah As"):  # a lower pair, none of the player's own, too few
        assert not plays_as_well(game, hole, board, parse_cards(cards))


@pytest.mark.parametrize(
    ("kind", "item"), [("read", "case one-left"), ("read", "case nobody-can-bet"), ("next", "case pocket-poker/2")]
)
def test_what_a_kind_never_asks_is_refused(kind: str, item: str) -> None:
    with pytest.raises(UnmetWish, match="choose another kind"):
        make(pot_game("mini-tex-pvp", **SIDE), kind, "1", item)


@every_pot_game
def test_an_exam_has_every_step_and_case(kind: Any) -> None:
    game = rules(kind, 1)
    exam = Exam(game, "monday")
    assert exam.uncovered == ()
    assert {key.kind for key in exam.keys} == set(dealer_kinds(game))
    assert len(exam.keys) <= len(all_items(game))
    sitting, acts = Sitting(exam, exam.keys), 0
    while (exercise := sitting.exercise) is not None:
        given = exercise.key_answer()
        if "act" in given:
            acts += 1
            given = {"act": {"do": "post"}} if acts % 2 and given["act"]["do"] != "post" else given
        sitting.answer(given)
    assert not ScoreSheet.of(sitting, name="Kim", date="").passed  # with every second act wrong
