"""Worked hands among players at the table."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from tests.worked_hands.playing import NoSuchCards
from tests.worked_hands.reading import Chips, WorkedHand

from houseway.cards import Card
from houseway.catalog import pot_game_class
from houseway.errors import HousewayError
from houseway.money import parse_dollars
from houseway.rules.pot_game import PotGame
from houseway.table import events as ev
from houseway.table.pot_round import PotRound

ACTION = re.compile(r"seat (\d+) (may not )?(fold|check|call|bet|raise)s?(?: to)?(?: (\$[\d,.]+))?")


@cache
def game_of(hand: WorkedHand) -> PotGame[Any]:
    return pot_game_class(hand.game).make(hand.edition, hand.options)


def played(hand: WorkedHand, stacked: list[Card], *, checks: bool) -> PotRound:
    """The hand with this deck; betting does not depend on cards."""
    found = PotRound(
        game_of(hand),
        {seat: parse_dollars(said["stack"]) for seat, said in hand.seats.items()},
        button=int(hand.fields["button"].removeprefix("seat ")),
        seed="worked hand",
        side={seat: sum(hand.amounts(seat).values()) for seat, said in hand.seats.items() if "bets" in said},
        stacked=stacked,
    )
    for text in hand.fields["actions"].split(", "):
        action = ACTION.fullmatch(text)
        if action is None:
            raise ValueError(f"cannot read {text!r}")
        seat, do, to = int(action[1]), action[3], parse_dollars(action[4]) if action[4] else 0
        if not action[2]:
            found.act(seat, do, to)
        elif checks:
            with pytest.raises(HousewayError):
                found.act(seat, do, to)
    return found


@cache
def play(hand: WorkedHand) -> PotRound:
    left: dict[int | str, list[Card]] = {seat: list(hand.cards("dealt", seat)) for seat in hand.seats}
    left["community"] = list(hand.cards("board"))
    named = [card for cards in left.values() for card in cards]
    others = (card for card in game_of(hand).deck if card not in named)
    stacked: list[Card] = []
    for event in played(hand, [], checks=False).events:
        if isinstance(event, ev.Burned):
            stacked += [next(others) for _ in event.cards]
        elif isinstance(event, ev.Dealt):
            pile, count = left[event.to], len(event.cards)
            if len(pile) < count:
                raise NoSuchCards(f"the table deals {count} to {event.to}, and the text has {len(pile)} left")
            stacked += pile[:count]
            pile[:] = pile[count:]
    if any(left.values()):
        raise NoSuchCards(f"the table does not deal {left}")
    found = played(hand, stacked, checks=True)
    assert found.over
    return found


def chips(hand: PotRound) -> set[Chips]:
    """Where the chips went."""
    found = {Chips(seat, "gets back", amount, "") for seat, amount in hand.returned.items()}
    for number, pot in enumerate(hand.pots):
        name = f"side pot {number}" if number else "main pot"
        found |= {Chips(seat, "takes", amount, name) for seat, amount in pot["paid"].items()}
    return found | {Chips(seat, "ends with", amount, "") for seat, amount in hand.stacks.items()}
