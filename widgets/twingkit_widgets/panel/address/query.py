"""The query in the address of a page, and the content that the page returns."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import unquote, unquote_plus

import attrs

from twingkit.core.language import localized
from twingkit.core.links import DamagedLinkError, line_from_link_value, raw_query_value
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.page_words import WORDS

if TYPE_CHECKING:  # the server checks pages without importing panels
    from twingkit_widgets.panel.panel import Panel

BACK_PARAMETER = "back"
"""The parameter that names the page to which a back link leads."""

_TRACKING = re.compile(r"utm_\w+|[a-z]*clid|mc_[ce]id")
"""Matches tracking parameters that other sites add to links; they are ignored."""


class AddressFault(Exception):
    """Error for an invalid parameter in the address of a page."""

    def __init__(self, name: str, **facts: object) -> None:
        super().__init__(name, facts)
        self.message_key, self.facts = name, facts

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the error message in `lang` (default: the current language)."""
        return WORDS.say(f"site.fault.{self.message_key}", **self.facts)


class Query:
    """The query string of a page address; `faults` collects the errors in its parameters."""

    def __init__(self, text: str | None = None) -> None:
        self.text = os.environ.get("QUERY_STRING", "") if text is None else text
        self.faults: list[Exception] = []
        self.common_parameters = {"lang", BACK_PARAMETER}
        """The parameters that every page accepts."""

    @cached_property
    def lang(self) -> str:
        """The language: that of the address, of the server's visitor (TWINGKIT_LANG), or English."""
        named = self.value("lang")
        if named is None:
            named = os.environ.get("TWINGKIT_LANG", LANGUAGES[0])
        elif named not in LANGUAGES:
            self.faults.append(AddressFault("lang", value=named[:60]))
        return named if named in LANGUAGES else LANGUAGES[0]

    def value(self, name: str) -> str | None:
        """Return the decoded value of a parameter, or None if it is missing."""
        raw = raw_query_value(self.text, name)
        return None if raw is None else unquote_plus(raw)

    def values(self, *names: str) -> dict[str, str]:
        """Return the values of those named parameters that the address contains."""
        return {name: value for name in names if (value := self.value(name)) is not None}

    def lenient_position_string(self, name: str) -> str | None:
        """Return the position string in a parameter, encoded or not; None if it is missing.

        Unlike `position_string`, it returns a damaged one unchanged, so that the parser reports the fault.
        """
        raw = raw_query_value(self.text, name)
        try:
            return None if raw is None else line_from_link_value(raw)
        except DamagedLinkError:  # a mixture: the parser reports the fault
            return unquote(raw or "")

    def check_parameters(self, *names: str, **known: Collection[str]) -> None:
        """Record a fault for each unexpected parameter, and for each value that `known` does not allow.

        Parameters in `names` can have any value; `known` maps other parameters to their allowed values.
        """
        for name in dict.fromkeys(part.partition("=")[0] for part in self.text.split("&") if part):
            if name not in (*self.common_parameters, *names, *known) and not _TRACKING.fullmatch(name):
                self.faults.append(AddressFault("unknown", wanted=unquote(name)[:30]))
        for name, values in known.items():
            value = self.value(name)
            if value is not None and value not in values:
                self.faults.append(
                    AddressFault("value", wanted=name, value=value[:60], known=", ".join(values))
                )

    def seed_or_default(self) -> int:
        """Return the random seed in the address, from 0 to 999999999; 1 if it is missing or invalid."""
        typed = self.value("seed") or "1"
        if typed.isascii() and typed.isdecimal() and len(typed) < 10:
            return int(typed)
        self.faults.append(AddressFault("value", wanted="seed", value=typed[:60], known="1, 2, …, 999999999"))
        return 1

    def valid_position_string(self, name: str) -> str | None:
        """Return the position string in a parameter such as `?battle=`; None if it is missing or damaged.

        A damaged one is recorded as a fault.
        """
        raw = raw_query_value(self.text, name)
        if raw is None:
            return None
        try:
            return line_from_link_value(raw)
        except DamagedLinkError:
            self.faults.append(AddressFault("damaged"))
            return None


@attrs.frozen
class OpenedPanel:
    """The panel that a page opens, and where its state comes from.

    `has_named_state` is True if the address specified that state, `is_example` if an example is shown because
    the address could not be read.
    """

    panel: Panel
    has_named_state: bool = False
    is_example: bool = False
