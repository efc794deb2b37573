"""Golden files: a scenario that a person can read, worked out by hand, with the transcript that the table makes of it.

First what it is about, then fields (`edition: pair`), then sections with indented lines, the transcript last. A module
that plays such files says which fields and sections there are.
"""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

from houseway.cards import Card
from houseway.table import events as ev

REWRITE = bool(os.environ.get("HOUSEWAY_REWRITE_GOLDEN"))

E = TypeVar("E", bound=ev.Event | ev.HandEvent)
Deals = list[tuple[str, tuple[Card | None, ...]]]


@dataclass
class Scenario:
    """One file, read."""

    FIELDS: ClassVar[tuple[str, ...]]  # besides the seats
    SECTIONS: ClassVar[tuple[str, ...]]

    path: Path
    title: list[str] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    sections: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Self:
        found, section = cls(path), ""
        for line in path.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(": ")
            if line.startswith("  ") and section:
                found.sections[section].append(line[2:])
            elif line.removesuffix(":") in cls.SECTIONS and line.endswith(":"):
                section = line[:-1]
                found.sections[section] = []
            elif value and (name in cls.FIELDS or re.fullmatch(r"seat \d+", name)):
                found.fields[name] = value
            elif line and found.fields:
                raise ValueError(f"cannot read {line!r}")
            elif line:
                found.title.append(line)
        if not found.title:
            raise ValueError("a scenario says what it is about")
        return found

    @property
    def changes(self) -> dict[str, str]:
        """The options that are not those of the edition."""
        return dict(item.split("=", 1) for item in self.fields.get("set", "").split())

    def seats(self) -> dict[int, str]:
        """What is said of each seat."""
        return {seat_number(name): text for name, text in self.fields.items() if name.startswith("seat ")}

    def cards(self) -> list[tuple[str, tuple[Card, ...]]]:
        """Who gets which cards; behind a comma stands a remark."""
        rows = (re.split(r" {2,}", line, maxsplit=1) for line in self.sections["cards"])
        return [(who.partition(",")[0], tuple(Card.parse(card) for card in cards.split())) for cards, who in rows]

    def deck(self) -> list[Card]:
        return [card for _, cards in self.cards() for card in cards]

    def seen(self, events: Iterable[E]) -> list[E]:
        """With every card, or as one seat or a spectator sees them."""
        seen_by = self.fields.get("seen by")
        if seen_by is None:
            return list(events)
        viewer = None if seen_by == "a spectator" else seat_number(seen_by)
        return [ev.seen_by(event, viewer) for event in events]

    def transcript(self, lines: list[str]) -> list[str]:
        """What the file has; where transcripts are written anew, these lines become it."""
        if not REWRITE:
            return self.sections["transcript"]
        head = self.path.read_text(encoding="utf-8").partition("\ntranscript:\n")[0].rstrip("\n")
        whole = [head, "", "transcript:", *(f"  {line}" for line in lines), ""]
        self.path.write_text("\n".join(whole), encoding="utf-8")
        return lines


def seat_number(text: str) -> int:
    return int(text.removeprefix("seat "))


def decision_of(text: str) -> dict[str, Any]:
    """`play 1.5x, discard 2c`, `open middle` and their like, as a decision's JSON."""
    data: dict[str, Any] = {}
    for part in text.split(", "):
        word, _, rest = part.partition(" ")
        if word == "discard":
            data[word] = [] if rest == "nothing" else rest.split()
        elif word in ("open", "position"):
            data[word] = rest
        else:
            data["choice"] = word
            if rest:
                data["multiple"] = rest.removesuffix("x")
    return data


def deals(events: Iterable[object]) -> Deals:
    """The cards as they came off the deck."""
    found: Deals = []
    for event in events:
        if isinstance(event, ev.Burned):
            found.append(("burned", event.cards))
        elif isinstance(event, ev.Dealt):
            found.append((event.to if isinstance(event.to, str) else f"seat {event.to}", event.cards))
    return found
