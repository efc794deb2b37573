"""`python -m houseway.server.protocol` writes docs/socket.schema.json and docs/openapi.json anew."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from houseway.server.openapi import openapi
from houseway.server.protocol.json_schema import socket_schema


def write(folder: Path) -> None:
    for name, description in (("socket.schema.json", socket_schema()), ("openapi.json", openapi())):
        text = json.dumps(description, indent=1, ensure_ascii=False)
        (folder / name).write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
