"""`houseway deal`: whole rounds on the real table, for programs and for looking at."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any

import typer

from houseway.cli.common import Edition, GameId, JurisdictionName, LimitTexts, Sets, make_game, make_limits
from houseway.errors import WagerError
from houseway.game import Game
from houseway.limits import Limits
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.record import to_record
from houseway.table.round import Round
from houseway.table.summary import summary
from houseway.table.transcript import tell_all

EXAMPLES = (
    "Examples: houseway deal mini-tex --seats 3 --seed 7 · "
    "houseway deal high-card-flush --rounds 1000 --jsonl > rounds.jsonl"
)


class PolicyName(StrEnum):
    RANDOM = "random"


def command(
    game: GameId,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 1,
    seats: Annotated[int, typer.Option(min=1, help="How many players.")] = 1,
    seed: Annotated[str | None, typer.Option(help="The same seed deals the same rounds.")] = None,
    policy: Annotated[PolicyName, typer.Option(help="How players decide.")] = PolicyName.RANDOM,
    edition: Edition = None,
    set_: Sets = None,
    limit: LimitTexts = None,
    jurisdiction: JurisdictionName = "none",
    *,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="One JSON object a round, for programs.")] = False,
    records: Annotated[
        bool, typer.Option("--records", help="One full record a round, for `houseway replay` and `houseway verify`.")
    ] = False,
) -> None:
    """Deal whole rounds with random wagers and decisions."""
    rules = make_game(game, edition, set_)
    if seats > rules.seats:
        raise WagerError(f"{rules.name} has {rules.seats} seats, not {seats}.")
    limits = make_limits(rules, limit, jurisdiction)
    name = os.urandom(8).hex() if seed is None else seed
    progress = _Progress(rounds)
    for number, (round_, round_seed) in enumerate(deal_rounds(rules, rounds, seats, name, limits), start=1):
        if records:
            print(json.dumps(to_record(round_), separators=(",", ":")))
        elif jsonl:
            print(json.dumps(summary(round_, round_seed), separators=(",", ":")))
        else:
            print(f"Round {number}, seed {round_seed}")
            for line in tell_all(round_.events, rules):
                print(f"  {line}")
        progress.at(number)
    progress.end()


def deal_rounds(game: Game[Any], rounds: int, seats: int, seed: str, limits: Limits) -> Iterator[tuple[Round, str]]:
    """Rounds with random players; a progressive meter runs on from round to round."""
    meter = None
    for number in range(rounds):
        round_seed = f"{seed}/{number}"
        player = RandomPlayer(round_seed)
        round_ = Round(game, seats=seats, seed=round_seed, limits=limits, meter=meter)
        for seat in round_.seats:
            round_.wager(seat, player.stakes(game, limits))
        round_.deal()
        play_out(round_, player.decide)
        meter = round_.meter
        yield round_, round_seed


class _Progress:
    """A line on standard error when dealing takes longer than a second and somebody is watching."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._next = time.monotonic() + 1
        self._shown = False

    def at(self, done: int) -> None:
        if done % 64 == 0 and time.monotonic() >= self._next and sys.stderr.isatty():
            self._shown = True
            self._next = time.monotonic() + 0.2
            print(f"\rdealt {done:,} of {self._total:,} rounds", end="", file=sys.stderr)

    def end(self) -> None:
        if self._shown:
            print(f"\rdealt {self._total:,} rounds{' ' * 20}", file=sys.stderr)
