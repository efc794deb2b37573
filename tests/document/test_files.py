"""Files: refused in one sentence before anything is worked out, written whole or not at all."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from houseway.document.blocks import Document, Paragraph
from houseway.document.extra import MissingExtra
from houseway.document.files import FORMATS, check_file, write
from houseway.errors import HousewayError

SMALL = Document("Title", "Subtitle", (("Fact", "1"),), (Paragraph("Text."),), {"edge": "1/3"})


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_document_is_written_and_written_again_in_every_format(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"report{suffix}"
    write(SMALL, path)
    first = path.read_bytes()
    write(SMALL, path)
    assert path.read_bytes() == first
    assert list(tmp_path.iterdir()) == [path]


def test_json_is_the_annex(tmp_path: Path) -> None:
    write(SMALL, tmp_path / "a.JSON")
    assert json.loads((tmp_path / "a.JSON").read_text()) == {"edge": "1/3"}


def test_an_infinity_is_no_json(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON"):
        write(Document("T", "", (), (), {"edge": float("inf")}), tmp_path / "a.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("report.docx", r"report\.docx is no kind of file .* \.pdf, \.html, \.md, \.json\."),
        ("report", r"report is no kind of file"),
        ("folder.pdf", r"folder\.pdf is a folder: name a file in it\."),
        ("none/report.md", r"There is no folder .*none to write report\.md into\."),
        ("file.txt/report.md", r"There is no folder .*file\.txt to write report\.md into\."),
    ],
)
def test_what_cannot_be_written_is_one_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "folder.pdf").mkdir()
    (tmp_path / "file.txt").touch()
    with pytest.raises(HousewayError, match=sentence):
        check_file(tmp_path / name)
    with pytest.raises(HousewayError, match=sentence):
        write(SMALL, tmp_path / name)


def test_a_folder_that_cannot_be_written_is_one_sentence() -> None:
    """Nobody, whoever runs the tests, can write there."""
    with pytest.raises(HousewayError, match=r"^/proc/report\.md cannot be written: [^.]+\.$"):
        check_file(Path("/proc/report.md"))


@pytest.mark.parametrize(("name", "module"), [("a.pdf", "typst"), ("a.pdf", "altair"), ("a.html", "vl_convert")])
def test_a_missing_extra_is_told_before_anything_is_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r'pip install "houseway\[report\]"\.$'):
        check_file(tmp_path / name)
    check_file(tmp_path / "a.md")
    check_file(tmp_path / "a.json")
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.md"
    path.write_text("before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(HousewayError, match=r"report\.md cannot be written: No space left on device\.$"):
        write(SMALL, path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_writer_that_fails_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Any) -> bytes:
        raise HousewayError("No.")

    monkeypatch.setitem(FORMATS, ".md", broken)
    with pytest.raises(HousewayError, match="No"):
        write(SMALL, tmp_path / "report.md")
    assert list(tmp_path.iterdir()) == []
