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
from twingkit.core.links import LinkError, from_link, query_value
from twingkit_widgets.panel.address.page_words import WORDS
from twingkit_widgets.panel.wording import LANGUAGES

if TYPE_CHECKING:  # the server checks pages without importing panels
    from twingkit_widgets.panel.panel import Panel

BACK = "back"
"""The parameter that names the page to which a back link leads."""

TRACKING = re.compile(r"utm_\w+|[a-z]*clid|mc_[ce]id")
"""Matches tracking parameters that other sites add to links; they are ignored."""


class AddressFault(Exception):
    """A value in the address that cannot be used: the `name` of the parameter, and the facts of the
    message.
    """

    def __init__(self, name: str, **facts: object) -> None:
        super().__init__(name, facts)
        self.name, self.facts = name, facts

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return what is wrong with the value."""
        return WORDS.say(f"site.fault.{self.name}", **self.facts)


class Query:
    """The query of an address. `faults` collects what cannot be used."""

    def __init__(self, text: str | None = None) -> None:
        self.text = os.environ.get("QUERY_STRING", "") if text is None else text
        self.faults: list[Exception] = []
        self.common = {"lang", BACK}
        """The parameters with a meaning on this page, whatever it shows."""

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
        """Return a plain parameter, decoded, or None if it is missing."""
        raw = query_value(self.text, name)
        return None if raw is None else unquote_plus(raw)

    def values(self, *names: str) -> dict[str, str]:
        """Return the values of those parameters that the query contains."""
        return {name: value for name in names if (value := self.value(name)) is not None}

    def decoded_line(self, name: str) -> str | None:
        """Return a position string in a parameter, encoded as in links or as typed, or None if it is
        missing.
        """
        raw = query_value(self.text, name)
        try:
            return None if raw is None else from_link(raw)
        except LinkError:  # a mixture: the parser reports the fault
            return unquote(raw or "")

    def check_parameters(self, *names: str, **known: Collection[str]) -> None:
        """Record a fault for each parameter that is neither in `names` nor in `known`, and for each value
        that `known` does not allow.
        """
        for name in dict.fromkeys(part.partition("=")[0] for part in self.text.split("&") if part):
            if name not in (*self.common, *names, *known) and not TRACKING.fullmatch(name):
                self.faults.append(AddressFault("unknown", wanted=unquote(name)[:30]))
        for name, values in known.items():
            value = self.value(name)
            if value is not None and value not in values:
                self.faults.append(
                    AddressFault("value", wanted=name, value=value[:60], known=", ".join(values))
                )

    def seed(self) -> int:
        """Return the seed of a sheet, 0 to 999999999: 1 if the address gives none or an invalid one."""
        typed = self.value("seed") or "1"
        if typed.isascii() and typed.isdecimal() and len(typed) < 10:
            return int(typed)
        self.faults.append(AddressFault("value", wanted="seed", value=typed[:60], known="1, 2, …, 999999999"))
        return 1

    def line(self, name: str) -> str | None:
        """Return the position string in a parameter such as `?battle=`; None if it is missing or damaged."""
        raw = query_value(self.text, name)
        if raw is None:
            return None
        try:
            return from_link(raw)
        except LinkError:
            self.faults.append(AddressFault("damaged"))
            return None


@attrs.frozen
class PageContent:
    """The content of a page: its panel, whether the address `named` a state of it, and whether it is an
    `example` because the address could not be read.
    """

    panel: Panel
    named: bool = False
    example: bool = False
