"""Blocks on the terminal: every kind is shown, and no text is read as markup."""

from __future__ import annotations

import io

from rich.console import Console
from tests.document.samples import blocks, hostile

from houseway.cli.laboratory.terminal import show_blocks
from houseway.document.blocks import Axis, Band, BarChart, Block, HeatMap, LineChart, Paragraph, Series, StrategyGrid

MANY = tuple(float(n) for n in range(1, 60))


def shown(*parts: Block, width: int = 100, colour: bool = False) -> str:
    file = io.StringIO()
    show_blocks(
        Console(width=width, file=file, force_terminal=colour, color_system="truecolor" if colour else None), parts
    )
    return file.getvalue()


def test_every_kind_of_block_is_shown() -> None:
    text = shown(*blocks())
    for expected in (
        "Rules of play",
        "2. Look at your cards: A♠ K♥ Q♦ 10♣.",
        "· One thing.",
        "House edge 3.2235% · Element of risk 1.0211%",
        "    houseway odds mini-tex --json",
        "Ante: every outcome",
        "Combinations of all cards dealt.",
        "Pair Plus         2.41%   5.670000%   differs",
        "45.47%",
        "0.002%",
        "Six decks instead of one (better)",
        "R Raise 3x · C Call · F Fold",
        "A half round table with a circle",
    ):
        assert expected in text, expected
    assert max(map(len, text.splitlines())) <= 100


def test_markup_and_hostile_texts_are_shown_as_they_are() -> None:
    assert "[bold red]no[/] [link=x] :smile:" in shown(Paragraph("[bold red]no[/] [link=x] :smile:"))
    assert "onerror=alert(1)" in shown(*hostile(), width=300)


def test_a_line_of_many_points_is_a_curve_with_its_scales_and_names() -> None:
    chart = LineChart(
        "Curve",
        Axis("Rounds", log=True),
        Axis("Hold", percent=True),
        (Series("up", tuple((x, x / 100) for x in MANY)), Series("steps", tuple((x, 0.2) for x in MANY), steps=True)),
        (Band("band", tuple((x, -0.1, 0.9) for x in MANY)),),
    )
    text = shown(chart)
    lines = text.splitlines()
    assert lines[0] == "Curve"
    assert "90% │" in text
    assert "−10% │" in text
    assert "Rounds   ━━ band   ━━ up   ━━ steps" in text
    assert lines[-3].split() == ["1", "59"]
    drawn = {character for line in lines[1:15] for character in line if "\u2801" <= character <= "\u28ff"}
    assert len(drawn) > 5


def test_a_curve_without_points_and_one_of_equal_points_are_shown() -> None:
    assert "Curve" in shown(LineChart("Curve", Axis("x"), Axis("y")))
    flat = LineChart("Flat", Axis("x"), Axis("y"), (Series("a", tuple((x, 1.0) for x in MANY)),))
    assert "Flat" in shown(flat)
    nowhere = LineChart("No", Axis("x", log=True), Axis("y"), (Series("a", tuple((-x, 1.0) for x in MANY)),))
    assert "Nothing to show." in shown(nowhere)


def test_cells_have_the_colour_of_their_value_and_words_without_room_are_cut() -> None:
    heat = HeatMap("H", "c", "r", ("1", "2"), ("a", "b"), ((0.0, 1.0), (None, 0.5)), (("0%", "100%"), ("", "50%")))
    coloured = shown(heat, colour=True)
    assert coloured.count("\x1b[38;2;0;0;0;48;2;") == 2  # black on the lighter ones
    assert coloured.count("\x1b[38;2;255;255;255;48;2;") == 1
    alike = StrategyGrid("S", "", "", tuple("abcdefgh"), ("x",), (("Raise three", "Raise two", *("Fold",) * 6),))
    assert "1 Raise three · 2 Raise two · 3 Fold" in shown(alike, width=60)


def test_bars_below_zero_point_the_other_way() -> None:
    """The player's edge of 3.47% is drawn left of zero, the house's edge of 3.22% right of it, both to one scale."""
    edges = (("1/1/1", -0.0347), ("1/1/2", 0.0322), ("1/1/3", 0.0), ("1/1/4", 0.0161))
    chart = BarChart("House edge", Axis("bets"), Axis("House edge", percent=True), edges, sideways=True)
    player, house, nothing, half = (line.partition("│") for line in shown(chart).splitlines()[1:5])
    bars = [(before.count("█"), after.count("█")) for before, _, after in (player, house, nothing, half)]
    assert bars[0][1] == bars[1][0] == 0
    assert bars[2] == (0, 0)
    assert bars[0][0] > bars[1][1] > bars[3][1] > 0
    assert abs(bars[1][1] - 2 * bars[3][1]) <= 1
    assert [len(before) for before, _, _ in (player, house, nothing, half)] == [len(player[0])] * 4


def test_bars_above_zero_have_no_room_left_of_it() -> None:
    chart = BarChart("House edge", Axis("bets"), Axis("House edge", percent=True), (("one", 0.02), ("two", 0.04)))
    assert [line.count("█") for line in shown(chart).splitlines()[1:3]] == [20, 40]
    assert "│" not in shown(chart)
