"""Where the rulebooks disagree, as a panel: all questions, both stories, the rules behind, both languages."""

from __future__ import annotations

import re

import pytest
from widgets.read_pages import assert_explains_what_there_is_not

from twingkit.core.language import call_in_language
from twingkit.twing.variants.disagreements import disagreements
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.twing.rulebook.disagreements_panel import WORDS, DisagreementsPanel

RULES = [reading.rule for reading in disagreements()]


def entries(panel: DisagreementsPanel) -> list[str]:
    """Return the questions in the list."""
    return re.findall(r'data-key="entry:([^"]+)"', panel.html)


@pytest.mark.parametrize("each", disagreements(), ids=lambda each: each.rule)
def test_what_makes_the_difference_is_marked_once_in_each_column(each) -> None:
    html = DisagreementsPanel(rule=each.rule).html
    found = each.compare()
    signed = sum(point >= 0 for point in found.decisive_lines)
    assert html.count("tk-rd-sign") == html.count("tk-rd-point") == signed
    marked = sum(map(len, found.marked_lines))
    assert html.count("tk-rd-marked") == marked
    assert html.count("tk-rd-refused") == sum(
        line.is_refused for story in found.scenes for line in story.lines
    )
    assert html.count(WORDS.say("goes_on")) == sum(point < 0 for point in found.decisive_lines)
    assert html.count("tk-rd-column ") == len(found.scenes)
    if change := each.first_change:
        for value in (change.first_value, change.second_value):
            assert esc(change.switch.switch_value(value).text()) in html


def test_without_a_second_reading_nothing_can_be_switched() -> None:
    for rule in ("TW-VAR-10", "TW-VAR-11", "TW-VAR-12", "TW-VAR-23"):
        html = DisagreementsPanel(rule=rule, site=True).html
        assert WORDS.say("no_second") in html
        assert "textarea" not in html
        assert "play.ipynb" not in html
    assert WORDS.say("no_scene") in html


def test_the_filter_shows_one_kind_and_the_way_on_keeps_to_it() -> None:
    panel = DisagreementsPanel()
    panel.do("books", "itself")
    assert entries(panel) == [f"TW-VAR-{n}" for n in (1, 17, 18, 19, 20)]
    assert panel.status == "5 questions"
    panel.do("next")
    assert panel.state == "TW-VAR-1"
    panel.do("next")
    assert panel.state == "TW-VAR-17"
    panel.do("books", "silent")
    panel.do("previous")
    assert panel.state == "TW-VAR-13"
    panel.do("next")
    panel.do("next")
    assert panel.state == "TW-VAR-26", "it is the last one"
    assert 'aria-disabled="true"' in panel.html
    panel.do("books", "nonsense")
    assert entries(panel) == RULES


def test_from_the_first_to_the_last_and_back() -> None:
    panel = DisagreementsPanel()
    seen = []
    for _ in RULES:
        panel.do("next")
        seen.append(panel.state)
    assert seen == RULES
    for _ in RULES:
        panel.do("previous")
    assert panel.state == RULES[0]


def test_a_line_opens_its_rule_below_itself_and_closes_it() -> None:
    panel = DisagreementsPanel("de", rule="TW-VAR-9")
    panel.do("rule_of_sentence", "other:0|TW-VAR-9")
    assert panel.html.count('aria-expanded="true"') == 1
    assert 'data-key="opened:TW-VAR-9"' in panel.html
    panel.do("rule", "TW-BAT-16")
    assert 'data-key="opened:TW-BAT-16"' in panel.html
    assert panel.status.startswith("TW-BAT-16: ")
    panel.do("rule", "")
    assert 'data-key="opened:' not in panel.html
    assert 'aria-expanded="true"' not in panel.html
    panel.do("rule_of_sentence", "rules:TW-BAT-10|TW-BAT-10")
    panel.do("rule_of_sentence", "rules:TW-BAT-10|TW-BAT-10")
    assert 'data-key="opened:' not in panel.html
    panel.do("rule_of_sentence", "ours:0|TW-NO-1")
    assert panel.error is None
    assert 'data-key="opened:' not in panel.html


def test_an_unknown_id_is_one_clear_error_with_suggestions() -> None:
    panel = DisagreementsPanel("en", rule="tw-var-99")
    assert_explains_what_there_is_not(panel, "“tw-var-99”", "TW-VAR-9")
    assert WORDS.say("no_near") in panel.html


def test_the_position_is_shown_as_cards_with_names() -> None:
    html = DisagreementsPanel("en", rule="TW-VAR-8").html
    for text in ("The Mage", "The Witch", "Teddy of Agony", "to move"):
        assert text in html
    assert html.count("<svg") >= 6
    assert "Nobody has a card yet" in DisagreementsPanel("en", rule="TW-VAR-13").html
    assert "4 Ornicles" in DisagreementsPanel("en", rule="TW-VAR-1").html


def test_colours_of_objects_are_shown_as_assumed_where_they_matter() -> None:
    html = DisagreementsPanel("en", rule="TW-VAR-2").html
    assert "Bra of Destiny: Water" in html
    assert "assumed" in html
    assert "Bra of Destiny: Water" not in DisagreementsPanel("en", rule="TW-VAR-16").html


def test_only_the_site_leads_to_a_game_with_the_reading() -> None:
    assert "play.ipynb" not in DisagreementsPanel(rule="TW-VAR-1").html
    html = DisagreementsPanel("de", rule="TW-VAR-1", site=True).html
    assert re.search(r"play\.ipynb\?game=[\w-]+&amp;lang=de", html)


def test_the_language_can_change_under_an_open_question() -> None:
    panel = DisagreementsPanel("en", rule="TW-VAR-16")
    panel.do("rule_of_sentence", "ours:0|TW-END-3")
    panel.lang = "de"
    assert "Kostet dich der Beginn des Endspiels" in panel.html
    assert "Does it cost" not in panel.html
    assert 'data-key="opened:TW-END-3"' in panel.html


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_text_of_the_other_language_slips_in(lang: str) -> None:
    other = "de" if lang == "en" else "en"
    panel = DisagreementsPanel(lang)
    for rule in RULES:
        panel.do("open", rule)
        for key in WORDS:
            sentence = call_in_language(
                other, WORDS.say, key, **dict.fromkeys(("n", "id", "object", "element", "forms"), "")
            )
            if len(sentence.split()) > 3:
                assert sentence not in panel.html, (rule, key)
