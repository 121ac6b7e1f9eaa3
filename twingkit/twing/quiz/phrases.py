"""The texts of quiz questions, with players, cards, dice and objects filled in.

    say = Phrases("duels")
    say("end.mine_lost", side="witch")["de"]

The catalogue consists of four files beside this module: `words.toml` (for all questions), `battles.toml`,
`games.toml` and `mistakes.toml` (what went wrong); it is read as `twingkit.learn.quiz.phrases` explains.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files

import attrs

from twingkit.core.language import language
from twingkit.core.rulebook import NamesByLanguage, Rulebook, TextByLanguage
from twingkit.learn.quiz import phrases
from twingkit.learn.quiz.phrases import PhraseBook
from twingkit.twing.rules.cards import Card, Creature, Spell
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.rulebook import rulebook

PHRASE_FILES = ("words", "battles", "games", "mistakes")
"""The files with the texts of questions."""

_PHRASE_BOOK = PhraseBook(files("twingkit.twing.quiz"), PHRASE_FILES, rulebook)


def phrase_book() -> Rulebook:
    """Return the texts of the Imperial Twing quiz as a rulebook, whose sentences have the keys `part.group`
    in place of rule ids.
    """
    return _PHRASE_BOOK.catalogue


@attrs.frozen
class Phrases(phrases.Phrases):
    """The quiz texts of one section of the phrase book, such as `Phrases("duels")`."""

    book: PhraseBook = _PHRASE_BOOK


COMMON_PHRASES = Phrases("common")
"""The phrases for questions of all topics."""


def fact_texts(fact: object) -> TextByLanguage:
    """Return a fact (a card, a number, an object, or a list of them) as text in every language."""
    return phrases.fact_text(fact, rulebook().words)


# -- facts with their own text in the place of a brace


@attrs.frozen
class CardPhrase:
    """A card whose text includes its kind: spell Fire 5, creature Life 2, trap."""

    card: Card

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the card in words, with its kind."""
        if isinstance(self.card, str):
            return words.format_fact(self.card)
        kind = "spell" if isinstance(self.card, Spell) else "creature"
        return f"{COMMON_PHRASES.group('card')[kind][language()]} {words.format_fact(self.card)}"


def card_phrases(cards: Iterable[Card]) -> tuple[CardPhrase, ...]:
    """Return cards as phrases that include their kinds, for a list in a sentence."""
    return tuple(CardPhrase(card) for card in cards)


@attrs.frozen
class LayPhrase:
    """A lay in words: `Spells: Fire 5, Fire 3. Creature: Fire 4.`

    In the form `inline` it is part of a sentence: `Spells Fire 5, Fire 3; Creature Fire 4`.
    """

    lay: Lay

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the cards of the lay in words, by kind."""
        units = "shield" if self.lay.is_shield else "creature"
        named = [
            _cards_after_kind("spell", self.lay.spells, words),
            _cards_after_kind(units, self.lay.units, words),
        ]
        if form == "inline":
            named = [text.replace(":", "").removesuffix(".") for text in named]
        return ("; " if form else " ").join(filter(None, named)) or COMMON_PHRASES.group("heads")["nothing"][
            language()
        ]


@attrs.frozen
class HandPhrase:
    """The cards of a hand in words: `Spell: Fire 5. Creature: Life 2. Black cat.`"""

    cards: tuple[Card, ...]

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the hand in words: spells and creatures by kind, then cats, traps and Miromon."""
        spells = [card for card in self.cards if isinstance(card, Spell)]
        creatures = [card for card in self.cards if isinstance(card, Creature)]
        named = [_cards_after_kind("spell", spells, words), _cards_after_kind("creature", creatures, words)]
        specials = [words.name(card) for card in self.cards if isinstance(card, str)]
        return " ".join(filter(None, [*named, *(f"{name[:1].upper()}{name[1:]}." for name in specials)]))


def _cards_after_kind(kind: str, cards: Sequence[object], words: NamesByLanguage) -> str:
    if not cards:
        return ""
    head = COMMON_PHRASES.group("heads")[kind if len(cards) == 1 else f"{kind}s"][language()]
    return f"{head}: {', '.join(words.format_fact(card) for card in cards)}."
