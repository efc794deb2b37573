"""Rounds in chunks on threads: every chunk is a pure function of plan and number, and chunks are added in order."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.errors import HousewayError
from houseway.jit import njit
from houseway.odds.assembling import side_nets
from houseway.odds.solver import odds_of
from houseway.simulation.plan import SimulationPlan, kernel_of
from houseway.simulation.sim_kernel import AnyKernel
from houseway.simulation.tally import Counts, Tally

CHUNK = 2**20  # rounds; it affects how often counts are reported, not the counts themselves
BUFFER = 2**15  # hands dealt at a time: their codes stay in the processor's cache
OVERALL = "overall"


class Part(Protocol):
    """Something that adds up."""

    @property
    def rounds(self) -> int: ...

    def to_json(self) -> dict[str, Any]: ...


T = TypeVar("T", bound=Part)


@dataclass
class Prepared:
    """A plan with its kernel built, and whole-number values of every code for each wager."""

    plan: SimulationPlan
    kernel: AnyKernel
    names: tuple[str, ...]
    scales: tuple[int, ...]  # what a value is divided by, to be in units of the wager (overall: cents)
    values: NDArray[np.int64]  # (wagers and the overall result, codes)


def prepare(plan: SimulationPlan) -> Prepared:
    """Build the kernel and the values of its codes."""
    kernel = kernel_of(plan.game, plan.strategy)
    nets = side_nets_of(plan, kernel)
    outcomes = [kernel.outcome(code) for code in range(kernel.codes)]
    columns = [[outcome.main_net for outcome in outcomes]]
    for index, side in enumerate(kernel.sides):
        columns.append([nets[side][outcome.side_rows[index]] for outcome in outcomes])
    names = (kernel.main, *kernel.sides)
    stakes = [plan.stakes.get(name, 0) for name in names]
    columns.append(
        [
            sum((stake * net for stake, net in zip(stakes, row, strict=True)), Fraction())
            for row in zip(*columns, strict=True)
        ]
    )
    scales = tuple(math.lcm(*(value.denominator for value in column)) for column in columns)
    whole = [[int(value * scale) for value in column] for column, scale in zip(columns, scales, strict=True)]
    if plan.seats > 1 and plan.seats * max(abs(value) for column in whole for value in column) >= 2**31:
        raise HousewayError("The prizes are too large to be simulated on several seats: take one seat.")
    values = np.array(whole, np.int64) if plan.seats > 1 else np.zeros((0, kernel.codes), np.int64)
    return Prepared(plan, kernel, (*names, OVERALL), scales, values)


def side_nets_of(plan: SimulationPlan, kernel: AnyKernel) -> dict[str, list[Fraction]]:
    """What each line of each side wager nets, in units of the wager."""
    odds, found = odds_of(plan.game), {}
    for side in kernel.sides:
        lines = kernel.lines(side)
        found[side] = side_nets(odds, side, plan.meter) if lines is None else [line.net for line in lines]
    return found


@njit(cache=True, nogil=True, boundscheck=False)
def add_codes(codes: NDArray[np.uint16], counts: Counts) -> None:
    """Count codes of (rounds, seats) into (seats, codes)."""
    for seat in range(codes.shape[1]):
        line = counts[seat]
        for i in range(codes.shape[0]):
            line[codes[i, seat]] += 1


@njit(cache=True, nogil=True, boundscheck=False)
def add_squares(codes: NDArray[np.uint16], values: NDArray[np.int64], high: Counts, low: Counts) -> None:
    """Add up the squares of round totals for each wager, in two halves that cannot overflow."""
    for wager in range(values.shape[0]):
        for i in range(codes.shape[0]):
            total = np.int64(0)
            for seat in range(codes.shape[1]):
                total += values[wager, codes[i, seat]]
            square = total * total
            high[wager] += square >> 32
            low[wager] += square & 0xFFFFFFFF


def play_rounds(prepared: Prepared, first: int, last: int) -> Tally:
    """Rounds `first` to `last` - 1, counted."""
    kernel, seats, key = prepared.kernel, prepared.plan.seats, prepared.plan.key
    counts = np.zeros((seats, kernel.codes), np.int64)
    high, low = np.zeros(len(prepared.values), np.int64), np.zeros(len(prepared.values), np.int64)
    at_once = max(1, BUFFER // seats)
    buffer = np.empty((min(at_once, last - first), seats), np.uint16)
    for start in range(first, last, at_once):
        codes = buffer[: min(at_once, last - start)]
        kernel.fill(key, start, codes)
        add_codes(codes, counts)
        if seats > 1:
            add_squares(codes, prepared.values, high, low)
    squares = {name: (int(h) << 32) + int(lo) for name, h, lo in zip(prepared.names, high, low, strict=False)}
    return Tally(last - first, counts, squares)


def chunks(first: int, last: int, size: int) -> Iterator[tuple[int, int]]:
    """Cut a range at the multiples of a size."""
    while first < last:
        end = min(last, (first // size + 1) * size)
        yield first, end
        first = end


class Sum(Generic[T]):
    """Adds parts in the order of their numbers, so that the total always covers the first rounds without gaps."""

    def __init__(self, start: T, add: Callable[[T, T], T]) -> None:
        self.total = start
        self._add = add
        self._waiting: dict[int, T] = {}
        self._next = 0

    def put(self, number: int, part: T) -> bool:
        """Take in a part; whether the total has grown."""
        self._waiting[number] = part
        grown = False
        while self._next in self._waiting:
            self.total = self._add(self.total, self._waiting.pop(self._next))
            self._next += 1
            grown = True
        return grown


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """What a run came to: the sum, whether it was cut short, and how fast it went."""

    total: T
    interrupted: bool
    seconds: float
    played: int  # rounds of this run alone


class Interruption:
    """Ctrl-C as a request to stop soon, with the result so far; a second Ctrl-C stops at once."""

    def __init__(self) -> None:
        self._wished = threading.Event()

    @property
    def wished(self) -> bool:
        return self._wished.is_set()

    def __enter__(self) -> Interruption:
        self._mine = threading.current_thread() is threading.main_thread()
        if self._mine:
            self._before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self._mine:
            signal.signal(signal.SIGINT, self._before)

    def _stop(self, number: int, frame: object) -> None:
        if self.wished:
            raise KeyboardInterrupt
        self._wished.set()


def run_threads(
    work: Callable[[int, int], T],
    spans: Iterator[tuple[int, int]],
    adding: Sum[T],
    *,
    threads: int,
    after: Callable[[T], None],
) -> Outcome[T]:
    """Play all spans on threads. Ctrl-C lets the spans at work end, and the sum so far is the result."""
    began, before = time.perf_counter(), adding.total.rounds
    waiting: dict[Future[T], int] = {}
    numbered = enumerate(spans)
    with Interruption() as interruption, ThreadPoolExecutor(threads, thread_name_prefix="houseway") as pool:
        while True:
            while len(waiting) < 2 * threads and not interruption.wished and (item := next(numbered, None)):
                waiting[pool.submit(work, *item[1])] = item[0]
            if not waiting:
                break
            done, _ = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
            grown = [adding.put(waiting.pop(future), future.result()) for future in done]
            if any(grown):
                after(adding.total)
        cut = interruption.wished and next(numbered, None) is not None
    return Outcome(adding.total, cut, time.perf_counter() - began, adding.total.rounds - before)
