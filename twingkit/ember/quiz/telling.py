"""The texts of questions on Ember: sentences of the catalogue, and reasons in the words of the rulebook."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from importlib.resources import files

from twingkit.asking import Refusal
from twingkit.ember.rules.rulebook import rulebook
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


BOOK = PhraseBook(files("twingkit.ember.quiz"), ("words",), _seated)
"""The sentences of the questions."""

SAY = Phrases("ember", BOOK)
"""A sentence by its key."""

YOURS = {"p1": YOU}
"""The names of seats for the learner, who sits at the first."""


def plain(fact: object) -> Texts:
    """A fact alone: a number, cards, a creature."""
    return phrases.plain(fact, rulebook().words)


def stated(*rules: str) -> list[Reason]:
    """Rules as reasons, in the words of the rulebook."""
    return [Remark({lang: rulebook()[rule].text(lang) for lang in LANGUAGES}, rule) for rule in rules]


def noted(*rules: str) -> list[Reason]:
    """The notes on rules, which say what this project decided, as reasons."""
    return [Remark(rulebook()[rule].notes, rule) for rule in rules]


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


def named(cards: Sequence[str]) -> Said:
    """Cards in words."""
    return Said(plain(tuple(cards)))
