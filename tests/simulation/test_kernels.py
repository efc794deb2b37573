"""Every game's kernel is the game's rules, only faster: round by round, on the real table and against the exact count."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import pytest
from tests.simulation.kernel_proof import (
    Proof,
    check_cutting,
    check_deals,
    check_joint_outcomes,
    check_on_the_table,
    decider,
    differences,
    nets_of_codes,
    worst_z,
)
from tests.simulation.proofs import PROOFS
from tests.sizes import sized

from houseway.catalog import banked_ids
from houseway.odds.solver import odds_of

ROUNDS = sized(quick=10_000, test=15_000, thorough=1_000_000)  # at least of each game, spread over its cases
SAMPLE = sized(quick=300_000, test=500_000, thorough=3_000_000)
UNLIKELY = 4.5  # standard errors; keys are fixed, so that a run that was green stays green

# Tests of a game that share its kernel, and what is counted of it, go to one worker.
GROUPS = {game_id: pytest.mark.xdist_group(f"{game_id} counted") for game_id in PROOFS}
every_game = pytest.mark.parametrize(
    "proof", [pytest.param(proof, id=game_id, marks=GROUPS[game_id]) for game_id, proof in PROOFS.items()]
)
every_deal = pytest.mark.parametrize(
    ("proof", "options"),
    [
        pytest.param(
            proof,
            options,
            id=" ".join((game_id, *(f"{name}={options[name]}" for name in options))),
            marks=GROUPS[game_id],
        )
        for game_id, proof in PROOFS.items()
        for options in proof.deals
    ],
)


class Played(NamedTuple):
    """A case of a game, and the kernel that plays it."""

    proof: Proof[Any]
    kernel: Any


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((proof, case), id=f"{game_id} {case}", marks=pytest.mark.xdist_group(f"{game_id} {case}"))
        for game_id, proof in PROOFS.items()
        for case in proof.cases[: sized(quick=1, test=2, thorough=None)]
    ],
)
def played(request: pytest.FixtureRequest) -> Played:
    """A function is asked up to a million questions for its kernel: all tests of a case take the same one."""
    proof, case = request.param
    return Played(proof, proof.make(case))


@lru_cache(maxsize=4)
def _first_case(game_id: str, options: tuple[tuple[str, Any], ...]) -> Any:
    proof = PROOFS[game_id]
    return proof.make(proof.cases[0], **dict(options))


def first_case(proof: Proof[Any], **options: Any) -> Any:
    """The kernel of a game's first case, made once: that may count the whole game. Nobody here changes it."""
    return _first_case(next(game_id for game_id, found in PROOFS.items() if found is proof), tuple(options.items()))


def test_every_game_is_here() -> None:
    assert set(PROOFS) == set(banked_ids())


@every_game
def test_strategies_are_all_among_the_cases(proof: Proof[Any]) -> None:
    played = {case.strategy for case in proof.cases if isinstance(case.strategy, str)}
    assert played == set(odds_of(proof.rules.make()).strategies())


def test_rounds_settle_as_the_rules_settle_them(played: Played) -> None:
    """Of each game with one seat, and others with more: a million of each game when thorough."""
    proof, kernel = played
    check_joint_outcomes(kernel)
    hands, most = proof.hands(kernel), kernel.game.seats
    for seats, rounds in ((1, -(-ROUNDS // len(proof.cases))), ((most + 1) // 2, 500), (most, 500)):
        assert not differences(kernel, hands, rounds=rounds, seats=seats)


def test_the_table_deals_the_same_rounds(played: Played) -> None:
    proof, kernel = played
    decide, most = decider(kernel, proof.by_plan), kernel.game.seats
    hands = sum(
        check_on_the_table(kernel, decide, seats=seats, rounds=range(30), key=5) for seats in range(1, most + 1)
    )
    assert hands == 30 * most * (most + 1) // 2


@pytest.mark.parametrize("seats", [1, 3])
def test_means_and_rows_agree_with_the_exact_count(played: Played, seats: int) -> None:
    kernel = played.kernel
    assert worst_z(kernel, nets_of_codes(kernel), rounds=SAMPLE // seats, seats=seats, key=2024) < UNLIKELY


@every_game
def test_a_wrong_payout_is_caught(proof: Proof[Any]) -> None:
    kernel = first_case(proof)
    nets = nets_of_codes(kernel)
    assert worst_z(kernel, nets, rounds=1_000_000, seats=1, key=9) < UNLIKELY
    right, other = proof.wrong_payout
    wrong = [(main, other if side == right else side, *more) for main, side, *more in nets]
    assert worst_z(kernel, wrong, rounds=1_000_000, seats=1, key=9) > UNLIKELY


@pytest.mark.parametrize(
    ("proof", "change"),
    [
        pytest.param(
            proof,
            change,
            id=" ".join((game_id, *(f"{name}={change[name]}" for name in change))),
            marks=GROUPS[game_id],
        )
        for game_id, proof in PROOFS.items()
        for change in proof.wrong_rules
    ],
)
def test_a_wrong_rule_is_caught(proof: Proof[Any], change: dict[str, Any]) -> None:
    plain = proof.cases[0]
    kernel = first_case(proof)
    wrong = proof.rules.make(plain.edition, {**plain.options, **change})
    assert differences(kernel, proof.hands(kernel), rounds=20_000, key=1, rules=wrong)


@every_deal
@pytest.mark.parametrize("seats", [1, 2])
def test_rounds_do_not_depend_on_how_they_are_cut(proof: Proof[Any], options: dict[str, Any], seats: int) -> None:
    check_cutting(first_case(proof, **options), seats=seats)


@every_deal
@pytest.mark.parametrize("full", [False, True])
def test_every_card_comes_as_often_as_any_other(proof: Proof[Any], options: dict[str, Any], full: bool) -> None:
    kernel = first_case(proof, **options)
    seats = kernel.game.seats if full else 1
    check_deals(kernel.cards(3, 0, 40_000, seats), proof.sets(kernel, seats), decks=options.get("decks", 1))
