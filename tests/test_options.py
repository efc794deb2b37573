"""Every option of every game: legal values are taken, others refused with the legal ones named."""

from fractions import Fraction
from typing import Any

import pytest

from houseway.catalog import banked_ids, game, game_class
from houseway.errors import OptionError
from houseway.rules.game import Game

Value = str | int
# game: option: (legal values, the first being the default), (illegal values), words that a refusal must hold
Case = tuple[tuple[Value, ...], tuple[object, ...], tuple[str, ...]]

TIES = ("push", "dealer", "player")
BAD_PAYS = ("", "x", "1/2", "1/2/3/4/5/6/7", "-1", "1//2", "nan", "1:0", "20-6", "1;2")

OPTIONS: dict[str, dict[str, Case]] = {
    "high-card-draw": {
        "qualifier": (("10", "J", 10), ("9", "j", "T", "", 11, None), ("10", "J")),
        "pat": (("three-tensup", "two-tensup-and-seven", "any"), ("none", "three", ""), ("three-tensup", "any")),
        "ties": (TIES, ("house", "Push", "", True), TIES),
        "three_tensup_pays": (("1", "3/2", "3:2", "1.5", 0, 2, 100), ("-1", 101, "x", "1/0", "", None), ("0", "100")),
        "draw": (("deck", "community", "community-best"), ("best", ""), ("deck", "community", "community-best")),
        "tensup": (("20-5", "20/5/3", "30/5/3", "20/5:2/3", "off"), BAD_PAYS, ("20-5", "3 pays")),
    },
    "mini-tex": {
        "qualifier": (("pair", "ace-king"), ("king", "", 1), ("pair", "ace-king")),
        "bets": (
            ("1/1/2", "1/1/1", "1/2/5", "3/2/1"),
            ("1/1", "1/1/2/2", "0/1/2", "1/1/6", "1/1/x", "", 5, None, "1.5/1/2", (1.5, 1, 2)),
            ("3 whole multiples", "1 to 5"),
        ),
        "board": (("burn", "face-down"), ("up", ""), ("burn", "face-down")),
        "folded_cards": (("collect", "leave"), ("burn", ""), ("collect", "leave")),
        "pocket-poker": (
            ("30-20", "30/20/5/3/2", "35-15", "25-20", "35/15/5/3/2", "40/20/5/3/3:2", "off"),
            ("30", "30/20/5/3", "30/20/5/3/2/1", "30/20/5/3/-2", "35-20", "on", ""),
            ("30-20", "35-15", "25-20", "5 pays"),
        ),
    },
    "three-card-draw-poker": {
        "pair-plus": (
            ("tcdppp-01", "tcdppp-02", "tcdppp-03", "tcdppp-01-corrected", "100/40/25/5/4/1", "50/40/30/6/4/1", "off"),
            ("tcdppp-04", "100/40/25/5/4", "100/40/25/5/4/1/1", ""),
            ("tcdppp-01", "tcdppp-02", "tcdppp-03", "tcdppp-01-corrected", "6 pays"),
        ),
        "ante-bonus": (
            ("10-7", "10/7/5", "5/4/1", "5/4/3:2"),
            ("off", None, "10/7", "10/7/5/1", ""),
            ("10-7", "3 pays"),
        ),
        "play_most": ((2, 1, 3, 4, 5, "2"), (0, 6, -1, "x", "1.5", "", None), ("1 to 5",)),
    },
    "three-card-roo": {
        "seven-roo-bonus": (
            ("10-1", "8-1", "5-1", "10/1", "12/1", "10/3:2"),
            ("off", "10", "10/1/1", "9-1", ""),
            ("10-1", "8-1", "5-1", "2 pays"),
        ),
        "pocket-roo": (
            ("50-40", "100-45", "70-45", "50/40/9/2/2", "60/40/9/2/3:2", "off"),
            ("100-40", "100/45/8/2", "100/45/8/2/2/2", ""),
            ("100-45", "70-45", "50-40", "5 pays"),
        ),
        "pairs-pay": (
            ("12-7", "10-7", "12/7/6/3", "11/7/6/3", "off"),
            ("15", "12/7/6", "12/7/6/3/1", ""),
            ("12-7", "10-7", "4 pays"),
        ),
        "house_way": ((9, 1, 8, 13, "9"), (0, 14, "K", "", 9.5), ("1 to 13",)),
    },
    "two-card-roo": {
        "decks": ((1, 2, 4, 6, 8, "2"), (0, 3, 5, 7, 9, "two", "", -1), ("1, 2, 4, 6 or 8",)),
        "shoe": (("kept", "fresh"), ("new", ""), ("kept", "fresh")),
        "cut_card": ((52, 18, 86, 398, "60"), (0, 17, 399, -52, "", 52.5), ("18 to 398",)),
        "ties": (("player", "push", "dealer"), ("house", ""), TIES),
        "aces": (("roo", "push"), ("pair", ""), ("roo", "push")),
        "pairs_push": (("yes", "no"), ("maybe", "", "true"), ("yes", "no")),
        "flush_wins_pay": (("1", "3/2", "2", 2, "1.5"), ("0", "1/3", "101", "", "x"), ("1/2 to 100",)),
        "dealer_pair": (("push", "loses"), ("wins", ""), ("push", "loses")),
        "house_way": ((8, 2, 7, 13), (0, 1, 14, "A", ""), ("2 to 13",)),
        "flush-roo": (("15-3", "15/3", "20/3", "15/5:2", "off"), ("15", "15/3/1", "15-4", ""), ("15-3", "2 pays")),
        "pairs-pay": (("15", 12, "15:2", "off"), ("15/3", "", "x", "-15"), ("15", "one pay")),
    },
    "high-card-flush": {
        "qualifier": (("9", "7", "8", "10", "J", "Q", 8), ("6", "K", "A", "", 11), ("7", "8", "9", "10", "J", "Q")),
        "raises": (
            ("1/2/3", "1/1/1", "2/2/2", "1/3/5"),
            ("3/2/1", "1/2", "1/2/3/4", "0/1/2", "1/2/6", "", "1/2/x"),
            ("3 whole multiples", "1 to 5", "none lower than the one before"),
        ),
        "flush": (
            ("300-100", "100-20", "200-20", "300/100/10/1", "300/75/5/2", "off"),
            ("300", "300/100/10", "300/100/10/1/1", "300-20", ""),
            ("300-100", "100-20", "200-20", "4 pays"),
        ),
        "straight-flush": (
            ("1000-500", "8000-1000", "500-200", "500/200/100/50/9", "500/200/100/50/15:2", "off"),
            ("1000", "1000/500/100/60", "1000-200", ""),
            ("1000-500", "8000-1000", "500-200", "5 pays"),
        ),
        "progressive": (
            ("100%-10%", "100%/10%/$1250/$250/$15", "100%/20%/1250/250/7.50", "off"),
            ("100%", "100%/10%/$1250/$250", "101%/1%/$1/$1/$1", "-1%/1%/$1/$1/$1", "$x/1%/$1/$1/$1", ""),
            ("100%-10%", "5 prizes", "100%/10%/$1250/$250/$15"),
        ),
        "progressive_wager": ((500, 1, 100, 100_000), (0, -5, 100_001, "5.00", "$5", ""), ("1 to 100000",)),
        "progressive_seed": ((1_000_000, 0, 10**12), (-1, 10**12 + 1, "x"), ("0 to 1000000000000",)),
        "progressive_rate": (("1/5", "0", "1", "0.2", "1/10"), ("-1/5", "6/5", "x", "1/0", ""), ("0 to 1",)),
    },
}  # fmt: skip


