"""The variants of Imperial Twing: one switch for every other reading of the rules.

A `Variant` holds a value for every switch. `BOX` is how this project decides the rules; the values, the
presets and all texts are in `variants.toml`. A variant is one line of text in a record: `box price=4`.

No switch is there for what has no second reading (TW-VAR-10, 11, 12 and 23), for numbers of the box (a box
file says them: TW-BOX-3, TW-BOX-5), and for who plays which character (named at the start: TW-SET-1). Fixed
pairs of mount and rider, events that touch cards in battle, a roll for each pairing, repeated ties in a duel,
leaving at any moment, the publisher's Heroes, two against two and solo would each be another script, not
another value of a switch.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import attrs

from twingkit.asking import one_line
from twingkit.messages import Fault
from twingkit.rulebook import Quoted, Rulebook, Texts, Words

Value = int | str
"""The values of a switch; True and False are numbers to Python, but not to a switch."""

PUBLISHER = "publisher’s page of variations"
"""The source of a switch that is in neither rulebook."""

_FILE = files("twingkit.twing.variants").joinpath("variants.toml")
# The texts are long and rarely wanted: a game that starts reads only the part before them.
_HEAD: dict[str, Any] = tomllib.loads(_FILE.read_text(encoding="utf-8").partition("\n[[switch]]")[0])
_VALUES: dict[str, list[Value]] = _HEAD["values"]


class VariantError(Fault):
    """A variant that cannot be: which switch or word is wrong, what was given, and what was expected.

    >>> Variant.parse("prise=3")
    Traceback (most recent call last):
    ...
    twingkit.twing.variants.variant.VariantError: There is no switch 'prise'; expected one of the 76 that ...
    """


@attrs.frozen
class Conflict:
    """Settings that exclude each other, and why."""

    settings: Mapping[str, Value]
    texts: Texts

    def text(self, lang: str = "en") -> str:
        """The reason."""
        return self.texts[lang]

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """The reason as a part of another sentence."""
        return self.text(lang)


_CONFLICTS = tuple(
    Conflict(MappingProxyType(entry["settings"]), {lang: entry[lang] for lang in entry if lang != "settings"})
    for entry in _HEAD.get("conflict", ())
)


def _first(key: str) -> Any:
    """A field of `Variant` whose default is the switch's first value."""
    return attrs.field(default=_VALUES[key][0])


