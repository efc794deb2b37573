"""The pots: keys agree with hands that are played again, and with pots counted chip by chip."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.sizes import sized
from tests.train.dealer_games import cards_in

from houseway.catalog import any_game_class, game_ids, pot_game
from houseway.contract.pots import open_cards, pot_games
from houseway.rules.pot_game import PotGame
from houseway.table import events as ev
from houseway.table.pot_round import PotRound
from houseway.train.exercise import Question
from houseway.train.forms import AnswerError, Money, OneOf, Payout
from houseway.train.pot_hands import played_hands
from houseway.train.pots import Pots
from houseway.train.registry import key_of, resume

MANY = sized(quick=25, test=60, thorough=3000)
POT_GAMES = [name for name in game_ids() if issubclass(any_game_class(name), PotGame)]
every_pot_game = pytest.mark.parametrize("name", POT_GAMES)


def exercises(name: str, count: int) -> Iterator[Pots]:
    """Exercises of every edition and of options at random."""
    kind: Any = any_game_class(name)
    games = list(pot_games(kind))
    for number in range(count):
        yield Pots(games[number % len(games)], f"pots {number}")


def asked(exercise: Pots) -> Iterator[tuple[Question, dict[str, Any]]]:
    while (question := exercise.question) is not None:
        yield question, exercise.key_answer()


def replayed(exercise: Pots, question: Question) -> PotRound | None:
    """The hand played again up to where the question freezes it, if somebody is to act there."""
    lines = [line for line in question.told if line.startswith("Seat") and " on " not in line]  # no side wagers
    acted = sum(line.split()[2] in ACTIONS for line in lines)
    for number, hand in enumerate(exercise.played.hand.from_the_start()):
        if number == acted:
            return hand
    return None


ACTIONS = ("folds", "checks", "calls", "bets", "raises")


@every_pot_game
def test_keys_agree_with_the_hand(name: str) -> None:
    ids: Counter[str] = Counter()
    for exercise in exercises(name, MANY):
        for question, key in asked(exercise):
            ids.update(part.split("-")[0] for part in key)
            _agrees(exercise, question, key)
            grade = exercise.answer(json.loads(json.dumps(key)))
            assert grade.right, grade
            assert all(part.step is not None and part.why for part in grade.parts)
    wanted = {
        "turn",
        "call",
        "least",
        "most",
        "count",
        "shows",
        "pot",
        "seat",
        "button",
        "small",
        "big",
        "posts",
    }
    assert wanted <= ids.keys()


def _agrees(exercise: Pots, question: Question, key: dict[str, Any]) -> None:
    hand = exercise.played.hand
    assert question.view is not None
    if "call" in key:
        _bounds_agree(exercise, question, key)
    if "pot-1" in key:
        _pots_agree(question, key)
    if question.prompt.startswith("The pots are paid"):
        live = {player["seat"]: player["stack"] for player in question.view["players"]}
        won = {seat: key.get(f"seat-{seat}", 0) for seat in live}
        sides = {seat: back for seat, (_, back) in hand.side_results.items()}
        assert {seat: live[seat] + won[seat] + sides.get(seat, 0) for seat in live} == hand.stacks
        assert sum(won.values()) + key.get("rake", 0) == question.view["pot"]
    if "button" in key and exercise.played.next is not None:
        after = exercise.played.next.hand
        assert key["button"] == str(after.button)
        posted = {
            (event.do, str(event.seat))
            for event in after.events
            if isinstance(event, ev.Posted) and not event.dead and event.seat not in after.owed
        }  # whoever has put in all their chips as an ante posts nothing more
        assert posted <= {("post-small-blind", key["small"]), ("post-big-blind", key["big"])}
        for seat in exercise.played.next.owing:
            owed = [event.amount for event in after.events if isinstance(event, ev.Posted) and event.seat == seat]
            full = after.start.get(seat, 0) > sum(owed)
            in_turn = str(seat) in (key["small"], key["big"])
            ante = after.game.options.ante if seat in after.start else 0
            assert in_turn or not full or sum(owed) == key[f"posts-{seat}"] + ante


def _bounds_agree(exercise: Pots, question: Question, key: dict[str, Any]) -> None:
    """Played again to the same point, the hand takes these amounts and no smaller or larger ones."""
    hand = replayed(exercise, question)
    assert hand is not None
    assert question.view is not None
    seat = hand.turn
    assert seat is not None
    assert question.view["turn"] == seat
    assert hand.can_act(seat, "call") is bool(key["call"])
    assert hand.can_act(seat, "check") is not bool(key["call"])
    if key["call"]:
        assert hand.price(seat, "call") == key["call"]
    ways = [do for do in ("bet", "raise") if key["most"] and hand.can_act(seat, do, key["most"])]
    assert len(ways) == bool(key["most"])
    for do in ways:
        assert hand.can_act(seat, do, key["least"])
        assert not hand.can_act(seat, do, key["least"] - 1)
        assert not hand.can_act(seat, do, key["most"] + 1)


def _pots_agree(question: Question, key: dict[str, Any]) -> None:
    """The pots counted chip by chip: every chip of a player is won by somebody who has put in as many."""
    assert question.view is not None
    players = question.view["players"]
    amounts = [key[f"pot-{number}"] for number in range(1, sum(id.startswith("pot-") for id in key) + 1)]
    assert sum(amounts) == question.view["pot"]
    live = {player["seat"]: player["paid"] for player in players if not player["folded"]}
    for seat, paid in live.items():
        mine = sum(amounts[: int(key[f"seat-{seat}"])])
        dead = question.view["pot"] - sum(player["paid"] for player in players)
        reach = max(player["paid"] for player in players) if paid == max(live.values()) else paid
        assert mine == dead + sum(min(player["paid"], reach) for player in players)


@every_pot_game
def test_whose_turn_and_whether_the_betting_is_closed(name: str) -> None:
    turns: Counter[bool] = Counter()
    for exercise in exercises(name, MANY):
        for question, key in asked(exercise):
            if "turn" in key:
                assert question.view is not None
                assert question.view["turn"] is None
                closed = key["turn"] == "closed"
                turns[closed] += 1
                hand = replayed(exercise, question)
                assert hand is not None
                shown = len(question.view["community"])
                there = sum(len(e.cards) for e in hand.events if isinstance(e, ev.Dealt) and e.to == "community")
                if closed:  # the hand goes on by itself: to the next street, or to its end
                    assert hand.over or there > shown
                else:
                    assert str(hand.turn) == key["turn"]
                    assert there == shown
            exercise.answer(key)
    assert turns[True]
    assert turns[False]


@every_pot_game
def test_other_answers_are_wrong(name: str) -> None:
    for exercise in exercises(name, MANY // 3):
        for question, key in asked(exercise):
            given = dict(key)
            for part in question.parts:
                if isinstance(part.form, Money):
                    given[part.id] = key[part.id] + 1
                elif isinstance(part.form, OneOf):
                    others = [item.id for item in part.form.choices if item.id != key[part.id]]
                    given[part.id] = others[0]
                elif isinstance(part.form, Payout):
                    given[part.id] = {"do": "pay", "cents": 1}
            grade = exercise.answer(given)
            assert not any(part.right for part in grade.parts)


@every_pot_game
def test_the_question_says_nothing_of_the_answer(name: str) -> None:
    for exercise in exercises(name, MANY // 3):
        hand = exercise.played.hand
        community, shown = open_cards(hand)
        for question, key in asked(exercise):
            data = question.to_json()
            assert cards_in(data) <= {*community, *(card for cards in shown.values() for card in cards)}
            assert hand.server_seed.hex() not in json.dumps(data)
            if "turn" in key:
                assert data["view"]["turn"] is None
            if "count" in key or "pot-1" in key:
                assert data["view"]["pots"] == []
            assert data["view"]["legal"] is None
            assert not any(player["words"] for player in data["view"]["players"])
            exercise.answer(key)


def test_side_pots_odd_chips_and_missed_blinds_all_come_up() -> None:
    """Enough of what is rare at a table: else nobody could learn it here."""
    game = pot_game(POT_GAMES[0], "no-limit", rake_percent=5, rake_cap=300)
    pots = odd = missed = 0
    for number in range(sized(quick=150, test=200, thorough=1000)):
        played = next(played_hands(game, f"rare {number}"))
        paid = [event for event in played.hand.events if isinstance(event, ev.PotPaid)]
        pots += len(paid) > 1
        odd += any(len(set(pot.paid.values())) > 1 for pot in paid)
        missed += played.next is not None and any(map(sum, played.next.hand.owed.values()))
    assert min(pots, missed) > 5
    assert odd


@pytest.mark.parametrize("given", [None, 3, [], {}, {"turn": "nobody at all"}, {"turn": None}, {"seat": "1"}])
def test_what_is_no_answer_is_refused_and_the_question_stays(given: Any) -> None:
    exercise = Pots(pot_game(POT_GAMES[0]), "1", "step 2")
    for question, key in asked(exercise):
        with pytest.raises(AnswerError) as refused:
            exercise.answer({"call": "a few chips", "least": -1, "most": 2.5} if "call" in key else given)
        assert str(refused.value).endswith((".", "?"))
        assert exercise.question is not None
        assert exercise.question.to_json() == question.to_json()
        exercise.answer(key)
    assert all(grade.right for grade in exercise.grades)


@every_pot_game
def test_the_same_key_makes_the_same_exercise(name: str) -> None:
    for exercise in exercises(name, 5):
        answers: list[object] = []
        for question, key in asked(exercise):
            again = resume(key_of(exercise), json.loads(json.dumps(answers)))
            assert again.question is not None
            assert json.dumps(again.question.to_json()) == json.dumps(question.to_json())
            exercise.answer(key)
            answers.append(key)
        assert resume(key_of(exercise), answers).over


def test_a_hand_without_a_pot_makes_an_exercise() -> None:
    """Everybody folds to a big blind that stands alone, for the small blind's seat is empty: it is returned."""
    assert Pots(pot_game("mini-tex-pvp", button="dead"), "button 873").pages


