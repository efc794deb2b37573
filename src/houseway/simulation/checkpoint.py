"""A simulation that can be taken up again: what was counted so far, and of what."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from houseway.errors import RecordError

EVERY = 5.0  # seconds between two writings
VERSION = 1
T = TypeVar("T")


class Checkpoint:
    """A file with the identity of a run and its sum so far; written whole or not at all."""

    def __init__(self, path: Path, identity: dict[str, Any]) -> None:
        self.path = path
        self._identity = {"houseway checkpoint": VERSION, **identity}
        self._written = time.monotonic()

    def resume(self, empty: T, read: Callable[[dict[str, Any]], T | None]) -> T:
        """The sum so far, `empty` where there is no file yet; figures that `read` finds damaged are refused."""
        stored = self.read()
        if stored is None:
            return empty
        try:
            total = read(stored)
        except (KeyError, ValueError, TypeError, AttributeError):
            total = None
        if total is None:
            raise RecordError(f"The checkpoint {self.path} is damaged: take another file, or remove it.")
        return total

    def read(self) -> dict[str, Any] | None:
        """What the file holds; None where there is no file yet. A file of another run is refused."""
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            if not self.path.parent.is_dir():  # better now than after the first seconds
                raise RecordError(f"There is no folder {self.path.parent} for the checkpoint.") from None
            return None
        except (OSError, UnicodeDecodeError):
            raise RecordError(f"The checkpoint {self.path} cannot be read.") from None
        try:
            data = json.loads(text)
            identity, total = data["identity"], data["total"]
        except (ValueError, KeyError, TypeError):
            raise RecordError(f"{self.path} is no checkpoint of a simulation: take another file.") from None
        if identity != self._identity:
            names = {**identity, **self._identity} if isinstance(identity, dict) else self._identity
            differ = [name for name in names if not _same(identity, self._identity, name)]
            raise RecordError(
                f"The checkpoint {self.path} is of another simulation ({', '.join(differ)}): take another file."
            )
        assert isinstance(total, dict)
        return total

    def write(self, total: dict[str, Any]) -> None:
        part = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        try:
            part.write_text(json.dumps({"identity": self._identity, "total": total}), encoding="utf-8")
            part.replace(self.path)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            raise RecordError(f"The checkpoint {self.path} cannot be written: {error.strerror}.") from None
        self._written = time.monotonic()

    @property
    def due(self) -> bool:
        return time.monotonic() - self._written >= EVERY


def _same(one: Any, two: dict[str, Any], name: str) -> bool:
    return isinstance(one, dict) and name in one and name in two and bool(one[name] == two[name])
