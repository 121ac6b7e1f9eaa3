"""The publisher's pages: notebooks, and texts in Markdown."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

import attrs

from twingkit.core.language import language
from twingkit.core.words import LANGUAGES

NOTEBOOK = ".ipynb"
"""The suffix of pages that run code."""

TEXT = ".md"
"""The suffix of texts in Markdown: `menu.md`, or `menu.en.md` and `menu.de.md`."""

SUFFIXES = (NOTEBOOK, TEXT)

ENCODING = "utf-8-sig"
"""The encoding of a publisher's files: UTF-8, with or without a byte order mark."""

IGNORED_NAMES = ("readme", "imprint", "privacy", "license")
"""The names of texts that do not become pages."""

LONGEST_DESCRIPTION = 160
"""The largest number of characters in a description, as shown by search engines."""

Texts = Mapping[str, str]
"""A text in every language."""

_FIRST_HEADING = re.compile(r"^#{1,2}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


@attrs.frozen(kw_only=True)
class OwnPage:
    """A page of the publisher: its `name` in addresses, its file in each language (often the same), its
    titles, and its descriptions if there are any.
    """

    name: str
    files: Mapping[str, Path]
    titles: Texts
    descriptions: Texts = attrs.field(factory=dict)

    @property
    def file(self) -> Path:
        """The file of the page; the first of several."""
        return next(iter(self.files.values()))

    @property
    def is_notebook(self) -> bool:
        """True if the page can run code."""
        return self.file.suffix == NOTEBOOK

    def description(self) -> str:
        """Return the description in the current language: that of the settings, or else the first paragraph
        of a text; "" if there is neither.
        """
        if self.descriptions or self.is_notebook:
            return self.descriptions.get(language(), "")
        try:
            return first_sentences([self.files[language()].read_text(encoding=ENCODING)])
        except (OSError, UnicodeDecodeError):
            return ""


@attrs.frozen(kw_only=True)
class ListedPage:
    """The titles and descriptions that the settings give a page."""

    titles: Texts | None = None
    descriptions: Texts = attrs.field(factory=dict)


def own_pages(
    folder: Path, listed: Mapping[str, ListedPage] | None = None, but: Collection[Path] = ()
) -> tuple[OwnPage, ...]:
    """Return the notebooks and texts of a folder as pages, except the files in `but`: first those that are
    `listed`, then the others by name. The default title is the first heading of a text, or else the file
    name.
    """
    words, without = listed or {}, {path.resolve() for path in but}
    files: dict[str, dict[str, Path]] = {}
    for path in sorted(path for suffix in SUFFIXES for path in folder.glob(f"*{suffix}")):
        name, langs = page_name(path)
        if path.resolve() not in without and not (path.suffix == TEXT and name.casefold() in IGNORED_NAMES):
            files.setdefault(name, {}).update(dict.fromkeys(langs, path))
    order = [name for name in words if name in files] + [name for name in sorted(files) if name not in words]
    return tuple(_page(name, files[name], words.get(name, ListedPage())) for name in order)


def is_page_file(value: object) -> bool:
    """True if a value is the name of a notebook or a Markdown text, without a folder.

    >>> is_page_file("club.ipynb"), is_page_file("menu.md"), is_page_file("../club.ipynb")
    (True, True, False)
    """
    return isinstance(value, str) and Path(value).name == value and Path(value).suffix in SUFFIXES


def page_name(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the name of the page in a file, and the languages in which the file is shown.

    >>> page_name(Path("menu.de.md")), page_name(Path("menu.ipynb"))[0]
    (('menu', ('de',)), 'menu')
    """
    stem, _, lang = path.stem.rpartition(".")
    return (stem, (lang,)) if path.suffix == TEXT and stem and lang in LANGUAGES else (path.stem, LANGUAGES)


def _page(name: str, files: Mapping[str, Path], words: ListedPage) -> OwnPage:
    whole = {lang: files.get(lang) or next(iter(files.values())) for lang in LANGUAGES}
    titles = words.titles or {
        lang: first_heading(path) or title_from_name(name)[lang] for lang, path in whole.items()
    }
    return OwnPage(name=name, files=whole, titles=titles, descriptions=words.descriptions)


def first_heading(path: Path) -> str:
    """Return the first heading of a text, without Markdown; "" for a notebook or without a heading."""
    if path.suffix != TEXT:
        return ""
    try:
        heading = _FIRST_HEADING.search(path.read_text(encoding=ENCODING))
    except (OSError, UnicodeDecodeError):
        return ""  # `site check` says so
    return strip_markdown(heading[1]) if heading else ""


def strip_markdown(text: str) -> str:
    """Remove the Markdown from a line.

    >>> strip_markdown("Our **menu**, [as a list](menu) &amp; more")
    'Our menu, as a list & more'
    """
    from html import unescape

    shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(unescape(re.sub(r"<[^>]+>|[*_`~]", "", shown)).split())


def first_sentences(texts: Iterable[str]) -> str:
    r"""Return the first paragraph of texts in Markdown; "" if there is none.

    >>> first_sentences(["# Menu\n\nCakes, and **coffee**.\n\nMore."])
    'Cakes, and coffee.'
    """
    for text in texts:
        for paragraph in re.split(r"\n\s*\n", text):
            said = strip_markdown(paragraph)
            if said and not re.match(r"\s*([#|>`!-]|\d+\.|```|---|<)", paragraph):
                return said
    return ""


def shorten_description(text: str) -> str:
    """Shorten a text to a description, between words.

    >>> shorten_description("a word " * 50)[-7:]
    'word a…'
    """
    text = " ".join(text.split())
    return (
        text
        if len(text) <= LONGEST_DESCRIPTION
        else text[:LONGEST_DESCRIPTION].rsplit(" ", 1)[0].rstrip(" ,.;:–") + "…"
    )


def title_from_name(name: str) -> Texts:
    """Return the title of a page from its name.

    >>> title_from_name("club-night")["de"]
    'Club night'
    """
    return dict.fromkeys(LANGUAGES, name.replace("-", " ").replace("_", " ").capitalize())
