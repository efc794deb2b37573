"""2 Card Roo: the count against the table's own settlement, card by card. Its printed tables are the audit's."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from tests.odds.reading import advised, mean, side_mean, side_rows
from tests.odds.test_both_roos import two_card_options

from houseway.cards import DECK, Card, parse_cards
from houseway.games.two_card_roo.rules import TwoCardRoo
from houseway.odds import Odds
from houseway.odds.game_odds import BestFor, Known
from houseway.odds.walk import settle_each
from houseway.rules.game import Decision, HouseCards, Spot


def made(edition: str | None = None, **changes: object) -> Any:
    return Odds(TwoCardRoo.make(edition, changes))


# --- the manual ---


@pytest.mark.parametrize("ties", ["push", "player"])
def test_the_printed_strategy_is_the_optimum(ties: str) -> None:
    """ "Play 2-9 as low" is best for the Roo wager; what it brings is the audit's."""
    odds = made(ties=ties)
    assert odds.count("printed") == odds.count("optimal")
    assert odds.side_total("flush-roo") == 2_652


def test_flush_roo_is_placed_otherwise_than_roo() -> None:
    """The printed way to place for Flush Roo is that of the Roo wager; placed for itself it loses less."""
    odds = made()
    for_roo = side_rows(odds, "flush-roo", "optimal", played_for="roo")
    assert side_rows(odds, "flush-roo", "printed", played_for="flush-roo") == for_roo
    for_itself = side_rows(odds, "flush-roo", "optimal", played_for="flush-roo")
    assert side_mean(odds, "flush-roo", for_itself) > side_mean(odds, "flush-roo", for_roo)


def test_rules_as_written_favour_the_player() -> None:
    """Why the written rules are not the default."""
    assert mean(made("text").count("optimal")) == Fraction(144, 15_925)


def roo_value(*, ties: int, flush_pays: Fraction, pairs: int) -> Fraction:
    """The Roo wager under the best play, worked out rank by rank from the manual's words and the house way of eight."""

    def value(card: int, position: str) -> int:
        return 1 if card == 14 and position == "low" else card

    def dealt(*gone: int) -> dict[int, int]:
        return {rank: 4 - gone.count(rank) for rank in range(2, 15)}

    def result(low: int, high: int, gone: tuple[int, int]) -> Fraction:
        """What a Roo nets against the dealer, all 50 * 49 ways; a win counts 1."""
        total = Fraction()
        for one, ways in dealt(*gone).items():
            for two, more in dealt(*gone, one).items():
                below, above = (one, two) if one <= 8 else (two, one)
                theirs = (value(above, "high"), value(below, "low"))
                wins = int((high, low) > theirs) - int((high, low) < theirs) or ties
                net = 0 if one == two else 1 if theirs[0] < theirs[1] else wins
                total += ways * more * net * (flush if net == 1 else 1)
        return total

    best = Fraction()
    for first in range(2, 15):
        placed = []
        for position in ("low", "high"):
            total = Fraction()
            for second in range(2, 15):
                low, high = (first, second) if position == "low" else (second, first)
                low = value(low, "low")
                for suited in (True, False):
                    ways = int(second != first) if suited else 3
                    flush = flush_pays if suited else Fraction(1)
                    if first == second != 14:
                        total += ways * pairs * 50 * 49
                    elif high < low:
                        total -= ways * 50 * 49
                    else:
                        total += ways * result(low, high, (first, second))
            placed.append(total)
        best += 4 * max(placed)
    return best / (52 * 51 * 50 * 49)


@pytest.mark.parametrize(
    ("ties", "flush", "pairs"),
    [
        ("push", "1", "yes"),
        ("player", "1", "yes"),
        ("player", "3/2", "yes"),
        ("player", "1", "no"),
        ("push", "2", "no"),
    ],
)
def test_flush_wins_pay_and_pairs_push_give_the_value_worked_out_by_rank(ties: str, flush: str, pairs: str) -> None:
    by_rank = roo_value(
        ties={"push": 0, "player": 1}[ties], flush_pays=Fraction(flush), pairs={"yes": 0, "no": -1}[pairs]
    )
    counted = made(ties=ties, flush_wins_pay=flush, pairs_push=pairs).count("optimal")
    assert mean(counted) == by_rank
    if (flush, pairs) == ("1", "yes"):  # the manual's Table 1
        assert f"{float(-by_rank):.2%}" == {"push": "3.49%", "player": "3.05%"}[ties]


