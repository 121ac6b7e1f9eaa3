"""Check that values survive the way to another process and back."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MethodType
from typing import Any

import attrs
import pandas as pd
from plotly.graph_objects import Figure

from twingkit import Game

WAYS: Mapping[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "deepcopy": copy.deepcopy,
}
"""The ways in which a value is sent to another process or stored."""


def assert_crosses(value: object) -> None:
    """Assert that a value comes back unchanged."""
    for way, there_and_back in WAYS.items():
        back = there_and_back(value)
        assert type(back) is type(value), way
        assert same(back, value), f"{way}: {back!r} is not {value!r}"


def same(one: Any, other: Any) -> bool:
    """Return whether two values are equal; objects without an equality of their own are compared by
    content."""
    if isinstance(one, pd.DataFrame | pd.Series):
        return one.equals(other) and same(dict(one.attrs), dict(other.attrs))
    if isinstance(one, Game):
        dice = not one.auto or one.rng.getstate() == other.rng.getstate()
        return dice and (one.record, one.auto) == (other.record, other.auto)
    if isinstance(one, partial):
        return same((one.func, one.args, one.keywords), (other.func, other.args, other.keywords))
    if isinstance(one, MethodType):
        return one.__func__ is other.__func__ and type(one.__self__) is type(other.__self__)
    if isinstance(one, random.Random):
        return one.getstate() == other.getstate()
    if isinstance(one, Figure):
        return one.to_plotly_json() == other.to_plotly_json() or one.to_json() == other.to_json()
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, Iterator):
        return same(list(one), list(other))
    by_parts = attrs.has(type(one)) or type(one).__eq__ is object.__eq__
    return bool(one == other) or (by_parts and same(content_of(one), content_of(other)))


def content_of(value: object) -> dict[str, object]:
    """Return an object's class and the content of its slots and attributes."""
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    there = {name: getattr(value, name) for name in slots if name != "__weakref__" and hasattr(value, name)}
    return {"": type(value), **there, **getattr(value, "__dict__", {})}
