"""The switches of a game's rules as its `variants.toml` lists them: values, presets, conflicts, and texts.

The file has `[values]` (every switch with its values; the first is the box), optionally `[ranges]` (the
smallest and largest whole number of a switch that also takes any number in between), `[presets.NAME]` (the
changes to the box), `[titles.NAME]` (the title of such a preset), `[[conflict]]` (`settings` that exclude
each other, and the reason by language), `[[named_source]]` (a `source` that is not a heading of a rulebook,
with its `title` and `short` name) and, last, a `[[switch]]` for each: `key`, `title`, `text`, `values` (a
text for each; `other` with `{n}` for the rest of a range), `rules`, `sources`, optionally
`interpretation_rule` (the rule that explains all interpretations) and, if it changes nothing that a line of a
lab can hold, `whole_game = true`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import attrs

from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.near_names import NearestName
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import NamesByLanguage, TextByLanguage
from twingkit.core.words import TomlTable, language_of, load_texts

Value = int | str
"""The type of a switch's value; True and False are no numbers here."""

_SWITCH_MENTION_PATTERN = re.compile(r"\b([sS]witch|Schalter|preset|Voreinstellung) [„“]?([a-z_]+)[“”]?")
"""The pattern of a mention of a switch by its key, or of a preset by its name, in a text."""

_PRESET_WORDS = ("preset", "Voreinstellung")

_BOOLEAN_SYNONYMS = {True: "on", False: "off"}

MAX_QUOTED_CHARACTERS = 40
"""The maximum number of characters that an error quotes of a wrong word."""


class VariantError(Fault):
    """An invalid variant: which switch or word is wrong, what was given, and what was expected.

    >>> from twingkit import twing
    >>> twing.Variant.parse("prise=3")
    Traceback (most recent call last):
    ...
    twingkit.core.variants.switches.VariantError: There is no switch 'prise'; expected one of the 76 that ...
    """


@attrs.frozen
class SwitchConflict:
    """Settings that exclude each other, and why."""

    settings: Mapping[str, Value]
    texts: TextByLanguage

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the reason."""
        return self.texts[language()]

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the reason as a part of another sentence."""
        return self.text()


@attrs.frozen
class _NamedSource:
    """A source that is not a heading of a rulebook, with its full title and a shorter one."""

    source: str
    titles: TextByLanguage
    short_titles: TextByLanguage


@attrs.frozen
class SwitchValue:
    """One possible value of a rule switch, with the text that explains how it is played."""

    value: Value
    texts: TextByLanguage

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return how the game is played with this value."""
        return self.texts[language()]

    def __str__(self) -> str:
        """Return the value as written in a line."""
        return format_switch_value(self.value)


@attrs.frozen
class Switch:
    """A switch in the rules of a game (an option with several values), with its texts and the rules that it
    changes.

    `values` begins with the default; `sources` are headings of the rulebooks, or another source that the game
    names; `rules` are the ids of the rules that it changes; `interpretation_rule` is the rule that explains
    all interpretations, or empty; `whole_game_only` is True if it affects only whole games, so that labs do
    not offer it.
    """

    key: str
    titles: TextByLanguage
    texts: TextByLanguage
    values: tuple[SwitchValue, ...]
    rules: tuple[str, ...]
    sources: tuple[str, ...]
    interpretation_rule: str
    conflicts: tuple[SwitchConflict, ...]
    range_texts: TextByLanguage = attrs.field(factory=dict)
    """The text for a value in `value_range` that is not listed."""
    value_range: tuple[int, int] | None = None
    whole_game_only: bool = False

    @property
    def default(self) -> Value:
        """The default value, as the box plays (see `BaseVariant.box`)."""
        return self.values[0].value

    @localized
    def title(self, lang: str | None = None) -> str:
        """Return the switch's short name."""
        return self.titles[language()]

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the description of the point that the switch decides."""
        return self.texts[language()]

    def switch_value(self, value: Value) -> SwitchValue:
        """Return a value with its text. Raises `VariantError` if the switch does not have it."""
        for choice in self.values:
            if choice.value == value and type(choice.value) is type(value):
                return choice
        if _is_in_range(self.value_range, value):
            return SwitchValue(value, {lang: text.format(n=value) for lang, text in self.range_texts.items()})
        raise _bad_value(
            self.key, format_switch_value(value), [choice.value for choice in self.values], self.value_range
        )


@attrs.frozen
class SwitchDifference:
    """A switch that two variants set differently."""

    switch: Switch
    first_value: Value
    second_value: Value

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that change."""
        return self.switch.rules


