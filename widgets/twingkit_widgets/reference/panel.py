"""The reference for analysts: every public name by task, each with an example that runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode

import traitlets

from twingkit.words import LANGUAGES
from twingkit_widgets.panel.controls import fresh_id
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.reference.name_list import WORDS, NameList, elsewhere, plain
from twingkit_widgets.reference.names import PARTS, Entry, entries, entry_named, nearest
from twingkit_widgets.reference.run import Outcome, run
from twingkit_widgets.reference.text import examples
from twingkit_widgets.reference.view import EntryView

FIRST = 3
"""The number of names of each group shown at first."""


class ReferencePanel(Panel):
    """The reference of the kit for analysts: a list to search, and a name with its example beside it, on a
    narrow screen in its place.

    `name` is the name to open (`twing.odds_many`; a part of it such as `odds_many` will do), `search` what to
    look for. A name that does not exist is no error of the program: the panel says so and offers what looks
    most like it. `site` allows links to the other pages of the site. Only the examples of the kit itself are
    ever run, in this process.

    >>> panel = ReferencePanel(name="twing.odds_many")
    >>> panel.do("run"); panel.outcome.same
    True
    """

    _css = CSS + Path(__file__).with_name("reference_panel.css").read_text(encoding="utf-8")

    state = traitlets.Unicode(help="the open name; where more is open, the query of a link to it")

    def __init__(
        self, lang: str = "en", *, name: str | None = None, search: str = "", site: bool = False
    ) -> None:
        self.site = site
        self.entry: Entry | None = None
        self.outcome: Outcome | None = None
        self.wanted, self.unknown, self._last = search, "", ""
        self._id = fresh_id()
        self._open(name or "")
        super().__init__(lang=lang)
        self.state = self._state()

    def _open(self, name: str) -> None:
        self._last = self.entry.name if self.entry else self._last
        self.entry = entry_named(name) if name else None
        self.unknown = name if name and self.entry is None else ""
        self.outcome = None

    # -- what a person does

    def act_search(self, value: object) -> None:
        """Show the names that have every word of the search in name, text or group."""
        self.wanted = str(value or "")
        count = len(self._list().found())
        key = "found_one" if count == 1 else "found"
        self._news(self._say(key, n=count) if self.wanted.strip() else "")

    def act_clear(self, value: object) -> None:
        """Empty the search field."""
        self.wanted = ""
        self._news("")

    def act_open(self, value: object) -> None:
        """Open this name."""
        self._open(str(value))
        summary = f": {plain(self.entry.summary)}" if self.entry and self.lang == LANGUAGES[0] else ""
        self._news(f"{self.entry.name}{summary}" if self.entry else "")

    def act_close(self, value: object) -> None:
        """Back to the list, where the name that was open gets the focus."""
        self._open("")
        self._news("")

    def act_run(self, value: object) -> None:
        """Run the example of the open name: the one in its docstring, whatever is sent."""
        if self.entry is None or not examples(self.entry.doc):
            return
        self.outcome = run(self.entry)
        if self.outcome.missing:
            self._news(self._say("missing", package=self.outcome.missing))
        else:
            self._news(self._say("same" if self.outcome.same else "other"))

    def address(self) -> dict[str, str]:
        """Return what a link to the panel as it is now has in its query."""
        query = {"name": self.entry.name if self.entry else "", "search": self.wanted.strip()}
        return {name: value for name, value in query.items() if value}

    def visit(self, query: Mapping[str, str]) -> None:
        """Show what such a query names (the browser went back or forward)."""
        self.wanted = query.get("search", "")
        self._open(query.get("name", ""))
        self._news("")

    def _news(self, news: str) -> None:
        """Say what is shown now, and keep its address."""
        self.status = news
        self.state = self._state()

    def _state(self) -> str:
        query = self.address()
        return query.get("name", "") if set(query) <= {"name"} else urlencode(query)

    # -- what a person sees

    def view(self) -> Markup:
        """The list, what is open beside it."""
        listed = self._list()
        if self.entry is None:
            detail = self._invitation()
        else:
            detail = EntryView(self.entry, self.lang, self.outcome, listed.searching, self.site).html()
        return el(
            "div",
            self._unknown(),
            None if self.entry else self._head(),
            el("div", listed.html(), detail, cls="tk-ref-halves", data_open="" if self.entry else None),
            cls="tk-ref",
        )

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, key, **facts)

    def _head(self) -> Markup:
        """The head of the page: what it is, that all this is Python, with links for readers who look for a
        rule, a word or a card."""
        links = elsewhere(self.lang) if self.site else None
        return el(
            "div",
            el("h2", self._say("title")),
            el("p", self._say("for_whom"), " " if links else "", links, cls="tk-ref-for"),
            el("p", self._say("intro", n=len(entries())), " ", self._say("origin"), cls="tk-small tk-soft"),
            cls="tk-stack tk-tight",
            data_key="head",
        )

    def _list(self) -> NameList:
        opened = self.entry.name if self.entry else ""
        return NameList(self.lang, self.wanted, opened, self._last, self._id, self.site)

    def _unknown(self) -> Markup | None:
        """The message that there is no such name, with the names most like it."""
        if not self.unknown:
            return None
        near = [
            button(entry.name, "open", entry.name, cls="tk-button tk-code", key=f"near:{entry.name}")
            for entry in nearest(self.unknown)
        ]
        texts = el(
            "div",
            el("p", self._say("unknown", name=self.unknown[:60])),
            el("p", self._say("near" if near else "no_near")),
            el("div", near, cls="tk-row") if near else None,
        )
        close = button("×", "close", cls="tk-icon-button", aria_label=self._say("dismiss"))
        return el("div", texts, close, cls="tk-alert", role="alert", data_key="unknown")

    def _invitation(self) -> Markup:
        """Return the tasks, and the first names for each."""
        parts = []
        for part in PARTS:
            rows: list[Markup] = []
            for group, title in part.titles(self.lang).items():
                names = [name for name in part.groups[group] if name in entries()][:FIRST]
                buttons = [
                    button(name, "open", name, cls="tk-button tk-code", key=f"first:{name}") for name in names
                ]
                rows += [el("dt", title), el("dd", buttons, cls="tk-row")]
            wants = el("dl", rows, cls="tk-ref-wants", data_roving=True)
            parts += [el("h3", part.title(self.lang)), wants]
        return el(
            "div",
            el("p", self._say("want"), cls="tk-label"),
            parts,
            cls="tk-ref-entry tk-ref-empty tk-stack",
            data_key="invitation",
        )
