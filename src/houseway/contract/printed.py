"""The laws of what is printed: facts, editions, options, wagers, procedure and layout."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from houseway.catalog import any_game_class, game_ids
from houseway.contract import samples
from houseway.contract.law import ContractError, GameClass, law, require, require_refusal
from houseway.errors import OptionError
from houseway.rules.game import Game, TableGame
from houseway.rules.options import OFF
from houseway.rules.procedure import (
    NOT_QUALIFIED,
    PLAYERS,
    QUALIFIES,
    Arrange,
    Burn,
    Deal,
    Decide,
    EachSeat,
    Prepare,
    Settle,
    Step,
    TakeWagers,
    Turn,
)
from houseway.rules.wagers import Kind, Wager


@law
def facts_are_there(game_class: GameClass) -> None:
    """A game has an id, a name, a line on how it plays and a source; no other game is installed under its id."""
    require(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game_class.id), f"{game_class.id!r} is not an id like mini-tex")
    for fact in ("name", "blurb", "manual"):
        text = getattr(game_class, fact, "")
        require(text.strip() and "\n" not in text, f"its {fact} must be one line of text")
    require_own_id(game_class)


def require_own_id(game_class: type[TableGame[Any]]) -> None:
    """A game need not be installed to be checked, but no other game may be in its place."""
    if game_class.id in game_ids():
        found = any_game_class(game_class.id)
        require(found is game_class, f"the game that is installed as {game_class.id} is another one, {found!r}")


@law
def editions_are_distinct(game_class: GameClass) -> None:
    """No two editions share a name, a title or all options; one that does not exist is refused."""
    require(game_class.editions, "there is no edition")
    for what in ("name", "title"):
        texts = [getattr(edition, what) for edition in game_class.editions]
        require(all(texts) and _distinct(texts), f"an edition's {what} is empty or repeated: {texts}")
    prints = [game_class.make(edition.name).fingerprint for edition in game_class.editions]
    require(_distinct(prints), "two editions have the same options")
    names = [edition.name for edition in game_class.editions]
    require_refusal(lambda: game_class.make("no such edition"), names, "an edition that does not exist")


@law
def options_are_described(game_class: GameClass) -> None:
    """Every option says what it means and which values are legal, and takes those it lists."""
    plain = game_class.options_type()
    for row in plain.described():
        name = row["name"]
        require(row["help"] and row["legal"], f"option {name} does not say what it means or what is legal")
        for value in [row["default"], *row.get("values", ()), *row.get("tables", {}).values()]:
            options = plain.changed({name: value})
            read = plain.changed(json.loads(json.dumps(options.values())))
            require(read == options, f"option {name} at {value!r} changes when it is written and read back")


@law
def illegal_options_are_refused(game_class: GameClass) -> None:
    """An unknown option and an illegal value are refused, and the refusal tells what is legal."""
    rows = game_class.options_type.described()
    names = [row["name"] for row in rows]
    require_refusal(lambda: game_class.make(None, {"no such option": 1}), names, "an option that does not exist")
    values: tuple[Any, ...] = ("no such value", "", {})
    for row in rows:
        for value in values:
            try:
                game_class.make(None, {row["name"]: value})
            except OptionError as error:
                explained = any(text in str(error) for text in (row["legal"], *row.get("tables", {}).values()))
                require(explained and row["name"] in str(error), f"this does not tell what is legal: {error}")
            else:
                raise ContractError(f"option {row['name']} takes {value!r}")


@law
def fingerprints_tell_rules_apart(game_class: GameClass) -> None:
    """The same options have the same fingerprint whenever they are made, other options another."""
    seen: dict[str, str] = {}
    for game in samples.games(game_class):
        values = json.dumps(game.options.values(), sort_keys=True)
        again = game_class.make(game.edition, json.loads(values))
        require(again.fingerprint == game.fingerprint, f"the fingerprint of {values} changes from one time to the next")
        require(seen.setdefault(game.fingerprint, values) == values, f"{values} have the fingerprint of other options")


@law
def wagers_hang_together(game_class: GameClass) -> None:
    """Wagers have ids of their own, hang on wagers that exist, and pay by whole tables."""
    offered: set[str] = set()
    for game in samples.games(game_class):
        offered |= game.wager.keys()
        require(_distinct([wager.id for wager in game.wagers]), "two wagers have the same id")
        for wager in game.wagers:
            require(wager.name and wager.text, f"wager {wager.id} has no name or does not say what wins")
            require(_hangs_right(wager, game), f"wager {wager.id} hangs on {wager.on!r}")
            require(1 <= wager.least <= wager.most, f"wager {wager.id} has no legal multiple")
            require(wager.table is None or wager.pays is not None, f"wager {wager.id} has hands but no pays")
            wager.rows()  # raises unless there are as many pays as hands
        opening = {wager.id for wager in game.wagers if wager.opening}
        entries = game.wagers.entries
        require(entries, "no wager puts a player in the game")
        require(opening.issuperset(entries), f"{entries} are not all made before the deal")
        linked = [name for name in entries if game.wager[name].linked]
        require(not linked, f"{linked} go with other wagers: those put a player in the game")
    never = [name for name in game_class.enters_with if name not in offered]
    require(not never, f"it is entered with {', '.join(never)}, which is no wager of it")


def _hangs_right(wager: Wager, game: Game[Any]) -> bool:
    """Raises and bonuses hang on any wager, a linked one on a first wager that stands by itself, others on none."""
    if wager.kind in (Kind.RAISE, Kind.BONUS):
        return wager.on in game.wager
    if wager.linked:
        base = game.wager.get(wager.on)
        return base is not None and base.kind is Kind.FIRST and not base.linked
    return not wager.on


@law
def procedure_is_complete(game_class: GameClass) -> None:
    """The procedure takes wagers once and first, settles every wager, and tells every step in words."""
    for game in samples.games(game_class):
        steps = list(all_steps(game))
        opens = [type(step) is TakeWagers for step in steps if type(step) is not Prepare]
        require(opens and opens[0] and not any(opens[1:]), "the procedure must start with TakeWagers and have no other")
        settled = {wager for step in steps if isinstance(step, Settle) for wager in step.wagers}
        unsettled = [wager.id for wager in game.wagers if wager.id not in settled]
        require(not unsettled, f"no step settles {', '.join(unsettled)}")
        require(all(step.text for step in steps), "a step of the procedure has no text")
        for step in steps:
            conditions = (*((step.when,) if step.when else ()), *(when for case in step.cases for when in case.when))
            wordless = [when.key for when in conditions if not when.words.strip()]
            require(not wordless, f"the step {step.text!r} has conditions without words: {', '.join(wordless)}")
        rules = list(game.rules_of_play())
        require(rules and all(rules), "the rules of play are empty")
        points = [step.at for step in steps if isinstance(step, Decide)]
        require(all(points) and _distinct(points), f"the decisions need names of their own: {points}")


@law
def conditions_are_answered(game_class: GameClass) -> None:
    """Every condition in the procedure is one that the table asks for and the game answers."""
    for game in samples.games(game_class):
        for step in all_steps(game):
            if step.when is None:
                continue
            never = isinstance(step, TakeWagers | Burn | EachSeat) or (isinstance(step, Turn) and step.whose != PLAYERS)
            require(not never, f"the table never asks for {step.when.key!r} at a {type(step).__name__}")
            if isinstance(step, Arrange) or (isinstance(step, Deal) and step.to != PLAYERS):
                overridden = game_class.dealer_applies is not Game.dealer_applies
                standard = step.when.key in (QUALIFIES.key, NOT_QUALIFIED.key)
                require(overridden or standard, f"dealer_applies does not answer {step.when.key!r}")
        for _ in samples.points(game, number=game.seats - 1):
            """A whole round asks for every condition; `Game.applies` raises at one that has no answer."""


@law
def layout_has_every_spot(game_class: GameClass) -> None:
    """Every wager that takes a stake has one betting spot on the felt."""
    for game in samples.games(game_class):
        spots = Counter(area.id for area in game.layout.player if area.kind == "bet")
        for wager in game.wagers:
            count = spots[wager.id]
            require(wager.kind is Kind.BONUS or count == 1, f"wager {wager.id} has {count} betting spots on the felt")


@law
def what_is_off_is_not_mentioned(game_class: GameClass) -> None:
    """Without an optional wager no rule, step, condition, spot or inscription speaks of it."""
    for edition in game_class.editions:
        full = game_class.make(edition.name)
        optional = [row["name"] for row in full.options.described() if OFF in map(str, row.get("values", ()))]
        for off in (*((name,) for name in optional), tuple(optional)):
            try:
                game = game_class.make(edition.name, dict.fromkeys(off, OFF))
            except OptionError:
                continue  # not all of them may be off at once
            gone = [wager.name for wager in full.wagers if wager.id not in game.wager]
            kept = sorted([game.name, *(wager.name for wager in game.wagers)], key=len, reverse=True)
            for text in _all_texts(game):
                left = text
                for known in kept:
                    left = left.replace(known, "")
                told = [wager for wager in gone if wager in left]
                require(not told, f"{', '.join(told)} is off and still in {text!r}")


def _all_texts(game: Game[Any]) -> Iterator[str]:
    """Everything that the game says of itself: rules, wagers, steps and felt."""
    yield from game.rules_of_play()
    yield from (wager.text for wager in game.wagers)
    yield from game.layout.inscriptions
    yield from (area.label for area in (*game.layout.dealer, *game.layout.player))
    yield from (case.reason for case in game.cases.values())
    for step in all_steps(game):
        yield step.words
        yield from (case.sentence for case in step.alternatives)


def all_steps(game: Game[Any]) -> Iterator[Step]:
    """The steps of the procedure and those inside others."""
    for step in game.procedure:
        yield step
        if isinstance(step, EachSeat):
            yield from step.steps


def _distinct(items: list[str]) -> bool:
    return len(set(items)) == len(items)
