"""The addresses of the site: the pages of each game, their names, and links to them.

A page is a folder, `en/learn/`, below the root of the site. `en/learn/shield/` names a part of the page
(`PART_PARAMETER_BY_KIND`); everything else is in the query. A server and a published folder of files use the
same addresses. The host says how a page reaches the root of the site (`ROOT`); without a host, as in a
notebook, pages are notebooks in one folder.

A game defines its pages in its entry (`GameEntry.pages`): a `GamePages`. Other games get a page for each part
that their entry fills, such as `coin-learn` for lessons. No module of a game is imported before one of its
pages needs it: a page is given by the import path of the function that makes it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Set
from functools import cache
from itertools import islice
from pathlib import Path
from urllib.parse import quote, urlencode

import attrs

from twingkit.core.games import GameEntry, game_by_id, game_of_rule, games
from twingkit.core.language import language
from twingkit.core.rulebook import Rulebook
from twingkit.core.variants.house_rules import address_variant_line
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.settings.active_settings import publisher_settings

GENERAL_PAGES = ("class", "about")
"""The pages about all games in the menu of the frame; the wordmark leads to the start page."""

UNLISTED_PAGES = ("review",)
"""The pages about all games that other pages link to, but not the frame."""

START = "index"
"""The start page, whose folder is that of its language."""

VARIANT = "variant"
"""The query parameter with the variant under which the pages of a game play and judge."""

ROOT = "TWINGKIT_ROOT"
"""The environment variable with the path from a page to the root of the site, such as "../../" or "/games/".
"""

FOLDERS = "TWINGKIT_FOLDERS"
"""The environment variable that a host without a server sets: links then lead to the folders of page parts.
"""

PART_PARAMETER_BY_KIND: Mapping[str, str] = {
    "learn": "lesson",
    "practice": "topic",
    "lab": "view",
    "rules": "rule",
    "readings": "rule",
}
"""The kinds of pages whose parts have their own folders, with the query parameter that names the part."""

_PAGE_FUNCTIONS_MODULE = "twingkit_widgets.site.page_functions"
"""The module with the default page functions."""

_ENTRY_PARTS_BY_KIND: Mapping[str, tuple[str, ...]] = {
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
"""The kinds of pages with default functions, and the parts of a game's entry of which each needs one."""

SECTIONS = (("learn", "practice", "puzzles"), ("play", "first", "referee"))
"""The page kinds of each section of a game's pages."""


@attrs.frozen
class GamePage:
    """One page of a game: its name in addresses, its kind (often a key of `_ENTRY_PARTS_BY_KIND`), and the
    function that makes it.

    `maker_path` is "module:function", by default that of its kind for all games; the function takes a `Query`
    and the `GameEntry` and returns a `OpenedPanel`.
    """

    name: str
    kind: str
    maker_path: str = attrs.field()

    @maker_path.default
    def _maker_path_of_kind(self) -> str:
        return f"{_PAGE_FUNCTIONS_MODULE}:{self.kind}_page"


@attrs.frozen(kw_only=True)
class GamePages:
    """The pages of a game, grouped into the sections of its menu, and the files that the pages use.

    A section is named after its first page. `start_pages` are the pages offered on the start page (all if it
    is empty); `card_path` is "module:class" of the game's card there (a `StartCard`), `words_file` the
    catalogue of its pages, `rulebook_path` "module:class" of its rulebook panel, `disagreements_path` of its
    panel of rules with several interpretations. `starter_rules` are rules to begin with. `explained_parts`
    are explained one by one in the help of a page. `escaped_characters` are characters of position strings
    that chats interpret: links encode them.
    """

    sections: tuple[tuple[GamePage, ...], ...]
    start_pages: tuple[str, ...] = ()
    card_path: str = "twingkit_widgets.site.start_card:StartCard"
    words_file: Path | None = None
    rulebook_path: str = ""
    disagreements_path: str = ""
    starter_rules: tuple[str, ...] = ()
    explained_parts: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    escaped_characters: str = ""

    @property
    def pages(self) -> tuple[GamePage, ...]:
        """The pages of all sections."""
        return tuple(page for section in self.sections for page in section)


