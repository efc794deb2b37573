"""The reports of all games in one folder, with a page that lists them."""

from __future__ import annotations

import datetime
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from html import escape
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from houseway import __version__
from houseway.document.blocks import Document
from houseway.document.files import FORMATS, check_file, write
from houseway.errors import HousewayError, OptionError
from houseway.report.building import report
from houseway.report.study import ROUNDS
from houseway.rounding import fixed
from houseway.rules.game import Game

INDEX = "index.html"
STYLE = """
body { font-family: Georgia, "Libertinus Serif", serif; color: #1f2933; background: #fff; max-width: 62rem;
  margin: 3rem auto; padding: 0 1.5rem; line-height: 1.5; }
h1 { color: #0b4f7d; font-size: 1.9rem; border-top: 3px solid #0b4f7d; padding-top: .8rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .45rem .8rem .45rem 0; border-bottom: 1px solid #d5dae0; vertical-align: top; }
td.number, th.number { text-align: right; }
code { font-size: .8rem; overflow-wrap: anywhere; color: #52606d; }
a { color: #0b4f7d; }
"""


def check_folder(folder: Path, ending: str, names: Iterable[str] = ()) -> None:
    """Refuse a folder that cannot take the reports of these names, and a format that there is not."""
    if f".{ending}" not in FORMATS:
        raise OptionError(f"--format is one of {', '.join(name[1:] for name in FORMATS)}, not {ending!r}.")
    if folder.exists() and not folder.is_dir():
        raise HousewayError(f"{folder} is a file: --all writes into a folder.")
    if not folder.exists() and not folder.parent.is_dir():
        raise HousewayError(f"There is no folder {folder.parent} to make {folder.name} in.")
    made = not folder.exists()
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise HousewayError(f"{folder} cannot be made: {error.strerror or error}.") from error
    try:
        check_file(folder / f"report.{ending}")
    finally:
        if made:
            folder.rmdir()
    _check_free(folder, names)


def write_all(
    games: Iterable[Game[Any]],
    folder: Path,
    *,
    ending: str = "pdf",
    date: datetime.date | None = None,
    rounds: int = ROUNDS,
    workers: int | None = 1,
    progress: Callable[[str, str], None] = lambda game, chapter: None,
) -> list[Path]:
    """Write a report for each game and the index; all of them appear in the folder when the last is done.

    Ctrl-C ends it with the reports that are finished.
    """
    games = tuple(games)
    names = [f"{game.id}.{ending}" for game in games]
    check_folder(folder, ending, names)
    documents = []
    with _room_aside(folder) as aside:
        for game, name in zip(games, names, strict=True):
            document = report(game, date=date, rounds=rounds, workers=workers, progress=partial(progress, game.name))
            if "missing_chapters" in document.annex["report"]:
                break  # stopped: the reports that are finished are kept
            write(document, aside / name)
            documents.append((name, document))
        if not documents:
            raise KeyboardInterrupt
        names = [name for name, _ in documents]
        (aside / INDEX).write_text(index_page(documents), encoding="utf-8")
        _check_free(folder, names)  # writing them takes minutes
        files = dict.fromkeys((*names, INDEX))  # the index comes last: what it links is there
        return [(aside / name).replace(folder / name) for name in files]


@contextmanager
def _room_aside(folder: Path) -> Iterator[Path]:
    """A place in the folder to write into; it goes away again, and with a failure the folder, too, if it is new."""
    made, aside = not folder.exists(), None
    try:
        folder.mkdir(exist_ok=True)
        aside = Path(mkdtemp(prefix=".reports-", dir=folder))
        yield aside
    except BaseException as error:
        _clear(aside)
        if made:
            with suppress(OSError):  # there never was one, or somebody else has put something into it
                folder.rmdir()
        if isinstance(error, OSError):
            raise HousewayError(f"The reports cannot be written to {folder}: {error.strerror or error}.") from error
        raise
    _clear(aside)


def _clear(aside: Path | None) -> None:
    if aside is not None:
        shutil.rmtree(aside, ignore_errors=True)


def _check_free(folder: Path, names: Iterable[str]) -> None:
    """Refuse before anything is replaced: a folder cannot be replaced by a file."""
    for name in (*names, INDEX):
        if (folder / name).is_dir():
            raise HousewayError(f"{folder / name} is a folder: a file of that name is to be written.")


def index_page(documents: Iterable[tuple[str, Document]]) -> str:
    """A page that links the reports, with the edge and the fingerprint of each."""
    rows = "\n".join(_row(name, document) for name, document in documents)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mathematical reports</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>Mathematical reports</h1>
<p>One report for each game, by houseway {escape(__version__)}.</p>
<table>
<thead><tr><th>Game</th><th>Edition</th><th class="number">House edge</th><th>Fingerprint of the rules</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
</main>
</body>
</html>
"""


def _row(name: str, document: Document) -> str:
    about, main = document.annex["report"], document.annex["odds"]["wagers"][0]
    return (
        f'<tr><td><a href="{escape(name)}">{escape(about["name"])}</a></td><td>{escape(about["edition"])}</td>'
        f'<td class="number">{fixed(main["house_edge_percent"], 4)}%</td>'
        f"<td><code>{escape(about['fingerprint'])}</code></td></tr>"
    )
