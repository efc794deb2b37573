"""Kinds of hands: what a leak is named after, made of the decision point and of what the game itself calls the hand."""

from __future__ import annotations

from houseway.rules.game import Spot
from houseway.rules.procedure import Decide
from houseway.table.round import Round


def group_of(round_: Round, seat: int) -> str:
    """What a seat is asked to decide: `flop: pair`."""
    view, step = round_.view(seat), round_.step
    assert isinstance(step, Decide)
    spot = view.seats[seat].spot()
    words = "" if spot is None else round_.game.names.kind(spot, view.shown_house())
    return f"{step.at}: {words or _cards(spot)}"


def _cards(spot: Spot | None) -> str:
    """The ranks of a hand that the game has no words for; of the house's face-up cards where players hold none."""
    if spot is None:
        return "unseen"
    cards = spot.dealt or (*spot.seen.community, *spot.seen.dealer)
    return " ".join(sorted((card.text[0] for card in cards), reverse=True))
