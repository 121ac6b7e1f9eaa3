"""The rulebook of a game: its rules by chapter, a search, and each rule in full."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlencode

import traitlets

from twingkit.core.games import GameEntry, game_by_id, games
from twingkit.core.lazy_imports import load_object
from twingkit.core.rulebook import Rule, Rulebook
from twingkit.core.rulebook.rule_errors import UnknownRule
from twingkit_widgets.panel.address.addresses import book_of, pages_of, rule_href, starter_rules
from twingkit_widgets.panel.address.page_words import WORDS as PAGE_WORDS
from twingkit_widgets.panel.address.page_words import game_page_sentence
from twingkit_widgets.panel.controls import fresh_id, unknown_rule_alert
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.read.rulebook.rule_list import RESULT_BATCH_SIZE, RuleListView, book_say
from twingkit_widgets.read.rulebook.rule_view import STATUS_KEYS, RuleView, rule_buttons, status_chip
from twingkit_widgets.read.rulebook.rulings import status_key

_PANEL_FOLDER = Path(__file__).parent

RULES_PART = "rules"
"""The name of the rulebook part with the rules."""

LINK_PARAMETERS = ("rule", "search", "chapter", "show", "term")
"""The query parameters of a link to the panel."""


class RulebookPanel(Panel):
    """The panel of one game's rulebook; a rule opens beside the list or, on a narrow screen, instead of it.

    `game` is the id of the game (default: the first), `rule` the id of the rule to open, `search` the text to
    search for, `chapter` the chapter whose rules are listed. An unknown value is not an error: the panel says
    so and suggests similar ones. `site` allows links to the other pages of the site. A game with further
    parts in its rulebook has its own panel with more `PART_NAMES`, which is created instead; `show` is the
    part to show, `term` the word or card to open there.

    >>> panel = RulebookPanel(rule="TW-BAT-16")
    >>> panel.do("close"); panel.do("search", "cat"); panel.address()
    {'search': 'cat'}
    """

    _css = CSS + (_PANEL_FOLDER / "rulebook_panel.css").read_text(encoding="utf-8")

    PART_NAMES: ClassVar[tuple[str, ...]] = (RULES_PART,)
    """The parts that the panel can show, the rules first."""

    state = traitlets.Unicode(help="the open rule's id, or the query of a link if more is open")

    def __new__(cls, *arguments: object, game: str = "", **more: object) -> RulebookPanel:
        """Create an instance of the rulebook panel class that the game defines."""
        named = game or games()[0].id
        own = load_object(pages_of(named).rulebook_path) if cls is RulebookPanel else None
        panel: RulebookPanel = super().__new__(own or cls)
        return panel

    def __init__(
        self,
        lang: str | None = None,
        *,
        game: str = "",
        rule: str | None = None,
        search: str = "",
        chapter: str = "",
        show: str = RULES_PART,
        term: str | None = None,
        site: bool = False,
        book: Rulebook | None = None,
    ) -> None:
        self.game_entry = game_by_id(game) if game else games()[0]
        self.book = book or book_of(self.game_entry)
        self.site = site
        self._id = fresh_id()
        self._last = ""  # what was open before gets the focus
        self._take(
            {"rule": rule or "", "search": search, "chapter": chapter, "show": show, "term": term or ""}
        )
        super().__init__(lang=lang)
        self.state = self._state()

    def _take(self, query: Mapping[str, str]) -> None:
        """Show the rule, search, chapter or part that a query names."""
        parameters = {name: query.get(name, "") for name in LINK_PARAMETERS}
        self.show = parameters["show"] if parameters["show"] in self.PART_NAMES else RULES_PART
        self.rule: Rule | None = None
        self.unknown: UnknownRule | None = None
        self.wanted = self.chapter = ""
        self.most = RESULT_BATCH_SIZE
        self.restore_part(parameters)
        if self.show == RULES_PART:
            self.wanted = parameters["search"]
            self.chapter = parameters["chapter"] if self._has_chapter(parameters["chapter"]) else ""
            self.open_rule(parameters["rule"])
            self.restore_rule(parameters)
        self.no_part = "" if parameters["show"] in ("", *self.PART_NAMES) else parameters["show"]

    def restore_part(self, parameters: Mapping[str, str]) -> None:
        """Restore the state of a part other than the rules, such as the glossary, from a query; this may also
        select another part.
        """

    def restore_rule(self, parameters: Mapping[str, str]) -> None:
        """Restore the state within the opened rule from a query."""

    def open_rule(self, rule_id: str) -> None:
        """Open the rule with this id; "" shows the list."""
        self.unknown, self.no_part = None, ""
        self._last = self.rule.id if self.rule else self._last
        try:
            self.rule = self.book[rule_id] if rule_id else None
        except UnknownRule as fault:
            self.rule, self.unknown = None, fault

    # -- actions

    def act_show(self, value: object) -> None:
        """Show the part of the rulebook with this name, one of `PART_NAMES`."""
        if value not in self.PART_NAMES:
            expected = ", ".join(self.PART_NAMES)
            raise LookupError(f"the rulebook has no part {value!r}, expected one of {expected}")
        self.show, self.no_part, self.unknown = str(value), "", None
        self.announce(book_say(f"part.{self.show}"))

    def act_search(self, value: object) -> None:
        """Show the rules that answer a question or contain its words."""
        self.wanted, self.most = str(value or ""), RESULT_BATCH_SIZE
        rules = self._list()
        self.announce(rules.search_summary(len(rules.listed_rules())))

    def act_more(self, value: object) -> None:
        """Show more results of the search."""
        self.most += RESULT_BATCH_SIZE

    def act_chapter(self, value: object) -> None:
        """Show the rules of one chapter, by its id; "" for all."""
        self.most = RESULT_BATCH_SIZE
        self.chapter = str(value) if self._has_chapter(str(value)) else ""
        self.announce(book_say("found", n=len(self._list().listed_rules())))

    def _has_chapter(self, chapter: str) -> bool:
        return any(known.id == chapter for known in self.book.chapters)

    def act_clear(self, value: object) -> None:
        """Clear the search, and list all chapters."""
        self.wanted = self.chapter = ""
        self.announce("")

    def act_open(self, value: object) -> None:
        """Open the rule with this id, whichever part is shown."""
        self.show = RULES_PART
        self.open_rule(str(value))
        self.announce(f"{self.rule.id}: {self.rule.title()}" if self.rule else "")

    def act_close(self, value: object) -> None:
        """Return to the list, where the rule that was open gets the focus."""
        self.open_rule("")
        self.announce("")

    def act_dismissed(self, value: object) -> None:
        """Close the message about something that does not exist."""
        self.no_part, self.unknown = "", None

    def address(self) -> dict[str, str]:
        """Return the query of a link to the current state."""
        query: dict[str, str] = {"show": "" if self.show == RULES_PART else self.show}
        if self.show == RULES_PART:
            query |= {"rule": self.rule.id if self.rule else "", "search": self.wanted.strip()}
            query["chapter"] = self.chapter
        return {name: value for name, value in {**query, **self.part_address()}.items() if value}

    def part_address(self) -> dict[str, str]:
        """Return the state of a part other than the rules, or the state within the open rule, as a query."""
        return {}

    def show_query(self, query: Mapping[str, str]) -> None:
        """Show the state that a query names, after the browser went back or forward."""
        self._take(query)
        self.announce("")

    def announce(self, text: str) -> None:
        """Announce `text` to screen readers, and put the panel's current state into the page's address."""
        self.status = text
        self.state = self._state()

    def _state(self) -> str:
        query = self.address()
        return query.get("rule", "") if set(query) <= {"rule"} else urlencode(query)

    # -- HTML

    def render(self) -> Markup:
        """Return the tabs, if there are several parts, and the current part."""
        inside = self._rules() if self.show == RULES_PART else self.part_html()
        if len(self.PART_NAMES) == 1:
            return el("div", self._faults(), el("div", inside, cls="tk-book-part"), cls="tk-book")
        part = el(
            "div",
            inside,
            role="tabpanel",
            id=f"{self._id}-part",
            aria_labelledby=f"{self._id}-{self.show}",
            cls="tk-book-part",
            data_key=f"part:{self.show}",
        )
        return el("div", self._tabs(), self._faults(), part, cls="tk-book")

    def part_html(self) -> Markup:
        """Return the HTML of the current part if it is not the list of rules. Panels with more `PART_NAMES`
        override this.
        """
        raise NotImplementedError(f"{type(self).__name__} has no part {self.show!r}")

    def rule_view(self, rule: Rule) -> RuleView:
        """Return the HTML view of a rule, in the form that the game defines."""
        return RuleView(self.book, rule, self.lang, self._list().is_searching, self._id, self.site)

    def _tabs(self) -> Markup:
        tabs = [
            button(
                book_say(f"part.{part}"),
                "show",
                part,
                cls="tk-book-tab",
                key=f"tab:{part}",
                role="tab",
                id=f"{self._id}-{part}",
                aria_selected="true" if part == self.show else "false",
                aria_controls=f"{self._id}-part" if part == self.show else None,
            )
            for part in self.PART_NAMES
        ]
        label = book_say("parts")
        return el(
            "div",
            tabs,
            cls="tk-book-tabs",
            role="tablist",
            aria_label=label,
            data_roving=True,
            data_controls=True,
        )

    def _faults(self) -> Markup | None:
        """Return a message about a requested rule, word or part that does not exist, with suggestions; None
        if all exist.
        """
        if self.no_part:
            return self.alert_html([el("p", book_say("no_part", wanted=self.no_part[:60]))])
        fault = self.missing_part_html()
        if fault or self.unknown is None:
            return fault
        other = next((game for game in games() if self._is_of(game, self.unknown.wanted)), None)
        if other:
            return self._elsewhere(other, self.unknown.wanted)
        return unknown_rule_alert(self.unknown, book_say, lambda name: self.book[name].title())

    def _is_of(self, game: GameEntry, rule: str) -> bool:
        """True if a rule id that is missing in this rulebook belongs to the given other game."""
        if game == self.game_entry or not game.rules or not rule.startswith(f"{game.rule_prefix}-"):
            return False
        return rule in book_of(game)

    def _elsewhere(self, game: GameEntry, rule: str) -> Markup:
        text = el("p", book_say("elsewhere", id=rule, game=game.title()))
        label = f"{rule} {book_of(game)[rule].title()}"
        link = el("a", label, href=rule_href(rule), cls="tk-button") if self.site else None
        return self.alert_html([text, link])

    def missing_part_html(self) -> Markup | None:
        """Return the message that something requested in a part other than the rules does not exist; None if
        nothing is missing.
        """
        return None

    def alert_html(self, texts: list[Markup | None]) -> Markup:
        """Return a message that the visitor can close."""
        close = button("×", "dismissed", cls="tk-icon-button", aria_label=book_say("dismiss"))
        return el("div", el("div", texts), close, cls="tk-alert", role="alert", data_key="unknown")

    def _list(self) -> RuleListView:
        opened = self.rule.id if self.rule else ""
        hint = self._own("search")
        return RuleListView(
            self.book, self.lang, self.wanted, opened, self._last, self._id, hint, self.chapter, self.most
        )

    def _own(self, key: str) -> str:
        """Return a game's own text for the rulebook page: `key` is "of" (the name of the rulebook's game) or
        "search" (an example).
        """
        own = game_page_sentence(self.game_entry.id, f"rules.{key}")
        rule = next(iter(self._good()), "")
        return own or PAGE_WORDS.say(f"rules.{key}", game=self.game_entry.title(), rule=rule)

    def _good(self) -> tuple[str, ...]:
        return tuple(rule for rule in starter_rules(self.game_entry) if rule in self.book)

    def _rules(self) -> Markup:
        detail = self.rule_view(self.rule).html() if self.rule else self._invitation()
        opened = "" if self.rule else None
        searching = "" if self._list().is_searching else None
        rules = self._list().html()
        return el("div", rules, detail, cls="tk-book-halves", data_open=opened, data_searching=searching)

    def _invitation(self) -> Markup:
        signs = []
        carried = {status_key(rule) for rule in self.book}
        for key in (key for key in STATUS_KEYS if key in carried):
            signs += [el("dt", status_chip(key)), el("dd", book_say(f"status.{key}.meaning"))]
        return el(
            "div",
            el("h2", book_say("title")),
            el("p", book_say("intro", n=len(self.book), of=self._own("of"))),
            el("p", book_say("good_ones"), cls="tk-row-head"),
            rule_buttons(self.book, self._good(), "good"),
            el("dl", signs, cls="tk-book-signs"),
            cls="tk-book-rule tk-book-empty tk-stack",
            data_key="invitation",
        )
