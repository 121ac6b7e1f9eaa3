"""The structure of every page of the site, at all its addresses and in both languages.

How pages look and what they say is not fixed here: a page renders, has a title and one main heading, fills in
its texts, and can be used by keyboard and screen reader. `tests/soak/hidden.py` searches pages for what their
reader may not know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
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
CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, [role="button"], [role="img"]'


def documents(notebook: str, lang: str) -> Iterator[tuple[str, BeautifulSoup, str]]:
    """Yield address, document and title of a notebook's page at each of its addresses."""
    # What an address opens is built alike in every language: a check of a change tries all in one.
    every = (*ADDRESSES[notebook], *SHARED)
    for query in every if lang == LANGUAGES[0] else runs(every[:2], every):
        address = query if "lang=" in query else "&".join(filter(None, (query, f"lang={lang}")))
        page = open_page(notebook, address)
        shown = [page.frame, *filter(None, [page.faults]), *page.panels]
        yield address, _parsed(shown), page.frame.title
        begun = [
            panel for panel in page.panels if isinstance(panel, MatchPanel) and panel.match.pause == "start"
        ]
        if begun:
            for panel in begun:
                panel.do("go_on")
            yield f"{address}, begun", _parsed(shown), page.frame.title


def _parsed(panels: list) -> BeautifulSoup:
    return BeautifulSoup("".join(panel.html for panel in panels), "html.parser")


def visible_text(document: BeautifulSoup) -> str:
    """Return the text and the spoken names of a document, without styles, scripts and lines of code."""
    hidden = ("style", "script", "code", "pre")
    texts = [str(text) for text in document.find_all(string=True) if text.parent.name not in hidden]
    return "\n".join([*texts, *(str(tag[name]) for name in NAMING for tag in document.select(f"[{name}]"))])


def accessible_name(control: Tag, document: BeautifulSoup) -> str:
    """Return the name that a screen reader speaks, simplified: own text, label or naming attribute."""
    labels = [control.find_parent("label"), *_referenced(control, document)]
    if control.get("id"):
        labels += document.select(f'label[for="{control["id"]}"]')
    texts = [control.get_text(), *(str(control.get(name, "")) for name in NAMING)]
    texts += [label.get_text() for label in labels if label]
    texts += [str(tag[name]) for name in ("alt", "aria-label") for tag in control.select(f"[{name}]")]
    texts += [title.get_text() for title in control.select("svg > title")]
    if control.get("type") in ("submit", "button"):
        texts.append(str(control.get("value", "")))
    return "".join(texts).strip()


def _referenced(control: Tag, document: BeautifulSoup) -> list[Tag | None]:
    return [document.find(id=name) for name in str(control.get("aria-labelledby", "")).split()]


def broken_link(href: str, document: BeautifulSoup) -> bool:
    """Return whether a link leads to no page of the site, no file and no place on this page."""
    parts = urlsplit(href)
    if parts.scheme or parts.netloc:
        return parts.scheme not in ("http", "https", "mailto", "data")
    if not parts.path:
        return bool(parts.fragment) and document.find(id=parts.fragment) is None
    return parts.path.removesuffix(".ipynb") not in ADDRESSES


def faults(document: BeautifulSoup, title: str) -> Iterator[str]:
    """Yield what is wrong with the structure of a page."""
    if not title.strip():
        yield "no title"
    headings = [heading.get_text().strip() for heading in document.find_all("h1")]
    if len(headings) != 1 or not headings[0]:
        yield f"not one main heading: {headings}"
    yield from (f"placeholder {found}" for found in PLACEHOLDER.findall(visible_text(document)))
    ids = Counter(str(tag["id"]) for tag in document.select("[id]"))
    yield from (f"{count} elements with the id {name}" for name, count in ids.items() if count > 1)
    yield from (
        f"no accessible name: {str(control)[:160]}"
        for control in document.select(CONTROLS)
        if not control.has_attr("hidden") and not accessible_name(control, document)
    )
    hrefs = {str(link["href"]) for link in document.select("a[href]")}
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
