"""Worked hands as text: read here, played by `playing` and `pots`, compared by the tests.

A file is a row of paragraphs. The first says which document, game and edition it is about. A paragraph of words is a
clause of the document; the hands below it show that clause. A hand is a title and indented lines:

    hand: nine high after the draw loses
      bets: Play $10, TensUp $5
      dealt: 9h 7d 2c
      decides: discard 2c
      draws: 4s
      dealer: Kd Jc 8h 5s 2d
      Play loses, returns $0 (Final Hand 9 High or Less)
      TensUp loses, returns $0 (Other)

With several players a line begins with the seat it is about: `seat 2 dealt: ...`. No line says in which order cards
lie in the deck: who gets which is enough.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from houseway.cards import Card
from houseway.money import parse_dollars

HERE = Path(__file__).parent
HEAD = ("document", "game", "edition", "options")
PILES = ("dealt", "draws", "draw card")
OF_A_SEAT = (*PILES, "bets", "may not bet", "decides", "may not", "stack")
OF_THE_HAND = (
    *("edition", "options", "limit", "jurisdiction", "meter", "meter after"),
    *("dealer", "board", "button", "actions"),
)
SEAT = re.compile(r"seat (\d+) (.*)")
FIELD = re.compile(r"([a-z ]+): (.*)")
RESULT = re.compile(r"(.+?) (wins|pushes|loses|pays)(?:, returns)? (\$[\d,.]+)(?: \((.+)\))?")
CHIPS = re.compile(r"(takes|gets back|ends with) (\$[\d,.]+)(?: of the (.+))?")


class Result(NamedTuple):
    """How one wager ends."""

    how: str  # wins, pushes, loses; pays for a bonus that nothing was bet on
    returned: int
    row: str  # of the odds table, "" where none is named


class Chips(NamedTuple):
    """Among players: what a seat takes of a pot, gets back, or ends with."""

    seat: int
    how: str
    amount: int
    pot: str


@dataclass(eq=False)
class WorkedHand:
    """One hand of a file."""

    path: Path
    line: int
    title: str
    document: str
    game: str
    clause: str
    fields: dict[str, str]
    seats: dict[int, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    steps: dict[int, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))  # decides, may not
    refused: list[tuple[int, str]] = field(default_factory=list)  # wagers that the table does not take
    results: dict[tuple[int, str], Result] = field(default_factory=dict)  # by seat and the wager's name
    chips: list[Chips] = field(default_factory=list)

    @property
    def id(self) -> str:
        return f"{self.path.relative_to(HERE).with_suffix('')}: {self.title}"

    @property
    def edition(self) -> str:
        return self.fields["edition"]

    @property
    def options(self) -> dict[str, str]:
        """What is not as the edition has it."""
        return dict(item.split("=", 1) for item in self.fields.get("options", "").split(", ") if item)

    def cards(self, name: str, seat: int | None = None) -> tuple[Card, ...]:
        text = (self.fields if seat is None else self.seats[seat]).get(name, "")
        return tuple(Card.parse(card) for card in text.split())

    def amounts(self, seat: int, name: str = "bets") -> dict[str, int]:
        """`Play $10, TensUp $5` in cents, by the wager's name."""
        return amounts(self.seats[seat].get(name, ""))

    # --- reading ---

    def take(self, text: str) -> None:
        """Take in a line of the hand."""
        seated = SEAT.fullmatch(text)
        seat, text = (int(seated[1]), seated[2]) if seated else (1, text)
        named = FIELD.fullmatch(text)
        if named and named[1] in OF_A_SEAT:
            self._of_seat(seat, named[1], named[2])
        elif named and named[1] in OF_THE_HAND and not seated:
            more = named[1] == "actions" and "actions" in self.fields
            self.fields[named[1]] = f"{self.fields['actions']}, {named[2]}" if more else named[2]
        elif found := CHIPS.fullmatch(text):
            self.chips.append(Chips(seat, found[1], parse_dollars(found[2]), found[3] or ""))
        elif found := RESULT.fullmatch(text):
            if (seat, found[1]) in self.results:
                raise ValueError(f"{found[1]} has two results")
            self.results[seat, found[1]] = Result(found[2], parse_dollars(found[3]), found[4] or "")
        else:
            raise ValueError(f"cannot read {text!r}")

    def _of_seat(self, seat: int, name: str, text: str) -> None:
        if name in ("decides", "may not"):
            self.steps[seat] += [(name, part) for part in text.split("; ")]
        elif name == "may not bet":
            self.refused.append((seat, text))
        elif name in self.seats[seat]:
            raise ValueError(f"{name} of seat {seat} is said twice")
        else:
            self.seats[seat][name] = text


def amounts(text: str) -> dict[str, int]:
    pairs = (item.rsplit(" ", 1) for item in text.split(", ") if item)
    return {name: parse_dollars(amount) for name, amount in pairs}


def read(path: Path) -> list[WorkedHand]:
    """All hands of a file, in order."""
    hands: list[WorkedHand] = []
    head: dict[str, str] = {}
    clause = ""
    fresh = True  # whether a new paragraph begins
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            name, _, value = line.partition(": ")
            if not line or line.startswith("#"):
                fresh = True
            elif name == "hand":
                if not clause:
                    raise ValueError("a hand belongs to a clause")
                own = {key: text for key, text in head.items() if key in ("edition", "options")}
                hands.append(WorkedHand(path, number, value, head["document"], head["game"], clause, own))
            elif line.startswith("  "):
                hands[-1].take(line.strip())
            elif name in HEAD and value:
                head[name] = value
            else:
                clause, fresh = (line, False) if fresh else (f"{clause} {line}", False)
        except (ValueError, LookupError) as error:
            raise ValueError(f"{path.name}, line {number}: {error}") from None
    return hands


@cache
def all_hands() -> tuple[WorkedHand, ...]:
    return tuple(hand for path in sorted(HERE.glob("*/*.txt")) for hand in read(path))


def among_players(hand: WorkedHand) -> bool:
    return "actions" in hand.fields
