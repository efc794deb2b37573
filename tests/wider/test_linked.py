"""Wagers that go with another: put down by themselves, refused where they do not fit, limited as the other one is."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.wider.games import AnteAndBlind, LetThemRide

from houseway.cards import parse_cards
from houseway.errors import WagerError
from houseway.rules.game import Game
from houseway.rules.limits import Limit, Limits, jurisdiction, linked_limit, with_linked
from houseway.rules.options import Options
from houseway.table.policy import RandomPlayer
from houseway.table.record import from_record, to_record
from houseway.table.round import Round

GAME = AnteAndBlind.make()
PLAIN = AnteAndBlind.make("plain")
RIDE = LetThemRide.make()
WASHINGTON = jurisdiction("washington-2023")


def refused(game: Game[Options], stakes: Mapping[str, int], sentence: str, limits: Limits | None = None) -> None:
    round_ = Round(game, limits=limits)
    before = to_record(round_)
    with pytest.raises(WagerError) as error:
        round_.wager(1, stakes)
    assert str(error.value) == sentence
    assert to_record(round_) == before


# --- completing ---


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({"ante": 1000}, {"ante": 1000, "blind": 1000, "boost": 1000}),
        ({"ante": 1000, "boost": 2500}, {"ante": 1000, "blind": 1000, "boost": 2500}),
        ({"ante": 1000, "blind": 0, "boost": 3000}, {"ante": 1000, "blind": 1000, "boost": 3000}),
        ({"suited": 500}, {"suited": 500}),
        ({"suited": 500, "ante": 700}, {"suited": 500, "ante": 700, "blind": 700, "boost": 700}),
    ],
)
def test_what_is_left_out_is_put_down(given: dict[str, int], made: dict[str, int]) -> None:
    round_ = Round(GAME)
    round_.wager(1, given)
    assert round_.spot(1).stakes == made
    assert GAME.wagers.opening_stakes(given, Limits()) == made
    assert with_linked(GAME.wagers, given) == made


def test_three_equal_bets() -> None:
    round_ = Round(RIDE)
    round_.wager(1, {"last": 500})
    assert round_.spot(1).stakes == {"last": 500, "first": 500, "second": 500}


def test_the_record_holds_what_was_put_down_and_replays() -> None:
    round_ = Round(GAME, seed="linked")
    round_.wager(1, {"ante": 1000})
    record = to_record(round_)
    assert record["actions"][0]["stakes"] == {"ante": 1000, "blind": 1000, "boost": 1000}
    assert to_record(from_record(record)) == record


# --- refusing ---


def test_one_that_does_not_fit_is_refused_with_what_to_do() -> None:
    refused(GAME, {"ante": 1000, "blind": 500}, "Blind must equal the Ante: $10.")
    refused(GAME, {"ante": 1000, "blind": 1100}, "Blind must equal the Ante: $10.")
    refused(GAME, {"blind": 90_000, "ante": 1000}, "Blind must equal the Ante: $10.")
    refused(GAME, {"ante": 1000, "boost": 900}, "Boost must be 1 to 3 times the Ante: $10 to $30.")
    refused(GAME, {"ante": 1000, "boost": 3100}, "Boost must be 1 to 3 times the Ante: $10 to $30.")
    refused(RIDE, {"last": 500, "second": 600}, "Second bet must equal the Last bet: $5.")


def test_one_without_its_base_is_refused() -> None:
    refused(GAME, {"blind": 1000}, "Blind goes with Ante: bet on Ante too.")
    refused(GAME, {"boost": 1000, "suited": 500}, "Boost goes with Ante: bet on Ante too.")


def test_a_base_that_is_not_legal_is_what_is_told() -> None:
    refused(GAME, {"ante": 100}, "Wager ante takes $5 to $150 in steps of $1, not $1.")
    refused(GAME, {"blind": 700, "ante": 100}, "Wager ante takes $5 to $150 in steps of $1, not $1.")
    refused(GAME, {"ante": 1000, "boost": 1050}, "Wager boost takes $5 to $450 in steps of $1, not $10.50.")


# --- limits ---


def test_limits_follow_from_the_base() -> None:
    opening = GAME.wagers.opening_limits(Limits({"ante": Limit(300, 900, 200)}))
    assert opening["blind"] == Limit(300, 900, 200)
    assert opening["boost"] == Limit(300, 2700, 200)


def test_limits_of_its_own_bind_the_base() -> None:
    """A blind of $20 at most leaves an ante of $20 at most; a boost of $60 at least needs an ante of $20 at least."""
    limits = Limits({"blind": Limit(100, 2000, 100)})
    assert GAME.wagers.opening_limits(limits)["ante"] == Limit(500, 2000, 100)
    limits = Limits({"boost": Limit(6000, 9000, 100)})
    assert GAME.wagers.opening_limits(limits)["ante"] == Limit(2000, 9000, 100)
    with pytest.raises(WagerError, match=r"Blind at .* cannot go with Ante at"):
        GAME.wagers.opening_limits(Limits({"blind": Limit(100, 200, 100)}))


def test_what_fits_beside_a_base() -> None:
    boost, limit = GAME.wager["boost"], GAME.wagers.opening_limits(Limits())["boost"]
    assert linked_limit(boost, 1000, limit) == Limit(1000, 3000, 100)


def test_a_jurisdiction_counts_them_as_one_game() -> None:
    """$400 a wager: the play bet is twice the ante, and the boost goes up to the limit; both are in the ante's game."""
    limits = Limits({"ante": Limit(100, 100_000, 100)}, WASHINGTON)
    opening = GAME.wagers.opening_limits(limits)
    assert opening["ante"].most == 20_000
    assert opening["blind"].most == 20_000
    assert opening["boost"].most == 40_000
    three = Limits({"ante": Limit(100, 100_000, 100)}, jurisdiction("washington-2009"))
    made = GAME.wagers.opening_stakes({"ante": 10_000, "boost": 30_000, "suited": 10_000}, three)
    assert sum(made.values()) == 60_000  # two large games of three that are allowed, not four


