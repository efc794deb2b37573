"""What is built can be installed where there is neither Node nor a compiler nor this repository, and works there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import houseway

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "web" / "node_modules"


def build(kind: str, source: Path, target: Path) -> Path:
    """A distribution, built in this process's environment: nothing is downloaded."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(target)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = target.glob("houseway-*")
    return built


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the unpacked sdist, the page too, with the tools that are installed for the page already."""
    folder = tmp_path_factory.mktemp("unpacked")
    shutil.unpack_archive(sdist, folder)  # tarfile's `filter` came with Python 3.11.4
    [source] = folder.iterdir()
    shutil.rmtree(source / "src" / "houseway" / "server" / "static", ignore_errors=True)
    assert TOOLS.is_dir(), "`make web` installs what the page is made with"
    (source / "web" / "node_modules").symlink_to(TOOLS)
    return build("wheel", source, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def place(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it. Other packages are lent from ours: they are not what is tested."""
    folder = tmp_path_factory.mktemp("place")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", "--no-compile", str(wheel)], check=True)
    [packages] = folder.glob("lib/*/site-packages")
    # A folder that a .pth file names is searched, but its own .pth files, which lead to this repository, are not read.
    (packages / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return folder


def alone(place: Path) -> dict[str, str]:
    """Nothing on the path but the fresh environment."""
    home = place / "home"
    home.mkdir(exist_ok=True)
    return {"PATH": str(place / "bin"), "HOME": str(home), "HOUSEWAY_COUNT_ODDS": "false"}


def run(place: Path, *command: str) -> str:
    words = [str(place / "bin" / command[0]), *command[1:]]
    done = subprocess.run(words, cwd=place, env=alone(place), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def serving(place: Path) -> Iterator[str]:
    """`houseway serve` from the fresh environment; gives its address."""
    command = [str(place / "bin" / "houseway"), "serve", "--port", "0", "--no-open", "--data-dir", str(place / "data")]
    with subprocess.Popen(
        command, cwd=place, env=alone(place), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            told = server.stdout.readline()
            found = re.search(r"http://\S+", told)
            assert found is not None, told
            yield found[0]
        finally:
            server.terminate()
            assert server.wait(timeout=120) == 0


def get(address: str) -> tuple[str, bytes]:
    with urllib.request.urlopen(address, timeout=120) as answer:  # noqa: S310 - our own server
        return answer.headers["content-type"], answer.read()


def test_the_sdist_holds_what_is_needed_to_build(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "pyproject.toml",
        "hatch_build.py",
        "README.md",
        "LICENSE",
        "web/package-lock.json",
        "web/src/main.ts",
    } <= names
    assert not any(name.startswith("web/node_modules/") or "__pycache__" in name for name in names)
    assert sdist.name == f"houseway-{houseway.__version__}.tar.gz"


def test_the_wheel_holds_the_package_and_the_page_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"houseway", f"houseway-{houseway.__version__}.dist-info"}
    assert {"houseway/py.typed", "houseway/server/static/index.html"} <= set(names)
    assert any(re.fullmatch(r"houseway/server/static/assets/.+\.js", name) for name in names)
    sources = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == sources
    assert wheel.name == f"houseway-{houseway.__version__}-py3-none-any.whl"


def test_the_commands_run_from_the_wheel(place: Path) -> None:
    assert shutil.which("node", path=alone(place)["PATH"]) is None
    assert shutil.which("cc", path=alone(place)["PATH"]) is None
    where = Path(run(place, "python", "-c", "import houseway; print(houseway.__file__)").strip())
    assert where.is_relative_to(place)
    assert run(place, "houseway", "--version") == f"houseway {houseway.__version__}\n"
    listed = run(place, "houseway", "games")
    assert all(houseway.game(game_id).name in listed for game_id in houseway.banked_ids())


def test_the_page_is_served_from_the_wheel(place: Path) -> None:
    with serving(place) as address:
        kind, page = get(address)
        assert kind.startswith("text/html")
        assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.decode())
        assert {Path(asset).suffix for asset in assets} >= {".js", ".css"}
        for asset in assets:
            assert len(get(address + asset)[1]) > 100, asset
        assert houseway.__version__ in get(f"{address}/healthz")[1].decode()
    assert os.listdir(place / "data")
