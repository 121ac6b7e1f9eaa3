"""The structure of every page of the site, at all its addresses and in both languages.

How pages look and what they say is not fixed here: a page renders, has a title and one main heading, fills in
its texts, and can be used by keyboard and screen reader. `tests/soak/hidden.py` searches pages for what their
reader may not know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from urllib.parse import urlsplit

import pytest
from browser.site_map import PAGES
from bs4 import BeautifulSoup, Tag
from long_runs import runs
from pages.addresses import ADDRESSES, SHARED
from pages.render import LANGUAGES, NOTEBOOKS, open_page

from twingkit_widgets.table.play.panel import MatchPanel

PLACEHOLDER = re.compile(r"\{[a-z_]+(?:[.!:][^{}]*)?\}")
NAMING = ("aria-label", "title", "alt", "placeholder")


def documents(notebook: str, lang: str) -> Iterator[tuple[str, BeautifulSoup, str]]:
    """Yield address, document and title of a notebook's page at each of its addresses."""
    # Pages have the same structure in every language: a check of a change tries all addresses in one.
    every = (*ADDRESSES[notebook], *SHARED)
    for query in every if lang == LANGUAGES[0] else runs(every[:2], every):
        address = query if "lang=" in query else "&".join(filter(None, (query, f"lang={lang}")))
        page = open_page(notebook, address)
        shown = [page.frame, *filter(None, [page.fault_panel]), *page.panels]
        yield address, _parsed(shown), page.frame.title
        begun = [
            panel
            for panel in page.panels
            if isinstance(panel, MatchPanel) and panel.match.pause_reason == "start"
        ]
        if begun:
            for panel in begun:
                panel.do("go_on")
            yield f"{address}, begun", _parsed(shown), page.frame.title


def _parsed(panels: list) -> BeautifulSoup:
    return BeautifulSoup("".join(panel.html for panel in panels), "html.parser")


class Document:
    """A document with an index: searching it again for each control takes most of the time."""

    def __init__(self, parsed: BeautifulSoup) -> None:
        self.parsed = parsed
        kept = {id(tag) for template in parsed.find_all("template") for tag in template.find_all(True)}
        self.tags: list[Tag] = [tag for tag in parsed.find_all(True) if id(tag) not in kept]
        self.ids = Counter(str(tag["id"]) for tag in self.tags if tag.has_attr("id"))
        self.by_id = {str(tag["id"]): tag for tag in reversed(self.tags) if tag.has_attr("id")}
        self.labels = {
            str(tag["for"]): tag for tag in self.tags if tag.name == "label" and tag.has_attr("for")
        }

    def visible_text(self) -> str:
        """Return the text and the spoken names, without styles, scripts and lines of code."""
        hidden = ("style", "script", "code", "pre")
        found = self.parsed.find_all(string=True)
        texts = [str(text) for text in found if text.parent.name not in hidden]
        return "\n".join([*texts, *(spoken for tag in self.tags for spoken in named(tag, NAMING))])

    def accessible_name(self, control: Tag) -> str:
        """Return the name that a screen reader speaks, simplified: own text, label or naming attribute."""
        described = str(control.get("aria-labelledby", "")).split()
        labels = [control.find_parent("label"), *(self.by_id.get(name) for name in described)]
        labels.append(self.labels.get(str(control.get("id"))))
        texts = [control.get_text(), *named(control, NAMING)]
        texts += [label.get_text() for label in labels if label]
        texts += [text for tag in control.find_all(True) for text in named(tag, ("alt", "aria-label"))]
        texts += [title.get_text() for title in control.find_all("title") if title.parent.name == "svg"]
        if control.get("type") in ("submit", "button"):
            texts.append(str(control.get("value", "")))
        return "".join(texts).strip()


def named(tag: Tag, names: Collection[str]) -> list[str]:
    """Return those of the attributes that a tag has."""
    return [str(tag[name]) for name in names if tag.has_attr(name)]


def is_control(tag: Tag) -> bool:
    """Return whether a tag is used by a visitor, or its state is read out."""
    if tag.name == "a":
        return tag.has_attr("href")
    used = tag.name in ("button", "input", "select", "textarea") and tag.get("type") != "hidden"
    return used or tag.get("role") in ("button", "img")


def broken_link(href: str, document: Document) -> bool:
    """Return whether a link leads to no page of the site, no file and no place on this page."""
    parts = urlsplit(href)
    if parts.scheme or parts.netloc:
        return parts.scheme not in ("http", "https", "mailto", "data")
    if not parts.path:
        return bool(parts.fragment) and parts.fragment not in document.ids
    return parts.path.removesuffix(".ipynb") not in ADDRESSES


def faults(parsed: BeautifulSoup, title: str) -> Iterator[str]:
    """Yield the faults in the structure of a page."""
    document = Document(parsed)
    if not title.strip():
        yield "no title"
    headings = [tag.get_text().strip() for tag in document.tags if tag.name == "h1"]
    if len(headings) != 1 or not headings[0]:
        yield f"not one main heading: {headings}"
    yield from (f"placeholder {found}" for found in PLACEHOLDER.findall(document.visible_text()))
    yield from (f"{count} elements with the id {name}" for name, count in document.ids.items() if count > 1)
    yield from (
        f"no accessible name: {str(control)[:160]}"
        for control in filter(is_control, document.tags)
        if not control.has_attr("hidden") and not document.accessible_name(control)
    )
    hrefs = {str(tag["href"]) for tag in document.tags if tag.name == "a" and tag.has_attr("href")}
    yield from (f"a link leads nowhere: {href}" for href in sorted(hrefs) if broken_link(href, document))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("notebook", ADDRESSES)
def test_the_structure_of_a_page_is_sound(notebook: str, lang: str) -> None:
    found = {
        f"{notebook}.ipynb?{address}": wrong
        for address, document, title in documents(notebook, lang)
        if (wrong := list(faults(document, title)))
    }
    assert not found


def test_every_notebook_and_every_page_of_the_site_map_is_tried() -> None:
    assert set(ADDRESSES) == {found.stem for found in NOTEBOOKS.glob("*.ipynb")}
    assert not [
        address
        for address in PAGES.values()
        if address.partition("?")[2] not in ADDRESSES[address.partition("?")[0]]
    ]
