"""The command line, from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from houseway.cli.app import app

from .markdown import code, table


def text() -> str:
    """Every command: its call, what it does, arguments and options, examples."""
    return "\n".join(_command("houseway", typer.main.get_command(app)))


def _command(name: str, command: Any) -> Iterator[str]:
    members = getattr(command, "commands", {})
    arguments = [_argument(parameter) for parameter in command.params if not _is_option(parameter)]
    call = " ".join([name, *arguments, *(["COMMAND"] if members else []), "[OPTIONS]"])
    parts = [f"## {name}\n\n```text\n{call}\n```\n", f"{_paragraphs(command.help)}\n"]
    rows = [_row(parameter) for parameter in command.params if not parameter.hidden]
    if any(default for *_, default in rows):
        parts.append(table(("argument or option", "meaning", "default"), rows))
    elif rows:
        parts.append(table(("argument or option", "meaning"), [row[:2] for row in rows]))
    if command.epilog:
        examples = command.epilog.removeprefix("Examples: ").replace(" · ", "\n")
        parts.append(f"```sh\n{examples}\n```\n")
    yield "\n".join(parts)
    for part, member in members.items():
        yield from _command(f"{name} {part}", member)


def _paragraphs(help_text: str | None) -> str:
    return "\n\n".join(" ".join(part.split()) for part in (help_text or "").split("\n\n"))


def _is_option(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "option")


def _argument(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _row(parameter: Any) -> tuple[str, str, str]:
    if not _is_option(parameter):
        names = code(_argument(parameter))
    elif parameter.is_flag:
        names = ", ".join(map(code, [*parameter.opts, *parameter.secondary_opts]))
    else:
        value = parameter.metavar or parameter.opts[0].lstrip("-").upper()
        names = ", ".join(code(f"{option} {value}") for option in parameter.opts)
    usual = parameter.default
    default = "" if usual in (None, False, "", ()) or callable(usual) else code(usual)
    return names, parameter.help or "", "required" if parameter.required else default
