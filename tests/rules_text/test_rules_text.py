"""What `houseway rules` prints, word for word: every game in every edition, and with every optional wager off.

Each text was read by somebody who asks at each line "what do I do now?". After a change of the words run with
HOUSEWAY_REWRITE_GOLDEN=1 and read them again.
"""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.golden_text import REWRITE

from houseway.catalog import any_game_class, game_ids
from houseway.cli.rules import show
from houseway.rules.game import TableGame
from houseway.rules.options import OFF

HERE = Path(__file__).parent
OFF_NAME = "every-optional-wager-off"
VARIANTS: dict[tuple[str, str], dict[str, object]] = {  # options that change what the dealer does
    ("high-card-draw", "community-draw"): {"draw": "community"},
    ("mini-tex", "board-face-down"): {"board": "face-down", "folded_cards": "leave"},
    ("mini-tex-pvp", "pocket-poker"): {"pocket-poker": "30-20", "ante": 100},
    ("two-card-roo", "six-decks"): {"decks": 6},
    ("two-card-roo", "six-decks-shuffled-for-every-game"): {"decks": 6, "shoe": "fresh"},
}
TEXTS = [
    *((game_id, edition.name) for game_id in game_ids() for edition in any_game_class(game_id).editions),
    *((game_id, OFF_NAME) for game_id in game_ids()),
    *VARIANTS,
]


def optional(game: TableGame[Any]) -> list[str]:
    """The options that may be off: each takes a wager from the felt."""
    return [row["name"] for row in game.options.described() if OFF in row.get("values", ())]


def made(game_id: str, name: str) -> TableGame[Any]:
    game_class = any_game_class(game_id)
    if name == OFF_NAME:
        return game_class.make(None, dict.fromkeys(optional(game_class.make()), OFF))
    changes = VARIANTS.get((game_id, name))
    return game_class.make(name) if changes is None else game_class.make(None, changes)


def printed(game: TableGame[Any]) -> str:
    console = Console(width=100, highlight=False, file=io.StringIO())
    show(game, console)
    assert isinstance(console.file, io.StringIO)
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]
    return "\n".join(line for line in lines if "Fingerprint" not in line) + "\n"


@pytest.mark.parametrize(("game_id", "name"), TEXTS)
def test_the_rules_are_printed_as_they_were_read(game_id: str, name: str) -> None:
    path, text = HERE / game_id / f"{name}.txt", printed(made(game_id, name))
    if REWRITE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_no_text_is_left_over() -> None:
    found = {str(path.relative_to(HERE)) for path in HERE.glob("*/*.txt")}
    assert found == {f"{game_id}/{name}.txt" for game_id, name in TEXTS}


@pytest.mark.parametrize("game_id", game_ids())
def test_what_is_off_is_in_no_text_but_the_options(game_id: str) -> None:
    """The contract searches every sentence; here the whole print is searched, up to the options."""
    game_class = any_game_class(game_id)
    every = {wager.name for edition in game_class.editions for wager in game_class.make(edition.name).wagers}
    game = made(game_id, OFF_NAME)
    text = printed(game).partition("\nOptions\n")[0].partition("\n")[2].replace(game.name, "")
    for wager in game.wagers:
        text = text.replace(wager.name, "")
    assert not [name for name in every - {wager.name for wager in game.wagers} if name in text]


def test_every_step_with_a_condition_prints_it() -> None:
    for game_id, name in TEXTS:
        game = made(game_id, name)
        for step in game.procedure:
            for inner in (step, *getattr(step, "steps", ())):
                assert not inner.when or inner.condition, (game_id, inner.text)


@pytest.mark.parametrize("game_id", ["high-card-draw", "mini-tex"])
def test_state_law_is_a_notice_and_no_rule_of_play(game_id: str) -> None:
    game, law = any_game_class(game_id).make(), "WAC 230-15-040 and WAC 230-15-140"
    assert law in " ".join(printed(game).partition("\nLaw and approval\n")[2].split())
    assert law not in " ".join(game.rules_of_play())


@pytest.mark.parametrize(
    ("game_id", "what"),
    [
        ("high-card-flush", "From the right, settle one player after the other (house's choice: side and order)"),
        ("three-card-draw-poker", "The three cards dealt decide, discard included (house's choice"),
        ("three-card-roo", "the player has a Roo straight: From the right, settle Play"),
        ("two-card-roo", "From the left, deal one card face down to each player (house's choice: the side)"),
    ],
)
def test_what_the_house_decided_is_marked(game_id: str, what: str) -> None:
    text = " ".join(printed(any_game_class(game_id).make()).split())
    assert "house's choice" in text
    assert what.split("(")[0] in text
