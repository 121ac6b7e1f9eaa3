"""The search of short texts, such as rules: BM25 over weighted parts, in the language of the query.

Words are compared by their stems, whatever their case, accents and umlauts. A word also stands for its
synonyms, and for compounds that end with it ("Truppen", "Bodentruppen"). A word that no text has is taken as
the beginning or a part of a word, as two words, or as a slip of the nearest word. Texts with all words come
first.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import log, sqrt

import attrs
from snowballstemmer.english_stemmer import EnglishStemmer
from snowballstemmer.german_stemmer import GermanStemmer

from twingkit.core.language import call_in_language
from twingkit.core.messages import message
from twingkit.core.words import LANGUAGES

_STEMMERS = {"en": EnglishStemmer, "de": GermanStemmer}
"""Words of another language are compared as they are."""

MAX_WORDS, LONGEST = 20, 40
"""The maximum number of search words, and of letters in one."""

SHORTEST = 2
"""Shorter words are ignored, except numbers."""

MIN_PREFIX_LENGTH, MIN_INNER_LENGTH, MIN_SLIP_LENGTH = 3, 5, 5
"""The minimum length of a word that may begin another word, be inside another word, or be a slip."""

_MIN_PART_LENGTH = 4
"""The minimum length of each part of a compound."""

SYNONYM, BEGINNING, COMPOUND, INNER = 0.7, 0.6, 0.5, 0.4
"""The weights of words that only resemble the search word."""

TITLE = 2.5
"""The weight of the title among the parts of a text."""

TITLED, HEADED = 2.0, 0.8
"""How much the score grows if a title is exactly what was typed; far less if it has some of the words;
and what the part of a title before a colon counts."""

FILLER, PAIR = 0.3, 0.2
"""The weights of words that only phrase a question, and of two words side by side as in the query."""

SATURATION, LENGTH_SHARE = 1.2, 0.6
"""The parameters k1 and b of BM25."""

_COMPLETE = 1.2
"""How many times as much a text counts that has all words of a query."""

_MIN_SCORE_SHARE = 0.3
"""The share of the best score that a text without all search words must reach."""

SLIP_CUTOFF, MAX_SLIP_LENGTH_CHANGE, SAME_LETTERS = 0.79, 2, 0.05
"""The least similarity of the word that replaces a slip, by how many letters it may be longer or shorter, and
how much its likeness grows if it has the same letters."""

NEAR_CUTOFF, MAX_NEAR = 0.5, 4
"""The least similarity of words that are offered if nothing was found, and their largest number."""

Groups = Sequence[Sequence[str]]
"""Groups of synonyms, each a list of words or phrases."""

_Postings = dict[str, float]
"""How much of a word each text has, by the key of the text."""

Span = tuple[int, int]
"""The start and end of a matching word in a text."""

_WORD = re.compile(r"[^\W_]+")


@attrs.frozen
class SearchableText:
    """A searchable text: its key, its title, its weighted parts, and the weight `rank` of the whole text."""

    key: str
    title: str
    parts: Sequence[tuple[float, str]]
    rank: float = 1.0


@attrs.frozen
class SearchWordMatcher:
    """The words of a search, as stems in one language; finds them in a text, for example to highlight
    them.
    """

    lang: str
    stems: frozenset[str] = frozenset()

    def spans(self, text: str) -> list[Span]:
        """Return the spans of the words in a text, in order and without overlaps.

        >>> SearchWordMatcher("de", frozenset(["hosch"])).spans("Das Höschen")
        [(4, 11)]
        """
        words = _WORD.finditer(text) if self.stems else ()
        return [
            match.span() for match in words if stem(fold_with_positions(match[0])[0], self.lang) in self.stems
        ]

    def distinct_count(self, text: str) -> int:
        """Return the number of different search words that occur in a text."""
        return len({stem(word, self.lang) for word in _fold_words(text)} & self.stems)


@attrs.frozen
class SearchResults:
    """The keys of the texts that a search found, the best first, with the corrected and similar words.

    `finder` marks the words in texts of the language `finder.lang`; `corrections` names the word that
    replaced a slip; `near_words` are similar words if nothing was found.
    """

    keys: tuple[str, ...]
    finder: SearchWordMatcher
    corrections: Mapping[str, str] = attrs.field(factory=dict)
    near_words: tuple[str, ...] = ()


class TextSearchByLanguage:
    """A text search that picks the language of the query; `texts(lang)` returns the texts to search in one
    language.

    The index of a language is made when it is first needed.
    """

    def __init__(
        self, texts: Callable[[str], Iterable[SearchableText]], synonyms: Mapping[str, Groups] | None = None
    ) -> None:
        self._texts, self._synonyms = texts, synonyms or {}
        self._indexes: dict[str, SearchIndex] = {}

    def search(self, query: str, preferred_lang: str) -> SearchResults:
        """Search the texts of the language that matches most words of the query; in a tie, those
        of `preferred_lang`.
        """
        own = self._index(preferred_lang)
        share = own.known_share(query)
        others = [self._index(other) for other in LANGUAGES if other != preferred_lang] if share < 1 else []
        best = max((own, *others), key=lambda index: share if index is own else index.known_share(query))
        return best.search(query)

    def _index(self, lang: str) -> SearchIndex:
        if lang not in self._indexes:
            self._indexes[lang] = SearchIndex(self._texts(lang), lang, self._synonyms.get(lang, ()))
        return self._indexes[lang]


@attrs.frozen
class _Reading:
    """One way to understand a search word: its weight, and the stems that a text must all have."""

    weight: float
    stems: tuple[str, ...]


class SearchIndex:
    """A full-text index of texts in one language; it handles word stems, misspellings and groups of synonyms.

    >>> cats = SearchableText("cats", "Cats", [(1, "A cat lets you roll again")])
    >>> index = SearchIndex([cats, SearchableText("traps", "Traps", [])], "en", [["cat", "kitten"]])
    >>> index.search("kittens").keys, index.search("rolling").keys, index.search("trasp").corrections
    (('cats',), ('cats',), {'trasp': 'traps'})
    """

    def __init__(self, texts: Iterable[SearchableText], lang: str, synonyms: Groups = ()) -> None:
        self.lang = lang
        self._texts = {text.key: text for text in texts}
        self._places = {key: place for place, key in enumerate(self._texts)}
        self._titles = {  # "Trap: remove a creature" is about the trap
            key: [frozenset(self._stems(part)) for part in (text.title, text.title.partition(":")[0])]
            for key, text in self._texts.items()
        }
        self._postings: dict[str, _Postings] = defaultdict(dict)
        self._pairs: dict[tuple[str, str], _Postings] = defaultdict(dict)
        self._words: Counter[str] = Counter()
        self._count_words()
        self._synonyms: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
        for group in synonyms:
            phrases = [self._stems(phrase) for phrase in group]
            there = [phrase for phrase in phrases if self._has(phrase)]
            for phrase in phrases:
                self._synonyms[phrase] += [other for other in there if other != phrase]
        self._longest = max(map(len, self._synonyms), default=1)

    def _count_words(self) -> None:
        lengths: dict[str, float] = defaultdict(float)
        for key, text in self._texts.items():
            for weight, part in ((TITLE, text.title), *text.parts):
                last = ""
                for word in _fold_words(part):
                    self._words[word] += 1
                    lengths[key] += weight
                    own = stem(word, self.lang)
                    for counted in (self._postings[own], self._pairs[last, own]):
                        counted[key] = counted.get(key, 0.0) + weight
                    last = own
        mean = sum(lengths.values()) / max(1, len(lengths))
        for counted in (*self._postings.values(), *self._pairs.values()):
            for key, times in counted.items():
                norm = 1 - LENGTH_SHARE + LENGTH_SHARE * lengths[key] / mean
                counted[key] = times / (times + SATURATION * norm)

    def _stems(self, text: str) -> tuple[str, ...]:
        words = _fold_words(text)
        told = [word for word in words if word not in _fillers(self.lang)]
        return tuple(stem(word, self.lang) for word in told or words)

    def _has(self, stems: Sequence[str]) -> bool:
        return all(part in self._postings for part in stems)

    def search(self, query: str) -> SearchResults:
        """Return the texts with the words of a query, the best first."""
        corrections: dict[str, str] = {}
        words = search_words(query, self.lang)
        concepts = [readings for readings in self._concepts(words, corrections) if readings]
        if not concepts:
            return SearchResults((), SearchWordMatcher(self.lang), {}, self._near_words(words))
        scores, complete = self._concept_scores(concepts)
        for key, more in self._phrasing_scores(query, words).items():
            if key in scores:
                scores[key] += more
        typed = frozenset(part for readings in concepts for part in readings[0].stems)
        for key in scores:
            title, head = self._titles[key]
            titled = max(_overlap(typed, title), HEADED * _overlap(typed, head))
            scores[key] *= (
                self._texts[key].rank * (1 + TITLED * titled**2) * (_COMPLETE if key in complete else 1)
            )
        enough = max(scores.values(), default=0.0) * _MIN_SCORE_SHARE
        found = [key for key, score in scores.items() if key in complete or score >= enough]
        keys = sorted(found, key=lambda key: (-scores[key], self._places[key]))
        stems = frozenset(part for readings in concepts for reading in readings for part in reading.stems)
        return SearchResults(tuple(keys), SearchWordMatcher(self.lang, stems), corrections)

    def known_share(self, query: str) -> float:
        """Return the share of a query's words that occur in the texts, from 0 to 1; similar words
        count less.
        """
        concepts = list(self._concepts(search_words(query, self.lang), {}, correct=False))
        best = (max((reading.weight for reading in readings), default=0.0) for readings in concepts)
        return sum(best) / max(1, len(concepts))

    def _concept_scores(self, concepts: Sequence[Sequence[_Reading]]) -> tuple[_Postings, set[str]]:
        """Return the scores of the texts, and the keys of the texts that contain every concept (a word or
        phrase) in its likeliest reading.
        """
        scores: _Postings = defaultdict(float)
        complete = set(self._texts)
        for readings in concepts:
            best: _Postings = {}
            surest = max(reading.weight for reading in readings)
            sure: set[str] = set()
            for reading in readings:
                found = self._reading_scores(reading)
                for key, score in found.items():
                    best[key] = max(best.get(key, 0.0), score)
                if reading.weight == surest:
                    sure.update(found)
            complete &= sure
            for key, score in best.items():
                scores[key] += score
        return scores, complete

    def _reading_scores(self, reading: _Reading) -> _Postings:
        """Return the scores of the texts that have all stems of a reading."""
        parts = [
            (reading.weight * self._rarity(at), at) for at in map(self._postings.__getitem__, reading.stems)
        ]
        keys = set.intersection(*(set(at) for _, at in parts))
        return {key: sum(weight * at[key] for weight, at in parts) / sqrt(len(parts)) for key in keys}

    def _rarity(self, at: _Postings) -> float:
        """Return the inverse document frequency (as in BM25) of a word, given its scores in the texts that
        contain it.
        """
        return log(1 + (len(self._texts) - len(at) + 0.5) / (len(at) + 0.5))

    def _phrasing_scores(self, query: str, words: Sequence[str]) -> _Postings:
        """Return the additional score of each text for the filler words of a query, and for query words that
        stand side by side in the text.
        """
        typed = _fold_words(query[: MAX_WORDS * LONGEST])[: 2 * MAX_WORDS]
        stems = [stem(word, self.lang) for word in typed]
        fillers = {own for word, own in zip(typed, stems, strict=True) if word not in words}
        found = [(FILLER, self._postings.get(own, {})) for own in sorted(fillers)]
        found += [(PAIR, self._pairs.get(pair, {})) for pair in pairwise(stems)]
        scores: _Postings = defaultdict(float)
        for weight, at in found:
            for key, share in at.items():
                scores[key] += weight * self._rarity(at) * share
        return scores

    # -- the readings of words

    def _concepts(
        self, words: Sequence[str], corrections: dict[str, str], *, correct: bool = True
    ) -> Iterator[list[_Reading]]:
        """Yield the readings of each word or phrase with synonyms, the typed one first; none for an unknown
        word. Slips are noted in `corrections`.
        """
        stems = [stem(word, self.lang) for word in words]
        place = 0
        while place < len(words):
            sizes = range(min(self._longest, len(words) - place), 1, -1)
            ends = (place + size for size in sizes if tuple(stems[place : place + size]) in self._synonyms)
            end = next(ends, place + 1)
            phrase = tuple(stems[place:end])
            readings = [_Reading(1.0, phrase)] if self._has(phrase) else []
            readings += [_Reading(SYNONYM, other) for other in self._synonyms.get(phrase, ())]
            if len(phrase) == 1:
                readings += self._compounds(phrase[0]) if readings else self._guesses(words[place])
                if not readings and correct and (right := self._correction(words[place])):
                    corrections[words[place]] = right
                    readings = next(self._concepts([right], {}))
            yield readings
            place = end

    def _compounds(self, own: str) -> Iterator[_Reading]:
        """Yield a reading for each longer word that ends with a stem."""
        if len(own) >= _MIN_PART_LENGTH:
            for other in self._postings:
                if other.endswith(own) and len(other) - len(own) >= _MIN_PART_LENGTH:
                    yield _Reading(INNER, (other,))

    def _guesses(self, word: str) -> list[_Reading]:
        """Return the readings of an unknown word: with umlauts, as the beginning of words, as two words, or
        as part of words.
        """
        short = stem(word.replace("ae", "a").replace("oe", "o").replace("ue", "u"), self.lang)
        if short in self._postings:
            return [_Reading(1.0, (short,))]
        begun = {
            stem(other, self.lang)
            for other in self._words
            if len(word) >= MIN_PREFIX_LENGTH and other.startswith(word)
        }
        if begun:
            return [_Reading(BEGINNING, (other,)) for other in sorted(begun)]
        cuts = range(_MIN_PART_LENGTH, len(word) - _MIN_PART_LENGTH + 1)
        parts = [(stem(word[:cut], self.lang), stem(word[cut:], self.lang)) for cut in cuts]
        own = stem(word, self.lang)
        inside = [other for other in self._postings if len(own) >= MIN_INNER_LENGTH and own in other]
        return [
            *(_Reading(COMPOUND, pair) for pair in parts if self._has(pair)),
            *(_Reading(INNER, (other,)) for other in inside),
        ]

    def _correction(self, word: str) -> str:
        """Return the word of the texts that was probably meant; "" if none is near enough."""
        if len(word) < MIN_SLIP_LENGTH or not word.isalpha():
            return ""
        likely = [
            known
            for known in self._words
            if known[0] == word[0] and abs(len(known) - len(word)) <= MAX_SLIP_LENGTH_CHANGE
        ]
        near = difflib.get_close_matches(word, likely, n=3, cutoff=SLIP_CUTOFF)
        return max(near, key=lambda known: (_likeness(word, known), self._words[known]), default="")

    def _near_words(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return words of titles that are similar to the words of a query."""
        titled = sorted(
            {
                word
                for text in self._texts.values()
                for word in _WORD.findall(text.title)
                if len(word) >= _MIN_PART_LENGTH
            }
        )
        folded = {_fold_words(word)[0]: word for word in titled}
        near = (
            folded[match]
            for word in words
            for match in difflib.get_close_matches(word, folded, n=2, cutoff=NEAR_CUTOFF)
        )
        return tuple(dict.fromkeys(near))[:MAX_NEAR]


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the number of words that two sets have in common, divided by the number of words in either
    set.
    """
    return len(one & other) / max(1, len(one | other))


def _likeness(word: str, known: str) -> float:
    same = SAME_LETTERS if sorted(word) == sorted(known) else 0.0
    return difflib.SequenceMatcher(None, known, word).ratio() + same


def search_words(query: str, lang: str) -> list[str]:
    """Return the words to search for in a query, in lower case without accents, each once.

    Words that only phrase a question are dropped if others remain, and so are words after the first
    `MAX_WORDS`.

    >>> search_words("what about Höschen and cats?", "en")
    ['hoschen', 'cats']
    """
    words = [word[:LONGEST] for word in _fold_words(query[: MAX_WORDS * LONGEST])]
    told = [word for word in words if word not in _fillers(lang)] or words
    return [word for word in dict.fromkeys(told) if len(word) >= SHORTEST or word.isdigit()][:MAX_WORDS]


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


def _fold_words(text: str) -> list[str]:
    """Return the words of a text, folded; an apostrophe does not divide a word."""
    return _WORD.findall(fold_with_positions(text.replace("’", "").replace("'", ""))[0])


@lru_cache(maxsize=65536)
def stem(word: str, lang: str) -> str:
    """Return the stem of a word that is in lower case without accents.

    >>> stem("fighters", "en"), stem("kreaturen", "de")
    ('fighter', 'kreatur')
    """
    stemmer = _stemmer(lang)
    return stemmer.stemWord(word) if stemmer else word


@cache
def _stemmer(lang: str) -> EnglishStemmer | GermanStemmer | None:
    return _STEMMERS[lang]() if lang in _STEMMERS else None


@cache
def _fillers(lang: str) -> frozenset[str]:
    """Return the words of a language that only phrase a question, such as "what"."""
    return frozenset(_fold_words(call_in_language(lang, message, "search.filler")))
