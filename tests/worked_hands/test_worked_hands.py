"""The hands of the manuals, worked out by hand from their words: every `<game>/<file>.txt` here, at the table.

`test_worked_odds` compares the same hands with what exact odds count, `test_worked_replays` with the page's replay.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.worked_hands import playing, pots
from tests.worked_hands.reading import WorkedHand, all_hands, among_players, read

from houseway.catalog import game_ids
from houseway.money import dollars, parse_dollars
from houseway.table import events as ev

BANKED = [hand for hand in all_hands() if not among_players(hand)]
POTS = [hand for hand in all_hands() if among_players(hand)]
LEAST = {"mini-tex-pvp": 15}  # hands of a game; of those against the house, 35


@pytest.mark.parametrize("hand", BANKED, ids=lambda hand: hand.id)
def test_against_the_house(hand: WorkedHand) -> None:
    round_ = playing.play(hand)
    found = {wager: (playing.how(*chips), dollars(chips[1])) for wager, chips in playing.settled(round_).items()}
    assert found == {wager: (result.how, dollars(result.returned)) for wager, result in hand.results.items()}
    if "meter after" in hand.fields:
        assert dollars(round_.meter or 0) == dollars(parse_dollars(hand.fields["meter after"]))


@pytest.mark.parametrize("hand", POTS, ids=lambda hand: hand.id)
def test_among_players(hand: WorkedHand) -> None:
    played = pots.play(hand)
    assert pots.chips(played) == set(hand.chips)
    side = {
        (event.seat, played.game.wager[event.wager].name): (playing.how(event.amount, event.returned), event.returned)
        for event in played.events
        if isinstance(event, ev.Settled)
    }
    assert side == {wager: (result.how, result.returned) for wager, result in hand.results.items()}


def test_there_are_enough_of_every_game() -> None:
    hands = Counter(hand.game for hand in all_hands())
    assert {game: count for game, count in hands.items() if count < LEAST.get(game, 35)} == {}
    assert set(hands) == set(game_ids())


def test_titles_differ() -> None:
    assert [title for title, count in Counter(hand.id for hand in all_hands()).items() if count > 1] == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("  Play wins $20 by luck", "cannot read"),
        ("  dealt: 2c 3c", "said twice"),
        ("  Play loses, returns $0", "two results"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused(line: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    text = "document: 1\ngame: g\nedition: e\n\nA clause.\n\nhand: h\n  dealt: Kc\n  Play wins, returns $20\n"
    path.write_text(f"{text}{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=f"hands.txt, line 10: .*{problem}"):
        read(path)


def test_cards_that_nobody_is_dealt_are_refused() -> None:
    hand = next(hand for hand in BANKED if hand.game == "two-card-roo")
    changed = WorkedHand(**{**vars(hand), "fields": {**hand.fields, "dealer": f"{hand.fields['dealer']} As"}})
    with pytest.raises(playing.NoSuchCards, match="does not deal"):
        playing.play(changed)
