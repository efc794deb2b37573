"""Puts test games into the catalog: of this process for a while, or in a folder where other processes find them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any
from unittest.mock import patch

from houseway import catalog
from houseway.rules.game import TableGame


@contextmanager
def installed(*games: type[TableGame[Any]]) -> Iterator[None]:
    """The catalog has these games, too."""
    entries = {**catalog._entries(), **{game.id: _entry(game) for game in games}}
    with patch.object(catalog, "_entries", lambda: entries):
        yield
    catalog.any_game_class.cache_clear()


def write_entry_points(folder: Path, *games: type[TableGame[Any]]) -> None:
    """A process that has the folder and this repository on its path finds the games."""
    info = folder / "test_games-1.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: test-games\nVersion: 1\n", encoding="utf-8")
    lines = [f"{game.id} = {_entry(game).value}\n" for game in games]
    info.joinpath("entry_points.txt").write_text(f"[{catalog.GROUP}]\n{''.join(lines)}", encoding="utf-8")


def _entry(game: type[TableGame[Any]]) -> EntryPoint:
    return EntryPoint(game.id, f"{game.__module__}:{game.__name__}", catalog.GROUP)
