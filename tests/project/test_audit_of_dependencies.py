"""`make audit` says what is known, and does not take silence for safety."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "audit"


@pytest.fixture(scope="module")
def audit() -> Any:
    loader = SourceFileLoader("dependency_audit", str(SCRIPT))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


WEAK = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
SOUND = {"name": "new", "version": "2.0", "vulns": []}
SKIPPED = {"name": "new", "skip_reason": "could not be audited"}


@pytest.mark.parametrize(
    ("packages", "status", "said"),
    [
        ([SOUND], 0, "1 packages, 0 known weaknesses"),
        ([SOUND, WEAK], 1, "PYSEC-1, mended in 1.1"),
        ([SOUND, SKIPPED], 2, "could not be asked about 1 packages"),
        ([WEAK, SKIPPED], 1, "could not be asked about 1 packages"),
        ([], 2, "could not be asked"),
    ],
)
def test_pythons_packages(
    audit: Any, capsys: pytest.CaptureFixture[str], packages: list[Any], status: int, said: str
) -> None:
    assert audit.python_packages({"dependencies": packages}) == status
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (None, 2),
        ({"message": "405 Method Not Allowed - POST somewhere"}, 2),
        ({"metadata": {"dependencies": {"total": 9}}, "vulnerabilities": {}}, 0),
        (
            {
                "metadata": {"dependencies": {"total": 9}},
                "vulnerabilities": {"old": {"range": "<2", "severity": "high"}},
            },
            1,
        ),
    ],
)
def test_the_pages_packages(audit: Any, answer: Any, status: int) -> None:
    assert audit.page_packages(answer) == status


def test_what_prints_no_json_has_not_answered(audit: Any) -> None:
    assert audit.asked(["echo", "no such host"], SCRIPT.parent) is None
