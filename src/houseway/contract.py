"""The contract that every game keeps, ours or another package's: one check for each law.

    from houseway.contract import check_game

    def test_contract() -> None:
        check_game(MyGame)
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import wraps
from typing import Any

from houseway import samples
from houseway.cards import DECK, Card
from houseway.catalog import game_class as installed_class
from houseway.errors import HousewayError, IllegalAction, OptionError
from houseway.game import Decision, Game
from houseway.procedure import COMMUNITY, DEALER, PLAYERS, Face, Step
from houseway.procedure import Arrange, Deal, Decide, EachSeat, Settle, TakeWagers, Turn
from houseway.table import events as ev
from houseway.table.record import from_record, to_record
from houseway.table.round import Round
from houseway.table.shuffle import Stream
from houseway.table.summary import summary
from houseway.wagers import Kind

GameClass = type[Game[Any]]
Check = Callable[[GameClass], None]


class ContractError(AssertionError):
    """A game breaks a law; the message says which and where."""


def _require(kept: object, sentence: str) -> None:
    if not kept:
        raise ContractError(sentence)


def _law(check: Check) -> Check:
    """A check to which anything that goes wrong inside the game is a breach too."""

    @wraps(check)
    def checked(game_class: GameClass) -> None:
        try:
            check(game_class)
        except ContractError as error:
            raise ContractError(f"{game_class.__name__}: {error}.") from None
        except Exception as error:
            raise ContractError(f"{game_class.__name__} fails with {type(error).__name__}: {error}") from error

    return checked


def _points(game_class: GameClass) -> Iterator[Round]:
    """Random rounds of many options and every number of seats, wherever the table waits."""
    for number, game in enumerate(samples.games(game_class)):
        yield from samples.points(game, number)


def _json(round_: Round) -> str:
    return json.dumps(to_record(round_))


# --- what is printed: facts, options, wagers, procedure, layout ---


@_law
def facts_are_there(game_class: GameClass) -> None:
    """A game has an id, a name, a line on how it plays and a source; the catalog finds it by its id."""
    _require(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game_class.id), f"{game_class.id!r} is not an id like mini-tex")
    for fact in ("name", "blurb", "manual"):
        text = getattr(game_class, fact, "")
        _require(text.strip() and "\n" not in text, f"its {fact} must be one line of text")
    found = installed_class(game_class.id)
    _require(found is game_class, f"the game installed as {game_class.id} is another class, {found!r}")


@_law
def editions_are_distinct(game_class: GameClass) -> None:
    """No two editions share a name, a title or all options; one that does not exist is refused."""
    _require(game_class.editions, "there is no edition")
    for what in ("name", "title"):
        texts = [getattr(edition, what) for edition in game_class.editions]
        _require(all(texts) and len(set(texts)) == len(texts), f"an edition's {what} is empty or there twice: {texts}")
    prints = [game_class.make(edition.name).fingerprint for edition in game_class.editions]
    _require(len(set(prints)) == len(prints), "two editions have the same options")
    _require_refusal(lambda: game_class.make("no such edition"), [edition.name for edition in game_class.editions])


@_law
def options_are_described(game_class: GameClass) -> None:
    """Every option says what it means and which values are legal, and takes those it lists."""
    plain = game_class.options_type()
    for row in plain.described():
        _require(row["help"] and row["legal"], f"option {row['name']} does not say what it means or what is legal")
        for value in [row["default"], *row.get("values", ()), *row.get("tables", {}).values()]:
            options = plain.changed({row["name"]: value})
            read = plain.changed(json.loads(json.dumps(options.values())))
            _require(read == options, f"option {row['name']} at {value!r} changes when it is written and read")


@_law
def illegal_options_are_refused(game_class: GameClass) -> None:
    """An unknown option and an illegal value are refused, and the refusal tells what is legal."""
    rows = game_class.options_type.described()
    _require_refusal(lambda: game_class.make(None, {"no such option": 1}), [row["name"] for row in rows])
    for row in rows:
        for value in ("no such value", "", {}):
            try:
                game_class.make(None, {row["name"]: value})
            except OptionError as error:
                told = row["name"] in str(error) and any(
                    text in str(error) for text in (row["legal"], *row.get("tables", {}).values())
                )
                _require(told, f"the refusal of {value!r} does not tell what is legal: {error}")
            else:
                raise ContractError(f"option {row['name']} takes {value!r}")


def _require_refusal(attempt: Callable[[], object], names: Iterable[str]) -> None:
    try:
        attempt()
    except HousewayError as error:
        _require(all(name in str(error) for name in names), f"a refusal does not name {', '.join(names)}: {error}")
    else:
        raise ContractError(f"there is no refusal naming {', '.join(names)}")


@_law
def fingerprints_tell_rules_apart(game_class: GameClass) -> None:
    """The same options have the same fingerprint whenever they are made, other options another."""
    seen: dict[str, str] = {}
    for game in samples.games(game_class):
        values = json.dumps(game.options.values(), sort_keys=True)
        again = game_class.make(game.edition, json.loads(values))
        _require(again.fingerprint == game.fingerprint, f"the fingerprint of {values} changes when it is made again")
        _require(seen.setdefault(game.fingerprint, values) == values, f"{values} has the fingerprint of other options")


@_law
def wagers_hang_together(game_class: GameClass) -> None:
    """Wagers have ids of their own, hang on wagers that exist, and pay by whole tables."""
    for game in samples.games(game_class):
        ids = [wager.id for wager in game.wagers]
        _require(len(set(ids)) == len(ids), f"a wager's id is there twice: {ids}")
        for wager in game.wagers:
            _require(wager.name and wager.text, f"wager {wager.id} has no name or does not say what wins")
            hangs = wager.kind in (Kind.RAISE, Kind.BONUS)
            _require(wager.on in ids if hangs else not wager.on, f"wager {wager.id} hangs on {wager.on!r}")
            _require(1 <= wager.least <= wager.most, f"wager {wager.id} has no legal multiple")
            wager.rows()  # refuses pays that are not as many as the hands
        opening = [wager.id for wager in game.wagers if wager.opening]
        _require(game.enters_with, "no wager puts a player in the game")
        _require(set(game.enters_with) <= set(opening), f"{game.enters_with} are not all made before the deal")


@_law
def procedure_is_complete(game_class: GameClass) -> None:
    """The procedure takes wagers once and first, settles every wager, and tells every step in words."""
    for game in samples.games(game_class):
        steps = list(_steps(game))
        _require(
            [type(step) is TakeWagers for step in steps] == [place == 0 for place in range(len(steps))],
            "the procedure must start with TakeWagers and have no other",
        )
        settled = {wager for step in steps if isinstance(step, Settle) for wager in step.wagers}
        _require(game.wager.keys() <= settled, f"no step settles {', '.join(game.wager.keys() - settled)}")
        _require(all(step.text for step in steps), "a step of the procedure has no text")
        points = [step.at for step in steps if isinstance(step, Decide)]
        _require(all(points) and len(set(points)) == len(points), f"decisions need names of their own: {points}")


def _steps(game: Game[Any]) -> Iterator[Step]:
    for step in game.procedure:
        yield step
        if isinstance(step, EachSeat):
            yield from step.steps


@_law
def conditions_are_answered(game_class: GameClass) -> None:
    """Every condition of the procedure is one that the table asks for and the game answers."""
    for round_ in _points(game_class):  # a whole round asks for all of them; one without an answer raises
        if round_.actions:
            continue
        for step in filter(lambda step: step.when, _steps(round_.game)):
            dealers = isinstance(step, Arrange) or (isinstance(step, Deal) and step.to != PLAYERS)
            asked = isinstance(step, Arrange | Deal | Decide) or hasattr(step, "wagers") or 
