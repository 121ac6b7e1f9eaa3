"""Lines with gaps that a sweep fills: `space: 2 carrier {n} cruiser vs {m} destroyer`.

A gap `{n}` is replaced by a value. If the value is 0 (or an empty text), the thing that it counts is removed
too: the word after it (`{n} cruiser`), or the one that it multiplies (`cat*{n}`). A gap with more text, such
as `{& cat*n}` or `{n fighter+}`, is kept or removed as a whole. A side without anything left becomes `space:
nothing vs …`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import attrs

from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt

_GAP = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"[A-Za-z_]\w*")
_EMPTY = re.compile(r"(?:(?<=:)|(?<= vs))(?= vs\b| [@/]|$)")
"""The places where a side of a line is empty: after the colon or the `vs`."""

_COUNTED = re.compile(r"(?P<times>[^\s{}*]+\*)?\{(?P<name>[A-Za-z_]\w*)\}(?P<word>\s+[^\s{}]+)?")


@attrs.frozen
class LineTemplate:
    """A line of game notation with gaps for values, such as `{n} cruiser`, and the names used in the gaps.

    >>> line = LineTemplate.parse("space: {n} cruiser 1 carrier vs {m} destroyer", ["n", "m"])
    >>> line.fill({"n": 2, "m": 3}), line.fill({"n": 0, "m": 1})
    ('space: 2 cruiser 1 carrier vs 3 destroyer', 'space: 1 carrier vs 1 destroyer')
    >>> LineTemplate.parse("space: {n} cruiser vs {m} destroyer @ amd", ["n", "m"]).fill({"n": 0, "m": 0})
    'space: nothing vs nothing @ amd'
    """

    line: str
    gap_names: tuple[str, ...]

    @staticmethod
    def gaps_of(line: str) -> list[str]:
        """Return the text in each gap of a line, in order, without its braces."""
        return [one_line_excerpt(inside, 40) for inside in _GAP.findall(line)]

    @classmethod
    def parse(cls, line: str, known: Collection[str]) -> LineTemplate:
        """Parse the gaps of a line. Raises `Fault` for a gap that does not name exactly one known value."""
        names: dict[str, None] = {}
        for inside in _GAP.findall(line):
            named = [name for name in _NAME.findall(inside) if name in known]
            if len(named) != 1:
                raise Fault("sweep.gap", gap=one_line_excerpt(inside, 40), known=", ".join(known) or "–")
            names[named[0]] = None
        return cls(line, tuple(names))

    def fill(self, values: Mapping[str, object]) -> str:
        """Return the line with these values in its gaps."""
        counted = _COUNTED.sub(lambda gap: self._counted(gap, values), self.line)
        whole = _GAP.sub(lambda gap: self._whole(gap[1], values), counted)
        left = re.sub(r"[ \t]+", " ", whole).strip()
        return left if left == self.line else _EMPTY.sub(" nothing", left)

    def _counted(self, gap: re.Match[str], values: Mapping[str, object]) -> str:
        value = values[gap["name"]]
        if not _removes_gap(value):
            return f"{gap['times'] or ''}{value}{gap['word'] or ''}"
        if gap["times"]:
            return gap["word"] or ""
        word = gap["word"] or ""
        return "" if value == 0 and _NAME.search(word) and word.strip() != "vs" else word

    @staticmethod
    def _whole(inside: str, values: Mapping[str, object]) -> str:
        name = next(name for name in _NAME.findall(inside) if name in values)
        if _removes_gap(values[name]):
            return ""
        return re.sub(rf"\b{name}\b", lambda _: str(values[name]), inside)


def _removes_gap(value: object) -> bool:
    """True for a value that removes its gap: 0, an empty text, None."""
    return value is None or value == "" or (value == 0 and not isinstance(value, bool))
