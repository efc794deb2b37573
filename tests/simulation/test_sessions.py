"""Sessions: the walk beside a plain one, and chances beside exact ones worked out step by step."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest

import houseway
from houseway.errors import OptionError, RecordError
from houseway.odds import solve
from houseway.simulation.engine import prepare
from houseway.simulation.evening import Evening, evening, histogram, percentile
from houseway.simulation.plot import draw
from houseway.simulation.run import plan_of
from houseway.simulation.sessions import SessionPlan, money_of, play_sessions, run_sessions

GAME = houseway.game("two-card-roo")  # the Roo bet nets -1, 0 or 1: a random walk


def sitting(
    *, length: int, bankroll: int, seats: int = 1, stop_win: int | None = None, sides: dict[str, int] | None = None
) -> SessionPlan:
    plan = plan_of(GAME, seed="night", bet=1000, seats=seats, sides=sides)
    return SessionPlan(plan=plan, length=length, bankroll=bankroll, stop_win=stop_win)


def exact_walk(bankroll: int, rounds: int, stop: int | None = None) -> tuple[dict[int, float], float, float]:
    """The chance of each result in bets, of ruin, and of twice the bankroll at some time."""
    odds = solve(GAME).main
    steps = {int(net): count / odds.total for net, count in odds.distribution.items()}
    at: dict[tuple[int, bool], float] = {(0, False): 1.0}
    over: dict[tuple[int, bool], float] = defaultdict(float)
    for _ in range(rounds):
        after: dict[tuple[int, bool], float] = defaultdict(float)
        for (won, doubled), chance in at.items():
            for net, weight in steps.items():
                now = won + net
                state = (now, doubled or now >= bankroll)
                ends = now <= -bankroll or (stop is not None and now >= stop)
                (over if ends else after)[state] += chance * weight
        at = after
    ends_at: dict[int, float] = defaultdict(float)
    for (won, _), chance in [*at.items(), *over.items()]:
        ends_at[won] += chance
    twice = sum(chance for (_, reached), chance in [*at.items(), *over.items()] if reached)
    return dict(ends_at), ends_at[-bankroll], twice


@pytest.mark.parametrize("stop", [None, 7])
def test_chances_are_those_of_a_random_walk(stop: int | None) -> None:
    """Ten bets, sixty rounds: ruin, doubling, being ahead and every percentile as computed exactly."""
    count = 60_000
    night = evening(
        sitting(length=60, bankroll=10_000, stop_win=None if stop is None else stop * 1000), count, threads=2
    )
    results, ruin, doubled = exact_walk(10, 60, stop)
    ahead = sum(chance for won, chance in results.items() if won > 0)
    for found, exact in ((night.ruin, ruin), (night.doubled, doubled), (night.ahead, ahead)):
        if exact:
            assert abs(found - exact) < 4.5 * math.sqrt(exact * (1 - exact) / count)
        else:
            assert found == 0
    assert set(night.tally.results) <= {won * 1000 for won in results}
    for percent in (10, 50, 90):
        below = sum(chance for won, chance in results.items() if won * 1000 <= night.percentile(percent))
        assert below > percent / 100 - 0.01
    mean = sum(won * 1000 * chance for won, chance in results.items())
    assert abs(night.mean - mean) < 4.5 * night.deviation / math.sqrt(count)
    if stop is not None:
        content = sum(chance for won, chance in results.items() if won >= stop)
        assert abs(night.share(night.tally.contented) - content) < 4.5 * math.sqrt(content / count)


@pytest.mark.parametrize(("length", "seats"), [(7, 1), (50, 3), (40_000, 1)])
def test_the_walk_is_the_plain_one(length: int, seats: int) -> None:
    """Every session played again in plain Python from the kernel's codes; long ones go piece by piece."""
    sessions = sitting(length=length, bankroll=12_000, seats=seats, stop_win=9_000, sides={"pairs-pay": 500})
    prepared = prepare(sessions.plan)
    money = money_of(prepared)
    count = 3 if length > 10_000 else 400
    found = play_sessions(prepared, sessions, 5, 5 + count)
    codes = np.empty((count * length, seats), np.uint16)
    prepared.kernel.fill(sessions.plan.key, 5 * length, codes)
    results: Counter[int] = Counter()
    droughts: Counter[int] = Counter()
    ruined = contented = doubled = played = handle = 0
    for session in range(count):
        for seat in range(seats):
            won, dry, longest, twice = 0, 0, 0, False
            for code in codes[session * length : (session + 1) * length, seat]:
                won += int(money.nets[code])
                handle += int(money.bets[code])
                played += 1
                dry = 0 if money.nets[code] > 0 else dry + 1
                longest = max(longest, dry)
                twice = twice or won >= 12_000
                if won >= 9_000:
                    contented += 1
                    break
                if 12_000 + won < 1_500:
                    ruined += 1
                    break
            results[won] += 1
            droughts[longest] += 1
            doubled += twice
    assert found.results == results
    assert found.droughts == droughts
    assert (found.ruined, found.contented, found.doubled) == (ruined, contented, doubled)
    assert (found.played, found.handle) == (played, handle)
    totals = money.nets[codes].sum(axis=1)
    assert found.table_net == totals.sum()
    assert found.table_square == (totals**2).sum()
    assert found.sessions == count * seats


