"""A document with every kind of block, and texts that would break out of any format that let them."""

from __future__ import annotations

from datetime import date
from math import sqrt

from houseway.document.blocks import (
    Axis,
    Band,
    BarChart,
    Block,
    Cell,
    Column,
    Commands,
    Document,
    Drawing,
    Facts,
    Heading,
    HeatMap,
    Items,
    LineChart,
    Mark,
    PageBreak,
    Paragraph,
    Series,
    StrategyGrid,
    Table,
)

RANKS = tuple("AKQJT98765432")
ROUNDS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
HOSTILE = (
    "</script><img src=x onerror=alert(1)> & \"quoted\" 'single' #panic() $x$ *b* _i_ `c` | [a](b) @ref \\ {{7*7}}"
)
FINGERPRINT = "3f9c2a7e" * 8


def outcomes(rows: int = 6) -> Table:
    lines = tuple(
        (
            f"Straight Flush {row}",
            f"{40 - row} to 1",
            f"{row * 1_234_567:,}",
            f"{row / 1000:.6f}",
            f"1 in {1000 / row:,.1f}",
            f"{-row / 500:.6f}",
        )
        for row in range(1, rows + 1)
    )
    total = ("Total", "", "2,598,960", "1.000000", "", Cell("-0.032235", Mark.STRONG))
    titles = ("Outcome", "Pays", "Combinations", "Probability", "Frequency", "Return")
    columns = tuple(Column(title, number=place > 0) for place, title in enumerate(titles))
    return Table("Ante: every outcome", columns, (*lines, total), totals=1, notes=("Combinations of all cards dealt.",))


def wide(columns: int = 14) -> Table:
    titles = (
        Column("Starting hand of the player"),
        *(Column(f"Value {place}", number=True) for place in range(columns)),
    )
    rows = tuple(
        (f"Hand {row} suited", *(f"{row}.{place:02}{row * place % 10_000:04}" for place in range(columns)))
        for row in range(1, 9)
    )
    return Table(f"A table of {columns} numbers across", titles, rows)


def bands() -> LineChart:
    edge, deviation = 0.0322, 1.64
    points = {
        z: tuple((float(n), edge - z * deviation / sqrt(n), edge + z * deviation / sqrt(n)) for n in ROUNDS)
        for z in (1.96, 2.576)
    }
    return LineChart(
        "Hold by number of rounds, with 95% and 99% bands",
        Axis("Rounds", log=True),
        Axis("Hold", percent=True),
        (Series("Expected", tuple((float(n), edge) for n in ROUNDS)),),
        (Band("99%", points[2.576]), Band("95%", points[1.96])),
    )


def charts() -> tuple[Block, ...]:
    grid = tuple(
        tuple("Raise 3x" if a + b < 9 else "Call" if a + b < 17 else "Fold" for b in range(13)) for a in range(13)
    )
    values = tuple(tuple(None if (a, b) == (0, 3) else (a - b) / 400 for b in range(6)) for a in range(5))
    return (
        bands(),
        LineChart(
            "Cost against lines of the card",
            Axis("Lines"),
            Axis("Cost", percent=True),
            (
                Series("Found", tuple((float(n), 0.02 / n) for n in range(1, 11))),
                Series("Printed", ((4.0, 0.0193), (6.0, 0.0098), (8.0, 0.0034)), steps=True),
            ),
            points=True,
        ),
        BarChart(
            "Distribution of results",
            Axis("Units won"),
            Axis("Probability", percent=True, log=True),
            tuple(
                (f"{units:+d}", share)
                for units, share in ((-4, 0.2), (-1, 0.31), (0, 0.05), (1, 0.3), (2, 0.1), (10, 0.004), (50, 0.00002))
            ),
        ),
        BarChart(
            "What each option does to the edge",
            Axis("Option"),
            Axis("House edge", percent=True),
            (
                ("Dealer hits soft 17 always", 0.021),
                ("Six decks instead of one", -0.004),
                ("Ties push", -0.012),
                ("Surrender", 0.0005),
            ),
            groups=("worse", "better", "better", "worse"),
            sideways=True,
        ),
        HeatMap(
            "House edge by pays and decks",
            "Decks",
            "Pays",
            tuple(str(n) for n in (1, 2, 4, 6, 8, 10)),
            ("30/20/5", "40/20/5", "50/20/5", "60/20/5", "70/20/5"),
            values,
            tuple(tuple("" if value is None else f"{value:.2%}" for value in row) for row in values),
            middle=0.0,
        ),
        StrategyGrid("Best play before the flop", "Second card", "First card", RANKS, RANKS, grid),
    )


