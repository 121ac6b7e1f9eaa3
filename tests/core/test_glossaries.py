"""The glossaries of all games: every word is complete in both languages, leads on to others, and is found in
texts."""

from __future__ import annotations

import pytest

from twingkit.core.games import GameEntry, games
from twingkit.core.glossary import glossary_of
from twingkit.core.words import LANGUAGES
from twingkit.testing import glossaries as holds

GLOSSARIES = [game for game in games() if game.glossary]

each_game = pytest.mark.parametrize("game", GLOSSARIES, ids=lambda game: game.id)

NEEDS_NO_RULE = {"twing": ["notation", "record"]}
"""The words that only say how games are written down."""

ELSEWHERE = {
    ("twing", "en"): {"orn", "reading", "ruling", "notation", "record"},
    ("twing", "de"): {"orn", "reading", "ruling", "notation", "record"},
    ("imajica", "de"): {"autarch"},
}
"""The words that appear in rulings, notes, examples and pages, but not in the rules themselves."""


@each_game
def test_a_word_is_complete_in_both_languages_and_has_its_forms_alone(game: GameEntry) -> None:
    holds.assert_terms_complete(glossary_of(game.id))


@each_game
def test_a_text_is_one_or_two_plain_sentences_without_the_word_itself(game: GameEntry) -> None:
    holds.assert_short_explanations(glossary_of(game.id))


@each_game
def test_rules_and_neighbours_exist_each_once_and_only_how_games_are_written_needs_no_rule(
    game: GameEntry,
) -> None:
    glossary = glossary_of(game.id)
    holds.assert_links_valid(glossary, game.load("rules")())
    ruleless = [entry.id for entry in glossary.entries.values() if not entry.rules]
    assert ruleless == NEEDS_NO_RULE.get(game.id, [])


@each_game
def test_every_form_is_found_in_texts_and_not_within_words(game: GameEntry) -> None:
    holds.assert_forms_found(glossary_of(game.id))


@pytest.mark.parametrize("lang", LANGUAGES)
@each_game
def test_the_rules_use_every_word(game: GameEntry, lang: str) -> None:
    unused = holds.unused_terms(glossary_of(game.id), game.load("rules")())
    assert unused == ELSEWHERE.get((game.id, lang), set())
