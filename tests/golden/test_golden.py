"""Golden playthroughs: every `<game>/<scenario>.txt` here is a round to read, and is played again by this test.

A file says what it is about, which game and wagers, the cards in the order they come off the deck with who gets them,
the decisions, and what every wager wins or loses, worked out by hand from the manual's rules. Below that stands the
transcript. `HOUSEWAY_REWRITE_GOLDEN=1 python -m pytest tests/golden` writes the transcripts anew, and nothing else: a
settlement that the table gets wrong still differs from the one worked out by hand.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from houseway import Card, Game, Limit, Limits, Round
from houseway.catalog import banked_ids, game_class
from houseway.money import dollars, parse_dollars
from houseway.table import events as ev
from houseway.table.transcript import tell, tell_all

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.txt"))
REWRITE = bool(os.environ.get("HOUSEWAY_REWRITE_GOLDEN"))
FIELD = re.compile(r"(game|edition|set|limit|meter|seen by|seat \d+): (.+)")
SECTIONS = ("cards", "decisions", "by hand", "transcript")

Wins = dict[tuple[str, str], str]  # by seat and wager


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

    def game(self) -> Game[Any]:
        changes = dict(item.split("=", 1) for item in self.fields.get("set", "").split())
        return game_class(self.fields["game"]).make(self.fields["edition"], changes)

    def limits(self) -> Limits:
        texts = (item.split() for item in self.fields.get("limit", "").split(", ") if item)
        return Limits({wager: Limit.parse(bounds) for wager, bounds in texts})

    def wagers(self) -> dict[int, dict[str, int]]:
        return {
            int(name.removeprefix("seat ")): {
                wager: parse_dollars(amount) for wager, amount in map(str.split, text.split(", "))
            }
            for name, text in self.fields.items()
            if name.startswith("seat ")
        }

    def cards(self) -> list[tuple[str, tuple[Card, ...]]]:
        """Who gets which cards; behind a comma stands a remark."""
        found = []
        for line in self.sections["cards"]:
            cards, who = re.split(r" {2,}", line, maxsplit=1)
            found.append((who.partition(",")[0], tuple(Card.parse(card) for card in cards.split())))
        return found

    def decisions(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """`seat 1: play 1.5x, discard 2c` and its like."""
        for line in self.sections.get("decisions", []):
            seat, _, text = line.partition(": ")
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
            yield int(seat.removeprefix("seat ")), data

    def by_hand(self) -> tuple[Wins, str]:
        """What every wager wins, and what is left on the meter where that is said."""
        wins: Wins = {}
        meter = ""
        for line in self.sections["by hand"]:
            who, _, text = line.partition(": ")
            if who == "meter":
                meter = dollars(parse_dollars(text))
                continue
            for wager, amount in map(str.split, text.split(", ")):
                wins[who, wager] = dollars(parse_dollars(amount))
        return wins, meter

    def play(self) -> Round:
        wagers, meter = self.wagers(), self.fields.get("meter")
        round_ = Round(
            self.game(),
            seats=wagers,
            seed="golden",
            limits=self.limits(),
            meter=None if meter is None else parse_dollars(meter),
            stacked=[card for _, cards in self.cards() for card in cards],
        )
        for seat, stakes in wagers.items():
            round_.wager(seat, stakes)
        round_.deal()
        for seat, decision in self.decisions():
            round_.act(seat, decision)
        return round_

    def tell(self, round_: Round) -> list[str]:
        """The transcript: with every card, or as one seat or a spectator sees the round."""
        seen_by = self.fields.get("seen by")
        if seen_by is None:
            return list(tell_all(round_.events, round_.game))
        viewer = None if seen_by == "a spectator" else int(seen_by.removeprefix("seat "))
        return list(tell_all((ev.seen_by(event, viewer) for event in round_.events), round_.game))


def deals(round_: Round) -> list[tuple[str, tuple[Card | None, ...]]]:
    """The cards as they came off the deck."""
    found: list[tuple[str, tuple[Card | None, ...]]] = []
    for event in round_.events:
        if isinstance(event, ev.Burned):
            found.append(("burned", event.cards))
        elif isinstance(event, ev.Dealt):
            found.append((event.to if isinstance(event.to, str) else f"seat {event.to}", event.cards))
    return found


def settled(round_: Round) -> Wins:
    return {
        (f"seat {event.seat}", event.wager): dollars(event.returned - event.amount)
        for event in round_.events
        if isinstance(event, ev.Settled)
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    scenario = Scenario.read(text)
    assert scenario.title, "a scenario says what it is about"
    assert scenario.fields["game"] == path.parent.name
    round_ = scenario.play()
    assert round_.over
    assert deals(round_) == scenario.cards(), "the cards go to others than the file says"
    wins, meter = scenario.by_hand()
    assert settled(round_) == wins
    if meter:
        assert dollars(round_.meter or 0) == meter
    lines = scenario.tell(round_)
    if REWRITE:
        head = text.partition("\ntranscript:\n")[0].rstrip("\n")
        path.write_text("\n".join([head, "", "transcript:", *(f"  {line}" for line in lines), ""]), encoding="utf-8")
    else:
        assert lines == scenario.sections["transcript"]


@pytest.mark.parametrize("game_id", banked_ids())
def test_every_game_has_golden_rounds(game_id: str) -> None:
    assert list((HERE / game_id).glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_event_can_be_told_alone(path: Path) -> None:
    """Without the deal before it, a line only lacks the hand's name."""
    round_ = Scenario.read(path.read_text(encoding="utf-8")).play()
    for event, line in zip(round_.events, tell_all(round_.events, round_.game), strict=True):
        alone = tell(event, round_.game)
        if isinstance(event, ev.Dealt | ev.Turned | ev.Took):
            assert line.startswith(alone)
        elif not isinstance(event, ev.Arranged | ev.Collected):
            assert line == alone
