"""Answers of the lab: what a change of rules does."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from houseway.server.protocol.games import GameOption
from houseway.server.protocol.odds import OddsOfWagers

ReportFormat = Literal["pdf", "html", "md", "json"]


class WagerName(TypedDict):
    """A wager as people call it."""

    id: str
    name: str


class WhatIf(TypedDict):
    """The odds of rules that somebody has thought of. `options` are those of the edition, before anything is changed;
    the values with the changes are the `options` of the odds."""

    game: str
    name: str
    edition: str
    edition_title: str
    options: list[GameOption]
    wagers: list[WagerName]
    warnings: list[str]
    odds: OddsOfWagers


class LabReports(TypedDict):
    """The formats in which the house makes a game's report; where one is missing, `reason` says how to have it."""

    formats: list[ReportFormat]
    reason: str
