"""Pay tables found by search: they meet what is asked for when the game is solved again, and none is missing."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.calling import houseway
from tests.sizes import sized
from tests.train.player_games import DUEL, class_of, made
from tests.wider.games import LetThemRide

from houseway.errors import HousewayError, OptionError, WagerError
from houseway.lab.searching_pays.decided import Decided, all_tables, sort_out
from houseway.lab.searching_pays.linear import Nearest, Rates, count_tables
from houseway.lab.searching_pays.question import ask, parse_between
from houseway.lab.searching_pays.result import PayTables
from houseway.lab.searching_pays.search import pay_tables
from houseway.lab.searching_pays.space import Space, distance, is_round, rank_order
from houseway.odds import solve
from houseway.odds.solution import WagerOdds
from houseway.rules.game import Game, Pay
from houseway.rules.pay_tables import PaidHand, PayTable

Table = tuple[int, ...]


def falling(low: Sequence[int], high: Sequence[int]) -> list[Table]:
    """Every table in order, one after the other."""
    rows = (range(a, b + 1) for a, b in zip(low, high, strict=True))
    return [pays for pays in itertools.product(*rows) if all(a >= b for a, b in itertools.pairwise(pays))]


def ranked(tables: Iterable[Table], wanted: Sequence[int]) -> list[Table]:
    def key(pays: Table) -> tuple[int, Table]:
        return sum(map(distance, pays, wanted)), tuple(-pay for pay in pays)

    return sorted(tables, key=key)


def solved_again(game: Game[Any], option: str, pays: Any, wager: str) -> WagerOdds:
    return solve(type(game).make(game.edition, {option: str(pays)})).played_for_itself(wager)


def listed(found: PayTables) -> list[Table]:
    return [tuple(map(int, table.pays)) for table in found.tables]


# --- the loops against plain enumeration ---


def some_rates(chance: random.Random, rows: int) -> Rates:
    counts = tuple(chance.randint(0, 6) for _ in range(rows))
    others, halves = chance.randint(1, 20), chance.randint(0, 3)
    rest, squares = -others - Fraction(halves, 2), others + Fraction(halves, 4)
    return Rates(counts, sum(counts) + others + halves, Fraction(rest), squares, 0)


@pytest.mark.parametrize("seed", range(sized(quick=30, test=60, thorough=1000)))
def test_random_spaces_equal_blind_enumeration(seed: int) -> None:
    chance = random.Random(seed)
    rows = chance.randint(1, 4)
    low = [chance.randint(0, 4) for _ in range(rows)]
    high = [bound + chance.randint(0, 8) for bound in low]
    blind, space = falling(low, high), Space(tuple(low), tuple(high)).tightened()
    assert (space.size() if space else 0) == len(blind)
    if space is None:
        return
    rates, wanted = some_rates(chance, rows), [chance.randint(0, 40) for _ in range(rows)]
    edge = sorted(Fraction(chance.randint(-100, 60), 100) for _ in range(2))
    variance = sorted(Fraction(chance.randint(0, 500), 37) for _ in range(2))

    def spread(pays: Table) -> Fraction:
        squares = sum(count * pay**2 for count, pay in zip(rates.counts, pays, strict=True)) + rates.squares
        return squares / rates.deals - rates.edge(pays) ** 2

    meeting = [pays for pays in blind if edge[0] <= rates.edge(pays) <= edge[1]]
    assert count_tables(rates, space, (edge[0], edge[1])) == len(meeting)
    for limits in (None, (variance[0], variance[1])):
        right = [pays for pays in meeting if limits is None or limits[0] <= spread(pays) <= limits[1]]
        nearest = Nearest(wanted, 7)
        assert nearest.look_into(rates, space, (edge[0], edge[1]), limits) in (None, len(right))
        assert [pays for _, pays in nearest.found()] == ranked(right, wanted)[:7]


def test_limits_of_the_deviation_are_exact() -> None:
    """Of 16 deals 4 pay 3: the variance is 3 and not a hair more."""
    rates, space = Rates((4,), 16, Fraction(-12), Fraction(12), 0), Space((3,), (3,))
    everything, hair = (Fraction(-1), Fraction(1)), Fraction(1, 10**12)
    for limits, number in (
        ((Fraction(3), Fraction(3)), 1),
        ((Fraction(), 3 - hair), 0),
        ((3 + hair, Fraction(4)), 0),
        ((3 - hair, 3 + hair), 1),
    ):
        assert Nearest([3], 1).look_into(rates, space, everything, limits) == number


# --- wagers that no decision has an influence on ---


@cache
def court(pays: str) -> WagerOdds:
    return solve(class_of(DUEL).make(None, {"court": pays})).wager("court")


def test_the_example_game_equals_blind_solving() -> None:
    game, edge = made(DUEL), (Fraction(0), Fraction(1, 10))
    found = pay_tables(game, "court", edge=edge, low=1, high="8/2", most=100)
    blind = falling((1, 1), (8, 2))
    meeting = [pays for pays in blind if edge[0] <= court("/".join(map(str, pays))).house_edge <= edge[1]]
    assert meeting
    assert listed(found) == ranked(meeting, (5, 1))
    assert found.meeting == (len(meeting), len(meeting))
    assert found.possible == len(blind)
    for table in found.tables:
        assert table.odds == court(str(table.pays))


def test_rows_that_pay_nothing_lower_the_hit_frequency() -> None:
    """Of 52 cards 4 are aces; without a pay for kings, queens and jacks the wager wins with these alone."""
    found = pay_tables(made(DUEL), "court", edge=(-1, 1), hit=(0.05, 0.1), most=3)
    assert found.tables
    for table in found.tables:
        assert table.pays[1] == 0
        assert table.odds.hit_frequency == Fraction(4, 52)
        assert table.odds == solved_again(made(DUEL), "court", table.pays, "court")


def test_a_game_that_takes_a_pay_of_nothing_as_a_loss() -> None:
    class Strict(class_of(DUEL)):  # type: ignore[misc]
        id = "strict-duel"

        def settle(self, step: Any, wagers: Any, spot: Any, house: Any) -> Iterable[Pay]:
            for pay in super().settle(step, wagers, spot, house):
                yield pay._replace(odds=-1) if pay.case.startswith("court/") and not pay.odds else pay

    with pytest.raises(HousewayError, match="does not take a pay of 0 as a push"):
        pay_tables(Strict.make(), "court", edge=(-1, 1), hit=(0.05, 0.1))
    assert pay_tables(Strict.make(), "court", edge=(0, 0.1)).tables


def test_pocket_poker_equals_blind_enumeration() -> None:
    """The return of every table is worked out from the odds as printed, and the nearest are solved again."""
    game = made("mini-tex")
    counts = [row.count for row in solve(game).wager("pocket-poker").rows][:5]
    low, high = (20, 15, 4, 2, 1), (32, 22, 7, 4, 3)
    meeting = []
    for pays in (blind := falling(low, high)):
        returned = sum(map(int.__mul__, counts, pays)) - (1326 - sum(counts))
        squares = sum(count * pay**2 for count, pay in zip(counts, pays, strict=True)) + 1326 - sum(counts)
        variance = Fraction(squares, 1326) - Fraction(returned, 1326) ** 2
        if Fraction(25, 1000) <= -Fraction(returned, 1326) <= Fraction(4, 100) and variance <= Fraction(65, 10):
            meeting.append(pays)
    texts = ("/".join(map(str, bounds)) for bounds in (low, high))
    found = pay_tables(
        game, "pocket-poker", edge=(0.025, 0.04), sd=(None, 2.5495), low=next(texts), high=next(texts), most=1000
    )
    assert 10 < len(meeting) < 1000
    assert listed(found) == ranked(meeting, (30, 20, 5, 3, 2))
    assert found.meeting == (len(meeting), len(meeting))
    assert found.possible == len(blind)
    for table in found.tables[:3]:
        assert table.odds == solved_again(game, "pocket-poker", table.pays, "pocket-poker")


@pytest.mark.parametrize(("name", "wager"), [("high-card-flush", "flush"), ("high-card-flush", "straight-flush")])
def test_found_tables_meet_all_when_solved_again(name: str, wager: str) -> None:
    game = made(name)
    found = pay_tables(game, wager, edge=(0.03, 0.06), sd=(2, 8) if wager == "flush" else None, most=3)
    for table in found.tables:
        odds = solved_again(game, wager, table.pays, wager)
        assert odds == table.odds
        assert Fraction(3, 100) <= odds.house_edge <= Fraction(6, 100)
        assert wager != "flush" or 2 <= odds.standard_deviation <= 8


def test_a_space_of_many_billions_is_counted() -> None:
    """In another way: row by row from the last, how many tables of the rows below come to each sum."""
    game, most = made("mini-tex"), 160
    found = pay_tables(game, "pocket-poker", edge=(0.02, 0.05), low=1, high=most, most=1)
    counts = [row.count for row in solve(game).wager("pocket-poker").rows][:5]
    lost = 1326 - sum(counts)
    sums = range(math.ceil(lost - 1326 * Fraction(5, 100)), math.floor(lost - 1326 * Fraction(2, 100)) + 1)
    ways = np.zeros((most + 1, sums[-1] + 1), np.int64)  # by the highest pay there may be, and by sum
    ways[:, 0] = 1
    size = [1] * (most + 1)
    for count in reversed(counts):
        longer, larger = np.zeros_like(ways), [0]
        for pay in range(1, most + 1):
            longer[pay] = longer[pay - 1]
            longer[pay, count * pay :] += ways[pay, : max(sums[-1] + 1 - count * pay, 0)]
            larger.append(larger[-1] + size[pay])
        ways, size = longer, larger
    assert found.possible == size[most] == 929_632_032
    assert found.meeting[0] == found.meeting[1] == ways[most, sums[0] :].sum() > 10_000


def test_tables_like_others_and_a_range_for_the_top() -> None:
    found = pay_tables(made("mini-tex"), "pocket-poker", edge=(0.025, 0.04), top=(50, 60), like="55/20/4/3/2")
    assert all(50 <= table.pays[0] <= 60 for table in found.tables)
    distances = [table.distance for table in found.tables]
    assert distances == sorted(distances)


# --- wagers that players decide for ---


@pytest.mark.parametrize(
    ("name", "wager", "measured", "low", "high", "edge"),
    [
        ("two-card-roo", "flush-roo", "flush-roo", (12, 2), (16, 3), (Fraction(1, 100), Fraction(8, 100))),
        pytest.param(
            "three-card-roo",
            "seven-roo-bonus",
            "play",
            (8, 1),
            (11, 2),
            (Fraction(26, 1000), Fraction(31, 1000)),
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_decided_wagers_equal_blind_solving(
    name: str, wager: str, measured: str, low: Table, high: Table, edge: tuple[Fraction, Fraction]
) -> None:
    game = made(name)
    odds = {pays: solved_again(game, wager, "/".join(map(str, pays)), measured) for pays in falling(low, high)}
    meeting = [pays for pays in odds if edge[0] <= odds[pays].house_edge <= edge[1]]
    assert 1 < len(meeting) < len(odds)
    bounds = ("/".join(map(str, ends)) for ends in (low, high))
    found = pay_tables(game, wager, edge=edge, low=next(bounds), high=next(bounds), most=len(meeting))
    assert listed(found) == ranked(meeting, list(map(int, game.wager[wager].pays or ())))
    assert [table.odds for table in found.tables] == [odds[pays] for pays in listed(found)]
    assert found.meeting == (len(meeting), len(meeting))
    assert found.solved < len(odds)


def test_a_deviation_where_it_depends_on_decisions() -> None:
    asked: dict[str, Any] = {"edge": (0.01, 0.08), "low": "12/2", "high": "16/3"}
    game = made("two-card-roo")
    every = pay_tables(game, "flush-roo", **asked, most=100)
    found = pay_tables(game, "flush-roo", **asked, sd=(2.4, None), most=100)
    assert listed(found) == [
        pays for pays, table in zip(listed(every), every.tables, strict=True) if table.odds.standard_deviation >= 2.4
    ]
    assert 0 < len(found.tables) < len(every.tables)
    assert found.meeting == (len(found.tables), len(found.tables))


@pytest.mark.slow
def test_bounds_decide_rightly_about_tables_that_are_not_solved() -> None:
    """Pocket Roo has five rows: of 4,000 tables and more, some are solved after all."""
    game, edge = made("three-card-roo"), (Fraction(2, 100), Fraction(4, 100))
    decided = Decided(game, "pocket-roo", "pocket-roo", range(5))
    space = Space((45, 35, 7, 1, 1), (56, 45, 11, 3, 3)).tightened()
    assert space is not None
    found = sort_out(decided, all_tables([space]), edge)
    assert not found.open_.any()
    assert decided.solved < len(found.tables) / 10
    for one in random.Random(5).sample(range(len(found.tables)), sized(quick=30, test=60, thorough=2000)):
        assert found.within[one] == (edge[0] <= -decided.at(found.tables[one].tolist()).value <= edge[1])


@pytest.mark.thorough
def test_a_table_that_pays_all_first_bets() -> None:
    """The three bets of this game are paid by one table, and two of them may be taken back."""
    game = LetThemRide.make()
    found = pay_tables(game, "first", edge=(0.1, 0.2), most=3)
    option, measured = found.question.option, found.question.measured
    assert found.tables
    for table in found.tables:
        assert table.odds == solved_again(game, option, table.pays, measured)
        assert Fraction(1, 10) <= table.odds.house_edge <= Fraction(2, 10)


# --- closeness and order ---


def test_round_pays() -> None:
    round_ones = (1, 7, 10, 15, 45, 50, 60, 75, 100, 125, 250, 1000, 1100, 5000)
    assert [pay for pay in round_ones if not is_round(pay)] == []
    assert [pay for pay in (11, 29, 55, 65, 110, 260, 1025) if is_round(pay)] == []


def test_distances() -> None:
    assert distance(30, 30) == distance(29, 29) == 0  # what is wanted need not be round
    assert distance(25, 30) == 1667
    assert distance(29, 30) == 333 + 1500
    assert distance(60, 30) == distance(15, 30) == 5000  # double is as far as half
    assert distance(0, 30) == 10000
    assert distance(0, 0) == 0
    assert distance(1, Fraction(3, 2)) == 3333


def test_rows_rank_as_printed_pays_do() -> None:
    hands = tuple(PaidHand(name, "", "") for name in "abc")
    assert rank_order(PayTable(hands, {"usual": "30/5/1"})) == (0, 1, 2)
    assert rank_order(PayTable(hands, {"odd": "5/30/5"})) == (1, 0, 2)


def test_pays_stand_as_printed_whatever_their_rank() -> None:
    """A table that prints its best row last."""
    duel, courts = class_of(DUEL), PayTable(made(DUEL).wager["court"].paid_hands, {"1-5": "1/5"})
    question = ask(made(DUEL), "court", edge=(0, 1))
    assert rank_order(courts) == (1, 0)
    turned = type(question)(**{**vars(question), "order": (1, 0)})
    assert str(turned.printed((5, 1))) == "1/5"
    assert duel is type(turned.game)


# --- what cannot be ---


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"edge": (0.9, 0.91)}, "the nearest is 44.95%, with 15/10/2/1/1."),
        ({"edge": (0.03001, 0.03002)}, "the nearest is 3.017%, with 28/20/5/3/2."),
        ({"edge": (0.03, 0.04), "sd": (None, 1)}, "the nearest is 2.0103, with 15/10/4/3/3."),
        ({"edge": (0.03, 0.04), "hit": (0.5, 0.6)}, "wins 50% to 60% of the time: the nearest is 21.57%."),
        ({"edge": (0.03, 0.04), "low": 9, "top": (5, 8)}, "leave no room"),
        ({"edge": (0.04, 0.03)}, "4 to 3 percent is not possible for --edge"),
        ({"edge": (0.03, 2)}, "3 to 200 percent is not possible for --edge"),
        ({"edge": (0.03, 0.04), "sd": (-1, 2)}, "-1 to 2 is not possible for --sd"),
        ({"edge": (0.03, 0.04), "low": "1/2"}, "--min takes a whole number"),
        ({"edge": (0.03, 0.04), "high": "many"}, "--max takes a whole number"),
        ({"edge": (0.03, 0.04), "like": "3/2"}, "5 pays from the top row down"),
        ({"edge": (0.03, 0.04), "most": 0}, "take 1 to 1,000"),
        ({"edge": (0.03, 0.04), "low": 1, "high": 100_000}, "too many to count"),
    ],
)
def test_impossible_wishes(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError) as refused:
        pay_tables(made("mini-tex"), "pocket-poker", **asked)
    assert words in str(refused.value)


def test_the_nearest_where_players_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match=r"the nearest is 2\.413%, with 14/3"):
        pay_tables(made("two-card-roo"), "flush-roo", edge=(0.023, 0.0231))
    with pytest.raises(OptionError, match="has a standard deviation of 100 or more: all 2 of them were solved"):
        pay_tables(made("two-card-roo"), "flush-roo", edge=(0.02, 0.04), sd=(100, None))
    monkeypatch.setattr("houseway.lab.searching_pays.search.MOST_TRIED", 1)
    with pytest.raises(OptionError, match="None of the 1 nearest"):
        pay_tables(made("two-card-roo"), "flush-roo", edge=(0.02, 0.04), sd=(100, None))


@pytest.mark.parametrize(
    ("name", "wager", "words"),
    [
        ("mini-tex", "pocket", "take pocket-poker"),
        ("mini-tex", "ante", "take pocket-poker"),
        ("high-card-flush", "progressive", "pays prizes from a meter, not so much to 1: take flush or straight-flush"),
    ],
)
def test_wagers_without_a_pay_table(name: str, wager: str, words: str) -> None:
    with pytest.raises(WagerError) as refused:
        pay_tables(made(name), wager, edge=(0, 1))
    assert words in str(refused.value)


def test_a_game_that_offers_no_such_wager() -> None:
    with pytest.raises(WagerError, match="no wager here has one"):
        pay_tables(class_of(DUEL).make(None, {"court": "off"}), "court", edge=(0, 1))


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("2.5..4", (Fraction(5, 2), 4)),
        ("..3", (None, 3)),
        ("50..", (50, None)),
        ("4", (4, 4)),
        ("-1..2%", (-1, 2)),
    ],
)
def test_ranges(text: str, ends: Any) -> None:
    assert parse_between(text, "--edge") == ends
    percents = parse_between(text, "--edge", percent=True)
    assert percents == tuple(end if end is None else Fraction(end) / 100 for end in ends)


@pytest.mark.parametrize("text", ["", "..", "2.5-4", "a..b", "1..2..3", "1 2", "1e9..2"])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(OptionError, match="is not a range"):
        parse_between(text, "--edge")


# --- the command ---


def test_the_command_says_it_for_programs() -> None:
    done = houseway("lab", "paytable", "mini-tex", "pocket-poker", "--edge", "2.5..4", "--most", "2", "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert (data["possible"], data["meeting"]) == (135_423, {"least": 2608, "most": 2608})
    assert [table["set"] for table in data["tables"]] == ["pocket-poker=25/20/5/3/2", "pocket-poker=29/20/5/3/2"]
    odds = houseway("odds", "mini-tex", "--wager", "pocket-poker", "--set", data["tables"][0]["set"], "--json")
    (wager,) = json.loads(odds.stdout)["wagers"]
    assert Fraction(data["tables"][0]["house_edge"]) == -Fraction(wager["expected_value"]) == Fraction(52, 1326)


def test_the_command_says_it_for_people() -> None:
    done = houseway("lab", "paytable", "mini-tex", "pocket-poker", "--edge", "2.5..4", "--most", "2")
    assert done.returncode == 0, done.stderr
    assert "2,608" in done.stdout
    assert "25/20/5/3/2" in done.stdout
    assert "houseway odds mini-tex --set pocket-poker=25/20/5/3/2" in done.stdout


def test_it_is_written_and_shown_in_a_notebook(tmp_path: Path) -> None:
    file = tmp_path / "found.md"
    done = houseway("lab", "paytable", "mini-tex", "pocket-poker", "--edge", "2.5..4", "--most", "2", "-o", str(file))
    assert done.returncode == 0, done.stderr
    assert "25/20/5/3/2" in file.read_text(encoding="utf-8")
    shown = pay_tables(made(DUEL), "court", edge=(0, 0.1))._repr_html_()
    assert "<table" in shown
    assert "King, queen or jack" in shown


def test_the_command_refuses_in_one_sentence(tmp_path: Path) -> None:
    missing = str(tmp_path / "no" / "x.html")
    for arguments in (["--edge", "90..91"], ["--edge", "x"], ["--edge", "2..3", "-o", missing]):
        done = houseway("lab", "paytable", "mini-tex", "pocket-poker", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_progress_is_told() -> None:
    said: list[str] = []
    tell: Callable[[str], None] = said.append
    pay_tables(made("two-card-roo"), "flush-roo", edge=(0.02, 0.04), progress=tell)
    assert said[0] == "counting the game"
    assert "pay tables solved" in said[1]
    assert "confirmed" in said[-1]
