"""The Python interface, from docstrings: whatever `import houseway` gives."""

from __future__ import annotations

import builtins
import inspect
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

import houseway
from houseway import rules

if TYPE_CHECKING:
    from sphinx.application import Sphinx

KINDS = ("Functions", "Classes", "Errors", "Modules", "Values")


def text() -> str:
    """Every public name under its kind, to be described by autodoc."""
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for name in houseway.__all__:
        kind, directive = _kind(getattr(houseway, name))
        found[kind].append(f".. {directive}:: houseway.{name}\n")
    parts = [f"## {kind}\n\n```{{eval-rst}}\n{''.join(lines)}```\n" for kind, lines in found.items() if lines]
    return "\n".join([*parts, _rules()])


def _rules() -> str:
    """What the author of a game imports, apart from what is described already."""
    names = [name for name in rules.__all__ if name not in houseway.__all__]
    lines = [f".. {_kind(getattr(rules, name))[1]}:: houseway.rules.{name}\n" for name in names]
    return f"## For authors of games: `houseway.rules`\n\n```{{eval-rst}}\n{''.join(lines)}```\n"


def _kind(thing: object) -> tuple[str, str]:
    if isinstance(thing, ModuleType):
        return "Modules", "automodule"
    if inspect.isclass(thing):
        if issubclass(thing, BaseException):
            return "Errors", "autoexception"
        return "Classes", "autoclass"
    return ("Functions", "autofunction") if callable(thing) else ("Values", "autodata")


def resolve(app: Sphinx, env: Any, node: Any, content: Any) -> Any:
    """A name that has no entry here is plain text, as long as there is such a thing; else Sphinx warns of it."""
    if node.get("refdomain") != "py":
        return None
    module, _, name = str(node["reftarget"]).rpartition(".")
    if not module:  # an annotation is written as its own module knows it
        known = [builtins, *(found for place, found in sys.modules.items() if place.partition(".")[0] == "houseway")]
        return content if any(hasattr(found, name) for found in known) else None
    try:
        return content if hasattr(import_module(module), name) else None
    except ImportError:
        return None


def shorten(
    app: Sphinx, what: str, name: str, thing: object, options: object, signature: str | None, returns: str | None
) -> tuple[str, str | None] | None:
    """A default that is made anew each time is no text that Sphinx could read."""
    return (signature.replace("<factory>", "..."), returns) if signature and "<factory>" in signature else None


def shorten_words(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """What Python itself says of the fields of a tuple is not worth a line."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
