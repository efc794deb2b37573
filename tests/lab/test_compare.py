"""`lab compare`: the figures are those of the solutions, and what a wrong strategy costs is what it loses."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.calling import houseway as called
from tests.lab.games import duel, ride

import houseway
from houseway.document.blocks import Cell, Paragraph, Table
from houseway.errors import HousewayError, OptionError
from houseway.lab import compare
from houseway.lab.comparing import sampled_differences
from houseway.lab.comparing.comparison import Comparison
from houseway.lab.comparing.strategy_book import strategy_book
from houseway.lab.comparing.strategy_differences import StrategyDifferences, differences
from houseway.lab.figures import FIGURES
from houseway.odds import odds_of, solve
from houseway.odds.game_odds import OPTIMAL, Known
from houseway.rules.game import Decision, Game, HouseCards, Spot, find_offer

PAIRS = {
    "another house way in six decks": (
        houseway.game("two-card-roo"),
        houseway.game("two-card-roo", decks=6, house_way=5),
    ),
    "a dearer bonus": (houseway.game("three-card-roo"), houseway.game("three-card-roo", seven_roo_bonus="100/5")),
    "the example game": (duel(), duel(ties="dealer")),
    "two decisions": (ride("10/5/1"), ride("40/2/1")),
    "two decisions, both other": (ride("2/2/2"), ride("30/1/1")),
}


def exact_differences(first: Game[Any], other: Game[Any], strategy: str = OPTIMAL) -> StrategyDifferences:
    one, two = strategy_book(first, strategy), strategy_book(other, strategy)
    assert one is not None
    assert two is not None
    found = differences(one, two)
    assert found is not None
    return found


def lost_by_the_wrong_strategy(first: Game[Any], other: Game[Any], strategy: str = OPTIMAL) -> Fraction:
    """What the first game's strategy loses in the other game, where what it decides is legal there."""
    theirs, own = odds_of(first), odds_of(other)

    def wrong(known: Known) -> Decision:
        decision = theirs.decision(strategy, known)
        seen = HouseCards(known.dealer, known.community)
        spot = Spot(1, {}, known.cards, decisions=known.decisions, seen=seen)
        try:
            find_offer(tuple(other.offers(known.at, spot)), decision)
        except HousewayError:
            return own.decision(strategy, known)
        return decision

    right = solve(other, strategy).main.expected_value
    return right - solve(other, wrong).main.expected_value


@pytest.mark.parametrize("name", PAIRS)
def test_the_differences_cost_what_the_wrong_strategy_loses(name: str) -> None:
    for first, other in (PAIRS[name], PAIRS[name][::-1]):
        found = exact_differences(first, other)
        assert found.cost == lost_by_the_wrong_strategy(first, other)
        check_that_hands_and_kinds_add_up(found)


def check_that_hands_and_kinds_add_up(found: StrategyDifferences) -> None:
    assert len(found.hands) == found.situations == sum(kind.situations for kind in found.kinds)
    assert sum(hand.share * (hand.cost or 0) for hand in found.hands) == found.cost
    assert sum(kind.cost or 0 for kind in found.kinds) == found.cost
    met = sum(hand.share for hand in found.hands)
    assert met == sum(kind.share for kind in found.kinds) >= found.share
    assert met == found.share or len({hand.known.at for hand in found.hands}) > 1
    assert [hand.share for hand in found.hands] == sorted((hand.share for hand in found.hands), reverse=True)


def test_every_hand_is_as_the_advice_has_it() -> None:
    first, other = PAIRS["a dearer bonus"]
    found = exact_differences(first, other)
    assert found.situations == 20
    for hand in found.hands:
        at, advice = odds_of(other).advise(hand.known)
        values = {item.decision: item.value for item in advice}
        assert (at, advice[0].decision) == (hand.known.at, hand.other)
        assert odds_of(first).advise(hand.known)[1][0].decision == hand.first
        assert values[hand.other] - values[hand.first] == hand.cost != 0


