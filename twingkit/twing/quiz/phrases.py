"""The words of questions: sentences of the catalogue with players, cards, dice and objects filled in.

    say = Phrases("duels")
    say("end.mine_lost", side="witch")["de"]

The catalogue is three files beside this module: `words.toml` (what all questions say), `battles.toml` and
`games.toml`. A text's key there is `part.group.case`; a module speaks with the `Phrases` of its part. Facts
are named in the reader's language by the rulebook's words; `{side:gen}` asks for a grammatical form.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import attrs

from twingkit.rulebook import LANGUAGES, Rulebook, Texts, Words
from twingkit.twing.cards import Card, Creature, Spell
from twingkit.twing.lay import Lay
from twingkit.twing.rules import rulebook

FILES = ("words", "battles", "games")
"""The files of the catalogue."""


@cache
def catalogue() -> Rulebook:
    """All texts: the sentences of every `part.group`, by case."""
    sentences: dict[str, dict[str, Texts]] = {}
    for name in FILES:
        path = files("twingkit.twing.quiz").joinpath(f"{name}.toml")
        for part, groups in tomllib.loads(path.read_text(encoding="utf-8")).items():
            sentences |= {f"{part}.{group}": cases for group, cases in groups.items()}
    return Rulebook((), (), sentences, rulebook().words)


@attrs.frozen
class Phrases:
    """The texts of one part of the catalogue: `Phrases("duels")`."""

    part: str

    def __call__(self, key: str, /, **facts: object) -> Texts:
        """The text of a key (`next.ask`) in every language, with capitals. Raises `KeyError`."""
        group, _, case = key.partition(".")
        book, home = catalogue(), f"{self.part}.{group}"
        return {lang: _capitals(book.sentence(home, case, lang, facts)) for lang in LANGUAGES}

    def group(self, name: str) -> dict[str, Texts]:
        """The sentences of a group as they stand in the file, their facts not filled in, by case."""
        return dict(catalogue().sentences[f"{self.part}.{name}"])


def _capitals(text: str) -> str:
    """A capital for every sentence: a fact may begin one."""
    return re.sub(r"(?<=[.?!] )[a-zäöü]", lambda found: found[0].upper(), text)


COMMON = Phrases("common")
"""What questions of all topics say."""


def joined(*texts: Texts) -> Texts:
    """Several texts, one after the other."""
    return {lang: " ".join(text[lang] for text in texts) for lang in LANGUAGES}


def plain(fact: object) -> Texts:
    """A fact alone: a card, a number, an object, a list of them."""
    words = rulebook().words
    named = {lang: words.label(fact, lang) for lang in LANGUAGES}
    return {lang: text[:1].upper() + text[1:] for lang, text in named.items()}


# -- facts of their own: what stands in the place of a brace


@attrs.frozen
class Said:
    """A text in every language as a fact of another sentence."""

    texts: Texts

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """The text; `{x:low}` asks for a small first letter."""
        text = self.texts[lang]
        return text[:1].lower() + text[1:] if form == "low" else text


@attrs.frozen
class Kind:
    """A playing card with its kind, as it stands after a colon: spell Fire 5, creature Life 2, trap."""

    card: Card

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """The card in words."""
        if isinstance(self.card, str):
            return words.label(self.card, lang)
        kind = "spell" if isinstance(self.card, Spell) else "creature"
        return f"{COMMON.group('card')[kind][lang]} {words.label(self.card, lang)}"


def kinds(cards: Iterable[Card]) -> tuple[Kind, ...]:
    """Cards with their kinds, for a list in a sentence."""
    return tuple(Kind(card) for card in cards)


@attrs.frozen
class Laid:
    """A lay: `Spells: Fire 5, Fire 3. Creature: Fire 4.`"""

    lay: Lay

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """The cards by kind."""
        units = "shield" if self.lay.shield else "creature"
        named = [_listed("spell", self.lay.spells, words, lang), _listed(units, self.lay.units, words, lang)]
        return " ".join(filter(None, named)) or COMMON.group("heads")["nothing"][lang]


@attrs.frozen
class Held:
    """Cards of a hand: `Spell: Fire 5. Creature: Life 2. Black cat.`"""

    cards: tuple[Card, ...]

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """Spells and creatures by kind, then cats, traps and Miromon."""
        spells = [card for card in self.cards if isinstance(card, Spell)]
        creatures = [card for card in self.cards if isinstance(card, Creature)]
        named = [_listed("spell", spells, words, lang), _listed("creature", creatures, words, lang)]
        specials = [words.name(card, lang) for card in self.cards if isinstance(card, str)]
        return " ".join(filter(None, [*named, *(f"{name[:1].upper()}{name[1:]}." for name in specials)]))


def _listed(kind: str, cards: Sequence[Any], words: Words, lang: str) -> str:
    """Cards after their kind; nothing if there are none."""
    if not cards:
        return ""
    head = COMMON.group("heads")[kind if len(cards) == 1 else f"{kind}s"][lang]
    return f"{head}: {', '.join(words.label(card, lang) for card in cards)}."
