"""Worked hands against the house at the table: the deck is stacked so that everybody gets the cards the text gives them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from tests.golden_text import decision_of
from tests.worked_hands.reading import PILES, WorkedHand, amounts

from houseway import Game, Limit, Limits, Round
from houseway.cards import Card
from houseway.catalog import game_class
from houseway.errors import HousewayError
from houseway.money import parse_dollars
from houseway.rules.limits import jurisdiction
from houseway.table import events as ev

AREAS = {"dealt": "dealt", "drawn": "draws", "aside": "draw card"}


@cache
def game_of(hand: WorkedHand) -> Game[Any]:
    return game_class(hand.game).make(hand.edition, hand.options)


def stakes_of(hand: WorkedHand, game: Game[Any], seat: int, text: str = "") -> dict[str, int]:
    """The opening wagers of a seat by their ids; the text calls them by name."""
    ids = {wager.name: wager.id for wager in game.wagers}
    given = amounts(text) if text else hand.amounts(seat)
    return {ids.get(name, name): amount for name, amount in given.items()}


def limits_of(hand: WorkedHand) -> Limits:
    texts = (item.split() for item in hand.fields.get("limit", "").split(", ") if item)
    law = jurisdiction(hand.fields.get("jurisdiction", "none"))
    return Limits({wager: Limit.parse(bounds) for wager, bounds in texts}, law)


class NoSuchCards(ValueError):
    """The text has fewer or more cards than the table deals."""


class Piles:
    """The cards of the text, taken from as the table deals them."""

    def __init__(self, hand: WorkedHand, game: Game[Any]) -> None:
        self._left: dict[tuple[int | str, str], list[Card]] = {
            (seat, pile): list(hand.cards(pile, seat)) for seat in hand.seats for pile in PILES
        }
        self._left["dealer", ""] = list(hand.cards("dealer"))
        self._left["community", ""] = list(hand.cards("board"))
        named = [card for pile in self._left.values() for card in pile]
        deck = list(game.deck)
        for card in named:
            if card not in deck:
                raise NoSuchCards(f"{card} is in the text too often")
            deck.remove(card)
        self._others = iter(deck)

    def take(self, event: ev.Dealt | ev.Burned) -> list[Card]:
        """The cards that this event should have dealt; what is buried is nobody's."""
        count = len(event.cards)
        if isinstance(event, ev.Burned):
            return [next(self._others) for _ in range(count)]
        pile = self._left[event.to, AREAS[event.area] if isinstance(event.to, int) else ""]
        if len(pile) < count:
            raise NoSuchCards(f"the table deals {count} to {event.to}, and the text has {len(pile)} left")
        taken, pile[:] = pile[:count], pile[count:]
        return taken

    def check_empty(self) -> None:
        for (who, pile), cards in self._left.items():
            if cards:
                raise NoSuchCards(f"the table does not deal {' '.join(map(str, cards))} to {who} {pile}".rstrip())


def dealt(round_: Round) -> Iterator[ev.Dealt | ev.Burned]:
    return (event for event in round_.events if isinstance(event, ev.Dealt | ev.Burned))


def start(hand: WorkedHand, game: Game[Any], stacked: list[Card]) -> Round:
    meter = hand.fields.get("meter")
    round_ = Round(
        game,
        seats=sorted(seat for seat, said in hand.seats.items() if "bets" in said),
        seed="worked hand",
        limits=limits_of(hand),
        meter=None if meter is None else parse_dollars(meter),
        stacked=stacked,
    )
    for seat in round_.seats:
        for other, text in hand.refused:
            if other == seat:
                assert not round_.can_wager(seat, stakes_of(hand, game, seat, text)), f"the table takes {text}"
        round_.wager(seat, stakes_of(hand, game, seat))
    round_.deal()
    return round_


def follow(hand: WorkedHand, round_: Round, most: int | None = None) -> None:
    """Make the decisions of the text, as long as no more than so many cards are dealt."""
    left = {seat: list(steps) for seat, steps in hand.steps.items()}
    while round_.to_act and (most is None or sum(len(event.cards) for event in dealt(round_)) <= most):
        for seat in round_.to_act:
            decided = False
            while not decided:
                if not left.get(seat):
                    raise ValueError(f"seat {seat} has to decide at {round_.step}")
                do, text = left[seat].pop(0)
                decided = do == "decides"
                if decided:
                    round_.act(seat, decision_of(text))
                elif most is None:
                    with pytest.raises(HousewayError):
                        round_.check_act(seat, decision_of(text))
    if most is None and any(left.values()):
        raise ValueError(f"nobody is asked for {left}")


@cache
def play(hand: WorkedHand) -> Round:
    """The round as the text tells it. Who gets the next card may depend on those before: one deal after the other."""
    game, stacked = game_of(hand), list[Card]()
    piles = Piles(hand, game)
    while True:
        round_, seen = start(hand, game, stacked), 0
        follow(hand, round_, len(stacked))
        for event in dealt(round_):
            seen += len(event.cards)
            if seen > len(stacked):
                stacked += piles.take(event)
                break
        else:
            break
    piles.check_empty()
    round_ = start(hand, game, stacked)
    follow(hand, round_)
    assert round_.over
    return round_


def settled(round_: Round) -> dict[tuple[int, str], tuple[int, int]]:
    """What every wager, by its name, had on it and what came back."""
    return {
        (event.seat, round_.game.wager[event.wager].name): (event.amount, event.returned)
        for event in round_.events
        if isinstance(event, ev.Settled)
    }


def how(amount: int, returned: int) -> str:
    """The word for it."""
    if not amount:
        return "pays"
    return "wins" if returned > amount else "pushes" if returned == amount else "loses"
