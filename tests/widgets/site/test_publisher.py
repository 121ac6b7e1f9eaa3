"""A publisher's settings on the pages: name, languages, games, own pages and colours."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from browser.site_map import PAGES as PLACES
from widgets.site.own_publishers import Move, faults_of

from twingkit.core.games import games
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.addresses import UNLISTED_PAGES, pages_of, subpage_names
from twingkit_widgets.panel.panel import CSS
from twingkit_widgets.panel.settings.active_settings import publisher_settings, settings_environment
from twingkit_widgets.panel.settings.colours import (
    SCHEMES,
    THEME,
    contrast,
    low_contrast_text_colours,
    palette,
    publisher_colour_css,
)
from twingkit_widgets.panel.settings.settings import FILE
from twingkit_widgets.panel.settings.settings_file import read_settings
from twingkit_widgets.site.frame import PageHeaderPanel
from twingkit_widgets.site.page import page as open_page
from twingkit_widgets.site.publisher.foot import footer_html

WHOLE = """
name = { en = "Berta’s <b>Games</b>", de = "Bertas <b>Spiele</b>" }
logo = "logo.svg"
language = "de"
repository = "https://codeberg.example/berta/games"
games = ["imperium", "twing"]
hide = ["puzzles", "imperium-battle"]
imprint = { en = "imprint.en.md", de = "# Wer wir sind\\n\\n<script>alert(1)</script>" }

[colours]
accent = { light = "#0b5d3b", dark = "#8fe0b8" }

[start]
title = { en = "Play with us", de = "Spiel mit uns" }

