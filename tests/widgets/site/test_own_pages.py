"""The publisher's own pages: texts in Markdown and notebooks, the same on a server and as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from twingkit_widgets.panel.markup import esc
from twingkit_widgets.panel.settings.own_page import own_pages
from twingkit_widgets.panel.settings.settings import FILE
from twingkit_widgets.site.own_notebook import notebook_of_publisher_page, text_cell_html
from twingkit_widgets.site.publisher.legal_panel import markdown_as_html
from twingkit_widgets.site.publisher.page_text import MAX_PICTURE_BYTES, MarkdownConverter
from twingkit_widgets.site.publisher.settings_check import settings_faults
from twingkit_widgets.site_settings.command import FAULTS_FOUND, main
from twingkit_widgets.static_site.publish import publisher_cells

MENU = """# What we serve

| Cake | Price |
|:-----|------:|
| Plum | 3 €   |

![our door](door.png) <img src="https://example.org/x.png" alt="elsewhere">
[learn](learn?lesson=shield) [us](https://example.org) <b onclick="x()">bold</b><script>x()</script>
[bad](javascript:x())
"""


def test_a_text_has_tables_pictures_links_and_html_that_is_safe(tmp_path: Path) -> None:
    (tmp_path / "door.png").write_bytes(b"\x89PNG")
    text = MarkdownConverter(tmp_path, "../../", "de")
    html = text.html(MENU)
    assert "<h2>What we serve</h2>" in html
    assert '<td align="right">3 €</td>' in html
    assert '<img src="data:image/png;base64,iVBORw==" alt="our door">' in html
    assert '<a href="../../de/learn/?lesson=shield" rel="noopener noreferrer">learn</a>' in html
    assert "<b>bold</b>&lt;script&gt;" in html
    assert "elsewhere" in html
    assert "javascript" not in html
    assert "onclick" not in html
    assert text.faults == [("outside_picture", "https://example.org/x.png")]
    assert text.links == [("learn?lesson=shield", ["learn"], "lesson=shield")]


@pytest.mark.parametrize(
    "opening", ["<style>", '<script type="x">', "<TEXTAREA>", "<pre>", "<!--", "<?", "<![CDATA[", "<!"]
)
def test_an_unclosed_block_of_html_is_named_and_swallows_nothing(opening: str) -> None:
    text = MarkdownConverter(Path())
    html = text.html(f"# One\n\n{opening}X {{}}\n\n# Two\n\n*soon* [here](learn?lesson=shield)\n")
    assert "<h2>Two</h2>" in html
    assert "<em>soon</em>" in html
    assert text.links == [("learn?lesson=shield", ["learn"], "lesson=shield")]
    assert text.faults == [("unclosed", opening)]


def test_a_closed_block_of_html_is_no_fault() -> None:
    text = MarkdownConverter(Path())
    assert "<h2>Two</h2>" in text.html("<style>\nb {}\n</style>\n\n<!-- a\n\nnote -->\n\n# Two")
    assert text.faults == []
    assert "<style" not in text.html("<style>x\n\n<style>y"), "nor is a second one a style"


@pytest.mark.parametrize("opening", ["<style>", "<!--", "<pre>"])
def test_a_legal_text_shows_html_as_text_and_the_rest_as_ever(opening: str) -> None:
    html = markdown_as_html(f"{opening}\n\n# Two\n\n*soon*\n")
    assert esc(opening) in html
    assert "<h2>Two</h2>" in html
    assert "<em>soon</em>" in html


def test_a_picture_that_is_not_there_or_outside_or_large_is_its_words(tmp_path: Path) -> None:
    folder = tmp_path / "site-settings"
    folder.mkdir()
    (tmp_path / "secret.png").write_bytes(b"x")
    (folder / "large.png").write_bytes(b"x" * (MAX_PICTURE_BYTES + 1))
    text = MarkdownConverter(folder)
    html = text.html("![a](none.png) ![b](../secret.png) ![c](large.png) [d](nowhere)")
    assert "<img" not in html
    assert [case for case, _ in text.faults] == ["no_picture", "no_picture", "large_picture"]


@pytest.mark.parametrize("address", ["board%00.png", f"{'x' * 300}.png"])
def test_a_picture_with_a_name_that_no_file_can_have_is_not_there(address: str, tmp_path: Path) -> None:
    (tmp_path / "board.png").write_bytes(b"x")
    text = MarkdownConverter(tmp_path)
    assert "<img" not in text.html(f"![a]({address})")
    assert [case for case, _ in text.faults] == ["no_picture"]


def test_a_link_leads_to_a_page_of_the_site_and_to_what_is_in_it(tmp_path: Path) -> None:
    lesson = Path(__file__).parents[3] / "docs/example-site/lessons/ties-at-our-table.toml"
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "ours.toml").write_bytes(lesson.read_bytes())
    good = "[a](learn/shield) [b](learn/ours) [c](rulebook/TW-OBJ-1) [d](menu) [e](en/learn?lesson=shield)"
    bad = ["learn/nosuch", "rulebok", "rulebook/TW-OBJ-999", "learn?lesson=nosuch", "play/x", "imperium-play"]
    links = " ".join(f"[x]({address})" for address in bad)
    (tmp_path / "menu.md").write_text(f"{good} {links}", encoding="utf-8")
    (tmp_path / FILE).write_text('games = ["twing"]\n[game.twing]\nlessons = "lessons"\n', encoding="utf-8")
    faults = settings_faults(tmp_path / FILE)
    assert [str(fault.facts["found"]) for fault in faults] == [f'"{address}"' for address in bad]
    assert {fault.message_key for fault in faults} == {"no_link"}


def test_the_check_names_the_faults_of_every_kind_beside_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = {"cell_type": "markdown", "metadata": {}, "source": "# Club"}
    code = {
        "cell_type": "code",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        "source": "x = 1\nprnt(x)",
    }
    book = {"cells": [text, code], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "club.ipynb").write_text(json.dumps(book), encoding="utf-8")
    heavy = {**book, "cells": [{**code, "source": "import pandas"}]}
    (tmp_path / "numbers.ipynb").write_text(json.dumps(heavy), encoding="utf-8")
    (tmp_path / "hours.de.md").write_text("# Öffnungszeiten", encoding="latin-1")
    (tmp_path / "hours.en.md").write_text("# Opening hours", encoding="utf-8")
    (tmp_path / "lessons").mkdir()
    lesson = Path(__file__).parents[3] / "docs/example-site/lessons/ties-at-our-table.toml"
    (tmp_path / "lessons" / "Our Lesson.toml").write_bytes(lesson.read_bytes())
    settings = '\ufeffname = { en = "x", de = "x"\nlangage = "de"\ngames = ["twin"]\n'
    settings += '[game.twing]\nlessons = "lessons"\n'
    (tmp_path / FILE).write_text(settings, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == FAULTS_FOUND
    errors_printed = capsys.readouterr().err
    for words in (
        "twingkit.toml, line 1: A } is missing",
        "line 2: langage",
        'There is no game "twin"',
        "lessons/Our Lesson.toml: ",
        "hours.de.md, line 1: The file is not stored as UTF-8",
        "club.ipynb: The page cannot be shown: club.ipynb, cell 2, line 2: NameError",
        "works only on a server",
        "Errors: 7.",
    ):
        assert words in errors_printed
    assert str(tmp_path) not in errors_printed, "the paths begin where the command was given one"
    assert "MissingIDFieldWarning" not in errors_printed


def test_a_text_for_each_language_is_one_page_and_its_heading_is_the_title(tmp_path: Path) -> None:
    (tmp_path / "menu.en.md").write_text("\ufeff# Our **menu**\n\nCakes.", encoding="utf-8")
    (tmp_path / "menu.de.md").write_text("# Unsere Karte\n\nKuchen.", encoding="utf-8")
    (tmp_path / "imprint.en.md").write_text("Berta", encoding="utf-8")
    (page,) = own_pages(tmp_path)
    assert page.name == "menu"
    assert page.titles == {"en": "Our menu", "de": "Unsere Karte"}
    texts = [text_cell_html(cell, tmp_path) for cell in notebook_of_publisher_page(page).cells]
    assert texts == [cell["html"] for cell in publisher_cells(page)[1:]], "on a server and as files"
    assert [text.split('"')[1] for text in texts] == ["tk-text celltag_lang-en", "tk-text celltag_lang-de"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("games = []", "shows no games"),
        ('[start]\nname = "x"', "above the first line in square brackets"),
        ('variant = "german"', "below a [game.…] line"),
    ],
)
def test_a_key_in_the_wrong_place_and_no_game_are_explained(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert words in settings_faults(tmp_path / FILE, tmp_path)[0].text("en")


def test_a_dead_link_and_a_missing_picture_of_a_text_are_named_with_their_lines(tmp_path: Path) -> None:
    (tmp_path / "menu.md").write_text("# Menu\n\n![door](none.png)\n\n[d](nowhere)\n", encoding="utf-8")
    faults = settings_faults(None, tmp_path)
    assert [(fault.message_key, fault.line_number) for fault in faults] == [("no_picture", 3), ("no_link", 5)]
