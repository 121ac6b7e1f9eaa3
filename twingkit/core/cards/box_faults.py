"""The faults of a box file, each with its place, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files

import attrs

from twingkit.core.errors import KitError
from twingkit.core.language import localized
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import Rulebook
from twingkit.core.words import SentenceCatalogue, VerbatimFact

WORDS = SentenceCatalogue(files("twingkit.core.cards").joinpath("box_words.toml"))
"""The sentences about box files that all games share."""

_SHOWN = 40
"""The maximum number of characters that a fault quotes."""


def box_value_text(value: object) -> VerbatimFact:
    """Return a value as a box file writes it: strings in quotation marks, `true` and `false`, bare numbers.

    >>> box_value_text("x").text, box_value_text(True).text, box_value_text(500).text
    ('"x"', 'true', '500')
    """
    if isinstance(value, str):
        return VerbatimFact(f'"{one_line_excerpt(value, _SHOWN)}"')
    if isinstance(value, bool):
        return VerbatimFact(str(value).lower())
    return VerbatimFact(one_line_excerpt(str(value), _SHOWN))


def join_names(allowed: Iterable[str]) -> VerbatimFact:
    """Join names with commas, for an error message.

    >>> join_names(("cat", "trap")).text
    'cat, trap'
    """
    return VerbatimFact(", ".join(allowed))


@attrs.frozen
class BoxFault:
    """One fault of a box file: the key of its sentence (`message_key`) and the facts that fill it.

    `line_number` counts from 1, or is None if no single line is wrong; `location` is the key or column;
    `rule` the id of the broken rule; `suggestion` the valid name that was probably meant. `book` is the
    rulebook of a game with its own sentences, which take precedence over the shared ones.
    """

    message_key: str
    facts: Mapping[str, object] = attrs.field(factory=dict)
    line_number: int | None = None
    location: str = ""
    rule: str = ""
    suggestion: str = ""
    book: Callable[[], Rulebook] | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the whole message: where the fault is in the file, what it is, and the suggestion."""
        where = [self.say("box_line", n=self.line_number)] if self.line_number else []
        where += [self.location] if self.location else []
        sentences = [f"{', '.join(where)}:"] if where else []
        sentences.append(self.say(self.message_key, **self.facts))
        sentences += [self.say("box_near", near=VerbatimFact(self.suggestion))] if self.suggestion else []
        return " ".join(sentences + ([f"[{self.rule}]"] if self.rule else []))

    def __str__(self) -> str:
        return self.text()

    def say(self, message_key: str, **facts: object) -> str:
        """Return the sentence of a key, filled with facts: the game's own if it has one."""
        if self.book is not None and message_key in self.book().sentences["fault"]:
            return self.book().sentence("fault", message_key, facts)
        return WORDS.say(message_key, **facts)


class BoxError(KitError, ValueError):
    """A box file with faults: `.source` names it, `.faults` lists them all. Nothing of the file is loaded.

    >>> print(BoxError("mine.toml", [BoxFault("box_missing_key", {"key": "title"}, location="title")]))
    mine.toml: title: The key title is missing.
    """

    setup_line_number: int | None = None
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
