"""The rule search: what it finds, in which order, and how it matches words."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.core.games import games
from twingkit.core.language import Lang
from twingkit.core.rulebook import Rulebook
from twingkit.core.rulebook.rule_search import (
    LONGEST,
    MAX_WORDS,
    SearchableText,
    SearchIndex,
    SearchWordMatcher,
    TextSearchByLanguage,
    fold_with_positions,
    search_words,
    stem,
)
from twingkit.core.words import LANGUAGES

BOOKS: dict[str, Rulebook] = {entry.id: entry.load("rules")() for entry in games()}
TWING = BOOKS["twing"]

QUESTIONS = Path(__file__).with_name("questions.csv")

SIGNS = st.text(alphabet=st.sampled_from("abcäöüßéſAÖ <>&’-1 "), max_size=60)

LEAST_RECALL, FIRST = 0.9, 3
"""The least share of players' questions with an answer among the first results, and how many results
count."""


def ids(game: str, query: str, lang: str = "en") -> list[str]:
    return [rule.id for rule in BOOKS[game].search(query, lang)]


@pytest.mark.parametrize("lang", LANGUAGES[:2])
@pytest.mark.parametrize("game", list(BOOKS))
def test_nine_of_ten_questions_have_their_answer_among_the_first_three_rules(game: str, lang: str) -> None:
    """The test questions were written before the synonyms and before the questions in the rules."""
    rows = list(csv.DictReader(QUESTIONS.read_text(encoding="utf-8").splitlines()))
    asked = [row for row in rows if (row["game"], row["lang"]) == (game, lang)]
    missed = [
        row["question"]
        for row in asked
        if not set(row["rules"].split()) & set(ids(game, row["question"], lang)[:FIRST])
    ]
    assert len(asked) >= 25
    assert len(asked) - len(missed) >= LEAST_RECALL * len(asked), missed


@pytest.mark.parametrize("game", list(BOOKS))
def test_a_question_that_stands_in_a_rule_finds_it(game: str) -> None:
    for rule in BOOKS[game]:
        for asked in rule.player_questions:
            for lang in LANGUAGES[:2]:
                assert rule.id in ids(game, asked.text(lang), lang)[:2], asked.text(lang)


def test_the_index_of_a_search_is_made_once_in_a_language() -> None:
    asked: list[str] = []

    def texts(lang: str) -> list[SearchableText]:
        asked.append(lang)
        return [SearchableText("one", "a word", [(1.0, "a word")])]

    search = TextSearchByLanguage(texts)
    for query in ("word", "nonsense", "word"):
        search.search(query, "en")
    assert sorted(asked) == sorted(LANGUAGES)


def test_a_search_looks_for_a_bounded_number_of_words() -> None:
    many = search_words(" ".join(f"word{number}" for number in range(100_000)), "en")
    assert len(many) == MAX_WORDS
    assert len(search_words("x" * 100_000, "en")[0]) == LONGEST
    assert ids("twing", "shield " + "zzqq " * 100_000)


@pytest.mark.parametrize("wanted", ["Höschen", "hoschen", "HOESCHEN", "panties protection", "TW-POW-panties"])
@pytest.mark.parametrize("lang", LANGUAGES[:2])
def test_capitals_and_umlauts_do_not_matter_and_both_languages_are_read(wanted: str, lang: str) -> None:
    assert "TW-POW-panties" in ids("twing", wanted, lang)


def test_texts_with_all_words_come_first_and_nonsense_finds_nothing() -> None:
    both = ids("twing", "miromon spiral")
    texts = {rule.id: f"{rule.title()} {rule.text()} {rule.note()}".lower() for rule in TWING}
    has = ["miromon" in texts[rule] and "spiral" in texts[rule] for rule in both]
    assert all(has[:FIRST])
    assert not all(has)
    assert ids("twing", "xyzzy") == ids("twing", "  ") == []


@pytest.mark.parametrize(
    ("game", "searched", "lang", "rule"),
    [
        ("twing", "shield", "en", "TW-BAT-5"),
        ("twing", "Schild", "de", "TW-BAT-5"),
        ("twing", "trap", "en", "TW-BAT-13"),
        ("twing", "Falle", "de", "TW-BAT-13"),
        ("twing", "Katze", "de", "TW-BAT-11"),
        ("twing", "mount", "en", "TW-BAT-3"),
        ("twing", "hat", "en", "TW-POW-hat"),
        ("twing", "teddy", "en", "TW-POW-teddy"),
        ("twing", "draw", "en", "TW-TURN-1"),
        ("twing", "entering the end game", "en", "TW-END-1"),
        ("imperium", "space cannon", "en", "IM-UNIT-6"),
        ("imperium", "bombardment", "en", "IM-UNIT-5"),
        ("imperium", "flagship", "en", "IM-UNIT-13"),
        ("imperium", "Kapazität", "de", "IM-UNIT-11"),
        ("imperium", "ground combat", "en", "IM-INV-5"),
        ("imperium", "direct hit", "en", "IM-ACT-dh"),
    ],
)
def test_a_title_is_found_among_the_first_two(game: str, searched: str, lang: str, rule: str) -> None:
    assert rule in ids(game, searched, lang)[:2]


def test_rules_for_everybody_stand_above_single_cards() -> None:
    details = {chapter.id for chapter in BOOKS["imperium"].chapters if chapter.is_detail}
    found = BOOKS["imperium"].search("can I retreat", "en")
    assert not any(rule.chapter in details for rule in found[:2])
    assert any(rule.chapter in details for rule in found)


def test_words_are_read_in_the_readers_language_if_it_has_them() -> None:
    found = BOOKS["ember"].search_results("run", "en")
    assert "EM-COST-2" in [rule.id for rule in found.rules]
    assert found.finder.lang == "en"
    assert BOOKS["ember"].search_results("Nachziehstapel", "en").finder.lang == "de"
    assert ids("ember", "Nachziehstapel", "en") == ids("ember", "Nachziehstapel", "de")


def test_a_whole_word_is_not_taken_as_the_beginning_of_another() -> None:
    texts = [SearchableText("fight", "A fight", []), SearchableText("fighter", "A fighter", [])]
    index = SearchIndex(texts, "en")
    assert index.search("fight").keys == ("fight",)
    assert set(index.search("figh").keys) == {"fight", "fighter"}
    assert "IM-UNIT-14" not in ids("imperium", "tie")  # "abilities"


def test_a_compound_and_its_parts_find_each_other() -> None:
    texts = [
        SearchableText("troops", "Bodentruppen", []),
        SearchableText("limit", "Die Flotte", [(1, "Grenze")]),
    ]
    index = SearchIndex(texts, "de")
    assert index.search("Truppen").keys == ("troops",)
    assert index.search("Flottengrenze").keys == ("limit",)


def test_a_synonym_or_a_phrase_stands_for_another() -> None:
    texts = [SearchableText("pile", "Charred pile", []), SearchableText("hand", "The hand", [])]
    index = SearchIndex(texts, "en", [["charred pile", "discard pile", "graveyard"]])
    assert index.search("graveyards").keys == index.search("the discard pile").keys == ("pile",)


@pytest.mark.parametrize(
    ("game", "typed", "lang", "corrections"),
    [
        ("imperium", "figther", "en", {"figther": "fighter"}),
        ("twing", "ornicel", "en", {"ornicel": "ornicle"}),
        ("twing", "Kreatrun", "de", {"kreatrun": "kreaturen"}),
        ("twing", "taep", "en", {}),  # too short to guess a correction
        ("imperium", "retreating fighters", "en", {}),
        ("imperium", "Raumkanone", "en", {}),  # a word of the other language is not a typo
    ],
)
def test_a_slip_is_corrected_in_the_readers_language_and_told(
    game: str, typed: str, lang: str, corrections: dict[str, str]
) -> None:
    assert BOOKS[game].search_results(typed, lang).corrections == corrections


def test_where_nothing_is_found_near_words_are_offered() -> None:
    found = TWING.search_results("ritu4l", "en")
    assert not found.rules
    assert "Ritual" in found.near_words
    assert TWING.search("Ritual")


@pytest.mark.parametrize(
    ("typed", "first", "more"),
    [
        ("tw-bat-1", "TW-BAT-1", "TW-BAT-10"),
        ("BAT-16", "TW-BAT-16", ""),
        ("TW-DUEL-", "TW-DUEL-1", "TW-DUEL-4"),
    ],
)
def test_what_looks_like_an_id_finds_rules_by_their_ids_only(typed: str, first: str, more: str) -> None:
    found = ids("twing", typed)
    assert found[0] == first
    assert more in ("", *found)
    assert all(typed.upper().rstrip("-") in rule for rule in found)
    assert ids("imperium", "anti-fighter")[0] in ("IM-UNIT-4", "IM-SPACE-4")


def test_an_excerpt_is_the_part_that_was_found_or_the_first_sentence() -> None:
    found = TWING.search_results("defend with creatures", "en")
    rule = TWING["TW-BAT-5"]
    assert found.excerpt_and_language(rule, "en")[0].startswith(rule.player_questions[0].text("en"))
    titled = TWING.search_results("Panties", "en")
    other = TWING["TW-SET-4"]
    assert titled.excerpt_and_language(other, "en") == (other.text("en").partition(".")[0] + ".", "en")
    german = TWING.search_results("Höschen", "en")
    assert german.excerpt_and_language(TWING["TW-POW-panties"], "en")[1] == "de"


@pytest.mark.parametrize(("lang", "typed"), [("en", "Ornicles switch"), ("de", "Ornikel Schalter")])
def test_an_excerpt_names_no_switch_of_a_note(lang: Lang, typed: str) -> None:
    rule = TWING["TW-VAR-27"]
    assert "out_gives" in rule.note(lang)
    assert "out_gives" not in TWING.search_results(typed, lang).excerpt_and_language(rule, lang)[0]


def test_texts_are_found_in_the_language_that_has_most_of_the_words() -> None:
    names = {"en": "The trap", "de": "Die Falle"}
    texts = TextSearchByLanguage(lambda lang: [SearchableText("trap", names[lang], [])])
    assert [texts.search(wanted, "en").finder.lang for wanted in ("trap", "Falle", "qqq")] == [
        "en",
        "de",
        "en",
    ]


# -- the words within a text


@given(SIGNS, SIGNS)
def test_spans_are_whole_words_in_order(text: str, wanted: str) -> None:
    finder = SearchWordMatcher("en", frozenset(stem(word, "en") for word in search_words(wanted, "en")))
    found = finder.spans(text)
    assert all(0 <= begin < end <= len(text) for begin, end in found)
    assert all(one[1] <= other[0] for one, other in pairwise(found))
    assert all(not text[end : end + 1].isalnum() for _, end in found)


def test_a_sharp_s_is_found_as_two_letters() -> None:
    finder = SearchWordMatcher("de", frozenset([stem("weisse", "de")]))
    assert finder.spans("die weiße Katze") == [(4, 9)]
    assert fold_with_positions("weiß")[1] == [0, 1, 2, 3, 3]


@pytest.mark.parametrize("game", list(BOOKS))
def test_no_synonym_has_a_word_that_a_search_leaves_out(game: str) -> None:
    for lang, groups in BOOKS[game].synonyms.items():
        for phrase in (phrase for group in groups for phrase in group):
            assert len(search_words(phrase, lang)) == len(set(re.findall(r"[^\W_]+", phrase.lower()))), phrase


def test_every_language_has_its_own_question_words() -> None:
    words: dict[str, list[str]] = defaultdict(list)
    for lang in LANGUAGES[:2]:
        words[lang] = search_words("what was der war die hat", lang)
    assert "war" in words["en"]
    assert words["en"] != words["de"]
