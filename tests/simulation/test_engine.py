"""The engine: the same counts however the work is cut, and figures that follow from the counts exactly."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import houseway
from houseway.errors import HousewayError, OptionError, RecordError, WagerError
from houseway.odds import solve
from houseway.odds.game_odds import Known
from houseway.rules.game import Decision
from houseway.simulation import Result, simulate
from houseway.simulation.engine import CHUNK, Interruption, Sum, chunks, play_rounds, prepare
from houseway.simulation.expected import expectation
from houseway.simulation.result import result_of
from houseway.simulation.run import plan_of, play_span, run
from houseway.simulation.sim_kernel import JointOutcome
from houseway.simulation.tally import Tally

GAME = houseway.game("two-card-roo")
ROUNDS = 3 * CHUNK + 12_345


@pytest.fixture(scope="module")
def usual() -> Result:
    return simulate(GAME, ROUNDS, seed="engine", threads=1)


# --- the same counts ---


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_do_not_change_the_counts(usual: Result, threads: int) -> None:
    assert simulate(GAME, ROUNDS, seed="engine", threads=threads).tally == usual.tally


@pytest.mark.parametrize("seats", [1, 3])
def test_cuts_do_not_change_the_counts(seats: int) -> None:
    prepared = prepare(plan_of(GAME, seed="cuts", seats=seats))
    whole = play_rounds(prepared, 0, 100_000)
    cuts = [0, 1, 2, 40_000, 40_001, 99_999, 100_000]
    parts = [play_rounds(prepared, first, last) for first, last in pairwise(cuts)]
    total = Tally.nothing(seats, prepared.kernel.codes)
    for part in parts:
        total += part
    assert total == whole


def test_another_seed_is_another_sample(usual: Result) -> None:
    assert simulate(GAME, ROUNDS, seed="other").tally != usual.tally


def test_a_drawn_seed_is_told_and_repeats() -> None:
    first = simulate(GAME, 50_000)
    assert first.plan.seed != simulate(GAME, 50_000).plan.seed
    assert simulate(GAME, 50_000, seed=first.plan.seed).tally == first.tally


def test_a_worker_does_not_take_one_plan_for_another() -> None:
    one = plan_of(GAME, seed="one")
    two = replace(one, seed="two")
    first, second = play_span(one, 0, 5_000), play_span(two, 0, 5_000)
    assert first != second
    assert play_span(one, 0, 5_000) == first
    assert second == simulate(GAME, 5_000, seed="two").tally


def test_a_worker_of_another_version_refuses() -> None:
    """It might deal other cards, and the total would be nobody's."""
    with pytest.raises(HousewayError, match=r"houseway [0-9.]+, not 0\.0\.9"):
        play_span(replace(plan_of(GAME, seed="old"), version="0.0.9"), 0, 100)


def test_parts_are_added_in_order() -> None:
    """What is there is always the first so many rounds: a later part waits."""
    adding: Sum[Tally] = Sum(Tally.nothing(1, 2), Tally.__add__)
    part = Tally(10, np.array([[4, 6]]))
    assert not adding.put(1, part)
    assert adding.total.rounds == 0
    assert adding.put(0, part)
    assert adding.total.rounds == 20


def test_chunks_cover_and_end_at_multiples() -> None:
    assert list(chunks(3, 25, 10)) == [(3, 10), (10, 20), (20, 25)]
    assert list(chunks(5, 5, 10)) == []


def test_a_wish_to_stop_leaves_the_signal_as_it_was() -> None:
    import signal

    before = signal.getsignal(signal.SIGINT)
    with Interruption() as wish:
        assert not wish.wished
        signal.raise_signal(signal.SIGINT)
        assert wish.wished
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


# --- checkpoints ---


