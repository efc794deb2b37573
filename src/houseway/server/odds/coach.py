"""The coach: the value of every legal decision, as `houseway advise` gives them."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, cast

import structlog

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.odds.game_odds import Advice
from houseway.rules.game import Decision, Game, Offer, Spot, find_offer
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
from houseway.table.round import Round

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
    beside: tuple[tuple[str, Fraction], ...] = (),
) -> Advised:
    """What the player knows, and nothing else, decides. `beside` are the stakes on side wagers in units of the main
    wager: those that depend on the decision count too. Counted in a thread: the first time may compile."""
    from houseway.odds import advise as exact_advice
    from houseway.odds import odds_of
    from houseway.odds.cache import noting_compilation

    with noting_compilation(game):
        at, advice = exact_advice(game, cards, community, dealer=dealer, decisions=decisions, beside=dict(beside))
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
        legal = Legal.at(round_, number)
        of_full_shoe = shoe_is_begun(round_)
        if spot is None:
            raise Refusal("no_coach", "Not all of your cards can be seen.")
        seen = view.shown_house()
        round_id = log.round_id
    try:
        at, advice, main, estimated = await asyncio.to_thread(
            advise, table.game, spot.dealt, seen.community, seen.dealer, spot.decisions, staked_beside(table.game, spot)
        )
    except Exception as error:  # whatever is wrong with a game's odds, its table goes on
        fault = None if isinstance(error, HousewayError) else error
        logger.warning("no advice", game=table.game.id, at=step.at, reason=str(error), exc_info=fault)
        raise Refusal("no_coach", NO_VALUES) from None
    if at != step.at:
        logger.warning("no advice", game=table.game.id, at=step.at, reason=f"the values are for {at}")
        raise Refusal("no_coach", NO_VALUES)
    advice = legal.among(advice)
    if not advice:
        logger.warning("no advice", game=table.game.id, at=step.at, reason="the values are for no legal decision")
        raise Refusal("no_coach", NO_VALUES)
    if table.log is not None and table.log.round_id == round_id and not of_full_shoe:
        seat.coached[at] = Coached({item.decision: item.value for item in advice}, spot.stakes.get(main, 0))
    actions = told_actions(table.game, at, advice, legal.offers, spot)
    return {"table": table.id, "at": at, "actions": actions, "estimated": estimated, "of_full_shoe": of_full_shoe}


def staked_beside(game: Game[Any], spot: Spot) -> tuple[tuple[str, Fraction], ...]:
    """What a player has bet on side wagers, in units of the main wager."""
    main = spot.stakes.get(game.wagers.main, 0)
    sides = game.wagers.sides if main else ()
    return tuple((side, Fraction(spot.stakes[side], main)) for side in sides if spot.stakes.get(side))


def shoe_is_begun(round_: Round) -> bool:
    """Whether cards are gone from a shoe that is kept. Values are counted for a full one."""
    return round_.shoe is not None and bool(round_.shoe.gone)


class Legal(NamedTuple):
    """What a seat may decide in a round by the law and the table's limits, which may cut what the rules offer."""

    offers: tuple[Offer, ...]
    ends: tuple[Decision, ...]  # every offer at its smallest and its largest

    @classmethod
    def at(cls, round_: Round, seat: int) -> Legal:
        ends = [choice.decision for offer in round_.offers(seat) for choice in offer.choices]
        return cls(round_.legal_actions(seat), tuple(ends))

    def among(self, advice: list[Advice]) -> list[Advice]:
        """The values of what is legal, the best first: without a raise that is too large, and with the largest one in
        its place."""
        values = {item.decision: item.value for item in advice}
        told = Coached(values, unit=0)
        found = [item for item in advice if self._allows(item.decision)]
        for end in self.ends:
            value = None if end in values else told.value(end)
            if value is not None:
                found.append(Advice(end, value))
        return sorted(found, key=lambda item: item.value, reverse=True)

    def _allows(self, decision: Decision) -> bool:
        try:
            find_offer(self.offers, decision)
        except HousewayError:
            return False
        return True


def told_actions(
    game: Game[Any], at: str, advice: list[Advice], offers: tuple[Offer, ...], spot: Spot
) -> list[CoachAction]:
    """Every legal decision with its value, in the words of the table."""
    best: Fraction = max(item.value for item in advice)
    actions: list[CoachAction] = []
    for item in advice:
        offer = find_offer(offers, item.decision)._replace(decision=item.decision)
        key, label = game.names.offer(at, offer, spot)
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
    return actions
