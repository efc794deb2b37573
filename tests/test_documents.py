"""What the manuals say besides the rules of play: approvals, preferences, examples, limits, and options added later."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway import Round
from houseway.audit import read_figures
from houseway.catalog import any_game_class, game_class
from houseway.cli.app import app
from houseway.odds import odds_of
from houseway.odds.walk import Piles, Walker, in_order
from houseway.rules.game import Pay
from houseway.rules.limits import JURISDICTIONS, Limits
from houseway.table.record import to_record, verify


def output(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "400"})
    assert result.exit_code == 0, result.output
    return result.output


def test_games_and_rules_show_preferred_editions_and_expected_hold() -> None:
    listed = output("games")
    assert "pair (preferred)" in listed
    assert "tcdppp-02 (expected hold 26%)" in listed
    assert "expected hold 26%" in output("rules", "three-card-draw-poker", "--edition", "tcdppp-02")
    rules = output("rules", "mini-tex")
    assert "Dealer qualifies with a pair (preferred)" in rules
    assert "The manual prefers 30-20" in rules
    found = {game["id"]: game for game in json.loads(output("games", "--json"))}
    assert [edition["preferred"] for edition in found["mini-tex"]["editions"]] == [True, False]
    assert [edition["expected_hold"] for edition in found["three-card-draw-poker"]["editions"]] == [23, 26, 29, None]
    (pocket,) = [option for option in found["mini-tex"]["options"] if option["name"] == "pocket-poker"]
    assert pocket["preferred"] == "30-20"


@pytest.mark.parametrize(
    ("changes", "uncovered"),
    [
        ({}, []),
        ({"qualifier": "ace-king", "board": "face-down", "folded_cards": "leave", "pocket-poker": "35-15"}, []),
        ({"pocket-poker": "off"}, []),
        ({"bets": "2/2/4", "pocket-poker": "50/20/5/3/2"}, ["bets=2/2/4", "pocket-poker=50/20/5/3/2"]),
    ],
)
def test_options_outside_the_approved_rules_warn(changes: dict[str, str], uncovered: list[str]) -> None:
    warnings = game_class("mini-tex").make(None, changes).warnings()
    assert len(warnings) == len(uncovered)
    for warning, option in zip(warnings, uncovered, strict=True):
        assert f"approval of 20 August 2008 does not cover {option}:" in warning


def test_approval_letter_is_shown_with_its_conditions() -> None:
    notices = " ".join(game_class("mini-tex").make().notices())
    for words in ("Gambling Commission", "20 August 2008", "internal controls", "licensed", "Tribal Gaming Agency"):
        assert words in notices
    assert "Appendix A, Section 18" in notices


@pytest.mark.parametrize("draw", ["deck", "community", "community-best"])
def test_manual_example_is_dealt_wherever_replacement_cards_come_from(draw: str) -> None:
    game = game_class("high-card-draw").make(None, {"draw": draw})
    (example,) = game.examples()
    piles = Piles(
        example.cards("dealt"), example.cards("drawn"), (), example.cards("dealer"), example.cards("community")
    )
    hand = Walker(game).play(piles, in_order(example.decisions))
    assert [card.low_rank for card in game.display.hand(hand.spot, hand.house)] == [12, 11, 8]
    assert [card.low_rank for card in game.display.dealer_hand(hand.house)] == [13, 8, 5]
    assert hand.pay("play") == Pay("play", -1, "loss")


def test_rules_print_the_manuals_examples() -> None:
    assert "K 8 5 wins, because K ranks above Q. Play loses." in output("rules", "high-card-draw")
    roo = output("rules", "three-card-roo")
    for cards, result in [
        ("2-3-4", "wins"),
        ("6-9-K", "wins"),
        ("4-3-9", "loses"),
        ("A-K-J", "loses"),
        ("5-5-9", "loses"),
    ]:
        assert any(cards in line and f"Play {result}." in line for line in roo.splitlines())


def test_qualify_is_summed_from_the_rows_that_the_audit_checks() -> None:
    """The manual's "Some Stats for the Player": Qualify, 53.29%."""
    (figure,) = [item for item in read_figures(["003"]) if item.row == "Qualify"]
    assert figure.printed == "53.29%"
    sums = odds_of(game_class("three-card-roo").make()).sheet.sums()
    assert {name: tuple(labels) for name, labels in sums.items()} == {"player qualifies": figure.outcomes}


def test_jurisdiction_help_names_every_profile() -> None:
    told = output("play", "--help")
    assert all(name in told for name in JURISDICTIONS)


@pytest.mark.parametrize("bets", ["1/1/2", "1/1/1", "3/1/5", "1/4/2"])
def test_default_limits_keep_forced_bets_within_300_dollars(bets: str) -> None:
    game = game_class("mini-tex").make(None, {"bets": bets})
    largest = max(map(int, bets.split("/")))
    ante = game.wagers.opening_limits(Limits())["ante"]
    assert ante.takes(ante.most)
    assert ante.most * largest <= 30_000 < (ante.most + ante.step) * largest
    assert Limits().stated(game.wagers)["ante"] == ante


# --- options that were added to a game later ---

# The fingerprint of 2 Card Roo before it had the options pairs_push and flush_wins_pay.
BEFORE = "b0710ff8f8361aa14674b79edc17ab2ba882c7740bba423279e9a485e0be733a"


def test_added_options_keep_the_fingerprint_at_their_defaults() -> None:
    kind = any_game_class("two-card-roo")
    assert kind.make().fingerprint == BEFORE
    assert kind.make(None, {"pairs_push": "yes", "flush_wins_pay": "1"}).fingerprint == BEFORE
    others = {kind.make(None, changes).fingerprint for changes in ({"pairs_push": "no"}, {"flush_wins_pay": "3/2"})}
    assert len(others | {BEFORE}) == 3


@pytest.mark.parametrize("changes", [{}, {"pairs_push": "no", "flush_wins_pay": "3/2"}])
def test_records_hold_added_options_only_where_they_are_changed(changes: dict[str, Any]) -> None:
    played = Round(game_class("two-card-roo").make(None, changes), seed="before the new options")
    played.wager(1, {"roo": 1000})
    played.deal()
    played.act(1, {"position": "low"})
    record = json.loads(json.dumps(to_record(played)))
    assert {
        name: value for name, value in record["options"].items() if name in ("pairs_push", "flush_wins_pay")
    } == changes
    assert verify(record).over
