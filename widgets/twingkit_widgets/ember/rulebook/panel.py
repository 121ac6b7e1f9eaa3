"""The rulebook of Ember: its rules, and a gallery of all its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from twingkit_widgets.ember.rulebook.gallery import KINDS, gallery_html, kind_text
from twingkit_widgets.ember.views import EMBER_CSS
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.rulebook.panel import RULES, RulebookPanel

GALLERY = "gallery"


class EmberRulebook(RulebookPanel):
    """The rulebook in two parts: rules, and a gallery, in which `term` names the kind of cards.

    >>> panel = RulebookPanel(game="ember", show="gallery")
    >>> panel.do("kind", "wizards"); panel.address()
    {'show': 'gallery', 'term': 'wizards'}
    """

    _css = f"{RulebookPanel._css}{EMBER_CSS}"

    PARTS: ClassVar[tuple[str, ...]] = (RULES, GALLERY)

    def take_part(self, parameters: Mapping[str, str]) -> None:
        """Show the kind of cards that a query names."""
        self.kind = parameters["term"] if parameters["term"] in KINDS else KINDS[0]

    def act_kind(self, value: object) -> None:
        """Show one kind of cards, one of `KINDS`."""
        self.kind = str(value) if value in KINDS else KINDS[0]
        self.news(kind_text(self.kind, self.lang))

    def part_address(self) -> dict[str, str]:
        """The kind of cards."""
        return {"term": "" if self.show == RULES or self.kind == KINDS[0] else self.kind}

    def part_html(self) -> Markup:
        """The gallery."""
        return gallery_html(self.kind, self.lang)
