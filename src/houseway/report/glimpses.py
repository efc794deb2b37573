"""The studies of game protection that a report has time for: what they take is estimated before they are run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from houseway.lab.protecting.protection import SEED, DealerErrors, Protection, dealer_errors, protect
from houseway.lab.protecting.setting import Setting
from houseway.lab.protecting.studies import Family, Studies
from houseway.rules.game import Game

FAMILIES = {Family.DEALER, Family.DRAW, Family.SHARED}
SECONDS = 1.0  # of one study
ENOUGH = 500  # deals of a sample that says something


def quick_protection(game: Game[Any]) -> Protection | DealerErrors:
    """What dealer errors cost, and what exposed cards are worth as far as that is quick to count."""
    names = [
        study.key
        for study in Studies(Setting(game, SEED))
        if set(study.families) & FAMILIES
        and (
            (study.exact is not None and study.cost <= SECONDS)
            or (study.gains is not None and ENOUGH * study.each <= SECONDS)
        )
    ]
    errors = dealer_errors(game)
    return replace(protect(game, seconds=SECONDS, only=names), dealer_errors=errors) if names else errors
