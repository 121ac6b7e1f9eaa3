"""The frame of a page: where one is, where one can go, language and theme, and what was done before.

A `FramePanel` is the first thing on every page of the site. Its client (`frame.js`) keeps in the browser
what Python cannot know: the chosen language and theme, and the page's `state`, which it takes up again after
a reload. `frame.hold(panel)` makes a panel follow the frame.

Two attributes in a panel's HTML speak to that client: what carries `data-sight` is scrolled into sight if a
click brought it, and what carries `data-top` is a new beginning whose focus brings its head into sight.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import traitlets

from twingkit_widgets.markup import Markup, button, el, raw
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.wording import LANGUAGES, Words

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
WORDS = Words(HERE / "page_words.toml")

PAGES = ("first-battle", "play", "battle-lab", "rulebook", "readings", "about")
"""What the frame leads to, in this order; the start page is behind the wordmark."""

NAMES = {"en": "english", "de": "german"}
THEMES = ("auto", "light", "dark")

MARK = raw(
    '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M16 1 26 6.5 31 16 26 25.5 '
    '16 31 6 25.5 1 16 6 6.5z" fill="var(--tk-accent)"/><path d="M9 10h14v4h-4.8v10h-4.4V14H9z" '
    'fill="var(--tk-on-accent)"/></svg>'
)


def page_link(page: str, lang: str, **query: str) -> str:
    """Return the relative address of a page of the site, in `lang`; it works under any prefix.

    Values of `query` are percent-encoded; battle lines go through `twingkit.links.to_link` before.

    >>> page_link("rulebook", "de", rule="TW-BAT-16")
    'rulebook.ipynb?rule=TW-BAT-16&lang=de'
    """
    name, extra = ("index", {"show": "about"}) if page == "about" else (page, {})
    return f"{name}.ipynb?{urlencode({**extra, **query, 'lang': lang}, safe=':@!*,~')}"


class FramePanel(Panel):
    """The head of a page: `page` is its name: "index", or one of `PAGES`.

    `state` is what the browser keeps for this page and `share` the query of the link that "copy link" gives;
    `hold` keeps both up to date. `named` says that the address itself names a state: such a link wins over
    what is kept; only a reload of what the page itself wrote into the address goes on.
    """

    _esm = HERE / "frame.js"
    _css = CSS + (HERE / "frame.css").read_text(encoding="utf-8")

    page = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode(help="the page's title in the current language").tag(sync=True)
    state = traitlets.Unicode(help="what the browser keeps; empty: nothing to keep").tag(sync=True)
    share = traitlets.Unicode(help="the query of the link to this page as it is now").tag(sync=True)
    follows = traitlets.Bool(False, help="whether states go into the browser's history").tag(sync=True)
    named = traitlets.Bool(False, help="whether the address names a state").tag(sync=True)

    def __init__(self, page: str, lang: str = "en", *, named: bool = False) -> None:
        self.page = page
        self.note = ""
        """What is said below the head: "resumed", "lost", or nothing."""
        self._first = ""
        self._held: Any = None
        super().__init__(lang=lang, page=page, named=named)
        self._follow()
        self.observe(self._follow, "lang")

    def hold(self, *panels: Any) -> None:
        """Make `panels` speak the frame's language, and follow the first one that has a `state`.

        Its state is kept in the browser if it can take it up again (`restore`), is part of the link if it
        names it (`address`), and goes with the browser's back and forward if it follows them (`visit`).
        """
        for panel in panels:
            traitlets.link((self, "lang"), (panel, "lang"))
        self._held = next((panel for panel in panels if panel.has_trait("state")), None)
        self.follows = hasattr(self._held, "visit")
        if self._held is not None:
            if hasattr(self._held, "restore"):
                self._first = self._held.state
                traitlets.dlink((self._held, "state"), (self, "state"))
            self._held.observe(self._follow, "state")
            self._follow()

    def act_resume(self, value: object) -> None:
        """Take up what the browser kept. What the panel cannot read (of another edition, say) is given up."""
        kept = str(value or "")
        if not kept or kept == self.state:
            return
        try:
            self._held.restore(kept)
            self.note = "resumed"
        except Exception:  # whatever a browser kept for months: it must not stand in the way
            log.warning("%s: the kept state cannot be read: %r", self.page, kept[:200], exc_info=True)
            self.note = "lost"
        self.status = self._say(self.note)

    def act_restart(self, value: object) -> None:
        """Begin anew, as a first visitor does."""
        self._held.restore(self._first)
        self.note = ""
        self.status = self._say("restarted")

    def act_close(self, value: object) -> None:
        """The note has been read."""
        self.note = ""

    def act_visit(self, value: object) -> None:
        """The browser went back or forward to this query."""
        self._held.visit(dict(parse_qsl(str(value))))
        self._held.refresh()

    def _follow(self, change: object = None) -> None:
        query: dict[str, str] = self._held.address() if hasattr(self._held, "address") else {}
        self.share = page_link(self.page, self.lang, **query).partition("?")[2]
        self.title = self._say(f"title.{self.page}")

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, f"frame.{key}", **facts)

    def view(self) -> Markup:
        """The head of the page, below it what was taken up again."""
        own = self.page in ("index", "about")  # these two pages show their title themselves
        title = "" if own else el("h1", self._say(f"title.{self.page}"), cls="tk-hidden")
        content = el("div", title, id="tk-content", tabindex="-1")
        return el("div", self._head(), self._noted(), content, cls="tk-frame")

    def _head(self) -> Markup:
        home = el(
            "a",
            MARK,
            el("span", "twingkit"),
            cls="tk-frame-mark",
            href=page_link("index", self.lang),
            aria_label=f"twingkit: {self._say('home')}",
            aria_current="page" if self.page == "index" else None,
        )
        menu = el(
            "button",
            self._say("menu"),
            type="button",
            cls="tk-button tk-frame-menu",
            data_frame="menu",
            data_key="menu",
            data_controls=True,
            aria_expanded="false",
            aria_controls="tk-frame-fold",
        )
        links = [
            el(
                "li",
                el(
                    "a",
                    self._say(f"page.{page}"),
                    href=page_link(page, self.lang),
                    aria_current="page" if page == self.page else None,
                    data_key=f"page:{page}",
                ),
            )
            for page in PAGES
        ]
        pages = el("nav", el("ul", links, cls="tk-list"), aria_label=self._say("pages"), cls="tk-frame-pages")
        fold = el("div", pages, self._tools(), cls="tk-frame-fold", id="tk-frame-fold")
        return el("div", home, menu, fold, cls="tk-frame-head", data_key="head")

    def _tools(self) -> Markup:
        copy = el(
            "button",
            self._say("copy"),
            type="button",
            cls="tk-button tk-quiet",
            data_frame="copy",
            data_key="copy",
            data_copied=self._say("copied"),
            data_by_hand=self._say("by_hand"),
        )
        languages = [
            el(
                "button",
                self._say(f"language.{NAMES[lang]}"),
                type="button",
                lang=lang,
                cls="tk-button tk-frame-language",
                data_frame="lang",
                data_value=lang,
                data_key=f"lang:{lang}",
                aria_pressed="true" if lang == self.lang else "false",
            )
            for lang in LANGUAGES
        ]
        themes = el(
            "select",
            [el("option", self._say(f"theme.{theme}"), value=theme) for theme in THEMES],
            cls="tk-button tk-frame-theme",
            data_frame="theme",
            data_key="theme",
            aria_label=self._say("theme.label"),
        )
        label = self._say("language.label")
        both = el("div", languages, role="group", aria_label=label, cls="tk-frame-languages")
        return el("div", copy, both, themes, cls="tk-frame-tools", data_controls=True)

    def _noted(self) -> Markup | None:
        if not self.note:
            return None
        again = button(self._say("restart"), "restart", cls="tk-button tk-quiet")
        close = button("×", "close", cls="tk-icon-button", aria_label=self._say("close"))
        return el(
            "div",
            el("p", self._say(self.note), cls="tk-small"),
            again if self.note == "resumed" else None,
            close,
            cls="tk-frame-note",
            data_key="note",
            data_controls=True,
        )
