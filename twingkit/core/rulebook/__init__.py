"""Rules as data: find and search rules, and word rulings in the reader's language.

A game's rulebook is three TOML files: `rules.toml` (the text of the rules), `rulings.toml` (the sentences
with which a rule announces what happened, refuses or asks) and `words.toml` (names of things, with
grammatical forms). Every text exists in every language of `LANGUAGES`.
"""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, wraps
from importlib.resources.abc import Traversable
from typing import Any, SupportsIndex

import attrs

from twingkit.core.events import Event
from twingkit.core.language import language, localized
from twingkit.core.rulebook.book_search import SYNONYMS_FILE, BookSearch, RuleSearchResults
from twingkit.core.rulebook.rule import RULE_STATUSES as RULE_STATUSES
from twingkit.core.rulebook.rule import AnsweredQuestion as AnsweredQuestion
from twingkit.core.rulebook.rule import Chapter as Chapter
from twingkit.core.rulebook.rule import Rule as Rule
from twingkit.core.rulebook.rule import TextByLanguage as TextByLanguage
from twingkit.core.rulebook.rule_errors import MissingSentence, UnknownRule
from twingkit.core.rulebook.rule_faults import rule_faults
from twingkit.core.words import LANGUAGES, TomlTable, VerbatimFact, load_texts, text_or_str

READER_KEY = "you"
"""The key of the word with which a sentence addresses its reader."""

CAPITALIZED_FORM = "^"
"""The mark in a sentence for a name that begins with a capital: `{side:^}`."""

_FIRST_GAP = re.compile(r"\{(\w+)")
"""The pattern of a gap at the beginning of a sentence."""

KEEP_NAME_PREFIX = "="
"""The mark in a sentence for a name that is used even if it refers to the reader: `{side:=acc}`."""


class NamesByLanguage:
    """Names of things, in every language and grammatical form, from `words.toml`.

    A key is one word ("attacker"); a form is a sub-table of it ("gen", "dat", "acc"; "short" is the large
    print on a card). A form that a language does not need falls back to the plain name.
    """

    def __init__(self, entries: TomlTable) -> None:
        self._entries = dict(entries)
        self._called: Mapping[str, str] = {}

    def for_reader(self, names: Mapping[str, str]) -> NamesByLanguage:
        """Return these words with some keys renamed, for example to address a reader as "you" (`READER_KEY`).

        >>> from twingkit.imperium.texts.rulebook import rulebook
        >>> words = rulebook().words.for_reader({"attacker": READER_KEY})
        >>> words.format_fact("attacker"), words.format_fact("defender"), words.is_reader("attacker")
        ('you', 'the defender', True)
        """
        twin = NamesByLanguage(self._entries)
        twin._called = dict(names)
        return twin

    def is_reader(self, key: str) -> bool:
        """True if this key refers to the reader, so that verbs use the second person."""
        return self._called.get(key, key) == READER_KEY

    def add_names(self, names: Mapping[str, TextByLanguage]) -> None:
        """Add names from another source, such as card names; each key has its texts by language."""
        self._entries.update(names)

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def name(self, key: str, form: str = "") -> str:
        """Return the word for `key` in a grammatical form. Raises `KeyError` if there is none."""
        entry = self._entries[self._called.get(key, key)]
        chosen = entry.get(form, entry) if form else entry
        return str(chosen.get(language(), entry.get(language(), entry[LANGUAGES[0]])))

    def translate_keys(self, text: str) -> str:
        """Return a text, such as an answer, with every word that is a key replaced by its name."""
        return " ".join(self.name(word) if word in self else word for word in text.split())

    def format_fact(self, value: object, form: str = "") -> str:
        """Return a fact as readable text: keys as words, lists joined, numbers with a true minus sign.

        A text by language can be a fact, too; the form "low" asks for a lower-case first letter.
        """
        if hasattr(value, "label"):
            return str(value.label(self, form))
        if isinstance(value, str):
            return self.name(value, form) if value in self._entries else value
        if isinstance(value, bool | int):
            return format(value, "+d" if form == "+" else "d").replace("-", "−") if value else "0"
        if isinstance(value, tuple | list):
            parts = [self.format_fact(part, form) for part in value]
            last = self.name("and")
            return f" {last} ".join(([", ".join(parts[:-1])] if parts[1:] else []) + parts[-1:])
        if isinstance(value, Mapping):
            text = str(value[language()])
            return text[:1].lower() + text[1:] if form == "low" else text
        return text_or_str(value)


