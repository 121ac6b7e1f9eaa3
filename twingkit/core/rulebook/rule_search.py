"""The search of a rulebook: finds the rules with the typed words, the most likely one first.

A word in a rule's title counts more than one in its text, and most if the title is about nothing else. Case,
accents and umlauts do not matter. A match must be at the start of a word; longer words also match inside
compounds ("schild" in "Schutzschild").
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import log
from typing import Generic, Protocol, TypeVar

from twingkit.core.language import call_in_language, language
from twingkit.core.messages import message
from twingkit.core.words import LANGUAGES

WordForms = tuple[str, ...]
"""The forms of one search word, the most likely first."""

MIN_SCORE_SHARE = 0.5
"""The share of the best rule's score that a rule must reach if no rule has every search word."""

MIN_INNER_MATCH_LENGTH = 5
"""The minimum length of a search word that may match inside another word."""

MAX_WORDS, LONGEST = 20, 40
"""The maximum number of search words, and of letters in one: each word costs a pass over all rules."""

SHORTEST, LETTERS = 2, 3
"""Words shorter than the first are ignored; words longer than the second may be plurals."""

WHOLE, BEGUN, WITHIN = 3.0, 2.0, 1.0
"""The weights of a title with the word, a word that begins with it, or a word that contains it."""

TITLE_START_WEIGHT = 0.5
"""The extra weight of a title that begins with the word."""

PUBLISHED_STATUSES = ("printed", "reference")
"""The statuses of rules that come from the publisher."""

UNPUBLISHED_PENALTY = 1.0
"""The weight that is subtracted from the title of a ruling or an interpretation of this project."""


class SearchableRule(Protocol):
    """A rule as the search needs it; texts are by language."""

    @property
    def id(self) -> str:
        """The rule's id."""

    @property
    def status(self) -> str:
        """The status of the rule, one of `RULE_STATUSES`."""

    @property
    def titles(self) -> Mapping[str, str]:
        """The title of the rule by language."""

    @property
    def texts(self) -> Mapping[str, str]:
        """The text of the rule by language."""

    @property
    def notes(self) -> Mapping[str, str]:
        """The note on this project's own ruling, by language."""


SomeRule = TypeVar("SomeRule", bound=SearchableRule)


def search_rules(rules: Iterable[SomeRule], query: str, lang: str = "") -> list[SomeRule]:
    """Return the rules with every word of `query` in id, title or text (any language), best matches first.

    A word that occurs in no rule is replaced by the nearest one that does. For a question ("what happens when
    both roll a sun"), or if no rule has every word, rules with the most telling words follow. With a reader's
    `lang`, rules with a match in that language come first; others stay only if they contain a whole search
    word ("run" is not "Runde" for a reader of English).
    """
    pages = [_Page(rule) for rule in rules]
    vocabulary = sorted({word for page in pages for word in page.words})
    words = search_terms(query)
    found_words = [forms for word in words if (forms := _forms_in_pages(word, pages, vocabulary))]
    telling = [log(len(pages) / sum(page.contains(forms) for page in pages)) for forms in found_words]
    rows = []
    for index, page in enumerate(pages):
        has = [page.contains(forms) for forms in found_words]
        if any(has):
            weight_sum = sum(weight for weight, present in zip(telling, has, strict=True) if present)
            titled = sum(page.title_score(forms) for forms in found_words)
            often = sum(page.occurrence_count(forms) for forms in found_words)
            rows.append((not all(has), -weight_sum, -titled, -often, index, page.rule))
    rows.sort(key=lambda row: row[:-1])
    enough = rows[0][1] * MIN_SCORE_SHARE if rows else 0.0
    every_word = bool(rows) and not rows[0][0] and len(words) == len(re.findall(r"[\w-]+", query))
    hits = [row[-1] for row in rows if (not row[0] if every_word else row[1] <= enough)]
    return call_in_language(lang, _for_reader, hits, found_words) if lang else hits


def _for_reader(hits: list[SomeRule], words: Sequence[WordForms]) -> list[SomeRule]:
    """Return the rules with a match in the current language, then those with a whole word in another one.

    If no rule has a match in this language, all are returned unchanged.
    """
    own = [rule for rule in hits if any(_Page(rule, language()).contains(forms) for forms in words)]
    if not own:
        return hits
    named = {form for forms in words for form in forms}
    others = [rule for rule in hits if rule not in own and named & _Page(rule).words]
    return own + others


