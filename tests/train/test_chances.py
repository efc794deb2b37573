"""Chances among players: every key is worked out again from the cards."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from tests.sizes import sized

from houseway import train
from houseway.catalog import pot_game
from houseway.errors import HousewayError
from houseway.train.player.chances import ITEMS, Chances

GAME = pot_game("mini-tex-pvp")


def chances(count: int) -> list[Chances]:
    return [Chances(GAME, f"chances {number}") for number in range(count)]


def test_every_question_has_one_right_answer() -> None:
    for exercise in chances(sized(quick=10, test=20, thorough=60)):
        assert exercise.covers == tuple(f"chance {item}" for item in ITEMS)
        for item in ITEMS:
            question = exercise.question
            assert question is not None
            assert [part.id for part in question.parts] == [item]
            choices = [choice["id"] for choice in question.parts[0].to_json()["choices"]]
            assert len(set(choices)) == len(choices) >= 2
            right = exercise.key_answer()
            assert right[item] in choices
            wrong = next(choice for choice in choices if choice != right[item])
            assert not Chances(GAME, exercise.seed, f"chance {item}").answer({item: wrong}).right
            given = exercise.answer(right)
            assert given.right
            assert given.why.endswith(".")
        assert exercise.over


def test_the_chance_to_win_over_all_hands_and_cards_to_come() -> None:
    river = [exercise for exercise in chances(40) if len(exercise._point.view.shown_community()) == 3][:4]
    flop = [exercise for exercise in chances(20) if len(exercise._point.view.shown_community()) == 2][:1]
    assert len(river) == 4
    for exercise in (*river, *flop):
        hole, community = exercise._point.hole, exercise._point.view.shown_community()
        left = [card for card in GAME.deck if card not in (*hole, *community)]
        shares = [Fraction()]
        boards = [community] if len(community) == 3 else [(*community, card) for card in left]
        for board in boards:
            mine = GAME.rank(hole, board)
            for other in combinations([card for card in left if card not in board], 2):
                theirs = GAME.rank(other, board)
                shares.append(Fraction((mine > theirs) * 2 + (mine == theirs), 2))
        assert exercise._share == sum(shares) / (len(shares) - 1)


def test_the_price_of_a_call() -> None:
    for exercise in chances(40):
        point = exercise._point
        players = point.hand.view().players
        paid = {seat: player.paid for seat, player in players.items()}
        assert point.pot == sum(paid.values()) + point.call  # nobody is all in here
        assert point.needs == Fraction(point.call, point.pot)
        assert sum(not player.folded for player in players.values()) == 2


def test_nothing_of_the_answers_is_shown() -> None:
    for exercise in chances(20):
        question = exercise.question
        assert question is not None
        assert question.view is not None
        others = [player for player in question.view["players"] if player["seat"] != question.view["you"]]
        assert all(card is None for player in others for card in player["cards"])
        assert all(not player["words"] for player in question.view["players"])


def test_the_same_seed_asks_the_same() -> None:
    one, two = (Chances(GAME, "again") for _ in range(2))
    assert one.question == two.question
    assert train.resume(train.key_of(one)).question == one.question


def test_an_unknown_chance_is_refused() -> None:
    with pytest.raises(HousewayError, match="cannot be about 'chance luck'"):
        train.make(GAME, "chances", "1", "chance luck")
