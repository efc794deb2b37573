"""Charts: the same numbers give the same picture, whatever the numbers and the texts are."""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from tests.document.samples import HOSTILE, charts, hostile

from houseway.document.blocks import Axis, BarChart, Chart, HeatMap, LineChart, Series, StrategyGrid
from houseway.document.chart_tables import as_table, column_text, number_text, picked
from houseway.document.charts import svg
from houseway.document.colours import BANDS, GROUNDS, INK, LINES, PAPER, QUIET, contrast, ground_of_value, ink_on
from houseway.document.extra import MissingExtra
from houseway.errors import HousewayError

CHARTS = [block for block in charts() if isinstance(block, LineChart | BarChart | HeatMap | StrategyGrid)]
HOSTILE_CHARTS = [block for block in hostile() if isinstance(block, LineChart | BarChart | HeatMap | StrategyGrid)]


def texts(picture: str) -> list[str]:
    return [
        "".join(element.itertext()) for element in ElementTree.XML(picture).iter("{http://www.w3.org/2000/svg}text")
    ]


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: type(chart).__name__)
def test_the_same_numbers_give_the_same_bytes_and_nothing_from_elsewhere(chart: Chart) -> None:
    picture = svg(chart)
    assert picture == svg(chart)
    assert " id=" not in picture  # two charts of one page cannot be mixed up
    assert set(re.findall(r"https?://[^\"' ]+", picture)) == {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }


def test_axes_read_percent_and_powers_of_ten_and_cells_show_their_texts() -> None:
    bands, _, bars, _, heat, grid = map(texts, map(svg, CHARTS))
    assert {"100", "1k", "1M", "0%", "20%", "99%", "Expected", "Rounds", "Hold"} <= set(bands)
    assert {"0.001%", "100%", "+50"} <= set(bars)
    assert {"-1.25%", "70/20/5", "Decks"} <= set(heat)
    assert grid.count("Fold") == sum(text == "Fold" for texts in CHARTS[-1].texts for text in texts)  # type: ignore[union-attr]


@pytest.mark.parametrize("chart", HOSTILE_CHARTS, ids=lambda chart: type(chart).__name__)
def test_a_hostile_text_stays_a_text(chart: Chart) -> None:
    picture = svg(chart)
    assert "<img" not in picture
    assert any(text[:20] in HOSTILE for text in texts(picture))


NOTHING = float("nan")


@pytest.mark.parametrize(
    "chart",
    [
        LineChart("", Axis("x"), Axis("y")),
        LineChart(
            "",
            Axis("x", log=True),
            Axis("y", log=True),
            (Series("a", ()), Series("b", ((0.0, 1.0), (NOTHING, 2.0), (1.0, float("inf"))))),
        ),
        BarChart("", Axis("x"), Axis("y"), ()),
        BarChart("", Axis("x"), Axis("y", log=True), (("a", 0.0), ("b", NOTHING), ("c", -1.0))),
        HeatMap("", "", "", (), (), (), ()),
        HeatMap("", "", "", ("a",), ("b",), ((NOTHING,),), (("–",),)),
        StrategyGrid("", "", "", ("a",), ("b",), (("",),)),
        BarChart("", Axis("\ud800\ufffe"), Axis("\U0001f0a1" * 400), (("\U0001f0a1" * 400, 1.0),), sideways=True),
        HeatMap("", "\x00", "\x1f", ("\x00",), ("\ufffe",), ((1.0,),), (("\x0b" + "\U0001f0a1" * 400,),)),
        BarChart("A\x00\x0b", Axis(""), Axis(""), (("a\x01", 1.0), ("a\x01", 2.0)), groups=("x", "y")),
    ],
)
def test_no_numbers_and_impossible_ones_leave_an_empty_place(chart: Chart) -> None:
    ElementTree.XML(svg(chart))
    assert as_table(chart).columns


@pytest.mark.parametrize("module", ["altair", "vl_convert"])
def test_a_missing_extra_is_one_sentence(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r'^[^.]*: pip install "houseway\[report\]"\.$') as error:
        svg(CHARTS[0])
    assert isinstance(error.value, HousewayError)


def test_every_text_is_read_on_its_ground() -> None:
    grounds = [ground_of_value(step / 100, -0.3, 1.0, middle) for step in range(-30, 101) for middle in (None, 0.0)]
    assert all(contrast(ink_on(ground), ground) >= 4.5 for ground in [*grounds, *GROUNDS])
    assert all(contrast(ink, PAPER) >= 4.5 for ink in (INK, QUIET))


def test_printed_grey_neighbouring_colours_differ_in_lightness() -> None:
    for colours in (LINES, BANDS, GROUNDS):
        assert all(contrast(one, other) > 1.2 for one, other in pairwise(colours))


# --- as tables ---


def test_a_line_of_many_points_is_thinned_with_its_ends() -> None:
    chart = LineChart("C", Axis("x"), Axis("y"), (Series("a", tuple((float(n), n / 7) for n in range(1_000))),))
    table = as_table(chart)
    assert (len(table.rows), table.rows[0][0], table.rows[-1][0]) == (40, "0", "999")
    assert table.notes == ("40 of 1,000 points.",)
    assert picked(3) == [0, 1, 2]


def test_numbers_of_a_column_have_the_same_decimals() -> None:
    write = column_text([0.5, 0.03312], Axis("Hold", percent=True))
    assert (write(0.5), write(0.03312), write(NOTHING)) == ("50.00%", "3.31%", "–")
    assert column_text([1.0, 1_000_000.0], Axis("Rounds"))(1_000_000.0) == "1,000,000"
    assert number_text(2e-7, Axis("p", percent=True)) == "0.00002%"


def test_bands_have_two_columns_and_groups_a_column_of_their_own() -> None:
    bands, _, _, options, heat, _ = map(as_table, CHARTS)
    assert [column.title for column in bands.columns] == [
        "Rounds",
        "Expected",
        "99%, from",
        "99%, to",
        "95%, from",
        "95%, to",
    ]
    assert [column.title for column in options.columns] == ["Option", "Group", "House edge"]
    assert heat.columns[0].title == "Pays \\ Decks"
