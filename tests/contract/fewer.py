"""Fewer samples for the laws of the contract, for games that are held to it by every `make test`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from tests.sizes import SUITE

from houseway.contract import pots, promises, samples


@contextmanager
def fewer_samples() -> Iterator[None]:
    """A third of the random options and of the deals, but when thorough: then as many as a game of another package has.

    Every edition is still played, and every number of seats.
    """
    with pytest.MonkeyPatch.context() as patch:
        if SUITE != "thorough":
            patch.setattr(samples, "games", partial(samples.games, random=12))
            patch.setattr(pots, "_points", partial(pots._points, each=1))
            patch.setattr(promises, "FIRST", promises.FIRST // 3)
        yield
