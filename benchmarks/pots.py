"""Hands a second among six players with the event log, beside PokerKit playing the same kind of game."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.measure import per_second
from benchmarks.table import ThreeCardHoldem
from houseway import PotRound, pot_game
from houseway.opponents import KINDS, opponent
from houseway.table.pot_policy import RandomPlayers

SEATS = 6


def hand_player(edition: str) -> Callable[[int], PotRound]:
    """Six seats with a hundred big blinds each, playing at random."""
    game = pot_game("mini-tex-pvp", edition)
    stacks = dict.fromkeys(range(1, SEATS + 1), 20_000)

    def play(number: int) -> PotRound:
        players = RandomPlayers(str(number))
        hand = PotRound(game, stacks, button=number % SEATS + 1, seed=str(number))
        while hand.turn is not None:
            bounds = hand.legal(hand.turn)
            assert bounds is not None
            hand.act(hand.turn, *players.decide(bounds))
        return hand

    return play


def pokerkit_hand(number: int) -> object:
    """Six players who check and call: fewer actions than the random players above take."""
    state = ThreeCardHoldem()(1000, SEATS)
    while state.status:
        state.check_or_call()
    return state


def heads_up(kind: str) -> Callable[[int], PotRound]:
    """Two opponents by the program against each other, a new hand each time: nothing is remembered of it."""
    game, players = pot_game("mini-tex-pvp", "no-limit"), (opponent(kind, "one"), opponent(kind, "two"))

    def play(number: int) -> PotRound:
        hand = PotRound(game, {1: 20_000, 2: 20_000}, button=number % 2 + 1, seed=str(number))
        while hand.turn is not None:
            hand.act(hand.turn, *players[hand.turn - 1].decide(hand.view(hand.turn)))
        return hand

    return play


def rows() -> list[tuple[str, str, str, str]]:
    peer = per_second(pokerkit_hand, batch=20)
    found = []
    for edition in ("fixed-limit", "pot-limit", "no-limit"):
        ours = per_second(hand_player(edition), batch=50)
        found.append(
            (
                f"mini-tex-pvp {edition}, six-seat hands/s",
                f"{ours:,.0f}",
                f"PokerKit {peer:,.0f}",
                f"{ours / peer:.1f}x",
            )
        )
    programs = {kind: per_second(heads_up(kind), batch=50) for kind in KINDS}
    found += [(f"heads-up hands/s of two {kind} programs", f"{speed:,.0f}", "", "") for kind, speed in programs.items()]
    return found