# --- against the table's settlement ---


def card_of(rank: int) -> Card:
    return DECK[4 * (rank - 2)]


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
@pytest.mark.parametrize("seed", range(2))
def test_whole_shoes_by_ranks(decks: int, seed: int) -> None:
    """All ranks of four cards, each as often as it comes, settled by the rules; suits play no part."""
    changes = random_changes(10 * seed + decks) | {"decks": decks, "flush_wins_pay": "1"}
    odds = made(None, **changes)
    ranks = range(2, 15)
    for first in random.Random(seed).sample(ranks, 2):
        for position in ("low", "high"):
            decisions = (("place", Decision(position, key="position")),)
            value, total = Fraction(0), 0
            for second in ranks:
                spot = Spot(1, {"roo": 100}, (card_of(first),), (card_of(second),), decisions=decisions)
                for one in ranks:
                    for two in ranks:
                        dealt, ways = Counter({first: 1}), 1
                        for rank in (second, one, two):
                            ways *= 4 * decks - dealt[rank]
                            dealt[rank] += 1
                        total += ways
                        (pay,) = settle_each(odds.game, ("roo",), spot, HouseCards((card_of(one), card_of(two))))
                        value += ways * pay.odds
            advice = dict(odds.advise(Known("", (card_of(first),)))[1])
            assert advice[Decision(position, key="position")] == value / total


# --- consistency ---


def random_changes(seed: int) -> dict[str, object]:
    return two_card_options(random.Random(seed))


@pytest.mark.parametrize("seed", range(4))
def test_better_rules_are_worth_more(seed: int) -> None:
    changes = random_changes(seed)

    def value(**more: object) -> Fraction:
        return mean(made(None, **{**changes, **more}).count("optimal"))

    assert value(ties="dealer") < value(ties="push") < value(ties="player")
    assert value(dealer_pair="push") < value(dealer_pair="loses")


# --- strategies ---


def test_simple_strategies() -> None:
    """Copying the dealer costs two thirds of a percent; the card is the optimum."""
    odds = made()
    best = mean(odds.count("optimal"))
    cost = {name: f"{float(100 * (best - mean(odds.count(name)))):.4f}" for name in odds.strategies()}
    assert cost == {"optimal": "0.0000", "printed": "0.0000", "copy-the-dealer": "0.6811", "card": "0.0000"}
    assert odds.decided_sides == {"flush-roo"}


def test_card_and_chart() -> None:
    odds = made()
    name, lines = odds.card()
    assert name == "card"
    assert [line.text for line in lines] == ["Two to nine: place it low.", "Ten to ace: place it high."]
    assert odds.charts("printed")[0].rows == (("Two to nine", "low"), ("Ten to ace", "high"))
    assert odds.charts(BestFor.of({"flush-roo": 1}))[0].rows == (("Two to seven", "low"), ("Eight to ace", "high"))


@pytest.mark.parametrize("limit", range(2, 14))
def test_the_card_is_two_lines_whatever_the_house_way(limit: int) -> None:
    assert len(made(house_way=limit).card()[1]) == 2


def test_a_function_is_asked_once_for_each_rank() -> None:
    odds = made("text", decks=6)
    asked: list[Known] = []
    assert odds.count(advised(odds, asked)) == odds.count("optimal")
    assert len(asked) == 13
    assert {known.at for known in asked} == {"place"}


def test_one_placing_for_several_wagers() -> None:
    """With equal stakes the nine goes high for Flush Roo and the eight low for the Roo wager."""
    odds = made()
    both, roo, flush = (BestFor.of({"roo": one, "flush-roo": two}) for one, two in ((1, 1), (100, 1), (1, 100)))
    nine, eight = (Known("", parse_cards(text)) for text in ("9c", "8c"))
    placed = [odds.decision(*asked).choice for asked in ((both, nine), (both, eight), (roo, nine), (flush, eight))]
    assert placed == ["high", "low", "low", "high"]