def pages_of(game: str) -> GamePages:
    """Return the pages of a game that the publisher shows.

    >>> [page.name for page in pages_of("twing").pages][:3]
    ['learn', 'practice', 'puzzles']
    """
    return _without_pages(all_pages_of(game_by_id(game)), publisher_settings().hidden_pages)


def all_pages_of(entry: GameEntry) -> GamePages:
    """Return all pages of a game, including those that the publisher hides."""
    own: GamePages | None = entry.load("pages")
    return own or default_pages(entry)


def _without_pages(pages: GamePages, hidden: Set[str]) -> GamePages:
    if hidden.isdisjoint(page.name for page in pages.pages):
        return pages
    sections = (tuple(page for page in section if page.name not in hidden) for section in pages.sections)
    ways = tuple(name for name in pages.start_pages if name not in hidden)
    return attrs.evolve(pages, sections=tuple(filter(None, sections)), start_pages=ways)


_GLOSSARY_RULEBOOK_PATH = "twingkit_widgets.read.rulebook.glossary_rulebook:GlossaryRulebook"
"""The default rulebook panel of a game with a glossary."""


def default_pages(entry: GameEntry) -> GamePages:
    """Return the pages of a game that declares none: one for each part that its `GameEntry` provides, such as
    rules.

    >>> titles = {"en": "Coin", "de": "Münze"}
    >>> entry = GameEntry(id="coin", titles=titles, rule_prefix="CO", rules="coin:book")
    >>> [page.name for page in default_pages(entry).pages]
    ['coin-rules']
    """
    pages = {
        kind: GamePage(f"{entry.id}-{kind}", kind)
        for kind, parts in _ENTRY_PARTS_BY_KIND.items()
        if any(getattr(entry, part) for part in parts)
    }
    joined = [[pages.pop(kind) for kind in kinds if kind in pages] for kinds in SECTIONS]
    sections = (*map(tuple, filter(None, joined)), *((page,) for page in pages.values()))
    return GamePages(sections=sections, rulebook_path=_GLOSSARY_RULEBOOK_PATH if entry.glossary else "")


@cache
def _index(names: tuple[str, ...], hidden: frozenset[str]) -> dict[str, tuple[str, GamePage]]:
    """Map the name of every page of the games with the ids `names` to the game's id and the page, without the
    `hidden` pages.
    """
    return {page.name: (name, page) for name in names for page in pages_of(name).pages}


def game_page_by_name() -> Mapping[str, tuple[str, GamePage]]:
    """Map the name of every page of a game to the game's id and the page.

    >>> game_page_by_name()["practice"][0]
    'twing'
    """
    return _index(tuple(entry.id for entry in games()), publisher_settings().hidden_pages)


def subpage_names() -> tuple[str, ...]:
    """Return the names of all pages except the start page."""
    return (
        *game_page_by_name(),
        *added_publisher_page_names(),
        *GENERAL_PAGES,
        *UNLISTED_PAGES,
        *publisher_settings().legal_pages,
    )


def added_publisher_page_names() -> tuple[str, ...]:
    """Return the names of the publisher's pages that do not replace a page of the kit."""
    taken = (START, *GENERAL_PAGES, *UNLISTED_PAGES, *game_page_by_name())
    return tuple(page.name for page in publisher_settings().pages if page.name not in taken)


def shows_page(name: str) -> bool:
    """True if the site shows a page of this name. Links to other pages are omitted.

    >>> shows_page("play"), shows_page("oracle")
    (True, False)
    """
    return name == START or name in subpage_names()


