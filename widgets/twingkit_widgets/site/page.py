"""A page of the site: the frame, the faults of the address, and the panel of the page.

`page("learn")` is the one line of a page, in a notebook or in the code that the server makes for a page
without one. The query (`?lang=`, `?lesson=`, `?battle=` …) is read from the environment variable
`QUERY_STRING`, as Voila sets it. Invalid values never break a page: they are explained at its top, or by the
panel they are meant for, and the page is shown without them.
"""

from __future__ import annotations

from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.lazy_imports import load_object
from twingkit.core.variants.house_rules import set_variants_from_url, variant_in_force
from twingkit.core.variants.switches import VariantError
from twingkit_widgets.learn.classroom.list_back_link import tasks_on_page
from twingkit_widgets.panel.address.addresses import (
    START,
    UNLISTED_PAGES,
    VARIANT,
    added_publisher_page_names,
    game_page_by_name,
    page_kind,
)
from twingkit_widgets.panel.address.page_words import WORDS
from twingkit_widgets.panel.address.query import BACK_PARAMETER, AddressFault, OpenedPanel, Query
from twingkit_widgets.panel.markup import Markup, button, el, join
from twingkit_widgets.panel.panel import Panel, error_explanation
from twingkit_widgets.panel.panel_protocols import ShowsBackLink
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.site.frame import PageHeaderPanel


class _AddressFaultPanel(Panel):
    """An alert with the faults in the address of a page, one sentence each."""

    def __init__(self, faults: list[Exception], lang: str | None = None, *, example: bool = False) -> None:
        """Show the faults; with `example`, say that an example is shown instead."""
        self.faults, self.example = faults, example
        super().__init__(lang=lang)

    def act_close(self, value: object) -> None:
        """Close the alert."""
        self.faults = []

    def render(self) -> Markup:
        """Return an alert, or nothing once it was closed."""
        if not self.faults:
            return Markup("")
        sentences = [join(text) for fault in self.faults for text in error_explanation(fault)]
        texts = [el("p", Markup(capitalize_first(text))) for text in sentences]
        if self.example:
            texts.append(el("p", WORDS.say("site.fault.example")))
        close = button("×", "close", cls="tk-icon-button", aria_label=WORDS.say("site.fault.close"))
        head = el("h2", WORDS.say("site.fault.title"), cls="tk-label")
        return el("div", el("div", join(head, texts)), close, cls="tk-alert", role="alert")


class Page:
    """A page: its frame and its panels, one below the other; `page[0]` is the first panel."""

    def __init__(
        self, frame: PageHeaderPanel, *panels: Panel, fault_panel: _AddressFaultPanel | None = None
    ) -> None:
        self.frame, self.panels, self.fault_panel = frame, panels, fault_panel
        self.back_link = tasks_on_page(frame.page, self._show_way_back)
        frame.attach_panels(*filter(None, (*panels, fault_panel, self.back_link)))
        frame.back_link_html = self._back_html
        if fault_panel and panels and getattr(panels[0], "is_note_temporary", False):
            panels[0].observe(self._remove_address_alert, "state")

    def _back_html(self) -> Markup | None:
        return self.back_link.html("tk-note") if self.back_link else None

    def _show_way_back(self) -> None:
        self.frame.refresh()
        panel = self.panels[0] if self.panels else None
        if self.back_link and isinstance(panel, ShowsBackLink):
            panel.back_link = self.back_link.link_html() if self.back_link.all_done else None
            panel.refresh()

    def _remove_address_alert(self, change: object) -> None:
        if self.frame.ready and self.fault_panel:
            self.fault_panel.act_close(None)
            self.fault_panel.refresh()

    def __getitem__(self, index: int) -> Panel:
        return self.panels[index]

    def _ipython_display_(self) -> None:
        from IPython.display import display  # a page can also be made without a notebook

        for panel in (self.frame, self.fault_panel, *self.panels):
            if panel is not None:
                display(panel)

    def __repr__(self) -> str:
        return f"Page({self.frame.page!r})"


def page(name: str, query: str | None = None) -> Page:
    """Return the page of this name: "index", "class", "about", a page of a game, or one of the publisher's.

    For a publisher's notebook it is only the frame, below which the notebook shows its content.

    Raises `LookupError` if there is no such page.
    """
    address = Query(query)
    lang, back, content = address.lang, "", None
    set_variants_from_url({})
    if name in (START, "about"):
        from twingkit_widgets.site.landing import StartPagePanel

        is_about = name == "about" or address.value("show") == "about"
        name = "about" if is_about else START
        content = OpenedPanel(StartPagePanel(lang, section="about" if is_about else "start"))
    elif name in _MAKER_PATH_BY_GENERAL_PAGE:
        content = load_object(_MAKER_PATH_BY_GENERAL_PAGE[name])(address)
    elif name in publisher_settings().legal_pages:
        from twingkit_widgets.site.publisher.legal_panel import LegalPanel

        content = OpenedPanel(LegalPanel(name, lang))
    elif name not in added_publisher_page_names():
        if name not in game_page_by_name():
            raise LookupError(f"the site has no page {name[:60]!r}")
        game, site_page = game_page_by_name()[name]
        _activate_variant(address, game_by_id(game), judged=site_page.kind in _VARIANT_CHECKING_KINDS)
        content = load_object(site_page.maker_path)(address, game_by_id(game))
        back = _back(address)
    if content is None:
        return Page(PageHeaderPanel(name, lang), fault_panel=_faults(address))
    frame = PageHeaderPanel(name, lang, named=content.has_named_state, back=back)
    return Page(frame, content.panel, fault_panel=_faults(address, content.is_example))


_MAKER_PATH_BY_GENERAL_PAGE = {
    "class": "twingkit_widgets.learn.classroom.class_page:class_page",
    "review": "twingkit_widgets.learn.review.review_page:review_page",
}
"""The import paths of the functions that make the pages about all games, without the start page."""

_VARIANT_CHECKING_KINDS = ("play", "lab")
"""The kinds of pages that report faults of a variant themselves."""


def _activate_variant(query: Query, game: GameEntry, judged: bool) -> None:
    """Activate the variant in the page's address; report an invalid variant unless the page itself does so
    (`judged`).
    """
    kind, line = game.load("variants"), query.value(VARIANT)
    if kind is None:
        return
    query.common_parameters.add(VARIANT)
    if line is None:
        return
    try:
        kind.resolve(line)
    except VariantError as fault:
        if not judged:
            query.faults.append(fault)
        return
    if kind.resolve(line) != (variant_in_force(game.id) or kind.box()):
        set_variants_from_url({game.id: line})


_LINKING_KINDS = ("first", "play", "lab")
"""The kinds of pages that link to others with a way back."""


def _back(query: Query) -> str:
    """Return the name of the page from which a link led here, for a review with a colon and the key of its
    entry; "" for none. Record a fault for an unknown page.
    """
    name = query.value(BACK_PARAMETER) or ""
    if name.partition(":")[0] in UNLISTED_PAGES:
        return name
    if name and name not in game_page_by_name():
        known = ", ".join(page for page in game_page_by_name() if page_kind(page) in _LINKING_KINDS)
        query.faults.append(AddressFault("value", wanted=BACK_PARAMETER, value=name[:60], known=known))
    return name if page_kind(name) in _LINKING_KINDS else ""


def _faults(query: Query, example: bool = False) -> _AddressFaultPanel | None:
    if not query.faults:
        return None
    return _AddressFaultPanel(query.faults, query.lang, example=example)
