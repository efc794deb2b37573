"""The commands and what they share."""

from __future__ import annotations

import sys
from enum import Enum
from typing import get_args

import typer
from typer.exceptions import TyperException

from houseway import __version__
from houseway.cli import (
    advise,
    audit,
    chances,
    deal,
    games,
    lab,
    ledger,
    lobby,
    odds,
    play,
    replay,
    report,
    rng_test,
    rules,
    serve,
    simulate,
    strategy,
    train,
    verify,
)
from houseway.errors import HousewayError

STOPPED = 130  # the exit status of a command that Ctrl-C has ended

app = typer.Typer(
    help="Houseway: the open laboratory and live table for casino table games.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (
    games,
    serve,
    rules,
    play,
    deal,
    replay,
    verify,
    odds,
    strategy,
    advise,
    chances,
    simulate,
    rng_test,
    report,
    audit,
):
    name = module.__name__.rpartition(".")[2].replace("_", "-")
    app.command(name, epilog=module.EXAMPLES)(module.command)
app.add_typer(lab.app, name="lab", epilog=lab.EXAMPLES)
app.add_typer(train.app, name="train", epilog=train.EXAMPLES)
app.add_typer(ledger.app, name="ledger", epilog=ledger.EXAMPLES)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context, *, version: bool = typer.Option(False, "--version", help="Print the version and leave.")
) -> None:
    """Without a command: the lobby, where you choose a game and sit down."""
    if version:
        print(f"houseway {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        lobby.open_lobby()


def run(arguments: list[str]) -> int:
    """Run one command and give its exit status: 2, with one sentence, when the call is wrong."""
    try:
        status = app(arguments, standalone_mode=False)
    except HousewayError as error:
        return _refuse(str(error))
    except TyperException as error:
        return _refuse(_illegal_value(error) or f"{error.format_message().rstrip('.')}; see houseway --help.")
    except typer.Abort:
        return STOPPED
    except BrokenPipeError:
        raise
    except OSError as error:
        return _refuse(f"{error.filename or 'The system'}: {error.strerror}.")
    except (UnicodeError, RecursionError):
        return _refuse("That input is not text that can be read.")
    if status == STOPPED:  # typer takes Ctrl-C for this status
        print("Stopped before it was done.", file=sys.stderr)
    return status if isinstance(status, int) else 0


def _illegal_value(error: TyperException) -> str | None:
    """Which option takes which values, and the one that it cannot take; None for any other error."""
    param, cause = getattr(error, "param", None), error.__cause__
    if param is None or cause is None or not hasattr(cause, "errors"):
        return None
    read = param.get_runtime_param()
    kinds = get_args(read.annotation) or (read.annotation,)
    named = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Enum)]
    if named:
        legal = " or ".join(str(member.value) for member in named[0])
    elif int in kinds or float in kinds:
        info = read.parameter_info
        legal = "a whole number" if int in kinds else "a number"
        legal += "" if info.min is None else f" from {info.min:,}"
        legal += "" if info.max is None else f" to {info.max:,}"
    else:
        return None
    name = param.opts[0] if param.param_type_name == "option" else param.make_metavar(error.ctx)  # type: ignore[attr-defined]
    return f"{name} takes {legal}, not {cause.errors()[0]['input']!r}."


def _refuse(sentence: str) -> int:
    print(f"houseway: {sentence}", file=sys.stderr)
    return 2