def search_terms(query: str) -> list[WordForms]:
    """Return the words of a query to search for, each as its possible forms, the most likely first.

    Words that only phrase a question are dropped if others remain, and so are words after the first
    `MAX_WORDS`.

    >>> search_terms("what about Hoeschen and cats?")[1:]
    [('hoeschen', 'hoschen'), ('cats', 'cat')]
    """
    words = [
        fold_with_positions(word[:LONGEST])[0] for word in re.findall(r"[\w-]+", query[: MAX_WORDS * LONGEST])
    ]
    words = [word for word in words if word not in _fillers()] or words
    return [_forms(word) for word in dict.fromkeys(words) if len(word) >= SHORTEST][:MAX_WORDS]


def fold_with_positions(text: str) -> tuple[str, list[int]]:
    """Return a text in lower case without accents, and the position in `text` of each of its letters.

    >>> fold_with_positions("Öl")
    ('ol', [0, 1])
    """
    if text.isascii():
        return text.lower(), list(range(len(text)))
    letters: list[str] = []
    positions: list[int] = []
    for position, letter in enumerate(text):
        for part in unicodedata.normalize("NFKD", letter.casefold()):
            if not unicodedata.combining(part):
                letters.append(part)
                positions.append(position)
    return "".join(letters), positions


@lru_cache(maxsize=8192)  # every letter typed into a search needs the texts of all rules
def _folded(text: str) -> str:
    return fold_with_positions(text)[0]


def match_positions(text: str, form: str) -> Iterator[int]:
    """Yield the positions in a folded text where a form of a word occurs.

    >>> list(match_positions("the cat is on location", "cat"))
    [4]
    """
    for match in _pattern(form).finditer(text):
        yield match.start()


@lru_cache(maxsize=1024)
def _pattern(form: str) -> re.Pattern[str]:
    return re.compile((r"" if len(form) >= MIN_INNER_MATCH_LENGTH else r"(?<!\w)") + re.escape(form))


def _forms(word: str) -> WordForms:
    """Return the forms of a word: as typed, with `ae`, `oe`, `ue` as one letter, and without a plural s."""
    short = word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
    return tuple(dict.fromkeys((word, short, word.removesuffix("s") if len(word) > LETTERS else word)))


def _forms_in_pages(forms: WordForms, pages: Sequence[_Page[SomeRule]], words: Sequence[str]) -> WordForms:
    """Return the forms of a word that occur in some rule, else the most similar word of the rules."""
    for form in forms:
        if any(page.contains((form,)) for page in pages):
            return (form,)
    return tuple(difflib.get_close_matches(forms[0], words, n=1, cutoff=0.8))


@cache
def _fillers() -> frozenset[str]:
    """Return the words that only phrase a question, such as "what"."""
    return frozenset(
        fold_with_positions(word)[0]
        for lang in LANGUAGES
        for word in call_in_language(lang, message, "search.filler").split()
    )


class _Page(Generic[SomeRule]):
    """The searchable text of a rule, in one language or in all."""

    def __init__(self, rule: SomeRule, lang: str = "") -> None:
        self.rule = rule
        titles, texts, notes = (
            [text for code, text in by_language.items() if lang in ("", code)]
            for by_language in (rule.titles, rule.texts, rule.notes)
        )
        self.titles = [_folded(text) for text in (rule.id, *titles)]
        self.text = "\n".join(_folded(text) for text in (*texts, *notes))
        self.whole = "\n".join((*self.titles, self.text))
        self.words = set(re.findall(r"\w{3,}", self.whole))

    def contains(self, forms: WordForms) -> bool:
        return any(_pattern(form).search(self.whole) for form in forms)

    def occurrence_count(self, forms: WordForms) -> int:
        return sum(1 for form in forms for _ in match_positions(self.text, form))

    def title_score(self, forms: WordForms) -> float:
        best = max(_in_title(title, form) for title in self.titles for form in forms)
        return best if self.rule.status in PUBLISHED_STATUSES else max(0.0, best - UNPUBLISHED_PENALTY)


def _in_title(title: str, form: str) -> float:
    head = title.partition(":")[0]  # "Trap: remove a creature" is about the trap
    named = head if _pattern(form).search(head) else title
    content = [word for word in re.findall(r"[\w-]+", named) if word not in _fillers()]
    if not content or not _pattern(form).search(named):
        return 0.0
    endings = (form, f"{form}s", f"{form}n", f"{form}en", f"{form}ing")
    if any(word in endings for word in content):
        kind = WHOLE
    else:
        kind = BEGUN if any(word.startswith(form) for word in content) else WITHIN
    return kind + 1 / len(content) + (TITLE_START_WEIGHT if content[0].startswith(form) else 0.0)
