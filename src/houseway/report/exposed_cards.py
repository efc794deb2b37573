"""Game protection for a report: dealer errors, and the studies of exposed cards whose estimated time is short."""

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
    protection = replace(protect(game, seconds=SECONDS, only=names), dealer_errors=errors) if names else errors
    if errors.stopped or protection.stopped:
        raise KeyboardInterrupt  # the report says itself which chapters are missing
    return protection
