"""Random rounds of each game, settled a second time by a checker that shares no code with the product."""

import importlib.util
import json
import sys
from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import sized

from houseway.catalog import banked_ids, game_class
from houseway.errors import OptionError
from houseway.rules.game import Game
from houseway.rules.limits import JURISDICTIONS, Limit, Limits
from houseway.rules.options import (
    OFF,
    Choice,
    Multiples,
    Options,
    PayTableOption,
    PrizesOption,
    Ratio,
    Whole,
    option_name,
)
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.round import Round
from houseway.table.summary import summary

_path = Path(__file__).parent / "independent" / "checker.py"
_spec = importlib.util.spec_from_file_location("settled_again_checker", _path)
assert _spec is not None
assert _spec.loader is not None
_checker = sys.modules[_spec.name] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_checker)
check_round: Callable[[dict[str, Any]], list[str]] = _checker.check_round

ROUNDS = sized(quick=200, test=1_400, thorough=10_000)  # as many as two halves need for every table

# On top of every edition: what the editions leave alone, and pays whose winnings are seldom whole cents.
OPTIONS: dict[str, list[dict[str, object]]] = {
    "high-card-draw": [
        {},
        {"ties": "player"},
        {"ties": "dealer", "draw": "community"},
        {"draw": "community-best", "pat": "any"},
        {"three_tensup_pays": "7/3", "tensup": "50/5:2/1:3", "ties": "player"},
        {"qualifier": "J", "pat": "two-tensup-and-seven", "tensup": "off"},
        {"three_tensup_pays": 0, "pat": "any", "draw": "community"},
    ],
    "mini-tex": [
        {},
        {"board": "face-down", "pocket-poker": "35-15"},
        {"bets": "1/2/3", "folded_cards": "leave", "pocket-poker": "25-20"},
        {"bets": "3/2/1", "pocket-poker": "40/20/7:2/3:2/1:3"},
        {"bets": "5/5/5", "board": "face-down", "pocket-poker": "off"},
    ],
    "three-card-draw-poker": [
        {},
        {"play_most": 1, "ante-bonus": "5/4/1"},
        {"play_most": 3, "ante-bonus": "10/7:2/1:3"},
        {"play_most": 5, "pair-plus": "50/40/30/13:2/7:3/1:2"},
        {"pair-plus": "off"},
    ],
    "three-card-roo": [
        {},
        {"house_way": 1, "pocket-roo": "70-45", "pairs-pay": "10-7"},
        {"house_way": 13, "pocket-roo": "50-40"},
        {"house_way": 7, "seven-roo-bonus": "25:2/1:3", "pocket-roo": "99:2/40/9/5:2/3:2"},
        {"house_way": 11, "pairs-pay": "12/7/13:2/7:3"},
        {"pocket-roo": "off", "seven-roo-bonus": "10/0"},
        {"pairs-pay": "off"},
    ],
    "two-card-roo": [
        {},
        {"ties": "push", "pairs-pay": "12"},
        {"ties": "dealer", "decks": 2},
        {"decks": 8, "aces": "push"},
        {"decks": 4, "dealer_pair": "loses", "aces": "roo"},
        {"house_way": 2, "flush-roo": "31:2/7:3", "pairs-pay": "29:2"},
        {"house_way": 13, "decks": 6, "flush-roo": "off"},
    ],
    "high-card-flush": [
        {},
        {"raises": "1/1/1", "flush": "100-20", "straight-flush": "8000-1000"},
        {"raises": "2/3/5", "flush": "200-20", "straight-flush": "500-200", "qualifier": "7"},
        {"qualifier": "Q", "progressive": "off"},
        {"qualifier": "J", "flush": "300/75/9:2/1:3", "straight-flush": "1000/500/101:2/60/22:3"},
        {"progressive": "100%/50%/25%/10%/1%", "progressive_wager": 333, "progressive_rate": "1/7"},
        {"progressive": "100%/100%/100%/100%/100%", "progressive_seed": 123_457, "progressive_rate": "1"},
        {"flush": "off", "straight-flush": "off", "qualifier": "10"},
    ],
}  # fmt: skip
CENTS = Limit(1, 2000, 1)  # odd cents, so that rounding shows


def tables(game_id: str) -> list[tuple[Game[Any], Limits, int]]:
    """Every edition with every set of options, in dollars and in cents, and every number of seats in turn."""
    kind = game_class(game_id)
    found = []
    laws = cycle(JURISDICTIONS.values())
    for edition in kind.editions:
        for options in OPTIONS[game_id]:
            made = kind.make(edition.name, options)
            cents = Limits({wager.id: CENTS for wager in made.wagers if wager.opening})
            dollars = Limits(jurisdiction=next(laws))
            found += [(made, limits, seats) for seats in range(1, made.seats + 1) for limits in (cents, dollars)]
    return found


