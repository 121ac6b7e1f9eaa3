"""The glossary: every word is complete in both languages, explained by others, and found in texts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.core.glossary import UnknownTerm
from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit.testing.glossaries import name_and_forms
from twingkit.twing.examples import examples
from twingkit.twing.glossary import load_glossary
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.rulebook import rulebook

GLOSSARY = load_glossary()
EVERY = tuple(GLOSSARY.entries.values())
BOOK = rulebook()


FORMS = [
    (lang, each, form)
    for lang in LANGUAGES
    for each in EVERY
    for form in call_in_language(lang, name_and_forms, each)
]


def ids(text: str, lang: str) -> list[str]:
    return [found.id for found in call_in_language(lang, GLOSSARY.entries_in, text)]


def test_every_word_can_be_reached_from_another_one():
    reached = {other for each in EVERY for other in each.related_entries}
    mentioned = {found for each in EVERY for lang in LANGUAGES for found in ids(each.text(lang), lang)}
    assert {each.id for each in EVERY} <= reached | mentioned


def test_objects_are_called_as_their_rules_are():
    for token in OBJECTS:
        assert GLOSSARY.entry(token).names == BOOK[f"TW-POW-{token}"].titles


def test_an_unknown_word_names_the_nearest():
    with pytest.raises(UnknownTerm) as caught:
        GLOSSARY.entry("Entourages")
    assert caught.value.near[0] == "entourage"
    assert "entourage" in str(caught.value)
    with pytest.raises(UnknownTerm, match="no entry"):
        GLOSSARY.entry("xyzzy" * 100)


# Finding words in texts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("An end-game attack of your own element", ["end-game-attack", "own-element"]),
        ("a black cat, then a cat card", ["black-cat", "cat-card"]),
        ("Suns beat a shield; a Sun too", ["sun", "shield"]),
        ("It is your turn to turn round a die.", ["turn", "orn-die"]),
        ("Miromon turns the Cross into a Sun", ["miromon", "cross", "sun"]),
        ("Reading the die: the second reading", ["orn-die", "reading"]),
        ("You hand out what is in your hand.", ["hand"]),
        ("Sunday crossings, attackable and life", []),
        ("the attacker’s spells", ["attack", "spell"]),
        ("", []),
    ],
)
def test_longer_words_win_and_other_meanings_are_left_out(text, found):
    assert ids(text, "en") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Ein Endspiel-Angriff mit Kreaturen deines eigenen Elements",
            ["end-game-attack", "creature", "own-element"],
        ),
        ("Nach dem Ritual der Ornlichen Katze", ["ritual"]),
        ("Aus dem Endspiel fallen, mit zwei Fallen", ["end-game", "trap"]),
        ("Die schwarzen Katzen und der Orn-Würfel", ["black-cat", "orn-die"]),
        ("Das passt nicht zusammen. Du passt.", ["pass"]),
        ("Sonntags kreuzen sie die Händler", []),
    ],
)
def test_german_forms_are_found_too(text, found):
    assert ids(text, "de") == found


@given(
    st.lists(
        st.sampled_from([*FORMS, *[("", None, word) for word in ("und", "x,", "—", "the", "7")]]), max_size=12
    )
)
def test_places_are_in_order_apart_and_hold_a_form_of_their_word(parts):
    text = " ".join(form for _, _, form in parts)
    for lang in LANGUAGES:
        places = call_in_language(lang, GLOSSARY.matches_in, text)
        end = 0
        for begin, stop, found in places:
            assert end <= begin < stop <= len(text)
            end = stop
            written = text[begin:stop]
            assert written in call_in_language(lang, name_and_forms, found) or written[0].lower() + written[
                1:
            ] in call_in_language(lang, name_and_forms, found)
        assert call_in_language(lang, GLOSSARY.entries_in, text) == tuple(
            dict.fromkeys(found for _, _, found in places)
        )


@given(st.text(max_size=60))
def test_any_text_can_be_looked_through(text):
    for lang in LANGUAGES:
        assert (
            len(call_in_language(lang, GLOSSARY.entries_in, text))
            <= len(call_in_language(lang, GLOSSARY.matches_in, text))
            <= len(text)
        )


def test_every_special_word_in_the_titles_of_the_rules_is_found():
    """Check the capitalized words inside an English title; both languages must mention the same."""
    special = {each.id for each in EVERY if each.name()[0].isupper()}
    for rule in BOOK:
        title = rule.title("en")
        places = GLOSSARY.matches_in(title)
        for word in re.finditer(r"(?<=[a-z,] )[A-Z]\w+", title):
            assert any(begin <= word.start() and word.end() <= end for begin, end, _ in places), title
        found_terms = {found for found in ids(title, "en") if found in special - {"orn-die"}}
        assert found_terms == {
            found for found in ids(rule.title("de"), "de") if found in special - {"orn-die"}
        }


def test_most_words_stand_in_the_rules_or_their_examples():
    texts = {
        lang: " ".join(
            [*(part(lang) for rule in BOOK for part in (rule.title, rule.text, rule.note))]
            + [example.hint(lang) for example in examples()]
        )
        for lang in LANGUAGES
    }
    for lang, text in texts.items():
        missing = {each.id for each in EVERY} - set(ids(text, lang))
        assert missing <= {"notation", "record", "orn"}, lang