@attrs.frozen
class QuotedFact:
    """A fact shown as typed, in the quotation marks of the language."""

    text: str

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the text in quotation marks."""
        return words.name("quoted").format(self.text)


SPECTATOR = -1
"""The seat number of a spectator, who sees no hidden cards."""


@attrs.frozen
class HiddenFact:
    """A fact that only the seat `known_to` (and `also_known_to`, if set) may know.

    Others see the word with the key `placeholder` instead.
    """

    value: object
    known_to: int
    placeholder: str = "hidden"
    also_known_to: int | None = None

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the fact itself; `Ruling.seen_by` replaces it for seats that may not know it."""
        return words.format_fact(self.value, form)


class FormattableFact:
    """A fact for insertion into a sentence; its format code selects the form: `{side:gen}` inserts the
    genitive of a name.

    `{cards:card is|cards are}` writes the first form for a single thing or the number 1, else the second;
    `{side:loses|lose}` writes the second form only if that side is the reader (`Words.for_reader`).
    `{side:^}` begins with a capital; `{side:=acc}` uses the name even if it refers to the reader.
    """

    def __init__(self, value: Any, words: NamesByLanguage, form: str = "") -> None:  # a fact of any type
        self._value, self._words, self._form = value, words, form

    def __format__(self, form: str) -> str:
        single, sign, several = form.partition("|")
        if sign and isinstance(self._value, str):
            return several if self._words.is_reader(self._value) else single
        if sign:
            count = self._value if isinstance(self._value, int) else len(self._value)
            return single if count == 1 else several
        if form.startswith(KEEP_NAME_PREFIX):
            return self._words.for_reader({}).format_fact(self._value, form.removeprefix(KEEP_NAME_PREFIX))
        if form == CAPITALIZED_FORM:
            text = self._words.format_fact(self._value, self._form)
            return text[:1].upper() + text[1:]
        return self._words.format_fact(self._value, form or self._form)


class _Facts(dict[str, FormattableFact]):
    """The facts of a sentence; a gap without a fact is looked up as a word: `{attacker:gen}`."""

    def __init__(self, facts: Mapping[str, object], words: NamesByLanguage) -> None:
        super().__init__((name, FormattableFact(value, words)) for name, value in facts.items())
        self._words = words

    def __missing__(self, key: str) -> FormattableFact:
        if key not in self._words:
            raise KeyError(key)
        return FormattableFact(key, self._words)


