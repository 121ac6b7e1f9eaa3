"""Each page has its own preview for search engines and chats; a site with an address has a site map."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from widgets.site.own_publishers import Move, faults_of

from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.addresses import START, subpage_names
from twingkit_widgets.site.head.discovery import discovery_files, page_metadata, site_root_metadata
from twingkit_widgets.site.head.page_description import page_description, page_title
from twingkit_widgets.site.page import page as open_page
from twingkit_widgets.site.page_parts import part_names_of

HOUSE = 'name = "Berta"\naddress = "https://games.example.org/twing"\nlanguage = "de"\ngames = ["twing"]\n'


def test_no_two_pages_share_a_title_or_a_description() -> None:
    places = [
        (page, lang, part)
        for page in (START, *subpage_names())
        for part in ("", *part_names_of(page))
        for lang in LANGUAGES
    ]
    for said in (page_title, page_description):
        assert len({call_in_language(lang, said, page, part) for page, lang, part in places}) == len(places)


def test_the_browser_is_told_the_title_of_what_is_shown() -> None:
    assert open_page("learn", "lesson=shield&lang=en").frame.tab == page_title("learn", "shield")


def test_a_site_with_an_address_says_where_each_page_is_in_every_language(move_in: Move) -> None:
    move_in(HOUSE)
    card = page_metadata("learn", "shield")
    assert card["address"] == "https://games.example.org/twing/en/learn/shield/"
    assert card["twins"] == {
        "en": card["address"],
        "de": "https://games.example.org/twing/de/learn/shield/",
        "x-default": "https://games.example.org/twing/de/learn/shield/",
    }
    root = site_root_metadata()
    assert root["address"] == "https://games.example.org/twing/"
    assert root["twins"] == {
        "en": "https://games.example.org/twing/en/",
        "de": "https://games.example.org/twing/de/",
        "x-default": root["address"],
    }
    files = {name: made() for name, made in discovery_files(lambda: [("learn", ["shield"])]).items()}
    assert b"Sitemap: https://games.example.org/twing/sitemap.xml" in files["robots.txt"]
    tree = ElementTree.fromstring(files["sitemap.xml"])
    places = [place.text for place in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert card["address"] in places
    assert len(places) == 2 * len(LANGUAGES)


def test_a_server_names_the_addresses_at_which_it_answers_itself(move_in: Move) -> None:
    move_in(HOUSE)
    card = page_metadata("learn", "shield", on_server=True)
    assert card["address"] == "https://games.example.org/twing/en/learn/?lesson=shield"
    files = discovery_files(lambda: [("learn", ["shield"])], on_server=True)
    assert f"<loc>{card['address']}</loc>".encode() in files["sitemap.xml"]()
    assert page_metadata("learn", on_server=True)["address"] == page_metadata("learn")["address"]


def test_a_card_names_language_and_country_and_says_what_an_imprint_says(move_in: Move) -> None:
    move_in('imprint = { en = "# Imprint\\n\\nBerta, Sampletown.", de = "Berta, Musterstadt." }')
    cards = [call_in_language(lang, page_metadata, "imprint") for lang in ("en", "de")]
    assert [card["locale"] for card in cards] == ["en_GB", "de_DE"]
    assert [card["description"] for card in cards] == ["Berta, Sampletown.", "Berta, Musterstadt."]


def test_a_site_without_an_address_names_none() -> None:
    assert "address" not in page_metadata("learn")
    assert list(discovery_files(list)) == ["icon.svg"]


def test_an_address_that_is_none_and_a_picture_that_chats_do_not_show_are_faults(tmp_path: Path) -> None:
    (tmp_path / "card.svg").write_text("<svg/>")
    cases = [fault.message_key for fault in faults_of('address = "games"\npicture = "card.svg"', tmp_path)]
    assert cases == ["address", "picture"]


def test_the_icon_is_sent_without_a_list_of_all_pages(move_in: Move) -> None:
    move_in(HOUSE)

    def pages() -> list[tuple[str, list[str]]]:
        raise AssertionError("the map was made")

    files = discovery_files(pages)
    assert files["icon.svg"]()
    assert files["robots.txt"]()
    with pytest.raises(AssertionError, match="map"):
        files["sitemap.xml"]()
