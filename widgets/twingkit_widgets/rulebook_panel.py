"""The rulebook to explore: rules with their examples, the words of the game, what is in the box, one page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urlencode

import traitlets

from twingkit.rulebook import Rule, Rulebook, UnknownRule
from twingkit.twing.rules import rulebook
from twingkit_widgets.controls import fresh_id, unknown_rule
from twingkit_widgets.gallery import ALL, GalleryView
from twingkit_widgets.gallery import RULES as KINDS
from twingkit_widgets.glossary_view import GlossaryView, entry_of, nearest
from twingkit_widgets.markup import Markup, button, el
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.rulebook_example import AFTER, STEPS
from twingkit_widgets.rulebook_list import RuleList
from twingkit_widgets.rulebook_rule import STATUSES, RuleView, linked, status_chip
from twingkit_widgets.summary_view import SummaryView
from twingkit_widgets.term_marks import title
from twingkit_widgets.wording import Words

HERE = Path(__file__).parent
WORDS = Words(HERE / "rulebook_words.toml")

PARTS = ("rules", "glossary", "gallery", "summary")
"""What the panel can show."""

GOOD_ONES = ("TW-BAT-16", "TW-BAT-11", "TW-BAT-5")
"""Rules to begin with."""


class RulebookPanel(Panel):
    """The rulebook in four parts: rules, glossary, gallery, summary. A rule opens beside the list, on a
    narrow screen in its place.

    `rule` is the id to open, `search` what to look for (in the glossary: a filter), `show` one of `PARTS`.
    `term` is the word to open in the glossary or in the text of the rule, in the gallery the kind of cards
    to show. What does not exist is no error of the program: the panel says so and offers what looks most like
    it. `site` allows links to the other pages of the site.

    >>> panel = RulebookPanel(rule="TW-BAT-16")
    >>> panel.do("show", "gallery"); panel.do("kind", "objects"); panel.address()
    {'show': 'gallery', 'term': 'objects'}
    """

    _css = CSS + (HERE / "rulebook_panel.css").read_text(encoding="utf-8")

    state = traitlets.Unicode(help="the open rule's id; where more is open, the query of a link to it")

    def __init__(
        self,
        lang: str = "en",
        *,
        rule: str | None = None,
        search: str = "",
        show: str = PARTS[0],
        term: str | None = None,
        site: bool = False,
        book: Rulebook | None = None,
    ) -> None:
        self.book = book or rulebook()
        self.site = site
        self._id = fresh_id()
        self._last = ""  # the rule or word that was open before, for the focus
        self._take({"rule": rule or "", "search": search, "show": show, "term": term or ""})
        super().__init__(lang=lang)
        self.state = self._state()

    def _take(self, query: Mapping[str, str]) -> None:
        """Show what a query names."""
        wanted = {name: query.get(name, "") for name in ("rule", "search", "show", "term")}
        self.show = wanted["show"] if wanted["show"] in PARTS else "rules"
        if self.show == "rules" and wanted["term"] and not wanted["rule"]:
            self.show = "glossary"  # a word without a rule in whose text it stands
        self.rule: Rule | None = None
        self.unknown: UnknownRule | None = None
        self.no_term = self.term = self.word = ""
        self.wanted = self.filter = ""
        self.kind = ALL
        self.step = AFTER
        if self.show == "gallery":
            self.kind = wanted["term"] if wanted["term"] in KINDS else ALL
        elif self.show == "glossary":
            self.filter = wanted["search"]
            self._define(wanted["term"])
        elif self.show == "rules":
            self.wanted = wanted["search"]
            self._open(wanted["rule"])
            entry = entry_of(wanted["term"]) if self.rule else None
            self.term = entry.id if entry else ""
        self.no_part = "" if wanted["show"] in ("", *PARTS) else wanted["show"]

    def _open(self, wanted: str) -> None:
        self.unknown, self.term, self.no_part, self.step = None, "", "", AFTER
        self._last = self.rule.id if self.rule else self._last
        try:
            self.rule = self.book[wanted] if wanted else None
        except UnknownRule as fault:
            self.rule, self.unknown = None, fault

    def _define(self, wanted: str) -> None:
        entry = entry_of(wanted) if wanted else None
        self._last = self.word or self._last
        self.word, self.no_term = entry.id if entry else "", "" if entry else wanted

    # -- what a person does

    def act_show(self, value: object) -> None:
        """Turn to one of `PARTS`."""
        if value not in PARTS:
            raise LookupError(f"the rulebook has no part {value!r}, expected one of {', '.join(PARTS)}")
        self.show, self.no_part, self.no_term, self.unknown = str(value), "", "", None
        self._news(self._say(f"part.{self.show}"))

    def act_search(self, value: object) -> None:
        """Show the rules that hold every word of the search."""
        self.wanted = str(value or "")
        found = len(self._list().found())
        self._news(self._say("found", n=found) if self.wanted.strip() else "")

    def act_clear(self, value: object) -> None:
        """Empty the search field."""
        self.wanted = ""
        self._news("")

    def act_open(self, value: object) -> None:
        """Open the rule with this id, whatever part is shown."""
        self.show = "rules"
        self._open(str(value))
        self._news(f"{self.rule.id}: {self.rule.title(self.lang)}" if self.rule else "")

    def act_close(self, value: object) -> None:
        """Back to the list, where the rule that was open gets the focus."""
        self._open("")
        self.no_term = ""
        self._news("")

    def act_step(self, value: object) -> None:
        """Show the table of the example just before or just after the rule acted (one of `STEPS`)."""
        self.step = str(value) if value in STEPS else AFTER
        self.status = self._say(f"example.shows_{self.step}")

    def act_term(self, value: object) -> None:
        """Open the meaning of a word of the rule's text (an entry's id); the open one, or "", closes it."""
        entry = entry_of(str(value)) if value and value != self.term else None
        self.term = entry.id if entry else ""
        self._news(f"{title(entry, self.lang)}: {entry.text(self.lang)}" if entry else "")

    def act_filter(self, value: object) -> None:
        """Show the words of the glossary that hold what is typed."""
        self.filter = str(value or "")
        found = len(self._glossary().found())
        self._news(self._say("glossary.found", n=found) if self.filter.strip() else "")

    def act_unfilter(self, value: object) -> None:
        """Show all words of the glossary."""
        self.filter = ""
        self._news("")

    def act_define(self, value: object) -> None:
        """Open a word in the glossary (an entry's id)."""
        self.show = "glossary"
        self._define(str(value))
        entry = entry_of(self.word) if self.word else None
        self._news(title(entry, self.lang) if entry else "")

    def act_undefine(self, value: object) -> None:
        """Back to all words."""
        self._define("")
        self._news("")

    def act_kind(self, value: object) -> None:
        """Show one kind of what lies in the box (a key of `KINDS`), or `ALL`."""
        self.kind = str(value) if value in KINDS else ALL
        self._news(self._say("gallery.shown", kind=self._say(f"gallery.kind.{self.kind}")))

    def address(self) -> dict[str, str]:
        """What a link to the panel as it is now has in its query."""
        query = {"show": "" if self.show == "rules" else self.show}
        if self.show == "rules":
            query |= {"rule": self.rule.id if self.rule else "", "search": self.wanted.strip()}
        query |= {
            "term": {"rules": self.term, "glossary": self.word, "gallery": self.kind}.get(self.show, "")
        }
        if self.show == "glossary":
            query["search"] = self.filter.strip()
        if self.show == "gallery" and self.kind == ALL:
            query["term"] = ""
        return {name: value for name, value in query.items() if value}

    def visit(self, query: Mapping[str, str]) -> None:
        """Show what such a query names (the browser went back or forward)."""
        self._take(query)
        self._news("")

    def _news(self, said: str) -> None:
        """Say what is shown now, and keep its address."""
        self.status = said
        self.state = self._state()

    def _state(self) -> str:
        query = self.address()
        return query.get("rule", "") if set(query) <= {"rule"} else urlencode(query)

    # -- what a person sees

    def view(self) -> Markup:
        """The four tabs, and what one of them shows."""
        made: dict[str, Callable[[], Markup]] = {
            "rules": self._rules,
            "glossary": lambda: self._glossary().html(),
            "gallery": lambda: GalleryView(self.lang, self.kind).html(),
            "summary": lambda: SummaryView(self.lang).html(),
        }
        return el(
            "div",
            self._tabs(),
            self._faults(),
            el(
                "div",
                made[self.show](),
                role="tabpanel",
                id=f"{self._id}-part",
                aria_labelledby=f"{self._id}-{self.show}",
                cls="tk-book-part",
                data_key=f"part:{self.show}",
            ),
            cls="tk-book",
        )

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

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
            for part in PARTS
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
        """What was asked for and does not exist, with what looks most like it."""
        if self.no_part:
            text = el("p", self._say("no_part", wanted=self.no_part[:60]))
            return self._alert_of([text])
        if self.no_term:
            near = [
                button(title(each, self.lang), "define", each.id, key=f"near:{each.id}")
                for each in nearest(self.no_term, self.lang)
            ]
            return self._alert_of(
                [
                    el("p", self._say("glossary.unknown", id=self.no_term[:60])),
                    el("p", self._say("glossary.near" if near else "glossary.no_near")),
                    el("div", near, cls="tk-row") if near else None,
                ]
            )
        if self.unknown is None:
            return None
        return unknown_rule(self.unknown, self._say, lambda name: self.book[name].title(self.lang))

    def _alert_of(self, texts: list[Markup | None]) -> Markup:
        close = button("×", "dismissed", cls="tk-icon-button", aria_label=self._say("dismiss"))
        return el("div", el("div", texts), close, cls="tk-alert", role="alert", data_key="unknown")

    def act_dismissed(self, value: object) -> None:
        """The message has been read."""
        self.no_part = self.no_term = ""

    def _list(self) -> RuleList:
        opened = self.rule.id if self.rule else ""
        return RuleList(self.book, self.lang, self.wanted, opened, self._last, self._id)

    def _glossary(self) -> GlossaryView:
        return GlossaryView(self.book, self.lang, self.filter, self.word, self._last, self._id)

    def _rules(self) -> Markup:
        """The list with its search, the open rule beside it."""
        listed = self._list()
        if self.rule is None:
            detail = self._invitation()
        else:
            searching = listed.searching
            view = RuleView(
                self.book, self.rule, self.lang, self.term, self.step, searching, self._id, self.site
            )
            detail = view.html()
        return el("div", listed.html(), detail, cls="tk-book-halves", data_open="" if self.rule else None)

    def _invitation(self) -> Markup:
        signs = []
        for status in STATUSES:
            signs += [
                el("dt", status_chip(status, self.lang)),
                el("dd", self._say(f"status.{status}.meaning")),
            ]
        return el(
            "div",
            el("h2", self._say("title")),
            el("p", self._say("intro", n=len(self.book))),
            el("p", self._say("good_ones"), cls="tk-row-head"),
            linked(self.book, GOOD_ONES, self.lang, "good"),
            el("dl", signs, cls="tk-book-signs"),
            cls="tk-book-rule tk-book-empty tk-stack",
            data_key="invitation",
        )
