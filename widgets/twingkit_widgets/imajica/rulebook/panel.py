"""The rulebook of Imajica: rules with examples, a glossary, and a gallery of all cards and decks."""

from __future__ import annotations

from twingkit_widgets.imajica.rulebook.example import ImajicaRule
from twingkit_widgets.imajica.rulebook.gallery import (
    DOMINION_FILTER_VALUES,
    format_term,
    gallery_html,
    parse_term,
    shelf_text,
)
from twingkit_widgets.imajica.views import IMAJICA_CSS
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.read.rulebook.illustrated import IllustratedRulebook
from twingkit_widgets.read.rulebook.panel import RulebookPanel


class ImajicaRulebook(IllustratedRulebook):
    """The rulebook in three parts: rules, glossary and gallery.

    `term` names a word of the glossary, or a shelf and Dominion of the gallery.

    >>> panel = ImajicaRulebook(game="imajica", show="gallery")
    >>> panel.do("kind", "site"); panel.do("home", "4"); panel.address()
    {'show': 'gallery', 'term': 'site-4'}
    """

    _css = f"{RulebookPanel._css}{IMAJICA_CSS}"

    rule_view_class = ImajicaRule

    def act_kind(self, value: object) -> None:
        """Show a shelf of the gallery, one of `GALLERY_SHELVES`."""
        self.open_in_gallery(str(value))
        self.unknown_term = ""
        self.announce(shelf_text(self.shelf))

    def act_home(self, value: object) -> None:
        """Show the cards of one Dominion, one of `DOMINION_FILTER_VALUES`."""
        self.home = str(value or "") if str(value or "") in DOMINION_FILTER_VALUES else ""
        self.announce(shelf_text(self.shelf))

    def open_in_gallery(self, term: str) -> bool:
        """Show the gallery shelf and Dominion named by `term`, or the first shelf if `term` is "" or unknown.
        Returns False if it is unknown.
        """
        self.shelf, self.home = parse_term(term)
        return term in ("", self.shelf, f"{self.shelf}-{self.home}")

    def gallery_term(self) -> str:
        """Return the current shelf for the address, "" for the first one."""
        return format_term(self.shelf, self.home)

    def gallery_html(self) -> Markup:
        """Render the cards of the current shelf."""
        return gallery_html(self.shelf, self.home)
