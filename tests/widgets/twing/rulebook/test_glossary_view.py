"""The glossary: all words in alphabetical order, found by either language, each with its rules."""

from __future__ import annotations

import re
from html import unescape

import pytest

from twingkit.core.language import call_in_language, in_language
from twingkit.core.rulebook.rule_search import fold_with_positions
from twingkit.core.words import LANGUAGES
from twingkit.twing import rulebook
from twingkit.twing.glossary import load_glossary
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.read.rulebook.panel import RulebookPanel
from twingkit_widgets.twing.rulebook.glossary_view import (
    GlossaryView,
    find_glossary_entry,
    nearest_glossary_entries,
    sorted_glossary_entries,
)
from twingkit_widgets.twing.rulebook.term_marks import capitalized_name, first_term_matches, with_term_buttons


def listed(html: str) -> list[str]:
    """Return the ids of the words in the list."""
    return re.findall(r'data-key="word:([^"]+)"', html)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_is_listed_by_the_alphabet_with_the_other_language_beside_it(lang: str) -> None:
    html = RulebookPanel(lang, show="glossary").html
    names = [fold_with_positions(load_glossary().entry(name).name())[0] for name in listed(html)]
    assert names == sorted(names)
    assert set(listed(html)) == {each.id for each in load_glossary().entries.values()}
    other = next(language for language in LANGUAGES if language != lang)
    for each in load_glossary().entries.values():
        assert esc(capitalized_name(each)) in html
        assert f'lang="{other}" class="tk-gloss-other">{esc(capitalized_name(each, other))}' in html


def test_umlauts_stand_with_their_letter() -> None:
    with in_language("de"):
        order = [capitalized_name(each, "de") for each in sorted_glossary_entries()]
    assert order.index("Höschen des Schutzes") in range(
        order.index("Hausregel"), order.index("Hut der Möglichkeit")
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_opens_complete(lang: str) -> None:
    panel = RulebookPanel(lang, show="glossary")
    for each in load_glossary().entries.values():
        panel.do("define", each.id)
        assert panel.error is None
        assert panel.status == capitalized_name(each)
        assert f"<h2>{esc(capitalized_name(each))}</h2>" in panel.html
        assert esc(each.text()) in panel.html
        assert re.findall(r'data-key="rule:([^"]+)"', panel.html) == list(each.rules)
        assert re.findall(r'data-key="see:([^"]+)"', panel.html) == list(each.related_entries)
        assert re.findall(r'data-value="([^"]+)"[^>]*aria-current="true"', panel.html) == [each.id]


def test_a_word_leads_to_its_rules_and_on_to_its_neighbours() -> None:
    panel = RulebookPanel("en", show="glossary", term="entourage")
    order = [each.id for each in sorted_glossary_entries()]
    after = order[order.index("entourage") + 1]
    assert re.search(rf'data-value="{after}" data-key="next" data-shortcut="n"', panel.html)
    panel.do("open", load_glossary().entry("entourage").rules[0])
    assert panel.address() == {"rule": load_glossary().entry("entourage").rules[0]}


@pytest.mark.parametrize(
    ("wanted", "first"),
    [("Katze", "cat"), ("schwarze katzen", "cat"), ("trap", "trap"), ("hoeschen", "panties")],
)
def test_the_filter_finds_words_of_both_languages_by_name_first(wanted: str, first: str) -> None:
    found = GlossaryView(rulebook(), "en", wanted).listed_entries()
    names = [each.id for each in found]
    assert any(first in name for name in names[:2]), names


def test_the_filter_also_finds_meanings_and_shows_where() -> None:
    panel = RulebookPanel("en", show="glossary")
    panel.do("filter", "wizard")
    assert "character" in listed(panel.html)
    assert "<mark>wizard</mark>" in panel.html
    assert panel.status == f"Words found: {len(listed(panel.html))}"
    panel.do("filter", "<qqq>")
    assert "No word in the glossary contains “&lt;qqq&gt;”." in panel.html
    panel.do("unfilter")
    assert len(listed(panel.html)) == len(load_glossary().entries)


@pytest.mark.parametrize(
    "wanted", ["entourage", "Entourage", "ENTOURAGE", "shield", "Schild", "Höschen des Schutzes"]
)
def test_a_link_may_name_a_word_by_its_id_or_its_name(wanted: str) -> None:
    found = find_glossary_entry(wanted)
    assert found is not None
    assert RulebookPanel("de", show="glossary", term=wanted).address()["term"] == found.id


def test_an_unknown_word_is_one_clear_error_with_the_nearest() -> None:
    panel = RulebookPanel("en", show="glossary", term="entorage")
    assert panel.html.count('role="alert"') == 1
    assert "The glossary does not have the word “entorage”." in panel.html
    assert [each.id for each in nearest_glossary_entries("entorage")] == ["entourage"]
    panel.do("define", "entourage")
    assert 'role="alert"' not in panel.html
    panel.do("define", "<b>")
    assert "“&lt;b&gt;”" in panel.html


def test_a_text_marks_each_word_once_where_it_stands_first() -> None:
    for lang in LANGUAGES:
        for rule in rulebook():
            text = rule.text(lang)
            places = call_in_language(lang, first_term_matches, text)
            ids = [each.id for _, _, each in places]
            assert len(ids) == len(set(ids))
            assert ids
            html = call_in_language(lang, with_term_buttons, text, ids[0], "own")
            assert re.findall(r'data-act="term" data-value="([^"]+)"', html) == ids
            assert html.count('aria-expanded="true" aria-controls="own-meaning"') == 1
            assert unescape(re.sub("<[^>]*>", "", html)) == text
