"""The choice of what is told now: rules that act, refuse or ask for the first time in front of a learner.

Nothing is scripted: what a rule says comes from the game that is played. Few rules are told at once; the
others wait until they come up again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

import attrs

from twingkit.asking import Question, Refusal
from twingkit.first_game.first_game import NONE, FirstGame
from twingkit.rulebook import Rulebook, Ruling

MOST = 2
"""The largest number of rules that are told at once."""

SHORT = 24
"""A first sentence of fewer letters says too little: the second is told with it."""

LONG = 170
"""A sentence of more letters is cut after its first clause, where it has one."""

_ENDS = re.compile(r"(?<!\b\w\.)(?<=[.!?])\s+(?=[A-ZÄÖÜ„“])")


@attrs.frozen
class Told:
    """A rule that is told: the sentence with which it acted or refused (None: it asks), and whether it
    refused."""

    rule: str
    sentence: Ruling | Refusal | None = None

    @property
    def refused(self) -> bool:
        """True if the rule says no."""
        return isinstance(self.sentence, Refusal)


@attrs.frozen
class Lesson:
    """The rules that are told at one question, the most important first, and the number that wait."""

    told: tuple[Told, ...] = ()
    waiting: int = 0

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that are told."""
        return tuple(told.rule for told in self.told)


def lesson_of(
    first: FirstGame,
    book: Rulebook,
    asked: Question | None,
    rulings: Sequence[Ruling],
    refusals: Iterable[Refusal] = (),
    known: Collection[str] = (),
    most: int = MOST,
) -> Lesson:
    """Return what to tell now: first the rule that asks and what one needs to answer, then what has just
    happened, that of the same chapter and the latest first, then why something is not possible.

    `rulings` are those since the learner's last answer, as the learner may know them; `known` are rules that
    were told before.
    """
    fresh: dict[str, Told] = {}
    for told in _candidates(first, book, asked, rulings, refusals):
        if told.rule in book and told.rule not in known and not first.is_silent(told.rule):
            fresh.setdefault(told.rule, told)
    chosen = tuple(fresh.values())
    return Lesson(chosen[:most], len(chosen[most:]))


def _candidates(
    first: FirstGame,
    book: Rulebook,
    asked: Question | None,
    rulings: Sequence[Ruling],
    refusals: Iterable[Refusal],
) -> Iterator[Told]:
    """All that could be told, the most important first."""
    chapter = ""
    if asked is not None and asked.rule in book:
        chapter = book[asked.rule].chapter
        yield Told(asked.rule)
    if asked is not None:
        yield from (Told(rule) for rule in first.asked.get(asked.kind, ()))
    near = [ruling for ruling in rulings if ruling.rule in book and book[ruling.rule].chapter == chapter]
    for ruling in (*reversed(near), *reversed(rulings)):
        yield Told(ruling.rule, ruling)
    for refusal in refusals:
        if not refusal.rule.startswith(first.unsaid or NONE):
            yield Told(refusal.rule, refusal)


def in_short(text: str) -> str:
    """The beginning of a rule's text: its first sentence, two where that is very short.

    >>> in_short("You may draw one card. With five cards or more you must discard one first, once a turn.")
    'You may draw one card. With five cards or more you must discard one first, once a turn.'
    >>> in_short("A call ends the game at once, and not before. All else follows.")
    'A call ends the game at once, and not before.'
    """
    sentences = _ENDS.split(text.strip())
    short = " ".join(sentences[:2]) if len(sentences[0]) < SHORT else sentences[0]
    clause, sign, _ = short.partition("; ")
    return f"{clause}." if sign and len(short) > LONG else short
