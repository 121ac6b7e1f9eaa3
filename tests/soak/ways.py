"""The ways in which inputs are made: changed good examples, by grammar, and by Hypothesis."""

from __future__ import annotations

import copy
import json
import random
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from long_runs import without_words_of_the_kit

MOST_CHANGES = 4
"""The largest number of changes of one good example."""

DEEPEST = 12
"""The depth of a grammar from which the first, non-recursive alternative of each part is taken."""

ODD = (
    "", " ", "\t", "\n", "\r", "\x00", "\ufeff", "\u2028", "\u00a0", "\u200b", "0", "-1", "1e999", "nan", "²",
    "٣", "99999999999999999999", "9" * 5_000, "x" * 3_000, "é", "ß", "😀", "\u0301", "<b>", "&amp;", "%s",
    "%00", "%ff", "{0}", "{", "}", "[", "]", "(", ")", '"', "'", "\\", "/", "..", "*", "**", "?", "+", ">",
    "&", "@", "#",
    ";", ":", "=", ",", "~", "_", "!", "|", "None", "True", "vs", "p0", "p9", "F0", "F99", "[[", "\n\n", "\f",
)  # fmt: skip
"""Texts that are inserted where nobody expects them."""

VALUES: tuple[object, ...] = (
    0, -1, 1, 3, 10**6, 2**64, 1.5, -0.5, float("inf"), True, False, "", "x", "F5", "p1", "?", [], {}, [1],
    ["x"], [[]], {"en": "x"}, {"en": "x", "de": "y"}, {"en": 1, "de": []}, "x" * 500, "<b>",
    "é\u0301", "\x7f", [{}], [{"id": 1}],
)  # fmt: skip
"""Values that replace others in a file."""

TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
NUMBER = re.compile(r"\d+")

Way = Callable[[random.Random], str]
"""A function that makes a random input."""


# -- changed good examples


def changed(text: str, others: Sequence[str], rng: random.Random) -> str:
    """Return a text with up to `MOST_CHANGES` changes, some of them pieces of other texts."""
    for _ in range(rng.randint(1, MOST_CHANGES)):
        text = rng.choice(CHANGES)(text, others, rng)
    return text


def _parts(text: str, rng: random.Random) -> list[str]:
    """Cut a text into lines, tokens or characters."""
    cut = rng.randrange(3)
    return text.splitlines(keepends=True) if cut == 0 else TOKEN.findall(text) if cut == 1 else list(text)


def _span(parts: Sequence[str], rng: random.Random) -> tuple[int, int]:
    """Return a short run of parts."""
    first = rng.randrange(len(parts) + 1)
    return first, min(len(parts), first + rng.choice((1, 1, 2, 3, 8)))


def _left_out(text: str, others: Sequence[str], rng: random.Random) -> str:
    parts = _parts(text, rng)
    first, last = _span(parts, rng)
    return "".join(parts[:first] + parts[last:])


def _doubled(text: str, others: Sequence[str], rng: random.Random) -> str:
    parts = _parts(text, rng)
    first, last = _span(parts, rng)
    return "".join(parts[:last] + parts[first:last] * rng.choice((1, 1, 1, 40)) + parts[last:])


def _moved(text: str, others: Sequence[str], rng: random.Random) -> str:
    parts = _parts(text, rng)
    first, last = _span(parts, rng)
    piece, rest = parts[first:last], parts[:first] + parts[last:]
    place = rng.randrange(len(rest) + 1)
    return "".join(rest[:place] + piece + rest[place:])


def _odd(text: str, others: Sequence[str], rng: random.Random) -> str:
    parts = _parts(text, rng)
    first, last = _span(parts, rng)
    return "".join([*parts[:first], rng.choice(ODD), *parts[last if rng.random() < 0.5 else first :]])


def _joined(text: str, others: Sequence[str], rng: random.Random) -> str:
    mine, theirs = _parts(text, rng), _parts(rng.choice(others), rng)
    return "".join(mine[: rng.randrange(len(mine) + 1)] + theirs[rng.randrange(len(theirs) + 1) :])


