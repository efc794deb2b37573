"""A round against the house, as it is shown: what may be decided, which cards count, what each wager came to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from houseway.cards import texts
from houseway.game import Game, Offer, Spot
from houseway.procedure import Decide
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.table.transcript import tell
from houseway.table.view import View


def legal(round_: Round, view: View, seat: int) -> dict[str, Any] | None:
    step = round_.step
    spot = view.places[seat].spot()
    if seat not in round_.to_act or not isinstance(step, Decide) or spot is None:
        return None
    offers = [_offer(round_.game, step.at, offer, spot) for offer in round_.legal_actions(seat)]
    return {"at": step.at, "text": step.text, "offers": offers}


def _offer(game: Game[Any], at: str, offer: Offer, spot: Spot) -> dict[str, Any]:
    key, label = game.offer_words(at, offer, spot)
    price = 0
    if offer.wager:
        wager = game.wager[offer.wager]
        price = int(spot.stakes[wager.on] * (offer.decision.multiple or wager.least))
    return {
        "key": key,
        "label": label,
        "decision": offer.decision.to_json(),
        "wager": offer.wager,
        "price": price,
        "least": _number(offer.decision.multiple),
        "most": _number(offer.most),
    }


def counts(game: Game[Any], view: View) -> dict[str, list[str]]:
    """The cards that count, of hands that the viewer sees whole."""
    house = view.shown_house()
    found = {"dealer": texts(view.arranged.hand)} if view.arranged else {}
    for number, place in view.places.items():
        spot = place.spot()
        if spot is not None and not spot.folded:
            found[str(number)] = texts(game.hand(spot, house))
    return {name: [card for card in cards if card] for name, cards in found.items()}


def result(game: Game[Any], view: View, seat: int) -> dict[str, Any]:
    place = view.places[seat]
    lines = [
        {
            "wager": event.wager,
            "name": game.wager[event.wager].name,
            "amount": event.amount,
            "returned": event.returned,
            "reason": event.reason,
            "text": tell(event, game).removeprefix(f"Seat {seat} "),
        }
        for event in place.settled
    ]
    return {"net": (view.net or {}).get(seat, 0), "lines": lines}


def _number(multiple: int | Fraction) -> int | float:
    return int(multiple) if multiple.denominator == 1 else float(multiple)


def summary(round_: Round, settled: list[ev.Settled]) -> dict[str, Any]:
    """What lists of rounds show; the record has the rest."""
    game, house = round_.game, round_.house
    return {
        "dealer": texts(house.dealer),
        "dealer_words": game.dealer_words(house),
        "community": texts(house.community),
        "seats": {
            str(spot.seat): {
                "dealt": texts(spot.dealt),
                "drawn": texts(spot.drawn),
                "words": game.words(spot, house),
                "wagers": [
                    {"wager": event.wager, "amount": event.amount, "returned": event.returned}
                    for event in settled
                    if event.seat == spot.seat
                ],
            }
            for spot in round_.spots
        },
    }
