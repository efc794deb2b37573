"""What long loops of a count have done is written to disk now and then: an interrupted count goes on where it was."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Iterator
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from houseway.jit import cache_folder
from houseway.odds.cache import code_digest
from houseway.rules.game import Game

EVERY = 30.0  # seconds before what a loop has done is written, and between two times
SHARE = 20  # at most 1/20 of the time goes into writing
OLDEST = 14 * 86_400.0  # seconds after which an interrupted count is forgotten
SUFFIX = ".counting.npz"
_game: ContextVar[Game[Any] | None] = ContextVar("game", default=None)
_prefix: ContextVar[str] = ContextVar("prefix", default="")


@contextlib.contextmanager
def resumable(game: Game[Any]) -> Iterator[None]:
    """Keep what long loops do meanwhile until all is counted; the next count by the same rules and code goes on."""
    folder, now = cache_folder(), time.time()
    rules = hashlib.sha256(f"{game.fingerprint} {code_digest(game)}".encode()).hexdigest()[:32]
    tokens = _game.set(game), _prefix.set(str(folder / f"{game.id}-{rules}"))
    try:
        yield
        for file in folder.glob(f"*{SUFFIX}"):
            with contextlib.suppress(OSError):
                if file.name.startswith(f"{game.id}-{rules}") or now - file.stat().st_mtime > OLDEST:
                    file.unlink()
    finally:
        _game.reset(tokens[0])
        _prefix.reset(tokens[1])


def is_resumable(game: Game[Any]) -> bool:
    """Whether loops that ask this game's rules may go on.

    A count may also ask other rules on the way: other options, or the same game with some members replaced, which has
    the same fingerprint.
    """
    own = _game.get()
    return own is not None and type(own) is type(game) and own.fingerprint == game.fingerprint


class LoopDone:
    """What one loop has done so far. `over` is all that the loop's result follows from, besides the code and, where the
    loop asks the rules of a game, these."""

    def __init__(self, *over: NDArray[Any] | bytes) -> None:
        self._over, self._next = over, time.monotonic() + EVERY

    @cached_property
    def _file(self) -> Path:
        digest = hashlib.sha256()
        for part in self._over:
            digest.update(part if isinstance(part, bytes) else np.ascontiguousarray(part).tobytes())
        return Path(f"{_prefix.get()}-{digest.hexdigest()[:16]}{SUFFIX}")

    def read(self) -> dict[str, NDArray[Any]]:
        """The arrays that were written; nothing where there are none."""
        prefix = Path(_prefix.get())
        if _prefix.get() and any(prefix.parent.glob(f"{prefix.name}-*{SUFFIX}")):
            with contextlib.suppress(OSError, ValueError, BadZipFile), np.load(self._file) as found:
                return dict(found)
        return {}

    @property
    def is_due(self) -> bool:
        return bool(_prefix.get()) and time.monotonic() >= self._next

    def write(self, **arrays: Any) -> None:
        began = time.monotonic()
        part = self._file.with_name(f"{self._file.name}.{os.getpid()}.part")
        with contextlib.suppress(OSError):  # a full disk is no reason not to count
            part.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                np.savez(file, **arrays)
            part.replace(self._file)
        now = time.monotonic()
        self._next = now + max(EVERY, SHARE * (now - began))
