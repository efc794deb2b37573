"""Whole reports: the figures of `houseway odds` in the annex and in the text of the PDF; the same input, the same bytes."""

from __future__ import annotations

import json
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest
from tests.calling import houseway as command
from tests.report.conftest import DAY, FEW, SOURCE

import houseway
from houseway.document.blocks import Document, Heading, Table
from houseway.document.files import write
from houseway.errors import HousewayError, OptionError
from houseway.odds.as_json import odds_json
from houseway.odds.cache import solved
from houseway.report import report
from houseway.report.building import today

CHAPTERS = [
    "Rules of play",
    "The felt",
    "Pay tables",
    "Dealing procedure",
    "Odds of every wager",
    "Worked examples",
    "Optimal strategy",
    "What each option does to the edge",
    "The house's win by number of rounds",
    "What errors cost",
    "Simulation cross-check",
    "Method and verification",
]


@pytest.fixture
def duel_pdf(duel_report: Document, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("report") / "duel.pdf"
    write(duel_report, path)
    return path.read_bytes()


def test_the_example_of_the_guide_has_every_chapter(duel_report: Document) -> None:
    """It brings rules and procedure alone; nothing was written for it."""
    chapters = [block.text for block in duel_report.blocks if isinstance(block, Heading) and block.level == 1]
    assert [name for name in chapters if name in CHAPTERS] == CHAPTERS
    assert dict(duel_report.facts)["Fingerprint of the rules"] == duel_report.annex["odds"]["fingerprint"]
    assert duel_report.dated == DAY


def test_the_annex_has_the_very_odds_that_the_command_prints(duel_report: Document, duel_class: Any) -> None:
    done = command("odds", "high-low-duel", "--json")
    assert done.returncode == 0, done.stderr
    assert duel_report.annex["odds"] == json.loads(done.stdout)
    game = duel_class.make()
    assert duel_report.annex["odds"] == odds_json(game, solved(game), solved(game).wagers)
    strategies = json.loads(command("strategy", "high-low-duel", "--json").stdout)["strategies"]
    costs = {item["name"]: item["cost"] for item in duel_report.annex["strategy"]["strategies"]}
    assert costs == {item["name"]: item["cost"] for item in strategies}


def test_every_figure_of_the_tables_is_in_the_text_of_the_pdf(duel_report: Document, duel_pdf: bytes) -> None:
    reader = pypdf.PdfReader(BytesIO(duel_pdf))
    text = " ".join("".join(page.extract_text() for page in reader.pages).split())
    squeezed = text.replace(" ", "")
    for wager in duel_report.annex["odds"]["wagers"]:
        for row in wager["outcomes"]:
            assert f"{int(row['count']):,}" in squeezed
            assert row["label"].replace(" ", "") in squeezed
        assert f"{wager['house_edge_percent']:.4f}%".replace("-", "−") in squeezed
        assert f"{wager['standard_deviation']:.4f}" in squeezed
        assert f"{wager['hit_frequency'] * 100:.2f}%" in squeezed
        assert f"{int(wager['total']):,}" in squeezed
    outcomes = [
        block for block in duel_report.blocks if isinstance(block, Table) and block.caption.endswith(": outcomes")
    ]
    for table in outcomes:
        for line in table.rows:
            assert all(str(cell).replace(" ", "") in squeezed for cell in line)


def test_the_annex_is_inside_the_pdf(duel_report: Document, duel_pdf: bytes) -> None:
    reader = pypdf.PdfReader(BytesIO(duel_pdf))
    [content] = reader.attachments["annex.json"]
    assert json.loads(content) == json.loads(json.dumps(duel_report.annex))


def test_the_same_input_gives_the_same_bytes(
    duel_class: Any, duel_pdf: bytes, duel_report: Document, tmp_path: Path
) -> None:
    again = report(duel_class.make(), date=DAY, rounds=FEW)
    assert again == duel_report
    write(again, tmp_path / "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == duel_pdf
    for ending in ("html", "md", "json"):
        for name, document in (("one", duel_report), ("two", again)):
            write(document, tmp_path / f"{name}.{ending}")
        assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"two.{ending}").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["two-card-roo", "mini-tex"])