def test_a_strategy_is_not_other_than_itself() -> None:
    game = PAIRS["two decisions"][0]
    found = exact_differences(game, game)
    assert found.situations == len(found.hands) == 0
    assert found.share == found.cost == 0


def test_a_decision_that_is_not_legal_is_told_but_costs_nothing() -> None:
    """By v1 a hand of two TensUp and a seven may be kept: 15 sorts of hands that must throw a card elsewhere."""
    first, other = houseway.game("high-card-draw", "v1"), houseway.game("high-card-draw", "rules-of-play")
    found = exact_differences(first, other)
    assert found.situations == 15
    assert found.share == found.illegal == Fraction(15 * 64, 22_100)  # of three different ranks each
    assert found.cost == 0 == lost_by_the_wrong_strategy(first, other)
    assert {hand.cost for hand in found.hands} == {None}
    [kind] = found.kinds
    assert (kind.first, kind.other, kind.cost) == ("keep all", "throw 1", None)


def test_named_strategies_are_valued_by_themselves() -> None:
    first, other = PAIRS["another house way in six decks"]
    name = next(name for name in odds_of(first).strategies() if name != OPTIMAL)
    assert exact_differences(first, other, name).cost == lost_by_the_wrong_strategy(first, other, name)


@pytest.mark.thorough
@pytest.mark.parametrize("sizes", [(2, 5), (5, 2), (1, 3), (4, 5)])
def test_bets_of_sizes_that_the_other_game_has_or_not(sizes: tuple[int, int]) -> None:
    first, other = (houseway.game("three-card-draw-poker", play_most=size) for size in sizes)
    found = exact_differences(first, other)
    if sizes[0] > sizes[1]:
        assert found.situations == 0  # the largest bet becomes the largest that is offered
    else:
        assert found.cost == lost_by_the_wrong_strategy(first, other) > 0


@pytest.mark.thorough
def test_mini_tex_agrees_with_its_own_counting() -> None:
    first, other = houseway.game("mini-tex"), houseway.game("mini-tex", "ace-king")
    assert exact_differences(first, other).cost == lost_by_the_wrong_strategy(first, other)