class Switches:
    """All rule switches of one game, with their values, presets and conflicts, loaded from its
    `variants.toml`.

    `values` holds the values by key, the box's first. Everything keeps the order of the file, which is also
    that of a line. The texts are long and rarely needed: a game that starts loads only the part of the file
    before them.

    >>> from twingkit import twing
    >>> switches = twing.Variant.switches
    >>> switches.values["price"], switches["price"].title("de")
    ((5, 4, 3, 2), 'Preis eines Objekts')
    """

    def __init__(self, package: str, command: str = "twingkit variants") -> None:
        """Load the `variants.toml` of a package; `command` is the shell command that lists these switches."""
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
            entry["source"]: _NamedSource(entry["source"], entry["title"], entry["short"])
            for entry in head.get("named_source", ())
        }

    def preset_title(self, name: str) -> str:
        """Return the title of a preset for lists; its name if it has none.

        >>> from twingkit import ember
        >>> from twingkit.core.language import call_in_language
        >>> call_in_language("de", ember.Variant.switches.preset_title, "quick")
        'ein kurzes Spiel, bis 20 Punkte'
        """
        titles = self._preset_titles.get(name)
        return titles[language()] if titles else name

    @cached_property
    def _preset_titles(self) -> Mapping[str, TextByLanguage]:
        titles: dict[str, TextByLanguage] = load_texts(self._file).get("titles", {})
        return titles

    def attrs_field(self, key: str) -> Any:  # attrs declares it so
        """Return an attrs field for a switch in a game's variant class; its default is the box's value."""
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
                SwitchValue(value, entry["values"][format_switch_value(value)]) for value in self.values[key]
            ),
            rules=tuple(entry["rules"]),
            sources=tuple(entry["sources"]),
            interpretation_rule=entry.get("interpretation_rule", ""),
            conflicts=tuple(conflict for conflict in self.conflicts if key in conflict.settings),
            range_texts=entry.get("other", {}),
            value_range=self.ranges.get(key),
            whole_game_only=entry.get("whole_game", False),
        )

    def __getitem__(self, key: str) -> Switch:
        """Return the switch with this key. Raises `VariantError`, which names the nearest."""
        for switch in self.all_switches:
            if switch.key == key:
                return switch
        raise self.unknown_switch(key)

    def replace_keys_by_titles(self, text: str) -> str:
        """Replace the keys of switches and the names of presets in a text by their titles.

        >>> from twingkit import twing
        >>> twing.Variant.switches.replace_keys_by_titles("The switch price sets another.")
        'The switch “Price of an object” sets another.'
        """
        marks = language_of(language()).quotes

        def title(hit: re.Match[str]) -> str:
            word, name = hit.groups()
            if word in _PRESET_WORDS:
                return f"{word} {marks.format(self.preset_title(name))}"
            return f"{word} {marks.format(self[name].title())}" if name in self.values else hit[0]

        return _SWITCH_MENTION_PATTERN.sub(title, text)

    def check_settings(self, settings: Mapping[str, Value]) -> None:
        """Raise `VariantError` if a value is invalid for its switch, or if two values exclude each other."""
        for key, allowed in self.values.items():
            value = settings[key]
            listed = type(value) is type(allowed[0]) and value in allowed
            if not listed and not _is_in_range(self.ranges.get(key), value):
                raise _bad_value(key, format_switch_value(value), allowed, self.ranges.get(key))
        for conflict in self.conflicts:
            if all(settings[key] == value for key, value in conflict.settings.items()):
                first, second = (
                    f"{key}={format_switch_value(value)}" for key, value in conflict.settings.items()
                )
                raise VariantError("variant.conflict", one=first, other=second, why=conflict)

    def parse_value(self, key: str, text: str) -> Value:
        """Parse the value of a switch in a line; `on` and `off` are accepted too. Raises `VariantError`.

        >>> from twingkit import twing
        >>> twing.Variant.switches.parse_value("events", "off")
        False
        """
        if key not in self.values:
            raise self.unknown_switch(key)
        for value in self.values[key]:
            if text in accepted_spellings(value):
                return value
        span, short = self.ranges.get(key), len(text) <= len(str(self.ranges.get(key, (0, 0))[1]))
        if short and text.isascii() and text.isdecimal() and str(int(text)) == text:
            number = int(text)
            if _is_in_range(span, number):
                return number
        raise _bad_value(key, text, self.values[key], span)

    def unknown_switch(self, key: str) -> VariantError:
        """Return the error for a word that is not a switch."""
        return VariantError(
            "variant.switch",
            switch=one_line_excerpt(key, MAX_QUOTED_CHARACTERS),
            n=len(self.values),
            command=self.command,
            near=NearestName(key, tuple(self.values)),
        )

    @property
    def example_setting(self) -> str:
        """An example of a setting other than the box's, as written in a line."""
        key, values = next(iter(self.values.items()))
        return f"{key}={format_switch_value(values[1])}"


def _is_in_range(span: tuple[int, int] | None, value: Value) -> bool:
    """True if a value is an integer in the range; False if there is no range."""
    return span is not None and type(value) is int and span[0] <= value <= span[1]


def _bad_value(
    key: str, text: str, values: Iterable[Value], span: tuple[int, int] | None = None
) -> VariantError:
    allowed = [spelling for value in values for spelling in accepted_spellings(value)]
    between = [f"{span[0]} … {span[1]}"] if span else []
    return VariantError(
        "variant.value",
        switch=key,
        value=one_line_excerpt(text, MAX_QUOTED_CHARACTERS),
        allowed=", ".join([*allowed, *between]),
        near=NearestName(text, tuple(allowed)),
    )


def format_switch_value(value: object) -> str:
    """Format the value of a rule switch as a variant line writes it: `true`, `3`, `defender`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def accepted_spellings(value: object) -> tuple[str, ...]:
    """Return the accepted spellings of a value, the one that lines use first.

    >>> accepted_spellings(True), accepted_spellings(3)
    (('true', 'on'), ('3',))
    """
    return (
        (format_switch_value(value), _BOOLEAN_SYNONYMS[value])
        if isinstance(value, bool)
        else (format_switch_value(value),)
    )


def _conflict(entry: TomlTable) -> SwitchConflict:
    texts = {lang: entry[lang] for lang in entry if lang != "settings"}
    return SwitchConflict(MappingProxyType(entry["settings"]), texts)
