"""Errors for unknown ids and missing sentences of a rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.errors import KitError


class UnknownRuleOrTerm(KitError, KeyError):
    """The error for an id that no rule or glossary term has; base class of `UnknownRule` and `UnknownTerm`.

    `.wanted` holds the id, `.near` the most similar ones.
    """

    problem = "nothing has the id"

    def __init__(self, wanted: str, near: Sequence[str]) -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.near = tuple(near)

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else ""
        return f"{self.problem} {self.wanted[:60]!r}{hint}"


class UnknownRule(UnknownRuleOrTerm):
    """The error for a rule id that does not exist in a rulebook; it suggests similar ids.

    >>> from twingkit import twing
    >>> try:
    ...     twing.rulebook()["TW-BAT-61"]
    ... except UnknownRule as unknown:
    ...     print(unknown)
    no rule has the id 'TW-BAT-61'; did you mean TW-BAT-6 or TW-BAT-1?
    """

    problem = "no rule has the id"


class MissingSentence(KeyError, ValueError):
    """The error for a sentence that is missing in a game's text files, lacks a language, or needs a fact that
    was not given.
    """

    def __str__(self) -> str:
        return str(self.args[0])
