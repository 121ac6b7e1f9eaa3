"""The rulebook of a game to explore: its rules by chapter, a search, each rule in full."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlencode

import traitlets

from twingkit.core.games import GameEntry, game_by_id, games
from twingkit.core.rulebook import Rule, Rulebook
from twingkit.core.rulebook.rule_errors import UnknownRule
from twingkit_widgets.panel.address.addresses import book_of, good_rules, load_object, pages_of, rule_link
from twingkit_widgets.panel.address.page_words import WORDS as PAGE_WORDS
from twingkit_widgets.panel.address.page_words import say_of_game
from twingkit_widgets.panel.controls import fresh_id, unknown_rule
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.read.rulebook.rule_list import WORDS, RuleList
from twingkit_widgets.read.rulebook.rule_view import STATUSES, RuleView, rule_buttons, status_chip
from twingkit_widgets.read.rulebook.rulings import status_key

HERE = Path(__file__).parent

RULES = "rules"
"""The part that every rulebook has."""

PARAMETERS = ("rule", "search", "chapter", "show", "term")
"""The names that the query of a link to the panel may have."""


class RulebookPanel(Panel):
    """The rulebook of one game: a rule opens beside the list, on a narrow screen in its place.

    `game` is the id of the game (the first one, if it is empty), `rule` the id to open, `search` what to look
    for, `chapter` the one whose rules are listed. What does not exist is no error of the program: the panel
    says so and offers what looks most like it. `site` allows links to the other pages of the site. A game
    whose rulebook has more than rules has a panel with more `PARTS`, which is what one gets for it; `show` is
    the part to show, `term` what to open there.

    >>> panel = RulebookPanel(rule="TW-BAT-16")
    >>> panel.do("close"); panel.do("search", "cat"); panel.address()
    {'search': 'cat'}
    """

    _css = CSS + (HERE / "rulebook_panel.css").read_text(encoding="utf-8")

    PARTS: ClassVar[tuple[str, ...]] = (RULES,)
    """The parts that the panel can show; the rules come first."""

    state = traitlets.Unicode(help="the open rule's id; where more is open, the query of a link to it")

    def __new__(cls, *arguments: object, game: str = "", **more: object) -> RulebookPanel:
        """Make the panel that the game has for its rulebook."""
        named = game or games()[0].id
        own = load_object(pages_of(named).rulebook) if cls is RulebookPanel else None
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
        show: str = RULES,
        term: str | None = None,
        site: bool = False,
        book: Rulebook | None = None,
    ) -> None:
        self.game = game_by_id(game) if game else games()[0]
        self.book = book or book_of(self.game)
        self.site = site
        self._id = fresh_id()
        self._last = ""  # what was open before, for the focus
        self._take(
            {"rule": rule or "", "search": search, "chapter": chapter, "show": show, "term": term or ""}
        )
        super().__init__(lang=lang)
        self.state = self._state()

    def _take(self, query: Mapping[str, str]) -> None:
        """Show what a query names."""
        parameters = {name: query.get(name, "") for name in PARAMETERS}
        self.show = parameters["show"] if parameters["show"] in self.PARTS else RULES
        self.rule: Rule | None = None
        self.unknown: UnknownRule | None = None
        self.wanted = self.chapter = ""
        self.take_part(parameters)
        if self.show == RULES:
            self.wanted = parameters["search"]
            self.chapter = parameters["chapter"] if self._has_chapter(parameters["chapter"]) else ""
            self.open_rule(parameters["rule"])
            self.take_rule(parameters)
        self.no_part = "" if parameters["show"] in ("", *self.PARTS) else parameters["show"]

    def take_part(self, parameters: Mapping[str, str]) -> None:
        """Show what a query names in a part of the game's own, which may also change the part."""

    def take_rule(self, parameters: Mapping[str, str]) -> None:
        """Show what a query names within the rule that it has opened."""

    def open_rule(self, rule_id: str) -> None:
        """Open the rule with this id, or with "" the list."""
        self.unknown, self.no_part = None, ""
        self._last = self.rule.id if self.rule else self._last
        try:
            self.rule = self.book[rule_id] if rule_id else None
        except UnknownRule as fault:
            self.rule, self.unknown = None, fault

    # -- what a person does

    def act_show(self, value: object) -> None:
        """Turn to one of `PARTS`."""
        if value not in self.PARTS:
            expected = ", ".join(self.PARTS)
            raise LookupError(f"the rulebook has no part {value!r}, expected one of {expected}")
        self.show, self.no_part, self.unknown = str(value), "", None
        self.news(self._say(f"part.{self.show}"))

    def act_search(self, value: object) -> None:
        """Show the rules that hold every word of the search."""
        self.wanted = str(value or "")
        count = len(self._list().found())
        self.news(self._say("found", n=count) if self.wanted.strip() else "")

    def act_chapter(self, value: object) -> None:
        """Show the rules of one chapter, by its id; "" for all."""
        self.chapter = str(value) if self._has_chapter(str(value)) else ""
        self.news(self._say("found", n=len(self._list().found())))

    def _has_chapter(self, chapter: str) -> bool:
        return any(known.id == chapter for known in self.book.chapters)

    def act_clear(self, value: object) -> None:
        """Empty the search field, and list all chapters."""
        self.wanted = self.chapter = ""
        self.news("")

    def act_open(self, value: object) -> None:
        """Open the rule with this id, whatever part is shown."""
        self.show = RULES
        self.open_rule(str(value))
        self.news(f"{self.rule.id}: {self.rule.title()}" if self.rule else "")

    def act_close(self, value: object) -> None:
        """Back to the list, where the rule that was open gets the focus."""
        self.open_rule("")
        self.news("")

    def act_dismissed(self, value: object) -> None:
        """The message has been read."""
        self.no_part, self.unknown = "", None

    def address(self) -> dict[str, str]:
        """Return what a link to the panel as it is now has in its query."""
        query: dict[str, str] = {"show": "" if self.show == RULES else self.show}
        if self.show == RULES:
            query |= {"rule": self.rule.id if self.rule else "", "search": self.wanted.strip()}
            query["chapter"] = self.chapter
        return {name: value for name, value in {**query, **self.part_address()}.items() if value}

    def part_address(self) -> dict[str, str]:
        """Return what the address says of a part of the game's own, and of what is open within a rule."""
        return {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Show what such a query names (the browser went back or forward)."""
        self._take(query)
        self.news("")

    def news(self, text: str) -> None:
        """Say what is shown now, and keep its address."""
        self.status = text
        self.state = self._state()

    def _state(self) -> str:
        query = self.address()
        return query.get("rule", "") if set(query) <= {"rule"} else urlencode(query)

    # -- what a person sees

    def view(self) -> Markup:
        """The tabs, where there are several parts, and what one of them shows."""
        inside = self._rules() if self.show == RULES else self.part_html()
        if len(self.PARTS) == 1:
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
        """The part that is shown, if it is not the rules. Every game with more `PARTS` has its own."""
        raise NotImplementedError(f"{type(self).__name__} has no part {self.show!r}")

    def rule_view(self, rule: Rule) -> RuleView:
        """The open rule as the game shows it."""
        return RuleView(self.book, rule, self.lang, self._list().searching, self._id, self.site)

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(key, **facts)

    def _tabs(self) -> Markup:
        tabs = [
            button(
                self._say(f"part.{part}"),
                "show",
                part,
                cls="tk-book-tab",
                key=f"tab:{part}",
                role="tab",
                id=f"{self._id}-{part}",
                aria_selected="true" if part == self.show else "false",
                aria_controls=f"{self._id}-part" if part == self.show else None,
            )
            for part in self.PARTS
        ]
        label = self._say("parts")
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
        """Return what was asked for and does not exist, with what looks most like it."""
        if self.no_part:
            return self.alert([el("p", self._say("no_part", wanted=self.no_part[:60]))])
        fault = self.part_fault()
        if fault or self.unknown is None:
            return fault
        other = next((game for game in games() if self._is_of(game, self.unknown.wanted)), None)
        if other:
            return self._elsewhere(other, self.unknown.wanted)
        return unknown_rule(self.unknown, self._say, lambda name: self.book[name].title())

    def _is_of(self, game: GameEntry, rule: str) -> bool:
        """Return whether a rule that this book lacks is one of another game's."""
        if game == self.game or not game.rules or not rule.startswith(f"{game.rule_prefix}-"):
            return False
        return rule in book_of(game)

    def _elsewhere(self, game: GameEntry, rule: str) -> Markup:
        """The rule is in another game's book."""
        text = el("p", self._say("elsewhere", id=rule, game=game.title()))
        label = f"{rule} {book_of(game)[rule].title()}"
        link = el("a", label, href=rule_link(rule), cls="tk-button") if self.site else None
        return self.alert([text, link])

    def part_fault(self) -> Markup | None:
        """Return what was asked for in a part of the game's own and does not exist."""
        return None

    def alert(self, texts: list[Markup | None]) -> Markup:
        """A message that can be closed."""
        close = button("×", "dismissed", cls="tk-icon-button", aria_label=self._say("dismiss"))
        return el("div", el("div", texts), close, cls="tk-alert", role="alert", data_key="unknown")

    def _list(self) -> RuleList:
        opened = self.rule.id if self.rule else ""
        hint = self._own("search")
        return RuleList(self.book, self.lang, self.wanted, opened, self._last, self._id, hint, self.chapter)

    def _own(self, key: str) -> str:
        """Return what is said only of this game: "of" it, what to "search" for."""
        own = say_of_game(self.game.id, f"rules.{key}")
        rule = next(iter(self._good()), "")
        return own or PAGE_WORDS.say(f"rules.{key}", game=self.game.title(), rule=rule)

    def _good(self) -> tuple[str, ...]:
        """The rules to begin with."""
        return tuple(rule for rule in good_rules(self.game) if rule in self.book)

    def _rules(self) -> Markup:
        """The list with its search, the open rule beside it."""
        detail = self.rule_view(self.rule).html() if self.rule else self._invitation()
        opened = "" if self.rule else None
        return el("div", self._list().html(), detail, cls="tk-book-halves", data_open=opened)

    def _invitation(self) -> Markup:
        signs = []
        carried = {status_key(rule) for rule in self.book}
        for key in (key for key in STATUSES if key in carried):
            signs += [el("dt", status_chip(key)), el("dd", self._say(f"status.{key}.meaning"))]
        return el(
            "div",
            el("h2", self._say("title")),
            el("p", self._say("intro", n=len(self.book), of=self._own("of"))),
            el("p", self._say("good_ones"), cls="tk-row-head"),
            rule_buttons(self.book, self._good(), "good"),
            el("dl", signs, cls="tk-book-signs"),
            cls="tk-book-rule tk-book-empty tk-stack",
            data_key="invitation",
        )
