"""The rulebook page: its rules, its four parts, searching, and one rule."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qsl, urlencode

import pytest
from widgets.read_pages import (
    assert_explains_what_there_is_not,
    duplicate_ids,
    states_by_next,
    without_ids,
    words,
)

from twingkit.core.language import call_in_language, in_language
from twingkit.core.words import LANGUAGES
from twingkit.twing import rulebook
from twingkit.twing.examples import example
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.read.rulebook.panel import RulebookPanel
from twingkit_widgets.read.rulebook.rule_list import RULEBOOK_WORDS
from twingkit_widgets.read.rulebook.rulings import rule_html
from twingkit_widgets.twing.rulebook.example import WORDS as EXAMPLE_WORDS
from twingkit_widgets.twing.rulebook.panel import TwingRulebook

VIEWS = (
    {},
    {"rule": "TW-BAT-16"},
    {"rule": "TW-BAT-2", "term": "unit"},
    {"rule": "TW-BAT-2", "search": "two creatures"},
    {"search": "höschen"},
    {"show": "glossary"},
    {"show": "glossary", "term": "entourage"},
    {"show": "glossary", "search": "card & die"},
    {"show": "glossary", "term": "shield", "search": "creature"},
    {"show": "gallery"},
    {"show": "gallery", "term": "objects"},
    {"show": "summary"},
)
"""What links can name."""


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_is_listed_and_opens_complete_with_its_example(lang: str) -> None:
    panel = RulebookPanel(lang, site=True)
    for rule in rulebook():
        assert f'data-value="{rule.id}"' in panel.html
    for rule in rulebook():
        panel.do("open", rule.id)
        assert panel.error is None
        assert panel.state == rule.id
        opened = panel.html
        [text] = re.findall(r'<p class="tk-book-text">(.*?)</p>', opened.split("tk-book-rule")[-1])
        assert unescape(re.sub("<[^>]*>", "", text)) == rule.text()
        shown = example(rule.id)
        assert esc(shown.hint()) in opened
        assert esc(shown.statement.text()) in opened
        assert shown.statement.rule in opened
        assert EXAMPLE_WORDS.say("example.refused") in opened or not shown.is_refused
        panel.do("step", "before")
        moves = bool(shown.answer) and not shown.is_refused
        assert ('data-act="step"' in opened) == moves
        assert (panel.html != opened) == moves


def test_a_search_without_result_says_so_and_shows_markup_as_text() -> None:
    panel = RulebookPanel("de", search="<qqqqqqzz>")
    assert "<qqqqqqzz>" not in panel.html
    assert "In keiner Regel steht" in panel.html


def test_an_unknown_id_is_one_clear_error_with_suggestions() -> None:
    panel = RulebookPanel("en", rule="tw-bat-166")
    assert_explains_what_there_is_not(panel, "There is no rule “tw-bat-166”.", "TW-BAT-16")
    assert "<b>" not in panel.html


def test_every_status_is_explained_in_words() -> None:
    for status, word in (("printed", "is in the printed rules"), ("ruling", "silent or disagree")):
        rule = next(
            rule for rule in rulebook() if rule.status == status and (status == "ruling" or not rule.note())
        )
        assert word in RulebookPanel("en", rule=rule.id).html
    printed = next(rule for rule in rulebook() if rule.status == "printed" and not rule.note())
    assert "we decided" not in RulebookPanel("en", rule=printed.id).html.split("tk-book-rule")[-1]


def test_a_printed_rule_with_a_note_says_both_in_one_sign() -> None:
    rule = next(rule for rule in rulebook() if rule.status == "printed" and rule.note())
    for lang, sign in (("en", "as the rules say; this site added"), ("de", "der Zusatz stammt")):
        html = RulebookPanel(lang, rule=rule.id).html
        assert sign in html
        assert html.count("is in the printed rules") + html.count("steht in den gedruckten Regeln") == 0
        assert sign in call_in_language(lang, rule_html, rule, rulebook())


def test_the_language_can_change_under_an_open_rule() -> None:
    panel = RulebookPanel("en", rule="TW-BAT-16")
    panel.lang = "de"
    assert "Kritische Ergebnisse" in panel.html
    assert "Critical results" not in panel.html


# -- the four parts, and links to them


def test_the_parts_are_tabs_of_which_one_is_open() -> None:
    panel = RulebookPanel("en")
    for part in TwingRulebook.PART_NAMES:
        panel.do("show", part)
        assert panel.error is None
        assert panel.html.count('role="tab"') == len(TwingRulebook.PART_NAMES)
        assert panel.html.count('role="tabpanel"') == panel.html.count('aria-selected="true"') == 1
        [(name, controls)] = re.findall(
            r'id="(\S+)"[^>]*aria-selected="true" aria-controls="(\S+)"', panel.html
        )
        assert f'id="{controls}" aria-labelledby="{name}"' in panel.html
        assert panel.status == RULEBOOK_WORDS.say(f"part.{part}")
    panel.do("show", "index")
    assert isinstance(panel.error, LookupError)
    assert panel.show == "summary"


@pytest.mark.parametrize("query", VIEWS, ids=urlencode)
def test_a_copied_link_gives_exactly_the_view(query: dict[str, str]) -> None:
    made = RulebookPanel("en", **query)
    assert made.address() == query
    visited = RulebookPanel("en", rule="TW-END-1", search="die")
    visited.show_query(dict(parse_qsl(urlencode(query))))
    visited.refresh()
    assert visited.address() == query
    assert without_ids(visited.html) == without_ids(made.html)
    assert visited.state == made.state
    assert 'role="alert"' not in made.html


def test_every_view_has_a_state_of_its_own_and_a_plain_rule_is_its_id() -> None:
    states = [RulebookPanel("en", **query).state for query in VIEWS]
    assert len(set(states)) == len(VIEWS)
    assert states[:2] == ["", "TW-BAT-16"]


def test_what_a_person_does_leads_to_the_same_view_as_its_link() -> None:
    panel = RulebookPanel("en")
    for act, value, address in (
        ("search", "two creatures", {"search": "two creatures"}),
        ("open", "TW-BAT-2", {"rule": "TW-BAT-2", "search": "two creatures"}),
        ("clear", None, {"rule": "TW-BAT-2"}),
        ("term", "unit", {"rule": "TW-BAT-2", "term": "unit"}),
        ("define", "unit", {"show": "glossary", "term": "unit"}),
        ("filter", "mount", {"show": "glossary", "term": "unit", "search": "mount"}),
        ("undefine", None, {"show": "glossary", "search": "mount"}),
        ("unfilter", None, {"show": "glossary"}),
        ("show", "gallery", {"show": "gallery"}),
        ("kind", "die", {"show": "gallery", "term": "die"}),
        ("kind", "all", {"show": "gallery"}),
        ("show", "summary", {"show": "summary"}),
        ("open", "TW-BAT-5", {"rule": "TW-BAT-5"}),
        ("close", None, {}),
    ):
        panel.do(act, value)
        assert panel.error is None
        assert panel.address() == address, act
        assert panel.state == RulebookPanel("en", **address).state


def test_a_word_without_its_part_opens_in_the_glossary() -> None:
    assert RulebookPanel("en", term="entourage").address() == {"show": "glossary", "term": "entourage"}


def test_a_part_that_does_not_exist_is_one_clear_error_above_the_rules() -> None:
    panel = RulebookPanel("de", show="<index>")
    assert panel.html.count('role="alert"') == 1
    with in_language("de"):
        assert RULEBOOK_WORDS.say("no_part", wanted="&lt;index&gt;") in panel.html
    assert 'data-value="TW-SET-1"' in panel.html
    panel.do("dismissed")
    assert 'role="alert"' not in panel.html


# -- searching


@pytest.mark.parametrize(
    ("lang", "wanted", "rule", "said"),
    [
        ("en", "entourage", "TW-SET-1", "<mark>entourage</mark>"),
        ("de", "hoeschen", "TW-BAT-15", "<mark>Höschen</mark>"),
        ("en", "Höschen", "TW-POW-panties", "<mark>Höschen</mark> des Schutzes"),
    ],
)
def test_a_result_shows_where_the_words_stand(lang: str, wanted: str, rule: str, said: str) -> None:
    html = RulebookPanel(lang, search=wanted).html
    entry = html.split(f'data-value="{rule}"')[1].split("</button>")[0]
    assert said in entry
    assert ('<span lang="de">' in entry) == (wanted == "Höschen"), "the reader's language needs no mark"


def test_a_search_marks_words_and_nothing_else() -> None:
    panel = RulebookPanel("en", search="a < b & cat")
    listed = panel.html.split('data-key="results"')[1].split("</ul>")[0]
    marks = re.findall("<mark>(.*?)</mark>", listed)
    assert marks
    assert {mark.lower() for mark in marks} <= {"cat", "cats"}
    assert "<mark>" not in RulebookPanel("en").html


def test_ten_results_are_shown_by_chapter_and_more_on_request() -> None:
    panel = RulebookPanel("en", search="battle")
    found = [rule.id for rule in panel.book.search("battle", "en")]

    def shown() -> list[str]:
        return re.findall(r'data-key="entry:([^"]+)"', panel.html)

    assert shown()[:3] == found[:3]
    assert sorted(shown()) == sorted(found[:10])
    sections = re.findall(r'data-key="results:([^"]+)"', panel.html)
    assert sections == list(dict.fromkeys(panel.book[rule].chapter for rule in found[3:10]))
    panel.do("more")
    assert sorted(shown()) == sorted(found[:20])
    panel.do("search", "battle ")
    assert len(shown()) == 10


def test_a_slip_is_told_and_near_words_are_offered_where_nothing_is_found() -> None:
    panel = RulebookPanel("en", search="ornicel")
    assert "Showing results for ornicle." in panel.html
    panel.do("search", "ritu4l")
    assert panel.status == "Rules found: 0"
    assert 'data-act="search" data-value="Ritual"' in panel.html
    panel.do("search", "Ritual")
    assert 'data-value="TW-OBJ-3"' in panel.html


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_shows_what_players_ask_and_a_result_the_question_that_was_meant(lang: str) -> None:
    asked = rulebook()["TW-BAT-11"].player_questions[0]
    html = RulebookPanel(lang, rule="TW-BAT-11").html
    assert asked.text(lang) in unescape(html)
    assert asked.answer(lang) in unescape(html)
    result = RulebookPanel(lang, search=asked.text(lang)).html.split('data-key="entry:TW-BAT-11"')[1]
    assert asked.answer(lang) in unescape(re.sub("<[^>]+>", "", result.split("</li>")[0]))


def test_back_from_a_rule_the_focus_is_on_its_place_in_the_list() -> None:
    panel = RulebookPanel("en", search="cat")
    panel.do("open", "TW-BAT-12")
    assert RULEBOOK_WORDS.say("back_results") in panel.html
    panel.do("close")
    assert re.findall(r'data-value="(\S+)"[^>]*data-focus', panel.html) == ["TW-BAT-12"]
    panel.do("clear")
    panel.do("open", "TW-BAT-5")
    assert re.findall(r'data-value="(\S+)"[^>]*aria-current="true"', panel.html) == ["TW-BAT-5"]
    panel.do("close")
    assert re.findall(r'data-value="(\S+)"[^>]*data-focus', panel.html) == ["TW-BAT-5"]
    assert 'aria-current="true"' not in panel.html


# -- one rule


def test_previous_and_next_go_through_all_rules() -> None:
    order = [rule.id for rule in rulebook()]
    panel = RulebookPanel("en", rule=order[0])
    assert re.search(r'data-shortcut="u"[^>]*aria-disabled="true"', panel.html)
    assert states_by_next(panel) == order
    assert re.search(r'data-shortcut="n"[^>]*aria-disabled="true"', panel.html)


def test_a_word_of_the_glossary_opens_below_the_text_and_closes_again() -> None:
    panel = RulebookPanel("en", rule="TW-BAT-2")
    panel.do("term", "unit")
    assert panel.status.startswith("Unit: ")
    assert panel.html.count('aria-expanded="true"') == 1
    [own] = re.findall(r'aria-expanded="true" aria-controls="(\S+)"', panel.html)
    meaning = panel.html.split(f'id="{own}"')[1]
    assert "In the glossary" in meaning
    assert "in German: Einheit" in words(meaning)
    panel.do("term", "unit")
    assert 'aria-expanded="true"' not in panel.html
    panel.do("term", "unit")
    panel.do("open", "TW-BAT-3")
    assert panel.address() == {"rule": "TW-BAT-3"}


def test_disagreements_lead_to_both_readings_on_the_site_only() -> None:
    assert (
        'href="readings.ipynb?rule=TW-VAR-9&amp;lang=de"'
        in RulebookPanel("de", rule="TW-VAR-9", site=True).html
    )
    assert "readings.ipynb" not in RulebookPanel("de", rule="TW-VAR-9").html
    assert "readings.ipynb" not in RulebookPanel("de", rule="TW-BAT-9", site=True).html


@pytest.mark.parametrize("query", VIEWS, ids=urlencode)
def test_no_key_and_no_id_stands_twice(query: dict[str, str]) -> None:
    html = RulebookPanel("de", site=True, **query).html
    assert duplicate_ids(html) == []
