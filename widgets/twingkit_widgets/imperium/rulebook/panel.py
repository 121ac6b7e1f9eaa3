"""The rulebook of Twilight Imperium: rules with examples, a glossary, and a gallery of the components."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twingkit_widgets.imperium.pictures.fleets import FLEETS_CSS
from twingkit_widgets.imperium.rulebook.example import ImperiumRuleView
from twingkit_widgets.imperium.rulebook.gallery import SHELVES, gallery_html, search_all_shelves
from twingkit_widgets.imperium.rulebook.gallery_words import say
from twingkit_widgets.imperium.views import TABLE_CSS
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.read.rulebook.illustrated import GALLERY_PART, IllustratedRulebook
from twingkit_widgets.read.rulebook.panel import RULES_PART, RulebookPanel

HERE = Path(__file__).parent

BATTLE_CSS = FLEETS_CSS + (HERE.parent / "lesson/imperium_lessons.css").read_text(encoding="utf-8")
"""The stylesheet of battles in examples."""


class ImperiumRulebook(IllustratedRulebook):
    """The rulebook in three parts: rules, glossary and gallery.

    `term` is a word of the glossary or a shelf of the gallery, `search` a search text there.

    >>> panel = ImperiumRulebook(game="imperium", show="gallery")
    >>> panel.do("shelf", "units"); panel.address()
    {'show': 'gallery', 'term': 'units'}
    >>> panel.do("seek", "war sun"); panel.address()
    {'show': 'gallery', 'term': 'units', 'search': 'war sun'}
    """

    _css = RulebookPanel._css + TABLE_CSS + BATTLE_CSS + (HERE / "gallery.css").read_text(encoding="utf-8")

    shelf = next(iter(SHELVES))
    search_text = ""

    rule_view_class = ImperiumRuleView

    def restore_part(self, parameters: Mapping[str, str]) -> None:
        """Show the gallery shelf or search that link parameters name. A link with a shelf opens the gallery
        even if it does not name that part.
        """
        if self.show == RULES_PART and parameters["term"] in SHELVES and not parameters["rule"]:
            self.show = GALLERY_PART
        self.search_text = parameters["search"] if self.show == GALLERY_PART else ""
        super().restore_part(parameters)

    def act_shelf(self, value: object) -> None:
        """Show a shelf, one of `SHELVES`."""
        self.open_in_gallery(str(value))
        self.unknown_term = ""
        self.announce(say(f"shelf.{self.shelf}"))

    def act_seek(self, value: object) -> None:
        """Show the pieces of all shelves that contain every word of the search."""
        self.search_text = str(value or "")
        count = len(search_all_shelves(self.search_text)) if self.search_text.strip() else 0
        self.announce(say("found", n=count) if self.search_text.strip() else "")

    def act_clear_search(self, value: object) -> None:
        """Clear the search."""
        self.search_text = ""
        self.announce("")

    def open_in_gallery(self, term: str) -> bool:
        """Show the gallery shelf named by `term`, or the first one if `term` is "" or unknown. Returns False
        if it is unknown.
        """
        self.shelf = term if term in SHELVES else next(iter(SHELVES))
        return term in ("", self.shelf)

    def gallery_term(self) -> str:
        """The current shelf for the address; "" for the first one."""
        return "" if self.shelf == next(iter(SHELVES)) else self.shelf

    def part_address(self) -> dict[str, str]:
        """Return the shelf and the search as link parameters."""
        more = {"search": self.search_text.strip()} if self.show == GALLERY_PART else {}
        return super().part_address() | more

    def gallery_html(self) -> Markup:
        """Return a shelf, or the search results."""
        return gallery_html(self.shelf, self.search_text, self._id)
