"""The coach among players: the chance to win against the hands still in, and the share of the pot that a call needs."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.odds.equity import equity
from houseway.rules.pot_game import PotGame
from houseway.rules.procedure import BettingRound
from houseway.server.people.people import Person
from houseway.server.protocol.coach import CallPrice, Chances, PotAdvice
from houseway.server.refusals import Refusal
from houseway.server.tables.pot_table import PotTable
from houseway.table.pot_view import PotView

# Against three hands before the flop it may take seconds: one at a time, so that the tables go on meanwhile.
_counting = ThreadPoolExecutor(1, thread_name_prefix="chances")


@lru_cache(maxsize=4096)
def chances(
    game: PotGame[Any], hole: tuple[Card, ...], community: tuple[Card, ...], opponents: int
) -> dict[str, bool | str | float]:
    """As `houseway chances --json` gives them, against that many unknown hands."""
    return {**equity(game, hole, community, opponents).to_json()}


async def pot_coach(table: PotTable, person: Person) -> PotAdvice:
    """How often the person's hand wins, ties and loses if nobody folds any more."""
    async with table.held():
        number, _ = table.seats.own(person)
        hand = table.hand
        bounds = hand.legal(number) if hand is not None and number in hand.start else None
        step = hand.step if hand is not None else None
        if hand is None or bounds is None or not isinstance(step, BettingRound):
            raise Refusal("not_your_turn", "The coach answers when it is your turn.")
        turn, view = len(hand.actions), hand.view(number)
    hole = tuple(card for card in view.players[number].cards if card is not None)
    others = sum(not player.folded for player in view.players.values()) - 1
    counting = asyncio.get_running_loop().run_in_executor(
        _counting, chances, table.game, hole, view.shown_community(), others
    )
    try:
        found = await counting
    except HousewayError as error:
        raise Refusal("no_coach", str(error)) from None
    return {
        "table": table.id,
        "at": step.at,
        "turn": turn,
        "opponents": others,
        "chances": cast(Chances, found | _parts(found)),
        "call": price(view, number, bounds.call) if bounds.call else None,
    }


def _parts(found: dict[str, bool | str | float]) -> dict[str, float | None]:
    """The same as numbers for showing."""
    parts: dict[str, float | None] = {"win": None, "tie": None, "lose": None, "value": float(Fraction(found["share"]))}
    if found["exact"]:
        total = int(found["total"])
        parts |= {part: int(found[name]) / total for part, name in zip(parts, ("wins", "ties", "losses"), strict=False)}
    return parts


def price(view: PotView, seat: int, call: int) -> CallPrice:
    """What a call costs, the pot it plays for, and the share of it that pays for the call, before any rake."""
    pot = view.pot_for(seat, call)
    needs = Fraction(call, pot)
    return {"amount": call, "pot": pot, "needs": str(needs), "value": float(needs)}
