"""Faults in a publisher's settings: each with its file, line and key, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from twingkit.core.cards.box_faults import WORDS as VALUES
from twingkit.core.cards.box_faults import BoxFault
from twingkit.core.language import localized
from twingkit.core.words import SentenceCatalogue, VerbatimFact

WORDS = SentenceCatalogue(Path(__file__).with_name("settings_words.toml"), fallback=VALUES)
"""The messages about settings; missing keys are looked up in the messages about values in any file."""


@attrs.frozen
class SettingsFault(BoxFault):
    """One fault in a publisher's files: the `file`, the key in it, and the message.

    The site can run with a fault that is not `fatal`: the affected page or lesson shows it to its author.
    """

    file: str = ""
    fatal: bool = True

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the file, the line if known, the key, what was expected and what was found."""
        said = BoxFault.text(attrs.evolve(self, line_number=None))
        where = [self.file, *([self.say("line", n=self.line_number)] if self.line_number else [])]
        return f"{', '.join(filter(None, where))}: {said}"

    def say(self, message_key: str, **facts: object) -> str:
        """Return a message with its facts."""
        return WORDS.say(message_key, **facts)

    def __str__(self) -> str:
        return self.text()


class SettingsError(ValueError):
    """Error for settings that cannot be used; `.faults` contains every fault."""

    def __init__(self, faults: Sequence[SettingsFault]) -> None:
        super().__init__(faults)
        self.faults = tuple(faults)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return all faults, one per line."""
        return "\n".join(fault.text() for fault in self.faults)

    def __str__(self) -> str:
        return self.text()


def unreadable_file_fault(
    file: Path, error: OSError | UnicodeDecodeError, fatal: bool = True
) -> SettingsFault:
    """Return the fault for a file that cannot be read, with the line number if it is not UTF-8."""
    if isinstance(error, UnicodeDecodeError):
        line = error.object.count(b"\n", 0, error.start) + 1
        return SettingsFault("not_utf8", line_number=line, file=str(file), fatal=fatal)
    return SettingsFault("unreadable", {"why": verbatim_text(error.strerror)}, file=str(file), fatal=fatal)


def verbatim_text(text: object) -> VerbatimFact:
    """Mark a text, such as one from a file or from another parser, so that messages show it unchanged."""
    return VerbatimFact(str(text))
