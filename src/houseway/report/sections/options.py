"""What each option does to the edge."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.document.blocks import Block, Cell, Column, Commands, Heading, Items, Mark, Paragraph, Table
from houseway.report.figures import change, percent
from houseway.report.options import Value, Variation
from houseway.report.study import Study


def blocks(study: Study) -> Iterator[Block]:
    varied = [item for item in study.variations if item.values]
    if not study.variations:
        return
    yield Heading("What each option does to the edge")
    yield Paragraph(
        "Each option is varied alone, the others as in these rules. The game is solved again for each value: all "
        f"wagers are played with the strategy that is then best for {study.unit}. Wagers whose edge does not change "
        "are left out."
    )
    for variation in varied:
        if len(variation.values) > 1:
            yield _table(study, variation)
    left = [item for item in study.variations if not item.values]
    left += [item for item in varied if len(item.values) == 1]
    if left:
        yield Paragraph("Not varied here:")
        yield Items(tuple(f"{item.name} ({item.help}): {item.reason or 'it has one listed value'}." for item in left))
        yield Paragraph("This command takes any values:")
        yield Commands((f"houseway lab sweep {study.game.id} --vary OPTION",))


def _table(study: Study, variation: Variation) -> Block:
    now = {odds.wager: odds.house_edge for odds in study.solution.wagers}
    moved = [name for name in now if any(value.edges.get(name, now[name]) != now[name] for value in variation.values)]
    if not moved:
        names = ", ".join(value.value for value in variation.values)
        skipped = [f"{value.value}: {value.reason.rstrip('.')}" for value in variation.values if value.reason]
        told = "; ".join(skipped) if skipped else f"{names}; no wager's edge changes"
        return Paragraph(f"{variation.name} ({variation.help}): {told}.")
    columns = [Column(variation.name)]
    for name in moved:
        columns += [Column(study.wager_name(name), number=True), Column("Change", number=True)]
    rows = tuple(tuple(_cells(study, value, moved)) for value in variation.values)
    notes = {f"{value.value}: {value.reason.rstrip('.')}." for value in variation.values if value.reason}
    return Table(f"{variation.name}: {variation.help}", tuple(columns), rows, notes=tuple(sorted(notes)))


def _cells(study: Study, value: Value, moved: list[str]) -> Iterator[str | Cell]:
    yield Cell(f"{value.value}, as here", Mark.STRONG) if value.current else value.value
    for name in moved:
        edge = value.edges.get(name)
        if edge is None:
            yield "not counted" if value.reason else "not offered"
            yield ""
        else:
            yield Cell(percent(edge), Mark.BAD) if edge < 0 else percent(edge)
            yield "" if value.current else change(edge - study.solution.wager(name).house_edge)
