"""Side wagers that depend on a decision: every way to play the hand, against all deals of a small deck."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import pytest
from tests.calling import houseway as called

from houseway.cards import DECK, Card
from houseway.games.three_card_roo.rules import ThreeCardRoo
from houseway.games.two_card_roo.rules import TwoCardRoo
from houseway.odds import advise, solve
from houseway.odds.cache import solved
from houseway.odds.game_odds import Known
from houseway.odds.walk import settle_each
from houseway.rules.game import Decision, Game, HouseCards, Spot

Cards = tuple[Card, ...]
Nets = dict[str, Fraction]  # by wager, summed over deals
Ends = dict[Cards, dict[str, Nets]]  # by the cards that the player decides with and the position


class SmallThree(ThreeCardRoo):
    """The tens and fives are what Play and Pocket Roo place differently in the full deck."""

    @property
    def deck(self) -> Cards:
        return tuple(card for card in DECK if card.suit < 1 + (card.low_rank in (5, 10)) and card.low_rank in RANKS)


RANKS = (1, 4, 5, 7, 10, 13)


class SmallTwo(TwoCardRoo):
    @property
    def deck(self) -> Cards:
        return tuple(card for card in DECK if card.suit < 2 and card.rank in (3, 8, 9, 10, 14))


class Roo(NamedTuple):
    game: Game[Any]
    side: str
    key: str  # of the decision
    positions: tuple[str, ...]  # the first is taken where all else is equal
    deals: Callable[[Cards], Iterable[tuple[Cards, Cards, Cards]]]  # dealt, drawn, dealer


def three_card_deals(deck: Cards) -> Iterator[tuple[Cards, Cards, Cards]]:
    for dealt in combinations(deck, 2):
        for third, *dealer in permutations([card for card in deck if card not in dealt], 4):
            pair, dealer_pair = dealt[0].rank == dealt[1].rank, dealer[0].rank == dealer[1].rank
            yield dealt, () if pair else (third,), tuple(dealer[: 2 if dealer_pair else 3])


def two_card_deals(deck: Cards) -> Iterator[tuple[Cards, Cards, Cards]]:
    for first, second, *dealer in permutations(deck, 4):
        yield (first,), (second,), tuple(dealer)


THREE = Roo(SmallThree.make(), "pocket-roo", "open", ("high", "middle", "low"), three_card_deals)
TWO = Roo(SmallTwo.make(), "flush-roo", "position", ("high", "low"), two_card_deals)
both = pytest.mark.parametrize("roo", [THREE, TWO], ids=lambda roo: roo.game.id)


@cache
def settled(roo: Roo) -> tuple[Ends, int]:
    """All deals, settled one by one by the rules in every position."""
    game, wagers = roo.game, tuple(roo.game.wager)
    ends: Ends = defaultdict(lambda: {position: defaultdict(Fraction) for position in roo.positions})
    total = 0
    for dealt, drawn, dealer in roo.deals(game.deck):
        total += 1
        for position in roo.positions:
            decisions = (("place", Decision(position, key=roo.key)),) if drawn else ()
            spot = Spot(1, dict.fromkeys(wagers, 100), dealt, drawn, decisions=decisions)
            for pay in settle_each(game, wagers, spot, HouseCards(dealer)):
                wager = game.wagers.main if pay.wager in game.wagers.main_group else pay.wager
                ends[dealt][position][wager] += pay.odds
    return ends, total


def best(ends: Ends, total: int, stakes: Mapping[str, int], main: str) -> Nets:
    """What the wagers are worth when every hand is placed for these stakes; the main wager breaks ties."""
    found: Nets = defaultdict(Fraction)
    for positions in ends.values():

        def worth(nets: Nets) -> tuple[Fraction, Fraction]:
            return sum((stake * nets[wager] for wager, stake in stakes.items()), Fraction()), nets[main]

        for wager, net in max(positions.values(), key=worth).items():
            found[wager] += net / total
    return found


@both
def test_every_play_agrees_with_all_deals(roo: Roo) -> None:
    ends, total = settled(roo)
    main, side = roo.game.wagers.main, roo.side
    with_main, own, even, uneven = (
        best(ends, total, stakes, main) for stakes in ({main: 1}, {side: 1}, {main: 1, side: 1}, {main: 5, side: 2})
    )
    solution = solve(roo.game)
    assert {odds.wager: odds.expected_value for odds in solution.wagers} == with_main
    assert solution.played_for_itself(side).expected_value == own[side]
    assert own[side] > with_main[side], "the deck is one that the wagers play differently"
    assert solution.cost_to_main(side) == with_main[main] - own[main]
    assert list(solution.own_plays) == [side]
    assert solution.joint is not None
    assert solution.joint.stakes == {main: 1, side: 1}
    assert solution.joint.means == {main: even[main], side: even[side]}
    assert solution.joint.expected_value == even[main] + even[side]
    named = solve(roo.game, stakes={main: Fraction(5), side: Fraction(2)}).joint
    assert named is not None
    assert named.expected_value == 5 * uneven[main] + 2 * uneven[side]
    assert solved(roo.game, fresh=True) == solved(roo.game) == solution, "what is stored is read again"


@both
def test_a_strategy_values_every_wager(roo: Roo) -> None:
    def always_low(known: Known) -> Decision:
        return Decision("low", key=roo.key)

    ends, total = settled(roo)
    solution = solve(roo.game, always_low)
    for odds in solution.wagers:
        assert odds.expected_value == sum(positions["low"][odds.wager] for positions in ends.values()) / total
    assert not solution.own_plays
    assert solution.joint is None


# --- one label, one figure ---


@pytest.mark.parametrize(("game", "side"), [("three-card-roo", "pocket-roo"), ("two-card-roo", "flush-roo")])
def test_commands_agree_on_every_play(game: str, side: str) -> None:
    odds = json.loads(called("odds", game, "--json").stdout)
    main, wager = odds["wagers"][0], next(item for item in odds["wagers"] if item["wager"] == side)
    assert [item["wager"] for item in odds["wagers"] if "with_main" in item] == [side]
    simulated = json.loads(called("simulate", game, "--rounds", "100", "--seed", "1", "--json").stdout)
    assert {item["wager"]: item["exact"] for item in simulated["wagers"]} == {
        item["wager"]: item.get("with_main", item)["expected_value"] for item in odds["wagers"]
    }
    printed = json.loads(called("odds", game, "--strategy", "copy-the-dealer", "--json").stdout)
    simulated = json.loads(
        called("simulate", game, "--rounds", "100", "--strategy", "copy-the-dealer", "--seed", "1", "--json").stdout
    )
    assert [item["expected_value"] for item in printed["wagers"]] == [item["exact"] for item in simulated["wagers"]]
    assert "joint" not in printed
    joint = odds["joint"]
    assert joint["stakes"] == {main["wager"]: "1", side: "1"}
    apart = [
        Fraction(main["expected_value"]) + Fraction(wager["with_main"]["expected_value"]),
        Fraction(main["expected_value"]) - Fraction(wager["cost_to_main"]) + Fraction(wager["expected_value"]),
    ]
    assert max(apart) <= Fraction(joint["expected_value"])
    assert Fraction(joint["expected_value"]) <= Fraction(main["expected_value"]) + Fraction(wager["expected_value"])


def test_titles_say_how_the_hand_is_played() -> None:
    odds = called("odds", "two-card-roo").stdout
    simulated = called("simulate", "two-card-roo", "--rounds", "100", "--seed", "1").stdout
    beside = "Flush Roo, played with Roo's best strategy"
    assert beside in odds
    assert beside in simulated
    for text in (odds, simulated):  # no decision affects it
        assert "Pairs Pay, strategy optimal" in text
    assert "Flush Roo, played for itself" in odds
    assert "played for itself" not in simulated
    assert "Flush Roo, strategy optimal" not in odds + simulated
    table = called("odds", "two-card-roo", "--wager", "flush-roo", "--csv").stdout.splitlines()
    assert {line.rpartition(",")[2] for line in table[1:]} == {"with main", "for itself"}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--stakes", "play"), "WAGER=NUMBER"),
        (("--stakes", "play=1,play=2"), "WAGER=NUMBER"),
        (("--stakes", "play=1e400"), "WAGER=NUMBER"),
        (("--stakes", "ante=1"), "no wager 'ante'"),
        (("--stakes", "play=-1"), "not possible"),
        (("--stakes", "play=0"), "above 0"),
        (("--stakes", "play=1", "--strategy", "printed"), "not both"),
    ],
)
def test_impossible_stakes_are_refused(arguments: tuple[str, ...], reason: str) -> None:
    result = called("odds", "three-card-roo", *arguments)
    assert result.returncode == 2
    assert reason in result.stderr


def test_stakes_of_a_game_without_such_wagers() -> None:
    """What is best for the main wager is best for all."""
    odds = json.loads(called("odds", "mini-tex", "--stakes", "ante=2,pocket-poker=1/2", "--json").stdout)
    main, side = (Fraction(item["expected_value"]) for item in odds["wagers"])
    assert Fraction(odds["joint"]["expected_value"]) == 2 * main + side / 2
    assert "joint" not in json.loads(called("odds", "mini-tex", "--json").stdout)


@both
@pytest.mark.parametrize("stake", [Fraction(0), Fraction(1, 2), Fraction(3)])
def test_advice_values_the_bets_together(roo: Roo, stake: Fraction) -> None:
    ends, total = settled(roo)
    main, deals = roo.game.wagers.main, Fraction(total, len(ends))
    for dealt, positions in ends.items():
        if len({card.rank for card in dealt}) == len(dealt):  # a pair decides nothing
            _, actions = advise(roo.game, dealt, beside={roo.side: stake})
            assert {action.decision.choice: action.value for action in actions} == {
                position: (nets[main] + stake * nets[roo.side]) / deals for position, nets in positions.items()
            }
