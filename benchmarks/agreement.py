"""A hundred million rounds of every game and edition beside the exact odds: z of each wager, chi-square of its rows."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import houseway
from houseway.simulation import simulate

ROUNDS = 10**8
SEED = "agreement"


def compared(rounds: int = ROUNDS) -> Iterator[tuple[str, str, str, str, str]]:
    """Game and edition, wager, simulated and exact mean, z, chi-square's p."""
    for game_id in houseway.banked_ids():
        for edition in type(houseway.game(game_id)).editions:
            seed = f"{SEED} {game_id} {edition.name}"
            result = simulate(houseway.game(game_id, edition.name), rounds, seed=seed)
            for wager in result.wagers:
                found = wager.estimate
                assert found.exact is not None
                assert found.z is not None
                tests = [test for test in (wager.chi_square, wager.bonus_chi_square) if test is not None]
                yield (
                    f"{game_id} {edition.name}, {wager.wager}",
                    f"{float(found.mean):+.6f}",
                    f"{float(found.exact):+.6f}",
                    f"{found.z:+.2f}",
                    ", ".join(f"{test.p_value:.3f} ({test.degrees})" for test in tests),
                )


def main() -> None:
    rounds = int(float(sys.argv[1])) if len(sys.argv) > 1 else ROUNDS
    print(f'{rounds:,} rounds of each, optimal strategy, seed "{SEED} GAME EDITION"\n')
    print("| game, edition and wager | simulated | exact | z | p of chi-square (degrees) |\n|---|---|---|---|---|")
    worst, count = 0.0, 0
    for row in compared(rounds):
        print(f"| {' | '.join(row)} |", flush=True)
        worst, count = max(worst, abs(float(row[3]))), count + 1
    print(f"\n{count} wagers; the largest |z| is {worst:.2f}.")


if __name__ == "__main__":
    main()