def _lent(text: str, others: Sequence[str], rng: random.Random) -> str:
    parts, theirs = _parts(text, rng), TOKEN.findall(rng.choice(others))
    first, last = _span(parts, rng)
    lent, end = _span(theirs, rng)
    return "".join(parts[:first] + theirs[lent:end] + parts[last:])


def _counted(text: str, others: Sequence[str], rng: random.Random) -> str:
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    one = rng.choice(found)
    number = rng.choice(
        ("0", "1", "00", "13", "99", "100", "1000", "-1", "2147483648", str(rng.randrange(300)))
    )
    return text[: one.start()] + number + text[one.end() :]


def _cased(text: str, others: Sequence[str], rng: random.Random) -> str:
    return rng.choice((str.upper, str.lower, str.title, str.swapcase))(text)


CHANGES = (_left_out, _left_out, _doubled, _moved, _odd, _joined, _lent, _lent, _counted, _counted, _cased)


# -- by grammar


@cache
def grammar() -> Mapping[str, tuple[str, ...]]:
    """Return the alternatives for each part, from `grammar.toml`."""
    read = tomllib.loads(Path(__file__).with_name("grammar.toml").read_text(encoding="utf-8"))
    return {name: tuple(ways) for name, ways in read.items()}


_PART = re.compile(r"<([a-z_]+)>")


def written(part: str, rng: random.Random, depth: int = 0) -> str:
    """Return a random text for a part of the grammar."""
    ways = grammar()[part]
    way = ways[0] if depth > DEEPEST else rng.choice(ways)
    return _PART.sub(lambda found: written(found[1], rng, depth + 1), way)


def as_toml(value: object) -> str:
    """Return a value as TOML writes it on one line; an empty text if TOML has no such value."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {as_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    if isinstance(value, (int, float)):
        return str(value)
    return json.dumps(str(value)).replace("\x7f", "\\u007f")


def another_table(text: str, rng: random.Random) -> str:
    """Return a TOML file with the same keys, of which up to `MOST_CHANGES` have other values, are missing or
    new."""
    data = tomllib.loads(text)
    for _ in range(rng.randint(1, MOST_CHANGES)):
        _change_one(data, rng)
    return "".join(f"{json.dumps(key)} = {as_toml(value)}\n" for key, value in data.items())


def _change_one(data: dict[str, object], rng: random.Random) -> None:
    """Change one value somewhere in a table."""
    inside: object = data
    while isinstance(inside, (dict, list)) and inside:
        keys = list(inside) if isinstance(inside, dict) else range(len(inside))
        key = rng.choice(keys)
        below = inside[key]  # type: ignore[index]
        if not isinstance(below, (dict, list)) or not below or rng.random() < 0.25:
            break
        inside = below
    else:
        return
    what = rng.randrange(4)
    if what == 0:
        del inside[key]  # type: ignore[arg-type]
    elif what == 1 and isinstance(inside, list):
        inside.insert(rng.randrange(len(inside) + 1), copy.deepcopy(below))
    elif what == 1 and isinstance(inside, dict):
        inside[rng.choice(("id", "kind", "x", *map(str, inside)))] = copy.deepcopy(below)
    else:
        inside[key] = copy.deepcopy(rng.choice(VALUES))  # type: ignore[call-overload]


# -- by hypothesis


def by_hypothesis(examples: Sequence[str], first: int, count: int) -> list[str]:
    """Yield texts of Hypothesis: of any characters, and of the examples' tokens; the same ones for the same
    `first`."""
    without_words_of_the_kit()
    tokens = sorted({token for text in examples for token in TOKEN.findall(text[:2_000])})
    texts: list[str] = []

    @seed(first)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        st.text(max_size=200)
        | st.lists(st.sampled_from(tokens), max_size=40).map("".join)
        | st.lists(st.sampled_from(tokens) | st.text(max_size=5), max_size=40).map(" ".join)
    )
    def collect(text: str) -> None:
        texts.append(text)

    collect()
    return texts
