"""The studies of game protection that a report has time for: what they take is estimated before they are run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from houseway.lab.protecting.protection import SEED, Protection, Slips, protect, slips
from houseway.lab.protecting.setting import Setting
from houseway.lab.protecting.studies import Family, Studies
from houseway.rules.game import Game

FAMILIES = {Family.DEALER, Family.DRAW, Family.SHARED}
SECONDS = 1.0  # of one study
ENOUGH = 500  # deals of a sample that says something


def quick_protection(game: Game[Any]) -> Protection | Slips:
    """What a glimpse is worth, as far as that is quick to count, and what slips cost; else the slips alone."""
    names = [
        study.key
        for study in Studies(Setting(game, SEED))
        if set(study.families) & FAMILIES
        and (
            (study.exact is not None and study.cost <= SECONDS)
            or (study.gains is not None and ENOUGH * study.each <= SECONDS)
        )
    ]
    made = slips(game, seconds=SECONDS)
    return replace(protect(game, seconds=SECONDS, only=names), slips=made) if names else made
