"""Passwords: argon2id, in threads, a few at a time."""

from __future__ import annotations

import asyncio
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

_AT_ONCE = asyncio.Semaphore(2)  # each takes 64 MiB and a core for a moment
_HASHER = PasswordHasher()


@cache
def _nobodys() -> str:
    """A hash that no password opens, so that an unknown name takes as long as a wrong password."""
    return _HASHER.hash("nobody has this password \x00")


async def hash_password(password: str) -> str:
    async with _AT_ONCE:
        return await asyncio.to_thread(_HASHER.hash, password)


async def verify(stored: str | None, password: str) -> bool:
    async with _AT_ONCE:
        return await asyncio.to_thread(_verify, stored, password)


def _verify(stored: str | None, password: str) -> bool:
    try:
        return _HASHER.verify(stored or _nobodys(), password) and stored is not None
    except (Argon2Error, InvalidHashError):
        return False
