"""Without the extras: simulation itself needs none of them, and what does says in a sentence what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("scipy", "dask", "distributed", "matplotlib"):
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Missing())
from houseway.cli.app import run

sys.exit(run(sys.argv[1:]))
"""


def called(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_simulation_needs_none() -> None:
    done = called("simulate", "two-card-roo", "--rounds", "1e4", "--json")
    assert done.returncode == 0
    assert '"p_value"' in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("simulate", "two-card-roo", "--workers", "2"), "houseway[cluster]"),
        (("simulate", "two-card-roo", "--session", "10", "--plot", "x.png"), "houseway[plots]"),
        (("rng-test",), "houseway[statistics]"),
    ],
)
def test_what_to_install(arguments: tuple[str, ...], extra: str) -> None:
    done = called(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert f'pip install "{extra}"' in done.stderr
    assert len([line for line in done.stderr.splitlines() if line.startswith("houseway:")]) == 1