def each_option() -> list[tuple[str, str]]:
    return [(game_id, option) for game_id, options in OPTIONS.items() for option in options]


def each_value(*, legal: bool) -> list[tuple[str, str, object]]:
    return [(*item, value) for item in each_option() for value in OPTIONS[item[0]][item[1]][0 if legal else 1]]


def made(game_id: str, option: str, value: object) -> Game[Any]:
    """The default edition with one option set."""
    return game_class(game_id).make(None, {option: value})


every_option = pytest.mark.parametrize(("game_id", "option"), each_option())
every_wager_that_can_be_off = pytest.mark.parametrize(
    ("game_id", "wager"),
    [(game_id, option) for game_id, option in each_option() if "off" in OPTIONS[game_id][option][0]],
)
every_legal_value = pytest.mark.parametrize(("game_id", "option", "value"), each_value(legal=True))
every_illegal_value = pytest.mark.parametrize(("game_id", "option", "value"), each_value(legal=False))


def test_no_option_is_forgotten_here() -> None:
    """The table above covers what the games declare, in their order."""
    assert set(banked_ids()) == set(OPTIONS)
    for game_id, options in OPTIONS.items():
        assert [row["name"] for row in game_class(game_id).options_type.described()] == list(options)


@every_legal_value
def test_a_legal_value_is_taken(game_id: str, option: str, value: Value) -> None:
    changed = made(game_id, option, value)
    assert changed.options == changed.options_type().changed({option.replace("-", "_"): value})


@every_legal_value
def test_a_value_reads_back_as_it_is_shown(game_id: str, option: str, value: Value) -> None:
    """Records keep options as JSON shows them."""
    shown = made(game_id, option, value).options.values()
    again = game_class(game_id).make(None, shown)
    assert again.options.values() == shown
    assert again.fingerprint == made(game_id, option, value).fingerprint


@every_illegal_value
def test_an_illegal_value_is_refused_with_the_legal_ones(game_id: str, option: str, value: object) -> None:
    with pytest.raises(OptionError) as refused:
        made(game_id, option, value)
    sentence = str(refused.value)
    assert sentence.startswith(f"Option {option}: ")
    assert sentence.endswith(".")
    for word in OPTIONS[game_id][option][2]:
        assert word in sentence