def test_sampled_deals_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deals are the same in every run: this cannot fail by chance."""
    monkeypatch.setattr(sampled_differences, "DEALS", 300)
    for name in ("a dearer bonus", "two decisions"):
        first, other = PAIRS[name]
        exactly, found = exact_differences(first, other), sampled_differences.sampled_differences(first, other)
        assert found.deals is not None
        assert abs(float(found.share - exactly.share)) < 2 * found.share_error + 1e-9
        assert abs(float(found.cost - exactly.cost)) < 2 * found.cost_error + 1e-9
        assert sum(kind.situations for kind in found.kinds) == found.situations <= exactly.situations
        known = {(hand.first, hand.other, hand.cost) for hand in exactly.hands}
        assert {(hand.first, hand.other, hand.cost) for hand in found.hands if not hand.first.discard} <= known
    assert sampled_differences.sampled_differences(first, other) == found


def test_games_with_too_many_situations_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled_differences, "DEALS", 60)
    found = compare([houseway.game("high-card-flush"), houseway.game("high-card-flush", qualifier="J")])
    [exchange] = found.exchanges
    assert exchange.there.deals == 60
    assert exchange.there.cost > 0
    assert any("drawn at random" in block.text for block in found.blocks() if isinstance(block, Paragraph))


# --- the whole finding ---


def compared() -> Comparison:
    return compare(PAIRS["another house way in six decks"])


def test_the_figures_are_those_of_two_solutions() -> None:
    found = compared()
    assert found.names == ("odds", "decks=6, house_way=5")
    assert found.options == {"decks": ("1", "6"), "house_way": ("8", "5")}
    for game, index in zip(found.games, range(2), strict=True):
        solution = solve(game)
        for odds in solution.wagers:
            mine = found.wagers[odds.wager][index]
            assert mine is not None
            assert [figure.of(mine) for figure in FIGURES] == [figure.of(odds) for figure in FIGURES]
    assert "Rules that differ" in found._repr_html_()
    data = found.to_json()
    assert json.loads(json.dumps(data)) == data
    roo = data["wagers"]["roo"]
    assert Fraction(roo[1]["house_edge"]) == solve(found.games[1]).main.house_edge
    assert Fraction(data["strategies"][0]["first_in_other"]["cost"]) == found.exchanges[0].there.cost


def test_tables_show_the_figures_and_their_differences() -> None:
    found = compared()
    edges = [solution.main.house_edge for solution in found.solutions]
    table = next(block for block in found.blocks() if isinstance(block, Table) and block.caption.startswith("Roo"))
    texts = [cell.text if isinstance(cell, Cell) else cell for cell in table.rows[0]]
    assert texts == [
        "House edge",
        *(f"{float(edge):.4%}" for edge in edges),
        f"{100 * float(edges[1] - edges[0]):+.4f}",
    ]


def test_a_wager_that_is_not_offered_has_no_figures() -> None:
    found = compare([houseway.game("two-card-roo", pairs_pay=value) for value in ("15", "off", "12")])
    assert found.wagers["pairs-pay"][1] is None
    assert found.to_json()["wagers"]["pairs-pay"][1] is None
    table = next(block for block in found.blocks() if isinstance(block, Table) and "Pairs Pay" in block.caption)
    assert [row[3] for row in table.rows] == ["–"] * 3
    assert any(
        block.text.startswith("Unchanged: Roo (house edge") for block in found.blocks() if isinstance(block, Paragraph)
    )


def test_many_rules_have_a_row_each() -> None:
    found = compare([houseway.game("two-card-roo", decks=decks) for decks in (1, 2, 4, 6)])
    rules, roo = [block for block in found.blocks() if isinstance(block, Table)][:2]
    assert [row[0] for row in rules.rows] == [row[0] for row in roo.rows] == list(found.names)
    assert [row[1] for row in rules.rows] == ["1", "2", "4", "6"]


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ([], "nothing to compare"),
        ([houseway.game("two-card-roo")] * 2, "nothing to compare"),
        ([houseway.game("two-card-roo"), houseway.game("mini-tex")], "one game"),
    ],
)
def test_what_cannot_be_compared_is_refused(games: list[Game[Any]], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        compare(games)


# --- the command ---


def test_the_command_shows_and_gives_the_same(tmp_path: Path) -> None:
    call = (
        "lab",
        "compare",
        "two-card-roo",
        "--edition",
        "odds",
        "--edition",
        "text",
        "--versus",
        "house_way=5,ties=push",
    )
    shown, given = called(*call), called(*call, "--json")
    assert shown.returncode == given.returncode == 0
    data = json.loads(given.stdout)
    assert [rules["name"] for rules in data["rules"]] == ["odds", "text", "ties=push, house_way=5"]
    for rules in data["wagers"]["roo"]:
        assert f"{float(Fraction(rules['house_edge'])):.4%}" in shown.stdout
    written = tmp_path / "found.md"
    assert called(*call, "-o", str(written)).returncode == 0
    assert "Rules that differ" in written.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "nothing to compare"),
        (("--edition", "odds", "--edition", "odds"), "nothing to compare"),
        (("--edition", "odds", "--edition", "v9"), "no edition 'v9'"),
        (("--versus", "decks"), "--versus takes OPTION=VALUE"),
        (("--versus", "deck=6"), "no option 'deck'"),
        (("--versus", "decks=6", "--strategy", "wild"), "no strategy 'wild'"),
        (("--versus", "decks=6", "--hands", "-1"), "0 or more"),
        (("--versus", "decks=6", "-o", "no-such-folder/x.html"), "no-such-folder"),
    ],
)
def test_bad_input_is_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    done = called("lab", "compare", "two-card-roo", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
