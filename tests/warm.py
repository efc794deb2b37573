"""Compiles what counts and simulates, and leaves it where the workers of a test run find it: `python -m tests.warm`."""

from __future__ import annotations

from houseway.catalog import banked_ids, game
from houseway.odds import solve
from houseway.simulation import simulate


def main() -> None:
    for game_id in banked_ids():
        rules = game(game_id)
        solve(rules)
        for seats in (1, 2):
            simulate(rules, 1000, seed="warm", seats=seats)


if __name__ == "__main__":
    main()
