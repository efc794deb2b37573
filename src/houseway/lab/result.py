"""What every finding of the lab can do: be shown in a terminal, a notebook and a document, and be read by programs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from houseway.document.blocks import Block, Document
from houseway.rules.game import Game


class Result(ABC):
    """A finding about a game. Exact numbers are `Fraction`s; `to_json` writes them as texts."""

    game: Game[Any]

    @property
    @abstractmethod
    def title(self) -> str:
        """One line: what was looked for."""

    @abstractmethod
    def blocks(self) -> Sequence[Block]:
        """The finding for people: what matters first."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The finding for programs; with the game's id, edition, options and fingerprint."""

    def document(self) -> Document:
        """The finding as a document of its own."""
        from houseway import __version__

        facts = (
            ("Game", f"{self.game.name}, edition {self.game.edition}"),
            ("Fingerprint of the rules", self.game.fingerprint),
            ("Houseway", __version__),
        )
        return Document(
            self.title,
            self.game.name,
            facts,
            tuple(self.blocks()),
            self.to_json(),
            fingerprint=self.game.fingerprint,
        )

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from houseway.document.html import fragment

        return fragment(self.blocks())
