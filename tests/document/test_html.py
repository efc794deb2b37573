"""Pages of HTML: whole, without scripts or anything from elsewhere, and readable by everyone."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from tests.document.samples import HOSTILE, bands, document, hostile, outcomes

from houseway.document.blocks import Document, Heading, Paragraph
from houseway.document.html import fragment, page

VOID = {"meta", "img", "br", "link", "input", "hr", "wbr"}


class Read(HTMLParser):
    """The elements with their attributes, and the texts in each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.texts[tag][-1] += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def read(html_text: str) -> Read:
    return Read(html_text)


def test_every_element_is_closed_and_the_page_is_named(read: Read) -> None:
    assert read.open == []
    assert read.all("html") == [{"lang": "en"}]
    assert read.texts["title"] == ["Mini-Tex Hold'em: the mathematics"] == read.texts["h1"]


def test_nothing_runs_and_nothing_comes_from_elsewhere(read: Read, html_text: str) -> None:
    assert [attributes["type"] for attributes in read.all("script")] == ["application/json"]
    assert read.all("link") == []
    assert not [name for _, attributes in read.elements for name in attributes if name.startswith("on")]
    addresses = [attributes[name] for _, attributes in read.elements for name in ("src", "href") if name in attributes]
    assert all(address and address.startswith(("data:image/svg+xml;base64,", "#section-")) for address in addresses)
    assert "@import" not in html_text
    assert "url(" not in html_text


def test_hostile_texts_are_texts_wherever_they_stand(read: Read) -> None:
    for tag, times in {
        "p": 3,
        "li": 2,  # one is in the contents
        "dt": 1,
        "dd": 1,
        "th": 2,
        "td": 1,
        "code": 1,
        "caption": 1,
        "figcaption": 5,
    }.items():
        found = [text for text in read.texts[tag] if HOSTILE in text]
        assert len(found) == times, (tag, found)
    assert all(attributes.get("src", "").startswith("data:") for attributes in read.all("img"))  # type: ignore[union-attr]


def test_headings_go_down_one_level_at_a_time(html_text: str) -> None:
    levels = [int(level) for level in re.findall(r"<h(\d)", html_text)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    odd = fragment((Heading("A", 3), Paragraph("b"), Heading("C", 1), Heading("D", 4)))
    assert re.findall(r"<h(\d)", odd) == ["3", "3", "4"]


def test_tables_and_pictures_are_named_and_scoped(read: Read) -> None:
    assert all(attributes.get("scope") in ("row", "col") for attributes in read.all("th"))
    assert all(attributes.get("role") == "img" and attributes.get("aria-label") for attributes in read.all("svg"))
    assert all(attributes.get("alt") for attributes in read.all("img"))
    regions = [attributes for attributes in read.all("div") if attributes.get("role") == "region"]
    assert len(regions) == len(read.all("table"))
    assert all(attributes["tabindex"] == "0" and attributes["aria-label"] for attributes in regions)  # scrolled by key


def test_contents_lead_to_chapters(read: Read) -> None:
    targets = {attributes["id"] for tag, attributes in read.elements if tag.startswith("h") and "id" in attributes}
    links = [attributes["href"] for attributes in read.all("a")]
    assert len(links) == 4
    assert all(link and link[1:] in targets for link in links)


def test_the_annex_is_read_back(read: Read, everything: Document) -> None:
    assert json.loads(read.texts["script"][0]) == everything.annex
    assert everything.annex["text"] == HOSTILE  # which would end the element


def test_the_same_document_gives_the_same_bytes(html_text: str, everything: Document) -> None:
    assert page(everything) == html_text


def test_a_document_without_annex_has_no_script() -> None:
    assert "<script" not in page(Document("T", "", (), (Paragraph("p"),)))


def test_a_fragment_is_complete_in_itself() -> None:
    read = Read(fragment((outcomes(), bands(), *hostile()[:3])))
    assert read.open == []
    assert len(read.all("svg")) == 1
    assert read.all("div")[0]["class"] == "houseway"
    styles = re.sub(r"\{[^}]*\}", "", read.texts["style"][0])
    assert all(selector.strip().startswith(".houseway") for selector in styles.split(",") if selector.strip())


@pytest.mark.parametrize("module", ["altair", "vl_convert"])
def test_a_fragment_without_the_extra_shows_charts_as_tables(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    read = Read(fragment(document().blocks))
    assert read.all("svg") == []
    assert "Hold by number of rounds, with 95% and 99% bands" in read.texts["caption"]
    assert "45.47%" in read.texts["td"]
