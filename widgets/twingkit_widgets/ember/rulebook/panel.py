"""The rulebook of Ember: rules with examples, a glossary, and a gallery of all cards."""

from __future__ import annotations

from twingkit_widgets.ember.rulebook.example import EmberRule
from twingkit_widgets.ember.rulebook.gallery import GALLERY_KINDS, gallery_html, kind_text
from twingkit_widgets.ember.views import EMBER_CSS
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.read.rulebook.illustrated import IllustratedRulebook
from twingkit_widgets.read.rulebook.panel import RulebookPanel


class EmberRulebook(IllustratedRulebook):
    """The rulebook in three parts: rules, glossary and gallery.

    >>> panel = RulebookPanel(game="ember", show="gallery")
    >>> panel.do("kind", "wizards"); panel.address()
    {'show': 'gallery', 'term': 'wizards'}
    """

    _css = f"{RulebookPanel._css}{EMBER_CSS}"

    rule_view_class = EmberRule

    def act_kind(self, value: object) -> None:
        """Show a kind of cards in the gallery, one of `GALLERY_KINDS`."""
        self.open_in_gallery(str(value))
        self.unknown_term = ""
        self.announce(kind_text(self.kind))

    def open_in_gallery(self, term: str) -> bool:
        """Show the kind of cards named by `term`, or the first kind if `term` is "" or unknown. Returns False
        if it is unknown.
        """
        self.kind = term if term in GALLERY_KINDS else GALLERY_KINDS[0]
        return term in ("", self.kind)

    def gallery_term(self) -> str:
        """Return the current kind of cards for the address, "" for the first one."""
        return "" if self.kind == GALLERY_KINDS[0] else self.kind

    def gallery_html(self) -> Markup:
        """Render the cards of the current kind."""
        return gallery_html(self.kind)
