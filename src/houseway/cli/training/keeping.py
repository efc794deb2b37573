"""The profile file: read at the start, written whole, never over something that is not a profile."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from houseway.errors import HousewayError
from houseway.train.profile import Profile, ProfileError


class ProfileFile:
    """One person's progress on disk. A file that cannot be read is left as it is."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.profile = read_profile(path) if path.exists() else Profile()
        self._written = _stamp(path)

    def save(self) -> None:
        """Write the profile; what another terminal has written meanwhile is kept with it."""
        if _stamp(self.path) != self._written:
            self.profile = self.profile.merged(read_profile(self.path))
        write_profile(self.path, self.profile)
        self._written = _stamp(self.path)


def read_profile(path: Path) -> Profile:
    """The profile in a file; one that is damaged or of a newer version is refused by name."""
    try:
        return Profile.from_json(path.read_text(encoding="utf-8"))
    except ProfileError as error:
        raise ProfileError(f"{path}: {error}") from None
    except (UnicodeError, RecursionError):
        raise ProfileError(f"{path}: This is no profile: it cannot be read as text.") from None
    except OSError as error:
        raise HousewayError(f"{path} cannot be read: {error.strerror}.") from None


def write_profile(path: Path, profile: Profile) -> None:
    write_whole(path, json.dumps(profile.to_json(), indent=1) + "\n")


def write_whole(path: Path, text: str) -> None:
    """Write to a file beside it first: whatever happens, there is what was before or what is new."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise HousewayError(f"{path} cannot be written: {error.strerror}.") from None
    part = Path(name)
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise HousewayError(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        with suppress(OSError):
            part.unlink()


def _stamp(path: Path) -> tuple[int, int] | None:
    """What tells one state of the file from another."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_ino