def test_threads_and_checkpoints_do_not_change_sessions(tmp_path: Path) -> None:
    sessions, file = sitting(length=300, bankroll=50_000), tmp_path / "kept.json"
    whole = run_sessions(sessions, 9_000, threads=1)[1].total
    assert run_sessions(sessions, 9_000, threads=2)[1].total == whole
    run_sessions(sessions, 4_001, checkpoint=file)
    assert run_sessions(sessions, 9_000, checkpoint=file)[1].total == whole
    with pytest.raises(RecordError, match="bankroll"):
        run_sessions(sitting(length=300, bankroll=60_000), 9_000, checkpoint=file)
    with pytest.raises(OptionError, match="9,000 sessions already"):
        run_sessions(sessions, 8_999, checkpoint=file)


@pytest.mark.parametrize(
    ("whole", "damaged"),
    [('"rounds": 3000', '"rounds": 3001'), ('"sessions": 300', '"sessions": 3'), ('"played"', '"p"')],
)
def test_a_damaged_checkpoint_of_sessions_is_refused(tmp_path: Path, whole: str, damaged: str) -> None:
    sessions, file = sitting(length=10, bankroll=50_000), tmp_path / "kept.json"
    run_sessions(sessions, 300, checkpoint=file)
    assert whole in file.read_text()
    file.write_text(file.read_text().replace(whole, damaged))
    with pytest.raises(RecordError, match="damaged"):
        run_sessions(sessions, 400, checkpoint=file)


def test_the_most_that_a_round_takes() -> None:
    """Mini-Tex takes five antes of a hand that is played out: less is ruin, so that no raise lacks money."""
    plan = plan_of(houseway.game("mini-tex"), bet=1000, sides={"pocket-poker": 500})
    assert money_of(prepare(plan)).most == 5_500
    with pytest.raises(OptionError, match=r"\$54.99 does not cover one round: these bets may take \$55"):
        evening(SessionPlan(plan=plan, length=10, bankroll=5_499), 10)


def test_the_operators_view() -> None:
    """Hold, win and deviation as they follow from the exact odds."""
    night = evening(sitting(length=100, bankroll=20_000), 20_000, decisions_per_hour=50, hours=10)
    view, odds = night.operator, solve(GAME).main
    assert view.exact
    assert view.theoretical == pytest.approx(float(-odds.expected_value) * 1000)
    assert view.win_per_hour == pytest.approx(50 * view.theoretical)
    assert view.day_deviation == pytest.approx(1000 * odds.standard_deviation * math.sqrt(500))
    low, high = view.band(0.95)
    assert (low + high) / 2 == pytest.approx(view.win_per_day)
    assert (high - low) / 2 == pytest.approx(1.959964 * view.day_deviation, rel=1e-6)
    assert view.hold == pytest.approx(-night.mean / 20_000)
    expected = float(-odds.expected_value)
    assert abs(view.win_of_handle - expected) < 4.5 * odds.standard_deviation / math.sqrt(night.tally.played)


def test_seats_of_a_table_vary_together() -> None:
    one = evening(sitting(length=50, bankroll=50_000), 5_000).operator
    six = evening(sitting(length=50, bankroll=50_000, seats=6), 5_000).operator
    assert six.theoretical == pytest.approx(6 * one.theoretical)
    assert six.deviation > 1.1 * math.sqrt(6) * one.deviation


def test_percentiles_and_bars() -> None:
    counts = {-200: 10, 0: 30, 100: 40, 900: 20}
    assert [percentile(counts, percent) for percent in (1, 10, 11, 40, 41, 80, 81, 100)] == [
        -200, -200, 0, 0, 100, 100, 900, 900,
    ]  # fmt: skip
    bars = histogram(counts, 11)
    assert sum(count for _, _, count in bars) == 100
    assert {high - low for low, high, _ in bars} == {100}
    assert bars[0] == (-200, -100, 10)


@pytest.fixture(scope="module")
def short_night() -> Evening:
    return evening(sitting(length=20, bankroll=5_000), 2_000)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "start"), [("night.png", b"\x89PNG"), ("night.svg", b"<?xml")])
def test_a_plot(tmp_path: Path, short_night: Evening, name: str, start: bytes) -> None:
    draw(short_night, tmp_path / name)
    first = (tmp_path / name).read_bytes()
    assert first.startswith(start)
    draw(short_night, tmp_path / name)
    assert (tmp_path / name).read_bytes() == first


def test_a_plot_of_another_kind_is_refused(tmp_path: Path, short_night: Evening) -> None:
    with pytest.raises(OptionError, match=r"\.png or \.svg"):
        draw(short_night, tmp_path / "night.bmp")
    with pytest.raises(OptionError, match="no folder"):
        draw(short_night, tmp_path / "nowhere" / "night.png")


@pytest.mark.parametrize(
    "wrong", [{"length": 0}, {"bankroll": 0}, {"bankroll": -5}, {"stop_win": 0}, {"length": 10**10}]
)
def test_bad_sessions_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(OptionError):
        sitting(**{"length": 10, "bankroll": 5_000, **wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"decisions_per_hour": 0}, {"hours": -1}, {"hours": math.nan}])
def test_bad_days_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(OptionError):
        evening(sitting(length=10, bankroll=5_000), 10, **wrong)  # type: ignore[arg-type]
