"""The headline of the play page: what the person is asked, or what there is to see, in a sentence or two."""

from __future__ import annotations

from typing import Protocol

import attrs


class Sentence(Protocol):
    """A sentence about what happened: a ruling, or an answer."""

    @property
    def rule(self) -> str:
        """The rule behind it."""

    def text(self, lang: str | None = None) -> str:
        """Return the sentence."""


@attrs.frozen
class Line:
    """Sentences that share a line; with `meanwhile`, they are an opponent's turn."""

    rulings: tuple[Sentence, ...]
    meanwhile: bool = False


@attrs.frozen
class Headline:
    """The headline, its explanation, the rule behind it, and what mattered since the last answer.

    `above` is the state of a longer contest, `warning` a threat because of the rule `danger`.
    """

    title: str
    text: str = ""
    rule: str = ""
    lines: tuple[Line, ...] = ()
    above: str = ""
    warning: str = ""
    danger: str = ""
