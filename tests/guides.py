"""The documents of the kit as data: their blocks, and the code that stands in their sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]

DOCUMENTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
    if "_build" not in path.parts and "example-site" not in path.parts
)
"""Every document that is written by hand; the example site is tested as a site."""

_FENCE = re.compile(r"^```(.*)$")
_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


class Block(NamedTuple):
    """A fenced block: its language (or directive), the number of its first line, and its text."""

    language: str
    line: int
    text: str


class Span(NamedTuple):
    """Code in a sentence: the number of its line and of the first line of its paragraph, and its text."""

    line: int
    paragraph: int
    text: str


def blocks(path: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a document."""
    language, begin, inside = "", 0, list[str]()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found := _FENCE.match(line):
            if begin:
                yield Block(language, begin, "".join(f"{each}\n" for each in inside))
                begin = 0
            else:
                language, begin, inside = found[1], number + 1, []
        elif begin:
            inside.append(line)


def spans(path: Path) -> Iterator[Span]:
    """Yield the code in the sentences and tables of a document; each row of a table is a paragraph."""
    fenced, paragraph, before = False, 0, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if _FENCE.match(line):
            fenced = not fenced
            continue
        if fenced or (line.startswith("    ") and not before.strip()):
            continue
        if not before.strip() or line.lstrip().startswith(("|", "- ", "#")):
            paragraph = number
        before = line
        for text in _SPAN.findall(line):
            yield Span(number, paragraph, text.replace("\\|", "|"))


def name_of(path: Path) -> str:
    """Return the path of a document inside the repository."""
    return path.relative_to(ROOT).as_posix()
