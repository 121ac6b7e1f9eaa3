"""The search of a rulebook: its rules as texts of an index in each language, with the game's glossary."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

import attrs

from twingkit.core.language import call_in_language, language, localized
from twingkit.core.rulebook.rule import Chapter, Rule
from twingkit.core.rulebook.rule_search import Groups, SearchableText, SearchWordMatcher, TextSearchByLanguage
from twingkit.core.words import LANGUAGES, TomlTable, load_texts

SYNONYMS_FILE = "synonyms.toml"
"""The optional file with a game's synonyms for the search."""

ASKED, ANSWERED, TEXT, NOTE, TERM, CHAPTER = 1.5, 0.5, 1.0, 0.4, 0.5, 0.5
"""The weights of the parts of a rule: what players ask, the answer, its text, its note, its terms, and the
title of its chapter.
"""

_DETAIL_RANK = 0.6
"""The weight of a chapter about single cards, factions or interpretations."""


_LIKE_AN_ID = re.compile(r"[a-z]+(-[a-z]+)?-\w*")

_NAMES_A_SWITCH = re.compile(r"\b(switch|preset|Schalter|Vorgabe)\w*\b", re.IGNORECASE)

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^a-zäöü])")


@attrs.frozen
class RuleSearchResults:
    """The rules that a search found, the best first, with the corrected and similar words (see
    `SearchResults`).
    """

    rules: tuple[Rule, ...]
    finder: SearchWordMatcher
    corrections: Mapping[str, str] = attrs.field(factory=dict)
    near_words: tuple[str, ...] = ()

    @localized
    def excerpt_and_language(self, rule: Rule, lang: str | None = None) -> tuple[str, str]:
        """Return the passage of a rule that best matches the search, and its language. It is a sentence, or a
        player question with its answer; if nothing matches, it is the first sentence. Sentences of a note
        that name variant switches are skipped.
        """
        found = self.finder.lang
        asked = [f"{question.text(found)} {question.answer(found)}" for question in rule.player_questions]
        noted = (part for part in _split_sentences(rule.note(found)) if not _NAMES_A_SWITCH.search(part))
        sentences = (*_split_sentences(rule.text(found)), *noted)
        other_title = [] if found == language() else [rule.title(found)]  # the reader sees their own
        best = max([*asked, *sentences, *other_title], key=self.finder.distinct_count)
        return (
            (best, found)
            if self.finder.distinct_count(best)
            else (_split_sentences(rule.text())[0], language())
        )


def _split_sentences(text: str) -> list[str]:
    """Return the sentences of a text.

    >>> _split_sentences("Roll a die: 1 to 3 hits. Who rolls?")
    ['Roll a die: 1 to 3 hits.', 'Who rolls?']
    """
    return _SENTENCE_END.split(text)


class BookSearch:
    """The full-text search in one rulebook, with the synonyms and the glossary of its game.

    `synonyms` are the groups of words of this game by language, `glossary` is the data of its glossary.

    >>> from twingkit import twing
    >>> [rule.id for rule in twing.rulebook().search_results("two suns", "en").rules][:1]
    ['TW-BAT-16']
    """

    def __init__(
        self,
        rules: Mapping[str, Rule],
        chapters: Sequence[Chapter],
        synonyms: Mapping[str, Groups],
        glossary: TomlTable,
    ) -> None:
        self._rules, self._glossary = rules, glossary
        self._chapters = {chapter.id: chapter for chapter in chapters}
        common, own = _common_synonyms(), synonyms
        groups = {lang: (*common.get(lang, ()), *own.get(lang, ())) for lang in LANGUAGES}
        self.search = lru_cache(maxsize=64)(self._search)
        """Return the rules for a query, in a reader's language: by what looks like an id, else by words."""
        self._texts = TextSearchByLanguage(
            lambda lang: call_in_language(lang, list, self._search_texts()), groups
        )

    def _search(self, query: str, lang: str) -> RuleSearchResults:
        by_id = self._rules_by_id(query.strip().casefold())
        if by_id:
            return RuleSearchResults(by_id, SearchWordMatcher(lang))
        found = self._texts.search(query, lang)
        rules = tuple(self._rules[key] for key in found.keys)
        return RuleSearchResults(rules, found.finder, found.corrections, found.near_words)

    def _rules_by_id(self, wanted: str) -> tuple[Rule, ...]:
        if not _LIKE_AN_ID.fullmatch(wanted):
            return ()
        found = [rule for rule in self._rules.values() if f"-{wanted}" in f"-{rule.id.casefold()}"]
        return tuple(sorted(found, key=lambda rule: not rule.id.casefold().endswith(wanted)))

    def _search_texts(self) -> Iterator[SearchableText]:
        """Yield each rule as a text to search, in the current language."""
        terms = self._terms()
        for rule in self._rules.values():
            parts = [(TEXT, rule.text()), (NOTE, rule.note()), (TERM, terms[rule.id])]
            for question in rule.player_questions:
                parts += [(ASKED, question.text()), (ANSWERED, question.answer())]
            chapter = self._chapters[rule.chapter]
            if not chapter.is_detail:
                parts.append((CHAPTER, chapter.title()))
            yield SearchableText(rule.id, rule.title(), parts, _DETAIL_RANK if chapter.is_detail else 1.0)

    def _terms(self) -> Mapping[str, str]:
        """Return the names of the glossary's terms, by the rules that explain them."""
        names: dict[str, str] = defaultdict(str)
        for entry in self._glossary.get("entry", ()):
            forms = " ".join((entry["name"][language()], *entry.get("also", {}).get(language(), ())))
            for rule in entry.get("rules", ()):
                names[rule] += f" {forms}"
        return names


@cache
def _common_synonyms() -> Mapping[str, Groups]:
    """Return the groups of synonyms that every game uses, by language."""
    return load_texts(files("twingkit.core.rulebook").joinpath(SYNONYMS_FILE))
