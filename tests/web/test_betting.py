"""What the page puts down and offers is what the server told: chips on spots, and buttons for decisions."""

from __future__ import annotations

from typing import Any

from tests.server import every_way

import houseway
from houseway.rules.game import Game
from houseway.rules.limits import Limit, Limits
from houseway.server.tables import banked_view
from houseway.table.round import Round

from .node import run

PLACING = """
answer = asked.map(({ limits, moves }) => {
  let stakes = {};
  return moves.map(([what, wager, chip]) => {
    const move = { add: page.withChip, remove: page.withoutChip }[what];
    stakes = move ? move(stakes, limits, wager, chip) : page.again(wager, limits);
    return stakes;
  });
});
"""
OFFERS = """
answer = asked.map(({ offers, chosen, coach }) => page.actions(offers, chosen, coach));
"""
Json = dict[str, Any]


def limits_of(game: Game[Any], own: Limits) -> Json:
    """As the table's summary has them."""
    return {name: banked_view.limit(game.wager[name], item) for name, item in game.wagers.opening_limits(own).items()}


def placed(game: Game[Any], own: Limits, moves: list[Any]) -> list[dict[str, int]]:
    """The stakes after every move; the house takes them all."""
    [found] = run(PLACING, "table/placing.ts", [{"limits": limits_of(game, own), "moves": moves}])
    for stakes in found:
        if stakes:
            assert game.wagers.opening_stakes(stakes, own) == stakes
    return list(found)


def test_what_goes_together_is_put_down_and_taken_off_together() -> None:
    game = every_way.EveryWay.make()
    moves = [
        ["add", "ante", 500],  # what goes with it is put down too
        ["add", "blind", 500],  # which is the same as one on the ante
        ["add", "let", 500],  # this one may be larger
        ["add", "let", 5000],  # up to twice the ante
        ["remove", "let", 500],
        ["remove", "ante", 500],
        ["remove", "let", 500],  # at its least, the ante goes down too
    ]
    assert placed(game, Limits(), moves) == [
        {"ante": 500, "blind": 500, "let": 500},
        {"ante": 1000, "blind": 1000, "let": 1000},
        {"ante": 1000, "blind": 1000, "let": 1500},
        {"ante": 1000, "blind": 1000, "let": 2000},
        {"ante": 1000, "blind": 1000, "let": 1500},
        {"ante": 500, "blind": 500, "let": 1000},
        {"ante": 500, "blind": 500, "let": 500},
    ]
    [_, gone] = placed(game, Limits(), [["add", "let", 500], ["remove", "blind", 500]])
    assert gone == {}


def test_a_bet_from_before_is_completed_and_loses_what_is_not_offered_any_more() -> None:
    game = every_way.EveryWay.make()
    assert placed(game, Limits(), [["again", {"ante": 700, "gone": 500}, 0]]) == [
        {"ante": 700, "blind": 700, "let": 700}
    ]


def test_chips_keep_to_the_limits() -> None:
    game = houseway.game("high-card-flush")
    own = Limits({"ante": Limit(1500, 4000, 500)})
    moves = [["add", "ante", 500], ["add", "ante", 2500], ["add", "ante", 100], ["remove", "ante", 2500]]
    moves += [["remove", "ante", 500], ["add", "progressive", 500], ["add", "progressive", 500]]
    fixed = game.wager["progressive"].fixed
    assert run(PLACING, "table/placing.ts", [{"limits": limits_of(game, own), "moves": moves}]) == [
        [{"ante": 1500}, {"ante": 4000}, {"ante": 4000}, {"ante": 1500}, {}, {"progressive": fixed}, {}]
    ]


def offers(game: Game[Any], *choices: str) -> list[Any]:
    round_ = Round(game, seats=1, seed="offers")
    round_.wager(1, {"ante": 1000})
    round_.deal()
    for choice in choices:
        round_.act(1, {"choice": choice})
    legal = banked_view.legal(round_, 1)
    assert legal is not None
    return list(legal["offers"])


def test_both_ends_of_a_raise_are_buttons_in_the_words_of_the_rules() -> None:
    legal = offers(every_way.EveryWay.make(), "ride")
    told = next(offer["most"] for offer in legal if offer["most"])
    coach = [{**told, "expected_value": "1/3", "value": 0.333, "best": True}]
    asked = {"offers": legal, "chosen": [], "coach": coach}
    [found] = run(OFFERS, "table/offers.ts", [asked])
    rows = [(action["key"], action["label"], action["price"], action["folds"]) for action in found["list"]]
    assert rows == [
        ("f", "Fold", 0, True),
        ("1", "Raise 1x", 1000, False),
        ("3", "Raise 3x", 3000, False),
        ("s", "Surrender", 0, False),
    ]
    assert [action["best"] for action in found["list"]] == [False, False, True, False]
    assert [(item["least"], item["most"], item["offer"]["unit"]) for item in found["ranges"]] == [(1000, 3000, 1000)]


def test_what_comes_back_is_on_the_button() -> None:
    [found] = run(OFFERS, "table/offers.ts", [{"offers": offers(every_way.EveryWay.make()), "chosen": [], "coach": []}])
    assert [(action["label"], action["returns"]) for action in found["list"]] == [("Pull", 1000), ("Ride", 0)]


def test_cards_to_throw_choose_among_the_offers_of_every_size() -> None:
    legal = offers(houseway.game("three-card-draw-poker"))
    thrown = next(offer for offer in legal if len(offer["decision"].get("discard", ())) == 1)
    [found] = run(OFFERS, "table/offers.ts", [{"offers": legal, "chosen": thrown["decision"]["discard"], "coach": []}])
    labels = [action["label"] for action in found["list"]]
    assert labels == ["Fold", thrown["label"], thrown["most"]["label"]]
