"""Whole sessions: a bankroll, a bet, so many rounds; how a night can go.

Session i of seat k is seat k's hands of rounds i * length to (i + 1) * length - 1: the same for any number of threads.
A session ends early when the bankroll no longer covers all that one round may take under the strategy (the opening bets
and the largest raise), so that every round is played to the end; that is what ruin means here. It may also end at a win
that the player is content with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.errors import OptionError
from houseway.jit import njit
from houseway.money import dollars
from houseway.simulation.checkpoint import Checkpoint
from houseway.simulation.cluster import Cluster
from houseway.simulation.engine import BUFFER, CHUNK, Outcome, Prepared, Sum, chunks, side_nets_of
from houseway.simulation.plan import MOST_ROUNDS, SimulationPlan, cents_of
from houseway.simulation.run import SPAN, Work, check_count, play_spans, prepared_here
from houseway.simulation.tally import Counts

MOST_LENGTH = 10**9
MOST_CENTS = 10**15


@dataclass(frozen=True, kw_only=True)
class SessionPlan:
    """Sessions of one plan. Amounts are cents."""

    plan: SimulationPlan
    length: int  # rounds
    bankroll: int
    stop_win: int | None = None  # the session ends when it is so far ahead

    def __post_init__(self) -> None:
        check_count("rounds of a session", self.length, MOST_LENGTH)
        if not 0 < self.bankroll <= MOST_CENTS:
            raise OptionError("A bankroll must be more than $0.")
        if self.stop_win is not None and not 0 < self.stop_win <= MOST_CENTS:
            raise OptionError("The win that ends a session must be more than $0.")

    @property
    def token(self) -> str:
        return self.plan.token

    @property
    def identity(self) -> dict[str, Any]:
        own = {"session": self.length, "bankroll": self.bankroll, "stop_win": self.stop_win}
        return {**self.plan.identity, **own}


@dataclass(frozen=True)
class Money:
    """What each code nets and bets in cents, and the most that a round may take."""

    nets: NDArray[np.int64]
    bets: NDArray[np.int64]
    most: int


def money_of(prepared: Prepared) -> Money:
    """The stakes' results, code by code; each wager's result is rounded down to the cent."""
    kernel, stakes = prepared.kernel, prepared.plan.stakes
    side_nets = side_nets_of(prepared.plan, kernel)
    nets, bets = [], []
    for code in range(kernel.codes):
        outcome = kernel.outcome(code)
        net = cents_of(stakes[kernel.main], outcome.main_net)
        bet = cents_of(stakes[kernel.main], outcome.main_bet)
        for side, row in zip(kernel.sides, outcome.side_rows, strict=True):
            net += cents_of(stakes.get(side, 0), side_nets[side][row])
            bet += stakes.get(side, 0)
        nets.append(net)
        bets.append(bet)
    if max(abs(net) for net in nets) * prepared.plan.seats >= 2**31:
        raise OptionError(f"The bets are too large for sessions: no prize may exceed {dollars(2**31)}.")
    return Money(np.array(nets, np.int64), np.array(bets, np.int64), max(bets))


@dataclass(frozen=True)
class SessionTally:
    """Sessions counted, in whole numbers. House totals are over all rounds dealt, whoever had left."""

    sessions: int = 0
    rounds: int = 0  # dealt
    played: int = 0  # hands that players bet on before they left
    handle: int = 0  # cents bet on those hands
    results: Mapping[int, int] = field(default_factory=dict)  # cents won or lost: how many sessions
    droughts: Mapping[int, int] = field(default_factory=dict)  # hands of the longest spell without a win
    ruined: int = 0
    contented: int = 0  # ended at the win that ends a session
    doubled: int = 0  # had twice the bankroll at some time
    table_net: int = 0  # cents, all seats, every round dealt
    table_square: int = 0

    def __add__(self, other: SessionTally) -> SessionTally:
        sums: dict[str, Any] = {}
        for name, own in vars(self).items():
            more = vars(other)[name]
            sums[name] = dict(Counter(own) + Counter(more)) if isinstance(own, Mapping) else own + more
        return SessionTally(**sums)

    def to_json(self) -> dict[str, Any]:
        return {
            name: sorted(value.items()) if isinstance(value, Mapping) else value for name, value in vars(self).items()
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SessionTally:
        read: dict[str, Any] = {}
        for name, value in data.items():
            read[name] = {int(key): int(count) for key, count in value} if isinstance(value, list) else int(value)
        return cls(**read)


# A session's state, by column.
WON, PLAYED, HANDLE, PEAK, DROUGHT, LONGEST, ENDED = range(7)
RUINED, CONTENTED = 1, 2


@njit(cache=True, nogil=True, boundscheck=False)
def walk(
    codes: NDArray[np.uint16],
    nets: NDArray[np.int64],
    bets: NDArray[np.int64],
    limits: tuple[int, int, int],
    states: Counts,
) -> None:
    """Play on with sessions: `codes` is (sessions, rounds), `limits` bankroll, most that a round takes, win to stop."""
    bankroll, most, enough = limits
    for session in range(codes.shape[0]):
        state = states[session]
        won, played, handle = state[WON], state[PLAYED], state[HANDLE]
        peak, drought, longest, ended = state[PEAK], state[DROUGHT], state[LONGEST], state[ENDED]
        for i in range(codes.shape[1]):
            if ended:
                break
            code = codes[session, i]
            net = nets[code]
            won += net
            handle += bets[code]
            played += 1
            drought = 0 if net > 0 else drought + 1
            longest = max(longest, drought)
            peak = max(peak, won)
            if won >= enough:
                ended = CONTENTED
            elif bankroll + won < most:
                ended = RUINED
        state[WON], state[PLAYED], state[HANDLE] = won, played, handle
        state[PEAK], state[DROUGHT], state[LONGEST], state[ENDED] = peak, drought, longest, ended


@njit(cache=True, nogil=True, boundscheck=False)
def add_table(codes: NDArray[np.uint16], nets: NDArray[np.int64], sums: Counts) -> None:
    """What the seats of each round win together: the sum, and the squares in two halves that cannot overflow."""
    for i in range(codes.shape[0]):
        total = np.int64(0)
        for seat in range(codes.shape[1]):
            total += nets[codes[i, seat]]
        square = total * total
        sums[0] += total
        sums[1] += square >> 32
        sums[2] += square & 0xFFFFFFFF


def play_sessions(prepared: Prepared, sessions: SessionPlan, first: int, last: int) -> SessionTally:
    """Sessions `first` to `last` - 1 of every seat."""
    kernel, key, seats, length = prepared.kernel, prepared.plan.key, prepared.plan.seats, sessions.length
    money = money_of(prepared)
    enough = MOST_CENTS * 1000 if sessions.stop_win is None else sessions.stop_win
    limits = (sessions.bankroll, money.most, enough)
    sums = np.zeros(3, np.int64)
    ends = []
    at_once = max(1, BUFFER // (length * seats))  # sessions; a long one is dealt piece by piece
    piece = min(length, max(1, BUFFER // seats))
    buffer = np.empty((at_once * piece, seats), np.uint16)
    for start in range(first, last, at_once):
        together = min(at_once, last - start)
        states = np.zeros((seats, together, 7), np.int64)
        for done in range(0, length, piece):
            rounds = min(piece, length - done)
            codes = buffer[: together * rounds]
            kernel.fill(key, start * length + done, codes)
            add_table(codes, money.nets, sums)
            for seat in range(seats):
                own = np.ascontiguousarray(codes[:, seat]).reshape(together, rounds)
                walk(own, money.nets, money.bets, limits, states[seat])
        ends.append(states.reshape(-1, 7))
    return _counted(np.concatenate(ends), sessions, (last - first) * length, sums)


def _counted(states: Counts, sessions: SessionPlan, rounds: int, sums: Counts) -> SessionTally:
    return SessionTally(
        sessions=len(states),
        rounds=rounds,
        played=int(states[:, PLAYED].sum()),
        handle=int(states[:, HANDLE].sum()),
        results=_histogram(states[:, WON]),
        droughts=_histogram(states[:, LONGEST]),
        ruined=int((states[:, ENDED] == RUINED).sum()),
        contented=int((states[:, ENDED] == CONTENTED).sum()),
        doubled=int((states[:, PEAK] >= sessions.bankroll).sum()),
        table_net=int(sums[0]),
        table_square=(int(sums[1]) << 32) + int(sums[2]),
    )


def _histogram(values: Counts) -> dict[int, int]:
    found, counts = np.unique(values, return_counts=True)
    return {int(value): int(count) for value, count in zip(found, counts, strict=True)}


def session_span(sessions: SessionPlan, first: int, last: int) -> SessionTally:
    """A task of a cluster."""
    return play_sessions(prepared_here(sessions.plan), sessions, first, last)


def run_sessions(
    sessions: SessionPlan,
    count: int,
    *,
    threads: int | None = None,
    cluster: Cluster | None = None,
    checkpoint: Path | None = None,
    progress: Callable[[int], None] = lambda sessions: None,
) -> tuple[Prepared, Outcome[SessionTally]]:
    """Play so many sessions a seat; `progress` is told how many rounds are dealt."""
    check_count("sessions", count, MOST_ROUNDS // sessions.length)
    prepared = prepared_here(sessions.plan)
    money = money_of(prepared)
    if sessions.bankroll < money.most:
        raise OptionError(
            f"A bankroll of {dollars(sessions.bankroll)} does not cover one round: these bets may take "
            f"{dollars(money.most)}."
        )

    def read(stored: dict[str, Any]) -> SessionTally | None:
        total = SessionTally.from_json(stored)
        played, rest = divmod(total.rounds, sessions.length)
        counts = {total.sessions, sum(total.results.values()), sum(total.droughts.values())}
        sound = set(stored) == set(vars(total)) and not rest and counts == {played * sessions.plan.seats}
        return total if sound else None

    saved = None if checkpoint is None else Checkpoint(checkpoint, sessions.identity)
    total = SessionTally() if saved is None else saved.resume(SessionTally(), read)
    done = total.rounds // sessions.length
    if done > count:
        raise OptionError(f"The checkpoint holds {done:,} sessions already: ask for at least that many.")
    spans = chunks(done, count, max(1, (CHUNK if cluster is None else SPAN) // sessions.length))
    adding = Sum(total, SessionTally.__add__)
    work = Work(sessions, session_span, lambda first, last: play_sessions(prepared, sessions, first, last))
    outcome = play_spans(work, spans, adding, saved, threads=threads, cluster=cluster, progress=progress)
    return prepared, outcome
