"""A hundred million simulated rounds of every game and edition beside the exact odds.

Each edition is played with the best strategy and the seed `agreement GAME EDITION`, so that anybody can repeat it. z
is the distance of a wager's mean from the exact one in units of the exact standard error; chi-square compares the
counts of a wager's rows, bonus rows apart.
"""

from __future__ import annotations

from collections.abc import Iterator

import houseway
from houseway.simulation import simulate

HEADINGS = ("game", "editions, wagers", "largest z", "chi-square tests", "smallest p")
ROUNDS = 10**8


def rows() -> Iterator[tuple[str, ...]]:
    for name in houseway.banked_ids():
        editions = type(houseway.game(name)).editions
        z: dict[str, float] = {}
        p: dict[str, float] = {}
        for edition in editions:
            seed = f"agreement {name} {edition.name}"
            for wager in simulate(houseway.game(name, edition.name), ROUNDS, seed=seed).wagers:
                label = f"{edition.name}, {wager.wager}"
                assert wager.estimate.z is not None
                z[label] = wager.estimate.z
                for what, test in (("", wager.chi_square), (" bonus", wager.bonus_chi_square)):
                    if test is not None:
                        p[label + what] = test.p_value
        farthest, least = max(z, key=lambda label: abs(z[label])), min(p, key=p.__getitem__)
        counted = f"{len(editions)}, {len(z)}"
        yield name, counted, f"{z[farthest]:+.2f} ({farthest})", str(len(p)), f"{p[least]:.3f} ({least})"
