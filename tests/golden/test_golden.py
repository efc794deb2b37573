"""Golden playthroughs: every `<game>/<scenario>.txt` here is a round to read, and is played again by this test.

A file says what it is about, which game and wagers, the cards in the order they come off the deck with who gets them,
the decisions, and what every wager wins or loses, worked out by hand from the manual's rules. Below that stands the
transcript. `HOUSEWAY_REWRITE_GOLDEN=1 python -m pytest tests/golden` writes the transcripts anew, and nothing else: a
settlement that the table gets wrong still differs from the one worked out by hand.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.golden_text import Scenario, deals, decision_of, seat_number

from houseway import Game, Limit, Limits, Round
from houseway.catalog import banked_ids, game_class
from houseway.money import dollars, parse_dollars
from houseway.table import events as ev
from houseway.table.transcript import tell, tell_all

HERE = Path(__file__).parent
every_file = pytest.mark.parametrize(
    "path", sorted(HERE.glob("*/*.txt")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)

Wins = dict[tuple[str, str], str]  # by seat and wager


class BankedRound(Scenario):
    """A round against the house."""

    FIELDS = ("game", "edition", "set", "limit", "meter", "seen by")
    SECTIONS = ("cards", "decisions", "by hand", "transcript")

    def game(self) -> Game[Any]:
        return game_class(self.fields["game"]).make(self.fields["edition"], self.changes)

    def limits(self) -> Limits:
        texts = (item.split() for item in self.fields.get("limit", "").split(", ") if item)
        return Limits({wager: Limit.parse(bounds) for wager, bounds in texts})

    def wagers(self) -> dict[int, dict[str, int]]:
        return {
            seat: {wager: parse_dollars(amount) for wager, amount in map(str.split, text.split(", "))}
            for seat, text in self.seats().items()
        }

    def decisions(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """`seat 1: play 1.5x, discard 2c` and its like."""
        for line in self.sections.get("decisions", []):
            seat, _, text = line.partition(": ")
            yield seat_number(seat), decision_of(text)

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
            stacked=self.deck(),
        )
        for seat, stakes in wagers.items():
            round_.wager(seat, stakes)
        round_.deal()
        for seat, decision in self.decisions():
            round_.act(seat, decision)
        return round_


def settled(round_: Round) -> Wins:
    return {
        (f"seat {event.seat}", event.wager): dollars(event.returned - event.amount)
        for event in round_.events
        if isinstance(event, ev.Settled)
    }


@every_file
def test_golden(path: Path) -> None:
    scenario = BankedRound.read(path)
    assert scenario.fields["game"] == path.parent.name
    round_ = scenario.play()
    assert round_.over
    assert deals(round_.events) == scenario.cards(), "the cards go to others than the file says"
    wins, meter = scenario.by_hand()
    assert settled(round_) == wins
    if meter:
        assert dollars(round_.meter or 0) == meter
    lines = list(tell_all(scenario.seen(round_.events), round_.game))
    assert lines == scenario.transcript(lines)


@pytest.mark.parametrize("game_id", banked_ids())
def test_every_game_has_golden_rounds(game_id: str) -> None:
    assert list((HERE / game_id).glob("*.txt"))


@every_file
def test_every_event_can_be_told_alone(path: Path) -> None:
    """Without the deal before it, a line only lacks the hand's name."""
    round_ = BankedRound.read(path).play()
    for event, line in zip(round_.events, tell_all(round_.events, round_.game), strict=True):
        alone = tell(event, round_.game)
        if isinstance(event, ev.Dealt | ev.Turned | ev.Took):
            assert line.startswith(alone)
        elif not isinstance(event, ev.Arranged | ev.Collected):
            assert line == alone
