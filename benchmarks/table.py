"""Rounds a second at the table with the full event log, beside PokerKit playing a three-card hold'em heads-up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pokerkit import Automation, RhodeIslandHoldem

import houseway
from benchmarks.measure import command_seconds, houseway_command, import_seconds, per_second
from houseway.rules.wagers import Kind


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


def rows() -> list[tuple[str, str, str, str]]:
    """What was measured: thing, figure, peer's figure, ratio."""
    peer = per_second(pokerkit_hand, batch=10)
    found = []
    for game_id in houseway.banked_ids():
        ours = per_second(round_player(game_id), batch=40)
        found.append((f"{game_id}, rounds/s", f"{ours:,.0f}", f"PokerKit {peer:,.0f}", f"{ours / peer:.1f}x"))
    start, peer_start = import_seconds("houseway") * 1000, import_seconds("pokerkit") * 1000
    found.append(("import", f"{start:.0f} ms", f"PokerKit {peer_start:.0f} ms", f"{peer_start / start:.1f}x"))
    # Names are loaded when they are first used: this is with all that a round needs.
    start = import_seconds("houseway", then="houseway.Round(houseway.game('mini-tex'))") * 1000
    found.append(
        ("import, and open a round", f"{start:.0f} ms", f"PokerKit {peer_start:.0f} ms", f"{peer_start / start:.1f}x")
    )
    found.append(("houseway games", f"{command_seconds(houseway_command(), 'games'):.2f} s", "", ""))
    return found
