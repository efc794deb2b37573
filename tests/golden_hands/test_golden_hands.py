"""Golden hands among players: every `<scenario>.txt` here is a hand to read, and is played again by this test.

A file says what it is about, the rules and stacks, the cards in the order they come off the deck with who gets them,
and the actions, with what a seat may or may not do at the points that matter. `by hand` is how the hand ends, worked
out from the rules: what comes back, every pot, who shows, the final stacks. Below that stands the transcript.
`HOUSEWAY_REWRITE_GOLDEN=1 python -m pytest tests/golden_hands` writes the transcripts anew, and nothing else.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from houseway.cards import Card
from houseway.errors import IllegalAction
from houseway.games.mini_tex import MiniTexPvp
from houseway.money import dollars, parse_dollars
from houseway.table import events as ev
from houseway.table.betting import Bounds
from houseway.table.pot_round import PotRound
from houseway.table.pot_transcript import tell_hand

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))
REWRITE = bool(os.environ.get("HOUSEWAY_REWRITE_GOLDEN"))
FIELD = re.compile(r"(edition|set|button|blinds|missed|pocket poker|seen by|seat \d+): (.+)")
SECTIONS = ("cards", "actions", "by hand", "transcript")


@dataclass
class Scenario:
    """One file, read."""

    title: list[str] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    sections: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> "Scenario":
        found, section = cls(), ""
        for line in text.splitlines():
            if line.startswith("  ") and section:
                found.sections[section].append(line[2:])
            elif line.removesuffix(":") in SECTIONS and line.endswith(":"):
                section = line[:-1]
                found.sections[section] = []
            elif match := FIELD.fullmatch(line):
                found.fields[match[1]] = match[2]
            elif line and found.fields:
                raise ValueError(f"cannot read {line!r}")
            elif line:
                found.title.append(line)
        return found

    def seats(self) -> Iterator[tuple[int, int, str]]:
        """Seat, stack and name of each player: `seat 1: 20 Ann`."""
        for name, text in self.fields.items():
            if name.startswith("seat "):
                stack, _, player = text.partition(" ")
                yield seat_number(name), parse_dollars(stack), player

    def names(self) -> dict[int, str]:
        return {seat: name for seat, _, name in self.seats() if name}

    def amounts(self, name: str) -> Iterator[tuple[int, list[int]]]:
        """`seat 4 2 1, seat 5 2 0` as seats with their amounts."""
        for item in filter(None, self.fields.get(name, "").split(", ")):
            _, seat, *amounts = item.split()
            yield int(seat), [parse_dollars(amount) for amount in amounts]

    def blinds(self) -> tuple[int | None, int] | None:
        """`nobody, seat 4`: who posts the small and the big blind, where the table decides that."""
        if "blinds" not in self.fields:
            return None
        small, big = self.fields["blinds"].split(", ")
        return None if small == "nobody" else seat_number(small), seat_number(big)

    def cards(self) -> list[tuple[str, tuple[Card, ...]]]:
        """Who gets which cards."""
        rows = (re.split(r" {2,}", line, maxsplit=1) for line in self.sections["cards"])
        return [(who, tuple(Card.parse(card) for card in cards.split())) for cards, who in rows]

    def play(self) -> PotRound:
        changes = dict(item.split("=", 1) for item in self.fields.get("set", "").split())
        hand = PotRound(
            MiniTexPvp.make(self.fields["edition"], changes),
            {seat: stack for seat, stack, _ in self.seats()},
            button=seat_number(self.fields["button"]),
            seed="golden",
            blinds=self.blinds(),
            owed={seat: (alive, dead) for seat, (alive, dead) in self.amounts("missed")},
            side={seat: amount for seat, (amount,) in self.amounts("pocket poker")},
            stacked=[card for _, cards in self.cards() for card in cards],
        )
        for line in self.sections["actions"]:
            self._follow(hand, line)
        return hand

    def _follow(self, hand: PotRound, line: str) -> None:
        """`seat 1: raise to 6`, `seat 2 may: check, bet 2`, `seat 3 may not: raise to 7`."""
        who, _, text = line.partition(": ")
        seat = seat_number(who.partition(" may")[0])
        if who.endswith(" may"):
            legal = hand.legal(seat)
            assert legal is not None, f"{line}: it is not their turn"
            assert ways(legal) == text
            return
        do, _, size = text.partition(" ")
        to = parse_dollars(size.removeprefix("to ")) if size else 0
        if who.endswith(" may not"):
            before = hand.events, hand.stacks
            with pytest.raises(IllegalAction):
                hand.act(seat, do, to)
            assert (hand.events, hand.stacks) == before
        else:
            hand.act(seat, do, to)

    def tell(self, hand: PotRound) -> list[str]:
        """The transcript: with every card, or as one seat or a spectator sees the hand."""
        seen_by, events = self.fields.get("seen by"), hand.events
        if seen_by is not None:
            viewer = None if seen_by == "a spectator" else seat_number(seen_by)
            events = tuple(ev.seen_by(event, viewer) for event in events)
        return list(tell_hand(events, hand.game, self.names()))


def seat_number(text: str) -> int:
    return int(text.removeprefix("seat "))


def ways(legal: Bounds) -> str:
    """What a seat may do: `fold, call 2, raise to 4 up to 20`."""
    found = ["fold"] * legal.fold + ["check"] * legal.check
    if legal.call:
        found.append(f"call {plain(legal.call)}")
    if legal.most:
        to = " to" if legal.verb == "raise" else ""
        most = f" up to {plain(legal.most)}" if legal.most > legal.least else ""
        found.append(f"{legal.verb}{to} {plain(legal.least)}{most}")
    return ", ".join(found)


def plain(cents: int) -> str:
    return dollars(cents).removeprefix("$")


def by_seat(amounts: dict[int, int]) -> str:
    return ", ".join(f"seat {seat} {plain(amount)}" for seat, amount in amounts.items())


def result(hand: PotRound) -> Iterator[str]:
    """How the hand ended, as `by hand` has it."""
    if hand.returned:
        yield f"returned: {by_seat(hand.returned)}"
    for number, pot in enumerate(hand.pots):
        name = f"side pot {number}" if number else "main pot"
        rake = f"rake {plain(pot['rake'])}, " if pot["rake"] else ""
        yield f"{name}: {plain(pot['amount'])} for {', '.join(map(str, pot['eligible']))}; {rake}{by_seat(pot['paid'])}"
    for verb, kind in (("show", ev.Shown), ("muck", ev.Mucked)):
        seats = [str(event.seat) for event in hand.events if isinstance(event, kind)]
        if seats:
            yield f"{verb}: {', '.join(seats)}"
    for event in hand.events:
        if isinstance(event, ev.Settled):
            yield f"pocket poker: seat {event.seat} {dollars(event.returned - event.amount).replace('$', '')}"
    yield f"stacks: {by_seat(hand.stacks)}"


def deals(hand: PotRound) -> list[tuple[str, tuple[Card | None, ...]]]:
    """The cards as they came off the deck."""
    found: list[tuple[str, tuple[Card | None, ...]]] = []
    for event in hand.events:
        if isinstance(event, ev.Burned):
            found.append(("burned", event.cards))
        elif isinstance(event, ev.Dealt):
            found.append((event.to if isinstance(event.to, str) else f"seat {event.to}", event.cards))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_hand(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    scenario = Scenario.read(text)
    assert scenario.title, "a scenario says what it is about"
    hand = scenario.play()
    assert hand.over
    assert deals(hand) == scenario.cards(), "the cards go to others than the file says"
    assert list(result(hand)) == scenario.sections["by hand"]
    lines = scenario.tell(hand)
    if REWRITE:
        head = text.partition("\ntranscript:\n")[0].rstrip("\n")
        path.write_text("\n".join([head, "", "transcript:", *(f"  {line}" for line in lines), ""]), encoding="utf-8")
    else:
        assert lines == scenario.sections["transcript"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nobody_is_told_a_card_that_is_not_theirs(path: Path) -> None:
    """As seen by each seat and a spectator, a line lacks only cards and the names of hands."""
    hand = Scenario.read(path.read_text(encoding="utf-8")).play()
    whole = list(tell_hand(hand.events, hand.game))
    for viewer in (None, *hand.start):
        seen = tell_hand((ev.seen_by(event, viewer) for event in hand.events), hand.game)
        for line, seen_line in zip(whole, seen, strict=True):
            dealt = re.match(r"Seat (\d+) is dealt", line)
            assert seen_line == (f"{dealt[0]} ?? ??" if dealt and int(dealt[1]) != viewer else line)
