"""The faults of a box file: each with its place, in the reader's language."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from typing import ClassVar

import attrs

from twingkit.core.errors import KitError
from twingkit.core.language import localized
from twingkit.core.questions import one_line
from twingkit.core.rulebook import Rulebook
from twingkit.core.words import Catalogue, Verbatim

WORDS = Catalogue(files("twingkit.core.cards").joinpath("box_words.toml"))
"""The sentences about box files that all games share."""

_SHOWN = 40
"""The maximum number of characters that a fault quotes."""


def quote_value(value: object) -> Verbatim:
    """Write a value as a file does: texts in straight quotation marks, `true` and `false`, bare numbers.

    >>> quote_value("x").text, quote_value(True).text, quote_value(500).text
    ('"x"', 'true', '500')
    """
    if isinstance(value, str):
        return Verbatim(f'"{one_line(value, _SHOWN)}"')
    if isinstance(value, bool):
        return Verbatim(str(value).lower())
    return Verbatim(one_line(str(value), _SHOWN))


def join_names(allowed: Iterable[str]) -> Verbatim:
    """Join valid names with commas.

    >>> join_names(("cat", "trap")).text
    'cat, trap'
    """
    return Verbatim(", ".join(allowed))


def nearest(wrong: object, allowed: Sequence[str], meant: Mapping[str, str] | None = None) -> str:
    """Return the valid name closest to a wrong one, ignoring case; empty if none is close.

    `meant` maps words without any resemblance to valid names, such as "fire" to F.

    >>> nearest("Trop", ("cat", "trap")), nearest("fire", ("F", "W"), {"fire": "F"}), nearest(7, ("cat",))
    ('trap', 'F', '')
    """
    if not isinstance(wrong, str):
        return ""
    folded = {name.casefold(): name for name in allowed} | dict(meant or {})
    close = difflib.get_close_matches(wrong[:60].strip().casefold(), folded, n=1)
    return folded[close[0]] if close else ""


@attrs.frozen
class BoxFault:
    """One fault of a box: its sentence (`case`, a key of the sentences about box files) and its facts.

    `line` counts from 1, or is None if no single line is wrong; `place` is the key or column; `rule` the id
    of the broken rule; `near` the valid name that was probably meant. `book` is the rulebook of a game with
    its own sentences, which take precedence over the shared ones.
    """

    book: ClassVar[Callable[[], Rulebook] | None] = None
    case: str
    facts: Mapping[str, object] = attrs.field(factory=dict)
    line: int | None = None
    place: str = ""
    rule: str = ""
    near: str = ""

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the place of the fault, the expected and the found text, and what was probably meant."""
        where = [self.say("box_line", n=self.line)] if self.line else []
        where += [self.place] if self.place else []
        sentences = [f"{', '.join(where)}:"] if where else []
        sentences.append(self.say(self.case, **self.facts))
        sentences += [self.say("box_near", near=Verbatim(self.near))] if self.near else []
        return " ".join(sentences + ([f"[{self.rule}]"] if self.rule else []))

    def __str__(self) -> str:
        return self.text()

    def say(self, case: str, **facts: object) -> str:
        """Return a sentence filled with facts: the game's own if there is one for this case."""
        book = type(self).book
        if book is not None and case in book().sentences["fault"]:
            return book().sentence("fault", case, facts)
        return WORDS.say(case, **facts)


class BoxError(KitError, ValueError):
    """A box that cannot be used: `.source` names it, `.faults` lists all faults. Nothing of the box is
    loaded.

    >>> print(BoxError("mine.toml", [BoxFault("box_missing_key", {"key": "title"}, place="title")]))
    mine.toml: title: The key title is missing.
    """

    setup_line: int | None = None
    """The index of the wrong line, if the box was given in the set-up lines of a game."""

    def __init__(self, source: str, faults: Sequence[BoxFault]) -> None:
        super().__init__(source, faults)
        self.source, self.faults = source, tuple(faults)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return all faults, one per line, after the name of the box."""
        return "\n".join(f"{self.source}: {fault.text()}" for fault in self.faults)

    def __str__(self) -> str:
        return self.text()
