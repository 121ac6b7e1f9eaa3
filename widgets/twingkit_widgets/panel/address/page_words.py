"""The texts of pages: those for all games from `page_words.toml`, those of one game from the catalogue of its
pages.

A game need not define any: without its own sentence for a page, the one for the kind of page is used.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from twingkit.core.language import language
from twingkit_widgets.panel.address.addresses import START, game_of_page, page_kind, pages_of
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.panel.wording import PanelTexts

WORDS = PanelTexts(Path(__file__).with_name("page_words.toml"))
"""The texts of all pages."""


@cache
def _catalogue(path: Path) -> PanelTexts:
    return PanelTexts(path)


def game_page_texts(game: str) -> PanelTexts | None:
    """Return the catalogue with a game's own texts for its pages, or None if the game has none."""
    path = pages_of(game).words_file
    return _catalogue(path) if path else None


def game_page_sentence(game: str, key: str, **facts: object) -> str | None:
    """Return the text `key` from a game's own page texts, or None if the game has no such text."""
    words = game_page_texts(game)
    return words.say(key, **facts) if words and key in words else None


def page_text(key: str, page: str, **facts: object) -> str:
    """Return a text about a page. `key` is "title", "section", "part" or "help", or "way.title" or "way.text"
    for the label and text of a button that leads to the page.

    >>> from twingkit.core.language import call_in_language
    >>> [call_in_language("de", page_text, "title", page) for page in ("practice", "about")]
    ['Üben', 'Über twingkit']
    """
    titles = publisher_settings().start_titles
    if page == START and key == "title" and titles:
        return titles[language()]
    own = publisher_settings().own_page(page)
    if own is not None and page != START:
        return WORDS.say("page.own.help") if key == "help" else own.titles[language()]
    game = game_of_page(page)
    if game is None:
        return WORDS.say(f"page.{page}.{key}", **facts)
    said = game_page_sentence(game.id, f"page.{page}.{key}", **facts)
    key_of_kind = f"kind.{page_kind(page)}.{key}"
    if key == "section" and said is None and key_of_kind not in WORDS:
        return page_text("part", page)  # the first page of its section is hidden
    return said or WORDS.say(key_of_kind, game=game.title(), **facts)
