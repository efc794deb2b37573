"""What a player among players can check without seeing what others threw away.

The seed of such a hand stays with the house: it would show every mucked hand. So each card of the shuffled deck is
sealed by itself before the first action: its seal is the SHA-256 of a secret key and the card's two letters, and the
deck's seal is the SHA-256 of all seals in order. After the hand a player gets all seals, and the keys of just those
cards that were shown to them: enough to see that these cards lay where they came from before anybody acted.

Where the players' words cut the deck (`PotRound.promised`), it is sealed before they are known. The words are no
secret after the deal, so everybody can tell which place of the sealed deck each card came from.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any, cast

from houseway.cards import Card
from houseway.errors import RecordError
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import COMMUNITY, Burn, Deal
from houseway.table import events as ev
from houseway.table.pot_round import PotRound, shuffled
from houseway.table.shuffle import Shoe, cut

LABEL = b"houseway seal 1\0"


def deck_seal(hand: PotRound) -> str:
    """What is published before the first action."""
    return _joined(_seals(hand.sealed, hand.server_seed))


def seal_before(game: PotGame[Any], seed: bytes) -> str:
    """The same of a hand that is still to come: its deck is fixed, its players and their words are not."""
    return _joined(_seals(shuffled(game, seed).draw(len(game.deck)), seed))


def proof(hand: PotRound, viewer: ev.Viewer, *, undealt: bool = False) -> dict[str, Any]:
    """All seals, and the keys of the cards that this viewer has seen; only once the hand is over.

    With `undealt` also those of the board cards that would have come, for a house that shows them.
    """
    if not hand.over:
        raise RecordError("The seals are opened when the hand is over.")
    seals, places = _seals(hand.sealed, hand.server_seed), _places(hand)
    seen = _seen(hand, viewer) | (_undealt(hand) if undealt else {})
    cards = [
        {"place": place, "card": card.text, "key": _key(hand.server_seed, place).hex()}
        for place, card in sorted((places[drawn], card) for drawn, card in seen.items())
    ]
    return {"deck_seal": _joined(seals), "seals": seals, "cards": cards}


def check_proof(published: str, given: Mapping[str, Any]) -> dict[int, Card]:
    """The cards that a proof shows, by their position in the deck; refuses one that was not sealed there."""
    try:
        seals = [str(seal) for seal in given["seals"]]
        opened = [(int(item["place"]), Card.parse(item["card"]), bytes.fromhex(item["key"])) for item in given["cards"]]
        joined = _joined(seals)
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"This is not a proof of cards: {error!s} is missing or not valid.") from None
    if joined != published:
        raise RecordError("The seals are not those of the deck that was sealed before the hand.")
    found = {}
    for index, card, key in opened:
        if not 0 <= index < len(seals) or seals[index] != _seal(key, card):
            raise RecordError(f"{card} was not sealed at place {index + 1} of the deck.")
        found[index] = card
    return found


def _seals(deck: Sequence[Card], seed: bytes) -> list[str]:
    return [_seal(_key(seed, index), card) for index, card in enumerate(deck)]


def _places(hand: PotRound) -> Sequence[int]:
    """Where the cards lay in the sealed deck, in the order in which they are drawn."""
    places: Any = range(len(hand.game.deck))
    return (
        places
        if hand.promised is None
        else cast("Sequence[int]", Shoe(places, cut(hand.player_seeds)).draw(len(places)))
    )


def _key(seed: bytes, index: int) -> bytes:
    return hmac.digest(seed, LABEL + index.to_bytes(4, "big"), "sha512")[:32]


def _seal(key: bytes, card: Card) -> str:
    return hashlib.sha256(key + card.text.encode()).hexdigest()


def _joined(seals: list[str]) -> str:
    return hashlib.sha256(b"".join(bytes.fromhex(seal) for seal in seals)).hexdigest()


def _seen(hand: PotRound, viewer: ev.Viewer) -> dict[int, Card]:
    """The cards that the viewer has seen, by their number as they were drawn."""
    drawn = 0
    seen: dict[int, Card] = {}
    hole: dict[int | str, list[int]] = {}
    for whole in hand.events:
        event = ev.seen_by(whole, viewer)
        match event:
            case ev.Burned(cards):
                drawn += len(cards)
            case ev.Dealt(to, _, _, cards):
                indexes = range(drawn, drawn + len(cards))
                drawn += len(cards)
                hole.setdefault(to, []).extend(indexes)
                seen.update({index: card for index, card in zip(indexes, cards, strict=True) if card is not None})
            case ev.Shown(seat, cards):
                shown = zip(hole[seat], cards, strict=True)
                seen.update({index: card for index, card in shown if card is not None})
    return seen


def _undealt(hand: PotRound) -> dict[int, Card]:
    """The board cards that would have come, by their number as they would have been drawn, as the procedure goes on."""
    board: list[int] = []
    drawn = 0
    for step in hand.game.procedure:
        if isinstance(step, Deal | Burn):
            count = step.count * (len(hand.start) if isinstance(step, Deal) and step.to == "players" else 1)
            if isinstance(step, Deal) and step.to == COMMUNITY:
                board.extend(range(drawn, drawn + count))
            drawn += count
    cards = hand.undealt
    return dict(zip(board[len(board) - len(cards) :], cards, strict=True))
