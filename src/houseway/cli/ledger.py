"""`houseway ledger check`: the casino's books, proved from the first entry."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.serve import need_server
from houseway.errors import HousewayError

if TYPE_CHECKING:
    from houseway.server.books import Proof

EXAMPLES = "Examples: houseway ledger check · houseway ledger check --database postgresql://me@localhost/casino"

app = typer.Typer(help="The casino's books.", no_args_is_help=True, epilog=EXAMPLES)


@app.callback()
def books() -> None:
    """The casino's books."""


@app.command(epilog=EXAMPLES)
def check(
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://…")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="The data folder, where it is not the usual one.")] = None,
    config: Annotated[Path | None, typer.Option(help="A settings file (TOML).")] = None,
) -> None:
    """Prove the books: entries balance, balances add up, nothing was ever below zero, rounds were paid as recorded."""
    need_server()
    from houseway.server.settings import read_settings

    url = read_settings({"database": database, "data_dir": data_dir}, config).database_url
    proofs = asyncio.run(_proofs(url))
    if not proofs:
        raise HousewayError("There are no books in this database yet: `houseway serve` begins them.")
    _show(proofs)
    if any(proof.wrong for proof in proofs):
        raise typer.Exit(1)


async def _proofs(url: str) -> list[Proof]:
    from sqlalchemy.exc import SQLAlchemyError

    from houseway.server.books import check_books
    from houseway.server.db import Database, parse_url

    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite" and not Path(parsed.database or "").is_file():
        raise HousewayError(f"There is no database {parsed.database}: `houseway serve` makes it.")
    database = Database(parsed)
    try:
        return await check_books(database)
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()
        raise HousewayError(f"The database cannot be read: {reason[0] if reason else type(error).__name__}.") from None
    finally:
        await database.close()


def _show(proofs: list[Proof]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from houseway.cli.common import width

    console = Console(width=width(100), highlight=False)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("What must hold")
    table.add_column("Looked at", justify="right")
    table.add_column("Verdict")
    for proof in proofs:
        table.add_row(proof.title, f"{proof.looked_at:,}", "[red]wrong[/]" if proof.wrong else "[green]holds[/]")
    console.print(table)
    for proof in proofs:
        for sentence in proof.wrong:
            console.print(f"[red]•[/] {sentence}", soft_wrap=True)