def test_the_command_writes_what_the_odds_say(game_id: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    done = command("report", game_id, "--date", "2026-11-16", "--rounds", "20k", "-o", str(path))
    assert (done.returncode, done.stdout) == (0, f"Written to {path}.\n"), done.stderr
    annex = json.loads(path.read_text(encoding="utf-8"))
    assert annex["odds"] == json.loads(command("odds", game_id, "--json").stdout)
    assert annex["report"]["date"] == "2026-11-16"
    assert all(example["found"] for example in annex["examples"])
    assert "rounds_per_second" not in annex["simulation"]


@pytest.mark.thorough
@pytest.mark.parametrize("game_id", houseway.banked_ids())
def test_every_game_has_its_figures_in_its_pdf(game_id: str, tmp_path: Path) -> None:
    document = report(houseway.game(game_id), date=DAY)
    write(document, tmp_path / "report.pdf")
    reader = pypdf.PdfReader(tmp_path / "report.pdf")
    squeezed = "".join("".join(page.extract_text().split()) for page in reader.pages)
    for block in document.blocks:
        if isinstance(block, Table) and block.caption.endswith(": outcomes"):
            for line in block.rows:
                assert all(str(cell).replace(" ", "") in squeezed for cell in line[1:]), line


@pytest.mark.thorough
def test_the_other_example_of_the_guide_has_every_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shared cards, and bets that are taken back."""
    monkeypatch.syspath_prepend(str(SOURCE.parents[1] / "example-board-game" / "src"))
    board = import_module("three_to_the_board").ThreeToTheBoard
    document = report(board.make(), date=DAY, rounds=FEW)
    chapters = [block.text for block in document.blocks if isinstance(block, Heading) and block.level == 1]
    assert [name for name in chapters if name in CHAPTERS] == CHAPTERS
    assert all(example["found"] for example in document.annex["examples"])


# --- dates and what is refused ---


def test_the_date_of_the_environment_wins_over_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert today().isoformat() == "1970-01-02"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(OptionError, match="seconds since 1970"):
        today()


def test_a_game_among_players_gets_one_sentence() -> None:
    game: Any = houseway.pot_game("mini-tex-pvp")
    with pytest.raises(HousewayError, match="played among players"):
        report(game)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("mini-tex-pvp", "-o", "x.pdf"), "played among players"),
        (("no-such-game", "-o", "x.pdf"), "There is no game 'no-such-game'"),
        (("two-card-roo",), "-o says where"),
        (("two-card-roo", "-o", ""), "-o is empty"),
        (("--all", "-o", ""), "-o is empty"),
        ((), "Name a game"),
        (("two-card-roo", "-o", "report.doc"), "no kind of file"),
        (("two-card-roo", "-o", "no/such/folder/report.md"), "There is no folder"),
        (("two-card-roo", "--edition", "v9", "-o", "x.md"), "has no edition 'v9'"),
        (("two-card-roo", "--set", "colour=red", "-o", "x.md"), "no option 'colour'"),
        (("two-card-roo", "--date", "soon", "-o", "x.md"), "--date takes a day"),
        (("two-card-roo", "--rounds", "none", "-o", "x.md"), "no number of rounds"),
        (("two-card-roo", "--format", "md", "-o", "x.md"), "--format goes with --all"),
        (("two-card-roo", "--all", "-o", "x"), "leave out the game"),
        (("--all",), "which folder"),
        (("--all", "--format", "doc", "-o", "x"), "--format is one of"),
        (("--all", "-o", "no/such/folder"), "There is no folder"),
    ],
)
def test_what_cannot_be_written_is_refused_in_one_sentence(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command("report", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
