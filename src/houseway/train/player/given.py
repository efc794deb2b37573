"""A decision with given cards, so that one that was made before can be asked again: in a round, or in an exercise.

In text it is what the player saw: `cards Ah Kd; board 9c; at flop; after hole choice=bet multiple=2`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from houseway.cards import Card, parse_cards
from houseway.errors import HousewayError, OptionError
from houseway.rules.game import Decision, Game
from houseway.rules.procedure import COMMUNITY, DEALER, Decide
from houseway.table import events as ev
from houseway.table.round import Round
from houseway.table.view import View
from houseway.train.player.table import SEAT, dealt
from houseway.train.rounds import laid

Cards = tuple[Card, ...]


class Given(NamedTuple):
    """What a player sees at a decision: the own cards, the shared and the house's that are face up, and what the player
    decided before."""

    cards: Cards = ()
    board: Cards = ()
    dealer: Cards = ()
    at: str = ""
    decisions: tuple[tuple[str, Decision], ...] = ()

    @classmethod
    def of(cls, round_: Round, seat: int) -> Given:
        """What a seat sees that is asked to decide; without its cards where they are not in sight."""
        view, step = round_.view(seat), round_.step
        assert isinstance(step, Decide)
        spot, house = view.seats[seat].spot(), view.shown_house()
        if spot is None:
            return cls(at=step.at)
        return cls(spot.dealt, house.community, house.dealer, step.at, spot.decisions)

    @property
    def text(self) -> str:
        rows = {"cards": self.cards, "board": self.board, "dealer": self.dealer}
        parts = [f"{name} {' '.join(card.text for card in cards)}" for name, cards in rows.items() if cards]
        return "; ".join([*parts, f"at {self.at}", *(f"after {at} {_written(made)}" for at, made in self.decisions)])

    def with_part(self, word: str, rest: str) -> Given:
        """With one more part of the text."""
        if word == "at":
            return self._replace(at=rest)
        if word == "after":
            at, _, made = rest.partition(" ")
            return self._replace(decisions=(*self.decisions, (at, _read(made))))
        cards: Any = {word: parse_cards(rest.split())}
        return self._replace(**cards)

    def round(self, game: Game[Any], seed: str) -> Round:
        """A hand that has come to the decision; all other cards are the seed's."""
        stacked: Cards = ()
        try:
            for _ in range(len(self.decisions) + 2):  # where later cards lie depends on what is decided before
                round_ = self._played(game, seed, stacked)
                stacked = self._laid(round_)
            round_ = self._played(game, seed, stacked)
        except HousewayError as error:
            raise OptionError(f"A hand of {game.name} cannot come to {self.text!r}: {error}") from None
        if SEAT not in round_.to_act or Given.of(round_, SEAT) != self:
            raise OptionError(f"A hand of {game.name} cannot come to {self.text!r}.")
        return round_

    def _played(self, game: Game[Any], seed: str, stacked: Cards) -> Round:
        """The hand as far as these decisions can be made in it."""
        round_ = dealt(game, seed, stacked=stacked)
        for at, decision in self.decisions:
            step = round_.step
            if SEAT not in round_.to_act or not isinstance(step, Decide) or step.at != at:
                break
            if not stacked and not round_.can_act(SEAT, decision):
                break  # it throws cards that come with the next deal
            round_.act(SEAT, decision)
        return round_

    def _laid(self, round_: Round) -> Cards:
        """The deal with the given cards in the places of those that the player sees."""
        view = View(round_.game, SEAT, round_.events)
        wanted = {
            SEAT: dict(enumerate(self.cards)),
            DEALER: dict(zip(_seen(view, DEALER), self.dealer, strict=False)),
            COMMUNITY: dict(zip(_seen(view, COMMUNITY), self.board, strict=False)),
        }
        places: dict[int, Card] = {}
        at, passed = 0, {SEAT: 0, DEALER: 0, COMMUNITY: 0}
        for event in round_.events:
            if not isinstance(event, ev.Dealt | ev.Burned):
                continue
            if isinstance(event, ev.Dealt) and event.to in passed and (event.to != SEAT or event.area == "dealt"):
                for number in range(len(event.cards)):
                    card = wanted[event.to].get(passed[event.to] + number)
                    if card is not None:
                        places[at + number] = card
                passed[event.to] += len(event.cards)
            at += len(event.cards)
        return laid(round_, places)


def _seen(view: View, row: str) -> list[int]:
    """The places of a row whose cards are face up."""
    return [index for index, card in enumerate(view.house[row]) if card is not None]


def _written(decision: Decision) -> str:
    facts = decision.to_json()
    return " ".join(f"{name}={'+'.join(value) if name == 'discard' else value}" for name, value in facts.items())


def _read(text: str) -> Decision:
    facts: dict[str, Any] = dict(part.partition("=")[::2] for part in text.split())
    if "discard" in facts:
        facts["discard"] = [card for card in facts["discard"].split("+") if card]
    return Decision.from_json(facts)
