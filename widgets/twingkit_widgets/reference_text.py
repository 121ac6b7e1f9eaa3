"""A docstring as a page shows it: prose, lists, lines of code, and its example; code and rules as links.

Docstrings are written as the kit writes them: paragraphs, lists of `- ` or `* `, lines of code four blanks
in, `code` between backticks, rules by their ids, and examples as a Python session (`>>>`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from doctest import DocTestParser, Example
from functools import cache

import attrs

from twingkit_widgets.frame import page_link
from twingkit_widgets.games import GAMES, game_of_rule
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.reference_names import Entry, meant, places
from twingkit_widgets.reference_source import CLASS, ERROR, PACKAGE, Place, Written, place_of, read

PROSE, LISTED, CODE, EXAMPLE = "prose", "listed", "code", "example"
"""The kinds of blocks."""

_PREFIXES = "|".join(game.prefix for game in GAMES)
_PIECES = re.compile(rf"(`+)(.+?)\1|((?:{_PREFIXES})-[A-Z]+-\w+)", re.DOTALL)


@attrs.frozen
class Block:
    """A part of a docstring: a paragraph, a list (one text for each item), lines of code, or examples."""

    kind: str
    texts: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()


@cache
def blocks(doc: str) -> tuple[Block, ...]:
    """The parts of a docstring in order.

    >>> [block.kind for block in blocks("Adds.\\n\\n- one\\n- two\\n\\n>>> 1 + 1\\n2")]
    ['prose', 'listed', 'example']
    """
    found: list[Block] = []
    for part in DocTestParser().parse(doc):
        if isinstance(part, str):
            found += _written(part)
        elif found and found[-1].kind == EXAMPLE:
            found[-1] = Block(EXAMPLE, (), (*found[-1].examples, part))
        else:
            found.append(Block(EXAMPLE, (), (part,)))
    return tuple(found)


def examples(doc: str) -> tuple[Example, ...]:
    """All examples of a docstring."""
    return tuple(each for block in blocks(doc) for each in block.examples)


def _written(text: str) -> Iterator[Block]:
    """The paragraphs, lists and lines of code of a text without examples."""
    for chunk in re.split(r"\n[ \t]*\n", text.strip("\n")):
        lines = chunk.split("\n")
        while lines and lines[0].strip():
            take = _taken(lines)
            if lines[0].startswith("    "):
                yield Block(CODE, ("\n".join(line[4:] for line in lines[:take]),))
            elif _item(lines[0]):
                yield Block(LISTED, tuple(_items(lines[:take])))
            else:
                yield Block(PROSE, (" ".join(line.strip() for line in lines[:take]),))
            lines = lines[take:]


def _item(line: str) -> bool:
    return line.startswith(("- ", "* "))


def _taken(lines: Sequence[str]) -> int:
    """How many of the lines belong together."""
    if lines[0].startswith("    "):
        return next((at for at, line in enumerate(lines) if not line.startswith("    ")), len(lines))
    if _item(lines[0]):
        goes_on = (at for at, line in enumerate(lines) if not (_item(line) or line.startswith(" ")))
        return next(goes_on, len(lines))
    return next((at for at, line in enumerate(lines) if at and _item(line)), len(lines))


def _items(lines: Sequence[str]) -> Iterator[str]:
    item: list[str] = []
    for line in lines:
        if _item(line) and item:
            yield " ".join(item)
            item = []
        item.append(line[2:].strip() if _item(line) else line.strip())
    yield " ".join(item)


def spoken_of(entry: Entry) -> list[Written]:
    """The classes that a docstring names and that the reference does not list, such as the rows of a table.

    What their docstrings name counts, too.
    """
    found: dict[Place, Written] = {}
    waiting = [entry.written]
    while waiting:
        written = waiting.pop(0)
        text = " ".join(text for block in blocks(written.doc) for text in block.texts)
        for _, code, _ in _PIECES.findall(text):
            place = place_of(written.place.module, code) if code.isidentifier() else None
            if place is None or place in found or place in places() or not place.module.startswith(PACKAGE):
                continue
            if place.name and (told := read(place)).kind in (CLASS, ERROR):
                found[place] = told
                waiting.append(told)
    return list(found.values())


@attrs.frozen
class Prose:
    """How texts of an entry are shown: its own parameters are no links; `site` allows links to pages."""

    entry: Entry
    lang: str
    site: bool = False

    def html(self, block: Block) -> Markup:
        """A block that is no example."""
        if block.kind == LISTED:
            return el("ul", [el("li", self.inline(text)) for text in block.texts])
        if block.kind == CODE:
            return el("pre", el("code", block.texts[0]), cls="tk-ref-code", tabindex="0")
        return el("p", self.inline(block.texts[0]))

    def inline(self, text: str) -> Markup:
        """A text with its code, its names and its rules marked."""
        parts: list[Child] = []
        at = 0
        for found in _PIECES.finditer(text):
            parts += [text[at : found.start()], self._rule(found[3]) if found[3] else self._code(found[2])]
            at = found.end()
        return join(*parts, text[at:])

    def _code(self, code: str) -> Markup:
        """Code; what names another entry leads to it."""
        text = el("code", code, cls="tk-code")
        name = code.partition("(")[0]
        if re.search(rf"\b{re.escape(name)}\s*[:=,)]", self.entry.signature):
            return text  # a parameter that is called like something else
        found = meant(code, self.entry)
        if found is None or found.name == self.entry.name:
            return text
        return button(text, "open", found.name, cls="tk-ref-name", key=None, title=found.summary)

    def _rule(self, rule: str) -> Markup:
        """The id of a rule; on the site a link to it."""
        game = game_of_rule(rule)
        if rule not in game.book():
            return el("span", rule)
        title = game.book()[rule].title(self.lang)
        if not self.site:
            return el("span", rule, cls="tk-rule", title=title)
        link = page_link(game.rules, self.lang, rule=rule)
        return el("a", rule, href=link, cls="tk-rule", title=title)