def test_resumed_is_the_same(usual: Result, tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    simulate(GAME, CHUNK + 77, seed="engine", checkpoint=file)
    again = simulate(GAME, ROUNDS, seed="engine", checkpoint=file, threads=2)
    assert again.tally == usual.tally
    assert [path.name for path in tmp_path.iterdir()] == ["kept.json"]
    assert simulate(GAME, ROUNDS, seed="engine", checkpoint=file).tally == usual.tally  # nothing left to do


def test_resumed_with_seats(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    simulate(GAME, 40_000, seed="seats", seats=3, checkpoint=file)
    assert (
        simulate(GAME, 90_000, seed="seats", seats=3, checkpoint=file).tally
        == simulate(GAME, 90_000, seed="seats", seats=3).tally
    )


@pytest.mark.parametrize(
    ("change", "word"),
    [({"seed": "b"}, "seed"), ({"strategy": "printed"}, "strategy"), ({"seats": 2}, "seats"), ({"bet": 500}, "stakes")],
)
def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path, change: dict[str, object], word: str) -> None:
    file = tmp_path / "kept.json"
    simulate(GAME, 1_000, seed="a", checkpoint=file)
    kept = file.read_bytes()
    with pytest.raises(RecordError, match=rf"another simulation \({word}\)"):
        simulate(GAME, 2_000, checkpoint=file, **{"seed": "a", **change})  # type: ignore[arg-type]
    assert file.read_bytes() == kept


def test_a_checkpoint_of_other_rules_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    simulate(GAME, 1_000, seed="a", checkpoint=file)
    with pytest.raises(RecordError, match="fingerprint"):
        simulate(houseway.game("two-card-roo", "text"), 2_000, seed="a", checkpoint=file)


def test_a_checkpoint_of_another_function_of_the_same_name_is_refused(tmp_path: Path) -> None:
    def made() -> Iterator[Callable[[Known], Decision]]:
        def decide(known: Known) -> Decision:
            return Decision("low", key="position")

        yield decide

        def decide(known: Known) -> Decision:  # type: ignore[no-redef]
            return Decision("high", key="position")

        yield decide

    one, two = made()
    assert one.__qualname__ == two.__qualname__
    simulate(GAME, 1_000, seed="a", strategy=one, checkpoint=tmp_path / "kept.json")
    with pytest.raises(RecordError, match=r"another simulation \(strategy\)"):
        simulate(GAME, 2_000, seed="a", strategy=two, checkpoint=tmp_path / "kept.json")


def test_a_checkpoint_without_a_folder_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no folder"):
        simulate(GAME, 10**15, seed="a", checkpoint=tmp_path / "nowhere" / "kept.json")


@pytest.mark.parametrize("text", ["", "no json", "[]", '{"identity": {}}'])
def test_a_file_that_is_no_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "kept.json"
    file.write_text(text)
    with pytest.raises(RecordError):
        simulate(GAME, 2_000, seed="a", checkpoint=file)


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    simulate(GAME, 1_000, seed="a", checkpoint=file)
    file.write_text(file.read_text().replace('"rounds": 1000', '"rounds": 1001'))
    with pytest.raises(RecordError, match="damaged"):
        simulate(GAME, 2_000, seed="a", checkpoint=file)


def test_fewer_rounds_than_the_checkpoint_holds(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    simulate(GAME, 1_000, seed="a", checkpoint=file)
    with pytest.raises(OptionError, match="1,000 rounds already"):
        simulate(GAME, 999, seed="a", checkpoint=file)


# --- figures ---


def test_figures_follow_from_the_codes() -> None:
    """Mean, deviation and error computed the plain way from every single hand."""
    plan = plan_of(GAME, seed="plain", seats=2, bet=1000, sides={"pairs-pay": 500})
    result = run(plan, 20_000)
    kernel = prepare(plan).kernel
    codes = np.empty((20_000, 2), np.uint16)
    kernel.fill(plan.key, 0, codes)
    pays = solve(GAME).wager("pairs-pay").rows
    index = kernel.sides.index("pairs-pay")
    main = [[float(kernel.outcome(code).main_net) for code in row] for row in codes]
    side = [[float(pays[kernel.outcome(code).side_rows[index]].net) for code in row] for row in codes]
    for name, hands in (("roo", main), ("pairs-pay", side)):
        estimate = result.wager(name).estimate
        totals = np.array(hands).sum(axis=1)
        assert float(estimate.mean) == pytest.approx(np.mean(hands))
        assert estimate.standard_deviation == pytest.approx(np.std(hands))
        assert estimate.standard_error == pytest.approx(np.std(totals) / 2 / math.sqrt(20_000))
        assert estimate.z is not None
        assert estimate.z * estimate.standard_error == pytest.approx(float(estimate.mean - (estimate.exact or 0)))
    overall = 1000 * np.array(main) + 500 * np.array(side)
    assert float(result.overall.mean) == pytest.approx(overall.mean())
    assert result.overall.standard_error == pytest.approx(overall.sum(axis=1).std() / 2 / math.sqrt(20_000))


def test_seats_against_one_dealer_move_together() -> None:
    """A round's seats win and lose with the dealer's hand: the error is larger than that of as many free hands."""
    result = simulate(GAME, 200_000, seed="together", seats=6)
    free = result.main.estimate.standard_deviation / math.sqrt(6 * 200_000)
    assert result.main.estimate.standard_error > 1.1 * free


def test_exact_figures_are_the_solutions(usual: Result) -> None:
    solution = solve(GAME)
    assert usual.main.estimate.exact == solution.main.expected_value
    for wager in usual.wagers:
        assert wager.estimate.exact == solution.wager(wager.wager).expected_value
        assert sum(outcome.count for outcome in wager.outcomes if not outcome.line.bonus) == ROUNDS
    labels = [outcome.line.label for outcome in usual.main.outcomes]
    assert labels == [row.label for row in solution.main.rows]
    for outcome, row in zip(usual.main.outcomes, solution.main.rows, strict=True):
        assert outcome.expected == pytest.approx(ROUNDS * row.count / solution.main.total)


def test_all_stakes_together_are_the_solutions_mix() -> None:
    stakes = {"roo": 1000, "flush-roo": 300, "pairs-pay": 500}
    plan = plan_of(GAME, bet=1000, sides={"flush-roo": 300, "pairs-pay": 500})
    found = expectation(plan, prepare(plan).kernel)
    mean, deviation = solve(GAME).mix(stakes)
    assert found.mean == mean
    assert math.sqrt(found.variance or 0) == pytest.approx(deviation)


def test_every_wager_agrees_with_the_exact_odds(usual: Result) -> None:
    for wager in usual.wagers:
        assert wager.estimate.z is not None
        assert abs(wager.estimate.z) < 4.5
        assert wager.chi_square is not None
        assert wager.chi_square.p_value > 1e-5
    assert usual.overall.z is not None
    assert abs(usual.overall.z) < 4.5


def test_a_wrong_payout_is_caught() -> None:
    """A kernel that pays one outcome of the main wager half a unit too much."""
    prepared = prepare(plan_of(GAME, seed="crooked"))
    tally = play_rounds(prepared, 0, 8 * CHUNK)
    right = result_of(
        prepared, expectation(prepared.plan, prepared.kernel), tally, requested=tally.rounds, per_second=0
    )
    honest = prepared.kernel.outcome

    def crooked(code: int) -> JointOutcome:
        outcome = honest(code)
        tie = outcome.main_rows[0] == 5  # "Ties", one hand of 227
        return outcome._replace(main_net=outcome.main_net + Fraction(1, 2)) if tie else outcome

    prepared.kernel.outcome = crooked  # type: ignore[method-assign]
    wrong = result_of(
        prepared, expectation(prepared.plan, prepared.kernel), tally, requested=tally.rounds, per_second=0
    )
    assert right.main.estimate.z is not None
    assert wrong.main.estimate.z is not None
    assert abs(right.main.estimate.z) < 4
    assert wrong.main.estimate.z > 4


def test_wrong_chances_are_caught() -> None:
    """Outcomes that pay the same, mixed up: the mean is right, and chi-square sees it."""
    prepared = prepare(plan_of(GAME, seed="mixed up"))
    tally = play_rounds(prepared, 0, CHUNK)
    honest = prepared.kernel.outcome
    index = prepared.kernel.sides.index("pairs-pay")

    def mixed_up(code: int) -> JointOutcome:
        outcome = honest(code)
        rows = list(outcome.side_rows)
        rows[index] = 0 if rows[index] == 1 else rows[index]  # deuces taken for aces
        return outcome._replace(side_rows=tuple(rows))

    prepared.kernel.outcome = mixed_up  # type: ignore[method-assign]
    wrong = result_of(
        prepared, expectation(prepared.plan, prepared.kernel), tally, requested=tally.rounds, per_second=0
    )
    found = wrong.wager("pairs-pay")
    assert found.estimate.z is not None
    assert abs(found.estimate.z) < 4
    assert found.chi_square is not None
    assert found.chi_square.p_value < 1e-9


# --- bad calls ---


def test_bad_calls_are_refused() -> None:
    with pytest.raises(OptionError, match="from 1 to"):
        simulate(GAME, 0)
    with pytest.raises(OptionError, match="1 to 7 seats"):
        simulate(GAME, 10, seats=8)
    with pytest.raises(OptionError, match="seed"):
        simulate(GAME, 10, seed="")
    with pytest.raises(OptionError, match="no strategy 'lucky'"):
        simulate(GAME, 10, strategy="lucky")
    with pytest.raises(OptionError, match="threads"):
        simulate(GAME, 10, threads=0)
    with pytest.raises(WagerError, match=r"more than \$0"):
        simulate(GAME, 10, bet=0)
    with pytest.raises(WagerError, match="side wagers are flush-roo, pairs-pay"):
        simulate(GAME, 10, sides={"luck": 100})
    with pytest.raises(OptionError, match="has none"):
        simulate(GAME, 10, meter=100)
    with pytest.raises(HousewayError, match="among players"):
        simulate(houseway.catalog.any_game_class("mini-tex-pvp").make(), 10)  # type: ignore[arg-type]