def played(made: Game[Any], limits: Limits, seats: int, seed: str, meter: int | None = None) -> Round:
    player = RandomPlayer(seed)
    round_ = Round(made, seats=seats, seed=seed, limits=limits, meter=meter)
    for seat in round_.seats:
        round_.wager(seat, player.stakes(made, limits))
    round_.deal()
    play_out(round_, player.decide)
    return round_


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("game_id", banked_ids())
def test_random_rounds_settle_as_the_manuals_say(game_id: str, half: int) -> None:
    """The meter of High Card Flush goes on from round to round; every difference is a sentence."""
    meter: int | None = None
    counted = cents = 0
    rounds = islice(cycle(tables(game_id)), half * ROUNDS // 2, (half + 1) * ROUNDS // 2)
    for index, (made, limits, seats) in enumerate(rounds):
        seed = f"{game_id} {half} {index}"
        round_ = played(made, limits, seats, seed, meter)
        meter = meter if round_.meter is None else round_.meter
        assert check_round(summary(round_, seed)) == [], seed
        counted += 1
        cents += limits.wagers.get(made.wagers.entries[0]) == CENTS
    assert counted == ROUNDS // 2
    assert cents == counted // 2


@pytest.mark.slow
@pytest.mark.parametrize("game_id", banked_ids())
def test_the_rounds_reach_every_table(game_id: str) -> None:
    """Every combination above is played at least once in each half."""
    assert len(tables(game_id)) <= ROUNDS // 2


def test_the_checker_is_not_asleep() -> None:
    """One cent more on one wager is found."""
    line = summary(played(game_class("mini-tex").make(), Limits(), 3, "awake"), "awake")
    assert check_round(line) == []
    line["seats"][1]["wagers"][0]["returned"] += 1
    assert check_round(line) != []


# --- any options at all ---


def some_pays(rows: int) -> st.SearchStrategy[str]:
    odds = st.integers(0, 200).map(str) | st.tuples(st.integers(0, 99), st.integers(1, 9)).map(
        lambda o: f"{o[0]}:{o[1]}"
    )
    return st.lists(odds, min_size=rows, max_size=rows).map("/".join)


def some_prizes(rows: int) -> st.SearchStrategy[str]:
    prize = st.integers(0, 100).map(lambda percent: f"{percent}%") | st.integers(0, 2000).map(lambda sum_: f"${sum_}")
    return st.lists(prize, min_size=rows, max_size=rows).map("/".join)


def legal_values(kind: object) -> st.SearchStrategy[object]:
    """Values that an option of this kind takes."""
    match kind:
        case Choice(values=names):
            return st.sampled_from(names)
        case Whole(values=numbers) if numbers:
            return st.sampled_from(numbers)
        case Whole(least=least, most=most):
            return st.integers(least, most)
        case Ratio(least=low, most=high):
            return st.fractions(low, high, max_denominator=100).map(str)
        case Multiples(count=count, most=most, rising=rising):
            numbers_ = st.lists(st.integers(1, most), min_size=count, max_size=count)
            return numbers_.map(lambda found: "/".join(map(str, sorted(found) if rising else found)))
        case PayTableOption(table=table, optional=optional):
            printed = st.sampled_from([*table.printed, *([OFF] if optional else [])])
            return printed | some_pays(len(table.hands))
        case PrizesOption(rows=rows, printed=names):
            return st.sampled_from([*names, OFF]) | some_prizes(rows)
    raise AssertionError(f"{kind} is an option of a kind that this test does not know")


def legal_options(kind: type[Options]) -> st.SearchStrategy[dict[str, object]]:
    """Any options of a game, drawn from what its fields declare as legal, that the game does not refuse together."""

    def together(values: dict[str, object]) -> bool:
        try:
            kind().changed(values)
        except OptionError:
            return False
        return True

    single = {option_name(item): legal_values(item.metadata["kind"]) for item in fields(kind)}
    return st.fixed_dictionaries(single).filter(together)


@pytest.mark.parametrize("game_id", banked_ids())
@settings(max_examples=sized(quick=25, test=40, thorough=1000))
@given(data=st.data())
def test_any_round_under_any_options_settles_as_the_manuals_say(game_id: str, data: st.DataObject) -> None:
    """Options, seats, stakes to the cent and decisions of every size, drawn one by one and shrunk when one fails."""
    kind = game_class(game_id)
    made = kind.make(None, data.draw(legal_options(kind.options_type), label="options"))
    seats = data.draw(st.sets(st.integers(1, made.seats), min_size=1), label="seats")
    limits = Limits({wager.id: Limit(1, 10**6, 1) for wager in made.wagers if wager.opening})
    meter = data.draw(st.integers(0, 10**10), label="meter")
    seed = data.draw(st.text(max_size=3), label="seed") or "empty"
    round_ = Round(made, seats=seats, seed=seed, limits=limits, meter=meter)
    for seat in sorted(seats):
        entry = data.draw(st.sampled_from(made.wagers.entries), label="entry")
        amounts = {name: st.integers(x.least, x.most) for name, x in made.wagers.opening_limits(limits).items()}
        optional = {name: amount for name, amount in amounts.items() if name != entry}
        chosen = st.fixed_dictionaries({entry: amounts[entry]}, optional=optional)
        round_.wager(seat, data.draw(chosen, label=f"stakes of seat {seat}"))
    round_.deal()
    while not round_.over:
        for seat in round_.to_act:
            offer = data.draw(st.sampled_from(round_.legal_actions(seat)), label=f"decision of seat {seat}")
            decision = offer.decision
            if offer.most > decision.multiple:
                base = next(spot for spot in round_.spots if spot.seat == seat).stakes[made.wager[offer.wager].on]
                size = data.draw(st.integers(int(decision.multiple * base), int(offer.most * base)), label="size")
                decision = decision._replace(multiple=Fraction(size, base))
            round_.act(seat, decision)
    line = json.loads(json.dumps(summary(round_, seed)))
    assert check_round(line) == []
