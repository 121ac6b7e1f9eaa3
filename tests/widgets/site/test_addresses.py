"""Addresses of pages: a folder each, below any root; every other spelling redirects there."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from twingkit.core.language import in_language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.addresses import (
    PART_PARAMETER_BY_KIND,
    ROOT,
    canonical_address,
    game_page_by_name,
    page_href,
    parse_address,
    subpage_names,
)
from twingkit_widgets.panel.address.query import Query
from twingkit_widgets.site.page import page as open_page

LINES = {"battle-lab": "F:_F5_F3_~_F4_vs_W:_W6_W4", "imperium-battle": "space:_1_cruiser!_vs_1_warsun"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["index", *subpage_names()])
def test_the_address_of_a_page_asks_for_that_page(page: str, lang: str) -> None:
    said = parse_address(canonical_address(page))
    assert said is not None
    assert (said.page, said.lang, said.query) == (page, lang, "")


@pytest.mark.parametrize("page", ["index", *subpage_names()])
def test_the_old_address_of_a_page_asks_for_that_page(page: str) -> None:
    with in_language("de"):
        path, _, query = page_href(page).partition("?")
    said = parse_address(path, query)
    assert said is not None
    assert (said.page, said.lang, said.query) == (page, "de", "")


@pytest.mark.parametrize(
    "page", [name for name, (_, page) in game_page_by_name().items() if page.kind in PART_PARAMETER_BY_KIND]
)
def test_what_a_page_shows_is_a_folder_in_its_folder(page: str) -> None:
    name = PART_PARAMETER_BY_KIND[game_page_by_name()[page][1].kind]
    address = canonical_address(page, **{name: "some-thing", "variant": "x"})
    assert address == f"en/{page}/some-thing/?variant=x"
    path, _, query = address.partition("?")
    said = parse_address(path, query)
    assert said is not None
    assert (said.page, said.lang, said.query) == (page, "en", f"{name}=some-thing&variant=x")


@pytest.mark.parametrize("value", ["../x", "a b", "ä", "x?y", "a/b", "shield:winner:17"])
def test_what_is_no_plain_name_stays_in_the_query(value: str) -> None:
    address = canonical_address("learn", lesson=value)
    path, sign, query = address.partition("?")
    assert (path, sign) == ("en/learn/", "?")
    assert unquote(query.replace("+", " ")) == f"lesson={value}"


@pytest.mark.parametrize("path", ["en/learn/a/b", "en/play/a", "learn/a/b/c"])
def test_folders_that_no_page_has_ask_for_nothing(path: str) -> None:
    assert parse_address(path) is None


@pytest.mark.parametrize("page", LINES)
def test_a_battle_in_an_address_is_spelled_as_in_a_link(page: str) -> None:
    link, address = (make(page, battle=LINES[page]) for make in (page_href, canonical_address))
    assert address == f"en/{page}/?{link.partition('?')[2].removesuffix('&lang=en')}"


def test_a_language_in_the_query_wins_over_the_folder() -> None:
    said = parse_address("en/learn", "lang=de&lesson=shield")
    assert said is not None
    assert (said.lang, said.query) == ("de", "lesson=shield")
    unknown = parse_address("en/learn", "lang=fr")
    assert unknown is not None
    assert (unknown.lang, unknown.query) == ("en", "lang=fr")  # the page explains what is wrong with it


@pytest.mark.parametrize("root", ["../../", "/games/"])
def test_links_of_a_page_begin_at_the_root_that_the_host_names(
    root: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ROOT, root)
    with in_language("de"):
        assert page_href("learn", lesson="shield") == f"{root}de/learn/?lesson=shield"
    assert page_href("index") == f"{root}en/"
    made = open_page("rulebook", "rule=TW-BAT-16&lang=de")
    assert ".ipynb" not in made.frame.html + made[0].html
    assert f'href="{root}de/about/"' in made.frame.html
    assert (made.frame.share, made.frame.short) == ("rule=TW-BAT-16", "de/rulebook/TW-BAT-16/")
    assert open_page("about", "lang=en").frame.title == "About twingkit"


def documented() -> list[str]:
    """Return the addresses that the publisher's page names, in full."""
    text = (Path(__file__).parents[3] / "docs" / "publishing.md").read_text(encoding="utf-8")
    table = text.partition("## Links into the site")[2].partition("\n## ")[0]
    return [address for address in re.findall(r"`((?:en|de)/[^`]+)`", table) if "…" not in address]


@pytest.mark.parametrize("address", documented())
def test_every_documented_address_opens_what_it_names(address: str) -> None:
    path, _, query = address.partition("?")
    said = parse_address(path, query)
    assert said is not None
    made = open_page(said.page, f"{said.query}&lang={said.lang}")
    assert made.fault_panel is None
    assert made.frame.named
    assert len(documented()) > 15


def test_a_value_of_several_words_survives_its_link_and_may_have_plus_signs() -> None:
    link = page_href("battle-lab", variant="box ties=defender")
    assert "+" not in link
    for query in (link.partition("?")[2], "variant=box+ties%3Ddefender"):
        assert Query(query).value("variant") == "box ties=defender"
