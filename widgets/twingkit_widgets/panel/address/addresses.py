"""The addresses of the site: which pages each game has, what they are called, and links to them.

A page is a folder, `en/learn/`, below the root of the site; `en/learn/shield/` is what it shows of its own
accord (`PART_PARAMETERS`), and the rest is in the query. A server and a folder of files have the same
addresses. The host says how a page reaches the root of the site (`ROOT`); where no host does, as in a
notebook, pages are the notebooks beside each other.

A game says in its entry (`GameEntry.pages`) what its pages are: a `GamePages`. A game that says nothing has a
page for each part that it fills, `coin-learn` for its lessons, say. Nothing of a game is imported before one
of its pages asks for that: a page is known by the import path of the function that makes it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Set
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import attrs

from twingkit.core.games import GameEntry, game_by_id, game_of_rule, games
from twingkit.core.language import language
from twingkit.core.rulebook import Rulebook
from twingkit.core.variants.house_rules import page_variant
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.settings.active_settings import publisher

GENERAL = ("class", "about")
"""The pages of all games that the frame leads to; the start page is behind the wordmark."""

UNLISTED = ("review",)
"""The pages of all games to which other pages lead, but not the frame."""

START = "index"
"""The start page, which has the folder of its language."""

VARIANT = "variant"
"""The parameter of the query with the rules by which the pages of a game play and judge."""

ROOT = "TWINGKIT_ROOT"
"""The environment variable with the way from a page to the root of the site, "../../" or "/games/", say."""

FOLDERS = "TWINGKIT_FOLDERS"
"""The environment variable that a host without a server sets: there links lead to the folders of
`PART_PARAMETERS`."""

PART_PARAMETERS: Mapping[str, str] = {
    "learn": "lesson",
    "practice": "topic",
    "lab": "view",
    "rules": "rule",
    "readings": "rule",
}
"""The kinds of pages whose folders have folders, and the parameter of the query that these stand for."""

MAKERS = "twingkit_widgets.site.page_functions"
"""The module that makes the pages of a game that has none of its own."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "learn": ("lessons",),
    "practice": ("questions", "starts"),
    "play": ("starts",),
    "first": ("starts",),
    "referee": ("referee",),
    "puzzles": ("puzzles",),
    "lab": ("labs", "odds"),
    "step": ("starts",),
    "rules": ("rules",),
}
"""The kinds of pages that the machines make, and the parts of a game's entry of which each needs one."""

SECTIONS = (("learn", "practice", "puzzles"), ("play", "first", "referee"))
"""The kinds of pages that are in one section."""


@attrs.frozen
class SitePage:
    """One page of a game: its address, its kind (one of `KINDS`, or another word), and what makes it.

    `make` is "module:function"; the function takes a `Query` and the `GameEntry` and returns a `PageContent`.
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
        """The pages of all sections in a row."""
        return tuple(page for section in self.sections for page in section)


def pages_of(game: str) -> GamePages:
    """The pages of the game with this id that the publisher shows.

    >>> [page.name for page in pages_of("twing").pages][:3]
    ['learn', 'practice', 'puzzles']
    """
    return without_pages(all_pages_of(game_by_id(game)), publisher().hidden)


def all_pages_of(entry: GameEntry) -> GamePages:
    """The pages of a game, also those that the publisher hides."""
    own: GamePages | None = entry.load("pages")
    return own or default_pages(entry)


def without_pages(pages: GamePages, hidden: Set[str]) -> GamePages:
    """The same pages without those of these names."""
    if hidden.isdisjoint(page.name for page in pages.pages):
        return pages
    sections = (tuple(page for page in section if page.name not in hidden) for section in pages.sections)
    ways = tuple(name for name in pages.ways if name not in hidden)
    return attrs.evolve(pages, sections=tuple(filter(None, sections)), ways=ways)


WITH_GLOSSARY = "twingkit_widgets.read.rulebook.with_glossary:GlossaryRulebook"
"""The panel of the rules of a game that has a glossary, and no panel of its own."""


def default_pages(entry: GameEntry) -> GamePages:
    """The pages of a game that names none: one for each part that its entry fills.

    >>> titles = {"en": "Coin", "de": "Münze"}
    >>> entry = GameEntry(id="coin", titles=titles, rule_prefix="CO", rules="coin:book")
    >>> [page.name for page in plain_pages(entry).pages]
    ['coin-rules']
    """
    pages = {
        kind: SitePage(f"{entry.id}-{kind}", kind, f"{MAKERS}:{kind}")
        for kind, parts in KINDS.items()
        if any(getattr(entry, part) for part in parts)
    }
    joined = [[pages.pop(kind) for kind in kinds if kind in pages] for kinds in SECTIONS]
    sections = (*map(tuple, filter(None, joined)), *((page,) for page in pages.values()))
    return GamePages(sections=sections, rulebook=WITH_GLOSSARY if entry.glossary else "")


@cache
def _index(names: tuple[str, ...], hidden: frozenset[str]) -> dict[str, tuple[str, SitePage]]:
    """Every page of these games by its name, with the game's id."""
    return {page.name: (name, page) for name in names for page in pages_of(name).pages}


