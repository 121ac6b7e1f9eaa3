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

from twingkit.games import game_of_rule, games
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.reference.names import Entry, entry_named, places
from twingkit_widgets.reference.source import CLASS, ERROR, PACKAGE, Place, Written, place_of, read
from twingkit_widgets.site.addresses import book_of, rule_link

PROSE, LISTED, CODE, EXAMPLE = "prose", "listed", "code", "example"
"""The kinds of blocks."""

_PREFIXES = "|".join(game.prefix for game in games())
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
    written_blocks: list[Block] = []
    for part in DocTestParser().parse(doc):
        if isinstance(part, str):
            written_blocks += _written(part)
        elif written_blocks and written_blocks[-1].kind == EXAMPLE:
            written_blocks[-1] = Block(EXAMPLE, (), (*written_blocks[-1].examples, part))
        else:
            written_blocks.append(Block(EXAMPLE, (), (part,)))
    return tuple(written_blocks)


def examples(doc: str) -> tuple[Example, ...]:
    """All examples of a docstring."""
    return tuple(example for block in blocks(doc) for example in block.examples)


def _written(text: str) -> Iterator[Block]:
    """The paragraphs, lists and lines of code of a text without examples."""
    for chunk in re.split(r"\n[ \t]*\n", text.strip("\n")):
        lines = chunk.split("\n")
        while lines and lines[0].strip():
            take = _block_length(lines)
            if lines[0].startswith("    "):
                yield Block(CODE, ("\n".join(line[4:] for line in lines[:take]),))
            elif _item(lines[0]):
                yield Block(LISTED, tuple(_items(lines[:take])))
            else:
                yield Block(PROSE, (" ".join(line.strip() for line in lines[:take]),))
            lines = lines[take:]


def _item(line: str) -> bool:
    return line.startswith(("- ", "* "))


def _block_length(lines: Sequence[str]) -> int:
    """Return how many of the lines belong together."""
    if lines[0].startswith("    "):
        return next((index for index, line in enumerate(lines) if not line.startswith("    ")), len(lines))
    if _item(lines[0]):
        goes_on = (index for index, line in enumerate(lines) if not (_item(line) or line.startswith(" ")))
        return next(goes_on, len(lines))
    return next((index for index, line in enumerate(lines) if index and _item(line)), len(lines))


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
    classes: dict[Place, Written] = {}
    waiting = [entry.written]
    while waiting:
        written = waiting.pop(0)
        text = " ".join(text for block in blocks(written.doc) for text in block.texts)
        for _, code, _ in _PIECES.findall(text):
            home = place_of(written.place.module, code) if code.isidentifier() else None
            if home is None or home in classes or home in places() or not home.module.startswith(PACKAGE):
                continue
            if home.name and (described := read(home)).kind in (CLASS, ERROR):
                classes[home] = described
                waiting.append(described)
    return list(classes.values())


@attrs.frozen
class Prose:
    """The rendering of the texts of an entry: its own parameters are no links; `site` allows links to
    pages."""

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
        end = 0
        for match in _PIECES.finditer(text):
            parts += [text[end : match.start()], self._rule(match[3]) if match[3] else self._code(match[2])]
            end = match.end()
        return join(*parts, text[end:])

    def _code(self, code: str) -> Markup:
        """Code; what names another entry leads to it."""
        text = el("code", code, cls="tk-code")
        name = code.partition("(")[0]
        if re.search(rf"\b{re.escape(name)}\s*[:=,)]", self.entry.signature):
            return text  # a parameter that is called like something else
        entry = entry_named(code, self.entry)
        if entry is None or entry.name == self.entry.name:
            return text
        return button(text, "open", entry.name, cls="tk-ref-name", key=None, title=entry.summary)

    def _rule(self, rule: str) -> Markup:
        """The id of a rule; on the site a link to it."""
        game = game_of_rule(rule)
        book = book_of(game)
        if rule not in book:
            return el("span", rule)
        title = book[rule].title(self.lang)
        if not self.site:
            return el("span", rule, cls="tk-rule", title=title)
        return el("a", rule, href=rule_link(rule, self.lang), cls="tk-rule", title=title)
