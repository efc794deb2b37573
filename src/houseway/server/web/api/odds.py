"""Exact odds, charts and the strategy card, of a game with any options or of a table's own."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, cast

import structlog
from fastapi import APIRouter, Query, Request

from houseway.errors import HousewayError, OptionError
from houseway.odds import odds_of
from houseway.odds.as_json import odds_json
from houseway.rules.game import Game, TableGame
from houseway.server.odds.house_edges import Edges, no_odds, solution_of
from houseway.server.protocol.odds import Chart, Odds, OddsOfWagers
from houseway.server.refusals import Refusal
from houseway.server.web.api.dependencies import (
    NO_NUL,
    PROBLEMS,
    GameQuery,
    IdPath,
    SetQuery,
    floor_of,
    sent_as_built,
)
from houseway.server.web.api.games import named_game

router = APIRouter(prefix="/api", tags=["odds"], responses=PROBLEMS)
log = structlog.get_logger("odds")
StrategyQuery = Annotated[str, Query(max_length=80, pattern=NO_NUL)]


@router.get("/odds")
@sent_as_built
async def odds(
    request: Request,
    game: Annotated[str, Query(max_length=80, pattern=NO_NUL)],
    edition: GameQuery = None,
    set_: SetQuery = None,
    strategy: StrategyQuery = "optimal",
) -> Odds:
    """What `houseway odds --json` prints, with charts, the strategy card and the strategies' names."""
    return await _answer(request, named_game(game, edition, set_), strategy)


@router.get("/tables/{table_id}/odds")
@sent_as_built
async def table_odds(request: Request, table_id: IdPath, strategy: StrategyQuery = "optimal") -> Odds:
    """The same, for a table's exact options."""
    game = floor_of(request).game_of(table_id)
    if game is None:
        raise Refusal("unknown_table", "There is no such table, or it is closed.", 404)
    return await _answer(request, game, strategy)


async def _answer(request: Request, game: TableGame[Any], strategy: str) -> Odds:
    if not isinstance(game, Game):
        raise Refusal("no_odds", no_odds(game), 404)
    await asyncio.to_thread(_check_strategy, game, strategy)
    edges: Edges = request.app.state.edges
    found: Odds = await edges.run(_count, game, strategy)
    return found


def _check_strategy(game: Game[Any], strategy: str) -> None:
    """Before anything is counted: an unknown strategy is the visitor's mistake, anything else is not."""
    try:
        odds_of(game).check_strategy(strategy)
    except OptionError:
        raise
    except Exception as error:
        raise _none(game, error) from None


def _count(game: Game[Any], strategy: str) -> Odds:
    try:
        solution = solution_of(game, strategy)
        counting = odds_of(game)
        card_name, lines = counting.card()
        charts = counting.charts(strategy if strategy in counting.strategies() else "optimal")
        shown: list[Chart] = [
            {"title": chart.title, "columns": list(chart.columns), "rows": [list(row) for row in chart.rows]}
            for chart in charts
        ]
        return {
            **cast("OddsOfWagers", odds_json(game, solution, solution.wagers)),
            "charts": shown,
            "card": {"name": card_name, "lines": [line.text for line in lines]},
            "strategies": dict(counting.strategies()),
        }
    except Exception as error:
        raise _none(game, error) from None


def _none(game: Game[Any], error: Exception) -> Refusal:
    """What a visitor is told where counting fails; what went wrong is logged."""
    fault = None if isinstance(error, HousewayError) else error
    log.warning("no odds", game=game.id, reason=str(error), exc_info=fault)
    return Refusal("no_odds", no_odds(game), 422)
