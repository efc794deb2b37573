"""What draws charts and sets pages is an extra: it is asked for when it is needed, and missed in one sentence."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from houseway.errors import HousewayError

CHARTS = ("altair", "vl_convert")
PAGES = ("typst",)


class MissingExtra(HousewayError):
    """A package that only reports need is not installed."""


def extra(module: str) -> Any:
    """The module, or a sentence that says how to install it."""
    try:
        return import_module(module)
    except ImportError:
        package = {"vl_convert": "vl-convert-python"}.get(module, module)
        raise MissingExtra(
            f'Charts and pages need the package {package}, which is not installed: pip install "houseway[report]".'
        ) from None


def has_charts() -> bool:
    """Whether charts can be drawn here."""
    try:
        for module in CHARTS:
            extra(module)
    except MissingExtra:
        return False
    return True
