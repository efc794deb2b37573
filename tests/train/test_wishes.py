"""What an exercise should be about: it is, or it is refused in a sentence; and everything at hand is loaded when used."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from tests.sizes import sized
from tests.train.dealer_games import class_of, every_game, sampled

from houseway import train
from houseway.catalog import game, pot_game
from houseway.errors import OptionError
from houseway.rules.game import Game
from houseway.train.items import all_items
from houseway.train.registry import can_examine


@every_game
def test_a_wish_comes_true_or_is_refused(name: str) -> None:
    for number, made in sampled(name, sized(quick=1, test=1, thorough=40)):
        for kind in train.dealer_kinds(made):
            for item in all_items(made)[number % 3 :: sized(quick=3, test=3, thorough=1)]:
                made_so, why = made_or_refused(made, kind, f"wish {number}", item)
                if made_so is None:
                    assert train.item_words(made, item) in why
                    assert why.endswith(".")
                else:
                    assert can_examine(made, kind, item)
                    assert item in made_so.covers


def made_or_refused(made: Game[Any], kind: str, seed: str, item: str) -> tuple[train.Exercise | None, str]:
    try:
        return train.make(made, kind, seed, item), ""
    except train.UnmetWish as refusal:
        return None, str(refusal)


@every_game
def test_what_is_nothing_to_examine_is_refused(name: str) -> None:
    made = class_of(name).make()
    for kind in train.dealer_kinds(made):
        for about in ("step 99", "row ante: Nothing", "luck", "hand flop: pair", "step"):
            with pytest.raises(OptionError, match="is not a step or case"):
                train.make(made, kind, "1", about)


def test_another_kind_of_exercise_is_named_as_the_way_out() -> None:
    with pytest.raises(
        train.UnmetWish, match=r"'Pay' is never about \"Manual 4: If the player folded: .*\": choose another kind"
    ):
        train.make(game("mini-tex"), "pay", "1", "step 5")
    with pytest.raises(OptionError, match="is not a step or case"):
        train.make(pot_game("mini-tex-pvp"), "pots", "1", "step 99")


@pytest.mark.parametrize("kind", ["spot", "hand"])
def test_a_kind_of_hand_that_does_not_come_is_refused(kind: str) -> None:
    with pytest.raises(train.UnmetWish, match="about 'hand flop: five of a kind' was found"):
        train.make(game("mini-tex"), kind, "1", "hand flop: five of a kind")


def test_the_package_is_light_and_knows_its_names() -> None:
    light = (
        "import sys, houseway.train as t; loaded = set(sys.modules);"
        "assert not loaded & {'numpy', 'numba', 'fsrs', 'houseway.train.exam', 'houseway.train.profile'}, loaded;"
        "assert all(getattr(t, name) is not None for name in t.__all__);"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", light], check=True)
    with pytest.raises(AttributeError, match="no attribute 'luck'"):
        train.luck  # type: ignore[attr-defined]  # noqa: B018
