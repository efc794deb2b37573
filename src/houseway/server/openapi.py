"""The description of the API, as `docs/openapi.json` has it."""

from __future__ import annotations

from typing import Any

from houseway.server.app import create_app
from houseway.server.protocol import PROTOCOL
from houseway.server.protocol.json_schema import untitled
from houseway.server.settings import Settings


def openapi() -> dict[str, Any]:
    """What a running server says at `/openapi.json`, less the titles that are made up; its version is the protocol's,
    so that a new release alone changes nothing."""
    described = create_app(Settings()).openapi()
    return {
        "openapi": described["openapi"],
        "info": {**described["info"], "version": str(PROTOCOL)},
        "paths": untitled(described["paths"]),
        "components": untitled(described["components"]),
    }