@attrs.frozen(kw_only=True)
class Variant:
    """The variant of a game: one value for each switch, each checked; raises `VariantError`.

    `switches()` describes in words what each switch does.

    >>> variant = Variant.parse("box price=3")
    >>> variant.price, BOX.price
    (3, 5)
    >>> print(variant)
    box price=3
    """

    price: int = _first("price")
    distinct_colours: bool = _first("distinct_colours")
    objects_needed: int = _first("objects_needed")
    rider_element: str = _first("rider_element")
    cup: str = _first("cup")
    trap_targets: str = _first("trap_targets")
    units: str = _first("units")
    fourth_element: str = _first("fourth_element")
    teddy: str = _first("teddy")
    criticals: str = _first("criticals")
    setup_refill: str = _first("setup_refill")
    direction: str = _first("direction")
    leaver_gives: bool = _first("leaver_gives")
    endgame_entry: str = _first("endgame_entry")
    trap_action: str = _first("trap_action")
    spiral: str = _first("spiral")
    own_creatures: str = _first("own_creatures")
    shield_reward: str = _first("shield_reward")
    socks: str = _first("socks")
    shamrock: str = _first("shamrock")
    events: bool = _first("events")
    unlimited_bank: bool = _first("unlimited_bank")
    start_ornicles: int = _first("start_ornicles")
    start_symbols: str = _first("start_symbols")
    unused_elements: str = _first("unused_elements")
    refill_first: bool = _first("refill_first")
    refill_when: str = _first("refill_when")
    empty_stack: str = _first("empty_stack")
    used_events: str = _first("used_events")
    ritual_empty: str = _first("ritual_empty")
    hand_limit: str = _first("hand_limit")
    switching: str = _first("switching")
    empty_defence: str = _first("empty_defence")
    secret_lay: bool = _first("secret_lay")
    first_round_peace: bool = _first("first_round_peace")
    own_element: str = _first("own_element")
    panties: str = _first("panties")
    bra: str = _first("bra")
    cat_die: str = _first("cat_die")
    miromon: str = _first("miromon")
    inversion: str = _first("inversion")
    event_limit: str = _first("event_limit")
    puppet: str = _first("puppet")
    trap_before_roll: bool = _first("trap_before_roll")
    trap_pair: str = _first("trap_pair")
    both_critical: str = _first("both_critical")
    shield_criticals: bool = _first("shield_criticals")
    own_home: str = _first("own_home")
    ties: str = _first("ties")
    stop_when_decided: bool = _first("stop_when_decided")
    duel_stake: str = _first("duel_stake")
    duel_ornicles: bool = _first("duel_ornicles")
    duel_reroll: str = _first("duel_reroll")
    duel_no_spell: str = _first("duel_no_spell")
    duel_object: str = _first("duel_object")
    support: str = _first("support")
    support_counts: bool = _first("support_counts")
    shield_stakes: bool = _first("shield_stakes")
    supporter_home: bool = _first("supporter_home")
    endgame_support: bool = _first("endgame_support")
    endgame_needs: str = _first("endgame_needs")
    elimination: str = _first("elimination")
    endgame_miromon: str = _first("endgame_miromon")
    endgame_trap: str = _first("endgame_trap")
    endgame_losses: str = _first("endgame_losses")
    endgame_ornicle: bool = _first("endgame_ornicle")
    endgame_forced: bool = _first("endgame_forced")
    endgame_leaves: str = _first("endgame_leaves")
    turn_limit: int = _first("turn_limit")
    trap_roll: bool = _first("trap_roll")
    two_cats: bool = _first("two_cats")
    start_cats: bool = _first("start_cats")
    boots: str = _first("boots")
    shield_support: str = _first("shield_support")
    out_gives: bool = _first("out_gives")
    leaver_chooses: bool = _first("leaver_chooses")

    def __attrs_post_init__(self) -> None:
        for key, allowed in _VALUES.items():
            value = getattr(self, key)
            if type(value) is not type(allowed[0]) or value not in allowed:
                raise _bad_value(key, _written(value))
        for conflict in _CONFLICTS:
            if all(getattr(self, key) == value for key, value in conflict.settings.items()):
                one, other = (Quoted(f"{key}={_written(value)}") for key, value in conflict.settings.items())
                raise VariantError("variant_conflict", _book(), one=one, other=other, why=conflict)

    @classmethod
    def preset(cls, name: str) -> Variant:
        """The preset of this name: one of `PRESETS`; raises `VariantError` naming the nearest."""
        if name not in PRESETS:
            raise VariantError(
                "variant_preset",
                _book(),
                token=_quoted(name),
                presets=", ".join(PRESETS),
                near=_Near(name, PRESETS),
            )
        return PRESETS[name]

    @classmethod
    def parse(cls, line: str) -> Variant:
        """The variant of a line: a preset's name (`box` if left out), then switches as in `price=4`.

        Raises `VariantError` naming the word that is wrong and what was expected. `parse(str(v)) == v`.
        """
        base: Variant | None = None
        changes: dict[str, Value] = {}
        for match in re.finditer(r"\S+", line):
            token, (key, sign, written) = match[0], match[0].partition("=")
            if not sign and base is None and not changes:
                base = cls.preset(token)
            elif not sign:
                raise VariantError("variant_token", _book(), token=_quoted(token), n=match.start() + 1)
            elif key in changes:
                raise VariantError("variant_twice", _book(), switch=_quoted(key), n=match.start() + 1)
            else:
                changes[key] = _read(key, written)
        return (base or BOX).with_(**changes)

    def with_(self, **changes: Value) -> Variant:
        """Return this variant with other values for some switches, checked; raises `VariantError`."""
        for key in changes:
            if key not in _VALUES:
                raise _no_switch(key)
        return attrs.evolve(self, **changes) if changes else self  # type: ignore[arg-type]

    def __str__(self) -> str:
        """The line of this variant: the preset that is nearest, then what differs from it."""
        name = min(PRESETS, key=lambda preset: len(_differing(PRESETS[preset], self)))
        changed = _differing(PRESETS[name], self)
        return " ".join([name, *(f"{key}={_written(getattr(self, key))}" for key in changed)])


BOX = Variant()
"""The default: the rules as this project decides them.

>>> str(BOX), BOX.price
('box', 5)
"""

PRESETS: Mapping[str, Variant] = MappingProxyType(
    {name: Variant(**changes) for name, changes in _HEAD["presets"].items()}
)
"""The variants with a name: the box, what each rulebook says, and a short game.

>>> list(PRESETS)
['box', 'english', 'german', 'short']
"""


