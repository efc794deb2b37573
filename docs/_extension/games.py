"""A page for every game that is installed, from its rules: no game is known by name here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from string import ascii_lowercase
from typing import Any

import houseway
from houseway.odds import Solution, WagerOdds, odds_of
from houseway.odds.cache import solved

from .markdown import bullets, code, table

OPTIMAL = "optimal"
Solved = Mapping[str, Solution | str]  # by edition; a sentence where there are no odds


def text() -> str:
    """The line of the index that leads to the games."""
    return "- [The games](games/index.md): rules, pay tables, house edges, strategy and procedure of each."


def pages() -> dict[str, str]:
    """Every page of the folder by its name."""
    found = {f"{game_id}.md": page(game_id) for game_id in houseway.game_ids()}
    return {"index.md": index(), **found}


def index() -> str:
    rows = []
    for game_id in houseway.game_ids():
        game = make(game_id)
        rows.append((f"[{game.name}]({game_id}.md)", code(game_id), game.blurb, len(game.editions)))
    listed = "\n".join(houseway.game_ids())
    return (
        "# The games\n\n"
        "These pages are made from the rules that deal the games; the odds are counted when the site is built.\n\n"
        f"{table(('game', 'id', 'how it plays', 'editions'), rows, right=(3,))}\n"
        "A game of another package gets its page here when it is installed where the site is built "
        "([adding a game](../adding-a-game.md)).\n\n"
        f"```{{toctree}}\n:hidden:\n\n{listed}\n```\n"
    )


def make(game_id: str, edition: str | None = None) -> Any:
    """A game of either kind, in an edition."""
    banked = game_id in houseway.banked_ids()
    return houseway.game(game_id, edition) if banked else houseway.pot_game(game_id, edition)


def page(game_id: str) -> str:
    """All that the rules say of one game."""
    game = make(game_id)
    editions = {edition.name: make(game_id, edition.name) for edition in game.editions}
    parts = [
        f"# {game.name}\n\n{game.blurb}\n\nThe rules are those of: {game.manual}.\n",
        f"```sh\nhouseway play {game_id}\nhouseway rules {game_id}\n```\n",
        f"## Rules of play\n\n{_of_default(game)}{bullets(game.rules_of_play())}",
        *_documents(game),
        f"## Wagers\n\n{_wagers(game)}",
        *_pay_tables(editions),
    ]
    if game_id in houseway.banked_ids():
        solutions = {name: solution_of(made) for name, made in editions.items()}
        parts += [_edges(editions, solutions), _strategy(game)]
    else:
        parts.append(
            "## Odds\n\nPlayers bet against each other here: what a wager is worth depends on how the others play. "
            f"`houseway chances {game_id}` gives the chances of a hand ([among players](../among-players.md)).\n"
        )
    parts += [
        f"## Dealing procedure\n\n{_of_default(game)}{procedure(game)}",
        f"## Editions\n\n{_editions(game, editions)}",
        f"## Options\n\n{_options(game)}",
    ]
    return "\n".join(parts)


def _documents(game: Any) -> Iterator[str]:
    """The manual's examples, and what it says about law and approval."""
    if examples := [example.sentence(game) for example in getattr(game, "examples", tuple)()]:
        yield f"## The manual's examples\n\n{bullets(examples)}"
    if notices := game.notices():
        yield f"## Law and approval\n\n{bullets(notices)}"


def solution_of(game: Any) -> Solution | str:
    """The odds, counted now or kept from an earlier build; or why there are none."""
    try:
        return solved(game)
    except houseway.HousewayError as error:
        return str(error)


def procedure(game: Any) -> str:
    """What the dealer does, step by step, with the manual's numbers; what is done at each seat is lettered."""
    lines = []
    for number, step in enumerate(game.procedure, start=1):
        lines.append(f"{number}. {_told(step.words, step.ref)}\n")
        lines += [f"   - {_told(case.sentence, case.ref)}\n" for case in step.alternatives]
        for letter, one in zip(ascii_lowercase, getattr(step, "steps", ()), strict=False):
            lines.append(f"   - {letter}. {_told(one.words, one.ref)}\n")
            lines += [f"     - {_told(case.sentence, case.ref)}\n" for case in one.alternatives]
    return "".join(lines)


def _told(words: str, ref: str) -> str:
    return f"{words} *(manual: {ref})*" if ref else words


def _of_default(game: Any) -> str:
    return f"Of the edition `{game.edition}`:\n\n" if len(game.editions) > 1 else ""


def _wagers(game: Any) -> str:
    rows = [(wager.name, code(wager.id), wager.kind.value, wager.text) for wager in game.wagers]
    return table(("wager", "id", "kind", "what wins"), rows) if rows else "None against the house.\n"


