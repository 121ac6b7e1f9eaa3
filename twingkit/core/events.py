"""Typed rulings: an event is the case of a rule with typed fields, a class that is declared once.

The rule and the case choose the sentence, the fields are its facts. Rules record events, and who wants to
know what happened matches `ruling.event`. A ruling that nobody matches needs no class
(`Table.record_ruling`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs

__all__ = ["Event"]

_CLASS_BY_KEY: dict[tuple[str, str], type[Event]] = {}


class Event:
    """The base class of typed rulings. A subclass is `attrs.frozen` and has its rule and case as `pair`.

    A field that may be None has no fact then. A class without a pair is a common base of events.

    >>> @attrs.frozen
    ... class Passed(Event):
    ...     pair = "XX-TURN-2 passed"
    ...     side: str
    ...     coins: int | None = None
    >>> Passed.key, Passed("p1").facts()
    (('XX-TURN-2', 'passed'), {'side': 'p1'})
    >>> Event.of(("XX-TURN-2", "passed"), {"side": "p2", "coins": 3})
    Passed(side='p2', coins=3)
    """

    pair: ClassVar[str] = ""
    key: ClassVar[tuple[str, str]] = ("", "")
    """The rule and the case."""

    def __init_subclass__(cls) -> None:
        """Make the class known by its rule and case."""
        if "pair" in cls.__dict__:
            rule, case = cls.pair.split()
            cls.key = rule, case
            _CLASS_BY_KEY[cls.key] = cls

    @classmethod
    def of(cls, key: tuple[str, str], facts: Mapping[str, Any]) -> Event | None:
        """Return the event with these facts; None if no class is declared for the rule and case."""
        event_class = _CLASS_BY_KEY.get(key)
        return None if event_class is None else event_class(**facts)

    @classmethod
    def all_keys(cls) -> frozenset[tuple[str, str]]:
        """Return the rules and cases of this class and of those derived from it."""
        return frozenset(key for key, known in _CLASS_BY_KEY.items() if issubclass(known, cls))

    def facts(self) -> dict[str, Any]:
        """Return the facts of the sentence: the fields by name, without those that are None."""
        fields = _FIELDS.get(type(self)) or _field_names(type(self))  # each recorded event asks
        facts = vars(self).copy()
        if len(facts) < len(fields[0]):  # some are kept in slots
            facts = {name: getattr(self, name) for name in fields[0]}
        for name in fields[1]:
            if facts[name] is None:
                del facts[name]
        return facts


_FIELDS: dict[type[Event], tuple[list[str], list[str]]] = {}
"""The fields of each class, and those that may be None."""


def _field_names(event_class: Any) -> tuple[list[str], list[str]]:
    fields = attrs.fields(event_class)
    optional = [field.name for field in fields if field.default is None]
    _FIELDS[event_class] = [field.name for field in fields], optional
    return _FIELDS[event_class]
