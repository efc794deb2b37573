"""All reports in one folder: whole or not at all, with a page that links them."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.report.conftest import DAY, FEW

from houseway.document.files import write
from houseway.errors import HousewayError
from houseway.report.collection import check_folder, write_all


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name == "href"]


def test_a_folder_has_all_reports_and_an_index(duel_class: Any, tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    told: list[tuple[str, str]] = []
    games = [duel_class.make()]
    files = write_all(
        games, folder, ending="md", date=DAY, rounds=FEW, progress=lambda name, chapter: told.append((name, chapter))
    )
    assert sorted(file.name for file in folder.iterdir()) == ["high-low-duel.md", "index.html"]
    assert sorted(files) == sorted(folder.iterdir())
    page = (folder / "index.html").read_text(encoding="utf-8")
    links = Links()
    links.feed(page)
    assert links.found == ["high-low-duel.md"]
    assert games[0].fingerprint in page
    assert ("High-Low Duel", "Odds") in told
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    write_all(games, folder, ending="md", date=DAY, rounds=FEW)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_a_report_that_fails_leaves_nothing(duel_class: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "mine.txt").write_text("kept", encoding="utf-8")
    written: list[Any] = []

    def failing(document: Any, path: Path) -> None:
        if written:
            raise HousewayError("The disk is full.")
        written.append(path)
        write(document, path)

    monkeypatch.setattr("houseway.report.collection.write", failing)
    games = [duel_class.make("push"), duel_class.make("dealer")]
    with pytest.raises(HousewayError, match="full"):
        write_all(games, folder, ending="json", date=DAY, rounds=FEW)
    assert [file.name for file in folder.iterdir()] == ["mine.txt"]


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("", encoding="utf-8")
    with pytest.raises(HousewayError, match="is a file"):
        check_folder(tmp_path / "reports", "md")


def test_looking_leaves_no_folder(tmp_path: Path) -> None:
    check_folder(tmp_path / "reports", "md")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_place_of_a_report_is_found_before_anything_is_replaced(
    duel_class: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "reports"
    (folder / "index.html").mkdir(parents=True)
    (folder / "high-low-duel.json").write_text("kept", encoding="utf-8")
    with pytest.raises(HousewayError, match=r"index\.html is a folder"):
        write_all([duel_class.make()], folder, ending="json", date=DAY, rounds=FEW)
    (folder / "index.html").rmdir()

    def late(document: Any, path: Path) -> None:
        write(document, path)
        (folder / "index.html").mkdir()  # while the reports are being written

    monkeypatch.setattr("houseway.report.collection.write", late)
    with pytest.raises(HousewayError, match=r"index\.html is a folder"):
        write_all([duel_class.make()], folder, ending="json", date=DAY, rounds=FEW)
    assert (folder / "high-low-duel.json").read_text(encoding="utf-8") == "kept"
    assert sorted(file.name for file in folder.iterdir()) == ["high-low-duel.json", "index.html"]


def test_a_new_folder_goes_with_what_failed(duel_class: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(document: Any, path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("houseway.report.collection.write", failing)
    with pytest.raises(HousewayError, match=r"^The reports cannot be written to .*: No space left on device\.$"):
        write_all([duel_class.make()], tmp_path / "reports", ending="json", date=DAY, rounds=FEW)
    assert list(tmp_path.iterdir()) == []


def test_the_index_comes_last(duel_class: Any, tmp_path: Path) -> None:
    files = write_all([duel_class.make()], tmp_path, ending="json", date=DAY, rounds=FEW)
    assert [file.name for file in files] == ["high-low-duel.json", "index.html"]