@attrs.frozen
class Ruling:
    """A rule that applied in a game, with what happened: the rule's id, which of its sentences to use, and
    the facts that fill it.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6")
    >>> game.answer("lay F5")
    >>> ruling = game.latest_rulings[0]
    >>> print(ruling)
    The attacker attacks the defender with Fire 5. Points of the spells: 5. [TW-BAT-1]
    >>> print(ruling.text("de"))
    Der Angreifer greift den Verteidiger mit Feuer 5 an. Punkte der Zauber: 5.
    """

    rule: str
    case: str
    facts: Mapping[str, Any]  # the types depend on the case
    book: Rulebook = attrs.field(repr=False, eq=False)

    @property
    def key(self) -> tuple[str, str]:
        """The rule and the case, by which rulings are grouped."""
        return self.rule, self.case

    @property
    def event(self) -> Event | None:
        """The ruling as an event with typed fields; None if no class is declared for its case."""
        return Event.of(self.key, self.facts)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return a sentence that says what happened."""
        return self.book.sentence(self.rule, self.case, self.facts)

    @localized
    def title(self, lang: str | None = None) -> str:
        """Return the title of the rule that applied."""
        return self.book[self.rule].title()

    def seen_by(self, player: int) -> Ruling:
        """Return the ruling as a player may know it: facts hidden from that player are replaced."""
        if not any(isinstance(fact, HiddenFact) for fact in self.facts.values()):
            return self
        facts = {
            name: fact.placeholder
            if isinstance(fact, HiddenFact) and player not in (fact.known_to, fact.also_known_to)
            else fact
            for name, fact in self.facts.items()
        }
        return Ruling(self.rule, self.case, facts, self.book)

    def for_reader(self, names: Mapping[str, str]) -> Ruling:
        """Return the ruling worded for one reader, addressed as "you" (see `Words.for_reader`)."""
        return Ruling(self.rule, self.case, self.facts, self.book.for_reader(names))

    def __str__(self) -> str:
        return f"{self.text()} [{self.rule}]"

    def _repr_html_(self) -> str:
        rule = self.book[self.rule]
        return (
            f"<p>{html.escape(self.text())} <small title='{html.escape(rule.text(), quote=True)}'>"
            f"{self.rule} {html.escape(rule.title())}</small></p>"
        )


class Rulebook:
    """All rules of one game: `book["TW-BAT-16"]`, `book.search("cat")`, `for rule in book`.

    >>> from twingkit import twing
    >>> book = twing.rulebook()
    >>> print(book["TW-BAT-5"].title())
    The shield
    >>> "TW-BAT-5" in [rule.id for rule in book.search("shield")]
    True
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        chapters: Sequence[Chapter],
        sentences: Mapping[str, Mapping[str, TextByLanguage]],
        words: NamesByLanguage,
    ) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self.chapters = tuple(chapters)
        self.sentences = sentences
        self.words = words
        self.synonyms: Mapping[str, Sequence[Sequence[str]]] = {}
        """The groups of words that the search treats as the same, by language."""
        self.glossary: TomlTable = {}
        """The data of the glossary, whose terms the search finds."""
        self._search: BookSearch | None = None
        self._twins: dict[tuple[tuple[str, str], ...], Rulebook] = {}
        # a function and its arguments, in the form that pickle expects
        self.way_back: tuple[Callable[..., Rulebook], tuple[Any, ...]] | None = None
        """The function, with its arguments, that returns this very book; None where there is none."""

    @classmethod
    def load(
        cls, folder: Traversable, rules: Sequence[str] = ("rules.toml",), glossary: Traversable | None = None
    ) -> Rulebook:
        """Load the `rules` files, `rulings.toml`, `words.toml` and, if there is one, `SYNONYMS_FILE` from a
        game's folder. A search also finds rules by the terms of the glossary: that file, or `glossary.toml`
        in the folder.

        Raises `ValueError` with the first of their `rule_faults`: its file, the id, and what is wrong.
        """

        def table(name: str) -> dict[str, Any]:
            return load_texts(folder.joinpath(name))

        read = [(name, table(name)) for name in rules]
        chapters = [(name, entry) for name, data in read for entry in data["chapter"]]
        texts = [(name, entry) for name, data in read for entry in data["rule"]]
        for fault in rule_faults(chapters, texts, RULE_STATUSES):
            raise ValueError(fault)
        known = [
            Rule(
                id=entry["id"],
                chapter=entry["chapter"],
                status=entry["status"],
                titles=entry["title"],
                texts=entry["text"],
                sources=tuple(entry.get("sources", ())),
                notes=entry.get("note", {}),
                related_rules=tuple(entry.get("see", ())),
                player_questions=tuple(
                    AnsweredQuestion(asked["question"], asked["answer"]) for asked in entry.get("asked", ())
                ),
            )
            for _, entry in texts
        ]
        titled = [
            Chapter(entry["id"], entry["title"], is_detail=entry.get("detail", False))
            for _, entry in chapters
        ]
        book = cls(known, titled, table("rulings.toml"), NamesByLanguage(table("words.toml")))
        if folder.joinpath(SYNONYMS_FILE).is_file():
            book.synonyms = table(SYNONYMS_FILE)
        terms = glossary or folder.joinpath("glossary.toml")
        if terms.is_file():
            book.glossary = load_texts(terms)
        return book

    def __getitem__(self, rule_id: str) -> Rule:
        try:
            return self._rules[rule_id]
        except KeyError:
            folded = {name.casefold(): name for name in self._rules}
            close = difflib.get_close_matches(str(rule_id)[:60].casefold(), folded, n=2, cutoff=0.7)
            raise UnknownRule(str(rule_id), [folded[name] for name in close]) from None

    def find_rule(self, rule_id: str) -> Rule:
        """Return the rule with this id, ignoring case. Raises `UnknownRule` if there is none.

        >>> from twingkit import twing
        >>> twing.rulebook().find_rule("tw-pow-BRA").id
        'TW-POW-bra'
        """
        folded = {name.casefold(): name for name in self._rules}
        return self[folded.get(rule_id.casefold(), rule_id)]

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def _repr_html_(self) -> str:
        parts = []
        for chapter in self.chapters:
            rules = "".join(
                f"<li>{rule.id} {html.escape(rule.title())}</li>"
                for rule in self.rules_of_chapter(chapter.id)
            )
            parts.append(f"<p><b>{html.escape(chapter.title())}</b></p><ul>{rules}</ul>")
        return "".join(parts)

    def for_reader(self, names: Mapping[str, str]) -> Rulebook:
        """Return this rulebook worded for one reader, addressed as "you" (see `Words.for_reader`)."""
        key = tuple(sorted(names.items()))
        if key not in self._twins:
            words = self.words.for_reader(names)
            twin = Rulebook(self._rules.values(), self.chapters, self.sentences, words)
            twin.synonyms, twin.glossary = self.synonyms, self.glossary
            twin.way_back = Rulebook.for_reader, (self, dict(names))
            self._twins[key] = twin
        return self._twins[key]

    def __reduce_ex__(
        self, protocol: SupportsIndex
    ) -> str | tuple[Any, ...]:  # the type that pickle declares
        """Pickle a loaded book as a call of the function that loads it."""
        return self.way_back or super().__reduce_ex__(protocol)

    def rules_of_chapter(self, chapter_id: str) -> list[Rule]:
        """Return the rules of one chapter, in order."""
        return [rule for rule in self if rule.chapter == chapter_id]

    def search(self, query: str, lang: str | None = None) -> list[Rule]:
        """Return the rules that answer a question or contain its words, the best first.

        The words are those of a reader's language (default: the current one), or of another one if it has
        more of them. Case, accents and endings do not matter: "hoschen", "hoeschen" and "Höschen" find the
        same rules.
        """
        return list(self.search_results(query, lang).rules)

    def search_results(self, query: str, lang: str | None = None) -> RuleSearchResults:
        """Return the rules that `search` finds, with the corrections of misspelled words and, if no rule was
        found, with similar words.
        """
        if self._search is None:
            self._search = BookSearch(self._rules, self.chapters, self.synonyms, self.glossary)
        return self._search.search(query, lang or language())

    def sentence(self, rule: str, case: str, facts: Mapping[str, object]) -> str:
        """Return the sentence for one case of a rule, filled with facts, its first letter in upper case.

        Raises `MissingSentence`, which names what the files lack: the sentence, its language, or a fact.
        """
        try:
            text = self.sentences[rule][case][language()]
        except KeyError:
            raise MissingSentence(f"no sentence [{rule}.{case}] in {language()!r}") from None
        try:
            return self.fill_template(text, facts)
        except KeyError as fault:
            known = ", ".join(sorted(facts)) or "none"
            raise MissingSentence(
                f"[{rule}.{case}] in {language()!r} needs {fault}; its facts: {known}"
            ) from None

    def fill_template(self, text: str, facts: Mapping[str, object]) -> str:
        """Fill a text with facts; its first letter becomes upper case unless it belongs to a `VerbatimFact`
        fact.

        Raises `KeyError` for a gap without a fact.

        >>> from twingkit.twing import rulebook
        >>> rulebook().fill_template("{side} plays {card}", {"side": "attacker", "card": "cat"})
        'The attacker plays black cat'
        >>> rulebook().fill_template("{file} is no box", {"file": VerbatimFact("mine.csv")})
        'mine.csv is no box'
        """
        sentence = text.format_map(_Facts(facts, self.words))
        begins = _FIRST_GAP.match(text)
        if begins and isinstance(facts.get(begins[1]), VerbatimFact):
            return sentence
        return sentence[:1].upper() + sentence[1:]


def load_rulebook_once(read: Callable[[], Rulebook]) -> Callable[[], Rulebook]:
    """Decorate a function that loads a rulebook so that it loads only once.

    Objects that refer to the book are pickled without its texts.

    >>> import pickle
    >>> from twingkit import twing
    >>> pickle.loads(pickle.dumps(twing.rulebook())) is twing.rulebook()
    True
    """

    @cache
    @wraps(read)
    def book() -> Rulebook:
        made = read()
        made.way_back = book, ()
        return made

    return book
