"""What the site has besides the pages that are written by hand: pages from the rules, the commands and the code.

Pages that people read on a code host too stay plain Markdown. Where one has a comment `<!-- generated: NAME -->`, the
site puts in what is generated under that name; lists of links on the index become the navigation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import commands, games, http, links, reference

if TYPE_CHECKING:
    from sphinx.application import Sphinx

GENERATED: dict[str, Callable[[], str]] = {
    "commands": commands.text,
    "games": games.text,
    "http": http.text,
    "reference": reference.text,
}


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("builder-inited", write_pages)
    app.connect("env-get-outdated", outdated)
    app.connect("source-read", read_source)
    app.connect("autodoc-process-signature", reference.shorten)
    app.connect("autodoc-process-docstring", reference.shorten_words)
    app.connect("missing-reference", reference.resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_pages(app: Sphinx) -> None:
    """Write the pages that are not in the repository, and take away those of an earlier build."""
    docs = Path(app.srcdir)
    for folder, pages in (("games", games.pages()), ("project", links.project_pages(docs.parent))):
        (docs / folder).mkdir(exist_ok=True)
        for old in (docs / folder).glob("*.md"):
            if old.name not in pages:
                old.unlink()
        for name, text in pages.items():
            page = docs / folder / name
            if not page.is_file() or page.read_text(encoding="utf-8") != text:
                page.write_text(text, encoding="utf-8")


def outdated(app: Sphinx, env: Any, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Pages with something generated in them are always read again: what it is made of may have changed."""
    docs = Path(app.srcdir)
    pages = {page.stem for page in docs.glob("*.md") if "<!-- generated: " in page.read_text(encoding="utf-8")}
    return sorted(pages | {"index"})


def read_source(app: Sphinx, page: str, source: list[str]) -> None:
    """Put in what is generated, and make links lead to pages of the site."""
    docs = Path(app.srcdir)
    text = re.sub(r"<!-- generated: (\w+) -->", lambda found: GENERATED[found[1]](), source[0])
    if page == "index":
        text = links.landing_page((docs.parent / "README.md").read_text(encoding="utf-8"), text)
    if "/" not in page:
        text = links.for_the_site(text, docs)
    source[0] = text
