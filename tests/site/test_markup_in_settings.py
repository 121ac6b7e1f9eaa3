"""Texts of a publisher's settings stay text on every page of the server, whatever characters they contain."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from visitors import read

from twingkit_widgets.panel.settings.settings import FILE
from twingkit_widgets.site.publisher.settings_check import settings_faults

DESCRIPTION = 'The "best" club <script>alert(1)</script><b onclick="alert(2)">&</b>'
SETTINGS = f"""
name = 'Bertas "Tisch" <i>'
imprint = "Berta"
[start]
lead = '''{DESCRIPTION}'''
[[page]]
file = "club.ipynb"
title = 'Club "night" <script>alert(3)</script>'
description = '''{DESCRIPTION}'''
[[page]]
file = "menu.md"
description = '''{DESCRIPTION}'''
"""


class Elements(HTMLParser):
    """Collects the scripts, the handlers and the descriptions of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.handlers: list[str] = []
        self.scripts: list[str] = []
        self.descriptions: list[str | None] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self.inside = tag
        self.handlers += [name for name, value in attrs if name.startswith("on") and "alert" in (value or "")]
        if tag == "meta" and (said.get("name") or said.get("property")) in ("description", "og:description"):
            self.descriptions.append(said["content"])

    def handle_data(self, data: str) -> None:
        if self.inside == "script":
            self.scripts.append(data)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of settings with HTML markup in its texts."""
    folder = tmp_path_factory.mktemp("marks")
    (folder / FILE).write_text(SETTINGS, encoding="utf-8")
    (folder / "menu.md").write_text("# Menu\n\nCakes.\n", encoding="utf-8")
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": "1 + 1"}
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    (folder / "club.ipynb").write_text(json.dumps(book), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def marked(serve_all: Any, folder: Path) -> Any:
    """Return a site with that folder."""
    return serve_all("--folder", str(folder))


@pytest.mark.parametrize("name", ["", "club/", "menu/", "imprint/"])
def test_texts_of_settings_are_no_markup_on_the_server(marked: Any, name: str) -> None:
    page = read(f"{marked.url}en/{name}")
    elements = Elements()
    elements.feed(page)
    assert elements.handlers == []
    assert not any(re.match(r"\s*alert\(", script) for script in elements.scripts)
    assert len(elements.descriptions) == 2
    if name != "imprint/":
        assert set(elements.descriptions) == {DESCRIPTION}
    assert "&lt;div" not in page, "what the page shows itself is not escaped"


def test_markup_in_texts_of_settings_is_named_with_its_place(folder: Path) -> None:
    faults = settings_faults(folder / FILE, folder)
    assert [(fault.message_key, fault.location, fault.line_number) for fault in faults] == [
        ("markup", "name", 2),
        ("markup", "start.lead", 5),
        ("markup", "page.1.title", 8),
        ("markup", "page.1.description", 9),
        ("markup", "page.2.description", 12),
    ]
    assert not any(fault.fatal for fault in faults)
