"""What a person needs to practise under some rules: a card for each item, by `fsrs`, and ratings.

A card says when an item should come up again; how often it was wrong lately says how much more than others.
"""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from houseway.train.player.deals import CLOSE
from houseway.train.player.marks import FINE, score_of
from houseway.train.player.rating import Rating, answered, first_rating

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

    from houseway.train.profile import Attempt

MEMORY = 0.75  # how much of what was known of an item's errors stays with each answer
DUE, NOT_DUE = 2.0, 0.25  # how much more, or less, than a new one an item is asked
ERRORS = 12.0  # how many times more one that is always wrong


class Item(NamedTuple):
    """One thing that is practised."""

    card: Card
    errors: float = 0.0  # how much there is to practise: 1 for what is always wrong, from 0 on for what is new
    answers: int = 0
    spot: Rating | None = None

    @property
    def wrong(self) -> float:
        """The share of wrong answers, the last ones counting most: 1 where the only answer was wrong."""
        return self.errors / (1 - MEMORY**self.answers) if self.answers else 0.0


@cache
def scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(enable_fuzzing=False)  # the same answers give the same cards


class Practice:
    """Worked out from attempts that are taken in one after the other."""

    def __init__(self) -> None:
        self.items: dict[str, Item] = {}
        self.player = Rating()

    def take_in(self, attempt: Attempt) -> None:
        from fsrs import Card
        from fsrs import Rating as Answer

        for name in attempt.items:
            right = attempt.right_in(name)
            answer = Answer.Again if not right else Answer.Hard if attempt.mark == FINE else Answer.Good
            item = self.items.get(name) or Item(Card(card_id=len(self.items) + 1, due=attempt.when))
            card, _ = scheduler().review_card(item.card, answer, attempt.when)
            errors = MEMORY * item.errors + (1 - MEMORY) * (not right)
            self.items[name] = item._replace(card=card, errors=errors, answers=item.answers + 1)
        if attempt.mark and attempt.items:
            self._rate(attempt.items[0], attempt)

    def _rate(self, name: str, attempt: Attempt) -> None:
        item = self.items[name]
        spot = item.spot or first_rating(float(attempt.gap or Fraction()), CLOSE)
        self.player, spot = answered(self.player, spot, float(score_of(attempt.mark)))
        self.items[name] = item._replace(spot=spot)

    def due(self, name: str, now: datetime) -> bool:
        return name not in self.items or self.items[name].card.due <= now

    def errors(self, name: str) -> float:
        """The share of wrong answers lately."""
        return self.items[name].errors if name in self.items else 0.0

    def needs(self, now: datetime) -> dict[str, float]:
        return {
            name: (DUE if item.card.due <= now else NOT_DUE) * (1 + ERRORS * item.errors)
            for name, item in self.items.items()
        }