[[page]]
notebook = "club-night.ipynb"
title = { en = "Club <i>night</i>", de = "Spieleabend" }
"""


# -- what the pages show


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_carries_the_name_and_the_logo(move_in: Move, lang: str) -> None:
    move_in(WHOLE)
    for name in ("index", *subpage_names()):
        made = open_page(name, f"lang={lang}")
        head = made.frame.html
        assert made.frame.site == publisher_settings().name()
        assert ("Bertas" if lang == "de" else "Berta’s") in head
        assert "<b>Games" not in head
        assert "<b>Spiele" not in head
        assert "<i>night" not in head
        assert re.search(r'<img src="data:image/svg\+xml;base64,[\w+/=]+" alt=""', head), (
            "a script in it is dead"
        )
        assert "alert(1)" not in head
        assert "#0b5d3b" in made.frame._css


def test_the_languages_begin_with_the_publishers(move_in: Move) -> None:
    move_in(WHOLE)
    shown = re.findall(r"\b(Deutsch|English)\b", open_page("index", "lang=en").frame.html)
    assert shown[0] == "Deutsch"


def test_games_come_in_the_publishers_order_and_a_hidden_one_is_nowhere(move_in: Move) -> None:
    move_in(WHOLE)
    assert [game.id for game in games()] == ["imperium", "twing"]
    start = open_page("index", "lang=en")
    assert re.findall(r"<h2[^>]*>([^<]+)", start[0].html)[:2] == ["Twilight Imperium", "Imperial Twing"]
    move_in('games = ["twing"]')
    assert [game.id for game in games()] == ["twing"]
    for name in ("index", "about", "rulebook"):
        made = open_page(name, "lang=en")
        assert "imperium-" not in made.frame.html + made[0].html, name
    assert not [name for name in subpage_names() if name.startswith("imperium")]


def test_a_hidden_page_is_in_no_menu_and_cannot_be_opened(move_in: Move) -> None:
    move_in(WHOLE)
    assert {"puzzles", "imperium-battle"}.isdisjoint(subpage_names())
    assert [page.name for page in pages_of("imperium").sections[-1]] == [
        "imperium-rules",
        "imperium-readings",
    ]
    with pytest.raises(LookupError, match="puzzles"):
        open_page("puzzles")


def leads_to(html: str) -> set[str]:
    """Return the pages that a piece of HTML links to."""
    return set(re.findall(r'href="([\w-]+)\.ipynb', html))


def panels_at(address: str) -> str:
    """Return what the panels of a page show at an address."""
    name, _, query = address.partition("?")
    return "".join(panel.html for panel in open_page(name, f"{query}&lang=en").panels)


@pytest.fixture(scope="module")
def frames() -> dict[str, set[str]]:
    """Return the pages that the frame of each page links to if none is hidden."""
    return {name: leads_to(PageHeaderPanel(name, "en").html) for name in ("index", *subpage_names())}


@pytest.fixture(scope="module")
def addresses() -> dict[str, set[str]]:
    """Return the pages that the panels at each address link to if none is hidden."""
    return {address: leads_to(panels_at(address)) for address in {*PLACES.values(), *subpage_names()}}


def hidden_together(asking: dict[str, set[str]]) -> list[set[str]]:
    """Return pages that are hidden at the same time: `asking` names for each the pages with links to it,
    which must be visible without it."""
    groups: list[set[str]] = []
    for name, askers in asking.items():
        for group in groups:
            if not group & askers and not any(name in asking[other] for other in group):
                group.add(name)
                break
        else:
            groups.append({name})
    return groups


@pytest.mark.slow
def test_no_page_links_to_a_hidden_one(
    move_in: Move, frames: dict[str, set[str]], addresses: dict[str, set[str]]
) -> None:
    pages = [name for name in subpage_names() if name != "about"]
    leading = {page: {name for name, seen in frames.items() if page in seen} - {page} for page in pages}
    asking = {
        page: {at for at, seen in addresses.items() if page in seen and at.partition("?")[0] != page}
        for page in pages
    }
    assert all(seen for page, seen in leading.items() if page not in UNLISTED_PAGES)
    assert all(asking.values())
    seen_without = {page: leading[page] | {at.partition("?")[0] for at in asking[page]} for page in pages}
    for group in hidden_together(seen_without):
        move_in(f"hide = {json.dumps(sorted(group))}")
        for name in set[str]().union(*(leading[page] for page in group)):
            assert not group & leads_to(PageHeaderPanel(name, "en").html), name
        for address in set[str]().union(*(asking[page] for page in group)):
            assert not group & leads_to(panels_at(address)), address


def test_the_publishers_words_stand_on_the_start_page(move_in: Move) -> None:
    move_in(WHOLE)
    assert "Spiel mit uns" in open_page("index", "lang=de")[0].html
    assert "Say what will happen" in open_page("index", "lang=en")[0].html  # nothing was said about the lead


def test_the_start_page_leads_to_the_publishers_own_pages(move_in: Move) -> None:
    assert "Außerdem hier" not in open_page("index", "lang=de")[0].html
    move_in(WHOLE)
    shown = open_page("index", "lang=de")[0].html
    assert re.search(r'Außerdem hier</h2>.*<a href="club-night[^"]*"><h3>Spieleabend</h3></a>', shown)
    described = 'description = { en = "Fridays at seven.", de = "Freitags um sieben." }'
    move_in(WHOLE.replace('notebook = "club-night.ipynb"', f'notebook = "club-night.ipynb"\n{described}'))
    shown = open_page("index", "lang=de")[0].html
    assert "<h3>Spieleabend</h3></a><p>Freitags um sieben.</p>" in shown


def test_an_own_page_gets_head_and_menu_and_language_switch(move_in: Move) -> None:
    move_in(WHOLE)
    for lang, title in (("en", "Club &lt;i&gt;night&lt;/i&gt;"), ("de", "Spieleabend")):
        made = open_page("club-night", f"lang={lang}")
        assert f">{title}</a>" in made.frame.html
        assert 'data-frame="lang"' in made.frame.html
        assert made.panels == ()
        assert f">{title}</a>" in open_page("play", f"lang={lang}").frame.html
    assert ">Another</a>" in open_page("index", "lang=de").frame.html  # a notebook that no entry names


def test_the_imprint_is_a_page_and_in_the_foot_of_all_and_no_html_of_its_text_is_kept(move_in: Move) -> None:
    move_in(WHOLE)
    german, english = (open_page("imprint", f"lang={lang}")[0].html for lang in ("de", "en"))
    assert "<h1>Impressum</h1><h2>Wer wir sind</h2>" in german
    assert "&lt;script&gt;" in german
    assert "<script" not in german + english
    assert 'href="javascript' not in english
    foot = str(footer_html("../../"))
    assert 'href="../../de/imprint/">Impressum<' in foot
    assert 'href="../../en/imprint/">Imprint<' in foot
    assert "privacy" not in foot, "there is no such text"
    with pytest.raises(LookupError):
        open_page("privacy")


def test_the_link_to_the_repository_is_there_where_one_is_set_and_visitors_read_nothing_of_settings(
    move_in: Move,
) -> None:
    unset = open_page("about", "lang=en")[0].html
    assert "repository" not in unset
    assert "Source code" not in unset
    move_in(WHOLE)
    there = open_page("about", "lang=en")[0].html
    assert 'href="https://codeberg.example/berta/games"' in there


def test_a_folder_without_settings_adds_its_notebooks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "club.ipynb").write_text('{"cells": []}', encoding="utf-8")
    for name, value in settings_environment(None, tmp_path).items():
        monkeypatch.setenv(name, value)
    assert "club" in subpage_names()
    assert "play" in subpage_names()
    assert open_page("index", "lang=en").frame.site == "twingkit"


def test_without_a_house_the_site_is_the_kits() -> None:
    assert publisher_settings().file is None
    assert footer_html("") is None
    assert "tk-frame-logo" not in open_page("index", "lang=en").frame.html


# -- colours


def test_the_colours_of_the_theme_are_those_of_the_style_sheet() -> None:
    for name, values in THEME.items():
        assert f"--tk-{name}: light-dark({', '.join(values)});" in CSS
    assert list(low_contrast_text_colours({})) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_colour_on_which_nobody_can_read_is_refused_with_its_contrast(tmp_path: Path, scheme: str) -> None:
    grey = "#808080"
    faults = faults_of(f'[colours]\nsoft = {{ {scheme} = "{grey}" }}', tmp_path)
    worst = min(
        contrast(grey, THEME[ground][SCHEMES.index(scheme)])
        for ground in ("ground", "surface", "sunken", "tint")
    )
    assert worst < 4.5
    assert [(fault.message_key, fault.line_number, fault.location) for fault in faults] == [
        ("contrast", 2, f"colours.soft.{scheme}")
    ]
    assert f"{worst:.1f}" in faults[0].text("en")
    assert "4.5" in faults[0].text("de")


def test_an_accent_brings_its_tint_and_its_text_and_one_for_both_schemes_can_be_read_in_both(
    tmp_path: Path,
) -> None:
    (tmp_path / FILE).write_text('[colours]\naccent = "#0b5d3b"', encoding="utf-8")
    colours = read_settings(tmp_path / FILE).colours
    assert colours["accent"]["light"] == "#0b5d3b"
    assert list(low_contrast_text_colours(colours)) == []
    for scheme in SCHEMES:
        made = palette(colours, scheme)
        assert made["tint"] not in (made["ground"], THEME["tint"][SCHEMES.index(scheme)])
        assert contrast(made["on-accent"], made["accent"]) >= 4.5
    assert "--tk-tint" in publisher_colour_css(colours)
