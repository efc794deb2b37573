"""The page is built into the package, from a lock file without addresses, and not again while nothing has changed."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
from pathlib import Path
from types import ModuleType

import pytest
from tests.sizes import SUITE

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
STATIC = ROOT / "src" / "houseway" / "server" / "static"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(WEB, tmp_path / "web", ignore=shutil.ignore_patterns("node_modules")))


def test_the_lock_file_names_no_server() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text())["packages"]
    assert all("integrity" in package for name, package in packages.items() if name)
    for package in packages.values():
        package.pop("funding", None)  # where to send its authors money
        assert "resolved" not in package
        assert "://" not in json.dumps(package)


def test_the_lock_file_holds_every_platform() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text())["packages"]
    for tool in ("rollup", "esbuild"):
        wanted = packages[f"node_modules/{tool}"]["optionalDependencies"]
        missing = [name for name in wanted if name.startswith("@") and f"node_modules/{name}" not in packages]
        assert missing == []


def test_a_changed_source_changes_the_digest(hook: ModuleType, copy: Path) -> None:
    before = hook.digest(copy)
    assert before == hook.digest(WEB)
    (copy / "src" / "app.css").write_text("/* another */")
    assert hook.digest(copy) != before


def test_what_is_not_built_into_the_page_does_not_count(hook: ModuleType, copy: Path) -> None:
    before = hook.digest(copy)
    (copy / "README.md").write_text("other words")
    generated = copy / "src" / "lib" / "server" / "generated"
    generated.mkdir(exist_ok=True)
    (generated / "socket.ts").write_text("export type Other = 1;")  # types leave no trace in what is built
    (copy / "node_modules").mkdir()
    (copy / "node_modules" / "some.js").write_text("1")
    assert hook.digest(copy) == before


def test_an_output_without_its_mark_is_built_again(hook: ModuleType, copy: Path, tmp_path: Path) -> None:
    output = tmp_path / "static"
    output.mkdir()
    (output / "index.html").write_text("page")
    assert not hook.up_to_date(copy, output)
    (output / hook.MARK).write_text(hook.digest(copy))
    assert hook.up_to_date(copy, output)
    (copy / "src" / "main.ts").write_text("// other")
    assert not hook.up_to_date(copy, output)


def test_the_page_builds_and_asks_no_other_host(hook: ModuleType, tmp_path: Path) -> None:
    output = STATIC
    if SUITE == "thorough" or not hook.up_to_date(WEB, STATIC):  # else it was built from these sources just before
        if not (WEB / "node_modules").is_dir():
            pytest.skip("the page's tools are not installed")
        output = tmp_path / "static"
        hook.build(WEB, output)
    assert hook.up_to_date(WEB, output)
    index = (output / "index.html").read_text()
    assert "<script>" not in index  # the content security policy allows none
    assert "style=" not in index
    assert re.findall(r'(?:src|href)="(?!/)', index) == []
    known = {"http://www.w3.org", "https://svelte.dev"}  # namespaces; where the messages of errors point
    for file in output.rglob("*"):
        if file.suffix in (".js", ".css", ".html"):
            text = file.read_text()
            assert set(re.findall(r"https?://[\w.-]+", text)) <= known, file.name
            assert "url(data:" not in text, file.name
            assert "new Function" not in text, file.name
