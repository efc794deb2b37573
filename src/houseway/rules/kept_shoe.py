"""A shoe that is kept from round to round: what a game says of it, and how many cards a round can take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from houseway.errors import OptionError
from houseway.rules.procedure import PLAYERS, Burn, Deal, EachSeat, Step


@dataclass(frozen=True, kw_only=True)
class KeptShoe:
    """The shoe goes on after a round, until its cut card comes.

    `bury` cards go out of play unseen before the next round; `cut` cards lie behind the cut card.
    """

    bury: int = 0
    cut: int

    def check(self, cards: int, most: int) -> None:
        """Refuse a cut card behind which a round could run out of cards, or before which there is no round.

        `cards` are those of the full shoe, `most` those that a round can take.
        """
        least, last = most + self.bury, cards - most - self.bury
        if self.bury < 0:
            raise OptionError(f"{self.bury} cards cannot be buried.")
        if least > last:
            raise OptionError(f"A shoe of {cards} cards is too small to be kept: a full round takes {most} of them.")
        if not least <= self.cut <= last:
            raise OptionError(
                f"Behind the cut card of a shoe of {cards} cards lie {least} to {last} cards, not {self.cut}: a full "
                f"round takes {most}, and {self.bury} are buried."
            )


def most_cards(steps: Iterable[Step], seats: int) -> int:
    """The cards that a round can take with so many players; whoever throws cards may throw all."""
    house = players = dealt = 0
    flat = [inner for step in steps for inner in (step.steps if isinstance(step, EachSeat) else (step,))]
    for step in flat:
        if isinstance(step, Burn) or (isinstance(step, Deal) and step.to != PLAYERS):
            house += step.count
        elif isinstance(step, Deal):
            dealt += step.count
            players += step.count or dealt
    return house + seats * players
