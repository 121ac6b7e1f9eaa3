"""The start page and the page about the kit: games to choose from, entry points, and what the browser
keeps.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import traitlets

from twingkit.core.games import games
from twingkit.core.language import language
from twingkit_widgets.panel.address.addresses import added_publisher_page_names, page_href
from twingkit_widgets.panel.address.page_words import WORDS, game_page_sentence, page_text
from twingkit_widgets.panel.address.publishing_way import privacy_sentences, publishing_way
from twingkit_widgets.panel.keys import CLOSE
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.panel.wording import capitalize_first, join_names
from twingkit_widgets.site.documentation import documentation_href
from twingkit_widgets.site.start_card import StartCard, start_card_class

HERE = Path(__file__).parent

_STORED_DATA_KINDS = (
    "language",
    "course",
    "practice",
    "met",
    "puzzles",
    "games",
    "referee",
    "class",
    "review",
)
"""The kinds of data that the browser keeps, as listed on the page about the kit."""

_ABOUT_SECTIONS = ("fan", "games", "sources", "numbers", "documentation", "licence", "source", "privacy")
""""games" stands for one part per game that defines one."""


_LANDING_CSS = CSS + (HERE / "landing.css").read_text(encoding="utf-8")
"""The style of the start page, without the pictures of games."""


class StartPagePanel(Panel):
    """The start page, or with `section="about"` the page about the kit.

    The card of a game may have a memory: the page then has a trait of that name, which the browser saves.
    """

    _css = _LANDING_CSS

    def __init__(self, lang: str | None = None, *, section: str = "start") -> None:
        self.section = section
        self.asks_to_erase = self.is_erased = False
        self._kept: dict[str, str] = {}
        self.lang = language()
        self._cards = self._start_cards()
        self._css = _LANDING_CSS + "".join(card.css for card in self._cards)
        memories = [card.memory_name for card in self._cards if card.memory_name]
        self.MEMORY_TRAITS: Mapping[str, str] = {name: name for name in memories}
        super().__init__(lang=lang)
        self.add_traits(**{name: traitlets.Unicode() for name in memories})

    def _start_cards(self) -> list[StartCard]:
        cards = []
        for game in games():
            card = start_card_class(game.id)
            cards.append(card(game, self._kept.get(card.memory_name, "")))
        return cards

    def load_memory(self, memory_name: str, saved_text: str) -> None:
        """Load the browser data used by a game's card on the start page, such as progress in the course.
        Raises `ValueError` if it is not valid.
        """
        before = self._kept
        self._kept = {**before, memory_name: saved_text}
        try:
            self._cards = self._start_cards()
        except ValueError:
            self._kept = before
            raise
        self.set_trait(memory_name, saved_text)
        self.refresh()

    def act_forget(self, value: object) -> None:
        """Ask whether to erase all data in the browser."""
        self.asks_to_erase, self.is_erased = True, False

    def act_keep(self, value: object) -> None:
        """Close the question whether to erase all data, without erasing anything."""
        self.asks_to_erase = False

    def act_forgotten(self, value: object) -> None:
        """Show that the client has erased all data in the browser."""
        self.asks_to_erase, self.is_erased = False, True
        self.status = WORDS.say("about.forgotten")

    def render(self) -> Markup:
        """Return the page."""
        inside = self._about() if self.section == "about" else self._start()
        return el("div", inside, cls="tk-landing")

    # -- the start page

    def _start(self) -> Markup:
        head = el(
            "header",
            el("h1", self._own("title")),
            el("p", self._own("lead"), cls="tk-landing-lead"),
            cls="tk-landing-head",
        )
        linked = ("about", "class", "review")
        links = [el("a", WORDS.say(f"landing.{page}"), href=page_href(page)) for page in linked]
        links.append(self._documentation())
        small = el(
            "p",
            WORDS.say("landing.unofficial"),
            " ",
            join(*filter(None, links), between=" · "),
            cls="tk-small tk-soft tk-landing-foot",
        )
        cards = self._start_cards()
        cards_html = el("div", [card.html() for card in cards], cls="tk-landing-games")
        ways = [card.all_links_html() for card in cards]
        return el("div", head, cards_html, ways, self._own_pages(), small, cls="tk-stack")

    def _own_pages(self) -> Markup | None:
        descriptions = {page.name: page.descriptions.get(self.lang) for page in publisher_settings().pages}
        links = [
            el(
                "li",
                el("a", el("h3", page_text("title", name)), href=page_href(name)),
                el("p", descriptions[name]) if descriptions[name] else None,
            )
            for name in added_publisher_page_names()
        ]
        if not links:
            return None
        head = el("h2", WORDS.say("landing.more"))
        return el("section", head, el("ul", links, cls="tk-list tk-landing-ways"), cls="tk-landing-all")

    def _own(self, part: str) -> str:
        """Return the publisher's title or introduction for the start page, or the default text if the
        publisher has set none.
        """
        texts = publisher_settings().start_titles if part == "title" else publisher_settings().start_leads
        return texts[self.lang] if texts else WORDS.say(f"landing.{part}")

    # -- about

    def _about(self) -> Markup:
        parts: list[Markup] = []
        for part in _ABOUT_SECTIONS:
            if part == "documentation":
                parts += self._linked(part, self._documentation())
            elif part == "source":
                link = publisher_settings().repository
                parts += self._linked(part, el("a", link, href=link, rel="noopener noreferrer"))
            elif part == "games":
                parts += [self._part(title, el("p", text)) for title, text in self._of_games()]
            else:
                text = el("p", WORDS.say(f"about.{part}.text", **self._facts(part)))
                kept = self._kept_html() if part == "privacy" else None
                parts.append(self._part(WORDS.say(f"about.{part}.title"), text, kept))
        return el("article", el("h1", WORDS.say("about.title")), parts, cls="tk-about")

    def _part(self, title: str, *content: Child) -> Markup:
        inside = el("div", content, cls="tk-about-text")
        return el("section", el("h2", title), inside, cls="tk-about-part")

    def _documentation(self) -> Markup:
        return el("a", WORDS.say("landing.documentation"), href=documentation_href(), hreflang="en")

    def _linked(self, part: str, link: Markup) -> list[Markup]:
        """Return a section that contains a link to the source code or to the documentation; empty if there is
        no link.
        """
        if not link:
            return []
        text = el("p", WORDS.say(f"about.{part}.there"), " ", link)
        return [self._part(WORDS.say(f"about.{part}.title"), text)]

    def _about_texts(self, key: str) -> list[str]:
        texts = (game_page_sentence(game.id, f"about.{key}") for game in games())
        return [text for text in texts if text]

    def _of_games(self) -> list[tuple[str, str]]:
        return list(zip(self._about_texts("title"), self._about_texts("text"), strict=True))

    def _facts(self, part: str) -> dict[str, str]:
        """Return the facts about all games that fill in the text of a section, such as the publishers'
        names.
        """
        if part == "fan":
            return {"publishers": join_names(self._about_texts("publisher"), "or")}
        if part == "sources":
            sources = ", ".join(self._about_texts("source"))
            return {"sources": capitalize_first(sources)}
        if part == "privacy":
            return {subject: privacy_sentences(subject) for subject in ("sent", "log")}
        return {"numbers": " ".join(self._about_texts("numbers"))} if part == "numbers" else {}

    def _kept_html(self) -> list[Child]:
        kinds = [*_STORED_DATA_KINDS, *(["files"] if publishing_way() == "files" else [])]
        items = [el("li", WORDS.say(f"about.kept.{key}")) for key in kinds]
        head = el("p", WORDS.say("about.privacy.kept", cookies=privacy_sentences("cookies")))
        return [head, el("ul", items), self._sure() if self.asks_to_erase else self._forget()]

    def _forget(self) -> Markup:
        notice = el("p", WORDS.say("about.forgotten"), cls="tk-note") if self.is_erased else None
        erase = button(WORDS.say("about.forget"), "forget", data_focus=True)
        return el("div", notice, erase, cls="tk-about-text", data_controls=True, data_key="forget")

    def _sure(self) -> Markup:
        yes = button(WORDS.say("about.forget_yes"), "forgotten", data_forget=True)
        keep_button = button(WORDS.say("about.forget_no"), "keep", cls="tk-button tk-main", shortcut=CLOSE)
        return el(
            "div",
            el("p", WORDS.say("about.sure"), tabindex="-1", data_focus=True, cls="tk-note"),
            el("div", yes, keep_button, cls="tk-row"),
            cls="tk-about-text",
            data_controls=True,
            data_key="sure",
        )
