"""The interface over HTTP, from the description in `openapi.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .markdown import code, table

DESCRIPTION = Path(__file__).parent.parent / "openapi.json"
SHAPES = "#/components/schemas/"


def text() -> str:
    """Every address under its subject: method, what it does, what it takes and gives; then the shapes."""
    described = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    subjects: dict[str, list[tuple[str, ...]]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            subject = operation.get("tags", ["other"])[0]
            subjects.setdefault(subject, []).append(_row(path, method, operation))
    columns = ("call", "what it does", "takes", "gives")
    parts = [f"## {subject.capitalize()}\n\n{table(columns, rows)}" for subject, rows in subjects.items()]
    shapes = sorted(described["components"]["schemas"].items())
    return "\n".join([*parts, "## Shapes\n", *(_shape(name, shape) for name, shape in shapes)])


def _row(path: str, method: str, operation: dict[str, Any]) -> tuple[str, ...]:
    words = operation.get("description") or f"{operation['summary']}."
    takes = [code(parameter["name"]) for parameter in operation.get("parameters", ()) if parameter["in"] == "query"]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body is not None:
        takes.append(_type(body["schema"]))
    good = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
    kinds = good.get("content", {})
    answer = kinds.get("application/json", {}).get("schema")
    return code(f"{method.upper()} {path}"), words, ", ".join(takes), _type(answer) if answer else ", ".join(kinds)


def _shape(name: str, shape: dict[str, Any]) -> str:
    parts = [f"({_anchor(name)})=\n### {name}\n"]
    if words := shape.get("description"):
        parts.append(f"{' '.join(words.split())}\n")
    if fields := shape.get("properties"):
        needed = shape.get("required", ())
        rows = [(code(field), _type(kind), _words(kind, needed=field in needed)) for field, kind in fields.items()]
        told = any(words for *_, words in rows)
        parts.append(table(("field", "type", "meaning") if told else ("field", "type"), [r[: 2 + told] for r in rows]))
    else:
        parts.append(f"{_type(shape)}\n")
    return "\n".join(parts)


def _words(schema: dict[str, Any], *, needed: bool) -> str:
    words = " ".join(str(schema.get("description", "")).split())
    return words if needed else f"{words} May be left out.".strip()


def _type(schema: Any) -> str:
    """A type in a few words; a shape of its own is linked."""
    if not isinstance(schema, dict):
        return "anything"
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(SHAPES)
        return f"[{name}](#{_anchor(name)})"
    for choice in ("anyOf", "oneOf", "allOf"):
        if choice in schema:
            return " or ".join(_type(one) for one in schema[choice])
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return ", ".join(code(json.dumps(value)) for value in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_type(schema.get('items'))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    return str(kind)


def _anchor(name: str) -> str:
    return f"shape-{name.lower()}"
