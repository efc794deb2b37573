"""The law of a shoe that is kept from round to round."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from typing import Any

from houseway.contract import samples
from houseway.contract.law import GameClass, law, require
from houseway.contract.printed import all_steps
from houseway.rules.game import Game
from houseway.rules.procedure import KeepShoe
from houseway.table import events as ev
from houseway.table.kept_shoe import ShoeState, kept_shoe_of
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.record import to_record, verify
from houseway.table.round import Round

GAMES = 6  # by how many sets of options whole shoes are dealt
SHOES = 2


@law
def kept_shoes_go_on(game_class: GameClass) -> None:
    """A kept shoe goes on until the cut card comes, deals no card too often, and every round of it verifies."""
    for game in samples.games(game_class):
        kept, last = kept_shoe_of(game), game.procedure[-1]
        right = [step for step in all_steps(game) if isinstance(step, KeepShoe)] == ([last] if kept else [])
        require(right, "a game that keeps its shoe says so in its last step, a KeepShoe, and no other game has one")
    for game in islice((game for game in samples.games(game_class) if game.kept_shoe), GAMES):
        shoe = None
        for _ in range(SHOES):
            shoe = _deal_out(game, shoe)


def _deal_out(game: Game[Any], shoe: ShoeState | None) -> ShoeState:
    """Full tables, until the shoe is shuffled; the shoe after it."""
    seen: Counter[Any] = Counter()
    number = 1 if shoe is None else shoe.number
    for index in range(len(game.deck)):
        round_ = _played(game, shoe, f"shoe {number} round {index}")
        assert round_.shoe is not None
        seen.update(round_.dealing)
        extra = seen - Counter(game.deck)
        require(not extra, f"{', '.join(map(str, extra))} came out of a shoe more often than the deck holds it")
        verify(json.loads(json.dumps(to_record(round_))), kind=type(game))
        told = [event for event in round_.events if isinstance(event, ev.Buried | ev.Shuffled)]
        after = round_.shoe_after
        assert after is not None
        shuffled = after.number != number
        buried = after.buried - round_.shoe.buried
        right = [ev.Shuffled(after.number, after.to_cut(game))] if shuffled else [ev.Buried(buried)] if buried else []
        require(told == right, f"the table tells {told} where the shoe is {right}")
        if shuffled:
            return after
        shoe = after
    raise AssertionError("the cut card never comes")


def _played(game: Game[Any], shoe: ShoeState | None, seed: str) -> Round:
    player = RandomPlayer(seed)
    round_ = Round(game, seats=game.seats, seed=seed, shoe=shoe)
    for seat in round_.seats:
        round_.wager(seat, player.stakes(game, round_.limits))
    round_.deal()
    play_out(round_, player.decide)
    return round_
