"""Find the line numbers of tables, keys and values in a TOML text.

`tomllib` parses TOML but does not report positions. This scan follows a text that `tomllib` has already
accepted, so it does not check anything; it only skips strings, comments and brackets according to TOML's
syntax.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left

TomlPath = tuple[str | int, ...]
"""The path to a value in nested tables: `("spell", 2, "power")` is the power of the third spell."""

_GAP = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_BLANK = re.compile(r"[ \t]*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE = re.compile(r"[^,\]}#\n]+")


def toml_line_numbers(text: str) -> dict[TomlPath, int]:
    r"""Return the line number (from 1) of each table, key and value in a valid TOML text, by path.

    >>> toml_line_numbers("a = 1\n# no\n[[spell]]\npower = 2\n")[("spell", 0, "power")]
    4
    """
    scan = _Scan(text.replace("\r\n", "\n"))
    scan.document()
    return scan.places


class _Scan:
    """The current position in a TOML text, and the line numbers found so far."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.places: dict[TomlPath, int] = {}
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._rows: dict[TomlPath, int] = {}
        """The number of tables of each array of tables so far."""

    def document(self) -> None:
        base: TomlPath = ()
        while self._skip_gap():
            begin = self.at
            if self._take("[["):
                *above, last = self._keys()
                array = (*self._header_table((), above), last)
                self._note(array, begin)
                base = (*array, self._rows.get(array, 0))
                self._rows[array] = self._rows.get(array, 0) + 1
                self._note(base, begin)
                self._take("]]")
            elif self._take("["):
                base = self._header_table((), self._keys())
                self._note(base, begin)
                self._take("]")
            else:
                self._pair(base)

    def _pair(self, base: TomlPath) -> None:
        begin = self.at
        path = base
        for key in self._keys():
            path = (*path, key)
            self._note(path, begin)
        self._take("=")
        self._skip(_BLANK)
        self._value(path)

    def _value(self, path: TomlPath) -> None:
        if self._take("["):
            number = 0
            while self._skip_gap() and not self._take("]"):
                self._note((*path, number), self.at)
                self._value((*path, number))
                number += 1
                self._skip_gap()
                self._take(",")
        elif self._take("{"):
            while self._skip_gap() and not self._take("}"):
                self._pair(path)
                self._skip_gap()
                self._take(",")
        elif not self._skip(_STRING):
            self._skip(_BARE)

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._skip(_BLANK)
            match = _KEY.match(self.text, self.at)
            if match is None:
                raise ValueError(f"no key at {self.at} of a text that was parsed as TOML")
            self.at = match.end()
            quoted = match[0][0] in "\"'"
            keys.append(next(iter(tomllib.loads(f"{match[0]} = 0"))) if quoted else match[0])
            self._skip(_BLANK)
            if not self._take("."):
                return keys

    def _header_table(self, path: TomlPath, keys: list[str]) -> TomlPath:
        """Return the table that a header names: in an array of tables the last one so far."""
        for key in keys:
            path = (*path, key)
            if path in self._rows:
                path = (*path, self._rows[path] - 1)
        return path

    def _note(self, path: TomlPath, at: int) -> None:
        self.places.setdefault(path, bisect_left(self._ends, at) + 1)

    def _skip_gap(self) -> bool:
        """Skip blanks, line ends and comments; return whether anything is left."""
        self._skip(_GAP)
        return self.at < len(self.text)

    def _skip(self, pattern: re.Pattern[str]) -> bool:
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return bool(match)

    def _take(self, sign: str) -> bool:
        taken = self.text.startswith(sign, self.at)
        self.at += len(sign) if taken else 0
        return taken