def part_parameter(page: str) -> str:
    """Return the query parameter that selects a part of this page, such as a lesson; "" if the page has no
    parts.

    >>> part_parameter("learn"), part_parameter("play")
    ('lesson', '')
    """
    return PART_PARAMETER_BY_KIND.get(page_kind(page), "")


def game_of_page(page: str) -> GameEntry | None:
    """Return the game that a page belongs to; None for a page about all games.

    >>> game_of_page("practice").id, game_of_page("about")
    ('twing', None)
    """
    game, _ = game_page_by_name().get(page, (None, None))
    return game_by_id(game) if game else None


def page_kind(page: str) -> str:
    """Return the kind of a page of a game; "" for a page about all games.

    >>> page_kind("battle-lab"), page_kind("index")
    ('lab', '')
    """
    _, site_page = game_page_by_name().get(page, ("", None))
    return site_page.kind if site_page else ""


def section_page_names(page: str) -> tuple[str, ...]:
    """Return the names of all pages in the same menu section as a page, including itself; () for the start
    page.

    >>> section_page_names("practice"), section_page_names("about"), section_page_names("index")
    (('learn', 'practice', 'puzzles'), ('about',), ())
    """
    if page in (*added_publisher_page_names(), *GENERAL_PAGES, *UNLISTED_PAGES):
        return (page,)
    game = game_of_page(page)
    for section in pages_of(game.id).sections if game else ():
        names = tuple(inner.name for inner in section)
        if page in names:
            return names
    return ()


def page_name_of(game: str, kind: str) -> str | None:
    """Return the name of the page of this kind that a game has; None if it has none.

    >>> page_name_of("twing", "rules"), page_name_of("imperium", "rules"), page_name_of("twing", "oracle")
    ('rulebook', 'imperium-rules', None)
    """
    return next((page.name for page in pages_of(game).pages if page.kind == kind), None)


def page_href(page: str, **query: str) -> str:
    """Return the address of a page in the current language, for a link in another page; "" for a hidden page.

    Values of `query` are percent-encoded here; encode position strings with
    `twingkit.core.links.to_link_value` before. If a host has set `ROOT`, the address is that of the page's
    folder, as in `canonical_address`, without the folder of a part.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", page_href, "rulebook", rule="TW-BAT-16")
    'rulebook.ipynb?rule=TW-BAT-16&lang=de'
    """
    if page in publisher_settings().hidden_pages:
        return ""
    root = os.environ.get(ROOT)
    if root is None:
        name = START if page == "about" else page
        return f"{name}.ipynb?{page_query(page, **query)}"
    if os.environ.get(FOLDERS):
        return root + canonical_address(page, **query)
    return root + _in_folder(page, page_query(page, **query))


def server_page_address(page: str, **query: str) -> str:
    """Return the address, relative to the root of the site, at which a server sends a page without a
    redirect. A part of the page is named in the query.

    `canonical_address` with the same arguments redirects there. Both are relative to the root of the site.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", server_page_address, "learn", lesson="shield")
    'de/learn/?lesson=shield'
    """
    return _in_folder(page, _query_text(page, query))


def page_query(page: str, **query: str) -> str:
    """Return the query string for a page's own address: the given parameters, including one that selects a
    part, and the language unless the address already contains it.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", page_query, "rulebook", rule="TW-BAT-16")
    'rule=TW-BAT-16&lang=de'
    """
    if os.environ.get(ROOT) is not None:
        return _query_text(page, query)
    return _query_text(page, {**({"show": "about"} if page == "about" else {}), **query, "lang": language()})


def canonical_address(page: str, **query: str) -> str:
    """Return the canonical address of a page, relative to the root of the site, as used for copied links and
    in print.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", canonical_address, "learn", lesson="shield"), canonical_address("index")
    ('de/learn/shield/', 'en/')
    >>> canonical_address("battle-lab", battle="F:_F5_vs_W:_W6", view="charts")
    'en/battle-lab/charts/?battle=F:_F5_vs_W:_W6'
    """
    name = part_parameter(page)
    shown = query.pop(name, "")
    if not shown or not re.fullmatch(r"[\w.-]+", shown, re.ASCII):  # a folder needs a simple name
        query |= {name: shown} if shown else {}
        return _in_folder(page, _query_text(page, query))
    path, sign, rest = _in_folder(page, _query_text(page, query)).partition("?")
    return f"{path}{shown}/{sign}{rest}"


