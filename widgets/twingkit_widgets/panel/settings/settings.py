"""The settings of a publisher. Without a `twingkit.toml` all have their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from twingkit.core.language import language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.settings.own_page import PublisherPage, TextByLanguage

DEFAULT_SITE_NAME = "twingkit"
"""The default name of a site."""

FILE = "twingkit.toml"
"""The name of the settings file, in the folder of the pages."""

SETTINGS_VARIABLE = "TWINGKIT_HOUSE"
"""The environment variable with the path of the settings file, which every process of the site reads."""

LEGAL = ("imprint", "privacy")
"""The names of the legal pages, linked in the foot of every page."""


@attrs.frozen(kw_only=True)
class GameHouseRules:
    """The house rules of one game: its default `variant` (as notation) and custom `box` (a file), and the
    folder of the publisher's own lessons. "" and None stand for the defaults.
    """

    variant: str = ""
    box: Path | None = None
    lessons_folder: Path | None = None


_NO_HOUSE_RULES = GameHouseRules()


@attrs.frozen(kw_only=True)
class PublisherSettings:
    """A publisher's settings; every field has a default.

    `colours` maps theme properties to values by scheme: `{"accent": {"light": "#0b5d3b"}}`. `games` are the
    ids of the games to show, in that order (empty: all), `hidden_pages` the names of hidden pages. `address`
    is the address of the site with a slash at its end, and `preview_picture` the preview picture for links to
    it. `imprint` and `privacy` are Markdown. `language` is the first language, used for visitors whose
    browser asks for none that the site has.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", PublisherSettings().name), PublisherSettings().house_rules("twing").variant
    ('twingkit', '')
    """

    file: Path | None = None
    folder: Path | None = None
    names: TextByLanguage = attrs.field(factory=lambda: dict.fromkeys(LANGUAGES, DEFAULT_SITE_NAME))
    logo: Path | None = None
    colours: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    language: str = LANGUAGES[0]
    address: str = ""
    preview_picture: Path | None = None
    repository: str = ""
    games: tuple[str, ...] = ()
    hidden_pages: frozenset[str] = frozenset()
    start_titles: TextByLanguage | None = None
    start_leads: TextByLanguage | None = None
    imprint: TextByLanguage | None = None
    privacy: TextByLanguage | None = None
    game_rules: Mapping[str, GameHouseRules] = attrs.field(factory=dict)
    pages: tuple[PublisherPage, ...] = ()

    def name(self) -> str:
        """Return the name of the site in the current language."""
        return self.names[language()]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the site, the publisher's first.

        >>> PublisherSettings(language="de").languages
        ('de', 'en')
        """
        return tuple(sorted(LANGUAGES, key=lambda lang: lang != self.language))

    @property
    def legal_pages(self) -> tuple[str, ...]:
        """The names of the legal pages for which the publisher has set a text."""
        return tuple(name for name in LEGAL if getattr(self, name))

    def house_rules(self, game: str) -> GameHouseRules:
        """Return the house rules of a game."""
        return self.game_rules.get(game, _NO_HOUSE_RULES)

    def own_page(self, name: str) -> PublisherPage | None:
        """Return the publisher's page of this name, or None."""
        return next((page for page in self.pages if page.name == name), None)
