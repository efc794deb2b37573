"""A shoe that is kept from round to round, and how each of its rounds can be checked by itself.

A round has a seed of its own, promised before the wagers and revealed after it. The cards that nobody has seen lie in
no order that anybody knows, so the round's seed orders those: all cards of the deck less the ones dealt in earlier
rounds of the shoe. In law this is a shoe that was shuffled once: whatever has been seen of such a shoe, all orders of
its other cards are equally likely, and it makes no difference when one of them is drawn.

Cards are buried unseen, and nobody ever sees them later. So they are a number, which counts towards the cut card: any
card that nobody has seen may be one of them. No seed says which they are, and none that is revealed can tell.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.cards import Card, texts
from houseway.errors import RecordError
from houseway.rules.game import Game
from houseway.rules.kept_shoe import KeptShoe, most_cards
from houseway.table.events import ShoeFacts


@dataclass(frozen=True)
class ShoeState:
    """The shoe before a round: with the rules and the round's seed it fixes the deal."""

    cut: int  # cards behind the cut card
    number: int = 1  # of the shoe at the table
    round: int = 1  # of the shoe
    gone: tuple[Card, ...] = ()  # dealt in earlier rounds of the shoe, in the order of the deck
    buried: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "gone", tuple(sorted(self.gone)))

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "round": self.round,
            "gone": texts(self.gone),
            "buried": self.buried,
            "cut": self.cut,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ShoeState:
        gone = tuple([Card.parse(text) for text in data["gone"]])
        return cls(data["cut"], data["number"], data["round"], gone, data["buried"])

    def check(self, game: Game[Any]) -> None:
        """Refuse a shoe that cannot have come about at a table of this game."""
        kept = kept_shoe_of(game)
        if kept is None:
            raise RecordError(f"{game.name} keeps no shoe by these rules: every round has a full one.")
        counts = (self.cut, self.number, self.round, self.buried)
        if any(type(count) is not int for count in counts) or min(self.number, self.round) < 1 or self.buried < 0:
            raise RecordError("A shoe has a number and a round from 1 up, and no fewer than 0 buried cards.")
        if self.cut != kept.cut:
            raise RecordError(f"Behind the cut card lie {kept.cut} cards by these rules, not {self.cut}.")
        if self.buried != kept.bury * (self.round - 1):
            raise RecordError(
                f"In round {self.round} of a shoe {kept.bury * (self.round - 1)} cards are buried, not {self.buried}."
            )
        extra = Counter(self.gone) - Counter(game.deck)
        if extra:
            raise RecordError(f"{next(iter(extra))} is gone from the shoe more often than the deck holds it.")
        if (self.round == 1) != (not self.gone):
            raise RecordError("Cards are gone from a shoe after its first round, and none before it.")
        if self.to_cut(game) <= 0:
            raise RecordError("The cut card of this shoe has come: the next round has a new one.")

    def to_cut(self, game: Game[Any]) -> int:
        """How many cards come before the cut card."""
        return len(game.deck) - self.cut - len(self.gone) - self.buried

    def left(self, game: Game[Any]) -> list[Card]:
        """The cards that nobody has seen, in the order of the deck; of equal cards the first ones are gone."""
        gone = Counter(self.gone)
        left = []
        for card in game.deck:
            if gone[card]:
                gone[card] -= 1
            else:
                left.append(card)
        return left

    def facts(self, game: Game[Any]) -> ShoeFacts:
        """What everybody is told when a round opens."""
        return ShoeFacts(
            self.number, self.round, len(self.gone), self.buried, self.to_cut(game), gone_digest(self.gone)
        )

    def after(self, game: Game[Any], dealt: Iterable[Card]) -> ShoeState:
        """The shoe for the next round, when these cards were dealt in this one."""
        kept = kept_shoe_of(game)
        assert kept is not None
        gone = (*self.gone, *dealt)
        if cut_card_comes(self.to_cut(game) - (len(gone) - len(self.gone)), kept):
            return self.shuffled()
        return ShoeState(self.cut, self.number, self.round + 1, gone, self.buried + kept.bury)

    def after_void(self, *, dealt: bool) -> ShoeState:
        """The shoe for the next round when this one was made void: a new one where cards had been dealt, because
        nobody was shown all that has left it; as it was where none had."""
        return self.shuffled() if dealt else self

    def shuffled(self) -> ShoeState:
        """The next shoe, full."""
        return ShoeState(self.cut, self.number + 1)


def kept_shoe_of(game: Game[Any]) -> KeptShoe | None:
    """How the game keeps its shoe; refused where a round could run out of cards."""
    kept = game.kept_shoe
    if kept is not None:
        kept.check(len(game.deck), most_cards(game.procedure, game.seats))
    return kept


def cut_card_comes(left: int, kept: KeptShoe) -> bool:
    """Whether the cut card has come, or comes while cards are buried, when so many are left before it."""
    return left <= kept.bury


def full(kept: KeptShoe) -> ShoeState:
    """The first shoe of a table."""
    return ShoeState(kept.cut)


def gone_digest(gone: Iterable[Card]) -> str:
    """SHA-256 of the cards that are gone, in the order of the deck: told before the wagers, as the commitment is."""
    return hashlib.sha256(" ".join(card.text for card in sorted(gone)).encode()).hexdigest()
