"""The deck builder: its check, its curves, its list and its files."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import unquote, urlsplit

import pytest
from widgets.labs import after, answer, chosen
from widgets.read_pages import words

from twingkit.imajica.box.custom_sets import format_deck, parse_deck
from twingkit.imajica.box.decks import deck_refusals, load_decks
from twingkit.imajica.exact_odds.deck_curves import deck_counts
from twingkit_widgets.imajica.lab.deck_draft import DeckDraft
from twingkit_widgets.imajica.lab.labs import DECK_LAB
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel
from twingkit_widgets.lab.lab import LabPanel


def lab(line: str | None = None, view: str = "") -> LabPanel:
    """Return the deck builder with a line, as the site shows it."""
    return LabPanel(DECK_LAB, line, view=view, site=True)


def test_IJ_DECK_1_all_faults_are_reported_at_once_with_their_rules() -> None:
    line = "imajica deck: 3 gentle, 2 dog-alley, nobody, slew"
    panel = lab(line)
    faults = deck_refusals(DeckDraft.read(line).deck)
    text = words(panel.html)
    assert f"{len(faults)} faults." in text
    for fault in faults:
        assert fault.ruling.text("en") in text
    assert panel.html.count('data-key="fault:') == len(faults) == 8


@pytest.mark.parametrize("name", list(load_decks()))
def test_each_of_the_four_decks_is_legal_and_shows_its_curves(name: str) -> None:
    panel = lab(name)
    assert "The rules allow this deck." in words(panel.html)
    rows = re.findall(
        r'<th scope="row">(\d+)</th><td><span[^>]*></span><span class="tk-number">(\d+)', answer(panel)
    )
    curves = deck_counts(load_decks()[name])
    shown = [(int(figure), int(count)) for figure, count in rows if int(count)]
    assert shown == [pair for stat in curves.count_by_value.values() for pair in stat.items()]


def test_cards_are_added_and_taken_away() -> None:
    panel = lab()
    chosen(panel, "begin", "empty")
    assert panel.draft.deck.size == 0
    after(
        panel, ("card", "gentle:more"), ("card", "slew:more"), ("card", "slew:less"), ("card", "irish:less")
    )
    assert panel.draft.line() == "imajica deck: gentle"
    chosen(after(panel, ("undo", None)), "begin", "daughters")
    assert panel.draft.deck.counts == load_decks()["daughters"].counts
    for act, value in (("card", "nobody:more"), ("card", "gentle:twice"), ("begin", "nothing")):
        panel.do(act, value)
        assert panel.error is not None
    assert panel.draft.deck.size == 60


def test_IJ_DECK_1_a_legal_deck_is_played_from_the_builder_and_another_is_not() -> None:
    panel = after(lab("teeth"), ("card", "gek-a-gek:less"))
    assert "imajica-play" not in panel.html
    after(panel, ("card", "gentle:more"))
    link = re.search(r'href="([^"]*imajica-play[^"]*)"', panel.html)
    deck = unquote(urlsplit(unescape(link[1])).query.partition("deck=")[2].partition("&")[0])
    game = ImajicaPlayPanel(3, deck=deck, seed=1).match.game
    assert game.start.decks[0].counts == panel.draft.deck.counts


def test_the_list_names_every_card() -> None:
    text = words(answer(lab("imajica deck: 2 gek-a-gek, slew, nobody", view="list")))
    assert "2 × gek-a-gek" in text
    assert "Not in the set: nobody" in text


@pytest.mark.parametrize("form", ["toml", "csv"])
def test_a_file_is_downloaded_and_read_again(form: str) -> None:
    panel = lab("teeth", view="file")
    link = re.search(rf'href="data:text/plain;charset=utf-8,([^"]+)" download="teeth.{form}"', panel.html)
    text = unquote(link.group(1))
    assert parse_deck(text, form).counts == load_decks()["teeth"].counts
    other = after(lab("maestros", view="file"), ("load", {"text": text}))
    assert other.draft.deck.counts == load_decks()["teeth"].counts


def test_a_file_that_is_none_is_explained_and_nothing_is_lost() -> None:
    panel = lab("teeth", view="file")
    panel.do("load", {"text": "cards = ["})
    assert "Not a deck in toml" in words(answer(panel))
    assert panel.draft.deck.size == 60
    after(panel, ("load", {"text": format_deck(load_decks()["maestros"])}))
    assert "Not a deck in" not in words(answer(panel))


def test_a_line_that_is_none_is_explained() -> None:
    panel = lab("imajica deck: many slew")
    assert panel.fault is not None
    assert "This line does not describe a deck yet." in words(panel.html)
    kept = lab()
    kept.restore(lab("imajica deck: 2 gek-a-gek").state)
    assert kept.draft.line() == "imajica deck: 2 gek-a-gek"
