"""The card of a game on the start page, with the first step and links to everything.

A game can define its own class (`GamePages.card_path`): with a picture, another first step, or a memory of
what was done.
"""

from __future__ import annotations

import re
from typing import ClassVar

from twingkit.core.example_lines import example_by_player_count
from twingkit.core.games import GameEntry
from twingkit.core.language import language
from twingkit.core.lazy_imports import load_object
from twingkit.learn.lesson.course import course_of
from twingkit_widgets.panel.address.addresses import page_href, page_kind, page_name_of, pages_of
from twingkit_widgets.panel.address.page_words import WORDS, game_page_sentence, page_text
from twingkit_widgets.panel.markup import Markup, el


class StartCard:
    """The card of a game on the start page; a game can subclass it."""

    memory_name: ClassVar[str] = ""
    """The name of the data that the browser saves for the card; "" for none."""
    css: ClassVar[str] = ""
    """The style of the game's picture."""

    def __init__(self, game: GameEntry, saved_text: str = "") -> None:
        """Create the card from its saved data. Raises `ValueError` if `saved_text` is not valid."""
        self.game, self.lang, self.saved_text = game, language(), saved_text
        self.pages = pages_of(game.id)

    def html(self) -> Markup:
        """Return the HTML of the card: what the game is about, and the next step."""
        own = f"tk-landing-{self.game.id}"
        kind, lead, text = (self.game_sentence(f"card.{part}") for part in ("kind", "lead", "text"))
        if not (lead or text):
            kind, lead = kind or self.player_counts_text(), self.goal_sentence()
        head = el("h2", self.game.title(), id=own)
        words = el(
            "div", head, el("p", kind, cls="tk-small tk-soft") if kind else None, cls="tk-landing-name"
        )
        texts = [el("p", lead, cls="tk-landing-line") if lead else None, el("p", text) if text else None]
        inside = [
            words,
            self.picture(),
            el("div", texts, cls="tk-landing-said") if lead or text else None,
            *self.start_button_and_hint(),
            self.first_game_button(),
        ]
        return el("section", inside, cls="tk-landing-game", aria_labelledby=own)

    def goal_sentence(self) -> str:
        """Return the first sentence of the first rule, which names the goal; "" without rules."""
        rulebook = self.game.load("rules")
        first = next(iter(rulebook()), None) if rulebook else None
        return re.split(r"(?<=[.!?]) ", first.text(), maxsplit=1)[0] if first else ""

    def player_counts_text(self) -> str:
        """Return the possible numbers of players as a text, taken from the game's examples; "" if there are
        no examples.
        """
        counts = [*example_by_player_count(self.game)]
        if len(counts) < 2:
            return WORDS.say("landing.players", n=counts[0]) if counts else ""
        return WORDS.say("landing.players_many", least=counts[0], most=counts[-1])

    def all_links_html(self) -> Markup | None:
        """Return links to all pages that the site has for the game; None if there are none."""
        ways = self.pages.start_pages or tuple(page.name for page in self.pages.pages)
        if not ways:
            return None
        cards = [
            el(
                "li",
                el("a", el("h3", self.entry_point_text(page, "title")), href=page_href(page)),
                el("p", self.entry_point_text(page, "text")),
            )
            for page in ways
        ]
        head = el("h2", WORDS.say("landing.all", game=self.game.title()))
        return el("section", head, el("ul", cards, cls="tk-list tk-landing-ways"), cls="tk-landing-all")

    def game_sentence(self, key: str, **facts: object) -> str | None:
        """Return the sentence `key` from the game's own catalogue, or None."""
        return game_page_sentence(self.game.id, key, **facts)

    def entry_point_text(self, page: str, key: str) -> str:
        """Return the title or text (`key`) of a page that the card offers as an entry point."""
        return page_text(f"way.{key}", page)

    def picture(self) -> Markup | None:
        """Return a picture of the game, or None."""
        return None

    def start_button_and_hint(self) -> list[Markup]:
        """Return the card's main button, and the text below it."""
        if not self.pages.pages:
            return []
        first = self.pages.pages[0].name
        kind = page_kind(first)
        label = self.entry_point_label(WORDS.say(f"kind.{kind}.go"), kind)
        hint = self.game_sentence("card.hint")
        course = course_of(self.game.id) if kind == "learn" else None
        lesson = {"lesson": course.names[0]} if course else {}
        go = el("a", label, href=page_href(first, **lesson), cls="tk-button tk-landing-go")
        return [go, *([el("p", hint, cls="tk-small tk-soft tk-landing-far")] if hint else [])]

    def first_game_button(self) -> Markup | None:
        """Return the button for a first game with a teacher; None if the site has none."""
        page = page_name_of(self.game.id, "first")
        if page is None:
            return None
        label = self.entry_point_label(WORDS.say("kind.first.go"), "first")
        return el("a", label, href=page_href(page), cls="tk-button tk-landing-play")

    def entry_point_label(self, label: str, kind: str) -> Markup:
        """Return the label of a button to a page of this kind, with a short description of the page."""
        note = f"kind.{kind}.note"
        said = el("small", WORDS.say(note)) if note in WORDS else None
        return el("span", el("span", label), said, cls="tk-landing-into")


def start_card_class(game: str) -> type[StartCard]:
    """Return the card class of a game."""
    card: type[StartCard] = load_object(pages_of(game).card_path)
    return card
