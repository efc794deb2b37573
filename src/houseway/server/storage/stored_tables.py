"""Stored tables against the installed rules: which can be taken up, and what is said of one that cannot."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.catalog import any_game_class, game_ids
from houseway.errors import HousewayError, OptionError, UnknownGame, WagerError
from houseway.money import dollars
from houseway.rules.game import TableGame
from houseway.rules.limits import Limit, Limits, jurisdiction
from houseway.server.money.ledger import Ledger, felt, pot, stack
from houseway.server.settings import Settings
from houseway.server.storage.damage import DamagedRow, an_object
from houseway.server.storage.database import parse_url
from houseway.server.storage.round_records import StoredRound, load_rounds
from houseway.server.storage.schema import rounds


def limits_of(stated: Mapping[str, Any], law: str) -> Limits:
    try:
        wagers = {name: Limit(item["least"], item["most"], item["step"]) for name, item in stated.items()}
    except (AttributeError, KeyError, TypeError):
        raise WagerError("A limit has least, most and step, in cents.") from None
    return Limits(wagers, jurisdiction(law))


def rules_of(row: Any) -> tuple[TableGame[Any], Limits]:
    """The game and limits of a table's row; refused where the installed rules are not those it was opened with."""
    if row.game not in game_ids():
        raise UnknownGame(f"the game {row.game} is not installed")
    an_object(row.settings, "what it was opened with")
    game = any_game_class(row.game).make(row.edition, an_object(row.options, "the options of its game"))
    if game.fingerprint != row.fingerprint:
        raise OptionError(f"the rules of {row.game} are not those that it was opened with")
    return game, limits_of(an_object(row.limits, "its limits"), row.jurisdiction)


def rules_are_installed(header: Mapping[str, Any]) -> bool:
    """Whether a stored round should play again here: its game and its version of the rules are installed."""
    return header["game"] in game_ids() and any_game_class(header["game"]).rules_version == header["rules_version"]


async def open_rounds(connection: AsyncConnection, table_id: int) -> list[StoredRound]:
    wanted = sa.select(rounds.c.id).where(rounds.c.table_id == table_id, sa.not_(rounds.c.over))
    ids = (await connection.scalars(wanted)).all()
    return [found async for found in load_rounds(connection, ids)] if ids else []


def one_at_a_time(under_way: Sequence[StoredRound]) -> StoredRound | None:
    """The round under way, if there is one; refused where there are more."""
    if len(under_way) > 1:
        numbers = " and ".join(str(stored.number) for stored in under_way)
        raise DamagedRow(f"its rounds {numbers} are under way at once")
    return under_way[0] if under_way else None


def why_not_taken_up(row: Any, under_way: list[StoredRound]) -> str:
    """Why a server could not go on with a table; nothing where it could."""
    try:
        rules_of(row)
        one_at_a_time(under_way)
        for stored in under_way:
            stored.play()
    except HousewayError as error:
        return str(error).rstrip(".")
    return ""


def chips_on(ledger: Ledger, table_id: int) -> dict[str, int]:
    """The accounts of people's chips at a table: on the layout, in the pot, in stacks."""
    own = stack(table_id, 0).removesuffix("0")
    stacks = {key: balance for key, balance in ledger.balances("stack").items() if key.startswith(own)}
    return {felt(table_id): ledger.balance(felt(table_id)), pot(table_id): ledger.balance(pot(table_id)), **stacks}


class KeptClosed(NamedTuple):
    """A table that cannot be taken up: why, and what lies on it; `remedy` is for who runs the server."""

    told: str
    remedy: str


def kept_closed(row: Any, why: HousewayError, ledger: Ledger, settings: Settings) -> KeptClosed:
    chips = sum(chips_on(ledger, row.id).values())
    command = refund_command(row.id, settings, force=isinstance(why, DamagedRow))
    told = f"Table {row.id} ({row.name}) stays closed: {str(why).rstrip('.')}; "
    if chips:
        return KeptClosed(
            f"{told}on it lie {dollars(chips)}.", f"When the server is stopped, `{command}` gives them back."
        )
    return KeptClosed(f"{told}nothing lies on it.", f"When the server is stopped, `{command}` closes it for good.")


def refund_command(table_id: int, settings: Settings, *, force: bool = False) -> str:
    """The command as it is typed for this server's database; a password is left for the operator to fill in."""
    where: list[str] = []
    if settings.database:
        url = parse_url(settings.database).difference_update_query(["password"])
        shown = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
        where = ["--database", shown]
    elif settings.data_dir is not None:
        where = ["--data-dir", str(settings.data_dir)]
    return shlex.join(["houseway", "ledger", "refund", str(table_id), *["--force"][:force], *where])
