"""Games with a board, counted board by board, beside every deal settled one by one and beside the tree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.odds.reading import only_these
from tests.wider.games.holdem import Holdem

from houseway.cards import DECK, Card, parse_cards
from houseway.catalog import game_class
from houseway.contract.simulated import check_on_the_table, check_rows
from houseway.games.mini_tex.rules import MiniTex
from houseway.odds import boards, odds_of
from houseway.odds.board_odds import ByBoard
from houseway.odds.by_situation import BySituation
from houseway.odds.cost import cost_of
from houseway.odds.game_odds import OPTIMAL, Known, WrongShape
from houseway.rules.game import Decision, HouseCards, Offer, Spot
from houseway.simulation.board_kernel import BoardKernel
from houseway.simulation.kernel import derived_kernel

OPEN = {"ante": 500}
TEN = parse_cards("Ac Ad Ah Kc Kd Kh Qc Qd Qh Js")  # three suits alike, and one card of the fourth


@pytest.mark.parametrize("edition", ["plain", "suited"])
def test_holdem_equals_its_tree(edition: str) -> None:
    game = Holdem.make(edition)
    assert_equal(ByBoard(game, known=only_these(TEN)), BySituation(game, known=only_these(TEN)))


@pytest.mark.parametrize("edition", ["pair", "ace-king"])
@pytest.mark.parametrize("ranks", [(5, 6, 9), (2, 3, 13, 14)])
def test_mini_tex_equals_its_tree(edition: str, ranks: tuple[int, ...]) -> None:
    deck = [card for card in DECK if card.rank in ranks]
    game = MiniTex.make(edition)
    assert_equal(ByBoard(game, known=only_these(deck)), BySituation(game, known=only_these(deck)))


def assert_equal(found: ByBoard[Any], tree: BySituation[Any]) -> None:
    assert found.count(OPTIMAL) == tree.count(OPTIMAL)
    assert list(found.joint_counts(OPTIMAL)) == list(tree.joint_counts(OPTIMAL))
    assert found.decided_sides == tree.decided_sides
    for side in found.sides:
        assert found.side_outcomes(side) == tree.side_outcomes(side)
        assert found.side_total(side) == tree.side_total(side)
    for choice in tree.choices:
        at = choice.at
        for situation in list(tree.situations(at))[::37]:
            spot = situation.spot
            known = Known(at, spot.dealt, spot.seen.community, spot.seen.dealer, spot.decisions)
            advice = [odds.advise(known) for odds in (found, tree)]
            assert advice[0] == advice[1]
            assert found.outlook(known) == tree.outlook(known)

    def fickle(known: Known) -> Decision:
        """A strategy that looks at all cards it sees and treats isomorphic situations alike."""
        spot = Spot(1, OPEN, known.cards, decisions=known.decisions, seen=HouseCards((), known.community))
        odd = sum(card.rank for card in known.cards + known.community) % 2
        offers: tuple[Offer, ...] = tuple(found.game.offers(known.at, spot))
        return offers[-odd].decision

    assert found.count(fickle) == tree.count(fickle)


def test_what_cannot_be_counted_by_boards_says_why() -> None:
    class LooksAtCards(Holdem):
        def offers(self, at: str, spot: Any) -> Any:
            return super().offers(at, spot) if spot.dealt[0].rank > 2 else tuple(super().offers(at, spot))[:1]

    class NamesASuit(Holdem):
        suits_alike = False

    for kind, words in ((LooksAtCards, "look at the player's cards"), (NamesASuit, "suits are not alike")):
        with pytest.raises(WrongShape, match=words):
            ByBoard(kind.make())
    with pytest.raises(WrongShape, match="declares no ranking"):
        ByBoard(game_class("high-card-draw").make())


def test_dispatch_and_cost_go_by_the_shape() -> None:
    assert isinstance(odds_of(Holdem.make()), ByBoard)
    assert 20 < cost_of(Holdem.make()).seconds < 80
    assert cost_of(MiniTex.make()).seconds < 1
    assert boards.geometry_of(DECK, 2).street(3).weights.sum() == 22_100
    assert len(boards.geometry_of(DECK, 2).street(3).boards) == 1755


class ShortHoldem(Holdem):
    """Hold'em from twenty cards, nine to king."""

    id = "short-holdem"

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if 9 <= card.rank <= 13)


def test_kernel_deals_what_the_table_settles() -> None:
    game = ShortHoldem.make("suited")
    odds = odds_of(game)
    assert isinstance(odds, ByBoard)
    kernel = derived_kernel(game, OPTIMAL, odds)
    assert isinstance(kernel, BoardKernel)

    def decide(known: Known) -> Decision:
        return odds.advise(known)[1][0].decision

    codes = np.empty((20_000, 1), np.uint16)
    kernel.fill(7, 0, codes)
    first = sorted(np.unique(codes, return_index=True)[1].tolist())  # a round for each end that is not rare
    assert len(first) > 20
    for seats, rounds in ((1, first), (3, range(40))):
        assert check_on_the_table(kernel, decide, seats=seats, rounds=rounds, key=7) == seats * len(rounds)
    check_rows(kernel)


def test_kernel_follows_functions() -> None:
    game = ShortHoldem.make()
    odds = odds_of(game)
    assert isinstance(odds, ByBoard)

    def checks(known: Known) -> Decision:
        offers = game.offers(known.at, Spot(1, OPEN, known.cards))
        return tuple(offers)[known.at != "river"].decision

    kernel = derived_kernel(game, checks, odds)
    assert check_on_the_table(kernel, checks, seats=2, rounds=range(60), key=3) == 120
