"""The editions are those that the manuals print: names, order and every value, written down here a second time."""

import pytest

from houseway.catalog import banked_ids, game, game_class
from houseway.errors import OptionError, UnknownGame

HIGH_CARD_DRAW = {
    # edition: qualifier, who may stand pat, ties, what three different TensUp cards win
    "rules-of-play": ("10", "three-tensup", "push", "1"),
    "v1": ("10", "two-tensup-and-seven", "push", "1"),
    "v2": ("10", "three-tensup", "dealer", "1"),
    "v3": ("J", "three-tensup", "push", "3/2"),
    "v4": ("J", "three-tensup", "dealer", "3/2"),
    "v5": ("J", "any", "push", "3/2"),
    "v6": ("J", "any", "dealer", "3/2"),
}
MINI_TEX = {"pair": "pair", "ace-king": "ace-king"}
PAIR_PLUS = {
    "tcdppp-01": "100/40/25/5/4/1",
    "tcdppp-02": "100/40/30/5/4/1",
    "tcdppp-03": "100/40/30/6/3/1",
    "tcdppp-01-corrected": "100/40/25/6/4/1",
}
THREE_CARD_ROO = {  # edition: the 7 Roo Bonus, Pocket Roo; the first is the printed felt
    "layout": ("10/1", "50/40/9/2/2"),
    "royal-10": ("10/1", "100/45/8/2/2"),
    "royal-8": ("8/1", "100/45/8/2/2"),
    "royal-5": ("5/1", "100/45/8/2/2"),
}
TWO_CARD_ROO = {"odds": ("player", "roo", "push"), "text": ("player", "push", "loses")}  # ties, aces, dealer's pair

EDITIONS: dict[str, dict[str, dict[str, object]]] = {
    "high-card-draw": {
        name: {
            "qualifier": qualifier,
            "pat": pat,
            "ties": ties,
            "three_tensup_pays": pays,
            "draw": "deck",
            "tensup": "20/5/3",
        }
        for name, (qualifier, pat, ties, pays) in HIGH_CARD_DRAW.items()
    },
    "mini-tex": {
        name: {
            "qualifier": qualifier,
            "bets": "1/1/2",
            "board": "burn",
            "folded_cards": "collect",
            "pocket-poker": "30/20/5/3/2",
        }
        for name, qualifier in MINI_TEX.items()
    },
    "three-card-draw-poker": {
        name: {"pair-plus": pays, "ante-bonus": "10/7/5", "play_most": 2} for name, pays in PAIR_PLUS.items()
    },
    "three-card-roo": {
        name: {"seven-roo-bonus": bonus, "pocket-roo": pocket, "pairs-pay": "12/7/6/3", "house_way": 9}
        for name, (bonus, pocket) in THREE_CARD_ROO.items()
    },
    "two-card-roo": {
        name: {
            "decks": 1,
            "shoe": "kept",
            "ties": ties,
            "aces": aces,
            "pairs_push": "yes",
            "flush_wins_pay": "1",
            "dealer_pair": pair,
            "house_way": 8,
            "flush-roo": "15/3",
            "pairs-pay": "15",
        }
        for name, (ties, aces, pair) in TWO_CARD_ROO.items()
    },
    "high-card-flush": {
        "standard": {
            "qualifier": "9",
            "raises": "1/2/3",
            "flush": "300/100/10/1",
            "straight-flush": "1000/500/100/60/8",
            "progressive": "100%/10%/$1250/$250/$15",
            "progressive_wager": 500,
        }
    },
}
HOUSE_CHOICES = {"cut_card", "progressive_seed", "progressive_rate"}  # no manual prints them
EVERY_EDITION = [(game_id, name) for game_id, editions in EDITIONS.items() for name in editions]


def test_all_six_games_against_the_house_are_installed() -> None:
    assert list(banked_ids()) == sorted(EDITIONS)


@pytest.mark.parametrize("game_id", EDITIONS)
def test_editions_are_named_as_in_the_manuals(game_id: str) -> None:
    """The first is the default."""
    assert [edition.name for edition in game_class(game_id).editions] == list(EDITIONS[game_id])
    assert game(game_id).edition == next(iter(EDITIONS[game_id]))
    assert game(game_id).fingerprint == game(game_id, next(iter(EDITIONS[game_id]))).fingerprint


@pytest.mark.parametrize(("game_id", "name"), EVERY_EDITION)
def test_an_edition_has_the_printed_values(game_id: str, name: str) -> None:
    values = game(game_id, name).options.values()
    assert {option: value for option, value in values.items() if option not in HOUSE_CHOICES} == EDITIONS[game_id][name]


@pytest.mark.parametrize("game_id", EDITIONS)
def test_editions_differ_in_their_fingerprints(game_id: str) -> None:
    """An approval names a fingerprint, so two editions must not share one."""
    assert len({game(game_id, name).fingerprint for name in EDITIONS[game_id]}) == len(EDITIONS[game_id])


def test_games_differ_in_their_fingerprints() -> None:
    assert len({game(game_id).fingerprint for game_id in EDITIONS}) == len(EDITIONS)


@pytest.mark.parametrize("game_id", EDITIONS)
def test_an_unknown_edition_is_refused_with_the_known_ones(game_id: str) -> None:
    with pytest.raises(OptionError) as refused:
        game(game_id, "v99")
    assert all(name in str(refused.value) for name in ("v99", *EDITIONS[game_id]))


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame) as refused:
        game("baccarat")
    assert all(name in str(refused.value) for name in ("baccarat", *EDITIONS))


@pytest.mark.parametrize(("game_id", "name"), EVERY_EDITION)
def test_only_the_rules_of_2_card_roo_as_written_warn(game_id: str, name: str) -> None:
    """A warning on a sound edition would soon be overlooked."""
    warnings = game(game_id, name).warnings()
    assert bool(warnings) is ((game_id, name) == ("two-card-roo", "text"))


@pytest.mark.parametrize("changes", [{}, {"ties": "dealer", "pairs_push": "no"}])
def test_the_written_rules_of_2_card_roo_warn_that_the_printed_odds_are_of_others(changes: dict[str, str]) -> None:
    """Who has the edge depends on the other options too: the odds say so, not the warning."""
    (warning,) = game("two-card-roo", "text", **changes).warnings()
    assert "the printed odds follow from the edition 'odds'" in warning
    assert "edge" not in warning


@pytest.mark.parametrize("decks", [2, 4, 6, 8])
def test_pairs_pay_from_a_shoe_warns(decks: int) -> None:
    """15 to 1 on 4n - 1 pairing cards of 52n - 1 favours the player from two decks on."""
    (warning,) = game("two-card-roo", decks=decks).warnings()
    assert f"{decks} decks" in warning
    assert game("two-card-roo", decks=decks, pairs_pay="off").warnings() == []
    assert game("two-card-roo", decks=decks, pairs_pay="12").warnings() == []


@pytest.mark.parametrize(("pays", "warns"), [("16", False), ("16.01", True), ("17", True)])
def test_pairs_pay_warns_exactly_where_the_edge_turns(pays: str, warns: bool) -> None:
    """With one deck 3 cards pair and 48 do not: 16 to 1 is fair."""
    assert bool(game("two-card-roo", pairs_pay=pays).warnings()) is warns