def _pay_tables(editions: Mapping[str, Any]) -> Iterator[str]:
    """Every wager's pay tables, one column for each that some editions have, and what the hands are."""
    found: dict[tuple[str, tuple[tuple[str, str, str], ...]], dict[tuple[str, ...], list[str]]] = {}
    for name, game in editions.items():
        for wager in game.wagers:
            if rows := wager.rows():
                hands = tuple((row.hand, row.meaning, " ".join(card.pretty for card in row.example)) for row in rows)
                pays = tuple(row.pays_with_note for row in rows)
                found.setdefault((wager.name, hands), {}).setdefault(pays, []).append(name)
    if found:
        yield "## Pay tables\n"
    for (wager, hands), tables in found.items():
        names = [", ".join(map(code, where)) for where in tables.values()] if len(tables) > 1 else ["pays"]
        rows = [(hand, *pays, meaning, example) for (hand, meaning, example), *pays in zip(hands, *tables, strict=True)]
        columns = ("hand", *names, "what it is", "for example")
        yield f"### {wager}\n\n{table(columns, rows, right=range(1, len(names) + 1))}"


def _edges(editions: Mapping[str, Any], solutions: Solved) -> str:
    """The house edge of each wager in each edition."""
    lead = (
        "## House edge\n\nThe expected loss under the best play, as a share of the first wager, or of the side wager "
        "itself ([exact odds](../odds.md)). The main wager includes the bets and bonuses that hang on it. "
        "A progressive is counted at its seed.\n\n"
    )
    parts = []
    for name, game in editions.items():
        solution = solutions[name]
        title = f"### Edition `{name}`\n\n" if len(editions) > 1 else ""
        if isinstance(solution, str):
            parts.append(f"{title}None: {solution}\n")
            continue
        rows = [_edge(game, odds) for odds in solution.wagers]
        columns = ("wager", "house edge", "exactly", "standard deviation", "wins")
        told = (
            "Where an interval is given, estimated from a sample of deals; else exact.\n\n"
            if solution.estimated
            else ""
        )
        parts.append(f"{title}{told}{table(columns, rows, right=(1, 2, 3, 4))}")
    return lead + "\n".join(parts)


def _edge(game: Any, odds: WagerOdds) -> tuple[str, ...]:
    edge = odds.house_edge
    interval = "" if odds.interval is None else f"{-odds.interval[1]:.4%} to {-odds.interval[0]:.4%}"
    return (
        game.wager[odds.wager].name,
        f"{_percent(edge)}{' for the player' if edge < 0 else ''}",
        interval or _fraction(edge),
        f"{odds.standard_deviation:.4f}",
        f"{float(odds.hit_frequency):.2%}",
    )


def _percent(share: Fraction) -> str:
    return f"{float(share):.4%}".replace("-", "−")


def _fraction(share: Fraction) -> str:
    return f"{share.numerator:,}/{share.denominator:,}".replace("-", "−")


def _strategy(game: Any) -> str:
    """The strategy card, what each strategy costs, and the chart of the best."""
    lead = f"## Strategy\n\n{_of_default(game)}"
    more = f"For any options: `houseway strategy {game.id}` ([exact odds](../odds.md#exact-odds)).\n"
    try:
        odds = odds_of(game)
        values = {name: _value(odds, name) for name in odds.strategies()}
        card_name, lines = odds.card()
        charts = odds.charts(OPTIMAL)
    except houseway.HousewayError as error:
        return f"{lead}None: {error}\n\n{more}"
    costs = {name: values[OPTIMAL] - value for name, value in values.items()}
    rows = [(code(name), words, _percent(costs[name])) for name, words in odds.strategies().items()]
    card = "".join(f"{number}. {line.text}\n" for number, line in enumerate(lines, start=1))
    drawn = "\n".join(f"### {chart.title}\n\n{table(chart.columns, chart.rows)}" for chart in charts)
    return (
        f"{lead}A card to learn, which costs {_percent(costs[card_name])} of the first wager:\n\n{card}\n"
        f"{table(('strategy', 'what it does', 'costs'), rows, right=(2,))}\n{drawn}\n{more}"
    )


def _value(odds: Any, strategy: str) -> Fraction:
    count = odds.count(strategy)
    total: Fraction = sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total
    return total


def _editions(game: Any, editions: Mapping[str, Any]) -> str:
    """What each edition sets, and the fingerprint of its exact rules."""
    parts = []
    for edition in game.editions:
        made = editions[edition.name]
        values = made.options.values()
        usual = {row["name"]: row["default"] for row in made.options.described()}
        changes = [code(f"{name}={value}") for name, value in values.items() if value != usual[name]]
        told = f"Sets {', '.join(changes)}." if changes else "Every option as it is by default."
        warned = "".join(f" Mind: {sentence}" for sentence in made.warnings())
        parts.append(f"`{edition.name}`: {edition.full_title}. {told}{warned} Fingerprint `{made.fingerprint}`.")
    return bullets(parts)


def _options(game: Any) -> str:
    rows = [(code(row["name"]), row["help"], _legal(row), code(row["default"])) for row in game.options.described()]
    told = f"`--set NAME=VALUE` changes one: `houseway rules {game.id} --set NAME=VALUE`.\n\n"
    return told + table(("option", "meaning", "values", "default"), rows) if rows else "None.\n"


def _legal(row: Mapping[str, Any]) -> str:
    """The legal values; of a printed pay table also what it pays."""
    printed = "; ".join(f"{code(name)} is {pays}" for name, pays in row.get("tables", {}).items())
    return f"{row['legal']} ({printed})" if printed else str(row["legal"])
