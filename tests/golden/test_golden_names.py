"""Golden public names: what people import can still be imported from there, and is still called so."""

from __future__ import annotations

import pytest
from golden.public_names import FILE, found, kind, parameters

LINES = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines()]
MODULES = sorted({words[0] for words in LINES})
SEPARATOR = "/*"


def misses(before: list[str], now: list[str]) -> list[str]:
    """What a call that was right before would stumble over now."""
    faults = []
    names = [each.strip("*=") for each in now if each != SEPARATOR]
    anything = any(each.startswith("**") for each in now)
    optional = {each.strip("*=") for each in now if each.endswith("=") or each.startswith("*")}
    for each in before:
        name = each.strip("*=")
        if each == SEPARATOR or (anything and name not in names):
            continue
        if name not in names:
            faults.append(f"{name} is gone")
        elif each.endswith("=") and name not in optional:
            faults.append(f"{name} may no longer be left out")
    known = {each.strip("*=") for each in before}
    faults += [f"{name} is new and needed" for name in names if name not in known | optional]
    return faults + order(before, now)


def order(before: list[str], now: list[str]) -> list[str]:
    """Whether what was given by its place is still at that place."""
    plain, after = positional(before), positional(now)
    return [] if after[: len(plain)] == plain else [f"the order was {plain} and is {after}"]


def positional(words: list[str]) -> list[str]:
    """The parameters that can be given by their place."""
    out = []
    for word in words:
        if word == SEPARATOR or word.startswith("*"):
            break
        out.append(word.strip("="))
    return out


@pytest.mark.parametrize("module", MODULES)
def test_public_names_stay(module: str) -> None:
    faults = []
    for home, *words in LINES:
        if home != module:
            continue
        if not words:
            found(module)
            continue
        name, what, *before = words
        value = found(module, name)
        if kind(value) != what:
            faults.append(f"{name} was a {what} and is a {kind(value)}")
        else:
            faults += [f"{name}: {fault}" for fault in misses(before, parameters(value))]
    assert not faults


def test_a_change_of_a_call_is_seen() -> None:
    assert misses(["a", "b=", "/*", "c="], ["a", "b=", "d=", "/*", "e=", "c="]) == []
    assert misses(["a", "/*", "c="], ["a", "/*", "c"]) == ["c may no longer be left out"]
    assert misses(["a", "c="], ["a"])[0] == "c is gone"
    assert misses(["a"], ["a", "b"]) == ["b is new and needed"]
    assert misses(["a", "b"], ["b", "a"])