def test_random_players_bet_what_is_legal() -> None:
    for limits in (Limits(), Limits(jurisdiction=WASHINGTON), Limits({"blind": Limit(700, 3500, 700)})):
        for number in range(200):
            stakes = RandomPlayer(f"linked {number}").stakes(GAME, limits)
            assert GAME.wagers.opening_stakes(stakes, limits) == stakes
            if "ante" in stakes:
                assert stakes["blind"] == stakes["ante"]
                assert 1 <= stakes["boost"] / stakes["ante"] <= 3


# --- playing ---


def test_they_are_settled_as_wagers_of_their_own() -> None:
    round_ = Round(GAME, stacked=parse_cards("Kc Kd As Qh"))
    round_.wager(1, {"ante": 1000, "boost": 2000})
    round_.deal()
    round_.act(1, {"choice": "play"})
    assert round_.view().net == {1: 1000 + 1500 + 2000 + 2000}


def test_a_bonus_on_a_linked_wager() -> None:
    round_ = Round(GAME, stacked=parse_cards("Ac Ad Ks Qh"))
    round_.wager(1, {"ante": 1000})
    round_.deal()
    round_.act(1, {"choice": "play"})
    assert round_.view().net == {1: 1000 + 1500 + 1000 + 2000 + 1000}


# --- which wager puts a player in ---


def test_a_wager_that_is_switched_off_does_not_count_as_a_way_in() -> None:
    assert GAME.wagers.entries == ("ante", "suited")
    off = AnteAndBlind.make(None, {"suited": "no"})
    assert off.wagers.entries == ("ante",)
    refused(off, {}, "A wager on Ante is needed to play.")


def test_without_a_word_every_first_wager_that_is_not_linked_is_a_way_in() -> None:
    assert RIDE.enters_with == ()
    assert RIDE.wagers.entries == ("last",)


def test_pair_plus_is_a_way_in_where_it_is_offered() -> None:
    from houseway.catalog import game

    assert game("three-card-draw-poker").wagers.entries == ("ante", "pair-plus")
    assert game("three-card-draw-poker", pair_plus="off").wagers.entries == ("ante",)
