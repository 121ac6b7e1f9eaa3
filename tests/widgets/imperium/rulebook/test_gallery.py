"""The gallery shows everything in the box, each once, with its rule; and the search finds it."""

from __future__ import annotations

from collections import Counter
from html import unescape

import pytest

from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit.imperium.box.left_out import left_out_or_simplified_components
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.box.units import all_unit_kinds
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.rulebook.gallery import SHELVES, pieces, search_all_shelves
from twingkit_widgets.imperium.rulebook.panel import ImperiumRulebook
from twingkit_widgets.read.rulebook.panel import RulebookPanel

TABLES = {
    "factions": "factions.csv",
    "technologies": "technologies.csv",
    "strategy": "strategy_cards.csv",
    "objectives": "objectives.csv",
    "action": "action_cards.csv",
    "agendas": "agendas.csv",
    "notes": "promissory_notes.csv",
    "tiles": "tiles.csv",
}
"""The table of the box behind each shelf."""


def test_every_row_of_the_box_is_on_its_shelf_once() -> None:
    for shelf, table in TABLES.items():
        rows = box_csv_rows(table)
        key = "tile" if shelf == "tiles" else "id"
        assert Counter(piece.id for piece in pieces(shelf, "en")) == Counter(row[key] for row in rows), shelf
    assert Counter(piece.id for piece in pieces("units", "en")) == Counter(
        unit.id for unit in all_unit_kinds()
    )
    assert set(SHELVES) == {*TABLES, "units", "left_out"}


@pytest.mark.parametrize("shelf", ["technologies", "strategy", "objectives", "action", "agendas", "notes"])
def test_every_card_and_technology_has_its_rule_with_a_text_of_each_language(shelf: str) -> None:
    for lang in LANGUAGES:
        for piece in pieces(shelf, lang):
            assert piece.rule in rulebook(), piece.id
            shown = call_in_language(lang, piece.html).replace("&#x27;", "'")
            assert rulebook()[piece.rule].text(lang)[:20] in shown, piece.id


def test_a_piece_has_another_form_in_german() -> None:
    for shelf in SHELVES:
        for english, german in zip(
            sorted(pieces(shelf, "en"), key=lambda piece: piece.id),
            sorted(pieces(shelf, "de"), key=lambda piece: piece.id),
            strict=True,
        ):
            assert english.html() != german.html()


def test_a_technology_tells_its_prerequisites_in_words_and_signs() -> None:
    cruiser = next(piece for piece in pieces("technologies", "en") if piece.id == "cr2").html()
    assert "needs 1 green, 1 red, 1 yellow" in cruiser
    assert all(f"tk-sign-{colour}" in cruiser for colour in ("green", "red", "yellow"))
    assert "no prerequisites" in next(p for p in pieces("technologies", "en") if p.id == "amd").html()


def test_a_faction_shows_all_that_is_its_own() -> None:
    for row in box_csv_rows("factions.csv"):
        html = next(piece for piece in pieces("factions", "en") if piece.id == row["id"]).html()
        for table, owner in (("technologies.csv", "faction"), ("abilities.csv", "owner")):
            for card in box_csv_rows(table):
                if card[owner] == row["id"] and card.get("source", "ability") == "ability":
                    assert rulebook().words.name(f"card_{card['id']}") in html, card


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_whole_games_leave_out_has_a_shelf_with_its_reasons(lang: str) -> None:
    panel = ImperiumRulebook(lang, game="imperium", show="gallery", term="left_out")
    assert panel.error is None
    assert panel.html.count('data-key="piece:left_out:') == len(left_out_or_simplified_components()) > 0
    for row, piece in zip(left_out_or_simplified_components(), pieces("left_out", lang), strict=True):
        assert row.reason() in unescape(piece.html())
        assert piece.rule in rulebook(), row.id
    assert "left_out:yin_flagship" in {piece.id for piece in search_all_shelves("Van Hauge")}


def test_a_search_goes_through_all_shelves_and_is_in_the_address() -> None:
    panel = RulebookPanel("en", game="imperium", show="gallery", search="wormhole")
    assert isinstance(panel, ImperiumRulebook)
    found = {piece.id for piece in search_all_shelves("wormhole")}
    assert {"25", "26", "wormhole_recon"} <= found
    assert "26 Lodor" in panel.html
    assert panel.address() == {"show": "gallery", "search": "wormhole"}
    panel.do("seek", "xyzzy")
    assert "Nothing in the gallery matches" in panel.html
    panel.do("clear_search")
    assert panel.address() == {"show": "gallery"}


def test_an_unknown_shelf_is_reported_and_the_first_is_shown() -> None:
    panel = ImperiumRulebook("en", game="imperium", show="gallery", term="dragons")
    assert "dragons" in panel.html
    assert "The Federation of Sol" in panel.html
    assert panel.error is None


def test_a_sign_opens_the_rule_of_a_piece() -> None:
    panel = ImperiumRulebook("en", game="imperium", show="gallery", term="agendas")
    panel.do("open", "IM-AGENDA-mutiny")
    assert panel.address() == {"rule": "IM-AGENDA-mutiny"}


def test_a_chapter_is_chosen_of_a_book_that_has_many() -> None:
    panel = ImperiumRulebook("en", game="imperium", chapter="turns")
    assert 'data-act="chapter"' in panel.html
    assert "IM-TURN-1" in panel.html
    assert "IM-MAP-1" not in panel.html
    panel.do("search", "pass")
    assert panel.address() == {"search": "pass", "chapter": "turns"}
    panel.do("clear")
    assert panel.address() == {}
    panel.do("chapter", "no such chapter")
    assert panel.address() == {}
    assert 'data-act="chapter"' not in RulebookPanel("en", game="twing").html
