"""Rounds a second at the table with the full event log, beside PokerKit playing a three-card hold'em.

PokerKit plays Mini-Tex's cards and streets (two hole cards, a flop of two, a river, best three of five): heads-up with
a bet and a call on every street, or six-handed with checks and calls. Each figure is of the quietest of many short
batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pokerkit import Automation, RhodeIslandHoldem

import houseway
from benchmarks.measure import command_seconds, houseway_command, import_seconds, per_second
from houseway import PotRound, pot_game
from houseway.rules.wagers import Kind
from houseway.table.pot_policy import RandomPlayers

HEADINGS = ("what", "houseway", "compared with, in the same run", "ratio")
SEATS = 6


def round_player(game_id: str) -> Callable[[int], houseway.Round]:
    """One-seat rounds with all spots bet, decisions taken in turn from the legal ones."""
    game = houseway.game(game_id)
    stakes = {w.id: w.fixed or 1000 for w in game.wagers if w.opening and w.kind is not Kind.BONUS}

    def play(number: int) -> houseway.Round:
        table = houseway.Round(game, seats=1, seed=str(number))
        table.wager(1, stakes)
        table.deal()
        while not table.over:
            for seat in table.to_act:
                offers = table.legal_actions(seat)
                table.act(seat, offers[number % len(offers)].decision)
        return table

    return play


class ThreeCardHoldem(RhodeIslandHoldem):
    """Two hole cards, a flop of two and a river, best three of five: Mini-Tex's cards and streets in PokerKit."""

    hole_dealing_count = 2

    def __init__(self) -> None:
        super().__init__(tuple(Automation), True, 5, 10, 20)
        hole, flop, river = self.streets
        self.streets = (hole, replace(flop, board_dealing_count=2), river)


def pokerkit_hand(number: int) -> object:
    """A hand heads-up: the first player bets each street as against a dealer, the second calls."""
    state = ThreeCardHoldem()(1000, 2)
    while state.status:
        state.complete_bet_or_raise_to()
        state.check_or_call()
    return state


def pot_hand(number: int) -> PotRound:
    """Six seats with a hundred big blinds each, playing at random."""
    players = RandomPlayers(str(number))
    stacks = dict.fromkeys(range(1, SEATS + 1), 20_000)
    hand = PotRound(pot_game("mini-tex-pvp", "fixed-limit"), stacks, button=number % SEATS + 1, seed=str(number))
    while hand.turn is not None:
        bounds = hand.legal(hand.turn)
        assert bounds is not None
        hand.act(hand.turn, *players.decide(bounds))
    return hand


def pokerkit_six(number: int) -> object:
    """Six players who check and call: fewer actions than the random players above take."""
    state = ThreeCardHoldem()(1000, SEATS)
    while state.status:
        state.check_or_call()
    return state


def rows() -> Iterator[tuple[str, ...]]:
    peer = per_second(pokerkit_hand, batch=10)
    for game_id in houseway.banked_ids():
        yield _beside(f"{game_id}, one seat, rounds/s", per_second(round_player(game_id), batch=40), peer)
    six = per_second(pokerkit_six, batch=20)
    yield _beside("mini-tex-pvp fixed-limit, six seats, hands/s", per_second(pot_hand, batch=50), six)
    # Names are loaded when they are first used: this is with all that a round needs.
    start = import_seconds("houseway", then="houseway.Round(houseway.game('mini-tex'))") * 1000
    peer_start = import_seconds("pokerkit") * 1000
    ratio = f"{peer_start / start:.1f}x"
    yield "import and open a round", f"{start:.0f} ms", f"PokerKit, import alone: {peer_start:.0f} ms", ratio
    yield "`houseway games`, from its start", f"{command_seconds(houseway_command(), 'games'):.2f} s", "", ""


def _beside(what: str, ours: float, peer: float) -> tuple[str, ...]:
    return what, f"{ours:,.0f}", f"PokerKit {peer:,.0f}", f"{ours / peer:.1f}x"
