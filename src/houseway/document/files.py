"""A document as a file: refused at once where it could not be written, and written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex

from houseway.document.annex import annex_text
from houseway.document.blocks import Document
from houseway.document.extra import CHARTS, PAGES, extra
from houseway.errors import HousewayError


def _pdf(document: Document) -> bytes:
    from houseway.document.typst import pdf

    return pdf(document)


def _html(document: Document) -> bytes:
    from houseway.document.html import page

    return page(document).encode()


def _markdown(document: Document) -> bytes:
    from houseway.document.markdown import text

    return text(document).encode()


def _json(document: Document) -> bytes:
    return annex_text(document).encode()


FORMATS: dict[str, Callable[[Document], bytes]] = {".pdf": _pdf, ".html": _html, ".md": _markdown, ".json": _json}
NEEDED = {".pdf": (*CHARTS, *PAGES), ".html": CHARTS}


def check_file(path: Path) -> None:
    """Refuse a file that could not be written, in one sentence."""
    if path.suffix.lower() not in FORMATS:
        raise HousewayError(f"{path} is no kind of file that can be written: it ends in {', '.join(FORMATS)}.")
    if path.is_dir():
        raise HousewayError(f"{path} is a folder: name a file in it.")
    if not path.parent.is_dir():
        raise HousewayError(f"There is no folder {path.parent} to write {path.name} into.")
    for module in NEEDED.get(path.suffix.lower(), ()):
        extra(module)
    _write_beside(path, b"").unlink()


def write(document: Document, path: Path) -> None:
    """Write the document in the format that the file's name asks for; a file of that name is replaced at the end."""
    check_file(path)
    data = FORMATS[path.suffix.lower()](document)
    written = _write_beside(path, data)
    try:
        written.replace(path)
    except OSError as error:
        written.unlink()
        raise _refused(path, error) from error


def _write_beside(path: Path, data: bytes) -> Path:
    """The bytes in a file of another name in the same folder: a reader never sees half of them."""
    beside = path.with_name(f".{path.name[:80]}.{token_hex(4)}.part")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise _refused(path, error) from error
    return beside


def _refused(path: Path, error: OSError) -> HousewayError:
    return HousewayError(f"{path} cannot be written: {error.strerror or error}.")
