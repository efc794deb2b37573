"""Another pay table at once: the same solution as counting the game again."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from tests.sizes import sized
from tests.train.player_games import DUEL, class_of, made

from houseway.catalog import banked_ids
from houseway.lab.repricing import counts_of, free_options, price, reprice
from houseway.lab.searching_pays.options import option_of, pays_of, with_pays
from houseway.odds import solve
from houseway.odds.by_situation import BySituation
from houseway.rules import Pay
from houseway.rules.game import Game
from houseway.rules.pay_tables import Pays, Prize, Prizes

SMALL = (DUEL, "two-card-roo", "mini-tex", "high-card-flush")
LARGE = sorted(set(banked_ids()) - set(SMALL))
FREE = {  # the options with pays that no decision depends on
    DUEL: {"court"},
    "two-card-roo": {"pairs-pay"},
    "three-card-roo": {"pairs-pay"},
    "high-card-draw": {"tensup"},
    "three-card-draw-poker": {"pair-plus"},
    "mini-tex": {"pocket-poker"},
    "high-card-flush": {"flush", "straight-flush", "progressive"},
}


def other_pays(game: Game[Any], seed: str) -> dict[str, Pays | Prizes]:
    """Pays by chance, some of them equal, some broken, in no order."""
    chance, found = random.Random(f"{game.id} {seed}"), dict[str, Pays | Prizes]()
    for option in free_options(game):
        rows = range(len(pays := pays_of(game, option)))
        if isinstance(pays, Pays):
            some: list[int | Fraction] = [1, 2, 2, 7, 40, 999, Fraction(3, 2)]
            found[option] = Pays(chance.choice(some) for _ in rows)
        else:
            prizes = [Prize(percent=chance.randint(1, 100)), Prize(cents=100 * chance.randint(1, 9999))]
            found[option] = Prizes(chance.choice(prizes) for _ in rows)
    return found


def check(name: str, tables: int) -> None:
    game = made(name)
    known = solve(game)
    assert reprice(game, known, game) == known
    for number in range(tables):
        other = with_pays(game, other_pays(game, str(number)))
        assert reprice(other, known, game) == solve(other), other.options


@pytest.mark.parametrize("name", SMALL)
def test_any_pays_give_what_solving_again_gives(name: str) -> None:
    check(name, sized(quick=2, test=3, thorough=20))


@pytest.mark.thorough
@pytest.mark.parametrize("name", LARGE)
def test_any_pays_of_a_large_game(name: str) -> None:
    check(name, 3)
    assert set(free_options(made(name))) == FREE[name]


@pytest.mark.parametrize("name", SMALL)
def test_the_free_options(name: str) -> None:
    assert set(free_options(made(name))) == FREE[name]


def test_editions_and_strategies_are_kept_apart() -> None:
    for edition in ("pair", "ace-king"):
        game = class_of("mini-tex").make(edition)
        other = with_pays(game, {"pocket-poker": Pays((31, 7, 7, 2, 1))})
        for strategy in ("optimal", "never-fold"):
            assert reprice(other, solve(game, strategy), game) == solve(other, strategy)


def test_the_meter_is_a_price_too() -> None:
    game = made("high-card-flush")
    known = solve(game, meter=123_456)
    other = with_pays(game, {"progressive": Prizes.parse("90%/12%/$1000/$200/$20", rows=5)})
    assert reprice(other, known, game, meter=123_456) == solve(other, meter=123_456)
    assert reprice(other, known, game) is None  # it was solved at another meter


def test_what_must_be_solved_again() -> None:
    game = made("two-card-roo")
    known = solve(game)
    kind = class_of("two-card-roo")
    for edition, changes in (
        ("odds", {"flush-roo": "14/3"}),  # decisions depend on it
        ("odds", {"pairs-pay": "14", "ties": "push"}),
        ("text", {"pairs-pay": "14"}),
        ("odds", {"pairs-pay": "off"}),
        ("odds", {"pairs-pay": "0"}),  # a push or a loss, as the rules have it
    ):
        assert reprice(kind.make(edition, changes), known, game) is None, changes
    assert reprice(made(DUEL), known, game) is None
    off = kind.make("odds", {"pairs-pay": "off"})
    assert reprice(game, solve(off), off) is None
    wrong = solve(kind.make("odds", {"pairs-pay": "14"}))
    assert reprice(kind.make("odds", {"pairs-pay": "13"}), wrong, game) is None


def test_rules_that_pay_something_else_than_the_table_says() -> None:
    duel = class_of(DUEL)

    class Doubling(duel):  # type: ignore[valid-type, misc]
        """A king pays double."""

        id = "doubling-duel"

        def settle(self, step: Any, wagers: Any, spot: Any, house: Any) -> Iterable[Pay]:
            for pay in super().settle(step, wagers, spot, house):
                yield pay._replace(odds=pay.odds * 2) if pay.case == "court/2" and spot.dealt[0].rank == 13 else pay

    class Capped(duel):  # type: ignore[valid-type, misc]
        """No row pays more than ten."""

        id = "capped-duel"

        def settle(self, step: Any, wagers: Any, spot: Any, house: Any) -> Iterable[Pay]:
            return [pay._replace(odds=min(pay.odds, 10)) for pay in super().settle(step, wagers, spot, house)]

    for kind in (Doubling, Capped):
        game = kind.make()
        assert reprice(kind.make(None, {"court": "4/1"}), solve(game), game) is None


def test_every_side_wager_with_pays_has_its_option() -> None:
    for name in (DUEL, *banked_ids()):
        game = made(name)
        for wager in game.wagers:
            if wager.pays is not None or wager.prizes is not None:
                option = option_of(game, wager)
                assert option is not None
                assert pays_of(game, option) == (wager.pays or wager.prizes)
            else:
                assert option_of(game, wager) is None


def test_without_pays_there_is_nothing_to_exchange() -> None:
    game = class_of(DUEL).make(None, {"court": "off"})
    assert counts_of(game) is None
    counts = counts_of(made(DUEL))
    assert counts is not None
    assert price(counts, game) is None


def test_a_sampled_game_is_sampled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BySituation, "estimated", True)
    game = class_of(DUEL).make("dealer", {"court": "3/2"})
    assert free_options(game) == ()
