"""`lab card`: what a card is said to cost is what `odds --strategy` counts, and a search finds what there is to find."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.calling import houseway as called
from tests.lab.games import duel, ride
from tests.wider.games import GAMES as WIDER

import houseway
from houseway.cards import DECK, Card, parse_cards
from houseway.document.blocks import Commands, Facts, Items, LineChart, Paragraph
from houseway.errors import OptionError
from houseway.games.high_card_flush.rules import HighCardFlush
from houseway.games.mini_tex.rules import MiniTex
from houseway.lab import strategy_cards
from houseway.lab.searching_cards.conditions import ANY, EQUAL, LEAST, MOST, OR, Found, best_condition
from houseway.lab.searching_cards.danger import Dangers
from houseway.lab.searching_cards.decisions import KEPT, Play
from houseway.lab.searching_cards.decisions import LEAST as SMALLEST
from houseway.lab.searching_cards.decisions import MOST as LARGEST
from houseway.lab.searching_cards.files import card_json, read_card, write_card
from houseway.lab.searching_cards.fitting import Fitting, Line, played
from houseway.lab.searching_cards.player import CardPlayer
from houseway.lab.searching_cards.rules import (
    AT_LEAST,
    AT_MOST,
    BOTH,
    NAME,
    ONE_OF,
    Condition,
    Example,
    PointRules,
    Rule,
    StrategyCard,
)
from houseway.lab.searching_cards.search import CardSearch
from houseway.lab.searching_cards.sight import View, without_negative_points
from houseway.lab.searching_cards.situations import TreeSituations, hand_names, names_of_mixed_suits
from houseway.lab.searching_cards.suits import SuitSituations
from houseway.odds import odds_of, solve
from houseway.odds.by_situation import BySituation, known_of
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.game_odds import Known
from houseway.odds.measures import NAMES, measure
from houseway.odds.walk import settle_each
from houseway.rules.game import Decision, Game, HouseCards, Spot, find_offer

SMALL: dict[str, Game[Any]] = {
    "two-card-roo": houseway.game("two-card-roo"),
    "three-card-roo": houseway.game("three-card-roo"),
    "the example game": duel(),
    "two decisions": ride("10/5/1"),
}
WIDE = {game.id: game.make() for game in WIDER if game.id in ("joker-cut", "ante-and-blind", "up-card")}
LARGE = ("high-card-draw", "three-card-draw-poker", "high-card-flush", "mini-tex")
_searched: dict[str, CardSearch] = {}


def searched(name: str) -> CardSearch:
    """Three lines at most; each game is searched once."""
    if name not in _searched:
        _searched[name] = strategy_cards(SMALL[name], 3)
    return _searched[name]


def value(game: Game[Any], player: CardPlayer) -> Fraction:
    return solve(game, player).main.expected_value


# --- costs ---


@pytest.mark.parametrize("name", SMALL)
def test_a_card_costs_what_is_said(name: str) -> None:
    found = searched(name)
    best = solve(found.game).main.expected_value
    assert found.best == best
    for card in found.cards:
        counted = value(found.game, CardPlayer(found.game, card.card))
        assert (card.value, card.cost) == (counted, best - counted)


@pytest.mark.parametrize("name", SMALL)
def test_more_lines_never_cost_more(name: str) -> None:
    cards = searched(name).cards
    assert [card.cost for card in cards] == sorted((card.cost for card in cards), reverse=True)
    assert all(len(card.lines) <= 3 and card.cost >= 0 for card in cards)
    assert [len(card.lines) for card in cards] == sorted(len(card.lines) for card in cards)


@pytest.mark.parametrize("name", SMALL)
def test_a_card_decides_legally_everywhere(name: str) -> None:
    found = searched(name)
    odds, player = odds_of(found.game), found.strategy()
    for at in found.found.card.points:
        for situation in odds.situations(at):
            decision = player(known_of(at, situation.spot))
            assert find_offer(tuple(found.game.offers(at, situation.spot)), decision)


def test_one_border_is_one_line() -> None:
    """The example game is decided by one card: from which one on to raise is all there is to learn."""
    found = strategy_cards(duel(), 1)
    assert found.found.cost == 0
    assert found.found.lines == ("Duel: fold if your highest card is a four or lower; otherwise raise.",)
    assert strategy_cards(houseway.game("two-card-roo"), 2).found.cost == 0


def test_a_named_hand_says_when_only_different_suits_are_meant() -> None:
    """Mini-Tex calls 5♠ 2♦ “five-two” and 5♠ 2♠ “five-two suited”: who folds the first must not fold the second."""
    game = MiniTex.make()
    spots = [Spot(1, {}, cards) for cards in combinations(DECK, 2)]
    names = hand_names(game, spots)
    mixed = names_of_mixed_suits(spots, names)
    for spot, name in zip(spots, names, strict=True):
        one, two = spot.dealt
        assert (name in mixed) == (one.suit != two.suit and one.rank != two.rank)
    condition = Condition(NAME, ONE_OF, names=("five-two", "pair of twos"), mixed=("five-two",))
    assert condition.words() == "your hand is “five-two” of different suits or “pair of twos”"


def test_a_card_that_counts_the_ace_low_says_where_it_is_high() -> None:
    low = Rule((Condition("low-ace-high-1", AT_LEAST, 9),), BOTH, Play("low"))
    high = Rule((Condition("high-1", AT_MOST, 12),), BOTH, Play("high"))
    both = StrategyCard({"place": PointRules((low, high), (Play("middle"),))}).lines
    assert "your highest card (ace low) is a nine or higher" in both[0]
    assert "your highest card (ace high) is a queen or lower" in both[1]
    (alone,) = StrategyCard({"place": PointRules((high,), (Play("middle"),))}).lines
    assert "your highest card is a queen or lower" in alone


def test_the_same_search_finds_the_same_card() -> None:
    assert strategy_cards(ride("10/5/1"), 3).to_json() == searched("two decisions").to_json()


def test_nothing_to_decide() -> None:
    (game,) = (game.make() for game in WIDER if game.id == "two-sides")
    with pytest.raises(OptionError, match="nothing to decide"):
        strategy_cards(game, 2)


@pytest.mark.thorough
@pytest.mark.parametrize("name", [*LARGE, *WIDE])
def test_a_card_of_a_large_game_costs_what_is_said(name: str) -> None:
    game = WIDE[name] if name in WIDE else houseway.game(name)
    found = strategy_cards(game, 4)
    assert value(game, found.strategy()) == found.found.value


@pytest.mark.thorough
def test_mini_tex_cards_are_better_than_those_made_by_hand() -> None:
    found = strategy_cards(houseway.game("mini-tex"), 8)
    costs = {lines: float(card.cost) * 100 for lines, card in enumerate(found.cards, start=1)}
    assert costs[4] < 1.93
    assert costs[6] < 0.98
    assert costs[8] < 0.34


class ShortTex(MiniTex):
    """Three decisions, a board and a dealer who qualifies, with five ranks."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank >= 10)


