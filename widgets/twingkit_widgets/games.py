"""The games of the site: which pages each has, where its rulebook is, and how its rule ids begin.

This is the one place that knows them all. A page is added to a game by its name in `sections`, with its
notebook in `notebooks/site`, its function in `site_pages` and its words in `page_words.toml`. Nothing of a
game is imported before a page of it asks for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import attrs

from twingkit.rulebook import Rulebook
from twingkit_widgets.page_words import WORDS

PACKAGE = "twingkit_widgets"


@attrs.frozen
class Game:
    """One game as the site knows it.

    `sections` are what the head of its pages leads to, in this order, and the pages of each. `prefix` begins
    the ids of its rules, `package` has its `rules.rulebook`, `rules` is the page that shows it, `good_rules`
    are those to begin with. What a rulebook has beside its rules (a glossary, say) needs a panel of its own:
    `rulebook_panel` is its "module.Class"; "" where the plain one does. `guarded` are signs of its lines
    that an address may hold but chats take for their own: links to its pages spell them out.
    """

    id: str
    prefix: str
    package: str
    sections: Mapping[str, tuple[str, ...]]
    rules: str
    good_rules: tuple[str, ...]
    rulebook_panel: str = ""
    guarded: str = ""

    @property
    def pages(self) -> tuple[str, ...]:
        """All its pages."""
        return tuple(page for pages in self.sections.values() for page in pages)

    @property
    def start(self) -> str:
        """The page where the site leads to the game."""
        return self.pages[0]

    def name(self, lang: str) -> str:
        """What the game is called."""
        return self.say(lang, "name")

    def say(self, lang: str, key: str) -> str:
        """What is said only of this game: its "name", "of" it, what to "search" for in its rulebook."""
        return WORDS.say(lang, f"game.{self.id}.{key}")

    def book(self) -> Rulebook:
        """Its rulebook, loaded when it is first asked for."""
        book: Rulebook = import_module(f"{self.package}.rules").rulebook()
        return book

    def own_panel(self) -> Any:
        """The class of its rulebook's panel; None where the plain one does."""
        module, _, name = self.rulebook_panel.rpartition(".")
        return getattr(import_module(f"{PACKAGE}.{module}"), name) if name else None


TWING = Game(
    id="twing",
    prefix="TW",
    package="twingkit.twing",
    sections={
        "learn": ("learn", "practice"),
        "play": ("play",),
        "battle-lab": ("battle-lab", "reference"),
        "rulebook": ("rulebook", "readings"),
    },
    rules="rulebook",
    good_rules=("TW-BAT-16", "TW-BAT-11", "TW-BAT-5"),
    rulebook_panel="rulebook_twing.TwingRulebook",
)

IMPERIUM = Game(
    id="imperium",
    prefix="IM",
    package="twingkit.imperium",
    sections={
        "imperium-learn": ("imperium-learn",),
        "imperium-battle": ("imperium-battle",),
        "imperium-rules": ("imperium-rules",),
    },
    rules="imperium-rules",
    good_rules=("IM-SPACE-7", "IM-UNIT-3", "IM-INV-2"),
    guarded="~",
)

GAMES = (TWING, IMPERIUM)
"""The games, in the order in which the site offers them."""

SHARED: Mapping[str, tuple[str, ...]] = {"about": ("about",)}
"""What the frame leads to besides, whatever the game; the start page is behind the wordmark."""

SECTIONS: Mapping[str, tuple[str, ...]] = {
    name: pages
    for sections in (*(game.sections for game in GAMES), SHARED)
    for name, pages in sections.items()
}
"""All sections and the pages of each."""

PAGES = tuple(page for pages in SECTIONS.values() for page in pages)
"""All pages but the start page."""


def game_named(name: str) -> Game:
    """Return the game with this id; `LookupError` if there is none.

    >>> game_named("imperium").rules
    'imperium-rules'
    """
    for game in GAMES:
        if game.id == name:
            return game
    raise LookupError(f"there is no game {name!r}, expected one of {', '.join(game.id for game in GAMES)}")


def game_of_page(page: str) -> Game | None:
    """Return the game that a page belongs to; None for a page of all games.

    >>> game_of_page("practice").id, game_of_page("about")
    ('twing', None)
    """
    return next((game for game in GAMES if page in game.pages), None)


def game_of_rule(rule: str) -> Game:
    """Return the game whose rules have ids like this one; `LookupError` if none has.

    >>> game_of_rule("IM-SPACE-4").id
    'imperium'
    """
    prefix = rule.partition("-")[0]
    for game in GAMES:
        if game.prefix == prefix:
            return game
    expected = ", ".join(f"{game.prefix}-…" for game in GAMES)
    raise LookupError(f"the id {rule[:60]!r} belongs to no game, expected one of {expected}")


def section_of(page: str) -> str | None:
    """The section that a page belongs to; None for the start page.

    >>> section_of("practice"), section_of("index")
    ('learn', None)
    """
    return next((section for section, pages in SECTIONS.items() if page in pages), None)
