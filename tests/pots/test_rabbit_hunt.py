"""The rabbit hunt, in every game with a board: the cards that would have come are those of the sealed shuffle, and they
are told at the end and never before."""

from __future__ import annotations

import json

import pytest

from houseway import catalog
from houseway.catalog import banked_ids, game_ids, pot_game_class
from houseway.contract import pots
from houseway.rules.procedure import COMMUNITY, Burn, Deal
from houseway.table.pot_round import PotRound
from houseway.table.record import to_record
from houseway.table.seals import check_proof, deck_seal, proof
from houseway.table.shuffle import Shoe, Stream, mixed

POTS = sorted(set(game_ids()) - set(banked_ids()))
HANDS = 60


def board_of(hand: PotRound) -> list[str]:
    """The whole board, dealt by hand from the shuffled deck."""
    shoe = Shoe(hand.game.deck, Stream(hand.server_seed, mixed(hand.player_seeds)), hand.stacked)
    board: list[str] = []
    for step in hand.game.procedure:
        if isinstance(step, Burn):
            shoe.draw(step.count)
        elif isinstance(step, Deal) and step.to == COMMUNITY:
            board += [card.text for card in shoe.draw(step.count)]
        elif isinstance(step, Deal):
            shoe.draw(step.count * len(hand.start))
    return board


@pytest.mark.parametrize("game_id", POTS)
def test_what_would_have_come_completes_the_board_once_the_hand_is_over(game_id: str) -> None:
    game = pot_game_class(game_id).make()
    early = 0
    for number in range(HANDS):
        for hand in pots.points(game, number):
            dealt = [card.text for card in hand.view(None).shown_community()]
            if not hand.over:
                assert hand.undealt == ()
                continue
            told = [card.text for card in hand.undealt]
            assert dealt + told == board_of(hand)
            early += bool(told)
            for viewer in (None, *hand.start):
                seen = json.dumps(hand.view(viewer).to_json())
                assert not any(f'"{card}"' in seen for card in told)
    assert early, "no hand ended before its board was complete"


@pytest.mark.parametrize("game_id", POTS)
def test_the_seals_prove_it(game_id: str) -> None:
    game = pot_game_class(game_id).make()
    for number in range(HANDS):
        *_, hand = pots.points(game, number)
        published, seat = deck_seal(hand), next(iter(hand.start))
        usual, hunted = (check_proof(published, proof(hand, seat, undealt=undealt)) for undealt in (False, True))
        more = {place: card for place, card in hunted.items() if place not in usual}
        assert {**usual, **more} == hunted
        assert tuple(card for _, card in sorted(more.items())) == hand.undealt


def test_it_changes_neither_the_hand_nor_its_record() -> None:
    hand = PotRound(catalog.pot_game("mini-tex-pvp"), {1: 20_000, 2: 15_000}, button=1, seed="a fold")
    assert hand.turn is not None
    hand.act(hand.turn, "fold")
    before = json.dumps(to_record(hand)), hand.stacks, hand.events
    assert len(hand.undealt) == 3
    assert (json.dumps(to_record(hand)), hand.stacks, hand.events) == before
