"""A wager that depends on a decision: a report has one figure for each label, and says how the hand is played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from tests.report.test_figures import read

from houseway.document.blocks import Block, Cell, Paragraph, Table
from houseway.odds.as_json import odds_json
from houseway.report.building import facts
from houseway.report.hold import spread
from houseway.report.sections import hold, simulation, wagers
from houseway.report.study import Study

Studies = Callable[[str], Study]


def labelled(study: Study) -> Iterator[tuple[str, str]]:
    """Every label with its edge as the cover and the chapters print it, to four digits of a percent."""
    yield from (
        (label, edge) for label, edge in (text.split(": ") for text in dict(facts(study))["House edge"].split("; "))
    )
    for block in chapters(study):
        if not isinstance(block, Table):
            continue
        label, _, caption = block.caption.partition(": ")
        if caption == "outcomes":
            yield label, percent(-read(_text(block.rows[-1][-1])))
        elif caption.startswith("the house's win; edge "):
            yield label, caption.rpartition(" ")[2]
        elif block.caption == "Every wager, simulated and exact":
            yield from ((_text(row[0]), percent(-read(_text(row[1])))) for row in block.rows)
        elif block.caption.startswith("All wagers, played with"):
            yield from ((_text(row[0]), _text(row[1])) for row in block.rows)


def chapters(study: Study) -> Iterator[Block]:
    yield from wagers.blocks(study)
    yield from hold.blocks(study)
    yield from simulation.blocks(study)


def _text(cell: str | Cell) -> str:
    return cell.text if isinstance(cell, Cell) else cell


def percent(edge: object) -> str:
    return f"{100 * float(str(edge)):.4f}%"


def test_one_label_has_one_figure(study: Studies) -> None:
    found, side = study("two-card-roo"), "flush-roo"
    figures: dict[str, set[str]] = defaultdict(set)
    for label, edge in labelled(found):
        figures[label].add(edge)
    assert all(len(edges) == 1 for edges in figures.values()), figures
    name, main = found.wager_name(side), found.unit
    odds = odds_json(found.game, found.solution, found.solution.wagers)
    wager = next(item for item in odds["wagers"] if item["wager"] == side)
    assert figures[f"{name}, played for itself"] == {f"{wager['house_edge_percent']:.4f}%"}
    beside = f"{wager['with_main']['house_edge_percent']:.4f}%"
    assert figures[f"{name}, played with {main}'s best strategy"] == {beside}
    assert name not in figures
    simulated = {item["wager"]: item["exact"] for item in found.simulation.to_json()["wagers"]}
    assert simulated[side] == wager["with_main"]["expected_value"]
    edges = {value.edges[side] for item in found.variations for value in item.values if value.current}
    assert edges == {found.solution.wager(side).house_edge}
    assert spread(found.solution.wager(side), 100) == next(found_ for found_ in found.spreads[side])


def test_the_joint_play_is_shown(study: Studies) -> None:
    found = study("two-card-roo")
    blocks = list(wagers.blocks(found))
    table = next(block for block in blocks if isinstance(block, Table) and block.caption.startswith("Expected values"))
    assert table.caption.endswith("with 1 on Roo and 1 on Flush Roo")
    rows = {_text(row[0]): [read(_text(cell)) for cell in row[1:]] for row in table.rows}
    assert list(rows) == ["Roo alone", "Flush Roo alone", "all stakes together"]
    assert rows["all stakes together"][-1] == max(total for *_, total in rows.values())
    assert rows["Roo alone"][0] == max(roo for roo, *_ in rows.values())
    assert rows["Flush Roo alone"][1] == max(flush for _, flush, _ in rows.values())
    texts = " ".join(block.text for block in blocks if isinstance(block, Paragraph))
    assert "which costs 2.8501% of Roo" in texts
