"""The headline of the play page: what the person is asked, or what there is to see, in a sentence or two."""

from __future__ import annotations

from typing import Protocol

import attrs


class Sentence(Protocol):
    """A sentence about what happened: a ruling, or an answer."""

    @property
    def rule(self) -> str:
        """The id of the rule behind the sentence."""

    def text(self, lang: str | None = None) -> str:
        """Return the sentence."""


@attrs.frozen
class NewsLine:
    """Sentences about recent events in one line; `is_opponents_turn` if they tell an opponent's turn."""

    sentences: tuple[Sentence, ...]
    is_opponents_turn: bool = False


@attrs.frozen
class Headline:
    """The headline of the play page, with its explanation, rule, and news since the last answer.

    `contest_text` is the state of a longer contest, `warning` a threat because of the rule `warning_rule`.
    """

    title: str
    explanation: str = ""
    rule: str = ""
    news_lines: tuple[NewsLine, ...] = ()
    contest_text: str = ""
    warning: str = ""
    warning_rule: str = ""
