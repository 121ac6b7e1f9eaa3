"""The glossary of a game: its terms with their meanings, and where they occur in a text.

A game's entry names a function that returns its `Glossary` (`GameEntry.glossary`); the panels then explain
each term where it first occurs in a text. The terms are a TOML file of `[[entry]]` tables: `id`, `name` and
`text` in both languages, `rules`, `see` (related entries), `also` (other forms to find) and `but` (phrases in
which the word means something else).
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.language import call_in_language, language, localized
from twingkit.core.rulebook import TextByLanguage
from twingkit.core.rulebook.rule_errors import UnknownRuleOrTerm
from twingkit.core.words import TomlTable, translate_texts

FormsByLanguage = Mapping[str, Sequence[str]]
"""The forms of a word, by language."""

TermMatch = tuple[int, int, "GlossaryEntry"]
"""The position of a term in a text: start, end, and its entry."""


class UnknownTerm(UnknownRuleOrTerm):
    """The error that no entry of a glossary has a given id."""

    problem = "no entry of the glossary has the id"


@attrs.frozen(kw_only=True)
class GlossaryEntry:
    """A term: its id, its name as written inside a sentence, and its meaning.

    `rules` are the ids of the rules with the full explanation, `related_entries` the ids of related entries.
    `forms` are other forms to find in texts, `exclusions` phrases in which the word means something else.
    """

    id: str
    names: TextByLanguage = attrs.field(eq=False)
    texts: TextByLanguage = attrs.field(eq=False)
    rules: tuple[str, ...] = ()
    related_entries: tuple[str, ...] = ()
    forms: FormsByLanguage = attrs.field(eq=False, repr=False)
    exclusions: FormsByLanguage = attrs.field(eq=False, repr=False)

    @localized
    def name(self, lang: str | None = None) -> str:
        """Return the term, in lower case unless it is a proper name (or a German noun)."""
        return self.names[language()]

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the meaning: one or two sentences that do not use the term itself."""
        return self.texts[language()]

    @localized
    def other_forms(self, lang: str | None = None) -> tuple[str, ...]:
        """Return other forms and spellings to find in texts: plurals, cases, short names."""
        return tuple(self.forms.get(language(), ()))

    @localized
    def excluded_phrases(self, lang: str | None = None) -> tuple[str, ...]:
        """Return phrases in which the word means something else (`turn round`) and is not matched."""
        return tuple(self.exclusions.get(language(), ()))


class Glossary:
    """The terms of one game."""

    def __init__(self, entries: Sequence[GlossaryEntry]) -> None:
        self.entries: Mapping[str, GlossaryEntry] = {entry.id: entry for entry in entries}
        self._finders: dict[str, tuple[re.Pattern[str], Mapping[str, GlossaryEntry | None]]] = {}
        self._found = lru_cache(maxsize=2000)(
            lambda text, lang: call_in_language(lang, tuple, self._search(text))
        )

    @classmethod
    def parse(cls, text: str) -> Glossary:
        """Parse the TOML text of a glossary.

        >>> words = Glossary.parse('''
        ... [[entry]]
        ... id = "coin"
        ... name = { en = "coin", de = "Münze" }
        ... text = { en = "What is tossed.", de = "Was geworfen wird." }
        ... also = { en = ["coins"] }''')
        >>> [(begin, end, entry.id) for begin, end, entry in words.matches_in("Two coins")]
        [(4, 9, 'coin')]
        """
        return cls([_entry(data) for data in translate_texts(tomllib.loads(text))["entry"]])

    def entry(self, term_id: str) -> GlossaryEntry:
        """Return the entry with this id. Raises `UnknownTerm`, which names the nearest id."""
        if term_id not in self.entries:
            near = difflib.get_close_matches(term_id[:60].casefold(), self.entries, n=2, cutoff=0.6)
            raise UnknownTerm(term_id, near)
        return self.entries[term_id]

    def entries_in(self, text: str) -> tuple[GlossaryEntry, ...]:
        """Return the entries whose terms occur in a text, each once, in order of first occurrence.

        Only whole words count (`sun` does not match in `Sunday`, nor `end game` in `end-game attack`). If a
        term is part of a longer one (`element` in `own element`), only the longer one matches.
        """
        return tuple(dict.fromkeys(entry for _, _, entry in self.matches_in(text)))

    def matches_in(self, text: str) -> tuple[TermMatch, ...]:
        """Return the terms in a text as (start, end, entry), in order and without overlaps."""
        return self._found(text, language()) if self.entries else ()

    def _search(self, text: str) -> Iterator[TermMatch]:
        pattern, meant = self._finder()
        for hit in pattern.finditer(text):
            entry = meant[_key(hit.group())]
            if entry is not None:
                yield hit.start(), hit.end(), entry

    def _finder(self) -> tuple[re.Pattern[str], Mapping[str, GlossaryEntry | None]]:
        """Return the pattern of all terms in the current language, and the entry of each form."""
        if language() not in self._finders:
            meant: dict[str, GlossaryEntry | None] = {}
            forms: list[str] = []
            for entry in self.entries.values():
                for form in entry.excluded_phrases():
                    forms.append(form)
                    meant[_key(form)] = None
            for entry in self.entries.values():
                for form in (entry.name(), *entry.other_forms()):
                    forms.append(form)
                    meant[_key(form)] = entry
            longest = sorted(dict.fromkeys(forms), key=lambda form: (-len(form), form))
            words = "|".join(map(_form_pattern, longest))
            self._finders[language()] = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])"), meant
        return self._finders[language()]


def glossary_of(game: str) -> Glossary:
    """Return the glossary of the game with this id; an empty one if the game has none.

    >>> [entry.id for entry in glossary_of("twing").entries_in("A Sun beats a shield.")]
    ['sun', 'shield']
    """
    made = game_by_id(game).load("glossary")
    return made() if made else _EMPTY


_EMPTY = Glossary([])


def glossary_loader(package: str) -> Callable[[], Glossary]:
    """Return a function that returns the glossary in `glossary.toml` of a package, read only once."""

    @cache
    def load_glossary() -> Glossary:
        """Return the glossary. It is read once."""
        return Glossary.parse(files(package).joinpath("glossary.toml").read_text(encoding="utf-8"))

    return load_glossary


def _form_pattern(form: str) -> str:
    """Return a pattern for a form that allows an upper-case first letter and line breaks."""
    first = re.escape(form[0])
    if form[0].islower():
        first = f"[{form[0]}{form[0].upper()}]"
    return first + r"\s+".join(re.escape(word) for word in form[1:].split(" "))


def _key(form: str) -> str:
    """Return a form with its first letter in lower case, as the key for both spellings."""
    flat = " ".join(form.split())
    return flat[:1].lower() + flat[1:]


def _entry(data: TomlTable) -> GlossaryEntry:
    return GlossaryEntry(
        id=data["id"],
        names=data["name"],
        texts=data["text"],
        rules=tuple(data.get("rules", ())),
        related_entries=tuple(data.get("see", ())),
        forms=data.get("also", {}),
        exclusions=data.get("but", {}),
    )
