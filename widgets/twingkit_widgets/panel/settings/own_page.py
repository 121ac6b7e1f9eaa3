"""The publisher's pages: notebooks, and texts in Markdown."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import attrs

from twingkit.core.language import language
from twingkit.core.words import LANGUAGES

NOTEBOOK = ".ipynb"
"""The file suffix of notebooks, the pages that run code."""

TEXT = ".md"
"""The file suffix of pages in Markdown: `menu.md`, or `menu.en.md` and `menu.de.md`."""

SUFFIXES = (NOTEBOOK, TEXT)

ENCODING = "utf-8-sig"
"""The encoding of a publisher's files: UTF-8, with or without a byte order mark."""

_IGNORED_NAMES = ("readme", "imprint", "privacy", "license")
"""Markdown files of these names do not become pages."""

_LONGEST_DESCRIPTION = 160
"""The largest number of characters in a description, as shown by search engines."""

TextByLanguage = Mapping[str, str]
"""A text in every language."""

_FIRST_HEADING = re.compile(r"^#{1,2}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


@attrs.frozen(kw_only=True)
class PublisherPage:
    """A page of the publisher: its name in addresses, its files, titles and descriptions by language."""

    name: str
    file_by_language: Mapping[str, Path]
    titles: TextByLanguage
    descriptions: TextByLanguage = attrs.field(factory=dict)

    @property
    def first_file(self) -> Path:
        """The file of the page; the first of several."""
        return next(iter(self.file_by_language.values()))

    @property
    def is_notebook(self) -> bool:
        """True if the page can run code."""
        return self.first_file.suffix == NOTEBOOK

    def description(self) -> str:
        """Return the description in the current language, by default the first paragraph of a text or ""."""
        if self.descriptions or self.is_notebook:
            return self.descriptions.get(language(), "")
        try:
            return first_paragraph([self.file_by_language[language()].read_text(encoding=ENCODING)])
        except (OSError, UnicodeDecodeError):
            return ""


@attrs.frozen(kw_only=True)
class ListedPage:
    """The entry of a page in the publisher's settings, with its titles and descriptions by language."""

    titles: TextByLanguage | None = None
    descriptions: TextByLanguage = attrs.field(factory=dict)


def own_pages(
    folder: Path, listed_pages: Mapping[str, ListedPage] | None = None, excluded_files: Collection[Path] = ()
) -> tuple[PublisherPage, ...]:
    """Return the notebooks and Markdown files in a folder as pages: those `listed_pages`, then the others by
    name.

    The default title is the first heading of a text, or else the file name.
    """
    words, without = listed_pages or {}, {path.resolve() for path in excluded_files}
    files: dict[str, dict[str, Path]] = {}
    for path in sorted(path for suffix in SUFFIXES for path in folder.glob(f"*{suffix}")):
        name, langs = page_name_and_languages(path)
        if path.resolve() not in without and not (path.suffix == TEXT and name.casefold() in _IGNORED_NAMES):
            files.setdefault(name, {}).update(dict.fromkeys(langs, path))
    order = [name for name in words if name in files] + [name for name in sorted(files) if name not in words]
    return tuple(_page(name, files[name], words.get(name, ListedPage())) for name in order)


def is_page_file_name(value: object) -> bool:
    """True if a value is the file name of a notebook or a Markdown text, without a folder.

    >>> is_page_file_name("club.ipynb"), is_page_file_name("menu.md"), is_page_file_name("../club.ipynb")
    (True, True, False)
    """
    return isinstance(value, str) and Path(value).name == value and Path(value).suffix in SUFFIXES


def page_name_and_languages(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the page name that a publisher's file gives, and the languages in which the page shows it
    (`menu.de.md`: only German).

    >>> page_name_and_languages(Path("menu.de.md")), page_name_and_languages(Path("menu.ipynb"))[0]
    (('menu', ('de',)), 'menu')
    """
    stem, _, lang = path.stem.rpartition(".")
    return (stem, (lang,)) if path.suffix == TEXT and stem and lang in LANGUAGES else (path.stem, LANGUAGES)


def _page(name: str, files: Mapping[str, Path], words: ListedPage) -> PublisherPage:
    whole = {lang: files.get(lang) or next(iter(files.values())) for lang in LANGUAGES}
    titles = words.titles or {
        lang: _first_heading(path) or title_from_name(name)[lang] for lang, path in whole.items()
    }
    return PublisherPage(name=name, file_by_language=whole, titles=titles, descriptions=words.descriptions)


def _first_heading(path: Path) -> str:
    """Return the first heading of a Markdown file as plain text; "" for a notebook or without a heading."""
    if path.suffix != TEXT:
        return ""
    try:
        heading = _FIRST_HEADING.search(path.read_text(encoding=ENCODING))
    except (OSError, UnicodeDecodeError):
        return ""  # `site check` says so
    return _strip_markdown(heading[1]) if heading else ""


def _strip_markdown(text: str) -> str:
    """Return a line of text without its Markdown formatting.

    >>> _strip_markdown("Our **menu**, [as a list](menu) &amp; more")
    'Our menu, as a list & more'
    """
    from html import unescape

    shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(unescape(re.sub(r"<[^>]+>|[*_`~]", "", shown)).split())


def first_paragraph(texts: Iterable[str]) -> str:
    r"""Return the first paragraph of running text in Markdown texts, without markup; "" if there is none.

    >>> first_paragraph(["# Menu\n\nCakes, and **coffee**.\n\nMore."])
    'Cakes, and coffee.'
    """
    for text in texts:
        for paragraph in re.split(r"\n\s*\n", text):
            said = _strip_markdown(paragraph)
            if said and not re.match(r"\s*([#|>`!-]|\d+\.|```|---|<)", paragraph):
                return said
    return ""


def truncate_description(text: str) -> str:
    """Shorten a text at a word boundary to at most `_LONGEST_DESCRIPTION` characters.

    >>> truncate_description("a word " * 50)[-7:]
    'word a…'
    """
    text = " ".join(text.split())
    return (
        text
        if len(text) <= _LONGEST_DESCRIPTION
        else text[:_LONGEST_DESCRIPTION].rsplit(" ", 1)[0].rstrip(" ,.;:–") + "…"
    )


def title_from_name(name: str) -> TextByLanguage:
    """Derive the title of a page from its name, the same in every language.

    >>> title_from_name("club-night")["de"]
    'Club night'
    """
    return dict.fromkeys(LANGUAGES, name.replace("-", " ").replace("_", " ").capitalize())
