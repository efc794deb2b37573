"""The socket's contract: the schema in the docs is that of the models, and every example there is a message."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from houseway.server.protocol import messages as msg

DOCS = Path(__file__).parents[2] / "docs"


def test_the_schema_in_the_docs_is_that_of_the_messages() -> None:
    assert json.loads((DOCS / "socket.schema.json").read_text(encoding="utf-8")) == msg.schema()


def test_every_example_in_the_docs_is_a_message() -> None:
    text = (DOCS / "socket.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    commands = [json.loads(line) for block in blocks for line in block.splitlines() if line.startswith('{"id"')]
    assert {command["do"] for command in commands} == set(msg.schema()["$defs"]["command"]["discriminator"]["mapping"])
    for command in commands:
        msg.COMMANDS.validate_python(command)
    sent = [json.loads(line) for block in blocks for line in block.splitlines() if re.match(r'\{"type".*\}$', line)]
    assert len(sent) > 5
    for message in sent:
        msg.SENT.validate_python(message)
    [state] = [block for block in blocks if block.startswith('{"kind"')]
    msg.State.model_validate(json.loads(state))


def test_every_code_is_documented() -> None:
    text = (DOCS / "socket.md").read_text(encoding="utf-8")
    for code, meaning in msg.CODES.items():
        assert f"| `{code}` | {meaning} |" in text


@pytest.mark.parametrize(
    "message",
    [
        {"id": "1", "do": "wager", "table": 1, "round": 1, "stakes": {"a": 1}, "seat": 2},
        {"id": "1", "do": "wager", "table": 1, "round": 1, "stakes": {"a": "1"}},
        {"id": "1", "do": "wager", "table": 1, "round": 1, "stakes": {"a": True}},
        {"id": "", "do": "ping"},
        {"id": "x" * 65, "do": "ping"},
        {"id": "\x00", "do": "ping"},
        {"id": 1, "do": "ping"},
        {"do": "ping"},
        {"id": "1", "do": "shout"},
        {"id": "1", "do": "watch", "table": "bar"},
        {"id": "1", "do": "act", "table": 1, "round": 1, "at": "x", "decision": {"a": {"b": 1}}},
    ],
)
def test_what_is_no_command_is_refused(message: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        msg.COMMANDS.validate_python(message)
