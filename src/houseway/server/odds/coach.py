"""The coach: the value of every legal decision, as `houseway advise` gives them."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, cast

import structlog

from houseway.cards import Card
from houseway.counting.game_odds import Advice
from houseway.errors import HousewayError
from houseway.rules.game import Decision, Game, Offer, find_offer
from houseway.rules.procedure import Decide
from houseway.server.odds.pot_coach import pot_coach
from houseway.server.people.people import Person
from houseway.server.protocol import values
from houseway.server.protocol.coach import CoachAction, CoachAdvice, PotAdvice
from houseway.server.refusals import Refusal
from houseway.server.tables.banked_table import BankedTable
from houseway.server.tables.banked_view import decision_id
from houseway.server.tables.live_table import LiveTable
from houseway.server.tables.pot_table import PotTable
from houseway.server.tables.seats import Coached

NO_VALUES = "The coach has no values for this decision."
logger = structlog.get_logger("coach")


class Advised(NamedTuple):
    """The value of every decision at a point of the round, in units of the main wager."""

    at: str
    advice: list[Advice]
    main: str
    estimated: bool  # whether deals were sampled for them


@lru_cache(maxsize=4096)
def advise(
    game: Game[Any],
    cards: tuple[Card, ...],
    community: tuple[Card, ...],
    dealer: tuple[Card, ...],
    decisions: tuple[tuple[str, Decision], ...],
) -> Advised:
    """What the player knows, and nothing else, decides. Counted in a thread: the first time may compile."""
    from houseway.odds import advise as exact_advice
    from houseway.odds import odds_of
    from houseway.odds.cache import noting_compilation

    with noting_compilation(game):
        at, advice = exact_advice(game, cards, community, dealer=dealer, decisions=decisions)
        counting = odds_of(game)
        return Advised(at, advice, counting.main, counting.estimated)


async def coach(table: LiveTable, person: Person) -> CoachAdvice | PotAdvice:
    """What every decision is worth that the person may take now; among players, the chance to win."""
    if isinstance(table, PotTable):
        return await pot_coach(table, person)
    assert isinstance(table, BankedTable)
    async with table.held():
        number, seat = table.seats.own(person)
        round_, log = table.round, table.log
        step = round_.step if round_ is not None else None
        if round_ is None or log is None or number not in round_.to_act or not isinstance(step, Decide):
            raise Refusal("not_your_turn", "The coach answers when there is something to decide.")
        view = round_.view(number)
        spot = view.seats[number].spot()
        offers = round_.legal_actions(number)
        if spot is None:
            raise Refusal("no_coach", "Not all of your cards can be seen.")
        seen = view.shown_house()
        round_id = log.round_id
    try:
        at, advice, main, estimated = await asyncio.to_thread(
            advise, table.game, spot.dealt, seen.community, seen.dealer, spot.decisions
        )
    except Exception as error:  # whatever is wrong with a game's odds, its table goes on
        fault = None if isinstance(error, HousewayError) else error
        logger.warning("no advice", game=table.game.id, at=step.at, reason=str(error), exc_info=fault)
        raise Refusal("no_coach", NO_VALUES) from None
    if at != step.at:
        logger.warning("no advice", game=table.game.id, at=step.at, reason=f"the values are for {at}")
        raise Refusal("no_coach", NO_VALUES)
    if table.log is not None and table.log.round_id == round_id:
        seat.coached[at] = Coached({item.decision: item.value for item in advice}, spot.stakes.get(main, 0))
    best: Fraction = max(item.value for item in advice)
    actions: list[CoachAction] = []
    for item in advice:
        key, label = table.game.offer_words(at, _offer(offers, item), spot)
        actions.append(
            {
                "id": decision_id(item.decision),
                "decision": cast(values.Decision, item.decision.to_json()),
                "key": key,
                "label": label,
                "expected_value": str(item.value),
                "value": float(item.value),
                "best": item.value == best,
            }
        )
    return {"table": table.id, "at": at, "actions": actions, "estimated": estimated}


def _offer(offers: tuple[Offer, ...], item: Advice) -> Offer:
    """The decision as an offer of its own, with the wager that it makes."""
    try:
        return find_offer(offers, item.decision)._replace(decision=item.decision)
    except HousewayError:  # the jurisdiction's largest wager leaves it out
        return Offer(item.decision)
