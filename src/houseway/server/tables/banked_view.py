"""A round against the house, as it is shown: what may be decided, which cards count, what each wager came to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, cast

import orjson

from houseway.cards import Card, texts
from houseway.rules.game import Decision, Game
from houseway.rules.limits import Limit
from houseway.rules.procedure import Decide
from houseway.rules.wagers import Kind, Wager
from houseway.server.protocol import table_state as protocol
from houseway.server.protocol import values
from houseway.server.protocol.table_state import BankedLegal, ResultLine, RoundResult, WagerLimit, WonBy, WonSide
from houseway.table import events as ev
from houseway.table.prices import Choice, PricedOffer
from houseway.table.round import Round
from houseway.table.transcript import tell
from houseway.table.view import View


def legal(round_: Round, seat: int, held: int | None = None) -> BankedLegal | None:
    """What a seat may decide now, with prices: the page knows no rules to work them out by. `held` is what there is
    in the wallet to pay them with; None: enough."""
    step, path = round_.step, round_.path
    if seat not in round_.to_act or path is None or not isinstance(step, Decide):
        return None
    offers = [_offer(offer, held) for offer in round_.offers(seat)]
    return {"at": step.at, "step": list(path), "text": step.text, "offers": offers}


def _offer(offer: PricedOffer, held: int | None) -> protocol.Offer:
    places = None if offer.places is None else {name: _texts(cards) for name, cards in offer.places.items()}
    return {
        **_end(offer.least, held),
        "folds": offer.folds,
        "places": places,
        "note": offer.note,
        "wager": offer.wager,
        "takes_back": offer.takes_back,
        "returns": offer.returns,
        "most": None if offer.most is None else _end(offer.most, held),
        "unit": offer.unit,
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]


def _end(choice: Choice, held: int | None) -> protocol.OfferEnd:
    decision = cast(values.Decision, choice.decision.to_json())
    return {
        "id": decision_id(choice.decision),
        "key": choice.key,
        "label": choice.label,
        "decision": decision,
        "price": choice.stake,
        "lacks": 0 if held is None else max(0, choice.price - held),
    }


def decision_id(decision: Decision) -> str:
    """The same text for the same decision, so that the page can tell which of the coach's values is for which offer."""
    return orjson.dumps(decision.to_json(), option=orjson.OPT_SORT_KEYS).decode()


def limit(wager: Wager, bounds: Limit, later: tuple[int, tuple[str, ...]] = (0, ())) -> WagerLimit:
    """What may be bet before the deal; a linked wager is made with another, at so many times that one, and raises may
    come `later`."""
    found: WagerLimit = {"least": bounds.least, "most": bounds.most, "step": bounds.step}
    if wager.linked:
        found["goes_with"] = {"wager": wager.on, "least": wager.least, "most": wager.most}
    times, names = later
    if times:
        found["later"] = {"times": times, "names": list(names)}
    return found


def counts(game: Game[Any], view: View) -> dict[str, list[str]]:
    """The cards that count, of hands that the viewer sees whole."""
    house = view.shown_house()
    found = {"dealer": texts(view.arranged.hand)} if view.arranged else {}
    for number, seat in view.seats.items():
        spot = seat.spot()
        if spot is not None and not spot.folded:
            found[str(number)] = texts(game.display.hand(spot, house))
    return {name: [card for card in cards if card] for name, cards in found.items()}


def won(game: Game[Any], view: View) -> dict[str, WonBy]:
    """Whose cards won against whom, and the cards that won a side wager or a bonus, of hands that the viewer sees
    whole. Where the dealer does not qualify, or the player has folded, no hand has won."""
    house, found = view.shown_house(), {}
    dealer = view.arranged
    for number, seat in view.seats.items():
        spot = seat.spot()
        if spot is None:
            continue
        main, sides = 0, list[WonSide]()
        for event in seat.settled:
            wager = game.wager[event.wager]
            if wager.kind in (Kind.FIRST, Kind.RAISE):
                main += event.returned - event.amount
            elif event.returned > event.amount:
                cards = [card.text for card in game.display.winning(wager.id, spot, house)]
                sides.append({"wager": wager.id, "name": wager.name, "cards": cards})
        by: Literal["player", "house"] | None = "player" if main > 0 else "house" if main < 0 else None
        hand = () if by is None or spot.folded else game.display.hand(spot, house) if by == "player" else ()
        if by == "house" and not spot.folded and dealer is not None:
            hand = tuple(card for card in dealer.hand if card is not None)
        if dealer is not None and dealer.qualifies is False:
            hand = ()
        found[str(number)] = WonBy(by=by if hand else None, cards=[card.text for card in hand], sides=sides)
    return found


def result(game: Game[Any], view: View, seat: int) -> RoundResult:
    lines: list[ResultLine] = [
        {
            "wager": event.wager,
            "name": game.wager[event.wager].name,
            "amount": event.amount,
            "returned": event.returned,
            "reason": event.reason,
            "text": tell(event, game).removeprefix(f"Seat {seat} "),
        }
        for event in view.seats[seat].settled
    ]
    return {"net": (view.net or {}).get(seat, 0), "lines": lines}


def summary(round_: Round, settled: list[ev.Settled]) -> dict[str, Any]:
    """What lists of rounds show; the record has the rest."""
    game, house = round_.game, round_.house
    return {
        "dealer": texts(house.dealer),
        "dealer_words": game.names.dealer(house),
        "community": texts(house.community),
        "seats": {
            str(spot.seat): {
                "dealt": texts(spot.dealt),
                "drawn": texts(spot.drawn),
                "words": game.names.hand(spot, house),
                "wagers": [
                    {"wager": event.wager, "amount": event.amount, "returned": event.returned}
                    for event in settled
                    if event.seat == spot.seat
                ],
            }
            for spot in round_.spots
        },
    }
