"""Random hands among players: uneven stacks, all-ins and side pots are frequent."""

from __future__ import annotations

from typing import Any

from houseway.rules.limits import Limits
from houseway.rules.pot_game import PotGame
from houseway.table.betting import CALL, CHECK, FOLD, Bounds
from houseway.table.policy import POLICY
from houseway.table.pot_round import OPEN_LIMITS, PotRound
from houseway.table.shuffle import Stream, seed_from

SIDE_BETS = (100, 500, 1000, 2500)


class RandomPlayers:
    """A table of random players; the same seed plays the same way."""

    def __init__(self, seed: str) -> None:
        self._stream = Stream(seed_from(seed), label=POLICY)

    def stacks(self, game: PotGame[Any], seats: int) -> dict[int, int]:
        """From a little more than the blinds to a hundred of them: many short, some deep."""
        floor = game.options.big_blind + game.options.ante
        return {
            seat: floor + self._stream.below(floor * (3, 12, 100)[self._stream.below(3)])
            for seat in range(1, seats + 1)
        }

    def side(self, game: PotGame[Any], stacks: dict[int, int], limits: Limits = OPEN_LIMITS) -> dict[int, int]:
        """Wagers against the house, where there are any, that leave chips for the blinds."""
        if not game.side_wager:
            return {}
        floor, limit = game.options.big_blind + game.options.ante, game.side_limit(limits)
        sizes = [amount for amount in SIDE_BETS if limit.takes(amount)] or [limit.least]
        chosen = {seat: sizes[self._stream.below(len(sizes))] for seat in stacks if self._stream.below(2)}
        return {seat: amount for seat, amount in chosen.items() if amount + floor <= stacks[seat]}

    def decide(self, bounds: Bounds) -> tuple[str, int]:
        """One of the legal actions; a bet or raise is the smallest, the largest or in between."""
        ways = [FOLD] * bounds.fold + [CHECK] * (2 * bounds.check) + [CALL] * (3 if bounds.call else 0)
        if bounds.most:
            ways += [bounds.verb] * 2
        do = ways[self._stream.below(len(ways))]
        if do != bounds.verb:
            return do, 0
        size = self._stream.below(4)
        if size == 0:
            return do, bounds.least
        if size == 1:
            return do, bounds.most
        return do, bounds.least + self._stream.below(bounds.most - bounds.least + 1)


def random_hand(game: PotGame[Any], seats: int, number: int, seed: str, limits: Limits = OPEN_LIMITS) -> PotRound:
    """A whole hand; the button goes around with the hand's number."""
    players = RandomPlayers(seed)
    stacks = players.stacks(game, seats)
    side = players.side(game, stacks, limits)
    hand = PotRound(game, stacks, button=number % seats + 1, seed=seed, side=side, limits=limits)
    while hand.turn is not None:
        bounds = hand.legal(hand.turn)
        assert bounds is not None
        hand.act(hand.turn, *players.decide(bounds))
    return hand
