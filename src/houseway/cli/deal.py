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

from houseway.cli.common import Edition, GameId, JurisdictionName, LimitTexts, Sets, make_any_game, make_limits
from houseway.cli.records import transcript
from houseway.errors import OptionError, WagerError
from houseway.rules.game import Decision, Game
from houseway.rules.limits import Limits
from houseway.rules.payouts import check_payouts
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import COMMUNITY, Decide
from houseway.table.policy import Policy, RandomPlayer, play_out
from houseway.table.pot_policy import random_hand
from houseway.table.pot_round import PotRound
from houseway.table.pot_summary import pot_summary
from houseway.table.record import to_record
from houseway.table.round import Round
from houseway.table.summary import summary

EXAMPLES = (
    "Examples: houseway deal mini-tex --seats 3 --seed 7 · "
    "houseway deal high-card-flush --rounds 1000 --jsonl > rounds.jsonl"
)


class PolicyName(StrEnum):
    RANDOM = "random"
    OPTIMAL = "optimal"


def command(
    game: GameId,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 1,
    seats: Annotated[int | None, typer.Option(min=1, help="How many players; one, or six among players.")] = None,
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
    rules = make_any_game(game, edition, set_)
    least = 2 if isinstance(rules, PotGame) else 1
    players = seats if seats is not None else 6 if isinstance(rules, PotGame) else 1
    if not least <= players <= rules.seats:
        raise WagerError(f"{rules.name} is played with {least} to {rules.seats} players, not {players}.")
    if jsonl and records:
        raise OptionError("--jsonl and --records print different things: take one.")
    name = os.urandom(8).hex() if seed is None else seed
    limits = make_limits(rules, limit, jurisdiction)
    check_payouts(rules, limits, players)
    if isinstance(rules, PotGame):
        if policy is PolicyName.OPTIMAL:
            raise OptionError("Among players nobody's best play is known: take --policy random.")
        dealt = deal_hands(rules, rounds, players, name, limits)
    else:
        assert isinstance(rules, Game)
        dealt = deal_rounds(rules, rounds, players, name, limits, optimal=policy is PolicyName.OPTIMAL)
    progress = _Progress(rounds)
    for number, (played, round_seed) in enumerate(dealt, start=1):
        if records:
            print(json.dumps(to_record(played), separators=(",", ":")))
        elif jsonl:
            line = pot_summary(played, round_seed) if isinstance(played, PotRound) else summary(played, round_seed)
            print(json.dumps(line, separators=(",", ":")))
        else:
            print(f"Round {number}, seed {round_seed}")
            for text in transcript(played):
                print(f"  {text}")
        progress.at(number)
    progress.end()


def deal_rounds(
    game: Game[Any], rounds: int, seats: int, seed: str, limits: Limits, *, optimal: bool
) -> Iterator[tuple[Round | PotRound, str]]:
    """Rounds with random bets, decided at random or by the exact values; a meter runs on from round to round."""
    meter = None
    best = _optimal(game) if optimal else None
    for number in range(rounds):
        round_seed = f"{seed}/{number}"
        player = RandomPlayer(round_seed)
        round_ = Round(game, seats=seats, seed=round_seed, limits=limits, meter=meter)
        for seat in round_.seats:
            round_.wager(seat, player.stakes(game, limits))
        round_.deal()
        play_out(round_, best or player.decide)
        meter = round_.meter
        yield round_, round_seed


def _optimal(game: Game[Any]) -> Policy:
    """The best decision for the main wager, within what the table's limits leave."""
    from houseway.odds.game_odds import OPTIMAL, Known
    from houseway.odds.solver import odds_of

    best = odds_of(game).decider(OPTIMAL)

    def decide(round_: Round, seat: int) -> Decision:
        spot = round_.spot(seat)
        step = round_.step
        assert isinstance(step, Decide)
        shown = tuple(card for card in round_.view(seat).house[COMMUNITY] if card is not None)
        decision = best(Known(step.at, spot.dealt, shown))
        legal = round_.legal_actions(seat)
        most = max((offer.most for offer in legal if offer.decision.choice == decision.choice), default=0)
        return decision._replace(multiple=min(decision.multiple, most)) if decision.multiple else decision

    return decide


def deal_hands(
    game: PotGame[Any], hands: int, seats: int, seed: str, limits: Limits
) -> Iterator[tuple[Round | PotRound, str]]:
    """Hands among random players."""
    for number in range(hands):
        round_seed = f"{seed}/{number}"
        yield random_hand(game, seats, number, round_seed, limits), round_seed


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
