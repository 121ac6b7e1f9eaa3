"""The rulebook of Ember: its rules, a glossary, and a gallery of all its cards."""

from __future__ import annotations

from twingkit_widgets.ember.rulebook.example import EmberRule
from twingkit_widgets.ember.rulebook.gallery import KINDS, gallery_html, kind_text
from twingkit_widgets.ember.views import EMBER_CSS
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.read.rulebook.illustrated import IllustratedRulebook
from twingkit_widgets.read.rulebook.panel import RulebookPanel


class EmberRulebook(IllustratedRulebook):
    """The rulebook in three parts: rules, glossary and gallery. `term` is a word of the glossary, or a kind
    of cards.

    >>> panel = RulebookPanel(game="ember", show="gallery")
    >>> panel.do("kind", "wizards"); panel.address()
    {'show': 'gallery', 'term': 'wizards'}
    """

    _css = f"{RulebookPanel._css}{EMBER_CSS}"

    example_rule = EmberRule

    def act_kind(self, value: object) -> None:
        """Show one kind of cards, one of `KINDS`."""
        self.take_gallery(str(value))
        self.no_term = ""
        self.news(kind_text(self.kind))

    def take_gallery(self, term: str) -> bool:
        """Show one kind of cards; the first kind if `term` is not one."""
        self.kind = term if term in KINDS else KINDS[0]
        return term in ("", self.kind)

    def gallery_term(self) -> str:
        """Return the kind of cards, or "" for the first."""
        return "" if self.kind == KINDS[0] else self.kind

    def gallery_html(self) -> Markup:
        """Return the cards of one kind."""
        return gallery_html(self.kind)
