"""Games that ask more of the table keep the contract as all others do."""

from __future__ import annotations

import pytest
from tests.contract.fewer import fewer_samples
from tests.wider.games import GAMES, POT_GAMES

from houseway.contract import CHECKS, POT_CHECKS
from houseway.contract.law import Check, GameClass
from houseway.contract.pots import PotCheck, PotClass


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game_class", GAMES, ids=lambda game: game.id)
def test_games_against_the_house(game_class: GameClass, check: Check) -> None:
    with fewer_samples():
        check(game_class)


@pytest.mark.parametrize("check", POT_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game_class", POT_GAMES, ids=lambda game: game.id)
def test_games_among_players(game_class: PotClass, check: PotCheck) -> None:
    with fewer_samples():
        check(game_class)
