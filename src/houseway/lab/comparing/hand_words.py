"""What a player knows and decides, in a few words for tables: `K♠ 9♦ 4♣, board 7♠ 2♠`, `raise 2x`, `throw 4♣`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.cards import Card
from houseway.odds.game_odds import Known
from houseway.rounding import short
from houseway.rules.game import Decision, Game


def known_words(game: Game[Any], known: Known) -> str:
    """The cards that a player sees, and what was decided before where that made a difference of size."""
    parts = [cards_words(game, known.cards)]
    if known.community:
        parts.append(f"board {cards_words(game, known.community)}")
    if known.dealer:
        parts.append(f"dealer {cards_words(game, known.dealer)}")
    parts += [
        f"{at} {kind_words(decision)}" for at, decision in known.decisions if decision.multiple or decision.discard
    ]
    return ", ".join(part for part in parts if part)


def cards_words(game: Game[Any], cards: Sequence[Card]) -> str:
    """Cards from the highest to the lowest; ranks alone where suits do not count."""
    ordered = sorted(cards, key=lambda card: (-card.rank, card.suit))
    return " ".join(
        card.pretty if game.suits_count or card.joker else card.text[0].replace("T", "10") for card in ordered
    )


def decision_words(game: Game[Any], decision: Decision) -> str:
    thrown = f"throw {cards_words(game, decision.discard)}" if decision.discard else ""
    return ", ".join(part for part in (_bet_words(decision), thrown) if part) or "keep all"


def kind_words(decision: Decision) -> str:
    """A decision without its particular cards: `throw 2`."""
    thrown = f"throw {len(decision.discard)}" if decision.discard else ""
    return ", ".join(part for part in (_bet_words(decision), thrown) if part) or "keep all"


def _bet_words(decision: Decision) -> str:
    size = f"{short(decision.multiple)}x" if decision.multiple else ""
    return " ".join(part for part in (decision.choice, size) if part)
