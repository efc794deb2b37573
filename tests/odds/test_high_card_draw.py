"""High Card Draw: the count against the table's own settlement, card by card. Its printed tables are the audit's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from tests.odds.reading import advised, check_sums, mean, only_these, worth
from tests.sizes import sized

from houseway.cards import DECK, Card, parse_cards
from houseway.errors import IllegalAction, OptionError
from houseway.games.high_card_draw.rules import EDITIONS, HighCardDraw, final_ranks
from houseway.odds import Odds
from houseway.odds.game_odds import Known, Strategy
from houseway.odds.walk import settle_each
from houseway.rules.game import Decision, HouseCards, Spot

pytestmark = pytest.mark.xdist_group("high-card-draw counted")  # one worker counts each edition once

TOTAL = 79_732_922_068_800  # C(52,3) x 2 x C(49,2) x C(47,5)

COUNTED = ("rules-of-play", "v1", "v5", "v6")  # by several tests; the others are only counted when thorough
SEEDS = range(sized(quick=1, test=1, thorough=12))  # of random options with a whole deck


@lru_cache(maxsize=16)
def made(edition: str | None = None, **changes: object) -> Any:
    """A whole deck takes seconds to count: tests that ask for the same take the same."""
    return Odds(HighCardDraw.make(edition, changes))


def random_changes(seed: int) -> dict[str, object]:
    rng = random.Random(seed)
    return {
        "qualifier": rng.choice(["10", "J"]),
        "pat": rng.choice(["three-tensup", "two-tensup-and-seven", "any"]),
        "ties": rng.choice(["push", "dealer", "player"]),
        "three_tensup_pays": rng.choice(["0", "1", "3/2", "7/3", "100"]),
        "draw": rng.choice(["deck", "community", "community-best"]),
        "tensup": rng.choice(["20-5", "off", "50/5:2/1:3"]),
    }


# --- the manual ---


def test_every_deal_is_counted() -> None:
    """The printed tables themselves are the audit's; here what they are out of."""
    for edition in EDITIONS[: sized(quick=1, test=1, thorough=None)]:
        count = made(edition.name).count("optimal")
        assert count.total == TOTAL == sum(row.count for row in count.rows)


def test_ties_are_re_optimised_in_three_hands() -> None:
    """Versions 5 and 6 differ in what to hold only where pushes are worth waiting for."""
    both = made("v5"), made("v6")
    changed = [
        hand
        for hand in combinations(DECK[::4], 3)
        if len({odds.advise(Known("", hand))[1][0].decision for odds in both}) > 1
    ]
    assert sorted("".join(sorted(card.text[0] for card in hand)) for hand in changed) == ["3AK", "3KT", "59Q"]


# --- against the table's settlement ---


def cards_of(deck: tuple[int, ...]) -> list[Card]:
    return [card for card in DECK if card.suit < deck[card.low_rank - 1]]


def settled(
    game: HighCardDraw, cards: list[Card], dealt: tuple[Card, ...], decision: Decision
) -> Iterator[tuple[Fraction, Fraction | None]]:
    """What the table pays to 1, on Play and TensUp, for all replacements in order and all dealer's hands."""
    spot = Spot(1, {"play": 100, "tensup": 100}, dealt, decisions=(("draw", decision),))
    rest = [card for card in cards if card not in dealt]
    wagers = ("play", "tensup") if "tensup" in game.wager else ("play",)
    for two in permutations(rest, 2):
        drawn = two[: len(spot.discards)]
        if spot.discards and game.options.draw != "deck":
            drawn = game.takes(spot, HouseCards(community=two))
        for dealer in combinations([card for card in rest if card not in two], 5):
            pays = [
                Fraction(pay.odds)
                for pay in settle_each(game, wagers, spot._replace(drawn=drawn), HouseCards(dealer, two))
            ]
            yield pays[0], pays[1] if len(pays) > 1 else None


@pytest.mark.parametrize("seed", range(6))
def test_larger_decks_card_by_card(seed: int) -> None:
    """With eleven cards the dealer's hand is not what is left over; a few dealt hands, every discard and deal."""
    deck = (1, 1, 0, 0, 0, 0, 2, 0, 1, 2, 1, 2, 1)
    game = HighCardDraw.make(None, random_changes(seed))
    cards = cards_of(deck)
    odds = Odds(game, known=only_these(cards))
    for dealt in random.Random(seed).sample(list(combinations(cards, 3)), 3):
        for decision, value in odds.advise(Known("", dealt))[1]:
            ends = [play for play, _ in settled(game, cards, dealt, decision)]
            assert sum(ends) == value * len(ends), (dealt, decision)


@cache
def dealer_combinations() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """The places of five of the 49 cards left, in all 1,906,884 ways."""
    return np.array(list(combinations(range(49), 5)), np.int64)


@pytest.mark.slow
def test_whole_deck_against_every_dealer() -> None:
    """With a full deck: hands that stand pat against each dealer's hand, by parity of rank bits.

    Bits that stay after exclusive or are the ranks left when pairs cancel; without all but the three highest they
    compare as the hands do.
    """
    odds = made("v5", three_tensup_pays=1)
    for hand in ("Kc Qd Jh", "Kc 2d Ah", "Jh Tc 9c", "Kc 5d 5h", "Qs Qd Qh"):
        dealt = parse_cards(hand)
        bits = np.array([1 << card.low_rank for card in DECK if card not in dealt], np.int64)
        masks = np.bitwise_xor.reduce(bits[dealer_combinations()], axis=1)
        for _ in range(2):  # five single ranks lose the lowest two
            many = np.bitwise_count(masks) > 3
            masks = np.where(many, masks & (masks - 1), masks)
        player = sum(1 << rank for rank in final_ranks(dealt))
        wins, losses = int((masks < player).sum()), int((masks > player).sum())
        value = worth(odds.advise(Known("", dealt))[1], Decision(discard=()))
        assert value == Fraction(wins - losses, len(masks))


