"""The site of the documentation: built without a warning, from what is installed, with every page reached."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from html import unescape
from pathlib import Path

import pytest

import houseway

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
EXTENSION = DOCS / "_extension"
EXAMPLE = DOCS / "example-game"
PAGES = sorted(page.stem for page in DOCS.glob("*.md"))


def test_every_page_is_listed_on_the_index() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^- \[[^\]]+\]\(([\w-]+)\.md\)", index, re.MULTILINE))
    assert sorted(listed | {"index"}) == PAGES


def test_pages_stay_plain_markdown() -> None:
    """They are read on a code host, too: no directives, no roles."""
    for page in (*DOCS.glob("*.md"), *ROOT.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"^(```|:::+)\{|\{[a-z:-]+\}`", text, re.MULTILINE), page.name


def test_the_generator_knows_no_game_by_name() -> None:
    for source in (*EXTENSION.glob("*.py"), DOCS / "conf.py"):
        text = source.read_text(encoding="utf-8")
        for game_id in houseway.game_ids():
            assert game_id not in text, source.name


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a copy, where the example game is installed, too; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(DOCS, folder / "docs", ignore=shutil.ignore_patterns("_build", "games", "project", "__pycache__"))
    for file in (*ROOT.glob("*.md"), ROOT / "LICENSE", ROOT / "constraints.txt"):
        shutil.copy(file, folder)
    points = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    info = folder / "installed" / "example-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: example\nVersion: 1\n", encoding="utf-8")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in of.items()) for group, of in points.items()
    ]
    (info / "entry_points.txt").write_text("".join(lines), encoding="utf-8")
    path = [str(info.parent), str(EXAMPLE / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "--quiet", "docs", "html"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return folder / "html"


def words(page: Path) -> str:
    """What a reader sees."""
    article = re.search(r"<article.*</article>", page.read_text(encoding="utf-8"), re.DOTALL)
    assert article is not None
    return unescape(re.sub(r"<[^>]+>", "", article[0]))


@pytest.mark.slow
@pytest.mark.xdist_group("site")
class TestSite:
    def test_every_page_is_there_and_can_be_searched(self, site: Path) -> None:
        for page in PAGES:
            assert (site / f"{page}.html").is_file(), page
        assert (site / "searchindex.js").stat().st_size > 10_000
        assert {path.stem for path in (site / "project").glob("*.html")} == {"changelog", "contributing", "security"}

    def test_links_and_pictures_lead_somewhere(self, site: Path) -> None:
        for page in site.rglob("*.html"):
            for link in re.findall(r'(?:href|src)="([^"#?]+)[^"]*"', page.read_text(encoding="utf-8")):
                if not re.match(r"[a-z]+:", link):
                    assert (page.parent / unescape(link)).exists(), f"{page.name}: {link}"

    def test_every_game_has_its_page(self, site: Path) -> None:
        for game_id in houseway.banked_ids():
            text = words(site / "games" / f"{game_id}.html")
            game = houseway.game(game_id)
            told = [game.name, game.blurb, game.fingerprint, *(edition.name for edition in game.editions)]
            told += [wager.name for wager in game.wagers] + [step.text for step in game.procedure]
            told += [row["name"] for row in game.options.described()]
            for one in told:
                assert _plain(one) in _plain(text), f"{game_id}: {one}"
            assert re.search(r"\d\.\d{4}%", text)

    def test_games_among_players_have_no_edges(self, site: Path) -> None:
        for game_id in set(houseway.game_ids()) - set(houseway.banked_ids()):
            assert "House edge" not in words(site / "games" / f"{game_id}.html")

    def test_a_game_of_another_package_has_one_too(self, site: Path) -> None:
        text = words(site / "games" / "high-low-duel.html")
        assert "29/221" in text  # what adding-a-game.md says of the edition push
        assert "10/221" in text
        assert "for the player" in text

    def test_the_reference_follows_what_the_package_gives(self, site: Path) -> None:
        text = (site / "reference.html").read_text(encoding="utf-8")
        for name in houseway.__all__:
            assert f'id="houseway.{name}"' in text, name

    def test_every_command_and_every_address_is_described(self, site: Path) -> None:
        commands, calls = words(site / "commands.html"), words(site / "http.html")
        for command in ("games", "serve", "simulate", "ledger check", "ledger refund"):
            assert f"houseway {command}" in commands
        assert "--rounds N" in commands
        for call in ("GET /api/me", "POST /api/play-now", "GET /healthz"):
            assert call in calls


def _plain(text: str) -> str:
    """Without what typography changes."""
    return re.sub(r"\s+", " ", re.sub(r"[’‘'\"“”]", "", text))
