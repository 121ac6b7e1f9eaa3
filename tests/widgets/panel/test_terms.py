"""Explained words: each at its first occurrence, as a button that carries its meaning."""

from __future__ import annotations

import re

import pytest

from twingkit.core.glossary import Glossary, UnknownTerm, glossary_of
from twingkit.core.language import in_language
from twingkit.twing.rules.rulebook import rulebook
from twingkit_widgets.learn.lesson.panel import LessonPanel
from twingkit_widgets.panel.static_html import html_without_controls
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.read.rulebook.rulings import rule_html
from twingkit_widgets.twing.play.panel import PlayPanel


def named(html: str) -> list[str]:
    """Return the names of the explained words, in order."""
    return re.findall(r'class="tk-explained"[^>]* data-name="([^"]*)"', html)


def test_a_word_is_marked_where_it_first_stands_and_carries_its_meaning() -> None:
    terms = TermMarker("twing")
    marked = terms.mark_new_terms("Two creatures & a shield: the creatures <fight>.")
    assert named(marked) == ["Creature", "Shield"]
    meaning = glossary_of("twing").entry("shield").text("en")
    assert f'data-term="{meaning}"' in marked
    assert "&amp; a" in marked
    assert "&lt;fight&gt;" in marked
    assert named(terms.mark_new_terms("A shield holds; a trap does not.")) == ["Trap"]
    with in_language("de"):
        assert named(TermMarker("twing").mark_new_terms("Ein Schild hält.")) == ["Schild"]
    assert named(
        TermMarker("twing").skip_terms_in(["A shield."]).mark_new_terms("The shield and a trap.")
    ) == ["Trap"]


def test_a_game_without_a_glossary_has_plain_texts() -> None:
    assert TermMarker("imperium").mark_new_terms("A shield & a ship.") == "A shield &amp; a ship."
    with pytest.raises(UnknownTerm):
        Glossary([]).entry("coin")


def test_a_still_picture_has_the_words_without_what_explains_them() -> None:
    assert html_without_controls(TermMarker("twing").mark_new_terms("A shield.")) == (
        'A <span class="tk-unbroken"><span class="tk-explained">shield</span>.</span>'
    )


def test_signs_around_a_word_stay_on_its_line() -> None:
    assert html_without_controls(TermMarker("twing").mark_new_terms("Yours (“shield”) holds.")) == (
        'Yours <span class="tk-unbroken">(“<span class="tk-explained">shield</span>”)</span> holds.'
    )


@pytest.mark.parametrize("lang", ["en", "de"])
def test_in_a_lesson_each_word_is_explained_in_the_first_step_in_which_it_stands(lang: str) -> None:
    panel = LessonPanel("elements-and-cards", lang)
    step = re.search(r'<section class="tk-lesson-step".*?</section>', panel.html, re.DOTALL)
    assert step
    first = named(step[0])
    assert len(first) >= 4
    panel.do("forward")
    for word in named(panel.html):
        assert word not in first


def test_rules_and_the_play_page_explain_their_words() -> None:
    book = rulebook()
    assert "Orn die" in named(rule_html(book["TW-BAT-7"], book))
    html = PlayPanel("FW", seed=3).html
    found = named(
        re.sub(r'<details data-key="object:.*?</details>', "", html)
    )  # each object has its own words
    assert {"Magical object", "Ornicle"} <= set(found)
    assert len(found) == len(set(found)), "each once on the page"
