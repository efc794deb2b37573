"""Read the hand: keys agree with the round, and where several answers are right, just those are taken."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest
from tests.sizes import sized
from tests.train.dealer_games import BOARD, GAMES, cards_in, cards_seen, class_of, every_game, resumed, sampled

from houseway.cards import Card, parse_cards, texts
from houseway.rankings import three_card_rank
from houseway.rules.game import Game, HouseCards
from houseway.rules.procedure import Arrange
from houseway.table import events as ev
from houseway.train.equal_hands import Deal, may_lie, plays
from houseway.train.exercise import Question
from houseway.train.forms import AnswerError, LaidRow, OneOf, SomeCards
from houseway.train.items import all_steps
from houseway.train.read_hand import ReadHand
from houseway.train.rounds import rounds

MANY = sized(quick=30, test=40, thorough=2500)
Cards = tuple[Card, ...]


def asked(exercise: ReadHand) -> Iterator[tuple[Question, dict[str, Any]]]:
    """Every question with its key; whoever asks for the next one has answered."""
    while (question := exercise.question) is not None:
        yield question, exercise.key_answer()


@every_game
def test_keys_agree_with_the_round(name: str) -> None:
    ids: Counter[str] = Counter()
    for number, game in sampled(name, MANY):
        exercise = ReadHand(game, f"read {number}")
        for _, key in asked(exercise):
            ids.update(key.keys())
            _agrees(exercise, game, key)
            grade = exercise.answer(json.loads(json.dumps(key)))
            assert grade.right, grade
            assert all(part.step is not None and part.why for part in grade.parts)
    assert ids["player-hand"] > MANY // 3  # where the cards in sight make only one hand, its name is not asked
    assert ids["wins"] > MANY // 2


def _agrees(exercise: ReadHand, game: Game[Any], key: dict[str, Any]) -> None:
    """What the round's own events say of a key."""
    events, house, seat = exercise.round.events, exercise.round.house, exercise.seat
    settled = {event.wager: event for event in events if isinstance(event, ev.Settled) and event.seat == seat}
    arranged = [event for event in events if isinstance(event, ev.Arranged)]
    if "wins" in key:
        event = settled[game.wagers.main]
        assert (
            key["wins"]
            == ("push", "player", "house")[(event.returned > event.amount) - (event.returned < event.amount)]
        )
    if "qualifies" in key:
        assert (key["qualifies"] == "yes") is (arranged[-1].qualifies if arranged else game.dealer_qualifies(house))
    if "dealer-cards" in key:
        assert Counter(key["dealer-cards"]) == Counter(texts(arranged[-1].hand))
    if "dealer-discards" in key:
        assert Counter(key["dealer-discards"]) + Counter(texts(arranged[-1].hand)) == Counter(texts(house.dealer))
    positions = [key[id] for id in key if id.startswith("position-")]
    if positions:
        placed = [{name for name, card in (event.positions or {}).items() if card is not None} for event in arranged]
        assert set(positions) == next(names for names in placed if names)
    if "lay" in key:
        assert Counter(key["lay"]["cards"]) == Counter(texts(house.dealer + house.community))