def _in_folder(page: str, query_text: str) -> str:
    folder = f"{language()}/" if page == START else f"{language()}/{page}/"
    return f"{folder}?{query_text}" if query_text else folder


def _query_text(page: str, query: Mapping[str, str]) -> str:
    """Return the query as text, with the game's `escaped_characters` encoded.

    The variant of the open page's address is passed on to every page of its game.
    """
    game = game_of_page(page)
    if game and VARIANT not in query and address_variant_line(game.id):
        query = {**query, VARIANT: address_variant_line(game.id)}
    text = urlencode(query, safe=":@!*,~", quote_via=quote)
    for sign in pages_of(game.id).escaped_characters if game else "":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


@attrs.frozen
class RequestedPage:
    """A parsed address: the name of the page, its language ("" if not given) and its query."""

    page: str
    lang: str
    query: str


def parse_address(path: str, query: str = "") -> RequestedPage | None:
    """Parse a page address below the root of the site, in any of its forms; None if it is not valid.

    Links in a notebook have the form `learn.ipynb?lesson=shield&lang=de`. A page can also be requested by its
    name alone, `learn`. Whether the page exists is not checked.

    >>> parse_address("de/learn/shield/")
    RequestedPage(page='learn', lang='de', query='lesson=shield')
    >>> parse_address("learn.ipynb", "lesson=shield&lang=de")
    RequestedPage(page='learn', lang='de', query='lesson=shield')
    >>> parse_address("index.ipynb", "show=about"), parse_address("learn")
    (RequestedPage(page='about', lang='', query=''), RequestedPage(page='learn', lang='', query=''))
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
        parameter = part_parameter(page)
        if not parameter or len(shown) > 1:
            return None
        pairs = [f"{parameter}={shown[0]}", *pairs]
    return RequestedPage(page, said or lang, "&".join(pairs))


def rule_href(rule: str, **query: str) -> str:
    """Return the relative address of a rule on the rulebook page of its game.

    `query` can contain `back`, the page to which a back link leads.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", rule_href, "TW-BAT-16")
    'rulebook.ipynb?rule=TW-BAT-16&lang=de'
    >>> call_in_language("de", rule_href, "TW-BAT-16", back="first")
    'rulebook.ipynb?rule=TW-BAT-16&back=first&lang=de'
    """
    return page_href(page_name_of(game_of_rule(rule).id, "rules") or "index", rule=rule, **query)


def interpretations_href(rule: str) -> str:
    """Return the relative address of the page on a rule's interpretations; "" if the rule has only one
    interpretation.

    >>> from twingkit.core.language import call_in_language
    >>> [call_in_language("de", interpretations_href, rule) for rule in ("TW-VAR-9", "TW-BAT-16")]
    ['readings.ipynb?rule=TW-VAR-9&lang=de', '']
    """
    game = game_of_rule(rule)
    page = page_name_of(game.id, "readings")
    return page_href(page, rule=rule) if page and rule in game.load("disagreements") else ""


def book_of(game: GameEntry) -> Rulebook:
    """Return the rulebook of a game, loaded on first use."""
    book: Rulebook = game.load("rules")()
    return book


def starter_rules(game: GameEntry) -> tuple[str, ...]:
    """Return the ids of the rules that a beginner should read first: those the game lists, or its first ones.

    >>> starter_rules(game_by_id("imperium"))[0]
    'IM-SPACE-7'
    """
    named = pages_of(game.id).starter_rules
    return named or (tuple(rule.id for rule in islice(book_of(game), 3)) if game.rules else ())
