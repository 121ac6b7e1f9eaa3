"""The switches of a game's rules as its `variants.toml` lists them: values, presets, conflicts, and words.

The file has `[values]` (every switch with its values; the first is the box), if one likes `[ranges]` (the
least and the greatest whole number of a switch that takes any between, beside its values), `[presets.NAME]`
(the changes to the box), `[titles.NAME]` (what such a preset is called), `[[conflict]]` (`settings` that
exclude each other, and the reason by language), `[[named_source]]` (a `source` that is no heading of a
rulebook, with its `title` and `short` name) and, last, a `[[switch]]` for each: `key`, `title`, `text`,
`values` (a text for each; `other` with `{n}` for the rest of a range), `rules`, `sources`, if a rule tells of
both readings, that rule as its `reading`, and, if it changes nothing that a line of a lab can hold,
`whole_game = true`.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import attrs

from twingkit.core.language import language, localized
from twingkit.core.messages import Fault, message
from twingkit.core.questions import one_line
from twingkit.core.rulebook import Texts, Words
from twingkit.core.words import TomlTable, language_of, load_texts

Value = int | str
"""The values of a switch; True and False are numbers to Python, but not to a switch."""

CALLED = re.compile(r"\b([sS]witch|Schalter|preset|Voreinstellung) [„“]?([a-z_]+)[“”]?")
"""A switch in a text by its key, or a preset by its name."""

PRESET_WORDS = ("preset", "Voreinstellung")
"""The words before the name of a preset."""

ON_OFF = {True: "on", False: "off"}
"""Another spelling of true and false where a switch is one of them; lines are written with true and false."""

SHOWN = 40
"""The largest number of characters of a bad word in an error."""


class VariantError(Fault):
    """A variant that cannot be: which switch or word is wrong, what was given, and what was expected.

    >>> from twingkit import twing
    >>> twing.Variant.parse("prise=3")
    Traceback (most recent call last):
    ...
    twingkit.core.variants.switches.VariantError: There is no switch 'prise'; expected one of the 76 that ...
    """


@attrs.frozen
class Conflict:
    """Settings that exclude each other, and why."""

    settings: Mapping[str, Value]
    texts: Texts

    @localized
    def text(self, lang: str | None = None) -> str:
        """The reason."""
        return self.texts[language()]

    def label(self, words: Words, form: str = "") -> str:
        """The reason as a part of another sentence."""
        return self.text()


@attrs.frozen
class NamedSource:
    """A source that is no heading of a rulebook: its name in words, and a shorter one."""

    source: str
    titles: Texts
    shorts: Texts


@attrs.frozen
class SwitchValue:
    """One value of a switch, and what it means."""

    value: Value
    texts: Texts

    @localized
    def text(self, lang: str | None = None) -> str:
        """The text on the game with this choice."""
        return self.texts[language()]

    def __str__(self) -> str:
        """The value as a line spells it."""
        return format_value(self.value)


@attrs.frozen
class Switch:
    """One switch in words.

    `values` begins with the default; `sources` are headings of the rulebooks, or another place that the game
    names; `rules` are the ids of the rules that it changes; `reading` is the rule with both readings, or
    empty; `whole_game` tells that it acts in whole games alone, so that labs do not offer it.
    """

    key: str
    titles: Texts
    texts: Texts
    values: tuple[SwitchValue, ...]
    rules: tuple[str, ...]
    sources: tuple[str, ...]
    reading: str
    conflicts: tuple[Conflict, ...]
    other: Texts = attrs.field(factory=dict)
    """The text of a value that is not listed, for a switch with a `span` of them."""
    span: tuple[int, int] | None = None
    whole_game: bool = False

    @property
    def default(self) -> Value:
        """The value of the box."""
        return self.values[0].value

    @localized
    def title(self, lang: str | None = None) -> str:
        """The switch's short name."""
        return self.titles[language()]

    @localized
    def text(self, lang: str | None = None) -> str:
        """The text on what it decides."""
        return self.texts[language()]

    def choice(self, value: Value) -> SwitchValue:
        """The value with its words; raises `VariantError` if the switch does not have it."""
        for choice in self.values:
            if choice.value == value and type(choice.value) is type(value):
                return choice
        if in_span(self.span, value):
            return SwitchValue(value, {lang: text.format(n=value) for lang, text in self.other.items()})
        raise bad_value(self.key, format_value(value), [choice.value for choice in self.values], self.span)