@attrs.frozen
class Choice:
    """One value of a switch, and what it means."""

    value: Value
    texts: Texts

    def text(self, lang: str = "en") -> str:
        """The text on the game with this choice."""
        return self.texts[lang]

    def __str__(self) -> str:
        """The value as a line spells it."""
        return _written(self.value)


@attrs.frozen
class Switch:
    """One switch in words.

    `values` begins with the default; `sources` are headings of the rulebooks, or `PUBLISHER`; `rules` are the
    ids of the rules that it changes; `reading` is the TW-VAR rule with both readings, or empty.
    """

    key: str
    titles: Texts
    texts: Texts
    values: tuple[Choice, ...]
    rules: tuple[str, ...]
    sources: tuple[str, ...]
    reading: str
    conflicts: tuple[Conflict, ...]

    @property
    def default(self) -> Value:
        """The value of the box."""
        return self.values[0].value

    def title(self, lang: str = "en") -> str:
        """The switch's short name."""
        return self.titles[lang]

    def text(self, lang: str = "en") -> str:
        """The text on what it decides."""
        return self.texts[lang]

    def choice(self, value: Value) -> Choice:
        """The value with its words; raises `VariantError` if the switch does not have it."""
        for choice in self.values:
            if choice.value == value and type(choice.value) is type(value):
                return choice
        raise _bad_value(self.key, _written(value))


@attrs.frozen
class Change:
    """A switch that two variants set differently."""

    switch: Switch
    one: Value
    other: Value

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that say something else then."""
        return self.switch.rules


@cache
def switches() -> tuple[Switch, ...]:
    """All switches in the order of a line, with their texts."""
    entries = tomllib.loads(_FILE.read_text(encoding="utf-8"))["switch"]
    return tuple(
        Switch(
            key=entry["key"],
            titles=entry["title"],
            texts=entry["text"],
            values=tuple(Choice(value, entry["values"][_written(value)]) for value in _VALUES[entry["key"]]),
            rules=tuple(entry["rules"]),
            sources=tuple(entry["sources"]),
            reading=entry.get("reading", ""),
            conflicts=tuple(conflict for conflict in _CONFLICTS if entry["key"] in conflict.settings),
        )
        for entry in entries
    )


def switch(key: str) -> Switch:
    """The switch of this name; raises `VariantError` naming the nearest."""
    for entry in switches():
        if entry.key == key:
            return entry
    raise _no_switch(key)


def diff(one: Variant, other: Variant) -> list[Change]:
    """Every switch that the two variants set differently, in the order of a line."""
    return [Change(switch(key), getattr(one, key), getattr(other, key)) for key in _differing(one, other)]


def _book() -> Rulebook:
    """The rulebook that errors quote, loaded late: its own modules import this one."""
    from twingkit.twing.rules.rulebook import rulebook

    return rulebook()


def _differing(one: Variant, other: Variant) -> list[str]:
    return [key for key in _VALUES if getattr(one, key) != getattr(other, key)]


def _written(value: object) -> str:
    """A value as a line spells it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(key: str, written: str) -> Value:
    """The value that a line spells; raises `VariantError`."""
    if key not in _VALUES:
        raise _no_switch(key)
    for value in _VALUES[key]:
        if _written(value) == written:
            return value
    raise _bad_value(key, written)


@attrs.frozen
class _Near:
    """The closest name to the one given, as the end of a sentence; empty if none is close."""

    wanted: str
    names: Iterable[str]

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """The end of the sentence."""
        near = difflib.get_close_matches(self.wanted[:60].casefold(), list(self.names), n=1)
        return _book().sentence("fault", "variant_near", lang, {"near": Quoted(near[0])}) if near else ""


def _quoted(text: str) -> Quoted:
    return Quoted(one_line(text, 40))


def _no_switch(key: str) -> VariantError:
    return VariantError(
        "variant_switch", _book(), switch=_quoted(key), n=len(_VALUES), near=_Near(key, _VALUES)
    )


def _bad_value(key: str, written: str) -> VariantError:
    allowed = [_written(value) for value in _VALUES[key]]
    return VariantError(
        "variant_value",
        _book(),
        switch=Quoted(key),
        value=_quoted(written),
        allowed=", ".join(allowed),
        near=_Near(written, allowed),
    )
