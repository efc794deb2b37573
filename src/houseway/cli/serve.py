"""`houseway serve`: the casino in the browser."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from houseway.errors import HousewayError

EXAMPLES = "Examples: houseway serve · houseway serve --host 0.0.0.0 --port 8080 · houseway serve --config house.toml"


def need_server() -> None:
    """Refuse, in one sentence, where the server's packages are not installed."""
    for package in ("fastapi", "uvicorn", "sqlalchemy", "aiosqlite", "asyncpg", "alembic", "argon2", "structlog"):
        if find_spec(package) is None:
            raise HousewayError('The server is not installed: pip install "houseway[server]" brings it.')


def command(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 0.0.0.0 for every network.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65_535, help="Port; 8400 or the next free one.")] = None,
    database: Annotated[
        str | None, typer.Option(help="sqlite:///FILE or postgresql://…; SQLite when left out.")
    ] = None,
    data_dir: Annotated[Path | None, typer.Option(help="The data folder; the user's own when left out.")] = None,
    public_url: Annotated[str | None, typer.Option(help="The address people use, behind a proxy.")] = None,
    config: Annotated[Path | None, typer.Option(help="A settings file (TOML); docs/serving.md lists them.")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
    *,
    open_browser: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Open the page in a browser, where there is one.")
    ] = None,
    log_json: Annotated[bool | None, typer.Option("--log-json/--log-text", help="Logs as JSON.")] = None,
) -> None:
    """Open the casino: live tables for every game, in the browser."""
    need_server()
    from houseway.server.serving import serve
    from houseway.server.settings import read_settings

    flags = {
        "host": host,
        "port": port,
        "database": database,
        "data_dir": data_dir,
        "public_url": public_url,
        "log_level": log_level,
        "open_browser": open_browser,
        "log_json": log_json,
    }
    settings = read_settings(flags, config)
    serve(settings, say=lambda line: print(line, flush=True), browser=has_browser())


def has_browser() -> bool:
    """Whether there is a desktop to open a page on."""
    if os.environ.get("BROWSER") or sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
