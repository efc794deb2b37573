"""A finished round with the coach: what every decision of one seat was worth, from what its player saw at the time."""

from __future__ import annotations

import structlog

from houseway.errors import HousewayError
from houseway.rules.game import Decision, Offer
from houseway.rules.procedure import Decide
from houseway.server.odds.coach import NO_VALUES, Legal, advise, shoe_is_begun, staked_beside, told_actions
from houseway.server.protocol.coach import ReviewedDecision, RoundReview
from houseway.server.tables.banked_view import decision_id
from houseway.server.tables.seats import Coached
from houseway.table.pot_round import PotRound
from houseway.table.round import Round

AMONG_PLAYERS = "Among players the value of a decision depends on how the others play."
NOTHING_DECIDED = "There was nothing to decide in this round."
logger = structlog.get_logger("coach")


def review(played: Round | PotRound, round_id: int, seat: int) -> RoundReview:
    """Every decision of the seat. Counted in a thread: the first time may compile."""
    if isinstance(played, PotRound):
        return {"round": round_id, "decisions": [], "reason": AMONG_PLAYERS}
    asked, decisions = 0, []
    for before, action in zip(played.from_the_start(), played.actions, strict=False):
        if action[:2] == ("act", seat):
            asked += 1
            found = _reviewed(before, seat, action[2])
            decisions += [] if found is None else [found]
    reason = NOTHING_DECIDED if not asked else "" if len(decisions) == asked else NO_VALUES
    return {"round": round_id, "decisions": decisions, "reason": reason}


def _reviewed(round_: Round, seat: int, decision: Decision) -> ReviewedDecision | None:
    """A decision that is about to be made; None where the coach has no values for it."""
    view, step = round_.view(seat), round_.step
    spot, house = view.seats[seat].spot(), view.shown_house()
    if spot is None or not isinstance(step, Decide):
        return None
    try:
        beside = staked_beside(round_.game, spot)
        at, advice, main, estimated = advise(
            round_.game, spot.dealt, house.community, house.dealer, spot.decisions, beside
        )
    except Exception as error:  # whatever is wrong with a game's odds, the round can be looked at
        fault = None if isinstance(error, HousewayError) else error
        logger.warning("no advice", game=round_.game.id, at=step.at, reason=str(error), exc_info=fault)
        return None
    if at != step.at:
        return None
    legal = Legal.at(round_, seat)
    advice = legal.among(advice)
    if not advice:
        return None
    told = Coached({item.decision: item.value for item in advice}, spot.stakes.get(main, 0))
    value = told.value(decision)
    of_full_shoe = shoe_is_begun(round_)
    return {
        "event": len(round_.events),
        "at": at,
        "chosen": decision_id(decision),
        "label": round_.game.names.offer(at, Offer(decision), spot)[1],
        "value": None if value is None else str(value),
        "cost": None if value is None or of_full_shoe else str(max(told.values.values()) - value),
        "unit": told.unit,
        "estimated": estimated,
        "of_full_shoe": of_full_shoe,
        "actions": told_actions(round_.game, at, advice, legal.offers, spot),
    }
