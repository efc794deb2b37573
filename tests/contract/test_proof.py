"""The contract proves a game's mathematics: errors planted in it are found, with the deal that shows them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from tests.contract import planted
from tests.contract.fewer import fewer_samples

from houseway.contract import ContractError, check_any_game
from houseway.contract.law import GameClass
from houseway.contract.promises import classes_keep_their_promise
from houseway.contract.simulated import kernel_agrees_with_settlement
from houseway.simulation.kernel import TableKernel
from houseway.simulation.sim_kernel import JointOutcome

DEAL = re.compile(r"(the player|the cards)( [2-9TJQKA][cdhs])+")  # what a sentence that names a deal has in it


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (planted.ForgetsTheQualifier, "to the game's classes these are one"),
        (planted.TwoRanksAreOne, "to the game's classes these are one"),
        (planted.SaysSuitsDoNotCount, "the game says that suits do not count"),
        (planted.LooksAtTheFirstCard, "promises that the order is no matter"),
        (planted.ForgetsStraightFlushes, "the player's fact does not follow from `suit_class`"),
    ],
    ids=lambda item: getattr(item, "__name__", ""),
)
def test_promises_that_are_not_kept_are_found(broken: GameClass, sentence: str) -> None:
    with pytest.raises(ContractError, match=re.escape(sentence)) as found:
        classes_keep_their_promise(broken)
    assert DEAL.search(str(found.value))


@pytest.fixture
def example() -> Iterator[Any]:
    with planted.importable(planted.EXAMPLE):
        yield import_module("high_low_duel").HighLowDuel


def test_a_wager_on_one_suit_is_found(example: Any) -> None:
    with pytest.raises(ContractError, match="as if suits were alike") as found:
        classes_keep_their_promise(planted.one_suit_is_lucky(example))
    assert DEAL.search(str(found.value))


@pytest.mark.slow
def test_the_example_game_keeps_the_contract(example: Any) -> None:
    """It is not installed here, and need not be."""
    with fewer_samples():
        check_any_game(example)


def wrong_net(outcome: JointOutcome) -> JointOutcome:
    return outcome._replace(main_net=outcome.main_net or Fraction(1))


def wrong_row(outcome: JointOutcome) -> JointOutcome:
    return outcome._replace(side_rows=tuple(row or 1 for row in outcome.side_rows))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (wrong_net, r"nets 0 on ante at the table, but 1 by the kernel's code \d"),
        (wrong_row, r"nets 5 on court at the table, but 1 by the kernel's code \d"),
    ],
)
def test_kernels_that_are_wrong_are_found(
    example: Any, monkeypatch: pytest.MonkeyPatch, change: Callable[[JointOutcome], JointOutcome], sentence: str
) -> None:
    outcome = TableKernel.outcome
    kernel_agrees_with_settlement(example)
    monkeypatch.setattr(TableKernel, "outcome", lambda kernel, code: change(outcome(kernel, code)))
    with pytest.raises(ContractError, match=sentence) as found:
        kernel_agrees_with_settlement(example)
    assert DEAL.search(str(found.value))
