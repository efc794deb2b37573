"""What a glimpse is worth: how long the usual study of each game takes, and what of it is exact."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

GAMES = ("two-card-roo", "three-card-roo", "high-card-draw", "three-card-draw-poker", "mini-tex", "high-card-flush")
HEADINGS = ("game", "houseway", "counted exactly", "widest interval")
# A process for each: the first study compiles, on deals of its own, and is not timed.
STUDY = """
import json, sys, time
import houseway
from houseway.lab.protecting.protection import protect, slips
game = houseway.game(sys.argv[1])
protect(game, samples=2, seconds=0.01)
start = time.perf_counter()
found = protect(game)
seconds = time.perf_counter() - start
start = time.perf_counter()
slips(game, seconds=0.01)
print(json.dumps({"seconds": seconds, **found.to_json(), "slips_seconds": time.perf_counter() - start}))
"""


def rows() -> Iterator[tuple[str, str, str, str]]:
    for game in GAMES:
        done = subprocess.run([sys.executable, "-c", STUDY, game], check=True, capture_output=True, text=True)
        found = json.loads(done.stdout)
        findings = found["findings"]
        exact = sum(item["exact"] for item in findings)
        wide = [
            (high - low) / 2 for low, high in (item["gain_interval_percent"] for item in findings if not item["exact"])
        ]
        time = f"{found['seconds']:.1f} s, slips alone {1000 * found['slips_seconds']:.0f} ms"
        yield game, time, f"{exact} of {len(findings)}", f"±{max(wide):.2f}%" if wide else "none"
