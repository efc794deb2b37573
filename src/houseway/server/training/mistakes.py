"""Where somebody lost value: finished rounds with the decisions that gave something up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import structlog

from houseway.errors import HousewayError
from houseway.rounding import rounded
from houseway.server.odds.review import review
from houseway.server.protocol.coach import ReviewedDecision
from houseway.server.protocol.rounds import PlayedRound
from houseway.server.protocol.training import MistakenDecision, RoundMistakes
from houseway.server.storage.round_records import StoredRound
from houseway.table.round import Round
from houseway.train.player.given import Given
from houseway.train.player.values import valued

logger = structlog.get_logger("training")


class Reviewed(NamedTuple):
    """What was found in some rounds."""

    rounds: list[RoundMistakes]  # those with mistakes
    decisions: int
    reason: str


def mistakes(played: Sequence[tuple[PlayedRound, StoredRound]]) -> Reviewed:
    """Every decision of the person's seats graded by the coach. Counted in a thread: the first time may compile."""
    found: list[RoundMistakes] = []
    asked, reason = 0, ""
    for line, stored in played:
        try:
            round_ = stored.play()
        except HousewayError as error:  # rules that are not installed any more
            reason = str(error)
            continue
        if not isinstance(round_, Round):
            continue
        told = review(round_, line["id"], line["seat"])
        asked += len(told["decisions"])
        reason = reason or (told["reason"] if told["decisions"] else "")
        wrong = [item for item in told["decisions"] if item["cost"] is not None and Fraction(item["cost"]) > 0]
        if wrong:
            decisions = _told(round_, line["seat"], wrong)
            found.append(
                {
                    "round": line,
                    "edition": round_.game.edition,
                    "options": round_.game.options.values(),
                    "lost": sum(item["lost"] for item in decisions),
                    "decisions": decisions,
                }
            )
    return Reviewed(found, asked, reason)


def _told(round_: Round, seat: int, wrong: Sequence[ReviewedDecision]) -> list[MistakenDecision]:
    """The mistakes with what an exercise with the same cards is about."""
    abouts: dict[int, str] = {}
    places = {item["event"] for item in wrong}
    for before in round_.from_the_start():
        if (place := len(before.events)) in places and place not in abouts and seat in before.to_act:
            try:
                valued(before, seat)
                abouts[place] = Given.of(before, seat).text
            except HousewayError as error:  # there is nothing to practise then
                logger.info("no exercise for a mistake", game=round_.game.id, reason=str(error))
    return [
        {
            **item,
            "lost": int(rounded(Fraction(item["cost"] or 0) * item["unit"], 0)),
            "about": abouts.get(item["event"], ""),
        }
        for item in wrong
    ]
