"""Worked examples: every line of every wager's table has one, settled as the table settles it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest

import houseway
from houseway.document.blocks import Items, Table
from houseway.odds.walk import net_of
from houseway.report.examples import Example
from houseway.report.laid_deals import laid_deals
from houseway.report.sections import examples
from houseway.report.study import Study
from houseway.table import events as ev

Studies = Callable[[str], Study]
LONG = ("high-card-draw", "three-card-draw-poker")
GAMES = [pytest.param(name, marks=pytest.mark.thorough) if name in LONG else name for name in houseway.banked_ids()]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_line_has_an_example_that_ends_in_it(study: Studies, game_id: str) -> None:
    found = study(game_id)
    lines = [(odds.wager, row) for odds in found.solution.wagers for row in odds.rows]
    assert len(found.examples) == len(lines)
    for example, (wager, row) in zip(found.examples, lines, strict=True):
        assert (example.wager, example.label) == (wager, row.label)
        assert example.hand is not None, f"{wager}: no example of {row.label}"
        _check(found, example)


def _check(study: Study, example: Example) -> None:
    """The count labels the hand as the table's line, and the table paid what the example says."""
    hand, odds = example.hand, study.odds
    assert hand is not None
    if example.wager in study.game.wagers.sides:
        assert odds.sheet.side_label(example.wager, hand) == example.label
    elif example.bonus:
        assert example.label in [label for _, label in odds.sheet.bonuses(hand)]
    else:
        assert odds.sheet.label(hand) == example.label
    if example.round is not None:
        [net] = [event.net[1] for event in example.round.events if isinstance(event, ev.RoundClosed)]
        assert sum(item.net for item in example.settled) == net
        again = {pay.wager: net_of(study.game, hand, frozenset({pay.wager})) for pay in hand.pays if not pay.percent}
        paid = {item.wager: item.net for item in example.settled}
        assert again.items() <= paid.items()


@pytest.mark.parametrize("game_id", ["high-card-flush", "two-card-roo"])
def test_every_row_of_a_pay_table_is_paid_in_an_example(study: Studies, game_id: str) -> None:
    found = study(game_id)
    for wager in found.game.wagers:
        for row in wager.paid_hands:
            paid = [item for example in found.examples for item in example.settled if item.wager == wager.id]
            assert any(item.reason == row.name and item.net > 0 for item in paid), f"{wager.id}: {row.name}"


def test_a_tie_that_comes_once_in_277_million_deals_is_found(study: Studies) -> None:
    [example] = [item for item in study("high-card-flush").examples if item.label == "Ties with a 3x raise"]
    assert example.hand is not None
    assert example.round is None
    assert len({card.rank for card in example.hand.spot.dealt}) == 7


def test_deals_are_laid_out_the_same_way_every_time_and_are_of_one_deck(study: Studies) -> None:
    game = houseway.game("high-card-draw")
    first, again = (list(islice(laid_deals(game, ["play"]), 60)) for _ in range(2))
    assert first == again
    for piles in first:
        cards = [card for pile in piles for card in pile]
        assert len(set(cards)) == len(cards)


def test_the_chapter_tells_a_round_and_each_line(study: Studies) -> None:
    found = study("two-card-roo")
    blocks = list(examples.blocks(found))
    [told] = [block for block in blocks if isinstance(block, Items)]
    assert told.items[0].startswith("Seat 1 bets: Roo $10")
    assert told.items[-1].startswith("Round over")
    tables = [block for block in blocks if isinstance(block, Table)]
    assert [len(table.rows) for table in tables] == [len(odds.rows) for odds in found.solution.wagers]
    assert all("Player" in str(row[1]) and "$10" in str(row[2]) + "$10" for table in tables for row in table.rows)


def test_a_card_that_was_drawn_is_not_told_again_as_set_aside(study: Studies) -> None:
    hand = study("two-card-roo").examples[0].hand
    assert hand is not None
    drawn, other = hand.house.dealer[:2]
    told = examples.cards_text(hand._replace(spot=hand.spot._replace(drawn=(drawn,), aside=(drawn, other))))
    assert f"draws {drawn.pretty}; set aside {other.pretty};" in told
    told = examples.cards_text(hand._replace(spot=hand.spot._replace(drawn=(drawn,), aside=(drawn,))))
    assert "set aside" not in told
