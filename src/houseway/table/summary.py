"""A finished round as one JSON object: the cards, the decisions, and what every wager returned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cards import texts
from houseway.rules.game import Spot
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.table.view import placed_json, positions_json


def summary(round_: Round, seed: str) -> dict[str, Any]:
    """The line that `houseway deal` prints."""
    game, house = round_.game, round_.house
    line: dict[str, Any] = {
        "game": game.id,
        "edition": game.edition,
        "options": game.options.values(),
        "fingerprint": game.fingerprint,
        "seed": seed,
        "dealer": texts(house.dealer),
        "dealer_hand": texts(game.display.dealer_hand(house)),
        "dealer_qualifies": game.dealer_qualifies(house),
    }
    positions = game.display.dealer_positions(house)
    if positions is not None:
        line["dealer_positions"] = positions_json(positions)
    line["community"] = texts(house.community)
    if round_.meter is not None:
        line["meter_before"], line["meter_after"] = round_.meter_before, round_.meter
    rows: dict[int, list[dict[str, Any]]] = {}
    net: Mapping[int, int] = {}
    for event in round_.events:
        if isinstance(event, ev.Settled):
            row = {"wager": event.wager, "amount": event.amount, "returned": event.returned}
            rows.setdefault(event.seat, []).append(row)
        elif isinstance(event, ev.RoundClosed):
            net = event.net
    line["seats"] = [_seat(round_, spot, rows.get(spot.seat, []), net[spot.seat]) for spot in round_.spots]
    return line


def _seat(round_: Round, spot: Spot, rows: list[dict[str, Any]], net: int) -> dict[str, Any]:
    game = round_.game
    order = {wager.id: index for index, wager in enumerate(game.wagers)}
    seat: dict[str, Any] = {
        "seat": spot.seat,
        "dealt": texts(spot.dealt),
        "drawn": texts(spot.drawn),
        "hand": texts(game.display.hand(spot, round_.house)),
    }
    positions = game.display.positions(spot)
    if positions is not None:
        seat["positions"] = positions_json(positions)
        seat["placed"] = placed_json(game.display.placed(spot))
    seat["decisions"] = [{"at": at, **decision.to_json()} for at, decision in spot.decisions]
    seat["wagers"] = sorted(rows, key=lambda row: order[row["wager"]])
    seat["net"] = net
    return seat
