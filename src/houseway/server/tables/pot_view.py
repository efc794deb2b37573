"""A hand among players, as it is shown and stored: what may be done, which cards play, what was won, who sits."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import Any

from houseway.cards import texts
from houseway.money import dollars
from houseway.rules.pot_game import PotGame
from houseway.server.protocol.table_state import PotLegal, PotRoundState, ResultLine, RoundResult
from houseway.table import events as ev
from houseway.table.betting import Bounds
from houseway.table.pot_round import PotRound
from houseway.table.pot_view import PotView
from houseway.table.room import Positions, Room, Sitter

KEYS = {"fold": "f", "check": "c", "call": "c", "bet": "b", "raise": "r"}


def counts(game: PotGame[Any], view: PotView) -> dict[str, list[str]]:
    """The cards that play, of hands that the viewer sees once the board is complete."""
    board = view.shown_community()
    dealt = sum(1 for event in view.players.values() if not event.folded) > 1
    found = {}
    for number, player in view.players.items():
        hole = tuple(card for card in player.cards if card is not None)
        if dealt and len(hole) == game.hole_cards and not player.folded:
            found[str(number)] = [card.text for card in game.best(hole, board)]
    return found


def result(hand: PotRound, seat: int) -> RoundResult:
    game = hand.game
    lines: list[ResultLine] = [
        {
            "wager": event.wager,
            "name": game.wager[event.wager].name,
            "amount": event.amount,
            "returned": event.returned,
            "reason": event.reason,
            "text": f"{game.wager[event.wager].name} {dollars(event.amount)}: "
            + (f"wins {dollars(event.returned - event.amount)}" if event.returned > event.amount else "loses")
            + f" ({event.reason})",
        }
        for event in hand.events
        if isinstance(event, ev.Settled) and event.seat == seat
    ]
    return {"net": hand.stacks[seat] - hand.start[seat], "lines": lines}


def legal(hand: PotRound, view: PotView, bounds: Bounds) -> PotLegal:
    names = ["fold"] * bounds.fold + ["check"] * bounds.check + ["call"] * bool(bounds.call)
    names += [bounds.verb] if bounds.most else []
    return {
        "turn": len(hand.actions),
        "fold": bounds.fold,
        "check": bounds.check,
        "call": bounds.call,
        "least": bounds.least,
        "most": bounds.most,
        "verb": "raise" if bounds.verb == "raise" else "bet",
        "pot": view.pot,
        "keys": {name: KEYS[name] for name in names},
    }


def without_seats(state: PotRoundState, seats: Collection[int]) -> PotRoundState:
    """The state without the players of these seats: their cards, stacks and actions are not those of the people who
    have the seats now. The pots stay as they were paid."""
    view = state["view"]
    if view is None or not seats:
        return state
    return {
        **state,
        "view": {**view, "players": [player for player in view["players"] if player["seat"] not in seats]},
        "counts": {number: cards for number, cards in state["counts"].items() if int(number) not in seats},
        "acted_for": [acted for acted in state["acted_for"] if acted["seat"] not in seats],
    }


def put_in(hand: PotRound) -> dict[int, int]:
    """What each seat has put into the pots, less what came back uncalled."""
    found = dict.fromkeys(hand.start, 0)
    for event in hand.events:
        match event:
            case ev.Posted(seat, _, amount, _) | ev.Bet(_, seat, _, amount, _):
                found[seat] += amount
            case ev.Returned(seat, amount):
                found[seat] -= amount
    return found


def summary(hand: PotRound) -> dict[str, Any]:
    """What lists of rounds show; the record has the rest."""
    return {"community": texts(hand.view(None).community), "pots": _pots(hand), "players": len(hand.start)}


def _pots(hand: PotRound) -> list[dict[str, Any]]:
    return [
        {
            "amount": item["amount"],
            "eligible": item["eligible"],
            "paid": {str(seat): amount for seat, amount in item["paid"].items()},
            "rake": item["rake"],
        }
        for item in hand.pots
    ]


def room_stored(room: Room) -> dict[str, Any]:
    return {
        "sitters": {str(seat): asdict(sitter) for seat, sitter in room.sitters.items()},
        "button": room.button,
        "big_seat": room.big_seat,
        "small_seat": room.small_seat,
        "hands": room.hands,
        "bought": room.bought,
        "house": room.house,
        "before": None if room.before is None else {**room.before._asdict(), "owed": _by_text(room.before.owed)},
    }


def _by_text(by_seat: Mapping[int, Any]) -> dict[str, Any]:
    return {str(seat): value for seat, value in by_seat.items()}


def restore_room(room: Room, stored: Mapping[str, Any]) -> None:
    room.sitters = {int(seat): Sitter(**facts) for seat, facts in stored["sitters"].items()}
    room.button, room.big_seat, room.small_seat = stored["button"], stored["big_seat"], stored["small_seat"]
    room.hands, room.bought, room.house = stored["hands"], stored["bought"], stored["house"]
    if before := stored.get("before"):  # not in rooms stored by older versions
        room.before = Positions(**{**before, "owed": {int(seat): tuple(owes) for seat, owes in before["owed"].items()}})
