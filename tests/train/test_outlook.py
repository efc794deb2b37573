"""The sentence that says why: its numbers are counted again, from the rules, deal by deal."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

import pytest
from tests.sizes import sized
from tests.train.player_games import DUEL, GAMES, made

from houseway.cards import Card
from houseway.odds import advise, odds_of
from houseway.odds.game_odds import Hand, Known
from houseway.odds.walk import UNIT, Piles, Walker, net_of
from houseway.rules.game import Decision, Game, Spot
from houseway.train.player.reasons import percent, reason
from houseway.train.player.spots import Spots
from houseway.train.player.values import Valued

DEALS = sized(quick=300, test=400, thorough=1500)


def at_spots(game: Game[Any], count: int, at: str = "") -> Iterator[Valued]:
    found, number = 0, 0
    while found < count:
        valued = Spots(game, f"outlook {number}")._valued
        number += 1
        if not at or valued.at == at:
            found += 1
            yield valued


def played(game: Game[Any], known: Known, chosen: Decision, piles: Piles) -> Hand:
    """A deal played by the rules: the decisions made, then the chosen one, then the best."""
    before = iter([*(decision for _, decision in known.decisions), chosen])

    def decide(at: str, spot: Spot) -> Decision:
        made = next(before, None)
        if made is not None:
            return made
        seen = spot.seen
        return advise(game, spot.dealt, seen.community, dealer=seen.dealer, decisions=spot.decisions)[1][0].decision

    return Walker(game).play(piles, decide)


def rest(game: Game[Any], known: Known) -> list[Card]:
    left = list(game.deck)
    for card in (*known.cards, *known.community, *known.dealer):
        left.remove(card)
    return left


def counted_again(game: Game[Any], hands: Iterator[Hand]) -> tuple[int, int, int, int, Fraction]:
    total = wins = losses = idle = 0
    value = Fraction()
    for hand in hands:
        net = net_of(game, hand, game.wagers.main_group)
        total, wins, losses, value = total + 1, wins + (net > 0), losses + (net < 0), value + net
        idle += not hand.spot.folded and game.dealer_qualifies(hand.house) is False
    return total, wins, losses, idle, value / UNIT / total


def test_duel_over_all_cards_of_the_dealer() -> None:
    game = made(DUEL)
    for valued in at_spots(game, 12):
        outlooks = odds_of(game).outlook(valued.known)
        for action in valued.actions:
            piles = (Piles(dealt=valued.known.cards, dealer=(card,)) for card in rest(game, valued.known))
            total, wins, losses, _, value = counted_again(
                game, (played(game, valued.known, action.decision, pile) for pile in piles)
            )
            found = outlooks[action.decision]
            assert Fraction(found.wins, found.total) == Fraction(wins, total)
            assert Fraction(found.losses, found.total) == Fraction(losses, total)
            assert action.value == value


def test_mini_tex_on_the_river_over_all_hands_of_the_dealer() -> None:
    game = made("mini-tex")
    for valued in at_spots(game, 2, "river"):
        known = valued.known
        bet = next(action for action in valued.actions if not action.decision.folds)
        piles = (
            Piles(known.cards, dealer=two, community=known.community) for two in combinations(rest(game, known), 2)
        )
        total, wins, losses, idle, value = counted_again(
            game, (played(game, known, bet.decision, pile) for pile in piles)
        )
        found = odds_of(game).outlook(known)[bet.decision]
        assert (found.total, found.wins, found.losses, found.idle) == (total, wins, losses, idle)
        assert bet.value == value
        for text in (f"wins {percent(wins, total)} of the time", f"loses {percent(losses, total)}"):
            assert text in reason(game, valued, bet)
        assert not idle or f"The dealer does not qualify against you {percent(idle, total)} of the time; " in reason(
            game, valued, bet
        )


@pytest.mark.parametrize("name", GAMES)
def test_random_deals_come_out_as_often_as_the_outlook_says(name: str) -> None:
    game = made(name)
    rng = random.Random(f"outlook of {name}")
    for valued in at_spots(game, 2):
        known, left = valued.known, rest(game, valued.known)
        outlooks = odds_of(game).outlook(known)
        best = next(action for action in valued.actions if action.decision in outlooks and not action.decision.folds)

        def piles(known: Known = known, left: list[Card] = left) -> Iterator[Piles]:
            for _ in range(DEALS):
                cards = rng.sample(left, min(len(left), 28))
                house = (*known.dealer, *cards[8:21]), (*known.community, *cards[21:])
                yield Piles(known.cards, tuple(cards[:6]), tuple(cards[6:8]), *house)

        hands = (played(game, known, best.decision, pile) for pile in piles())
        total, wins, losses, idle, _ = counted_again(game, hands)
        found = outlooks[best.decision]
        for seen, share in ((wins, found.wins), (losses, found.losses), (idle, found.idle)):
            if share is not None:
                expected = share / found.total
                assert abs(seen / total - expected) < 4.5 * sqrt(expected * (1 - expected) / total) + 1e-9


@pytest.mark.parametrize("name", GAMES)
def test_every_percentage_of_a_sentence_is_a_count_and_they_make_a_whole(name: str) -> None:
    game = made(name)
    for valued in at_spots(game, 10):
        outlooks = odds_of(game).outlook(valued.known)
        assert all(0 <= found.wins + found.losses <= found.total for found in outlooks.values())
        counts = [
            percent(part, found.total)
            for found in outlooks.values()
            for part in (found.wins, found.losses, found.pushes, found.idle or 0)
        ]
        for action in valued.actions:
            told = reason(game, valued, action)
            assert re.fullmatch(r"[A-Z][^.]*(?:\.\d[^.]*)*\.", told), told
            assert set(re.findall(r"(?:less than |more than )?[\d.]+%", told)) <= set(counts)
            unit = game.wager[game.wagers.main].name
            assert f" {unit} on average" in told or f"the {unit} always" in told


def test_what_happens_now_and_then_is_not_called_never() -> None:
    assert [percent(part, 10_000) for part in (0, 1, 380, 3820, 9999, 10_000)] == [
        "0%", "less than 0.1%", "3.8%", "38.2%", "more than 99.9%", "100%",
    ]  # fmt: skip
