"""The script that shows a panel in a browser, joined from its JavaScript files.

A widget has only one script. Files that import each other, as in browsers and Node, are joined here.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

import attrs

_IMPORT = re.compile(r'^import \{ [\w, ]+ \} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const |function )", re.MULTILINE)


@attrs.frozen(slots=False)
class ClientScript:
    """The JavaScript of a panel: the entry file `file` and the files that it imports, read on first use.

    >>> client = ClientScript(Path(__file__).with_name("panel.js"))
    >>> client.stem, str(client).startswith("/**")
    ('panel', True)
    """

    file: Path

    @property
    def stem(self) -> str:
        """The file name without its suffix, which a page without a server uses to refer to the script."""
        return self.file.stem

    def __str__(self) -> str:
        """Return the whole script, each file after those that it imports."""
        return self._text

    @cached_property
    def _text(self) -> str:
        parts: dict[str, str] = {}

        def add(file: Path) -> None:
            text = file.read_text(encoding="utf-8")
            for name in _IMPORT.findall(text):
                if name not in parts:
                    add(file.with_name(name))
            parts[file.name] = _IMPORT.sub("", text)

        add(self.file)
        *imported, first = parts.values()
        return "".join([*(_EXPORT.sub("", text) for text in imported), first])