def site_pages() -> Mapping[str, tuple[str, SitePage]]:
    """Every page of a game by its name, with the game's id.

    >>> site_pages()["practice"][0]
    'twing'
    """
    return _index(tuple(entry.id for entry in games()), publisher().hidden)


def page_names() -> tuple[str, ...]:
    """All pages but the start page: of the games, the publisher's own, and those about the site."""
    return (*site_pages(), *own_page_names(), *GENERAL, *UNLISTED, *publisher().legal)


def own_page_names() -> tuple[str, ...]:
    """The publisher's pages beside the kit's; one of the same name takes the place of the kit's."""
    taken = (START, *GENERAL, *UNLISTED, *site_pages())
    return tuple(page.name for page in publisher().pages if page.name not in taken)


def has_page(name: str) -> bool:
    """True if the site shows this page: links to others lead nowhere.

    >>> has_page("play"), has_page("oracle")
    (True, False)
    """
    return name == START or name in page_names()


def shown_parameter(page: str) -> str:
    """The parameter of the query that names the parts of a page; empty if it has none.

    >>> shown_parameter("learn"), shown_parameter("play")
    ('lesson', '')
    """
    _, site_page = site_pages().get(page, ("", None))
    return PART_PARAMETERS.get(site_page.kind, "") if site_page else ""


def game_of_page(page: str) -> GameEntry | None:
    """The game that a page belongs to; None for a page of all games.

    >>> game_of_page("practice").id, game_of_page("about")
    ('twing', None)
    """
    game, _ = site_pages().get(page, (None, None))
    return game_by_id(game) if game else None


def page_kind(page: str) -> str:
    """The kind of a page of a game; "" for a page of all games.

    >>> page_kind("battle-lab"), page_kind("index")
    ('lab', '')
    """
    _, site_page = site_pages().get(page, ("", None))
    return site_page.kind if site_page else ""


def page_section(page: str) -> tuple[str, ...]:
    """The pages of the section that a page belongs to, itself included; none for the start page.

    >>> page_section("practice"), page_section("about"), page_section("index")
    (('learn', 'practice', 'puzzles'), ('about',), ())
    """
    if page in (*own_page_names(), *GENERAL, *UNLISTED):
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


def page_link(page: str, **query: str) -> str:
    """Return the address of a page of the site in the language in force, for a link in another page; "" for
    a hidden page.

    Values of `query` are percent-encoded; battle lines go through `twingkit.core.links.to_link` before. Where
    a host has set `ROOT` it is that of the page's folder, as in `page_address`, without a folder in it.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", page_link, "rulebook", rule="TW-BAT-16")
    'rulebook.ipynb?rule=TW-BAT-16&lang=de'
    """
    if page in publisher().hidden:
        return ""
    root = os.environ.get(ROOT)
    if root is None:
        name = START if page == "about" else page
        return f"{name}.ipynb?{page_query(page, **query)}"
    if os.environ.get(FOLDERS):
        return root + page_address(page, **query)
    return root + _in_folder(page, page_query(page, **query))


def server_address(page: str, **query: str) -> str:
    """Return the address below the root of the site at which a server answers itself: what the page shows is
    in the query. `page_address` of the same leads there.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", server_address, "learn", lesson="shield")
    'de/learn/?lesson=shield'
    """
    return _in_folder(page, _query_text(page, query))


def page_query(page: str, **query: str) -> str:
    """Return the query of a page's own address, as in `page_link`, without a folder for what it shows.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", page_query, "rulebook", rule="TW-BAT-16")
    'rule=TW-BAT-16&lang=de'
    """
    if os.environ.get(ROOT) is not None:
        return _query_text(page, query)
    return _query_text(page, {**({"show": "about"} if page == "about" else {}), **query, "lang": language()})


