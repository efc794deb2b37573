"""A finding of the lab on the terminal, as JSON, or written to a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from houseway.lab.result import Result

AsJson = Annotated[bool, typer.Option("--json", help="Print everything as JSON.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write to a .html, .md, .json or .pdf file instead.")
]


def check_output(path: Path | None) -> None:
    """Refuse, before anything is worked out, a file that could not be written."""
    if path is not None:
        from houseway.document.files import check_file

        check_file(path)


def give(result: Result, path: Path | None, *, as_json: bool) -> None:
    """Show the finding where the caller wants it."""
    if path is not None:
        from houseway.document.files import write

        write(result.document(), path)
        print(f"Written to {path}.")
    elif as_json:
        print(json.dumps(result.to_json(), indent=1))
    else:
        from houseway.cli.laboratory.terminal import show

        show(result)
