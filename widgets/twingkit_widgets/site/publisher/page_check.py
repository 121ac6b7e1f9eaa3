"""Check a publisher's pages without running them: names, invalid notebooks, invalid Python, broken pictures
and links.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import parse_qs, unquote

from twingkit.core.cards.box_faults import box_value_text
from twingkit.core.games import installed_games
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.address.addresses import (
    GENERAL_PAGES,
    PART_PARAMETER_BY_KIND,
    START,
    UNLISTED_PAGES,
    all_pages_of,
)
from twingkit_widgets.panel.settings.faults import SettingsFault, unreadable_file_fault, verbatim_text
from twingkit_widgets.panel.settings.own_page import (
    ENCODING,
    SUFFIXES,
    PublisherPage,
    page_name_and_languages,
)
from twingkit_widgets.panel.settings.settings import LEGAL, PublisherSettings
from twingkit_widgets.site.page_parts import PARTS

_RESERVED_NAMES = (*LANGUAGES, *GENERAL_PAGES, *UNLISTED_PAGES, *LEGAL, "api", "voila")
"""Page names that a publisher cannot use, since they have another meaning in addresses."""

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
"""Matches valid page names, which can be part of an address."""


def page_faults(settings: PublisherSettings) -> Iterator[SettingsFault]:
    """Yield the faults in the publisher's pages: invalid names, broken notebooks and, in pages without a
    broken notebook, faulty texts.
    """
    for page in settings.pages:
        yield from _name_faults(page)
        broken = list(_notebook_faults(page)) if page.is_notebook else []
        yield from broken or _text_faults(settings, page)


def _name_faults(page: PublisherPage) -> Iterator[SettingsFault]:
    """Yield faults for names that an address cannot contain, and for files hidden by one of the same name."""
    if not NAME.fullmatch(page.name) or (page.name in _RESERVED_NAMES and page.name != START):
        yield SettingsFault("page_name", {"found": box_value_text(page.name)}, file=str(page.first_file))
    for suffix in SUFFIXES:
        for path in sorted(page.first_file.parent.glob(f"{page.name}*{suffix}")):
            if page_name_and_languages(path)[0] == page.name and path not in page.file_by_language.values():
                yield SettingsFault("page_twice", {"found": box_value_text(page.name)}, file=str(path))


# -- notebooks


def _notebook_faults(page: PublisherPage) -> Iterator[SettingsFault]:
    """Yield faults for invalid notebooks and for code cells with invalid Python."""
    file = str(page.first_file)
    try:
        cells = json.loads(page.first_file.read_text(encoding=ENCODING))["cells"]
        sources = ["".join(cell["source"]) if cell["cell_type"] == "code" else "" for cell in cells]
    except UnicodeDecodeError as why:
        yield unreadable_file_fault(page.first_file, why, fatal=False)
        return
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as why:
        yield _no_notebook(page, f"{type(why).__name__}: {why}")
        return
    for number, source in enumerate(sources, 1):
        if re.search(r"^\s*[%!]", source, re.MULTILINE):
            continue  # such as a line for the shell
        try:
            ast.parse(source)
        except SyntaxError as why:
            facts = {"n": number, "why": verbatim_text(why.msg)}
            yield SettingsFault("cell", facts, line_number=why.lineno, file=file, fatal=False)


def _no_notebook(page: PublisherPage, why: object) -> SettingsFault:
    return SettingsFault("not_notebook", {"why": verbatim_text(why)}, file=str(page.first_file), fatal=False)


# -- texts


def _text_faults(settings: PublisherSettings, page: PublisherPage) -> Iterator[SettingsFault]:
    from twingkit_widgets.site.own_notebook import cell_markdown_converter, notebook_of_publisher_page

    paths = list(dict.fromkeys(page.file_by_language.values()))
    unread = list(_unread(paths))
    if unread:
        yield from unread
        return
    try:
        cells = notebook_of_publisher_page(page).cells  # a text has a cell for each file
    except (ValueError, RecursionError) as why:
        yield _no_notebook(page, why)
        return
    for number, cell in enumerate(cells):
        if cell.cell_type != "markdown":
            continue
        text = cell_markdown_converter(cell, page.first_file.parent)
        text.html(cell.source)  # collects its faults and its links
        dead = [
            ("no_link", address)
            for address, place, query in text.links
            if not _address_exists(settings, [unquote(name) for name in place], query)
        ]
        path = page.first_file if page.is_notebook else paths[number]
        for case, address in (*text.faults, *dead):
            line = None if page.is_notebook else _line_of(address, path)
            yield SettingsFault(
                case, {"found": box_value_text(address)}, line_number=line, file=str(path), fatal=False
            )


def _unread(paths: Sequence[Path]) -> Iterator[SettingsFault]:
    for path in paths:
        try:
            path.read_text(encoding=ENCODING)
        except (OSError, UnicodeDecodeError) as why:
            yield unreadable_file_fault(path, why, fatal=False)


def _line_of(address: str, text: Path) -> int | None:
    """Return the number of the first line of a file that contains an address; None if there is none."""
    lines = text.read_text(encoding=ENCODING).splitlines()
    return next((number for number, line in enumerate(lines, 1) if address in line), None)


# -- links


def _address_exists(settings: PublisherSettings, place: Sequence[str], query: str) -> bool:
    """Return whether an address leads to a page, and part of a page, that the site with these settings has.

    `place` is the path below the language, such as `learn`, `shield`.
    """
    name, *parts = place
    if (
        name
        in {*GENERAL_PAGES, *UNLISTED_PAGES, *settings.legal_pages, *(own.name for own in settings.pages)}
        and not parts
    ):
        return True
    if name in settings.hidden_pages:
        return False
    for entry in installed_games():
        page = next((page for page in all_pages_of(entry).pages if page.name == name), None)
        if page is None or (settings.games and entry.id not in settings.games):
            continue
        named = parts or parse_qs(query).get(PART_PARAMETER_BY_KIND.get(page.kind, ""), [])
        if not named or page.kind not in PARTS:
            return not parts
        lessons = settings.house_rules(entry.id).lessons_folder
        own = [path.stem for path in lessons.glob("*.toml")] if lessons and page.kind == "learn" else []
        return len(named) == 1 and named[0] in (*PARTS[page.kind](entry.id, name), *own)
    return False
