"""Figures that are derived by playing a hand: what it pays, which hand is the first to lose, what may be kept."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.audit.computed import Number, Ranks, Words
from houseway.audit.counts import Counts, dealt_by_rank
from houseway.audit.documents import Figure
from houseway.cards import parse_cards
from houseway.errors import HousewayError
from houseway.odds.walk import Piles, Walker, in_order
from houseway.rules.game import Decision, Game, Spot
from houseway.rules.pay_tables import Ratio
from houseway.rules.procedure import Burn


def settled(figure: Figure, counts: Counts) -> Number:
    """What the figure's hand pays to 1 on each of its wagers."""
    odds = _odds(counts.game(figure), figure.facts["hand"], figure.facts["wagers"])
    if len(odds) != 1:
        raise HousewayError(
            f"Document {figure.document}, {figure.table}: the wagers of {figure.row!r} end differently."
        )
    return Number(Fraction(odds.pop()), rounded=False)


def first_settled(figure: Figure, counts: Counts) -> Words:
    """The name of the first of the figure's hands that pays so much to 1."""
    wanted = Fraction(figure.facts["odds"])
    hands = figure.facts["hands"].items()
    found = [name for name, hand in hands if _odds(counts.game(figure), hand, [figure.wager]) == {wanted}]
    return Words(tuple(found[:1]))


def _odds(game: Game[Any], hand: Mapping[str, Any], wagers: list[str]) -> set[Ratio]:
    piles = Piles(**{pile: parse_cards(hand[pile].split()) for pile in Piles._fields if pile in hand})
    decisions = [Decision.from_json(decision) for decision in hand.get("decisions", ())]
    pays = {pay.wager: pay.odds for pay in Walker(game).play(piles, in_order(decisions)).pays}
    return {pays[wager] for wager in wagers}


def kept_ranks(figure: Figure, counts: Counts) -> Ranks:
    """The ranks of the lowest card of the dealt hands that may be kept without a discard."""
    game, at = counts.game(figure), figure.facts["at"]
    return Ranks(
        frozenset(
            min(card.low_rank for card in cards)
            for cards in dealt_by_rank(figure.facts["dealt"])
            if any(not offer.decision.discard for offer in game.offers(at, Spot(1, {}, cards)))
        )
    )


def buried(figure: Figure, counts: Counts) -> Number:
    """How many cards the dealer buries: at the given burn of a round, or before the next round from the same shoe."""
    game = counts.table_game(figure)
    if "burn" in figure.facts:
        burns = [step.count for step in game.procedure if isinstance(step, Burn)]
        return Number(Fraction(burns[figure.facts["burn"]]), rounded=False)
    kept = game.kept_shoe if isinstance(game, Game) else None
    return Number(Fraction(0 if kept is None else kept.bury), rounded=False)