@attrs.frozen
class SwitchDifference:
    """A switch that two variants set differently."""

    switch: Switch
    one: Value
    other: Value

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that say something else then."""
        return self.switch.rules


class Switches:
    """The switches of one game: `values` by key, the first of each the box; `presets`; `conflicts`.

    The order of the file is that of a line. The texts are long and rarely wanted: a game that starts reads
    only what stands before them.

    >>> from twingkit import twing
    >>> switches = twing.Variant.switches
    >>> switches.values["price"], switches["price"].title("de")
    ((5, 4, 3, 2), 'Preis eines Objekts')
    """

    def __init__(self, package: str, command: str = "twingkit variants") -> None:
        """Read the `variants.toml` of a package; `command` is the one that lists these switches."""
        self.command = command
        self._file = files(package).joinpath("variants.toml")
        head = tomllib.loads(self._file.read_text(encoding="utf-8").partition("\n[[switch]]")[0])
        self.values: Mapping[str, tuple[Value, ...]] = {
            key: tuple(values) for key, values in head["values"].items()
        }
        self.ranges: Mapping[str, tuple[int, int]] = {
            key: (least, most) for key, (least, most) in head.get("ranges", {}).items()
        }
        self.presets: Mapping[str, Mapping[str, Value]] = {"box": {}, **head.get("presets", {})}
        self.conflicts = tuple(map(_conflict, head.get("conflict", ())))
        self.named_sources = {
            entry["source"]: NamedSource(entry["source"], entry["title"], entry["short"])
            for entry in head.get("named_source", ())
        }

    def preset_title(self, name: str) -> str:
        """The title of a preset, for a list of them; its name where it has none.

        >>> from twingkit import ember
        >>> from twingkit.core.language import call_in_language
        >>> call_in_language("de", ember.Variant.switches.preset_title, "quick")
        'ein kurzes Spiel, bis 20 Punkte'
        """
        titles = self._preset_titles.get(name)
        return titles[language()] if titles else name

    @cached_property
    def _preset_titles(self) -> Mapping[str, Texts]:
        titles: dict[str, Texts] = load_texts(self._file).get("titles", {})
        return titles

    def field(self, key: str) -> Any:  # an attrs field
        """A field of a game's variant whose default is the switch's first value."""
        return attrs.field(default=self.values[key][0])

    @cached_property
    def all_switches(self) -> tuple[Switch, ...]:
        """All switches in the order of a line, with their texts."""
        entries = load_texts(self._file)["switch"]
        return tuple(map(self._switch, entries))

    def _switch(self, entry: TomlTable) -> Switch:
        key = entry["key"]
        return Switch(
            key=key,
            titles=entry["title"],
            texts=entry["text"],
            values=tuple(
                SwitchValue(value, entry["values"][format_value(value)]) for value in self.values[key]
            ),
            rules=tuple(entry["rules"]),
            sources=tuple(entry["sources"]),
            reading=entry.get("reading", ""),
            conflicts=tuple(conflict for conflict in self.conflicts if key in conflict.settings),
            other=entry.get("other", {}),
            span=self.ranges.get(key),
            whole_game=entry.get("whole_game", False),
        )

    def __getitem__(self, key: str) -> Switch:
        """The switch of this name; raises `VariantError` naming the nearest."""
        for switch in self.all_switches:
            if switch.key == key:
                return switch
        raise self.unknown_switch(key)

    def replace_keys_by_titles(self, text: str) -> str:
        """A text in which every switch goes by its title in place of its key, and every preset too.

        >>> from twingkit import twing
        >>> twing.Variant.switches.replace_keys_by_titles("The switch price sets another.")
        'The switch “Price of an object” sets another.'
        """
        marks = language_of(language()).quotes

        def title(hit: re.Match[str]) -> str:
            word, name = hit.groups()
            if word in PRESET_WORDS:
                return f"{word} {marks.format(self.preset_title(name))}"
            return f"{word} {marks.format(self[name].title())}" if name in self.values else hit[0]

        return CALLED.sub(title, text)

    def check(self, settings: Mapping[str, Value]) -> None:
        """Raise `VariantError` if a value is none of its switch, or two exclude each other."""
        for key, allowed in self.values.items():
            value = settings[key]
            listed = type(value) is type(allowed[0]) and value in allowed
            if not listed and not in_span(self.ranges.get(key), value):
                raise bad_value(key, format_value(value), allowed, self.ranges.get(key))
        for conflict in self.conflicts:
            if all(settings[key] == value for key, value in conflict.settings.items()):
                first, second = (f"{key}={format_value(value)}" for key, value in conflict.settings.items())
                raise VariantError("variant.conflict", one=first, other=second, why=conflict)

    def parse_value(self, key: str, text: str) -> Value:
        """The value of a switch that a line spells, also as `on` or `off`; raises `VariantError`.

        >>> from twingkit import twing
        >>> twing.Variant.switches.parse_value("events", "off")
        False
        """
        if key not in self.values:
            raise self.unknown_switch(key)
        for value in self.values[key]:
            if text in spellings(value):
                return value
        span, short = self.ranges.get(key), len(text) <= len(str(self.ranges.get(key, (0, 0))[1]))
        if short and text.isascii() and text.isdecimal() and str(int(text)) == text:
            number = int(text)
            if in_span(span, number):
                return number
        raise bad_value(key, text, self.values[key], span)

    def unknown_switch(self, key: str) -> VariantError:
        """The error of a word that is no switch."""
        return VariantError(
            "variant.switch",
            switch=one_line(key, SHOWN),
            n=len(self.values),
            command=self.command,
            near=NearestName(key, tuple(self.values)),
        )

    @property
    def example(self) -> str:
        """A switch with a value that is not the box's, as a line has it."""
        key, values = next(iter(self.values.items()))
        return f"{key}={format_value(values[1])}"


