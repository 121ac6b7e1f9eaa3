"""Sentences, numbers and percentages in every language: the shared catalogue of all texts.

    words = Catalogue(files("my_game").joinpath("words.toml"))
    words.say("odds.tie")

A key is the dotted path of a table whose leaves are languages: `[odds.tie]` with `en` and `de`. Facts fill
the named gaps of a sentence; facts with a text of their own (errors, questions) use the same language.

A further language is a package of its own, installed next to the kit (`ENTRY_POINT_GROUP`); sentences that it
lacks appear in the first language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar, cast

import attrs

from twingkit.core.language import Lang, language

__all__ = [
    "BUILTIN_LANGUAGES",
    "LANGUAGES",
    "MINUS",
    "NO_BREAK",
    "Language",
    "SentenceCatalogue",
    "VerbatimFact",
    "as_lang",
    "fill_missing_languages",
    "format_number",
    "format_percent",
    "format_percents",
    "format_signed",
    "language_of",
    "load_texts",
    "percent_sign",
    "text_or_str",
    "translate_texts",
]

T = TypeVar("T")

ENTRY_POINT_GROUP = "twingkit.languages"
"""The entry-point group of further languages: the code of each, and the package with its sentences."""


@attrs.frozen
class Language:
    """A language with its number format and quotation marks."""

    code: str
    name: str
    """Its name in the language itself."""
    aliases: Sequence[str] = ()
    """Other names that people write for it."""
    decimal_point: str = "."
    thousands_separator: str = ","
    percent: str = "%"
    """The percent sign as it follows a number."""
    quotes: str = "“{}”"
    cell_separator: str = ","
    """The cell separator of CSV files in this language."""
    translations_folder: Traversable | None = None
    """The folder with the sentences of a further language.

    Its files have the names of those they translate, from the package on: `twingkit/core/messages.toml`.
    """
    locale: str = ""
    """Its name with a country, for metadata of pages: "de_DE"; "" stands for its code."""


_BUILTIN_LANGUAGES = (
    Language("en", "English", locale="en_GB"),
    Language("de", "Deutsch", ("german",), ",", ".", "\N{NO-BREAK SPACE}%", "„{}“", ";", locale="de_DE"),
)
"""A text that lacks one of them is an error."""


def _languages() -> Iterator[Language]:
    """Yield the languages of the kit, then further installed ones."""
    yield from _BUILTIN_LANGUAGES
    for point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda point: point.name):
        folder = files(point.value)
        facts = tomllib.loads(folder.joinpath("language.toml").read_text(encoding="utf-8"))
        yield Language(point.name, translations_folder=folder, **facts)


_BY_CODE = {language.code: language for language in _languages()}

LANGUAGES = tuple(_BY_CODE)
"""The codes of all installed languages; the first fills in for the others."""


def as_lang(code: str) -> Lang:
    """Return a language code as type `Lang`; codes of additionally installed languages are accepted too.

    Raises `KeyError` for an unknown code.

    >>> as_lang("de")
    'de'
    """
    return cast("Lang", _BY_CODE[code].code)


BUILTIN_LANGUAGES = tuple(language.code for language in _BUILTIN_LANGUAGES)
"""The codes of the languages in which every text must exist."""


def language_of(code: str) -> Language:
    """Return the language with this code. Raises `KeyError` if there is none.

    >>> language_of("de").name
    'Deutsch'
    """
    return _BY_CODE[code]


def fill_missing_languages(texts: Mapping[str, T]) -> Mapping[str, T]:
    """Return texts for every installed language; the first language fills the gaps."""
    missing = [code for code in LANGUAGES if code not in texts]
    return {**texts, **dict.fromkeys(missing, texts[LANGUAGES[0]])} if missing else texts


def load_texts(path: Path | Traversable) -> dict[str, Any]:
    """Load a TOML file with texts by language, and complete these texts for every installed language."""
    return translate_texts(tomllib.loads(path.read_text(encoding="utf-8")), path)


def translate_texts(data: dict[str, Any], path: Path | Traversable | None = None) -> dict[str, Any]:
    """Return the data of a TOML file with each of its texts in every installed language.

    Further languages translate the file at `path`; the first language fills in where they do not.
    """
    for code in LANGUAGES[len(BUILTIN_LANGUAGES) :]:
        data = _merge(data, _translation(language_of(code), path), code)
    return data


def _translation(spoken: Language, path: Path | Traversable | None) -> dict[str, Any]:
    if not isinstance(path, Path) or spoken.translations_folder is None:
        return {}
    package = path.parent
    while (package.parent / "__init__.py").exists():
        package = package.parent
    file = spoken.translations_folder.joinpath(*path.relative_to(package.parent).parts)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _merge(value: Any, own: Any, code: str) -> Any:  # any TOML value
    """Return a value from a TOML file with the texts of the language `code` added from its translation
    `own`.
    """
    if isinstance(value, list):
        named = {part.get("id"): part for part in own if isinstance(part, dict)} if own else {}
        return [_merge(part, named.get(_id(part), {}), code) for part in value]
    if not isinstance(value, dict):
        return value
    own = own if isinstance(own, dict) else {}
    merged = {key: _merge(part, own.get(key), code) for key, part in value.items()}
    by_language = code not in value and all(name in value for name in BUILTIN_LANGUAGES)
    if by_language and not isinstance(
        value[BUILTIN_LANGUAGES[0]], dict
    ):  # a table with a text for each language
        merged[code] = own.get(code, value[BUILTIN_LANGUAGES[0]])
    return merged


def _id(part: object) -> object:
    return part.get("id", "") if isinstance(part, dict) else ""


MINUS = "\N{MINUS SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"
"""The no-break space, such as between a German number and its percent sign."""


class _CountFact(int):
    """A number in a sentence: `{n:card|cards}` writes the first form for 1, else the second.

    >>> f"{_CountFact(1):vote|votes} {_CountFact(2):vote|votes}"
    'vote votes'
    """

    def __format__(self, form: str) -> str:
        single, choice, several = form.partition("|")
        if choice:
            return single if self == 1 else several
        return super().__format__(form)


@attrs.frozen
class VerbatimFact:
    """A fact shown exactly as it is, such as user input or the content of a file.

    It is never translated, and gets no capital at the beginning of a sentence.
    """

    text: str

    def label(self, words: object, form: str = "") -> str:
        """Return the text unchanged."""
        return self.text

    def __str__(self) -> str:
        return self.text


class SentenceCatalogue:
    """A collection of sentences from TOML files, looked up by dotted key and filled in the current language.

    >>> from twingkit.core.language import call_in_language
    >>> from importlib.resources import files
    >>> catalogue = SentenceCatalogue(files("twingkit.core").joinpath("messages.toml"))
    >>> call_in_language("de", catalogue.say, "odds.tie")
    'Unentschieden'
    """

    def __init__(self, *paths: Path | Traversable, fallback: SentenceCatalogue | None = None) -> None:
        """Load the files; keys that they lack are looked up in `fallback`.

        Raises `ValueError` if a sentence lacks a language or occurs in two of the files.
        """
        self._names: list[str] = []
        self._own: set[str] = set()
        self._texts: dict[str, Mapping[str, str]] = dict(fallback._texts) if fallback else {}
        for path in paths:
            self.add(path)

    def add(self, path: Path | Traversable) -> None:
        """Add the sentences of one more file."""
        for key, texts in _leaves(load_texts(path)):
            if set(texts) != set(LANGUAGES):
                raise ValueError(f"{path.name}: {key} must have exactly the languages {', '.join(LANGUAGES)}")
            if key in self._own:
                raise ValueError(f"{path.name}: {key} is already in {' or '.join(self._names)}")
            self._own.add(key)
            self._texts[key] = texts
        self._names.append(path.name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def text_by_language(self, key: str) -> Mapping[str, str]:
        """Return the unfilled sentence of a key by language. Raises `KeyError` if there is none."""
        if key not in self._texts:
            raise KeyError(f"{', '.join(self._names)} has no sentence {key!r}")
        return self._texts[key]

    def say(self, key: str, /, **facts: object) -> str:
        """Return the sentence of a key in the current language, filled with facts.

        Raises `KeyError` if the key, the language or a fact is missing.
        """
        texts = {name: _fact(fact) for name, fact in facts.items()}
        return self.text_by_language(key)[language()].format(**texts)


def _fact(fact: object) -> object:
    if type(fact) is int:
        return _CountFact(fact)
    return text_or_str(fact) if hasattr(fact, "text") else fact


TomlTable = Mapping[str, Any]
"""A table of a TOML file; the code that reads it knows the types of its values."""


def _leaves(tree: TomlTable, path: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    for name, value in tree.items():
        full_name = f"{path}.{name}" if path else name
        if not isinstance(value, Mapping):
            raise TypeError(f"{full_name} is outside a table of languages")
        if all(isinstance(text, str) for text in value.values()):
            yield full_name, value
        else:
            yield from _leaves(value, full_name)


def text_or_str(obj: object) -> str:
    """Return `text()` of an error or a question; for any other object, `str` of it."""
    text = getattr(obj, "text", None)
    return str(text()) if callable(text) else str(obj)


def format_number(value: float, digits: int = 0) -> str:
    """Format a number in the current language, with a true minus sign, and in German with a decimal comma.

    >>> from twingkit.core.language import call_in_language
    >>> format_number(-2.5, 1), call_in_language("de", format_number, -2.5, 1), format_number(-0.01)
    ('−2.5', '−2,5', '0')
    """
    text = f"{value:.{digits}f}"
    if not float(text):
        text = text.lstrip("-")
    text = text.replace("-", MINUS)
    return text.replace(".", language_of(language()).decimal_point)


def format_signed(value: float, digits: int = 0) -> str:
    """Format a number with its sign: `+3`, `−2`, `0`."""
    text = format_number(value, digits)
    return text if text.startswith(MINUS) or not text.strip("0.,") else f"+{text}"


def percent_sign() -> str:
    """Return the percent sign of the current language, with the space before it, if any."""
    return language_of(language()).percent


def format_percent(share: float, digits: int = 0) -> str:
    r"""Format a share (0 to 1) in percent. Possible events never show as 0, uncertain ones never as 100.

    >>> from twingkit.core.language import call_in_language
    >>> format_percent(0.714), call_in_language("de", format_percent, 0.714, 1)
    ('71%', '71,4\xa0%')
    >>> format_percent(0.0004), format_percent(0.9999)
    ('<1%', '>99%')
    """
    least, shown = 10.0**-digits, float(f"{share * 100:.{digits}f}")
    if shown == 0 and share * 100 > 1e-12:
        return f"<{format_number(least, digits)}{percent_sign()}"
    if shown == 100 and share * 100 < 100 - 1e-10:
        return f">{format_number(100 - least, digits)}{percent_sign()}"
    return f"{format_number(shown, digits)}{percent_sign()}"


def format_percents(shares: Sequence[float], digits: int = 0) -> list[str]:
    """Format each of several shares in percent, as `format_percent` does.

    >>> format_percents([1 / 3, 1 / 3, 1 / 3], 1), format_percents([0.99996, 0.00004, 0.0])
    (['33.3%', '33.3%', '33.3%'], ['>99%', '<1%', '0%'])
    """
    return [format_percent(share, digits) for share in shares]