def left_of(seats: list[int], seat: int) -> int:
    return min(seats, key=lambda other: ((other - seat - 1) % 100, other))


def right_of(seats: list[int], seat: int) -> int:
    return min(seats, key=lambda other: ((seat - other - 1) % 100, other))


def moved(lines: tuple[str, ...], *, dead: bool) -> tuple[int, int, int]:
    """Button, small blind and big blind of the next hand, by the printed rule and what the question tells."""
    line = next(line for line in lines if line.startswith("The button was"))
    old_button, old_small, old_big = map(int, re.findall(r"\d+", line))
    sitters = [(int(line.split()[1][:-1]), line) for line in lines if re.match(r"Seat \d+: ", line)]
    players = [seat for seat, words in sitters if "no chips" not in words and "sits out" not in words]
    coming = [seat for seat, words in sitters if "is new" in words or "has missed" in words]
    inside = [seat for seat in players if seat not in coming]
    few, inside = len(inside) < 3, inside if len(inside) > 1 else players
    big = left_of(players, old_big)
    if few:
        small = right_of([seat for seat in inside if seat != big], big)
        return (small if len(inside) == 2 and big in inside else right_of(inside, small)), small, big
    if dead:
        button = right_of(inside, old_big) if old_small in (old_button, big) else old_small
        return button, old_big, big
    button = left_of(inside, old_button)
    while 0 < (left_of(inside, button) - old_button) % 100 < (old_big - old_button) % 100:
        button = left_of(inside, button)
    small = left_of(inside, button)
    return button, small, left_of(players, small)


@pytest.mark.parametrize("button", ["moving", "dead"])
@every_pot_game
def test_the_button_moves_by_the_printed_rule(name: str, button: str) -> None:
    """The rules print it, the last step orders it without a condition, and the answer quotes it."""
    game = pot_game(name, button=button)
    assert "move" in game.procedure[-1].text
    assert not game.procedure[-1].condition
    printed = " ".join(game.rules_of_play())
    reasons = set()
    for number in range(60):
        exercise = Pots(game, f"button {number}")
        for _, key in asked(exercise):
            grade, after = exercise.answer(key), exercise.played.next
            if "button" in key and after is not None:
                place, small, big = moved(after.told, dead=button == "dead")
                posts = str(small) if small in after.hand.start else "nobody"
                assert (key["button"], key["small"], key["big"]) == (str(place), posts, str(big))
                reasons.add(grade.parts[0].why)
    assert all(rule in printed and rule in why for rule in game.button_rules() for why in reasons)
    assert reasons