@attrs.frozen
class NearestName:
    """The closest name to the one given, as the end of a sentence; empty if none is close."""

    given: str
    names: tuple[str, ...]

    @localized
    def text(self, lang: str | None = None) -> str:
        """The end of the sentence."""
        near = difflib.get_close_matches(self.given[:60].casefold(), self.names, n=1)
        return message("variant.near", near=near[0]) if near else ""


def in_span(span: tuple[int, int] | None, value: Value) -> bool:
    """True if a value is a whole number between these two; never without them."""
    return span is not None and type(value) is int and span[0] <= value <= span[1]


def bad_value(
    key: str, text: str, values: Iterable[Value], span: tuple[int, int] | None = None
) -> VariantError:
    """The error of a value that a switch does not have."""
    allowed = [spelling for value in values for spelling in spellings(value)]
    between = [f"{span[0]} … {span[1]}"] if span else []
    return VariantError(
        "variant.value",
        switch=key,
        value=one_line(text, SHOWN),
        allowed=", ".join([*allowed, *between]),
        near=NearestName(text, tuple(allowed)),
    )


def format_value(value: object) -> str:
    """A value as a line spells it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def spellings(value: object) -> tuple[str, ...]:
    """The texts that a line may have for a value, first the one that is written.

    >>> spellings(True), spellings(3)
    (('true', 'on'), ('3',))
    """
    return (format_value(value), ON_OFF[value]) if isinstance(value, bool) else (format_value(value),)


def _conflict(entry: TomlTable) -> Conflict:
    texts = {lang: entry[lang] for lang in entry if lang != "settings"}
    return Conflict(MappingProxyType(entry["settings"]), texts)
