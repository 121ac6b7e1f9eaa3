"""The rulebook page of another game."""

from __future__ import annotations

import re
from html import unescape

import pytest
from widgets.read_pages import duplicate_ids, words

from twingkit.core.games import game_by_id, games
from twingkit.core.language import in_language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.addresses import book_of, page_name_of, rule_href, starter_rules
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.read.rulebook.panel import RulebookPanel
from twingkit_widgets.read.rulebook.rule_list import RULEBOOK_WORDS
from twingkit_widgets.read.rulebook.rule_view import STATUS_KEYS, with_rule_buttons
from twingkit_widgets.read.rulebook.rulings import rule_note_text, source_html, status_key
from twingkit_widgets.twing.rulebook.panel import TwingRulebook


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_other_game_has_its_rules_and_nothing_of_this_one(lang: str) -> None:
    panel = RulebookPanel(lang, game="imperium", site=True)
    book = book_of(game_by_id("imperium"))
    assert not hasattr(panel, "act_define")
    assert panel.PART_NAMES == ("rules", "glossary", "gallery")
    assert [f'"tab:{part}"' in panel.html for part in TwingRulebook.PART_NAMES] == [
        part in panel.PART_NAMES for part in TwingRulebook.PART_NAMES
    ]
    assert f"{len(book)} " in words(panel.html)
    assert re.findall(r'data-key="entry:([^"]+)"', panel.html) == [
        rule.id for chapter in book.chapters for rule in book.rules_of_chapter(chapter.id)
    ]
    # One rule of each chapter and status: each opening draws the whole page.
    for rule in {(rule.chapter, status_key(rule)): rule for rule in book}.values():
        panel.do("open", rule.id)
        assert panel.error is None
        assert panel.address() == {"rule": rule.id}
        [text] = re.findall(r'<p class="tk-book-text">(.*?)</p>', panel.html, re.DOTALL)
        assert unescape(re.sub("<[^>]*>", "", text)) == rule.text()
        for each in (esc(rule.title()), *(source_html(at, book) for at in rule.sources)):
            assert each in panel.html
        assert rule_note_text(rule) in unescape(re.sub("<[^>]*>", "", panel.html))
        assert re.findall(r'data-key="see:([^"]+)"', panel.html) == list(rule.related_rules)
        assert duplicate_ids(panel.html) == []
        assert "TW-" not in panel.html
        assert "Imperial Twing" not in panel.html


def test_a_part_that_only_the_first_game_has_is_one_clear_error_in_the_other() -> None:
    panel = RulebookPanel("en", game="imperium", show="summary")
    assert panel.html.count('role="alert"') == 1
    assert RULEBOOK_WORDS.say("no_part", wanted="summary") in panel.html
    panel.do("dismissed")
    assert 'role="alert"' not in panel.html
    panel.do("show", "summary")
    assert isinstance(panel.error, LookupError)


def test_only_signs_that_rules_carry_are_explained() -> None:
    for game in games():
        carried = {status_key(rule) for rule in book_of(game)}
        html = RulebookPanel("en", game=game.id).html
        for status in STATUS_KEYS:
            assert (RULEBOOK_WORDS.say(f"status.{status}.meaning") in html) == (status in carried)


def test_a_rule_that_is_named_in_a_text_opens() -> None:
    book = book_of(game_by_id("imperium"))
    rule = next(rule for rule in book if "IM-ODDS-2" in rule.note("en"))
    panel = RulebookPanel("en", game="imperium", rule=rule.id)
    assert re.search(r'data-act="open" data-value="IM-ODDS-2" data-key="note:', panel.html)
    made = with_rule_buttons("As IM-ODDS-2 and IM-NO-1 say.", book, "x")
    assert made.count("<button") == 1
    assert unescape(re.sub("<[^>]*>", "", made)) == "As IM-ODDS-2 and IM-NO-1 say."


def test_a_game_that_there_is_not_is_a_clear_error() -> None:
    with pytest.raises(LookupError, match="there is no game 'chess'; expected one of twing, imperium"):
        RulebookPanel(game="chess")


def test_links_and_buttons_of_rules_know_their_game_by_the_prefix() -> None:
    for game in games():
        for rule in book_of(game):
            with in_language("de"):
                assert rule_href(rule.id) == f"{page_name_of(game.id, 'rules')}.ipynb?rule={rule.id}&lang=de"
            assert esc(rule.title("en")) in rule_badge(rule.id, "open")
        for rule_id in starter_rules(game):
            assert rule_id in book_of(game)
    with pytest.raises(LookupError, match="no game has a rule 'XX-1'; expected one of TW-…, IM-…"):
        rule_href("XX-1")
