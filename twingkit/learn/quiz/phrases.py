"""The sentences of questions, with players, cards, dice and units filled in.

    BOOK = PhraseBook(files("my_game.quiz"), ("words",), rulebook)
    say = Phrases("duels", BOOK)
    say("end.mine_lost", side="witch")["de"]

A catalogue consists of TOML files in one folder. The key of a text in them is `part.group.case`; each module
uses the `Phrases` of its part. The words of the rulebook name facts in the reader's language; `{side:gen}`
asks for a grammatical form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

import attrs

from twingkit.core.language import call_in_language
from twingkit.core.rulebook import NamesByLanguage, Rulebook, TextByLanguage
from twingkit.core.words import LANGUAGES, load_texts


@attrs.frozen(eq=False, slots=False)
class PhraseBook:
    """The texts of a game's quiz questions, loaded from the TOML files of a folder; the rulebook supplies the
    names of cards and other facts in them.
    """

    folder: Traversable
    file_names: Sequence[str]
    rulebook: Callable[[], Rulebook] | None = None

    @cached_property
    def catalogue(self) -> Rulebook:
        """All texts: the sentences of every `part.group`, by case."""
        sentences: dict[str, dict[str, TextByLanguage]] = {}
        for name in self.file_names:
            path = self.folder.joinpath(f"{name}.toml")
            for part, groups in load_texts(path).items():
                sentences |= {f"{part}.{group}": cases for group, cases in groups.items()}
        return Rulebook((), (), sentences, self.rulebook().words if self.rulebook else NamesByLanguage({}))


@attrs.frozen
class Phrases:
    """The quiz texts of one section of a `PhraseBook`, such as `Phrases("duels", BOOK)`; a call returns the
    text of a key.
    """

    part: str
    book: PhraseBook

    def __call__(self, key: str, /, **facts: object) -> TextByLanguage:
        """Return the text of a key (`next.ask`) in every language, with its facts filled in.

        Raises `KeyError`.
        """
        group, _, case = key.partition(".")
        home = f"{self.part}.{group}"
        return {
            lang: _capitals(call_in_language(lang, self.book.catalogue.sentence, home, case, facts))
            for lang in LANGUAGES
        }

    def rule(self, key: str) -> str:
        """Return the rule that the file names beside a text. Raises `KeyError` if it names none."""
        group, _, case = key.partition(".")
        return self.book.catalogue.sentences[f"{self.part}.{group}"][case]["rule"]

    def group(self, name: str) -> dict[str, TextByLanguage]:
        """Return the sentences of a group by case, without their facts filled in."""
        return dict(self.book.catalogue.sentences[f"{self.part}.{name}"])


def _capitals(text: str) -> str:
    return re.sub(r"(?<=[.?!] )[a-zäöü]", lambda match: match[0].upper(), text)


COMMON = Phrases("common", PhraseBook(files("twingkit.learn.quiz"), ("words",)))
"""The phrases for questions of all games."""


def join_texts(*texts: TextByLanguage, separator: str = " ") -> TextByLanguage:
    """Join several texts in every language."""
    return {lang: separator.join(text[lang] for text in texts) for lang in LANGUAGES}


def fact_text(fact: object, words: NamesByLanguage | None = None) -> TextByLanguage:
    """Return a fact (a number, a card, a unit, or a list of them) as capitalized text in every language,
    named by `words`.
    """
    named = {lang: call_in_language(lang, (words or _NO_WORDS).format_fact, fact) for lang in LANGUAGES}
    return {lang: text[:1].upper() + text[1:] for lang, text in named.items()}


_NO_WORDS = NamesByLanguage({})


def sum_texts(parts: Sequence[int]) -> TextByLanguage:
    """Return a sum written out with its result, such as `5 + 3 − 2 = 6`; for a single number, only that
    number.
    """
    first, *more = parts
    shown = [_NO_WORDS.format_fact(first), *(f"{'−' if n < 0 else '+'} {abs(n)}" for n in more)]
    text = " ".join([*shown, *([f"= {_NO_WORDS.format_fact(sum(parts))}"] if more else [])])
    return dict.fromkeys(LANGUAGES, text)