@every_game
def test_other_answers_are_wrong(name: str) -> None:
    for number, game in sampled(name, MANY // 3):
        for page in range(2):
            exercise = ReadHand(game, f"read {number}")
            for _ in range(page):
                if exercise.question is not None:
                    exercise.answer(exercise.key_answer())
            question = exercise.question
            if question is None:
                continue
            key = exercise.key_answer()
            given = {**key}
            for part in question.parts:
                if isinstance(part.form, OneOf):
                    given[part.id] = next(item.id for item in part.form.choices if item.id != key[part.id])
                elif isinstance(part.form, SomeCards):
                    short, all_of = key[part.id][:-1], texts(part.form.cards)
                    given[part.id] = short or all_of
                elif isinstance(part.form, LaidRow):
                    turned = Counter(texts(part.form.cards)) - Counter(key[part.id]["turned"])
                    given[part.id] = {**key[part.id], "turned": list(turned.elements())}
            assert not any(part.right for part in exercise.answer(given).parts)


@every_game
def test_the_question_says_nothing_of_the_answer(name: str) -> None:
    for number, game in sampled(name, MANY // 3):
        exercise = ReadHand(game, f"read {number}")
        for question, key in asked(exercise):
            data = question.to_json()
            view = data["view"]
            assert cards_in(view) | cards_in(data["told"]) <= cards_seen(exercise.round.events)
            assert not view["dealer"]["hand"]
            assert view["dealer"]["qualifies"] is view["dealer"]["positions"] is view["dealer"]["lay"] is None
            assert not view["dealer"]["words"]
            assert not any(seat["words"] or seat["settled"] for seat in view["seats"])
            assert view["server_seed"] is None
            for part in question.parts:
                if isinstance(part.form, OneOf):
                    assert len({item.label for item in part.form.choices}) == len(part.form.choices) > 1
            exercise.answer(key)


@every_game
def test_every_way_to_set_the_house_can_be_asked_for(name: str) -> None:
    game = class_of(name).make()
    for item, step in all_steps(game).items():
        if isinstance(step, Arrange):
            assert item in ReadHand(game, "set", item).covers


# --- several right answers ---


def _dealt(name: str, count: int) -> Iterator[tuple[Game[Any], Deal, Deal]]:
    """A game with a player's deal and the house's, round by round."""
    for number, game in sampled(name, count):
        round_ = next(rounds(game, f"equal {number}", most_seats=3))
        for spot in round_.spots:
            if not spot.folded:
                yield game, Deal(spot, round_.house), Deal(None, round_.house)


def test_mini_tex_takes_every_best_three_with_a_hole_card() -> None:
    several = 0
    for game, player, house in _dealt("mini-tex", sized(quick=16, test=25, thorough=1500)):
        assert player.spot is not None
        for deal, hole in ((player, player.spot.dealt), (house, house.house.dealer)):
            board = deal.house.community
            threes = [three for three in combinations(hole + board, 3) if set(three) & set(hole)]
            best = max(three_card_rank(*three) for three in threes)
            right = {frozenset(three) for three in threes if three_card_rank(*three) == best}
            several += len(right) > 1
            for three in combinations(hole + board, 3):
                assert plays(game, deal, three) is (frozenset(three) in right), (hole, board, three)
            assert not plays(game, deal, hole)
    assert several


def test_draw_poker_takes_every_best_three_of_four() -> None:
    for game, _, house in _dealt("three-card-draw-poker", sized(quick=10, test=80, thorough=1500)):
        threes = list(combinations(house.house.dealer, 3))
        best = max(three_card_rank(*three) for three in threes)
        for three in threes:
            assert plays(game, house, three) is (three_card_rank(*three) == best)


def test_high_card_draw_takes_any_card_of_three_of_a_kind() -> None:
    game = class_of("high-card-draw").make()
    for dealer, right in (
        ("Ks Kd Kh 9c 4s", ("Ks 9c 4s", "Kd 9c 4s", "Kh 9c 4s")),
        ("Ks Kd 9h 9c 4s", ("4s",)),
        ("Ks Qd 9h 7c 4s", ("Ks Qd 9h",)),
    ):
        house = HouseCards(parse_cards(dealer))
        wanted = {frozenset(parse_cards(cards)) for cards in right}
        for size in range(1, 6):
            for cards in combinations(house.dealer, size):
                assert plays(game, Deal(None, house), cards) is (frozenset(cards) in wanted), cards


def test_high_card_flush_takes_either_of_two_equal_suits() -> None:
    game = class_of("high-card-flush").make()
    house = HouseCards(parse_cards("Kc 9c 4c Kd 9d 4d 2s"))
    for cards, right in (("Kc 9c 4c", True), ("Kd 9d 4d", True), ("Kc 9c 4d", False), ("Kc 9c", False)):
        assert plays(game, Deal(None, house), parse_cards(cards)) is right


def _rows(hole: Cards, board: Cards) -> Iterator[tuple[Cards, frozenset[Card]]]:
    """How Mini-Tex 11A and 11B lay the house's cards: hole cards, those that play last, then the board, those that
    play first; a hole card that does not play lies at the left end, turned. Both hole cards play where they can."""
    threes = [three for three in combinations(hole + board, 3) if set(three) & set(hole)]
    best = max(three_card_rank(*three) for three in threes)
    right = [set(three) for three in threes if three_card_rank(*three) == best]
    both = [three for three in right if set(hole) <= three]
    for three in both or right:
        unused = [card for card in hole if card not in three]
        playing, rest = [c for c in board if c in three], [c for c in board if c not in three]
        for first in permutations([card for card in hole if card in three]):
            for shared in permutations(playing):
                for last in permutations(rest):
                    yield (*unused, *first, *shared, *last), frozenset(unused)


def test_mini_tex_takes_every_row_that_the_manual_allows_and_no_other() -> None:
    game = class_of("mini-tex").make()
    deals = [
        ("9s 4c", "Kh Kd 9d"), ("Kd 9s", "Kc 9d 4h"), ("As Ks", "Qs 4d 2c"), ("As 4d", "Ad Kc 9h"), ("5c 5d", "5h 5s Kd"),
        ("Jc 3d", "Qh Td 2s"),
    ]  # fmt: skip
    for hole, board in deals[: sized(quick=1, test=1, thorough=6)]:
        house = HouseCards(parse_cards(hole), parse_cards(board))
        right = set(_rows(house.dealer, house.community))
        right |= {(row[::-1], turned) for row, turned in right}  # the manual names no end of the row
        for row in permutations(house.dealer + house.community):
            for size in range(3):
                for turned in combinations(house.dealer, size):
                    assert may_lie(game, house, row, turned) is ((row, frozenset(turned)) in right), (row, turned)


# --- bad input ---


@pytest.mark.parametrize(
    ("part", "given"),
    [
        ("player-hand", "five of a kind"), ("player-hand", 7), ("player-cards", "Ah"), ("player-cards", ["Zz"]),
        ("player-cards", [3]), ("player-cards", []), ("lay", []), ("lay", {"cards": [], "turned": []}), ("lay", None),
        ("qualifies", True), ("wins", ""), ("nobody", "yes"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_refused_and_the_question_stays(part: str, given: Any) -> None:
    exercise = ReadHand(class_of("mini-tex").make(), "3")
    question, key = exercise.question, exercise.key_answer()
    assert question is not None
    with pytest.raises(AnswerError) as refused:
        exercise.answer({**key, part: given})
    assert str(refused.value).endswith(".")
    assert exercise.question is not None
    assert exercise.question.to_json() == question.to_json()
    assert not exercise.grades
    absent = next(card for card in class_of("mini-tex").make().deck if card.text not in json.dumps(question.to_json()))
    with pytest.raises(AnswerError, match="is not among the cards"):
        exercise.answer({**key, "player-cards": [absent.text]})
    assert exercise.answer(key).right


@every_game
def test_the_same_key_makes_the_same_exercise(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, game in sampled(name, 4):
        exercise, answers = ReadHand(game, f"read {number}"), list[object]()
        for question, key in asked(exercise):
            again = resumed(exercise, answers, monkeypatch)
            assert again.question is not None
            assert json.dumps(again.question.to_json()) == json.dumps(question.to_json())
            exercise.answer(key)
            answers.append(key)
        assert resumed(exercise, answers, monkeypatch).over


RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
RANK_WORD = re.compile(rf"\b(pair of |three )?({'|'.join(RANKS)})(?:e?s)?\b(?!-card)", re.IGNORECASE)


@pytest.mark.parametrize("name", [name for name in GAMES if name != BOARD])  # whose hands are named without ranks
def test_every_hand_to_choose_from_can_be_made_of_cards_on_the_felt(name: str) -> None:
    """Nobody finds the right name by a rank that lies nowhere: a named rank is in sight, and as often."""
    named = 0
    for number, game in sampled(name, 10):
        exercise = ReadHand(game, f"felt {number}")
        for question, key in asked(exercise):
            seen = Counter(RANKS[card.rank - 2] for card in visible(question.view) if card.suit is not None)
            for part in question.parts:
                if isinstance(part.form, OneOf) and part.id.endswith("-hand"):
                    for choice in part.form.choices:
                        for several, rank in RANK_WORD.findall(choice.label):
                            named += 1
                            count = {"": 1, "pair of ": 2, "three ": 3}[several.lower()]
                            assert seen[rank.lower()] >= count, (choice.label, seen)
            exercise.answer(key)
    assert named


def visible(view: Any) -> list[Card]:
    """Every card that lies face up."""
    rows = [view["dealer"]["cards"], view["community"]]
    rows += [seat[area] for seat in view["seats"] for area in ("dealt", "drawn", "aside")]
    return [Card.parse(text) for row in rows for text in row if text is not None]
