"""The coach: the exact value of every legal decision, as `houseway advise` gives them."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.exact import Advice
from houseway.game import Game, Offer, find_offer
from houseway.procedure import Decide
from houseway.server.banked_table import BankedTable
from houseway.server.live_table import LiveTable
from houseway.server.people import Person
from houseway.server.pot_coach import pot_coach
from houseway.server.pot_table import PotTable
from houseway.server.refusals import Refusal


@lru_cache(maxsize=4096)
def advise(game: Game[Any], cards: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[str, list[Advice]]:
    """Counted in a thread: the first time may compile."""
    from houseway.odds import advise as exact_advice
    from houseway.odds.cache import noting_compilation

    with noting_compilation(game):
        return exact_advice(game, cards, community)


async def coach(table: LiveTable, person: Person) -> dict[str, Any]:
    """What every decision is worth that the person may take now; among players, the chance to win."""
    if isinstance(table, PotTable):
        return await pot_coach(table, person)
    assert isinstance(table, BankedTable)
    async with table.held():
        number, seat = table.own_seat(person)
        round_, log = table.round, table.log
        step = round_.step if round_ is not None else None
        if round_ is None or log is None or number not in round_.to_act or not isinstance(step, Decide):
            raise Refusal("not_your_turn", "The coach answers when there is something to decide.")
        view = round_.view(number)
        spot = view.places[number].spot()
        offers = round_.legal_actions(number)
        if spot is None:
            raise Refusal("no_coach", "Not all of your cards can be seen.")
        community = view.shown_house().community
        round_id = log.round_id
    try:
        at, advice = await asyncio.to_thread(advise, table.game, spot.dealt, community)
    except HousewayError as error:
        raise Refusal("no_coach", str(error)) from None
    if at != step.at:
        raise Refusal("no_coach", f"There are values for {at}, not for {step.at}.")
    if table.log is not None and table.log.round_id == round_id:
        seat.coached[at] = {item.decision: item.value for item in advice}
    best: Fraction = max(item.value for item in advice)
    actions = []
    for item in advice:
        key, label = table.game.offer_words(at, _offer(offers, item), spot)
        actions.append(
            {
                "decision": item.decision.to_json(),
                "key": key,
                "label": label,
                "expected_value": str(item.value),
                "value": float(item.value),
                "best": item.value == best,
            }
        )
    return {"table": table.id, "at": at, "actions": actions}


def _offer(offers: tuple[Offer, ...], item: Advice) -> Offer:
    """The decision as an offer of its own, with the wager that it makes."""
    try:
        return find_offer(offers, item.decision)._replace(decision=item.decision)
    except HousewayError:  # the jurisdiction's largest wager leaves it out
        return Offer(item.decision)
