"""The design lab, for programs and notebooks.

Every function gives a finding that a notebook shows as tables and charts, that `document()` makes a page of, and that
`to_json()` gives to programs.

>>> import houseway
>>> from houseway import lab
>>> found = lab.compare([houseway.game("two-card-roo"), houseway.game("two-card-roo", decks=6)])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.lab.comparing.comparison import compare as compare
    from houseway.lab.protecting.protection import dealer_errors as dealer_errors
    from houseway.lab.protecting.protection import protect as protect
    from houseway.lab.searching_cards.search import strategy_cards as strategy_cards
    from houseway.lab.searching_pays.search import pay_tables as pay_tables
    from houseway.lab.varying.sweeping import sweep as sweep

_HOMES = {
    "strategy_cards": "houseway.lab.searching_cards.search",
    "compare": "houseway.lab.comparing.comparison",
    "pay_tables": "houseway.lab.searching_pays.search",
    "protect": "houseway.lab.protecting.protection",
    "dealer_errors": "houseway.lab.protecting.protection",
    "sweep": "houseway.lab.varying.sweeping",
}
__all__ = ["compare", "dealer_errors", "pay_tables", "protect", "strategy_cards", "sweep"]


def __getattr__(name: str) -> Any:
    """Each is imported when it is first asked for: most of them count, and load what counting needs."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