@pytest.fixture(scope="module")
def short_tex() -> TreeSituations:
    game = ShortTex.make()
    return TreeSituations(game, BySituation(game))


def value_of_rules(source: TreeSituations, rules: dict[str, PointRules]) -> Fraction:
    """Counted hand by hand: each is shown to the card."""
    count = source.odds.count(CardPlayer(source.game, StrategyCard(rules, qualifies=True)))
    return sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total


def test_danger_cards_and_points_mean_the_same_to_search_and_player(short_tex: TreeSituations) -> None:
    worths = short_tex.worths(short_tex.optimal()[0])
    rules, plays = {}, {}
    for at, point in short_tex.points.items():
        view = View(point, suits=True, danger=len(point.danger) > 0)
        if view.danger:
            view = view.with_points((("danger", -2), ("draws", 3), ("high-1", 1), ("board-pair", -1)))
        search = Fitting(view.sight, worths[at])
        found = search.grown(search.grown(search.always()))
        if view.danger:
            few = Found(0.0, len(view.columns) - 1, MOST, view.sight.sizes[-1] // 3, -1, ANY, 0, OR)
            found = found._replace(lines=(Line(few, 1), *found.lines))
        rules[at], plays[at] = view.rules(found), played(view.sight, found)
    assert {"danger", "points"} <= {name for point in rules.values() for name in point.measures}
    assert short_tex.counted(plays, rules)[1] == value_of_rules(short_tex, rules)


def test_points_with_other_signs_are_the_same_card(short_tex: TreeSituations) -> None:
    terms = (("danger", -2), ("high-1", -1))
    fold = Rule((Condition("points", "at most", -30),), "and", Play("fold"))
    always = PointRules((), (Play("bet"),))
    before = PointRules((fold,), (Play("bet"),), terms)
    after = without_negative_points(before)
    assert after.points == (("danger", 2), ("high-1", 1))
    assert [rule.words() for rule in after.rules] == ["fold if you have at least 30 points"]
    one, two = ({"hole": always, "flop": always, "river": point} for point in (before, after))
    assert value_of_rules(short_tex, one) == value_of_rules(short_tex, two)


class ShortFlush(HighCardFlush):
    """Counted suit by suit, with few enough hands to show each to the card."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank >= 10)


def test_a_game_counted_by_suits() -> None:
    game = ShortFlush.make()
    odds = BySuit(game)
    source = SuitSituations(game, odds)
    least, most = Play("raise", size=SMALLEST), Play("raise", size=LARGEST)
    example = Example(parse_cards("Ah Kh Th Ac Kc Qd Td"), words="a flush")
    rules = PointRules(
        (
            Rule((Condition("points", "at least", 24), Condition("suited", "at least", 3)), "and", most),
            Rule((Condition("hand", "at least", example=example), Condition("high-4", "exactly", 13)), "or", least),
        ),
        (Play("fold"),),
        (("court-outside", 3), ("suit-high-1", 1)),
    )
    count = odds.count(CardPlayer(game, StrategyCard({source.at: rules})))
    mean = sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total
    assert source.counted({}, {source.at: rules})[1] == mean


# --- the search, beside a plain one ---


def met(code: int, compare: int, border: int) -> bool:
    return code >= border if compare == LEAST else code <= border if compare == MOST else code == border


def best_by_trying(codes: Any, sizes: list[int], gains: Any) -> float:
    """Every condition, and every two of them."""
    single = [
        np.array([met(code, compare, border) for code in codes[measure]])
        for measure, size in enumerate(sizes)
        for compare, border in product((LEAST, MOST, EQUAL), range(size))
    ]
    both = [one & two for one, two in combinations(single, 2)] + [one | two for one, two in combinations(single, 2)]
    return max(float(gains[holds].sum()) for holds in [*single, *both])


@pytest.mark.parametrize("seed", range(4))
def test_the_best_condition_is_the_best_of_all(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = [2, 3, 4]
    codes = np.array([rng.integers(0, size, 40) for size in sizes], np.uint8)
    gains = rng.integers(-20, 20, 40).astype(np.float64)
    found = best_condition(codes, np.array(sizes, np.int64), np.zeros(3, np.bool_), gains)
    assert found is not None
    holds = np.array([met(code, found.one_compare, found.one_code) for code in codes[found.one]])
    if found.two_compare != ANY:
        other = np.array([met(code, found.two_compare, found.two_code) for code in codes[found.two]])
        holds = holds | other if found.join == OR else holds & other
    assert found.gain == gains[holds].sum() == pytest.approx(best_by_trying(codes, sizes, gains))


# --- what is seen ---


def seen(own: str, board: str = "", dealer: str = "", size: int = 3) -> dict[str, int]:
    out = np.zeros((1, len(NAMES)), np.int16)
    mine, shared, shown = (np.array([parse_cards(cards)], np.int8).reshape(1, -1) for cards in (own, board, dealer))
    measure(mine, shared, shown, size, out)
    return dict(zip(NAMES, out[0].tolist(), strict=True))


@pytest.mark.parametrize(
    ("own", "board", "expected"),
    [
        ("Ah 9h", "", {"high-1": 14, "low-ace-high-1": 9, "suited": 2, "same": 1, "two-highest": 23, "span": 5}),
        ("9c 9d", "", {"same": 2, "pair": 9, "nearest": 0, "suited": 1}),
        ("8c 7d", "6c 2h", {"straights": 2, "made": 1, "flush-draws": 1, "flush-card": 8, "draws": 3, "over-board": 2}),
        ("Kc 2d", "Ks 9d", {"made": 2, "made-pair": 13, "over-pair": 0, "kicker": 2, "above": 1, "board-high": 13}),
        ("Ad 2c", "Ks Qs 3s", {"straights": 1, "board-straights": 2, "board-suits": 1, "board-suited": 3}),
        ("4d 3c", "7s 7h", {"board-pair": 7, "made": 1, "over-pair": 3, "board-low": 7}),
    ],
)
def test_measures(own: str, board: str, expected: dict[str, int]) -> None:
    found = seen(own, board)
    assert {name: found[name] for name in expected} == expected


def test_what_the_dealer_shows() -> None:
    found = seen("Kd 4c", dealer="Td 4s")
    assert [found[f"dealer-{name}"] for name in ("high", "low", "twins")] == [10, 4, 1]
    assert found["over-dealer"] == 1


@pytest.mark.parametrize(("own", "board"), [("9c 4d", "Ks 9h 5h"), ("Ac Qd", "7s 7h 2d"), ("6s 5s", "4s Kd Kc")])
def test_danger_cards(own: str, board: str) -> None:
    """A card is dangerous if every hand of the dealer that has it qualifies and wins."""
    game = houseway.game("mini-tex")
    cards, shared = parse_cards(own), parse_cards(board)
    left = [card for card in DECK if card not in (*cards, *shared)]
    mine, _ = game.player_class(Spot(1, {}, cards), HouseCards((), shared))
    unseen = [card for card in DECK if card not in shared]

    def dangerous(card: Card) -> bool:
        houses = [HouseCards((card, other), shared) for other in unseen if other != card]
        weakest = min(houses, key=lambda house: game.dealer_class(house)[0])
        return bool(game.dealer_qualifies(weakest)) and game.dealer_class(weakest)[0] > mine

    assert Dangers(game).count(cards, shared, mine) == sum(map(dangerous, left))


@pytest.mark.parametrize(
    ("keep", "hand", "held"),
    [
        ("all", "Ac 9d 2h", "Ac 9d 2h"),
        ("none", "Ac 9d 2h", ""),
        ("high-1", "Ac 9d 2h", "Ac"),
        ("low-ace-high-1", "Ac 9d 2h", "9d"),
        ("equal", "9c 9d 2h", "9c 9d"),
        ("suit-2", "Ac 9d 2d", "9d 2d"),
        ("nearest", "Ac 8d 9h", "8d 9h"),
        ("different-2", "Kc Kd 2h", "Kd 2h"),
        ("pair-suit-high", "Ac 9d 2d", "9d 2d"),
        ("pair-suit-high", "Ac 9d 2h", "Ac 9d"),
    ],
)
def test_cards_that_are_kept(keep: str, hand: str, held: str) -> None:
    thrown = KEPT[keep].thrown(parse_cards(hand))
    assert thrown is not None
    kept = [card.rank for card in parse_cards(hand) if card not in thrown]
    assert sorted(kept) == sorted(card.rank for card in parse_cards(held))


def test_plays_choose_among_what_is_legal() -> None:
    bets = [Decision("raise", 1), Decision("raise", 3), Decision("fold")]
    assert Play("raise", size=LARGEST).made(bets, ()) == Decision("raise", 3)
    assert Play("raise", size=SMALLEST).made(bets, ()) == Decision("raise", 1)
    assert Play("check").made(bets, ()) is None


# --- files ---


def test_a_card_in_a_file_is_the_same_strategy(tmp_path: Path) -> None:
    for name in ("three-card-roo", "two decisions"):
        found, file = searched(name), tmp_path / f"{name}.json"
        write_card(found.game, found.found.card, file)
        again = read_card(found.game, file)
        assert again.card == found.found.card
        assert value(found.game, again) == found.found.value


@pytest.mark.parametrize("name", ["three-card-roo", "the example game"])
def test_every_kind_of_line_can_be_kept(name: str, tmp_path: Path) -> None:
    found = searched(name)
    for card in found.cards:
        file = tmp_path / "card.json"
        write_card(found.game, card.card, file)
        assert card_json(found.game, read_card(found.game, file).card) == card_json(found.game, card.card)


def test_other_files_are_refused(tmp_path: Path) -> None:
    found, file = searched("three-card-roo"), tmp_path / "card.json"
    write_card(found.game, found.found.card, file)
    data = json.loads(file.read_text(encoding="utf-8"))
    wrong: list[tuple[str, str]] = [
        ("{", "not JSON"),
        ("[]", "not a strategy card"),
        (json.dumps({**data, "version": 9}), "version 9"),
        (json.dumps({**data, "fingerprint": "other"}), "was made for"),
        (json.dumps({**data, "points": {"place": {"rules": 1}}}), "damaged"),
        (json.dumps({**data, "points": {"place": {"points": {}, "rules": [], "otherwise": []}}}), "damaged"),
    ]
    for text, reason in wrong:
        file.write_text(text, encoding="utf-8")
        with pytest.raises(OptionError, match=reason):
            read_card(found.game, file)
    with pytest.raises(OptionError, match="cannot be read"):
        read_card(found.game, tmp_path / "none.json")


# --- for people ---


def test_blocks() -> None:
    found = searched("three-card-roo")
    blocks = found.blocks()
    (items,) = (block for block in blocks if isinstance(block, Items))
    assert (items.items, items.numbered) == (found.found.lines, True)
    (chart,) = (block for block in blocks if isinstance(block, LineChart))
    points = dict(chart.series[0].points)
    assert points[len(found.found.lines)] == float(found.found.cost)
    assert found.own is not None
    assert chart.series[1].points == ((len(found.own.lines), float(found.own.cost)),)
    assert found.own.cost == solve(found.game).main.expected_value - solve(found.game, "card").main.expected_value


def test_the_games_own_card_is_printed_where_it_is_better_than_what_a_stopped_search_found() -> None:
    whole = searched("three-card-roo")
    assert whole.own is not None
    stopped = replace(whole, cards=whole.cards[:1], most=len(whole.own.lines), stopped=True)
    assert stopped.own is not None
    assert stopped.own.cost < stopped.found.cost
    texts = [block.text for block in stopped.blocks() if isinstance(block, Paragraph)]
    assert f"This is the game's own card ({stopped.own.strategy}): the search found none better so far." in texts
    (items,) = (block for block in stopped.blocks() if isinstance(block, Items))
    assert items.items == stopped.own.lines
    (facts,) = (block for block in stopped.blocks() if isinstance(block, Facts))
    edge = -solve(whole.game, stopped.own.strategy).main.expected_value
    assert dict(facts.pairs)["House edge"] == f"{float(edge):.4%}"
    assert "best strategy card" not in stopped.title
    too_long = replace(stopped, most=len(whole.own.lines) - 1)
    assert [block.items for block in too_long.blocks() if isinstance(block, Items)] == [too_long.found.lines]


def test_the_command_that_confirms_it_names_the_rules() -> None:
    found = strategy_cards(houseway.game("two-card-roo", decks=2), 1)
    (commands,) = (block for block in found.blocks() if isinstance(block, Commands))
    assert commands.lines == ("houseway odds two-card-roo --set decks=2 --strategy card.json",)


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "card.json"
    told = json.loads(called("lab", "card", "three-card-roo", "--lines", "2", "--save", str(file), "--json").stdout)
    counted = json.loads(called("odds", "three-card-roo", "--strategy", str(file), "--json").stdout)
    card = told["cards"][-1]
    assert counted["wagers"][0]["expected_value"] == card["value"]
    assert Fraction(card["cost"]) == Fraction(told["best_value"]) - Fraction(card["value"])
    side = counted["wagers"][1]
    assert (side["wager"], Fraction(side["expected_value"])) == ("pocket-roo", pocket_roo_by(file))
    assert "with_main" not in side, "a strategy plays the hand in one way"
    assert "joint" not in counted


def pocket_roo_by(file: Path) -> Fraction:
    """What Pocket Roo is worth by a card in a file: every third card settled, two cards in one or in two suits."""
    game = houseway.game("three-card-roo")
    player, total = read_card(game, file), Fraction()
    for one, two in combinations(DECK, 2):
        ways = {(0, 0): 4, (0, 1): 6 if one.rank == two.rank else 12}.get((one.suit, two.suit), 0)
        if not ways:
            continue
        spot = Spot(1, {"pocket-roo": 100}, (one, two))
        if one.rank != two.rank:
            spot = spot._replace(decisions=(("place", player(Known("place", spot.dealt))),))
        thirds = [card for card in DECK if card not in spot.dealt]
        for third in thirds:
            drawn = (third,) if spot.decisions else ()
            (pay,) = settle_each(game, ("pocket-roo",), spot._replace(drawn=drawn), HouseCards())
            total += Fraction(pay.odds) * ways / len(thirds)
    return total / comb(52, 2)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("lab", "card", "two-card-roo", "--lines", "0"), "from 1 to 20 lines, not 0"),
        (("lab", "card", "two-card-roo", "--lines", "21"), "from 1 to 20 lines, not 21"),
        (("lab", "card", "two-card-roo", "--save", "card.txt"), ".json file"),
        (("lab", "card", "two-card-roo", "--save", "no/such/folder/card.json"), "folder"),
        (("odds", "two-card-roo", "--strategy", "no-card.json"), "cannot be read"),
        (("lab", "card", "chess"), "chess"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], reason: str) -> None:
    done = called(*arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_card_says_nothing_of_other_decisions() -> None:
    found = searched("three-card-roo")
    with pytest.raises(houseway.HousewayError, match="says nothing"):
        found.strategy()(Known("river", parse_cards("2c 3c")))
