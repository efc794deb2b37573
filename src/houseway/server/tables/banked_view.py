"""A round against the house, as it is shown: what may be decided, which cards count, what each wager came to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from houseway.cards import texts
from houseway.errors import IllegalAction
from houseway.rules.game import Decision, Game, Offer, Spot
from houseway.rules.limits import Limit
from houseway.rules.procedure import Decide
from houseway.rules.wagers import Wager
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
    return {"at": step.at, "text": step.text, "offers": [offer for offer in offers if offer is not None]}


def _offer(game: Game[Any], at: str, offer: Offer, spot: Spot) -> dict[str, Any] | None:
    """A decision as the rules word and price it. One that may be larger comes with its other end, spelled out too, and
    with the price of one time: the page knows no rules to work them out by. None: its price is not whole cents."""
    try:
        least = _end(game, at, offer, spot)
    except IllegalAction:
        return None
    largest, unit = offer, 0
    if 0 < offer.decision.multiple < offer.most:
        unit = _price(game, offer, offer.decision._replace(multiple=1), spot)
        multiple = Fraction(unit * offer.most // 1, unit)  # an end between two cents is moved to the one below
        largest = offer._replace(decision=offer.decision._replace(multiple=multiple))
    ranges = largest.decision.multiple > offer.decision.multiple
    return {
        **least,
        "folds": offer.decision.folds,
        "wager": offer.wager,
        "takes_back": offer.takes_back,
        "returns": spot.stakes[offer.takes_back] if offer.takes_back else 0,
        "most": _end(game, at, largest, spot) if ranges else None,
        "unit": unit if ranges else 0,
    }


def _end(game: Game[Any], at: str, offer: Offer, spot: Spot) -> dict[str, Any]:
    key, label = game.offer_words(at, offer, spot)
    price = _price(game, offer, offer.decision, spot)
    return {"key": key, "label": label, "decision": offer.decision.to_json(), "price": price}


def _price(game: Game[Any], offer: Offer, decision: Decision, spot: Spot) -> int:
    return sum(game.stake(offer, decision, spot).values())


def limit(wager: Wager, bounds: Limit) -> dict[str, Any]:
    """What may be bet before the deal; a linked wager is made with another, at so many times that one."""
    link = {"goes_with": {"wager": wager.on, "least": wager.least, "most": wager.most}} if wager.linked else {}
    return {"least": bounds.least, "most": bounds.most, "step": bounds.step, **link}


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
