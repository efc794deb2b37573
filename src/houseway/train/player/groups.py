"""Kinds of hands: what a leak is named after, made of the decision point and of what the game itself calls the hand."""

from __future__ import annotations

import re

from houseway.cards import RANK_NAMES
from houseway.rules.game import Spot
from houseway.rules.procedure import Decide
from houseway.table.round import Round

_RANK = "|".join(dict.fromkeys(RANK_NAMES.values()))
_MANY = re.compile(rf"\b({_RANK})(?:-(?:{_RANK}))+( high)?\b")
_OF_RANKS = re.compile(rf" of (?:{_RANK})e?s\b")
_OF_SUIT = re.compile(r" of (?:clubs|diamonds|hearts|spades)\b")


def kind_of_hand(words: str) -> str:
    """The words for a hand without what tells it from others of its kind: of several ranks the first.

    >>> kind_of_hand("pair of sixes, ace kicker"), kind_of_hand("ace-king-seven high"), kind_of_hand("nine of clubs")
    ('pair', 'ace high', 'nine')
    >>> kind_of_hand("three-card flush, ten-seven-five")
    'three-card flush, ten high'
    """
    first, *others = (part.strip() for part in words.split(","))
    plain = _OF_RANKS.sub("", _OF_SUIT.sub("", first))
    ranks = [part for part in others if _MANY.fullmatch(part)]
    return ", ".join(_MANY.sub(lambda found: f"{found[1]} high", part) for part in (plain, *ranks[:1]))


def group_of(round_: Round, seat: int) -> str:
    """What a seat is asked to decide: `flop: pair`."""
    view, step = round_.view(seat), round_.step
    assert isinstance(step, Decide)
    return f"{step.at}: {kind_of_hand(view.words(seat)) or _cards(view.seats[seat].spot())}"


def _cards(spot: Spot | None) -> str:
    """The ranks of a hand that the game has no words for; of the house's face-up cards where players hold none."""
    if spot is None:
        return "unseen"
    cards = spot.dealt or (*spot.seen.community, *spot.seen.dealer)
    return " ".join(sorted((card.text[0] for card in cards), reverse=True))