def page_address(page: str, **query: str) -> str:
    """Return the address of a page below the root of the site, as it is copied and printed.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", page_address, "learn", lesson="shield"), page_address("index")
    ('de/learn/shield/', 'en/')
    >>> page_address("battle-lab", battle="F:_F5_vs_W:_W6", view="charts")
    'en/battle-lab/charts/?battle=F:_F5_vs_W:_W6'
    """
    _, site_page = site_pages().get(page, ("", None))
    name = PART_PARAMETERS.get(site_page.kind, "") if site_page else ""
    shown = query.pop(name, "")
    if not shown or not re.fullmatch(r"[\w.-]+", shown, re.ASCII):  # a folder has a plain name
        query |= {name: shown} if shown else {}
        return _in_folder(page, _query_text(page, query))
    path, sign, rest = _in_folder(page, _query_text(page, query)).partition("?")
    return f"{path}{shown}/{sign}{rest}"


def _in_folder(page: str, query_text: str) -> str:
    folder = f"{language()}/" if page == START else f"{language()}/{page}/"
    return f"{folder}?{query_text}" if query_text else folder


def _query_text(page: str, query: Mapping[str, str]) -> str:
    """The query as text; signs of the game's lines that chats take for their own are spelled out. The variant
    that the address of the open page asks for goes on to every page of its game."""
    game = game_of_page(page)
    if game and VARIANT not in query and page_variant(game.id):
        query = {**query, VARIANT: page_variant(game.id)}
    text = urlencode(query, safe=":@!*,~", quote_via=quote)
    for sign in pages_of(game.id).guarded if game else "":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


@attrs.frozen
class RequestedPage:
    """The page that an address asks for, its language ("" if it says none) and its query."""

    page: str
    lang: str
    query: str


def parse_address(path: str, query: str = "") -> RequestedPage | None:
    """Return what an address below the root of the site asks for, in any spelling; None if it is none.

    Links in a notebook name others: `learn.ipynb?lesson=shield&lang=de`. A page may also be asked for by its
    name alone, `learn`. Whether there is such a page is not looked at.

    >>> parse_address("de/learn/shield/")
    Asked(page='learn', lang='de', query='lesson=shield')
    >>> parse_address("learn.ipynb", "lesson=shield&lang=de")
    Asked(page='learn', lang='de', query='lesson=shield')
    >>> parse_address("index.ipynb", "show=about"), parse_address("learn")
    (Asked(page='about', lang='', query=''), Asked(page='learn', lang='', query=''))
    """
    parts = path.strip("/").split("/")
    lang = parts.pop(0) if parts[0] in LANGUAGES else ""
    name, *shown = parts or [START]
    page = name.removesuffix(".ipynb") or START
    pairs = [pair for pair in query.split("&") if pair]
    said = next((pair[5:] for pair in pairs if pair.startswith("lang=") and pair[5:] in LANGUAGES), "")
    pairs = [pair for pair in pairs if pair != f"lang={said}"]
    if page == START and "show=about" in pairs:
        page, pairs = "about", [pair for pair in pairs if pair != "show=about"]
    if shown:
        _, site_page = site_pages().get(page, ("", None))
        parameter = PART_PARAMETERS.get(site_page.kind, "") if site_page else ""
        if not parameter or len(shown) > 1:
            return None
        pairs = [f"{parameter}={shown[0]}", *pairs]
    return RequestedPage(page, said or lang, "&".join(pairs))


def rule_link(rule: str, **query: str) -> str:
    """Return the relative address of a rule on the rulebook's page of its game; `query` can name the page to
    which the way `back` leads.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", rule_link, "TW-BAT-16")
    'rulebook.ipynb?rule=TW-BAT-16&lang=de'
    >>> call_in_language("de", rule_link, "TW-BAT-16", back="first")
    'rulebook.ipynb?rule=TW-BAT-16&back=first&lang=de'
    """
    return page_link(page_of(game_of_rule(rule).id, "rules") or "index", rule=rule, **query)


def readings_link(rule: str) -> str:
    """Return the relative address of the readings of a rule; "" if it can be read in one way only.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", readings_link, "TW-VAR-9"), call_in_language("de", readings_link, "TW-BAT-16")
    ('readings.ipynb?rule=TW-VAR-9&lang=de', '')
    """
    game = game_of_rule(rule)
    page = page_of(game.id, "readings")
    return page_link(page, rule=rule) if page and rule in game.load("readings") else ""


def book_of(game: GameEntry) -> Rulebook:
    """The rulebook of a game, loaded when it is first asked for."""
    book: Rulebook = game.load("rules")()
    return book


def good_rules(game: GameEntry) -> tuple[str, ...]:
    """The rules of a game to begin with: those that it names, else its first ones.

    >>> good_rules(game_by_id("imperium"))[0]
    'IM-SPACE-7'
    """
    named = pages_of(game.id).good_rules
    return named or (tuple(rule.id for rule in islice(book_of(game), 3)) if game.rules else ())


def load_object(path: str) -> Any:  # whatever the path leads to
    """Return the object at an import path "module:name"; None for an empty one."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name) if module else None
