"""The headline of the play page: what the person is asked, or what there is to see, in a sentence or two."""

from __future__ import annotations

from typing import Protocol

import attrs

from twingkit import Ruling
from twingkit.core.events import Event
from twingkit.core.words import NO_BREAK


class EventSentence(Protocol):
    """A sentence about an event of the game: a ruling, or an answer that led to no ruling."""

    @property
    def rule(self) -> str:
        """The id of the rule behind the sentence."""

    def text(self, lang: str | None = None) -> str:
        """Return the sentence."""


def event_of(sentence: EventSentence) -> Event | None:
    """Return what a ruling says as an event; None for another sentence."""
    return sentence.event if isinstance(sentence, Ruling) else None


def full_sentence_text(sentence: EventSentence) -> str:
    """Return the text of a sentence or, if it sums up rulings (`step_rulings`), the texts of these."""
    return " ".join(part.text() for part in getattr(sentence, "step_rulings", (sentence,)))


@attrs.frozen
class NewsLine:
    """A line of news sentences, with the player in whose turn they happened (`turn_of`) and flags for how
    prominently it is shown.
    """

    sentences: tuple[EventSentence, ...]
    turn_of: str = ""
    is_minor: bool = False
    is_important: bool = False
    is_against_reader: bool = False


def _unbroken_scores(text: str) -> str:
    """Return the text with non-breaking spaces around the colons of scores, so that no line breaks there.

    >>> _unbroken_scores("so far 0 : 1 (you : the Mage)").split(" ")
    ['so', 'far', '0\\xa0:\\xa01', '(you\\xa0:\\xa0the', 'Mage)']
    """
    return text.replace(" : ", f"{NO_BREAK}:{NO_BREAK}")


@attrs.frozen
class Headline:
    """The headline of the play page, with its explanation, rule, and news since the last answer.

    `contest_text` is the state of a longer contest, which `contest_rule` settles; `warning` is a threat
    because of the rule `warning_rule`.
    """

    title: str = attrs.field(converter=_unbroken_scores)
    explanation: str = ""
    rule: str = ""
    news_lines: tuple[NewsLine, ...] = ()
    contest_text: str = attrs.field(default="", converter=_unbroken_scores)
    contest_rule: str = ""
    warning: str = ""
    warning_rule: str = ""
