"""numba's njit with a cache on disk that never answers for code that has changed.

numba keeps compiled functions by the text of their own file. But functions and constants of other files are compiled
into them, and those files may be newer than what is kept: after an upgrade a kernel would go on with the generator, or
the tables' layout, of the version before. Here what is kept lies in a folder that is named after all the code that may
have a part in it: the modules of the core and those beside the function.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

CORE = Path(__file__).parent
NAME = "houseway-"  # of folders with compiled functions
KEPT_DAYS = 7  # of code that is no more: a process that was started before may still be writing there

_deciding = threading.RLock()
F = TypeVar("F", bound=Callable[..., Any])


def cache_folder() -> Path:
    """Where things are kept that can be worked out again: $HOUSEWAY_CACHE, or the user's cache folder."""
    own = os.environ.get("HOUSEWAY_CACHE")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"


def njit(*, cache: bool = False, **options: Any) -> Callable[[F], F]:
    """As numba's own; `cache` keeps the function for as long as the code around it is the same."""

    def compiled(function: F) -> F:
        numba: Any = import_module("numba")  # it is slow to import, and not every command needs it
        where = kept_in(Path(function.__code__.co_filename).parent) if cache else None
        if where is None:
            made: F = numba.njit(**options)(function)
            return made
        with _numba_keeps_in(numba.config, where):
            kept: F = numba.njit(cache=True, **options)(function)
        return kept

    return compiled


@contextlib.contextmanager
def _numba_keeps_in(config: Any, where: Path) -> Iterator[None]:
    """numba asks for its folder at the moment of decoration; the functions of others keep theirs."""
    with _deciding:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(where)
        try:
            yield
        finally:
            config.CACHE_DIR = before


@cache
def kept_in(place: Path) -> Path | None:
    """The folder for compiled functions of modules in a place: beside them or in the user's cache; None if neither."""
    chosen = import_module("numba").config.CACHE_DIR
    name = f"{NAME}{code_digest(place)[:16]}"
    for folder in (Path(chosen),) if chosen else (place / "__pycache__", cache_folder() / "compiled"):
        with contextlib.suppress(OSError):
            found = folder / name
            if not found.is_dir():
                found.mkdir(parents=True, exist_ok=True)
                if not chosen and folder.name == "__pycache__":
                    _sweep(folder, name)
            if os.access(found, os.W_OK):  # a folder may be there and not be ours to write to
                return found
    return None


def code_digest(place: Path) -> str:
    """Of the core's modules and of those in a place."""
    digest = hashlib.sha256()
    for source in sorted({*CORE.glob("*.py"), *place.glob("*.py")}):
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()


def _sweep(folder: Path, name: str) -> None:
    """Beside its modules, only one folder is of any use: older ones go."""
    for other in folder.glob(f"{NAME}*"):
        if other.name != name and time.time() - other.stat().st_mtime > KEPT_DAYS * 86_400:
            shutil.rmtree(other, ignore_errors=True)
