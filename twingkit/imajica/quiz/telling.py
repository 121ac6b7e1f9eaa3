"""The texts of questions on Imajica: sentences of the catalogue, and reasons in the words of the rulebook."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from importlib.resources import files

from twingkit.asking import Refusal
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import SEATS
from twingkit.quiz import phrases
from twingkit.quiz.asking import Miss
from twingkit.quiz.item import Reason, Remark
from twingkit.quiz.phrases import PhraseBook, Phrases, Said
from twingkit.rulebook import YOU, Rulebook, Ruling, Texts
from twingkit.words import LANGUAGES


def _seated() -> Rulebook:
    """The words of the rulebook, with the learner's seat called so."""
    words = rulebook().words.calling({})
    words.add({"p1": {lang: f"{words.name('p1', lang)} ({words.name('you', lang)})" for lang in LANGUAGES}})
    return Rulebook((), (), {}, words)


BOOK = PhraseBook(files("twingkit.imajica.quiz"), ("words",), _seated)
"""The sentences of the questions."""

SAY = Phrases("imajica", BOOK)
"""A sentence by its key."""

YOURS = {"p1": YOU}
"""The names of seats for the learner, who sits at the first."""

CARDS = load_cards()
"""The cards of the assumed set."""


def plain(fact: object) -> Texts:
    """A fact alone: a number, a card."""
    return phrases.plain(fact, rulebook().words)


def card_texts(name: str) -> Texts:
    """The name of a card."""
    return plain(CARDS[name])


def kind_texts(name: str) -> Texts:
    """The name of a card and its kind."""
    return SAY("part.kind", card=CARDS[name], kind=CARDS[name].kind)


def told_texts(name: str) -> Texts:
    """The name of a card and its text."""
    card = CARDS[name]
    return {lang: f"{card.name(lang)}: {card.text(lang)}" for lang in LANGUAGES}


def deed(card: Card) -> Said:
    """The text of a card, to stand in a sentence."""
    return Said({lang: card.text(lang).rstrip(".") for lang in LANGUAGES})


def figure(name: str, stat: str) -> Said:
    """The name of a card with one of its printed values."""
    number = getattr(CARDS[name], stat)
    return Said(SAY(f"part.{stat}", card=CARDS[name], n=number))


def figures(names: Sequence[str], stat: str) -> Said:
    """Several cards with one of their printed values."""
    texts = [figure(name, stat).texts for name in names]
    return Said({lang: _listed([text[lang] for text in texts], lang) for lang in LANGUAGES})


def homes(name: str) -> Texts:
    """The name of a Site with its Dominions."""
    card = CARDS[name]
    numbers = Said({lang: _listed([str(n) for n in card.home], lang) for lang in LANGUAGES})
    return SAY("part.borders" if len(card.home) > 1 else "part.home", card=card, n=numbers)


def home(name: str) -> Said:
    """The name of a Site with its Dominions, to stand in a sentence."""
    return Said(homes(name))


def _listed(texts: Sequence[str], lang: str) -> str:
    """Texts with commas and an "and"."""
    *first, last = texts
    return f"{', '.join(first)} {rulebook().words.name('and', lang)} {last}" if first else last


def seat_texts(seat: str) -> Texts:
    """The name of a player; the learner is "you"."""
    words = rulebook().words.calling(YOURS)
    return {lang: words.name(seat, lang)[:1].upper() + words.name(seat, lang)[1:] for lang in LANGUAGES}


def stated(*rules: str) -> list[Reason]:
    """Rules as reasons, in the words of the rulebook."""
    return [Remark({lang: rulebook()[rule].text(lang) for lang in LANGUAGES}, rule) for rule in rules]


def remark(key: str, rule: str, **facts: object) -> Remark:
    """A reason of the questions' own, by its key."""
    return Remark(SAY(key, **facts), rule)


def slip(value: Hashable, key: str, rule: str, **facts: object) -> Miss:
    """A wrong value that comes of a known mistake, and what that mistake is."""
    return Miss(value, because=(remark(f"slip.{key}", rule, **facts),))


def heard(reasons: Iterable[Ruling | Refusal]) -> list[Reason]:
    """Rulings and refusals as the learner reads them."""
    seen = [one.seen_by(0) if isinstance(one, Ruling) else one for one in reasons]
    return [one.calling(YOURS) for one in seen]


def seat_name(seat: int) -> str:
    """The key of a seat's name: `p1` to `p6`."""
    return SEATS[seat]


def named(names: Sequence[str]) -> Said:
    """Several cards by their names."""
    return Said({lang: _listed([CARDS[name].name(lang) for name in names], lang) for lang in LANGUAGES})