def blocks() -> tuple[Block, ...]:
    return (
        Heading("Rules of play"),
        Paragraph(
            "Each player makes an Ante and receives four cards. The dealer's hand qualifies with a pair or better. " * 4
        ),
        Paragraph("A note: the pays of this table are those of the printed rack card.", note=True),
        Items(("Place the Ante.", "Look at your cards: A♠ K♥ Q♦ 10♣.", "Raise 3× or fold."), numbered=True),
        Items(("One thing.", "Another thing.")),
        Heading("Worked examples", 2),
        Facts(
            (
                ("House edge", "3.2235%"),
                ("Element of risk", "1.0211%"),
                ("Standard deviation", "1.6402"),
                ("Hit frequency", "44.21%"),
            )
        ),
        Commands(("houseway odds mini-tex --json", 'pip install "houseway[report]"')),
        Heading("Odds"),
        outcomes(),
        Heading("Findings", 2),
        Table(
            "Printed beside counted",
            (Column("Figure"), Column("Printed", number=True), Column("Counted", number=True), Column("Verdict")),
            (
                ("House edge", "3.22%", "3.223470%", Cell("match", Mark.GOOD)),
                ("Pair Plus", Cell("2.41%", Mark.BAD), "5.670000%", Cell("differs", Mark.BAD)),
                ("Expected hold", "23%", "", Cell("not derivable", Mark.WEAK)),
            ),
        ),
        PageBreak(),
        Heading("Charts"),
        *charts(),
        Drawing(
            "The felt",
            '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120"><rect x="4" y="4" width="392" height="112" rx="50" fill="#e9f2ec" stroke="#2f6b4f"/><text x="200" y="66" text-anchor="middle" font-family="sans-serif" font-size="16">ANTE · PLAY</text></svg>',
            "A half round table with a circle for the Ante and one for the Play wager.",
        ),
    )


def document(*more: Block) -> Document:
    facts = (
        ("Game", "Mini-Tex, edition v1"),
        ("Fingerprint of the rules", FINGERPRINT),
        ("Houseway", "1.0"),
        ("Date", "2026-11-16"),
    )
    return Document(
        "Mini-Tex Hold'em: the mathematics",
        "Report for a test laboratory",
        facts,
        (*blocks(), *more),
        {"edge": "226406539/7023689400", "text": HOSTILE},
        date(2026, 11, 16),
        FINGERPRINT,
    )


def hostile() -> tuple[Block, ...]:
    """A text that means something to every format, wherever a text can stand."""
    axis = Axis(HOSTILE)
    return (
        Heading(HOSTILE),
        Paragraph(HOSTILE),
        Paragraph(HOSTILE, note=True),
        Items((HOSTILE, "1. no list", "- no list", "# no heading")),
        Facts(((HOSTILE, HOSTILE),)),
        Commands((HOSTILE, "```")),
        Table(
            HOSTILE,
            (Column(HOSTILE), Column("Other")),
            ((HOSTILE, Cell(HOSTILE, Mark.BAD)), ("a|b", "")),
            notes=(HOSTILE,),
        ),
        LineChart(
            HOSTILE,
            axis,
            axis,
            (Series(HOSTILE, ((1.0, 2.0), (2.0, 3.0))),),
            (Band(HOSTILE, ((1.0, 1.0, 2.0), (2.0, 2.0, 4.0))),),
        ),
        BarChart(HOSTILE, axis, axis, ((HOSTILE, 1.0), ("a", 2.0)), groups=(HOSTILE, "b")),
        HeatMap(HOSTILE, HOSTILE, HOSTILE, (HOSTILE,), (HOSTILE,), ((1.0,),), ((HOSTILE,),)),
        StrategyGrid(HOSTILE, HOSTILE, HOSTILE, (HOSTILE,), (HOSTILE,), ((HOSTILE,),)),
        Drawing(
            HOSTILE,
            '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="9" height="9"/></svg>',
            HOSTILE,
        ),
    )
