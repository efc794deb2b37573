"""The page that leads a stranger through the code names files and things that are there, and every room that is; games are
named in their own room alone."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from houseway.catalog import game_ids

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text()
PICTURE = (ROOT / "docs" / "pictures" / "way-of-a-wager.svg").read_text()
WAYS = ("a wager", "an odds question", "a simulated round")
FILE = re.compile(r"`((?:src|web)/[\w./-]+)`")


def way(name: str) -> str:
    return PAGE.split(f"## The way of {name}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("name", sorted(set(FILE.findall(PAGE))))
def test_every_file_and_folder_is_there(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("name", WAYS)
def test_every_hop_names_its_file_and_what_it_calls(name: str) -> None:
    hops = re.split(r"^\d+\. ", way(name), flags=re.M)[1:]
    assert len(hops) >= 5
    for hop in hops:
        file = FILE.search(hop)
        assert file, hop
        called = re.match(r"`[^`]+`: (?:the handler )?`([\w.]+)`", hop)
        if called:
            text = (ROOT / file[1]).read_text()
            for part in called[1].split("."):
                assert re.search(rf"\b(class|def) {part}\b", text), (file[1], part)


def test_the_picture_shows_files_of_the_way() -> None:
    shown = re.findall(r'class="n"[^>]*>([^<]+)<', PICTURE)
    named = FILE.findall(way("a wager"))
    assert len(shown) >= 12
    for label in shown:
        assert any(name.endswith(f"/{label}") for name in named), label


def test_every_room_is_on_the_page() -> None:
    for folder in (ROOT / "src/houseway", ROOT / "src/houseway/server"):
        for room in folder.iterdir():
            if (room / "__init__.py").exists():
                assert f"`{room.relative_to(ROOT)}/`" in PAGE


def test_no_game_is_named_outside_its_room() -> None:
    """In no import and no text that is nothing but a game's id; examples in help and docstrings may name them."""
    for file in (ROOT / "src/houseway").rglob("*.py"):
        if file.is_relative_to(ROOT / "src/houseway/games"):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("houseway.games."), file
            if isinstance(node, ast.Constant):
                assert node.value not in game_ids(), file
