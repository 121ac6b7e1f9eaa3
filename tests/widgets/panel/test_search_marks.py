"""The words of a search within a text: found whatever their capitals and accents, and nothing is lost."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.core.rulebook.rule_search import fold_with_positions
from twingkit.core.words import LANGUAGES, NO_BREAK
from twingkit.twing import rulebook
from twingkit_widgets.panel.search_marks import BEFORE, LENGTH, mark_words, snippet, spans

SIGNS = st.text(alphabet=st.sampled_from("abcäöüßéſAÖ <>&’-1 "), max_size=60)


def read(html: str) -> str:
    """The text without its tags."""
    return unescape(re.sub("<[^>]*>", "", html))


@given(SIGNS, SIGNS)
def test_the_text_stays_as_it_is_under_its_marks(text: str, wanted: str) -> None:
    assert read(mark_words(text, wanted)) == text
    found = spans(text, wanted)
    assert all(0 <= begin < end <= len(text) for begin, end in found)
    assert all(one[1] < other[0] for one, other in pairwise(found))
    piece = snippet(text, wanted)
    assert (piece is None) == (not found)
    assert piece is None or read(piece).strip(f"…{NO_BREAK}") in text


@pytest.mark.parametrize("wanted", ["Höschen", "hoeschen", "HOSCHEN", "höschen"])
def test_accents_capitals_and_typed_umlauts_do_not_matter(wanted: str) -> None:
    assert mark_words("Das Höschen des Schutzes", wanted) == "Das <mark>Höschen</mark> des Schutzes"


def test_a_plural_marks_the_singular_and_a_question_its_telling_words() -> None:
    assert mark_words("Black cat: roll again", "cats") == "Black <mark>cat</mark>: roll again"
    assert mark_words("what a cat does", "what does a cat do?") == "what a <mark>cat</mark> does"


def test_a_word_is_marked_where_a_text_begins_with_it() -> None:
    assert mark_words("Höschen des Schutzes", "hoeschen") == "<mark>Höschen</mark> des Schutzes"


def test_a_sharp_s_is_found_as_two_letters() -> None:
    assert mark_words("die weiße Katze", "weisse") == "die <mark>weiße</mark> Katze"
    assert fold_with_positions("weiß")[1] == [0, 1, 2, 3, 3]


def test_a_snippet_is_short_and_has_the_first_word_that_was_found() -> None:
    for lang in LANGUAGES:
        for rule in rulebook():
            text = rule.text(lang)
            wanted = text.split()[-1].strip(".:;,()")
            piece = snippet(text, wanted)
            if len(wanted) < 2:
                continue
            assert piece is not None
            assert "<mark>" in piece
            assert len(read(piece)) <= LENGTH + len(wanted) + BEFORE
            inside = read(piece).strip(f"…{NO_BREAK}")
            assert f" {text} ".find(f" {inside} ") >= 0 or text.endswith(inside)


def test_what_does_not_stand_there_has_no_snippet() -> None:
    assert snippet("A cat", "dog") is None
    assert snippet("A cat", "a") is None
    assert snippet("A cat", "") is None
