"""The JSON schema of the socket's messages, as `docs/socket.schema.json` has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
from pydantic import ConfigDict, TypeAdapter

from houseway.server.protocol import PROTOCOL
from houseway.server.protocol.commands import AnyCommand
from houseway.server.protocol.socket_messages import ServerMessage

REFERENCE = "#/$defs/{model}"


def checker(kind: Any) -> Callable[[object], None]:
    """For tests: holds what is sent to every word of its type. Unlike a client, it lets no unknown field pass."""
    # Within a list, since pydantic takes no settings beside a typed dictionary itself.
    strict: TypeAdapter[Any] = TypeAdapter(list[kind], config=ConfigDict(extra="forbid", strict=True))

    def check(value: object) -> None:
        strict.validate_json(orjson.dumps([value]))  # as it goes over the wire

    return check


def socket_schema() -> dict[str, Any]:
    """Both directions: `AnyCommand` is what may be sent to the server, `ServerMessage` what it sends."""
    commands = TypeAdapter(AnyCommand).json_schema(ref_template=REFERENCE)
    sent = TypeAdapter(ServerMessage).json_schema(ref_template=REFERENCE)
    definitions = {**commands.pop("$defs"), **sent.pop("$defs")}
    # An acknowledgement by the coach is one of the plain ones too, with more fields: any of them fits, not just one.
    sent = {"anyOf": sent["oneOf"]}
    definitions |= {"AnyCommand": commands, "ServerMessage": sent}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Houseway socket, protocol {PROTOCOL}",
        "$defs": {name: untitled(definitions[name]) for name in sorted(definitions)},
        "anyOf": [{"$ref": "#/$defs/AnyCommand"}, {"$ref": "#/$defs/ServerMessage"}],
    }


def untitled(schema: Any) -> Any:
    """A schema without the titles that pydantic makes up: each would become the name of a type."""
    if isinstance(schema, list):
        return [untitled(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: {field: untitled(value) for field, value in part.items()} if name == "properties" else untitled(part)
        for name, part in schema.items()
        if name != "title" or not isinstance(part, str)
    }
