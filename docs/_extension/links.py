"""Links that lead somewhere on a code host lead to a page of the site; the project's own files become pages too."""

from __future__ import annotations

import re
from pathlib import Path

LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")
PROJECT = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"}


def for_the_site(text: str, docs: Path) -> str:
    """A page of `docs`: a folder is its README, a file of the project is the page made of it."""

    def lead(found: re.Match[str]) -> str:
        target, anchor = found[1], found[2] or ""
        if target.startswith("../") and target[3:] in PROJECT:
            target = f"project/{PROJECT[target[3:]]}"
        elif (docs / target / "README.md").is_file():
            target = f"{target}/README.md"
        return f"]({target}{anchor})"

    return LINK.sub(lead, text)


def project_pages(root: Path) -> dict[str, str]:
    """The project's own files as pages of the folder `project`."""

    def lead(found: re.Match[str]) -> str:
        target, anchor = found[1], found[2] or ""
        if target in PROJECT:
            target = PROJECT[target]
        elif target == "README.md":
            target = "../index.md"
        elif target.startswith("docs/"):
            target = f"../{target.removeprefix('docs/')}"
        else:
            target = f"../../{target}"
        return f"]({target}{anchor})"

    return {page: LINK.sub(lead, (root / file).read_text(encoding="utf-8")) for file, page in PROJECT.items()}


def landing_page(readme: str, index: str) -> str:
    """README up to its first heading, then the lists of the index, which become the navigation too."""
    head = readme.partition("\n## ")[0].replace("](docs/", "](").replace('src="docs/', 'src="')
    head = re.sub(r"\]\((?=[A-Z]+\.md)", "](../", head)
    lists = index.partition("\n## ")
    return f"{head}\n{lists[1]}{lists[2]}\n{navigation(index)}"


def navigation(index: str) -> str:
    """One part of the navigation for each heading of the index, with the pages listed below it."""
    parts = []
    for section in index.split("\n## ")[1:]:
        caption, _, lines = section.partition("\n")
        pages = [found[1] for found in re.finditer(r"^- \[[^\]]*\]\(([^)#:]+)\)", lines, re.MULTILINE)]
        listed = "\n".join(_page(target) for target in pages)
        parts.append(f"```{{toctree}}\n:hidden:\n:caption: {caption.strip()}\n\n{listed}\n```\n")
    return "\n".join(parts)


def _page(target: str) -> str:
    if target.startswith("../"):
        target = f"project/{PROJECT[target.removeprefix('../')]}"
    return target.removesuffix(".md") if target.endswith(".md") else f"{target}/README"