# --- consistency ---


@pytest.mark.parametrize("seed", SEEDS)
def test_sums_agree(seed: int) -> None:
    check_sums(made(None, **random_changes(seed)), TOTAL)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(sized(quick=1, test=1, thorough=6)))
def test_better_rules_are_worth_more(seed: int) -> None:
    """Who wins ties, who may stand pat and how cards are replaced can only help the side they favour."""
    changes = random_changes(seed)
    deck = [card for card in DECK if card.low_rank > 4 and card.suit < 2]

    def value(**more: object) -> Fraction:
        return mean(Odds(HighCardDraw.make(None, {**changes, **more}), known=only_these(deck)).count("optimal"))

    assert value(ties="dealer") < value(ties="push") < value(ties="player")
    assert value(pat="three-tensup") <= value(pat="two-tensup-and-seven") <= value(pat="any")
    assert value(draw="deck") == value(draw="community") < value(draw="community-best")
    assert value(three_tensup_pays=1) < value(three_tensup_pays="3/2")


@pytest.mark.thorough
def test_choosing_the_better_community_card_favours_the_player() -> None:
    """Why it is offered with a warning only."""
    assert mean(made(None, draw="community-best").count("optimal")) > 0


def test_suits_mean_nothing() -> None:
    odds = made("v5")
    one, other = odds.advise(Known("", parse_cards("Kc Tc 4c"))), odds.advise(Known("", parse_cards("4h Ks Td")))
    assert [item.value for item in one[1]] == [item.value for item in other[1]]


# --- strategies ---


def test_a_function_is_asked_once_for_each_hand_of_ranks() -> None:
    """455 hands; playing as advised is the optimum."""
    odds = made("v1")
    asked: list[Known] = []
    assert odds.count(advised(odds, asked)) == odds.count("optimal")
    assert len(asked) == 455
    assert {known.at for known in asked} == {"draw"}


def test_an_illegal_discard_of_a_function_is_refused() -> None:
    def stands(known: Known) -> Decision:
        return Decision(discard=())

    with pytest.raises(IllegalAction, match="not legal"):
        made().count(stands)
    assert mean(made("v5").count(stands)) < mean(made("v5").count("optimal"))


@pytest.mark.parametrize("strategy", ["", "best", "printed"])
def test_unknown_strategies_are_refused(strategy: Strategy) -> None:
    with pytest.raises(OptionError, match="no strategy"):
        made().count(strategy)


@pytest.mark.parametrize(
    "edition",
    [pytest.param(edition.name, marks=() if edition.name in COUNTED else pytest.mark.thorough) for edition in EDITIONS],
)
def test_the_card_costs_next_to_nothing(edition: str) -> None:
    """Seven lines at most, and under a fiftieth of a percent of the wager."""
    odds = made(edition)
    name, lines = odds.card()
    assert name == "card"
    assert len(lines) <= 7
    cost = mean(odds.count("optimal")) - mean(odds.count(name))
    assert 0 <= cost < Fraction(2, 10_000)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_card_follows_the_options(seed: int) -> None:
    """Three TensUp must not pay less than other wins: then it can be right to throw a high card."""
    changes = random_changes(seed)
    if changes["three_tensup_pays"] == "0":
        changes["three_tensup_pays"] = "3/2"
    odds = made(None, **changes)
    assert mean(odds.count("optimal")) - mean(odds.count("card")) < Fraction(5, 10_000)


def test_the_card_in_words() -> None:
    """The rules of play: what a player has to learn."""
    assert [line.text for line in made().card()[1]] == [
        "Of a pair or three of a kind, keep one card only.",
        "King or queen high, no pair: stand pat whenever you may.",
        "King: keep the next highest card with it and draw one.",
        "Queen: keep a nine or higher with it and draw one.",
        "Jack: keep a ten with it and draw one.",
        "Anything else: keep the highest card and draw two.",
    ]


def test_charts_say_the_optimum() -> None:
    """King-queen with a jack to an eight is kept in version 5; a pair of kings is thrown down to one."""
    different, pairs = made("v5").charts("optimal")
    kings = dict(zip(different.columns, different.rows[0], strict=True))
    assert kings["Q"] == "3 J-8, 2 7-A"
    assert kings["9"] == "3"
    assert different.rows[-1][0] == "10 or lower"
    assert dict(zip(pairs.columns, pairs.rows[0], strict=True))["5"] == "K"
    for chart in (different, pairs):
        assert all(len(row) == len(chart.columns) for row in chart.rows)


def test_odds_name_tensup_rows_as_the_pay_table_does() -> None:
    """`Three 10's`, as the manual's sheet has it, reads as three of a kind, which loses."""
    game = HighCardDraw.make()
    names = [hand.name for hand in game.wager["tensup"].paid_hands]
    assert list(Odds(game).sheet.side_labels("tensup"))[: len(names)] == names
    assert names[0] == "3 TensUp cards (no pairs)"
