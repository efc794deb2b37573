"""`lab sweep`: every point is what solving it alone gives, wherever it was counted."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from tests.calling import houseway as called
from tests.lab.games import duel
from tests.simulation.test_cluster import Machines

import houseway
from houseway.document.blocks import BarChart, Cell, HeatMap, Items, LineChart, Paragraph, Table
from houseway.errors import OptionError
from houseway.lab import sweep
from houseway.lab.figures import FIGURES
from houseway.lab.varying import many_solutions
from houseway.lab.varying.option_values import option_values
from houseway.lab.varying.sweeping import Sweep
from houseway.odds import solve

ROO = houseway.game("two-card-roo")
FEW = {"house_way": ["7", "8"], "decks": ["1", "6", "8"]}


def text(cell: str | Cell) -> str:
    return cell.text if isinstance(cell, Cell) else cell


def rows(found: Sweep, wager: str) -> list[tuple[str, ...]]:
    table = next(block for block in found.blocks() if isinstance(block, Table) and block.caption.startswith(wager))
    return [tuple(map(text, row)) for row in table.rows]


# --- the values of options ---


def test_listed_values_are_all_tried() -> None:
    assert option_values(ROO, "ties").values == ("player", "push", "dealer")
    assert option_values(ROO, "decks").values == ("1", "2", "4", "6", "8")
    assert option_values(ROO, "house_way").values == tuple(map(str, range(2, 14)))
    assert option_values(ROO, "flush_roo").values == ("15-3", "off")
    assert option_values(ROO, "flush-roo").left_out is None


def test_a_pay_table_of_ones_own_is_among_the_values() -> None:
    assert option_values(houseway.game("two-card-roo", flush_roo="12/4"), "flush-roo").values == ("15-3", "off", "12/4")
    assert option_values(houseway.game("two-card-roo", flush_roo="15/3"), "flush-roo").values == ("15-3", "off")


def test_multiples_are_all_combinations() -> None:
    bets = option_values(houseway.game("mini-tex"), "bets")
    assert bets.values == tuple("/".join(map(str, row)) for row in product(range(1, 6), repeat=3))
    raises = option_values(houseway.game("high-card-flush"), "raises")
    assert len(raises.values) == 35  # three of five, none lower than the one before
    assert all(value.split("/") == sorted(value.split("/")) for value in raises.values)


def test_of_many_numbers_some_are_taken() -> None:
    cut = option_values(ROO, "cut_card")
    assert {"18", "52", "398"} <= set(cut.values)
    assert cut.left_out == 381 - len(cut.values)
    seed = option_values(houseway.game("high-card-flush"), "progressive_seed")
    assert {"0", "1000000", "10000000"} <= set(seed.values)


def test_named_values_are_checked_and_taken_once() -> None:
    assert option_values(ROO, "flush-roo", ["15-3", "15/3", " 12/4 "]).values == ("15-3", "12/4")
    with pytest.raises(OptionError, match="Option decks: '3' is not legal"):
        option_values(ROO, "decks", ["3"])
    with pytest.raises(OptionError, match="no values of decks"):
        option_values(ROO, "decks", [])
    with pytest.raises(OptionError, match="one value in print, 10-7"):
        option_values(houseway.game("three-card-draw-poker"), "ante-bonus")


# --- sweeps ---


def test_one_option_is_a_table_and_a_chart() -> None:
    found = sweep(ROO, ["house_way"], values={"house_way": ["7", "8", "10"]})
    assert [point.values for point in found.points] == [("7",), ("8",), ("10",)]
    for point in found.points:
        alone = solve(houseway.game("two-card-roo", house_way=point.values[0])).main
        assert point.solution is not None
        assert [figure.of(point.solution.main) for figure in FIGURES] == [figure.of(alone) for figure in FIGURES]
    chart = next(block for block in found.blocks() if isinstance(block, LineChart))
    assert [f"{edge:.4%}" for _, edge in chart.series[0].points] == [row[1] for row in rows(found, "Roo")]
    assert found.wagers == ("roo",)  # the side wagers do not look at the dealer
    assert found.present is found.point("8")
    assert "House edge of Roo" in found._repr_html_()


def test_two_options_are_a_heat_map_and_its_table() -> None:
    found = sweep(ROO, ["house_way", "decks"], values=FEW, wager="roo")
    [chart] = [block for block in found.blocks() if isinstance(block, HeatMap)]
    assert (chart.rows_title, chart.columns_title) == ("decks", "house_way")  # the longer one goes down
    table = {row[:2]: row[2] for row in rows(found, "Roo")}
    assert len(table) == 6
    for decks, values, texts in zip(chart.rows, chart.values, chart.texts, strict=True):
        for house_way, value, cell in zip(chart.columns, values, texts, strict=True):
            alone = solve(houseway.game("two-card-roo", house_way=house_way, decks=decks)).main.house_edge
            assert value == float(alone)
            assert cell == f"{float(alone):.2%}"
            assert table[house_way, decks] == f"{float(alone):.4%}"


def test_three_options_are_a_table() -> None:
    found = sweep(ROO, ["ties", "aces", "decks"], values={"ties": ["dealer", "push"], "decks": ["1"]}, best_first=True)
    assert not [block for block in found.blocks() if isinstance(block, HeatMap | BarChart | LineChart)]
    edges = [float(row[3].rstrip("%")) for row in rows(found, "Roo")]
    assert len(edges) == 4
    assert edges == sorted(edges)


def test_a_side_wager_that_changes_is_shown() -> None:
    found = sweep(ROO, ["pairs-pay"], values={"pairs-pay": ["15", "12", "off"]})
    assert found.wagers == ("roo", "pairs-pay")
    assert rows(found, "Pairs Pay")[-1][0] == "off"
    assert set(rows(found, "Pairs Pay")[-1][1:]) == {"–"}
    same = next(block.text for block in found.blocks() if isinstance(block, Paragraph))
    assert same.startswith("Roo is the same throughout: house edge")
    assert isinstance(found.blocks()[1], BarChart)


def test_the_example_game_is_swept() -> None:
    found = sweep(duel(), ["ties", "court"])
    for ties, court in product(("push", "dealer"), ("5-1", "4-1", "off")):
        alone, point = solve(duel(ties=ties, court=court)), found.point(ties, court)
        assert point.solution is not None
        assert point.solution.main.house_edge == alone.main.house_edge
        assert {odds.wager for odds in point.solution.wagers} == {odds.wager for odds in alone.wagers}


def test_refused_combinations_are_told() -> None:
    """Two decks have no room for a cut card as deep as eight decks can have it."""
    found = sweep(ROO, ["decks", "cut_card"], values={"decks": ["2", "8"], "cut_card": ["52", "300"]})
    assert [point.values for point in found.refused] == [("2", "300")]
    assert [point.values for point in found.counted] == [("2", "52"), ("8", "52"), ("8", "300")]
    [items] = [block for block in found.blocks() if isinstance(block, Items)]
    assert items.items[0].startswith("decks=2, cut_card=300: ")
    assert "refused" in found.to_json()["points"][1]
    with pytest.raises(OptionError, match="refuses all of these values"):
        sweep(houseway.game("two-card-roo", decks=2), ["cut_card"], values={"cut_card": ["300"]})


def test_json_has_everything() -> None:
    found = sweep(ROO, ["decks"], values={"decks": ["1", "6"]})
    data = found.to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["varied"] == [{"option": "decks", "values": ["1", "6"]}]
    for point in data["points"]:
        alone = solve(houseway.game("two-card-roo", decks=point["values"]["decks"]))
        assert point["fingerprint"] == alone.fingerprint
        assert {wager: Fraction(figures["house_edge"]) for wager, figures in point["wagers"].items()} == {
            odds.wager: alone.played_for_itself(odds.wager).house_edge for odds in alone.wagers
        }
        beside = Fraction(point["wagers"]["flush-roo"]["with_main"]["house_edge"])
        assert beside == alone.wager("flush-roo").house_edge


@pytest.mark.slow
def test_the_number_of_workers_does_not_matter() -> None:
    """The first is counted here, the others by two processes; those of the example game find it as we do."""
    steps: list[tuple[int, int]] = []
    few = {"decks": ["1", "6", "8"]}
    for game, option, values in ((ROO, "decks", few), (duel(), "court", None)):
        one = sweep(game, [option], values=values, workers=1)
        two = sweep(game, [option], values=values, workers=2, progress=lambda done, total: steps.append((done, total)))
        assert one.to_json() == two.to_json()
        assert [point.solution for point in one.points] == [point.solution for point in two.points]
    assert steps == [(1, 3), (2, 3), (3, 3)] * 2


def test_what_takes_long_goes_to_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(many_solutions, "PATIENCE", 0.0)
    monkeypatch.setattr(many_solutions, "_usual_workers", lambda: 2)

    def keep_count(tasks: dict[int, many_solutions.Task], workers: int | None, keep: many_solutions.Keep) -> None:
        sent.extend(tasks)
        for number, task in tasks.items():
            keep(number, many_solutions.solve_task(task))

    monkeypatch.setattr(many_solutions, "_on_processes", keep_count)
    found = sweep(duel(), ["ties", "court"])
    assert sent == [1, 2, 3, 4, 5]
    alone = [solve(duel(ties=ties, court=court)) for ties, court in product(("push", "dealer"), ("5-1", "4-1", "off"))]
    assert [point.solution for point in found.points] == alone


@pytest.mark.slow
@pytest.mark.thorough
def test_a_cluster_gives_the_same(tmp_path: Path) -> None:
    machines = Machines(tmp_path)
    try:
        machines.add_worker()
        found = sweep(ROO, ["decks"], cluster=machines.address)
    finally:
        machines.close()
    assert found.to_json() == sweep(ROO, ["decks"], workers=1).to_json()


# --- bad input ---


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "nothing to vary"),
        (("--vary", "deck"), "no option 'deck' here: the options are decks,"),
        (("--vary", "decks", "--values", "decks=3"), "Option decks: '3' is not legal"),
        (("--vary", "decks", "--values", "decks="), "--values takes OPTION=VALUE,VALUE"),
        (("--vary", "decks", "--values", "ties=push"), "'ties', which is not varied"),
        (("--vary", "decks", "--vary", "decks"), "named twice"),
        (("--vary", "cut_card", "--vary", "house_way", "--vary", "ties", "--vary", "decks"), "2,000 is the most"),
        (("--vary", "decks", "--wager", "insurance"), "no wager 'insurance'"),
        (("--vary", "decks", "--strategy", "wild"), "no strategy 'wild'"),
        (("--vary", "decks", "--workers", "0"), "1 to 1024 workers"),
        (("--vary", "decks", "--cluster", "nowhere"), "a host and a port"),
        (("--vary", "decks", "--workers", "2", "--cluster", "tcp://127.0.0.1:1"), "cannot be combined"),
        (("--vary", "decks", "-o", "no-such-folder/x.html"), "no-such-folder"),
    ],
)
def test_bad_input_is_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    done = called("lab", "sweep", "two-card-roo", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_the_command_shows_and_gives_the_same(tmp_path: Path) -> None:
    call = ("lab", "sweep", "two-card-roo", "--vary", "ties", "--vary", "aces", "--values", "ties=push,dealer")
    shown, given = called(*call), called(*call, "--json")
    assert shown.returncode == given.returncode == 0
    points = json.loads(given.stdout)["points"]
    assert len(points) == 4
    for point in points:
        assert f"{float(Fraction(point['wagers']['roo']['house_edge'])):.4%}" in shown.stdout
    written = tmp_path / "found.html"
    assert called(*call, "-o", str(written)).returncode == 0
    assert "House edge of Roo" in written.read_text(encoding="utf-8")
