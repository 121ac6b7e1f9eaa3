"""The settings of a publisher. Without a `twingkit.toml` all have their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from twingkit.core.language import language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.settings.own_page import OwnPage, Texts

NAME = "twingkit"
"""The default name of a site."""

FILE = "twingkit.toml"
"""The name of the settings file, in the folder of the pages."""

SETTINGS_VARIABLE = "TWINGKIT_HOUSE"
"""The environment variable with the path of the settings file, which every process of the site reads."""

LEGAL = ("imprint", "privacy")
"""The legal pages, linked in the foot of every page."""


@attrs.frozen(kw_only=True)
class GameRules:
    """The house rules of one game: the `variant` (as notation) and the `box` (a file) that its pages start
    with, and the folder of the publisher's own `lessons`. "" and None stand for the defaults.
    """

    variant: str = ""
    box: Path | None = None
    lessons: Path | None = None


NO_GAME_RULES = GameRules()
"""The rules of a game for which nothing is set."""


@attrs.frozen(kw_only=True)
class PublisherSettings:
    """A publisher's settings; every field has a default.

    `colours` maps theme properties to values by scheme: `{"accent": {"light": "#0b5d3b"}}`. `games` are the
    ids of the games to show, in that order (empty: all), `hidden` the names of hidden pages. `address` is the
    address of the site with a slash at its end, and `picture` the preview picture for links to it. `imprint`
    and `privacy` are Markdown. `language` is the first language, used for visitors whose browser asks for
    none that the site has.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", PublisherSettings().name), PublisherSettings().rules("twing").variant
    ('twingkit', '')
    """

    file: Path | None = None
    folder: Path | None = None
    names: Texts = attrs.field(factory=lambda: dict.fromkeys(LANGUAGES, NAME))
    logo: Path | None = None
    colours: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    language: str = LANGUAGES[0]
    address: str = ""
    picture: Path | None = None
    repository: str = ""
    games: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    titles: Texts | None = None
    leads: Texts | None = None
    imprint: Texts | None = None
    privacy: Texts | None = None
    game_rules: Mapping[str, GameRules] = attrs.field(factory=dict)
    pages: tuple[OwnPage, ...] = ()

    def name(self) -> str:
        """Return the name of the site."""
        return self.names[language()]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the site, the publisher's first.

        >>> PublisherSettings(language="de").languages
        ('de', 'en')
        """
        return tuple(sorted(LANGUAGES, key=lambda lang: lang != self.language))

    @property
    def legal(self) -> tuple[str, ...]:
        """The pages in `LEGAL` that have a text."""
        return tuple(name for name in LEGAL if getattr(self, name))

    def rules(self, game: str) -> GameRules:
        """Return the house rules of a game."""
        return self.game_rules.get(game, NO_GAME_RULES)

    def own_page(self, name: str) -> OwnPage | None:
        """Return the publisher's page of this name, or None."""
        return next((page for page in self.pages if page.name == name), None)
