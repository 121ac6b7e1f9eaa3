"""The addresses of the site: which pages each game has, what they are called, and links to them.

A game says in its entry (`GameEntry.pages`) what its pages are: a `GamePages`. A game that says nothing has a
page for each part that it fills, `coin-learn` for its lessons, say. Nothing of a game is imported before one
of its pages asks for that: a page is known by the import path of the function that makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import attrs

from twingkit.games import GameEntry, game_named, game_of_rule, games
from twingkit.rulebook import Rulebook

SHARED = ("about",)
"""The pages of all games that the frame leads to; the start page is behind the wordmark."""

MAKERS = "twingkit_widgets.site.page_functions"
"""The module that makes the pages of a game that has none of its own."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "learn": ("lessons",),
    "practice": ("questions", "starts"),
    "play": ("starts",),
    "lab": ("labs", "odds"),
    "step": ("starts",),
    "rules": ("rules",),
}
"""The kinds of pages that the machines make, and the parts of a game's entry of which each needs one."""


@attrs.frozen
class SitePage:
    """One page of a game: its address, its kind (one of `KINDS`, or another word), and what makes it.

    `make` is "module:function"; the function takes a `Query` and the `GameEntry` and returns an `Opened`.
    """

    name: str
    kind: str
    make: str


@attrs.frozen(kw_only=True)
class GamePages:
    """The pages of a game: `sections` are what the head leads to, each the pages of one section.

    A section has the name of its first page. `ways` are the pages that the start page offers, all of them if
    it is empty; `card` is "module:class" of what the start page shows of the game (a `StartCard`), `words`
    the catalogue of its pages, `rulebook` "module:class" of the panel of its rules. `good_rules` are those to
    begin with. `parts` are what the help of a page explains one by one. `guarded` are signs of its lines that
    an address may hold but chats take for their own: links to its pages spell them out.
    """

    sections: tuple[tuple[SitePage, ...], ...]
    ways: tuple[str, ...] = ()
    card: str = "twingkit_widgets.site.start_card:StartCard"
    words: Path | None = None
    rulebook: str = ""
    good_rules: tuple[str, ...] = ()
    parts: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    guarded: str = ""

    @property
    def pages(self) -> tuple[SitePage, ...]:
        """All its pages."""
        return tuple(page for section in self.sections for page in section)


def pages_of(game: str) -> GamePages:
    """The pages of the game with this id.

    >>> [page.name for page in pages_of("twing").pages][:3]
    ['learn', 'practice', 'play']
    """
    entry = game_named(game)
    own: GamePages | None = entry.load("pages")
    return own or plain_pages(entry)


def plain_pages(entry: GameEntry) -> GamePages:
    """The pages of a game that names none: one for each part that its entry fills.

    >>> entry = GameEntry(id="coin", titles={"en": "Coin", "de": "Münze"}, prefix="CO", rules="coin:book")
    >>> [page.name for page in plain_pages(entry).pages]
    ['coin-rules']
    """
    pages = {
        kind: SitePage(f"{entry.id}-{kind}", kind, f"{MAKERS}:{kind}")
        for kind, parts in KINDS.items()
        if any(getattr(entry, part) for part in parts)
    }
    taught = tuple(pages.pop(kind) for kind in ("learn", "practice") if kind in pages)
    return GamePages(sections=(*((taught,) if taught else ()), *((page,) for page in pages.values())))


@cache
def _index(names: tuple[str, ...]) -> dict[str, tuple[str, SitePage]]:
    """Every page of these games by its name, with the game's id."""
    return {page.name: (name, page) for name in names for page in pages_of(name).pages}


def site_pages() -> Mapping[str, tuple[str, SitePage]]:
    """Every page of a game by its name, with the game's id.

    >>> site_pages()["practice"][0]
    'twing'
    """
    return _index(tuple(entry.id for entry in games()))


def page_names() -> tuple[str, ...]:
    """All pages but the start page."""
    return (*site_pages(), *SHARED)


def game_of_page(page: str) -> GameEntry | None:
    """The game that a page belongs to; None for a page of all games.

    >>> game_of_page("practice").id, game_of_page("about")
    ('twing', None)
    """
    game, _ = site_pages().get(page, (None, None))
    return game_named(game) if game else None


def section_of(page: str) -> tuple[str, ...]:
    """The pages of the section that a page belongs to, itself included; none for the start page.

    >>> section_of("practice"), section_of("about"), section_of("index")
    (('learn', 'practice'), ('about',), ())
    """
    if page in SHARED:
        return (page,)
    game = game_of_page(page)
    for section in pages_of(game.id).sections if game else ():
        names = tuple(inner.name for inner in section)
        if page in names:
            return names
    return ()


def page_of(game: str, kind: str) -> str | None:
    """The name of a game's page of this kind; None if it has none.

    >>> page_of("twing", "rules"), page_of("imperium", "rules"), page_of("twing", "oracle")
    ('rulebook', 'imperium-rules', None)
    """
    return next((page.name for page in pages_of(game).pages if page.kind == kind), None)


def page_link(page: str, lang: str, **query: str) -> str:
    """Return the relative address of a page of the site, in `lang`; it works under any prefix.

    Values of `query` are percent-encoded; battle lines go through `twingkit.links.to_link` before.

    >>> page_link("rulebook", "de", rule="TW-BAT-16")
    'rulebook.ipynb?rule=TW-BAT-16&lang=de'
    """
    name, extra = ("index", {"show": "about"}) if page == "about" else (page, {})
    query_text = urlencode({**extra, **query, "lang": lang}, safe=":@!*,~")
    game = game_of_page(page)
    for sign in pages_of(game.id).guarded if game else "":
        query_text = query_text.replace(sign, f"%{ord(sign):02X}")
    return f"{name}.ipynb?{query_text}"


def rule_link(rule: str, lang: str) -> str:
    """Return the relative address of a rule on the rulebook's page of its game.

    >>> rule_link("TW-BAT-16", "de")
    'rulebook.ipynb?rule=TW-BAT-16&lang=de'
    """
    return page_link(page_of(game_of_rule(rule).id, "rules") or "index", lang, rule=rule)


def book_of(game: GameEntry) -> Rulebook:
    """The rulebook of a game, loaded when it is first asked for."""
    book: Rulebook = game.load("rules")()
    return book


def good_rules(game: GameEntry) -> tuple[str, ...]:
    """The rules of a game to begin with: those that it names, else its first ones.

    >>> good_rules(game_named("imperium"))[0]
    'IM-SPACE-7'
    """
    named = pages_of(game.id).good_rules
    return named or (tuple(rule.id for rule in islice(book_of(game), 3)) if game.rules else ())


def loaded(path: str) -> Any:
    """Return the object at an import path "module:name"; None for an empty one."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name) if module else None
