"""What a search for pay tables found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.document.blocks import Block, Cell, Column, Commands, Facts, Mark, Paragraph, Table
from houseway.lab.result import Result
from houseway.lab.searching_pays.question import ENDLESS, Question
from houseway.lab.searching_pays.space import ODD, SCALE, is_round
from houseway.odds.labels import FOR_ITSELF, with_main
from houseway.odds.sheet import sentence
from houseway.odds.solution import WagerOdds
from houseway.rounding import fixed, percent, short
from houseway.rules.game import Game
from houseway.rules.pay_tables import Pays, ratio_text


@dataclass(frozen=True)
class FoundTable:
    """A pay table that meets all, with the odds of the wager it belongs to."""

    pays: Pays
    odds: WagerOdds
    distance: Fraction  # from what is wanted
    with_main: WagerOdds | None = None  # of a side wager that depends on a decision: `odds` are played for itself

    @property
    def rounds(self) -> int:
        """How many of its pays are round."""
        return sum(is_round(int(pay)) for pay in self.pays)


@dataclass(frozen=True)
class PayTables(Result):
    """The pay tables that meet what was asked for, the nearest to what is wanted first."""

    question: Question
    tables: tuple[FoundTable, ...]
    meeting: tuple[int, int]  # at least and at most so many meet it; the same where all are counted
    solved: int  # tables that were solved to tell, where pays change decisions

    @property
    def game(self) -> Game[Any]:  # type: ignore[override]
        return self.question.game

    @property
    def title(self) -> str:
        return f"Pay tables of {self.question.wager.name} with {', '.join(self._asked())}"

    @property
    def possible(self) -> int:
        """How many tables there are within the bounds, whatever they return."""
        return self.question.possible

    def set_text(self, table: FoundTable) -> str:
        """What to give to `--set` for a table."""
        return f"{self.question.option}={table.pays}"

    def _asked(self) -> list[str]:
        question = self.question
        found = [f"a house edge of {_span(question.edge, percent=True)}"]
        if question.hit:
            found.append(f"a win {_span(question.hit, percent=True)} of the time")
        if question.sd:
            found.append(f"a deviation of {_span(question.sd)}")
        return found

    def _number(self) -> str:
        least, most = self.meeting
        return f"{least:,}" if least == most else f"{least:,} to {most:,}"

    def blocks(self) -> Sequence[Block]:
        question = self.question
        low, high = question.bounds
        unpaid = ", the last rows paying or not" if any(unpaid for unpaid, _ in question.parts) else ""
        name = self.game.wager[question.measured].name
        if self._beside:
            name = f"{name}, {FOR_ITSELF}"
        facts = (
            ("pay tables that meet it", self._number()),
            ("of those from", f"{low} to {high}{unpaid}: {self.possible:,}"),
            ("wanted", str(question.wanted)),
        )
        note = (
            "The distance adds up, row by row, by what share of the larger a pay and the wanted one differ, and "
            f"{short(Fraction(ODD, SCALE))} for a pay that is not round: above 10 a multiple of 5, above 50 one of 10 "
            "or 75, above 100 one of 25, above 1,000 one of 100. No row pays more than a better one."
        )
        if question.measured != question.wager.id:
            note += f" The figures are those of {name}, which {question.wager.name} is part of."
        if self.solved:
            note += (
                f" These pays change what players decide: {self.solved:,} tables were solved to tell of all others, "
                "and each table listed was confirmed by solving the game with it."
            )
        best = self.tables[0]
        return (
            Facts(facts),
            self._listed(f"House edge of {name}"),
            self._row_by_row(best),
            Paragraph("To use the first:"),
            Commands((f"houseway odds {self.game.id}{self._edition()} --set {self.set_text(best)}",)),
            Paragraph(note, note=True),
        )

    def _edition(self) -> str:
        return f" --edition {self.game.edition}" if self.game.edition != self.game.editions[0].name else ""

    @property
    def _beside(self) -> bool:
        """Whether the wager depends on a decision, so that it has another edge when the main wager decides."""
        return any(table.with_main for table in self.tables)

    def _listed(self, edge: str) -> Table:
        columns = (
            Column("", number=True),
            Column("Pays"),
            Column(edge, number=True),
            *([Column(sentence(with_main(self.game)), number=True)] if self._beside else []),
            Column("Wins", number=True),
            Column("Standard deviation", number=True),
            Column("Distance", number=True),
            Column("Round pays", number=True),
        )
        rows = tuple(
            (
                str(place),
                Cell(str(table.pays), Mark.STRONG) if place == 1 else str(table.pays),
                percent(table.odds.house_edge, 4),
                *([percent(table.with_main.house_edge, 4)] if table.with_main else []),
                percent(table.odds.hit_frequency, 2),
                fixed(table.odds.standard_deviation, 4),
                fixed(table.distance, 4),
                f"{table.rounds} of {len(table.pays)}",
            )
            for place, table in enumerate(self.tables, 1)
        )
        shown = f"The nearest {len(rows)}" if len(rows) < self.meeting[1] else "All of them"
        return Table(shown, columns, rows)

    def _row_by_row(self, best: FoundTable) -> Table:
        wager = self.question.wager
        columns = (Column("Hand"), Column("Pays", number=True), Column("Wanted", number=True))
        rows = tuple(
            (hand.name, ratio_text(pay), ratio_text(wanted))
            for hand, pay, wanted in zip(wager.paid_hands, best.pays, self.question.wanted, strict=True)
        )
        return Table(f"The first, row by row: {wager.name}", columns, rows)

    def to_json(self) -> dict[str, Any]:
        question = self.question
        return {
            "game": self.game.id,
            "edition": self.game.edition,
            "options": self.game.options.values(),
            "fingerprint": self.game.fingerprint,
            "wager": question.wager.id,
            "option": question.option,
            "measured": question.measured,
            "wanted": str(question.wanted),
            "asked": {
                "edge": _ends(question.edge),
                "hit": question.hit and _ends(question.hit),
                "sd": question.sd and _ends(question.sd),
                "lowest": str(question.bounds[0]),
                "highest": str(question.bounds[1]),
            },
            "possible": self.possible,
            "meeting": {"least": self.meeting[0], "most": self.meeting[1]},
            "solved": self.solved,
            "tables": [
                {
                    "pays": str(table.pays),
                    "set": self.set_text(table),
                    "house_edge": str(table.odds.house_edge),
                    **({"with_main": {"house_edge": str(table.with_main.house_edge)}} if table.with_main else {}),
                    "hit_frequency": str(table.odds.hit_frequency),
                    "standard_deviation": table.odds.standard_deviation,
                    "distance": str(table.distance),
                    "round": table.rounds,
                }
                for table in self.tables
            ],
        }


def _ends(limits: tuple[Fraction, Fraction]) -> list[str | None]:
    """Both ends as texts; None is open."""
    return [None if abs(end) >= ENDLESS else str(end) for end in limits]


def _span(limits: tuple[Fraction, Fraction], *, percent: bool = False) -> str:
    low, high = ("" if abs(end) >= ENDLESS else short(end * (100 if percent else 1)) for end in limits)
    unit = "%" if percent else ""
    if low == high:
        return f"{low}{unit}"
    if low == "0" and not percent:
        low = ""
    return (
        f"{low}{unit} to {high}{unit}" if low and high else f"at most {high}{unit}" if high else f"at least {low}{unit}"
    )
