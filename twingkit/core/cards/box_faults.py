"""The faults of a box file: each with its place, in a reader's language."""

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
"""The sentences about box files that every game shares."""

_SHOWN = 40
"""The most characters of a foreign text that a fault shows."""


def quote_value(value: object) -> Verbatim:
    """A value as a file writes it: texts in straight quotation marks, `true` and `false`, numbers bare.

    >>> shown("x").text, shown(True).text, shown(500).text
    ('"x"', 'true', '500')
    """
    if isinstance(value, str):
        return Verbatim(f'"{one_line(value, _SHOWN)}"')
    if isinstance(value, bool):
        return Verbatim(str(value).lower())
    return Verbatim(one_line(str(value), _SHOWN))


def join_names(allowed: Iterable[str]) -> Verbatim:
    """Valid names in a row.

    >>> names(("cat", "trap")).text
    'cat, trap'
    """
    return Verbatim(", ".join(allowed))


def nearest(wrong: object, allowed: Sequence[str], meant: Mapping[str, str] | None = None) -> str:
    """The valid name closest to a wrong one, in any case of letters; empty if there is none.

    `meant` gives names that nothing resembles, such as "fire" for F.

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
    """One fault of a box: which sentence (`case`, of the sentences about box files) with which facts.

    `line` counts from 1, None where no line of the file is to blame; `place` is the key or column there;
    `rule` the id of the rule that says no; `near` the valid name that was probably meant. `book` is that of a
    game with sentences of its own, which come before those that every game has.
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
        """The place of the fault, the expected and the found text, and the probable meaning."""
        where = [self.say("box_line", n=self.line)] if self.line else []
        where += [self.place] if self.place else []
        sentences = [f"{', '.join(where)}:"] if where else []
        sentences.append(self.say(self.case, **self.facts))
        sentences += [self.say("box_near", near=Verbatim(self.near))] if self.near else []
        return " ".join(sentences + ([f"[{self.rule}]"] if self.rule else []))

    def __str__(self) -> str:
        return self.text()

    def say(self, case: str, **facts: object) -> str:
        """A sentence with its facts: that of the game's rulings if there is one of this case."""
        book = type(self).book
        if book is not None and case in book().sentences["fault"]:
            return book().sentence("fault", case, facts)
        return WORDS.say(case, **facts)


class BoxError(KitError, ValueError):
    """A box that cannot be used: `.source` names it, `.faults` holds every fault; nothing of it is loaded.

    >>> print(BoxError("mine.toml", [BoxFault("box_missing_key", {"key": "title"}, place="title")]))
    mine.toml: title: The key title is missing.
    """

    setup_line: int | None = None
    """The index of the line that is wrong, where the box stood in the set-up lines of a game."""

    def __init__(self, source: str, faults: Sequence[BoxFault]) -> None:
        super().__init__(source, faults)
        self.source, self.faults = source, tuple(faults)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Every fault on a line of its own, after the name of the box."""
        return "\n".join(f"{self.source}: {fault.text()}" for fault in self.faults)

    def __str__(self) -> str:
        return self.text()