@every_wager_that_can_be_off
def test_a_refused_pay_table_says_that_off_is_legal(game_id: str, wager: str) -> None:
    """`off` is a legal value like the printed tables, so a refusal names it with them."""
    with pytest.raises(OptionError, match=r"\boff\b"):
        made(game_id, wager, "no such table")


@every_option
def test_the_default_is_the_first_legal_value(game_id: str, option: str) -> None:
    """The default edition holds every option's default."""
    default = game(game_id).options.values()[option]
    assert made(game_id, option, OPTIONS[game_id][option][0][0]).options.values()[option] == default
    row = next(row for row in game_class(game_id).options_type.described() if row["name"] == option)
    assert row["default"] == default


@every_option
def test_each_change_of_one_option_changes_the_fingerprint(game_id: str, option: str) -> None:
    """Values that mean the same share a fingerprint, all others have their own."""
    by_value: dict[object, set[str]] = {}
    for value in OPTIONS[game_id][option][0]:
        changed = made(game_id, option, value)
        by_value.setdefault(changed.options.values()[option], set()).add(changed.fingerprint)
    assert all(len(prints) == 1 for prints in by_value.values())
    assert len(set().union(*by_value.values())) == len(by_value) > 1


@pytest.mark.parametrize("game_id", OPTIONS)
def test_no_two_single_changes_share_a_fingerprint(game_id: str) -> None:
    """The value of one option must not be taken for that of another."""
    prints: dict[str, set[tuple[str, object]]] = {}
    for option, (legal, _, _) in OPTIONS[game_id].items():
        for value in legal:
            changed = made(game_id, option, value)
            if changed.fingerprint != game(game_id).fingerprint:
                prints.setdefault(changed.fingerprint, set()).add((option, changed.options.values()[option]))
    assert all(len(changes) == 1 for changes in prints.values())


@pytest.mark.parametrize("game_id", OPTIONS)
def test_an_unknown_option_is_refused_with_the_known_ones(game_id: str) -> None:
    with pytest.raises(OptionError) as refused:
        game(game_id, colour="red")
    assert all(option in str(refused.value) for option in ("colour", *OPTIONS[game_id]))


@every_option
def test_described_options_name_legal_values(game_id: str, option: str) -> None:
    """What a listing offers can be set."""
    row = next(row for row in game_class(game_id).options_type.described() if row["name"] == option)
    assert row["help"]
    assert row["legal"]
    for value in row.get("values", []):
        assert made(game_id, option, value).options.values()[option] == row.get("tables", {}).get(value, value)


def test_options_go_by_either_spelling() -> None:
    """`pocket-poker` as the wager is called, `pocket_poker` as Python can write it."""
    hyphen = game("mini-tex", **{"pocket-poker": "35-15"})
    underscore = game("mini-tex", pocket_poker="35-15")
    assert hyphen.options == underscore.options
    assert underscore.options.values()["pocket-poker"] == "35/15/5/3/2"


def test_an_option_goes_on_top_of_the_edition() -> None:
    """The edition keeps its name; the options are what counts."""
    changed = game("high-card-draw", "v4", ties="push")
    assert changed.edition == "v4"
    assert changed.fingerprint == game("high-card-draw", "v3").fingerprint


def test_a_custom_pay_table_pays_what_it_says() -> None:
    custom = game("mini-tex", pocket_poker="30/20/5/3/3:2")
    assert custom.wager["pocket-poker"].pays == (30, 20, 5, 3, Fraction(3, 2))
    assert custom.options.values()["pocket-poker"] == "30/20/5/3/3:2"
    assert custom.wager["pocket-poker"].rows()[-1][:2] == ("Straight (A2-KA not suited)", "3 to 2")


def test_a_custom_table_equal_to_a_printed_one_is_that_one() -> None:
    assert (
        game("mini-tex", pocket_poker="35/15/5/3/2").fingerprint == game("mini-tex", pocket_poker="35-15").fingerprint
    )


@every_wager_that_can_be_off
def test_off_takes_the_wager_from_the_layout(game_id: str, wager: str) -> None:
    assert wager in game(game_id).wager
    assert wager not in made(game_id, wager, "off").wager
    assert made(game_id, wager, None).fingerprint == made(game_id, wager, "off").fingerprint


def test_options_cannot_be_changed_in_place() -> None:
    """A game's fingerprint is worked out once."""
    options = game("high-card-draw").options
    with pytest.raises(AttributeError):
        options.ties = "dealer"


def test_prizes_are_printed_as_money_and_kept_as_they_are_given() -> None:
    """The pay table has commas as all money has; the option's own text, which the fingerprint is made of, has none."""
    made = game("high-card-flush")
    assert made.wagers.progressive is not None
    pays = [row.pays for row in made.wagers.progressive.rows()]
    assert pays == ["100% of the meter", "10% of the meter", "$1,250", "$250", "$15"]
    assert made.options.values()["progressive"] == "100%/10%/$1250/$250/$15"
