"""A finished hand among players as one JSON object: cards, actions, pots, and who ends with what."""

from __future__ import annotations

from typing import Any

from houseway.cards import texts
from houseway.table import events as ev
from houseway.table.pot_round import PotRound


def pot_summary(hand: PotRound, seed: str) -> dict[str, Any]:
    """The line that `houseway deal` prints for a game among players."""
    game = hand.game
    line: dict[str, Any] = {
        "game": game.id,
        "edition": game.edition,
        "options": game.options.values(),
        "fingerprint": game.fingerprint,
        "seed": seed,
        "button": hand.button,
        "stacks": _by_seat(hand.start),
        "hole": {str(seat): texts(cards) for seat, cards in sorted(hand.hole.items())},
        "community": texts(hand.community),
        "actions": [action for event in hand.events if (action := _action(event))],
        "pots": [_pot(pot, raked=bool(game.options.rake_percent)) for pot in hand.pots],
        "returned": _by_seat(hand.returned),
    }
    if game.options.rake_percent:
        line["rake"] = [pot["rake"] for pot in hand.pots]
    if game.side_wager:
        line[game.side_wager.replace("-", "_")] = {
            str(seat): [{"wager": game.side_wager, "amount": amount, "returned": back}]
            for seat, (amount, back) in sorted(hand.side_results.items())
        }
    line["final"] = _by_seat(hand.stacks)
    return line


def _by_seat(amounts: dict[int, int]) -> dict[str, int]:
    return {str(seat): amount for seat, amount in sorted(amounts.items())}


def _pot(pot: dict[str, Any], *, raked: bool) -> dict[str, Any]:
    line = {"amount": pot["amount"], "eligible": pot["eligible"], "paid": _by_seat(pot["paid"])}
    return {**line, "rake": pot["rake"]} if raked else line


def _action(event: ev.HandEvent) -> dict[str, Any] | None:
    match event:
        case ev.Posted(seat, do, amount, dead):
            posted = {"round": "hole", "seat": seat, "do": do, "amount": amount}
            return {**posted, "dead": True} if dead and do != "post-ante" else posted
        case ev.Bet(at, seat, do, amount, to):
            action = {"round": at, "seat": seat, "do": do}
            return {**action, "amount": amount, "to": to} if amount else action
    return None
