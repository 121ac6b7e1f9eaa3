"""The frame of a page: navigation, language and theme, help, and restored state.

A `PageHeaderPanel` is the first part of every page of the site. Its client (`frame.js`) stores in the browser
what Python cannot know: the chosen language and theme, the `state` of the page, which is restored after a
reload, and the memories of its panels. `frame.attach_panels(panel)` makes a panel follow the frame.

A *memory* is data that a panel keeps for all pages: a class attribute `MEMORY_TRAITS` names it in the browser
and says which `traitlets.Unicode` of the panel contains it (`{"course": "course"}`). When a page opens, the
browser's text goes to `panel.load_memory(name, text)`, which also shows it; whenever the trait changes it is
saved, and "" removes it. Data that a panel cannot read is logged and left unchanged. Panels that share a name
share the memory, and so do tabs: changes of another tab are merged.

The client acts on these attributes of a panel's HTML: `data-sight` is scrolled into view if a click brought
it; `data-top` is a new beginning whose focus brings everything with `data-asked` into view; `data-forget` is
a button that erases everything this site keeps in the browser.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qsl

import traitlets

from twingkit.core.variants.house_rules import address_variant_line, variant_in_force
from twingkit_widgets.panel.address.addresses import (
    GENERAL_PAGES,
    START,
    UNLISTED_PAGES,
    canonical_address,
    game_of_page,
    page_href,
    page_kind,
    page_query,
    part_parameter,
)
from twingkit_widgets.panel.address.page_words import WORDS, page_text
from twingkit_widgets.panel.address.query import BACK_PARAMETER
from twingkit_widgets.panel.client import ClientScript
from twingkit_widgets.panel.house_rules_words import variant_name
from twingkit_widgets.panel.markup import Attribute, Markup, button, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.panel_protocols import (
    FollowsHistory,
    HasLinkQuery,
    OpensAnotherView,
    PanelWithAddress,
    PanelWithMemories,
    RestorablePanel,
    SavesStateFromAddress,
    TakesFragment,
)
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.panel.settings.colours import publisher_colour_css
from twingkit_widgets.panel.visitor_clock import EARLIEST_TIME, LATEST_TIME, set_visitor_time, visitor_day
from twingkit_widgets.panel.wording import say
from twingkit_widgets.site.frame_help import message_log_html, page_help_html, tab_conflict_html
from twingkit_widgets.site.head.navigation import header_html, section_links_html
from twingkit_widgets.site.head.page_description import page_title
from twingkit_widgets.site.head.print_query import print_query
from twingkit_widgets.site.head.qr_code import qr_html
from twingkit_widgets.site.memory_merge import merge_browser_memory

log = logging.getLogger(__name__)

HERE = Path(__file__).parent

_SAVED_GAME_KINDS = ("play", "first", "referee")
"""A second tab would overwrite the saved game."""

_RULES_SHOWING_KINDS = ("play", "first", "referee", "lab")
"""The kinds of pages whose panels show the rules of their game themselves."""

LONGEST_LINK = 8000
"""The largest number of characters in an address from the browser."""


class PageHeaderPanel(Panel):
    """The panel at the top of a page, with links to the games and to the pages of the current game.

    `page` is "index" or one of `addresses.page_names()`.

    `state` is what the browser keeps for this page, `place` the query in the address bar and `share` that of
    the copied link; `attach_panels` keeps them up to date. `named` says that the address itself names a
    state: such a link takes precedence over what is saved; only a reload of an address that the page itself
    has written restores the saved state.
    """

    _esm = ClientScript(HERE / "client" / "frame.js")
    _css = CSS + (HERE / "frame.css").read_text(encoding="utf-8")

    CLIENT_ACTIONS: ClassVar[Mapping[str, object]] = {"qr": "http://localhost/", "print": None}

    page = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode(help="the page's title in the current language").tag(sync=True)
    tab = traitlets.Unicode(help="the title of the current view, for the browser tab").tag(sync=True)
    state = traitlets.Unicode(help="the state that the browser stores; empty if there is none").tag(sync=True)
    place = traitlets.Unicode(help="the current query of the address of this page").tag(sync=True)
    share = traitlets.Unicode(help="the current query of the link to this page").tag(sync=True)
    short = traitlets.Unicode(help="the path of that link below the root of the site").tag(sync=True)
    site = traitlets.Unicode(help="the name of the site in the current language").tag(sync=True)
    code = traitlets.Unicode(help="the dialog with the latest requested QR code").tag(sync=True)
    elsewhere = traitlets.Unicode(help="the address of the page to show instead").tag(sync=True)
    sheet = traitlets.Unicode(help="the address of the requested page to print").tag(sync=True)
    clock = traitlets.Int(
        None,
        allow_none=True,
        min=EARLIEST_TIME,
        max=LATEST_TIME,
        help="the visitor's local time when the page opened, in seconds since the beginning of 1970",
    ).tag(sync=True)
    follows = traitlets.Bool(False, help="True if states are added to the browser's history").tag(sync=True)
    named = traitlets.Bool(False, help="True if the address names a state").tag(sync=True)
    keeps = traitlets.Bool(
        False, help="True if the state in the address is stored like progress made here"
    ).tag(sync=True)
    joined = traitlets.Int(0, help="the number of merged changes of other tabs").tag(sync=True)
    ready = traitlets.Bool(False, help="True if the state stored in the browser was restored").tag(sync=True)
    memories = traitlets.Dict(help="the values that the browser stores for all pages, by name").tag(sync=True)

    def __init__(self, page: str, lang: str | None = None, *, named: bool = False, back: str = "") -> None:
        """Create the frame of a page.

        `named` is True if its address specifies a state; `back` is the page of the running game or
        the lab from which the visitor came.
        """
        self.page, self.back_page = page, back
        self.note_key = ""
        """The key of the message: "resumed", "gone_on" (only its space), "lost", "print_first", or ""."""
        self._first = ""
        self._held: Any = None  # a panel of some of the protocols
        self._panels: tuple[Any, ...] = ()
        self._keepers: list[tuple[str, str, Any]] = []  # name of a memory, its trait and its panel
        self._begun_with: dict[str, str] = {}
        """The memories not yet requested from the browser, with their initial texts."""
        self.back_link_html: Callable[[], Markup | None] | None = None
        """Returns a link back to the page from which the visitor came, if there is one."""
        super().__init__(
            lang=lang,
            page=page,
            named=named,
            _css=type(self)._css + publisher_colour_css(publisher_settings().colours),
        )
        self._follow()
        self.observe(self._follow, "lang")
        self.observe(self._use_visitor_clock, "clock")

    def attach_panels(self, *panels: Any) -> None:  # of some of the protocols
        """Connect panels with the frame: share the language, save their memories in the browser, and track
        the state of the first panel that has a state or an address.

        The state of that panel is saved in the browser if it can be restored (`restore`), is part of the
        page's address (`address`) and of the copied link (`link`, or else the address), and follows the
        browser's back and forward buttons (`show_query`), as far as the panel has these methods. If the panel
        `saves_settings_from_address`, a state named in the address is saved like any other.
        """
        self._panels = panels
        for panel in panels:
            traitlets.link((self, "lang"), (panel, "lang"))
            for name, trait in panel.MEMORY_TRAITS.items() if isinstance(panel, PanelWithMemories) else ():
                self._keepers.append((name, trait, panel))
                panel.observe(self._remember, trait)
        self.memories = {name: getattr(panel, trait) for name, trait, panel in reversed(self._keepers)}
        self._begun_with = dict(self.memories)
        self._held = next(
            (panel for panel in panels if isinstance(panel, RestorablePanel | PanelWithAddress)), None
        )
        self.follows = isinstance(self._held, FollowsHistory)
        if self._held is not None:
            if isinstance(self._held, RestorablePanel):
                self._first = self._held.state
                traitlets.dlink((self._held, "state"), (self, "state"))
                self.keeps = (
                    self.named
                    and isinstance(self._held, SavesStateFromAddress)
                    and self._held.saves_settings_from_address
                )
            self._held.observe(
                self._follow, [name for name in ("state", "html") if self._held.has_trait(name)]
            )
            self._follow()
            if self._from_sheet() is not None:
                self.refresh()

    def act_resume(self, value: object) -> None:
        """Restore the state that the browser has saved; an unreadable one is dropped, with a message."""
        kept_text = str(value or "")
        if not kept_text or kept_text == self.state:
            return
        try:
            self._held.restore(kept_text)
            self.note_key = "" if getattr(self._held, "offers_new_game", False) else "resumed"
        except Exception as fault:  # old browser data must never prevent the page, nor stand in a log
            log.warning("%s: the saved state cannot be read: %s", self.page, type(fault).__name__)
            self.note_key = "lost"
        self.status = self._note_text()

    def act_recall(self, value: Mapping[str, str] | None) -> None:
        """Load the panels' memories that the browser has saved: `{name: text}`.

        Changes made on a slow page before that are merged with them.
        """
        for name, theirs in dict(value or {}).items():
            holders = [(trait, panel) for keeper, trait, panel in self._keepers if keeper == name]
            text = str(theirs)
            if name in self._begun_with:
                text = merge_browser_memory(self._begun_with.pop(name), self.memories[name], text)
            for trait, panel in holders:
                if getattr(panel, trait) != text:
                    self._load_memory(panel, name, text)

    def act_merge_memories(self, value: Mapping[str, tuple[str, str]] | None) -> None:
        """Merge the memories that another tab has changed: `{name: [text before, text now]}`."""
        for name, (base, theirs) in dict(value or {}).items():
            trait, panel = next((trait, panel) for keeper, trait, panel in self._keepers if keeper == name)
            own = getattr(panel, trait)
            text = merge_browser_memory(str(base), own, str(theirs))
            if text != own:
                self._load_memory(panel, name, text)
        self.joined += 1

    def act_ready(self, value: object) -> None:
        """Record that all saved data has arrived, and show the page."""
        if self.ready:
            self.send_state("ready")  # it has not been told yet
            return
        if self.elsewhere:  # it is not to be seen
            return
        self.refresh()  # set before "ready", since the page is shown then
        self.ready = True

    def _use_visitor_clock(self, change: Any) -> None:  # a bunch of traitlets
        """Use the day of the visitor's browser; open the page that belongs to it and to what was saved."""
        before = visitor_day()
        set_visitor_time(change.new)
        query = self._held.address_to_open() if isinstance(self._held, OpensAnotherView) else None
        if query is not None:
            self.elsewhere = page_href(self.page, **query)
        elif visitor_day() != before:
            for panel in self._panels:
                panel.refresh()
            self.refresh()

    def act_resend_memories(self, value: Mapping[str, str] | None) -> None:
        """Restore saved data that the browser sends again because it got no answer, at most once.

        `value` is `{name: text}`, with the state of the page as `resume`.
        """
        texts = dict(value or {})
        if not self.ready:
            self.act_resume(texts.pop("resume", ""))
            self.act_recall(texts)
        self.act_ready(None)

    def _load_memory(self, panel: Any, name: str, text: str) -> None:  # one with a memory
        try:
            panel.load_memory(name, text)
        except Exception as fault:  # old browser data must never prevent the page, nor stand in a log
            log.warning("%s: the memory %s cannot be read: %s", self.page, name, type(fault).__name__)

    def _remember(self, change: Any) -> None:  # a bunch of traitlets
        """Send a panel's new data to the browser and to the other panels that share it."""
        for name, trait, panel in self._keepers:
            if (trait, panel) == (change.name, change.owner):
                self.memories = {**self.memories, name: change.new}
                for other, its, twin in self._keepers:
                    if other == name and twin is not panel and getattr(twin, its) != change.new:
                        self._load_memory(twin, name, change.new)

    def act_restart(self, value: object) -> None:
        """Reset the page to its initial state."""
        self._held.restore(self._first)
        self.note_key = ""
        self.status = self._say("restarted")

    def act_close(self, value: object) -> None:
        """Close the message."""
        self.note_key = ""

    def act_qr(self, value: object) -> None:
        """Draw the QR code of an address that the browser sends."""
        self.code = str(qr_html(str(value or "")[:LONGEST_LINK]))

    def act_print(self, value: object) -> None:
        """Open the printable sheet of the current view."""
        query = print_query(self.page, self._address())
        if query:
            self.sheet = page_href(self.page, **query)
        self.note_key = "" if query else "print_first"
        self.status = self._note_text()

    def act_visit(self, value: object) -> None:
        """Show the state described by the query `value`, after the browser went back or forward."""
        self._held.show_query(dict(parse_qsl(str(value))))
        self._held.refresh()

    def act_fragment(self, value: object) -> None:
        """Give the panel what the fragment of the address carries."""
        if isinstance(self._held, TakesFragment):
            self._held.take_fragment(str(value))
            self._held.refresh()

    def _follow(self, change: Any = None) -> None:  # a bunch of traitlets
        if self.note_key and change is not None and change.name == "state":
            if getattr(self._held, "is_note_temporary", False) or self.note_key == "print_first":
                self.note_key = ""
            elif self.note_key == "resumed":  # its space stays, so that nothing moves under the pointer
                self.note_key = "gone_on"
            self.status = self._note_text()
            self.refresh()
        address = self._address()
        share: dict[str, str] = self._held.link_query() if isinstance(self._held, HasLinkQuery) else address
        self.place = page_query(
            self.page, **address, **({BACK_PARAMETER: self.back_page} if self.back_page else {})
        )
        self.share = page_query(self.page, **share)
        self.short = canonical_address(self.page, **share)
        self.site = publisher_settings().name()
        self.title = page_text("title", self.page)
        self.tab = page_title(self.page, address.get(part_parameter(self.page), ""))

    def _note_text(self) -> str:
        return self._say(self.note_key) if self.note_key not in ("", "gone_on") else ""

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(f"frame.{key}", **facts)

    # -- HTML

    def render(self) -> Markup:
        """Return the HTML of the head, links to the section's pages, and the message about restored state."""
        # these pages show their title themselves
        own = self.page in (START, *GENERAL_PAGES, *UNLISTED_PAGES, *publisher_settings().legal_pages)
        title = "" if own else el("h1", page_text("title", self.page), cls="tk-hidden")
        content = el("div", title, id="tk-content", tabindex="-1")
        ready = [page_help_html(self.page), message_log_html()]
        if page_kind(self.page) in _SAVED_GAME_KINDS:
            ready.append(tab_conflict_html())
        back = self.back_link_html() if self.back_link_html else None
        head = [header_html(self.page), section_links_html(self.page)]
        parts = [
            *head,
            self._noted(),
            back,
            self._rules(),
            content,
            self._to_linking_page(),
            self._from_sheet(),
            ready,
        ]
        return el("div", parts, cls="tk-frame")

    def _to_linking_page(self) -> Markup | None:
        if not self.back_page:
            return None
        name, _, entry = self.back_page.partition(":")
        key = "to_lab" if page_kind(name) == "lab" else "to_review" if name in UNLISTED_PAGES else "to_game"
        href = page_href(name, **({"entry": entry} if entry else {}))
        return self._link_back(key, href, cls="tk-button tk-main", data_key="to-game")

    def _link_back(self, key: str, href: str, **attributes: Attribute) -> Markup:
        return el("p", el("a", "‹ ", self._say(key), href=href, **attributes), cls="tk-frame-back")

    def _address(self) -> dict[str, str]:
        """Return the query parameters of the panel's current view; empty if the panel has no address."""
        return self._held.address() if isinstance(self._held, PanelWithAddress) else {}

    def _rules(self) -> Markup | None:
        """Return a note on the variant in the page's address, with a link to the usual rules; None on pages
        that show their rules themselves.
        """
        game = game_of_page(self.page)
        variant = variant_in_force(game.id) if game and address_variant_line(game.id) else None
        if game is None or variant is None or page_kind(self.page) in _RULES_SHOWING_KINDS:
            return None
        named = [say("rule.in_use", name=variant_name(variant)), ". "]
        said = [*named, say("rule.where_usual"), " "]
        href = page_href(self.page, variant="box")
        usual = el("a", say("rule.to_usual"), href=href, data_key="usual-rules")
        return el("p", said, usual, cls="tk-note tk-small tk-frame-rules", data_key="rules-in-force")

    def _from_sheet(self) -> Markup | None:
        address = self._address()
        if address.get("show") != "print":
            return None
        query = {name: value for name, value in address.items() if name not in ("show", "seed")}
        return self._link_back("to_page", page_href(self.page, **query), cls="tk-button", data_key="to-page")

    def _noted(self) -> Markup | None:
        if not self.note_key:
            return None
        key = "restart_first" if page_kind(self.page) == "first" else "restart"
        again = button(self._say(key), "restart", cls="tk-button tk-quiet")
        close = button("×", "close", cls="tk-icon-button", aria_label=self._say("close"))
        return el(
            "div",
            el("p", self._note_text(), cls="tk-small"),
            again if self.note_key in ("resumed", "gone_on") else None,
            close,
            cls="tk-frame-note",
            data_key="note",
            data_controls=True,
        )
