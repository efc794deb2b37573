"""Exact odds, charts and the strategy card, of a game with any options or of a table's own."""

from __future__ import annotations

from typing import Annotated, Any, cast

import orjson
from fastapi import APIRouter, Query, Request

from houseway.rules.game import Game, TableGame
from houseway.server.odds.house_edges import no_odds
from houseway.server.protocol.odds import Odds
from houseway.server.refusals import Refusal
from houseway.server.web.api.dependencies import (
    NO_NUL,
    PROBLEMS,
    CurrentVisitor,
    GameQuery,
    IdPath,
    SetQuery,
    Visitor,
    floor_of,
    sent_as_built,
)
from houseway.server.web.api.games import named_game
from houseway.server.web.api.lab import asker_of, lab_of

router = APIRouter(prefix="/api", tags=["odds"], responses=PROBLEMS)
StrategyQuery = Annotated[str, Query(max_length=80, pattern=NO_NUL)]


@router.get("/odds")
@sent_as_built
async def odds(
    request: Request,
    visitor: CurrentVisitor,
    game: Annotated[str, Query(max_length=80, pattern=NO_NUL)],
    edition: GameQuery = None,
    set_: SetQuery = None,
    strategy: StrategyQuery = "optimal",
) -> Odds:
    """What `houseway odds --json` prints, with charts, the strategy card and the strategies' names."""
    return await _answer(request, visitor, named_game(game, edition, set_), strategy)


@router.get("/tables/{table_id}/odds")
@sent_as_built
async def table_odds(
    request: Request, visitor: CurrentVisitor, table_id: IdPath, strategy: StrategyQuery = "optimal"
) -> Odds:
    """The same, for a table's exact options."""
    game = floor_of(request).game_of(table_id)
    if game is None:
        raise Refusal("unknown_table", "There is no such table, or it is closed.", 404)
    return await _answer(request, visitor, game, strategy)


async def _answer(request: Request, visitor: Visitor, game: TableGame[Any], strategy: str) -> Odds:
    if not isinstance(game, Game):
        raise Refusal("no_odds", no_odds(game), 404)
    found = await lab_of(request).ask("odds", game, asker_of(request, visitor), strategy=strategy)
    return cast("Odds", orjson.Fragment(found))
