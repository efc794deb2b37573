"""`houseway ledger check` and `refund`: the casino's ledger proved from the first entry, and chips given back."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.serve import need_server
from houseway.errors import HousewayError
from houseway.money import dollars

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from houseway.server.money.proved import Proof
    from houseway.server.money.refunds import Refund

EXAMPLES = "Examples: houseway ledger check · houseway ledger check --database postgresql://me@localhost/casino"
REFUND_EXAMPLES = (
    "Examples: houseway ledger refund 7 · houseway ledger refund 7 --yes --database sqlite:///casino.sqlite"
)

DatabaseUrl = Annotated[str | None, typer.Option("--database", help="sqlite:///FILE or postgresql://…")]
DataDir = Annotated[Path | None, typer.Option(help="The data folder, where it is not the usual one.")]
Config = Annotated[Path | None, typer.Option(help="A settings file (TOML).")]

app = typer.Typer(help="The casino's ledger.", no_args_is_help=True, epilog=EXAMPLES)


@app.callback()
def ledger() -> None:
    """The casino's ledger."""


@app.command(epilog=EXAMPLES)
def check(database: DatabaseUrl = None, data_dir: DataDir = None, config: Config = None) -> None:
    """Prove the ledger: entries balance, nothing was ever below zero, rounds were paid as recorded, tables can open."""
    need_server()
    from houseway.server.settings import read_settings

    url = _existing(read_settings({"database": database, "data_dir": data_dir}, config).database_url)
    with _one_sentence():
        proofs = asyncio.run(_proofs(url))
    if not proofs:
        raise HousewayError("There is no ledger in this database yet: `houseway serve` begins one.")
    _show(proofs)
    if any(proof.wrong for proof in proofs):
        raise typer.Exit(1)


async def _proofs(url: URL) -> list[Proof]:
    from houseway.server.storage.database import Database
    from houseway.server.tables.table_proof import prove_house

    database = Database(url)
    try:
        return await prove_house(database)
    finally:
        await database.close()


def _existing(text: str) -> URL:
    from houseway.server.storage.database import parse_url

    url = parse_url(text)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise HousewayError(f"There is no database {url.database}: `houseway serve` makes it.")
    return url


@contextlib.contextmanager
def _one_sentence() -> Iterator[None]:
    """What a database says when it cannot be read, in short."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except BrokenPipeError:  # whoever read what is printed has gone: nothing of the database
        raise
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()
        raise HousewayError(f"The database cannot be read: {reason[0] if reason else type(error).__name__}.") from None


@app.command(epilog=REFUND_EXAMPLES)
def refund(
    table_id: Annotated[int, typer.Argument(metavar="TABLE_ID", min=1, max=2**63 - 1, help="The table's number.")],
    database: DatabaseUrl = None,
    data_dir: DataDir = None,
    config: Config = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether to go on.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Also a table that the server could go on with.")] = False,
) -> None:
    """Give everything on a table back and close it: its open round is void. Only while no server runs.

    For tables that the server keeps closed because their game is not installed any more or its rules have changed.
    """
    need_server()
    from houseway.server.money.refunds import Cage
    from houseway.server.settings import read_settings
    from houseway.server.storage.database import Database

    url = _existing(read_settings({"database": database, "data_dir": data_dir}, config).database_url)
    # Not one coroutine: at the question, Ctrl-C must reach whoever is asked.
    with _one_sentence(), asyncio.Runner() as runner:
        cage = Cage(Database(url))
        try:
            runner.run(cage.open())
            planned = runner.run(cage.plan(table_id, force=force))
            _show_refund(planned)
            if not (yes or _agreed()):
                print("Nothing was changed.")
                raise typer.Exit(1)
            runner.run(cage.give_back(planned))
        finally:
            runner.run(cage.close())
    given = f"{dollars(planned.total)} were given back, and table" if planned.total else "Table"
    print(f"{given} {table_id} is closed.")


def _agreed() -> bool:
    try:
        return typer.confirm("Give this back and close the table?")
    except typer.Abort:  # Ctrl-C, or nobody there to ask
        print()
        return False


def _show_refund(refund: Refund) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from houseway.cli.common import width

    console = Console(width=width(100), highlight=False)
    console.print(escape(f"Table {refund.table_id} ({refund.name}): {refund.why}."), soft_wrap=True)
    for round_ in refund.rounds:
        console.print(f"Its round {round_.number} (number {round_.id} of the house) is void.", soft_wrap=True)
    if not refund.given:
        console.print("Nobody sits there and nothing lies on it.")
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Seat", justify="right")
    table.add_column("Who")
    for name in ("Wagers and bets", "Stack", "Given back"):
        table.add_column(name, justify="right")
    for item in refund.given:
        amounts = (item.wagers, item.stack, item.wagers + item.stack)
        table.add_row(str(item.seat), escape(item.name), *map(dollars, amounts))
    console.print(table)


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
