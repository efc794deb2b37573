"""Golden hands among players: every `<scenario>.txt` here is a hand to read, and is played again by this test.

A file says what it is about, the rules and stacks, the cards in the order they come off the deck with who gets them,
and the actions, with what a seat may or may not do at the points that matter. `by hand` is how the hand ends, worked
out from the rules: what comes back, every pot, who shows, the final stacks. Below that stands the transcript.
`HOUSEWAY_REWRITE_GOLDEN=1 python -m pytest tests/golden_hands` writes the transcripts anew, and nothing else.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.golden_text import Scenario, deals, seat_number

from houseway.errors import IllegalAction
from houseway.games.mini_tex import MiniTexPvp
from houseway.money import dollars, parse_dollars
from houseway.table import events as ev
from houseway.table.betting import Bounds
from houseway.table.pot_round import PotRound
from houseway.table.pot_transcript import tell_hand

every_file = pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("*.txt")), ids=lambda path: path.stem)


class PotHand(Scenario):
    """A hand among players; of each seat, the stack and the name of who sits there: `seat 1: 20 Ann`."""

    FIELDS = ("edition", "set", "button", "blinds", "missed", "pocket poker", "seen by")
    SECTIONS = ("cards", "actions", "by hand", "transcript")

    def stacks(self) -> dict[int, int]:
        return {seat: parse_dollars(text.partition(" ")[0]) for seat, text in self.seats().items()}

    def names(self) -> dict[int, str]:
        return {seat: text.partition(" ")[2] for seat, text in self.seats().items() if " " in text}

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

    def play(self) -> PotRound:
        hand = PotRound(
            MiniTexPvp.make(self.fields["edition"], self.changes),
            self.stacks(),
            button=seat_number(self.fields["button"]),
            seed="golden",
            blinds=self.blinds(),
            owed={seat: (alive, dead) for seat, (alive, dead) in self.amounts("missed")},
            side={seat: amount for seat, (amount,) in self.amounts("pocket poker")},
            stacked=self.deck(),
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


@every_file
def test_golden_hand(path: Path) -> None:
    scenario = PotHand.read(path)
    hand = scenario.play()
    assert hand.over
    assert deals(hand.events) == scenario.cards(), "the cards go to others than the file says"
    assert list(result(hand)) == scenario.sections["by hand"]
    lines = list(tell_hand(scenario.seen(hand.events), hand.game, scenario.names()))
    assert lines == scenario.transcript(lines)


@every_file
def test_nobody_is_told_a_card_that_is_not_theirs(path: Path) -> None:
    """As seen by each seat and a spectator, a line lacks only cards and the names of hands."""
    hand = PotHand.read(path).play()
    whole = list(tell_hand(hand.events, hand.game))
    for viewer in (None, *hand.start):
        seen = tell_hand((ev.seen_by(event, viewer) for event in hand.events), hand.game)
        for line, seen_line in zip(whole, seen, strict=True):
            dealt = re.match(r"Seat (\d+) is dealt", line)
            assert seen_line == (f"{dealt[0]} ?? ??" if dealt and int(dealt[1]) != viewer else line)
