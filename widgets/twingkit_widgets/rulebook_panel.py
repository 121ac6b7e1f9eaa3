"""The rulebook to browse: all rules by chapter, a live search in both languages, and one rule in full."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import traitlets

from twingkit.rulebook import Rule, Rulebook, UnknownRule
from twingkit.twing.rules import rulebook
from twingkit_widgets.controls import unknown_rule
from twingkit_widgets.markup import Markup, button, el, join
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.rulings import status_key, status_name
from twingkit_widgets.wording import Words

HERE = Path(__file__).parent
WORDS = Words(HERE / "page_words.toml")


class RulebookPanel(Panel):
    """All rules of a game. A rule opens beside the list, on a narrow screen in its place.

    `rule` is the id to open (None: only the list), `search` what to look for. An id that no rule has is not
    an error of the program: the panel says so and offers the ids that look most like it.
    """

    _css = CSS + (HERE / "rulebook_panel.css").read_text(encoding="utf-8")

    state = traitlets.Unicode(help="the open rule's id, for links and for coming back")

    def __init__(
        self, lang: str = "en", *, rule: str | None = None, search: str = "", book: Rulebook | None = None
    ) -> None:
        self.book = book or rulebook()
        self.wanted = search
        self.rule: Rule | None = None
        self.unknown: UnknownRule | None = None
        self._open(rule)
        super().__init__(lang=lang)
        self.state = self.rule.id if self.rule else ""

    # -- what a person does

    def act_search(self, value: object) -> None:
        """Show the rules that hold every word of the search."""
        self.wanted = str(value or "")
        found = len(self._found())
        self.status = self._say("found", n=found) if self.wanted.strip() else ""

    def act_clear(self, value: object) -> None:
        """Empty the search field."""
        self.wanted = self.status = ""

    def act_open(self, value: object) -> None:
        """Open the rule with this id."""
        self._open(str(value))
        self.state = self.rule.id if self.rule else ""
        if self.rule:
            self.status = f"{self.rule.id}: {self.rule.title(self.lang)}"

    def act_close(self, value: object) -> None:
        """Back to the list."""
        self._open(None)
        self.state = ""

    def address(self) -> dict[str, str]:
        """What a link to the panel as it is now has in its query."""
        return {"rule": self.state} if self.state else {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Show what such a query names (the browser went back or forward)."""
        self.act_open(query["rule"]) if "rule" in query else self.act_close(None)

    def _open(self, wanted: str | None) -> None:
        self.unknown = None
        try:
            self.rule = self.book[wanted] if wanted else None
        except UnknownRule as fault:
            self.rule, self.unknown = None, fault

    # -- what a person sees

    def view(self) -> Markup:
        """The search above the list, the open rule beside it."""
        detail = self._detail(self.rule) if self.rule else self._invitation()
        return el(
            "div",
            self._unknown(),
            el("div", self._list(), detail, cls="tk-book-halves"),
            cls="tk-book",
            data_open="" if self.rule else None,
        )

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, f"rulebook.{key}", **facts)

    def _found(self) -> list[Rule]:
        return self.book.search(self.wanted) if self.wanted.strip() else list(self.book)

    def _unknown(self) -> Markup | None:
        if self.unknown is None:
            return None
        return unknown_rule(self.unknown, self._say, lambda name: self.book[name].title(self.lang))

    def _list(self) -> Markup:
        found = self._found()
        field = el(
            "input",
            cls="tk-field",
            type="search",
            id="tk-book-search",
            value=self.wanted,
            data_act="search",
            data_live=True,
            data_key="search",
            autocomplete="off",
            placeholder=self._say("example"),
        )
        searching = bool(self.wanted.strip())
        count = el("p", self._say("found", n=len(found)), cls="tk-small tk-soft") if searching else None
        head = el(
            "div",
            el("label", self._say("search"), for_="tk-book-search", cls="tk-label"),
            field,
            count,
            cls="tk-book-search",
        )
        chapters = [
            el(
                "section",
                el("h2", chapter.title(self.lang)),
                el("ul", [el("li", self._entry(rule)) for rule in rules], cls="tk-list"),
                data_key=f"chapter:{chapter.id}",
            )
            for chapter in self.book.chapters
            if (rules := [rule for rule in found if rule.chapter == chapter.id])
        ]
        if searching:  # best first, whatever the chapter
            chapters = [el("ul", [el("li", self._entry(rule)) for rule in found], cls="tk-list")]
        nothing = el(
            "div",
            el("p", self._say("nothing", wanted=self.wanted[:60])),
            button(self._say("clear"), "clear"),
            cls="tk-stack",
        )
        label = self._say("all")
        body = el("div", chapters, data_roving=True, role="group", aria_label=label) if found else nothing
        return el("nav", head, el("div", body, cls="tk-book-rules"), cls="tk-book-list", aria_label=label)

    def _entry(self, rule: Rule) -> Markup:
        current = self.rule is not None and rule.id == self.rule.id
        return button(
            [el("span", rule.title(self.lang)), " ", el("span", rule.id, cls="tk-rule")],
            "open",
            rule.id,
            cls="tk-book-entry",
            aria_current="true" if current else None,
        )

    def _invitation(self) -> Markup:
        return el(
            "div",
            el("h2", self._say("title")),
            el("p", self._say("intro", n=len(self.book))),
            el("p", self._say("example_rule"), cls="tk-row-head"),
            el("div", self._linked(("TW-BAT-16", "TW-BAT-11", "TW-BAT-5")), cls="tk-row"),
            el(
                "dl",
                [
                    join(el("dt", self._chip(status)), el("dd", self._say(f"status.{status}.meaning")))
                    for status in ("printed", "noted", "ruling", "variant")
                ],
                cls="tk-book-signs",
            ),
            cls="tk-book-rule tk-book-empty tk-stack",
        )

    def _chip(self, status: str) -> Markup:
        return el("span", status_name(status, self.lang), cls=f"tk-chip tk-book-{status}")

    def _linked(self, names: tuple[str, ...]) -> list[Markup]:
        return [
            button(
                [el("span", self.book[name].title(self.lang)), el("span", name, cls="tk-rule")],
                "open",
                name,
                key=f"see:{name}",
            )
            for name in names
        ]

    def _detail(self, rule: Rule) -> Markup:
        chapter = next(each for each in self.book.chapters if each.id == rule.chapter)
        note, status = rule.note(self.lang), status_key(rule)
        label = {"aria_labelledby": "tk-book-see"}
        return el(
            "article",
            el(
                "div",
                button(["‹ ", self._say("back")], "close", cls="tk-button tk-book-back"),
                el("p", chapter.title(self.lang), cls="tk-label"),
                el("h2", rule.title(self.lang)),
                el("p", el("span", rule.id, cls="tk-rule"), " ", self._chip(status), cls="tk-row"),
            ),
            el("p", rule.text(self.lang), cls="tk-book-text"),
            el("div", el("h3", self._say("note")), el("p", note), cls="tk-note tk-stack") if note else None,
            el(
                "div",
                None
                if status == "noted"  # the note says it, and only where it is so
                else el("p", self._say(f"status.{status}.meaning"), cls="tk-small tk-soft"),
                el("h3", self._say("sources")) if rule.sources else None,
                el("ul", [el("li", source) for source in rule.sources]) if rule.sources else None,
                cls="tk-book-origin",
            ),
            el(
                "div",
                el("h3", self._say("see"), id="tk-book-see"),
                el("div", self._linked(rule.see), cls="tk-row", data_roving=True, role="group", **label),
                cls="tk-stack",
                data_controls=True,
            )
            if rule.see
            else None,
            self._neighbours(rule),
            cls="tk-book-rule tk-stack",
            data_key="detail",
            tabindex="-1",
            data_focus=True,
        )

    def _neighbours(self, rule: Rule) -> Markup:
        order = [each.id for each in self.book]
        at = order.index(rule.id)
        before, after = order[at - 1] if at else None, order[at + 1] if at + 1 < len(order) else None
        back, on = ["‹ ", self._say("previous")], [self._say("next"), " ›"]
        return el(
            "div",
            button(back, "open", before, key="previous", shortcut="p", disabled=before is None),
            button(on, "open", after, key="next", shortcut="n", disabled=after is None),
            cls="tk-toolbar",
            data_controls=True,
        )
