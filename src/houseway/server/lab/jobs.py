"""What a counting process does: a job names rules and says what is wanted of them; the answer is ready to be sent."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable, Mapping
from datetime import date
from importlib import import_module
from typing import Any, cast

import orjson

from houseway.catalog import game_class
from houseway.errors import CountTooLarge, HousewayError, OptionError
from houseway.odds.as_json import odds_json
from houseway.odds.cache import noting_compilation, solved
from houseway.odds.solution import Solution
from houseway.odds.solver import odds_of, solve
from houseway.rules.game import Game
from houseway.server.lab import reports
from houseway.server.lab.frames import Answer
from houseway.server.odds.house_edges import known_of, known_text, no_odds, too_large_to_count
from houseway.server.protocol.odds import Chart, Odds, OddsOfWagers
from houseway.server.refusals import Refusal

# What is wanted ("kind") of which rules ("game", "edition", "options"), how long it may take by the estimate, and until
# it is ended ("most_seconds", "limit_seconds"), and what else the kind takes.
Job = dict[str, Any]


def answered(job: Job, body: bytes = b"") -> Answer:
    """The job done for the rules that it names; some bring something that was worked out before."""
    if job["kind"] == "call":
        return called(job, body)
    try:
        game = game_class(job["game"]).make(job["edition"], job["options"])
    except Exception:  # a package that was changed or taken away while the house is open
        fault = traceback.format_exc()
        return Answer(code="no_odds", sentence="These rules are not known here.", status=422, fault=fault, lasts=False)
    return answered_for(game, job, body)


def answered_for(game: Game[Any], job: Job, body: bytes = b"") -> Answer:
    """The job done; whatever goes wrong is an answer too. Visitors are not told what is wrong with a game's odds."""
    try:
        if job["kind"] == "price":
            return Answer(priced(game, body))
        check_cost(game, job["most_seconds"])
        return Answer(KINDS[job["kind"]](game, job))
    except Refusal as refusal:
        return Answer(code=refusal.code, sentence=refusal.sentence, status=refusal.status)
    except OptionError as error:
        return Answer(code="illegal", sentence=str(error), status=422)
    except (CountTooLarge, MemoryError) as error:
        return Answer(code="too_costly", sentence=too_large_to_count(game), status=422, fault=str(error) or "memory")
    except HousewayError as error:  # the rules say so, and will say so again
        return Answer(code="no_odds", sentence=no_odds(game), status=422, fault=str(error))
    except Exception:  # a disk: not so for ever
        fault = traceback.format_exc()
        return Answer(code="no_odds", sentence=no_odds(game), status=422, fault=fault, lasts=False)


def check_cost(game: Game[Any], most_seconds: float) -> None:
    """Refuse what would take too long before it is begun. An edition's own rules are the house's to count."""
    from houseway.odds.cost import span

    seconds = 0.0 if as_printed(game) else expected_seconds(game)
    if seconds > most_seconds:
        about = f"Counting {game.name} with these rules would take about {span(seconds)}"
        otherwise = "the command houseway odds has no such limit"
        raise Refusal("too_costly", f"{about}, longer than is counted here: {otherwise}.", 422)


def expected_seconds(game: Game[Any]) -> float:
    """About how long a count will take."""
    from houseway.odds.cost import cost_of
    from houseway.odds.estimated import SECONDS

    return SECONDS if odds_of(game).estimated else cost_of(game).seconds


def as_printed(game: Game[Any]) -> bool:
    """Whether these are the rules of an edition, with nothing changed: there are only so many of those."""
    return any(type(game).make(edition.name).fingerprint == game.fingerprint for edition in type(game).editions)


def solution_of(game: Game[Any], strategy: str = "optimal") -> Solution:
    """Counted; what visitors think of is not written to the disk, for there is no end of it."""
    with noting_compilation(game):
        return solved(game, strategy) if as_printed(game) else solve(game, strategy)


def wagers(game: Game[Any], _job: Job) -> bytes:
    """What `houseway odds --json` prints."""
    solution = solution_of(game)
    return orjson.dumps(odds_json(game, solution, solution.wagers))


def odds(game: Game[Any], job: Job) -> bytes:
    """The same with charts, the strategy card and the strategies' names."""
    strategy: str = job["strategy"]
    counting = odds_of(game)
    counting.check_strategy(strategy)
    solution = solution_of(game, strategy)
    card_name, lines = counting.card()
    charts = counting.charts(strategy)
    shown: list[Chart] = [
        {"title": chart.title, "columns": list(chart.columns), "rows": [list(row) for row in chart.rows]}
        for chart in charts
    ]
    found: Odds = {
        **cast("OddsOfWagers", odds_json(game, solution, solution.wagers)),
        "charts": shown,
        "card": {"name": card_name, "lines": [line.text for line in lines]},
        "strategies": dict(counting.strategies()),
    }
    return orjson.dumps(found)


def counts(game: Game[Any], _job: Job) -> bytes:
    """All that other pays need to be priced at once; nothing where they must be counted."""
    from houseway.lab.repricing import counts_of, price

    found = counts_of(game)
    if found is None or price(found, game) != solution_of(game):  # what is not found again is not to be relied on
        return b""
    return pickle.dumps(found)


def priced(game: Game[Any], body: bytes) -> bytes:
    """As `wagers`, from such counts; nothing where these rules are not priced by them."""
    from houseway.lab.repricing import PayCounts, price

    found: PayCounts = pickle.loads(body)  # noqa: S301 - from the other counting process
    mine, theirs = game.options.values(), found.marked.options
    if any(mine[name] != theirs[name] for name in mine.keys() - found.options):
        return b""
    solution = price(found, game)
    return b"" if solution is None else orjson.dumps(odds_json(game, solution, solution.wagers))


def edges(game: Game[Any], _job: Job) -> bytes:
    """What the lobby, the pit and the players' results want to know."""
    return known_text(known_of(solution_of(game)))


def report(game: Game[Any], job: Job) -> bytes:
    return reports.made(game, job["format"], date.fromisoformat(job["date"]))


def called(job: Job, body: bytes) -> Answer:
    """Call the function that the job names with these bytes. The result is not cached."""
    module, name = job["function"]
    try:
        return Answer(getattr(import_module(module), name)(body), lasts=False)
    except HousewayError as error:
        return Answer(code="illegal", sentence=str(error), status=422, lasts=False)


KINDS: Mapping[str, Callable[[Game[Any], Job], bytes]] = {
    "wagers": wagers,
    "odds": odds,
    "edges": edges,
    "counts": counts,
    "report": report,
}
